//! Many games side by side in a folder, each in a file of its name, written by a thread of its own.
//!
//! Whoever plays never waits for the disk; of each game the newest is written. What cannot be read
//! when the folder is opened is not thrown away: `name.sgf` becomes `name.sgf.damaged`.

use std::collections::{HashMap, VecDeque};
use std::fs;
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use minmax_engine::strategy::handicap::Level;

use super::files::{self, StoreError};
use super::text::{self, Kept};
use crate::app::event::Player;

/// What cannot be written is tried again after so long.
const RETRY: Duration = Duration::from_secs(30);
/// The longest name of a game.
const LONGEST_NAME: usize = 32;

/// A game that stood in the folder.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stored {
    /// Its name.
    pub name: String,
    /// The game.
    pub kept: Kept,
    /// Higher for games that were written later.
    pub number: u32,
}

/// The files.
#[derive(Clone, Debug)]
struct Folder {
    path: PathBuf,
}

impl Folder {
    fn file(&self, name: &str) -> PathBuf {
        self.path.join(format!("{name}.sgf"))
    }

    /// All games, the oldest first.
    fn read(&self) -> io::Result<Vec<Stored>> {
        let mut games = Vec::new();
        for entry in fs::read_dir(&self.path)? {
            let file = entry?.file_name();
            let name = file.to_str().and_then(|file| file.strip_suffix(".sgf"));
            if let Some(name) = name.filter(|name| is_name(name)) {
                games.extend(self.game(name));
            }
        }
        games.sort_by(|a, b| (a.number, &a.name).cmp(&(b.number, &b.name)));
        Ok(games)
    }

    fn game(&self, name: &str) -> Option<Stored> {
        let path = self.file(name);
        let read = files::read(&path);
        let bytes = match read {
            Ok(bytes) => bytes,
            Err(StoreError::TooLarge) => Vec::new(),
            Err(error) => {
                warn(&error);
                return None;
            }
        };
        let Some((game, number)) = text::read(&bytes) else {
            self.set_aside(&path);
            return None;
        };
        Some(Stored {
            name: name.into(),
            kept: Kept {
                record: game.record,
                players: game.players.unwrap_or([Player::Human, Player::Engine]),
                level: game.level.unwrap_or(Level::DEFAULT),
            },
            number: number.unwrap_or_default(),
        })
    }

    fn set_aside(&self, path: &Path) {
        let aside = path.with_extension("sgf.damaged");
        defmt::error!(
            "store: a damaged game is now {}",
            aside.display().to_string().as_str()
        );
        if let Err(error) = files::rename(path, &aside) {
            warn(&error.into());
        }
    }

    fn write(&self, name: &str, kept: &Kept, number: u32) -> Result<(), StoreError> {
        let text = text::Game::from(kept).write(Some(number))?;
        files::create_folder(&self.path)?;
        files::write(&self.file(name), &text, true)
    }

    fn remove(&self, name: &str) -> Result<(), StoreError> {
        match fs::remove_file(self.file(name)) {
            Err(error) if error.kind() != ErrorKind::NotFound => Err(error.into()),
            _ => Ok(()),
        }
    }
}

/// Whether a game may have this name: a few small letters and digits.
fn is_name(name: &str) -> bool {
    let plain = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit();
    (1..=LONGEST_NAME).contains(&name.len()) && name.bytes().all(plain)
}

fn warn(error: &StoreError) {
    match error {
        StoreError::Io(error) | StoreError::Full(error) => {
            defmt::warn!("store: {}", error.to_string().as_str());
        }
        StoreError::Exists | StoreError::NotAFile | StoreError::TooLarge => {
            defmt::warn!("store: a game cannot be read or written");
        }
    }
}

/// What is to become of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Job {
    Write(Box<Kept>, u32),
    Remove,
}

/// What waits: of each game the newest, in the order in which they came.
#[derive(Debug, Default)]
struct Jobs {
    jobs: HashMap<String, Job>,
    order: VecDeque<String>,
}

impl Jobs {
    fn put(&mut self, name: &str, job: Job) {
        if self.jobs.insert(name.into(), job).is_none() {
            self.order.push_back(name.into());
        }
    }

    fn take(&mut self) -> Option<(String, Job)> {
        let name = self.order.pop_front()?;
        self.jobs.remove_entry(&name)
    }

    /// Puts back what could not be done, unless something newer waits.
    fn give_back(&mut self, name: String, job: Job) {
        if !self.jobs.contains_key(&name) {
            self.order.push_front(name.clone());
            self.jobs.insert(name, job);
        }
    }

    fn forget(&mut self, name: &str) {
        if self.jobs.remove(name).is_some() {
            self.order.retain(|waiting| waiting != name);
        }
    }

    fn len(&self) -> usize {
        self.jobs.len()
    }
}

#[derive(Debug, Default)]
struct State {
    jobs: Jobs,
    /// Something has come since the thread last looked.
    fresh: bool,
    closing: bool,
    /// The thread has ended, and whether everything is written.
    ended: Option<bool>,
}

#[derive(Debug, Default)]
struct Shared {
    state: Mutex<State>,
    changed: Condvar,
}

/// A handle on the thread that writes. Without it the thread writes what waits, as far as it can be
/// written at once, and ends.
#[derive(Debug)]
pub struct Shelf {
    shared: Arc<Shared>,
    most: usize,
}

impl Shelf {
    /// Opens the folder, or creates it, and reads its games, the oldest first: no more than `most`,
    /// for which the oldest are removed.
    ///
    /// # Errors
    /// The folder cannot be created or read, or the system gives no thread.
    pub fn open(path: &Path, most: usize) -> Result<(Self, Vec<Stored>), StoreError> {
        Self::with(path, most, RETRY)
    }

    fn with(path: &Path, most: usize, retry: Duration) -> Result<(Self, Vec<Stored>), StoreError> {
        files::create_folder(path)?;
        files::remove_passing(path);
        let folder = Folder { path: path.into() };
        let mut games = folder.read()?;
        let too_many = games.len().saturating_sub(most);
        for game in games.drain(..too_many) {
            folder.remove(&game.name)?;
        }
        let shared = Arc::new(Shared::default());
        let worker = Worker {
            folder,
            shared: Arc::clone(&shared),
            retry,
            in_trouble: false,
        };
        thread::Builder::new()
            .name("shelf".into())
            .spawn(move || worker.work())?;
        Ok((Self { shared, most }, games))
    }

    /// Keeps the game of that name as it is now, in a while. `number` is higher than that of games
    /// before.
    pub fn put(&self, name: &str, kept: Kept, number: u32) {
        let job = Job::Write(Box::new(kept), number);
        self.shared.push(|jobs| jobs.put(name, job));
    }

    /// The game is no longer kept. Where too much waits for the disk already, its file is left for
    /// the next time that the folder is opened.
    pub fn remove(&self, name: &str) {
        let most = self.most.saturating_mul(2);
        self.shared.push(|jobs| {
            if jobs.len() < most {
                jobs.put(name, Job::Remove);
            } else {
                jobs.forget(name);
            }
        });
    }

    /// Writes what waits and ends the thread: whether everything was written in that time. Nothing
    /// is kept afterwards.
    pub fn finish(&self, timeout: Duration) -> bool {
        self.close();
        let state = self.shared.lock();
        let going_on = |state: &mut State| state.ended.is_none();
        let waited = self
            .shared
            .changed
            .wait_timeout_while(state, timeout, going_on);
        let (state, _) = waited.unwrap_or_else(PoisonError::into_inner);
        state.ended == Some(true)
    }

    fn close(&self) {
        self.shared.lock().closing = true;
        self.shared.changed.notify_all();
    }
}

impl Drop for Shelf {
    fn drop(&mut self) {
        self.close();
    }
}

impl Shared {
    /// No code that could panic holds the lock.
    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn push(&self, change: impl FnOnce(&mut Jobs)) {
        let mut state = self.lock();
        if state.ended.is_none() {
            change(&mut state.jobs);
            state.fresh = true;
            self.changed.notify_all();
        }
    }

    /// Waits until there is something to do; after a failure until `again`, or until something new
    /// has come. Nothing when all is done.
    fn next(&self, again: Option<Instant>) -> Option<(String, Job)> {
        let mut state = self.lock();
        loop {
            let left = again.map(|again| again.saturating_duration_since(Instant::now()));
            let due = left.is_none_or(|left| left.is_zero());
            if state.closing || state.fresh || due {
                state.fresh = false;
                if let Some(job) = state.jobs.take() {
                    return Some(job);
                }
            }
            if state.closing {
                return None;
            }
            state = match left.filter(|left| !left.is_zero()) {
                None => {
                    let woken = self.changed.wait(state);
                    woken.unwrap_or_else(PoisonError::into_inner)
                }
                Some(left) => {
                    let woken = self.changed.wait_timeout(state, left);
                    woken.unwrap_or_else(PoisonError::into_inner).0
                }
            };
        }
    }
}

struct Worker {
    folder: Folder,
    shared: Arc<Shared>,
    retry: Duration,
    /// That it does not work was told.
    in_trouble: bool,
}

impl Worker {
    fn work(mut self) {
        let _ended = Ended(Arc::clone(&self.shared));
        let mut again = None;
        while let Some((name, job)) = self.shared.next(again) {
            again = match self.perform(&name, &job) {
                Ok(()) => {
                    self.in_trouble = false;
                    None
                }
                // To try again would be in vain.
                Err(StoreError::TooLarge) => None,
                Err(error) => {
                    if !std::mem::replace(&mut self.in_trouble, true) {
                        warn(&error);
                    }
                    let mut state = self.shared.lock();
                    state.jobs.give_back(name, job);
                    if state.closing {
                        return;
                    }
                    Some(Instant::now() + self.retry)
                }
            };
        }
    }

    fn perform(&self, name: &str, job: &Job) -> Result<(), StoreError> {
        match job {
            Job::Write(kept, number) => self.folder.write(name, kept, *number),
            Job::Remove => self.folder.remove(name),
        }
    }
}

/// Tells the end of the thread, even if it ends by a fault.
struct Ended(Arc<Shared>);

impl Drop for Ended {
    fn drop(&mut self) {
        let mut state = self.0.lock();
        state.ended = Some(!thread::panicking() && state.jobs.len() == 0);
        self.0.changed.notify_all();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::record::Record;
    use minmax_engine::point::Point;
    use minmax_engine::rules::Rules;
    use minmax_engine::side::Side;

    const DEADLINE: Duration = Duration::from_secs(60);

    fn kept(moves: usize) -> Kept {
        let mut record = Record::new(Rules::GOMOKU);
        for n in 0..moves {
            record
                .play(Point::new(n, 2 * (n % 2)).unwrap(), None)
                .unwrap();
        }
        Kept {
            record,
            players: [Player::Engine, Player::Human],
            level: Level::new(7).unwrap(),
        }
    }

    fn open(folder: &Path, most: usize) -> (Shelf, Vec<Stored>) {
        Shelf::with(folder, most, Duration::from_millis(10)).unwrap()
    }

    #[test]
    fn games_are_there_again_with_players_level_and_ending() {
        let folder = tempfile::tempdir().unwrap();
        let (shelf, none) = open(folder.path(), 9);
        assert_eq!(none, []);
        let mut resigned = kept(3);
        resigned.record.resign(Side::Black);
        shelf.put("b", kept(1), 7);
        shelf.put("a", kept(2), 8);
        shelf.put("b", resigned.clone(), 9);
        shelf.put("c", kept(1), 10);
        shelf.remove("c");
        assert!(shelf.finish(DEADLINE));
        let (_shelf, found) = open(folder.path(), 9);
        let stored = |name: &str, kept, number| Stored {
            name: name.into(),
            kept,
            number,
        };
        assert_eq!(found, [stored("a", kept(2), 8), stored("b", resigned, 9)]);
    }

    #[test]
    fn the_oldest_are_removed_for_the_newest() {
        let folder = tempfile::tempdir().unwrap();
        let (shelf, _) = open(folder.path(), 9);
        for (number, name) in ["a", "b", "c", "d"].into_iter().enumerate() {
            shelf.put(name, kept(1), 10 - number as u32);
        }
        assert!(shelf.finish(DEADLINE));
        let (_shelf, found) = open(folder.path(), 2);
        let names: Vec<_> = found.iter().map(|stored| stored.name.as_str()).collect();
        assert_eq!(names, ["b", "a"]);
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 2);
    }

    #[test]
    fn what_is_damaged_is_kept_aside_and_what_is_not_ours_untouched() {
        let folder = tempfile::tempdir().unwrap();
        let (shelf, _) = open(folder.path(), 9);
        shelf.put("a", kept(3), 1);
        shelf.put("b", kept(3), 2);
        assert!(shelf.finish(DEADLINE));
        let path = folder.path().join("a.sgf");
        let text = fs::read_to_string(&path).unwrap().replace(";B[", ";W[");
        fs::write(&path, &text).unwrap();
        for other in ["Read.sgf", "notes.txt", "../x"] {
            let _ = fs::write(folder.path().join(other.replace("../", "-")), "mine");
        }
        let (_shelf, found) = open(folder.path(), 9);
        assert_eq!(found.len(), 1);
        let aside = fs::read_to_string(folder.path().join("a.sgf.damaged"));
        assert_eq!(aside.unwrap(), text);
        assert_eq!(fs::read(folder.path().join("Read.sgf")).unwrap(), b"mine");
        assert_eq!(fs::read(folder.path().join("notes.txt")).unwrap(), b"mine");
    }

    #[test]
    fn a_disk_that_does_not_work_is_tried_again_and_waited_for_no_longer_than_told() {
        let above = tempfile::tempdir().unwrap();
        let folder = above.path().join("games");
        let (shelf, _) = open(&folder, 2);
        fs::remove_dir(&folder).unwrap();
        fs::write(&folder, "in the way").unwrap();
        for n in 0..100 {
            let name = format!("g{n}");
            shelf.put(&name, kept(1), n);
            shelf.remove(&name);
        }
        shelf.put("a", kept(2), 100);
        for n in 100..200 {
            shelf.remove(&format!("g{n}"));
        }
        let most = 2 * 2 + 1;
        let state = shelf.shared.lock();
        assert!(state.jobs.len() <= most && state.jobs.order.len() <= most);
        drop(state);
        fs::remove_file(&folder).unwrap();
        let end = Instant::now() + DEADLINE;
        while !folder.join("a.sgf").exists() {
            assert!(Instant::now() < end);
            thread::sleep(Duration::from_millis(2));
        }
        assert!(shelf.finish(DEADLINE));
        assert!(!folder.join("g0.sgf").exists());
    }

    #[test]
    fn an_end_in_trouble_is_told() {
        let above = tempfile::tempdir().unwrap();
        let folder = above.path().join("games");
        let (shelf, _) = open(&folder, 2);
        fs::remove_dir(&folder).unwrap();
        fs::write(&folder, "in the way").unwrap();
        shelf.put("a", kept(1), 1);
        assert!(!shelf.finish(DEADLINE));
        shelf.put("b", kept(1), 2); // nobody is there to write it
        assert_eq!(shelf.shared.lock().jobs.len(), 1);
    }
}
