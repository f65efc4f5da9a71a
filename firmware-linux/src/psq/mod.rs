//! Games in the format of Piskvork, the manager of the Gomocup tournaments: `.psq`.
//!
//! ```text
//! Piskvorky 15x15, 11:11, 0     columns x rows, the players' kinds, who moved first
//! 8,8,0                         column and row from 1, the row from the TOP, and milliseconds
//! 9,7,250
//! pbrain-one                    the players, in saved matches
//! pbrain-two
//! 0                             how it ended
//! ```
//!
//! A player's kind is 0 for a person and the level of a brain else. If the second moved first, the
//! first line ends in 1. The format does not say which rule was played: whoever reads a game has
//! to know it. Everything here is pure: text in, text out.

mod read;
mod write;

use minmax_engine::game::{Game, PlayError};
use minmax_engine::rules::RulesError;

pub use read::read;
pub use write::write;

/// How a game ended, as Piskvork writes it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// On the board.
    Regular,
    /// A player did not answer in time.
    TimeOut,
    /// A player did something else that loses.
    Error,
    /// It is not known, or the game goes on.
    Unknown,
    /// A number that means nothing here.
    Other(i32),
}

impl Ending {
    /// The number in the file.
    #[must_use]
    pub const fn code(self) -> i32 {
        match self {
            Self::Regular => 0,
            Self::TimeOut => 15,
            Self::Error => -2,
            Self::Unknown => -1,
            Self::Other(code) => code,
        }
    }

    /// What the number means.
    #[must_use]
    pub const fn from_code(code: i32) -> Self {
        match code {
            0 => Self::Regular,
            15 => Self::TimeOut,
            -2 => Self::Error,
            -1 => Self::Unknown,
            code => Self::Other(code),
        }
    }
}

/// A game and what a file says beside its moves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Psq {
    /// The game, from the empty board.
    pub game: Game,
    /// What each move took, in milliseconds.
    pub times_ms: Vec<u64>,
    /// Black's and White's names, if the file says them.
    pub players: Option<[String; 2]>,
    /// How it ended.
    pub ending: Ending,
}

/// Why a text is not a game that can be played on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PsqError {
    /// It does not begin as these files do.
    NotPsq,
    /// There is no such board, or no such game on it.
    Rules(RulesError),
    /// The move of this number, as it stands in the file, is not a point of the board.
    BadPoint(usize, String),
    /// The move of this number, as it stands in the file, cannot be played.
    BadMove(usize, String, PlayError),
}
