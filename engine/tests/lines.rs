//! The n best moves: ranked as if every move had been searched apart.
#![allow(clippy::unwrap_used, reason = "a test ends where something is missing")]

use std::collections::BTreeMap;
use std::sync::atomic::AtomicBool;

use minmax_engine::bench::CASES;
use minmax_engine::bitboard::BitBoard;
use minmax_engine::game::{Game, Outcome};
use minmax_engine::notation::parse_moves;
use minmax_engine::point::Point;
use minmax_engine::rules::{LineRule, Rules};
use minmax_engine::score::{is_loss, is_win, win_in};
use minmax_engine::search::limits::{Limits, Signals};
use minmax_engine::search::report::{Listener, MAX_LINES, Report, Verdict};
use minmax_engine::search::{Context, Searcher};
use minmax_engine::time::NoClock;
use minmax_engine::tt::{Slot, Table};

/// A report, kept.
#[derive(Clone, Debug)]
struct Line {
    rank: u8,
    depth: u8,
    score: i32,
    pv: Vec<Point>,
}

#[derive(Default)]
struct Heard(Vec<Line>);

impl Listener for Heard {
    fn iteration(&mut self, report: &Report<'_>) {
        self.0.push(Line {
            rank: report.rank,
            depth: report.depth,
            score: report.score,
            pv: report.pv.to_vec(),
        });
    }
}

impl Heard {
    fn of_depth(&self, depth: u8) -> Vec<Line> {
        let lines = self.0.iter().filter(|line| line.depth == depth);
        lines.cloned().collect()
    }
}

fn game(rules: Rules, moves: &str) -> Game {
    let mut game = Game::new(rules);
    for point in parse_moves(moves, rules) {
        game.play(point.unwrap());
    }
    game
}

fn search(game: &Game, limits: Limits) -> (Option<Verdict>, Heard) {
    let slots: Vec<Slot> = (0..1 << 14).map(|_| Slot::EMPTY).collect();
    let mut heard = Heard::default();
    let context = Context {
        table: Table::new(&slots),
        signals: Signals {
            clock: &NoClock,
            stop: &AtomicBool::new(false),
        },
        listener: &mut heard,
    };
    let verdict = Searcher::new().search(game, &limits, context);
    (verdict, heard)
}

fn ranked(lines: u8, limits: Limits) -> Limits {
    Limits { lines, ..limits }
}

/// A win is 1, a draw 0, a loss -1.
fn outcome(score: i32) -> i32 {
    i32::from(is_win(score)) - i32::from(is_loss(score))
}

/// The slow twin: each move played, and what follows searched to the end.
fn each_apart(game: &Game) -> BTreeMap<Point, i32> {
    let rules = game.rules();
    let cells = BitBoard::full(rules.columns(), rules.rows());
    let legal = cells.iter().filter(|&point| game.check(point).is_ok());
    let worth = |point| {
        let mut after = game.clone();
        after.play(point);
        match after.outcome() {
            Some(Outcome::Win(_)) => 1,
            Some(_) => 0,
            None => -outcome(search(&after, Limits::depth(u8::MAX)).0.unwrap().score),
        }
    };
    legal.map(|point| (point, worth(point))).collect()
}

#[test]
fn on_small_boards_the_ranks_are_those_of_every_move_searched_to_the_end() {
    let rules = |columns, rows, k| Rules::new(columns, rows, k, LineRule::Freestyle).unwrap();
    let games = [
        (rules(3, 3, 3), ""),
        (rules(3, 3, 3), "b2"),
        (rules(3, 3, 3), "a1"),
        (rules(3, 3, 3), "a1b2"),
        (rules(3, 3, 3), "a1a2"),
        (rules(3, 3, 3), "a1b2c3"),
        (rules(3, 3, 3), "b2a1c1a3"),
        (rules(4, 3, 3), "a1"),
        (rules(4, 3, 3), "b2a1"),
        (rules(4, 4, 3), "a1d4a4"),
        (rules(4, 4, 4), "b2c3c2b3a1d4"),
        (rules(5, 3, 3), "a1e3b1"),
        (rules(5, 5, 5), "c3b2d4b3b4d2c2c4d3e4a4a3e3e2a2b1"),
    ];
    for (rules, moves) in games {
        let game = game(rules, moves);
        let expected = each_apart(&game);
        let all = ranked(MAX_LINES as u8, Limits::depth(u8::MAX));
        let (verdict, heard) = search(&game, all);
        let verdict = verdict.unwrap();
        let lines = heard.of_depth(verdict.depth);
        for line in &lines {
            let worth = expected[&line.pv[0]];
            assert_eq!(outcome(line.score), worth, "{moves}: {line:?}");
        }
        let told: Vec<Point> = lines.iter().map(|line| line.pv[0]).collect();
        let last = expected[told.last().unwrap()];
        let left_out = expected.iter().filter(|(point, _)| !told.contains(point));
        for (point, worth) in left_out {
            assert!(*worth <= last, "{moves}: {point:?} is better than {told:?}");
        }
    }
}

#[test]
fn every_depth_tells_as_many_lines_best_first_and_the_verdict_is_the_first() {
    for case in &CASES {
        let game = case.game().unwrap();
        let (verdict, heard) = search(&game, ranked(4, Limits::depth(4)));
        let verdict = verdict.unwrap();
        for depth in 1..=verdict.depth {
            let lines = heard.of_depth(depth);
            let ranks: Vec<usize> = lines.iter().map(|line| line.rank.into()).collect();
            assert!((1..=4).contains(&ranks.len()), "{}", case.moves);
            assert_eq!(ranks, (1..=ranks.len()).collect::<Vec<_>>());
            assert!(lines.is_sorted_by(|one, next| one.score >= next.score));
            for (n, line) in lines.iter().enumerate() {
                assert_eq!(game.check(line.pv[0]), Ok(()));
                assert!(lines[..n].iter().all(|other| other.pv[0] != line.pv[0]));
            }
        }
        let last = &heard.of_depth(verdict.depth)[0];
        assert_eq!((verdict.best, verdict.score), (last.pv[0], last.score));
    }
}

#[test]
fn one_line_is_searched_alike_however_it_is_asked_for() {
    let mut others = 0;
    for case in CASES.iter().step_by(3) {
        let game = case.game().unwrap();
        let one = search(&game, Limits::nodes(3_000)).0;
        assert_eq!(one, search(&game, ranked(1, Limits::nodes(3_000))).0);
        let two = search(&game, ranked(2, Limits::nodes(3_000))).0;
        others += usize::from(one != two);
    }
    assert!(others > 2, "two lines cost more than one");
}

#[test]
fn stopped_anywhere_the_verdict_is_a_move() {
    let game = CASES[0].game().unwrap();
    for nodes in (0..4_000).step_by(97) {
        let (verdict, heard) = search(&game, ranked(5, Limits::nodes(nodes)));
        let verdict = verdict.unwrap();
        assert!(verdict.nodes <= nodes);
        assert_eq!(game.check(verdict.best), Ok(()));
        assert!(
            heard.0.len().is_multiple_of(5),
            "only whole depths are told"
        );
    }
}

#[test]
fn only_moves_worth_a_thought_are_ranked() {
    let line = |moves| {
        let game = game(Rules::GOMOKU, moves);
        search(&game, ranked(9, Limits::depth(3))).1.0
    };
    // One cell stops the four; two make the five.
    let forced = line("d4c4e4h8f4h9g4");
    assert!(forced.iter().all(|line| line.rank == 1));
    let wins = line("d4a1e4h8f4a8g4a15");
    let scores: Vec<_> = wins.iter().map(|line| (line.rank, line.score)).collect();
    assert_eq!(scores, [(1, win_in(1)), (2, win_in(1))]);
}
