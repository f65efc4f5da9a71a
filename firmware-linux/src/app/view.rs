//! What a display should show of a game.

use minmax_engine::bitboard::BitBoard;
use minmax_engine::game::Game;
use minmax_engine::point::Point;
use minmax_engine::rules::Rules;
use minmax_engine::side::Side;
use minmax_engine::strategy::handicap::Level;

use super::event::{Given, Player};
use super::record::Ending;
use super::thought::Thought;

/// What the engine is thinking about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Purpose {
    /// Its own move.
    Move,
    /// Advice for a person.
    Hint,
}

/// The engine at work.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Thinking {
    /// What for.
    pub purpose: Purpose,
    /// The best so far; `None` until a depth is finished.
    pub best: Option<(Point, Thought)>,
}

/// A game as it is to be shown.
#[derive(Clone, Debug)]
pub struct View<'a> {
    /// Stones, rules, moves and whose turn it is.
    pub game: &'a Game,
    /// Who plays Black and who White.
    pub players: [Player; 2],
    /// The engine's strength.
    pub level: Level,
    /// What bounds the engine's thinking instead of the level's own limits.
    pub limits: Option<Given>,
    /// Whether there is something that [`Event::Undo`](super::event::Event::Undo) takes back.
    pub can_undo: bool,
    /// Whether there is something that [`Event::Redo`](super::event::Event::Redo) plays again.
    pub can_redo: bool,
    /// How the game ended; `None` while it goes on.
    pub ending: Option<Ending>,
    /// The cells of the row that won.
    pub winning: BitBoard,
    /// The points that renju forbids the side to move, if they are to be shown.
    pub forbidden: BitBoard,
    /// The engine's last move, if it was one of the last two, and what it thought of it.
    pub thought: Option<(Point, Thought)>,
    /// The advice that was asked for.
    pub hint: Option<(Point, Thought)>,
    /// The engine at work.
    pub thinking: Option<Thinking>,
}

impl View<'_> {
    /// Which game.
    #[must_use]
    pub const fn rules(&self) -> Rules {
        self.game.rules()
    }

    /// Who plays that side.
    #[must_use]
    pub const fn player(&self, side: Side) -> Player {
        self.players[side.index()]
    }

    /// Whether a person is to move.
    #[must_use]
    pub fn awaits_human(&self) -> bool {
        self.ending.is_none() && self.player(self.game.side_to_move()) == Player::Human
    }

    /// Whether the engine is to move.
    #[must_use]
    pub fn awaits_engine(&self) -> bool {
        self.ending.is_none() && self.player(self.game.side_to_move()) == Player::Engine
    }

    /// Whether the engine plays both sides.
    #[must_use]
    pub fn is_watched(&self) -> bool {
        self.players == [Player::Engine; 2]
    }
}
