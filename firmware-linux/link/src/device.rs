//! The other end: all that a machine with a board, an eye and an arm has to do, but for the
//! motors and sensors themselves, which are a [`Machine`].

use crate::board::Board;
use crate::cell::{Colour, Size};
use crate::line::{Event, Line, Timing};
use crate::message::{Abilities, Command, Lamp, Report, Row, VERSION, Work};

/// How far the arm is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Progress {
    /// Still at it.
    Busy,
    /// Done.
    Done,
    /// It has given up, and why, in a few words of ASCII for people.
    Failed(&'static str),
}

/// Motors, sensors, lamps and a button. No method waits: each starts something or tells how
/// things are, and returns.
pub trait Machine {
    /// How large the board is.
    fn size(&self) -> Size;

    /// What the arm can do.
    fn abilities(&self) -> Abilities;

    /// The arm shall do this. It is idle, and is never told to look.
    fn begin(&mut self, work: Work);

    /// How far the arm is with what it was told last.
    fn progress(&mut self) -> Progress;

    /// What lies on the board. `None` while it cannot be seen, for it moves or a hand is in the
    /// way; it is asked again then.
    fn look(&mut self) -> Option<Board>;

    /// Whether the button was pressed since this was asked last.
    fn was_pressed(&mut self) -> bool;

    /// Whether the board has changed since this was asked last, not by the arm, and has come to
    /// rest. A machine that only looks when asked says `false`.
    fn was_touched(&mut self) -> bool {
        false
    }

    /// The lamps shall show this.
    fn show(&mut self, lamp: Lamp);

    /// A game on a board of this size begins or goes on, with so many in a row to win. A machine
    /// with several boards takes the right one.
    fn game(&mut self, size: Size, in_a_row: u8) {
        let _ = (size, in_a_row);
    }

    /// The game is over: the winner, unless it is a draw, and the row that won, unless somebody
    /// has resigned.
    fn over(&mut self, winner: Option<Colour>, row: &Row) {
        let _ = (winner, row);
    }
}

/// What there is to say about a job.
#[derive(Clone, Debug)]
#[allow(clippy::large_enum_variant, reason = "there is one, and no heap")]
enum Answer {
    Done,
    Failed(&'static str),
    Board(Board),
}

/// The machine's end of the link.
///
/// [`receive`](Self::receive) takes every byte that comes; [`poll`](Self::poll) is called over and
/// over; and what [`transmit`](Self::transmit) gives is written to the wire.
#[derive(Clone, Debug)]
pub struct Device {
    line: Line,
    ready_due: bool,
    pressed: bool,
    touched: bool,
    /// To be begun.
    job: Option<(u16, Work)>,
    /// What the arm is at.
    running: Option<u16>,
    answer: Option<(u16, Answer)>,
}

impl Device {
    /// A machine that has just been switched on. See [`Line::new`] for the session.
    #[must_use]
    pub fn new(session: u16, timing: Timing) -> Self {
        Self {
            line: Line::new(session, timing),
            ready_due: false,
            pressed: false,
            touched: false,
            job: None,
            running: None,
            answer: None,
        }
    }

    /// Takes a byte in.
    pub fn receive(&mut self, byte: u8, machine: &mut impl Machine) {
        match self.line.receive(byte) {
            None => {}
            Some(Event::Opened) => self.forget(),
            Some(Event::Message(text)) => {
                if let Ok(command) = text.parse() {
                    self.obey(command, machine);
                }
            }
        }
    }

    /// The box has restarted: what it wanted before, it will want again or not. The arm finishes
    /// what it is at, and nobody is told.
    fn forget(&mut self) {
        self.job = None;
        self.answer = None;
        self.ready_due = false;
        self.running = self.running.map(|_| 0);
    }

    fn obey(&mut self, command: Command, machine: &mut impl Machine) {
        match command {
            Command::Game(size, in_a_row) => {
                machine.game(size, in_a_row);
                self.ready_due = true;
            }
            Command::Do(job, work) => self.job = Some((job, work)), // the newest counts
            Command::Lamp(lamp) => machine.show(lamp),
            Command::Over(winner, row) => machine.over(winner, &row),
        }
    }

    /// Sees what the machine has done, gives it the next thing to do, and reports.
    pub fn poll(&mut self, machine: &mut impl Machine) {
        self.pressed |= machine.was_pressed();
        self.touched |= machine.was_touched();
        self.finish(machine);
        self.begin(machine);
        self.report(machine);
    }

    fn finish(&mut self, machine: &mut impl Machine) {
        let Some(job) = self.running else { return };
        let answer = match machine.progress() {
            Progress::Busy => return,
            Progress::Done => Answer::Done,
            Progress::Failed(reason) => Answer::Failed(reason),
        };
        self.running = None;
        self.answer = Some((job, answer)).filter(|&(job, _)| job > 0);
    }

    fn begin(&mut self, machine: &mut impl Machine) {
        if self.running.is_some() {
            return;
        }
        match self.job {
            None => {}
            Some((job, Work::Look)) => {
                if let Some(board) = machine.look() {
                    self.job = None;
                    self.touched = false;
                    self.answer = Some((job, Answer::Board(board)));
                }
            }
            Some((job, work)) => {
                self.job = None;
                self.running = Some(job);
                machine.begin(work);
            }
        }
    }

    fn report(&mut self, machine: &mut impl Machine) {
        if !self.line.is_free() {
            return;
        }
        let sent = if self.ready_due {
            self.ready_due = false;
            let ready = Report::Ready(VERSION, machine.size(), machine.abilities());
            self.line.send(&ready)
        } else if let Some((job, answer)) = self.answer.take() {
            self.line.send(&match answer {
                Answer::Done => Report::Done(job),
                Answer::Failed(reason) => Report::Failed(job, reason),
                Answer::Board(board) => Report::Board(job, board),
            })
        } else if self.pressed {
            self.pressed = false;
            self.line.send(&Report::Moved)
        } else {
            self.report_touch(machine)
        };
        debug_assert!(sent.is_ok(), "the line was free");
    }

    /// Unasked, and only while the arm rests.
    fn report_touch(&mut self, machine: &mut impl Machine) -> Result<(), crate::line::Busy> {
        let resting = self.running.is_none() && self.job.is_none();
        if !self.touched || !resting {
            return Ok(());
        }
        let Some(board) = machine.look() else {
            return Ok(());
        };
        self.touched = false;
        self.line.send(&Report::Board(0, board))
    }

    /// The next line to be written at this time; see [`Line::transmit`].
    pub fn transmit(&mut self, now_ms: u64) -> Option<&[u8]> {
        self.line.transmit(now_ms)
    }

    /// Whether the box does not answer; see [`Line::is_deaf`].
    #[must_use]
    pub fn is_deaf(&self, now_ms: u64) -> bool {
        self.line.is_deaf(now_ms)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cell::Cell;
    use crate::frame::{Bytes, LONGEST_TEXT};
    use heapless::{String, Vec};

    const TIMING: Timing = Timing::for_baud(115_200);

    /// An arm that is done when it is told to be.
    struct Table {
        board: Board,
        work: Option<Work>,
        progress: Progress,
        visible: bool,
        pressed: bool,
        touched: bool,
        lamp: Option<Lamp>,
    }

    impl Machine for Table {
        fn size(&self) -> Size {
            self.board.size()
        }

        fn abilities(&self) -> Abilities {
            Abilities::ALL
        }

        fn begin(&mut self, work: Work) {
            self.work = Some(work);
        }

        fn progress(&mut self) -> Progress {
            self.progress
        }

        fn look(&mut self) -> Option<Board> {
            self.visible.then(|| self.board.clone())
        }

        fn was_pressed(&mut self) -> bool {
            core::mem::take(&mut self.pressed)
        }

        fn was_touched(&mut self) -> bool {
            core::mem::take(&mut self.touched)
        }

        fn show(&mut self, lamp: Lamp) {
            self.lamp = Some(lamp);
        }
    }

    struct Bench {
        table: Table,
        device: Device,
        box_end: Line,
        now_ms: u64,
    }

    type Heard = Vec<String<LONGEST_TEXT>, 8>;

    impl Bench {
        fn new() -> Self {
            let mut bench = Self {
                table: Table {
                    board: Board::new(Size::new(3, 3).unwrap()),
                    work: None,
                    progress: Progress::Busy,
                    visible: true,
                    pressed: false,
                    touched: false,
                    lamp: None,
                },
                device: Device::new(5, TIMING),
                box_end: Line::new(6, TIMING),
                now_ms: 0,
            };
            assert!(bench.pass().is_empty());
            bench
        }

        /// What the box hears within 100 ms.
        fn pass(&mut self) -> Heard {
            let mut heard = Heard::new();
            for _ in 0..10 {
                self.now_ms += 10;
                self.device.poll(&mut self.table);
                while let Some(line) = self.device.transmit(self.now_ms) {
                    for &byte in line {
                        if let Some(Event::Message(text)) = self.box_end.receive(byte) {
                            heard.push(text.try_into().unwrap()).unwrap();
                        }
                    }
                }
                while let Some(line) = self.box_end.transmit(self.now_ms) {
                    for byte in Bytes::from_slice(line).unwrap() {
                        self.device.receive(byte, &mut self.table);
                    }
                }
            }
            heard
        }

        fn say(&mut self, command: &str) -> Heard {
            self.box_end.send(&command).unwrap();
            self.pass()
        }
    }

    #[test]
    fn jobs_are_begun_and_answered() {
        let mut bench = Bench::new();
        assert_eq!(bench.say("GAME 3 3 3"), ["READY 1 3 3 PMR"]);
        assert!(bench.say("PLACE 1 B b2").is_empty());
        let place = Work::Place(Colour::Black, Cell::parse("b2").unwrap());
        assert_eq!(bench.table.work, Some(place));
        bench.table.progress = Progress::Done;
        assert_eq!(bench.pass(), ["DONE 1"]);
        bench.table.progress = Progress::Failed("no stone");
        assert_eq!(bench.say("REMOVE 2 b2"), ["FAILED 2 no stone"]);
        assert!(bench.say("LAMP TURN").is_empty());
        assert_eq!(bench.table.lamp, Some(Lamp::Turn));
        assert!(bench.say("nonsense").is_empty());
    }

    #[test]
    fn it_looks_when_the_view_is_free() {
        let mut bench = Bench::new();
        bench.table.visible = false;
        assert!(bench.say("LOOK 3").is_empty());
        bench.table.visible = true;
        assert_eq!(bench.pass(), ["BOARD 3 3 3 3/3/3"]);
        bench.table.touched = true;
        assert_eq!(bench.pass(), ["BOARD 0 3 3 3/3/3"]);
        bench.table.pressed = true;
        assert_eq!(bench.pass(), ["MOVED"]);
    }

    #[test]
    fn the_newest_job_counts_and_waits_for_the_arm() {
        let mut bench = Bench::new();
        bench.say("REMOVE 1 a1");
        bench.say("REMOVE 2 b1");
        bench.say("LOOK 3");
        let first = Work::Remove(Cell::parse("a1").unwrap());
        assert_eq!(bench.table.work, Some(first));
        bench.table.progress = Progress::Done;
        assert_eq!(bench.pass().last().unwrap(), "BOARD 3 3 3 3/3/3");
        assert_eq!(bench.table.work, Some(first));
    }

    #[test]
    fn a_box_that_restarts_hears_nothing_of_old_jobs() {
        let mut bench = Bench::new();
        bench.say("REMOVE 1 a1");
        bench.box_end = Line::new(77, TIMING);
        bench.pass();
        bench.table.progress = Progress::Done;
        assert!(bench.pass().is_empty());
        assert_eq!(bench.say("GAME 3 3 3"), ["READY 1 3 3 PMR"]);
    }
}
