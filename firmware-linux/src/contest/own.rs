//! The engine as a player in this process: a table and searchers of its own, on the thread of
//! whoever asks.

use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use minmax_engine::game::Game;
use minmax_engine::rules::Rules;
use minmax_engine::search::limits::Limits;
use minmax_engine::strategy::handicap::Level;
use minmax_engine::time::{Allowance as EngineTime, Budget};

use super::player::{Allowance, Answer, Fault, Player};
use super::spec::Terms;
use super::stop::Stop;
use crate::app::thought::{Thought, Variation};
use crate::pool::{Order, Pool, StartError};

/// The engine at a level.
#[derive(Debug)]
pub struct Own {
    level: Level,
    terms: Terms,
    seed: u64,
    pool: Pool,
}

impl Own {
    /// With the table and the threads that the terms say; its level errs and has no other limits
    /// than theirs.
    ///
    /// # Errors
    /// The system gives no memory or no thread.
    pub fn new(level: Level, terms: Terms) -> Result<Self, StartError> {
        let threads = terms.threads.unwrap_or(1);
        Ok(Self {
            level,
            terms,
            seed: 0,
            pool: Pool::start(threads, terms.table_mib())?,
        })
    }
}

fn limits(terms: &Terms, allowance: Allowance, game: &Game) -> Limits {
    Limits {
        depth: terms.depth,
        nodes: terms.nodes,
        time: budget(allowance, game),
        ..Limits::default()
    }
}

fn budget(allowance: Allowance, game: &Game) -> Option<Budget> {
    allowance.limit()?;
    let count = |cells: usize| u16::try_from(cells).unwrap_or(u16::MAX);
    Some(Budget::allot(&EngineTime {
        turn_ms: allowance.turn.map(milliseconds),
        left_ms: allowance.left.map(milliseconds),
        stones: count(game.board().stones()),
        empties: count(game.board().empties()),
        lost_ms: Some(0), // there is no way between it and the clock
        ..EngineTime::default()
    }))
}

fn milliseconds(time: Duration) -> u64 {
    u64::try_from(time.as_millis()).unwrap_or(u64::MAX)
}

impl Player for Own {
    /// A game does not depend on those before it: nothing is remembered of them.
    fn begin(&mut self, _: Rules, seed: u64) -> Result<(), Fault> {
        self.seed = seed;
        self.pool.forget();
        self.pool.clear();
        Ok(())
    }

    fn choose(&mut self, game: &Game, allowance: Allowance, stop: &Stop) -> Result<Answer, Fault> {
        let began = Instant::now();
        let signal = Arc::<AtomicBool>::default();
        stop.lend(&signal);
        let order = Order {
            game: game.clone(),
            limits: limits(&self.terms, allowance, game),
            weakness: self.level.weakness(game.rules(), self.seed),
            stop: signal,
            began,
        };
        let mut pv = Variation::default();
        let searched = catch_unwind(AssertUnwindSafe(|| self.pool.search(&order, &mut pv)));
        let verdict = searched.map_err(|fault| Fault::Crash(last_words(fault.as_ref())))?;
        let verdict = verdict.ok_or_else(|| Fault::Illegal("no move".into()))?;
        Ok(Answer {
            point: verdict.best,
            elapsed: began.elapsed(),
            thought: Some(Thought::last(&verdict, pv)),
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

    const NODES: Terms = Terms {
        nodes: Some(3_000),
        depth: None,
        turn: None,
        clock: None,
        threads: None,
        hash_mib: None,
    };

    #[test]
    fn terms_and_the_clock_are_the_limits() {
        let game = Game::new(Rules::GOMOKU);
        let none = Allowance::default();
        assert_eq!(limits(&NODES, none, &game), Limits::nodes(3_000));
        let turn = Allowance {
            turn: Some(Duration::from_millis(500)),
            left: None,
        };
        let timed = limits(&NODES, turn, &game);
        assert_eq!(
            (timed.nodes, timed.time),
            (Some(3_000), Some(Budget::for_turn(500)))
        );
        let clock = Allowance {
            left: Some(Duration::from_secs(2)),
            ..turn
        };
        let hard_ms = limits(&NODES, clock, &game).time.unwrap().hard_ms;
        assert!(hard_ms < 400, "{hard_ms}");
    }

    #[test]
    fn a_game_does_not_depend_on_the_one_before() {
        let mut own = Own::new(Level::FULL, NODES).unwrap();
        let mut play = |moves| {
            let mut game = Game::new(Rules::GOMOKU);
            own.begin(game.rules(), 5).unwrap();
            for _ in 0..moves {
                let answer = own.choose(&game, Allowance::default(), &Stop::default());
                game.play(answer.unwrap().point);
            }
            game.moves().to_vec()
        };
        let first = play(8);
        play(3);
        assert_eq!(play(8), first);
    }

    #[test]
    fn a_stopped_match_has_its_answer_at_once() {
        let endless = Terms {
            threads: Some(2),
            nodes: None,
            ..NODES
        };
        let mut own = Own::new(Level::FULL, endless).unwrap();
        let game = Game::new(Rules::GOMOKU);
        own.begin(game.rules(), 5).unwrap();
        let stop = Stop::default();
        std::thread::scope(|scope| {
            let chosen = scope.spawn(|| own.choose(&game, Allowance::default(), &stop));
            stop.set();
            assert!(chosen.join().unwrap().is_ok());
        });
    }
}
