//! How long to think about a move within its budget: what the iterations say of it.
//!
//! A best move that stays the best while its score stands still is clear, and the time is
//! better kept; one that has just changed, or whose score falls, deserves more.

use crate::point::Point;
use crate::score::{Score, is_decisive};
use crate::time::Budget;

/// The share of the soft limit for a move, in percent, by the iterations in a row that it has
/// been the best.
const STEADY: [u64; 8] = [125, 115, 105, 100, 90, 80, 70, 60];
/// A proven win or loss that has been found once needs only be shortened or drawn out.
const DECIDED: u64 = 40;
/// Added for each change of the best move; a change counts half as much one iteration later.
const CHANGE: u64 = 60;
/// Added for each unit of evaluation by which the score has fallen, up to the largest fall.
const FALL_TENTHS: u64 = 8;
const LARGEST_FALL: Score = 100;
/// From the soft limit on the running iteration is given half as much again, unless it makes a
/// discovery.
const GRACE_PERCENT: u64 = 150;

/// Judges after each iteration how much of the budget the move deserves.
#[derive(Clone, Debug)]
pub(crate) struct Patience {
    budget: Budget,
    best: Option<Point>,
    /// The mean of the scores so far, newer ones weighing more.
    mean: Score,
    steady: usize,
    /// Decaying sum of changes.
    unrest: u64,
    percent: u64,
}

impl Patience {
    pub(crate) const fn new(budget: Budget) -> Self {
        Self {
            budget,
            best: None,
            mean: 0,
            steady: 0,
            unrest: 0,
            percent: 100,
        }
    }

    /// An iteration is finished.
    pub(crate) fn heard(&mut self, best: Point, score: Score) {
        let first = self.best.is_none();
        self.unrest /= 2;
        if self.best == Some(best) {
            self.steady += 1;
        } else {
            self.best = Some(best);
            self.steady = 0;
            self.unrest += if first { 0 } else { CHANGE };
        }
        let fall = if first { 0 } else { self.mean - score };
        self.mean = if first {
            score
        } else {
            (self.mean + score) / 2
        };
        self.percent = if is_decisive(score) {
            DECIDED
        } else {
            let fall = fall.clamp(0, LARGEST_FALL) as u64;
            let steady = STEADY[self.steady.min(STEADY.len() - 1)];
            steady + self.unrest + fall * FALL_TENTHS / 10
        };
    }

    /// Milliseconds after which no further iteration is begun.
    pub(crate) const fn soft_ms(&self) -> u64 {
        share(self.budget.soft_ms, self.percent, self.budget.hard_ms)
    }

    /// Milliseconds after which the running iteration is given up; while nothing is known, it
    /// may take all.
    pub(crate) const fn deadline_ms(&self) -> u64 {
        if self.best.is_none() {
            return self.budget.hard_ms;
        }
        share(self.soft_ms(), GRACE_PERCENT, self.budget.hard_ms)
    }
}

/// So many percent of `ms`, `limit` at most.
const fn share(ms: u64, percent: u64, limit: u64) -> u64 {
    let share = (ms / 100)
        .saturating_mul(percent)
        .saturating_add(ms % 100 * percent / 100);
    if share < limit { share } else { limit }
}
