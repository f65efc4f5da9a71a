//! Negamax that leaves out moves which cannot change the result.
//!
//! `alpha` is what the side to move has for certain elsewhere in the tree, `beta` what the
//! opponent has for certain there. Once a move here scores `beta` or more, the opponent will not
//! let the game come to this position, and the remaining moves need no look (D. E. Knuth and
//! R. W. Moore, "An analysis of alpha-beta pruning", 1975):
//!
//! ```text
//!           max: the first move is worth 0, so alpha = 0
//!          /        \
//!         0       min: the first reply is worth -1 to us already,
//!                /    \      so this move is no better than the 0 in hand:
//!              -1      ?     nobody needs to know what ? is worth
//! ```
//!
//! With moves tried in the best order about the square root of minimax's nodes are left; with
//! the reading order used here tic-tac-toe already needs 26 times fewer.

use super::{Choice, Solution, Tree};
use crate::game::Game;
use crate::score::{INFINITY, Score};

/// Says what the position is worth and which move is best: the same move and the same score as
/// [`minimax::solve`](super::minimax::solve), in fewer nodes.
///
/// The game is as before. Costs 20,866 nodes for tic-tac-toe; 4,3,3 and positions of about twelve
/// empty cells take well under a second. The recursion is as deep as there are empty cells.
#[must_use]
pub fn solve<const PLIES: usize>(game: &Game<PLIES>) -> Solution {
    let mut tree = Tree::new(game);
    alphabeta(&mut tree, 0, -INFINITY, INFINITY).solution(tree.counts)
}

/// The best move and its score for the side to move, with `ply` moves played since the root.
///
/// Fail-soft: a score above `alpha` and below `beta` is the true one; one of at most `alpha` says
/// that the true one is no higher, one of at least `beta` that it is no lower.
///
/// Only a *better* move replaces the best one. Moves that are merely as good return at most
/// `alpha` and lose the comparison, so that the first of equals is kept as in minimax.
fn alphabeta(tree: &mut Tree, ply: u16, mut alpha: Score, beta: Score) -> Choice {
    debug_assert!(alpha < beta);
    if let Some(score) = tree.visit(ply) {
        return Choice::end(score);
    }
    let mut highest = Choice::end(-INFINITY);
    let mut moves = tree.moves();
    while let Some(point) = moves.next(&tree.board) {
        tree.make(point);
        let score = -alphabeta(tree, ply + 1, -beta, -alpha).score;
        tree.unmake(point);
        if score > highest.score {
            let best = Some(point);
            highest = Choice { best, score };
        }
        alpha = alpha.max(score);
        if alpha >= beta {
            tree.counts.cutoffs += 1;
            break;
        }
    }
    highest
}
