//! What a typed line means: pure.

use minmax_engine::notation::{NotationError, parse_point};
use minmax_engine::point::Point;
use minmax_engine::rules::Rules;
use minmax_engine::strategy::handicap::Level;

use crate::lang::{Lang, nearest, quoted, texts};
use crate::names::is_tic_tac_toe;
use crate::wording;

/// What a person wants.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Command {
    /// To play there.
    Play(Point),
    /// To take back.
    Undo,
    /// To play again what was taken back.
    Redo,
    /// To be advised.
    Hint,
    /// A new game.
    New,
    /// To change sides.
    Side,
    /// Another strength.
    Level(Level),
    /// To see forbidden points, or no longer.
    Fouls,
    /// To see the board.
    Board,
    /// To give up.
    Resign,
    /// To keep the game in a file.
    Save {
        /// As typed.
        file: String,
        /// Whether an existing file may go.
        overwrite: bool,
    },
    /// To go on with the game in a file.
    Load(String),
    /// To see the commands.
    Help,
    /// To leave.
    Quit,
}

/// Why a line means nothing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CommandError {
    /// Neither a command nor like a move; perhaps another word was meant.
    Unknown(String, Option<&'static str>),
    /// Like a move, but not one.
    BadMove(String),
    /// A move, but not on this board.
    OffBoard(String),
    /// The command takes nothing behind it.
    NoArgument(&'static str, String),
    /// Not a level.
    BadLevel(String),
    /// The command wants the name of a file.
    NeedsFile(&'static str),
}

/// The words of the commands: the first is the command's name, the others stand for it. The
/// letters `s` and `l` are also columns, but a move has a number and these take none.
const WORDS: [&[&str]; 15] = [
    &["undo", "u", "悔棋"],
    &["redo", "r", "重做"],
    &["hint", "t", "提示"],
    &["new", "n", "新局"],
    &["side", "s", "换边"],
    &["level", "级别"],
    &["board", "b", "棋盘"],
    &["fouls", "f", "禁手"],
    &["resign", "认输"],
    &["save", "保存"],
    &["save!", "保存!"],
    &["load", "载入"],
    &["help", "h", "?", "帮助"],
    &["quit", "q", "退出"],
    &["exit"],
];

/// What the line means; nothing for an empty line.
///
/// # Errors
/// It means nothing.
pub fn parse(line: &str, rules: Rules) -> Result<Option<Command>, CommandError> {
    let typed = line.trim();
    let line: String = typed.chars().map(half_width).collect();
    let line = line.as_str();
    let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
    if word.is_empty() {
        return Ok(None);
    }
    // The same without a change, for file names.
    let (_, raw) = typed.split_once(char::is_whitespace).unwrap_or_default();
    let lower = word.to_lowercase();
    let known = WORDS
        .into_iter()
        .find(|words| words.contains(&lower.as_str()));
    match known.and_then(|words| words.first().copied()) {
        // A letter and a number apart are a move, whatever the letter stands for alone.
        Some(_) if lower.len() == 1 && is_number(rest.trim()) => parse_move(line, rules).map(Some),
        Some(name) => parse_command(name, rest.trim(), raw.trim()).map(Some),
        None if lower.bytes().any(|b| b.is_ascii_digit()) => parse_move(line, rules).map(Some),
        None if lower.len() == 1 && is_number(rest.trim()) => parse_move(line, rules).map(Some),
        None => Err(unknown(word)),
    }
}

fn unknown(word: &str) -> CommandError {
    let names = WORDS.into_iter().filter_map(|words| words.first().copied());
    CommandError::Unknown(word.into(), nearest(word, names))
}

/// Full-width letters and digits, as Chinese keyboards write them, as plain ones.
fn half_width(c: char) -> char {
    match c {
        '\u{ff01}'..='\u{ff5e}' => char::from_u32(u32::from(c) - 0xfee0).unwrap_or(c),
        '\u{3000}' => ' ',
        _ => c,
    }
}

fn is_number(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit())
}

fn parse_command(name: &'static str, rest: &str, raw: &str) -> Result<Command, CommandError> {
    let file = || match unquoted(raw) {
        "" => Err(CommandError::NeedsFile(name)),
        file => Ok(file.to_string()),
    };
    let command = match name {
        "level" => return parse_level(rest),
        "save" | "save!" => {
            return Ok(Command::Save {
                file: file()?,
                overwrite: name == "save!",
            });
        }
        "load" => return file().map(Command::Load),
        "undo" => Command::Undo,
        "redo" => Command::Redo,
        "hint" => Command::Hint,
        "new" => Command::New,
        "side" => Command::Side,
        "board" => Command::Board,
        "fouls" => Command::Fouls,
        "resign" => Command::Resign,
        "help" => Command::Help,
        _ => Command::Quit,
    };
    if rest.is_empty() {
        Ok(command)
    } else {
        Err(CommandError::NoArgument(name, rest.into()))
    }
}

/// What stands between a pair of quotation marks; without a pair the text itself.
fn unquoted(text: &str) -> &str {
    const MARKS: [(char, char); 7] = [
        ('"', '"'),
        ('\'', '\''),
        ('“', '”'),
        ('‘', '’'),
        ('「', '」'),
        ('＂', '＂'),
        ('＇', '＇'),
    ];
    let between = |(open, close)| text.strip_prefix(open)?.strip_suffix(close);
    MARKS.into_iter().find_map(between).unwrap_or(text)
}

fn parse_level(text: &str) -> Result<Command, CommandError> {
    let level = text.parse().ok().and_then(Level::new);
    let bad = || CommandError::BadLevel(text.into());
    level.map(Command::Level).ok_or_else(bad)
}

/// `h8`, `h 8`, `8 8` or `8,8` (column from the left, row from the bottom); a cell's number in
/// tic-tac-toe.
fn parse_move(line: &str, rules: Rules) -> Result<Command, CommandError> {
    let parts: Vec<_> = line
        .split(|c: char| c.is_whitespace() || c == ',')
        .filter(|part| !part.is_empty())
        .collect();
    let named = |name: &str| match parse_point(name, rules) {
        Ok(point) => Ok(Command::Play(point)),
        Err(NotationError::OffBoard) => Err(CommandError::OffBoard(line.into())),
        Err(NotationError::Malformed) => Err(CommandError::BadMove(line.into())),
    };
    match *parts {
        [cell] if is_tic_tac_toe(rules) && is_number(cell) => parse_cell(cell),
        [name] => named(name),
        [letter, number] if letter.len() == 1 && !is_number(letter) => {
            named(&format!("{letter}{number}"))
        }
        [column, row] if is_number(column) && is_number(row) => {
            parse_pair(line, column, row, rules)
        }
        _ => Err(CommandError::BadMove(line.into())),
    }
}

fn parse_cell(text: &str) -> Result<Command, CommandError> {
    let cell = text.parse().ok().filter(|cell| (1..=9).contains(cell));
    cell.and_then(|cell: usize| Point::new((cell - 1) % 3, (cell - 1) / 3))
        .map(Command::Play)
        .ok_or_else(|| CommandError::BadMove(text.into()))
}

fn parse_pair(line: &str, column: &str, row: &str, rules: Rules) -> Result<Command, CommandError> {
    let within = |text: &str, most: usize| {
        let number = text.parse::<usize>().ok();
        number.filter(|number| (1..=most).contains(number))
    };
    within(column, rules.columns())
        .zip(within(row, rules.rows()))
        .and_then(|(column, row)| Point::new(column - 1, rules.rows() - row))
        .map(Command::Play)
        .ok_or_else(|| CommandError::OffBoard(line.into()))
}

impl CommandError {
    /// What is wrong and what would be right, in one line.
    #[must_use]
    pub fn text(&self, rules: Rules, lang: Lang) -> String {
        match self {
            Self::Unknown(word, None) => texts::UNKNOWN_COMMAND.fill(lang, &[&quoted(word)]),
            Self::Unknown(word, Some(near)) => {
                texts::UNKNOWN_COMMAND_NEAR.fill(lang, &[&quoted(word), near])
            }
            Self::BadMove(word) if is_tic_tac_toe(rules) => {
                texts::BAD_MOVE_CELL.fill(lang, &[&quoted(word)])
            }
            Self::BadMove(word) => bad_move(word, rules, lang),
            Self::OffBoard(word) => wording::off_board(&quoted(word), rules, lang),
            Self::NoArgument(name, rest) => texts::NO_ARGUMENT.fill(lang, &[name, &quoted(rest)]),
            Self::BadLevel(word) if word.is_empty() => texts::LEVEL_MISSING.plain(lang).into(),
            Self::BadLevel(word) => texts::LEVEL_RANGE.fill(lang, &[&quoted(word)]),
            Self::NeedsFile(name) => texts::NEEDS_FILE.fill(lang, &[name]),
        }
    }
}

/// With the middle of the board as the example.
fn bad_move(word: &str, rules: Rules, lang: Lang) -> String {
    let (column, row) = (rules.columns() / 2, rules.rows() / 2);
    let middle = Point::new(column, row).map(|middle| wording::point(middle, rules));
    let pair = format!("{} {}", column + 1, rules.rows() - row);
    texts::BAD_MOVE.fill(lang, &[&quoted(word), &middle.unwrap_or_default(), &pair])
}

#[cfg(test)]
mod tests {
    use super::*;

    fn gomoku(line: &str) -> Result<Option<Command>, CommandError> {
        parse(line, Rules::GOMOKU)
    }

    fn play(column: usize, row: usize) -> Result<Option<Command>, CommandError> {
        Ok(Some(Command::Play(Point::new(column, row).unwrap())))
    }

    #[test]
    fn moves_have_many_faces() {
        for centre in [
            "h8",
            "H8",
            " h8 ",
            "h 8",
            "8 8",
            "8,8",
            " 8 , 8 ",
            "ｈ８",
            "８　８",
            "H08",
        ] {
            assert_eq!(gomoku(centre), play(7, 7), "{centre}");
        }
        // Column from the left, row from the bottom.
        assert_eq!(gomoku("1 15"), play(0, 0));
        assert_eq!(gomoku("15 1"), play(14, 14));
        // Letters that are commands alone.
        assert_eq!(gomoku("n1"), play(13, 14));
        assert_eq!(gomoku("b 2"), play(1, 13));
    }

    #[test]
    fn tic_tac_toe_takes_cells_in_reading_order() {
        let cell = |line| parse(line, Rules::TIC_TAC_TOE);
        assert_eq!(cell("1"), play(0, 0));
        assert_eq!(cell("6"), play(2, 1));
        assert_eq!(cell("c1"), play(2, 2));
        assert_eq!(cell("1 3"), play(0, 0));
        for bad in ["0", "10", "99999999999999999999999"] {
            assert_eq!(cell(bad), Err(CommandError::BadMove(bad.into())));
        }
    }

    #[test]
    fn wrong_moves_are_told_apart() {
        for off in ["p1", "h16", "h0", "16 1", "0 0", "1 99999999999999999999"] {
            assert_eq!(
                gomoku(off),
                Err(CommandError::OffBoard(off.into())),
                "{off}"
            );
        }
        for bad in [
            "8", "hh8", "h8i9", "h8 i9", "1 2 3", "8 h", "-1 2", "h8!", "1e3",
        ] {
            assert_eq!(gomoku(bad), Err(CommandError::BadMove(bad.into())), "{bad}");
        }
    }

    #[test]
    fn commands_are_words_letters_and_chinese() {
        for (lines, command) in [
            (["undo", "u", "悔棋"], Command::Undo),
            (["REDO", "r", "重做"], Command::Redo),
            (["hint", "t", "提示"], Command::Hint),
            (["New", "n", "新局"], Command::New),
            (["side", "S", "换边"], Command::Side),
            (["help", "?", "？"], Command::Help),
            (["quit", "q", "exit"], Command::Quit),
            (["board", "b", "棋盘"], Command::Board),
            (["fouls", "F", "禁手"], Command::Fouls),
            (
                ["level 3", "级别 3", "LEVEL ３"],
                Command::Level(Level::new(3).unwrap()),
            ),
            (
                ["load a b.sgf", "load  a b.sgf ", "载入 a b.sgf"],
                Command::Load("a b.sgf".into()),
            ),
        ] {
            for line in lines {
                assert_eq!(gomoku(line), Ok(Some(command.clone())), "{line}");
            }
        }
        for quoted in [
            "load \"a b.sgf\"",
            "load 'a b.sgf'",
            "载入 “a b.sgf”",
            "load ‘a b.sgf’",
            "load 「a b.sgf」",
            "load ＂a b.sgf＂",
        ] {
            let load = Command::Load("a b.sgf".into());
            assert_eq!(gomoku(quoted), Ok(Some(load)), "{quoted}");
        }
        for as_it_stands in ["\"a b.sgf", "a'b.sgf", "'a.sgf\"", "棋局（１）.sgf"] {
            let load = Command::Load(as_it_stands.into());
            assert_eq!(gomoku(&format!("load {as_it_stands}")), Ok(Some(load)));
        }
        for nothing in ["load \"\"", "load ''"] {
            assert_eq!(gomoku(nothing), Err(CommandError::NeedsFile("load")));
        }
        let save = |file: &str, overwrite| Command::Save {
            file: file.into(),
            overwrite,
        };
        assert_eq!(gomoku("save Game.sgf"), Ok(Some(save("Game.sgf", false))));
        assert_eq!(gomoku("save! Game.sgf"), Ok(Some(save("Game.sgf", true))));
        assert_eq!(gomoku(" \t "), Ok(None));
    }

    #[test]
    fn wrong_commands_are_told_apart() {
        assert_eq!(
            gomoku("udno"),
            Err(CommandError::Unknown("udno".into(), Some("undo")))
        );
        assert_eq!(
            gomoku("fly"),
            Err(CommandError::Unknown("fly".into(), None))
        );
        assert_eq!(
            gomoku("undo 2"),
            Err(CommandError::NoArgument("undo", "2".into()))
        );
        assert_eq!(gomoku("save"), Err(CommandError::NeedsFile("save")));
        for bad in ["", "0", "11", "-1", "five", "999999999999", "5 5"] {
            let line = format!("level {bad}");
            assert_eq!(
                gomoku(&line),
                Err(CommandError::BadLevel(bad.into())),
                "{line}"
            );
        }
    }

    #[test]
    fn the_answer_says_what_would_be_right() {
        let text = |line| gomoku(line).unwrap_err().text(Rules::GOMOKU, Lang::English);
        assert_eq!(
            text("p1"),
            "p1 is not on this board: columns are a to o, rows 1 to 15."
        );
        assert_eq!(
            text("88"),
            "'88' is no move: write a letter and a number, such as h8, or column and row, such as 8 8."
        );
        assert_eq!(
            text("levle 3"),
            "'levle' is no command: did you mean level?"
        );
    }
}
