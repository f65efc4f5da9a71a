//! What people ask for, and why it is refused.

use minmax_engine::point::Point;
use minmax_engine::strategy::handicap::Level;

use crate::app::event::{Event, Notice, Player, Start};
use crate::app::view::View;

/// Something that a person wants of a game.
#[derive(Clone, Debug)]
pub enum Command {
    /// To play there, on a board with so many stones if he says how many he sees.
    Play(Point, Option<usize>),
    /// To take back.
    Undo,
    /// To play again what was taken back.
    Redo,
    /// Advice.
    Hint,
    /// To give up.
    Resign,
    /// The engine to move now.
    MoveNow,
    /// Another game in the place of this one.
    Start(Box<Start>),
    /// The game to go on with another strength, other players, or both.
    Change {
        /// The engine's strength.
        level: Option<Level>,
        /// Who plays, Black first.
        players: Option<[Player; 2]>,
    },
}

/// Why something was not done. The game is as before.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// By the game.
    Game(Notice),
    /// The board has so many stones, and not as many as were seen.
    Stones {
        /// On the board.
        here: usize,
        /// That were seen.
        seen: usize,
    },
    /// The engine does not think.
    NotThinking,
    /// Too much is asked for at once.
    Busy,
    /// The game was dropped.
    Gone,
}

impl Command {
    /// What is to happen in the game of this view, one after the other.
    ///
    /// # Errors
    /// It cannot be meant for this game as it stands.
    pub fn events(self, view: &View<'_>) -> Result<Vec<Event>, Refusal> {
        let event = match self {
            Self::Play(point, seen) => {
                let here = view.game.board().stones();
                match seen.filter(|&seen| seen != here) {
                    Some(seen) => return Err(Refusal::Stones { here, seen }),
                    None => Event::Play(point),
                }
            }
            Self::MoveNow if !view.awaits_engine() && view.thinking.is_none() => {
                return Err(Refusal::NotThinking);
            }
            Self::MoveNow => Event::MoveNow,
            Self::Undo => Event::Undo,
            Self::Redo => Event::Redo,
            Self::Hint => Event::Hint,
            Self::Resign => Event::Resign,
            Self::Start(start) => Event::Start(start),
            Self::Change { level, players } => {
                let level = level.filter(|&level| level != view.level);
                let players = players.filter(|&players| players != view.players);
                let events = [level.map(Event::Level), players.map(Event::Seat)];
                return Ok(events.into_iter().flatten().collect());
            }
        };
        Ok(vec![event])
    }
}
