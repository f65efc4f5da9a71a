//! What the two ends tell each other: [`Command`]s from the box to the machine, [`Report`]s back.
//!
//! Both are words with single blanks between them. What the machine is to do carries a number,
//! the job, and its answer the same number, so that a late answer is told from the right one.
//! More words than are known are ignored: a later version may have them.

use core::fmt;
use core::str::{FromStr, SplitWhitespace};

use crate::board::Board;
use crate::cell::{Cell, Colour, MAX_SIDE, Size};

/// The version of the protocol, which [`Report::Ready`] names.
pub const VERSION: u16 = 1;

/// The cells of a row that won, in line order.
pub type Row = heapless::Vec<Cell, { MAX_SIDE as usize }>;

/// Something for the machine's hands or eyes to do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Work {
    /// Take a stone of this colour from the supply and put it on the empty cell.
    Place(Colour, Cell),
    /// Take the stone on the first cell and put it on the second, which is empty.
    Move(Cell, Cell),
    /// Take the stone on the cell off the board.
    Remove(Cell),
    /// Say what lies on the board.
    Look,
}

/// What the lamps are to show.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Lamp {
    /// The engine thinks.
    Thinking,
    /// The machine is about to move stones: hands off.
    Moving,
    /// It is the human's turn: the box and the machine are done.
    Turn,
    /// Something is wrong with the board or the machine: a display says what.
    Wrong,
    /// The game is over.
    Over,
}

const LAMPS: [(&str, Lamp); 5] = [
    ("THINKING", Lamp::Thinking),
    ("MOVING", Lamp::Moving),
    ("TURN", Lamp::Turn),
    ("WRONG", Lamp::Wrong),
    ("OVER", Lamp::Over),
];

/// From the box to the machine.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Command {
    /// `GAME 3 3 3`: a board of this size is played on, so many in a row win.
    Game(Size, u8),
    /// `PLACE 7 B b2`, `MOVE 8 a1 b2`, `REMOVE 9 b2`, `LOOK 10`: a job.
    Do(u16, Work),
    /// `LAMP TURN`.
    Lamp(Lamp),
    /// `OVER B a1 b2 c3`: who has won and with which cells, none after a resignation;
    /// `OVER -` is a draw.
    Over(Option<Colour>, Row),
}

/// What a machine can do besides seeing the board.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Abilities {
    /// Take a stone from the supply and place it; `P`.
    pub place: bool,
    /// Move a stone from cell to cell; `M`.
    pub shift: bool,
    /// Take a stone off the board; `R`.
    pub remove: bool,
}

impl Abilities {
    /// Everything.
    pub const ALL: Self = Self {
        place: true,
        shift: true,
        remove: true,
    };

    /// Whether the machine can do this.
    #[must_use]
    pub const fn allow(self, work: Work) -> bool {
        match work {
            Work::Place(..) => self.place,
            Work::Move(..) => self.shift,
            Work::Remove(_) => self.remove,
            Work::Look => true,
        }
    }
}

/// From the machine to the box.
#[derive(Clone, Debug, PartialEq, Eq)]
#[allow(
    clippy::large_enum_variant,
    reason = "one at a time, and no heap on a microcontroller"
)]
pub enum Report<'a> {
    /// `READY 1 3 3 PMR`: the machine speaks this version, has a board of this size, and can do
    /// this.
    Ready(u16, Size, Abilities),
    /// `MOVED`: the human has pressed the button.
    Moved,
    /// `BOARD 10 3 3 1W1/B2/3`: what lies on the board, in answer to `LOOK 10`, or with 0 unasked.
    Board(u16, Board),
    /// `DONE 7`: that job is done.
    Done(u16),
    /// `FAILED 7 dropped it`: that job is not done, and why, for people.
    Failed(u16, &'a str),
}

/// The text is none of the messages.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NotUnderstood;

impl fmt::Display for NotUnderstood {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("not a message of the link")
    }
}

impl core::error::Error for NotUnderstood {}

// ---- writing

impl fmt::Display for Command {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Game(size, k) => write!(f, "GAME {size} {k}"),
            Self::Do(job, Work::Place(colour, cell)) => {
                write!(f, "PLACE {job} {} {cell}", colour.letter())
            }
            Self::Do(job, Work::Move(from, to)) => write!(f, "MOVE {job} {from} {to}"),
            Self::Do(job, Work::Remove(cell)) => write!(f, "REMOVE {job} {cell}"),
            Self::Do(job, Work::Look) => write!(f, "LOOK {job}"),
            Self::Lamp(lamp) => write!(f, "LAMP {}", lamp_name(*lamp)),
            Self::Over(winner, row) => {
                write!(f, "OVER {}", winner.map_or('-', Colour::letter))?;
                row.iter().try_for_each(|cell| write!(f, " {cell}"))
            }
        }
    }
}

fn lamp_name(lamp: Lamp) -> &'static str {
    LAMPS
        .iter()
        .find(|(_, known)| *known == lamp)
        .map_or("", |(name, _)| name)
}

impl fmt::Display for Report<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Ready(version, size, can) => write!(f, "READY {version} {size} {can}"),
            Self::Moved => f.write_str("MOVED"),
            Self::Board(job, board) => write!(f, "BOARD {job} {} {board}", board.size()),
            Self::Done(job) => write!(f, "DONE {job}"),
            Self::Failed(job, "") => write!(f, "FAILED {job}"),
            Self::Failed(job, reason) => write!(f, "FAILED {job} {reason}"),
        }
    }
}

/// `PMR`, or `-` for a machine that only sees.
impl fmt::Display for Abilities {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if *self == Self::default() {
            return f.write_str("-");
        }
        let letters = [(self.place, "P"), (self.shift, "M"), (self.remove, "R")];
        let mut able = letters.iter().filter(|(able, _)| *able);
        able.try_for_each(|(_, letter)| f.write_str(letter))
    }
}

// ---- reading

impl FromStr for Command {
    type Err = NotUnderstood;

    fn from_str(text: &str) -> Result<Self, NotUnderstood> {
        command(&mut text.split_whitespace()).ok_or(NotUnderstood)
    }
}

fn command(words: &mut SplitWhitespace<'_>) -> Option<Command> {
    Some(match words.next()? {
        "GAME" => Command::Game(size(words)?, number(words)?),
        "PLACE" => Command::Do(job(words)?, Work::Place(colour(words)?, cell(words)?)),
        "MOVE" => Command::Do(job(words)?, Work::Move(cell(words)?, cell(words)?)),
        "REMOVE" => Command::Do(job(words)?, Work::Remove(cell(words)?)),
        "LOOK" => Command::Do(job(words)?, Work::Look),
        "LAMP" => Command::Lamp(lamp(words.next()?)?),
        "OVER" => Command::Over(winner(words.next()?)?, row(words)?),
        _ => return None,
    })
}

impl<'a> Report<'a> {
    /// Reads a report.
    ///
    /// # Errors
    /// The text is no report.
    pub fn parse(text: &'a str) -> Result<Self, NotUnderstood> {
        if let Some(rest) = text.strip_prefix("FAILED ") {
            let (job, reason) = rest.split_once(' ').unwrap_or((rest, ""));
            let job = job.parse().map_err(|_| NotUnderstood)?;
            return Ok(Self::Failed(job, reason.trim()));
        }
        report(&mut text.split_whitespace()).ok_or(NotUnderstood)
    }
}

fn report(words: &mut SplitWhitespace<'_>) -> Option<Report<'static>> {
    Some(match words.next()? {
        "READY" => {
            let version = number(words)?;
            let size = size(words)?;
            let can = abilities(words.next()?, version)?;
            Report::Ready(version, size, can)
        }
        "MOVED" => Report::Moved,
        "BOARD" => {
            let job = number(words)?;
            let size = size(words)?;
            Report::Board(job, Board::parse(size, words.next()?)?)
        }
        "DONE" => Report::Done(job(words)?),
        _ => return None,
    })
}

fn number<T: FromStr>(words: &mut SplitWhitespace<'_>) -> Option<T> {
    words.next()?.parse().ok()
}

/// Jobs count from 1.
fn job(words: &mut SplitWhitespace<'_>) -> Option<u16> {
    number(words).filter(|&job| job > 0)
}

fn size(words: &mut SplitWhitespace<'_>) -> Option<Size> {
    Size::new(number(words)?, number(words)?)
}

fn cell(words: &mut SplitWhitespace<'_>) -> Option<Cell> {
    Cell::parse(words.next()?)
}

fn colour(words: &mut SplitWhitespace<'_>) -> Option<Colour> {
    let mut letters = words.next()?.chars();
    Colour::from_letter(letters.next()?).filter(|_| letters.next().is_none())
}

fn lamp(name: &str) -> Option<Lamp> {
    LAMPS
        .iter()
        .find(|(known, _)| *known == name)
        .map(|(_, lamp)| *lamp)
}

fn winner(word: &str) -> Option<Option<Colour>> {
    match word {
        "-" => Some(None),
        "B" => Some(Some(Colour::Black)),
        "W" => Some(Some(Colour::White)),
        _ => None,
    }
}

fn row(words: &mut SplitWhitespace<'_>) -> Option<Row> {
    let mut row = Row::new();
    for word in words {
        row.push(Cell::parse(word)?).ok()?;
    }
    Some(row)
}

/// Another version may have other letters, too.
fn abilities(word: &str, version: u16) -> Option<Abilities> {
    let mut can = Abilities::default();
    if word == "-" {
        return Some(can);
    }
    for letter in word.chars() {
        match letter {
            'P' => can.place = true,
            'M' => can.shift = true,
            'R' => can.remove = true,
            _ if version != VERSION => {}
            _ => return None,
        }
    }
    Some(can)
}

#[cfg(test)]
mod tests {
    use super::*;
    use core::fmt::Write;
    use heapless::String;

    fn written(message: &impl fmt::Display) -> String<440> {
        let mut text = String::new();
        write!(text, "{message}").unwrap();
        text
    }

    #[test]
    fn commands_read_back() {
        for text in [
            "GAME 3 3 3",
            "GAME 20 15 5",
            "PLACE 7 B b2",
            "PLACE 65535 W t20",
            "MOVE 8 a1 b2",
            "REMOVE 9 b2",
            "LOOK 10",
            "LAMP THINKING",
            "LAMP MOVING",
            "LAMP TURN",
            "LAMP WRONG",
            "LAMP OVER",
            "OVER B a1 b2 c3",
            "OVER W",
            "OVER -",
        ] {
            let command: Command = text.parse().unwrap();
            assert_eq!(written(&command), text);
        }
    }

    #[test]
    fn reports_read_back() {
        for text in [
            "READY 1 3 3 PMR",
            "READY 1 15 15 P",
            "READY 2 20 20 -",
            "MOVED",
            "BOARD 10 3 3 1W1/B2/3",
            "BOARD 0 3 3 3/3/3",
            "DONE 7",
            "FAILED 7 dropped it",
            "FAILED 7",
        ] {
            let report = Report::parse(text).unwrap();
            assert_eq!(written(&report), text);
        }
    }

    #[test]
    fn more_words_than_are_known_are_ignored() {
        for (text, known) in [
            ("READY 2 3 3 PMR XYZ", "READY 2 3 3 PMR"),
            ("READY 2 3 3 PXR", "READY 2 3 3 PR"),
            ("READY 1 3 3 P and more", "READY 1 3 3 P"),
            ("MOVED 1", "MOVED"),
            ("DONE 7 at last", "DONE 7"),
            ("BOARD 10 3 3 3/3/3 sharp", "BOARD 10 3 3 3/3/3"),
        ] {
            assert_eq!(written(&Report::parse(text).unwrap()), known);
        }
        for (text, known) in [
            ("GAME 3 3 3 torus", "GAME 3 3 3"),
            ("PLACE 7 B b2 softly", "PLACE 7 B b2"),
            ("LAMP TURN RED", "LAMP TURN"),
        ] {
            assert_eq!(written(&text.parse::<Command>().unwrap()), known);
        }
    }

    #[test]
    fn nonsense_is_not_understood() {
        for text in [
            "",
            "game 3 3 3",
            "GAME 3 3",
            "GAME 2 2 2",
            "PLACE 0 B b2",
            "PLACE 7 X b2",
            "PLACE 7 BB b2",
            "PLACE 7 B",
            "PLACE 65536 B b2",
            "LOOK",
            "LOOK -1",
            "LAMP",
            "LAMP turn",
            "OVER",
            "OVER X",
            "OVER B a1 z9",
            "MOVED",
        ] {
            assert_eq!(text.parse::<Command>(), Err(NotUnderstood), "{text}");
        }
        for text in [
            "",
            "READY",
            "READY 1 3 3",
            "READY 1 3 3 X",
            "BOARD 1",
            "BOARD 1 3 3",
            "BOARD 1 3 3 3/3",
            "DONE",
            "DONE 0",
            "DONE x",
            "FAILED",
            "FAILED x y",
        ] {
            assert_eq!(Report::parse(text), Err(NotUnderstood), "{text}");
        }
    }

    #[test]
    fn the_longest_message_fits_a_frame() {
        let side = MAX_SIDE;
        let size = Size::new(side, side).unwrap();
        let mut board = Board::new(size);
        size.cells()
            .for_each(|cell| board.set(cell, Some(Colour::Black)));
        let longest = written(&Report::Board(u16::MAX, board));
        assert_eq!(longest.len(), 437);
        assert!(longest.len() <= crate::frame::LONGEST_TEXT);
        let row = size.cells().take(side.into()).collect();
        assert!(written(&Command::Over(Some(Colour::Black), row)).len() < longest.len());
    }
}
