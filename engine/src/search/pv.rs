//! The triangular table of principal variations.

use heapless::Vec;

use crate::point::Point;
use crate::position::MAX_PLY;

/// The longest line that is kept.
const LENGTH: usize = 32;

/// A principal variation.
pub(crate) type Line = Vec<Point, LENGTH, u8>;

/// For each ply, the line that both sides would play from there.
#[derive(Clone, Debug)]
pub(crate) struct PvTable {
    lines: [Line; MAX_PLY + 1],
}

impl PvTable {
    pub(crate) const fn new() -> Self {
        Self {
            lines: [const { Vec::new() }; MAX_PLY + 1],
        }
    }

    /// Nothing is known from this ply on.
    pub(crate) fn clear(&mut self, ply: usize) {
        if let Some(line) = self.lines.get_mut(ply) {
            line.clear();
        }
    }

    /// At this ply the move is best, and then the line of the next ply.
    pub(crate) fn update(&mut self, ply: usize, best: Point) {
        let Some([line, next]) = self.lines.get_mut(ply..ply + 2) else {
            return;
        };
        line.clear();
        // A line longer than the table is cut off at its end.
        let _ = line.push(best);
        for &point in next.iter().take(LENGTH - 1) {
            let _ = line.push(point);
        }
    }

    /// The line from this ply.
    pub(crate) fn line(&self, ply: usize) -> &[Point] {
        self.lines.get(ply).map_or(&[], |line| line)
    }
}
