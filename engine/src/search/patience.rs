//! How long to think about a move within its budget: what the iterations say of it.
//!
//! A best move that stays the best while its score stands still is clear, and the time is
//! better kept; one that has just changed, or whose score falls, deserves more.

use crate::point::Point;
use crate::score::{Score, is_decisive};
use crate::time::Budget;

/// The share of the soft limit for a move, in percent, by the iterations in a row that it has
/// been the best.
const STEADY: [u64; 8] = [130, 125, 120, 110, 100, 90, 80, 70];
/// A proven win or loss that has been found once needs only be shortened or drawn out.
const DECIDED: u64 = 50;
/// Added for each change of the best move; a change counts half as much one iteration later.
const CHANGE: u64 = 60;
/// Added for each unit of evaluation by which the score has fallen, up to the largest fall.
const FALL_TENTHS: u64 = 8;
const LARGEST_FALL: Score = 100;
/// An iteration that makes no discovery is given up at this share of the soft limit.
const GRACE_PERCENT: u64 = 300;

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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::score::{loss_in, win_in};

    const BUDGET: Budget = Budget {
        soft_ms: 1_000,
        hard_ms: 5_000,
    };

    /// After iterations with these best moves and scores.
    fn after(iterations: &[(usize, Score)]) -> Patience {
        let mut patience = Patience::new(BUDGET);
        for &(column, score) in iterations {
            patience.heard(Point::at(column, 0), score);
        }
        patience
    }

    #[test]
    fn a_steady_move_gets_less_and_less() {
        let shares = [1, 2, 3, 4, 5, 6, 7, 8, 20].map(|n| after(&[(3, 10)].repeat(n)).soft_ms());
        assert!(shares.is_sorted_by(|one, next| one >= next), "{shares:?}");
        assert!(shares[0] > BUDGET.soft_ms && shares[8] < BUDGET.soft_ms * 3 / 4);
    }

    #[test]
    fn a_change_gets_more_and_the_next_steady_iteration_less_again() {
        let steady = after(&[(3, 10); 8]);
        let mut changed = steady.clone();
        changed.heard(Point::at(4, 0), 10);
        let mut settled = changed.clone();
        settled.heard(Point::at(4, 0), 10);
        let shares = [&steady, &settled, &changed].map(Patience::soft_ms);
        assert!(shares.is_sorted_by(|one, next| one < next), "{shares:?}");
        let restless = after(&[(3, 10), (4, 10), (3, 10), (4, 10)]);
        assert!(restless.soft_ms() > changed.soft_ms());
    }

    #[test]
    fn a_falling_score_gets_more_and_a_rising_one_does_not() {
        let scores = [[10, 10, 10], [10, 10, -40], [10, 10, -400], [10, 10, 200]];
        let [level, falls, collapses, rises] =
            scores.map(|scores| after(&scores.map(|score| (3, score))).soft_ms());
        assert!(level < falls && falls < collapses);
        assert_eq!(level, rises);
    }

    #[test]
    fn what_is_decided_gets_little() {
        for score in [win_in(9), loss_in(8)] {
            assert!(after(&[(3, 10), (4, score)]).soft_ms() <= BUDGET.soft_ms / 2);
        }
    }

    #[test]
    fn nothing_goes_beyond_the_hard_limit() {
        let limits = [0, 1, 99, 5_000, u64::MAX / 2, u64::MAX];
        for (soft_ms, hard_ms) in limits.into_iter().flat_map(|s| limits.map(|h| (s, h))) {
            let mut patience = Patience::new(Budget { soft_ms, hard_ms });
            assert_eq!(patience.deadline_ms(), hard_ms);
            for n in 0..12 {
                patience.heard(Point::at(n % 3, 0), -30_000 * (n as Score % 2));
                assert!(patience.soft_ms() <= patience.deadline_ms());
                assert!(patience.deadline_ms() <= hard_ms);
            }
        }
    }

    #[test]
    fn to_study_a_position_takes_all_the_time_however_clear_it_is() {
        let mut patience = Patience::new(Budget::exactly(5_000));
        for _ in 0..20 {
            patience.heard(Point::at(3, 0), 10);
            assert_eq!(patience.soft_ms(), 5_000);
        }
    }
}
