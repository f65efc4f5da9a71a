//! Games that are played and watched through the net.
//!
//! A game lives in a [`Room`](live::Room) of its own; the box's game lives elsewhere, and a
//! [`Desk`](desk::Desk) is the way to it. Both take the same [`Command`](command::Command)s and tell
//! the same [`News`](shown::News): always the newest, so that a slow reader misses what is past and
//! nothing waits for him.
//!
//! - [`shown`]: a game as everybody sees it
//! - [`command`]: what people ask for, and why it is refused
//! - [`live`]: one game, with the engine at work on it
//! - [`desk`]: the way to the box's game
//! - `ids`: names of games that nobody guesses
//! - [`rooms`]: all games, as many as there may be

pub mod command;
pub mod desk;
mod ids;
pub mod live;
pub mod rooms;
pub mod shown;
