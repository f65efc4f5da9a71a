//! What the referee needs of a player, and what can be wrong with one.

use std::fmt;
use std::io;
use std::sync::Arc;
use std::time::Duration;

use minmax_engine::game::Game;
use minmax_engine::point::Point;
use minmax_engine::rules::Rules;

use super::stop::Stop;
use crate::app::thought::Thought;

/// What a player may use for a move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Allowance {
    /// For this move.
    pub turn: Option<Duration>,
    /// For the rest of the game.
    pub left: Option<Duration>,
}

impl Allowance {
    /// When the move has to be there; `None` without any clock.
    #[must_use]
    pub fn limit(&self) -> Option<Duration> {
        self.turn.into_iter().chain(self.left).min()
    }
}

/// A move as the player gives it: whether it can be played is the referee's business.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Answer {
    /// The cell.
    pub point: Point,
    /// What it took.
    pub elapsed: Duration,
    /// What the player thought, if it says so.
    pub thought: Option<Thought>,
}

/// What a player did wrong. Each loses the game.
#[derive(Clone, Debug)]
pub enum Fault {
    /// It answered, but so long after its time.
    Late(Duration),
    /// Its answer is no move that can be played; how it was put.
    Illegal(String),
    /// It ended, or does not speak the protocol; what is known of why.
    Crash(String),
    /// It was silent for so long and has been stopped.
    Hang(Duration),
    /// It cannot be started at all, by no fault in this game; what the system says.
    NoStart(Arc<io::Error>),
}

/// Alike are faults of one kind that say the same.
impl PartialEq for Fault {
    fn eq(&self, other: &Self) -> bool {
        let kind = std::mem::discriminant::<Self>;
        kind(self) == kind(other) && self.to_string() == other.to_string()
    }
}

/// In English, for the log and for saved games.
impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Late(by) => write!(f, "late by {:.3} s", by.as_secs_f64()),
            Self::Illegal(what) => write!(f, "illegal move: {what}"),
            Self::Crash(why) => write!(f, "crashed: {why}"),
            Self::Hang(silent) => write!(f, "silent for {:.1} s", silent.as_secs_f64()),
            Self::NoStart(why) => write!(f, "cannot be started: {why}"),
        }
    }
}

/// Somebody who plays games one after the other.
pub trait Player {
    /// Begins a game, whatever became of the one before. `seed` draws what is left to chance.
    ///
    /// # Errors
    /// The player is not ready to play.
    fn begin(&mut self, rules: Rules, seed: u64) -> Result<(), Fault>;

    /// Chooses a move in this game, which is not over and has gone on by one move of each side
    /// since the last call. When `stop` is set any answer will do, soon.
    ///
    /// # Errors
    /// No move came.
    fn choose(&mut self, game: &Game, allowance: Allowance, stop: &Stop) -> Result<Answer, Fault>;

    /// The game is over.
    fn end(&mut self);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_nearer_end_is_the_limit() {
        let allowance = |turn: Option<u64>, left: Option<u64>| Allowance {
            turn: turn.map(Duration::from_millis),
            left: left.map(Duration::from_millis),
        };
        let limit = |turn, left| allowance(turn, left).limit().map(|d| d.as_millis());
        assert_eq!(limit(None, None), None);
        assert_eq!(limit(Some(7), None), Some(7));
        assert_eq!(limit(None, Some(9)), Some(9));
        assert_eq!(limit(Some(7), Some(5)), Some(5));
    }
}
