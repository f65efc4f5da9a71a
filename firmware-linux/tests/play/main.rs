//! `minmax-h3 play` from outside: the real program on a pipe and on a terminal, under a deadline.
// A test that cannot go on fails by panicking.
#![allow(clippy::unwrap_used)]

mod bad_input;
mod files;
mod games;
mod program;
#[cfg(unix)]
mod terminal;
