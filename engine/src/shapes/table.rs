//! Shapes for five in a row, from tables made at compile time.
//!
//! A table is indexed by the states of the two half-lines at a cell (see `halves`), so that 31 × 31
//! entries hold freestyle and 63 × 63 hold exact fives, where other designs need 65,536 or a
//! million. It is filled from many stones to few: whatever may follow a state has a larger
//! number and stands in the table already.

use super::halves::{
    EDGE, FIVE_CELLS, FIVE_CELLS_AND_EDGE, FOUR_CELLS, Halves, state, state_and_edge,
};
use super::{LineClasses, Shape, Viewer};
use crate::board::{Half, Line};
use crate::rules::LineRule;
use crate::side::Side;

/// Line classes of [`LineRule::Freestyle`].
#[derive(Clone, Copy, Debug)]
pub struct Freestyle;
/// Line classes of [`LineRule::Standard`].
#[derive(Clone, Copy, Debug)]
pub struct Standard;
/// Line classes of [`LineRule::Renju`]: exact fives for Black, five or more for White.
#[derive(Clone, Copy, Debug)]
pub struct Renju;
/// Line classes of [`LineRule::Caro`].
#[derive(Clone, Copy, Debug)]
pub struct Caro;
/// Line classes of [`LineRule::CaroOverline`].
#[derive(Clone, Copy, Debug)]
pub struct CaroOverline;

static FREESTYLE: Table<1024, 32> = Table::new(LineRule::Freestyle, Side::Black);
static STANDARD: Table<4096, 64> = Table::new(LineRule::Standard, Side::Black);
static RENJU: [Table<4096, 64>; 2] = [
    Table::new(LineRule::Renju, Side::Black),
    Table::new(LineRule::Renju, Side::White),
];
static CARO: Table<12288, 128> = Table::new(LineRule::Caro, Side::Black);
static CARO_OVERLINE: Table<12288, 128> = Table::new(LineRule::CaroOverline, Side::Black);

impl LineClasses for Freestyle {
    const ONE_REPLY: bool = true;
    const REACH: usize = 4;

    fn shape(self, _: Side, before: Half, after: Half) -> Shape {
        FREESTYLE.of(state(before, 4), state(after, 4))
    }

    fn shapes_near(self, line: Line, viewer: impl Viewer) {
        Near::new(line, &FOUR_CELLS, [&FREESTYLE, &FREESTYLE], viewer).show();
    }
}

impl LineClasses for Standard {
    const ONE_REPLY: bool = true;
    const REACH: usize = 5;

    fn shape(self, _: Side, before: Half, after: Half) -> Shape {
        STANDARD.of(state(before, 5), state(after, 5))
    }

    fn shapes_near(self, line: Line, viewer: impl Viewer) {
        Near::new(line, &FIVE_CELLS, [&STANDARD, &STANDARD], viewer).show();
    }
}

impl LineClasses for Renju {
    const ONE_REPLY: bool = true;
    const FOULS: bool = true;
    const REACH: usize = 5;

    fn shape(self, side: Side, before: Half, after: Half) -> Shape {
        RENJU[side.index()].of(state(before, 5), state(after, 5))
    }

    fn shapes_near(self, line: Line, viewer: impl Viewer) {
        Near::new(line, &FIVE_CELLS, [&RENJU[0], &RENJU[1]], viewer).show();
    }
}

impl LineClasses for Caro {
    const ONE_REPLY: bool = false;
    const REACH: usize = 5;

    fn shape(self, _: Side, before: Half, after: Half) -> Shape {
        CARO.of(state_and_edge(before, 5), state_and_edge(after, 5))
    }

    fn shapes_near(self, line: Line, viewer: impl Viewer) {
        Near::new(line, &FIVE_CELLS_AND_EDGE, [&CARO, &CARO], viewer).show();
    }
}

impl LineClasses for CaroOverline {
    const ONE_REPLY: bool = false;
    const REACH: usize = 5;

    fn shape(self, _: Side, before: Half, after: Half) -> Shape {
        CARO_OVERLINE.of(state_and_edge(before, 5), state_and_edge(after, 5))
    }

    fn shapes_near(self, line: Line, viewer: impl Viewer) {
        Near::new(
            line,
            &FIVE_CELLS_AND_EDGE,
            [&CARO_OVERLINE, &CARO_OVERLINE],
            viewer,
        )
        .show();
    }
}

/// A walk along a line, past the cells whose shapes may depend on one of its cells.
struct Near<'a, const HALVES: usize, const SHAPES: usize, const STATES: usize, V> {
    halves: &'a Halves<HALVES, STATES>,
    tables: [&'a Table<SHAPES, STATES>; 2],
    /// Two bits a cell, from the farthest cell on that such a shape depends on.
    cells: u64,
    viewer: V,
}

impl<'a, const HALVES: usize, const SHAPES: usize, const STATES: usize, V: Viewer>
    Near<'a, HALVES, SHAPES, STATES, V>
{
    const REACH: usize = Halves::<HALVES, STATES>::REACH;

    fn new(
        line: Line,
        halves: &'a Halves<HALVES, STATES>,
        tables: [&'a Table<SHAPES, STATES>; 2],
        viewer: V,
    ) -> Self {
        Self {
            halves,
            tables,
            cells: line.from(2 * Self::REACH as u32),
            viewer,
        }
    }

    /// Not a loop: where the distances are known to the compiler, shifts and offsets by them
    /// cost nothing.
    #[inline(always)]
    fn show(mut self) {
        if Self::REACH > 4 {
            self.show_at::<-5>();
        }
        self.show_at::<-4>();
        self.show_at::<-3>();
        self.show_at::<-2>();
        self.show_at::<-1>();
        self.show_at::<1>();
        self.show_at::<2>();
        self.show_at::<3>();
        self.show_at::<4>();
        if Self::REACH > 4 {
            self.show_at::<5>();
        }
    }

    #[inline(always)]
    fn show_at<const DISTANCE: isize>(&mut self) {
        if self.cells_from(DISTANCE) & 3 == 0 {
            let before = self.cells_from(DISTANCE - Self::REACH as isize);
            let [black, white] = self.halves.places(before, self.cells_from(DISTANCE + 1));
            let shapes = [self.tables[0].at(black), self.tables[1].at(white)];
            self.viewer.view(DISTANCE, shapes);
        }
    }

    #[inline(always)]
    fn cells_from(&self, distance: isize) -> usize {
        (self.cells >> (2 * (2 * Self::REACH as isize + distance))) as usize
    }
}

/// The shapes of one rule and side: a row for each state before the cell, with room for
/// `STATES` states after it.
#[derive(Debug)]
struct Table<const SHAPES: usize, const STATES: usize>([Shape; SHAPES]);

impl<const SHAPES: usize, const STATES: usize> Table<SHAPES, STATES> {
    const fn new(line: LineRule, side: Side) -> Self {
        Filler { line, side }.fill()
    }

    /// The shape at a place that [`Halves`] gives. One load.
    fn at(&self, place: usize) -> Shape {
        if SHAPES.is_power_of_two() {
            self.0[place % SHAPES] // costs less than a check
        } else {
            self.0.get(place).copied().unwrap_or(Shape::Nothing)
        }
    }

    /// The shape between two states.
    fn of(&self, before: usize, after: usize) -> Shape {
        self.at(before * STATES + after)
    }

    const fn entry(&self, before: usize, after: usize) -> Shape {
        self.0[before * STATES + after]
    }
}

/// Fills the table of one rule and side.
#[derive(Clone, Copy)]
struct Filler {
    line: LineRule,
    side: Side,
}

impl Filler {
    const fn fill<const SHAPES: usize, const STATES: usize>(self) -> Table<SHAPES, STATES> {
        let mut table = Table([Shape::Nothing; SHAPES]);
        let states = SHAPES / STATES;
        let mut before = states;
        while before > 1 {
            before -= 1;
            let mut after = states;
            while after > 1 {
                after -= 1;
                if self.is_state(before) && self.is_state(after) {
                    table.0[before * STATES + after] = self.shape(&table, before, after);
                }
            }
        }
        table
    }

    /// Numbers that are no state: 0, and an edge without a place to stand.
    const fn is_state(self, state: usize) -> bool {
        state != 0 && state != EDGE
    }

    const fn shape<const SHAPES: usize, const STATES: usize>(
        self,
        table: &Table<SHAPES, STATES>,
        before: usize,
        after: usize,
    ) -> Shape {
        if self.wins(before, after) {
            return Shape::Five;
        }
        if self.forbids_overlines() && run(before) + 1 + run(after) > 5 {
            return Shape::Overline;
        }
        match self.five_points(before, after) {
            0 => Shape::from_followers(&followers(table, before, after)),
            1 => Shape::Four,
            _ if self.is_double_four(before, after) => Shape::DoubleFour,
            _ if self.one_stone_stops(before, after) => Shape::Four,
            _ => Shape::OpenFour,
        }
    }

    const fn forbids_overlines(self) -> bool {
        matches!((self.line, self.side), (LineRule::Renju, Side::Black))
    }

    /// A straight four is four in a row; other pairs of five-points on one line are two fours.
    const fn is_double_four(self, before: usize, after: usize) -> bool {
        self.forbids_overlines() && run(before) + 1 + run(after) != 4
    }

    /// Whether own stones in the states, and one between them, make a winning row.
    const fn wins(self, before: usize, after: usize) -> bool {
        let length = run(before) + 1 + run(after);
        let closed = closed(before) && closed(after);
        match self.line {
            LineRule::Freestyle => length >= 5,
            LineRule::Renju if matches!(self.side, Side::White) => length >= 5,
            LineRule::Standard | LineRule::Renju => length == 5,
            LineRule::Caro => length == 5 && !closed,
            LineRule::CaroOverline => length >= 5 && !closed,
        }
    }

    /// Number of cells that complete a five through the cell between the states.
    const fn five_points(self, before: usize, after: usize) -> u8 {
        let mut count = 0;
        let mut place = 0;
        while place < stop(before) {
            count += (is_empty(before, place) && self.wins(before | 1 << place, after)) as u8;
            place += 1;
        }
        place = 0;
        while place < stop(after) {
            count += (is_empty(after, place) && self.wins(before, after | 1 << place)) as u8;
            place += 1;
        }
        count
    }

    /// Whether the opponent has a cell on the line that leaves no five-point.
    const fn one_stone_stops(self, before: usize, after: usize) -> bool {
        let mut place = 0;
        while place < 5 {
            let stopped_before = place < stop(before)
                && is_empty(before, place)
                && self.five_points(cut(before, place), after) == 0;
            let stopped_after = place < stop(after)
                && is_empty(after, place)
                && self.five_points(before, cut(after, place)) == 0;
            if stopped_before || stopped_after {
                return true;
            }
            place += 1;
        }
        false
    }
}

/// How many cells lead from two states to each shape.
const fn followers<const SHAPES: usize, const STATES: usize>(
    table: &Table<SHAPES, STATES>,
    before: usize,
    after: usize,
) -> [u8; Shape::COUNT] {
    let mut count = [0; Shape::COUNT];
    let mut place = 0;
    while place < stop(before) {
        if is_empty(before, place) {
            count[table.entry(before | 1 << place, after).index()] += 1;
        }
        place += 1;
    }
    place = 0;
    while place < stop(after) {
        if is_empty(after, place) {
            count[table.entry(before, after | 1 << place).index()] += 1;
        }
        place += 1;
    }
    count
}

/// Cells up to the blocker.
const fn stop(state: usize) -> u32 {
    usize::BITS - 1 - (state % EDGE).leading_zeros()
}

/// Own stones next to the cell.
const fn run(state: usize) -> u32 {
    let stones = state % EDGE ^ 1 << stop(state);
    stones.trailing_ones()
}

/// Whether an opposing stone stands at the end of the own stones next to the cell.
const fn closed(state: usize) -> bool {
    let at_stop = run(state) == stop(state);
    at_stop && stop(state) < 5 && state < EDGE
}

const fn is_empty(state: usize, place: u32) -> bool {
    state >> place & 1 == 0
}

/// The state once an opposing stone stands at `place`.
const fn cut(state: usize, place: u32) -> usize {
    state & ((1 << place) - 1) | 1 << place
}
