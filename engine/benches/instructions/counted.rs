//! The benches, as gungraun has them. It starts this program again under valgrind, once for each.
#![allow(
    unreachable_pub,
    unused_qualifications,
    clippy::expect_used,
    reason = "made by gungraun's macros"
)]

use std::hint::black_box;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::{env, fs};

use gungraun::{
    Callgrind, EntryPoint, LibraryBenchmarkConfig, library_benchmark, library_benchmark_group, main,
};
use minmax_engine::point::Point;
use minmax_engine::position::Position;
use minmax_engine::rules::LineRule;

use crate::work::{self, Desk};

/// The library's version; the runner must have the same.
const VERSION: &str = "0.20.0";
/// Tell the benches under valgrind what the same work has come to without it.
const MOVES: &str = "MINMAX_BENCH_MOVES";
const SEARCH_NODES: &str = "MINMAX_BENCH_NODES";
const FREESTYLE_NODES: &str = "MINMAX_BENCH_FREESTYLE_NODES";
const RENJU_NODES: &str = "MINMAX_BENCH_RENJU_NODES";

/// `cargo bench` starts this; so does `cargo test --benches`, which has nothing to count.
pub(crate) fn run() {
    let args: Vec<_> = env::args().skip(1).collect();
    let under_valgrind = args.first().is_some_and(|arg| arg == "--gungraun-run");
    if under_valgrind {
        main();
    } else if args.iter().any(|arg| arg == "--bench") && has_tools() {
        main();
        report();
    }
}

/// Complains about what is missing.
fn has_tools() -> bool {
    let runner = option_env!("GUNGRAUN_RUNNER").unwrap_or("gungraun-runner");
    let tools = [
        ("valgrind", "apt-get install valgrind".to_owned()),
        (
            runner,
            format!("cargo install --locked gungraun-runner --version {VERSION}"),
        ),
    ];
    let mut all = true;
    for (tool, advice) in tools {
        let mut command = Command::new(tool);
        let command = command.arg("--version").stdout(Stdio::null());
        if command.stderr(Stdio::null()).status().is_err() {
            eprintln!("instructions are not counted: {tool} is missing: {advice}");
            all = false;
        }
    }
    all
}

#[library_benchmark]
#[bench::middle_games(setup = work::positions)]
fn make_undo(mut positions: Vec<(Box<Position>, Vec<Point>)>) -> u64 {
    checked(MOVES, work::make_and_undo(black_box(&mut positions)))
}

#[library_benchmark]
#[bench::middle_games(setup = Desk::new)]
fn search(mut desk: Desk) -> u64 {
    checked(SEARCH_NODES, work::search(black_box(&mut desk)))
}

// What the rules of renju cost: the same positions by both rules.
#[library_benchmark]
#[bench::middle_games(setup = by_freestyle)]
fn search_freestyle(mut desk: Desk) -> u64 {
    checked(FREESTYLE_NODES, work::search(black_box(&mut desk)))
}

#[library_benchmark]
#[bench::middle_games(setup = by_renju)]
fn search_renju(mut desk: Desk) -> u64 {
    checked(RENJU_NODES, work::search(black_box(&mut desk)))
}

pub fn by_freestyle() -> Desk {
    Desk::by(LineRule::Freestyle)
}

pub fn by_renju() -> Desk {
    Desk::by(LineRule::Renju)
}

// The same search, of which only making and undoing moves counts.
#[library_benchmark(config = LibraryBenchmarkConfig::default().tool(
    Callgrind::with_args(["--toggle-collect=*::position::Position::undo"])
        .entry_point(EntryPoint::Custom("*::position::Position::make".into()))
))]
#[bench::middle_games(setup = Desk::new)]
fn search_make_undo(mut desk: Desk) -> u64 {
    checked(SEARCH_NODES, work::search(black_box(&mut desk)))
}

library_benchmark_group!(
    name = engine,
    benchmarks = [
        make_undo,
        search,
        search_make_undo,
        search_freestyle,
        search_renju
    ]
);

main!(
    config = LibraryBenchmarkConfig::default()
        .env(MOVES, moves().to_string())
        .env(SEARCH_NODES, nodes().to_string())
        .env(
            FREESTYLE_NODES,
            work::search(&mut by_freestyle()).to_string()
        )
        .env(RENJU_NODES, work::search(&mut by_renju()).to_string())
        .tool(Callgrind::with_args(["--cache-sim=no"])),
    library_benchmark_groups = engine
);

fn moves() -> u64 {
    work::make_and_undo(&mut work::positions())
}

fn nodes() -> u64 {
    work::search(&mut Desk::new())
}

/// The count, if it is what was found without valgrind.
fn checked(expected: &str, count: u64) -> u64 {
    assert_eq!(env::var(expected).ok(), Some(count.to_string()));
    count
}

/// Prints what one move or node takes.
fn report() {
    println!();
    for (bench, unit, count) in [
        ("make_undo", "move: make and undo every candidate", moves()),
        (
            "search_make_undo",
            "node: make and undo in a search",
            nodes(),
        ),
        ("search", "node: all of a search", nodes()),
        (
            "search_freestyle",
            "node: the same of other positions by freestyle",
            work::search(&mut by_freestyle()),
        ),
        (
            "search_renju",
            "node: and of the same by renju",
            work::search(&mut by_renju()),
        ),
    ] {
        match instructions(bench) {
            Some(instructions) => println!("{:>6} instructions a {unit}", instructions / count),
            None => println!("{bench} was not run"),
        }
    }
}

/// The total that callgrind has left behind.
fn instructions(bench: &str) -> Option<u64> {
    let name = format!("callgrind.{bench}.middle_games.out");
    let target = Path::new(env!("CARGO_TARGET_TMPDIR")).parent()?;
    let out = fs::read_to_string(find(&target.join("gungraun"), &name)?).ok()?;
    let mut totals = out.lines().filter_map(|line| line.strip_prefix("totals: "));
    totals.next()?.trim().parse().ok()
}

fn find(folder: &Path, name: &str) -> Option<PathBuf> {
    fs::read_dir(folder).ok()?.flatten().find_map(|entry| {
        let path = entry.path();
        if path.is_dir() {
            find(&path, name)
        } else {
            path.ends_with(name).then_some(path)
        }
    })
}
