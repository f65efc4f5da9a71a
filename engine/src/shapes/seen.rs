//! A line as a cell on it sees it, one way and the other, both sides at once.
//!
//! As in [`Line`], Black's word stands in the low half of a `u64` and White's in the high half.
//! Shifts carry bits from half to half, but always behind a wall: every line ends in walls,
//! which stop both sides, before its word does.

use crate::board::Line;

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

/// What a cell sees ahead, walking along a line, and behind; bit 0 of each half is the nearest
/// cell. Ahead it is exact up to the first wall; behind too.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Seen {
    /// In the direction of the walk.
    pub ahead: u64,
    /// Where the walk came from.
    pub behind: u64,
}

impl Seen {
    /// What the line's own cell sees at the start of a walk.
    #[must_use]
    pub const fn new(line: Line, way: Way) -> Self {
        let (after, before) = (line.bit + 1, 32 - line.bit);
        match way {
            Way::After => Self {
                ahead: line.forward >> after,
                behind: line.backward.rotate_right(before),
            },
            Way::Before => Self {
                ahead: line.backward >> before,
                behind: line.forward.rotate_right(after),
            },
        }
    }

    /// What the next cell ahead sees.
    #[must_use]
    pub const fn step(self) -> Self {
        Self {
            ahead: self.ahead >> 1,
            behind: self.behind.rotate_left(1),
        }
    }

    /// The empty cells ahead whose shapes may depend on this cell, bit 0 the nearest: those up
    /// to the farther of both sides' first blockers, and not beyond `reach`.
    pub(crate) fn affected(self, reach: u32) -> u32 {
        let (black, white) = (self.ahead as u32, (self.ahead >> 32) as u32);
        let reach = 1 << reach;
        let (first_black, first_white) = (lowest(black | reach), lowest(white | reach));
        !(black | white) & (first_black.max(first_white) - 1)
    }
}

const fn lowest(word: u32) -> u32 {
    word & word.wrapping_neg()
}
