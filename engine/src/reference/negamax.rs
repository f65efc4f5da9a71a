//! Minimax with one branch instead of two.
//!
//! What is good for one player is bad for the other by the same amount. So every position is
//! scored from the point of view of the side to move, and going up one ply only changes the
//! sign: `max(a, b) = -min(-a, -b)`. It visits the same nodes in the same order as
//! [`minimax`](super::minimax) and finds the same move; half of the code is left.

use super::{Choice, Solution, Tree};
use crate::game::Game;
use crate::score::INFINITY;

/// Plays every game to its end and says what the position is worth and which move is best.
///
/// The game is as before. Costs as [`minimax::solve`](super::minimax::solve).
#[must_use]
pub fn solve<const PLIES: usize>(game: &Game<PLIES>) -> Solution {
    let mut tree = Tree::new(game);
    negamax(&mut tree, 0).solution(tree.counts)
}

/// The best move and its score for the side to move, with `ply` moves played since the root.
fn negamax(tree: &mut Tree, ply: u16) -> Choice {
    if let Some(score) = tree.visit(ply) {
        return Choice::end(score);
    }
    let mut highest = Choice::end(-INFINITY);
    let mut moves = tree.moves();
    while let Some(point) = moves.next(&tree.board) {
        tree.make(point);
        let score = -negamax(tree, ply + 1).score;
        tree.unmake(point);
        if score > highest.score {
            let best = Some(point);
            highest = Choice { best, score };
        }
    }
    highest
}
