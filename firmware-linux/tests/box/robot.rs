//! A robot on a line of its own, and people who move on its board.

use std::io::Write;
use std::sync::mpsc::RecvTimeoutError;
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, Instant};

use minmax_link::board::Board;
use minmax_link::cell::{Cell, Colour, Size};
use minmax_link::device::{Device, Machine, Progress};
use minmax_link::line::Timing;
use minmax_link::message::{Abilities, Lamp, Row, Work};

use crate::desk::{DEADLINE, Desk, Wire};

const BAUD: u32 = 115_200;

/// What lies on the table, what the arm has done, and what the lamps show.
struct State {
    board: Board,
    pressed: bool,
    lamp: Option<Lamp>,
    works: Vec<Work>,
    over: Option<Option<Colour>>,
}

/// A table with an arm that is done at once, shared with the people around it.
#[derive(Clone)]
struct Table(Arc<Mutex<State>>);

impl Table {
    fn new(side: u8) -> Self {
        Self(Arc::new(Mutex::new(State {
            board: Board::new(Size::new(side, side).unwrap()),
            pressed: false,
            lamp: None,
            works: Vec::new(),
            over: None,
        })))
    }

    fn at<T>(&self, look: impl FnOnce(&mut State) -> T) -> T {
        look(&mut self.0.lock().unwrap())
    }

    fn wait(&self, what: &str, is_so: impl Fn(&State) -> bool) {
        let end = Instant::now() + DEADLINE;
        while !self.at(|state| is_so(state)) {
            let works = self.at(|state| format!("{:?} {:?}", state.works, state.lamp));
            assert!(Instant::now() < end, "{what}: {works}");
            thread::sleep(Duration::from_millis(5));
        }
    }

    /// A hand puts a stone there and presses the button.
    fn hand(&self, colour: Colour, cell: &str) {
        self.at(|state| {
            state.board.set(Cell::parse(cell).unwrap(), Some(colour));
            state.pressed = true;
        });
    }

    fn is_persons_turn(&self) {
        self.wait("a person's turn", |state| state.lamp == Some(Lamp::Turn));
    }
}

impl Machine for Table {
    fn size(&self) -> Size {
        self.at(|state| state.board.size())
    }

    fn abilities(&self) -> Abilities {
        Abilities::ALL
    }

    fn begin(&mut self, work: Work) {
        self.at(|state| {
            match work {
                Work::Place(colour, cell) => state.board.set(cell, Some(colour)),
                Work::Remove(cell) => state.board.set(cell, None),
                Work::Move(from, to) => {
                    let stone = state.board.stone(from);
                    state.board.set(from, None);
                    state.board.set(to, stone);
                }
                Work::Look => {}
            }
            state.works.push(work);
        });
    }

    fn progress(&mut self) -> Progress {
        Progress::Done
    }

    fn look(&mut self) -> Option<Board> {
        Some(self.at(|state| state.board.clone()))
    }

    fn was_pressed(&mut self) -> bool {
        self.at(|state| std::mem::take(&mut state.pressed))
    }

    fn show(&mut self, lamp: Lamp) {
        self.at(|state| state.lamp = Some(lamp));
    }

    fn over(&mut self, winner: Option<Colour>, _: &Row) {
        self.at(|state| state.over = Some(winner));
    }
}

/// The machine's end of the line, until the box's end is gone for good.
fn serve(wire: Wire, table: Table) {
    thread::spawn(move || {
        let Wire {
            mut line, heard, ..
        } = wire;
        let mut device = Device::new(7, Timing::for_baud(BAUD));
        let mut machine = table;
        let begin = Instant::now();
        loop {
            match heard.recv_timeout(Duration::from_millis(5)) {
                Ok(bytes) => bytes.iter().for_each(|&b| device.receive(b, &mut machine)),
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => return,
            }
            device.poll(&mut machine);
            let now_ms = begin.elapsed().as_millis() as u64;
            while let Some(bytes) = device.transmit(now_ms) {
                if line.write_all(bytes).is_err() {
                    return;
                }
            }
        }
    });
}

fn desk(game: &str, more: &str, side: u8) -> (Desk, Table) {
    let wire = Wire::new();
    let device = wire.device.display();
    let section = format!("[link]\npath = \"{device}\"\n{more}\n");
    let desk = Desk::with(game, &section);
    let table = Table::new(side);
    serve(wire, table.clone());
    (desk, table)
}

#[test]
fn a_machine_places_the_engines_stones_and_sees_the_persons() {
    let (mut desk, table) = desk("game = \"tictactoe\"\nlevel = 10", "", 3);
    desk.start();
    table.is_persons_turn();
    table.hand(Colour::Black, "b2");
    desk.read_to("Black (X) plays b2");
    desk.read_to("White (O) plays");
    table.wait("White's stone", |state| state.board.stones() == 2);
    table.is_persons_turn();
    // Nothing new: that is said.
    table.at(|state| state.pressed = true);
    desk.read_to("There is no new stone on the board.");
    // The machine's own stone is shifted: it puts it back.
    let (from, to) = table.at(|state| {
        let size = state.board.size();
        let own = size
            .cells()
            .find(|&c| state.board.stone(c) == Some(Colour::White));
        let free = size.cells().find(|&c| state.board.stone(c).is_none());
        let (own, free) = (own.unwrap(), free.unwrap());
        state.board.set(own, None);
        state.board.set(free, Some(Colour::White));
        state.pressed = true;
        (own, free)
    });
    table.wait("the stone put back", |state| {
        state.works.contains(&Work::Move(to, from))
    });
    table.is_persons_turn();
    // Taken back on the terminal: the machine clears the board.
    desk.type_line("undo");
    desk.read_to("Moves taken back: 2.");
    table.wait("an empty board", |state| state.board.stones() == 0);
}

#[test]
fn a_first_cell_is_set_and_stones_are_put_on_command() {
    let game = "game = \"tictactoe\"\nlevel = 10\nside = \"second\"";
    let (mut desk, table) = desk(game, "first_cell = \"a1\"", 3);
    desk.start();
    let a1 = Cell::parse("a1").unwrap();
    table.wait("the first stone", |state| {
        state.board.stone(a1) == Some(Colour::Black)
    });
    table.is_persons_turn();
    desk.type_line("put white c3");
    desk.read_to("Ordered.");
    let c3 = Cell::parse("c3").unwrap();
    table.wait("a stone on c3", |state| {
        state.board.stone(c3) == Some(Colour::White)
    });
    desk.type_line("resume");
    table.wait("c3 taken off", |state| state.board.stone(c3).is_none());
    desk.type_line("put white a1");
    desk.read_to("That cell is taken.");
    desk.type_line("first b2");
    desk.read_to("From the next new game on the engine's first stone goes to b2 (5)");
    desk.type_line("new");
    desk.read_to("Black (X) plays b2");
}

#[test]
fn a_stone_too_many_is_named_until_it_is_mended() {
    let (mut desk, table) = desk("game = \"gomoku\"\nlevel = 1", "", 15);
    desk.start();
    table.is_persons_turn();
    let (h8, i8) = (Cell::parse("h8").unwrap(), Cell::parse("i8").unwrap());
    table.at(|state| {
        state.board.set(h8, Some(Colour::Black));
        state.board.set(i8, Some(Colour::White));
        state.pressed = true;
    });
    desk.read_to("i8");
    table.wait("the lamp", |state| state.lamp == Some(Lamp::Wrong));
    table.at(|state| state.board.set(i8, None));
    table.is_persons_turn();
    table.at(|state| state.pressed = true);
    desk.read_to("Black (X) plays h8");
    desk.read_to("White (O) plays");
    table.wait("White's stone", |state| state.board.stones() == 2);
}
