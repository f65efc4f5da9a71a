//! Any program that speaks the Gomocup protocol, as a player.
//!
//! - `lines`: bytes to lines, within bounds
//! - `process`: the child process
//! - `words`: what is said to it, and what its answers mean
//! - this file: the player
//!
//! Each game has a process of its own, so that no game depends on another, nor on how many are
//! played at once; and a brain that has died or hangs costs one game.

mod lines;
mod process;
mod words;

use std::sync::Arc;
use std::time::{Duration, Instant};

use minmax_engine::game::Game;
use minmax_engine::rules::Rules;

use super::player::{Allowance, Answer, Fault, Player};
use super::spec::{Command, Terms};
use super::stop::Stop;
use crate::lang::quoted;
use process::{Process, Silence};
use words::Said;

/// How long brains are waited for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Patience {
    /// Past its time, for an answer; and to be ready for a game.
    pub past_limit: Duration,
    /// For the answer of a brain that plays without a clock.
    pub without_limit: Duration,
}

/// A brain and the game it plays.
#[derive(Debug)]
pub struct Brain {
    command: Command,
    terms: Terms,
    patience: Patience,
    process: Option<Process>,
    /// Whether it has been told a position of this game.
    knows: bool,
}

impl Brain {
    /// A brain that is not started yet.
    #[must_use]
    pub fn new(command: Command, terms: Terms, patience: Patience) -> Self {
        Self {
            command,
            terms,
            patience,
            process: None,
            knows: false,
        }
    }

    fn start(&mut self, rules: Rules, seed: u64) -> Result<(), Fault> {
        let more = match self.command.seeded {
            true => vec!["--seed".into(), seed.to_string()],
            false => vec![],
        };
        let process = Process::start(&self.command, &more);
        self.process = Some(process.map_err(|error| Fault::NoStart(Arc::new(error)))?);
        self.say(&words::start(rules))?;
        self.wait_for_ok()?;
        self.say(&words::terms(rules, &self.terms))
    }

    fn wait_for_ok(&mut self) -> Result<(), Fault> {
        let began = Instant::now();
        let deadline = began + self.patience.past_limit;
        let never = Stop::default();
        let heard = self.process().and_then(|process| {
            let ready = |line: &str| words::is_ready(line);
            process.wait(deadline, &never, ready)
        });
        match heard {
            Ok((_, Ok(()))) => Ok(()),
            Ok((_, Err(line))) => Err(Fault::Crash(format!(
                "answers START with {}",
                quoted(&line)
            ))),
            Err(silence) => Err(self.silent(silence, began)),
        }
    }

    /// Its output has ended if it is not there any more.
    fn process(&self) -> Result<&Process, Silence> {
        self.process.as_ref().ok_or(Silence::Ended)
    }

    fn say(&mut self, text: &str) -> Result<(), Fault> {
        let said = self.process.as_mut().map(|process| process.say(text));
        match said {
            Some(Ok(())) => Ok(()),
            _ => Err(self.crash()),
        }
    }

    fn crash(&mut self) -> Fault {
        let process = self.process.take();
        Fault::Crash(process.map_or_else(|| "it has ended".into(), Process::last_words))
    }

    fn silent(&mut self, silence: Silence, began: Instant) -> Fault {
        match silence {
            Silence::Ended => self.crash(),
            Silence::TimeOver => {
                self.process = None; // which ends it
                Fault::Hang(began.elapsed())
            }
        }
    }

    /// Whoever knows nothing of the game yet is told all of it, unless that is a single move.
    fn question(&self, game: &Game) -> String {
        match game.moves() {
            [] => "BEGIN\r\n".into(),
            &[.., last] if self.knows => words::turn(last),
            &[only] => words::turn(only),
            _ => words::board(game),
        }
    }

    fn deadline(&self, began: Instant, allowance: Allowance) -> Instant {
        let time = match allowance.limit() {
            Some(limit) => limit.saturating_add(self.patience.past_limit),
            None => self.patience.without_limit,
        };
        began
            .checked_add(time)
            .unwrap_or(began + Duration::from_secs(1 << 30))
    }

    /// Waits for a move; a move that is only suggested is to be played.
    fn listen(&mut self, deadline: Instant, stop: &Stop) -> Result<(Instant, Said), Silence> {
        loop {
            let heard = self.process()?.wait(deadline, stop, words::said)?;
            match heard.1 {
                Said::Suggestion(x, y) => {
                    let play = format!("PLAY {x},{y}\r\n");
                    self.say(&play).map_err(|_| Silence::Ended)?;
                }
                _ => return Ok(heard),
            }
        }
    }
}

impl Player for Brain {
    fn begin(&mut self, rules: Rules, seed: u64) -> Result<(), Fault> {
        self.end();
        self.knows = false;
        self.start(rules, seed)
    }

    fn choose(&mut self, game: &Game, allowance: Allowance, stop: &Stop) -> Result<Answer, Fault> {
        let question = words::time_left(allowance) + &self.question(game);
        if let Some(process) = &self.process {
            process.forget();
        }
        let began = Instant::now();
        self.say(&question)?;
        self.knows = true;
        let deadline = self.deadline(began, allowance);
        let heard = self.listen(deadline, stop);
        let (at, said) = heard.map_err(|silence| self.silent(silence, began))?;
        Ok(Answer {
            point: said.point().map_err(Fault::Illegal)?,
            elapsed: at.saturating_duration_since(began),
            thought: None,
        })
    }

    fn end(&mut self) {
        if let Some(process) = self.process.take() {
            process.end();
        }
    }
}
