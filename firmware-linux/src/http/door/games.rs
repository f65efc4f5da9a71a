//! Games that are to begin, moves, and changes of who plays.

use minmax_engine::game::Game;
use minmax_engine::notation::parse_moves;
use minmax_engine::point::Point;
use minmax_engine::rules::Rules;
use minmax_engine::strategy::handicap::Level;

use super::Door;
use crate::app::event::{Player, Start};
use crate::app::record::{Note, Record, Tag};
use crate::http::problem::Problem;
use crate::http::room::command::Command;
use crate::http::wire::game::{self, Change, Move, NewGame};
use crate::lang::texts;
use crate::names::rule_name;
use crate::psq::{self, Psq};
use crate::sgf;
use crate::store::keeper::Kept;
use crate::wording;

impl Door {
    /// A game to begin; what is not named is as in the game before, if there is one.
    ///
    /// # Errors
    /// 400: a value that cannot be, or a text that is no game.
    pub fn start(&self, body: &NewGame, before: Option<&Kept>) -> Result<Start, Problem> {
        let level = body.level.map(|level| self.level(level)).transpose()?;
        let players = self.players(body.players.as_deref())?;
        Ok(Start {
            record: self.record(body, before)?,
            level: level
                .or(before.map(|kept| kept.level))
                .unwrap_or(Level::DEFAULT),
            players: players
                .or(before.map(|kept| kept.players))
                .unwrap_or([Player::Human, Player::Engine]),
        })
    }

    /// Another strength, other players, or both.
    ///
    /// # Errors
    /// 400: a value that cannot be, or none at all.
    pub fn change(&self, body: &Change) -> Result<Command, Problem> {
        if body == &Change::default() {
            return Err(Problem::bad(texts::HTTP_NO_CHANGE.plain(self.lang)));
        }
        Ok(Command::Change {
            level: body.level.map(|level| self.level(level)).transpose()?,
            players: self.players(body.players.as_deref())?,
        })
    }

    /// A move on the board of that game.
    ///
    /// # Errors
    /// 400: a value that cannot be.
    pub fn play(&self, body: &Move, rules: Rules) -> Result<Command, Problem> {
        let point = self.cell("", body.x, body.y, rules)?;
        let most = rules.cells() as i64;
        let seen = body.number;
        let seen = seen.map(|seen| self.number("number", seen, 0, most));
        let seen = seen
            .transpose()?
            .and_then(|seen| usize::try_from(seen).ok());
        Ok(Command::Play(point, seen))
    }

    fn players(&self, names: Option<&[String]>) -> Result<Option<[Player; 2]>, Problem> {
        let Some(names) = names else {
            return Ok(None);
        };
        match game::players(names) {
            Some(players) => Ok(Some(players)),
            None => {
                let why = texts::HTTP_PLAYERS.plain(self.lang);
                let refused = self.checker().refuse("players", &names.join(","), &why);
                Err(refused.into())
            }
        }
    }

    fn record(&self, body: &NewGame, before: Option<&Kept>) -> Result<Record, Problem> {
        let NewGame {
            moves, sgf, psq, ..
        } = body;
        match (moves, sgf, psq) {
            (None, Some(text), None) => {
                self.alone("size", body.size.is_some(), "sgf")?;
                self.alone("rule", body.rule.is_some(), "sgf")?;
                let read = sgf::read_text(text);
                read.map_err(|error| self.wrong("sgf", &wording::sgf_error(&error, self.lang)))
            }
            (None, None, Some(text)) => {
                self.alone("size", body.size.is_some(), "psq")?;
                self.psq(text, body, before)
            }
            (moves, None, None) => {
                let rules = self.rules_after(body, before)?;
                self.moves(moves.as_deref().unwrap_or_default(), rules)
            }
            _ => Err(Problem::bad(texts::HTTP_ONE_SOURCE.plain(self.lang))),
        }
    }

    /// Refuses a field that the text of a game says itself.
    fn alone(&self, name: &str, given: bool, source: &str) -> Result<(), Problem> {
        if given {
            let words = texts::HTTP_SOURCE_SAYS.fill(self.lang, &[&name, &source]);
            return Err(Problem::bad(words));
        }
        Ok(())
    }

    fn wrong(&self, field: &str, why: &str) -> Problem {
        Problem::bad(texts::HTTP_FIELD.fill(self.lang, &[&field, &why]))
    }

    /// Board and rule of the body; what it does not name is as before.
    fn rules_after(&self, body: &NewGame, before: Option<&Kept>) -> Result<Rules, Problem> {
        let before = before.map(|kept| kept.record.game().rules());
        match (body.size, body.rule.as_deref(), before) {
            (None, None, Some(before)) => Ok(before),
            (size, rule, None) => self.rules(size, rule),
            (size, rule, Some(before)) => {
                let size = size.or(game::size_of(before).map(|size| size as i64));
                // Small boards have no rule for five in a row.
                let is_small = matches!(size, Some(3 | 4));
                let usual = rule_name(before.line());
                let usual = Some(usual).filter(|_| !is_small);
                self.rules(size, rule.or(usual))
            }
        }
    }

    fn moves(&self, text: &str, rules: Rules) -> Result<Record, Problem> {
        let mut game = Game::new(rules);
        for (index, point) in parse_moves(text, rules).enumerate() {
            let number = index + 1;
            let point: Point = point.map_err(|_| {
                let shown = text.trim();
                self.wrong("moves", &wording::bad_point(number, shown, self.lang))
            })?;
            game.try_play(point).map_err(|error| {
                let shown = wording::point(point, rules);
                self.wrong(
                    "moves",
                    &wording::bad_move(number, &shown, error, self.lang),
                )
            })?;
        }
        Ok(Record::from(game))
    }

    fn psq(&self, text: &str, body: &NewGame, before: Option<&Kept>) -> Result<Record, Problem> {
        let before = before.map(|kept| kept.record.game().rules());
        let usual = before.filter(|rules| rules.k() == 5);
        let rule = body.rule.as_deref();
        let rule = rule.or(usual.map(|rules| rule_name(rules.line())));
        let line = self.rules(None, rule)?.line();
        let read = psq::read(text.as_bytes(), line);
        let psq =
            read.map_err(|error| self.wrong("psq", &wording::psq_error(&error, self.lang)))?;
        Ok(record(psq))
    }
}

/// With the names of the players, as a file of the game will have them.
fn record(psq: Psq) -> Record {
    let mut record = Record::from(psq.game);
    if let (Some(names), Some(note)) = (psq.players, record.note_mut(0)) {
        let tags = ["PB", "PW"].into_iter().zip(names);
        let tags = tags.map(|(name, value)| Tag {
            name: name.into(),
            values: vec![sgf::escape(&value)],
        });
        *note = Note {
            tags: tags.collect(),
            branches: Vec::new(),
        };
    }
    record
}
