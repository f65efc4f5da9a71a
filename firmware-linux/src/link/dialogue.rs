//! The talk with the machine: one job at a time, timed, and whatever else it has to know.

use minmax_link::board::Board;
use minmax_link::cell::{Colour, Size};
use minmax_link::line::{Event, Line, Timing};
use minmax_link::message::{Abilities, Command, Lamp, Report, Row, VERSION, Work};

/// Why a job was not done.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Failure {
    /// The machine has not answered in time.
    TimedOut,
    /// The machine says so, in its words.
    Said(String),
}

/// What the machine has told.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Heard {
    /// It may have restarted; the job is dropped.
    Opened,
    /// It is ready, with a board of this size, and can do this.
    Ready(Size, Abilities),
    /// It speaks another version of the protocol.
    Version(u16),
    /// The button.
    Pressed,
    /// The board, asked for or not. The job was to look, or there was none.
    Seen(Box<Board>),
    /// The job is over.
    Finished(Work, Result<(), Failure>),
    /// A message that nobody understands.
    NotUnderstood(String),
}

#[derive(Clone, Copy, Debug)]
struct Job {
    number: u16,
    work: Work,
    stage: Stage,
}

#[derive(Clone, Copy, Debug)]
enum Stage {
    /// Not told yet.
    New,
    /// Told; not yet acknowledged.
    Told,
    /// The machine knows, and has time until then.
    Until(u64),
}

/// How a game ended, as the machine is told.
pub type Ending = (Option<Colour>, Row);

/// The box's end of the talk.
#[derive(Debug)]
pub struct Dialogue {
    line: Line,
    job_timeout_ms: u64,
    game: (Size, u8),
    game_due: bool,
    lamp: Option<Lamp>,
    lamp_due: bool,
    ending: Option<Ending>,
    ending_due: bool,
    job: Option<Job>,
    number: u16,
}

impl Dialogue {
    /// A box that has just started; the machine has so many milliseconds for a job. See
    /// [`Line::new`] for the session.
    #[must_use]
    pub fn new(session: u16, timing: Timing, job_timeout_ms: u64, game: (Size, u8)) -> Self {
        Self {
            line: Line::new(session, timing),
            job_timeout_ms,
            game,
            game_due: true,
            lamp: None,
            lamp_due: false,
            ending: None,
            ending_due: false,
            job: None,
            number: 0,
        }
    }

    /// Takes a byte in.
    pub fn receive(&mut self, byte: u8) -> Option<Heard> {
        let heard = match self.line.receive(byte)? {
            Event::Opened => None,
            Event::Message(text) => Some(match Report::parse(text) {
                Ok(Report::Failed(number, reason)) => Told::Failed(number, reason.into()),
                Ok(Report::Ready(version, size, can)) => Told::Ready(version, size, can),
                Ok(Report::Moved) => Told::Moved,
                Ok(Report::Board(number, board)) => Told::Board(number, Box::new(board)),
                Ok(Report::Done(number)) => Told::Done(number),
                Err(_) => Told::Nonsense(text.into()),
            }),
        };
        match heard {
            Some(told) => self.told(told),
            None => Some(self.opened()),
        }
    }

    fn opened(&mut self) -> Heard {
        self.job = None;
        self.game_due = true;
        self.lamp_due = self.lamp.is_some();
        self.ending_due = self.ending.is_some();
        Heard::Opened
    }

    fn told(&mut self, told: Told) -> Option<Heard> {
        Some(match told {
            Told::Ready(VERSION, size, can) => Heard::Ready(size, can),
            Told::Ready(version, ..) => Heard::Version(version),
            Told::Moved => Heard::Pressed,
            Told::Board(0, board) => return self.job.is_none().then_some(Heard::Seen(board)),
            Told::Board(number, board) => {
                let asked = |work| work == Work::Look;
                self.end_job(number, asked).map(|_| Heard::Seen(board))?
            }
            Told::Done(number) => {
                let work = self.end_job(number, |work| work != Work::Look)?;
                Heard::Finished(work, Ok(()))
            }
            Told::Failed(number, reason) => {
                let work = self.end_job(number, |_| true)?;
                Heard::Finished(work, Err(Failure::Said(reason)))
            }
            Told::Nonsense(text) => Heard::NotUnderstood(text),
        })
    }

    /// Ends the job of this number, if it is the one at hand and the answer fits.
    fn end_job(&mut self, number: u16, fits: impl Fn(Work) -> bool) -> Option<Work> {
        let job = self.job;
        job.filter(|job| job.number == number && fits(job.work))?;
        self.job.take().map(|job| job.work)
    }

    /// Whether there is no job.
    #[must_use]
    pub const fn is_idle(&self) -> bool {
        self.job.is_none()
    }

    /// Whether the machine's arm has a job.
    #[must_use]
    pub fn is_moving(&self) -> bool {
        self.job.is_some_and(|job| job.work != Work::Look)
    }

    /// The job at hand.
    #[must_use]
    pub fn work(&self) -> Option<Work> {
        self.job.map(|job| job.work)
    }

    /// Gives the machine a job; one before it is forgotten.
    pub const fn begin(&mut self, work: Work) {
        self.number = if self.number == u16::MAX {
            1
        } else {
            self.number + 1
        };
        self.job = Some(Job {
            number: self.number,
            work,
            stage: Stage::New,
        });
    }

    /// The number of the last job.
    #[must_use]
    pub const fn number(&self) -> u16 {
        self.number
    }

    /// The game is this: board and length of a row. The machine answers that it is ready.
    pub fn game(&mut self, game: (Size, u8)) {
        self.game = game;
        self.game_due = true;
        self.job = None;
    }

    /// The lamps shall show this.
    pub fn show(&mut self, lamp: Lamp) {
        self.lamp_due |= self.lamp != Some(lamp);
        self.lamp = Some(lamp);
    }

    /// The game has ended so, or goes on.
    pub fn ending(&mut self, ending: Option<Ending>) {
        if self.ending != ending {
            self.ending_due = ending.is_some();
            self.ending = ending;
        }
    }

    /// Whether the machine does not answer; see [`Line::is_deaf`].
    #[must_use]
    pub fn is_deaf(&self, now_ms: u64) -> bool {
        self.line.is_deaf(now_ms)
    }

    /// A look at the clock: a job that takes too long is over.
    pub fn tick(&mut self, now_ms: u64) -> Option<Heard> {
        let job = self.job.as_mut()?;
        if matches!(job.stage, Stage::Told) && self.line.is_free() {
            job.stage = Stage::Until(now_ms.saturating_add(self.job_timeout_ms));
        }
        let late = matches!(job.stage, Stage::Until(end) if now_ms >= end);
        late.then(|| self.job.take())?
            .map(|job| Heard::Finished(job.work, Err(Failure::TimedOut)))
    }

    /// The next line to be written at this time; see [`Line::transmit`].
    pub fn transmit(&mut self, now_ms: u64) -> Option<&[u8]> {
        if self.line.is_free()
            && let Some(command) = self.next_command()
        {
            let sent = self.line.send(&command);
            debug_assert!(sent.is_ok(), "the line was free");
        }
        self.line.transmit(now_ms)
    }

    /// The lamps come before the job: people see that the arm is about to move.
    fn next_command(&mut self) -> Option<Command> {
        if std::mem::take(&mut self.game_due) {
            return Some(Command::Game(self.game.0, self.game.1));
        }
        if std::mem::take(&mut self.lamp_due) {
            return self.lamp.map(Command::Lamp);
        }
        if std::mem::take(&mut self.ending_due) {
            let ending = self.ending.clone();
            return ending.map(|(winner, row)| Command::Over(winner, row));
        }
        let job = self.job.as_mut()?;
        matches!(job.stage, Stage::New).then(|| {
            job.stage = Stage::Told;
            Command::Do(job.number, job.work)
        })
    }
}

/// A report that is no longer tied to the line's memory.
enum Told {
    Ready(u16, Size, Abilities),
    Moved,
    Board(u16, Box<Board>),
    Done(u16),
    Failed(u16, String),
    Nonsense(String),
}
