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
    let panels = [
        panel(view, style.lang),
        brief_panel(view, style.lang),
        vec![wording::status(view, style.lang)],
    ];
    let mut bodies = panels.map(|panel| body(view, &panel, style)).into_iter();
    let fitting = bodies.clone().find(|body| body.len() <= room);
    let mut lines = fitting.or_else(|| bodies.next_back()).unwrap_or_default();
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
    board.extend(
        panel
            .iter()
            .flat_map(|line| wrapped_line(line, style.width)),
    );
    board
}

fn beside(board: Vec<String>, panel: &[String], room: usize, width: usize) -> Vec<String> {
    let panel: Vec<_> = panel
        .iter()
        .flat_map(|line| wrapped_line(line, room.min(WIDEST_PANEL)))
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

fn panel(view: &View<'_>, lang: Lang) -> Vec<String> {
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
        lines.push(texts::ENGINE_ON.fill(lang, &[&at, &wording::thought(idea, lang)]));
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
    text.lines()
        .flat_map(|line| wrapped_line(line, width))
        .collect()
}

/// One line in as many as it takes, at least one.
fn wrapped_line(line: &str, width: usize) -> impl Iterator<Item = String> {
    let wrapped = textwrap::wrap(line, width.max(1));
    wrapped.into_iter().map(|line| line.into_owned())
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::event::{Event, Player, Request};
    use crate::app::session::{Config, Session};
    use crate::app::thought::Thought;
    use minmax_engine::point::{MAX_SIDE, Point};
    use minmax_engine::rules::{LineRule, Rules};
    use minmax_engine::score::win_in;
    use minmax_engine::strategy::handicap::Level;

    const STYLE: Style = Style {
        width: 80,
        height: 24,
        paint: Paint::Plain,
        lang: Lang::English,
    };

    fn idea(score: i32) -> Thought {
        Thought {
            score,
            depth: 6,
            nodes: 1234,
            elapsed_ms: 420,
        }
    }

    /// After 5 of the human and, if there is one, the engine's reply.
    fn session(rules: Rules, reply: Option<(Point, Thought)>) -> Session {
        let mut session = Session::new(Config {
            rules,
            players: [Player::Human, Player::Engine],
            level: Level::DEFAULT,
            limits: None,
            seed: 0,
        });
        let asked = session
            .handle(Event::Play(Point::new(1, 1).unwrap()))
            .request;
        let Some(Request::Think(task)) = asked else {
            panic!("the engine was not asked");
        };
        if reply.is_some() {
            session.handle(Event::Answer(task.id, reply));
        } else {
            session.handle(Event::Iteration(
                task.id,
                Point::new(0, 0).unwrap(),
                idea(17),
            ));
        }
        session
    }

    fn replied(rules: Rules) -> Session {
        session(rules, Some((Point::new(2, 0).unwrap(), idea(win_in(5)))))
    }

    /// What is left when the control codes are taken out.
    fn picture(screen: &str) -> String {
        let mut lines: Vec<_> = screen
            .replace("\u{1b}[1;1H", "")
            .replace("\u{1b}[2J", "")
            .replace("\u{1b}[2K", "")
            .replace("\u{1b}[K", "")
            .replace("\u{1b}[J", "")
            .lines()
            .map(|line| line.trim_end().to_string())
            .collect();
        assert!(!lines.iter().any(|line| line.contains('\u{1b}')));
        lines.insert(0, String::new());
        lines.join("\n")
    }

    #[test]
    fn board_and_text_stand_side_by_side() {
        let session = replied(Rules::TIC_TAC_TOE);
        let screen = screen(&session.view(), "White (O) plays c3 (3)", STYLE);
        let expected = "
 3 1 2(O)   tic-tac-toe
 2 4 X 6    Black (X): human
 1 7 8 9    White (O): engine, level 5
   a b c
            Move 2
            Black (X) to move.
            Engine on c3 (3): depth 6, win in 3, 1234
            nodes, 0.42 s

            Type help for the commands.
White (O) plays c3 (3)
Black (X), your move:";
        assert_eq!(picture(&screen), expected);
    }

    #[test]
    fn a_narrow_terminal_has_the_text_below() {
        let session = replied(Rules::TIC_TAC_TOE);
        let style = Style {
            width: 26,
            height: 11,
            lang: Lang::Chinese,
            ..STYLE
        };
        let expected = "
 3 1 2(O)
 2 4 X 6
 1 7 8 9
   a b c
轮到 黑方 (X)。
引擎评 c3 (3)：深度 6，
3 步内必胜，1234 个节点，
0.42 秒
>";
        assert_eq!(picture(&screen(&session.view(), "", style)), expected);
    }

    #[test]
    fn a_tiny_terminal_says_so() {
        let session = replied(Rules::GOMOKU);
        let style = Style {
            width: 17,
            height: 5,
            ..STYLE
        };
        let expected = "
The board needs
18 columns; this
terminal has 17.
Black (X) to
move.
>";
        assert_eq!(picture(&screen(&session.view(), "", style)), expected);
    }

    #[test]
    fn no_line_is_wider_than_the_terminal() {
        let large = Rules::new(MAX_SIDE, MAX_SIDE, 5, LineRule::CaroOverline).unwrap();
        for rules in [Rules::TIC_TAC_TOE, Rules::GOMOKU, large] {
            let session = replied(rules);
            for (lang, width) in [Lang::English, Lang::Chinese]
                .into_iter()
                .flat_map(|lang| (2..120).map(move |width| (lang, width)))
            {
                let style = Style {
                    width,
                    lang,
                    ..STYLE
                };
                let message = "a message of some length 一条较长的消息";
                let screen = picture(&screen(&session.view(), message, style));
                let line = screen.lines().max_by_key(|line| line.width()).unwrap();
                assert!(line.width() <= width, "{width}: {line}");
                let line = picture(&thinking(&session.view(), 1234, 0, style));
                assert!(line.trim_start().width() < width, "{width}: {line}");
            }
        }
    }

    #[test]
    fn the_largest_board_fits_an_ordinary_terminal() {
        let large = Rules::new(MAX_SIDE, MAX_SIDE, 5, LineRule::Freestyle).unwrap();
        let screen = screen(&replied(large).view(), "White (O) plays c20", STYLE);
        assert_eq!(screen.lines().count(), MAX_SIDE + 3);
        assert!(!screen.contains("\u{1b}[2J"), "nothing scrolls");
    }

    #[test]
    fn the_moving_line_tells_the_best_so_far() {
        let session = session(Rules::TIC_TAC_TOE, None);
        let line = |lang, beat| {
            let style = Style { lang, ..STYLE };
            picture(&thinking(&session.view(), 1260, beat, style))
        };
        let english = "/ thinking 1.2 s: a3 (1), depth 6, score +17, 1234 nodes (Enter: move now)";
        assert_eq!(line(Lang::English, 1).trim_start(), english);
        let chinese = "| 思考中 1.2 秒：a3 (1)，深度 6，评分 +17，1234 个节点（回车：立即落子）";
        assert_eq!(line(Lang::Chinese, 0).trim_start(), chinese);
    }

    #[test]
    fn a_page_fits_and_leads_back() {
        let help = page(texts::HELP.plain(Lang::English), STYLE);
        assert!(help.lines().count() < STYLE.height);
        assert!(help.ends_with("Enter: back to the board: "));
    }
}
