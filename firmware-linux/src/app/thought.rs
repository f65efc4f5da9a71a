//! What the engine thinks of a move.

use std::fmt;

use minmax_engine::notation::PointName;
use minmax_engine::point::Point;
use minmax_engine::rules::Rules;
use minmax_engine::score::{Score, moves_of, plies_to_win};
use minmax_engine::search::report::{Listener, Report, Verdict};

/// What the engine thinks of a move, and what it took to find out.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Thought {
    /// Worth of the position for the side that moves.
    pub score: Score,
    /// Plies that were searched; 0 when the move needed no search.
    pub depth: u8,
    /// Moves made in the search.
    pub nodes: u64,
    /// Milliseconds it took.
    pub elapsed_ms: u64,
    /// The principal variation, the move itself first; nothing where it is not known.
    pub pv: Variation,
}

impl Thought {
    /// What a search has come to. `reported`: the variation of its last report, which may be another
    /// move's.
    #[must_use]
    pub fn last(verdict: &Verdict, reported: Variation) -> Self {
        let pv = reported.points().next() == Some(verdict.best);
        let pv = pv.then_some(reported);
        Self {
            score: verdict.score,
            depth: verdict.depth,
            nodes: verdict.nodes,
            elapsed_ms: verdict.elapsed_ms,
            pv: pv.unwrap_or_else(|| [verdict.best].into_iter().collect()),
        }
    }

    /// As [`Display`](fmt::Display), and the principal variation behind it: `…, line h8 i9 g7`.
    #[must_use]
    pub fn in_full(&self, rules: Rules) -> String {
        let mut text = self.to_string();
        for (n, point) in self.pv.points().enumerate() {
            text.push_str(if n == 0 { ", line " } else { " " });
            text.push_str(&PointName::new(point, rules).to_string());
        }
        text
    }
}

/// The first moves of a principal variation.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Variation([Option<Point>; Self::LONGEST]);

impl Variation {
    /// So many moves are kept of a longer one.
    pub const LONGEST: usize = 16;

    /// The moves in their order.
    pub fn points(&self) -> impl Iterator<Item = Point> + '_ {
        self.0.iter().map_while(|&point| point)
    }
}

/// Keeps what the last report says of the best move.
impl Listener for Variation {
    fn iteration(&mut self, report: &Report<'_>) {
        if report.rank == 1 {
            *self = report.pv.into();
        }
    }
}

impl From<&[Point]> for Variation {
    fn from(points: &[Point]) -> Self {
        points.iter().copied().collect()
    }
}

impl FromIterator<Point> for Variation {
    fn from_iter<I: IntoIterator<Item = Point>>(points: I) -> Self {
        let mut variation = Self::default();
        let places = variation.0.iter_mut();
        places
            .zip(points)
            .for_each(|(place, point)| *place = Some(point));
        variation
    }
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

impl From<&Report<'_>> for Thought {
    fn from(report: &Report<'_>) -> Self {
        Self {
            score: report.score,
            depth: report.depth,
            nodes: report.nodes,
            elapsed_ms: report.elapsed_ms,
            pv: report.pv.into(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(column: usize) -> Point {
        Point::new(column, 0).unwrap()
    }

    #[test]
    fn a_long_variation_is_cut_and_a_short_one_is_whole() {
        let points: Vec<_> = (0..20).map(at).collect();
        for length in 0..points.len() {
            let variation = Variation::from(&points[..length]);
            let kept = length.min(Variation::LONGEST);
            assert!(
                variation.points().eq(points[..kept].iter().copied()),
                "{length}"
            );
        }
    }

    #[test]
    fn the_variation_of_another_move_is_not_the_answers() {
        let verdict = Verdict {
            best: at(3),
            score: 7,
            depth: 4,
            seldepth: 5,
            nodes: 100,
            elapsed_ms: 2,
        };
        for (reported, kept) in [
            (&[at(3), at(5)][..], &[at(3), at(5)][..]),
            (&[at(4), at(5)], &[at(3)]),
            (&[], &[at(3)]),
        ] {
            let thought = Thought::last(&verdict, reported.into());
            assert!(thought.pv.points().eq(kept.iter().copied()));
            assert_eq!((thought.score, thought.nodes), (7, 100));
        }
    }
}
