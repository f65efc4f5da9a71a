//! Data files and helpers for the tests of this package.
