//! Files of games.
mod files;
pub mod keeper;
pub use files::{LARGEST, StoreError, path_of, read, write};
