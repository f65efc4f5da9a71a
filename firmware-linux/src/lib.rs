//! The box.
//!
//! - [`log`]: messages for the people who run and mend it

pub mod log;
