//! The board: coordinates, stones, and marks for the last move, the row that won and advice.

use minmax_engine::point::Point;
use minmax_engine::rules::Rules;
use minmax_engine::side::Side;

use super::paint::{Paint, Tone};
use crate::app::view::View;
use crate::names::is_tic_tac_toe;

/// How close the columns stand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Spacing {
    /// With a place between them, which holds the marks.
    Wide,
    /// Without: marked stones are small letters.
    Narrow,
}

/// Columns of text that the board takes.
#[must_use]
pub const fn width(rules: Rules, spacing: Spacing) -> usize {
    match spacing {
        Spacing::Wide => 3 + 2 * rules.columns(),
        Spacing::Narrow => 3 + rules.columns(),
    }
}

/// The board from the top, a line a row and one for the letters, each [`width`] wide.
///
/// The last move stands in brackets, `(X)`, the row that won between stars, `*X*X*X*`, and
/// advice is a `?`, a forbidden point a `!`. Empty cells have their numbers in tic-tac-toe.
#[must_use]
pub fn lines(view: &View<'_>, spacing: Spacing, paint: Paint) -> Vec<String> {
    lines_with_cursor(view, None, spacing, paint)
}

/// The same with a cursor: its cell stands in `[X]`, without places for that an empty one is a
/// `_`.
#[must_use]
pub fn lines_with_cursor(
    view: &View<'_>,
    cursor: Option<Point>,
    spacing: Spacing,
    paint: Paint,
) -> Vec<String> {
    let rows = (0..view.rules().rows()).map(|row| line(view, cursor, row, spacing, paint));
    rows.chain([letters(view.rules(), spacing, paint)])
        .collect()
}

fn line(
    view: &View<'_>,
    cursor: Option<Point>,
    row: usize,
    spacing: Spacing,
    paint: Paint,
) -> String {
    let rules = view.rules();
    let label = format!("{:>2}", rules.rows() - row);
    let mut line = paint.apply(&label, Tone::Faint);
    if spacing == Spacing::Narrow {
        line.push(' ');
    }
    for column in 0..rules.columns() {
        if spacing == Spacing::Wide {
            line.push(gap(view, cursor, column, row));
        }
        let pointed = cursor.filter(|_| spacing == Spacing::Narrow);
        line.push_str(&cell(view, pointed, column, row, spacing, paint));
    }
    if spacing == Spacing::Wide {
        line.push(gap(view, cursor, rules.columns(), row));
    }
    line
}

fn letters(rules: Rules, spacing: Spacing, paint: Paint) -> String {
    let letters = (b'a'..).take(rules.columns()).map(char::from);
    let line: String = match spacing {
        Spacing::Wide => letters.flat_map(|letter| [' ', letter]).collect(),
        Spacing::Narrow => letters.collect(),
    };
    let margin = if spacing == Spacing::Wide { 2 } else { 3 };
    let line = format!("{:margin$}{line}", "");
    paint.apply(&format!("{line:<0$}", width(rules, spacing)), Tone::Faint)
}

/// What stands left of the cell: the marks of the cell and of its left neighbour.
fn gap(view: &View<'_>, cursor: Option<Point>, column: usize, row: usize) -> char {
    let here = point(view.rules(), column, row);
    let left = column
        .checked_sub(1)
        .and_then(|left| point(view.rules(), left, row));
    let wins = |p: Option<Point>| p.is_some_and(|p| view.winning.contains(p));
    let is_cursor = |p: Option<Point>| p.is_some() && p == cursor;
    let is_last = |p: Option<Point>| p.is_some() && p == view.game.last_move();
    if is_cursor(here) {
        '['
    } else if is_cursor(left) {
        ']'
    } else if wins(here) || wins(left) {
        '*'
    } else if is_last(here) {
        '('
    } else if is_last(left) {
        ')'
    } else {
        ' '
    }
}

fn point(rules: Rules, column: usize, row: usize) -> Option<Point> {
    Point::new(column, row).filter(|_| column < rules.columns())
}

fn cell(
    view: &View<'_>,
    pointed: Option<Point>,
    column: usize,
    row: usize,
    spacing: Spacing,
    paint: Paint,
) -> String {
    let Some(point) = point(view.rules(), column, row) else {
        return String::new();
    };
    let stone = view.game.board().stone(point);
    let wins = view.winning.contains(point);
    let marked = wins || view.game.last_move() == Some(point);
    let small = marked && spacing == Spacing::Narrow;
    let (mark, tone) = match stone {
        Some(Side::Black) => (if small { 'x' } else { 'X' }, Tone::Black),
        Some(Side::White) => (if small { 'o' } else { 'O' }, Tone::White),
        None if pointed == Some(point) => ('_', Tone::Normal),
        None if view.hint.is_some_and(|(hint, _)| hint == point) => ('?', Tone::Hint),
        None if view.forbidden.contains(point) => ('!', Tone::Forbidden),
        None => (empty(view.rules(), point), Tone::Faint),
    };
    paint.apply(&mark.to_string(), if wins { Tone::Win } else { tone })
}

/// A dot; a number in tic-tac-toe; a plus on the five star points of a large odd square.
fn empty(rules: Rules, point: Point) -> char {
    let (column, row) = (point.column(), point.row());
    if is_tic_tac_toe(rules) {
        return char::from(b'1' + (row * 3 + column) as u8);
    }
    let side = rules.columns();
    if side != rules.rows() || side < 13 || side.is_multiple_of(2) {
        return '.';
    }
    let star = |n: usize| n == 3 || n == side - 4;
    let centre = column == side / 2 && row == side / 2;
    if centre || star(column) && star(row) {
        '+'
    } else {
        '.'
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::event::{Event, Player};
    use crate::app::session::{Config, Session};
    use minmax_engine::notation::parse_moves;
    use minmax_engine::rules::LineRule;
    use minmax_engine::strategy::handicap::Level;

    fn session(rules: Rules, moves: &str) -> Session {
        let mut session = Session::new(Config {
            rules,
            players: [Player::Human; 2],
            level: Level::DEFAULT,
            limits: None,
            seed: 0,
        });
        for point in parse_moves(moves, rules) {
            session.handle(Event::Play(point.unwrap()));
        }
        session
    }

    fn picture(rules: Rules, moves: &str, spacing: Spacing) -> String {
        let session = session(rules, moves);
        let lines = lines(&session.view(), spacing, Paint::Plain);
        assert!(
            lines
                .iter()
                .all(|line| line.chars().count() == width(rules, spacing))
        );
        let trimmed: Vec<_> = lines.iter().map(|line| line.trim_end()).collect();
        format!("\n{}", trimmed.join("\n"))
    }

    fn six() -> Rules {
        Rules::new(6, 5, 4, LineRule::Freestyle).unwrap()
    }

    #[test]
    fn the_last_move_stands_in_brackets() {
        let expected = "
 5 . . . . . .
 4 . . . . .(O)
 3 . . . . . .
 2 . X . . . .
 1 . . . . . .
   a b c d e f";
        assert_eq!(picture(six(), "b2f4", Spacing::Wide), expected);
    }

    #[test]
    fn the_cursor_stands_in_square_brackets() {
        let session = session(six(), "b2f4");
        let cursor = |name| minmax_engine::notation::parse_point(name, six()).ok();
        let row = |name, spacing, n: usize| {
            let lines = lines_with_cursor(&session.view(), cursor(name), spacing, Paint::Plain);
            lines[n].clone()
        };
        assert_eq!(row("e4", Spacing::Wide, 1), " 4 . . . .[.]O)");
        assert_eq!(row("f4", Spacing::Wide, 1), " 4 . . . . .[O]");
        assert_eq!(row("b2", Spacing::Wide, 3), " 2 .[X]. . . . ");
        assert_eq!(row("a1", Spacing::Narrow, 4), " 1 _.....");
    }

    #[test]
    fn the_row_that_won_stands_between_stars() {
        let expected = "
 5 . . . . . .
 4 . . . . . O
 3 . . . . . O
 2*X*X*X*X*. .
 1 O . . . . .
   a b c d e f";
        assert_eq!(picture(six(), "a2f4b2f3c2a1d2", Spacing::Wide), expected);
        let diagonal = "
 5 . . . . . .
 4 . . .*X*. O
 3 . .*X*. . O
 2 .*X*. . . .
 1*X*. . . . O
   a b c d e f";
        assert_eq!(picture(six(), "a1f4b2f3c3f1d4", Spacing::Wide), diagonal);
    }

    #[test]
    fn narrow_boards_mark_by_small_letters() {
        let expected = "
 5 ......
 4 .....o
 3 ......
 2 .X....
 1 ......
   abcdef";
        assert_eq!(picture(six(), "b2f4", Spacing::Narrow), expected);
    }

    #[test]
    fn tic_tac_toe_has_numbers() {
        let expected = "
 3(X)2 3
 2 4 5 6
 1 7 8 9
   a b c";
        assert_eq!(picture(Rules::TIC_TAC_TOE, "a3", Spacing::Wide), expected);
    }

    #[test]
    fn fifteen_has_star_points() {
        let picture = picture(Rules::GOMOKU, "", Spacing::Wide);
        let rows: Vec<_> = picture.lines().skip(1).collect();
        assert_eq!(rows[0], "15 . . . . . . . . . . . . . . .");
        assert_eq!(rows[3], "12 . . . + . . . . . . . + . . .");
        assert_eq!(rows[7], " 8 . . . . . . . + . . . . . . .");
        assert_eq!(rows[15], "   a b c d e f g h i j k l m n o");
    }

    #[test]
    fn colours_change_no_character() {
        let session = session(six(), "b2f4");
        let coloured = lines(&session.view(), Spacing::Wide, Paint::Coloured).join("\n");
        assert!(coloured.contains("\u{1b}[1;36mX\u{1b}[0m"));
        let mut plain = String::new();
        for (n, part) in coloured.split('\u{1b}').enumerate() {
            let text = if n == 0 {
                Some(part)
            } else {
                part.split_once('m').map(|p| p.1)
            };
            plain.push_str(text.unwrap());
        }
        assert_eq!(
            plain,
            lines(&session.view(), Spacing::Wide, Paint::Plain).join("\n")
        );
    }
}
