//! Several threads on one position ("lazy SMP"): each searches the whole tree with a
//! [`Searcher`](super::Searcher) of its own, and they help each other through the table alone.
//!
//! The caller starts the threads: one is the main thread, whose verdict and reports count; the
//! others help until the stop signal, at depths of their own so that they run ahead.

use core::sync::atomic::{AtomicU32, Ordering::Relaxed};

use super::limits::Limits;
use super::tuning::NODES_PER_CHECK;

/// The most threads that may search one position, the main one included.
pub const MAX_THREADS: usize = 64;

/// What the threads of one search share beside the table and the stop signal. Each search has
/// its own.
///
/// ```
/// use core::sync::atomic::{AtomicBool, Ordering};
/// use minmax_engine::search::limits::{Limits, Signals, Weakness};
/// use minmax_engine::search::smp::{Role, Shared};
/// use minmax_engine::search::{Context, Searcher};
/// use minmax_engine::{game::Game, rules::Rules, time::NoClock, tt::{Slot, Table}};
///
/// static SLOTS: [Slot; 1024] = [Slot::EMPTY; 1024];
/// let (game, limits): (Game, _) = (Game::new(Rules::TIC_TAC_TOE), Limits::depth(9));
/// let (shared, stop) = (Shared::new(1), AtomicBool::new(false));
/// let search = |role| {
///     let signals = Signals { clock: &NoClock, stop: &stop };
///     let context = Context { table: Table::new(&SLOTS), signals, listener: &mut () };
///     Box::new(Searcher::new()).search_as(role, &game, &limits, &Weakness::NONE, context)
/// };
/// let verdict = std::thread::scope(|scope| {
///     scope.spawn(|| search(Role::Helper { shared: &shared, index: 1 }));
///     let verdict = search(Role::Main(&shared));
///     stop.store(true, Ordering::Relaxed);
///     verdict
/// });
/// assert_eq!(verdict.unwrap().score, 0);
/// ```
#[derive(Debug)]
pub struct Shared {
    number: u32,
    /// Of each helper, how often it has looked at the stop signal. 32 bits are enough for a day
    /// and every target has them; only its owner writes one.
    looks: [AtomicU32; MAX_THREADS - 1],
}

impl Shared {
    /// For the `number`th search on a table: from older searches' entries in it those of this
    /// one are told by the number.
    #[must_use]
    pub const fn new(number: u32) -> Self {
        Self {
            number,
            looks: [const { AtomicU32::new(0) }; MAX_THREADS - 1],
        }
    }

    /// Nodes of all helpers so far, as far as they have told: each is up to 64 ahead.
    #[must_use]
    pub fn helpers_nodes(&self) -> u64 {
        let looks = self
            .looks
            .iter()
            .map(|looks| u64::from(looks.load(Relaxed)));
        looks.sum::<u64>() * NODES_PER_CHECK
    }
}

/// The part of a thread in a search.
#[derive(Clone, Copy, Debug)]
pub enum Role<'a> {
    /// There are no others.
    Alone,
    /// The thread whose verdict counts. Its limits by nodes, and the nodes that it tells, are
    /// those of all.
    Main(&'a Shared),
    /// It works for the others until the stop signal, or until it knows all; its limits by
    /// nodes and time are no concern.
    Helper {
        /// The same as the main thread's.
        shared: &'a Shared,
        /// 1 for the first helper, and so on, below [`MAX_THREADS`]; each has another.
        index: usize,
    },
}

/// Helpers 1, 2, … search as many depths in turn and then skip as many, beginning at different
/// depths, so that some are ahead of the main thread at any time.
const RUNS: [(u8, u8); 20] = {
    let mut runs = [(0, 0); 20];
    let (mut index, mut length) = (0, 1);
    while index < runs.len() {
        let mut phase = 0;
        while phase < 2 * length && index < runs.len() {
            runs[index] = (length, phase);
            index += 1;
            phase += 1;
        }
        length += 1;
    }
    runs
};

impl Role<'_> {
    /// The number that the search has on its table, if it was given one.
    pub(crate) const fn number(&self) -> Option<u32> {
        match self {
            Role::Alone => None,
            Role::Main(shared) | Role::Helper { shared, .. } => Some(shared.number),
        }
    }

    /// What bounds this thread of a search that is bounded by `limits`.
    pub(crate) const fn limits(&self, limits: &Limits) -> Limits {
        match self {
            Role::Helper { .. } => Limits {
                depth: limits.depth,
                nodes: None,
                time: None,
                lines: limits.lines,
            },
            _ => *limits,
        }
    }

    /// Whether the thread leaves this depth to others.
    pub(crate) const fn skips(&self, depth: u8) -> bool {
        match *self {
            Role::Helper { index, .. } if index > 0 => {
                let (length, phase) = RUNS[(index - 1) % RUNS.len()];
                (depth as usize + phase as usize) / length as usize % 2 == 1
            }
            _ => false,
        }
    }

    /// Tells the main thread that so many nodes are searched.
    pub(crate) fn publish(&self, nodes: u64) {
        if let Role::Helper { shared, index } = *self
            && let Some(looks) = index.checked_sub(1).and_then(|n| shared.looks.get(n))
        {
            looks.store((nodes / NODES_PER_CHECK) as u32, Relaxed);
        }
    }

    /// Nodes that other threads have searched for the main one.
    pub(crate) fn nodes_elsewhere(&self) -> u64 {
        match self {
            Role::Main(shared) => shared.helpers_nodes(),
            _ => 0,
        }
    }
}
