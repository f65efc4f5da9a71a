//! `minmax-h3 gomocup` from outside: the real program on pipes, under a deadline.
// A test that cannot go on fails by panicking.
#![allow(clippy::unwrap_used)]

mod crowd;
mod games;
#[allow(dead_code, reason = "shared with another test")]
#[path = "../play/program.rs"]
mod program;
mod prompt;
mod sessions;
