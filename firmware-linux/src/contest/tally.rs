//! What the games of two players come to, counted in the order of their openings.

use std::collections::{BTreeMap, HashSet};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::time::Duration;

use minmax_engine::side::Side;

use super::player::Fault;
use super::referee::{End, Played, Timing};
use super::stats::{Sample, Sprt};

/// What a player did wrong, each kind counted apart.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Faults {
    /// Answers that came too late.
    pub late: u32,
    /// Moves that cannot be played.
    pub illegal: u32,
    /// Processes that ended or did not speak the protocol.
    pub crash: u32,
    /// Processes that fell silent and were ended.
    pub hang: u32,
    /// Moves that renju forbids to Black, where such a move is played and loses.
    pub foul: u32,
}

impl Faults {
    fn add(&mut self, fault: &Fault) {
        match fault {
            Fault::Late(_) => self.late += 1,
            Fault::Illegal(_) => self.illegal += 1,
            Fault::Crash(_) | Fault::NoStart(_) => self.crash += 1,
            Fault::Hang(_) => self.hang += 1,
        }
    }
}

/// When answers came, against the time that they had: negative is before the limit.
#[derive(Clone, Debug, Default)]
pub struct Margins {
    /// How many answers came at so many tenths of a millisecond.
    tenths: BTreeMap<i64, u64>,
}

impl Margins {
    fn add(&mut self, timing: &Timing) {
        let tenths = |time: Duration| i64::try_from(time.as_micros() / 100).unwrap_or(i64::MAX);
        let margin = tenths(timing.elapsed).saturating_sub(tenths(timing.limit));
        *self.tenths.entry(margin).or_default() += 1;
    }

    /// Answers that had a limit.
    #[must_use]
    pub fn count(&self) -> u64 {
        self.tenths.values().sum()
    }

    /// Answers that came past it, within the tolerance or not.
    #[must_use]
    pub fn over(&self) -> u64 {
        self.tenths.range(1..).map(|(_, count)| count).sum()
    }

    /// The margin in milliseconds that so many of a thousand answers do not exceed.
    #[must_use]
    pub fn quantile(&self, permille: u64) -> Option<f64> {
        let rank = (self.count() * permille).div_ceil(1000).max(1);
        let mut seen = 0;
        let mut margins = self.tenths.iter();
        let found = margins.find(|&(_, count)| {
            seen += count;
            seen >= rank
        });
        found.map(|(&tenths, _)| tenths as f64 / 10.0)
    }
}

/// What is known of one of the two.
#[derive(Clone, Debug, Default)]
pub struct Conduct {
    /// What it did wrong.
    pub faults: Faults,
    /// When it answered.
    pub margins: Margins,
}

/// The games of the first player against the second.
#[derive(Clone, Debug, Default)]
pub struct Tally {
    /// Won by the first.
    pub wins: u32,
    /// Won by nobody.
    pub draws: u32,
    /// Won by the second.
    pub losses: u32,
    /// Draws because the game went on for too long; among [`draws`](Self::draws).
    pub long: u32,
    /// Games that Black won.
    pub black: u32,
    /// Moves of all games, those of the openings included.
    pub plies: u64,
    /// Openings whose two games gave the first player so many half points, 0 to 4.
    pub pairs: [u32; 5],
    /// The first and the second player.
    pub conduct: [Conduct; 2],
    /// A pair of which one game is counted, and its half points.
    half: Option<(u32, usize)>,
    /// Hashes of all games.
    games: HashSet<u64>,
}

impl Tally {
    /// Counts the game of that number, in which the first player had that side. Games 0 and 1 are
    /// the first pair, 2 and 3 the second; games come in their order, though some may be missing.
    pub fn add(&mut self, number: u32, first: Side, played: &Played) {
        let (pair, points) = (number / 2, self.count(first, played));
        match self.half.take() {
            Some((of, half)) if of == pair => self.pairs[half + points] += 1,
            _ => self.half = Some((pair, points)),
        }
    }

    /// The first player's half points.
    fn count(&mut self, first: Side, played: &Played) -> usize {
        let winner = played.end.winner();
        let points = match winner {
            None => 1,
            Some(side) if side == first => 2,
            Some(_) => 0,
        };
        *[&mut self.losses, &mut self.draws, &mut self.wins][points] += 1;
        self.black += u32::from(winner == Some(Side::Black));
        self.long += u32::from(played.end == End::Long);
        self.plies += played.game.moves().len() as u64;
        self.add_conduct(first, played);
        let mut hasher = DefaultHasher::new();
        played.game.moves().hash(&mut hasher);
        self.games.insert(hasher.finish());
        points
    }

    fn add_conduct(&mut self, first: Side, played: &Played) {
        let who = |side| usize::from(side != first);
        for timing in &played.timings {
            self.conduct[who(timing.side)].margins.add(timing);
        }
        if let End::Fault(side, fault) = &played.end {
            self.conduct[who(*side)].faults.add(fault);
        }
        if played.game.foul().is_some() {
            self.conduct[who(Side::Black)].faults.foul += 1;
        }
    }

    /// Games counted.
    #[must_use]
    pub const fn games(&self) -> u32 {
        self.wins + self.draws + self.losses
    }

    /// Games that are unlike all others.
    #[must_use]
    pub fn distinct(&self) -> usize {
        self.games.len()
    }

    /// The share of points that the first player won, 0 to 1; `None` before the first game.
    #[must_use]
    pub fn score(&self) -> Option<f64> {
        let points = f64::from(self.wins) + f64::from(self.draws) / 2.0;
        (self.games() > 0).then(|| points / f64::from(self.games()))
    }

    /// The results as a sample: of pairs, once there are any.
    #[must_use]
    pub fn sample(&self) -> Option<Sample> {
        let games = [self.losses, self.draws, self.wins].map(f64::from);
        Sample::of(&self.pairs.map(f64::from)).or_else(|| Sample::of(&games))
    }

    /// The test's log-likelihood ratio, from complete pairs; 0 without any.
    #[must_use]
    pub fn ratio(&self, sprt: &Sprt) -> f64 {
        sprt.ratio(&self.pairs.map(f64::from))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use minmax_engine::game::Game;
    use minmax_engine::notation::parse_moves;
    use minmax_engine::point::Point;
    use minmax_engine::rules::{FoulRule, LineRule, Rules};

    fn played(end: End, moves: usize) -> Played {
        let mut game = Game::new(Rules::GOMOKU);
        for n in 0..moves {
            game.play(Point::new(n % 15, n / 15 * 2).unwrap());
        }
        Played {
            game,
            steps: vec![],
            timings: vec![],
            end,
        }
    }

    use Side::{Black, White};

    #[test]
    fn results_are_the_first_players() {
        let mut tally = Tally::default();
        tally.add(0, Black, &played(End::Row(Black), 3));
        tally.add(1, White, &played(End::Row(Black), 3));
        tally.add(2, Black, &played(End::Full, 2));
        tally.add(3, White, &played(End::Long, 1));
        tally.add(4, Black, &played(End::Row(White), 1));
        assert_eq!((tally.wins, tally.draws, tally.losses), (1, 2, 2));
        assert_eq!((tally.black, tally.long, tally.plies), (2, 1, 10));
        assert_eq!(tally.pairs, [0, 0, 2, 0, 0]);
        assert_eq!((tally.games(), tally.distinct()), (5, 3));
        assert_eq!(tally.score(), Some(0.4));
        let sample = tally.sample().unwrap();
        assert_eq!((sample.count, sample.mean), (2.0, 0.5));
        assert_eq!(Tally::default().score(), None);
        assert_eq!(Tally::default().sample(), None);
    }

    #[test]
    fn a_pair_needs_both_games_of_its_opening() {
        let mut tally = Tally::default();
        for number in [0, 2, 3, 5, 6] {
            tally.add(number, Black, &played(End::Row(Black), 1));
        }
        assert_eq!(tally.pairs, [0, 0, 0, 0, 1]);
        assert_eq!(tally.games(), 5);
    }

    #[test]
    fn faults_are_counted_by_kind_and_player() {
        let mut tally = Tally::default();
        let late = Fault::Late(Duration::from_millis(3));
        let hang = Fault::Hang(Duration::from_secs(3));
        tally.add(0, Black, &played(End::Fault(Black, late.clone()), 1));
        tally.add(1, White, &played(End::Fault(Black, late), 1));
        tally.add(2, Black, &played(End::Fault(White, hang), 1));
        tally.add(
            3,
            White,
            &played(End::Fault(White, Fault::Illegal(String::new())), 1),
        );
        tally.add(
            4,
            Black,
            &played(End::Fault(White, Fault::Crash(String::new())), 1),
        );
        let [first, second] = tally.conduct.map(|conduct| conduct.faults);
        assert_eq!(
            (first.late, first.illegal, first.crash, first.hang),
            (1, 1, 0, 0)
        );
        assert_eq!(
            (second.late, second.illegal, second.crash, second.hang),
            (1, 0, 1, 1)
        );
        assert_eq!((tally.wins, tally.losses), (3, 2));
    }

    #[test]
    fn a_foul_that_was_played_is_blacks_fault() {
        let rules = Rules::new(15, 15, 5, LineRule::Renju).unwrap();
        let mut game: Game = Game::new(rules.with_fouls(FoulRule::Loses));
        for point in parse_moves("h6a1h7o1f8a15g8o15h8", rules) {
            game.play(point.unwrap());
        }
        let fouled = Played {
            game,
            ..played(End::Row(White), 0)
        };
        let mut tally = Tally::default();
        tally.add(0, Black, &fouled);
        tally.add(1, White, &fouled);
        tally.add(2, White, &fouled);
        assert_eq!(tally.conduct.map(|conduct| conduct.faults.foul), [1, 2]);
        assert_eq!((tally.wins, tally.losses), (2, 1));
    }

    #[test]
    fn margins_are_a_distribution() {
        let mut margins = Margins::default();
        assert_eq!((margins.count(), margins.quantile(500)), (0, None));
        for ms in 1..=1000 {
            margins.add(&Timing {
                side: Black,
                elapsed: Duration::from_millis(ms),
                limit: Duration::from_millis(995),
            });
        }
        assert_eq!((margins.count(), margins.over()), (1000, 5));
        assert_eq!(margins.quantile(500), Some(-495.0));
        assert_eq!(margins.quantile(990), Some(-5.0));
        assert_eq!(margins.quantile(1000), Some(5.0));
    }
}
