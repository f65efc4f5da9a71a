//! The openings that a swap begins with are balanced.

use minmax_h3::gomocup::opening::OPENINGS;
use minmax_tests::openings::{GAMES, Judge};

/// Enough to see what one side could make of them at once.
const NODES: u64 = 50_000;
/// 200 are a winning probability of 73 %.
const LARGEST_SCORE: i32 = 100;

#[test]
fn neither_side_is_better_after_an_opening() {
    let mut judge = Judge::new();
    for (opening, game) in OPENINGS
        .iter()
        .flat_map(|opening| GAMES.map(|game| (opening, game)))
    {
        let score = judge.score(game, *opening, NODES);
        let balanced = score.is_some_and(|score| score.abs() <= LARGEST_SCORE);
        assert!(balanced, "{opening:?} in {game:?}: {score:?}");
    }
}
