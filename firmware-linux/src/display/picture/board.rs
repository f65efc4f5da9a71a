//! The board: stones, forbidden points, the last move, the cursor, advice, the row that won, and
//! what differs.

use embedded_graphics::Drawable;
use embedded_graphics::geometry::{Point as Dot, Size};
use embedded_graphics::pixelcolor::BinaryColor;
use embedded_graphics::primitives::{Line, Primitive, PrimitiveStyle, Rectangle};
use minmax_engine::point::Point;
use minmax_engine::rules::Rules;

use super::font;
use super::frame::{Frame, HEIGHT};
use super::grid::Grid;
use super::stones::{around, empty, forbidden, reach, stone};
use crate::app::panel::view::PanelView;
use crate::names::is_tic_tac_toe;

/// From this pitch on cells are divided by lines.
const LINED: i32 = 12;
/// From this pitch on a small letter has room in a cell.
const LETTERED: i32 = 8;
/// The outermost column and row of the board's square: there the scroll bars are.
const BAR: i32 = HEIGHT as i32 - 1;

/// Draws the board.
pub(super) fn draw(view: &PanelView<'_>, frame: &mut Frame) {
    let rules = view.game.rules();
    let grid = Grid::new(rules, view.focus);
    if grid.pitch >= LINED {
        lines(&grid, frame);
    }
    scroll_bars(&grid, rules, frame);
    for cell in grid.cells() {
        contents(view, &grid, cell, frame);
    }
    last_stone(view, &grid, frame);
    win(view, &grid, frame);
    marks(view, &grid, frame);
}

fn contents(view: &PanelView<'_>, grid: &Grid, cell: Point, frame: &mut Frame) {
    let Some(at) = grid.middle(cell) else { return };
    let rules = view.game.rules();
    match view.game.game.board().stone(cell) {
        Some(side) => stone(side, at, grid.pitch, frame),
        None if is_tic_tac_toe(rules) => {
            let number = cell.row() * 3 + cell.column() + 1;
            font::write_small(&number.to_string(), at.x - 2, at.y - 3, frame);
        }
        None if view.game.forbidden.contains(cell) => forbidden(at, grid.pitch, frame),
        None => empty(at, frame),
    }
}

/// The heart of the last stone blinks where there is no room for marks around it.
fn last_stone(view: &PanelView<'_>, grid: &Grid, frame: &mut Frame) {
    let last = view.game.game.last_move();
    let small = grid.pitch < LINED && view.beat % 2 == 1;
    if let Some(at) = last.filter(|_| small).and_then(|cell| grid.middle(cell)) {
        frame.invert(around(at, 0));
    }
}

/// The lines between large cells.
fn lines(grid: &Grid, frame: &mut Frame) {
    let area = grid.area();
    let (width, height) = (area.size.width, area.size.height);
    for n in 1..grid.columns.len() as i32 {
        let top = area.top_left + Dot::new(n * grid.pitch - 1, 0);
        frame.fill(Rectangle::new(top, Size::new(1, height - 1)), true);
    }
    for n in 1..grid.rows.len() as i32 {
        let left = area.top_left + Dot::new(0, n * grid.pitch - 1);
        frame.fill(Rectangle::new(left, Size::new(width - 1, 1)), true);
    }
}

/// Where on the whole board the part is that is seen.
fn scroll_bars(grid: &Grid, rules: Rules, frame: &mut Frame) {
    let place = |start: usize, seen: usize, all: usize| {
        let dots = |cells: usize| (cells * HEIGHT / all) as i32;
        (dots(start), Size::new_equal(dots(seen) as u32))
    };
    if grid.columns.len() < rules.columns() {
        let (x, length) = place(grid.columns.start, grid.columns.len(), rules.columns());
        let bar = Rectangle::new(Dot::new(x, BAR), Size::new(length.width, 1));
        frame.fill(bar, true);
    }
    if grid.rows.len() < rules.rows() {
        let (y, length) = place(grid.rows.start, grid.rows.len(), rules.rows());
        let bar = Rectangle::new(Dot::new(BAR, y), Size::new(1, length.height));
        frame.fill(bar, true);
    }
}

/// A line through the row that won.
fn win(view: &PanelView<'_>, grid: &Grid, frame: &mut Frame) {
    let row: Vec<_> = view.game.winning.iter().collect();
    let ends = row.first().zip(row.last());
    let dots = ends.and_then(|(&from, &to)| grid.middle(from).zip(grid.middle(to)));
    if let Some((from, to)) = dots {
        let width = if grid.pitch >= LINED { 3 } else { 1 };
        let style = PrimitiveStyle::with_stroke(BinaryColor::On, width);
        let Ok(()) = Line::new(from, to).into_styled(style).draw(frame);
    }
}

/// Marks, the most important last. What blinks hides nothing for long.
fn marks(view: &PanelView<'_>, grid: &Grid, frame: &mut Frame) {
    let blinks = view.beat % 2 == 1;
    let last = view.game.game.last_move();
    if let Some(cell) = last.filter(|_| view.game.winning.is_empty()) {
        corners(view, grid, cell, frame);
    }
    if let Some((cell, _)) = view.game.hint {
        hint(grid, cell, frame);
    }
    let typed = view.entry.and_then(|entry| entry.point(view.game.rules()));
    for cell in view.differing.iter().filter(|_| !blinks) {
        differing(grid, cell, frame);
    }
    // Until the real board is mended nobody can play.
    let pointed = view.cursor.or(typed);
    if let Some(cell) = pointed.filter(|_| view.differing.is_empty() && !blinks) {
        frame_around(grid, cell, frame);
    }
}

/// How far marks reach from the middle of a cell: within large cells, and around small stones
/// with a dark dot between.
fn mark_reach(grid: &Grid) -> i32 {
    if grid.pitch >= LINED {
        (grid.pitch - 1) / 2 - 1
    } else {
        reach(grid.pitch) + 2
    }
}

/// The corners of a square around the cell. Where stones are small they stand only where they
/// touch no other stone, and the board's edges tell column and row.
fn corners(view: &PanelView<'_>, grid: &Grid, cell: Point, frame: &mut Frame) {
    let Some(at) = grid.middle(cell) else { return };
    let far = mark_reach(grid);
    let arm = (grid.pitch / 5).max(2);
    for (x, y) in [(-1, -1), (1, -1), (-1, 1), (1, 1)] {
        if grid.pitch < LINED && is_crowded(view, cell, x, y) {
            continue;
        }
        let corner = at + Dot::new(x * far, y * far);
        for n in 0..arm {
            frame.set(corner.x - x * n, corner.y, true);
            frame.set(corner.x, corner.y - y * n, true);
        }
    }
    if grid.pitch < LINED {
        for n in -1..=1 {
            frame.set(at.x + n, 0, true);
            frame.set(0, at.y + n, true);
        }
    }
}

/// Whether a stone stands in one of the three neighbours at this corner of the cell.
fn is_crowded(view: &PanelView<'_>, cell: Point, x: i32, y: i32) -> bool {
    let board = view.game.game.board();
    let taken = |(x, y): (i32, i32)| {
        let column = cell.column().checked_add_signed(x as isize);
        let row = cell.row().checked_add_signed(y as isize);
        let neighbour = column.zip(row).and_then(|(c, r)| Point::new(c, r));
        neighbour.is_some_and(|n| board.contains(n) && !board.is_empty(n))
    };
    [(x, 0), (0, y), (x, y)].into_iter().any(taken)
}

/// A question mark, or a cross where that has no room.
fn hint(grid: &Grid, cell: Point, frame: &mut Frame) {
    let Some(at) = grid.middle(cell) else { return };
    frame.fill(around(at, 1), false);
    if grid.pitch >= LETTERED {
        return font::write_small("?", at.x - 2, at.y - 3, frame);
    }
    for n in -1..=1 {
        frame.set(at.x + n, at.y + n, true);
        frame.set(at.x + n, at.y - n, true);
    }
}

/// A square close around the cell, so that neighbours that differ too are told apart.
fn differing(grid: &Grid, cell: Point, frame: &mut Frame) {
    let Some(at) = grid.middle(cell) else { return };
    let far = match grid.pitch {
        ..LINED => mark_reach(grid) - 1,
        LINED.. => mark_reach(grid),
    };
    let style = PrimitiveStyle::with_stroke(BinaryColor::On, 1);
    let Ok(()) = around(at, far).into_styled(style).draw(frame);
}

/// A square around the cell, set off from small stones by dark dots.
fn frame_around(grid: &Grid, cell: Point, frame: &mut Frame) {
    let Some(at) = grid.middle(cell) else { return };
    let far = mark_reach(grid);
    let style = |colour| PrimitiveStyle::with_stroke(colour, 1);
    if grid.pitch < LINED {
        let gap = around(at, far - 1).into_styled(style(BinaryColor::Off));
        let Ok(()) = gap.draw(frame);
    }
    let square = around(at, far).into_styled(style(BinaryColor::On));
    let Ok(()) = square.draw(frame);
}
