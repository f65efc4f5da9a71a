//! Shapes for five in a row, from tables made at compile time.
//!
//! What a side can make of a line through a cell depends, to each side of the cell, only on
//! the cells up to the first blocker. With a reach of `H` cells those are `1 + 2 + … + 2^H`
//! states a half-line, so 31 × 31 entries hold freestyle and 63 × 63 hold exact fives, where
//! other designs need 65,536 or a million. A state is the own stones up to the blocker, bit 0
//! nearest, with a stop bit where the blocker stands:
//!
//! ```text
//! cells away    1 2 3 4            1 2 3 4
//!               . O X .            . . . O
//! state         1 1 0    (stop bit at 2, own bit at 1)
//!                                  1 1 0 0 0
//! ```
//!
//! Caro asks in addition whether the blocker is a stone or the edge: `EDGE` is added when it
//! is the edge.
//!
//! A table is filled from many stones to few: whatever may follow a state has a larger number
//! and stands in the table already.

use super::lanes::{Lanes, affected, in_each, next_lanes};
use super::{LineClasses, Shape, ShapesAhead};
use crate::board::{Half, Line};
use crate::rules::LineRule;
use crate::side::Side;

/// Added to a caro half-line state whose stop is the edge of the board.
const EDGE: usize = 64;

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

static FREESTYLE: [[Shape; 32]; 32] = Filler::new(LineRule::Freestyle, Side::Black).fill();
static STANDARD: [[Shape; 64]; 64] = Filler::new(LineRule::Standard, Side::Black).fill();
static RENJU: [[[Shape; 64]; 64]; 2] = [
    Filler::new(LineRule::Renju, Side::Black).fill(),
    Filler::new(LineRule::Renju, Side::White).fill(),
];
static CARO: [[Shape; 96]; 96] = Filler::new(LineRule::Caro, Side::Black).fill();
static CARO_OVERLINE: [[Shape; 96]; 96] = Filler::new(LineRule::CaroOverline, Side::Black).fill();

/// The state of a half-line: own stones up to the first blocker, and a stop bit.
const fn state(half: Half, reach: u32) -> usize {
    let blockers = half.blockers | 1 << reach;
    let stop = blockers & blockers.wrapping_neg();
    (half.own & (stop - 1) | stop) as usize
}

/// As [`state`], with [`EDGE`] where the stop is the edge: there both sides' words have a bit.
const fn caro_state(half: Half) -> usize {
    let reach = 5;
    let blockers = half.blockers | 1 << reach;
    let stop = blockers & blockers.wrapping_neg();
    let edge = half.own & half.blockers & stop & ((1 << reach) - 1);
    (half.own & (stop - 1) | stop) as usize + if edge == 0 { 0 } else { EDGE }
}

impl LineClasses for Freestyle {
    const ONE_REPLY: bool = true;
    type Ahead = Places<4, 32, 1024>;

    fn shape(self, _: Side, before: Half, after: Half) -> Shape {
        FREESTYLE[state(before, 4) & 31][state(after, 4) & 31]
    }

    fn ahead(self, line: Line) -> Self::Ahead {
        Places::new(line, [&FREESTYLE; 2])
    }
}

impl LineClasses for Standard {
    const ONE_REPLY: bool = true;
    type Ahead = Places<5, 64, 4096>;

    fn shape(self, _: Side, before: Half, after: Half) -> Shape {
        STANDARD[state(before, 5) & 63][state(after, 5) & 63]
    }

    fn ahead(self, line: Line) -> Self::Ahead {
        Places::new(line, [&STANDARD; 2])
    }
}

impl LineClasses for Renju {
    const ONE_REPLY: bool = true;
    type Ahead = Places<5, 64, 4096>;

    fn shape(self, side: Side, before: Half, after: Half) -> Shape {
        RENJU[side.index()][state(before, 5) & 63][state(after, 5) & 63]
    }

    fn ahead(self, line: Line) -> Self::Ahead {
        let [black, white] = &RENJU;
        Places::new(line, [black, white])
    }
}

impl LineClasses for Caro {
    const ONE_REPLY: bool = false;
    type Ahead = CaroPlaces;

    fn shape(self, _: Side, before: Half, after: Half) -> Shape {
        CARO[caro_state(before) % 96][caro_state(after) % 96]
    }

    fn ahead(self, line: Line) -> Self::Ahead {
        CaroPlaces::new(line, &CARO)
    }
}

impl LineClasses for CaroOverline {
    const ONE_REPLY: bool = false;
    type Ahead = CaroPlaces;

    fn shape(self, _: Side, before: Half, after: Half) -> Shape {
        CARO_OVERLINE[caro_state(before) % 96][caro_state(after) % 96]
    }

    fn ahead(self, line: Line) -> Self::Ahead {
        CaroPlaces::new(line, &CARO_OVERLINE)
    }
}

/// Where the cells ahead stand in both sides' tables of `STATES` × `STATES` entries, which are
/// `ENTRIES`; all three are powers of two or follow from one.
#[derive(Clone, Copy, Debug)]
pub struct Places<const REACH: u32, const STATES: usize, const ENTRIES: usize> {
    affected: u32,
    places: [u64; 2],
    tables: [&'static [Shape; ENTRIES]; 2],
}

impl<const REACH: u32, const STATES: usize, const ENTRIES: usize> Places<REACH, STATES, ENTRIES> {
    fn new(line: Line, tables: [&'static [[Shape; STATES]; STATES]; 2]) -> Self {
        const { assert!(STATES == 2 << REACH && ENTRIES == STATES * STATES) };
        let (ahead, behind) = (Lanes::<REACH>::ahead(line), Lanes::<REACH>::behind(line));
        let states = |own, blockers| Lanes::<REACH>::states(own, Lanes::<REACH>::stops(blockers));
        let join = |behind: u64, ahead: u64| behind * STATES as u64 | ahead;
        let flat = |table: &'static [[Shape; STATES]; STATES]| match table.as_flattened().try_into()
        {
            Ok(flat) => flat,
            Err(_) => &[Shape::Nothing; ENTRIES],
        };
        Self {
            affected: affected(Lanes::<REACH>::half(line), REACH),
            places: [
                join(
                    states(behind.black, behind.white),
                    states(ahead.black, ahead.white),
                ),
                join(
                    states(behind.white, behind.black),
                    states(ahead.white, ahead.black),
                ),
            ],
            tables: tables.map(flat),
        }
    }
}

impl<const REACH: u32, const STATES: usize, const ENTRIES: usize> ShapesAhead
    for Places<REACH, STATES, ENTRIES>
{
    fn affected(&self) -> u32 {
        self.affected
    }

    fn shapes(&self) -> [Shape; 2] {
        let [black, white] = self.places.map(|places| places as usize & (ENTRIES - 1));
        [self.tables[0][black], self.tables[1][white]]
    }

    fn step(&mut self) {
        self.places = next_lanes(self.places);
    }
}

/// As [`Places`], for caro: a state has a bit more, and two do not fit a lane together.
#[derive(Clone, Copy, Debug)]
pub struct CaroPlaces {
    affected: u32,
    ahead: [u64; 2],
    behind: [u64; 2],
    table: &'static [[Shape; 96]; 96],
}

impl CaroPlaces {
    fn new(line: Line, table: &'static [[Shape; 96]; 96]) -> Self {
        let both = |lanes: Lanes<5>| {
            [
                caro_states(lanes.black, lanes.white),
                caro_states(lanes.white, lanes.black),
            ]
        };
        Self {
            affected: affected(Lanes::<5>::half(line), 5),
            ahead: both(Lanes::ahead(line)),
            behind: both(Lanes::behind(line)),
            table,
        }
    }
}

impl ShapesAhead for CaroPlaces {
    fn affected(&self) -> u32 {
        self.affected
    }

    fn shapes(&self) -> [Shape; 2] {
        [0, 1].map(|side| {
            let (behind, ahead) = (self.behind[side] & 127, self.ahead[side] & 127);
            self.table[behind as usize % 96][ahead as usize % 96]
        })
    }

    fn step(&mut self) {
        self.ahead = next_lanes(self.ahead);
        self.behind = next_lanes(self.behind);
    }
}

/// [`caro_state`] in each lane.
const fn caro_states(own: u64, blockers: u64) -> u64 {
    let stops = Lanes::<5>::stops(blockers);
    let edges = own & blockers & stops;
    // An edge is one of the five lowest bits: 63 more than that has the bit of EDGE.
    let edges = (edges + in_each(EDGE as u64 - 1)) & in_each(EDGE as u64);
    Lanes::<5>::states(own, stops) | edges
}

/// Fills the table of one rule and side.
#[derive(Clone, Copy)]
struct Filler {
    line: LineRule,
    side: Side,
}

impl Filler {
    const fn new(line: LineRule, side: Side) -> Self {
        Self { line, side }
    }

    const fn fill<const N: usize>(self) -> [[Shape; N]; N] {
        let mut table = [[Shape::Nothing; N]; N];
        let mut before = N;
        while before > 1 {
            before -= 1;
            let mut after = N;
            while after > 1 {
                after -= 1;
                if self.is_state(before) && self.is_state(after) {
                    table[before][after] = self.shape(&table, before, after);
                }
            }
        }
        table
    }

    /// Numbers that are no state: 0, and an edge without a place to stand.
    const fn is_state(self, state: usize) -> bool {
        state != 0 && state != EDGE
    }

    const fn shape<const N: usize>(
        self,
        table: &[[Shape; N]; N],
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
const fn followers<const N: usize>(
    table: &[[Shape; N]; N],
    before: usize,
    after: usize,
) -> [u8; Shape::COUNT] {
    let mut count = [0; Shape::COUNT];
    let mut place = 0;
    while place < stop(before) {
        if is_empty(before, place) {
            count[table[before | 1 << place][after].index()] += 1;
        }
        place += 1;
    }
    place = 0;
    while place < stop(after) {
        if is_empty(after, place) {
            count[table[before][after | 1 << place].index()] += 1;
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
