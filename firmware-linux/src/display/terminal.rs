//! A whole screen: board, what is known about the game, what was said last, and the line that is
//! typed.

use std::fmt::Write;

use crossterm::cursor::{MoveDown, MoveRight, MoveTo, MoveUp};
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

/// What is written on a terminal: lines, and below them the prompt that a line is typed behind.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Picture {
    /// From the top. While the engine thinks the last one is left for what [`thinking`] draws.
    pub lines: Vec<String>,
    /// What stands before the typed text.
    pub prompt: String,
}

/// What was typed so far.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Typed {
    /// The text before the cursor.
    pub before: String,
    /// The text at the cursor and behind it.
    pub behind: String,
}

/// The screen of a game, with `message` below the board.
#[must_use]
pub fn screen(view: &View<'_>, message: &str, style: Style) -> Picture {
    let mut message = wrapped(message, style.width);
    if view.thinking.is_some() {
        message.push(String::new());
    }
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
    let prompt = prompt(view, style);
    Picture { lines, prompt }
}

/// A page of text instead of the board, until the next line is typed.
#[must_use]
pub fn page(text: &str, style: Style) -> Picture {
    Picture {
        lines: wrapped(text, style.width),
        prompt: shortened(texts::BACK_TO_BOARD.plain(style.lang), style),
    }
}

/// What the engine does while it is waited for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Work {
    /// It has thought for so many milliseconds.
    Thinking(u64),
    /// It knows its move and lets a moment pass.
    Pausing,
}

/// The line that moves while the engine is waited for. `beat` counts how often it was drawn.
#[must_use]
pub fn thinking(view: &View<'_>, work: Work, beat: usize, style: Style) -> String {
    let turning = ['|', '/', '-', '\\'][beat % 4];
    let mut line = match work {
        Work::Thinking(elapsed_ms) => thinking_words(view, elapsed_ms, turning, style.lang),
        Work::Pausing => format!("{turning} {}", texts::PAUSING.plain(style.lang)),
    };
    line.push_str(texts::MOVE_NOW.plain(style.lang));
    let line = cut(&line, style.width.saturating_sub(1));
    style.paint.apply(&line, Tone::Faint)
}

fn thinking_words(view: &View<'_>, elapsed_ms: u64, turning: char, lang: Lang) -> String {
    let word = format!("{turning} {}", texts::THINKING.plain(lang));
    let time = format!("{}.{}", elapsed_ms / 1000, elapsed_ms % 1000 / 100);
    let best = view.thinking.and_then(|thinking| thinking.best);
    match best {
        None => texts::THINKING_LINE.fill(lang, &[&word, &time]),
        Some((at, idea)) => {
            let at = wording::point(at, view.rules());
            let score = wording::score(idea.score, lang);
            let values: [&dyn std::fmt::Display; 6] =
                [&word, &time, &at, &idea.depth, &score, &idea.nodes];
            texts::THINKING_BEST.fill(lang, &values)
        }
    }
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
        let offered = if view.can_undo {
            texts::GAME_OVER_PROMPT_UNDO
        } else {
            texts::GAME_OVER_PROMPT
        };
        shortened(offered.plain(lang), style)
    } else {
        texts::ANY_PROMPT.plain(lang).into()
    }
}

fn shortened(prompt: &str, style: Style) -> String {
    if prompt.width() + ANSWER_WIDTH <= style.width {
        prompt.into()
    } else {
        texts::ANY_PROMPT.plain(style.lang).into()
    }
}

/// The picture over what was on the screen, and as many of the last `log` lines as have room
/// below it. More lines than rows scroll, and the last ones stay. The cursor ends in the text
/// that is typed.
#[must_use]
pub fn draw(picture: &Picture, typed: &Typed, log: &[String], style: Style) -> String {
    let Picture { lines, prompt } = picture;
    let mut text = MoveTo(0, 0).to_string();
    if lines.len() >= style.height {
        let _ = write!(text, "{}", Clear(ClearType::All));
    }
    for line in lines {
        let _ = writeln!(text, "{line}{}", Clear(ClearType::UntilNewLine));
    }
    let _ = write!(text, "{}", Clear(ClearType::FromCursorDown));
    // A blank row between, and none touched that could scroll.
    let room = style.height.saturating_sub(lines.len() + 2);
    let log = log
        .get(log.len().saturating_sub(room)..)
        .unwrap_or_default();
    if !log.is_empty() {
        text.push('\n');
        for line in log {
            let _ = write!(text, "\n{}", log_line(line, style));
        }
        let _ = write!(text, "\r{}", MoveUp(rows(log.len() + 1)));
    }
    text + &input_line(prompt, typed, style)
}

/// A log line for the reader to find above the picture when he looks back: it scrolls out at the
/// top, in as many rows as it takes, and the picture has to be drawn anew.
#[must_use]
pub fn log_above(line: &str, style: Style) -> String {
    let last = rows(style.height.saturating_sub(1));
    let (first, last) = (MoveTo(0, 0), MoveTo(0, last));
    let clear = Clear(ClearType::UntilNewLine);
    let rows = wrapped(line, style.width);
    let row = |row: &String| format!("{first}{}{clear}{last}\n", log_line(row, style));
    rows.iter().map(row).collect()
}

fn log_line(line: &str, style: Style) -> String {
    style.paint.apply(&cut(line, style.width), Tone::Faint)
}

fn rows(count: usize) -> u16 {
    u16::try_from(count).unwrap_or(u16::MAX)
}

/// Something drawn into the line above the one that is typed, and that one again.
#[must_use]
pub fn above_input(line: &str, prompt: &str, typed: &Typed, style: Style) -> String {
    let (up, down) = (MoveUp(1), MoveDown(1));
    let clear = Clear(ClearType::CurrentLine);
    format!("\r{up}{clear}{line}\r{down}") + &input_line(prompt, typed, style)
}

/// The line that is typed, over what is in the cursor's row. Of a text that is too long the part
/// around the cursor is shown.
#[must_use]
pub fn input_line(prompt: &str, typed: &Typed, style: Style) -> String {
    let room = style.width.saturating_sub(prompt.width() + 1);
    let before = last_columns(&typed.before, room);
    let behind = cut(&typed.behind, room - before.width());
    let clear = Clear(ClearType::CurrentLine);
    let mut text = format!("\r{clear}{prompt}{before}{behind}");
    if !behind.is_empty() {
        let _ = write!(
            text,
            "\r{}",
            MoveRight(rows(prompt.width() + before.width()))
        );
    }
    text
}

/// As much of the text's end as fits into `width` columns.
fn last_columns(text: &str, width: usize) -> &str {
    let mut used = 0;
    let fitting = text.char_indices().rev().take_while(|(_, c)| {
        used += c.width().unwrap_or(0);
        used <= width
    });
    let start = fitting.last().map_or(text.len(), |(at, _)| at);
    text.get(start..).unwrap_or_default()
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
            ..Thought::default()
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
    fn shown(picture: &Picture, style: Style) -> String {
        let mut lines: Vec<_> = draw(picture, &Typed::default(), &[], style)
            .replace("\u{1b}[1;1H", "")
            .replace("\u{1b}[2J", "")
            .replace("\r\u{1b}[2K", "")
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
        assert_eq!(shown(&screen, STYLE), expected);
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
        assert_eq!(shown(&screen(&session.view(), "", style), style), expected);
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
        assert_eq!(shown(&screen(&session.view(), "", style), style), expected);
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
                let screen = shown(&screen(&session.view(), message, style), style);
                let line = screen.lines().max_by_key(|line| line.width()).unwrap();
                assert!(line.width() <= width, "{width}: {line}");
                for work in [Work::Thinking(1234), Work::Pausing] {
                    let line = thinking(&session.view(), work, 0, style);
                    assert!(line.width() < width, "{width}: {line}");
                }
            }
        }
    }

    #[test]
    fn the_largest_board_fits_an_ordinary_terminal() {
        let large = Rules::new(MAX_SIDE, MAX_SIDE, 5, LineRule::Freestyle).unwrap();
        let screen = screen(&replied(large).view(), "White (O) plays c20", STYLE);
        assert_eq!(screen.lines.len(), MAX_SIDE + 2);
        let drawn = draw(&screen, &Typed::default(), &[], STYLE);
        assert!(!drawn.contains("\u{1b}[2J"), "nothing scrolls");
    }

    #[test]
    fn the_moving_line_tells_the_best_so_far() {
        let session = session(Rules::TIC_TAC_TOE, None);
        let line = |lang, beat| {
            let style = Style { lang, ..STYLE };
            thinking(&session.view(), Work::Thinking(1260), beat, style)
        };
        let english = "/ thinking 1.2 s: a3 (1), depth 6, score +17, 1234 nodes (Enter: move now)";
        assert_eq!(line(Lang::English, 1), english);
        let chinese = "| 思考中 1.2 秒：a3 (1)，深度 6，评分 +17，1234 个节点（回车：立即落子）";
        assert_eq!(line(Lang::Chinese, 0), chinese);
        let pause = thinking(&session.view(), Work::Pausing, 0, STYLE);
        assert_eq!(pause, "| about to move (Enter: move now)");
    }

    #[test]
    fn the_moving_line_has_a_row_of_its_own() {
        let waiting = session(Rules::GOMOKU, None);
        let screen = screen(&waiting.view(), "Black (X) plays b14", STYLE);
        assert_eq!(screen.lines.last().map(String::as_str), Some(""));
        assert_eq!(screen.prompt, "> ");
        let typed = Typed {
            before: "un".into(),
            behind: "do".into(),
        };
        let drawn = above_input("| thinking", &screen.prompt, &typed, STYLE);
        assert_eq!(
            drawn,
            "\r\u{1b}[1A\u{1b}[2K| thinking\r\u{1b}[1B\r\u{1b}[2K> undo\r\u{1b}[4C"
        );
    }

    #[test]
    fn of_a_long_text_the_part_around_the_cursor_is_shown() {
        let line = |before: &str, behind: &str, width| {
            let (before, behind) = (before.into(), behind.into());
            let style = Style { width, ..STYLE };
            input_line("> ", &Typed { before, behind }, style).replace("\r\u{1b}[2K", "")
        };
        assert_eq!(line("abcdef", "", 8), "> bcdef");
        assert_eq!(line("保存棋局", "", 8), "> 棋局");
        assert_eq!(line("ab", "cdef", 8), "> abcde\r\u{1b}[4C");
        assert_eq!(line("ab", "cd", 1), "> ");
    }

    #[test]
    fn log_lines_stand_below_where_there_is_room() {
        let game = screen(&replied(Rules::TIC_TAC_TOE).view(), "", STYLE);
        let log: Vec<_> = (0..40).map(|n| format!("log {n}")).collect();
        let room = |height| {
            let style = Style { height, ..STYLE };
            draw(&game, &Typed::default(), &log, style)
                .matches("log ")
                .count()
        };
        let lines = game.lines.len();
        assert_eq!(
            [lines, lines + 1, lines + 2, lines + 5].map(room),
            [0, 0, 0, 3]
        );
        let narrow = Style { width: 7, ..STYLE };
        let clear = "\u{1b}[K\u{1b}[24;1H\n";
        assert_eq!(
            log_above("one two three", narrow),
            format!("\u{1b}[1;1Hone two{clear}\u{1b}[1;1Hthree{clear}")
        );
        let drawn = draw(&game, &Typed::default(), &log[..2], STYLE);
        let end = "\n\nlog 0\nlog 1\r\u{1b}[3A\r\u{1b}[2KBlack (X), your move: ";
        assert!(drawn.ends_with(end), "{drawn:?}");
    }

    #[test]
    fn the_prompt_offers_what_works() {
        let mut session = Session::new(Config {
            rules: Rules::TIC_TAC_TOE,
            players: [Player::Human; 2],
            level: Level::DEFAULT,
            limits: None,
            seed: 0,
        });
        for n in [0, 3, 1, 4, 2] {
            session.handle(Event::Play(Point::new(n % 3, n / 3).unwrap()));
        }
        let prompt = |view: &View<'_>| screen(view, "", STYLE).prompt;
        let mut view = session.view();
        assert_eq!(prompt(&view), "new, undo, save FILE or quit: ");
        view.can_undo = false;
        assert_eq!(prompt(&view), "new, save FILE or quit: ");
    }

    #[test]
    fn a_page_fits_and_leads_back() {
        let help = page(texts::HELP.plain(Lang::English), STYLE);
        assert!(help.lines.len() < STYLE.height);
        assert_eq!(help.prompt, "Enter: back to the board: ");
    }
}
