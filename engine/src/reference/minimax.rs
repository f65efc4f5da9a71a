//! Minimax as the textbooks draw it: one player wants the highest score, the other the lowest.
//!
//! A position is worth to its player the best of what its moves lead to, when the opponent
//! chooses the worst in turn (J. von Neumann, "Zur Theorie der Gesellschaftsspiele", 1928;
//! C. E. Shannon, "Programming a computer for playing chess", 1950). Scores are Black's here:
//!
//! ```text
//!              Black to move: max 0
//!             /                    \
//!   White: min -1             White: min 0
//!     /      \                  /      \
//!    +1      -1                0       +1       +1 Black has won, -1 White has
//! ```

use super::{Choice, Solution, Tree};
use crate::game::Game;
use crate::point::Point;
use crate::score::{INFINITY, Score};
use crate::side::Side;

/// Plays every game to its end and says what the position is worth and which move is best.
///
/// The game is as before. The score is of the side to move, as everywhere outside this module.
///
/// Costs every node of the tree: 549,946 for tic-tac-toe, 276,911,233 for 4,3,3, and without
/// hope beyond. The recursion is as deep as there are empty cells.
#[must_use]
pub fn solve<const PLIES: usize>(game: &Game<PLIES>) -> Solution {
    let mut tree = Tree::new(game);
    let mut choice = minimax(&mut tree, 0);
    if game.side_to_move() == Side::White {
        choice.score = -choice.score;
    }
    choice.solution(tree.counts)
}

/// The best move and its score for Black, with `ply` moves played since the root.
fn minimax(tree: &mut Tree, ply: u16) -> Choice {
    let side = tree.board.side_to_move();
    match (tree.visit(ply), side) {
        (Some(score), Side::Black) => Choice::end(score),
        (Some(score), Side::White) => Choice::end(-score),
        (None, Side::Black) => maximise(tree, ply),
        (None, Side::White) => minimise(tree, ply),
    }
}

fn maximise(tree: &mut Tree, ply: u16) -> Choice {
    let mut highest = Choice::end(-INFINITY);
    let mut moves = tree.moves();
    while let Some(point) = moves.next(&tree.board) {
        let score = score_of(tree, point, ply);
        if score > highest.score {
            let best = Some(point);
            highest = Choice { best, score };
        }
    }
    highest
}

fn minimise(tree: &mut Tree, ply: u16) -> Choice {
    let mut lowest = Choice::end(INFINITY);
    let mut moves = tree.moves();
    while let Some(point) = moves.next(&tree.board) {
        let score = score_of(tree, point, ply);
        if score < lowest.score {
            let best = Some(point);
            lowest = Choice { best, score };
        }
    }
    lowest
}

/// What Black gets when this move is played at `ply`.
fn score_of(tree: &mut Tree, point: Point, ply: u16) -> Score {
    tree.make(point);
    let score = minimax(tree, ply + 1).score;
    tree.unmake(point);
    score
}
