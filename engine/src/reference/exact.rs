//! Exact names of small positions: the board read as a number in base three.
//!
//! Unlike a hash, two positions never share one, so that a count of positions is a count and a
//! remembered value is the position's own.

use crate::point::Point;
use crate::rules::Rules;
use crate::zobrist::splitmix64;

/// Cells of the largest board whose positions can be counted and remembered exactly: as numbers
/// in base three, one digit a cell, they fit 64 bits.
pub const MAX_CELLS: usize = 40;

static POWERS: [u64; MAX_CELLS] = powers();

const fn powers() -> [u64; MAX_CELLS] {
    let mut powers = [1; MAX_CELLS];
    let mut cell = 1;
    while cell < MAX_CELLS {
        powers[cell] = powers[cell - 1] * 3;
        cell += 1;
    }
    powers
}

/// What a digit of 1 on that cell adds to a name; 0 off the board or beyond [`MAX_CELLS`].
///
/// Cells are counted in reading order, the upper left one the lowest digit.
pub(crate) fn weight(rules: Rules, point: Point) -> u64 {
    let cell = point.row() * rules.columns() + point.column();
    POWERS.get(cell).copied().unwrap_or(0)
}

/// Where a table of so many places looks for a name first; below `places` unless that is 0.
pub(crate) const fn place(name: u64, places: usize) -> usize {
    let hash = splitmix64(name) >> 32;
    ((hash * places as u64) >> 32) as usize
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_largest_name_fits() {
        let all_twos = POWERS
            .iter()
            .try_fold(0_u64, |sum, &power| sum.checked_add(2 * power));
        assert!(all_twos.is_some_and(|name| name < u64::MAX));
        assert_eq!(POWERS[MAX_CELLS - 1].checked_mul(9), None);
    }
}
