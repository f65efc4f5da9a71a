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
use minmax_engine::bench::{SLOTS, run};
use minmax_engine::search::Searcher;
use minmax_engine::tt::Slot;

/// Shared by reference, so in no need of being lent by `main`.
static TABLE: [Slot; SLOTS] = [Slot::EMPTY; SLOTS];

#[entry]
fn main() -> ! {
    // `entry` makes it a static of which this is the only reference: far too large for the stack.
    static mut SEARCHER: Searcher = Searcher::new();
    let outcome = run(SEARCHER, &TABLE, |case, verdict| {
        let (depth, seldepth) = (verdict.depth, verdict.seldepth);
        hprintln!(
            "depth {depth}/{seldepth} score {} {}",
            verdict.score,
            case.moves
        );
    });
    hprintln!("searcher {} bytes", size_of::<Searcher>());
    hprintln!("nodes {}", outcome.nodes);
    hprintln!("signature {:08x}", outcome.signature);
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
