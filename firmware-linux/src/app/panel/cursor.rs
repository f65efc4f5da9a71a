//! The cursor on the board.

use minmax_engine::point::Point;
use minmax_engine::rules::Rules;

use crate::app::key::Key;

/// A step of the cursor: columns to the right, rows down.
pub(super) type Step = (isize, isize);

/// Where the cursor stands in a new game.
#[must_use]
pub(super) fn centre(rules: Rules) -> Point {
    clamped(rules.columns() / 2, rules.rows() / 2, rules)
}

/// The step of a key: `2` is up as on a telephone, the corners are diagonal.
#[must_use]
pub(super) fn step_of(key: Key) -> Option<Step> {
    Some(match key {
        Key::Up => (0, -1),
        Key::Down => (0, 1),
        Key::Left => (-1, 0),
        Key::Right => (1, 0),
        Key::Digit(digit) => match digit.get() {
            n @ (1..=4 | 6..=9) => ((isize::from(n) - 1) % 3 - 1, (isize::from(n) - 1) / 3 - 1),
            _ => return None,
        },
        _ => return None,
    })
}

/// The cell that a step leads to; the board's edge holds.
#[must_use]
pub(super) fn moved(from: Point, step: Step, rules: Rules) -> Point {
    let column = from.column().saturating_add_signed(step.0);
    let row = from.row().saturating_add_signed(step.1);
    clamped(column, row, rules)
}

/// The cell, or the nearest one on the board.
fn clamped(column: usize, row: usize, rules: Rules) -> Point {
    let (column, row) = (column.min(rules.columns() - 1), row.min(rules.rows() - 1));
    Point::new(column, row).unwrap_or(CORNER)
}

const CORNER: Point = match Point::new(0, 0) {
    Some(corner) => corner,
    None => unreachable!(),
};

#[cfg(test)]
mod tests {
    use super::*;

    fn step(face: char) -> Option<Step> {
        step_of(Key::from_char(face).unwrap())
    }

    #[test]
    fn digits_point_where_they_stand() {
        assert_eq!(step('2'), Some((0, -1)));
        assert_eq!(step('4'), Some((-1, 0)));
        assert_eq!(step('6'), Some((1, 0)));
        assert_eq!(step('8'), Some((0, 1)));
        assert_eq!(step('1'), Some((-1, -1)));
        assert_eq!(step('9'), Some((1, 1)));
        for face in ['0', '5', 'A', '*', '#'] {
            assert_eq!(step(face), None, "{face}");
        }
    }

    #[test]
    fn the_edge_holds() {
        let corner = Point::new(0, 0).unwrap();
        assert_eq!(moved(corner, (-1, -1), Rules::GOMOKU), corner);
        let other = Point::new(14, 14).unwrap();
        assert_eq!(moved(other, (1, 1), Rules::GOMOKU), other);
        assert_eq!(centre(Rules::GOMOKU), Point::new(7, 7).unwrap());
    }
}
