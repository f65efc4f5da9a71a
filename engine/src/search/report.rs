//! What a search tells while it runs and when it is done.

use crate::point::Point;
use crate::score::Score;

/// The most moves that a search ranks, whatever its limits ask for.
pub const MAX_LINES: usize = 24;

/// What is known of a move after a finished iteration.
#[derive(Clone, Copy, Debug)]
pub struct Report<'a> {
    /// 1 for the best move, 2 for the best of the others, and so on.
    pub rank: u8,
    /// Plies of this iteration.
    pub depth: u8,
    /// The deepest ply that was reached, extensions and quiescence included.
    pub seldepth: u8,
    /// The move's score for the side to move.
    pub score: Score,
    /// Moves made so far in this search, by all its threads.
    pub nodes: u64,
    /// Milliseconds since the search began, by the caller's clock.
    pub elapsed_ms: u64,
    /// The principal variation: the move, and those that both sides would play then. Never empty.
    pub pv: &'a [Point],
}

/// Hears from a running search.
pub trait Listener {
    /// A depth has been finished. Called once for each move that is ranked, the best first, on
    /// the search's own thread; what it costs is lost to the search.
    fn iteration(&mut self, report: &Report<'_>);
}

/// A listener that hears nothing.
impl Listener for () {
    fn iteration(&mut self, _: &Report<'_>) {}
}

/// What a search came to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub struct Verdict {
    /// The move to play.
    pub best: Point,
    /// Its score for the side to move.
    pub score: Score,
    /// Plies of the last iteration that was finished.
    pub depth: u8,
    /// The deepest ply that was reached.
    pub seldepth: u8,
    /// Moves made, by all threads.
    pub nodes: u64,
    /// Milliseconds by the caller's clock.
    pub elapsed_ms: u64,
}
