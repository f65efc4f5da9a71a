//! Time as an argument: the engine reads no clock of its own.

/// A clock that the caller implements: milliseconds since the search began.
///
/// It must never run backwards. The search asks about once every 64 nodes.
pub trait Clock {
    /// Milliseconds since the search began.
    fn elapsed_ms(&self) -> u64;
}

/// A clock that stands still: for searches limited by depth or nodes.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoClock;

impl Clock for NoClock {
    fn elapsed_ms(&self) -> u64 {
        0
    }
}

/// What is kept back of a turn for the way to the clock and back, unless the caller says more.
const RESERVE_MS: u64 = 30;
/// A reserve takes no more than this part of a turn; and of an equal share of what is left of
/// the match, this part may always be thought away.
const LEAST_PART: u64 = 4;
/// A reserve is for the worst move, and so many such moves come close together at most. For all the
/// others it is the mean of what they lose that counts: who keeps the most for every cell of the board
/// ends usual games with most of a short match unused.
const WORST_MOVES: u64 = 4;
/// Of a match that is too short for that, this part is kept for the worst moves.
const WORST_PART: u64 = 8;
/// The mean is taken for this part of the reserve where nobody knows.
const MEAN_PART: u64 = 4;
/// And this part of the reserve is left to think in when all else is used up.
const LATE_PART: u64 = 15;
/// Moves of its own after which a player has been told what moves lose, if he ever is.
const UNTOLD_MOVES: u64 = 8;
/// One move takes no more than this part of what is left of the match, however hard it is: the
/// next moves are the decisive ones just as often.
const LARGEST_SHARE: u64 = 7;
/// Moves of its own that a player should expect to make from the empty board: what games between
/// equals take in the middle. Who expects more ends most games with much time left.
const USUAL_MOVES: u64 = 24;
/// And late in the game, however long it has lasted already.
const FEWEST_MOVES: u64 = 10;

/// What the rules of a match allow for the next move.
///
/// ```
/// use minmax_engine::time::{Allowance, Budget};
/// // At most 5 s a move and 60 s for all that are left, on a 15×15 board with 20 stones.
/// let budget = Budget::allot(&Allowance {
///     turn_ms: Some(5_000),
///     left_ms: Some(60_000),
///     stones: 20,
///     empties: 205,
///     ..Allowance::default()
/// });
/// assert!(budget.soft_ms < 4_000 && budget.hard_ms <= 4_970);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub struct Allowance {
    /// Milliseconds for this move; `None`: no limit but that of the match.
    pub turn_ms: Option<u64>,
    /// Milliseconds for all moves to come; `None`: no such limit.
    pub left_ms: Option<u64>,
    /// Milliseconds of each move that pass unseen by the engine, at most: on the way to the
    /// clock and back, or because the board is slow. It takes a quarter of a turn at most, and
    /// three quarters of the match.
    pub reserve_ms: u64,
    /// Milliseconds that the moves of this match have really lost so, each in the mean; `None`:
    /// nobody knows, and a quarter of the reserve is thought likely. What is above the reserve
    /// does not count.
    pub lost_ms: Option<u64>,
    /// Stones on the board.
    pub stones: u16,
    /// Cells without one.
    pub empties: u16,
}

/// No limits, the reserve of [`Budget::for_turn`], and an empty board of 15×15.
impl Default for Allowance {
    fn default() -> Self {
        Self {
            turn_ms: None,
            left_ms: None,
            reserve_ms: RESERVE_MS,
            lost_ms: None,
            stones: 0,
            empties: 225,
        }
    }
}

impl Allowance {
    /// Moves of its own that the player may have to make at most, this one included.
    const fn most_moves(&self) -> u64 {
        at_least(self.empties.div_ceil(2) as u64, 1)
    }

    /// Moves of its own that the player should expect to make, this one included.
    const fn expected_moves(&self) -> u64 {
        let usual = USUAL_MOVES.saturating_sub(self.stones as u64 / 2);
        at_most(at_least(usual, FEWEST_MOVES), self.most_moves())
    }

    /// What is left of the match when every move to come has had what moves lose in the mean, and
    /// the worst of them their whole reserve.
    const fn usable_ms(&self, left_ms: u64) -> u64 {
        let means_ms = self.mean_ms(left_ms).saturating_mul(self.most_moves());
        let worst_ms = at_most(
            self.reserve_ms.saturating_mul(WORST_MOVES),
            left_ms / WORST_PART,
        );
        let sure_ms = left_ms.saturating_sub(means_ms.saturating_add(worst_ms));
        match self.lost_ms {
            // That of a short match would be nothing, and who gives it to a player hardly makes it lose
            // that much.
            None if (self.stones as u64) < 2 * UNTOLD_MOVES => {
                at_least(sure_ms, left_ms / LEAST_PART)
            }
            _ => sure_ms,
        }
    }

    /// What a move loses in the mean, with half as much to be safe, and a little to think in.
    const fn mean_ms(&self, left_ms: u64) -> u64 {
        let known_ms = self.known_loss_ms();
        let safe_ms = match self.lost_ms {
            Some(_) => known_ms.saturating_add(known_ms / 2),
            None => self.reserve_ms / MEAN_PART,
        };
        let equal_ms = left_ms / self.most_moves();
        let late_ms = at_most(self.reserve_ms / LATE_PART, equal_ms / LEAST_PART);
        at_most(safe_ms.saturating_add(late_ms), self.reserve_ms)
    }

    const fn known_loss_ms(&self) -> u64 {
        match self.lost_ms {
            Some(ms) => at_most(ms, self.reserve_ms),
            None => 0,
        }
    }

    /// What a move may take of the match even if nothing is usable by that reckoning: no more
    /// than half of what is left of its equal share when the usual is lost.
    const fn floor_ms(&self, left_ms: u64) -> u64 {
        let most = self.most_moves();
        let sure_ms = left_ms.saturating_sub(self.known_loss_ms().saturating_mul(most));
        at_most(left_ms / LEAST_PART, sure_ms / 2) / most
    }
}

/// How long a move may take. The search itself decides when within: a clear move takes less
/// than the soft limit, an unclear one more, and none more than the hard one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub struct Budget {
    /// Milliseconds after which no further iteration is begun, if the move is neither clearer
    /// nor less clear than others.
    pub soft_ms: u64,
    /// Stop within an iteration after so many milliseconds.
    pub hard_ms: u64,
}

impl Budget {
    /// No limit.
    pub const UNLIMITED: Self = Self {
        soft_ms: u64::MAX,
        hard_ms: u64::MAX,
    };

    /// The budget of a move that may take `ms` milliseconds and no more: the hard limit keeps a
    /// reserve of 30 ms or a quarter of the turn, whichever is less, for the way to the clock
    /// and back; past 70 % of the turn another iteration would rarely finish.
    #[must_use]
    pub const fn for_turn(ms: u64) -> Self {
        Self::of_turn(ms, RESERVE_MS)
    }

    /// All of `ms` milliseconds, however clear the move is: for studying a position.
    #[must_use]
    pub const fn exactly(ms: u64) -> Self {
        Self {
            soft_ms: u64::MAX,
            hard_ms: ms,
        }
    }

    /// The budget of a move under the limits of a match. Where the turn's limit would do for
    /// every move to come, the match's is no concern; otherwise the move gets a share of what
    /// is left. Used up to its hard limit on every move, it lasts to the last cell of the board
    /// with as much lost on each as `lost_ms` says, up to the reserve; where it says nothing, with a
    /// tenth of the reserve, or in matches that are long enough with a quarter of it.
    #[must_use]
    pub const fn allot(allowance: &Allowance) -> Self {
        let turn = match allowance.turn_ms {
            Some(ms) => Self::of_turn(ms, allowance.reserve_ms),
            None => Self::UNLIMITED,
        };
        let Some(left_ms) = allowance.left_ms else {
            return turn;
        };
        let usable_ms = allowance.usable_ms(left_ms);
        let expected = allowance.expected_moves();
        if let Some(ms) = allowance.turn_ms
            && ms <= usable_ms / expected
        {
            return turn;
        }
        let share = usable_ms / at_most(LARGEST_SHARE, allowance.most_moves());
        let floor_ms = allowance.floor_ms(left_ms);
        let hard_ms = at_most(turn.hard_ms, at_least(share, floor_ms));
        let soft_ms = at_least(usable_ms / expected, floor_ms);
        Self {
            soft_ms: at_most(soft_ms, seven_tenths(hard_ms)),
            hard_ms,
        }
    }

    const fn of_turn(ms: u64, reserve_ms: u64) -> Self {
        let hard_ms = ms - at_most(reserve_ms, ms / LEAST_PART);
        Self {
            soft_ms: seven_tenths(hard_ms),
            hard_ms,
        }
    }
}

const fn seven_tenths(ms: u64) -> u64 {
    ms / 10 * 7 + ms % 10 * 7 / 10
}

const fn at_most(value: u64, limit: u64) -> u64 {
    if value < limit { value } else { limit }
}

const fn at_least(value: u64, limit: u64) -> u64 {
    if value > limit { value } else { limit }
}

#[cfg(test)]
mod tests {
    use super::*;
    use heapless::Vec;

    #[test]
    fn a_turn_keeps_a_reserve() {
        assert_eq!(Budget::for_turn(2_000).hard_ms, 1_970);
        assert_eq!(Budget::for_turn(2_000).soft_ms, 1_379);
        assert_eq!(Budget::for_turn(40).hard_ms, 30);
        assert_eq!(Budget::for_turn(0).hard_ms, 0);
    }

    #[test]
    fn no_time_is_too_long() {
        for ms in [0, 1, 7, 100, u64::MAX / 2, u64::MAX] {
            let budget = Budget::for_turn(ms);
            assert!(budget.soft_ms <= budget.hard_ms && budget.hard_ms <= ms);
        }
    }

    const NUMBERS: [u64; 10] = [
        0,
        1,
        5,
        29,
        300,
        5_000,
        180_000,
        2_147_483_647,
        u64::MAX / 2,
        u64::MAX,
    ];

    /// Every number that a protocol may send, and every board.
    #[test]
    fn whatever_is_asked_the_limits_are_kept() {
        let boards = [
            (0, 9),
            (8, 1),
            (9, 0),
            (0, 225),
            (120, 105),
            (0, 400),
            (400, 0),
        ];
        for (turn, left) in NUMBERS.into_iter().flat_map(|t| NUMBERS.map(|l| (t, l))) {
            for (turn_ms, left_ms) in [
                (Some(turn), None),
                (None, Some(left)),
                (Some(turn), Some(left)),
            ] {
                for (reserve_ms, (stones, empties)) in
                    NUMBERS.into_iter().flat_map(|r| boards.map(|b| (r, b)))
                {
                    let allowance = Allowance {
                        turn_ms,
                        left_ms,
                        reserve_ms,
                        lost_ms: None,
                        stones,
                        empties,
                    };
                    let budget = Budget::allot(&allowance);
                    let most = turn_ms.unwrap_or(u64::MAX).min(left_ms.unwrap_or(u64::MAX));
                    assert!(budget.soft_ms <= budget.hard_ms, "{allowance:?}");
                    assert!(budget.hard_ms <= most, "{allowance:?}");
                    assert!(budget.hard_ms > 0 || most <= 4 * 200, "{allowance:?}");
                    let told = |lost_ms| {
                        Budget::allot(&Allowance {
                            lost_ms: Some(lost_ms),
                            ..allowance
                        })
                    };
                    let (little, much) = (told(turn / 2), told(turn));
                    assert!(much.soft_ms <= much.hard_ms && much.hard_ms <= little.hard_ms);
                }
            }
        }
    }

    #[test]
    fn without_limits_there_is_none() {
        assert_eq!(Budget::allot(&Allowance::default()), Budget::UNLIMITED);
    }

    #[test]
    fn a_turn_that_fits_the_match_is_used_as_if_there_were_none() {
        let allowance = Allowance {
            turn_ms: Some(300),
            left_ms: Some(120_000),
            ..Allowance::default()
        };
        assert_eq!(Budget::allot(&allowance), Budget::for_turn(300));
        let tight = Allowance {
            left_ms: Some(5_000),
            ..allowance
        };
        assert!(Budget::allot(&tight).soft_ms < Budget::for_turn(300).soft_ms);
    }

    #[test]
    fn a_slow_board_gets_its_reserve() {
        let allowance = Allowance {
            turn_ms: Some(1_000),
            reserve_ms: 200,
            ..Allowance::default()
        };
        assert_eq!(Budget::allot(&allowance).hard_ms, 800);
        let short = Allowance {
            turn_ms: Some(5),
            ..allowance
        };
        assert_eq!(Budget::allot(&short).hard_ms, 4);
    }

    /// A match on the clock.
    #[derive(Clone, Copy)]
    struct Play {
        cells: u16,
        turn_ms: Option<u64>,
        match_ms: u64,
        /// What each move loses.
        lost_ms: u64,
        /// The engine hears of that after its first move.
        told: bool,
    }

    impl Play {
        fn budget(&self, own: u16, left_ms: u64) -> Budget {
            let budget = Budget::allot(&Allowance {
                turn_ms: self.turn_ms,
                left_ms: Some(left_ms),
                reserve_ms: RESERVE_MS,
                lost_ms: (self.told && own > 0).then_some(self.lost_ms),
                stones: 2 * own,
                empties: self.cells - 2 * own,
            });
            assert!(self.turn_ms.is_none_or(|turn| budget.hard_ms <= turn));
            budget
        }

        /// Plays to the last cell, each move as long as this says. What is left after each.
        fn left(self, spend: impl Fn(Budget) -> u64) -> Vec<u64, 200> {
            let mut left = Vec::new();
            let mut left_ms = self.match_ms;
            for own in 0..self.cells.div_ceil(2) {
                let spent = spend(self.budget(own, left_ms)) + self.lost_ms;
                let Self {
                    cells,
                    match_ms,
                    lost_ms,
                    told,
                    ..
                } = self;
                assert!(
                    spent <= left_ms,
                    "out of time at move {own} on {cells} cells: {match_ms} ms, {lost_ms} ms lost, told: {told}"
                );
                left_ms -= spent;
                left.push(left_ms).unwrap();
            }
            left
        }
    }

    /// On 20×20, in which the reserves for every cell alone take most of ten seconds.
    const SHORT: Play = Play {
        cells: 400,
        turn_ms: None,
        match_ms: 10_000,
        lost_ms: 2,
        told: false,
    };

    #[test]
    fn no_match_is_lost_on_time_to_the_last_cell_of_the_board() {
        for cells in [9, 25, 225, 400] {
            let moves = u64::from(cells).div_ceil(2);
            for turn_ms in [None, Some(100), Some(5_000), Some(300_000)] {
                for match_ms in [
                    4 * moves,
                    1_000,
                    5_000,
                    7_000,
                    8_000,
                    10_000,
                    20_000,
                    180_000,
                    3_600_000,
                ] {
                    // No care helps if every move loses more than that.
                    let most_ms = match_ms * 3 / 4 / moves;
                    for (lost_ms, told) in [
                        (RESERVE_MS, true),
                        (RESERVE_MS / 2, true),
                        (RESERVE_MS / MEAN_PART, match_ms < 5_000),
                        (RESERVE_MS / 10, false),
                    ] {
                        let play = Play {
                            cells,
                            turn_ms,
                            match_ms,
                            lost_ms: lost_ms.min(most_ms),
                            told,
                        };
                        play.left(|budget| budget.hard_ms);
                    }
                }
            }
        }
    }

    #[test]
    fn a_game_as_long_as_usual_uses_most_of_a_short_match_on_the_largest_board() {
        let left = SHORT.left(|budget| budget.soft_ms);
        assert!(SHORT.budget(0, 10_000).soft_ms >= 250);
        assert!(left[24] < 4_000, "{} ms left after 25 moves", left[24]);
        // Nor are those starved that come later.
        for (own, least_ms) in [(20, 150), (40, 25), (100, 7), (199, 7)] {
            let budget = SHORT.budget(own, left[usize::from(own) - 1]);
            assert!(budget.soft_ms >= least_ms, "{own}: {budget:?}");
        }
    }

    #[test]
    fn what_is_lost_is_kept_back_as_soon_as_it_is_known() {
        let soft_ms = |lost_ms| {
            let play = Play {
                lost_ms,
                told: true,
                ..SHORT
            };
            play.budget(10, 8_000).soft_ms
        };
        assert!(soft_ms(0) > SHORT.budget(10, 8_000).soft_ms);
        assert!(soft_ms(30) < soft_ms(15) && soft_ms(15) < soft_ms(5));
        assert_eq!(soft_ms(30_000), soft_ms(30));
    }

    /// Seconds for a whole game are played as well as minutes.
    #[test]
    fn a_very_short_match_is_thought_in_too() {
        for (match_ms, least_ms) in [(300, 2), (600, 5), (1_000, 10), (2_000, 25), (3_000, 60)] {
            let play = Play {
                cells: 225,
                match_ms,
                lost_ms: 1,
                told: true,
                ..SHORT
            };
            let untold = play.budget(0, match_ms);
            assert!(untold.hard_ms >= 2 * least_ms, "{match_ms}: {untold:?}");
            let told = play.budget(3, match_ms);
            assert!(told.soft_ms >= least_ms, "{match_ms}: {told:?}");
            let left = play.left(|budget| budget.soft_ms);
            assert!(left[24] < match_ms * 2 / 3, "{match_ms}: {} left", left[24]);
        }
    }

    #[test]
    fn the_match_is_used_and_not_all_at_once() {
        let play = Play {
            cells: 225,
            match_ms: 180_000,
            lost_ms: 5,
            ..SHORT
        };
        let left = play.left(|budget| budget.hard_ms);
        assert!(left[0] > 150_000 && left[3] > 90_000);
        assert!(left[25] < 18_000, "{}", left[25]);
        // Moves as long as usual last for the usual game.
        let mut left_ms = 180_000;
        for own in 0..USUAL_MOVES as u16 {
            let budget = Budget::allot(&Allowance {
                left_ms: Some(left_ms),
                stones: 2 * own,
                empties: 225 - 2 * own,
                ..Allowance::default()
            });
            assert!(budget.soft_ms >= 2_500, "{own}: {budget:?}");
            left_ms -= budget.soft_ms;
        }
        assert!((10_000..60_000).contains(&left_ms), "{left_ms}");
    }
}
