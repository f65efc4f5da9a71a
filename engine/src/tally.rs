//! What is known of each empty cell and of the whole board, kept incrementally.
//!
//! A stone changes shapes only at the empty cells of the four lines through it, and on each
//! line only as far as one of the sides can see past it. Each changed cell is noted before
//! it changes; undo copies the notes back instead of computing anything.

use crate::bitboard::BitBoard;
use crate::board::{Board, Direction};
use crate::point::{INDICES, MAX_SIDE, Point};
use crate::shapes::code::{Class, Code};
use crate::shapes::{LineClasses, Shape, ShapesAhead};
use crate::side::Side;
use crate::weights::Worth;

/// What is known of an empty cell. On an occupied cell: what was known when it was played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Knowledge {
    /// The shapes on the four lines, four bits each: Black's in the low half.
    lines: u32,
    /// What the four shapes together are worth to them.
    worth: [Worth; 2],
}

const _: () = assert!(size_of::<Knowledge>() == 12);

impl Knowledge {
    const NOTHING: Self = Self {
        lines: 0,
        worth: [Worth::NOTHING; 2],
    };

    fn of_lines(lines: u32) -> Self {
        Self {
            lines,
            worth: [worth_of(lines), worth_of(lines >> 16)],
        }
    }

    /// What the cell is worth to a side.
    pub(crate) const fn worth(self, side: Side) -> Worth {
        self.worth[side.index()]
    }

    /// The class of the cell for a side.
    #[must_use]
    pub const fn class(self, side: Side) -> Class {
        self.worth(side).class()
    }

    /// The shape that the side would make on one line through the cell.
    #[must_use]
    pub fn shape(self, side: Side, direction: Direction) -> Shape {
        let packed = self.lines >> (16 * side.index() + 4 * direction.index());
        Shape::ALL[(packed & 15) as usize % Shape::COUNT]
    }
}

/// What the four shapes in the low half are worth.
fn worth_of(lines: u32) -> Worth {
    Worth::of_code(Code::of_packed(lines as u16))
}

/// Both sides' shapes on the first line, packed.
const fn pack([black, white]: [Shape; 2]) -> u32 {
    black as u32 | (white as u32) << 16
}

/// A cell as it was before a move changed it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Change {
    before: Knowledge,
    point: Point,
}

impl Change {
    /// Fills the places of a journal that hold no note.
    pub(crate) const NONE: Self = Self {
        before: Knowledge::NOTHING,
        point: Point::known(0),
    };
}

/// The most cells that one move can change: 4 lines, two ways, as far as a row can reach.
pub(crate) const CHANGES_PER_MOVE: usize = 8 * (MAX_SIDE - 1);

/// What is known of the whole board: small enough to be copied with every move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Totals {
    counts: [[u16; Class::INDICES]; 2],
    value: i32,
    fours: [BitBoard; 2],
}

impl Totals {
    pub(crate) const NOTHING: Self = Self {
        counts: [[0; Class::INDICES]; 2],
        value: 0,
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

    /// What all empty cells are worth to Black less what they are worth to White.
    #[must_use]
    pub const fn value(&self) -> i32 {
        self.value
    }

    fn add(&mut self, point: Point, side: Side, worth: Worth) {
        let class = worth.class();
        self.counts[side.index()][class.index()] += 1;
        if class.is_four() {
            self.fours[side.index()].insert(point);
        }
        self.add_value(side, worth.value());
    }

    fn subtract(&mut self, point: Point, side: Side, worth: Worth) {
        let class = worth.class();
        self.counts[side.index()][class.index()] -= 1;
        if class.is_four() {
            self.fours[side.index()].remove(point);
        }
        self.add_value(side, -worth.value());
    }

    fn replace(&mut self, point: Point, side: Side, old: Worth, new: Worth) {
        self.add_value(side, new.value() - old.value());
        let (old, new) = (old.class_index(), new.class_index());
        if old != new {
            let counts = &mut self.counts[side.index()];
            counts[old] -= 1;
            counts[new] += 1;
            if (old ^ new) & Class::Four.index() != 0 {
                self.fours[side.index()].toggle(point);
            }
        }
    }

    const fn add_value(&mut self, side: Side, value: i32) {
        match side {
            Side::Black => self.value += value,
            Side::White => self.value -= value,
        }
    }
}

/// Shapes at each empty cell of a board, and their worth.
#[derive(Clone, Debug)]
pub struct Tally {
    cells: [Knowledge; INDICES],
}

impl Tally {
    /// Knows nothing yet: for [`rescan`](Self::rescan).
    pub(crate) const NOTHING: Self = Self {
        cells: [Knowledge::NOTHING; INDICES],
    };

    /// What is known of an empty cell.
    #[must_use]
    pub const fn at(&self, point: Point) -> &Knowledge {
        &self.cells[point.index()]
    }

    /// The class of an empty cell for the side.
    #[must_use]
    pub const fn class(&self, point: Point, side: Side) -> Class {
        self.at(point).class(side)
    }

    /// Looks at every empty cell anew. The incremental updates are tested against
    /// it.
    pub(crate) fn rescan<R: LineClasses>(&mut self, classes: R, board: &Board) -> Totals {
        let mut totals = Totals::NOTHING;
        let rules = board.rules();
        for point in &BitBoard::full(rules.columns(), rules.rows()) {
            let mut lines = 0;
            for direction in Direction::ALL {
                let line = board.line(point, direction);
                let shapes = Side::ALL
                    .map(|side| classes.shape(side, line.mirrored().ahead(side), line.ahead(side)));
                lines |= pack(shapes) << (4 * direction.index());
            }
            let known = Knowledge::of_lines(lines);
            self.cells[point.index()] = known;
            if board.is_empty(point) {
                for side in Side::ALL {
                    totals.add(point, side, known.worth(side));
                }
            }
        }
        totals
    }

    /// Updates cells and totals after a stone was put on `point` of the board. Notes what changed,
    /// and returns the number of notes.
    pub(crate) fn place<R: LineClasses>(
        &mut self,
        classes: R,
        board: &Board,
        point: Point,
        notes: &mut [Change; CHANGES_PER_MOVE],
        totals: &mut Totals,
    ) -> usize {
        for side in Side::ALL {
            let worth = self.at(point).worth(side);
            totals.subtract(point, side, worth);
        }
        let mut length = 0;
        length += self.walk::<R, 0>(classes, board, point, &mut notes[length..]);
        length += self.walk::<R, 1>(classes, board, point, &mut notes[length..]);
        length += self.walk::<R, 2>(classes, board, point, &mut notes[length..]);
        length += self.walk::<R, 3>(classes, board, point, &mut notes[length..]);
        self.revalue(&notes[..length], totals);
        length
    }

    /// Updates the shapes of one line's cells, both ways from the point; notes those that
    /// change, and returns their number. The direction's index is a compile-time number so that
    /// shifts by it cost nothing.
    #[inline(never)] // a loop that keeps to itself keeps its constants in registers
    fn walk<R: LineClasses, const DIRECTION: usize>(
        &mut self,
        classes: R,
        board: &Board,
        point: Point,
        notes: &mut [Change],
    ) -> usize {
        let direction = const { Direction::ALL[DIRECTION] };
        let line = board.line(point, direction);
        let room = notes.len();
        let mut free = notes.iter_mut();
        for (line, stride) in [
            (line, direction.stride()),
            (line.mirrored(), -direction.stride()),
        ] {
            let mut ahead = classes.ahead(line);
            let mut affected = ahead.affected();
            let mut index = point.index();
            while affected != 0 {
                index = index.wrapping_add_signed(stride);
                if affected & 1 != 0 {
                    let known = &mut self.cells[index];
                    let new = pack(ahead.shapes()) << (4 * DIRECTION);
                    let changed = (new ^ known.lines) & (0x000f_000f << (4 * DIRECTION));
                    if changed != 0
                        && let Some(note) = free.next()
                    {
                        *note = Change {
                            before: *known,
                            point: Point::known(index),
                        };
                        known.lines ^= changed;
                    }
                }
                affected >>= 1;
                ahead.step();
            }
        }
        room - free.len()
    }

    /// Brings the worth of the noted cells and all totals up to date with their new shapes.
    fn revalue(&mut self, notes: &[Change], totals: &mut Totals) {
        for note in notes {
            let known = &mut self.cells[note.point.index()];
            let changed = known.lines ^ note.before.lines;
            if changed & 0xffff != 0 {
                let new = worth_of(known.lines);
                let old = core::mem::replace(&mut known.worth[0], new);
                totals.replace(note.point, Side::Black, old, new);
            }
            if changed >> 16 != 0 {
                let new = worth_of(known.lines >> 16);
                let old = core::mem::replace(&mut known.worth[1], new);
                totals.replace(note.point, Side::White, old, new);
            }
        }
    }

    /// Puts the changed cells back, last first.
    pub(crate) fn restore(&mut self, changes: &[Change]) {
        for change in changes.iter().rev() {
            self.cells[change.point.index()] = change.before;
        }
    }
}
