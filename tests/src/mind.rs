//! The engine with memory of its own, for searches that nodes or depth bound.

use std::sync::atomic::AtomicBool;

use minmax_engine::game::Game;
use minmax_engine::point::Point;
use minmax_engine::search::limits::{Limits, Signals};
use minmax_engine::search::report::{Listener, Report, Verdict};
use minmax_engine::search::{Context, Searcher};
use minmax_engine::strategy::handicap::{Level, choose};
use minmax_engine::time::NoClock;
use minmax_engine::tt::{Slot, Table};

/// A search and its table, which remembers from thought to thought.
pub struct Mind {
    searcher: Box<Searcher>,
    slots: Vec<Slot>,
}

impl Mind {
    /// With a table of so many slots.
    #[must_use]
    pub fn new(slots: usize) -> Self {
        Self {
            searcher: Box::new(Searcher::new()),
            slots: (0..slots).map(|_| Slot::EMPTY).collect(),
        }
    }

    /// Knows nothing from before any longer.
    pub fn forget(&self) {
        Table::new(&self.slots).clear();
    }

    /// At full strength; `None` when the game is over.
    pub fn think(&mut self, game: &Game, limits: &Limits) -> Option<Verdict> {
        let table = Table::new(&self.slots);
        self.searcher.search_fixed(game, limits, table)
    }

    /// At full strength, and the moves that both sides would play by the last finished depth; `None`
    /// when the game is over.
    pub fn explain(&mut self, game: &Game, limits: &Limits) -> Option<(Verdict, Vec<Point>)> {
        let mut line = Line::default();
        let context = Context {
            table: Table::new(&self.slots),
            signals: Signals {
                clock: &NoClock,
                stop: &AtomicBool::new(false),
            },
            listener: &mut line,
        };
        let verdict = self.searcher.search(game, limits, context)?;
        Some((verdict, line.0))
    }

    /// At a level, with the errors that `seed` draws; `None` when the game is over.
    pub fn think_at(
        &mut self,
        level: Level,
        game: &Game,
        limits: &Limits,
        seed: u64,
    ) -> Option<Verdict> {
        let context = Context {
            table: Table::new(&self.slots),
            signals: Signals {
                clock: &NoClock,
                stop: &AtomicBool::new(false),
            },
            listener: &mut (),
        };
        choose(&mut self.searcher, game, level, limits, seed, context)
    }
}

/// Hears the line of the last finished depth.
#[derive(Default)]
struct Line(Vec<Point>);

impl Listener for Line {
    fn iteration(&mut self, report: &Report<'_>) {
        self.0 = report.pv.to_vec();
    }
}
