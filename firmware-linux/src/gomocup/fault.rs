//! What is answered to a line that cannot be obeyed. Managers expect English.

use minmax_engine::game::{PlayError, SetUpError};
use minmax_engine::rules::RulesError;
use minmax_engine::rules::renju::Foul;
use thiserror::Error;

use super::bounds::{LARGEST_BOARD, LONGEST_LINE, SMALLEST_BOARD};

/// Why a line is not obeyed. Nothing has changed by it, unless it was a foul that loses.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum Fault {
    /// No command begins with this word.
    #[error("command '{0}'")]
    Unknown(String),
    /// More than [`LONGEST_LINE`] bytes without an end.
    #[error("a line of more than {LONGEST_LINE} bytes")]
    TooLong,
    /// The command is there, but not what belongs behind it.
    #[error("it is written as {0}")]
    Usage(&'static str),
    /// A board of such sides is not played on.
    #[error("a board has {SMALLEST_BOARD} to {LARGEST_BOARD} cells a side")]
    Size,
    /// The cell does not lie on the board.
    #[error("the cell is not on this board")]
    Outside,
    /// A game needs a board.
    #[error("no board yet: START comes first")]
    NoBoard,
    /// The move cannot be played.
    #[error(transparent)]
    Play(#[from] PlayError),
    /// The stones cannot lie like this.
    #[error(transparent)]
    SetUp(#[from] SetUpError),
    /// The board does not suit the rule.
    #[error(transparent)]
    Rules(#[from] RulesError),
    /// A row has won, or no cell is empty.
    #[error("the game is over: there is no move")]
    Over,
    /// The move was a foul that loses.
    #[error("the game is over: Black has lost by a foul, {0}")]
    Foul(Foul),
    /// `BEGIN` with stones on the board.
    #[error("stones lie on the board: BEGIN is for an empty one")]
    NotEmpty,
    /// `TAKEBACK` of an empty cell.
    #[error("no stone lies there")]
    NoStone,
    /// Two stones of a list have the same cell.
    #[error("a stone lies there already")]
    Twice,
    /// Another command came before `DONE`.
    #[error("no DONE after {0}: its stones are dropped")]
    NoDone(&'static str),
    /// `DONE` came alone.
    #[error("DONE without a board")]
    DoneAlone,
    /// A stone came alone.
    #[error("a stone without a board")]
    StoneAlone,
    /// One of the stones' lines was wrong.
    #[error("a line was wrong: the stones are dropped")]
    Spoilt,
    /// One side has too many stones.
    #[error("{own} stones against {opposing}: they may differ by one")]
    Counts {
        /// The brain's stones.
        own: usize,
        /// The opponent's.
        opposing: usize,
    },
    /// Renju's stones did not come as they were played.
    #[error("renju's stones come in the order of the moves, Black first, the brain to move")]
    Order,
    /// A swap takes place after three or five stones.
    #[error("{0} stones: SWAP2BOARD takes 0, 3 or 5")]
    SwapCount(usize),
    /// The engine is not there, for this reason.
    #[error("{0}")]
    Engine(String),
}
