//! A thread that keeps games: keys never wait for a disk, and a slow card may take a second for
//! every sync.

use std::io;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use super::queue::{Queue, Waiting};
use super::{Keeper, Kept};
use crate::store::files::StoreError;

/// What cannot be kept is tried again after so long.
const RETRY: Duration = Duration::from_secs(30);

/// What the thread tells.
#[derive(Debug)]
pub enum SaverEvent {
    /// Games are kept again, and none waits. Told once after `Failed`.
    Saved,
    /// The game cannot be kept. It is tried again when the game changes, and every 30 seconds.
    /// Told once until there is other trouble: a full disk and all else are two kinds.
    Failed(StoreError),
    /// All games up to this number are written, or it was tried in vain, as was told before.
    Done(u64),
}

/// What keeps games.
trait Keep {
    fn save(&mut self, kept: &Kept) -> Result<(), StoreError>;
    fn begin(&mut self, kept: &Kept) -> Result<(), StoreError>;
}

impl Keep for Keeper {
    fn save(&mut self, kept: &Kept) -> Result<(), StoreError> {
        self.save(kept)
    }

    fn begin(&mut self, kept: &Kept) -> Result<(), StoreError> {
        self.begin(kept)
    }
}

/// A handle on the thread. Without it the thread writes what waits, as far as it can be written
/// at once, and ends.
#[derive(Debug)]
pub struct Saver {
    shared: Arc<Shared>,
}

#[derive(Debug, Default)]
struct Shared {
    state: Mutex<State>,
    changed: Condvar,
}

#[derive(Debug, Default)]
struct State {
    queue: Queue,
    /// The number of the last game that was given.
    given: u64,
    /// Something has arrived since the thread last looked.
    fresh: bool,
    /// The thread waits: nothing is being written.
    resting: bool,
    closing: bool,
    /// The thread has ended, and whether everything is written.
    ended: Option<bool>,
}

impl Saver {
    /// Starts the thread. `tell` hears of trouble on it, and of its end.
    ///
    /// # Errors
    /// The system gives no thread.
    pub fn start(
        keeper: Keeper,
        tell: impl FnMut(SaverEvent) + Send + 'static,
    ) -> io::Result<Self> {
        Self::with(keeper, RETRY, tell)
    }

    fn with(
        keeper: impl Keep + Send + 'static,
        retry: Duration,
        tell: impl FnMut(SaverEvent) + Send + 'static,
    ) -> io::Result<Self> {
        let shared = Arc::new(Shared::default());
        let worker = Worker {
            shared: Arc::clone(&shared),
            keeper,
            tell,
            retry,
            trouble: None,
        };
        thread::Builder::new()
            .name("saver".into())
            .spawn(move || worker.work())?;
        Ok(Self { shared })
    }

    /// Keeps the game in progress as it is now. What waits of the same game is dropped, but for
    /// an end that the archive is to have. Its number: [`SaverEvent::Done`] tells of it.
    pub fn save(&self, kept: Kept) -> u64 {
        self.push(kept, false)
    }

    /// Keeps a new game, and the one before in the archive: as [`Keeper::begin`].
    pub fn begin(&self, kept: Kept) -> u64 {
        self.push(kept, true)
    }

    fn push(&self, kept: Kept, begins: bool) -> u64 {
        let mut state = self.shared.lock();
        state.given += 1;
        let number = state.given;
        state.queue.push(Waiting {
            kept,
            begins,
            number,
        });
        state.fresh = true;
        self.shared.changed.notify_all();
        number
    }

    /// Waits until everything is written, but no longer than this, nor for what is to be tried
    /// again later. Whether everything is.
    pub fn flush(&self, timeout: Duration) -> bool {
        let state = self.shared.lock();
        let working = |state: &mut State| state.ended.is_none() && (state.fresh || !state.resting);
        let waited = self
            .shared
            .changed
            .wait_timeout_while(state, timeout, working);
        let (state, late) = waited.unwrap_or_else(PoisonError::into_inner);
        !late.timed_out() && state.queue.is_empty()
    }

    /// Writes what waits and ends the thread: whether everything was written in that time.
    #[must_use]
    pub fn finish(self, timeout: Duration) -> bool {
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

impl Drop for Saver {
    fn drop(&mut self) {
        self.close();
    }
}

impl Shared {
    /// No code that could panic holds the lock.
    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Waits until there is something to write, and tells whether this is the last try; at `again`
    /// what is there is tried anew. Nothing when all is done.
    fn next(&self, again: Option<Instant>) -> Option<(Waiting, bool)> {
        let mut state = self.lock();
        loop {
            let left = again.map(|again| again.saturating_duration_since(Instant::now()));
            let due = left.is_none_or(|left| left.is_zero());
            if state.closing || state.fresh || due && !state.queue.is_empty() {
                state.fresh = false;
                state.resting = false;
                if let Some(waiting) = state.queue.take() {
                    return Some((waiting, state.closing));
                }
            }
            if state.closing {
                return None;
            }
            state.resting = true;
            self.changed.notify_all(); // somebody may wait for that
            state = self.wait(state, left);
        }
    }

    fn wait<'a>(
        &'a self,
        state: MutexGuard<'a, State>,
        time: Option<Duration>,
    ) -> MutexGuard<'a, State> {
        match time {
            None => {
                let woken = self.changed.wait(state);
                woken.unwrap_or_else(PoisonError::into_inner)
            }
            Some(time) => {
                let woken = self.changed.wait_timeout(state, time);
                woken.unwrap_or_else(PoisonError::into_inner).0
            }
        }
    }
}

struct Worker<K, T> {
    shared: Arc<Shared>,
    keeper: K,
    tell: T,
    retry: Duration,
    /// What is wrong has been told: whether the disk is full.
    trouble: Option<bool>,
}

impl<K: Keep, T: FnMut(SaverEvent)> Worker<K, T> {
    fn work(mut self) {
        let _ended = Ended(Arc::clone(&self.shared));
        let mut again = None;
        while let Some((waiting, last)) = self.shared.next(again) {
            again = match self.keep(&waiting) {
                Ok(()) => {
                    self.kept();
                    (self.tell)(SaverEvent::Done(waiting.number));
                    None
                }
                Err(error) => {
                    self.failed(error);
                    let tried = self.give_back(waiting);
                    (self.tell)(SaverEvent::Done(tried));
                    if last {
                        return;
                    }
                    Some(Instant::now() + self.retry)
                }
            };
        }
    }

    fn keep(&mut self, waiting: &Waiting) -> Result<(), StoreError> {
        if waiting.begins {
            self.keeper.begin(&waiting.kept)
        } else {
            self.keeper.save(&waiting.kept)
        }
    }

    /// What could not be kept waits for another try, and with it all games behind it, which cannot
    /// be kept before it. The number up to which all were tried in vain with it.
    fn give_back(&self, waiting: Waiting) -> u64 {
        let number = waiting.number;
        let mut state = self.shared.lock();
        state.queue.give_back(waiting);
        let newest = state.queue.newest().filter(|_| !state.fresh);
        newest.unwrap_or(number)
    }

    fn kept(&mut self) {
        if self.trouble.is_some() && self.shared.lock().queue.is_empty() {
            self.trouble = None;
            (self.tell)(SaverEvent::Saved);
        }
    }

    fn failed(&mut self, error: StoreError) {
        let full = error.is_full();
        if self.trouble.replace(full) != Some(full) {
            (self.tell)(SaverEvent::Failed(error));
        }
    }
}

/// Tells the end of the thread, even if it ends by a fault.
struct Ended(Arc<Shared>);

impl Drop for Ended {
    fn drop(&mut self) {
        let mut state = self.0.lock();
        state.ended = Some(!thread::panicking() && state.queue.is_empty());
        self.0.changed.notify_all();
    }
}

#[cfg(test)]
mod tests;
