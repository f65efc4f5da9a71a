//! Stones, side to move and key; make and undo.
//!
//! Every line of the board in each of the four directions is a word with two bits a cell: one is
//! set for a stone of Black's, the other for one of White's, and **both for a cell off the
//! board**: a wall blocks both sides. So what lies around a cell on one line is a shift and a
//! mask away, and no board size needs a special case at its edge:
//!
//! ```text
//! a row of a 7x7 board      .  X  O  .  .  X  .
//! its cells, from bit 0    00 01 10 00 00 01 00   between PAD cells of wall, 11, and more wall
//! ```

use crate::bitboard::BitBoard;
use crate::point::{MAX_SIDE, Point, STRIDE};
use crate::rules::{FoulRule, Rules};
use crate::side::Side;
use crate::zobrist;

/// Cells of wall before the first cell of a line: as far as a line class looks.
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

    /// The point so many steps along the line, which is known to be one.
    pub(crate) const fn follow(self, point: Point, steps: i32) -> Point {
        let offset = self.stride() * steps as isize;
        Point::known(point.index().wrapping_add_signed(offset))
    }

    /// Which line of this direction a point lies on, and the point's place on it.
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

/// The lower bit of every cell of a line.
const EACH: u64 = 0x5555_5555_5555_5555;

/// One line of the board and a cell on it.
#[derive(Clone, Copy, Debug)]
pub struct Line {
    /// Two bits a cell: Black's the lower one.
    cells: u64,
    /// The cell's number on the line, walls included.
    place: u32,
}

impl Line {
    /// What one side sees from the cell towards the line's end.
    #[must_use]
    pub const fn ahead(self, side: Side) -> Half {
        Half::ahead(self.cells >> (2 * self.place + 2), side)
    }

    /// What one side sees from the cell towards the line's beginning.
    #[must_use]
    pub const fn behind(self, side: Side) -> Half {
        Half::behind(self.cells << (64 - 2 * self.place), side)
    }

    /// The cells around the cell, from so many before it on, two bits each.
    pub(crate) const fn from(self, before: u32) -> u64 {
        self.cells.rotate_right(64 + 2 * self.place - 2 * before)
    }

    /// The lower bit of each cell that holds a stone of the side.
    pub(crate) const fn stones(self, side: Side) -> u64 {
        let (black, white) = (self.cells, self.cells >> 1);
        match side {
            Side::Black => black & !white & EACH,
            Side::White => white & !black & EACH,
        }
    }

    /// The same line seen from a cell so many cells further on.
    #[must_use]
    pub const fn shifted(self, distance: i32) -> Self {
        Self {
            cells: self.cells,
            place: self.place.wrapping_add_signed(distance) % 32,
        }
    }

    /// The line with a black stone on an empty cell so many cells further on.
    pub(crate) const fn with_black(self, distance: i32) -> Self {
        Self {
            cells: self.cells | 1 << (2 * self.shifted(distance).place),
            place: self.place,
        }
    }

    /// Whether the cell itself is empty.
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.cells >> (2 * self.place) & 3 == 0
    }

    /// Twice the cell's number on the line: where its two bits begin.
    pub(crate) const fn bit(self) -> u32 {
        2 * self.place
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

impl Half {
    /// Of cells with two bits each, the nearest at the lowest bits.
    pub(crate) const fn ahead(cells: u64, side: Side) -> Self {
        let (black, white) = (every_second(cells), every_second(cells >> 1));
        match side {
            Side::Black => Self {
                own: black,
                blockers: white,
            },
            Side::White => Self {
                own: white,
                blockers: black,
            },
        }
    }

    /// Of cells with two bits each, the nearest at the highest bits.
    pub(crate) const fn behind(cells: u64, side: Side) -> Self {
        // Reversed, a cell's two bits change places: as if the sides were swapped.
        Self::ahead(cells.reverse_bits(), side.opponent())
    }
}

/// The bits 0, 2, 4 … side by side.
const fn every_second(bits: u64) -> u32 {
    let mut bits = bits & EACH;
    bits = (bits | bits >> 1) & 0x3333_3333_3333_3333;
    bits = (bits | bits >> 2) & 0x0f0f_0f0f_0f0f_0f0f;
    bits = (bits | bits >> 4) & 0x00ff_00ff_00ff_00ff;
    bits = (bits | bits >> 8) & 0x0000_ffff_0000_ffff;
    (bits | bits >> 16) as u32
}

/// The stones on a board, the side to move, and the key of both.
///
/// A board knows no game: it plays on after a win. About 1 KiB.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Board {
    lines: [u64; LINES],
    empty: BitBoard,
    rules: Rules,
    side_to_move: Side,
    stones: u16,
    key: u64,
}

impl Board {
    /// No board at all: walls only.
    pub(crate) const VOID: Self = Self {
        lines: [u64::MAX; LINES],
        empty: BitBoard::EMPTY,
        rules: Rules::TIC_TAC_TOE,
        side_to_move: Side::Black,
        stones: 0,
        key: 0,
    };

    /// The empty board, Black to move.
    #[must_use]
    pub fn new(rules: Rules) -> Self {
        let cells = BitBoard::full(rules.columns(), rules.rows());
        let mut board = Self {
            rules,
            empty: cells,
            ..Self::VOID
        };
        for point in &cells {
            board.xor_lines(point, 3);
        }
        board
    }

    /// The game that the board belongs to.
    #[must_use]
    pub const fn rules(&self) -> Rules {
        self.rules
    }

    /// From now on a forbidden point may be played or may not.
    pub(crate) const fn set_fouls(&mut self, fouls: FoulRule) {
        self.rules = self.rules.with_fouls(fouls);
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
        match self.lines[point.row()] >> (2 * (point.column() + PAD)) & 3 {
            1 => Some(Side::Black),
            2 => Some(Side::White),
            _ => None,
        }
    }

    /// Whether the point lies on the board and holds no stone.
    #[must_use]
    pub const fn is_empty(&self, point: Point) -> bool {
        self.empty.contains(point)
    }

    /// The empty cells.
    #[must_use]
    pub const fn empty_cells(&self) -> &BitBoard {
        &self.empty
    }

    /// The line through a point, and the point's place on it.
    #[must_use]
    pub const fn line(&self, point: Point, direction: Direction) -> Line {
        let (line, place) = direction.place(point);
        Line {
            cells: self.lines[line],
            place,
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
        self.empty.toggle(point);
        let stone = match side {
            Side::Black => 1,
            Side::White => 2,
        };
        self.xor_lines(point, stone);
    }

    fn xor_lines(&mut self, point: Point, cell: u64) {
        for direction in Direction::ALL {
            let (line, place) = direction.place(point);
            self.lines[line] ^= cell << (2 * place);
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
            assert_eq!(line.stones(Side::Black), 1 << line.bit());
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
                board.line(next, direction).bit(),
                board.line(point, direction).shifted(1).bit()
            );
        }
    }

    /// What a side sees from a point, stone by stone: up to 10 cells.
    fn seen(board: &Board, point: Point, step: (isize, isize), side: Side) -> Half {
        let mut half = Half {
            own: 0,
            blockers: 0,
        };
        for distance in 1..=10 {
            let at = |from: usize, step: isize| from.checked_add_signed(step * distance);
            let cell = at(point.column(), step.0).zip(at(point.row(), step.1));
            let cell = cell.and_then(|(column, row)| Point::new(column, row));
            let bit = 1 << (distance - 1);
            match cell.filter(|&cell| board.contains(cell)) {
                Some(cell) if board.is_empty(cell) => (),
                Some(cell) if board.stone(cell) == Some(side) => half.own |= bit,
                Some(_) => half.blockers |= bit,
                None => {
                    // A wall, and beyond it nothing but walls, as far as the line's word goes.
                    half.own |= bit;
                    half.blockers |= bit;
                }
            }
        }
        half
    }

    #[test]
    fn half_lines_are_what_a_walk_from_cell_to_cell_finds() {
        let near = |half: Half| (half.own & 31, half.blockers & 31);
        let mut seed = 0;
        for (columns, rows) in [(15, 15), (5, 9), (MAX_SIDE, 12)] {
            let mut board = Board::new(Rules::new(columns, rows, 5, LineRule::Freestyle).unwrap());
            for point in &BitBoard::full(columns, rows) {
                seed += 1;
                match zobrist::splitmix64(seed) % 3 {
                    0 => board.put(point, Side::Black),
                    1 => board.put(point, Side::White),
                    _ => (),
                }
            }
            for point in &BitBoard::full(columns, rows) {
                for direction in Direction::ALL {
                    let (line, (x, y)) = (board.line(point, direction), direction.step());
                    assert_eq!(line.is_empty(), board.is_empty(point));
                    for side in Side::ALL {
                        let (ahead, behind) = (line.ahead(side), line.behind(side));
                        assert_eq!(near(ahead), near(seen(&board, point, (x, y), side)));
                        assert_eq!(near(behind), near(seen(&board, point, (-x, -y), side)));
                    }
                }
            }
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
