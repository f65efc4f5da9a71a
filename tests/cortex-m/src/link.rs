//! Both ends of the robot link on a Cortex-M4, with a line between them that loses bytes. Prints
//! `link ok` and ends the emulator with exit code 0, or 1 after a panic.
#![no_std]
#![no_main]

use core::panic::PanicInfo;

// Linked for its critical section only.
use cortex_m as _;

use cortex_m_rt::entry;
use cortex_m_semihosting::{debug, hprintln};
use minmax_link::board::Board;
use minmax_link::cell::Size;
use minmax_link::device::{Device, Machine, Progress};
use minmax_link::frame::Bytes;
use minmax_link::line::{Event, Line, Timing};
use minmax_link::message::{Abilities, Lamp, Work};

const TIMING: Timing = Timing::for_baud(115_200);
/// One byte of so many is lost, in either direction.
const LOST: usize = 97;
/// What the box says, each with the answer that it waits for.
const DIALOGUE: [(&str, &str); 4] = [
    ("GAME 3 3 3", "READY 1 3 3 PMR"),
    ("PLACE 1 B b2", "DONE 1"),
    ("LOOK 2", "BOARD 2 3 3 3/1B1/3"),
    ("MOVE 3 a1 b2", "FAILED 3 nothing there"),
];
/// Milliseconds for all of it.
const LONGEST_MS: u64 = 60_000;

/// A table with an arm that takes no time.
struct Table {
    board: Board,
    last: Progress,
}

impl Machine for Table {
    fn size(&self) -> Size {
        self.board.size()
    }

    fn abilities(&self) -> Abilities {
        Abilities::ALL
    }

    fn begin(&mut self, work: Work) {
        self.last = match work {
            Work::Place(colour, cell) => {
                self.board.set(cell, Some(colour));
                Progress::Done
            }
            _ => Progress::Failed("nothing there"),
        };
    }

    fn progress(&mut self) -> Progress {
        self.last
    }

    fn look(&mut self) -> Option<Board> {
        Some(self.board.clone())
    }

    fn was_pressed(&mut self) -> bool {
        false
    }

    fn show(&mut self, _: Lamp) {}
}

/// Counts bytes, and loses some.
struct Wire(usize);

impl Wire {
    fn carries(&mut self) -> bool {
        self.0 += 1;
        !self.0.is_multiple_of(LOST)
    }
}

#[entry]
fn main() -> ! {
    let Some(size) = Size::new(3, 3) else {
        panic!("a board of three by three")
    };
    let mut table = Table {
        board: Board::new(size),
        last: Progress::Done,
    };
    let mut here = Line::new(1, TIMING);
    let mut there = Device::new(2, TIMING);
    let mut wire = Wire(0);
    let mut dialogue = DIALOGUE.iter();
    let mut now = dialogue.next();
    let mut said = false;
    for now_ms in 0..LONGEST_MS {
        let Some((question, answer)) = now else {
            hprintln!(
                "line {} bytes, device {} bytes",
                size_of::<Line>(),
                size_of::<Device>()
            );
            hprintln!("link ok");
            leave(debug::EXIT_SUCCESS)
        };
        said |= !said && here.send(question).is_ok();
        while let Some(line) = here.transmit(now_ms) {
            for &byte in line.iter().filter(|_| wire.carries()) {
                there.receive(byte, &mut table);
            }
        }
        there.poll(&mut table);
        while let Some(line) = there.transmit(now_ms) {
            for byte in Bytes::from_slice(line).unwrap_or_default() {
                if wire.carries() && here.receive(byte) == Some(Event::Message(answer)) {
                    now = dialogue.next();
                    said = false;
                }
            }
        }
    }
    panic!("no answer to {:?}", now.map(|(question, _)| question))
}

#[panic_handler]
fn panic(info: &PanicInfo<'_>) -> ! {
    hprintln!("{}", info);
    leave(debug::EXIT_FAILURE)
}

/// Ends the emulator; a debugger may still let the program go on.
fn leave(status: debug::ExitStatus) -> ! {
    loop {
        debug::exit(status);
    }
}
