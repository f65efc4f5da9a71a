//! The box.
