//! Many searches for many clients: a bounded queue, a few search threads, one transposition table.
//!
//! Nothing is made before the first search: no thread, no table. Each thread searches a position of its own;
//! all of them remember in the same table.

use std::collections::VecDeque;
use std::fmt;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, OnceLock, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use minmax_engine::game::Game;
use minmax_engine::point::Point;
use minmax_engine::score::Score;
use minmax_engine::search::Searcher;
use minmax_engine::search::limits::{Limits, Weakness};
use minmax_engine::search::report::{Listener, Report, Verdict};
use minmax_engine::search::smp::{Role, Shared};
use minmax_engine::tt::{Slot, Table};

use crate::app::thought::Thought;
use crate::pool::{self, Order};

/// A thread's stack: the search recurses once a ply.
const STACK_BYTES: usize = 2 << 20;

/// How much is searched at once, and how much may wait.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Capacity {
    /// Searches at once, at least one.
    pub at_once: usize,
    /// Requests that may wait behind them.
    pub waiting: usize,
    /// Size of the transposition table, in MiB. Where there is no such memory it is a half, and so on.
    pub hash_mib: usize,
}

/// Who asks for a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rank {
    /// One of many requests: refused when too many wait.
    Request,
    /// The same, but it shows what it finds as it goes: it ends early where a game waits.
    Analysis,
    /// A game that lives here: it has one search at most, is never refused, and does not wait for those
    /// behind which it came.
    Game,
}

/// A position to search.
#[derive(Clone, Debug)]
pub struct Search {
    /// The position, with its moves.
    pub game: Game,
    /// When to end. The time begins with the search.
    pub limits: Limits,
    /// The errors to make.
    pub weakness: Weakness,
}

/// What is known after a finished depth, or in the end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Found {
    /// The move.
    pub best: Point,
    /// Its score for the side that moves.
    pub score: Score,
    /// Plies.
    pub depth: u8,
    /// Moves made.
    pub nodes: u64,
    /// Since the search began.
    pub elapsed: Duration,
    /// The principal variation, the move first.
    pub line: Box<[Point]>,
}

impl From<&Found> for Thought {
    fn from(found: &Found) -> Self {
        Self {
            score: found.score,
            depth: found.depth,
            nodes: found.nodes,
            elapsed_ms: u64::try_from(found.elapsed.as_millis()).unwrap_or(u64::MAX),
            pv: (&*found.line).into(),
        }
    }
}

/// What comes of a search, in this order: it begins, depths are finished, it is done. Of a search that
/// is given up while it waits nothing is heard.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum News {
    /// It is its turn.
    Begun,
    /// A depth is finished.
    Depth(Found),
    /// The move; nothing if the game was over.
    Done(Option<Found>),
    /// The engine has failed, by a fault of its own.
    Failed,
}

/// So many wait already, or the service is about to end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Busy;

impl fmt::Display for Busy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("too many searches are waiting")
    }
}

impl std::error::Error for Busy {}

/// How busy it is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Load {
    /// Searches that run.
    pub running: usize,
    /// Searches that wait.
    pub waiting: usize,
}

/// The searches of a service. Copies are handles on the same one.
#[derive(Clone)]
pub struct Searches(Arc<Inner>);

impl fmt::Debug for Searches {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Searches({:?}, {:?})", self.0.capacity, self.load())
    }
}

struct Inner {
    capacity: Capacity,
    state: Mutex<State>,
    wake: Condvar,
    table: OnceLock<Vec<Slot>>,
    /// Counts searches: what older ones have left in the table is told from what is new.
    number: AtomicU32,
}

#[derive(Default)]
struct State {
    queue: VecDeque<Job>,
    /// Those that began first, first.
    running: Vec<(Rank, Arc<AtomicBool>)>,
    threads: usize,
    idle: usize,
    closed: bool,
}

impl State {
    /// Games go before all others, and what only shows something makes room for them.
    fn enqueue(&mut self, job: Job, at_once: usize) {
        if job.rank != Rank::Game {
            return self.queue.push_back(job);
        }
        let games = self.queue.iter().take_while(|job| job.rank == Rank::Game);
        let games = games.count();
        self.queue.insert(games, job);
        let analyses = self
            .running
            .iter()
            .filter(|(rank, _)| *rank == Rank::Analysis);
        let missing = (self.running.len() + games + 1).saturating_sub(at_once);
        for (_, stop) in analyses.take(missing) {
            stop.store(true, Ordering::Relaxed);
        }
    }
}

struct Job {
    search: Search,
    rank: Rank,
    stop: Arc<AtomicBool>,
    hear: Box<dyn FnMut(News) + Send>,
}

/// A handle on one search: without it the search is given up.
pub struct Ticket {
    stop: Arc<AtomicBool>,
    inner: Arc<Inner>,
}

impl fmt::Debug for Ticket {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Ticket(stopped: {})", self.stop.load(Ordering::Relaxed))
    }
}

impl Ticket {
    /// Ends the search within milliseconds; it answers with the best so far. One that waits still gets
    /// its turn, and ends at once.
    pub fn stop(&self) {
        self.stop.store(true, Ordering::Relaxed);
    }
}

impl Drop for Ticket {
    fn drop(&mut self) {
        self.stop();
        let mut state = self.inner.state();
        state
            .queue
            .retain(|job| !Arc::ptr_eq(&job.stop, &self.stop));
    }
}

impl Searches {
    /// Nothing is made yet.
    #[must_use]
    pub fn new(capacity: Capacity) -> Self {
        Self(Arc::new(Inner {
            capacity,
            state: Mutex::default(),
            wake: Condvar::new(),
            table: OnceLock::new(),
            number: AtomicU32::new(0),
        }))
    }

    /// Has the position searched as soon as it is its turn. `hear` is told on the search's own thread,
    /// and must not wait.
    ///
    /// # Errors
    /// Too many wait already, or the system gives no thread for the first search.
    pub fn submit(
        &self,
        search: Search,
        rank: Rank,
        hear: impl FnMut(News) + Send + 'static,
    ) -> Result<Ticket, Busy> {
        let stop = Arc::new(AtomicBool::new(false));
        let job = Job {
            search,
            rank,
            stop: Arc::clone(&stop),
            hear: Box::new(hear),
        };
        let mut state = self.0.state();
        if state.closed || rank != Rank::Game && self.0.is_full(&state) {
            return Err(Busy);
        }
        self.man(&mut state)?;
        state.enqueue(job, self.0.capacity.at_once.max(1));
        self.0.wake.notify_one();
        let inner = Arc::clone(&self.0);
        drop(state);
        Ok(Ticket { stop, inner })
    }

    /// One more thread, if nobody is free for one more search and there may be one.
    fn man(&self, state: &mut State) -> Result<(), Busy> {
        if state.idle > state.queue.len() || state.threads >= self.0.capacity.at_once.max(1) {
            return Ok(());
        }
        let inner = Arc::clone(&self.0);
        let started = thread::Builder::new()
            .name("search".into())
            .stack_size(STACK_BYTES)
            .spawn(move || inner.work());
        match started {
            Ok(_) => state.threads += 1,
            Err(_) if state.threads > 0 => {} // the others do it, later
            Err(_) => return Err(Busy),
        }
        Ok(())
    }

    /// Keeps a search thread busy until it is dropped: whoever asks after it waits.
    #[cfg(test)]
    #[allow(clippy::unwrap_used, reason = "for tests")]
    pub(super) fn occupied(&self) -> Ticket {
        let mut game = Game::new(minmax_engine::rules::Rules::GOMOKU);
        game.play(Point::new(7, 7).unwrap()); // the first stone needs no search
        let search = Search {
            game,
            limits: Limits::default(),
            weakness: Weakness::NONE,
        };
        let (send, begun) = std::sync::mpsc::channel();
        let hear = move |news| {
            if news == News::Begun {
                let _ = send.send(());
            }
        };
        let ticket = self.submit(search, Rank::Game, hear).unwrap();
        begun.recv_timeout(Duration::from_secs(60)).unwrap();
        ticket
    }

    /// How many run and wait now.
    #[must_use]
    pub fn load(&self) -> Load {
        let state = self.0.state();
        Load {
            running: state.running.len(),
            waiting: state.queue.len(),
        }
    }

    /// Ends: what waits is given up, what runs answers within milliseconds with the best so far, and
    /// nothing more is taken.
    pub fn close(&self) {
        let mut state = self.0.state();
        state.closed = true;
        state.queue.clear();
        for (_, stop) in &state.running {
            stop.store(true, Ordering::Relaxed);
        }
        self.0.wake.notify_all();
    }
}

impl Inner {
    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn is_full(&self, state: &State) -> bool {
        let requests = state.queue.iter().filter(|job| job.rank != Rank::Game);
        let places = self.capacity.at_once.max(1) + self.capacity.waiting;
        state.running.len() + requests.count() >= places
    }

    /// Works until the service ends.
    fn work(&self) {
        let mut searcher = Box::new(Searcher::new());
        while let Some(mut job) = self.next() {
            let worked = catch_unwind(AssertUnwindSafe(|| self.search(&mut searcher, &mut job)));
            let done = worked.map_or_else(
                |_| {
                    // Whatever it was about is in an unknown state.
                    *searcher = Searcher::new();
                    News::Failed
                },
                News::Done,
            );
            // Counted as ended before it is told, so that whoever hears it finds a free place.
            self.state()
                .running
                .retain(|(_, stop)| !Arc::ptr_eq(stop, &job.stop));
            let _ = catch_unwind(AssertUnwindSafe(|| (job.hear)(done)));
        }
    }

    fn next(&self) -> Option<Job> {
        let mut state = self.state();
        loop {
            if state.closed {
                return None;
            }
            if let Some(job) = state.queue.pop_front() {
                state.running.push((job.rank, Arc::clone(&job.stop)));
                return Some(job);
            }
            state.idle += 1;
            let woken = self.wake.wait(state);
            state = woken.unwrap_or_else(PoisonError::into_inner);
            state.idle -= 1;
        }
    }

    fn search(&self, searcher: &mut Searcher, job: &mut Job) -> Option<Found> {
        (job.hear)(News::Begun);
        let order = Order {
            game: job.search.game.clone(),
            limits: job.search.limits,
            weakness: job.search.weakness,
            stop: Arc::clone(&job.stop),
            began: Instant::now(),
        };
        let slots = self.table.get_or_init(|| table(self.capacity.hash_mib));
        let table = Table::new(slots).for_game(order.game.rules());
        let shared = Shared::new(self.number.fetch_add(1, Ordering::Relaxed));
        let mut teller = Teller {
            began: order.began,
            hear: &mut job.hear,
            line: Box::default(),
        };
        let verdict = pool::search(searcher, table, &order, Role::Main(&shared), &mut teller)?;
        Some(teller.found(&verdict))
    }
}

/// Of the size asked for, or as much of it as there is.
fn table(hash_mib: usize) -> Vec<Slot> {
    let mut mib = hash_mib;
    loop {
        match pool::slots(mib) {
            Some(slots) => return slots,
            None => mib /= 2,
        }
    }
}

struct Teller<'a> {
    began: Instant,
    hear: &'a mut (dyn FnMut(News) + Send),
    /// The last depth's.
    line: Box<[Point]>,
}

impl Teller<'_> {
    fn found(self, verdict: &Verdict) -> Found {
        let line = Some(self.line).filter(|line| line.first() == Some(&verdict.best));
        Found {
            best: verdict.best,
            score: verdict.score,
            depth: verdict.depth,
            nodes: verdict.nodes,
            elapsed: self.began.elapsed(),
            line: line.unwrap_or_else(|| [verdict.best].into()),
        }
    }
}

impl Listener for Teller<'_> {
    fn iteration(&mut self, report: &Report<'_>) {
        let Some(&best) = report.pv.first() else {
            return;
        };
        self.line = report.pv.into();
        (self.hear)(News::Depth(Found {
            best,
            score: report.score,
            depth: report.depth,
            nodes: report.nodes,
            elapsed: self.began.elapsed(),
            line: self.line.clone(),
        }));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use minmax_engine::bench::CASES;
    use minmax_engine::rules::{LineRule, Rules};
    use std::sync::mpsc::{Receiver, channel};

    const DEADLINE: Duration = Duration::from_secs(60);

    fn searches(at_once: usize, waiting: usize) -> Searches {
        Searches::new(Capacity {
            at_once,
            waiting,
            hash_mib: 1,
        })
    }

    fn search(limits: Limits) -> Search {
        Search {
            game: CASES[0].game().unwrap(),
            limits,
            weakness: Weakness::NONE,
        }
    }

    fn ask(searches: &Searches, limits: Limits) -> Result<(Ticket, Receiver<News>), Busy> {
        let (send, news) = channel();
        let ticket = searches.submit(search(limits), Rank::Request, move |one| {
            let _ = send.send(one);
        })?;
        Ok((ticket, news))
    }

    fn begun(news: &Receiver<News>) {
        assert_eq!(news.recv_timeout(DEADLINE), Ok(News::Begun));
    }

    fn done(news: &Receiver<News>) -> Found {
        loop {
            match news.recv_timeout(DEADLINE).unwrap() {
                News::Done(Some(found)) => return found,
                News::Begun | News::Depth(_) => {}
                other => panic!("{other:?}"),
            }
        }
    }

    #[test]
    fn nothing_is_made_before_the_first_search() {
        let searches = searches(2, 8);
        assert_eq!(searches.0.state().threads, 0);
        assert!(searches.0.table.get().is_none());
        let (_ticket, news) = ask(&searches, Limits::nodes(500)).unwrap();
        let found = done(&news);
        assert_eq!(found.line.first(), Some(&found.best));
        assert_eq!(searches.0.state().threads, 1);
        while searches.0.state().idle == 0 {
            thread::yield_now();
        }
        let again = ask(&searches, Limits::nodes(500)).unwrap();
        done(&again.1);
        assert_eq!(searches.0.state().threads, 1, "one is enough for one");
    }

    #[test]
    fn no_more_are_searched_at_once_and_no_more_wait_than_may() {
        let searches = searches(2, 3);
        let running: Vec<_> = (0..2)
            .map(|_| ask(&searches, Limits::default()).unwrap())
            .collect();
        running.iter().for_each(|(_, news)| begun(news));
        let waiting: Vec<_> = (0..3)
            .map(|_| ask(&searches, Limits::nodes(200)).unwrap())
            .collect();
        assert_eq!(ask(&searches, Limits::nodes(200)).err(), Some(Busy));
        let load = Load {
            running: 2,
            waiting: 3,
        };
        assert_eq!(searches.load(), load);
        drop(running);
        for (_, news) in &waiting {
            done(news);
        }
        assert!(ask(&searches, Limits::nodes(200)).is_ok());
    }

    #[test]
    fn a_game_is_not_refused() {
        let searches = searches(1, 0);
        let (ticket, news) = ask(&searches, Limits::default()).unwrap();
        begun(&news);
        assert_eq!(ask(&searches, Limits::nodes(9)).err(), Some(Busy));
        let (send, news) = channel();
        let hear = move |one| drop(send.send(one));
        let game = searches.submit(search(Limits::nodes(200)), Rank::Game, hear);
        drop(ticket);
        done(&news);
        drop(game);
    }

    #[test]
    fn a_game_waits_for_no_analysis_and_for_nobody_behind_one() {
        let searches = searches(2, 9);
        let submit = |rank, limits| {
            let (send, news) = channel();
            let hear = move |one| drop(send.send(one));
            (searches.submit(search(limits), rank, hear).unwrap(), news)
        };
        let (_analysis, shown) = submit(Rank::Analysis, Limits::default());
        begun(&shown);
        let (game, moved) = submit(Rank::Game, Limits::nodes(200));
        done(&moved);
        drop(game);
        let (_request, asked) = submit(Rank::Request, Limits::default());
        begun(&asked);
        let (_behind, waits) = submit(Rank::Request, Limits::default());
        let (_game, moved) = submit(Rank::Game, Limits::nodes(200));
        done(&moved);
        done(&shown);
        // That of the game came first, then the one that was there before it.
        begun(&waits);
        assert!(
            asked.try_iter().all(|news| matches!(news, News::Depth(_))),
            "a request has its time"
        );
    }

    #[test]
    fn whoever_goes_away_is_not_searched_for() {
        let searches = searches(1, 9);
        let (first, news) = ask(&searches, Limits::default()).unwrap();
        begun(&news);
        let (second, unheard) = ask(&searches, Limits::default()).unwrap();
        drop(second);
        assert!(
            unheard.recv_timeout(DEADLINE).is_err(),
            "its turn never came"
        );
        drop(first);
        let found = done(&news);
        assert!(found.elapsed < DEADLINE);
        assert_eq!(searches.load(), Load::default());
    }

    #[test]
    fn the_end_is_an_answer_for_what_runs_and_none_for_what_waits() {
        let searches = searches(1, 9);
        let (_first, news) = ask(&searches, Limits::default()).unwrap();
        begun(&news);
        let (_second, unheard) = ask(&searches, Limits::default()).unwrap();
        searches.close();
        done(&news);
        assert!(unheard.recv_timeout(DEADLINE).is_err());
        assert_eq!(ask(&searches, Limits::nodes(9)).err(), Some(Busy));
    }

    #[test]
    fn what_hears_may_fail_and_the_next_search_is_done() {
        let searches = searches(1, 9);
        let failing = |news| assert_ne!(news, News::Begun);
        let one = searches.submit(search(Limits::nodes(9)), Rank::Request, failing);
        let (_two, news) = ask(&searches, Limits::nodes(200)).unwrap();
        done(&news);
        drop(one);
    }

    #[test]
    fn games_of_several_rules_may_be_searched_in_turn() {
        let searches = searches(1, 9);
        for line in [LineRule::Freestyle, LineRule::Renju, LineRule::Caro] {
            let rules = Rules::new(15, 15, 5, line).unwrap();
            let mut game = Game::new(rules);
            game.play(Point::new(7, 7).unwrap());
            let search = Search {
                game,
                ..search(Limits::nodes(300))
            };
            let (send, news) = channel();
            let hear = move |one| drop(send.send(one));
            let _ticket = searches.submit(search, Rank::Request, hear).unwrap();
            assert!(done(&news).depth > 0);
        }
    }

    #[test]
    fn a_table_beyond_all_memory_is_a_smaller_one() {
        assert!(!table(usize::MAX >> 21).is_empty());
    }
}
