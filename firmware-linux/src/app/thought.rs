//! What the engine thinks of a move.

use std::fmt;

use minmax_engine::score::{Score, moves_of, plies_to_win};
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

/// For files and logs, whatever the language: `score +17, depth 6, nodes 600, time 0.420 s`, or
/// `win in 3` or `loss in 3` for the score.
impl fmt::Display for Thought {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match plies_to_win(self.score) {
            Some(plies) if plies > 0 => write!(f, "win in {}", moves_of(plies))?,
            Some(plies) => write!(f, "loss in {}", moves_of(plies))?,
            None => write!(f, "score {:+}", self.score)?,
        }
        let (seconds, thousandths) = (self.elapsed_ms / 1000, self.elapsed_ms % 1000);
        let (depth, nodes) = (self.depth, self.nodes);
        write!(
            f,
            ", depth {depth}, nodes {nodes}, time {seconds}.{thousandths:03} s"
        )
    }
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
