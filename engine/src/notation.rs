//! Points and boards as text, without allocation.
//!
//! Columns are letters from `a`, rows are numbers from the **bottom**, as renju writes them:
//! `h8` is the centre of 15×15 and `a15` its upper left corner. Move strings put points behind
//! one another: `h8i9g7`.

use core::fmt;

use crate::board::Board;
use crate::point::Point;
use crate::rules::Rules;
use crate::side::Side;

/// Why a text is not a point of the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub enum NotationError {
    /// Not a letter followed by a number.
    Malformed,
    /// A point, but not one of this board.
    OffBoard,
}

impl fmt::Display for NotationError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Malformed => "a point is a letter and a number, such as h8",
            Self::OffBoard => "the point is not on this board",
        })
    }
}

impl core::error::Error for NotationError {}

/// A point of a board, to be written as `h8`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PointName {
    point: Point,
    rows: usize,
}

impl PointName {
    /// The name of the point on the board of that game.
    #[must_use]
    pub const fn new(point: Point, rules: Rules) -> Self {
        Self {
            point,
            rows: rules.rows(),
        }
    }
}

impl fmt::Display for PointName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let letter = char::from(b'a' + self.point.column() as u8);
        let number = self.rows.saturating_sub(self.point.row());
        write!(f, "{letter}{number}")
    }
}

/// Reads one point such as `h8` or `H8`.
///
/// # Errors
/// Not a letter and a number of at most three digits, or a point off this board.
///
/// ```
/// use minmax_engine::{notation::{NotationError, parse_point}, rules::Rules};
/// let centre = parse_point("h8", Rules::GOMOKU).unwrap();
/// assert_eq!((centre.column(), centre.row()), (7, 7));
/// assert_eq!(parse_point("h16", Rules::GOMOKU), Err(NotationError::OffBoard));
/// assert_eq!(parse_point("88", Rules::GOMOKU), Err(NotationError::Malformed));
/// ```
pub fn parse_point(text: &str, rules: Rules) -> Result<Point, NotationError> {
    match split_point(text, rules)? {
        (point, "") => Ok(point),
        _ => Err(NotationError::Malformed),
    }
}

/// Reads a move string such as `h8i9 g7` point by point; blanks may stand between points. After
/// an error the iterator ends.
pub fn parse_moves(text: &str, rules: Rules) -> Moves<'_> {
    Moves { rest: text, rules }
}

/// The points of a move string, made by [`parse_moves`].
#[derive(Clone, Debug)]
pub struct Moves<'a> {
    rest: &'a str,
    rules: Rules,
}

impl Iterator for Moves<'_> {
    type Item = Result<Point, NotationError>;

    fn next(&mut self) -> Option<Self::Item> {
        let text = self.rest.trim_start();
        if text.is_empty() {
            return None;
        }
        let split = split_point(text, self.rules);
        self.rest = split.map_or("", |(_, rest)| rest);
        Some(split.map(|(point, _)| point))
    }
}

/// The point that the text starts with, and the text behind it.
fn split_point(text: &str, rules: Rules) -> Result<(Point, &str), NotationError> {
    let mut chars = text.chars();
    let letter = chars.next().ok_or(NotationError::Malformed)?;
    let rest = chars.as_str();
    let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
    let (number, rest) = rest.split_at(digits);
    if !letter.is_ascii_alphabetic() || !(1..=3).contains(&digits) {
        return Err(NotationError::Malformed);
    }
    let column = letter.to_ascii_lowercase() as usize - 'a' as usize;
    let number: usize = number.parse().map_err(|_| NotationError::Malformed)?;
    if column >= rules.columns() || !(1..=rules.rows()).contains(&number) {
        return Err(NotationError::OffBoard);
    }
    Ok((Point::at(column, rules.rows() - number), rest))
}

/// A board as rows of `X`, `O` and `.`, from the top: for logs, tests and examples.
#[derive(Clone, Copy, Debug)]
pub struct Diagram<'a>(pub &'a Board);

impl fmt::Display for Diagram<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let rules = self.0.rules();
        for row in 0..rules.rows() {
            for column in 0..rules.columns() {
                let gap = if column == 0 { "" } else { " " };
                let mark = match self.0.stone(Point::at(column, row)) {
                    Some(Side::Black) => 'X',
                    Some(Side::White) => 'O',
                    None => '.',
                };
                write!(f, "{gap}{mark}")?;
            }
            writeln!(f)?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bitboard::BitBoard;
    use crate::rules::LineRule;
    use core::fmt::Write;
    use heapless::String;

    #[test]
    fn every_name_reads_back() {
        let side = crate::point::MAX_SIDE;
        for rules in [
            Rules::TIC_TAC_TOE,
            Rules::GOMOKU,
            Rules::new(side, 5, 5, LineRule::Freestyle).unwrap(),
        ] {
            for point in &BitBoard::full(rules.columns(), rules.rows()) {
                let mut name: String<4> = String::new();
                write!(name, "{}", PointName::new(point, rules)).unwrap();
                assert_eq!(parse_point(&name, rules), Ok(point));
            }
        }
    }

    #[test]
    fn nonsense_is_refused() {
        for text in [
            "", "8", "h", "hh8", "h8x", "h 8", "h0", "ä8", "h1000", "h-1", "h8i",
        ] {
            assert!(parse_point(text, Rules::GOMOKU).is_err(), "{text}");
        }
        assert_eq!(
            parse_point("d1", Rules::TIC_TAC_TOE),
            Err(NotationError::OffBoard)
        );
        assert_eq!(
            parse_point("a4", Rules::TIC_TAC_TOE),
            Err(NotationError::OffBoard)
        );
    }

    #[test]
    fn move_strings_are_split() {
        let moves = parse_moves(" h8 A15o1 ", Rules::GOMOKU);
        let expected = [Point::at(7, 7), Point::at(0, 0), Point::at(14, 14)];
        assert!(moves.eq(expected.map(Ok)));
        let mut bad = parse_moves("h8?i9", Rules::GOMOKU);
        assert_eq!(bad.next(), Some(Ok(Point::at(7, 7))));
        assert_eq!(bad.next(), Some(Err(NotationError::Malformed)));
        assert_eq!(bad.next(), None);
    }

    #[test]
    fn a_diagram_is_read_from_the_top() {
        let mut board = Board::new(Rules::TIC_TAC_TOE);
        board.make(Point::at(0, 0));
        board.make(Point::at(1, 2));
        let mut text: String<32> = String::new();
        write!(text, "{}", Diagram(&board)).unwrap();
        assert_eq!(text, "X . .\n. . .\n. O .\n");
    }
}
