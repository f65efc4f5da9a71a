//! When a search has to end: depth, nodes, time and the stop signal.

use core::sync::atomic::{AtomicBool, Ordering};

use crate::point::Point;
use crate::score::Score;
use crate::time::{Budget, Clock};
use crate::zobrist::splitmix64;

/// What bounds a search. The default bounds nothing: such a search ends by its stop signal, by
/// a proof, or at the largest depth.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub struct Limits {
    /// Finish this iteration and start no deeper one. 0 counts as 1.
    pub depth: Option<u8>,
    /// Stop at this number of nodes (a node is one move made, threat search included).
    pub nodes: Option<u64>,
    /// Milliseconds for this move.
    pub time: Option<Budget>,
    /// How many of the best moves to rank, each with its score and line; 0 counts as 1. Each
    /// more costs about as much as the first. Fewer are told where fewer are worth a thought,
    /// and no more than [`MAX_LINES`](super::report::MAX_LINES).
    pub lines: u8,
}

impl Limits {
    /// Bounded by depth alone.
    #[must_use]
    pub const fn depth(depth: u8) -> Self {
        Self {
            depth: Some(depth),
            nodes: None,
            time: None,
            lines: 0,
        }
    }

    /// Bounded by nodes alone.
    #[must_use]
    pub const fn nodes(nodes: u64) -> Self {
        Self {
            depth: None,
            nodes: Some(nodes),
            time: None,
            lines: 0,
        }
    }

    /// Bounded by the milliseconds that the move may take.
    #[must_use]
    pub const fn time_ms(ms: u64) -> Self {
        Self {
            depth: None,
            nodes: None,
            time: Some(Budget::for_turn(ms)),
            lines: 0,
        }
    }
}

/// What reaches a running search from outside: the clock and the stop signal.
#[derive(Clone, Copy)]
pub struct Signals<'a> {
    /// Milliseconds since the search began.
    pub clock: &'a dyn Clock,
    /// Set by anyone at any time, it ends the search within a few dozen nodes.
    pub stop: &'a AtomicBool,
}

impl Signals<'_> {
    /// Whether the stop signal is set.
    #[must_use]
    pub fn stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }
}

/// How a player errs on purpose; the default does not.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub struct Weakness {
    /// Draws the errors: the same seed errs in the same way in the same position.
    pub seed: u64,
    /// Cells in a hundred that are not seen at the root, 0 to 100.
    pub overlooks_percent: u8,
    /// Whether the answer to the opponent's five may be overlooked as well.
    pub overlooks_fives: bool,
    /// A move that is at most this much worse, in evaluation units, may be taken for the best.
    pub sloppiness: u16,
}

impl Weakness {
    /// Full strength.
    pub const NONE: Self = Self {
        seed: 0,
        overlooks_percent: 0,
        overlooks_fives: false,
        sloppiness: 0,
    };

    /// Whether that cell is overlooked in the position of that key.
    pub(crate) const fn overlooks(&self, key: u64, point: Point) -> bool {
        self.draw(key, point) % 100 < self.overlooks_percent as u64
    }

    /// What is added to the move's score at the root, 0 to [`sloppiness`](Self::sloppiness).
    pub(crate) const fn whim(&self, key: u64, point: Point) -> Score {
        ((self.draw(key, point) >> 32) % (self.sloppiness as u64 + 1)) as Score
    }

    const fn draw(&self, key: u64, point: Point) -> u64 {
        let place = (point.row() * 64 + point.column()) as u64;
        splitmix64(splitmix64(self.seed).wrapping_add(key) ^ place << 48)
    }
}
