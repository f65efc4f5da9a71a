//! The shapes of what is sent and answered. Every field is named as in the API's document, which is made
//! of these types.
//!
//! - [`position`]: one position and its best move

pub mod position;
