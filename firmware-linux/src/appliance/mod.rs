//! The box: a game appliance made of whatever its file names.
//!
//! - [`config`]: the file
//! - [`check`]: what is there of it, and how to mend what is wrong

pub mod check;
pub mod config;
