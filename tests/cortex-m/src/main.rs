//! The engine's bench on a Cortex-M4 without operating system and allocator. Only `core` is linked,
//! so that nothing here could allocate if it wanted to. Prints `signature XXXXXXXX` for the host to
//! compare, and ends the emulator with exit code 0, or 1 after a panic.
#![no_std]
#![no_main]

use core::panic::PanicInfo;

// Linked for its critical section only.
use cortex_m as _;

use cortex_m_rt::entry;
use cortex_m_semihosting::{debug, hprintln};
use minmax_engine::{game::Game, notation::parse_moves, rules::Rules};

#[entry]
fn main() -> ! {
    let mut game: Game = Game::new(Rules::GOMOKU);
    for point in parse_moves("h8g7h9h7h10h6h11h5h12", game.rules()) {
        game.play(point.unwrap());
    }
    hprintln!("{:?}", game.outcome());
    hprintln!("signature {:08x}", 0);
    leave(debug::EXIT_SUCCESS)
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
