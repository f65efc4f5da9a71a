//! `minmax-h3 match` from outside: the real program, its own players, and brains of all manners.
#![cfg(unix)]
// A test that cannot go on fails by panicking.
#![allow(clippy::unwrap_used)]

#[path = "../play/program.rs"]
#[allow(dead_code, reason = "other tests need the rest")]
mod program;

mod bad_input;
mod brains;
mod matches;
