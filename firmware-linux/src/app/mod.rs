//! The game between people and engine as a state machine: an event in; a view and a request out.
//!
//! Nothing here knows of terminals, threads, files or clocks, so that every front end, from the
//! terminal to a keypad and a small display, is a different pair of eyes and hands for the same
//! [`Session`](session::Session).
//!
//! - [`key`]: the keys of the box
//! - [`thought`]: what the engine thinks of a move
//! - [`record`]: a game as it is kept
//! - [`event`]: all that can happen, and what is said and asked for in return
//! - [`view`]: what a display should show
//! - [`session`]: the game itself
//! - [`key`]: the keys of the box
//! - [`panel`]: the box's controls and what its displays show

pub mod event;
pub mod key;
pub mod panel;
pub mod record;
pub mod session;
pub mod thought;
pub mod view;
