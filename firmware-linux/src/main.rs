//! Composition only.
fn main() {}
