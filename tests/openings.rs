//! The openings that a swap begins with, and those that go on with two more stones, are balanced.

use minmax_h3::gomocup::opening::{Choice, OPENINGS, choose};
use minmax_tests::openings::{GAMES, Judge, opened};

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

/// A second search, from scratch, may see more than the one that has laid the stones.
#[test]
fn neither_is_after_two_more_stones() {
    let mut judge = Judge::new();
    let openings = OPENINGS
        .iter()
        .flat_map(|opening| GAMES.map(|game| opened(game, *opening)));
    let mut scores = Vec::new();
    for mut game in openings.flatten() {
        let (score, two) = judge.foresee(&game, NODES).expect("the game goes on");
        if choose(score, game.board().stones()) == Choice::TwoMore {
            two.into_iter().for_each(|point| game.play(point));
            scores.extend(judge.ask(&game, NODES).map(i32::abs));
        }
    }
    let within = |most| scores.iter().filter(|&&score| score <= most).count();
    assert!(within(LARGEST_SCORE) * 10 >= scores.len() * 9, "{scores:?}");
    assert_eq!(within(2 * LARGEST_SCORE), scores.len(), "{scores:?}");
    assert!(!scores.is_empty());
}
