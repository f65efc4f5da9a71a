//! The engine counts rows from the top, the wire from the bottom; the rest is names.

use minmax_engine::game::Game;
use minmax_engine::point::Point;
use minmax_engine::rules::Rules;
use minmax_engine::side::Side;
use minmax_link::board::Board;
use minmax_link::cell::{Cell, Colour, Size};

/// The colour of that side's stones.
#[must_use]
pub const fn colour(side: Side) -> Colour {
    match side {
        Side::Black => Colour::Black,
        Side::White => Colour::White,
    }
}

/// The side with stones of that colour.
#[must_use]
pub const fn side(colour: Colour) -> Side {
    match colour {
        Colour::Black => Side::Black,
        Colour::White => Side::White,
    }
}

/// The size of the game's board.
#[must_use]
pub fn size(rules: Rules) -> Size {
    let size = Size::new(rules.columns() as u8, rules.rows() as u8);
    size.unwrap_or_else(|| unreachable!("boards have 3 to 20 cells a side, here and there"))
}

/// The cell of a point on a board of that size; `None` if the point lies off it.
#[must_use]
pub fn cell(point: Point, size: Size) -> Option<Cell> {
    let row = usize::from(size.rows()).checked_sub(point.row() + 1)?;
    let cell = Cell::new(point.column() as u8, row as u8)?;
    size.contains(cell).then_some(cell)
}

/// The point of a cell on a board of that size; `None` if the cell lies off it.
#[must_use]
pub fn point(cell: Cell, size: Size) -> Option<Point> {
    let row = size.rows().checked_sub(cell.row() + 1)?;
    size.contains(cell)
        .then(|| Point::new(cell.column().into(), row.into()))?
}

/// The stones of a game.
#[must_use]
pub fn board(game: &Game) -> Board {
    let size = size(game.rules());
    let mut board = Board::new(size);
    for cell in size.cells() {
        let stone = point(cell, size).and_then(|point| game.board().stone(point));
        board.set(cell, stone.map(colour));
    }
    board
}

#[cfg(test)]
mod tests {
    use super::*;
    use minmax_engine::bitboard::BitBoard;
    use minmax_engine::notation::PointName;
    use minmax_engine::rules::LineRule;

    #[test]
    fn cells_and_points_have_the_same_names() {
        for (columns, rows) in [(3, 3), (15, 15), (20, 20), (7, 4), (4, 7)] {
            let rules = Rules::new(columns, rows, 3, LineRule::Freestyle).unwrap();
            let size = size(rules);
            for here in &BitBoard::full(columns, rows) {
                let there = cell(here, size).unwrap();
                assert_eq!(there.to_string(), PointName::new(here, rules).to_string());
                assert_eq!(point(there, size), Some(here));
            }
        }
        let three = size(Rules::TIC_TAC_TOE);
        assert_eq!(cell(Point::new(3, 0).unwrap(), three), None);
        assert_eq!(cell(Point::new(0, 3).unwrap(), three), None);
        assert_eq!(point(Cell::new(0, 3).unwrap(), three), None);
    }

    #[test]
    fn stones_lie_where_they_are_drawn() {
        let mut game: Game = Game::new(Rules::TIC_TAC_TOE);
        for (column, row) in [(0, 0), (1, 2)] {
            game.play(Point::new(column, row).unwrap());
        }
        assert_eq!(board(&game).to_string(), "B2/3/1W1");
    }
}
