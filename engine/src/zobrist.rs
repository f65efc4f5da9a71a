//! Keys that name a position, made at compile time (A. L. Zobrist, "A new hashing method with
//! application for game playing", 1970).
//!
//! The key of a stone depends on its column, row and colour only, not on the capacity that the
//! crate was built for, so that the same position has the same key on every target.

use crate::point::{INDICES, Point, STRIDE};
use crate::side::Side;

static STONES: [[u64; INDICES]; 2] = stones();

/// Part of the key whenever White is to move.
pub(crate) const WHITE_TO_MOVE: u64 = splitmix64(0xffff);

/// The key of one stone.
pub(crate) fn stone(point: Point, side: Side) -> u64 {
    STONES[side.index()][point.index()]
}

const fn stones() -> [[u64; INDICES]; 2] {
    let mut keys = [[0; INDICES]; 2];
    let mut index = 0;
    while index < INDICES {
        let place = ((index / STRIDE) * 64 + index % STRIDE) as u64;
        keys[0][index] = splitmix64(place * 2 + 1);
        keys[1][index] = splitmix64(place * 2 + 2);
        index += 1;
    }
    keys
}

/// The `n`th output of SplitMix64 from state 0 (Steele, Lea and Flood, "Fast splittable
/// pseudorandom number generators", 2014).
pub(crate) const fn splitmix64(n: u64) -> u64 {
    let mut z = n.wrapping_mul(0x9e37_79b9_7f4a_7c15);
    z = (z ^ z >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ z >> 31
}
