//! A game as it is kept: in a file, or for the next move.

use minmax_engine::game::{Game, Outcome, PlayError};
use minmax_engine::point::Point;
use minmax_engine::rules::renju::Foul;
use minmax_engine::rules::{FoulRule, Rules};
use minmax_engine::side::Side;

use super::thought::Thought;

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// By a row of that side.
    Row(Side),
    /// Black played a point that renju forbids, where this loses.
    Foul(Foul),
    /// Black had to move, and every point was forbidden.
    Stuck,
    /// The board is full and nobody has a row.
    Draw,
    /// That side gave up.
    Resigned(Side),
}

/// A property of a game file that means nothing here: it is kept for others.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tag {
    /// Its name, in capitals.
    pub name: String,
    /// Its values as they stand in the file, escapes included.
    pub values: Vec<String>,
}

/// What a game file says of a position, beside the moves.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Note {
    /// Comments, marks and so on; at the start the players, the event and the date as well.
    pub tags: Vec<Tag>,
    /// Other lines from here, as they stand in the file: each from `(` to `)`.
    pub branches: Vec<String>,
}

/// A game with what the engine thought of its moves, what a file said of them, and whether
/// somebody resigned.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Record {
    game: Game,
    /// One for each move on the game's stack, those taken back included.
    thoughts: Vec<Option<Thought>>,
    /// One for the start and one for each move on the stack.
    notes: Vec<Note>,
    resigned: Option<Side>,
    /// What a file gives as the result, and after how many moves.
    result: Option<(usize, String)>,
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
                Outcome::Win(side) if self.game.has_row() => Ending::Row(side),
                Outcome::Win(_) => self.game.foul().map_or(Ending::Stuck, Ending::Foul),
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

    /// What a file says of the position after so many moves; nothing of a position that is not
    /// on the stack.
    #[must_use]
    pub fn note(&self, moves: usize) -> Option<&Note> {
        self.notes.get(moves)
    }

    /// The same, to be changed. It stays with its move, and goes when another is played instead.
    pub fn note_mut(&mut self, moves: usize) -> Option<&mut Note> {
        self.notes.get_mut(moves)
    }

    /// The result that a file gives for this very position, and the board does not show: a win
    /// on time, say.
    #[must_use]
    pub fn result(&self) -> Option<&str> {
        let here = self.game.moves().len();
        let (_, result) = self.result.as_ref().filter(|(moves, _)| *moves == here)?;
        Some(result)
    }

    /// Notes such a result. Whoever plays on has left it behind.
    pub fn set_result(&mut self, result: String) {
        self.result = Some((self.game.moves().len(), result));
    }

    /// Notes what the engine thought of the last move; nothing happens at the start.
    pub fn set_thought(&mut self, thought: Option<Thought>) {
        let last = self.game.moves().len().checked_sub(1);
        if let Some(last) = last.and_then(|last| self.thoughts.get_mut(last)) {
            *last = thought;
        }
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
        let moves = self.game.moves().len();
        self.thoughts.truncate(moves - 1);
        self.thoughts.push(thought);
        self.notes.truncate(moves);
        self.notes.push(Note::default());
        self.result = None;
        Ok(())
    }

    /// Whether [`redo`](Self::redo) would play something again.
    #[must_use]
    pub fn can_redo(&self) -> bool {
        self.resigned.is_none() && self.thoughts.len() > self.game.moves().len()
    }

    /// Takes a move back; `false` at the start.
    pub fn undo(&mut self) -> bool {
        self.game.undo().is_some()
    }

    /// Plays the move again that was taken back last; `false` if there is none.
    pub fn redo(&mut self) -> bool {
        self.resigned.is_none() && self.game.redo().is_some()
    }

    /// From now on a forbidden point may be played or may not.
    pub const fn set_fouls(&mut self, fouls: FoulRule) {
        self.game.set_fouls(fouls);
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
            notes: vec![Note::default(); game.moves().len() + 1],
            game,
            resigned: None,
            result: None,
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
            ..Thought::default()
        })
    }

    #[test]
    fn thoughts_stay_with_their_moves() {
        let mut record = Record::new(Rules::TIC_TAC_TOE);
        record.play(cell(1), None).unwrap();
        record.play(cell(5), thought(5)).unwrap();
        record.play(cell(9), None).unwrap();
        assert!(!record.can_redo());
        record.undo();
        record.undo();
        record.redo();
        assert!(record.can_redo());
        let moves: Vec<_> = record.moves().collect();
        assert_eq!(moves, [(cell(1), None), (cell(5), thought(5))]);
        record.undo();
        record.play(cell(2), thought(2)).unwrap();
        assert!(!record.can_redo());
        let moves: Vec<_> = record.moves().collect();
        assert_eq!(moves, [(cell(1), None), (cell(2), thought(2))]);
    }

    #[test]
    fn notes_stay_with_their_moves_and_the_result_with_its_position() {
        let mut record = Record::new(Rules::TIC_TAC_TOE);
        let note = |text: &str| Note {
            tags: vec![],
            branches: vec![text.into()],
        };
        *record.note_mut(0).unwrap() = note("start");
        for n in [1, 5, 9] {
            record.play(cell(n), None).unwrap();
            *record.note_mut(record.game().moves().len()).unwrap() = note(&n.to_string());
        }
        record.set_result("B+T".into());
        record.undo();
        assert_eq!((record.result(), record.note(3)), (None, Some(&note("9"))));
        record.redo();
        assert_eq!(record.result(), Some("B+T"));
        record.undo();
        record.undo();
        record.play(cell(2), None).unwrap();
        let notes: Vec<_> = (0..4).map(|n| record.note(n).cloned()).collect();
        let expected = [
            Some(note("start")),
            Some(note("1")),
            Some(Note::default()),
            None,
        ];
        assert_eq!(notes, expected);
        record.play(cell(3), None).unwrap();
        assert_eq!(record.result(), None, "the game went another way");
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
