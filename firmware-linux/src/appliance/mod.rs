//! The box: a game appliance made of whatever its file names.
//!
//! - [`config`]: the file
//! - `trouble`: what is wrong with the hardware, in words, and how to mend it
//! - `check`: what is there of what the file names
//! - `orders`: what a robot may be told to do on the serial terminal
//! - `console`: the serial terminal
//! - `arm`: the robot on its line
//! - `host`: the loop in which all of them meet
//! - `devices`: the ports of Linux
//! - `web`: the web page and its service, on a thread of their own
//! - `start`: the box as its file says

#[cfg(target_os = "linux")]
pub mod arm;
#[cfg(target_os = "linux")]
pub mod check;
pub mod config;
#[cfg(target_os = "linux")]
pub mod console;
#[cfg(target_os = "linux")]
pub mod devices;
#[cfg(target_os = "linux")]
pub mod host;
#[cfg(target_os = "linux")]
pub mod orders;
#[cfg(target_os = "linux")]
pub mod start;
#[cfg(target_os = "linux")]
pub mod trouble;
#[cfg(target_os = "linux")]
pub mod web;

/// The folder in the store's that holds the games of the web page.
#[cfg(target_os = "linux")]
const GAMES: &str = "games";
/// The file in the store's folder that holds what the box's file said of the game last.
#[cfg(target_os = "linux")]
const REMEMBERED: &str = "asked.txt";
