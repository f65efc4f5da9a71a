//! Openings from a file: one a line, Black first.
//!
//! - `pos`: a move string such as `h8g9`, letter and number
//! - `offset`: pairs `dx,dy` from the centre (half the side, rounded down), positive to the right
//!
//! In both the rows are counted from the top, as match managers do, or from the bottom: then a
//! positive `dy` is up. Empty lines and those that begin with `#` are passed over.

use minmax_engine::game::{Game, PlayError};
use minmax_engine::notation::{NotationError, parse_moves};
use minmax_engine::point::Point;
use minmax_engine::rules::Rules;

/// How a file's openings are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// `0,0, 1,-1, 3,2`.
    Offset,
    /// `h8i9k6`.
    Pos,
}

impl Format {
    /// What the first opening seems to be written in: points have letters. Lines after it that are
    /// written otherwise do not fit.
    #[must_use]
    pub fn of(text: &str) -> Self {
        let mut lines = text.lines().map(str::trim);
        let first = lines.find(|line| !is_passed_over(line));
        if first.is_some_and(|line| line.starts_with(|c: char| c.is_ascii_alphabetic())) {
            Self::Pos
        } else {
            Self::Offset
        }
    }
}

fn is_passed_over(line: &str) -> bool {
    line.is_empty() || line.starts_with('#')
}

/// Where rows are counted from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum From {
    /// Row 1 is the upper edge.
    Top,
    /// Row 1 is the lower edge.
    Bottom,
}

/// Why a text holds no openings.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum OpeningsError {
    /// The line of this number, from 1, is not written so.
    Malformed(usize),
    /// The line names a point that is not on the board.
    OffBoard(usize),
    /// The line's move of the second number, from 1, cannot be played.
    Illegal(usize, usize, PlayError),
    /// The line ends the game.
    Over(usize),
    /// There is no opening at all.
    Empty,
}

/// Reads all openings.
///
/// # Errors
/// The first line that is wrong.
pub fn read(
    text: &str,
    format: Format,
    from: From,
    rules: Rules,
) -> Result<Vec<Vec<Point>>, OpeningsError> {
    let mut openings = Vec::new();
    for (index, line) in text.lines().enumerate() {
        let line = line.trim();
        if is_passed_over(line) {
            continue;
        }
        let number = index + 1;
        let points = match format {
            Format::Offset => offsets(line, from, rules),
            Format::Pos => names(line, from, rules),
        };
        let points = points.map_err(|error| match error {
            NotationError::Malformed => OpeningsError::Malformed(number),
            NotationError::OffBoard => OpeningsError::OffBoard(number),
        })?;
        check(&points, rules, number)?;
        openings.push(points);
    }
    if openings.is_empty() {
        return Err(OpeningsError::Empty);
    }
    Ok(openings)
}

fn check(points: &[Point], rules: Rules, line: usize) -> Result<(), OpeningsError> {
    let mut game: Game = Game::new(rules);
    for (index, &point) in points.iter().enumerate() {
        let played = game.try_play(point);
        let illegal = |error| match error {
            PlayError::GameOver => OpeningsError::Over(line),
            error => OpeningsError::Illegal(line, index + 1, error),
        };
        played.map_err(illegal)?;
    }
    match game.outcome() {
        None => Ok(()),
        Some(_) => Err(OpeningsError::Over(line)),
    }
}

fn names(line: &str, from: From, rules: Rules) -> Result<Vec<Point>, NotationError> {
    let moves = parse_moves(line, rules);
    let turned = |point: Point| match from {
        From::Bottom => Some(point),
        From::Top => Point::new(point.column(), rules.rows() - 1 - point.row()),
    };
    moves
        .map(|point| turned(point?).ok_or(NotationError::OffBoard))
        .collect()
}

fn offsets(line: &str, from: From, rules: Rules) -> Result<Vec<Point>, NotationError> {
    let numbers: Result<Vec<i32>, _> = line.split(',').map(|word| word.trim().parse()).collect();
    let numbers = numbers.map_err(|_| NotationError::Malformed)?;
    if !numbers.len().is_multiple_of(2) {
        return Err(NotationError::Malformed);
    }
    let pairs = numbers.chunks_exact(2);
    pairs
        .map(|pair| match (pair, from) {
            (&[dx, dy], From::Top) => offset(dx, dy, rules),
            (&[dx, dy], From::Bottom) => offset(dx, dy.saturating_neg(), rules),
            _ => Err(NotationError::Malformed),
        })
        .collect()
}

fn offset(dx: i32, dy: i32, rules: Rules) -> Result<Point, NotationError> {
    let along = |side: usize, d: i32| {
        let index = usize::try_from((side / 2) as i64 + i64::from(d)).ok()?;
        (index < side).then_some(index)
    };
    let cell = along(rules.columns(), dx).zip(along(rules.rows(), dy));
    cell.and_then(|(x, y)| Point::new(x, y))
        .ok_or(NotationError::OffBoard)
}

#[cfg(test)]
mod tests {
    use super::*;
    use minmax_engine::rules::LineRule;

    fn at(column: usize, row: usize) -> Point {
        Point::new(column, row).unwrap()
    }

    fn read_15(text: &str, format: Format, from: From) -> Result<Vec<Vec<Point>>, OpeningsError> {
        read(text, format, from, Rules::GOMOKU)
    }

    #[test]
    fn move_strings_from_either_edge() {
        let text = "# two\n\nh8a1\r\n o15 \n";
        let top = [vec![at(7, 7), at(0, 0)], vec![at(14, 14)]];
        let bottom = [vec![at(7, 7), at(0, 14)], vec![at(14, 0)]];
        assert_eq!(read_15(text, Format::Pos, From::Top).unwrap(), top);
        assert_eq!(read_15(text, Format::Pos, From::Bottom).unwrap(), bottom);
    }

    #[test]
    fn offsets_count_from_the_centre() {
        let text = "0,0, 1,-1, -7,7";
        let top = [vec![at(7, 7), at(8, 6), at(0, 14)]];
        assert_eq!(read_15(text, Format::Offset, From::Top).unwrap(), top);
        let bottom = [vec![at(7, 7), at(8, 8), at(0, 0)]];
        assert_eq!(read_15(text, Format::Offset, From::Bottom).unwrap(), bottom);
        let even = Rules::new(20, 20, 5, LineRule::Freestyle).unwrap();
        let centre = read("0,0", Format::Offset, From::Top, even).unwrap();
        assert_eq!(centre, [vec![at(10, 10)]]);
    }

    #[test]
    fn the_first_wrong_line_is_named() {
        use OpeningsError::{Empty, Illegal, Malformed, OffBoard, Over};
        let pos = |text| read_15(text, Format::Pos, From::Top).unwrap_err();
        let offset = |text| read_15(text, Format::Offset, From::Top).unwrap_err();
        assert_eq!(pos("h8\n88"), Malformed(2));
        assert_eq!(pos("h8\n\nh16"), OffBoard(3));
        assert_eq!(pos("h8h8"), Illegal(1, 2, PlayError::Occupied(at(7, 7))));
        assert_eq!(pos("a1a2b1b2c1c2d1d2e1"), Over(1));
        assert_eq!(pos("a1a2b1b2c1c2d1d2e1e2"), Over(1));
        assert_eq!(pos("# none\n"), Empty);
        assert_eq!(offset("1,2,3"), Malformed(1));
        assert_eq!(offset("1,x"), Malformed(1));
        assert_eq!(offset("8,0"), OffBoard(1));
        assert_eq!(offset("0,-8"), OffBoard(1));
        assert_eq!(offset("0,2147483647"), OffBoard(1));
    }

    #[test]
    fn the_first_line_unlike_those_before_is_named() {
        let wrong = |text| read_15(text, Format::of(text), From::Top).unwrap_err();
        assert_eq!(wrong("0,0\n1,1\nh8\n"), OpeningsError::Malformed(3));
        assert_eq!(
            wrong("# h8\n\nh8\ng7\n0,0\nh8\n"),
            OpeningsError::Malformed(5)
        );
    }

    #[test]
    fn the_openings_of_managers_are_read() {
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../tests/data/openings/");
        for (file, format, count) in [
            ("free15_offset.txt", Format::Offset, 12),
            ("free15_pos.txt", Format::Pos, 20),
            ("standard15_pos.txt", Format::Pos, 40),
            ("renju15_pos.txt", Format::Pos, 40),
        ] {
            let text = std::fs::read_to_string(format!("{folder}{file}")).unwrap();
            let openings = read_15(&text, format, From::Top).unwrap();
            assert_eq!(openings.len(), count, "{file}");
            assert_eq!(Format::of(&text), format, "{file}");
        }
    }
}
