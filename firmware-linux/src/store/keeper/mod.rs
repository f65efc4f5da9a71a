//! The game in progress and those before it, kept through a pulled plug.
//!
//! In the folder stands `game.sgf`, the game in progress; `archive/` holds the games before it as
//! `000001.sgf`, `000002.sgf` and so on. Numbers, not dates, say which is older: the boards have
//! no battery for a clock. What cannot be read is not thrown away: it becomes `damaged-1.sgf`.
//!
//! A game has its number in the archive from its first move on, and `game.sgf` names it: however
//! often a game is finished, taken back and finished again, before or after a power failure, it
//! stands in the archive once.
//!
//! - `archive`: the games before
//! - `queue`: what waits for a slow disk
//! - [`saver`]: a thread of its own, for keys never wait for a disk

mod archive;
mod queue;
pub mod saver;

use std::fs;
use std::path::{Path, PathBuf};

use minmax_engine::strategy::handicap::Level;

use self::archive::Archive;
use super::files::{self, StoreError};
use super::text;
use crate::app::event::Player;
use crate::app::record::Record;

pub use super::text::Kept;
pub use saver::{Saver, SaverEvent};

/// The game in progress, in its folder.
const GAME: &str = "game.sgf";
/// The folder of the games before, in the same one.
const ARCHIVE: &str = "archive";

/// What stood in the folder.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Found {
    /// No game.
    Nothing,
    /// A game to go on with. Players and level are `None` if the file, not one of the box's own,
    /// does not name them.
    Game {
        /// The game.
        record: Box<Record>,
        /// Who plays it, Black first.
        players: Option<[Player; 2]>,
        /// The engine's strength.
        level: Option<Level>,
    },
    /// Something that is no game, or only a part of one.
    Damaged {
        /// Where it is now.
        kept_as: PathBuf,
    },
}

/// Keeps the game in progress and those before it in a folder. Every call waits for the disk.
#[derive(Debug)]
pub struct Keeper {
    folder: PathBuf,
    archive: Archive,
    current: Option<Current>,
    /// Whether `game.sgf`, if there is one, was read or written here. A card that was put in
    /// late may hold another.
    known: bool,
}

/// The game in progress, on the disk or still on its way there.
#[derive(Debug)]
struct Current {
    /// In the archive.
    number: u32,
    game: text::Game,
    /// Whether the archive holds it as it is.
    archived: bool,
    /// Nothing of it was saved since it was found or begun.
    fresh: bool,
}

impl Keeper {
    /// Opens the folder, or creates it, and reads the game in progress. What interrupted writing
    /// has left is removed. The finished games may take `archive_mib` MiB of room.
    ///
    /// A read-only folder is opened as well: its game is gone on with, though not kept.
    ///
    /// # Errors
    /// There is no such folder and none can be created, or a damaged game cannot be renamed.
    pub fn open(folder: &Path, archive_mib: u32) -> Result<(Self, Found), StoreError> {
        files::create_folder(folder)?;
        let archive = Archive::new(folder.join(ARCHIVE), archive_mib);
        files::remove_passing(folder);
        archive.remove_passing();
        let mut keeper = Self {
            folder: folder.into(),
            archive,
            current: None,
            known: false,
        };
        let found = keeper.find()?;
        Ok((keeper, found))
    }

    fn find(&mut self) -> Result<Found, StoreError> {
        let game = match files::read(&self.game()) {
            Err(error) if error.is_missing() => return Ok(Found::Nothing),
            read => read.ok().and_then(|bytes| text::read(&bytes)),
        };
        let Some((game, number)) = game else {
            return self.set_aside().map(|kept_as| Found::Damaged { kept_as });
        };
        let found = Found::Game {
            record: Box::new(game.record.clone()),
            players: game.players,
            level: game.level,
        };
        let number = number.map_or_else(|| self.archive.next(), Ok)?;
        self.current = Some(Current::new(number, game));
        self.known = true;
        Ok(found)
    }

    /// Keeps the game in progress as it is now; a finished one in the archive too.
    ///
    /// # Errors
    /// The game cannot be written: `game.sgf` is as before. Or it was written, and it is finished
    /// and the archive cannot be written. To save it again is right in both cases.
    pub fn save(&mut self, kept: &Kept) -> Result<(), StoreError> {
        let (number, fresh) = match &self.current {
            Some(current) => (current.number, current.fresh),
            None => (self.archive.next()?, true),
        };
        // From here on it has this number, whatever fails below.
        let current = Current {
            fresh,
            ..Current::new(number, kept.into())
        };
        let current = self.current.insert(current);
        let text = current.game.write(Some(number))?;
        let archived = if current.game.is_over() {
            let archived = current.archive(&self.archive);
            current.archived = archived.is_ok();
            archived
        } else {
            Ok(())
        };
        self.write(&text)?;
        archived?;
        self.current
            .iter_mut()
            .for_each(|current| current.fresh = false);
        Ok(())
    }

    /// Keeps a new game. The one before goes to the archive if it had any moves, finished or not.
    ///
    /// To begin the game that was found in the folder is to go on with it.
    ///
    /// # Errors
    /// As [`save`](Self::save); or the game before cannot be put into the archive and is still
    /// the one in progress. To begin again is right in both cases.
    pub fn begin(&mut self, kept: &Kept) -> Result<(), StoreError> {
        if !self
            .current
            .as_ref()
            .is_some_and(|current| current.becomes(kept))
        {
            self.leave()?;
        }
        self.save(kept)
    }

    /// The game in progress is left for another.
    fn leave(&mut self) -> Result<(), StoreError> {
        if let Some(current) = &mut self.current
            && !current.archived
            && current.game.is_worth_keeping()
        {
            current.archive(&self.archive)?;
        }
        self.current = None;
        Ok(())
    }

    fn write(&mut self, text: &str) -> Result<(), StoreError> {
        files::create_folder(&self.folder)?;
        let game = self.game();
        if !self.known && fs::symlink_metadata(&game).is_ok() {
            self.set_aside()?;
        }
        files::write(&game, text, true)?;
        self.known = true;
        Ok(())
    }

    fn game(&self) -> PathBuf {
        self.folder.join(GAME)
    }

    /// Gives what stands in the place of the game a name of its own.
    fn set_aside(&self) -> Result<PathBuf, StoreError> {
        let path = |n: u32| self.folder.join(format!("damaged-{n}.sgf"));
        let mut paths = (1..).map(path);
        let free = paths.find(|path| fs::symlink_metadata(path).is_err());
        let kept_as = free.unwrap_or_else(|| path(0));
        files::rename(&self.game(), &kept_as)?;
        Ok(kept_as)
    }
}

impl Current {
    fn new(number: u32, game: text::Game) -> Self {
        Self {
            number,
            game,
            archived: false,
            fresh: true,
        }
    }

    /// Whether `kept`, which is begun, is this very game: found and gone on with, or begun before
    /// and not saved for some trouble. A game without moves may as well be another.
    fn becomes(&self, kept: &Kept) -> bool {
        self.fresh && self.game.is_worth_keeping() && self.game.leads_to(&kept.record)
    }

    /// Puts the game into the archive under its number, in the place of what it was before. But
    /// where it stands there finished, and was taken back and left, both are worth keeping.
    fn archive(&mut self, archive: &Archive) -> Result<(), StoreError> {
        if !self.game.is_over()
            && let Some(finished) = archive.finished(self.number)
        {
            if self.game.leads_to(&finished) {
                return Ok(());
            }
            self.number = archive.next()?;
        }
        archive.put(self.number, &self.game.write(None)?)
    }
}

#[cfg(test)]
mod tests;
