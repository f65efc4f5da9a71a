//! Games in the Smart Game Format, as other gomoku programs write and read it.
//!
//! Written: `GM[4]`, `SZ[15]` or `SZ[columns:rows]`, `RU[freestyle]` or another of
//! [`names::RULES`](crate::names::RULES), `MK[k]` where `k` in a row win and `k` is not 5, the
//! players, the result, set-up stones, and with each move of the engine a comment with score,
//! depth, nodes, time and the principal variation. Points are two letters from `a`: the column, then the row **from the
//! top**.
//!
//! Read: the first variation of the first game, in the encoding that `CA` names. Stones may be
//! set up before the first move. Where `SZ` is missing the board is 15×15; an unknown `RU` means
//! freestyle. Everything else that a file holds, the players' names and comments, marks and the
//! other variations, is kept with the position that it belongs to and written again.
//!
//! The game that the box keeps for itself says more, in private properties of the root that other
//! programs pass over ([`PLAYERS`], [`LEVEL`], [`NUMBER`], [`CHECK`]). Whoever reads a game for
//! the game's sake does not keep them: they would be out of date with the next move.
//!
//! Everything here is pure: text in, text out.

mod comment;
mod read;
mod tree;
mod write;

use minmax_engine::game::{PlayError, SetUpError};
use minmax_engine::rules::RulesError;

pub use read::{holds_more, read, read_text, root_value, unknown_rule};
pub use tree::escape;
pub use write::{point, write, write_with};

/// Who plays, Black first: `MP[human,engine]`.
pub const PLAYERS: &str = "MP";
/// The engine's level: `ML[5]`.
pub const LEVEL: &str = "ML";
/// The number that the game has in the archive: `MA[12]`.
pub const NUMBER: &str = "MA";
/// A checksum of the rest of the text: `MC[1234ABCD]`.
pub const CHECK: &str = "MC";

/// Why a text is not a game that can be played on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SgfError {
    /// No game tree begins anywhere.
    NotSgf,
    /// The text ends in the middle of the game.
    CutOff,
    /// `GM` names another kind of game.
    OtherGame(String),
    /// A property does not hold what it should.
    BadValue(&'static str, String),
    /// The board or the rule is not one that can be played.
    Rules(RulesError),
    /// A stone is set up by that property where no point is.
    BadStone(&'static str, String),
    /// The stones that are set up do not fit.
    SetUp(SetUpError),
    /// That property sets the position up after this many moves.
    LateSetUp(&'static str, usize),
    /// The move of this number has no point in brackets behind its name.
    NoValue(usize, String),
    /// The move of this number, as it stands in the file, is more than one.
    ManyPoints(usize, String),
    /// The move of this number, as it stands in the file, is played by the side whose turn it is
    /// not.
    WrongTurn(usize, String),
    /// The move of this number, as it stands in the file, is a pass.
    Pass(usize, String),
    /// The move of this number, as it stands in the file, is not a point.
    BadPoint(usize, String),
    /// The move of this number, as it stands in the file, cannot be played.
    BadMove(usize, String, PlayError),
}
