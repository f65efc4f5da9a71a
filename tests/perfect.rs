//! Perfect tic-tac-toe, proved over every position there is.
#![allow(clippy::unwrap_used, reason = "a test ends where something is missing")]

use minmax_engine::game::Game;
use minmax_engine::point::Point;
use minmax_engine::reference::solver::{Slot, Solver};
use minmax_engine::reference::{alphabeta, minimax};
use minmax_engine::rules::{LineRule, Rules};
use minmax_engine::side::Side;
use minmax_tests::proof::{
    Proof, legal_moves, prove_every_position, prove_every_set_up, prove_whole_tree,
};

fn reference_player(game: &Game) -> Point {
    alphabeta::solve(game).best.unwrap()
}

#[test]
fn moving_first_it_never_loses() {
    let proof = prove_whole_tree(Rules::TIC_TAC_TOE, Side::Black, reference_player);
    let expected = Proof {
        wins: 71,
        draws: 2,
        losses: 0,
    };
    assert_eq!(proof, expected);
}

#[test]
fn moving_second_it_never_loses() {
    let proof = prove_whole_tree(Rules::TIC_TAC_TOE, Side::White, reference_player);
    let expected = Proof {
        wins: 386,
        draws: 183,
        losses: 0,
    };
    assert_eq!(proof, expected);
}

#[test]
fn it_is_perfect_in_every_position() {
    let positions = prove_every_position(Rules::TIC_TAC_TOE, reference_player);
    assert_eq!(positions, 5_478);
}

#[test]
fn it_is_perfect_however_the_stones_are_set_up() {
    let counts = prove_every_set_up(Rules::TIC_TAC_TOE, reference_player);
    assert_eq!(counts, [14_850, 2_712, 4_624]);
}

#[test]
fn the_plain_searches_play_the_same() {
    let plain = |game: &Game| minimax::solve(game).best.unwrap();
    let one = prove_whole_tree(Rules::TIC_TAC_TOE, Side::White, plain);
    let two = prove_whole_tree(Rules::TIC_TAC_TOE, Side::White, reference_player);
    assert_eq!(one, two);
}

#[test]
fn four_by_three_is_won_against_every_defence() {
    let rules = Rules::new(4, 3, 3, LineRule::Freestyle).unwrap();
    let mut slots = vec![Slot::EMPTY; 1 << 16];
    let mut solver = Solver::new(rules, &mut slots).unwrap();
    let player = |game: &Game| solver.solve(game).unwrap().best.unwrap();
    let proof = prove_whole_tree(rules, Side::Black, player);
    assert_eq!((proof.draws, proof.losses), (0, 0));
    assert!(proof.wins > 0);
}

#[test]
#[should_panic(expected = "is not the best move")]
fn a_careless_player_is_found_out() {
    let first = |game: &Game| legal_moves(game).next().unwrap();
    prove_whole_tree(Rules::TIC_TAC_TOE, Side::White, first);
}
