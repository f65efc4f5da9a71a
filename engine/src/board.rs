//! Stones, side to move and key; make and undo.
//!
//! Every line of the board in each of the four directions is a pair of words, one per side. A
//! bit is set for a stone of that side, and **in both words for a cell off the board**: a wall
//! blocks both sides. So what lies around a cell on one line is a shift and a mask away, and
//! no board size needs a special case at its edge:
//!
//! ```text
//! a row of a 7x7 board     . X O . . X .
//! bit                      0 ........... 31   (PAD bits of wall first)
//! Black's word (X)     11111 0100010 1111…
//! White's word (O)     11111 0010000 1111…
//! ```

use crate::bitboard::BitBoard;
use crate::point::{MAX_SIDE, Point, STRIDE};
use crate::rules::Rules;
use crate::side::Side;
use crate::zobrist;

/// Bits of wall before the first cell of a line: as far as a line class looks.
pub(crate) const PAD: usize = 5;

/// The four directions of a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum Direction {
    /// Left to right.
    Row = 0,
    /// Top to bottom.
    Column = 1,
    /// Down to the right.
    Diagonal = 2,
    /// Up to the right.
    AntiDiagonal = 3,
}

impl Direction {
    /// All four; `ALL[direction.index()] == direction`.
    pub const ALL: [Self; 4] = [Self::Row, Self::Column, Self::Diagonal, Self::AntiDiagonal];

    /// 0 to 3.
    #[must_use]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// Columns and rows (downwards) of one step along the line.
    #[must_use]
    pub const fn step(self) -> (isize, isize) {
        match self {
            Self::Row => (1, 0),
            Self::Column => (0, 1),
            Self::Diagonal => (1, 1),
            Self::AntiDiagonal => (1, -1),
        }
    }

    /// What one step along the line adds to a point's index.
    pub(crate) const fn stride(self) -> isize {
        let (columns, rows) = self.step();
        columns + rows * STRIDE as isize
    }

    /// Which line of this direction a point lies on, and the point's bit in it.
    const fn place(self, point: Point) -> (usize, u32) {
        let (column, row) = (point.column(), point.row());
        match self {
            Self::Row => (row, (column + PAD) as u32),
            Self::Column => (MAX_SIDE + column, (row + PAD) as u32),
            Self::Diagonal => (
                2 * MAX_SIDE + MAX_SIDE - 1 + row - column,
                (column + PAD) as u32,
            ),
            Self::AntiDiagonal => (4 * MAX_SIDE - 1 + row + column, (column + PAD) as u32),
        }
    }
}

const LINES: usize = 6 * MAX_SIDE - 2;

/// One line of the board and a cell on it.
///
/// Both sides' words stand in one: Black's in the low half, White's in the high half. What is
/// worked out for one side is so worked out for the other by the same instructions.
#[derive(Clone, Copy, Debug)]
pub struct Line {
    /// Stones and walls, from the line's first cell up.
    pub(crate) forward: u64,
    /// The same with the bits of each half reversed, so that towards the line's start the
    /// nearest cell can be the lowest bit too.
    pub(crate) backward: u64,
    /// The cell's bit in `forward`; in `backward` it is 31 less this.
    pub bit: u32,
}

impl Line {
    /// The same line seen from its other end.
    #[must_use]
    pub const fn mirrored(self) -> Self {
        Self {
            forward: self.backward,
            backward: self.forward,
            bit: 31 - self.bit,
        }
    }

    /// What one side sees from the cell towards higher bits.
    #[must_use]
    pub const fn ahead(self, side: Side) -> Half {
        let shift = self.bit + 1;
        let (black, white) = (
            self.forward as u32 >> shift,
            (self.forward >> 32) as u32 >> shift,
        );
        match side {
            Side::Black => Half {
                own: black,
                blockers: white,
            },
            Side::White => Half {
                own: white,
                blockers: black,
            },
        }
    }

    /// The stones of `side` alone, without walls.
    #[must_use]
    pub const fn stones(self, side: Side) -> u32 {
        self.blockers(side.opponent()) & !self.blockers(side)
    }

    /// What stops `side`: the opponent's stones and the walls.
    #[must_use]
    pub const fn blockers(self, side: Side) -> u32 {
        match side {
            Side::Black => (self.forward >> 32) as u32,
            Side::White => self.forward as u32,
        }
    }
}

/// What one side sees from a cell of a line, one way; bit 0 is the nearest cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Half {
    /// Own stones; the walls too, which lie behind the first blocker.
    pub own: u32,
    /// The opponent's stones and the walls.
    pub blockers: u32,
}

/// The stones on a board, the side to move, and the key of both.
///
/// A board knows no game: it plays on after a win. About 2 KiB.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Board {
    /// Each line forward and backward.
    lines: [[u64; 2]; LINES],
    rules: Rules,
    side_to_move: Side,
    stones: u16,
    key: u64,
}

impl Board {
    /// No board at all: walls only.
    pub(crate) const VOID: Self = Self {
        lines: [[u64::MAX; 2]; LINES],
        rules: Rules::TIC_TAC_TOE,
        side_to_move: Side::Black,
        stones: 0,
        key: 0,
    };

    /// The empty board, Black to move.
    #[must_use]
    pub fn new(rules: Rules) -> Self {
        let mut board = Self {
            rules,
            ..Self::VOID
        };
        for point in &BitBoard::full(rules.columns(), rules.rows()) {
            board.xor_lines(point, 1 << 32 | 1);
        }
        board
    }

    /// The game that the board belongs to.
    #[must_use]
    pub const fn rules(&self) -> Rules {
        self.rules
    }

    /// Who moves next.
    #[must_use]
    pub const fn side_to_move(&self) -> Side {
        self.side_to_move
    }

    /// Name of the position, side to move included. Equal positions have equal keys; different
    /// ones almost surely different keys.
    #[must_use]
    pub const fn key(&self) -> u64 {
        self.key
    }

    /// Stones on the board.
    #[must_use]
    pub const fn stones(&self) -> usize {
        self.stones as usize
    }

    /// Empty cells left.
    #[must_use]
    pub const fn empties(&self) -> usize {
        self.rules.cells() - self.stones()
    }

    /// Whether no cell is empty.
    #[must_use]
    pub const fn is_full(&self) -> bool {
        self.empties() == 0
    }

    /// Whether the point lies on this board.
    #[must_use]
    pub const fn contains(&self, point: Point) -> bool {
        point.column() < self.rules.columns() && point.row() < self.rules.rows()
    }

    /// The stone on a point; `None` when it is empty or off the board.
    #[must_use]
    pub const fn stone(&self, point: Point) -> Option<Side> {
        let [black, white] = self.row(point.row());
        let bit = point.column() + PAD;
        match (black >> bit & 1, white >> bit & 1) {
            (1, 0) => Some(Side::Black),
            (0, 1) => Some(Side::White),
            _ => None,
        }
    }

    /// Whether the point lies on the board and holds no stone.
    #[must_use]
    pub const fn is_empty(&self, point: Point) -> bool {
        let [black, white] = self.row(point.row());
        (black | white) >> (point.column() + PAD) & 1 == 0
    }

    const fn row(&self, row: usize) -> [u32; 2] {
        let forward = self.lines[row][0];
        [forward as u32, (forward >> 32) as u32]
    }

    /// The columns of a row that hold no stone, bit `c` for column `c`.
    pub(crate) const fn empty_columns(&self, row: usize) -> u32 {
        let [black, white] = self.row(row);
        !(black | white) >> PAD & ((1 << MAX_SIDE) - 1)
    }

    /// The line through a point, and the point's place on it.
    #[must_use]
    pub const fn line(&self, point: Point, direction: Direction) -> Line {
        let (line, bit) = direction.place(point);
        let [forward, backward] = self.lines[line];
        Line {
            forward,
            backward,
            bit,
        }
    }

    /// Puts a stone of the side to move on an empty point and passes the move.
    ///
    /// The one funnel of change in play: stone, key, count and side move together. On an
    /// occupied point or off the board the result is a board without meaning (never undefined
    /// behaviour); [`Game::try_play`](crate::game::Game::try_play) checks.
    pub fn make(&mut self, point: Point) {
        debug_assert!(self.is_empty(point));
        self.put(point, self.side_to_move);
        self.pass();
    }

    /// Takes back the last [`make`](Self::make), which must have been at `point`.
    pub fn unmake(&mut self, point: Point) {
        debug_assert_eq!(self.stone(point), Some(self.side_to_move.opponent()));
        self.pass();
        self.lift(point, self.side_to_move);
    }

    /// Puts a stone of any side on an empty point; the side to move stays.
    pub fn put(&mut self, point: Point, side: Side) {
        self.xor_stone(point, side);
        self.stones += 1;
    }

    /// Lifts a stone that stands on the point; the side to move stays.
    pub fn lift(&mut self, point: Point, side: Side) {
        self.xor_stone(point, side);
        self.stones -= 1;
    }

    /// Gives the move to the other side without a stone.
    pub const fn pass(&mut self) {
        self.side_to_move = self.side_to_move.opponent();
        self.key ^= zobrist::WHITE_TO_MOVE;
    }

    fn xor_stone(&mut self, point: Point, side: Side) {
        self.key ^= zobrist::stone(point, side);
        let stone = match side {
            Side::Black => 1,
            Side::White => 1 << 32,
        };
        self.xor_lines(point, stone);
    }

    fn xor_lines(&mut self, point: Point, halves: u64) {
        for direction in Direction::ALL {
            let (line, bit) = direction.place(point);
            let [forward, backward] = &mut self.lines[line];
            *forward ^= halves << bit;
            *backward ^= halves << (31 - bit);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::LineRule;

    #[test]
    fn every_size_has_its_own_walls() {
        for columns in 3..=MAX_SIDE {
            for rows in 3..=MAX_SIDE {
                let rules = Rules::new(columns, rows, 3, LineRule::Freestyle).unwrap();
                let board = Board::new(rules);
                assert_eq!(board.empties(), columns * rows);
                for point in &BitBoard::full(MAX_SIDE, MAX_SIDE) {
                    let inside = point.column() < columns && point.row() < rows;
                    assert_eq!(board.is_empty(point), inside);
                    assert_eq!(board.stone(point), None);
                }
            }
        }
    }

    #[test]
    fn a_stone_stands_on_four_lines() {
        let mut board = Board::new(Rules::GOMOKU);
        let point = Point::at(3, 11);
        board.make(point);
        for direction in Direction::ALL {
            let line = board.line(point, direction);
            assert_eq!(line.stones(Side::Black), 1 << line.bit);
            assert_eq!(line.stones(Side::White), 0);
        }
    }

    #[test]
    fn steps_and_bits_agree() {
        let board = Board::new(Rules::GOMOKU);
        let point = Point::at(7, 7);
        for direction in Direction::ALL {
            let index = point.index() as isize + direction.stride();
            let next = Point::from_index(index as usize).unwrap();
            let (columns, rows) = direction.step();
            assert_eq!(next.column() as isize, 7 + columns);
            assert_eq!(next.row() as isize, 7 + rows);
            assert_eq!(
                board.line(next, direction).bit,
                board.line(point, direction).bit + 1
            );
        }
    }

    #[test]
    fn two_orders_one_key_and_undo_restores_all() {
        let start = Board::new(Rules::GOMOKU);
        let (a, b, c) = (Point::at(7, 7), Point::at(8, 8), Point::at(0, 14));
        let mut one = start.clone();
        [a, b, c].iter().for_each(|&p| one.make(p));
        let mut two = start.clone();
        [c, b, a].iter().for_each(|&p| two.make(p));
        assert_eq!(one, two);
        [c, b, a].iter().for_each(|&p| one.unmake(p));
        assert_eq!(one, start);
        assert_ne!(one.key(), two.key());
    }
}
