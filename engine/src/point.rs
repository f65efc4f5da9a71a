//! One cell of a board, and the largest board the crate can hold.

/// Longest side of a board, in cells: 20 with the feature `cells-400`, else 15.
pub const MAX_SIDE: usize = if cfg!(feature = "cells-400") { 20 } else { 15 };

/// Cells of the largest board: no game has more moves.
pub const CELLS: usize = MAX_SIDE * MAX_SIDE;

/// What a step to the next row adds to an index: a power of two, so that column and row are a
/// mask and a shift away.
pub(crate) const STRIDE: usize = MAX_SIDE.next_power_of_two();

/// Length of every table that is indexed by a point; some indices are no point.
pub(crate) const INDICES: usize = MAX_SIDE * STRIDE;

/// One cell, named by its column and its row **from the top**, both from 0.
///
/// Points are numbered with one fixed stride whatever the size of the board in play, so that
/// the crate holds one copy of its code and not one per size; they are ordered as one reads. A point says nothing about stones, nor whether the board in play is large enough.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub struct Point(u16);

impl Point {
    /// The cell in `column` and `row`, both from 0 and below [`MAX_SIDE`]; `None` beyond.
    #[must_use]
    pub const fn new(column: usize, row: usize) -> Option<Self> {
        if column < MAX_SIDE && row < MAX_SIDE {
            Some(Self::at(column, row))
        } else {
            None
        }
    }

    /// The cell in `column` and `row`, for callers who know that both are below [`MAX_SIDE`].
    pub(crate) const fn at(column: usize, row: usize) -> Self {
        debug_assert!(column < MAX_SIDE && row < MAX_SIDE);
        Self((row * STRIDE + column) as u16)
    }

    /// The point of an index below `INDICES`; `None` if it is none.
    pub(crate) const fn from_index(index: usize) -> Option<Self> {
        if index < INDICES && index % STRIDE < MAX_SIDE {
            Some(Self(index as u16))
        } else {
            None
        }
    }

    /// The point of an index that is known to be one.
    pub(crate) const fn known(index: usize) -> Self {
        debug_assert!(Self::from_index(index).is_some());
        Self(index as u16)
    }

    /// The column from the left, from 0.
    #[must_use]
    pub const fn column(self) -> usize {
        self.0 as usize % STRIDE
    }

    /// The row from the top, from 0.
    #[must_use]
    pub const fn row(self) -> usize {
        self.0 as usize / STRIDE
    }

    /// Place in tables of `INDICES` entries.
    pub(crate) const fn index(self) -> usize {
        self.0 as usize
    }

    /// Chebyshev distance: the number of king's moves between two cells.
    #[must_use]
    pub const fn distance(self, other: Self) -> usize {
        let across = self.column().abs_diff(other.column());
        let down = self.row().abs_diff(other.row());
        if across > down { across } else { down }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn column_and_row_survive_the_index() {
        for row in 0..MAX_SIDE {
            for column in 0..MAX_SIDE {
                let point = Point::new(column, row).unwrap();
                assert_eq!((point.column(), point.row()), (column, row));
                assert_eq!(Point::from_index(point.index()), Some(point));
            }
        }
    }

    #[test]
    fn beyond_the_largest_board_there_is_no_point() {
        assert_eq!(Point::new(MAX_SIDE, 0), None);
        assert_eq!(Point::new(0, MAX_SIDE), None);
        assert_eq!(Point::from_index(INDICES), None);
        assert_eq!(Point::from_index(STRIDE - 1), None);
        assert_eq!(Point::new(usize::MAX, usize::MAX), None);
    }

    #[test]
    fn distance_is_the_longer_leg() {
        let a = Point::at(2, 3);
        assert_eq!(a.distance(Point::at(5, 4)), 3);
        assert_eq!(a.distance(Point::at(2, 3)), 0);
    }
}
