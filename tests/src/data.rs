//! The files in `data/`.

use std::fs;
use std::path::Path;

/// The text of a file in `data/`.
///
/// # Panics
/// If it cannot be read: the test cannot go on.
#[must_use]
pub fn read(name: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("data")
        .join(name);
    match fs::read_to_string(&path) {
        Ok(text) => text,
        Err(error) => panic!("{}: {error}", path.display()),
    }
}
