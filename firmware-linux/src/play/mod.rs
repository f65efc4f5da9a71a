//! A game in the terminal or on a pipe.
//!
//! - [`command`]: what a typed line means
//! - [`input`]: lines from standard input, within bounds
//! - [`interrupt`]: what Ctrl-C does
//! - [`screen`]: what is written, as lines or as a whole screen
//! - [`host`]: the loop in which all of it meets the game and the engine

pub mod command;
pub mod host;
pub mod input;
pub mod interrupt;
pub mod screen;
