//! The games before, each under a number; the oldest go when there are too many.

use std::fs;
use std::io::{self, ErrorKind};
use std::path::PathBuf;

use crate::app::record::Record;
use crate::store::files::{self, StoreError};
use crate::store::numbers::{LAST, name, number};
use crate::store::text;

/// The room that every file takes is a multiple of this, on the usual file systems.
const BLOCK: u64 = 4 << 10;
#[derive(Debug)]
pub(super) struct Archive {
    folder: PathBuf,
    /// All files together take no more bytes than this, or there is but one.
    limit: u64,
}

impl Archive {
    pub(super) fn new(folder: PathBuf, mib: u32) -> Self {
        let limit = u64::from(mib) << 20;
        Self { folder, limit }
    }

    pub(super) fn remove_passing(&self) {
        files::remove_passing(&self.folder);
    }

    /// The number for a new game: behind all others, as long as there are numbers.
    pub(super) fn next(&self) -> Result<u32, StoreError> {
        let mut numbers = self.numbers()?;
        numbers.sort_unstable();
        let highest = numbers.last().copied().unwrap_or_default();
        if highest < LAST {
            return Ok(highest + 1);
        }
        let free = (1..=LAST).find(|number| numbers.binary_search(number).is_err());
        free.ok_or(StoreError::Exists)
    }

    /// Writes a game under that number in the place of what is there. If that makes too many, the
    /// oldest go, and never this one.
    pub(super) fn put(&self, number: u32, text: &str) -> Result<(), StoreError> {
        files::create_folder(&self.folder)?;
        files::write(&self.path(number), text, true)?;
        // The game is kept; what is in its way may go next time.
        if let Err(error) = self.prune(number) {
            defmt::warn!("archive: {}", error.to_string().as_str());
        }
        Ok(())
    }

    /// The finished game under that number.
    pub(super) fn finished(&self, number: u32) -> Option<Record> {
        let bytes = files::read(&self.path(number)).ok()?;
        let (game, _) = text::read(&bytes)?;
        game.is_over().then_some(game.record)
    }

    fn path(&self, number: u32) -> PathBuf {
        self.folder.join(name(number))
    }

    fn numbers(&self) -> io::Result<Vec<u32>> {
        let entries = match fs::read_dir(&self.folder) {
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok(Vec::new()),
            entries => entries?,
        };
        let names = entries.map(|entry| Ok(entry?.file_name()));
        let numbers = names.map(|name: io::Result<_>| Ok(number(&name?.to_string_lossy())));
        numbers.filter_map(Result::transpose).collect()
    }

    fn prune(&self, newest: u32) -> io::Result<()> {
        let mut numbers = self.numbers()?;
        numbers.retain(|&number| number != newest);
        numbers.sort_unstable();
        let mut room = self.limit.saturating_sub(self.taken(newest)?);
        let mut games = numbers.into_iter().rev();
        let too_old = games.find(|&number| match self.taken(number) {
            Ok(taken) if taken <= room => {
                room -= taken;
                false
            }
            Ok(_) => true,
            Err(_) => false, // it is gone, or cannot be reached to be removed
        });
        for number in too_old.into_iter().chain(games) {
            fs::remove_file(self.path(number))?;
        }
        Ok(())
    }

    /// The bytes that it takes on the disk.
    fn taken(&self, number: u32) -> io::Result<u64> {
        let length = fs::symlink_metadata(self.path(number))?.len();
        Ok(length.div_ceil(BLOCK).saturating_mul(BLOCK))
    }
}
