//! Views as text: pure functions from what is to be shown to a string.
//!
//! - [`paint`]: colours, or none
//! - [`board`]: the board
//! - [`text`]: plain lines, for a pipe
//! - [`terminal`]: a whole screen

pub mod board;
pub mod paint;
pub mod terminal;
pub mod text;
