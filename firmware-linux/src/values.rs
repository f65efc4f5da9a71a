//! The words that people write for games, players and numbers, on the command line and in the
//! box's file: what they mean, or in one line why they mean nothing.

use std::fmt::{self, Display};
use std::str::FromStr;

use minmax_engine::point::MAX_SIDE;
use minmax_engine::rules::{FoulRule, LineRule, Rules};
use minmax_engine::strategy::handicap::Level;

use crate::app::event::Player;
use crate::lang::{Lang, Text, nearest, quoted, texts};
use crate::names;
use crate::wording;

/// The smallest gomoku board.
const SMALLEST_GOMOKU: usize = 5;
/// A day, in seconds.
const LONGEST_TIME: f64 = 86_400.0;

/// A value that means nothing: its name, the value, why, and perhaps what is meant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refusal {
    name: String,
    words: String,
}

impl Refusal {
    fn new(name: &str, words: String) -> Self {
        let name = name.into();
        Self { name, words }
    }

    /// The name of the value, without what stands before every name.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }
}

impl Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.words)
    }
}

impl std::error::Error for Refusal {}

/// The words for a game, as far as they are given.
#[derive(Clone, Copy, Debug, Default)]
pub struct GameWords<'a> {
    /// `gomoku` (what it is if not given), `tictactoe`, `4x4`, or columns, rows and length.
    pub game: Option<&'a str>,
    /// The side of a gomoku board; 15 if not given.
    pub size: Option<&'a str>,
    /// The line rule; freestyle if not given.
    pub rule: Option<&'a str>,
    /// What a foul comes to in renju: `refused` (what it is if not given) or `loses`.
    pub foul: Option<&'a str>,
}

/// Words for wrong values.
#[derive(Clone, Copy, Debug)]
pub struct Checker<'a> {
    /// The language to speak.
    pub lang: Lang,
    /// What stands before the name of every value: `--` on the command line.
    pub prefix: &'a str,
}

impl Checker<'_> {
    /// Refuses a value.
    #[must_use]
    pub fn refuse(self, name: &str, value: &str, why: &dyn Display) -> Refusal {
        let full = format!("{}{name}", self.prefix);
        let values: [&dyn Display; 3] = [&full, &quoted(value), why];
        Refusal::new(name, texts::USAGE_VALUE.fill(self.lang, &values))
    }

    /// Refuses a word for which others were expected, the nearest of which may be meant.
    #[must_use]
    pub fn refuse_word(self, name: &str, value: &str, why: Text, words: &[&str]) -> Refusal {
        let why = why.fill(self.lang, &[&MAX_SIDE]);
        match nearest(value, words.iter().copied()) {
            None => self.refuse(name, value, &why),
            Some(near) => {
                let full = format!("{}{name}", self.prefix);
                let values: [&dyn Display; 4] = [&full, &quoted(value), &why, &near];
                Refusal::new(name, texts::USAGE_VALUE_NEAR.fill(self.lang, &values))
            }
        }
    }

    /// A number within these bounds.
    ///
    /// # Errors
    /// It is none.
    pub fn number<T>(self, name: &str, value: &str, least: T, most: T) -> Result<T, Refusal>
    where
        T: FromStr + PartialOrd + Display + Copy,
    {
        let number = value.trim().parse().ok();
        let within = number.filter(|number| (least..=most).contains(number));
        let why = || texts::EXPECT_NUMBER.fill(self.lang, &[&least, &most]);
        within.ok_or_else(|| self.refuse(name, value, &why()))
    }

    /// A time in seconds, as milliseconds: a thousandth of a second to a day.
    ///
    /// # Errors
    /// It is none.
    pub fn milliseconds(self, name: &str, value: &str) -> Result<u64, Refusal> {
        let seconds = value.trim().parse::<f64>().ok();
        // Neither NaN nor infinity is within the range.
        let within = seconds.filter(|seconds| (0.001..=LONGEST_TIME).contains(seconds));
        within
            .map(|seconds| (seconds * 1000.0).round() as u64)
            .ok_or_else(|| self.refuse_word(name, value, texts::EXPECT_TIME, &[]))
    }

    /// A language.
    ///
    /// # Errors
    /// The name is none of a language.
    pub fn lang(self, name: &str, value: &str) -> Result<Lang, Refusal> {
        let why = texts::EXPECT_LANG;
        Lang::from_name(value).ok_or_else(|| self.refuse_word(name, value, why, &[]))
    }

    /// The game that the words `game`, `size` and `rule` name.
    ///
    /// # Errors
    /// There is no such game, or not yet.
    pub fn rules(self, words: GameWords<'_>) -> Result<Rules, Refusal> {
        let game = words.game.unwrap_or("gomoku");
        let line = self.rule(words, game)?;
        let (columns, rows, k) = self.board(words, game)?;
        let rules = Rules::new(columns, rows, k, line).map_err(|error| {
            let why = wording::rules_error(error, self.lang);
            match words.rule {
                Some(rule) if k != 5 => self.refuse("rule", rule, &why),
                _ => self.refuse("game", game, &why),
            }
        })?;
        Ok(rules.with_fouls(self.fouls(words, line)?))
    }

    fn fouls(self, words: GameWords<'_>, line: LineRule) -> Result<FoulRule, Refusal> {
        match words.foul {
            None => Ok(FoulRule::Refused),
            Some(word) if line != LineRule::Renju => {
                Err(self.refuse("foul", word, &texts::EXPECT_NO_FOUL.plain(self.lang)))
            }
            Some(word) => self.foul(word),
        }
    }

    /// What a foul comes to: `refused` or `loses`.
    ///
    /// # Errors
    /// It is another word.
    pub fn foul(self, word: &str) -> Result<FoulRule, Refusal> {
        match word {
            "refused" => Ok(FoulRule::Refused),
            "loses" => Ok(FoulRule::Loses),
            _ => {
                let words = ["refused", "loses"];
                Err(self.refuse_word("foul", word, texts::EXPECT_FOUL, &words))
            }
        }
    }

    fn rule(self, words: GameWords<'_>, game: &str) -> Result<LineRule, Refusal> {
        match (words.rule, game) {
            (None, "renju") => Ok(LineRule::Renju),
            (None, _) => Ok(LineRule::Freestyle),
            (Some(name), "renju") if name != "renju" => {
                let why = texts::EXPECT_RENJU.plain(self.lang);
                Err(self.refuse("rule", name, &why))
            }
            (Some(name), _) => names::rule(name).ok_or_else(|| {
                let known = names::RULES.map(|(name, _)| name);
                self.refuse_word("rule", name, texts::EXPECT_RULE, &known)
            }),
        }
    }

    /// Columns, rows, and how many in a row.
    fn board(self, words: GameWords<'_>, game: &str) -> Result<(usize, usize, usize), Refusal> {
        let board = match game {
            "gomoku" | "renju" => {
                let side = self.gomoku_size(words.size)?;
                return Ok((side, side, 5));
            }
            "tictactoe" => (3, 3, 3),
            "4x4" => (4, 4, 4),
            other => three_numbers(other).ok_or_else(|| {
                let words = ["tictactoe", "4x4", "gomoku", "renju"];
                self.refuse_word("game", other, texts::EXPECT_GAME, &words)
            })?,
        };
        match words.size {
            Some(size) => Err(self.refuse("size", size, &texts::EXPECT_NO_SIZE.plain(self.lang))),
            None => Ok(board),
        }
    }

    fn gomoku_size(self, size: Option<&str>) -> Result<usize, Refusal> {
        let Some(text) = size else {
            return Ok(15);
        };
        let side = text.trim().parse().ok();
        let within = side.filter(|side| (SMALLEST_GOMOKU..=MAX_SIDE).contains(side));
        within.ok_or_else(|| self.refuse_word("size", text, texts::EXPECT_SIZE, &[]))
    }

    /// Who plays, as the words `players` or `side` say; a person against the engine without.
    ///
    /// # Errors
    /// They say nothing, or both are given.
    pub fn players(
        self,
        players: Option<&str>,
        side: Option<&str>,
    ) -> Result<[Player; 2], Refusal> {
        match (players, side) {
            (Some(_), Some(_)) => {
                let words = texts::EXPECT_PLAYERS_OR_SIDE.fill(self.lang, &[&self.prefix]);
                Err(Refusal::new("side", words))
            }
            (None, None) | (None, Some("first")) => Ok([Player::Human, Player::Engine]),
            (None, Some("second")) => Ok([Player::Engine, Player::Human]),
            (None, Some(side)) => {
                let words = ["first", "second"];
                Err(self.refuse_word("side", side, texts::EXPECT_SIDE, &words))
            }
            (Some(names), None) => Player::two_from_names(names).ok_or_else(|| {
                let why = texts::EXPECT_PLAYERS.plain(self.lang);
                self.refuse("players", names, &why)
            }),
        }
    }

    /// A level.
    ///
    /// # Errors
    /// It is none.
    pub fn level(self, value: &str) -> Result<Level, Refusal> {
        let level = value.trim().parse().ok().and_then(Level::new);
        level.ok_or_else(|| self.refuse_word("level", value, texts::EXPECT_LEVEL, &[]))
    }
}

fn three_numbers(text: &str) -> Option<(usize, usize, usize)> {
    let mut numbers = text.split(',').map(|part| part.trim().parse().ok());
    let found = (numbers.next()??, numbers.next()??, numbers.next()??);
    numbers.next().is_none().then_some(found)
}
