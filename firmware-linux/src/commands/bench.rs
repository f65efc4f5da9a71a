//! `minmax-h3 bench`: how fast the search is here, and the signature of what it does.

use std::io::{self, Write};
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use anyhow::{anyhow, bail};
use minmax_engine::bench::{CASES, Case, NODES, Outcome, SLOTS, run as run_cases};
use minmax_engine::notation::PointName;
use minmax_engine::search::Searcher;
use minmax_engine::search::limits::{Limits, Weakness};
use minmax_engine::search::report::Verdict;
use minmax_engine::tt::Slot;

use super::start_log;
use crate::cli::settings::BenchSettings;
use crate::lang::texts;
use crate::names;
use crate::pool::{Order, Pool};
use crate::wording;

/// How long a speed has to be measured for to mean something.
const LONG_ENOUGH: Duration = Duration::from_secs(1);

/// Searches the fixed positions and prints a line for each, in columns with English names for
/// people and scripts alike; then `nodes N`, `nodes/s N` and `signature XXXXXXXX`, or `threads N`
/// in place of the signature if there are several.
///
/// # Errors
/// The log cannot be begun, `out` cannot be written, the system gives no threads, or the search
/// does not repeat itself.
pub fn run(settings: &BenchSettings, out: &mut dyn Write) -> anyhow::Result<ExitCode> {
    start_log(&settings.log, settings.lang)?;
    writeln!(
        out,
        "{:<8} {:<13} {:>6} {:>5} {:>7} {:>4} {:>7}",
        "game", "rule", "stones", "depth", "score", "best", "nodes"
    )?;
    if settings.threads > 1 {
        several(settings, out)?;
    } else {
        one(settings, out)?;
    }
    out.flush()?;
    Ok(ExitCode::SUCCESS)
}

fn one(settings: &BenchSettings, out: &mut dyn Write) -> anyhow::Result<()> {
    let mut bench = Bench::new();
    let mut written = Ok(());
    let outcome = bench.pass(|case, verdict| {
        if written.is_ok() {
            written = write_row(out, case, verdict);
        }
    });
    written?;
    while !settings.quick && bench.took < LONG_ENOUGH {
        let again = bench.pass(|_, _| {});
        if again != outcome {
            let signatures = [outcome, again].map(|one| format!("{:08x}", one.signature));
            let [first, second] = &signatures;
            bail!(texts::BENCH_DIFFERS.fill(settings.lang, &[first, second]));
        }
    }
    writeln!(out, "nodes {}", outcome.nodes)?;
    writeln!(out, "nodes/s {:.0}", bench.nodes_per_second())?;
    writeln!(out, "signature {:08x}", outcome.signature)?;
    Ok(())
}

/// What several threads search is never the same: there is a speed, and no signature.
fn several(settings: &BenchSettings, out: &mut dyn Write) -> anyhow::Result<()> {
    let mut pool = Pool::start(settings.threads, 1)
        .map_err(|error| anyhow!(wording::start_error(&error, settings.lang)))?;
    let (mut took, mut nodes, mut passes) = (Duration::ZERO, 0, 0);
    while passes == 0 || !settings.quick && took < LONG_ENOUGH {
        for case in &CASES {
            let Some((verdict, time)) = together(&mut pool, case) else {
                continue;
            };
            took += time;
            nodes += verdict.nodes;
            if passes == 0 {
                write_row(out, case, &verdict)?;
            }
        }
        passes += 1;
    }
    let speed = nodes as f64 / took.as_secs_f64().max(1e-9);
    writeln!(
        out,
        "nodes {nodes}\nnodes/s {speed:.0}\nthreads {}",
        pool.threads()
    )?;
    Ok(())
}

/// One case on all threads, with as many nodes for each as one alone has.
fn together(pool: &mut Pool, case: &Case) -> Option<(Verdict, Duration)> {
    pool.forget();
    pool.clear();
    let order = Order {
        game: case.game()?,
        limits: Limits::nodes(NODES * pool.threads() as u64),
        weakness: Weakness::NONE,
        stop: Arc::new(AtomicBool::new(false)),
        began: Instant::now(),
    };
    let verdict = pool.search(&order, &mut ())?;
    Some((verdict, order.began.elapsed()))
}

/// Passes through all positions, and the time that they took together.
struct Bench {
    searcher: Box<Searcher>,
    slots: Vec<Slot>,
    nodes: u64,
    took: Duration,
}

impl Bench {
    fn new() -> Self {
        Self {
            searcher: Box::new(Searcher::new()),
            slots: (0..SLOTS).map(|_| Slot::EMPTY).collect(),
            nodes: 0,
            took: Duration::ZERO,
        }
    }

    fn pass(&mut self, heard: impl FnMut(&Case, &Verdict)) -> Outcome {
        let began = Instant::now();
        let outcome = run_cases(&mut self.searcher, &self.slots, heard);
        self.took += began.elapsed();
        self.nodes += outcome.nodes;
        outcome
    }

    fn nodes_per_second(&self) -> f64 {
        self.nodes as f64 / self.took.as_secs_f64().max(1e-9)
    }
}

fn write_row(out: &mut dyn Write, case: &Case, verdict: &Verdict) -> io::Result<()> {
    let Some(game) = case.game() else {
        return Ok(()); // then it was not searched either
    };
    let rules = game.rules();
    let size = format!("{},{},{}", rules.columns(), rules.rows(), rules.k());
    writeln!(
        out,
        "{size:<8} {:<13} {:>6} {:>5} {:>+7} {:>4} {:>7}",
        names::rule_name(rules.line()),
        game.moves().len(),
        verdict.depth,
        verdict.score,
        PointName::new(verdict.best, rules).to_string(),
        verdict.nodes
    )
}
