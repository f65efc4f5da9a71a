//! Where the cells of a board are on the display.

use core::ops::Range;

use embedded_graphics::geometry::{Point as Dot, Size};
use embedded_graphics::primitives::Rectangle;
use minmax_engine::point::Point;
use minmax_engine::rules::Rules;

/// Dots that cells may take, from side to side.
const ROOM: i32 = 60;
/// Where they begin, from the edges.
const MARGIN: i32 = 2;
/// The narrowest cells: three dots of a stone and one between.
const NARROWEST: i32 = 4;
/// The widest cells: larger boards would not look larger.
const WIDEST: i32 = 20;

/// The cells that are seen, and where.
#[derive(Clone, Debug)]
pub(super) struct Grid {
    /// Dots from cell to cell.
    pub(super) pitch: i32,
    /// The columns that are seen.
    pub(super) columns: Range<usize>,
    /// The rows that are seen, from the top.
    pub(super) rows: Range<usize>,
    corner: Dot,
}

impl Grid {
    /// The whole board in cells as wide as they can be; where that is too narrow, the part
    /// around `focus`.
    pub(super) fn new(rules: Rules, focus: Point) -> Self {
        let longest = rules.columns().max(rules.rows()) as i32;
        let pitch = (ROOM / longest).clamp(NARROWEST, WIDEST);
        let most = (ROOM / pitch) as usize;
        let columns = window(focus.column(), most, rules.columns());
        let rows = window(focus.row(), most, rules.rows());
        let start = |seen: usize| MARGIN + (ROOM - seen as i32 * pitch) / 2;
        Self {
            corner: Dot::new(start(columns.len()), start(rows.len())),
            pitch,
            columns,
            rows,
        }
    }

    /// The cells that are seen, as one reads.
    pub(super) fn cells(&self) -> impl Iterator<Item = Point> + '_ {
        let columns = self.columns.clone();
        self.rows
            .clone()
            .flat_map(move |row| columns.clone().filter_map(move |c| Point::new(c, row)))
    }

    /// The middle of a cell; `None` if it is not seen.
    pub(super) fn middle(&self, cell: Point) -> Option<Dot> {
        let seen = self.columns.contains(&cell.column()) && self.rows.contains(&cell.row());
        seen.then(|| self.corner_of(cell) + Dot::new_equal((self.pitch - 1) / 2))
    }

    fn corner_of(&self, cell: Point) -> Dot {
        let column = cell.column() as i32 - self.columns.start as i32;
        let row = cell.row() as i32 - self.rows.start as i32;
        self.corner + Dot::new(column, row) * self.pitch
    }

    /// All cells that are seen.
    pub(super) fn area(&self) -> Rectangle {
        let (columns, rows) = (self.columns.len() as u32, self.rows.len() as u32);
        let pitch = self.pitch as u32;
        Rectangle::new(self.corner, Size::new(columns * pitch, rows * pitch))
    }
}

/// So many of `all`, with `focus` as near to the middle as the ends allow.
fn window(focus: usize, most: usize, all: usize) -> Range<usize> {
    let seen = most.min(all);
    let start = focus.saturating_sub(seen / 2).min(all - seen);
    start..start + seen
}

#[cfg(test)]
mod tests {
    use super::*;
    use minmax_engine::rules::LineRule;

    fn cell(column: usize, row: usize) -> Point {
        Point::new(column, row).unwrap()
    }

    #[test]
    fn fifteen_columns_of_four_dots_fill_the_room() {
        let grid = Grid::new(Rules::GOMOKU, cell(0, 14));
        assert_eq!((grid.columns.clone(), grid.rows.clone()), (0..15, 0..15));
        assert_eq!(
            grid.area(),
            Rectangle::new(Dot::new(2, 2), Size::new(60, 60))
        );
        assert_eq!(grid.middle(cell(0, 0)), Some(Dot::new(3, 3)));
        assert_eq!(grid.cells().count(), 225);
    }

    #[test]
    fn larger_boards_scroll_and_every_cell_can_be_seen() {
        let rules = Rules::new(20, 20, 5, LineRule::Freestyle).unwrap();
        for column in 0..20 {
            for row in 0..20 {
                let grid = Grid::new(rules, cell(column, row));
                assert!(grid.middle(cell(column, row)).is_some());
                assert_eq!((grid.columns.len(), grid.rows.len()), (15, 15));
            }
        }
        let corner = Grid::new(rules, cell(19, 0));
        assert_eq!(
            (corner.columns.clone(), corner.rows.clone()),
            (5..20, 0..15)
        );
        assert_eq!(corner.middle(cell(4, 0)), None);
    }

    #[test]
    fn every_board_stays_within_its_square() {
        for columns in 3..=20 {
            for rows in 3..=20 {
                let k = 3;
                let rules = Rules::new(columns, rows, k, LineRule::Freestyle).unwrap();
                let area = Grid::new(rules, cell(0, 0)).area();
                let end = area.bottom_right().unwrap();
                assert!(area.top_left.x >= 2 && area.top_left.y >= 2);
                assert!(end.x < 62 && end.y < 62, "{columns}x{rows}");
            }
        }
    }
}
