//! The addresses, and what is done at each.
//!
//! - [`position`]: one position: best move, analysis, forbidden points
//! - [`games`]: games, begun, played, watched and taken home
//! - [`about`]: the service itself: what it can do, how it is, its document
//! - [`page`]: the page and its files

pub mod about;
pub mod games;
pub mod page;
pub mod position;
