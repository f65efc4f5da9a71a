//! The protocol between a game box and the machine that sees its board and moves its stones, for
//! both ends: the box on Linux and a microcontroller run the very same code.
//!
//! `LINK.md` beside this crate describes every byte, for those who write the other end in another
//! language. Nothing here allocates, does IO, reads a clock or starts a thread: bytes and
//! milliseconds are arguments.
//!
//! The modules, lowest first; a module uses only what stands above it:
//!
//! - [`cell`], [`board`]: cells, stones and a whole board as text
//! - [`message`]: what the two ends tell each other
//! - [`frame`]: one line with its checksum
//! - [`line`](mod@line): numbered, acknowledged and repeated lines
//! - [`device`]: the whole other end, but for its motors and sensors
#![no_std]
#![forbid(unsafe_code)]
#![deny(missing_docs)]

pub mod board;
pub mod cell;
pub mod device;
pub mod frame;
pub mod line;
pub mod message;
