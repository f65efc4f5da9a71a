//! Searches to the very end of the game: for people who study, and as oracles in tests.
//!
//! [`minimax`] is the textbook's recursion with two branches, [`negamax`] the same with one, and
//! [`alphabeta`] leaves out what cannot matter. They have no other trick, so that their node
//! counts can be compared with one another and with paper and pencil. [`solver`] remembers
//! positions and gets further. All of them agree, move for move:
//!
//! ```
//! use minmax_engine::{game::Game, reference::{alphabeta, minimax, negamax}, rules::Rules};
//! let game: Game = Game::new(Rules::TIC_TAC_TOE);
//! let (one, two, three) = (minimax::solve(&game), negamax::solve(&game), alphabeta::solve(&game));
//! assert_eq!((one.best, one.score), (two.best, two.score));
//! assert_eq!((one.best, one.score), (three.best, three.score));
//! assert_eq!(one.counts.nodes, 549_946);
//! assert_eq!(three.counts.nodes, 20_866);
//! ```

pub mod alphabeta;
pub(crate) mod exact;
pub mod minimax;
pub mod negamax;
pub mod solver;

pub use exact::MAX_CELLS;

use crate::board::Board;
use crate::game::Game;
use crate::point::Point;
use crate::rules::outcome::Outcome;
use crate::rules::renju;
use crate::score::{DRAW, Score, loss_in, win_in};

/// What a search saw. The counts can be compared with the literature: the root is a node.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub struct Counts {
    /// Positions visited, the root included, one as often as it was reached.
    pub nodes: u64,
    /// Nodes where the game was over.
    pub leaves: u64,
    /// Nodes where the search was content before it had looked at every move.
    pub cutoffs: u64,
}

/// What a search found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub struct Solution {
    /// The first in reading order of the moves with the best score; `None` if the game is over.
    ///
    /// The best score is the quickest win, else a draw, else the loss that lasts longest.
    pub best: Option<Point>,
    /// What the position is worth to the side to move: [`win_in`], [`loss_in`] or [`DRAW`].
    pub score: Score,
    /// What it took.
    pub counts: Counts,
}

/// The best of the moves seen so far, and its score.
#[derive(Clone, Copy)]
struct Choice {
    best: Option<Point>,
    score: Score,
}

impl Choice {
    /// No move, because none is left to choose.
    const fn end(score: Score) -> Self {
        Self { best: None, score }
    }

    const fn solution(self, counts: Counts) -> Solution {
        Solution {
            best: self.best,
            score: self.score,
            counts,
        }
    }
}

/// The tree of all games from a position, and where in it the search stands: a game without
/// history, so that a search can go down and up again at little cost.
#[derive(Clone)]
struct Tree {
    board: Board,
    outcome: Option<Outcome>,
    counts: Counts,
}

impl Tree {
    fn new<const PLIES: usize>(game: &Game<PLIES>) -> Self {
        Self {
            board: game.board().clone(),
            outcome: game.outcome(),
            counts: Counts::default(),
        }
    }

    /// One step down: to the position after a move. The game must not be over.
    fn make(&mut self, point: Point) {
        debug_assert!(self.outcome.is_none());
        self.board.make(point);
        self.outcome = Outcome::after_move(&self.board, point);
    }

    /// One step up again.
    fn unmake(&mut self, point: Point) {
        self.board.unmake(point);
        self.outcome = None;
    }

    /// Counts the node, and gives its score for the side to move if the game is over.
    ///
    /// `ply` is the distance from the root; it makes quick wins and slow losses the better ones.
    fn visit(&mut self, ply: u16) -> Option<Score> {
        self.counts.nodes += 1;
        let outcome = self.outcome?;
        self.counts.leaves += 1;
        Some(match outcome {
            Outcome::Draw => DRAW,
            Outcome::Win(side) if side == self.board.side_to_move() => win_in(ply),
            Outcome::Win(_) => loss_in(ply),
        })
    }

    /// The moves, which stay the same while the search goes down and comes back.
    const fn moves(&self) -> Moves {
        Moves::of(&self.board)
    }
}

/// The moves of one node in reading order. They borrow nothing, so that the tree may change
/// between two of them as long as it is as before when the next is asked for.
pub(crate) struct Moves {
    row: usize,
    left: u32,
}

impl Moves {
    pub(crate) const fn of(board: &Board) -> Self {
        Self {
            row: 0,
            left: board.empty_cells().row(0),
        }
    }

    pub(crate) fn next(&mut self, board: &Board) -> Option<Point> {
        loop {
            let point = self.next_empty(board)?;
            if renju::is_allowed(board, point) {
                return Some(point);
            }
        }
    }

    fn next_empty(&mut self, board: &Board) -> Option<Point> {
        while self.left == 0 {
            self.row += 1;
            if self.row >= board.rules().rows() {
                return None;
            }
            self.left = board.empty_cells().row(self.row);
        }
        let column = self.left.trailing_zeros() as usize;
        self.left &= self.left - 1;
        Some(Point::at(column, self.row))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bitboard::BitBoard;
    use crate::rules::{LineRule, Rules};
    use crate::side::Side;

    #[test]
    fn moves_are_the_empty_cells_in_reading_order() {
        let rules = Rules::new(5, 4, 4, LineRule::Freestyle).unwrap();
        let mut game: Game = Game::new(rules);
        for (column, row) in [(0, 0), (4, 0), (2, 1), (4, 3)] {
            game.play(Point::at(column, row));
        }
        let mut tree = Tree::new(&game);
        let mut moves = tree.moves();
        let all = BitBoard::full(5, 4);
        for expected in all.iter().filter(|&point| game.board().is_empty(point)) {
            let point = moves.next(&tree.board).unwrap();
            assert_eq!(point, expected);
            tree.make(point);
            tree.unmake(point);
        }
        assert!(moves.next(&tree.board).is_none());
        assert_eq!(&tree.board, game.board());
    }

    #[test]
    fn a_tree_ends_where_the_game_ends() {
        let mut game: Game = Game::new(Rules::TIC_TAC_TOE);
        let mut tree = Tree::new(&game);
        for n in [0, 1, 2, 3, 4, 5, 7, 6, 8] {
            assert_eq!(tree.visit(3), None);
            let point = Point::at(n % 3, n / 3);
            game.play(point);
            tree.make(point);
            assert_eq!(tree.outcome, game.outcome());
        }
        assert_eq!(tree.outcome, Some(Outcome::Win(Side::Black)));
        assert_eq!(tree.visit(9), Some(loss_in(9)));
        assert_eq!((tree.counts.nodes, tree.counts.leaves), (10, 1));
    }
}
