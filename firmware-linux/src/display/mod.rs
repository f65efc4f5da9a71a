//! Views as text and as pictures: pure functions of what is to be shown.
//!
//! - [`paint`]: colours, or none
//! - [`board`]: the board
//! - [`text`]: plain lines, for a pipe
//! - [`terminal`]: a whole screen
//! - [`panel`]: what the box's display shows, as lines for a serial terminal
//! - [`picture`]: the box's small display

pub mod board;
pub mod paint;
pub mod panel;
pub mod picture;
pub mod terminal;
pub mod text;
