//! The shapes of what is sent and answered. Every field is named as in the API's document, which is made
//! of these types.
//!
//! - [`object`]: objects that are objects
//! - [`position`]: one position and its best move
//! - [`game`]: a game that lives on the service

pub mod game;
pub mod object;
pub mod position;
