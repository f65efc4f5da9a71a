//! From the bytes of a line to a command: without state, and without trust.

use minmax_engine::point::Point;

use super::bounds::{LARGEST_BOARD, SMALLEST_BOARD};
use super::dialect::Dialect;
use super::fault::Fault;

/// So much of an unknown word is quoted, in bytes.
const QUOTED: usize = 40;

/// A line with something on it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Line {
    /// A command.
    Command(Command),
    /// A stone of a board: `x,y` or `x,y,field`.
    Stone(Stone),
}

/// A cell and who has it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stone {
    /// The cell.
    pub point: Point,
    /// Nobody is named where stones simply alternate.
    pub owner: Option<Owner>,
}

/// Who has a cell of a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Owner {
    /// The brain (1).
    Own,
    /// Its opponent (2).
    Opponent,
    /// Nobody any more (3): part of a row that has won, or forbidden.
    Nobody,
}

/// What the manager asks for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Command {
    /// `START n`, `RECTSTART columns,rows`, or Yixin's `START rows columns`: a new game on a board
    /// of these sides.
    Start {
        /// Cells from left to right, [`SMALLEST_BOARD`] to [`LARGEST_BOARD`].
        columns: usize,
        /// Cells from top to bottom, of the same range.
        rows: usize,
    },
    /// A new game on the same board.
    Restart,
    /// The brain makes the first move.
    Begin,
    /// The opponent has moved; the brain answers.
    Turn(Point),
    /// The brain makes this move.
    Play(Point),
    /// A stone is taken from the board.
    TakeBack(Point),
    /// Stones follow.
    Stones(Purpose),
    /// No more stones follow.
    Done,
    /// Something to know, never answered.
    Info(Info),
    /// Who are you?
    About,
    /// Leave.
    End,
    /// Move at once.
    Stop,
    /// Which points are forbidden?
    ShowForbidden,
    /// Forget what was searched.
    ForgetHash,
    /// So many moves, best first, 1 or more.
    Best(u8),
}

/// What the stones of a list are for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Purpose {
    /// `BOARD`: the brain moves.
    Move,
    /// `YXBOARD`: to have them there.
    Show,
    /// `SWAP2BOARD`: the brain opens, or chooses its side.
    Swap,
}

impl Purpose {
    /// The command that begins such a list.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Move => "BOARD",
            Self::Show => "YXBOARD",
            Self::Swap => "SWAP2BOARD",
        }
    }
}

/// Something to know.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Info {
    /// Milliseconds a move; 0 is as fast as possible.
    TurnMs(u64),
    /// Milliseconds a game; 0 is without limit.
    MatchMs(u64),
    /// Milliseconds that are left for the game, perhaps none; nothing is without limit.
    LeftMs(Option<u64>),
    /// Bytes that the brain may take; 0 is without limit.
    MaxMemory(u64),
    /// The number of a rule.
    Rule(i64),
    /// Plies of the deepest search; nothing is without limit.
    MaxDepth(Option<u8>),
    /// Nodes a move; nothing is without limit.
    MaxNodes(Option<u64>),
    /// The size of the table in KiB; 0 is as the brain likes.
    HashKib(u64),
    /// Search threads.
    Threads(usize),
    /// Anything else, which changes nothing.
    Other,
}

/// Whether a line without its end is the command `END`.
#[must_use]
pub fn is_end(line: &[u8]) -> bool {
    line.trim_ascii().eq_ignore_ascii_case(END)
}

const END: &[u8] = b"END";

/// Reads a line without its end. `None` for a blank one.
///
/// # Errors
/// It is no command, or not all of it.
pub fn parse(line: &[u8], dialect: Dialect) -> Result<Option<Line>, Fault> {
    let line = line.trim_ascii();
    let Some(first) = line.split(u8::is_ascii_whitespace).next() else {
        return Ok(None);
    };
    if first.is_empty() {
        return Ok(None);
    }
    let rest = line.get(first.len()..).unwrap_or_default().trim_ascii();
    if begins_number(first) {
        return stone(line).map(|stone| Some(Line::Stone(stone)));
    }
    command(&first.to_ascii_uppercase(), rest, dialect)
        .unwrap_or_else(|| Err(Fault::Unknown(quoted(first))))
        .map(|command| Some(Line::Command(command)))
}

const fn begins_number(word: &[u8]) -> bool {
    matches!(word, [b'0'..=b'9' | b'-' | b'+', ..])
}

/// `None` for a word that begins no command.
fn command(word: &[u8], rest: &[u8], dialect: Dialect) -> Option<Result<Command, Fault>> {
    Some(match word {
        b"START" => start(rest, dialect),
        b"RECTSTART" => pair(rest)
            .ok_or(Fault::Usage("RECTSTART 20,15"))
            .and_then(|(columns, rows)| board(columns, rows)),
        b"TURN" => cell(rest, "TURN 7,7").map(Command::Turn),
        b"PLAY" => cell(rest, "PLAY 7,7").map(Command::Play),
        b"TAKEBACK" => cell(rest, "TAKEBACK 7,7").map(Command::TakeBack),
        b"INFO" => info(rest).map(Command::Info),
        b"YXNBEST" => count(rest).ok_or(Fault::Usage("YXNBEST 5")),
        _ => return alone(word, rest),
    })
}

/// The commands that stand alone on their line.
fn alone(word: &[u8], rest: &[u8]) -> Option<Result<Command, Fault>> {
    let (command, usage) = match word {
        b"RESTART" => (Command::Restart, "RESTART"),
        b"BEGIN" => (Command::Begin, "BEGIN"),
        b"BOARD" => (Command::Stones(Purpose::Move), "BOARD"),
        b"YXBOARD" => (Command::Stones(Purpose::Show), "YXBOARD"),
        b"SWAP2BOARD" => (Command::Stones(Purpose::Swap), "SWAP2BOARD"),
        b"DONE" => (Command::Done, "DONE"),
        b"ABOUT" => (Command::About, "ABOUT"),
        END => (Command::End, "END"),
        b"YXSTOP" => (Command::Stop, "YXSTOP"),
        b"YXSHOWFORBID" => (Command::ShowForbidden, "YXSHOWFORBID"),
        b"YXHASHCLEAR" => (Command::ForgetHash, "YXHASHCLEAR"),
        _ => return None,
    };
    Some(if rest.is_empty() {
        Ok(command)
    } else {
        Err(Fault::Usage(usage))
    })
}

/// Yixin's boards send both sides, with a blank between, and points with the row first: there the
/// columns of ours are rows.
fn start(rest: &[u8], dialect: Dialect) -> Result<Command, Fault> {
    let usage = Fault::Usage(match dialect {
        Dialect::Gomocup => "START 15, or RECTSTART 20,15",
        Dialect::Yixin => "START 15, or START 15 20",
    });
    let words = rest.split(u8::is_ascii_whitespace);
    let sides: Option<Vec<_>> = words.filter(|word| !word.is_empty()).map(integer).collect();
    match (sides.as_deref(), dialect) {
        (Some(&[both]), _) => board(both, both),
        (Some(&[rows, columns]), Dialect::Yixin) => board(columns, rows),
        _ => Err(usage),
    }
}

fn board(columns: i64, rows: i64) -> Result<Command, Fault> {
    let side = |number: i64| {
        let side = usize::try_from(number).ok();
        side.filter(|side| (SMALLEST_BOARD..=LARGEST_BOARD).contains(side))
            .ok_or(Fault::Size)
    };
    Ok(Command::Start {
        columns: side(columns)?,
        rows: side(rows)?,
    })
}

fn cell(text: &[u8], usage: &'static str) -> Result<Point, Fault> {
    let (x, y) = pair(text).ok_or(Fault::Usage(usage))?;
    point(x, y)
}

fn point(x: i64, y: i64) -> Result<Point, Fault> {
    let (column, row) = (usize::try_from(x).ok(), usize::try_from(y).ok());
    let point = column.zip(row).and_then(|(x, y)| Point::new(x, y));
    point.ok_or(Fault::Outside)
}

fn stone(line: &[u8]) -> Result<Stone, Fault> {
    let usage = Fault::Usage("7,7,1, with 1 for own, 2 for opposing, 3 for dead stones");
    let mut numbers = line.split(|&byte| byte == b',').map(integer);
    let read = (
        numbers.next(),
        numbers.next(),
        numbers.next(),
        numbers.next(),
    );
    let (Some(Some(x)), Some(Some(y)), field, None) = read else {
        return Err(usage);
    };
    let owner = match field {
        None => None,
        Some(Some(1)) => Some(Owner::Own),
        Some(Some(2)) => Some(Owner::Opponent),
        Some(Some(3)) => Some(Owner::Nobody),
        _ => return Err(usage),
    };
    let point = point(x, y)?;
    Ok(Stone { point, owner })
}

fn count(rest: &[u8]) -> Option<Command> {
    let number = integer(rest).filter(|&number| number >= 1)?;
    Some(Command::Best(u8::try_from(number).unwrap_or(u8::MAX)))
}

fn info(rest: &[u8]) -> Result<Info, Fault> {
    let key = rest.split(u8::is_ascii_whitespace).next();
    let key = key.unwrap_or_default();
    let value = rest.get(key.len()..).unwrap_or_default().trim_ascii();
    let at_least = |least, usage| {
        let number = integer(value).filter(|&number| number >= least);
        number.ok_or(Fault::Usage(usage))
    };
    let natural = |usage| at_least(0, usage).map(amount);
    let limit = |usage| at_least(NO_LIMIT, usage);
    let any = |usage| at_least(i64::MIN, usage);
    Ok(match key.to_ascii_lowercase().as_slice() {
        b"" => return Err(Fault::Usage("INFO timeout_turn 5000")),
        b"timeout_turn" => Info::TurnMs(natural("INFO timeout_turn 5000")?),
        b"timeout_match" => Info::MatchMs(natural("INFO timeout_match 300000")?),
        b"time_left" => Info::LeftMs(left(any("INFO time_left 120000")?)),
        b"max_memory" => Info::MaxMemory(natural("INFO max_memory 367001600")?),
        b"rule" => Info::Rule(any("INFO rule 1")?),
        b"max_depth" => Info::MaxDepth(depth(limit("INFO max_depth 12")?)),
        b"max_node" => Info::MaxNodes(nodes(limit("INFO max_node 100000")?)),
        b"hash_size" => Info::HashKib(natural("INFO hash_size 32768")?),
        b"thread_num" => Info::Threads(threads(at_least(0, "INFO thread_num 2")?)),
        _ => Info::Other,
    })
}

/// Yixin's boards send it where they mean no limit.
const NO_LIMIT: i64 = -1;

/// What is below zero has run over the edge of somebody's numbers, or is none left.
fn amount(number: i64) -> u64 {
    u64::try_from(number).unwrap_or(0)
}

/// The protocol's word for time without limit.
const UNLIMITED_MS: i64 = 2_147_483_647;

fn left(number: i64) -> Option<u64> {
    (number < UNLIMITED_MS).then(|| amount(number))
}

/// Boards send their number of cells where no limit is meant.
fn depth(number: i64) -> Option<u8> {
    u8::try_from(number)
        .ok()
        .filter(|depth| (1..=99).contains(depth))
}

fn nodes(number: i64) -> Option<u64> {
    u64::try_from(number).ok().filter(|&nodes| nodes > 0)
}

fn threads(number: i64) -> usize {
    usize::try_from(number).unwrap_or(1).max(1)
}

/// `x,y`.
fn pair(text: &[u8]) -> Option<(i64, i64)> {
    let mut numbers = text.split(|&byte| byte == b',').map(integer);
    match (numbers.next(), numbers.next(), numbers.next()) {
        (Some(x), Some(y), None) => x.zip(y),
        _ => None,
    }
}

/// A whole number, perhaps with a sign and blanks around. What is too large for the type is the
/// largest or smallest that it has.
fn integer(text: &[u8]) -> Option<i64> {
    let text = text.trim_ascii();
    let (negative, digits) = match text {
        [b'-', digits @ ..] => (true, digits),
        [b'+', digits @ ..] => (false, digits),
        digits => (false, digits),
    };
    if digits.is_empty() || !digits.iter().all(u8::is_ascii_digit) {
        return None;
    }
    let sign = if negative { -1 } else { 1 };
    Some(digits.iter().fold(0_i64, |number, digit| {
        number
            .saturating_mul(10)
            .saturating_add(sign * i64::from(digit - b'0'))
    }))
}

/// The word in visible letters, cut off where it is long.
fn quoted(word: &[u8]) -> String {
    let (start, dots) = match word.get(..QUOTED) {
        Some(start) if word.len() > QUOTED => (start, "..."),
        _ => (word, ""),
    };
    format!("{}{dots}", start.escape_ascii())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(line: &str) -> Result<Option<Line>, Fault> {
        parse(line.as_bytes(), Dialect::Gomocup)
    }

    fn command_of(line: &str) -> Command {
        match read(line) {
            Ok(Some(Line::Command(command))) => command,
            other => panic!("{line}: {other:?}"),
        }
    }

    fn info_of(line: &str) -> Info {
        match command_of(line) {
            Command::Info(info) => info,
            other => panic!("{line}: {other:?}"),
        }
    }

    fn at(x: usize, y: usize) -> Point {
        Point::new(x, y).unwrap()
    }

    #[test]
    fn every_command_is_read_in_any_case() {
        let cases = [
            ("RESTART", Command::Restart),
            ("begin", Command::Begin),
            ("Turn 7,14", Command::Turn(at(7, 14))),
            ("PLAY 0,19", Command::Play(at(0, 19))),
            ("TAKEBACK 3,4", Command::TakeBack(at(3, 4))),
            ("BOARD", Command::Stones(Purpose::Move)),
            ("yxboard", Command::Stones(Purpose::Show)),
            ("SWAP2BOARD", Command::Stones(Purpose::Swap)),
            ("DONE", Command::Done),
            ("ABOUT", Command::About),
            ("END", Command::End),
            ("YXSTOP", Command::Stop),
            ("yxshowforbid", Command::ShowForbidden),
            ("yxhashclear", Command::ForgetHash),
            ("yxnbest 3", Command::Best(3)),
            ("yxnbest 1000", Command::Best(255)),
        ];
        for (line, command) in cases {
            assert_eq!(command_of(line), command);
            assert_eq!(command_of(&line.to_lowercase()), command);
        }
    }

    #[test]
    fn boards_have_five_to_twenty_cells_a_side() {
        let start = |columns, rows| Command::Start { columns, rows };
        assert_eq!(command_of("START 5"), start(5, 5));
        assert_eq!(command_of("START 20"), start(20, 20));
        assert_eq!(command_of("RECTSTART 20,5"), start(20, 5));
        for line in [
            "START 4",
            "START 21",
            "START -15",
            "START 99999999999999999999",
            "RECTSTART 30,20",
            "RECTSTART 20,4",
        ] {
            assert_eq!(read(line), Err(Fault::Size), "{line}");
        }
        for line in [
            "START",
            "START x",
            "START 15 15",
            "START 15 12",
            "START 15,12",
            "START 15 x",
            "RECTSTART 20",
            "RECTSTART 20 20",
            "RECTSTART 20,20,20",
            "RECTSTART 20,20 20",
        ] {
            assert!(matches!(read(line), Err(Fault::Usage(_))), "{line}");
        }
    }

    #[test]
    fn yixins_boards_name_the_rows_first() {
        let yixin = |line: &str| parse(line.as_bytes(), Dialect::Yixin);
        let start = |columns, rows| Ok(Some(Line::Command(Command::Start { columns, rows })));
        assert_eq!(yixin("start 15 12"), start(12, 15));
        assert_eq!(yixin("start \t 15 "), start(15, 15));
        assert_eq!(yixin("start 15 21"), Err(Fault::Size));
        for line in ["start", "start 15 15 15", "start 15 x", "start 15,12"] {
            assert!(matches!(yixin(line), Err(Fault::Usage(_))), "{line}");
        }
    }

    #[test]
    fn an_end_is_one_for_all() {
        for line in [
            "END",
            "end",
            "  End\t",
            "END it",
            "BEND",
            "EN D",
            "",
            "E\u{ff}ND",
        ] {
            let end = read(line) == Ok(Some(Line::Command(Command::End)));
            assert_eq!(is_end(line.as_bytes()), end, "{line}");
        }
    }

    #[test]
    fn blanks_do_not_matter() {
        assert_eq!(command_of("  TURN \t 7 , 7  "), Command::Turn(at(7, 7)));
        assert_eq!(command_of("START 15   "), command_of("START 15"));
        for blank in ["", " ", "\t \t"] {
            assert_eq!(read(blank), Ok(None));
        }
    }

    #[test]
    fn half_a_command_is_an_error() {
        for line in [
            "TURN",
            "TURN x",
            "TURN 7",
            "TURN 7,",
            "TURN 7,7,7",
            "TURN 7;7",
            "TURN 7 7",
            "TURN 7.0,7",
            "PLAY 1,b",
            "TAKEBACK",
            "TURN 7,7 8",
            "PLAY 7,7,7",
            "TAKEBACK 7,7 x",
            "BEGIN 1",
            "RESTART 15",
            "BOARD 15",
            "YXBOARD 1",
            "SWAP2BOARD 3",
            "DONE now",
            "ABOUT you",
            "END it",
            "YXSTOP now",
            "YXSHOWFORBID 7,7",
            "YXHASHCLEAR 0",
            "YXNBEST",
            "YXNBEST 3 4",
            "YXNBEST 0",
            "YXNBEST x",
            "INFO",
            "INFO rule",
            "INFO rule x",
            "INFO rule 1 4",
            "INFO timeout_turn 1.5",
            "INFO timeout_turn 100 200",
            "INFO time_left 5 s",
            "1",
            "1,",
            "1,2,4",
            "1,2,0",
            "1,2,3,1",
            "1,2,1 2",
            "1,2,",
            "1,2,x",
            "-",
            "+,+",
        ] {
            assert!(matches!(read(line), Err(Fault::Usage(_))), "{line}");
        }
        for line in [
            "TURN -1,7",
            "TURN 7,20",
            "99999999999999999999,1",
            "20,0,1",
            "-1,0,1",
        ] {
            assert_eq!(read(line), Err(Fault::Outside), "{line}");
        }
    }

    #[test]
    fn stones_may_have_an_owner() {
        let stone = |line| match read(line) {
            Ok(Some(Line::Stone(stone))) => stone,
            other => panic!("{other:?}"),
        };
        let point = at(7, 8);
        let owned = |owner| Stone { point, owner };
        assert_eq!(stone("7,8"), owned(None));
        assert_eq!(stone("7,8,1"), owned(Some(Owner::Own)));
        assert_eq!(stone(" 7, 8, 2 "), owned(Some(Owner::Opponent)));
        assert_eq!(stone("+7,8,3"), owned(Some(Owner::Nobody)));
    }

    #[test]
    fn infos_have_their_own_idea_of_no_limit() {
        assert_eq!(info_of("INFO timeout_turn 0"), Info::TurnMs(0));
        assert_eq!(info_of("INFO timeout_match 0"), Info::MatchMs(0));
        assert_eq!(info_of("INFO time_left 900"), Info::LeftMs(Some(900)));
        assert_eq!(info_of("INFO time_left -900"), Info::LeftMs(Some(0)));
        assert_eq!(info_of("INFO time_left 2147483647"), Info::LeftMs(None));
        assert_eq!(
            info_of("INFO max_memory 83886080"),
            Info::MaxMemory(83_886_080)
        );
        for wrong in [
            "INFO timeout_turn -5",
            "INFO timeout_match -1",
            "INFO max_memory -1",
            "INFO max_memory 1e9",
            "INFO max_depth -3",
            "INFO max_node -2",
            "INFO hash_size -1",
            "INFO thread_num -1",
        ] {
            assert!(matches!(read(wrong), Err(Fault::Usage(_))), "{wrong}");
        }
        assert_eq!(info_of("INFO rule 9"), Info::Rule(9));
        assert_eq!(info_of("INFO MAX_DEPTH 12"), Info::MaxDepth(Some(12)));
        for unlimited in [
            "INFO max_depth 225",
            "INFO max_depth 0",
            "INFO max_depth -1",
        ] {
            assert_eq!(info_of(unlimited), Info::MaxDepth(None));
        }
        assert_eq!(info_of("INFO max_node 500"), Info::MaxNodes(Some(500)));
        assert_eq!(info_of("INFO max_node -1"), Info::MaxNodes(None));
        assert_eq!(info_of("INFO hash_size 1024"), Info::HashKib(1024));
        assert_eq!(info_of("INFO thread_num 0"), Info::Threads(1));
        for other in [
            "INFO folder C:\\My Games, and more",
            "INFO evaluate 7,7",
            "INFO evaluate",
            "INFO game_type 1",
            "INFO show_detail 3",
            "INFO \u{ff}",
        ] {
            assert_eq!(info_of(other), Info::Other);
        }
    }

    #[test]
    fn what_is_unknown_is_quoted_in_visible_letters() {
        let unknown = |line: &[u8]| match parse(line, Dialect::Gomocup) {
            Err(Fault::Unknown(word)) => word,
            other => panic!("{other:?}"),
        };
        assert_eq!(unknown(b"HELLO there"), "HELLO");
        assert_eq!(unknown(b"\0\x07\xff 1"), "\\x00\\x07\\xff");
        assert_eq!(unknown(&[b'x'; 4_000]), "x".repeat(QUOTED) + "...");
        assert_eq!(unknown(b"TURN7,7"), "TURN7,7");
        assert_eq!(unknown(b",7"), ",7");
    }
}
