//! The move service from outside: without a socket, against its own document, and as the real program.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    reason = "a test ends where something is missing"
)]

mod desk;
#[cfg(not(target_arch = "arm"))]
mod document;
mod position;
#[cfg(unix)]
mod program;
