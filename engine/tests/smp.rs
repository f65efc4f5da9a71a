//! Several threads on one position.
#![allow(clippy::unwrap_used, reason = "a test ends where something is missing")]

use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;

use minmax_engine::bench::CASES;
use minmax_engine::game::Game;
use minmax_engine::rules::Rules;
use minmax_engine::search::limits::{Limits, Signals, Weakness};
use minmax_engine::search::report::{Listener, Report, Verdict};
use minmax_engine::search::smp::{MAX_THREADS, Role, Shared};
use minmax_engine::search::{Context, Searcher};
use minmax_engine::time::NoClock;
use minmax_engine::tt::{Slot, Table};

fn search(
    role: Role<'_>,
    game: &Game,
    limits: &Limits,
    slots: &[Slot],
    stop: &AtomicBool,
    listener: &mut dyn Listener,
) -> Option<Verdict> {
    let context = Context {
        table: Table::new(slots),
        signals: Signals {
            clock: &NoClock,
            stop,
        },
        listener,
    };
    Searcher::new().search_as(role, game, limits, &Weakness::NONE, context)
}

/// The main thread's verdict, and the nodes of each helper.
fn together(game: &Game, limits: &Limits, threads: usize) -> (Option<Verdict>, Vec<u64>) {
    let slots: Vec<Slot> = (0..1 << 14).map(|_| Slot::EMPTY).collect();
    let (shared, stop) = (Shared::new(1), AtomicBool::new(false));
    thread::scope(|scope| {
        let help = |index| {
            let role = Role::Helper {
                shared: &shared,
                index,
            };
            search(role, game, limits, &slots, &stop, &mut ())
        };
        let helpers: Vec<_> = (1..threads).map(|n| scope.spawn(move || help(n))).collect();
        let verdict = search(Role::Main(&shared), game, limits, &slots, &stop, &mut ());
        stop.store(true, Ordering::Relaxed);
        let helped = helpers.into_iter().map(|helper| helper.join().unwrap());
        let nodes = helped.map(|verdict| verdict.map_or(0, |verdict| verdict.nodes));
        (verdict, nodes.collect())
    })
}

#[test]
fn any_number_of_threads_finds_a_legal_move() {
    for (case, threads) in CASES.iter().zip([2, 3, 4, 7].into_iter().cycle()) {
        let game = case.game().unwrap();
        let (verdict, _) = together(&game, &Limits::depth(4), threads);
        let verdict = verdict.unwrap();
        assert_eq!(game.check(verdict.best), Ok(()), "{}", case.moves);
    }
}

#[test]
fn a_main_thread_without_helpers_searches_as_one_alone() {
    for case in CASES.iter().step_by(4) {
        let game = case.game().unwrap();
        let limits = Limits::nodes(3_000);
        let slots: Vec<Slot> = (0..1 << 14).map(|_| Slot::EMPTY).collect();
        let stop = AtomicBool::new(false);
        let alone = search(Role::Alone, &game, &limits, &slots, &stop, &mut ());
        assert_eq!(together(&game, &limits, 1).0, alone);
    }
}

#[test]
fn the_limit_by_nodes_is_that_of_all_threads_and_so_is_the_count() {
    let game: Game = Game::new(Rules::GOMOKU);
    let limit = 60_000;
    let (verdict, helped) = together(&game, &Limits::nodes(limit), 3);
    let verdict = verdict.unwrap();
    // Each thread looks at the others' counts once in 64 nodes, when it runs.
    assert!(verdict.nodes >= limit, "{verdict:?}");
    assert!(verdict.nodes <= limit + helped.iter().sum::<u64>());
}

#[test]
fn helpers_end_with_the_stop_signal_and_have_no_limits_of_their_own_but_depth() {
    let game = CASES[13].game().unwrap();
    let slots: Vec<Slot> = (0..1 << 12).map(|_| Slot::EMPTY).collect();
    let shared = Shared::new(1);
    let role = |index| Role::Helper {
        shared: &shared,
        index,
    };
    let stop = AtomicBool::new(true);
    let stopped = search(role(1), &game, &Limits::default(), &slots, &stop, &mut ());
    assert_eq!(stopped.unwrap().nodes, 0);
    let limits = Limits {
        nodes: Some(1),
        ..Limits::depth(7)
    };
    let stop = AtomicBool::new(false);
    let helped = search(role(2), &game, &limits, &slots, &stop, &mut ());
    let helped = helped.unwrap();
    assert!(helped.nodes > 64 && helped.depth <= 7, "{helped:?}");
    assert!(shared.helpers_nodes().abs_diff(helped.nodes) <= 64);
}

#[derive(Default)]
struct Depths(Vec<u8>);

impl Listener for Depths {
    fn iteration(&mut self, report: &Report<'_>) {
        self.0.push(report.depth);
    }
}

#[test]
fn helpers_search_different_depths() {
    let game: Game = Game::new(Rules::GOMOKU);
    let depths = |index| {
        let slots: Vec<Slot> = (0..1 << 14).map(|_| Slot::EMPTY).collect();
        let shared = Shared::new(1);
        let role = Role::Helper {
            shared: &shared,
            index,
        };
        let (stop, mut heard) = (AtomicBool::new(false), Depths::default());
        search(role, &game, &Limits::depth(6), &slots, &stop, &mut heard);
        heard.0
    };
    assert_eq!(depths(1), [2, 4, 6]);
    assert_eq!(depths(2), [1, 3, 5]);
    assert_eq!(depths(3), [1, 4, 5]);
    assert_eq!(depths(4), [3, 4]);
    // Beyond what there is room for, a helper still works.
    assert!(!depths(MAX_THREADS + 5).is_empty());
}
