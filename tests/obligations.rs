//! What counts of classes say about a position is true: held against searches to the end.
#![allow(clippy::unwrap_used, reason = "a test ends where something is missing")]

use minmax_engine::bitboard::BitBoard;
use minmax_engine::game::Game;
use minmax_engine::obligations::{Obligation, answers_to_open_four};
use minmax_engine::point::Point;
use minmax_engine::position::Position;
use minmax_engine::reference::alphabeta;
use minmax_engine::reference::solver::{Slot, Solver};
use minmax_engine::rules::{LineRule, Rules};
use minmax_engine::score::{Score, loss_in, win_in};
use minmax_engine::shapes::{ForClasses, LineClasses, dispatch};
use minmax_engine::side::Side;
use minmax_tests::proof::legal_moves;

/// A generator that repeats itself: Steele, Lea and Flood's SplitMix64.
struct Random(u64);

impl Random {
    fn below(&mut self, end: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let z = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((z ^ (z >> 31)) % end as u64) as usize
    }
}

/// A position of so many random stones, equally many of each side or one more of Black's.
fn scatter(rules: Rules, stones: usize, random: &mut Random) -> Option<Game> {
    let mut free: Vec<Point> = legal_moves(&Game::new(rules)).collect();
    let mut placed = Vec::new();
    for n in 0..stones {
        let point = free.swap_remove(random.below(free.len()));
        placed.push((point, Side::ALL[n % 2]));
    }
    let game = Game::set_up(rules, &placed, Side::ALL[stones % 2]).ok()?;
    game.outcome().is_none().then_some(game)
}

struct Duty<'a>(&'a Game);

impl ForClasses for Duty<'_> {
    type Output = Obligation;

    fn run<R: LineClasses>(self, classes: R) -> Obligation {
        let mut position = Box::new(Position::new());
        position.set_up(classes, self.0.board());
        Obligation::of(classes, &position)
    }
}

/// Every claim about a scattered position, and what it is worth; returns how many of each kind
/// there were: wins in 1, 3 and 5, losses, and answers to an open four.
fn hold_against_the_truth(rules: Rules, empties: usize, positions: usize) -> [usize; 5] {
    let mut random = Random(rules.cells() as u64 * 100 + rules.k() as u64);
    let mut slots = vec![Slot::EMPTY; 1 << 18];
    let mut solver = Solver::new(rules, &mut slots).unwrap();
    let mut counts = [0; 5];
    for _ in 0..positions {
        let Some(game) = scatter(rules, rules.cells() - empties, &mut random) else {
            continue;
        };
        let kind = match dispatch(rules, Duty(&game)) {
            Obligation::Win(plies) => {
                assert_eq!(
                    worth(&mut solver, &game),
                    win_in(plies),
                    "{:?}",
                    game.board()
                );
                usize::from(plies / 2)
            }
            Obligation::Lost => {
                assert_eq!(worth(&mut solver, &game), loss_in(2), "{:?}", game.board());
                3
            }
            Obligation::AnswerOpenFour => {
                assert!(worth(&mut solver, &game) < win_in(3));
                4
            }
            _ => continue,
        };
        counts[kind] += 1;
    }
    counts
}

/// Black's forbidden points make wins sooner, and never later, than claimed.
#[test]
#[cfg_attr(
    debug_assertions,
    ignore = "release only: thousands of games to the end"
)]
fn claims_are_facts_in_renju() {
    let mut random = Random(5);
    let mut counts = [0; 5];
    for (columns, rows, empties, positions) in [
        (6, 6, 9, 1_000),
        (9, 4, 9, 1_000),
        (6, 6, 12, 20_000),
        (7, 5, 12, 20_000),
    ] {
        let rules = Rules::new(columns, rows, 5, LineRule::Renju).unwrap();
        for _ in 0..positions {
            let Some(game) = scatter(rules, rules.cells() - empties, &mut random) else {
                continue;
            };
            let duty = dispatch(rules, Duty(&game));
            let rare = duty == Obligation::Win(5);
            let cheap = empties < 10;
            if !rare && (!cheap || matches!(duty, Obligation::Free | Obligation::AnswerFive(_))) {
                continue;
            }
            let worth = alphabeta::solve(&game).score;
            let kind = match duty {
                Obligation::Win(plies) => {
                    assert!(
                        worth >= win_in(plies),
                        "{worth} {duty:?} {:?}",
                        game.board()
                    );
                    usize::from(plies / 2)
                }
                Obligation::Lost => {
                    assert_eq!(worth, loss_in(2), "{:?}", game.board());
                    3
                }
                _ => {
                    assert_nothing_else_answers(&game);
                    4
                }
            };
            counts[kind] += 1;
        }
    }
    assert!(counts.iter().all(|&count| count > 5), "{counts:?}");
}

struct Answers<'a>(&'a Game);

impl ForClasses for Answers<'_> {
    type Output = BitBoard;

    fn run<R: LineClasses>(self, classes: R) -> BitBoard {
        let mut position = Box::new(Position::new());
        position.set_up(classes, self.0.board());
        answers_to_open_four(&position)
    }
}

/// Every allowed move that is no answer to the open four loses to it.
fn assert_nothing_else_answers(game: &Game) {
    let answers = dispatch(game.rules(), Answers(game));
    for point in legal_moves(game).filter(|&point| !answers.contains(point)) {
        let mut after = game.clone();
        if after.try_play(point).is_ok() {
            let worth = alphabeta::solve(&after).score;
            assert!(worth >= win_in(3), "{point:?} {worth} {:?}", game.board());
        }
    }
}

fn worth(solver: &mut Solver<'_>, game: &Game) -> Score {
    solver.solve(game).unwrap().score
}

#[test]
fn claims_are_facts_for_three_and_four_in_a_row() {
    for (columns, rows, k, empties) in [(4, 4, 3, 9), (5, 4, 3, 11), (5, 4, 4, 11), (6, 5, 4, 12)] {
        let rules = Rules::new(columns, rows, k, LineRule::Freestyle).unwrap();
        let counts = hold_against_the_truth(rules, empties, 2_000);
        assert!(counts[0] > 100, "{columns},{rows},{k}: {counts:?}");
    }
}

#[test]
fn claims_are_facts_for_five_in_a_row_by_every_rule() {
    let mut sums = [0; 5];
    for line in [
        LineRule::Freestyle,
        LineRule::Standard,
        LineRule::Caro,
        LineRule::CaroOverline,
    ] {
        for (columns, rows, empties) in [(6, 6, 12), (9, 4, 13), (7, 5, 12)] {
            let rules = Rules::new(columns, rows, 5, line).unwrap();
            let counts = hold_against_the_truth(rules, empties, 3_000);
            for (sum, count) in sums.iter_mut().zip(counts) {
                *sum += count;
            }
        }
    }
    assert!(sums.iter().all(|&count| count > 5), "{sums:?}");
}
