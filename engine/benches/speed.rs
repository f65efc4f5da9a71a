//! How fast this machine searches: `cargo bench --bench speed`. Prints, and judges nothing.
#![allow(
    clippy::expect_used,
    reason = "a bench ends where something is missing"
)]

use std::env;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use minmax_engine::bench::{self, SLOTS};
use minmax_engine::game::Game;
use minmax_engine::notation::{PointName, parse_moves};
use minmax_engine::rules::Rules;
use minmax_engine::search::limits::{Limits, Signals};
use minmax_engine::search::report::Verdict;
use minmax_engine::search::{Context, Searcher};
use minmax_engine::time::{Budget, Clock};
use minmax_engine::tt::{Slot, Table};

/// Ten stones of an even game, Black to move, in which no search so far has found a win.
const QUIET: &str = "h8h9i8j8g8e8g7g6f9f6";
/// Slots of a table of 32 MiB, what the program takes unless told otherwise.
const TABLE: usize = (32 << 20) / size_of::<Slot>();

fn main() {
    // `cargo test --benches` starts this too, and wants to know nothing about speed.
    if !env::args().any(|arg| arg == "--bench") {
        return;
    }
    let mut searcher = Box::new(Searcher::new());
    println!(
        "bench positions  {:>9.0} nodes/s",
        nodes_a_second(&mut searcher)
    );
    for seconds in [1, 2] {
        let verdict = think(&mut searcher, seconds);
        println!(
            "quiet position   depth {} in {seconds} s ({} nodes, best {}, score {})",
            verdict.depth,
            verdict.nodes,
            PointName::new(verdict.best, Rules::GOMOKU),
            verdict.score,
        );
    }
}

/// Over as many passes through the bench's positions as two seconds take.
fn nodes_a_second(searcher: &mut Searcher) -> f64 {
    let slots = table(SLOTS);
    let (began, mut nodes) = (Instant::now(), 0);
    while began.elapsed() < Duration::from_secs(2) {
        nodes += bench::run(searcher, &slots, |_, _| {}).nodes;
    }
    nodes as f64 / began.elapsed().as_secs_f64()
}

fn think(searcher: &mut Searcher, seconds: u64) -> Verdict {
    let mut game: Game = Game::new(Rules::GOMOKU);
    for point in parse_moves(QUIET, Rules::GOMOKU) {
        game.play(point.expect("the moves are legal"));
    }
    let slots = table(TABLE);
    let context = Context {
        table: Table::new(&slots),
        signals: Signals {
            clock: &Stopwatch(Instant::now()),
            stop: &AtomicBool::new(false),
        },
        listener: &mut (),
    };
    let limits = Limits {
        time: Some(Budget::exactly(seconds * 1000)),
        ..Limits::default()
    };
    let verdict = searcher.search(&game, &limits, context);
    verdict.expect("the game goes on")
}

fn table(slots: usize) -> Vec<Slot> {
    (0..slots).map(|_| Slot::EMPTY).collect()
}

struct Stopwatch(Instant);

impl Clock for Stopwatch {
    fn elapsed_ms(&self) -> u64 {
        self.0.elapsed().as_millis() as u64
    }
}
