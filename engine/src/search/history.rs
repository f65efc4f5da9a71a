//! What earlier nodes teach about the order of moves: killer moves, countermoves and the
//! history heuristic.

use super::tuning::{COUNTERMOVE_BONUS, HISTORY_MAX, HISTORY_SCALE, KILLER_BONUS, PLY};
use crate::moves::ScoredMove;
use crate::point::{INDICES, Point};
use crate::position::MAX_PLY;
use crate::side::Side;

/// Moves that cut off elsewhere in the tree. About 8 KiB.
#[derive(Clone, Debug)]
pub(crate) struct History {
    /// Two quiet moves a ply that cut off there last (Akl and Newborn, 1977).
    killers: [[Option<Point>; 2]; MAX_PLY],
    /// How often a side's move on a cell cut off anywhere (Schaeffer, 1983).
    scores: [[i16; INDICES]; 2],
    /// The reply that refuted a side's move last (Uiterwijk, 1992).
    countermoves: [[Option<Point>; INDICES]; 2],
}

impl History {
    pub(crate) const fn new() -> Self {
        Self {
            killers: [[None; 2]; MAX_PLY],
            scores: [[0; INDICES]; 2],
            countermoves: [[None; INDICES]; 2],
        }
    }

    /// Forgets everything, so that the next search does not depend on the last.
    pub(crate) fn clear(&mut self) {
        self.killers.fill([None; 2]);
        for side in 0..2 {
            self.scores[side].fill(0);
            self.countermoves[side].fill(None);
        }
    }

    /// What the move's past adds to its order score.
    pub(crate) fn bonus(&self, place: Place, point: Point) -> i32 {
        let mut bonus = self.score(place.side, point) / HISTORY_SCALE;
        if self.killers[place.ply % MAX_PLY].contains(&Some(point)) {
            bonus += KILLER_BONUS;
        }
        if self.countermove(place) == Some(point) {
            bonus += COUNTERMOVE_BONUS;
        }
        bonus
    }

    /// The move's history score, within ±[`HISTORY_MAX`].
    pub(crate) fn score(&self, side: Side, point: Point) -> i32 {
        i32::from(self.scores[side.index()][point.index()])
    }

    fn countermove(&self, place: Place) -> Option<Point> {
        self.countermoves[place.side.index()][place.previous?.index()]
    }

    /// The move cut off at this depth after the others had been tried in vain.
    pub(crate) fn reward(&mut self, place: Place, best: Point, tried: &[ScoredMove], depth: i32) {
        let killers = &mut self.killers[place.ply % MAX_PLY];
        if killers[0] != Some(best) {
            *killers = [Some(best), killers[0]];
        }
        if let Some(previous) = place.previous {
            self.countermoves[place.side.index()][previous.index()] = Some(best);
        }
        let plies = (depth / PLY).max(1);
        let bonus = (plies * plies * 4 + 16 * plies).min(HISTORY_MAX / 4);
        self.adjust(place.side, best, bonus);
        for point in tried.iter().filter_map(|tried| tried.point()) {
            if point != best {
                self.adjust(place.side, point, -bonus);
            }
        }
    }

    /// Moves the score towards the bonus' end of its range, the slower the nearer it is.
    fn adjust(&mut self, side: Side, point: Point, bonus: i32) {
        let score = &mut self.scores[side.index()][point.index()];
        let old = i32::from(*score);
        *score = (old + bonus - old * bonus.abs() / HISTORY_MAX) as i16;
    }
}

/// Where in the tree a move is considered.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Place {
    /// The side to move.
    pub side: Side,
    /// Plies from the root.
    pub ply: usize,
    /// The opponent's last move.
    pub previous: Option<Point>,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scores_stay_in_range_and_forget() {
        let mut history = History::new();
        let place = Place {
            side: Side::White,
            ply: 3,
            previous: Some(Point::at(1, 1)),
        };
        let (good, bad) = (Point::at(2, 2), Point::at(3, 3));
        let tried = [ScoredMove::new(bad, 0), ScoredMove::new(good, 0)];
        for _ in 0..1_000 {
            history.reward(place, good, &tried, 30 * PLY);
        }
        assert!(history.score(Side::White, good) > HISTORY_MAX / 2);
        assert!(history.score(Side::White, good) <= HISTORY_MAX);
        assert!(history.score(Side::White, bad) < -HISTORY_MAX / 2);
        assert!(history.score(Side::White, bad) >= -HISTORY_MAX);
        assert_eq!(history.score(Side::Black, good), 0);
        let plain = history.score(Side::White, good) / HISTORY_SCALE;
        assert_eq!(
            history.bonus(place, good),
            plain + KILLER_BONUS + COUNTERMOVE_BONUS
        );
        history.clear();
        assert_eq!(history.bonus(place, good), 0);
    }
}
