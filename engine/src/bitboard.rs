//! A set of points, one bit each.

use crate::point::{MAX_SIDE, Point};

/// A set of points: one word per row, bit `c` for column `c`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct BitBoard {
    rows: [u32; MAX_SIDE],
}

impl BitBoard {
    /// The empty set.
    pub const EMPTY: Self = Self {
        rows: [0; MAX_SIDE],
    };

    /// All cells of a board of `columns` × `rows`, both at most [`MAX_SIDE`].
    #[must_use]
    pub fn full(columns: usize, rows: usize) -> Self {
        let mut set = Self::EMPTY;
        for row in set.rows.iter_mut().take(rows) {
            *row = (1 << columns) - 1;
        }
        set
    }

    /// Whether the point belongs to the set.
    #[must_use]
    pub const fn contains(&self, point: Point) -> bool {
        self.rows[point.row()] >> point.column() & 1 != 0
    }

    /// Adds the point.
    pub const fn insert(&mut self, point: Point) {
        self.rows[point.row()] |= 1 << point.column();
    }

    /// Removes the point.
    pub const fn remove(&mut self, point: Point) {
        self.rows[point.row()] &= !(1 << point.column());
    }

    /// Adds the point if it is missing, else removes it.
    pub const fn toggle(&mut self, point: Point) {
        self.rows[point.row()] ^= 1 << point.column();
    }

    /// Adds every point of the other set.
    pub fn unite(&mut self, other: &Self) {
        for (row, more) in self.rows.iter_mut().zip(&other.rows) {
            *row |= more;
        }
    }

    /// Number of points in the set.
    #[must_use]
    pub fn len(&self) -> usize {
        self.rows.iter().map(|row| row.count_ones() as usize).sum()
    }

    /// Whether the set has no point.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.rows.iter().all(|&row| row == 0)
    }

    /// The points in reading order.
    pub fn iter(&self) -> Points<'_> {
        Points {
            rows: &self.rows,
            row: 0,
            left: self.rows[0],
        }
    }

    /// The word of one row, bit `c` for column `c`.
    pub(crate) const fn row(&self, row: usize) -> u32 {
        self.rows[row]
    }

    /// The word of one row, to change.
    pub(crate) const fn row_mut(&mut self, row: usize) -> &mut u32 {
        &mut self.rows[row]
    }
}

impl<'a> IntoIterator for &'a BitBoard {
    type Item = Point;
    type IntoIter = Points<'a>;

    fn into_iter(self) -> Points<'a> {
        self.iter()
    }
}

/// The points of a [`BitBoard`] in reading order.
#[derive(Clone, Debug)]
pub struct Points<'a> {
    rows: &'a [u32; MAX_SIDE],
    row: usize,
    left: u32,
}

impl Iterator for Points<'_> {
    type Item = Point;

    fn next(&mut self) -> Option<Point> {
        while self.left == 0 {
            self.row += 1;
            self.left = *self.rows.get(self.row)?;
        }
        let column = self.left.trailing_zeros() as usize;
        self.left &= self.left - 1;
        Some(Point::at(column, self.row))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn iterates_in_reading_order() {
        let mut set = BitBoard::EMPTY;
        for (column, row) in [(3, 2), (0, 0), (14, 14), (5, 2)] {
            set.insert(Point::at(column, row));
        }
        let found = set.iter().map(|p| (p.column(), p.row()));
        assert!(found.eq([(0, 0), (3, 2), (5, 2), (14, 14)]));
        assert_eq!(set.len(), 4);
        set.remove(Point::at(3, 2));
        assert!(!set.contains(Point::at(3, 2)) && set.contains(Point::at(5, 2)));
    }

    #[test]
    fn full_holds_every_cell_of_the_board() {
        assert_eq!(
            BitBoard::full(MAX_SIDE, MAX_SIDE).iter().count(),
            crate::point::CELLS
        );
        assert_eq!(BitBoard::full(4, 3).len(), 12);
        assert!(BitBoard::EMPTY.is_empty() && BitBoard::EMPTY.iter().next().is_none());
    }
}
