//! The box: a game appliance made of whatever its file names.
//!
//! - [`config`]: the file
//! - `trouble`: what is wrong with the hardware, in words, and how to mend it
//! - `check`: what is there of what the file names

#[cfg(target_os = "linux")]
pub mod check;
pub mod config;
#[cfg(target_os = "linux")]
pub mod trouble;
