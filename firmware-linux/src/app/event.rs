//! All that can happen to a game, and what is said and asked for in return.

use minmax_engine::game::{Game, PlayError};
use minmax_engine::point::Point;
use minmax_engine::rules::Rules;
use minmax_engine::search::limits::Limits;
use minmax_engine::side::Side;
use minmax_engine::strategy::handicap::Level;

use super::record::Record;
use super::thought::Thought;

/// Who plays a side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Player {
    /// A person.
    Human,
    /// The engine.
    Engine,
}

impl Player {
    /// The word that people and files have for this player.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Human => "human",
            Self::Engine => "engine",
        }
    }

    /// The players that two words name, Black first, with a comma between: `human,engine`.
    #[must_use]
    pub fn two_from_names(names: &str) -> Option<[Self; 2]> {
        let player = |name: &str| {
            let mut both = [Self::Human, Self::Engine].into_iter();
            both.find(|player| player.name() == name.trim())
        };
        let (black, white) = names.split_once(',')?;
        Some([player(black)?, player(white)?])
    }
}

/// The number of a task, so that the answer to a task that was given up is told from others.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TaskId(pub(super) u64);

impl TaskId {
    /// The task of this number.
    #[must_use]
    pub const fn new(number: u64) -> Self {
        Self(number)
    }
}

/// A game to begin, or to go on with, and who plays it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Start {
    /// The game, with its moves so far.
    pub record: Record,
    /// Who plays it, Black first.
    pub players: [Player; 2],
    /// The engine's strength.
    pub level: Level,
}

/// Something that happens to a game.
#[derive(Clone, Debug)]
pub enum Event {
    /// A person plays.
    Play(Point),
    /// A person takes his last move back, and the engine's reply with it.
    Undo,
    /// What was taken back is played again.
    Redo,
    /// A person asks what the engine would play.
    Hint,
    /// A new game of the same kind.
    New,
    /// A new game of another kind.
    Begin(Rules),
    /// The players change sides; the game goes on.
    Swap,
    /// Others play, Black first; the game goes on.
    Seat([Player; 2]),
    /// The engine's strength from its next move on.
    Level(Level),
    /// A person gives up.
    Resign,
    /// Forbidden points are shown from now on, or no longer.
    Fouls,
    /// A game comes out of a file.
    Restore(Box<Record>),
    /// Another game, with its players and the engine's strength, all at once.
    Start(Box<Start>),
    /// The engine shall move now.
    MoveNow,
    /// The engine has finished a depth of this task.
    Iteration(TaskId, Point, Thought),
    /// The engine has an answer to this task: nothing if the game was over.
    Answer(TaskId, Option<(Point, Thought)>),
}

/// What bounds the engine's thinking instead of its level's own limits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Given {
    /// The limits.
    pub limits: Limits,
    /// The milliseconds of a turn from which its time is made, as people have given them.
    pub turn_ms: Option<u64>,
}

/// Limits that nobody is told the seconds of.
impl From<Limits> for Given {
    fn from(limits: Limits) -> Self {
        let turn_ms = None;
        Self { limits, turn_ms }
    }
}

/// Something for the engine to think about.
#[derive(Clone, Debug)]
pub struct Task {
    /// Returned with the answer.
    pub id: TaskId,
    /// The position, with its moves.
    pub game: Game,
    /// How well to play.
    pub level: Level,
    /// When to end.
    pub limits: Limits,
    /// Varies the choice among equal moves.
    pub seed: u64,
    /// Whether what was learnt in games before is to be forgotten.
    pub afresh: bool,
}

/// What the game asks of the world.
#[derive(Clone, Debug)]
pub enum Request {
    /// Think about this; whatever else is thought about is given up.
    Think(Box<Task>),
    /// Answer at once, with the best so far.
    MoveNow,
    /// Stop thinking; the answer will not be used.
    Abandon,
}

/// What there is to say to the people after an event.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Notice {
    /// A side has moved.
    Played(Side, Point, Option<Thought>),
    /// So many moves were taken back.
    Undone(usize),
    /// A resignation was taken back.
    Unresigned,
    /// So many moves were played again.
    Redone(usize),
    /// The engine's advice.
    Hint(Point, Thought),
    /// A new game has begun.
    NewGame,
    /// The person plays this side now.
    YourSide(Side),
    /// These play now, Black first.
    Seated([Player; 2]),
    /// The strength is this; given limits hold whatever the level.
    Level(Level, Option<Given>),
    /// That side has given up.
    Resigned(Side),
    /// Forbidden points are shown, or not.
    Fouls(bool),
    /// A game was restored, with so many moves.
    Restored(usize),
    /// Refused: this move cannot be played.
    Refused(PlayError),
    /// Refused: nothing is forbidden in this game.
    NoFouls,
    /// Refused: nothing to take back.
    NothingToUndo,
    /// Refused: nothing to play again.
    NothingToRedo,
    /// Refused: it is the engine's turn.
    EngineThinks,
    /// Refused: no person plays.
    NoHuman,
    /// Refused: both sides are played alike.
    NoSideToSwap,
    /// Refused: the game is over.
    GameOver,
}

impl Notice {
    /// Whether the stones on the board, or whose turn it is, are no longer what they were.
    #[must_use]
    pub const fn changes_position(self) -> bool {
        matches!(
            self,
            Self::Played(..)
                | Self::Undone(_)
                | Self::Unresigned
                | Self::Redone(_)
                | Self::NewGame
                | Self::Restored(_)
        )
    }

    /// Whether the game or who plays it has changed, which is to be kept.
    #[must_use]
    pub const fn is_kept(self) -> bool {
        self.changes_position()
            || matches!(
                self,
                Self::Level(..) | Self::YourSide(_) | Self::Seated(..) | Self::Resigned(_)
            )
    }

    /// Whether what was asked for was not done.
    #[must_use]
    pub const fn is_refusal(self) -> bool {
        matches!(
            self,
            Self::Refused(_)
                | Self::NoFouls
                | Self::NothingToUndo
                | Self::NothingToRedo
                | Self::EngineThinks
                | Self::NoHuman
                | Self::NoSideToSwap
                | Self::GameOver
        )
    }
}

/// What an event leads to.
#[derive(Clone, Debug, Default)]
pub struct Reaction {
    /// To be said.
    pub notice: Option<Notice>,
    /// To be done.
    pub request: Option<Request>,
}
