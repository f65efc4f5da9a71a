//! What the box has to say beside the game, and for how long it is shown.

use std::collections::VecDeque;

use minmax_engine::bitboard::BitBoard;
use minmax_engine::point::Point;
use minmax_engine::side::Side;

use super::entry::EntryError;
use crate::app::event::Notice;

/// More messages than this are not kept: the oldest that waits is dropped.
const MOST: usize = 8;
/// How long an answer to a key is shown, in milliseconds.
const ANSWER_MS: u64 = 4_000;
/// How long trouble that passes is shown, in milliseconds.
const TROUBLE_MS: u64 = 8_000;
/// How long each of several lasting troubles is shown in turn, in milliseconds, and each page of a
/// message that takes several.
const TURN_MS: u64 = 3_000;
/// How long a character of others' words takes to be read, in milliseconds.
const READ_MS: u64 = 100;
/// Nobody's words are shown for longer, in milliseconds.
const LONGEST_MS: u64 = 30_000;

/// Something to be shown for a while.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Message {
    /// About the game.
    Notice(Notice),
    /// About coordinates that were typed.
    Entry(EntryError),
    /// Something is wrong with the box.
    Trouble(Trouble),
    /// In the words of whoever says it, in the language that is spoken.
    Words(String),
}

/// Something that is wrong with the box.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Trouble {
    /// The stones on the real board are not those of the game.
    Board(Differences),
    /// The robot does not answer.
    RobotSilent,
    /// The robot could not do what it was told.
    RobotFailed,
    /// The display does not answer.
    Display,
    /// There is no room to keep the game.
    StoreFull,
    /// The game cannot be kept.
    StoreFailed,
    /// The game is not kept yet: it is shown all the same.
    StoreSlow,
    /// The kept game was damaged, and is in the file of this name; a new one has begun.
    StoreDamaged(String),
    /// The keypad cannot be read.
    Keypad,
    /// The serial line is gone.
    Serial,
    /// The engine has failed.
    Engine,
    /// The box could not be switched off.
    Power,
}

/// What a trouble is about: new trouble takes the place of the old one about the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Subject {
    /// The real board and its stones.
    Board,
    /// The robot.
    Robot,
    /// The display.
    Display,
    /// The file of the game.
    Store,
    /// The keypad.
    Keypad,
    /// The serial line.
    Serial,
    /// The engine.
    Engine,
    /// The power.
    Power,
}

/// A cell of the real board that is not as in the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Difference {
    /// Which cell.
    pub at: Point,
    /// The stone that the game has there.
    pub wanted: Option<Side>,
    /// The stone that was seen there.
    pub seen: Option<Side>,
}

/// How the real board differs from the game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Differences {
    /// The one to be mended first, and all others.
    list: Vec<Difference>,
}

impl Differences {
    /// These differences; `None` if there are none.
    #[must_use]
    pub fn new(differences: &[Difference]) -> Option<Self> {
        let list = differences.to_vec();
        (!list.is_empty()).then_some(Self { list })
    }

    /// All of them, that which is to be mended first at the beginning; never empty.
    #[must_use]
    pub fn list(&self) -> &[Difference] {
        &self.list
    }

    /// The cells that differ.
    fn cells(&self) -> BitBoard {
        let mut cells = BitBoard::EMPTY;
        self.list.iter().for_each(|d| cells.insert(d.at));
        cells
    }
}

impl Trouble {
    /// What it is about.
    #[must_use]
    pub const fn subject(&self) -> Subject {
        match self {
            Self::Board(_) => Subject::Board,
            Self::RobotSilent | Self::RobotFailed => Subject::Robot,
            Self::Display => Subject::Display,
            Self::StoreFull | Self::StoreFailed | Self::StoreSlow | Self::StoreDamaged(_) => {
                Subject::Store
            }
            Self::Keypad => Subject::Keypad,
            Self::Serial => Subject::Serial,
            Self::Engine => Subject::Engine,
            Self::Power => Subject::Power,
        }
    }

    /// Whether it is shown until it is mended: the game cannot go on.
    const fn lasts(&self) -> bool {
        matches!(
            self.subject(),
            Subject::Board | Subject::Robot | Subject::Engine
        )
    }
}

impl Message {
    /// Whether it answers somebody's key, and is of no interest after the next one.
    const fn is_answer(&self) -> bool {
        matches!(self, Self::Notice(_) | Self::Entry(_))
    }

    const fn trouble(&self) -> Option<&Trouble> {
        match self {
            Self::Trouble(trouble) => Some(trouble),
            _ => None,
        }
    }

    fn is_about(&self, subject: Subject) -> bool {
        self.trouble()
            .is_some_and(|trouble| trouble.subject() == subject)
    }

    fn lasts(&self) -> bool {
        self.trouble().is_some_and(Trouble::lasts)
    }

    fn duration_ms(&self) -> u64 {
        match self {
            Self::Words(words) => {
                let read_ms = words.chars().count() as u64 * READ_MS;
                read_ms.clamp(TROUBLE_MS, LONGEST_MS)
            }
            _ if self.is_answer() => ANSWER_MS,
            _ => TROUBLE_MS,
        }
    }
}

/// The messages that are shown and that wait.
#[derive(Debug, Default)]
pub(super) struct Messages {
    /// The first is shown, for so many milliseconds more.
    passing: VecDeque<Message>,
    left_ms: u64,
    /// At most one a subject, shown in turn when nothing passes.
    lasting: Vec<Message>,
    turning_ms: u64,
}

impl Messages {
    /// The one to show.
    pub(super) fn shown(&self) -> Option<&Message> {
        let turn = self.turning_ms / TURN_MS;
        let of = self.lasting.len().max(1) as u64;
        let lasting = || self.lasting.get((turn % of) as usize);
        self.passing.front().or_else(lasting)
    }

    /// How many pages of it were shown before, if it takes several: they follow each other.
    pub(super) fn page(&self) -> u64 {
        match self.passing.front() {
            Some(message) => message.duration_ms().saturating_sub(self.left_ms) / TURN_MS,
            None => self.turning_ms / (TURN_MS * self.lasting.len().max(1) as u64),
        }
    }

    /// Whether anything is wrong with the box.
    pub(super) fn is_trouble(&self) -> bool {
        !self.lasting.is_empty() || self.passing.iter().any(|m| m.trouble().is_some())
    }

    /// The cells of the real board that are not as in the game.
    pub(super) fn differing(&self) -> BitBoard {
        let found = self.lasting.iter().find_map(|m| match m.trouble() {
            Some(Trouble::Board(differences)) => Some(differences.cells()),
            _ => None,
        });
        found.unwrap_or(BitBoard::EMPTY)
    }

    /// Takes a message in. An answer is shown at once, lasting trouble takes the place of the
    /// same subject's, and what else is said already is not said twice. `true` if it is news.
    pub(super) fn push(&mut self, message: Message) -> bool {
        if message.is_answer() {
            self.heard();
            self.left_ms = message.duration_ms();
            self.passing.push_front(message);
            return true;
        }
        let all = self.passing.iter().chain(&self.lasting);
        if all.into_iter().any(|known| *known == message) {
            return false;
        }
        if let Some(trouble) = message.trouble() {
            self.mend(trouble.subject());
        }
        if message.lasts() {
            self.turning_ms = self.lasting.len() as u64 * TURN_MS;
            self.lasting.push(message);
        } else {
            self.wait(message);
        }
        true
    }

    fn wait(&mut self, message: Message) {
        if self.passing.len() == MOST {
            self.passing.remove(1);
        }
        if self.passing.is_empty() {
            self.left_ms = message.duration_ms();
        }
        self.passing.push_back(message);
    }

    /// A key was pressed: answers to others are of no interest any more.
    pub(super) fn heard(&mut self) {
        if self.passing.front().is_some_and(Message::is_answer) {
            self.next();
        }
    }

    /// The trouble is mended; `false` if there was none.
    pub(super) fn mend(&mut self, subject: Subject) -> bool {
        let before = self.passing.len() + self.lasting.len();
        let front = self.passing.front().is_some_and(|m| m.is_about(subject));
        if front {
            self.next();
        }
        self.passing.retain(|m| !m.is_about(subject));
        self.lasting.retain(|m| !m.is_about(subject));
        self.passing.len() + self.lasting.len() < before
    }

    /// Time has passed; `true` if another message is shown now.
    pub(super) fn pass(&mut self, elapsed_ms: u64) -> bool {
        if self.passing.is_empty() {
            let turn = self.turning_ms / TURN_MS;
            self.turning_ms = self.turning_ms.wrapping_add(elapsed_ms);
            return self.lasting.len() > 1 && turn != self.turning_ms / TURN_MS;
        }
        self.left_ms = self.left_ms.saturating_sub(elapsed_ms);
        let over = self.left_ms == 0;
        if over {
            self.next();
        }
        over
    }

    fn next(&mut self) {
        self.passing.pop_front();
        self.left_ms = self.passing.front().map_or(0, Message::duration_ms);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cell(column: usize) -> Point {
        Point::new(column, 0).unwrap()
    }

    fn differs(column: usize) -> Message {
        let difference = Difference {
            at: cell(column),
            wanted: None,
            seen: Some(Side::Black),
        };
        Message::Trouble(Trouble::Board(Differences::new(&[difference]).unwrap()))
    }

    #[test]
    fn answers_go_with_time_or_the_next_key() {
        let mut messages = Messages::default();
        messages.push(Message::Notice(Notice::GameOver));
        messages.push(Message::Notice(Notice::NothingToUndo));
        messages.pass(ANSWER_MS - 1);
        assert_eq!(
            messages.shown(),
            Some(&Message::Notice(Notice::NothingToUndo))
        );
        messages.pass(1);
        assert_eq!(messages.shown(), None);
        messages.push(Message::Notice(Notice::GameOver));
        messages.heard();
        assert_eq!(messages.shown(), None);
    }

    #[test]
    fn a_difference_stays_until_it_is_mended() {
        let mut messages = Messages::default();
        messages.push(differs(1));
        assert!(!messages.push(differs(1)), "no news");
        messages.push(Message::Notice(Notice::GameOver));
        assert_eq!(messages.shown(), Some(&Message::Notice(Notice::GameOver)));
        messages.heard();
        messages.pass(u64::MAX / 2);
        assert_eq!(messages.shown(), Some(&differs(1)));
        messages.push(differs(2));
        assert_eq!(messages.shown(), Some(&differs(2)));
        assert!(messages.differing().contains(cell(2)));
        assert!(messages.mend(Subject::Board) && !messages.mend(Subject::Board));
        assert_eq!(messages.shown(), None);
        assert!(!messages.is_trouble());
    }

    #[test]
    fn pages_follow_each_other() {
        let mut messages = Messages::default();
        messages.push(differs(1));
        assert_eq!(messages.page(), 0);
        messages.pass(TURN_MS);
        assert_eq!(messages.page(), 1);
        messages.push(Message::Words("x".repeat(100)));
        assert_eq!(messages.page(), 0);
        messages.pass(3 * TURN_MS);
        assert_eq!(messages.page(), 3);
        messages.pass(TURN_MS);
        assert_eq!(messages.shown(), Some(&differs(1)), "it was read");
        assert_eq!(messages.page(), 1, "where it was");
        messages.push(Message::Trouble(Trouble::RobotSilent));
        for (page, shown) in [(1, 0), (1, 1), (2, 0), (2, 1)] {
            messages.pass(TURN_MS);
            let differs = messages.shown() == Some(&differs(1));
            assert_eq!((messages.page(), usize::from(!differs)), (page, shown));
        }
    }

    #[test]
    fn lasting_troubles_take_turns() {
        let mut messages = Messages::default();
        messages.push(differs(1));
        messages.push(Message::Trouble(Trouble::RobotFailed));
        let robot = Message::Trouble(Trouble::RobotFailed);
        assert_eq!(messages.shown(), Some(&robot), "the newest first");
        assert!(messages.pass(TURN_MS));
        assert_eq!(messages.shown(), Some(&differs(1)));
        assert!(!messages.pass(1));
    }

    #[test]
    fn passing_troubles_wait_in_line_and_are_bounded() {
        let mut messages = Messages::default();
        messages.push(Message::Trouble(Trouble::StoreFull));
        for n in 0..100 {
            messages.push(Message::Words(n.to_string()));
        }
        assert_eq!(messages.passing.len(), MOST);
        let store = Message::Trouble(Trouble::StoreFull);
        assert_eq!(messages.shown(), Some(&store), "whole time to be read");
        assert!(messages.pass(TROUBLE_MS));
        assert_eq!(messages.shown(), Some(&Message::Words("93".into())));
    }
}
