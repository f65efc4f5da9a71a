//! A whole screen: board, what is known about the game, what was said last, and the prompt.

use std::fmt::Write;

use crossterm::cursor::MoveTo;
use crossterm::terminal::{Clear, ClearType};
use minmax_engine::side::Side;
use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};

use super::board::{self, Spacing};
use super::paint::{Paint, Tone};
use crate::app::view::View;
use crate::lang::{Lang, texts};
use crate::wording;

/// Columns that the text beside the board needs; with less it stands below.
const PANEL_WIDTH: usize = 24;
/// Wider lines are hard to read.
const WIDEST_PANEL: usize = 44;
/// Places between board and text.
const MARGIN: usize = 3;
/// Columns left for an answer behind the prompt; with less the prompt is shortened.
const ANSWER_WIDTH: usize = 10;

/// The terminal and how it is used.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Style {
    /// Columns.
    pub width: usize,
    /// Rows.
    pub height: usize,
    /// Colours or none.
    pub paint: Paint,
    /// The language.
    pub lang: Lang,
}

/// The screen of a game, with `message` below the board. The cursor ends behind the prompt.
#[must_use]
pub fn screen(view: &View<'_>, message: &str, style: Style) -> String {
    let message = wrapped(message, style.width);
    let room = style.height.saturating_sub(message.len() + 1);
    let full = body(view, &panel(view, style), style);
    let mut lines = if full.len() <= room {
        full
    } else {
        body(view, &brief_panel(view, style.lang), style)
    };
    lines.extend(message);
    draw(&lines, &prompt(view, style), style)
}

/// A page of text instead of the board, until the next line is typed.
#[must_use]
pub fn page(text: &str, style: Style) -> String {
    let lines = wrapped(text, style.width);
    let prompt = shortened(texts::BACK_TO_BOARD.plain(style.lang), style);
    draw(&lines, &prompt, style)
}

/// The line that moves while the engine thinks; it takes the place of the last line. `beat`
/// counts how often it was drawn.
#[must_use]
pub fn thinking(view: &View<'_>, elapsed_ms: u64, beat: usize, style: Style) -> String {
    let lang = style.lang;
    let turning = ['|', '/', '-', '\\'][beat % 4];
    let word = format!("{turning} {}", texts::THINKING.plain(lang));
    let time = format!("{}.{}", elapsed_ms / 1000, elapsed_ms % 1000 / 100);
    let best = view.thinking.and_then(|thinking| thinking.best);
    let mut line = match best {
        None => texts::THINKING_LINE.fill(lang, &[&word, &time]),
        Some((at, idea)) => {
            let at = wording::point(at, view.rules());
            let score = wording::score(idea.score, lang);
            let values: [&dyn std::fmt::Display; 6] =
                [&word, &time, &at, &idea.depth, &score, &idea.nodes];
            texts::THINKING_BEST.fill(lang, &values)
        }
    };
    line.push_str(texts::MOVE_NOW.plain(lang));
    let line = cut(&line, style.width.saturating_sub(1));
    let line = style.paint.apply(&line, Tone::Faint);
    format!("\r{}{line}", Clear(ClearType::CurrentLine))
}

/// Board and text, side by side where there is room.
fn body(view: &View<'_>, panel: &[String], style: Style) -> Vec<String> {
    let rules = view.rules();
    let widths =
        [Spacing::Wide, Spacing::Narrow].map(|spacing| (spacing, board::width(rules, spacing)));
    let Some((spacing, width)) = widths.into_iter().find(|&(_, width)| width <= style.width) else {
        let least = board::width(rules, Spacing::Narrow);
        let notice = texts::TOO_NARROW.fill(style.lang, &[&least, &style.width]);
        return below(wrapped(&notice, style.width), panel, style);
    };
    let board = board::lines(view, spacing, style.paint);
    match style.width.checked_sub(width + MARGIN) {
        Some(room) if room >= PANEL_WIDTH => beside(board, panel, room, width),
        _ => below(board, panel, style),
    }
}

fn below(mut board: Vec<String>, panel: &[String], style: Style) -> Vec<String> {
    board.extend(panel.iter().flat_map(|line| wrapped(line, style.width)));
    board
}

fn beside(board: Vec<String>, panel: &[String], room: usize, width: usize) -> Vec<String> {
    let panel: Vec<_> = panel
        .iter()
        .flat_map(|line| wrapped(line, room.min(WIDEST_PANEL)))
        .collect();
    let count = board.len().max(panel.len());
    let blank = " ".repeat(width);
    let line = |n: usize| {
        let left = board.get(n).unwrap_or(&blank);
        let right = panel.get(n).map_or("", String::as_str);
        format!("{left}{:MARGIN$}{right}", "")
    };
    (0..count).map(line).collect()
}

fn panel(view: &View<'_>, style: Style) -> Vec<String> {
    let lang = style.lang;
    let mut lines = vec![wording::title(view.rules(), lang)];
    lines.extend(Side::ALL.map(|side| wording::seat(view, side, lang)));
    lines.push(String::new());
    let moves = view.game.moves().len();
    lines.push(texts::MOVE_NUMBER.fill(lang, &[&moves]));
    lines.extend(brief_panel(view, lang));
    lines.push(String::new());
    lines.push(texts::TYPE_HELP.plain(lang).into());
    lines
}

/// What must be told even on a small screen.
fn brief_panel(view: &View<'_>, lang: Lang) -> Vec<String> {
    let mut lines = vec![wording::status(view, lang)];
    if let Some((at, idea)) = &view.thought {
        let at = wording::point(*at, view.rules());
        lines.push(texts::SEAT.fill(lang, &[&at, &wording::thought(idea, lang)]));
    }
    lines
}

fn prompt(view: &View<'_>, style: Style) -> String {
    let lang = style.lang;
    if view.awaits_human() && view.thinking.is_none() {
        let side = wording::side(view.game.side_to_move(), lang);
        shortened(&texts::YOUR_MOVE.fill(lang, &[&side]), style)
    } else if view.ending.is_some() {
        shortened(texts::GAME_OVER_PROMPT.plain(lang), style)
    } else {
        String::new()
    }
}

fn shortened(prompt: &str, style: Style) -> String {
    if prompt.width() + ANSWER_WIDTH <= style.width {
        prompt.into()
    } else {
        texts::ANY_PROMPT.plain(style.lang).into()
    }
}

/// The lines over what was on the screen. More lines than rows scroll, and the last ones stay.
fn draw(lines: &[String], prompt: &str, style: Style) -> String {
    let mut text = MoveTo(0, 0).to_string();
    if lines.len() >= style.height {
        let _ = write!(text, "{}", Clear(ClearType::All));
    }
    for line in lines {
        let _ = writeln!(text, "{line}{}", Clear(ClearType::UntilNewLine));
    }
    let _ = write!(text, "{}{prompt}", Clear(ClearType::FromCursorDown));
    text
}

/// The text in lines of at most `width` columns; no line for no text.
fn wrapped(text: &str, width: usize) -> Vec<String> {
    let lines = text.lines().flat_map(|line| {
        let wrapped = textwrap::wrap(line, width.max(1));
        wrapped.into_iter().map(|line| line.into_owned())
    });
    lines.collect()
}

/// As much of the line as fits into `width` columns.
fn cut(line: &str, width: usize) -> String {
    let mut used = 0;
    let fitting = line.chars().take_while(|c| {
        used += c.width().unwrap_or(0);
        used <= width
    });
    fitting.collect()
}
