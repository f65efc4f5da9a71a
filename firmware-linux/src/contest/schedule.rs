//! Which game comes next: for each opponent every opening twice, with both colours.

use std::sync::Arc;

use fastrand::Rng;
use minmax_engine::point::Point;
use minmax_engine::side::Side;

use super::balanced::Finder;

/// Where openings come from.
pub enum Source {
    /// A file; at its end it begins again.
    List(Vec<Arc<[Point]>>),
    /// Own search.
    Search(Box<Finder>, Vec<Arc<[Point]>>),
}

impl Source {
    /// From a file.
    #[must_use]
    pub fn list(openings: Vec<Vec<Point>>) -> Self {
        Self::List(openings.into_iter().map(Arc::from).collect())
    }

    /// By own search.
    #[must_use]
    pub fn search(finder: Finder) -> Self {
        Self::Search(Box::new(finder), Vec::new())
    }

    /// How many there are; `None` if as many as are wanted.
    #[must_use]
    pub const fn count(&self) -> Option<usize> {
        match self {
            Self::List(openings) => Some(openings.len()),
            Self::Search(..) => None,
        }
    }

    fn opening(&mut self, number: usize) -> Arc<[Point]> {
        let openings = match self {
            Self::List(openings) => openings,
            Self::Search(finder, found) => {
                while found.len() <= number {
                    found.push(finder.find().into());
                }
                found
            }
        };
        let index = number % openings.len().max(1);
        openings
            .get(index)
            .cloned()
            .unwrap_or_else(|| Arc::from([]))
    }
}

/// A game to be played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ticket {
    /// Which opponent, from 0.
    pub opponent: usize,
    /// Which game against this opponent, from 0.
    pub number: u32,
    /// How it begins.
    pub opening: Arc<[Point]>,
    /// The colour of the first player.
    pub first: Side,
    /// Seeds of the first player and of the opponent.
    pub seeds: [u64; 2],
}

/// All games of a match, opponent by opponent.
pub struct Schedule {
    source: Source,
    games: u32,
    seed: u64,
    /// For each opponent the number of the next game.
    next: Vec<u32>,
}

impl Schedule {
    /// So many games against each of so many opponents. `seed` draws the players' seeds.
    #[must_use]
    pub fn new(source: Source, opponents: usize, games: u32, seed: u64) -> Self {
        Self {
            source,
            games,
            seed,
            next: vec![0; opponents],
        }
    }

    /// Gives out the next game; `None` when all have been.
    pub fn deal(&mut self) -> Option<Ticket> {
        let games = self.games;
        let mut opponents = self.next.iter_mut().enumerate();
        let (opponent, next) = opponents.find(|(_, next)| **next < games)?;
        let number = *next;
        *next += 1;
        let pair = number / 2;
        let mut rng = Rng::with_seed(self.seed);
        let base = rng.u64(..);
        rng.seed(base ^ u64::from(pair));
        Some(Ticket {
            opponent,
            number,
            opening: self.source.opening(pair as usize),
            first: Side::ALL[number as usize % 2],
            seeds: [rng.u64(..), rng.u64(..)],
        })
    }

    /// Gives out no more games against this opponent.
    pub fn skip(&mut self, opponent: usize) {
        if let Some(next) = self.next.get_mut(opponent) {
            *next = self.games;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use minmax_engine::rules::Rules;

    fn at(column: usize, row: usize) -> Point {
        Point::new(column, row).unwrap()
    }

    fn tickets(schedule: &mut Schedule) -> Vec<Ticket> {
        std::iter::from_fn(|| schedule.deal()).collect()
    }

    #[test]
    fn every_opening_is_played_with_both_colours() {
        let source = Source::list(vec![vec![at(7, 7)], vec![at(8, 8)]]);
        let mut schedule = Schedule::new(source, 2, 6, 1);
        let all = tickets(&mut schedule);
        let order: Vec<_> = all.iter().map(|t| (t.opponent, t.number)).collect();
        let expected: Vec<_> = (0..2).flat_map(|o| (0..6).map(move |n| (o, n))).collect();
        assert_eq!(order, expected);
        for pair in all.chunks_exact(2) {
            assert_eq!(pair[0].opening, pair[1].opening);
            assert_eq!((pair[0].first, pair[1].first), (Side::Black, Side::White));
            assert_eq!(pair[0].seeds, pair[1].seeds);
        }
        assert_ne!(all[0].opening, all[2].opening);
        assert_eq!(all[0].opening, all[4].opening, "from the start again");
        assert_ne!(all[0].seeds, all[2].seeds);
        assert_eq!(all[0].opening, all[6].opening, "the same for all opponents");
    }

    #[test]
    fn openings_that_are_searched_are_the_same_for_all_opponents() {
        let source = Source::search(Finder::new(Rules::GOMOKU, 3));
        let all = tickets(&mut Schedule::new(source, 2, 4, 1));
        assert_eq!(all.len(), 8);
        assert_eq!(all[0].opening, all[4].opening);
        assert_ne!(all[0].opening, all[2].opening);
    }

    #[test]
    fn a_decided_opponent_is_skipped() {
        let source = Source::list(vec![vec![]]);
        let mut schedule = Schedule::new(source, 2, 100, 1);
        schedule.deal();
        schedule.skip(0);
        assert_eq!(
            schedule.deal().map(|t| (t.opponent, t.number)),
            Some((1, 0))
        );
        schedule.skip(1);
        assert_eq!(schedule.deal(), None);
        schedule.skip(9);
    }
}
