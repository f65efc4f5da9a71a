//! A game in the terminal or on a pipe.
//!
//! - [`command`]: what a typed line means
//! - [`input`]: lines from standard input, within bounds
//! - [`keys`]: keys of a terminal
//! - [`editor`]: the line that is typed with them
//! - [`interrupt`]: what Ctrl-C does
//! - [`screen`]: what is written, as lines or as a whole screen
//! - [`host`]: the loop in which all of it meets the game and the engine

pub mod command;
pub mod editor;
pub mod host;
pub mod input;
pub mod interrupt;
pub mod keys;
pub mod screen;
