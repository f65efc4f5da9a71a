//! The best moves of the root, ranked, each with its score and line.

use heapless::Vec;

use crate::point::Point;
use crate::score::Score;

use super::pv::Line;
use super::report::MAX_LINES;

/// A root move with what is known of it.
#[derive(Clone, Debug)]
pub(crate) struct Ranked {
    pub(crate) point: Point,
    pub(crate) score: Score,
    /// The score with the whim of a weak player.
    felt: Score,
    line: Line,
}

impl Ranked {
    const fn new(point: Point) -> Self {
        Self {
            point,
            score: 0,
            felt: 0,
            line: Line::new(),
        }
    }

    /// The move and what would follow, as far as known.
    pub(crate) fn pv(&self) -> &[Point] {
        match self.line.first() {
            Some(&first) if first == self.point => &self.line,
            _ => core::slice::from_ref(&self.point),
        }
    }
}

/// The moves that are ranked, best first: at least one while a search runs.
#[derive(Clone, Debug)]
pub(crate) struct Lines(Vec<Ranked, MAX_LINES>);

impl Lines {
    pub(crate) const fn new() -> Self {
        Self(Vec::new())
    }

    /// The first `wanted` of the root's moves, one at least, before anything is known of them.
    pub(crate) fn start(&mut self, root: &[Point], wanted: u8) {
        let count = usize::from(wanted).clamp(1, MAX_LINES);
        self.0.clear();
        self.0
            .extend(root.iter().take(count).map(|&point| Ranked::new(point)));
    }

    pub(crate) fn count(&self) -> usize {
        self.0.len()
    }

    pub(crate) fn get(&self, rank: usize) -> &Ranked {
        &self.0[rank]
    }

    pub(crate) fn best(&self) -> &Ranked {
        self.get(0)
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = &Ranked> {
        self.0.iter()
    }

    /// All of them have this score.
    pub(crate) fn all_score(&mut self, score: Score) {
        for ranked in &mut self.0 {
            ranked.score = score;
        }
    }

    /// This move holds the rank now, with this score. Whether the best move is another one now.
    pub(crate) fn raise(&mut self, rank: usize, point: Point, score: Score, felt: Score) -> bool {
        let ranked = &mut self.0[rank];
        let other = ranked.point != point;
        (ranked.point, ranked.score, ranked.felt) = (point, score, felt);
        rank == 0 && other
    }

    /// The depth is finished for this rank.
    pub(crate) fn close(&mut self, rank: usize, line: &[Point]) {
        let kept = &mut self.0[rank].line;
        kept.clear();
        let _ = kept.extend_from_slice(line); // of the same capacity
    }

    /// Orders by score: a later move may turn out better than an earlier one. Equal moves stay
    /// in their order.
    pub(crate) fn sort(&mut self) {
        for end in 1..self.0.len() {
            let better = self.0[..end].partition_point(|ranked| ranked.felt >= self.0[end].felt);
            self.0[better..=end].rotate_right(1);
        }
    }

    /// Puts the ranked moves first in the root's list, which begins with them in another order.
    pub(crate) fn lead(&self, root: &mut [Point]) {
        for (place, ranked) in root.iter_mut().zip(&self.0) {
            *place = ranked.point;
        }
    }
}
