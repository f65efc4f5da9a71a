//! Moves one at a time, likeliest cut-off first.
//!
//! A list is never sorted: only a few of its moves are searched in a typical node, so the best
//! of the rest is looked for when it is asked for.

use crate::moves::{MoveStack, ScoredMove, urgency};
use crate::point::Point;
use crate::position::Position;

use super::history::{History, Place};

/// Added to every score so that none is negative.
const BASE: i32 = 4_096;

/// Picks the moves of one node from its part of the stack.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Picker {
    start: usize,
    next: usize,
}

impl Picker {
    /// A picker with an empty list on top of the stack.
    pub(crate) fn new(stack: &MoveStack) -> Self {
        Self {
            start: stack.len(),
            next: stack.len(),
        }
    }

    /// Adds and scores moves. When the stack is full the rest is left out.
    pub(crate) fn fill(
        self,
        stack: &mut MoveStack,
        position: &Position,
        history: &History,
        place: Place,
        cells: impl Iterator<Item = Point>,
    ) {
        for point in cells {
            let score =
                BASE + 2 * urgency(position, place.side, point) + history.bonus(place, point);
            if stack.push(ScoredMove::new(point, score)).is_err() {
                return;
            }
        }
    }

    /// The best move that was not picked yet.
    pub(crate) fn pick(&mut self, stack: &mut MoveStack) -> Option<Point> {
        let rest = stack.get_mut(self.next..)?;
        let best = (0..rest.len()).max_by_key(|&n| rest[n])?;
        rest.swap(0, best);
        let point = rest[0].point();
        self.next += 1;
        point
    }

    /// The moves picked so far.
    pub(crate) fn picked(self, stack: &MoveStack) -> &[ScoredMove] {
        stack.get(self.start..self.next).unwrap_or_default()
    }

    /// Takes the list off the stack.
    pub(crate) fn drop_list(self, stack: &mut MoveStack) {
        stack.truncate(self.start);
    }
}
