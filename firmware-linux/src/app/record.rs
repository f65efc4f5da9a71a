//! A game as it is kept: in a file, or for the next move.

use minmax_engine::game::{Game, Outcome, PlayError};
use minmax_engine::point::Point;
use minmax_engine::rules::Rules;
use minmax_engine::side::Side;

use super::thought::Thought;

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// By a row of that side.
    Row(Side),
    /// The board is full and nobody has a row.
    Draw,
    /// That side gave up.
    Resigned(Side),
}

/// A game with what the engine thought of its moves, and whether somebody resigned.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Record {
    game: Game,
    /// One for each move on the game's stack, those taken back included.
    thoughts: Vec<Option<Thought>>,
    resigned: Option<Side>,
}

impl Record {
    /// A new game.
    #[must_use]
    pub fn new(rules: Rules) -> Self {
        Self::from(Game::new(rules))
    }

    /// The game without the thoughts.
    #[must_use]
    pub const fn game(&self) -> &Game {
        &self.game
    }

    /// How it ended; `None` while it goes on.
    #[must_use]
    pub fn ending(&self) -> Option<Ending> {
        self.resigned.map(Ending::Resigned).or_else(|| {
            self.game.outcome().map(|outcome| match outcome {
                Outcome::Win(side) => Ending::Row(side),
                Outcome::Draw => Ending::Draw,
            })
        })
    }

    /// The moves to this position, each with what the engine thought if it was the engine's.
    pub fn moves(&self) -> impl DoubleEndedIterator<Item = (Point, Option<Thought>)> + '_ {
        let moves = self.game.moves().iter().copied();
        let count = self.game.moves().len();
        let thoughts = (0..count).map(|n| self.thoughts.get(n).copied().flatten());
        moves.zip(thoughts.collect::<Vec<_>>())
    }

    /// Plays a move.
    ///
    /// # Errors
    /// As [`Game::try_play`], and [`PlayError::GameOver`] when somebody has resigned; the record
    /// is as before.
    pub fn play(&mut self, point: Point, thought: Option<Thought>) -> Result<(), PlayError> {
        if self.resigned.is_some() {
            return Err(PlayError::GameOver);
        }
        self.game.try_play(point)?;
        self.thoughts.truncate(self.game.moves().len() - 1);
        self.thoughts.push(thought);
        Ok(())
    }

    /// Takes a move back; `false` at the start.
    pub fn undo(&mut self) -> bool {
        self.game.undo().is_some()
    }

    /// Plays the move again that was taken back last; `false` if there is none.
    pub fn redo(&mut self) -> bool {
        self.resigned.is_none() && self.game.redo().is_some()
    }

    /// Ends the game: `side` gives up. Nothing happens when the game is over already.
    pub fn resign(&mut self, side: Side) {
        if self.ending().is_none() {
            self.resigned = Some(side);
        }
    }

    /// Takes a resignation back; `false` if there was none.
    pub const fn unresign(&mut self) -> bool {
        self.resigned.take().is_some()
    }
}

/// A game that nothing more is known of.
impl From<Game> for Record {
    fn from(game: Game) -> Self {
        Self {
            thoughts: vec![None; game.moves().len()],
            game,
            resigned: None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cell(n: usize) -> Point {
        Point::new((n - 1) % 3, (n - 1) / 3).unwrap()
    }

    fn thought(score: i32) -> Option<Thought> {
        Some(Thought {
            score,
            depth: 1,
            nodes: 2,
            elapsed_ms: 3,
        })
    }

    #[test]
    fn thoughts_stay_with_their_moves() {
        let mut record = Record::new(Rules::TIC_TAC_TOE);
        record.play(cell(1), None).unwrap();
        record.play(cell(5), thought(5)).unwrap();
        record.play(cell(9), None).unwrap();
        record.undo();
        record.undo();
        record.redo();
        let moves: Vec<_> = record.moves().collect();
        assert_eq!(moves, [(cell(1), None), (cell(5), thought(5))]);
        record.undo();
        record.play(cell(2), thought(2)).unwrap();
        let moves: Vec<_> = record.moves().collect();
        assert_eq!(moves, [(cell(1), None), (cell(2), thought(2))]);
    }

    #[test]
    fn nobody_moves_after_a_resignation() {
        let mut record = Record::new(Rules::TIC_TAC_TOE);
        record.resign(Side::Black);
        assert_eq!(record.ending(), Some(Ending::Resigned(Side::Black)));
        let before = record.clone();
        assert_eq!(record.play(cell(1), None), Err(PlayError::GameOver));
        assert_eq!(record, before);
        assert!(record.unresign() && !record.unresign());
        assert_eq!(record.play(cell(1), None), Ok(()));
    }
}
