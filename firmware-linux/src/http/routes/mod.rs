//! The addresses, and what is done at each.
//!
//! - [`position`]: one position: best move, analysis, forbidden points
//! - [`about`]: the service itself: what it can do, how it is, its document
//! - [`page`]: the page and its files

pub mod about;
pub mod page;
pub mod position;
