//! Games on the disk.
//!
//! - [`files`]: files of games, read within bounds and written whole or not at all
//! - `numbers`: the numbers of games
//! - `text`: a kept game as text
//! - [`keeper`]: the game in progress and those before it, kept through a pulled plug
//! - [`shelf`]: many games side by side, each under a name

pub mod files;
pub mod keeper;
mod numbers;
pub mod shelf;
mod text;

pub use files::{LARGEST, StoreError, path_of, read, write};
