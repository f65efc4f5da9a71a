//! The page in a real browser, Chromium without a window, against the real `minmax-h3 serve`.
//!
//! Needs `chromium` and `chromedriver` (Debian: `chromium`, `chromium-driver`). Without them the
//! tests say so and pass, unless `CI` is `true`. Pictures of every view go to `target/page/`.
#![cfg(all(target_os = "linux", not(target_arch = "arm")))]
// A test that cannot go on fails by panicking.
#![allow(clippy::unwrap_used, clippy::expect_used)]

mod access;
mod browser;
mod games;
mod looks;
mod page;
mod server;
mod trouble;
