//! The real search against what is known: it is perfect where the game can be searched to its
//! end, and finds the wins that another engine has proved.
#![allow(clippy::unwrap_used, reason = "a test ends where something is missing")]

use minmax_engine::game::{Game, Outcome};
use minmax_engine::point::Point;
use minmax_engine::reference::solver;
use minmax_engine::rules::line::winning_direction;
use minmax_engine::rules::{LineRule, Rules};
use minmax_engine::score::{is_loss, is_win, win_in};
use minmax_engine::search::limits::Limits;
use minmax_engine::search::report::Verdict;
use minmax_engine::side::Side;
use minmax_engine::strategy::handicap::Level;
use minmax_tests::data;
use minmax_tests::mind::Mind;
use minmax_tests::proof::{
    legal_moves, prove_every_position, prove_every_set_up, prove_whole_tree,
};

/// An engine with its memory.
struct Player(Mind);

impl Player {
    fn new() -> Self {
        Self(Mind::new(1 << 16))
    }

    fn think(&mut self, game: &Game, level: Level, limits: &Limits) -> Verdict {
        self.think_by(game, level, limits, 1)
    }

    fn think_by(&mut self, game: &Game, level: Level, limits: &Limits, seed: u64) -> Verdict {
        self.0.think_at(level, game, limits, seed).unwrap()
    }

    /// Full strength with the nodes of a second.
    fn best(&mut self, game: &Game) -> Point {
        self.think(game, Level::FULL, &Limits::nodes(500_000)).best
    }
}

#[test]
fn full_strength_is_perfect_in_tic_tac_toe() {
    let mut player = Player::new();
    for (side, wins) in [(Side::Black, 71), (Side::White, 386)] {
        let proof = prove_whole_tree(Rules::TIC_TAC_TOE, side, |game| player.best(game));
        assert_eq!(proof.losses, 0);
        assert!(proof.wins > wins / 2, "{proof:?}");
    }
    let positions = prove_every_position(Rules::TIC_TAC_TOE, |game| player.best(game));
    assert_eq!(positions, 5_478);
}

/// Lost positions are among them: they get the move that lasts longest.
#[test]
fn full_strength_is_perfect_however_the_stones_are_set_up() {
    let mut player = Player::new();
    prove_every_set_up(Rules::TIC_TAC_TOE, |game| player.best(game));
}

#[test]
fn full_strength_wins_four_by_three_against_every_defence() {
    let rules = Rules::new(4, 3, 3, LineRule::Freestyle).unwrap();
    let mut player = Player::new();
    let proof = prove_whole_tree(rules, Side::Black, |game| player.best(game));
    assert_eq!((proof.draws, proof.losses), (0, 0));
}

/// The score is the exact one too, to the ply, in every position of some small games.
#[test]
#[cfg_attr(debug_assertions, ignore = "release only: many searches to the end")]
fn a_search_to_the_end_knows_the_exact_score() {
    for (columns, rows, k) in [(4, 3, 3), (4, 4, 3), (4, 4, 4), (5, 4, 4)] {
        let rules = Rules::new(columns, rows, k, LineRule::Freestyle).unwrap();
        let mut slots = vec![solver::Slot::EMPTY; 1 << 20];
        let mut oracle = solver::Solver::new(rules, &mut slots).unwrap();
        let mut player = Player::new();
        for seed in 0..300 {
            let game = random_game(rules, seed, rules.cells() / 3);
            if game.outcome().is_some() {
                continue;
            }
            let exact = oracle.solve(&game).unwrap().score;
            let found = player.think(&game, Level::FULL, &Limits::depth(40));
            assert_eq!(
                found.score,
                exact,
                "{columns},{rows},{k} {:?}",
                game.moves()
            );
        }
    }
}

/// A game of so many random moves, drawn by a linear congruential generator.
fn random_game(rules: Rules, seed: u64, moves: usize) -> Game {
    let mut game = Game::new(rules);
    let mut state = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1;
    for _ in 0..moves {
        let legal: Vec<Point> = legal_moves(&game).collect();
        state = state
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1);
        let Some(&point) = legal.get((state >> 33) as usize % legal.len().max(1)) else {
            break;
        };
        game.play(point);
    }
    game
}

/// One proven win: the moves so far, and the plies that it takes at most.
fn proven_win(line: &str) -> (Game, i32) {
    let numbers: Vec<usize> = line
        .split(|c: char| !c.is_ascii_digit())
        .filter_map(|part| part.parse().ok())
        .collect();
    // "size":15 comes first, then x and y of each move, then the plies.
    let (plies, rest) = numbers.split_last().unwrap();
    let mut game = Game::new(Rules::GOMOKU);
    for move_ in rest[1..].chunks(2) {
        game.play(Point::new(move_[0], move_[1]).unwrap());
    }
    (game, *plies as i32)
}

/// 266 positions whose side to move has been proved to win by another engine.
fn count_wins(nodes: u64, longest: i32) -> (usize, usize) {
    let mut player = Player::new();
    let (mut asked, mut won) = (0, 0);
    for line in data::read("wins_free15.jsonl").lines() {
        let (game, plies) = proven_win(line);
        if plies > longest {
            continue;
        }
        let verdict = player.think(&game, Level::FULL, &Limits::nodes(nodes));
        assert!(!is_loss(verdict.score), "a win is called lost: {line}");
        asked += 1;
        won += usize::from(is_win(verdict.score));
    }
    (asked, won)
}

#[test]
fn short_proven_wins_are_found_at_once() {
    assert_eq!(count_wins(20_000, 9), (172, 172));
}

#[test]
#[cfg_attr(
    debug_assertions,
    ignore = "release only: 266 searches of 300,000 nodes"
)]
fn most_long_proven_wins_are_found_in_a_second() {
    let (asked, won) = count_wins(300_000, 100);
    assert_eq!(asked, 266);
    assert!(won >= 250, "{won} of {asked}");
}

/// The report that started it: X on 1, 3, 7 and O on 2, 5, O to move. 8 wins now, 4 only blocks.
#[test]
fn a_win_now_beats_everything() {
    let cell = |n: usize| Point::new((n - 1) % 3, (n - 1) / 3).unwrap();
    let mut game: Game = Game::new(Rules::TIC_TAC_TOE);
    for n in [1, 2, 3, 5, 7] {
        game.play(cell(n));
    }
    let mut player = Player::new();
    for level in 1..=10 {
        let level = Level::new(level).unwrap();
        let verdict = player.think(&game, level, &Limits::nodes(100));
        assert_eq!((verdict.best, verdict.score), (cell(8), win_in(1)));
    }
}

/// A careful child: wins if it can, blocks if it must, else plays anywhere.
fn careful_child(game: &Game, seed: u64) -> Point {
    let side = game.side_to_move();
    let completes = |side| {
        let mut legal = legal_moves(game);
        legal.find(|&p| winning_direction(game.board(), p, side).is_some())
    };
    completes(side)
        .or_else(|| completes(side.opponent()))
        .unwrap_or_else(|| {
            let legal: Vec<Point> = legal_moves(game).collect();
            let draw = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 33;
            legal[(draw as usize + game.moves().len()) % legal.len()]
        })
}

#[test]
fn a_child_wins_now_and_then_at_level_one_and_never_at_level_ten() {
    let mut player = Player::new();
    let mut wins = |level: u8, rules, games| {
        let level = Level::new(level).unwrap();
        let limits = level
            .limits()
            .nodes
            .map_or(Limits::nodes(100_000), Limits::nodes);
        let won = |seed: &u64| {
            let mut game: Game = Game::new(rules);
            while game.outcome().is_none() {
                let point = match game.side_to_move() {
                    Side::Black => careful_child(&game, *seed),
                    Side::White => player.think_by(&game, level, &limits, *seed).best,
                };
                game.play(point);
            }
            game.outcome() == Some(Outcome::Win(Side::Black))
        };
        (0..games).filter(won).count()
    };
    assert!(wins(1, Rules::TIC_TAC_TOE, 40) >= 5);
    assert_eq!(wins(10, Rules::TIC_TAC_TOE, 40), 0);
}
