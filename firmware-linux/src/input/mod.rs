//! Keypads and serial lines: from levels and bytes to keys and lines, without a device.
//!
//! - [`keypad`]: a matrix of keys, or a single button
//! - [`lines`]: the bytes of a serial terminal

pub mod keypad;
pub mod lines;
