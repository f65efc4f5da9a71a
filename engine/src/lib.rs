//! The games and the thinking of minmax-h3.
#![no_std]
#![forbid(unsafe_code)]
#![deny(missing_docs)]
