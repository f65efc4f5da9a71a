//! The engine as a player in this process: a searcher and a table of its own, on the thread of
//! whoever asks.

use std::any::Any;
use std::collections::TryReserveError;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use minmax_engine::game::Game;
use minmax_engine::rules::Rules;
use minmax_engine::search::limits::{Limits, Signals};
use minmax_engine::search::report::Verdict;
use minmax_engine::search::{Context, Searcher};
use minmax_engine::strategy::handicap::{Level, choose};
use minmax_engine::time::{Budget, Clock};
use minmax_engine::tt::{Slot, Table};

use super::player::{Allowance, Answer, Fault, Player};
use super::spec::Terms;
use crate::app::thought::Thought;

/// With a clock for the whole game alone, a move may take this part of what is left.
const SHARE_OF_CLOCK: u32 = 20;

/// The engine at a level.
pub struct Own {
    level: Level,
    terms: Terms,
    seed: u64,
    searcher: Box<Searcher>,
    slots: Vec<Slot>,
}

impl Own {
    /// With a table of so many MiB.
    ///
    /// # Errors
    /// There is no memory for it.
    pub fn new(level: Level, terms: Terms, table_mib: usize) -> Result<Self, TryReserveError> {
        let count = table_mib.saturating_mul(1 << 20) / size_of::<Slot>();
        let mut slots = Vec::new();
        slots.try_reserve_exact(count)?;
        slots.resize_with(count, || Slot::EMPTY);
        Ok(Self {
            level,
            terms,
            seed: 0,
            searcher: Box::new(Searcher::new()),
            slots,
        })
    }

    fn limits(&self, allowance: Allowance) -> Limits {
        let terms = &self.terms;
        let limits = Limits {
            depth: terms.depth,
            nodes: terms.nodes,
            time: budget(allowance),
        };
        if limits == Limits::default() {
            self.level.limits()
        } else {
            limits
        }
    }

    fn search(&mut self, game: &Game, limits: &Limits, stop: &AtomicBool) -> Option<Verdict> {
        let clock = StopWatch(Instant::now());
        let context = Context {
            table: Table::new(&self.slots),
            signals: Signals {
                clock: &clock,
                stop,
            },
            listener: &mut (),
        };
        choose(
            &mut self.searcher,
            game,
            self.level,
            limits,
            self.seed,
            context,
        )
    }
}

/// A turn is used as a turn; a game's clock by a share of what is left.
fn budget(allowance: Allowance) -> Option<Budget> {
    let share = allowance.left.map(|left| left / SHARE_OF_CLOCK);
    let turn = allowance.turn.into_iter().chain(share).min()?;
    Some(Budget::for_turn(milliseconds(turn)))
}

fn milliseconds(time: Duration) -> u64 {
    u64::try_from(time.as_millis()).unwrap_or(u64::MAX)
}

struct StopWatch(Instant);

impl Clock for StopWatch {
    fn elapsed_ms(&self) -> u64 {
        milliseconds(self.0.elapsed())
    }
}

impl Player for Own {
    /// A game does not depend on those before it: nothing is remembered of them.
    fn begin(&mut self, _: Rules, seed: u64) -> Result<(), Fault> {
        self.seed = seed;
        *self.searcher = Searcher::new();
        Table::new(&self.slots).clear();
        Ok(())
    }

    fn choose(
        &mut self,
        game: &Game,
        allowance: Allowance,
        stop: &AtomicBool,
    ) -> Result<Answer, Fault> {
        let began = Instant::now();
        let limits = self.limits(allowance);
        let searched = catch_unwind(AssertUnwindSafe(|| self.search(game, &limits, stop)));
        let verdict = searched.map_err(|fault| Fault::Crash(last_words(fault.as_ref())))?;
        let verdict = verdict.ok_or_else(|| Fault::Illegal("no move".into()))?;
        Ok(Answer {
            point: verdict.best,
            elapsed: began.elapsed(),
            thought: Some(Thought::from(&verdict)),
        })
    }

    fn end(&mut self) {}
}

fn last_words(fault: &(dyn Any + Send)) -> String {
    let text = fault.downcast_ref::<&str>().map(|text| (*text).into());
    text.or_else(|| fault.downcast_ref::<String>().cloned())
        .unwrap_or_else(|| "?".into())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn own(terms: Terms) -> Own {
        Own::new(Level::FULL, terms, 1).unwrap()
    }

    #[test]
    fn terms_take_the_place_of_the_levels_limits() {
        let nodes = Terms {
            nodes: Some(700),
            ..Terms::default()
        };
        let none = Allowance::default();
        assert_eq!(own(nodes).limits(none), Limits::nodes(700));
        assert_eq!(own(Terms::default()).limits(none), Level::FULL.limits());
        let turn = Allowance {
            turn: Some(Duration::from_millis(500)),
            left: None,
        };
        assert_eq!(own(Terms::default()).limits(turn), Limits::time_ms(500));
        let clock = Allowance {
            left: Some(Duration::from_secs(4)),
            ..turn
        };
        assert_eq!(own(Terms::default()).limits(clock), Limits::time_ms(200));
    }

    #[test]
    fn a_game_does_not_depend_on_the_one_before() {
        let terms = Terms {
            nodes: Some(3_000),
            ..Terms::default()
        };
        let mut own = own(terms);
        let stop = AtomicBool::new(false);
        let mut play = || {
            let mut game = Game::new(Rules::GOMOKU);
            own.begin(game.rules(), 5).unwrap();
            for _ in 0..8 {
                let answer = own.choose(&game, Allowance::default(), &stop).unwrap();
                game.play(answer.point);
            }
            game.moves().to_vec()
        };
        assert_eq!(play(), play());
    }
}
