//! Random input, for as many seconds as `FUZZ_SECONDS` says (one, if it says nothing): the lines
//! that a brain hears, points and moves as text, and games played and taken back.
//!
//! A failure prints the seed of its round; `FUZZ_SEED` begins with that one.
// A test that cannot go on fails by panicking.
#![allow(clippy::unwrap_used)]

use std::env;
use std::str::FromStr;
use std::thread;
use std::time::{Duration, Instant};

use fastrand::Rng;
use minmax_engine::game::{Game, Outcome};
use minmax_engine::notation::{PointName, parse_moves, parse_point};
use minmax_engine::point::Point;
use minmax_engine::rules::FoulRule;
use minmax_engine::rules::{LineRule, Rules, renju};
use minmax_engine::strategy::handicap::Level;
use minmax_h3::app::event::Task;
use minmax_h3::app::thought::Thought;
use minmax_h3::gomocup::brain::{Brain, Config, MOST_WAITING, Output};
use minmax_h3::gomocup::clock::Strength;
use minmax_h3::gomocup::command::parse;
use minmax_h3::gomocup::dialect::Dialect;
use minmax_h3::gomocup::fault::Fault;
use minmax_h3::gomocup::lines::Lines;
use minmax_h3::gomocup::reply::Reply;

fn setting<T: FromStr>(name: &str) -> Option<T> {
    env::var(name).ok()?.parse().ok()
}

/// Says the seed when a round fails.
struct Round(u64);

impl Drop for Round {
    fn drop(&mut self) {
        if thread::panicking() {
            eprintln!("FUZZ_SEED={}", self.0);
        }
    }
}

fn fuzz(round: impl Fn(&mut Rng)) {
    let seconds = setting("FUZZ_SECONDS").unwrap_or(1.0);
    let first = setting("FUZZ_SEED").unwrap_or(1);
    let end = Instant::now() + Duration::from_secs_f64(seconds);
    for seed in first.. {
        let named = Round(seed);
        round(&mut Rng::with_seed(named.0));
        if Instant::now() >= end {
            println!("{} rounds", seed - first + 1);
            return;
        }
    }
}

// ---- the brain

/// Every kind of line, whole or broken.
const LINES: [&str; 44] = [
    "START 15",
    "START 20",
    "START 5",
    "START 4",
    "START 15 12",
    "RECTSTART 20,5",
    "RESTART",
    "BEGIN",
    "TURN 7,7",
    "TURN 8,8",
    "TURN 19,19",
    "TURN 0,0",
    "TURN x",
    "PLAY 3,4",
    "TAKEBACK 7,7",
    "BOARD",
    "YXBOARD",
    "SWAP2BOARD",
    "DONE",
    "DONE",
    "DONE",
    "7,7,1",
    "8,8,2",
    "9,9,1",
    "9,8,2",
    "3,3,3",
    "7,7",
    "8,7",
    "9,9",
    "INFO rule 0",
    "INFO rule 1",
    "INFO rule 4",
    "INFO rule 9",
    "INFO timeout_turn 100",
    "INFO timeout_match 0",
    "INFO time_left -5",
    "INFO max_memory 83886080",
    "INFO hash_size 1024",
    "INFO thread_num 2",
    "YXNBEST 3",
    "YXSTOP",
    "YXHASHCLEAR",
    "YXSHOWFORBID",
    "ABOUT",
];

#[test]
fn a_brain_hears_anything_and_stays_sane() {
    fuzz(|random| {
        let mut desk = Desk::new(random.u64(..));
        let mut lines = Lines::default();
        for _ in 0..random.usize(1..200) {
            let bytes = bytes(random);
            lines.take(&bytes, |line| desk.hear(line));
        }
        lines.finish(|line| desk.hear(line));
        while desk.task.is_some() {
            desk.answer();
        }
    });
}

fn bytes(random: &mut Rng) -> Vec<u8> {
    let mut bytes: Vec<u8> = match random.u8(..10) {
        0 => (0..random.usize(..80)).map(|_| random.u8(..)).collect(),
        1 => format!("TURN {},{}", random.i8(-2..22), random.i8(-2..22)).into(),
        2 => format!(
            "{},{},{}",
            random.i8(-1..21),
            random.i8(-1..21),
            random.i8(0..5)
        )
        .into(),
        3 => format!(
            "INFO {} {}",
            random
                .choice(["rule", "max_node", "time_left", "max_memory"])
                .unwrap(),
            random.i64(..)
        )
        .into(),
        _ => random.choice(LINES).unwrap().into(),
    };
    for _ in 0..random.u8(..40).saturating_sub(36) {
        mutate(&mut bytes, random);
    }
    if random.u16(..2_000) == 0 {
        bytes = bytes.repeat(2_000);
    }
    if random.u8(..50) > 0 {
        bytes.extend_from_slice(random.choice(["\r\n", "\n", "\r"]).unwrap().as_bytes());
    }
    bytes
}

fn mutate(bytes: &mut Vec<u8>, random: &mut Rng) {
    let at = random.usize(..=bytes.len());
    match random.u8(..3) {
        0 => bytes.insert(at, random.u8(..)),
        1 if at < bytes.len() => drop(bytes.remove(at)),
        _ if at < bytes.len() => bytes[at] ^= 1 << random.u8(..8),
        _ => (),
    }
}

/// A brain with an engine that plays anything.
struct Desk {
    brain: Brain,
    dialect: Dialect,
    task: Option<Box<Task>>,
    random: Rng,
    now_ms: u64,
}

impl Desk {
    fn new(seed: u64) -> Self {
        let mut random = Rng::with_seed(seed);
        let dialect = random.choice(Dialect::ALL).unwrap();
        Self {
            dialect,
            brain: Brain::new(Config {
                dialect,
                strength: Strength {
                    level: Level::new(random.u8(1..=10)).unwrap(),
                    ..Strength::FULL
                },
                fouls: random.choice([FoulRule::Refused, FoulRule::Loses]).unwrap(),
                hash_mib: None,
                threads: 1,
                seed,
            }),
            task: None,
            random,
            now_ms: 0,
        }
    }

    fn hear(&mut self, line: Result<&[u8], Fault>) {
        self.now_ms += self.random.u64(..1_000);
        while self.task.is_some() && (self.brain.is_full() || self.random.u8(..3) == 0) {
            self.answer();
        }
        let parsed = line.and_then(|line| parse(line, self.dialect));
        let Some(heard) = parsed.transpose() else {
            return;
        };
        let idle = self.task.is_none();
        let before = self.brain.game().cloned();
        let mut out = Vec::new();
        self.brain.hear(heard, self.now_ms, &mut out);
        // After `NoDone` the line is obeyed, and a move that ends the game is one.
        let refused = match &out[..] {
            [Output::Say(Reply::Fault(Fault::NoDone(_) | Fault::Over | Fault::Foul(_)))] => false,
            out => matches!(out, [Output::Say(Reply::Fault(_))]),
        };
        if idle && refused {
            assert!(self.brain.game() == before.as_ref(), "changed: {out:?}");
        }
        self.take(out);
    }

    fn answer(&mut self) {
        let task = self.task.take().unwrap();
        let mut out = Vec::new();
        if self.random.u8(..20) == 0 {
            self.brain.failed("a fault".into(), &mut out);
        } else {
            let thought = Thought {
                score: self.random.i32(-30_000..30_000),
                depth: 1,
                nodes: 1,
                elapsed_ms: 1,
                ..Thought::default()
            };
            let board = task.game.board();
            let mut legal: Vec<_> = cells(board.rules()).collect();
            legal.retain(|&cell| task.game.check(cell).is_ok());
            let point = self.random.choice(legal).unwrap();
            self.brain
                .deeper(task.id, 1, [point].into(), &thought, &mut out);
            self.brain
                .answered(task.id, Some((point, thought)), self.now_ms, &mut out);
        }
        while self.brain.go_on(self.now_ms, &mut out) {}
        self.take(out);
    }

    fn take(&mut self, out: Vec<Output>) {
        assert!(out.len() <= 4 * MOST_WAITING);
        for output in out {
            match output {
                Output::Say(reply) => assert_is_line(&reply),
                Output::Think(task, asked_ms) => {
                    assert!(self.task.is_none() && self.brain.is_thinking());
                    assert!(asked_ms <= self.now_ms);
                    assert_eq!(task.game.outcome(), None);
                    let budget = task.limits.time;
                    assert!(budget.is_none_or(|budget| budget.soft_ms <= budget.hard_ms));
                    self.task = Some(task);
                }
                Output::Prepare(engine) => assert!((1..=1_024).contains(&engine.hash_mib)),
                Output::Stop => assert!(self.brain.is_thinking()),
                Output::Leave => (),
            }
        }
        assert_eq!(self.task.is_some(), self.brain.is_thinking());
    }
}

fn assert_is_line(reply: &Reply) {
    let text = reply.to_string();
    assert!(!text.is_empty() && text.len() < 2_000, "{text}");
    assert!(
        text.bytes().all(|byte| (b' '..=b'~').contains(&byte)),
        "{text}"
    );
}

// ---- points and moves as text

#[test]
fn what_is_read_as_a_point_is_written_as_one() {
    fuzz(|random| {
        let rules = rules(random);
        let letters = "abchotuzABZ0123456789 -+.\u{e4}\u{0}";
        let letters: Vec<char> = letters.chars().collect();
        let text: String = (0..random.usize(..12))
            .map(|_| random.choice(&letters).unwrap())
            .collect();
        if let Ok(point) = parse_point(&text, rules) {
            let name = PointName::new(point, rules).to_string();
            assert_eq!(parse_point(&name, rules), Ok(point));
        }
        let moves: Vec<_> = parse_moves(&text, rules).collect();
        assert!(
            moves.iter().rev().skip(1).all(Result::is_ok),
            "an error is the last"
        );
        assert!(moves.len() <= text.len() + 1);
    });
}

// ---- games played and taken back

#[test]
fn a_game_taken_back_is_as_before() {
    fuzz(|random| {
        let rules = rules(random);
        let mut game: Game = Game::new(rules);
        let mut history = vec![game.board().clone()];
        for _ in 0..random.usize(..600) {
            match random.u8(..8) {
                0 => assert_eq!(
                    game.undo().is_some(),
                    history.len() > 1 && history.pop().is_some()
                ),
                1 => history.extend(game.redo().map(|_| game.board().clone())),
                _ => {
                    let point = Point::new(random.usize(..20), random.usize(..20)).unwrap();
                    let before = game.clone();
                    match game.try_play(point) {
                        Ok(()) => history.push(game.board().clone()),
                        Err(_) => assert_eq!(game, before),
                    }
                }
            }
            assert_eq!(Some(game.board()), history.last());
            assert_is_consistent(&game);
        }
    });
}

fn assert_is_consistent(game: &Game) {
    assert_eq!(game.moves().len(), game.board().stones());
    match game.outcome() {
        Some(Outcome::Win(side)) => {
            let row: Vec<_> = game.winning_row().collect();
            assert!(row.len() >= game.rules().k());
            assert!(
                row.iter()
                    .all(|&cell| game.board().stone(cell) == Some(side))
            );
        }
        Some(Outcome::Draw) => assert!(game.board().is_full() || renju::is_stuck(game.board())),
        None => assert!(!game.board().is_full()),
    }
}

fn rules(random: &mut Rng) -> Rules {
    let line = random.choice([
        LineRule::Freestyle,
        LineRule::Standard,
        LineRule::Renju,
        LineRule::Caro,
        LineRule::CaroOverline,
    ]);
    let (columns, rows) = (random.usize(5..=20), random.usize(5..=20));
    Rules::new(columns, rows, 5, line.unwrap()).unwrap()
}

fn cells(rules: Rules) -> impl Iterator<Item = Point> {
    (0..rules.rows()).flat_map(move |row| {
        (0..rules.columns()).map(move |column| Point::new(column, row).unwrap())
    })
}
