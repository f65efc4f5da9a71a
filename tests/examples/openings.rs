//! Looks for openings of three stones after which neither side is better: the source of the list
//! in `firmware-linux/src/gomocup/opening.rs`.
//!
//! `cargo run --release -p minmax-tests --example openings -- 400` tries so many at random, and
//! prints those that stay within bounds under every rule, with their scores for White, who is to
//! move.

use std::env;

use fastrand::Rng;
use minmax_tests::openings::{GAMES, Judge};

/// Opening stones lie at most so far from the centre.
const SPREAD: i8 = 6;
/// Nodes and the largest score that is let through, for a first look, a second and a last one.
const SIEVES: [(u64, i32); 3] = [(10_000, 90), (100_000, 60), (600_000, 50)];

fn main() {
    let wanted = env::args().nth(1).and_then(|text| text.parse().ok());
    let mut judge = Judge::new();
    let mut random = Rng::with_seed(1);
    for _ in 0..wanted.unwrap_or(400) {
        let Some(opening) = draw(&mut random) else {
            continue;
        };
        let scores = SIEVES.into_iter().try_fold(Vec::new(), |_, (nodes, most)| {
            sieve(&mut judge, opening, nodes, most)
        });
        if let Some(scores) = scores {
            println!("    {opening:?}, // {scores:?}");
        }
    }
}

/// The scores under every rule if all are within bounds.
fn sieve(judge: &mut Judge, opening: [(i8, i8); 3], nodes: u64, most: i32) -> Option<Vec<i32>> {
    let score = |game| {
        judge
            .score(game, opening, nodes)
            .filter(|score| score.abs() <= most)
    };
    GAMES.into_iter().map(score).collect()
}

/// Three different cells near the centre.
fn draw(random: &mut Rng) -> Option<[(i8, i8); 3]> {
    let mut side = || random.i8(-SPREAD..=SPREAD);
    let [first, second, third] = [(); 3].map(|()| (side(), side()));
    let differ = first != second && second != third && first != third;
    differ.then_some([first, second, third])
}
