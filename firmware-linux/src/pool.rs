//! The engine's memory and threads: a transposition table, and as many searchers on it as there
//! are search threads.
//!
//! All memory is asked for once, at the start; the system gives it page by page as the search comes by, so
//! that a large table costs a short search nothing. [`Pool`] is the one place that calls the engine's search
//! on several threads ("lazy SMP").

use std::io;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::Instant;

use minmax_engine::game::Game;
use minmax_engine::point::Point;
use minmax_engine::score::{is_decisive, is_win};
use minmax_engine::search::limits::{Limits, Signals, Weakness};
use minmax_engine::search::report::{Listener, Report, Verdict};
use minmax_engine::search::smp::{MAX_THREADS, Role, Shared};
use minmax_engine::search::{Context, Searcher};
use minmax_engine::time::Clock;
use minmax_engine::tt::{Slot, Table};

/// A helper's stack: the search recurses once a ply, a hundred plies at most.
const STACK_BYTES: usize = 2 << 20;

/// So many slots are cleared between two looks at the stop signal: a millisecond's work on the
/// slowest machine.
const SLOTS_PER_CHECK: usize = 1 << 15;

/// One part in so many of a move's time may go into clearing what was learnt for another game.
const CLEARING_SHARE: u64 = 4;

/// Why there is no engine.
#[derive(Debug)]
pub enum StartError {
    /// A table of so many MiB does not fit into memory.
    Memory(usize),
    /// The system gives no thread.
    Thread(io::Error),
}

/// A position to search.
#[derive(Clone, Debug)]
pub struct Order {
    /// The game so far.
    pub game: Game,
    /// What bounds the search: nodes are those of all threads.
    pub limits: Limits,
    /// The errors to make.
    pub weakness: Weakness,
    /// Ends the search within milliseconds. It is set when the search has ended, so each search
    /// needs its own.
    pub stop: Arc<AtomicBool>,
    /// When the time of the move began.
    pub began: Instant,
}

/// The engine: one table, one search at a time, on the thread that calls it and on helpers of
/// its own, which end with it.
///
/// On one thread a search bounded by nodes or depth is repeatable; on several it is not.
#[derive(Debug)]
pub struct Pool {
    slots: Arc<Vec<Slot>>,
    searcher: Box<Searcher>,
    helpers: Vec<Helper>,
    searches: u32,
    /// Slots up to here may hold something.
    used: usize,
    /// Slots up to here are to be cleared before a search may use them.
    stale: usize,
}

#[derive(Debug)]
struct Helper {
    jobs: Sender<Arc<Job>>,
    thread: JoinHandle<()>,
}

/// What the threads of a search have in common.
struct Job {
    order: Order,
    shared: Shared,
    /// The slots from here on are the table.
    first: usize,
    /// The deepest that a helper has finished.
    found: Mutex<Option<Found>>,
}

struct Found {
    verdict: Verdict,
    line: Vec<Point>,
}

impl Pool {
    /// An engine of so many search threads, the caller's own included (1 to 64; less counts as
    /// 1, more as 64), with a transposition table of `hash_mib` MiB.
    ///
    /// # Errors
    /// The system gives no memory or no thread.
    pub fn start(threads: usize, hash_mib: usize) -> Result<Self, StartError> {
        let slots = Arc::new(slots(hash_mib).ok_or(StartError::Memory(hash_mib))?);
        let mut pool = Self {
            slots,
            searcher: Box::new(Searcher::new()),
            helpers: Vec::new(),
            searches: 0,
            used: 0,
            stale: 0,
        };
        for index in 1..threads.min(MAX_THREADS) {
            let helper = Helper::start(index, &pool.slots).map_err(StartError::Thread)?;
            pool.helpers.push(helper);
        }
        Ok(pool)
    }

    /// Search threads, the caller's own included.
    #[must_use]
    pub fn threads(&self) -> usize {
        1 + self.helpers.len()
    }

    /// What was learnt so far is forgotten before the next search, or by [`clear`](Self::clear).
    pub fn forget(&mut self) {
        self.stale = self.used;
    }

    /// Forgets now what [`forget`](Self::forget) has given up, so that the next search need not
    /// take the time.
    pub fn clear(&mut self) {
        self.clear_while(|| true);
    }

    /// Searches the best move until a limit, the stop signal or a proof. `listener` hears the
    /// main thread, which is the caller's. `None` when the game is over.
    pub fn search(&mut self, order: &Order, listener: &mut dyn Listener) -> Option<Verdict> {
        self.clear_in_time(order);
        self.used = self.slots.len();
        self.searches = self.searches.wrapping_add(1);
        if self.helpers.is_empty() {
            return self.lead(order, Role::Alone, listener);
        }
        let job = Arc::new(Job {
            order: order.clone(),
            shared: Shared::new(self.searches),
            first: self.stale,
            found: Mutex::default(),
        });
        // The helpers end with the search, even with one that panics.
        let _end = Ending(&order.stop);
        for helper in &self.helpers {
            // One that is gone by a fault of its own cannot help.
            let _ = helper.jobs.send(Arc::clone(&job));
        }
        let verdict = self.lead(order, Role::Main(&job.shared), listener)?;
        Some(job.vote(verdict, listener))
    }

    fn lead(
        &mut self,
        order: &Order,
        role: Role<'_>,
        listener: &mut dyn Listener,
    ) -> Option<Verdict> {
        let slots = &self.slots[self.stale..];
        search(&mut self.searcher, Table::new(slots), order, role, listener)
    }

    /// A search with a clock begins in time, with as much of the table as is clear by then; the
    /// next one clears the rest.
    fn clear_in_time(&mut self, order: &Order) {
        let share = order.limits.time.map(|time| time.soft_ms / CLEARING_SHARE);
        let clock = StopWatch(order.began);
        self.clear_while(|| {
            let late = share.is_some_and(|share| clock.elapsed_ms() >= share);
            !late && !order.stop.load(Ordering::Relaxed)
        });
    }

    fn clear_while(&mut self, go_on: impl Fn() -> bool) {
        while self.stale > 0 && go_on() {
            let start = self.stale.saturating_sub(SLOTS_PER_CHECK);
            Table::new(&self.slots[start..self.stale]).clear();
            self.stale = start;
        }
    }
}

impl Drop for Pool {
    fn drop(&mut self) {
        for helper in self.helpers.drain(..) {
            drop(helper.jobs);
            let _ = helper.thread.join(); // its fault, if any, is on stderr already
        }
    }
}

impl Helper {
    fn start(index: usize, slots: &Arc<Vec<Slot>>) -> io::Result<Self> {
        let (jobs, inbox) = channel();
        let slots = Arc::clone(slots);
        let thread = thread::Builder::new()
            .name(format!("search {index}"))
            .stack_size(STACK_BYTES)
            .spawn(move || help(index, &slots, &inbox))?;
        Ok(Self { jobs, thread })
    }
}

/// Works until the pool is dropped.
fn help(index: usize, slots: &[Slot], inbox: &Receiver<Arc<Job>>) {
    let mut searcher = Box::new(Searcher::new());
    while let Ok(job) = inbox.recv() {
        let role = Role::Helper {
            shared: &job.shared,
            index,
        };
        let slots = slots.get(job.first..).unwrap_or_default();
        search(
            &mut searcher,
            Table::new(slots),
            &job.order,
            role,
            &mut &*job,
        );
    }
}

/// One thread's part in a search.
pub(crate) fn search(
    searcher: &mut Searcher,
    table: Table<'_>,
    order: &Order,
    role: Role<'_>,
    listener: &mut dyn Listener,
) -> Option<Verdict> {
    let clock = StopWatch(order.began);
    let context = Context {
        table,
        signals: Signals {
            clock: &clock,
            stop: &order.stop,
        },
        listener,
    };
    searcher.search_as(role, &order.game, &order.limits, &order.weakness, context)
}

/// A helper has finished a depth.
impl Listener for &Job {
    fn iteration(&mut self, report: &Report<'_>) {
        let mut found = self.found.lock().unwrap_or_else(PoisonError::into_inner);
        let deepest = found.as_ref().map_or(0, |found| found.verdict.depth);
        if let Some(&best) = report.pv.first()
            && report.rank == 1
            && report.depth > deepest
        {
            let verdict = Verdict {
                best,
                score: report.score,
                depth: report.depth,
                seldepth: report.seldepth,
                nodes: report.nodes,
                elapsed_ms: report.elapsed_ms,
            };
            let line = report.pv.to_vec();
            *found = Some(Found { verdict, line });
        }
    }
}

impl Job {
    /// The main thread's verdict, unless a helper knows better: by a proven win, or by a
    /// depth that the main thread has not finished where nothing is proven. What a player who
    /// errs on purpose chooses, and the ranks of several moves, are the main thread's alone.
    fn vote(&self, main: Verdict, listener: &mut dyn Listener) -> Verdict {
        let Order {
            limits, weakness, ..
        } = &self.order;
        if limits.lines > 1
            || *weakness
                != (Weakness {
                    seed: weakness.seed,
                    ..Weakness::NONE
                })
        {
            return main;
        }
        let found = self
            .found
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .take();
        let knows_better = |found: &Found| {
            let theirs = found.verdict;
            let deeper = theirs.depth > main.depth && !is_decisive(main.score);
            deeper || is_win(theirs.score) && !is_win(main.score)
        };
        let Some(found) = found.filter(knows_better) else {
            return main;
        };
        let verdict = Verdict {
            nodes: main.nodes,
            elapsed_ms: main.elapsed_ms,
            ..found.verdict
        };
        listener.iteration(&Report {
            rank: 1,
            depth: verdict.depth,
            seldepth: verdict.seldepth,
            score: verdict.score,
            nodes: verdict.nodes,
            elapsed_ms: verdict.elapsed_ms,
            pv: &found.line,
        });
        verdict
    }
}

/// Sets a stop signal when it goes out of scope.
struct Ending<'a>(&'a AtomicBool);

impl Drop for Ending<'_> {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

/// An empty table of so many MiB, which the system gives page by page as it is used. `None` if there
/// is no such memory.
pub(crate) fn slots(hash_mib: usize) -> Option<Vec<Slot>> {
    let count = hash_mib.saturating_mul(1 << 20) / size_of::<Slot>();
    bytemuck::allocation::try_zeroed_vec(count).ok()
}

struct StopWatch(Instant);

impl Clock for StopWatch {
    fn elapsed_ms(&self) -> u64 {
        u64::try_from(self.0.elapsed().as_millis()).unwrap_or(u64::MAX)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use minmax_engine::bench::CASES;
    use minmax_engine::rules::Rules;
    use minmax_engine::score::win_in;
    use std::time::Duration;

    fn order(game: &Game, limits: Limits) -> Order {
        Order {
            game: game.clone(),
            limits,
            weakness: Weakness::NONE,
            stop: Arc::default(),
            began: Instant::now(),
        }
    }

    fn timeless(verdict: Verdict) -> Verdict {
        Verdict {
            elapsed_ms: 0,
            ..verdict
        }
    }

    fn think(pool: &mut Pool, game: &Game) -> Verdict {
        timeless(
            pool.search(&order(game, Limits::nodes(5_000)), &mut ())
                .unwrap(),
        )
    }

    #[test]
    fn one_thread_repeats_itself_when_told_to_forget() {
        let mut pool = Pool::start(1, 1).unwrap();
        let [one, other] = [&CASES[0], &CASES[10]].map(|case| case.game().unwrap());
        let first = think(&mut pool, &one);
        think(&mut pool, &other);
        pool.forget();
        assert_eq!(think(&mut pool, &one), first);
        pool.forget();
        pool.clear();
        assert_eq!(think(&mut pool, &one), first);
    }

    #[test]
    fn what_is_to_be_forgotten_is_so_even_if_a_search_is_stopped_before() {
        let mut pool = Pool::start(1, 2).unwrap();
        let game = CASES[0].game().unwrap();
        let first = think(&mut pool, &game);
        pool.forget();
        let stopped = order(&game, Limits::default());
        stopped.stop.store(true, Ordering::Relaxed);
        assert_eq!(pool.search(&stopped, &mut ()).unwrap().nodes, 0);
        assert!(pool.stale > 0);
        assert_eq!(think(&mut pool, &game), first);
        assert_eq!(pool.stale, 0);
    }

    #[test]
    fn several_threads_end_together_and_count_together() {
        let mut pool = Pool::start(3, 1).unwrap();
        assert_eq!(pool.threads(), 3);
        let game = Game::new(Rules::GOMOKU);
        for _ in 0..3 {
            let order = order(&game, Limits::nodes(60_000));
            let verdict = pool.search(&order, &mut ()).unwrap();
            assert!(verdict.nodes >= 60_000, "{verdict:?}");
            assert!(order.stop.load(Ordering::Relaxed), "the helpers are told");
        }
    }

    #[test]
    fn a_stop_signal_ends_all_threads() {
        let mut pool = Pool::start(2, 1).unwrap();
        let endless = order(&Game::new(Rules::GOMOKU), Limits::default());
        let stop = Arc::clone(&endless.stop);
        let stopper = thread::spawn(move || {
            thread::sleep(Duration::from_millis(50));
            stop.store(true, Ordering::Relaxed);
        });
        assert!(pool.search(&endless, &mut ()).is_some());
        stopper.join().unwrap();
        drop(pool); // waits for its helpers
    }

    #[test]
    fn a_finished_game_has_no_move_on_any_number_of_threads() {
        let mut game = Game::new(Rules::TIC_TAC_TOE);
        for cell in [(0, 0), (0, 1), (1, 0), (1, 1), (2, 0)] {
            game.play(Point::new(cell.0, cell.1).unwrap());
        }
        for threads in [0, 1, 2] {
            let mut pool = Pool::start(threads, 1).unwrap();
            let order = order(&game, Limits::nodes(100));
            assert_eq!(pool.search(&order, &mut ()), None);
        }
    }

    fn verdict(column: usize, score: i32, depth: u8) -> Verdict {
        Verdict {
            best: Point::new(column, 0).unwrap(),
            score,
            depth,
            seldepth: depth,
            nodes: 1_000,
            elapsed_ms: 5,
        }
    }

    /// The move that is played when the main thread has one and a helper the other.
    fn voted(main: Verdict, helper: Verdict, limits: Limits) -> Verdict {
        let job = Job {
            first: 0,
            order: order(&Game::new(Rules::GOMOKU), limits),
            shared: Shared::new(1),
            found: Mutex::default(),
        };
        (&mut &job as &mut dyn Listener).iteration(&Report {
            rank: 1,
            depth: helper.depth,
            seldepth: helper.seldepth,
            score: helper.score,
            nodes: 1,
            elapsed_ms: 1,
            pv: &[helper.best],
        });
        job.vote(main, &mut ())
    }

    #[test]
    fn a_helper_that_knows_better_is_heard() {
        let limits = Limits::default();
        let main = verdict(1, 20, 8);
        let deeper = voted(main, verdict(2, -30, 9), limits);
        assert_eq!((deeper.best, deeper.depth), (verdict(2, 0, 0).best, 9));
        assert_eq!((deeper.nodes, deeper.elapsed_ms), (1_000, 5));
        assert_eq!(voted(main, verdict(2, 300, 8), limits), main);
        let won = verdict(2, win_in(9), 5);
        assert_eq!(voted(main, won, limits).score, win_in(9));
        let own = verdict(1, win_in(5), 6);
        assert_eq!(voted(own, verdict(2, win_in(3), 9), limits), own);
        let ranks = Limits { lines: 2, ..limits };
        assert_eq!(voted(main, won, ranks), main);
    }
}
