//! How much faster the same depth is here than in plain Python, measured side by side:
//!
//! ```text
//! cargo run --release -p minmax-tests --example yardstick -- 4
//! ```
//!
//! One position, one depth (the argument, 4 unless given), three programs: `yardstick/minimax.py`,
//! the same search over the engine's board, and the engine's own search. The first two must agree
//! in move, score and nodes. Without `python3` only the others are measured.

use std::error::Error;
use std::path::Path;
use std::process::Command;
use std::time::{Duration, Instant};

use minmax_engine::game::Game;
use minmax_engine::notation::{PointName, parse_moves};
use minmax_engine::point::Point;
use minmax_engine::rules::Rules;
use minmax_engine::search::limits::Limits;
use minmax_engine::search::report::Verdict;
use minmax_tests::mind::Mind;
use minmax_tests::yardstick::{self, QUIET};

/// Each program's best time of so many runs counts.
const RUNS: usize = 5;

fn main() -> Result<(), Box<dyn Error>> {
    let depth = std::env::args().nth(1).map_or(Ok(4), |text| text.parse())?;
    let moves: Vec<Point> = parse_moves(QUIET, Rules::GOMOKU).collect::<Result<_, _>>()?;
    println!("{QUIET}, depth {depth}, best of {RUNS} runs");

    let (found, twin) = best_of(|| yardstick::search(&moves, depth.into()));
    let best = found.best.ok_or("there is no move to find")?;
    let line = format!("{} {} {}", name(best), found.score, found.nodes);
    let python = python(depth, &line)?;
    let (verdict, engine) = engine(&moves, depth)?;

    let programs = [
        ("Python", found.nodes, python),
        ("twin", found.nodes, Some(twin)),
        ("engine", verdict.nodes, Some(engine)),
    ];
    println!(
        "{:>8} {:>10} {:>12} {:>12} {:>10}",
        "", "nodes", "ms", "nodes/s", "times"
    );
    for (program, nodes, time) in programs {
        let Some(time) = time else {
            println!("{program:>8} not found");
            continue;
        };
        let seconds = time.as_secs_f64();
        let (ms, speed) = (seconds * 1e3, nodes as f64 / seconds);
        let times = python.map_or("-".to_owned(), |slow| {
            format!("{:.0}", slow.as_secs_f64() / seconds)
        });
        println!("{program:>8} {nodes:>10} {ms:>12.3} {speed:>12.0} {times:>10}");
    }
    println!(
        "Python and twin play {}, engine {}",
        name(best),
        name(verdict.best)
    );
    Ok(())
}

fn name(point: Point) -> PointName {
    PointName::new(point, Rules::GOMOKU)
}

fn best_of<T>(mut program: impl FnMut() -> T) -> (T, Duration) {
    let mut timed = || {
        let start = Instant::now();
        (program(), start.elapsed())
    };
    let first = timed();
    (1..RUNS).fold(first, |best, _| {
        let next = timed();
        if next.1 < best.1 { next } else { best }
    })
}

/// Time of the Python search by its own clock, `None` if there is no `python3`.
///
/// An error if it finds anything else than `expected`.
fn python(depth: u8, expected: &str) -> Result<Option<Duration>, Box<dyn Error>> {
    let program = Path::new(env!("CARGO_MANIFEST_DIR")).join("yardstick/minimax.py");
    let mut best: Option<Duration> = None;
    for _ in 0..RUNS {
        let mut command = Command::new("python3");
        command
            .arg(&program)
            .args(["--depth", &depth.to_string(), "--moves", QUIET]);
        let Ok(output) = command.output() else {
            return Ok(None);
        };
        let text = String::from_utf8(output.stdout)?;
        let (found, seconds) = text.trim().rsplit_once(' ').ok_or("no line from Python")?;
        if found != format!("{depth} {expected}") {
            return Err(format!("Python found {found:?}, the twin {expected:?}").into());
        }
        let time = Duration::try_from_secs_f64(seconds.parse()?)?;
        best = Some(best.map_or(time, |best| best.min(time)));
    }
    Ok(best)
}

/// The engine's own search, each time with an empty table.
fn engine(moves: &[Point], depth: u8) -> Result<(Verdict, Duration), Box<dyn Error>> {
    let mut game: Game = Game::new(Rules::GOMOKU);
    for &point in moves {
        game.try_play(point)?;
    }
    let mut mind = Mind::new(1 << 16);
    let (verdict, time) = best_of(|| {
        mind.forget();
        mind.think(&game, &Limits::depth(depth))
    });
    Ok((verdict.ok_or("the game is over")?, time))
}
