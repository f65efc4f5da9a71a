//! Playing below full strength on purpose: levels.
//!
//! The main knob is the number of nodes, about three times as many from level to level. The low
//! levels also err as people do: they overlook cells, and
//! take a move that is nearly as good for the best. They never overlook their own five, and
//! above level 1 never the opponent's; on small boards, where a few nodes see nearly everything,
//! they overlook more, up to level 3 the opponent's row too.

use crate::game::Game;
use crate::rules::Rules;
use crate::search::limits::{Limits, Weakness};
use crate::search::report::Verdict;
use crate::search::{Context, Searcher};

/// A level of play: 1, which a child can beat, to 10, full strength.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub struct Level(u8);

/// Nodes of levels 1 to 9.
const NODES: [u64; 9] = [60, 150, 400, 1_200, 4_000, 12_000, 40_000, 130_000, 500_000];
/// Cells in a hundred that levels 1 to 10 overlook.
const OVERLOOKED: [u8; 10] = [35, 22, 12, 6, 2, 0, 0, 0, 0, 0];
/// The same on small boards, where a few nodes see nearly everything.
const OVERLOOKED_SMALL: [u8; 10] = [60, 45, 32, 20, 8, 0, 0, 0, 0, 0];
/// Boards of up to so many cells are small.
const SMALL_BOARD: usize = 49;
/// How far below the best a move may be that levels 1 to 10 take instead, in evaluation units.
const SLOPPINESS: [u16; 10] = [120, 80, 50, 30, 16, 8, 4, 0, 0, 0];
/// What a move of level 10 may take, in milliseconds.
const FULL_STRENGTH_MS: u64 = 2_000;

impl Level {
    /// The lowest level.
    pub const LOWEST: Self = Self(1);
    /// Full strength.
    pub const FULL: Self = Self(10);
    /// The level for people who do not say.
    pub const DEFAULT: Self = Self(5);

    /// Level 1 to 10; `None` for any other number.
    #[must_use]
    pub const fn new(level: u8) -> Option<Self> {
        match level {
            1..=10 => Some(Self(level)),
            _ => None,
        }
    }

    /// 1 to 10.
    #[must_use]
    pub const fn get(self) -> u8 {
        self.0
    }

    const fn index(self) -> usize {
        self.0 as usize - 1
    }

    /// What bounds a move of this level: nodes, and at level 10 time.
    #[must_use]
    pub const fn limits(self) -> Limits {
        if self.index() < NODES.len() {
            Limits::nodes(NODES[self.index()])
        } else {
            Limits::time_ms(FULL_STRENGTH_MS)
        }
    }

    /// The errors of this level in a game, drawn by `seed`.
    #[must_use]
    pub const fn weakness(self, rules: Rules, seed: u64) -> Weakness {
        let small = rules.cells() <= SMALL_BOARD;
        let overlooked = if small {
            &OVERLOOKED_SMALL
        } else {
            &OVERLOOKED
        };
        Weakness {
            seed,
            overlooks_percent: overlooked[self.index()],
            overlooks_fives: self.0 == 1 || small && self.0 <= 3,
            sloppiness: SLOPPINESS[self.index()],
        }
    }
}

impl Default for Level {
    fn default() -> Self {
        Self::DEFAULT
    }
}

/// Chooses a move at a level. `limits` are the level's own ([`Level::limits`]) unless the
/// caller means to override them; `seed` varies the choice at the levels that err. The same
/// game, limits, level, seed and table give the same move, unless time is limited. `None` when
/// the game is over.
pub fn choose<const PLIES: usize>(
    searcher: &mut Searcher,
    game: &Game<PLIES>,
    level: Level,
    limits: &Limits,
    seed: u64,
    context: Context<'_>,
) -> Option<Verdict> {
    searcher.search_weakly(game, limits, &level.weakness(game.rules(), seed), context)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_are_ten_levels() {
        assert_eq!(Level::new(0), None);
        assert_eq!(Level::new(11), None);
        assert_eq!(Level::new(1), Some(Level::LOWEST));
        assert_eq!(Level::new(10), Some(Level::FULL));
    }

    #[test]
    fn each_level_thinks_more_and_errs_less() {
        for level in 1..10 {
            let (low, high) = (Level(level), Level(level + 1));
            let nodes = |level: Level| level.limits().nodes.unwrap_or(u64::MAX);
            assert!(nodes(low) < nodes(high));
            for rules in [Rules::GOMOKU, Rules::TIC_TAC_TOE] {
                let (low, high) = (low.weakness(rules, 0), high.weakness(rules, 0));
                assert!(low.overlooks_percent >= high.overlooks_percent);
                assert!(low.sloppiness >= high.sloppiness);
            }
        }
        assert_eq!(
            Level::FULL.weakness(Rules::TIC_TAC_TOE, 7),
            Weakness {
                seed: 7,
                ..Weakness::NONE
            }
        );
        assert!(
            Level::FULL
                .limits()
                .time
                .is_some_and(|time| time.hard_ms < 2_000)
        );
    }
}
