//! Lists of moves of a bounded size, each move with its order score.

use heapless::Vec;

use crate::point::Point;
use crate::position::Position;
use crate::side::Side;

/// Room for the lists of all nodes from the root to a leaf.
const MOVES: usize = 6_144;

/// The moves of all open nodes, one list behind the other.
pub(crate) type MoveStack = Vec<ScoredMove, MOVES>;

/// A move with its order score in one word: a higher score is a larger number, and among
/// equals the earlier cell, so that the order is total and the same on every target.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct ScoredMove(u32);

impl ScoredMove {
    /// Scores are cut to 0 to 65,535.
    pub(crate) fn new(point: Point, score: i32) -> Self {
        let score = score.clamp(0, 0xffff) as u32;
        Self(score << 16 | (0xffff - point.index() as u32))
    }

    /// The move. (Never `None`: what was packed is a point.)
    pub(crate) const fn point(self) -> Option<Point> {
        Point::from_index((0xffff - (self.0 & 0xffff)) as usize)
    }
}

/// How much the cell urges the side to move, by its own shapes there and the opponent's: 0 to
/// 510.
pub(crate) fn urgency(position: &Position, side: Side, point: Point) -> i32 {
    let known = position.tally().at(point);
    known.worth(side).attack() + known.worth(side.opponent()).defend()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn higher_scores_first_and_earlier_cells_among_equals() {
        let (early, late) = (Point::at(0, 0), Point::at(14, 14));
        assert!(ScoredMove::new(late, 5) > ScoredMove::new(early, 4));
        assert!(ScoredMove::new(early, 5) > ScoredMove::new(late, 5));
        assert_eq!(ScoredMove::new(late, -7).point(), Some(late));
        assert_eq!(ScoredMove::new(late, i32::MAX).point(), Some(late));
    }
}
