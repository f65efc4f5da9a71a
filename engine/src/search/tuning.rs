//! Every margin, reduction and limit of the search, in one file.
//!
//! Depths are in sixteenths of a ply, margins in units of evaluation (200 = one logit).

use crate::score::Score;

/// One ply, in units of depth.
pub(crate) const PLY: i32 = 16;

/// The deepest iteration.
pub(crate) const MAX_DEPTH: u8 = 90;

/// Nodes between two looks at the clock and the stop signal.
pub(crate) const NODES_PER_CHECK: u64 = 64;

/// Aspiration windows begin at this iteration, this wide to each side.
pub(crate) const ASPIRATION_DEPTH: u8 = 4;
pub(crate) const ASPIRATION_WINDOW: Score = 24;

/// Futility: a node whose evaluation is above beta by this much a ply is not searched.
pub(crate) const FUTILITY_MARGIN: Score = 70;
pub(crate) const FUTILITY_IMPROVING: Score = 25;

/// Razoring: below this depth, a node whose evaluation is under alpha by this much a ply is
/// left to the quiescence search.
pub(crate) const RAZOR_DEPTH: i32 = 5 * PLY / 2;
pub(crate) const RAZOR_MARGIN: Score = 60;

/// Quiescence: fours played in a row below depth 0.
pub(crate) const QUIESCENCE_FOURS: u32 = 8;
/// Quiescence: nodes after which a leaf plays no more fours.
pub(crate) const QUIESCENCE_NODES: u64 = 64;
/// Quiescence: how far from the last own stone the next four may be.
pub(crate) const QUIESCENCE_NEAR: usize = 4;

/// Late move reductions start at this move and depth.
pub(crate) const LMR_MOVE: usize = 2;
pub(crate) const LMR_DEPTH: i32 = 2 * PLY;

/// Bonus in the order of moves.
pub(crate) const KILLER_BONUS: i32 = 40;
pub(crate) const COUNTERMOVE_BONUS: i32 = 30;
/// History scores are divided by this to join the order scores.
pub(crate) const HISTORY_SCALE: i32 = 128;
/// History scores stay within this.
pub(crate) const HISTORY_MAX: i32 = 8_192;

/// Moves that are looked at in a node of that depth before the rest is skipped.
pub(crate) const fn late_move_count(depth: i32, improving: bool) -> usize {
    let plies = (depth / PLY) as usize;
    let moves = 4 + plies + plies * plies / 2;
    if improving { moves } else { moves * 2 / 3 }
}

/// Natural logarithms, times 16, of 0 to 63 (of 0: 0).
static LOG16: [u8; 64] = {
    let mut table = [0; 64];
    let mut n = 1;
    while n < 64 {
        table[n] = log16(n as u64);
        n += 1;
    }
    table
};

/// Reduction of a late move: about ln(depth) × ln(move number) × 0.8 plies. The caller sees to
/// it that a ply is left.
pub(crate) fn late_move_reduction(depth: i32, number: usize) -> i32 {
    let plies = LOG16[((depth / PLY).max(0) as usize).min(63)];
    let moves = LOG16[number.min(63)];
    i32::from(plies) * i32::from(moves) * 13 / 256
}

/// 16 ln(n), rounded: by comparing n with powers of e^(1/16) in fixed point.
const fn log16(n: u64) -> u8 {
    // e^(1/32) in 2^24ths for the first half step, e^(1/16) for the others.
    let (half_step, step) = (17_309_751_u128, 17_859_120_u128);
    let mut power = half_step;
    let mut result = 0;
    while power < (n as u128) << 24 {
        power = power * step >> 24;
        result += 1;
    }
    result
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn logarithms_are_right() {
        let expected = [
            (1, 0),
            (2, 11),
            (3, 18),
            (4, 22),
            (8, 33),
            (16, 44),
            (20, 48),
            (63, 66),
        ];
        for (n, log) in expected {
            assert_eq!(LOG16[n], log, "16 ln({n})");
        }
    }

    #[test]
    fn later_and_deeper_means_more_reduction() {
        for depth in 2..30 {
            for number in 2..100 {
                let here = late_move_reduction(depth * PLY, number);
                assert!(here >= 0);
                assert!(late_move_reduction(depth * PLY, number + 1) >= here);
                assert!(late_move_reduction((depth + 1) * PLY, number) >= here);
            }
        }
    }
}
