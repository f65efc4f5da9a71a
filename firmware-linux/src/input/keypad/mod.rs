//! A matrix keypad on any pins of embedded-hal: `core` only, no allocation, no clock.
//!
//! - [`debounce`]: one contact that bounces
//! - [`matrix`]: one reading of all contacts, and which of them may be ghosts
//! - [`stroke`]: presses, repeats and long presses of one key
//! - [`scanner`]: the pins
//! - [`layout`]: which key is where

pub mod debounce;
pub mod layout;
pub mod matrix;
pub mod scanner;
pub mod stroke;

/// A place in the matrix.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Place {
    /// Row, from 0.
    pub row: usize,
    /// Column, from 0.
    pub column: usize,
}
