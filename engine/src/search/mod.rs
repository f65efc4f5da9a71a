//! The real search: negamax with alpha-beta as principal variation search, for gomoku and
//! everything larger than what can be searched to the end.
//!
//! - [`limits`]: when it has to end
//! - [`report`]: what it tells
//! - [`smp`]: several threads on one position
//! - `run`: what all parts of a running search share
//! - `deepening`: iterative deepening, aspiration windows and the root
//! - `lines`: the moves that are ranked
//! - `patience`: how much of the time a move deserves
//! - `negamax`: one node
//! - `quiescence`: the leaf, which follows fours
//! - `picker`, `history`, `pv`: the order of moves and the principal variation
//! - `tuning`: every margin and reduction

mod deepening;
mod history;
pub mod limits;
mod lines;
mod negamax;
mod patience;
mod picker;
mod pv;
mod quiescence;
pub mod report;
mod run;
pub mod smp;
mod tuning;

use core::sync::atomic::AtomicBool;

use crate::board::Board;
use crate::game::Game;
use crate::shapes::{ForClasses, LineClasses, dispatch};
use crate::time::NoClock;
use crate::tt::Table;
use limits::{Limits, Signals, Weakness};
use report::{Listener, Verdict};
use run::{Memory, Run};
use smp::Role;

/// What a search works with beside its own memory.
pub struct Context<'a> {
    /// The transposition table; it keeps what it holds from search to search.
    pub table: Table<'a>,
    /// Clock and stop signal.
    pub signals: Signals<'a>,
    /// Hears each finished depth.
    pub listener: &'a mut dyn Listener,
}

/// All memory of a search but the table: about 120 KiB with boards up to 20×20. Construct it in
/// place (a static, or a box), not on a small stack.
///
/// ```
/// use minmax_engine::{game::Game, notation::parse_point, rules::Rules};
/// use minmax_engine::search::{Searcher, limits::Limits};
/// use minmax_engine::tt::{Slot, Table};
///
/// static SLOTS: [Slot; 1024] = [Slot::EMPTY; 1024];
/// let mut searcher = Box::new(Searcher::new());
/// let mut game: Game = Game::new(Rules::GOMOKU);
/// for name in ["h8", "i9", "g7", "h9", "f6", "g9"] {
///     game.play(parse_point(name, Rules::GOMOKU).unwrap());
/// }
/// let verdict = searcher.search_fixed(&game, &Limits::depth(6), Table::new(&SLOTS)).unwrap();
/// // White has an open three, g9 h9 i9: Black blocks one of its ends.
/// let blocks = ["f9", "j9"].map(|name| parse_point(name, Rules::GOMOKU).unwrap());
/// assert!(blocks.contains(&verdict.best));
/// ```
#[derive(Clone, Debug)]
pub struct Searcher {
    memory: Memory,
    searches: u32,
}

impl Default for Searcher {
    fn default() -> Self {
        Self::new()
    }
}

impl Searcher {
    /// Memory for a search, without content.
    #[must_use]
    pub const fn new() -> Self {
        Self {
            memory: Memory::new(),
            searches: 0,
        }
    }

    /// Searches the best move for the side to move, until a limit, the stop signal, a proof or
    /// the largest depth. `None` when the game is over.
    ///
    /// With limits by depth or nodes the result depends on nothing but the game, the limits and
    /// what the table holds. However tight the limits are, the move is legal.
    pub fn search<const PLIES: usize>(
        &mut self,
        game: &Game<PLIES>,
        limits: &Limits,
        context: Context<'_>,
    ) -> Option<Verdict> {
        self.search_weakly(game, limits, &Weakness::NONE, context)
    }

    /// As [`search`](Self::search), without a clock, a stop signal or a listener: limits by nodes
    /// or depth end it, those by time do not.
    pub fn search_fixed<const PLIES: usize>(
        &mut self,
        game: &Game<PLIES>,
        limits: &Limits,
        table: Table<'_>,
    ) -> Option<Verdict> {
        let context = Context {
            table,
            signals: Signals {
                clock: &NoClock,
                stop: &AtomicBool::new(false),
            },
            listener: &mut (),
        };
        self.search(game, limits, context)
    }

    /// As [`search`](Self::search), with errors made on purpose at the root.
    pub fn search_weakly<const PLIES: usize>(
        &mut self,
        game: &Game<PLIES>,
        limits: &Limits,
        weakness: &Weakness,
        context: Context<'_>,
    ) -> Option<Verdict> {
        self.search_as(Role::Alone, game, limits, weakness, context)
    }

    /// As [`search_weakly`](Self::search_weakly), as one of several threads on one position; see
    /// [`smp`]. All of them get the same game, table, clock and stop signal. A helper's verdict
    /// and reports are what it has found itself.
    pub fn search_as<const PLIES: usize>(
        &mut self,
        role: Role<'_>,
        game: &Game<PLIES>,
        limits: &Limits,
        weakness: &Weakness,
        context: Context<'_>,
    ) -> Option<Verdict> {
        match game.outcome() {
            Some(_) => None,
            None => self.start(role, game.board(), limits, weakness, context),
        }
    }

    /// Not generic, so that the whole search is compiled in this crate and inlined as one.
    fn start(
        &mut self,
        role: Role<'_>,
        board: &Board,
        limits: &Limits,
        weakness: &Weakness,
        context: Context<'_>,
    ) -> Option<Verdict> {
        self.searches = self.searches.wrapping_add(1);
        let number = role.number().unwrap_or(self.searches);
        let search = Start {
            role,
            memory: &mut self.memory,
            board,
            table: context.table.for_search(number),
            limits: role.limits(limits),
            weakness: *weakness,
            signals: context.signals,
            listener: context.listener,
        };
        dispatch(board.rules(), search)
    }
}

/// A search before its line classes are chosen.
struct Start<'a> {
    role: Role<'a>,
    memory: &'a mut Memory,
    board: &'a Board,
    table: Table<'a>,
    limits: Limits,
    weakness: Weakness,
    signals: Signals<'a>,
    listener: &'a mut dyn Listener,
}

impl ForClasses for Start<'_> {
    type Output = Option<Verdict>;

    fn run<R: LineClasses>(self, classes: R) -> Option<Verdict> {
        self.memory.position.set_up(classes, self.board);
        self.memory.history.clear();
        self.memory.moves.clear();
        self.memory.root.clear();
        let mut run = Run {
            memory: self.memory,
            classes,
            table: self.table,
            limits: self.limits,
            weakness: self.weakness,
            signals: self.signals,
            role: self.role,
            deadline_ms: self.limits.time.map_or(u64::MAX, |time| time.hard_ms),
            nodes: 0,
            nodes_elsewhere: 0,
            seldepth: 0,
            quiet_until: 0,
        };
        run.deepen(self.listener)
    }
}

/// What a search needs beside the table, on the largest board.
const _: () = assert!(size_of::<Searcher>() <= 128 * 1024);
