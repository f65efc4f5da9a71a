//! When a game has ended, and how.

use crate::board::Board;
use crate::point::Point;
use crate::rules::line::winning_direction;
use crate::rules::renju;
use crate::side::Side;

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub enum Outcome {
    /// That side completed a row; or it is White, and Black played a forbidden point where this
    /// loses, or has no point left that is not forbidden.
    Win(Side),
    /// The board is full and nobody has a row.
    Draw,
}

impl Outcome {
    /// What a move that has just been made comes to: `None` if the game goes on. A win is looked
    /// for before a draw: a row completed on the last empty cell wins.
    #[must_use]
    pub fn after_move(board: &Board, point: Point) -> Option<Self> {
        let mover = board.side_to_move().opponent();
        if winning_direction(board, point, mover).is_some() {
            Some(Self::Win(mover))
        } else {
            Self::without_row(board)
        }
    }

    /// What a position without a row comes to.
    #[must_use]
    pub(crate) fn without_row(board: &Board) -> Option<Self> {
        if board.is_full() {
            Some(Self::Draw)
        } else {
            renju::is_stuck(board).then_some(Self::Win(Side::White))
        }
    }
}
