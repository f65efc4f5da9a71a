//! What is known of each empty cell and of the whole board, kept incrementally.
//!
//! A stone changes shapes only at the empty cells of the four lines through it, and on each
//! line only as far as one of the sides can see past it. Each changed cell is noted before
//! it changes; undo copies the notes back instead of computing anything.

use core::slice::IterMut;

use crate::bitboard::BitBoard;
use crate::board::{Board, Direction};
use crate::point::{INDICES, MAX_SIDE, Point, STRIDE};
use crate::shapes::code::{Class, Code};
use crate::shapes::{LineClasses, Shape, Viewer};
use crate::side::Side;
use crate::weights::Worth;

/// What is known of an empty cell. On an occupied cell: what was known when it was played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Knowledge {
    /// The shapes on the four lines, four bits each: Black's in the low half.
    lines: u32,
    /// What the four shapes together are worth to them.
    worth: [Worth; 2],
    /// The cell itself, so that a copy is a note that knows where it belongs.
    point: Point,
}

const _: () = assert!(size_of::<Knowledge>() == 16, "copied by two instructions");

impl Knowledge {
    pub(crate) const NOTHING: Self = Self {
        lines: 0,
        worth: [Worth::NOTHING; 2],
        point: Point::known(0),
    };

    fn new<R: LineClasses>(point: Point, lines: u32) -> Self {
        Self {
            lines,
            worth: [black_worth::<R>(lines), white_worth(lines)],
            point,
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

/// What the four shapes in the low half are worth to Black.
fn black_worth<R: LineClasses>(lines: u32) -> Worth {
    Worth::of_code(Code::of_packed(lines as u16), R::FOULS)
}

/// What the four shapes in the high half are worth to White.
fn white_worth(lines: u32) -> Worth {
    Worth::of_code(Code::of_packed((lines >> 16) as u16), false)
}

/// Both sides' shapes on the first line, packed.
const fn pack([black, white]: [Shape; 2]) -> u32 {
    black as u32 | (white as u32) << 16
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
        self.counts[side.index()][worth.class_index()] += 1;
        if is_four(worth.class_index()) {
            self.fours[side.index()].insert(point);
        }
        self.add_value(side, worth.value());
    }

    fn subtract(&mut self, point: Point, side: Side, worth: Worth) {
        self.counts[side.index()][worth.class_index()] -= 1;
        if is_four(worth.class_index()) {
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
            if is_four(old ^ new) {
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

/// [`Class::is_four`] by a class's index; of two indices' difference, whether they differ in that.
const fn is_four(index: usize) -> bool {
    index & Class::Four.index() != 0
}

/// How far a stone reaches along a line in every game but those of other `k` than five.
const NEAR: usize = 5;
/// Cells between a cell and the farthest of its near ones in the order of indices.
const MARGIN: usize = NEAR * (STRIDE + 1);

/// Cells with a margin before and behind, a power of two.
const CELLS: usize = (MARGIN + INDICES + MARGIN).next_power_of_two();

/// A point's place among [`CELLS`].
const fn place(point: Point) -> usize {
    (MARGIN + point.index()) % CELLS
}

/// Shapes at each empty cell of a board, and their worth.
#[derive(Clone, Debug)]
pub struct Tally {
    /// By [`place`]: what is near a cell is a slice of one length, and what is known of its
    /// length spares checks.
    cells: [Knowledge; CELLS],
}

impl Tally {
    /// Knows nothing yet: for [`rescan`](Self::rescan).
    pub(crate) const NOTHING: Self = Self {
        cells: [Knowledge::NOTHING; CELLS],
    };

    /// What is known of an empty cell.
    #[must_use]
    pub const fn at(&self, point: Point) -> &Knowledge {
        &self.cells[place(point)]
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
                let shapes =
                    Side::ALL.map(|side| classes.shape(side, line.behind(side), line.ahead(side)));
                lines |= pack(shapes) << (4 * direction.index());
            }
            let known = Knowledge::new::<R>(point, lines);
            self.cells[place(point)] = known;
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
        notes: &mut [Knowledge; CHANGES_PER_MOVE],
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
        self.revalue::<R>(&notes[..length], totals);
        length
    }

    /// Updates the shapes of one line's cells around the point; notes those that change, and
    /// returns their number. The direction's index is a compile-time number so that shifts by
    /// it cost nothing.
    #[inline(never)] // a loop that keeps to itself keeps its constants in registers
    fn walk<R: LineClasses, const DIRECTION: usize>(
        &mut self,
        classes: R,
        board: &Board,
        point: Point,
        notes: &mut [Knowledge],
    ) -> usize {
        let direction = const { Direction::ALL[DIRECTION] };
        let room = notes.len();
        let mut notes = notes.iter_mut();
        let (cells, centre) = self.around::<R>(point);
        let recorder = Recorder::<DIRECTION> {
            cells,
            centre,
            notes: &mut notes,
        };
        classes.shapes_near(board.line(point, direction), recorder);
        room - notes.len()
    }

    /// Cells among which are all that a stone on the point may change, and its own place there.
    fn around<R: LineClasses>(&mut self, point: Point) -> (&mut [Knowledge], usize) {
        if R::REACH <= NEAR {
            let first = point.index();
            (&mut self.cells[first..=first + 2 * MARGIN], MARGIN)
        } else {
            (&mut self.cells, place(point))
        }
    }

    /// Brings the worth of the noted cells and all totals up to date with their new shapes.
    fn revalue<R: LineClasses>(&mut self, notes: &[Knowledge], totals: &mut Totals) {
        for note in notes {
            let known = &mut self.cells[place(note.point)];
            let changed = known.lines ^ note.lines;
            if changed & 0xffff != 0 {
                let new = black_worth::<R>(known.lines);
                let old = core::mem::replace(&mut known.worth[0], new);
                totals.replace(note.point, Side::Black, old, new);
            }
            if changed >> 16 != 0 {
                let new = white_worth(known.lines);
                let old = core::mem::replace(&mut known.worth[1], new);
                totals.replace(note.point, Side::White, old, new);
            }
        }
    }

    /// Puts the changed cells back.
    pub(crate) fn restore(&mut self, notes: &[Knowledge]) {
        for note in notes {
            self.cells[place(note.point)] = *note;
        }
    }
}

/// Brings the shapes of a line's cells up to date, and notes those that change.
struct Recorder<'a, 'b, const DIRECTION: usize> {
    cells: &'a mut [Knowledge],
    /// Where the point's own cell is among them.
    centre: usize,
    notes: &'a mut IterMut<'b, Knowledge>,
}

impl<const DIRECTION: usize> Viewer for Recorder<'_, '_, DIRECTION> {
    #[inline(always)]
    fn view(&mut self, distance: isize, shapes: [Shape; 2]) {
        let offset = distance * const { Direction::ALL[DIRECTION].stride() };
        let known = &mut self.cells[self.centre.wrapping_add_signed(offset)];
        let new = pack(shapes) << (4 * DIRECTION);
        let changed = (new ^ known.lines) & (0x000f_000f << (4 * DIRECTION));
        if changed != 0
            && let Some(note) = self.notes.next()
        {
            *note = *known;
            known.lines ^= changed;
        }
    }
}
