//! Games on the disk.
//!
//! - [`files`]: files of games, read within bounds and written whole or not at all
//! - [`keeper`]: the game in progress and those before it, kept through a pulled plug

pub mod files;
pub mod keeper;

pub use files::{LARGEST, StoreError, path_of, read, write};
