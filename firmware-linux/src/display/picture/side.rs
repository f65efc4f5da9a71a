//! The text beside the board.

use embedded_graphics::geometry::{Point as Dot, Size};
use embedded_graphics::primitives::Rectangle;
use minmax_engine::notation::PointName;
use minmax_engine::point::Point;
use minmax_engine::score::Score;
use minmax_engine::side::Side;

use super::font::{self, LINE, SMALL_ADVANCE, SMALL_LINE};
use super::frame::{Frame, HEIGHT, WIDTH};
use super::stones;
use crate::app::panel::entry::Entry;
use crate::app::panel::message::{Message, Trouble};
use crate::app::panel::view::{Overlay, PanelView, Question};
use crate::lang::texts;
use crate::wording::brief;

/// Where the text begins.
const LEFT: i32 = 67;
/// Dots that a line has.
const ROOM: i32 = WIDTH as i32 - LEFT;
/// The height of the headline.
const HEAD: i32 = 11;
/// Where the lines below the headline begin.
const BODY: i32 = 12;
/// Lines below the headline.
const LINES: usize = 5;
/// The cells that stones beside the text would fit.
const SMALL_STONE: i32 = 8;
/// Dots from digit to digit.
const DIGIT: i32 = 7;
/// Stands for what was cut off.
const CUT: &str = "...";
/// Where text behind a small mark begins.
const BEHIND_MARK: i32 = LEFT + 9;

/// Draws the text.
pub(super) fn draw(view: &PanelView<'_>, frame: &mut Frame) {
    if let Some(Overlay::Ask(question)) = view.overlay {
        head(brief::question(question, view.lang), frame);
        return ask(view, question, frame);
    }
    head(brief::headline(view), frame);
    if let Some(message) = view.message {
        return self::message(message, view, frame);
    }
    if let Some(entry) = view.entry {
        return coordinates(entry, view, frame);
    }
    seats(view, frame);
    match view.robot {
        Some(robot) => {
            let words = brief::robot(robot, view.game.rules(), view.lang);
            paragraph(&words, 2, frame);
        }
        None => facts(view, frame),
    }
}

/// The headline, dark on light.
fn head(text: &str, frame: &mut Frame) {
    let bar = Rectangle::new(
        Dot::new(LEFT - 1, 0),
        Size::new(ROOM as u32 + 1, HEAD as u32),
    );
    let x = LEFT + (ROOM - font::width(text)).max(0) / 2;
    font::write(text, x, 1, frame);
    frame.invert(bar);
}

/// The top of a line below the headline.
fn line(n: usize) -> i32 {
    BODY + n as i32 * LINE
}

/// What is said. What does not fit follows on more pages, and a number says which one it is.
fn message(message: &Message, view: &PanelView<'_>, frame: &mut Frame) {
    let rules = view.game.rules();
    let lines = match message {
        Message::Trouble(Trouble::Board(differences)) if differences.list().len() > 1 => {
            brief::cells(differences.list(), rules, view.lang)
        }
        _ => font::wrapped(&brief::message(message, rules, view.lang), ROOM),
    };
    if lines.len() <= LINES {
        return write_lines(&lines, 0, frame);
    }
    let pages: Vec<_> = lines.chunks(LINES - 1).collect();
    let page = (view.page % pages.len() as u64) as usize;
    write_lines(pages.get(page).unwrap_or(&&lines[..0]), 0, frame);
    let number = format!("{}/{}", page + 1, pages.len());
    let x = WIDTH as i32 - font::width(&number);
    font::write(&number, x, line(LINES - 1), frame);
}

fn write_lines(lines: &[String], from: usize, frame: &mut Frame) {
    for (n, text) in (from..).zip(lines) {
        font::write(text, LEFT, line(n), frame);
    }
}

/// Text from a line on. What does not fit is cut off, and dots say so.
fn paragraph(text: &str, from: usize, frame: &mut Frame) {
    let mut lines = font::wrapped(text, ROOM);
    let most = LINES - from;
    if lines.len() > most {
        lines.truncate(most);
        if let Some(last) = lines.last_mut() {
            while font::width(last) + font::width(CUT) > ROOM {
                last.pop();
            }
            last.push_str(CUT);
        }
    }
    write_lines(&lines, from, frame);
}

fn ask(view: &PanelView<'_>, question: Question, frame: &mut Frame) {
    let loses = matches!(question, Question::NewGame | Question::Change(_));
    let moves = !view.game.game.moves().is_empty() && view.game.ending.is_none();
    if loses && moves {
        paragraph(texts::BOX_LOSES.plain(view.lang), 0, frame);
    }
    font::write(texts::BOX_YES.plain(view.lang), LEFT, line(3), frame);
    font::write(texts::BOX_NO.plain(view.lang), LEFT, line(4), frame);
}

/// Who plays what, and whose turn it is.
fn seats(view: &PanelView<'_>, frame: &mut Frame) {
    for (n, side) in Side::ALL.into_iter().enumerate() {
        let y = line(n);
        stones::stone(side, Dot::new(LEFT + 3, y + 4), SMALL_STONE, frame);
        font::write(
            &brief::seat(&view.game, side, view.lang),
            BEHIND_MARK,
            y,
            frame,
        );
        let on_move = view.game.ending.is_none() && view.game.game.side_to_move() == side;
        if on_move {
            arrow(WIDTH as i32 - 5, y + 4, frame);
        }
    }
}

/// A small triangle that points to the left.
fn arrow(x: i32, y: i32, frame: &mut Frame) {
    for n in 0..4 {
        let column = Rectangle::new(Dot::new(x + n, y - n), Size::new(1, 2 * n as u32 + 1));
        frame.fill(column, true);
    }
}

/// What the engine thinks or the clock, where the cursor is, and where the page is found.
fn facts(view: &PanelView<'_>, frame: &mut Frame) {
    let mut free = 2;
    if let Some(thinking) = view.game.thinking {
        let time = brief::clock(view.thinking_ms);
        font::write(&time, BEHIND_MARK, line(free), frame);
        free += 1;
        if let Some((point, idea)) = thinking.best {
            let opinion = opinion(view, point, idea.score);
            font::write(&opinion, BEHIND_MARK, line(free), frame);
            free += 1;
        }
    } else {
        verdict(view, line(free), frame);
        free += 1;
    }
    let lines = if view.address.is_some() {
        LINES - 1
    } else {
        LINES
    };
    if let Some(point) = view.cursor.filter(|_| free < lines) {
        cursor(view, point, line(free), frame);
    }
    if let Some(address) = view.address {
        self::address(address, frame);
    }
}

/// Advice, or what the engine thinks of its last move, or how long the side to move has thought.
fn verdict(view: &PanelView<'_>, y: i32, frame: &mut Frame) {
    let game = &view.game;
    let text = match (game.hint, game.thought) {
        (Some((point, idea)), _) => {
            font::write("?", LEFT + 1, y, frame);
            opinion(view, point, idea.score)
        }
        (None, Some((point, idea))) => {
            if let Some(side) = game.game.board().stone(point) {
                stones::stone(side, Dot::new(LEFT + 3, y + 4), SMALL_STONE, frame);
            }
            opinion(view, point, idea.score)
        }
        (None, None) => brief::clock(view.clock_ms[game.game.side_to_move().index()]),
    };
    font::write(&text, BEHIND_MARK, y, frame);
}

fn opinion(view: &PanelView<'_>, point: Point, score: Score) -> String {
    let name = PointName::new(point, view.game.rules());
    format!("{name} {}", brief::score(score, view.lang))
}

fn cursor(view: &PanelView<'_>, point: Point, y: i32, frame: &mut Frame) {
    let name = PointName::new(point, view.game.rules()).to_string();
    let middle = Dot::new(LEFT + 3, y + 4);
    frame.fill(stones::around(middle, 3), true);
    frame.fill(stones::around(middle, 2), false);
    font::write(&name, BEHIND_MARK, y, frame);
}

/// At the lower edge, in one line or two.
fn address(address: &str, frame: &mut Frame) {
    let (first, second) = broken(address, (ROOM / SMALL_ADVANCE) as usize);
    let last = HEIGHT as i32 - SMALL_LINE + 1;
    if second.is_empty() {
        return font::write_small(&first, LEFT, last, frame);
    }
    font::write_small(&first, LEFT, last - SMALL_LINE, frame);
    font::write_small(&second, LEFT, last, frame);
}

/// An address in two lines of so many characters, broken behind a dot or before the port.
fn broken(address: &str, most: usize) -> (String, String) {
    let characters: Vec<char> = address.chars().collect();
    if characters.len() <= most {
        return (address.into(), String::new());
    }
    let breaks = |&at: &usize| characters[at] == ':' || characters[at - 1] == '.';
    let at = (1..=most).rev().find(breaks).unwrap_or(most);
    let line = |part: &[char]| part.iter().take(most).collect();
    (line(&characters[..at]), line(&characters[at..]))
}

/// Coordinates, with places for the digits that are missing, and what the keys do.
fn coordinates(entry: Entry, view: &PanelView<'_>, frame: &mut Frame) {
    let digit = |n: usize| entry.digits().get(n).map_or('_', |&d| char::from(b'0' + d));
    for (n, text) in [texts::BOX_COLUMN, texts::BOX_ROW].into_iter().enumerate() {
        font::write(text.plain(view.lang), LEFT, line(n), frame);
        for place in 0..2 {
            let x = WIDTH as i32 - 14 + place as i32 * DIGIT;
            let digit = digit(2 * n + place);
            font::write(&digit.to_string(), x, line(n), frame);
        }
    }
    for (n, text) in [texts::BOX_TYPE, texts::BOX_ERASE].into_iter().enumerate() {
        font::write(text.plain(view.lang), LEFT, line(3 + n), frame);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lang::Lang;

    #[test]
    fn every_headline_fits() {
        let heads = [
            texts::BOX_YOUR_MOVE,
            texts::BOX_BLACK_MOVES,
            texts::BOX_WHITE_MOVES,
            texts::BOX_THINKING,
            texts::BOX_KEEPING,
            texts::BOX_ADVISING,
            texts::BOX_YOU_WIN,
            texts::BOX_ENGINE_WINS,
            texts::BOX_BLACK_WINS,
            texts::BOX_WHITE_WINS,
            texts::BOX_DRAW,
            texts::BOX_ROBOT,
            texts::BOX_MEND,
            texts::BOX_ASK_NEW,
            texts::BOX_ASK_RESIGN,
            texts::BOX_ASK_OFF,
        ];
        for text in heads {
            for lang in [Lang::English, Lang::Chinese] {
                let text = text.plain(lang);
                let dots = font::width(text) - font::GAP;
                assert!(dots <= ROOM, "{text}: {dots}");
            }
        }
    }

    #[test]
    fn addresses_are_broken_where_they_are_read() {
        let lines = |address| broken(address, 12);
        let pair = |a: &str, b: &str| (a.to_string(), b.to_string());
        assert_eq!(lines("10.0.0.7:80"), pair("10.0.0.7:80", ""));
        assert_eq!(lines("192.168.1.20:8000"), pair("192.168.1.20", ":8000"));
        let long = lines("192.168.100.200:8000");
        assert_eq!(long, pair("192.168.100.", "200:8000"));
        let name = lines("gomoku-in-the-living-room");
        assert_eq!(name, pair("gomoku-in-th", "e-living-roo"));
    }

    /// With the longest values that they are filled with.
    #[test]
    fn every_message_fits() {
        for (name, text) in texts::all().filter(|(name, _)| name.starts_with("BOX_")) {
            for lang in [Lang::English, Lang::Chinese] {
                let first: &dyn std::fmt::Display = match name {
                    "BOX_ROBOT_PLACES" => &texts::BOX_WHITE.plain(lang),
                    _ => &"m20",
                };
                let filled = text.fill(lang, &[first, &"m20", &"5"]);
                let lines = font::wrapped(&filled, ROOM);
                let most = if name.starts_with("BOX_ROBOT_") {
                    3
                } else {
                    LINES
                };
                assert!(lines.len() <= most, "{name}: {lines:?}");
                assert!(lines.iter().all(|line| font::width(line) <= ROOM));
            }
        }
    }
}
