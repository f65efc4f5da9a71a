//! What a search tells while it runs and when it is done.

use crate::point::Point;
use crate::score::Score;

/// What is known after a finished iteration, or at the end.
#[derive(Clone, Copy, Debug)]
pub struct Report<'a> {
    /// Plies of this iteration. 0: the move was chosen without a search.
    pub depth: u8,
    /// The deepest ply that was reached, extensions and quiescence included.
    pub seldepth: u8,
    /// The score for the side to move.
    pub score: Score,
    /// Moves made so far in this search.
    pub nodes: u64,
    /// Milliseconds since the search began, by the caller's clock.
    pub elapsed_ms: u64,
    /// The principal variation: the moves that both sides would play. Never empty.
    pub pv: &'a [Point],
}

/// Hears from a running search.
pub trait Listener {
    /// A depth has been finished. Called on the search's own thread; what it costs is lost to
    /// the search.
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
    /// Moves made.
    pub nodes: u64,
    /// Milliseconds by the caller's clock.
    pub elapsed_ms: u64,
}
