//! Time as an argument: the engine reads no clock of its own.

/// A clock that the caller implements: milliseconds since the search began.
///
/// It must never run backwards. The search asks about once every 64 nodes.
pub trait Clock {
    /// Milliseconds since the search began.
    fn elapsed_ms(&self) -> u64;
}

/// A clock that stands still: for searches limited by depth or nodes.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoClock;

impl Clock for NoClock {
    fn elapsed_ms(&self) -> u64 {
        0
    }
}

/// How long a move may take.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub struct Budget {
    /// Start no further iteration after so many milliseconds.
    pub soft_ms: u64,
    /// Stop within an iteration after so many milliseconds.
    pub hard_ms: u64,
}

impl Budget {
    /// The budget of a move that may take `ms` milliseconds and no more: the hard limit keeps a
    /// reserve of 30 ms or a quarter of the turn, whichever is less, for the way to the clock
    /// and back; past 70 % of the turn another iteration would rarely finish.
    #[must_use]
    pub const fn for_turn(ms: u64) -> Self {
        let reserve = if ms / 4 < 30 { ms / 4 } else { 30 };
        let hard_ms = ms - reserve;
        Self {
            soft_ms: hard_ms / 10 * 7 + hard_ms % 10 * 7 / 10,
            hard_ms,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_turn_keeps_a_reserve() {
        assert_eq!(Budget::for_turn(2_000).hard_ms, 1_970);
        assert_eq!(Budget::for_turn(2_000).soft_ms, 1_379);
        assert_eq!(Budget::for_turn(40).hard_ms, 30);
        assert_eq!(Budget::for_turn(0).hard_ms, 0);
    }

    #[test]
    fn no_time_is_too_long() {
        for ms in [0, 1, 7, 100, u64::MAX / 2, u64::MAX] {
            let budget = Budget::for_turn(ms);
            assert!(budget.soft_ms <= budget.hard_ms && budget.hard_ms <= ms);
        }
    }
}
