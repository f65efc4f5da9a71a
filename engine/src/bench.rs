//! Fixed positions, fixed nodes, and the signature of what the search did with them.
//!
//! The signature names the search's behaviour: a change that keeps it did not change which
//! nodes are searched, one that changes it must show by games that it is stronger. It is the
//! same on every target.

use crate::game::Game;
use crate::notation::parse_moves;
use crate::rules::{LineRule, Rules, RulesError};
use crate::search::Searcher;
use crate::search::limits::Limits;
use crate::search::report::Verdict;
use crate::tt::{Slot, Table};
use crate::zobrist::splitmix64;

/// Nodes that each position is searched for.
pub const NODES: u64 = 10_000;

/// Slots of the table that the bench uses, 48 KiB: a microcontroller has as many.
pub const SLOTS: usize = 4_096;

/// A position of the bench.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Case {
    columns: usize,
    rows: usize,
    k: usize,
    line: LineRule,
    /// The moves from the empty board, as `h8i9…`.
    pub moves: &'static str,
}

impl Case {
    const fn new(
        columns: usize,
        rows: usize,
        k: usize,
        line: LineRule,
        moves: &'static str,
    ) -> Self {
        Self {
            columns,
            rows,
            k,
            line,
            moves,
        }
    }

    /// The game that is played.
    ///
    /// # Errors
    /// None for the cases of [`CASES`], as a test shows.
    pub fn rules(&self) -> Result<Rules, RulesError> {
        Rules::new(self.columns, self.rows, self.k, self.line)
    }

    /// The position, as a game played up to it; `None` if its moves are not legal, which the
    /// tests exclude for [`CASES`].
    #[must_use]
    pub fn game(&self) -> Option<Game> {
        let rules = self.rules().ok()?;
        let mut game = Game::new(rules);
        for point in parse_moves(self.moves, rules) {
            game.try_play(point.ok()?).ok()?;
        }
        Some(game)
    }
}

/// The positions: openings and middle games of all rules, small boards, and other numbers in a
/// row. None is larger than 15×15, so that every build can hold them.
pub const CASES: [Case; 29] = [
    Case::new(
        15,
        15,
        5,
        LineRule::Freestyle,
        "h8h9i8g8i10i11j9k10i7k8j6g9k5l4",
    ),
    Case::new(
        15,
        15,
        5,
        LineRule::Freestyle,
        "h8i9j8k8i10k10k9l10j7m10n10h9g10f10f8g8i7g9",
    ),
    Case::new(
        15,
        15,
        5,
        LineRule::Freestyle,
        "k9l7i7i5l5h6g7j6g6h7g8g5h5i4f6k6j5",
    ),
    Case::new(
        15,
        15,
        5,
        LineRule::Freestyle,
        "j14h11j10h13i14k14i12i11h10g11j11j12e11i10j9j7k6k5e9e8l9m8f9g9g7i9",
    ),
    Case::new(
        15,
        15,
        5,
        LineRule::Freestyle,
        "c10d9e11c11g7e10h7e9i7f7h8g9h9h10j7k7",
    ),
    Case::new(
        15,
        15,
        5,
        LineRule::Freestyle,
        "e10d8e8g13d12d13e11e9f10c13f11f9",
    ),
    Case::new(
        15,
        15,
        5,
        LineRule::Standard,
        "h8h9i8g8i10i7j9k10k11h11m9i9l8j8k7n10",
    ),
    Case::new(
        15,
        15,
        5,
        LineRule::Standard,
        "g12h9g10g9h10k6f8f10e11k8i9k7k9l5f12g11d10k4k5g13e12j7i8m4",
    ),
    Case::new(
        15,
        15,
        5,
        LineRule::Standard,
        "f9h8f8j8k7f7g9e9h7e7i6g8e6j9j10j7i8d7c7i5i10k10j5i12k6k5l6j6j11k12k11l11",
    ),
    Case::new(15, 15, 5, LineRule::Caro, "h8i9g7h6k9g8i10k10j7j6e5i6f6d4"),
    Case::new(
        15,
        15,
        5,
        LineRule::Caro,
        "i8c4f5e7e9h9h4j9k9i10j11c7k8k11h6h8k7k5i7j8i6j6j7h7",
    ),
    Case::new(
        15,
        15,
        5,
        LineRule::CaroOverline,
        "h8i8h9h10i11k9e9k10k7k11f10i7f9j9d9g9",
    ),
    Case::new(
        15,
        15,
        5,
        LineRule::CaroOverline,
        "j6f4e5h3m4k2k6i6k8i5k5k7j7i8i7l4m5",
    ),
    Case::new(
        15,
        15,
        5,
        LineRule::Renju,
        "h8h9i7g9i9g7i8i6g8j8k10j9j10i10",
    ),
    Case::new(
        15,
        15,
        5,
        LineRule::Renju,
        "h8h9i10i8j10i9j9g10j7j8k8l7k10m10k9k7",
    ),
    Case::new(15, 15, 5, LineRule::Renju, "h8g8h7i7h6h5f6i9g6e6f5e4e5d4f4"),
    Case::new(
        15,
        15,
        5,
        LineRule::Renju,
        "h8h9i7g9i9g7i8i6g8j8k10j9j10i10h11f8i11k11h12g13e9g11g12f12h13",
    ),
    Case::new(15, 15, 5, LineRule::Renju, "h8g6f6g5f7g4h7g3g2a1"),
    Case::new(15, 15, 5, LineRule::Freestyle, ""),
    Case::new(15, 15, 5, LineRule::Freestyle, "a1"),
    Case::new(9, 9, 5, LineRule::Freestyle, "e5e6d4f6g6f5f4g4"),
    Case::new(7, 7, 5, LineRule::Freestyle, "d4c5e4c4"),
    Case::new(11, 15, 5, LineRule::Standard, "f8g9e10f7e8g8e9e11g7d10"),
    Case::new(7, 7, 4, LineRule::Freestyle, ""),
    Case::new(6, 6, 4, LineRule::Freestyle, "c3d4"),
    Case::new(10, 10, 6, LineRule::Freestyle, "e5f6f7e6d6d7f4g3"),
    Case::new(3, 3, 3, LineRule::Freestyle, ""),
    Case::new(4, 4, 4, LineRule::Freestyle, "b2"),
    Case::new(5, 4, 4, LineRule::Freestyle, ""),
];

/// What the bench came to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub struct Outcome {
    /// Nodes of all searches.
    pub nodes: u64,
    /// The signature: a digest of each search's nodes, score, depth and move.
    pub signature: u32,
}

/// Searches all cases, each with an empty table, and tells `heard` about each.
///
/// `slots` should hold [`SLOTS`] slots: with another number the signature is another one.
pub fn run(
    searcher: &mut Searcher,
    slots: &[Slot],
    mut heard: impl FnMut(&Case, &Verdict),
) -> Outcome {
    let mut outcome = Outcome::default();
    let mut digest = 0;
    for case in &CASES {
        if let Some(verdict) = search(searcher, slots, case) {
            outcome.nodes += verdict.nodes;
            digest = mix(digest, &verdict);
            heard(case, &verdict);
        }
    }
    outcome.signature = (digest >> 32) as u32;
    outcome
}

fn search(searcher: &mut Searcher, slots: &[Slot], case: &Case) -> Option<Verdict> {
    let table = Table::new(slots);
    table.clear();
    searcher.search_fixed(&case.game()?, &Limits::nodes(NODES), table)
}

fn mix(digest: u64, verdict: &Verdict) -> u64 {
    let place = (verdict.best.row() * 64 + verdict.best.column()) as u64;
    let parts = [
        verdict.nodes,
        verdict.score as u64,
        u64::from(verdict.depth),
        place,
    ];
    parts
        .into_iter()
        .fold(digest, |digest, part| splitmix64(digest ^ part))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_case_is_a_game_that_goes_on() {
        for case in &CASES {
            let game = case.game().unwrap();
            assert_eq!(game.outcome(), None, "{}", case.moves);
            assert!(case.columns <= 15 && case.rows <= 15);
        }
    }
}
