//! Half-lines: what a side sees from a cell, one way, and what both sides see at once.
//!
//! What a side can make of a line through a cell depends, to each side of the cell, only on
//! the cells up to the first blocker. With a reach of `H` cells those are `1 + 2 + … + 2^H`
//! **states** of a half-line: the own stones up to the blocker, bit 0 nearest, with a stop bit
//! where the blocker stands:
//!
//! ```text
//! cells away    1 2 3 4            1 2 3 4
//!               . O X .            . . . O
//! state         1 1 0    (stop bit at 2, own bit at 1)
//!                                  1 1 0 0 0
//! ```
//!
//! Caro asks in addition whether the blocker is a stone or the edge: [`EDGE`] is added when it
//! is the edge.
//!
//! The hot path never works a state out. A half-line of `H` cells is `2 H` bits of a line, and
//! under them [`Halves`] keeps both sides' states.

use crate::board::Half;
use crate::side::Side;

/// Added to a half-line state whose stop is the edge of the board, where that matters.
pub(super) const EDGE: usize = 64;

/// The state of a half-line: own stones up to the first blocker, and a stop bit.
pub(super) const fn state(half: Half, reach: u32) -> usize {
    let blockers = half.blockers | 1 << reach;
    let stop = blockers & blockers.wrapping_neg();
    (half.own & (stop - 1) | stop) as usize
}

/// As [`state`], with [`EDGE`] where the stop is the edge: there both sides' words have a bit.
pub(super) const fn state_and_edge(half: Half, reach: u32) -> usize {
    let blockers = half.blockers | 1 << reach;
    let stop = blockers & blockers.wrapping_neg();
    let edge = half.own & half.blockers & stop & ((1 << reach) - 1);
    state(half, reach) + if edge == 0 { 0 } else { EDGE }
}

/// States that see four cells.
pub(super) static FOUR_CELLS: Halves<256, 32> = Halves::new(false);
/// States that see five cells.
pub(super) static FIVE_CELLS: Halves<1024, 64> = Halves::new(false);
/// States that see five cells and tell an edge from a stone.
pub(super) static FIVE_CELLS_AND_EDGE: Halves<1024, 128> = Halves::new(true);

/// Both sides' states of every half-line, `HALVES` of them: Black's in the low half of a word, White's in the high
/// half. States before a cell are multiplied by `STATES` already: the sum with one after the
/// cell is the place in a table of `STATES` columns, for both sides by one addition.
#[derive(Debug)]
pub(super) struct Halves<const HALVES: usize, const STATES: usize> {
    before: [u32; HALVES],
    after: [u32; HALVES],
}

impl<const HALVES: usize, const STATES: usize> Halves<HALVES, STATES> {
    /// Cells of a half-line.
    pub(super) const REACH: usize = HALVES.trailing_zeros() as usize / 2;

    const fn new(edges: bool) -> Self {
        let mut halves = Self {
            before: [0; HALVES],
            after: [0; HALVES],
        };
        let mut cells = 0;
        while cells < HALVES {
            let nearest_first = cells as u64;
            let nearest_last = (cells as u64) << (64 - 2 * Self::REACH);
            let [black, white] = [Side::Black, Side::White];
            halves.after[cells] = Self::join(
                edges,
                [
                    Half::ahead(nearest_first, black),
                    Half::ahead(nearest_first, white),
                ],
            );
            halves.before[cells] = STATES as u32
                * Self::join(
                    edges,
                    [
                        Half::behind(nearest_last, black),
                        Half::behind(nearest_last, white),
                    ],
                );
            cells += 1;
        }
        halves
    }

    const fn join(edges: bool, [black, white]: [Half; 2]) -> u32 {
        let reach = Self::REACH as u32;
        if edges {
            (state_and_edge(black, reach) | state_and_edge(white, reach) << 16) as u32
        } else {
            (state(black, reach) | state(white, reach) << 16) as u32
        }
    }

    /// The places of Black's and White's shape at a cell in their tables, by the cells that begin
    /// so far before it and by those after it, two bits each.
    pub(super) const fn places(&self, before: usize, after: usize) -> [usize; 2] {
        let places = (self.before[before % HALVES] + self.after[after % HALVES]) as usize;
        [places % (1 << 16), places >> 16]
    }
}
