//! `minmax-h3 play` from outside: the real program on a pipe and on a terminal, under a deadline.
// A test that cannot go on fails by panicking.
#![allow(clippy::unwrap_used)]

mod bad_input;
mod files;
mod games;
#[cfg(all(target_os = "linux", target_env = "gnu"))]
mod logs;
mod program;
mod renju;
#[cfg(all(unix, not(target_arch = "arm")))]
mod terminal;
