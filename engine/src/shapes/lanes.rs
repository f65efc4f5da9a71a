//! The half-line states of neighbouring cells, worked out at once.
//!
//! A stone changes the shapes of up to five cells ahead of it on a line. Their states are
//! computed side by side in the lanes of one word, twelve bits each: a multiplication copies
//! the line into all lanes, in each shifted by one cell more, and a handful of instructions
//! turns all lanes from stones into states.

use crate::board::{Half, Line};

/// Bits of a lane.
const LANE: u32 = 12;
/// Lanes that are used: no shape depends on more cells ahead.
const LANES: u32 = 5;
/// A one in each lane.
const ONES: u64 = repeat(LANE);

/// A one at every multiple of `distance` that begins a lane's copy.
const fn repeat(distance: u32) -> u64 {
    let mut ones = 0;
    let mut lane = 0;
    while lane < LANES {
        ones |= 1 << (lane * distance);
        lane += 1;
    }
    ones
}

/// The same few bits in each lane.
pub(crate) const fn in_each(bits: u64) -> u64 {
    ONES * bits
}

/// Lane `n` of both sides' words: what the cell `n` + 1 steps ahead sees, `REACH` cells each.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Lanes<const REACH: u32> {
    pub(crate) black: u64,
    pub(crate) white: u64,
}

impl<const REACH: u32> Lanes<REACH> {
    /// Cells that the lanes together see.
    const SEEN: u64 = (1 << (2 * REACH - 1)) - 1;
    const MASK: u64 = in_each((1 << REACH) - 1);

    /// What each cell sees further ahead.
    pub(crate) const fn ahead(line: Line) -> Self {
        let [black, white] = Self::centred(line);
        Self {
            black: Self::spread_down(black >> (REACH + 1)),
            white: Self::spread_down(white >> (REACH + 1)),
        }
    }

    /// What each cell sees looking back: the cells before it, the line's own cell, and beyond.
    pub(crate) const fn behind(line: Line) -> Self {
        let [black, white] = Self::centred(line.mirrored());
        Self {
            black: Self::spread_up(black),
            white: Self::spread_up(white),
        }
    }

    /// What the line's own cell sees ahead.
    pub(crate) const fn half(line: Line) -> Half {
        let [black, white] = Self::centred(line);
        Half {
            own: black >> REACH,
            blockers: white >> REACH,
        }
    }

    /// Both sides' words with the line's cell at bit `REACH` − 1. All that is asked for lies at
    /// a fixed place in them, so that a line is shifted only once each way.
    const fn centred(line: Line) -> [u32; 2] {
        let shift = line.bit + 1 - REACH;
        [
            line.forward as u32 >> shift,
            (line.forward >> 32) as u32 >> shift,
        ]
    }

    /// Lane `n` becomes the word shifted down by `n`.
    const fn spread_down(word: u32) -> u64 {
        ((word as u64 & Self::SEEN) * const { repeat(LANE - 1) }) & Self::MASK
    }

    /// Lane `n` becomes the word shifted up by `n` and down by `REACH` − 1.
    const fn spread_up(word: u32) -> u64 {
        ((word as u64 & Self::SEEN) * const { repeat(LANE + 1) }) >> (REACH - 1) & Self::MASK
    }

    /// The stop bit of each lane: the first blocker, or the end of the reach.
    pub(crate) const fn stops(blockers: u64) -> u64 {
        let blockers = blockers | const { in_each(1 << REACH) };
        // Minus blockers, lane by lane: no lane is zero, so nothing is carried on.
        blockers & (!blockers).wrapping_add(ONES)
    }

    /// The state in each lane: own stones up to the stop, and the stop bit.
    pub(crate) const fn states(own: u64, stops: u64) -> u64 {
        own & (stops - ONES) | stops
    }
}

/// The words with each lane in the place of the one before.
pub(crate) const fn next_lanes([black, white]: [u64; 2]) -> [u64; 2] {
    [black >> LANE, white >> LANE]
}

/// The empty cells of Black's half whose shapes may depend on the cell it is seen from, bit 0
/// the nearest: those up to the farther of both sides' first blockers, within `reach`.
pub(crate) fn affected(half: Half, reach: u32) -> u32 {
    let Half { own, blockers } = half;
    let lowest = |word: u32| word & word.wrapping_neg();
    let end = 1 << reach;
    let (first_black, first_white) = (lowest(blockers | end), lowest(own | end));
    !(own | blockers) & (first_black.max(first_white) - 1)
}
