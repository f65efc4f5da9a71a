//! From what the manager says of memory to the size of a table.

use super::command::Info;

/// What the program takes beside the table, in MiB, with something to spare.
const PROGRAM_MIB: u64 = 8;
/// The largest table where nobody says anything, in MiB.
const USUAL_MIB: u64 = 32;
/// The largest table that is taken unasked, in MiB.
const LARGEST_UNASKED_MIB: u64 = 256;
/// What a game's searches of one thread fill for each millisecond of a turn, in KiB. A larger
/// table would only take more memory and, once it was in use, longer to be cleared for the next game.
const KIB_A_MS: u64 = 128;
/// A turn of which nothing is known, in milliseconds.
const USUAL_TURN_MS: u64 = 1_000;
/// The largest table, in MiB.
const LARGEST_MIB: u64 = 1_024;

/// The most search threads.
pub const MOST_THREADS: usize = 64;

/// What was said of memory and threads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Memory {
    given_mib: Option<u64>,
    most_mib: Option<u64>,
    threads: usize,
}

impl Memory {
    /// With a table of so many MiB, if the user has asked for one.
    #[must_use]
    pub fn new(hash_mib: Option<usize>, threads: usize) -> Self {
        Self {
            given_mib: hash_mib.and_then(|mib| u64::try_from(mib).ok()),
            most_mib: None,
            threads,
        }
    }

    /// Hears what is about memory and threads.
    pub const fn hear(&mut self, info: Info) {
        match info {
            Info::MaxMemory(0) => self.most_mib = None,
            Info::MaxMemory(bytes) => {
                self.most_mib = Some((bytes >> 20).saturating_sub(PROGRAM_MIB))
            }
            Info::HashKib(0) => (),
            Info::HashKib(kib) => self.given_mib = Some(kib >> 10),
            Info::Threads(threads) if threads > MOST_THREADS => self.threads = MOST_THREADS,
            Info::Threads(threads) => self.threads = threads,
            _ => (),
        }
    }

    /// Search threads.
    #[must_use]
    pub const fn threads(&self) -> usize {
        self.threads
    }

    /// The table's size in MiB, 1 or more, when a turn takes so many milliseconds: what was asked
    /// for, else what the turn can fill, and never more than there may be.
    #[must_use]
    pub fn table_mib(&self, turn_ms: Option<u64>) -> usize {
        let threads = u64::try_from(self.threads).unwrap_or(1);
        let ms = turn_ms.unwrap_or(USUAL_TURN_MS).saturating_mul(threads);
        let filled = ms.saturating_mul(KIB_A_MS) >> 10;
        let unasked = match self.most_mib {
            None => USUAL_MIB,
            Some(_) => LARGEST_UNASKED_MIB,
        };
        let wanted = self.given_mib.unwrap_or(filled.min(unasked));
        let most = self.most_mib.unwrap_or(LARGEST_MIB).min(LARGEST_MIB);
        usize::try_from(wanted.min(most)).unwrap_or(1).max(1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const MIB: u64 = 1 << 20;

    #[test]
    fn max_memory_holds_for_all_of_the_program() {
        let mut memory = Memory::new(None, 1);
        assert_eq!(memory.table_mib(None), 32);
        memory.hear(Info::MaxMemory(24 * MIB));
        assert_eq!(memory.table_mib(Some(30_000)), 16);
        memory.hear(Info::MaxMemory(1));
        assert_eq!(memory.table_mib(None), 1);
        memory.hear(Info::MaxMemory(u64::MAX));
        assert_eq!(memory.table_mib(Some(30_000)), 256);
        assert_eq!(memory.table_mib(Some(100)), 12);
        assert_eq!(memory.table_mib(Some(0)), 1);
        memory.hear(Info::MaxMemory(0));
        assert_eq!(memory.table_mib(Some(30_000)), 32);
    }

    #[test]
    fn a_table_that_was_asked_for_is_taken_if_it_may() {
        let mut memory = Memory::new(Some(64), 1);
        assert_eq!(memory.table_mib(Some(1)), 64);
        memory.hear(Info::HashKib(128 << 10));
        assert_eq!(memory.table_mib(None), 128);
        memory.hear(Info::HashKib(0));
        assert_eq!(memory.table_mib(None), 128);
        memory.hear(Info::MaxMemory(100 * MIB));
        assert_eq!(memory.table_mib(None), 92);
        memory.hear(Info::MaxMemory(0));
        for kib in [1, u64::MAX] {
            memory.hear(Info::HashKib(kib));
            assert!((1..=1_024).contains(&memory.table_mib(None)));
        }
    }

    #[test]
    fn threads_fill_more() {
        let mut memory = Memory::new(None, 1);
        memory.hear(Info::MaxMemory(400 * MIB));
        assert_eq!(memory.table_mib(Some(400)), 50);
        memory.hear(Info::Threads(3));
        assert_eq!(memory.threads(), 3);
        assert_eq!(memory.table_mib(Some(400)), 150);
        memory.hear(Info::Threads(usize::MAX));
        assert_eq!(memory.threads(), MOST_THREADS);
    }
}
