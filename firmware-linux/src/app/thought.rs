//! What the engine thinks of a move.

use minmax_engine::score::Score;
use minmax_engine::search::report::{Report, Verdict};

/// What the engine thinks of a move, and what it took to find out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Thought {
    /// Worth of the position for the side that moves.
    pub score: Score,
    /// Plies that were searched; 0 when the move needed no search.
    pub depth: u8,
    /// Moves made in the search.
    pub nodes: u64,
    /// Milliseconds it took.
    pub elapsed_ms: u64,
}

impl From<&Verdict> for Thought {
    fn from(verdict: &Verdict) -> Self {
        Self {
            score: verdict.score,
            depth: verdict.depth,
            nodes: verdict.nodes,
            elapsed_ms: verdict.elapsed_ms,
        }
    }
}

impl From<&Report<'_>> for Thought {
    fn from(report: &Report<'_>) -> Self {
        Self {
            score: report.score,
            depth: report.depth,
            nodes: report.nodes,
            elapsed_ms: report.elapsed_ms,
        }
    }
}
