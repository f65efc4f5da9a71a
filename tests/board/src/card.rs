//! The card that a board keeps its games on.

use std::{fs, path::Path};

use anyhow::Result;
use tempfile::NamedTempFile;

use crate::built::built;

/// An SD card: outlives the board that it is in, and is gone with its owner.
pub struct Card {
    image: NamedTempFile,
}

impl Card {
    /// A card with an empty file system.
    pub fn new() -> Result<Self> {
        let image = NamedTempFile::new()?;
        fs::copy(built("store.img")?, image.path())?;
        Ok(Self { image })
    }

    pub(crate) fn path(&self) -> &Path {
        self.image.path()
    }
}
