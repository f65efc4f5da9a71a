//! What waits for a slow disk: of each game the newest, and what the archive is to have.

use super::Kept;

/// More than this do not wait: then the disk has not worked for so many games, and the oldest is
/// given up.
const MOST: usize = 64;

/// A game that waits to be kept.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Waiting {
    pub(super) kept: Kept,
    /// Whether it is another game than the one before.
    pub(super) begins: bool,
    /// Its number, which grows.
    pub(super) number: u64,
}

impl Waiting {
    fn is_over(&self) -> bool {
        self.kept.record.ending().is_some()
    }

    fn is_worth_keeping(&self) -> bool {
        self.is_over() || !self.kept.record.game().moves().is_empty()
    }

    /// Whether nothing is lost when only `next`, which follows, is kept. Of one game the archive
    /// has the last end; of a game that was taken back it has the end before.
    fn gives_way_to(&self, next: &Self) -> bool {
        if next.begins {
            self.begins && !self.is_worth_keeping()
        } else {
            next.is_over() || !self.is_over()
        }
    }
}

#[derive(Debug, Default)]
pub(super) struct Queue(Vec<Waiting>);

impl Queue {
    /// Puts one behind all others, in the place of those that it makes needless.
    pub(super) fn push(&mut self, mut next: Waiting) {
        while let Some(last) = self.0.pop_if(|last| last.gives_way_to(&next)) {
            if last.begins {
                next.begins = true;
                break;
            }
        }
        self.0.push(next);
        if self.0.len() > MOST
            && let Some(lost) = self.take()
            && let Some(first) = self.0.first_mut()
        {
            first.begins |= lost.begins;
            defmt::warn!("store: too many games wait for the disk");
        }
    }

    pub(super) fn take(&mut self) -> Option<Waiting> {
        (!self.0.is_empty()).then(|| self.0.remove(0))
    }

    /// Puts one back before all others: it could not be kept.
    pub(super) fn give_back(&mut self, first: Waiting) {
        let rest = std::mem::replace(&mut self.0, vec![first]);
        rest.into_iter().for_each(|waiting| self.push(waiting));
    }

    pub(super) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The number of the newest.
    pub(super) fn newest(&self) -> Option<u64> {
        self.0.last().map(|waiting| waiting.number)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::event::Player;
    use crate::app::record::Record;
    use minmax_engine::point::Point;
    use minmax_engine::rules::Rules;
    use minmax_engine::side::Side;
    use minmax_engine::strategy::handicap::Level;

    /// A game of so many moves, perhaps given up; `Begin` if it is a new one.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    enum Is {
        Save(usize),
        End(usize),
        Begin(usize),
        BeginEnd(usize),
    }
    use Is::{Begin, BeginEnd, End, Save};

    fn waiting(is: Is) -> Waiting {
        let (Save(moves) | End(moves) | Begin(moves) | BeginEnd(moves)) = is;
        let mut record = Record::new(Rules::GOMOKU);
        for n in 0..moves {
            let point = Point::new(n % 15, 2 * (n / 15)).unwrap();
            record.play(point, None).unwrap();
        }
        if matches!(is, End(_) | BeginEnd(_)) {
            record.resign(Side::Black);
        }
        let kept = Kept {
            record,
            players: [Player::Human; 2],
            level: Level::DEFAULT,
        };
        let begins = matches!(is, Begin(_) | BeginEnd(_));
        Waiting {
            kept,
            begins,
            number: 0,
        }
    }

    fn queue(all: &[Is]) -> Queue {
        let mut queue = Queue::default();
        all.iter().for_each(|&is| queue.push(waiting(is)));
        queue
    }

    fn left(mut queue: Queue) -> Vec<Is> {
        let all = std::iter::from_fn(|| queue.take());
        let is = all.map(|waiting| {
            let moves = waiting.kept.record.game().moves().len();
            match (waiting.begins, waiting.is_over()) {
                (false, false) => Save(moves),
                (false, true) => End(moves),
                (true, false) => Begin(moves),
                (true, true) => BeginEnd(moves),
            }
        });
        is.collect()
    }

    #[test]
    fn of_one_game_the_newest_waits() {
        for (pushed, waits) in [
            (&[Save(1), Save(2), Save(3)][..], &[Save(3)][..]),
            (&[Save(3), Save(2)], &[Save(2)]),
            (&[Save(1), End(2)], &[End(2)]),
            (&[End(2), Save(1), Save(0)], &[End(2), Save(0)]),
            (&[End(2), Save(1), End(3), Save(2)], &[End(3), Save(2)]),
            (&[Begin(0), Save(1), End(2)], &[BeginEnd(2)]),
            (&[BeginEnd(2), Save(1)], &[BeginEnd(2), Save(1)]),
        ] {
            assert_eq!(left(queue(pushed)), waits, "{pushed:?}");
        }
    }

    #[test]
    fn no_game_is_dropped_for_another() {
        for (pushed, waits) in [
            (&[Save(3), Begin(0)][..], &[Save(3), Begin(0)][..]),
            (&[Save(3), Begin(0), Begin(0)], &[Save(3), Begin(0)]),
            (&[Save(0), Begin(0)], &[Save(0), Begin(0)]),
            (&[Begin(0), Begin(1), Save(2)], &[Begin(2)]),
            (&[Begin(0), Save(1), Begin(0)], &[Begin(1), Begin(0)]),
            (&[End(2), Begin(0), Save(1)], &[End(2), Begin(1)]),
            (&[BeginEnd(0), Begin(0)], &[BeginEnd(0), Begin(0)]),
        ] {
            assert_eq!(left(queue(pushed)), waits, "{pushed:?}");
        }
    }

    #[test]
    fn what_failed_is_tried_first_unless_something_newer_waits() {
        for (failed, rest, waits) in [
            (Save(1), &[][..], &[Save(1)][..]),
            (Save(1), &[Save(2)], &[Save(2)]),
            (End(1), &[Save(0)], &[End(1), Save(0)]),
            (Begin(0), &[Save(1)], &[Begin(1)]),
            (Save(1), &[Begin(0)], &[Save(1), Begin(0)]),
        ] {
            let mut queue = queue(rest);
            queue.give_back(waiting(failed));
            assert_eq!(left(queue), waits, "{failed:?} {rest:?}");
        }
    }

    #[test]
    fn the_oldest_games_are_given_up_when_too_many_wait() {
        let mut many = vec![BeginEnd(9), Save(8)];
        many.extend([Begin(1); MOST - 2]);
        assert_eq!(left(queue(&many)), many);
        many.push(Begin(2));
        let waits = left(queue(&many));
        assert_eq!(waits.len(), MOST);
        assert_eq!(waits[0], Begin(8), "still another game than the one before");
        many.push(Begin(3));
        assert_eq!(left(queue(&many))[..2], [Begin(1); 2]);
    }
}
