//! From what the manager says of time to the limits of a search. The one place that knows how a
//! manager's words become the engine's.

use minmax_engine::board::Board;
use minmax_engine::search::limits::Limits;
use minmax_engine::strategy::handicap::Level;
use minmax_engine::time::{Allowance, Budget};

use super::command::Info;

/// Nodes of a move that is to be made as fast as possible: a glance.
const GLANCE_NODES: u64 = 1_000;
/// What a glance takes at most, in milliseconds: a slow board reads slowly.
const GLANCE_MS: u64 = 10;
/// What a move takes where nothing limits it, in milliseconds.
const UNASKED_MS: u64 = 2_000;
/// A game is thought to last so many moves.
const MOVES: u64 = 32;

/// How strong the brain shall be, as its user says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Strength {
    /// The level: its limits hold where no others are given, its errors always.
    pub level: Level,
    /// Nodes a move.
    pub nodes: Option<u64>,
    /// Plies of the deepest search.
    pub depth: Option<u8>,
    /// Milliseconds a move.
    pub time_ms: Option<u64>,
    /// Milliseconds of each move that are kept back for the way to the manager.
    pub reserve_ms: Option<u64>,
}

impl Strength {
    /// All that can be had in the manager's time.
    pub const FULL: Self = Self {
        level: Level::FULL,
        nodes: None,
        depth: None,
        time_ms: None,
        reserve_ms: None,
    };

    const fn is_limited(&self) -> bool {
        self.nodes.is_some() || self.depth.is_some() || self.time_ms.is_some()
    }
}

/// What is known of the time that is left for a game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Left {
    /// What the match was said to have, less what was used.
    #[default]
    Untold,
    Unlimited,
    Ms(u64),
}

/// What moves take by the manager's clock beyond what the brain thinks: the way there and back.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Lost {
    ms: u64,
    moves: u64,
    /// A move has been made since the manager told its clock.
    moved: bool,
}

impl Lost {
    /// The manager tells its clock, which was thought to be at `thought_ms`. A clock that has
    /// gained says nothing: it was given more, or is another game's.
    const fn hear(&mut self, thought_ms: u64, told_ms: u64) {
        if core::mem::replace(&mut self.moved, false)
            && let Some(ms) = thought_ms.checked_sub(told_ms)
        {
            self.ms = self.ms.saturating_add(ms);
            self.moves += 1;
        }
    }

    /// Milliseconds of a move, in the mean.
    const fn mean_ms(&self) -> Option<u64> {
        self.ms.checked_div(self.moves)
    }
}

/// What the manager has said of time, depth and nodes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Clock {
    turn_ms: Option<u64>,
    match_ms: Option<u64>,
    left: Left,
    used_ms: u64,
    lost: Lost,
    depth: Option<u8>,
    nodes: Option<u64>,
}

impl Clock {
    /// Hears what is about limits.
    pub const fn hear(&mut self, info: Info) {
        match info {
            Info::TurnMs(ms) => self.turn_ms = Some(ms),
            Info::MatchMs(0) => self.match_ms = None,
            Info::MatchMs(ms) => self.match_ms = Some(ms),
            Info::LeftMs(None) => self.left = Left::Unlimited,
            Info::LeftMs(Some(ms)) => {
                if let Left::Ms(thought_ms) = self.left {
                    self.lost.hear(thought_ms, ms);
                }
                self.left = Left::Ms(ms);
            }
            Info::MaxDepth(depth) => self.depth = depth,
            Info::MaxNodes(nodes) => self.nodes = nodes,
            _ => (),
        }
    }

    /// A new game begins. What was said of the time that is left was said for it.
    pub const fn new_game(&mut self) {
        self.used_ms = 0;
        self.lost.moved = false;
    }

    /// The brain has thought for so many milliseconds.
    pub const fn spend(&mut self, ms: u64) {
        self.used_ms = self.used_ms.saturating_add(ms);
        self.lost.moved = true;
        if let Left::Ms(left) = self.left {
            self.left = Left::Ms(left.saturating_sub(ms));
        }
    }

    /// Milliseconds of a turn, as far as anything is known: to judge what it needs.
    #[must_use]
    pub fn turn_ms(&self, strength: &Strength) -> Option<u64> {
        let part = self.left_ms().map(|left| left / MOVES);
        [self.turn_ms, strength.time_ms, part]
            .into_iter()
            .flatten()
            .min()
    }

    fn left_ms(&self) -> Option<u64> {
        match self.left {
            Left::Unlimited => None,
            Left::Ms(left) => Some(left),
            Left::Untold => self.match_ms.map(|ms| ms.saturating_sub(self.used_ms)),
        }
    }

    /// The limits of the next move on this board.
    #[must_use]
    pub fn limits(&self, strength: &Strength, board: &Board) -> Limits {
        let level = strength.level.limits();
        let level_nodes = if strength.is_limited() {
            None
        } else {
            level.nodes
        };
        let nodes = [strength.nodes, level_nodes, self.nodes];
        let depths = [strength.depth, self.depth];
        let limits = Limits {
            nodes: nodes.into_iter().flatten().min(),
            depth: depths.into_iter().flatten().min(),
            ..Limits::default()
        };
        let turns = [self.turn_ms, strength.time_ms];
        let turn = turns.into_iter().flatten().min();
        let left = self.left_ms();
        if turn == Some(0) || left == Some(0) {
            return glance(limits);
        }
        let untold = turn.is_none() && left.is_none();
        if untold && limits != Limits::default() {
            return limits;
        }
        let usual = Allowance::default();
        let allowance = Allowance {
            turn_ms: if untold { Some(UNASKED_MS) } else { turn },
            left_ms: left,
            reserve_ms: strength.reserve_ms.unwrap_or(usual.reserve_ms),
            lost_ms: self.lost.mean_ms(),
            stones: count(board.stones()),
            empties: count(board.empties()),
        };
        match Budget::allot(&allowance) {
            Budget { hard_ms: 0, .. } => glance(limits), // rather than a move without a look
            budget => Limits {
                time: Some(budget),
                ..limits
            },
        }
    }
}

fn count(cells: usize) -> u16 {
    u16::try_from(cells).unwrap_or(u16::MAX)
}

fn glance(limits: Limits) -> Limits {
    Limits {
        nodes: Some(
            limits
                .nodes
                .map_or(GLANCE_NODES, |nodes| nodes.min(GLANCE_NODES)),
        ),
        time: Some(Budget::for_turn(GLANCE_MS)),
        ..limits
    }
}

/// The limits of a search that begins so many milliseconds after it was asked for.
#[must_use]
pub fn shortened(limits: Limits, late_ms: u64) -> Limits {
    let shorter = |budget: Budget| Budget {
        soft_ms: budget.soft_ms.saturating_sub(late_ms),
        hard_ms: budget.hard_ms.saturating_sub(late_ms),
    };
    Limits {
        time: limits.time.map(shorter),
        ..limits
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use minmax_engine::rules::Rules;

    fn limits_of(clock: &Clock, strength: &Strength) -> Limits {
        clock.limits(strength, &Board::new(Rules::GOMOKU))
    }

    fn heard(infos: &[Info]) -> Clock {
        let mut clock = Clock::default();
        for &info in infos {
            clock.hear(info);
        }
        clock
    }

    fn hard_ms(infos: &[Info]) -> u64 {
        let limits = limits_of(&heard(infos), &Strength::FULL);
        limits.time.unwrap().hard_ms
    }

    #[test]
    fn a_turn_is_used_and_not_overrun() {
        for turn in [5, 30, 100, 1_000, 300_000] {
            let hard = hard_ms(&[Info::TurnMs(turn)]);
            assert!(hard < turn && hard >= turn / 2, "{turn}: {hard}");
            let both = [Info::TurnMs(turn), Info::LeftMs(Some(10 * turn))];
            let most = hard.max(Budget::for_turn(GLANCE_MS).hard_ms);
            assert!((1..=most).contains(&hard_ms(&both)));
        }
    }

    #[test]
    fn a_match_lasts_many_moves() {
        let left = [Info::MatchMs(70_000)];
        assert!(hard_ms(&left) <= 10_000);
        let mut clock = heard(&left);
        clock.spend(69_000);
        assert!(limits_of(&clock, &Strength::FULL).time.unwrap().hard_ms < 143);
        clock.spend(5_000);
        assert_eq!(limits_of(&clock, &Strength::FULL).nodes, Some(GLANCE_NODES));
        clock.new_game();
        assert_eq!(clock, heard(&left));
    }

    #[test]
    fn what_the_manager_counts_is_what_holds() {
        let mut clock = heard(&[Info::MatchMs(70_000), Info::LeftMs(Some(700))]);
        assert_eq!(clock.left_ms(), Some(700));
        clock.spend(300);
        assert_eq!(clock.left_ms(), Some(400));
        clock.new_game();
        assert_eq!(clock.left_ms(), Some(400));
        clock.hear(Info::LeftMs(None));
        assert_eq!(clock.left_ms(), None);
    }

    #[test]
    fn what_moves_lose_on_the_way_is_learnt_from_the_managers_clock() {
        let left = |ms| Info::LeftMs(Some(ms));
        let mut clock = heard(&[left(10_000)]);
        assert_eq!(clock.lost.mean_ms(), None);
        clock.spend(500);
        clock.hear(left(9_480));
        clock.hear(left(9_000)); // no move was made
        clock.spend(500);
        clock.hear(left(8_460));
        assert_eq!(clock.lost.mean_ms(), Some(30));
        let told = limits_of(&clock, &Strength::FULL).time.unwrap();
        let untold = limits_of(&heard(&[left(8_460)]), &Strength::FULL);
        assert!(told.hard_ms < untold.time.unwrap().hard_ms);

        // More time than there was is another game, or an increment.
        clock.spend(500);
        clock.hear(left(10_000));
        clock.spend(500);
        clock.new_game();
        clock.hear(left(5_000));
        assert_eq!(clock.lost.mean_ms(), Some(30));
    }

    #[test]
    fn no_time_is_a_glance() {
        for infos in [
            &[Info::TurnMs(0)][..],
            &[Info::TurnMs(5_000), Info::LeftMs(Some(0))],
        ] {
            let limits = limits_of(&heard(infos), &Strength::FULL);
            assert_eq!(limits.nodes, Some(GLANCE_NODES));
            assert!(limits.time.unwrap().hard_ms <= GLANCE_MS);
        }
    }

    #[test]
    fn without_a_word_a_move_takes_seconds() {
        let untold = limits_of(&Clock::default(), &Strength::FULL);
        let unlimited = heard(&[Info::MatchMs(0), Info::LeftMs(None)]);
        assert_eq!(limits_of(&unlimited, &Strength::FULL), untold);
        assert!((1_000..=2_000).contains(&untold.time.unwrap().hard_ms));
    }

    #[test]
    fn fixed_nodes_or_depth_need_no_time() {
        let fixed = heard(&[Info::MaxNodes(Some(500)), Info::MaxDepth(Some(7))]);
        let limits = limits_of(&fixed, &Strength::FULL);
        assert_eq!(
            (limits.nodes, limits.depth, limits.time),
            (Some(500), Some(7), None)
        );
        let strength = Strength {
            nodes: Some(300),
            ..Strength::FULL
        };
        assert_eq!(limits_of(&Clock::default(), &strength), Limits::nodes(300));
        let timed = limits_of(&heard(&[Info::TurnMs(100)]), &strength);
        assert_eq!(timed.nodes, Some(300));
        assert!(timed.time.is_some());
    }

    #[test]
    fn a_level_keeps_its_nodes_in_the_managers_time() {
        let strength = Strength {
            level: Level::DEFAULT,
            ..Strength::FULL
        };
        let limits = limits_of(&heard(&[Info::TurnMs(100)]), &strength);
        assert_eq!(limits.nodes, Level::DEFAULT.limits().nodes);
        assert!(limits.time.is_some());
        assert_eq!(
            limits_of(&Clock::default(), &strength),
            Level::DEFAULT.limits()
        );
    }

    #[test]
    fn ones_own_limit_and_the_managers_hold_both() {
        let strength = Strength {
            time_ms: Some(50),
            reserve_ms: Some(5),
            ..Strength::FULL
        };
        let hard = |infos: &[Info]| limits_of(&heard(infos), &strength).time.unwrap().hard_ms;
        assert_eq!(hard(&[]), 45);
        assert_eq!(hard(&[Info::TurnMs(1_000)]), 45);
        assert_eq!(hard(&[Info::TurnMs(20)]), 15);
    }

    #[test]
    fn who_comes_late_has_less() {
        let limits = limits_of(&heard(&[Info::TurnMs(1_000)]), &Strength::FULL);
        let hard_ms = |late_ms| shortened(limits, late_ms).time.unwrap().hard_ms;
        assert_eq!(hard_ms(300), hard_ms(0) - 300);
        assert_eq!(hard_ms(9_000), 0);
        assert_eq!(shortened(Limits::nodes(7), 9), Limits::nodes(7));
    }
}
