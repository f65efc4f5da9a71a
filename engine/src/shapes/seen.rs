//! A line as a cell on it sees it, one way and the other.

use super::Half;
use crate::board::Line;
use crate::side::Side;

/// The two ways along a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Way {
    /// Towards higher bits.
    After,
    /// Towards lower bits.
    Before,
}

impl Way {
    /// 1 or −1: what a step adds to a bit.
    #[must_use]
    pub const fn sign(self) -> isize {
        match self {
            Self::After => 1,
            Self::Before => -1,
        }
    }
}

/// A line of the board with both sides' words in one: Black's in the low half, White's in the
/// high half. So what is worked out for one side is worked out for the other at the same time.
#[derive(Clone, Copy, Debug)]
pub struct Seen {
    words: u64,
    /// The same with each word's bits reversed, so that either way the nearest cell is lowest.
    reversed: u64,
    /// The bit of the cell that the line was asked for.
    pub bit: u32,
}

impl Seen {
    /// The line as it stands.
    #[must_use]
    pub const fn new(line: Line) -> Self {
        let [black, white] = line.words;
        Self {
            words: join(black, white),
            reversed: join(black.reverse_bits(), white.reverse_bits()),
            bit: line.bit,
        }
    }

    /// What both sides have from a cell one way, bit 0 of each half the nearest cell. Only the
    /// five nearest cells are sure: beyond, Black's half holds bits of White's.
    #[must_use]
    pub const fn near(&self, way: Way, bit: u32) -> u64 {
        match way {
            Way::After => self.words >> (bit + 1),
            Way::Before => self.reversed >> (32 - bit),
        }
    }

    /// What one side sees from a cell one way, to the end of the line.
    #[must_use]
    pub const fn half(&self, way: Way, bit: u32, side: Side) -> Half {
        let [black, white] = self.far(way, bit);
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

    /// The empty cells one way whose shapes may depend on the line's own cell, bit 0 the
    /// nearest: those up to the farther of both sides' first blockers.
    pub(crate) fn affected(&self, way: Way, reach: u32) -> u32 {
        let [black, white] = self.far(way, self.bit);
        let reach = 1 << reach;
        let (first_black, first_white) = (lowest(black | reach), lowest(white | reach));
        !(black | white) & (first_black.max(first_white) - 1)
    }

    const fn far(&self, way: Way, bit: u32) -> [u32; 2] {
        let (words, shift) = match way {
            Way::After => (self.words, bit + 1),
            Way::Before => (self.reversed, 32 - bit),
        };
        [words as u32 >> shift, (words >> 32) as u32 >> shift]
    }
}

const fn join(black: u32, white: u32) -> u64 {
    black as u64 | (white as u64) << 32
}

const fn lowest(word: u32) -> u32 {
    word & word.wrapping_neg()
}
