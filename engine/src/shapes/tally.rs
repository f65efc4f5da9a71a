//! Shapes at each empty cell and their counts, kept incrementally.
//!
//! A stone changes shapes only at the empty cells of the four lines through it, and on each
//! line only as far as one of the sides can see past it. Each changed cell is noted before
//! it changes; undo copies the notes back instead of computing anything.

use heapless::Vec;

use super::code::{Class, Code};
use super::seen::{Seen, Way};
use super::{LineClasses, Shape};
use crate::bitboard::BitBoard;
use crate::board::{Board, Direction};
use crate::point::{CELLS, Point};
use crate::side::Side;

/// What is known of an empty cell. On an occupied cell: what was known when it was played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Knowledge {
    /// Shapes on the four lines: Black's in the low four bits, White's in the high ones.
    lines: [u8; 4],
    /// The four shapes together, for Black and White.
    codes: [Code; 2],
}

const _: () = assert!(size_of::<Knowledge>() == 8);

impl Knowledge {
    const NOTHING: Self = Self {
        lines: [0; 4],
        codes: [Code::new([Shape::Dead; 4]); 2],
    };

    const fn of_lines(lines: [u8; 4]) -> Self {
        Self {
            lines,
            codes: [Code::of_low_nibbles(lines), Code::of_high_nibbles(lines)],
        }
    }

    /// The code of the cell for a side.
    #[must_use]
    pub const fn code(self, side: Side) -> Code {
        self.codes[side.index()]
    }

    /// The shape that the side would make on one line through the cell.
    #[must_use]
    pub fn shape(self, side: Side, direction: Direction) -> Shape {
        let packed = self.lines[direction.index()] >> (4 * side.index());
        Shape::ALL[(packed & 15) as usize % Shape::COUNT]
    }
}

/// A cell as it was before a move changed it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Change {
    cell: u16,
    before: Knowledge,
}

/// The most cells that one move can change: 4 lines, two ways, as far as a row can reach.
pub(crate) const CHANGES_PER_MOVE: usize = 8 * (crate::point::MAX_SIDE - 1);

/// What is known of the whole board: small enough to be copied with every move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Totals {
    counts: [[u16; Class::COUNT]; 2],
    fours: [BitBoard; 2],
}

impl Totals {
    pub(crate) const NOTHING: Self = Self {
        counts: [[0; Class::COUNT]; 2],
        fours: [BitBoard::EMPTY; 2],
    };

    /// Number of empty cells with that class for the side. One load.
    #[must_use]
    pub const fn count(&self, side: Side, class: Class) -> usize {
        self.counts[side.index()][class.index()] as usize
    }

    /// Whether some empty cell has that class for the side. One load.
    #[must_use]
    pub const fn has(&self, side: Side, class: Class) -> bool {
        self.count(side, class) > 0
    }

    /// The empty cells where the side makes a four or better.
    #[must_use]
    pub const fn fours(&self, side: Side) -> &BitBoard {
        &self.fours[side.index()]
    }

    fn add(&mut self, point: Point, side: Side, code: Code) {
        let class = code.class();
        self.counts[side.index()][class.index()] += 1;
        if class.is_four() {
            self.fours[side.index()].insert(point);
        }
    }

    fn replace(&mut self, point: Point, side: Side, old: Code, new: Code) {
        let (old, new) = (old.class(), new.class());
        if old == new {
            return;
        }
        let counts = &mut self.counts[side.index()];
        counts[old.index()] -= 1;
        counts[new.index()] += 1;
        if old.is_four() != new.is_four() {
            self.fours[side.index()].toggle(point);
        }
    }

    fn subtract(&mut self, point: Point, side: Side, code: Code) {
        let class = code.class();
        self.counts[side.index()][class.index()] -= 1;
        if class.is_four() {
            self.fours[side.index()].remove(point);
        }
    }
}

/// Hears which codes leave and enter the board's empty cells: a sum over codes is kept up to
/// date by listening.
pub(crate) trait CodeListener {
    /// An empty cell that had this code for the side is empty no more.
    fn leave(&mut self, side: Side, code: Code);
    /// An empty cell has another code for the side.
    fn replace(&mut self, side: Side, old: Code, new: Code);
}

/// Shapes at each empty cell of a board, and their counts.
#[derive(Clone, Debug)]
pub struct Tally {
    cells: [Knowledge; CELLS],
    totals: Totals,
}

impl Tally {
    /// Knows nothing yet: for [`rescan`](Self::rescan).
    pub(crate) const NOTHING: Self = Self {
        cells: [Knowledge::NOTHING; CELLS],
        totals: Totals::NOTHING,
    };

    /// What is known of an empty cell.
    #[must_use]
    pub const fn at(&self, point: Point) -> Knowledge {
        self.cells[point.index()]
    }

    /// The class of an empty cell for the side.
    #[must_use]
    pub fn class(&self, point: Point, side: Side) -> Class {
        self.at(point).code(side).class()
    }

    /// Counts over the whole board.
    #[must_use]
    pub const fn totals(&self) -> &Totals {
        &self.totals
    }

    /// Looks at every empty cell anew. Costs about 400 instructions a cell; the incremental
    /// updates are tested against it.
    pub(crate) fn rescan<R: LineClasses>(&mut self, classes: R, board: &Board) {
        self.totals = Totals::NOTHING;
        let rules = board.rules();
        for point in &BitBoard::full(rules.columns(), rules.rows()) {
            let lines = Direction::ALL.map(|direction| {
                let seen = Seen::new(board.line(point, direction));
                classes.shapes(&seen, seen.bit)
            });
            let known = Knowledge::of_lines(lines);
            self.cells[point.index()] = known;
            if board.is_empty(point) {
                for side in Side::ALL {
                    self.totals.add(point, side, known.code(side));
                }
            }
        }
    }

    /// Updates everything after a stone was put on `point` of the board, and notes what
    /// changed. There must be room for [`CHANGES_PER_MOVE`] notes.
    pub(crate) fn place<R: LineClasses, const N: usize>(
        &mut self,
        classes: R,
        board: &Board,
        point: Point,
        changes: &mut Vec<Change, N>,
        listener: &mut impl CodeListener,
    ) {
        for side in Side::ALL {
            let code = self.at(point).code(side);
            self.totals.subtract(point, side, code);
            listener.leave(side, code);
        }
        for direction in Direction::ALL {
            let seen = Seen::new(board.line(point, direction));
            for way in [Way::After, Way::Before] {
                let mut cells = seen.affected(way, classes.reach());
                while cells != 0 {
                    let along = way.sign() * (cells.trailing_zeros() as isize + 1);
                    cells &= cells - 1;
                    let packed = classes.shapes(&seen, seen.bit.wrapping_add_signed(along as i32));
                    let cell = point
                        .index()
                        .wrapping_add_signed(along * direction.stride());
                    if self.cells[cell].lines[direction.index()] != packed {
                        self.change(cell, direction, packed, changes, listener);
                    }
                }
            }
        }
    }

    fn change<const N: usize>(
        &mut self,
        cell: usize,
        direction: Direction,
        packed: u8,
        changes: &mut Vec<Change, N>,
        listener: &mut impl CodeListener,
    ) {
        let Some(point) = Point::from_index(cell) else {
            return;
        };
        let known = &mut self.cells[cell];
        // There is room: the caller has seen to it.
        let _ = changes.push(Change {
            cell: cell as u16,
            before: *known,
        });
        let changed = known.lines[direction.index()] ^ packed;
        known.lines[direction.index()] = packed;
        if changed & 0x0f != 0 {
            let new = Code::of_low_nibbles(known.lines);
            let old = core::mem::replace(&mut known.codes[0], new);
            self.totals.replace(point, Side::Black, old, new);
            listener.replace(Side::Black, old, new);
        }
        if changed & 0xf0 != 0 {
            let new = Code::of_high_nibbles(known.lines);
            let old = core::mem::replace(&mut known.codes[1], new);
            self.totals.replace(point, Side::White, old, new);
            listener.replace(Side::White, old, new);
        }
    }

    /// Puts the changed cells back, last first, and the totals as they were.
    pub(crate) fn restore(&mut self, changes: &[Change], totals: &Totals) {
        for change in changes.iter().rev() {
            self.cells[usize::from(change.cell)] = change.before;
        }
        self.totals = *totals;
    }
}
