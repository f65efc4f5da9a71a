//! The keys of the keypad, by what is printed on them.

use anyhow::{Context, Result};

/// As `layout` in box.toml.
const LAYOUT: &str = "123A456B789C*0#D";

/// The keys as the keypad's module wants to be told: a bit each.
///
/// # Errors
///
/// When the keypad has no such key.
pub fn mask(keys: &str) -> Result<u16> {
    keys.chars().try_fold(0, |mask, key| {
        let bit = LAYOUT
            .find(key)
            .with_context(|| format!("no key '{key}'"))?;
        Ok(mask | 1 << bit)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bits_go_row_by_row() {
        assert_eq!(mask("").ok(), Some(0));
        assert_eq!(mask("1").ok(), Some(1));
        assert_eq!(mask("4A").ok(), Some(0x18));
        assert_eq!(mask("D").ok(), Some(0x8000));
        assert!(mask("x").is_err());
    }
}
