//! What the search promises: legal moves within any limits, the same result for the same
//! question, nothing read from the table unchecked.
#![allow(clippy::unwrap_used, reason = "a test ends where something is missing")]

use std::cell::Cell;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use minmax_engine::bench::CASES;
use minmax_engine::game::{Game, Outcome};
use minmax_engine::notation::parse_moves;
use minmax_engine::rules::{LineRule, Rules};
use minmax_engine::score::{is_loss, plies_to_win, win_in};
use minmax_engine::search::limits::{Limits, Signals, Weakness};
use minmax_engine::search::report::{Listener, Report, Verdict};
use minmax_engine::search::{Context, Searcher};
use minmax_engine::side::Side;
use minmax_engine::time::{Budget, Clock, NoClock};
use minmax_engine::tt::{Bound, Entry, Slot, Table};

fn slots(count: usize) -> Vec<Slot> {
    (0..count).map(|_| Slot::EMPTY).collect()
}

fn game(rules: Rules, moves: &str) -> Game {
    let mut game = Game::new(rules);
    for point in parse_moves(moves, rules) {
        game.play(point.unwrap());
    }
    game
}

fn search(game: &Game, limits: &Limits) -> Option<Verdict> {
    let slots = slots(1 << 14);
    search_with(&mut Searcher::new(), game, limits, &Table::new(&slots))
}

fn search_with(
    searcher: &mut Searcher,
    game: &Game,
    limits: &Limits,
    table: &Table<'_>,
) -> Option<Verdict> {
    searcher.search_fixed(game, limits, *table)
}

#[test]
fn the_same_question_has_the_same_answer() {
    let mut used = Searcher::new();
    for case in &CASES {
        let game = case.game().unwrap();
        let fresh = search(&game, &Limits::nodes(3_000));
        let slots = slots(1 << 14);
        let again = search_with(&mut used, &game, &Limits::nodes(3_000), &Table::new(&slots));
        assert_eq!(fresh, again, "{}", case.moves);
    }
}

#[test]
fn limits_are_kept() {
    for case in &CASES {
        let game = case.game().unwrap();
        for nodes in [0, 1, 2, 63, 1_000] {
            let verdict = search(&game, &Limits::nodes(nodes)).unwrap();
            assert!(verdict.nodes <= nodes, "{verdict:?}");
            assert_eq!(game.check(verdict.best), Ok(()));
        }
        let verdict = search(&game, &Limits::depth(3)).unwrap();
        assert!((1..=3).contains(&verdict.depth), "{verdict:?}");
    }
}

#[test]
fn a_set_stop_signal_still_gives_a_legal_move() {
    for case in &CASES {
        let game = case.game().unwrap();
        let slots = slots(64);
        let context = Context {
            table: Table::new(&slots),
            signals: Signals {
                clock: &NoClock,
                stop: &AtomicBool::new(true),
            },
            listener: &mut (),
        };
        let verdict = Searcher::new()
            .search(&game, &Limits::default(), context)
            .unwrap();
        assert_eq!((game.check(verdict.best), verdict.nodes), (Ok(()), 0));
    }
}

#[test]
fn a_stop_signal_from_another_thread_ends_the_search() {
    let game = game(Rules::GOMOKU, "h8i9j8");
    let stop = AtomicBool::new(false);
    let slots = slots(1 << 14);
    std::thread::scope(|scope| {
        let searching = scope.spawn(|| {
            let context = Context {
                table: Table::new(&slots),
                signals: Signals {
                    clock: &NoClock,
                    stop: &stop,
                },
                listener: &mut (),
            };
            Searcher::new().search(&game, &Limits::default(), context)
        });
        std::thread::sleep(Duration::from_millis(50));
        assert!(!searching.is_finished());
        stop.store(true, Ordering::Relaxed);
        let verdict = searching.join().unwrap().unwrap();
        assert!(verdict.depth > 1);
    });
}

/// A clock that runs one millisecond each time it is asked.
struct Ticking(Cell<u64>);

impl Clock for Ticking {
    fn elapsed_ms(&self) -> u64 {
        self.0.set(self.0.get() + 1);
        self.0.get()
    }
}

#[test]
fn the_hard_limit_ends_an_iteration_and_the_soft_one_the_next() {
    let game = game(Rules::GOMOKU, "h8i9j8");
    let slots = slots(1 << 14);
    let run = |time| {
        let context = Context {
            table: Table::new(&slots),
            signals: Signals {
                clock: &Ticking(Cell::new(0)),
                stop: &AtomicBool::new(false),
            },
            listener: &mut (),
        };
        let limits = Limits {
            time: Some(time),
            ..Limits::default()
        };
        Searcher::new().search(&game, &limits, context).unwrap()
    };
    let hard = run(Budget {
        soft_ms: 200,
        hard_ms: 200,
    });
    assert!(hard.nodes <= 64 * 200 && hard.nodes > 64 * 100, "{hard:?}");
    let soft = run(Budget {
        soft_ms: 0,
        hard_ms: u64::MAX,
    });
    assert_eq!(soft.depth, 1);
}

/// What a search takes by a clock that runs with its nodes, and how far it came.
fn timed(moves: &str, time: Budget) -> (u64, u8) {
    let game = game(Rules::GOMOKU, moves);
    let slots = slots(1 << 14);
    let context = Context {
        table: Table::new(&slots),
        signals: Signals {
            clock: &Ticking(Cell::new(0)),
            stop: &AtomicBool::new(false),
        },
        listener: &mut (),
    };
    let limits = Limits {
        time: Some(time),
        ..Limits::default()
    };
    let verdict = Searcher::new().search(&game, &limits, context).unwrap();
    (verdict.elapsed_ms, verdict.depth)
}

/// Positions where one move is soon seen to be the best and stays so, and positions where the
/// best move changes at nearly every depth.
const CLEAR: [&str; 4] = [
    "h8h9i8g8i10i11j9k10i7k8j6g9k5l4",
    "e10d8e8g13d12d13e11e9f10c13f11f9",
    "g12h11h13",
    "k9i13l13j7i7",
];
const UNCLEAR: [&str; 4] = [
    "i2g2h2h4g5",
    "g10d10e9h8h5j10i3k12",
    "f14e14c13",
    "i9j8m8h7k4n10",
];

#[test]
fn clear_positions_take_less_time_than_unclear_ones() {
    let time = Budget {
        soft_ms: 1_000,
        hard_ms: 4_000,
    };
    let [clear, unclear] = [CLEAR, UNCLEAR].map(|all| all.map(|moves| timed(moves, time).0));
    let total = |times: &[u64]| times.iter().sum::<u64>();
    assert!(
        total(&clear) * 3 / 2 < total(&unclear),
        "{clear:?} {unclear:?}"
    );
    assert!(total(&unclear) > 4 * time.soft_ms, "{unclear:?}");
    // The clock runs a little between the last look and the answer.
    let latest = clear.iter().chain(&unclear).max();
    assert!(latest <= Some(&(time.hard_ms + 3)), "{clear:?} {unclear:?}");
}

#[test]
fn to_study_a_position_takes_the_time_that_was_given() {
    let (ms, _) = timed(CLEAR[2], Budget::exactly(1_500));
    assert!((1_500..1_505).contains(&ms), "{ms}");
}

struct Heard(Vec<(u8, u64, usize)>);

impl Listener for Heard {
    fn iteration(&mut self, report: &Report<'_>) {
        self.0.push((report.depth, report.nodes, report.pv.len()));
    }
}

#[test]
fn the_listener_hears_every_depth_in_order() {
    let game = game(Rules::GOMOKU, "h8i9j8g8i7");
    let slots = slots(1 << 14);
    let mut heard = Heard(Vec::new());
    let context = Context {
        table: Table::new(&slots),
        signals: Signals {
            clock: &NoClock,
            stop: &AtomicBool::new(false),
        },
        listener: &mut heard,
    };
    Searcher::new()
        .search(&game, &Limits::depth(6), context)
        .unwrap();
    let depths: Vec<u8> = heard.0.iter().map(|heard| heard.0).collect();
    assert_eq!(depths, [1, 2, 3, 4, 5, 6]);
    assert!(heard.0.is_sorted_by_key(|heard| heard.1));
    assert!(heard.0.iter().all(|heard| heard.2 > 0));
}

#[test]
fn a_finished_game_has_no_move() {
    let won = game(Rules::TIC_TAC_TOE, "a3a2b3b2c3");
    assert_eq!(won.outcome(), Some(Outcome::Win(Side::Black)));
    assert_eq!(search(&won, &Limits::depth(1)), None);
}

#[test]
fn a_five_is_played_and_is_a_win_whatever_the_opponent_threatens() {
    // Black has four from d4 and White four from d8: who is to move wins.
    let game = game(Rules::GOMOKU, "d4d8e4e8f4f8g4g8");
    let verdict = search(&game, &Limits::nodes(1_000)).unwrap();
    assert_eq!((verdict.score, verdict.depth), (win_in(1), 1));
    let mut after = game.clone();
    after.play(verdict.best);
    assert_eq!(after.outcome(), Some(Outcome::Win(Side::Black)));
}

#[test]
fn a_five_is_blocked_and_an_open_four_is_known_for_lost() {
    let four = game(Rules::GOMOKU, "d4c4e4h8f4h9g4");
    let verdict = search(&four, &Limits::nodes(1_000)).unwrap();
    assert_eq!(
        Some(Ok(verdict.best)),
        parse_moves("h4", Rules::GOMOKU).next()
    );
    let open = game(Rules::GOMOKU, "d4a1e4h8f4a8g4");
    let verdict = search(&open, &Limits::nodes(1_000)).unwrap();
    assert_eq!(plies_to_win(verdict.score), Some(-2));
}

/// A move from another position, as if two positions had the same key: occupied, and far from
/// where the five must be blocked.
#[test]
fn a_foreign_table_move_is_never_played() {
    for (moves, foreign) in [
        ("d4c4e4h8f4h9g4", "d4"),
        ("d4c4e4h8f4h9g4", "o15"),
        ("h8", "h8"),
    ] {
        let game = game(Rules::GOMOKU, moves);
        let slots = slots(1 << 12);
        let table = Table::new(&slots);
        for point in parse_all(game.rules()) {
            let mut next = game.clone();
            if next.try_play(point).is_ok() {
                table.store(next.board().key(), poison(foreign));
            }
        }
        table.store(game.board().key(), poison(foreign));
        let verdict = search_with(&mut Searcher::new(), &game, &Limits::nodes(2_000), &table);
        assert_eq!(game.check(verdict.unwrap().best), Ok(()));
    }
}

fn poison(name: &str) -> Entry {
    Entry {
        best: parse_moves(name, Rules::GOMOKU).next().map(Result::unwrap),
        score: 0,
        bound: Bound::Upper,
        depth: 0,
        eval: 0,
    }
}

#[test]
fn every_game_up_to_the_largest_board_is_played_to_its_end() {
    let side = minmax_engine::point::MAX_SIDE;
    let mut searcher = Box::new(Searcher::new());
    let games = [
        (3, 3, 3),
        (4, 3, 3),
        (4, 4, 4),
        (5, 4, 4),
        (6, 7, 4),
        (5, 5, 5),
        (9, 9, 5),
        (15, 15, 5),
        (10, 9, 6),
        (side, 3, 3),
        (3, side, side),
        (side, side, 5),
        (side, side, 7),
    ];
    for (columns, rows, k) in games {
        for line in [
            LineRule::Freestyle,
            LineRule::Standard,
            LineRule::Caro,
            LineRule::CaroOverline,
        ] {
            let Ok(rules) = Rules::new(columns, rows, k, line) else {
                continue;
            };
            let slots = slots(1 << 12);
            let table = Table::new(&slots);
            let mut game: Game = Game::new(rules);
            while game.outcome().is_none() {
                let limits = Limits::nodes(40);
                let verdict = search_with(&mut searcher, &game, &limits, &table).unwrap();
                game.try_play(verdict.best).unwrap();
            }
        }
    }
}

#[test]
fn a_weak_player_varies_with_its_seed_and_repeats_itself_without() {
    let game = game(Rules::GOMOKU, "h8i9j8g8i7");
    let slots = slots(1 << 12);
    let choose = |seed| {
        let weakness = Weakness {
            seed,
            overlooks_percent: 20,
            sloppiness: 100,
            ..Weakness::NONE
        };
        let table = Table::new(&slots);
        table.clear();
        let context = Context {
            table,
            signals: Signals {
                clock: &NoClock,
                stop: &AtomicBool::new(false),
            },
            listener: &mut (),
        };
        let limits = Limits::nodes(200);
        Searcher::new()
            .search_weakly(&game, &limits, &weakness, context)
            .unwrap()
    };
    let chosen: Vec<_> = (0..20).map(|seed| choose(seed).best).collect();
    assert_eq!(choose(3), choose(3));
    assert!(chosen.iter().any(|best| *best != chosen[0]), "{chosen:?}");
}

#[test]
fn nobody_overlooks_his_own_five() {
    let game = game(Rules::GOMOKU, "d4d8e4e8f4f8g4g8");
    for seed in 0..50 {
        let slots = slots(64);
        let weakness = Weakness {
            seed,
            overlooks_percent: 100,
            overlooks_fives: true,
            sloppiness: 500,
        };
        let context = Context {
            table: Table::new(&slots),
            signals: Signals {
                clock: &NoClock,
                stop: &AtomicBool::new(false),
            },
            listener: &mut (),
        };
        let verdict = Searcher::new().search_weakly(&game, &Limits::nodes(60), &weakness, context);
        assert_eq!(verdict.unwrap().score, win_in(1));
    }
}

#[test]
fn no_won_opening_is_called_lost() {
    let game = game(Rules::GOMOKU, "h8");
    let started = Instant::now();
    let verdict = search(&game, &Limits::nodes(30_000)).unwrap();
    assert!(
        !is_loss(verdict.score),
        "{verdict:?} after {:?}",
        started.elapsed()
    );
}

fn parse_all(rules: Rules) -> Vec<minmax_engine::point::Point> {
    use minmax_engine::bitboard::BitBoard;
    BitBoard::full(rules.columns(), rules.rows())
        .iter()
        .collect()
}
