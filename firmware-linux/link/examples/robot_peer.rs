//! The other end of the link on a microcontroller, without operating system or allocator: a
//! three-in-a-row table with nine Hall sensors, a gripper, a button and three lamps.
//!
//! It is a library for any board: [`run`] takes a UART with the `embedded-io` traits, a clock and
//! the [`Pins`], which a real program makes from its hardware abstraction layer. The main
//! function of one for an STM32F4 would end in
//!
//! ```text
//! robot_peer::run(uart, || timer.now().ticks(), Table::new(pins), session_from_adc_noise)
//! ```
//!
//! Built for a Cortex-M4:
//! `cargo build -p minmax-link --example robot_peer --target thumbv7em-none-eabihf`
#![no_std]
#![deny(missing_docs)]

use embedded_io::{Read, ReadReady, Write};
use minmax_link::board::Board;
use minmax_link::cell::{Cell, Colour, Size};
use minmax_link::device::{Device, Machine, Progress};
use minmax_link::line::Timing;
use minmax_link::message::{Abilities, Lamp, Work};

const BAUD: u32 = 115_200;
/// Three in a row.
const SIDE: u8 = 3;
/// A field of a Hall sensor stronger than this, in its converter's units, is a stone: Black's
/// stones show their magnet's north pole, White's the south pole.
const STONE: i16 = 300;

/// Where the gripper can be told to go.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// Above a cell.
    Cell(Cell),
    /// Above the supply of that colour.
    Supply(Colour),
    /// Above the tray for stones that leave the board.
    Tray,
    /// Out of the way, where it begins.
    Home,
}

/// The wires of this machine: what a program for a real board writes for its pins and timers.
pub trait Pins {
    /// The field under a cell, without any stone 0.
    fn field(&mut self, cell: Cell) -> i16;
    /// Sends the gripper somewhere.
    fn go(&mut self, place: Place);
    /// Closes or opens the gripper.
    fn grip(&mut self, closed: bool);
    /// Whether the last of these has come to rest.
    fn rests(&mut self) -> bool;
    /// Whether a stone is between its fingers.
    fn holds(&mut self) -> bool;
    /// Whether the button was pressed since last asked; debounced.
    fn pressed(&mut self) -> bool;
    /// Switches the lamps: machine at work, your turn, something is wrong.
    fn lamps(&mut self, busy: bool, turn: bool, wrong: bool);
}

/// What the arm is at: one stone goes from a place to another in five steps.
#[derive(Clone, Copy, Debug)]
struct Carry {
    from: Place,
    to: Place,
    step: u8,
}

/// The table: carries stones, reads the sensors.
#[derive(Debug)]
pub struct Table<P> {
    pins: P,
    carry: Option<Carry>,
}

impl<P: Pins> Table<P> {
    /// A table whose arm is at rest.
    pub const fn new(pins: P) -> Self {
        Self { pins, carry: None }
    }

    fn stone(&mut self, cell: Cell) -> Option<Colour> {
        match self.pins.field(cell) {
            field if field > STONE => Some(Colour::Black),
            field if field < -STONE => Some(Colour::White),
            _ => None,
        }
    }

    fn is_taken(&mut self, place: Place) -> bool {
        matches!(place, Place::Cell(cell) if self.stone(cell).is_some())
    }

    fn give_up(&mut self, reason: &'static str) -> Progress {
        self.pins.grip(false);
        self.pins.go(Place::Home);
        self.carry = None;
        Progress::Failed(reason)
    }

    fn advance(&mut self, carry: Carry) -> Progress {
        match carry.step {
            0 if self.is_taken(carry.to) => return self.give_up("the cell is taken"),
            0 => self.pins.go(carry.from),
            1 => self.pins.grip(true),
            2 if !self.pins.holds() => return self.give_up("nothing in the gripper"),
            2 => self.pins.go(carry.to),
            3 => self.pins.grip(false),
            4 => self.pins.go(Place::Home),
            _ => {
                self.carry = None;
                return Progress::Done;
            }
        }
        self.carry = Some(Carry {
            step: carry.step + 1,
            ..carry
        });
        Progress::Busy
    }
}

impl<P: Pins> Machine for Table<P> {
    fn size(&self) -> Size {
        const { Size::new(SIDE, SIDE).unwrap() }
    }

    fn abilities(&self) -> Abilities {
        Abilities::ALL
    }

    fn begin(&mut self, work: Work) {
        let (from, to) = match work {
            Work::Place(colour, cell) => (Place::Supply(colour), Place::Cell(cell)),
            Work::Move(from, to) => (Place::Cell(from), Place::Cell(to)),
            Work::Remove(cell) => (Place::Cell(cell), Place::Tray),
            Work::Look => return,
        };
        self.carry = Some(Carry { from, to, step: 0 });
    }

    fn progress(&mut self) -> Progress {
        match self.carry {
            None => Progress::Done,
            Some(carry) if self.pins.rests() => self.advance(carry),
            Some(_) => Progress::Busy,
        }
    }

    fn look(&mut self) -> Option<Board> {
        let mut board = Board::new(self.size());
        for cell in self.size().cells() {
            let stone = self.stone(cell);
            board.set(cell, stone);
        }
        Some(board)
    }

    fn was_pressed(&mut self) -> bool {
        self.pins.pressed()
    }

    fn show(&mut self, lamp: Lamp) {
        let busy = matches!(lamp, Lamp::Thinking | Lamp::Moving);
        self.pins
            .lamps(busy, lamp == Lamp::Turn, lamp == Lamp::Wrong);
    }
}

/// The program. `clock_ms` never goes back; `session` differs from start to start.
///
/// # Errors
/// The UART's.
pub fn run<U: Read + ReadReady + Write, M: Machine>(
    mut uart: U,
    clock_ms: impl Fn() -> u64,
    mut machine: M,
    session: u16,
) -> Result<core::convert::Infallible, U::Error> {
    let mut device = Device::new(session, Timing::for_baud(BAUD));
    loop {
        while uart.read_ready()? {
            let mut bytes = [0; 16];
            let count = uart.read(&mut bytes)?;
            for &byte in bytes.iter().take(count) {
                device.receive(byte, &mut machine);
            }
        }
        device.poll(&mut machine);
        while let Some(line) = device.transmit(clock_ms()) {
            uart.write_all(line)?;
        }
    }
}
