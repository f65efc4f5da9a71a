//! The one place where what clients send is checked: from the shapes of `wire` to games and limits
//! that make sense, or to one line that says what does not.
//!
//! - `games`: games that are to begin, moves, and changes of who plays

mod games;

use minmax_engine::game::{Game, Outcome, SetUpError};
use minmax_engine::point::Point;
use minmax_engine::rules::{LineRule, Rules};
use minmax_engine::search::limits::{Limits, Weakness};
use minmax_engine::side::Side;
use minmax_engine::strategy::handicap::Level;
use minmax_engine::time::Budget;

use super::problem::Problem;
use super::searches::Search;
use super::wire::position::{ForbiddenBody, PositionBody, Stone};
use crate::lang::{Lang, texts};
use crate::values::{Checker, GameWords};

/// The deepest search that may be asked for, in plies.
pub const DEEPEST: u8 = 60;
/// How long a best move is thought about when nothing is said of it, in milliseconds.
pub const USUAL_MS: u64 = 1_000;

/// Checks in a language, within bounds.
#[derive(Clone, Copy, Debug)]
pub struct Door {
    /// The language to refuse in.
    pub lang: Lang,
    /// The longest that a search may be asked to take, in milliseconds.
    pub longest_ms: u64,
}

impl Door {
    const fn checker(&self) -> Checker<'static> {
        let lang = self.lang;
        Checker { lang, prefix: "" }
    }

    /// A position to search, and how.
    ///
    /// # Errors
    /// 400: a value that cannot be, stones that cannot lie so, or a game that is over.
    pub fn search(&self, body: &PositionBody) -> Result<Search, Problem> {
        let rules = self.rules(body.size, body.rule.as_deref())?;
        let side = self.side("player", body.player)?;
        let stones = self.stones(&body.board, rules)?;
        self.turn(&stones, side, rules)?;
        let game = self.set_up(rules, &stones, side)?;
        if let Some(outcome) = game.outcome() {
            return Err(Problem::bad(self.outcome(outcome)));
        }
        let (level, limits) = self.limits(body)?;
        let weakness = level.map_or(Weakness::NONE, |level| {
            level.weakness(rules, game.board().key())
        });
        Ok(Search {
            game,
            limits,
            weakness,
        })
    }

    /// A position whose forbidden points are asked for, with the side that wants to know.
    ///
    /// # Errors
    /// 400: a value that cannot be, stones that cannot lie so, or another rule than renju.
    pub fn forbidden(&self, body: &ForbiddenBody) -> Result<(Game, Side), Problem> {
        let rule = body.rule.as_deref().unwrap_or("renju");
        let rules = self.rules(body.size, Some(rule))?;
        if rules.line() != LineRule::Renju {
            let refused =
                self.checker()
                    .refuse("rule", rule, &texts::HTTP_ONLY_RENJU.plain(self.lang));
            return Err(refused.into());
        }
        let side = self.side("player", body.player.unwrap_or(1))?;
        let stones = self.stones(&body.board, rules)?;
        Ok((self.set_up(rules, &stones, side)?, side))
    }

    /// The game on a board of this size: 3 is tic-tac-toe, 4 is four in a row, others are gomoku.
    ///
    /// # Errors
    /// 400: there is no such game.
    pub fn rules(&self, size: Option<i64>, rule: Option<&str>) -> Result<Rules, Problem> {
        let game = match size {
            Some(3) => Some("tictactoe"),
            Some(4) => Some("4x4"),
            _ => None,
        };
        let size = size.filter(|_| game.is_none()).map(|size| size.to_string());
        let words = GameWords {
            game,
            rule,
            size: size.as_deref(),
            foul: None,
        };
        Ok(self.checker().rules(words)?)
    }

    /// A level.
    ///
    /// # Errors
    /// 400: there is no such level.
    pub fn level(&self, level: i64) -> Result<Level, Problem> {
        Ok(self.checker().level(&level.to_string())?)
    }

    /// The cell of this row and column, both from 0, the row from the top.
    ///
    /// # Errors
    /// 400: it is not on the board. `of` stands before the names of the numbers.
    pub fn cell(&self, of: &str, x: i64, y: i64, rules: Rules) -> Result<Point, Problem> {
        let row = self.number(&format!("{of}x"), x, 0, rules.rows() as i64 - 1)?;
        let column = self.number(&format!("{of}y"), y, 0, rules.columns() as i64 - 1)?;
        let point = Point::new(column as usize, row as usize);
        // Every cell that is on a board is a point.
        point.ok_or_else(|| Problem::bad(texts::HTTP_NOT_FOUND.plain(self.lang)))
    }

    /// A language.
    ///
    /// # Errors
    /// 400: nobody speaks it here.
    pub fn language(&self, name: &str) -> Result<Lang, Problem> {
        Ok(self.checker().lang("lang", name)?)
    }

    fn number(&self, name: &str, value: i64, least: i64, most: i64) -> Result<i64, Problem> {
        let text = value.to_string();
        Ok(self.checker().number(name, &text, least, most)?)
    }

    fn side(&self, name: &str, value: i64) -> Result<Side, Problem> {
        Ok(match self.number(name, value, 1, 2)? {
            1 => Side::Black,
            _ => Side::White,
        })
    }

    fn stones(&self, board: &[Stone], rules: Rules) -> Result<Vec<(Point, Side)>, Problem> {
        let stones = board.iter().enumerate();
        let checked = stones.map(|(index, stone)| {
            let of = format!("board[{index}].");
            let point = self.cell(&of, stone.x, stone.y, rules)?;
            Ok((point, self.side(&format!("{of}value"), stone.value)?))
        });
        checked.collect()
    }

    fn set_up(&self, rules: Rules, stones: &[(Point, Side)], side: Side) -> Result<Game, Problem> {
        Game::set_up(rules, stones, side).map_err(|error| {
            Problem::bad(match error {
                SetUpError::TwoWinners => texts::HTTP_TWO_WINNERS.plain(self.lang).into(),
                // The cells were checked: it is two stones on one.
                SetUpError::Occupied(point) | SetUpError::OffBoard(point) => {
                    texts::HTTP_TWICE.fill(self.lang, &[&point.row(), &point.column()])
                }
            })
        })
    }

    /// Whoever is to move has as many stones as the other or one fewer, whoever began; in renju Black
    /// did.
    fn turn(&self, stones: &[(Point, Side)], side: Side, rules: Rules) -> Result<(), Problem> {
        let count = |of| stones.iter().filter(|stone| stone.1 == of).count();
        let (black, white) = (count(Side::Black), count(Side::White));
        let (own, other) = match side {
            Side::Black => (black, white),
            Side::White => (white, black),
        };
        let text = if own > other || other - own > 1 {
            texts::HTTP_COUNTS
        } else if rules.line() == LineRule::Renju && (black == white) != (side == Side::Black) {
            texts::HTTP_RENJU_ORDER
        } else {
            return Ok(());
        };
        Err(Problem::bad(text.fill(self.lang, &[&black, &white])))
    }

    fn outcome(&self, outcome: Outcome) -> String {
        let text = match outcome {
            Outcome::Win(Side::Black) => texts::HTTP_BLACK_HAS_WON,
            Outcome::Win(Side::White) => texts::HTTP_WHITE_HAS_WON,
            Outcome::Draw => texts::HTTP_BOARD_IS_FULL,
        };
        text.plain(self.lang).into()
    }

    /// Level, depth and time, whichever are given; whatever happens no more than the longest time.
    fn limits(&self, body: &PositionBody) -> Result<(Option<Level>, Limits), Problem> {
        let level = body.level.map(|level| self.level(level)).transpose()?;
        let depth = body.depth;
        let depth = depth.map(|depth| self.number("depth", depth, 1, DEEPEST.into()));
        let time = body.time_ms;
        let longest = i64::try_from(self.longest_ms).unwrap_or(i64::MAX);
        let time = time.map(|ms| self.number("time_ms", ms, 1, longest));
        let (depth, time) = (depth.transpose()?, time.transpose()?);
        let usual = match level {
            _ if depth.is_some() || time.is_some() => Limits::default(),
            Some(level) => level.limits(),
            None => Limits::time_ms(USUAL_MS),
        };
        let longest = Some(Budget::exactly(self.longest_ms));
        let given = time.and_then(|ms| Limits::time_ms(ms.unsigned_abs()).time);
        let limits = Limits {
            depth: depth.and_then(|depth| u8::try_from(depth).ok()),
            nodes: usual.nodes,
            time: given.or(usual.time).or(longest),
            lines: 0,
        };
        Ok((level, limits))
    }
}
