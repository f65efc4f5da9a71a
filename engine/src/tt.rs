//! The transposition table, over slots that the caller lends.
//!
//! A slot is three 32-bit atomics, so that every target, with or without 64-bit atomics, holds
//! the same entry and searches the same tree. Threads may share a table without a lock: a slot
//! that two of them wrote at once fails its check and reads as absent (R. Hyatt and T. Mann,
//! "A lockless transposition table implementation", 2002).

use core::sync::atomic::{AtomicU32, Ordering::Relaxed};

use crate::point::Point;
use crate::rules::Rules;
use crate::score::Score;
use crate::zobrist::splitmix64;

/// What a stored score says about the true one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum Bound {
    /// The true score is at most the stored one: the search failed low.
    Upper = 1,
    /// The true score is at least the stored one: the search failed high.
    Lower = 2,
    /// The stored score is the true one.
    Exact = 3,
}

/// What is remembered of a searched position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Entry {
    /// The best move, as far as known. Two positions may share a key: check it before playing.
    pub best: Option<Point>,
    /// The score, wins and losses counted from this position; must fit 16 bits.
    pub score: Score,
    /// What the score means.
    pub bound: Bound,
    /// Depth that was searched, in sixteenths of a ply; must fit 16 bits.
    pub depth: i32,
    /// The static evaluation; must fit 16 bits.
    pub eval: Score,
}

/// One place in a table: 12 bytes, all zero when empty.
#[derive(Debug)]
#[cfg_attr(feature = "bytemuck", derive(bytemuck::Zeroable))]
pub struct Slot {
    check: AtomicU32,
    scores: AtomicU32,
    rest: AtomicU32,
}

const _: () = assert!(size_of::<Slot>() == 12);

/// Slots that a position may be stored in.
const BUCKET: usize = 4;
/// Generations that are told apart; ages are counted modulo this.
const GENERATIONS: u32 = 16;
/// An entry of the search before counts as this much shallower, in sixteenths of a ply.
const AGE_PENALTY: i32 = 4 * 16;
const NO_MOVE: u32 = 0x3ff;

impl Slot {
    /// An empty slot: `[Slot::EMPTY; N]` is an empty table.
    #[allow(
        clippy::declare_interior_mutable_const,
        reason = "made for being copied"
    )]
    pub const EMPTY: Self = Self {
        check: AtomicU32::new(0),
        scores: AtomicU32::new(0),
        rest: AtomicU32::new(0),
    };

    fn load(&self) -> Packed {
        let (scores, rest) = (self.scores.load(Relaxed), self.rest.load(Relaxed));
        Packed {
            check: self.check.load(Relaxed) ^ scores ^ rest,
            scores,
            rest,
        }
    }

    fn save(&self, packed: Packed) {
        self.check
            .store(packed.check ^ packed.scores ^ packed.rest, Relaxed);
        self.scores.store(packed.scores, Relaxed);
        self.rest.store(packed.rest, Relaxed);
    }

    fn clear(&self) {
        for word in [&self.check, &self.scores, &self.rest] {
            word.store(0, Relaxed);
        }
    }
}

/// A copy of a slot's contents: `scores` = score and eval, `rest` = depth, generation, bound
/// and move from the highest bit down.
#[derive(Clone, Copy)]
struct Packed {
    check: u32,
    scores: u32,
    rest: u32,
}

impl Packed {
    fn new(check: u32, entry: &Entry, generation: u32) -> Self {
        let best = entry.best.map_or(NO_MOVE, |point| point.index() as u32);
        Self {
            check,
            scores: (entry.score as u32) << 16 | entry.eval as u32 & 0xffff,
            rest: (entry.depth as u32) << 16 | generation << 12 | (entry.bound as u32) << 10 | best,
        }
    }

    fn entry(self) -> Option<Entry> {
        let bound = match self.rest >> 10 & 3 {
            1 => Bound::Upper,
            2 => Bound::Lower,
            3 => Bound::Exact,
            _ => return None,
        };
        Some(Entry {
            best: Point::from_index((self.rest & NO_MOVE) as usize),
            score: self.scores as i32 >> 16,
            bound,
            depth: self.depth(),
            eval: Score::from(self.scores as i16),
        })
    }

    const fn depth(self) -> i32 {
        self.rest as i32 >> 16
    }

    const fn generation(self) -> u32 {
        self.rest >> 12 & (GENERATIONS - 1)
    }

    const fn is_empty(self) -> bool {
        self.rest >> 10 & 3 == 0
    }

    /// How much there is to lose by overwriting it.
    fn worth(self, generation: u32) -> i32 {
        let age = generation.wrapping_sub(self.generation()) & (GENERATIONS - 1);
        if self.is_empty() {
            i32::MIN
        } else {
            self.depth() - age as i32 * AGE_PENALTY
        }
    }
}

/// A table of searched positions over lent slots. Any number of slots works, rounded down to a
/// multiple of four; below four nothing is stored.
///
/// ```
/// use minmax_engine::tt::{Slot, Table};
/// static SLOTS: [Slot; 1024] = [Slot::EMPTY; 1024]; // 12 KiB
/// let table = Table::new(&SLOTS);
/// assert_eq!(table.probe(42), None);
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Table<'a> {
    slots: &'a [Slot],
    generation: u32,
    /// Part of every key.
    space: u64,
}

impl<'a> Table<'a> {
    /// A table over these slots, with what they hold.
    #[must_use]
    pub const fn new(slots: &'a [Slot]) -> Self {
        Self {
            slots,
            generation: 0,
            space: 0,
        }
    }

    /// The same table for the `number`th search: what older ones stored is still found but is
    /// overwritten first.
    #[must_use]
    pub const fn for_search(self, number: u32) -> Self {
        Self {
            generation: number % GENERATIONS,
            ..self
        }
    }

    /// The same slots for positions of this game alone: what searches of other games store there is
    /// not found, so that searches of several games may share them. A position's key knows nothing
    /// of its game.
    #[must_use]
    pub const fn for_game(self, rules: Rules) -> Self {
        Self {
            space: splitmix64(rules.number()),
            ..self
        }
    }

    /// Forgets everything. Costs a write to each slot.
    pub fn clear(&self) {
        self.slots.iter().for_each(Slot::clear);
    }

    /// What is remembered under the key.
    #[must_use]
    pub fn probe(&self, key: u64) -> Option<Entry> {
        let key = key ^ self.space;
        self.bucket(key)
            .iter()
            .map(Slot::load)
            .find(|packed| packed.check == key as u32 && !packed.is_empty())
            .and_then(Packed::entry)
    }

    /// Remembers an entry in place of the same position, an empty slot, or the one that is
    /// worth least. A much deeper entry of the same position is kept unless the new one is
    /// exact; a known move is not forgotten for none.
    pub fn store(&self, key: u64, mut entry: Entry) {
        let key = key ^ self.space;
        let check = key as u32;
        let Some((slot, old)) = self.victim(key) else {
            return;
        };
        if old.check == check && !old.is_empty() {
            let much_deeper = old.depth() > entry.depth + AGE_PENALTY;
            let fresh = old.generation() == self.generation;
            if much_deeper && fresh && entry.bound != Bound::Exact {
                return;
            }
            entry.best = entry.best.or_else(|| old.entry()?.best);
        }
        slot.save(Packed::new(check, &entry, self.generation));
    }

    /// Permille of a sample of slots that this search has filled.
    #[must_use]
    pub fn hashfull(&self) -> u32 {
        let sample = &self.slots[..self.slots.len().min(1000)];
        let fresh = |slot: &&Slot| {
            let packed = slot.load();
            !packed.is_empty() && packed.generation() == self.generation
        };
        (sample.iter().filter(fresh).count() * 1000 / sample.len().max(1)) as u32
    }

    fn victim(&self, key: u64) -> Option<(&'a Slot, Packed)> {
        let loaded = self.bucket(key).iter().map(|slot| (slot, slot.load()));
        loaded.min_by_key(|(_, packed)| {
            let same = packed.check == key as u32 && !packed.is_empty();
            if same {
                None
            } else {
                Some(packed.worth(self.generation))
            }
        })
    }

    /// Multiply-high by the number of buckets, so that any number of them works; in 64 bits on
    /// every target.
    fn bucket(&self, key: u64) -> &'a [Slot] {
        let buckets = (self.slots.len() / BUCKET) as u64;
        let first = (((key >> 32) * buckets) >> 32) as usize * BUCKET;
        self.slots.get(first..first + BUCKET).unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::LineRule;
    use crate::zobrist::splitmix64;

    fn entry(depth: i32) -> Entry {
        Entry {
            best: Some(Point::at(3, 4)),
            score: -29_995,
            bound: Bound::Lower,
            depth,
            eval: -123,
        }
    }

    #[test]
    fn what_is_stored_is_found() {
        let slots = [Slot::EMPTY; 64];
        let table = Table::new(&slots);
        for (n, score) in [(1, 30_000), (2, -30_000), (3, 0), (4, -1)] {
            for bound in [Bound::Upper, Bound::Lower, Bound::Exact] {
                for best in [None, Some(Point::at(0, 0)), Some(Point::at(14, 14))] {
                    table.clear();
                    let entry = Entry {
                        best,
                        score,
                        bound,
                        depth: -16 * n,
                        eval: 20_000,
                    };
                    let key = splitmix64(n as u64);
                    table.store(key, entry);
                    assert_eq!(table.probe(key), Some(entry));
                    assert_eq!(table.probe(key ^ 1), None);
                }
            }
        }
    }

    #[test]
    fn any_number_of_slots_works() {
        for length in 0..40 {
            let slots = [const { Slot::EMPTY }; 40];
            let table = Table::new(&slots[..length]);
            for n in 0..100 {
                let key = splitmix64(n);
                table.store(key, entry(16));
                assert_eq!(table.probe(key).is_some(), length >= BUCKET);
            }
        }
    }

    #[test]
    fn games_that_share_slots_do_not_see_one_another() {
        let slots = [const { Slot::EMPTY }; 64];
        let games = [
            (15, LineRule::Freestyle),
            (15, LineRule::Renju),
            (14, LineRule::Renju), // a size that every build knows
        ];
        let tables = games.map(|(side, line)| {
            let rules = Rules::new(side, side, 5, line).unwrap();
            Table::new(&slots).for_game(rules)
        });
        for (index, table) in tables.iter().enumerate() {
            table.store(7, entry(index as i32));
        }
        for (index, table) in tables.iter().enumerate() {
            assert_eq!(table.probe(7), Some(entry(index as i32)));
            assert_eq!(table.for_search(3).probe(7), Some(entry(index as i32)));
        }
        assert_eq!(Table::new(&slots).probe(7), None);
    }

    #[test]
    fn the_shallowest_goes_first_and_age_counts() {
        let slots = [const { Slot::EMPTY }; 4];
        let table = Table::new(&slots);
        for depth in 1..=4 {
            table.store(depth as u64, entry(depth * 160));
        }
        table.store(9, entry(80));
        assert_eq!(table.probe(1), None);
        assert!(table.probe(9).is_some() && table.probe(2).is_some());
        table.for_search(1).store(9, entry(16));
        let table = table.for_search(11);
        table.store(10, entry(0));
        table.store(11, entry(0));
        assert!(table.probe(10).is_some() && table.probe(11).is_some());
        assert!(table.probe(4).is_some());
    }

    #[test]
    fn a_deeper_entry_and_a_known_move_are_kept() {
        let slots = [const { Slot::EMPTY }; 4];
        let table = Table::new(&slots);
        table.store(1, entry(160));
        table.store(1, entry(16));
        assert_eq!(table.probe(1), Some(entry(160)));
        let without = Entry {
            best: None,
            bound: Bound::Exact,
            ..entry(16)
        };
        table.store(1, without);
        let kept = Entry {
            best: entry(0).best,
            ..without
        };
        assert_eq!(table.probe(1), Some(kept));
    }

    #[test]
    fn a_torn_slot_reads_as_absent() {
        let slots = [const { Slot::EMPTY }; 4];
        let table = Table::new(&slots);
        table.store(7, entry(16));
        slots[0].scores.store(12, Relaxed);
        assert_eq!(table.probe(7), None);
    }
}
