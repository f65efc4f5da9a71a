//! Data files and helpers for the tests of this package.

pub mod data;
pub mod mind;
pub mod openings;
pub mod proof;
pub mod robot;
pub mod yardstick;
