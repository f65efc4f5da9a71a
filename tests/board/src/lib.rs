//! An emulated Orange Pi PC with the box in it, to be played with from outside.
//!
//! [`Board::with`] starts qemu with Debian's kernel and a [`Card`]; the game is played over UART3
//! ([`Serial`]), by the keys of a keypad ([`keypad`]) and by looking at the display ([`Picture`]).
//! Commands for the machine itself go over UART1 ([`Board::run`]). At the end the plug is pulled.
//!
//! Modules, lowest first: `built`, [`card`], [`serial`], [`machine`], [`keypad`], [`picture`], [`board`].
//!
//! Every wait has an end, and tells what it has seen until then.

mod built;

pub mod card;

pub mod serial;

pub mod machine;

pub mod keypad;

pub mod picture;

pub mod board;

pub use board::Board;
pub use card::Card;
pub use picture::Picture;
pub use serial::Serial;
