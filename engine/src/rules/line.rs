//! Runs of stones through a cell, and whether they win.

use crate::board::{Board, Direction, Line};
use crate::point::Point;
use crate::rules::{LineRule, Rules};
use crate::side::Side;

/// Stones of one side next to each other on a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Run {
    /// Number of stones.
    pub length: u32,
    /// Stones before the cell it was asked for: towards the line's first cell.
    pub before: u32,
    /// Whether an opposing stone (not the edge) stands at both ends.
    pub closed: bool,
}

impl Run {
    /// The run that `side` has, or would have with a stone there, through the line's cell.
    #[must_use]
    pub const fn through(line: Line, side: Side) -> Self {
        let own = line.stones(side);
        let enemies = line.stones(side.opponent());
        let after = pairs(own >> line.bit() >> 2);
        let before = pairs((own << (64 - line.bit())).reverse_bits() >> 1);
        let first_end = line.bit() - 2 * (before + 1);
        let last_end = line.bit() + 2 * (after + 1);
        Self {
            length: before + 1 + after,
            before,
            closed: enemies >> first_end & enemies >> last_end & 1 != 0,
        }
    }

    /// Whether such a run wins for `side`.
    #[must_use]
    pub const fn wins(self, rules: Rules, side: Side) -> bool {
        let exact = self.length as usize == rules.k();
        let enough = self.length as usize >= rules.k();
        match (rules.line(), side) {
            (LineRule::Freestyle, _) | (LineRule::Renju, Side::White) => enough,
            (LineRule::Standard, _) | (LineRule::Renju, Side::Black) => exact,
            (LineRule::Caro, _) => exact && !self.closed,
            (LineRule::CaroOverline, _) => enough && !self.closed,
        }
    }
}

/// How many bits 0, 2, 4 … are set before one is not.
const fn pairs(bits: u64) -> u32 {
    (bits | bits << 1).trailing_ones() / 2
}

/// The direction in which `side` wins, or would win with a stone there, through the point: the
/// first in the order of [`Direction::ALL`].
#[must_use]
pub fn winning_direction(board: &Board, point: Point, side: Side) -> Option<Direction> {
    Direction::ALL.into_iter().find(|&direction| {
        Run::through(board.line(point, direction), side).wins(board.rules(), side)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bitboard::BitBoard;
    use crate::zobrist::splitmix64;

    /// The same by walking from cell to cell: the oracle.
    fn walk(board: &Board, point: Point, direction: Direction, side: Side) -> Run {
        let (columns, rows) = direction.step();
        let at = |distance: isize| {
            let column = point.column() as isize + columns * distance;
            let row = point.row() as isize + rows * distance;
            let found = Point::new(column.try_into().ok()?, row.try_into().ok()?)?;
            board.stone(found)
        };
        let count =
            |sign: isize| (1..).take_while(|&d| at(sign * d) == Some(side)).count() as isize;
        let (before, after) = (count(-1), count(1));
        let enemy = Some(side.opponent());
        Run {
            length: (before + 1 + after) as u32,
            before: before as u32,
            closed: at(-before - 1) == enemy && at(after + 1) == enemy,
        }
    }

    #[test]
    fn runs_by_bits_are_runs_by_walking() {
        let mut seed = 0;
        for (columns, rows) in [(3, 3), (4, 9), (15, 15), (crate::point::MAX_SIDE, 7)] {
            let rules = Rules::new(columns, rows, 3, LineRule::Freestyle).unwrap();
            for density in 2..12 {
                let mut board = Board::new(rules);
                let cells = BitBoard::full(columns, rows);
                for point in &cells {
                    seed += 1;
                    match splitmix64(seed) % density {
                        0 => board.put(point, Side::Black),
                        1 => board.put(point, Side::White),
                        _ => (),
                    }
                }
                for point in &cells {
                    for direction in Direction::ALL {
                        for side in Side::ALL {
                            let line = board.line(point, direction);
                            let oracle = walk(&board, point, direction, side);
                            assert_eq!(Run::through(line, side), oracle);
                        }
                    }
                }
            }
        }
    }

    #[test]
    fn each_rule_has_its_own_idea_of_a_row() {
        let wins = |line, side, length, closed| {
            let rules = Rules::new(15, 15, 5, line).unwrap();
            Run {
                length,
                before: 0,
                closed,
            }
            .wins(rules, side)
        };
        // length 4, 5, 6, and 5 and 6 closed at both ends
        let table = [
            (
                LineRule::Freestyle,
                Side::Black,
                [false, true, true, true, true],
            ),
            (
                LineRule::Standard,
                Side::White,
                [false, true, false, true, false],
            ),
            (
                LineRule::Renju,
                Side::Black,
                [false, true, false, true, false],
            ),
            (
                LineRule::Renju,
                Side::White,
                [false, true, true, true, true],
            ),
            (
                LineRule::Caro,
                Side::Black,
                [false, true, false, false, false],
            ),
            (
                LineRule::CaroOverline,
                Side::White,
                [false, true, true, false, false],
            ),
        ];
        for (line, side, expected) in table {
            let found = [(4, false), (5, false), (6, false), (5, true), (6, true)]
                .map(|(length, closed)| wins(line, side, length, closed));
            assert_eq!(found, expected, "{line:?} {side:?}");
        }
    }
}
