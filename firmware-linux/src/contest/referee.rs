//! One game: whose turn it is, what time they have, whether their moves can be played, and how it
//! ends.

use std::time::Duration;

use minmax_engine::game::{Game, Outcome, PlayError};
use minmax_engine::notation::PointName;
use minmax_engine::point::Point;
use minmax_engine::rules::Rules;
use minmax_engine::side::Side;

use super::player::{Allowance, Answer, Fault, Player};
use super::spec::{GameClock, Terms};
use super::stop::Stop;
use crate::app::thought::Thought;

/// What holds for every game of a match.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Conditions {
    /// The game.
    pub rules: Rules,
    /// A game of so many moves, those of the opening included, is a draw.
    pub draw_after: Option<usize>,
    /// How late an answer may be.
    pub tolerance: Duration,
}

/// A player at the board.
pub struct Seat<'a> {
    /// Who sits there.
    pub player: &'a mut dyn Player,
    /// What it may use.
    pub terms: Terms,
    /// Draws what is left to chance.
    pub seed: u64,
}

/// How a game ended.
#[derive(Clone, Debug, PartialEq)]
pub enum End {
    /// By a row of that side.
    Row(Side),
    /// The board is full and nobody has a row.
    Full,
    /// It went on for as long as a game may.
    Long,
    /// That side lost by what it did.
    Fault(Side, Fault),
}

impl End {
    /// Who has won; nobody in a draw.
    #[must_use]
    pub fn winner(&self) -> Option<Side> {
        match self {
            Self::Row(side) => Some(*side),
            Self::Full | Self::Long => None,
            Self::Fault(side, _) => Some(side.opponent()),
        }
    }
}

/// A move that was played, beside the cell.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Step {
    /// What it took.
    pub elapsed: Duration,
    /// What the player thought.
    pub thought: Option<Thought>,
}

/// When an answer came: what it took, and what it might have taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Timing {
    /// Whose answer.
    pub side: Side,
    /// What it took.
    pub elapsed: Duration,
    /// Its limit.
    pub limit: Duration,
}

/// A game that was played to its end.
#[derive(Clone, Debug)]
pub struct Played {
    /// The game with its opening.
    pub game: Game,
    /// One for each move; those of the opening are empty.
    pub steps: Vec<Step>,
    /// Every answer that had a limit, the last one too, whatever it was.
    pub timings: Vec<Timing>,
    /// How it ended.
    pub end: End,
}

/// Plays a game from an opening that can be played; Black's seat is the first. `None` if `stop`
/// was set before the end.
///
/// The players are told that the game is over, also then.
pub fn play(
    conditions: &Conditions,
    opening: &[Point],
    seats: [Seat<'_>; 2],
    stop: &Stop,
) -> Option<Played> {
    let mut table = Board::new(*conditions, opening, seats);
    let end = table.run(stop);
    for seat in &mut table.seats {
        seat.player.end();
    }
    let Board {
        game,
        steps,
        timings,
        ..
    } = table;
    (!stop.is_set()).then_some(Played {
        game,
        steps,
        timings,
        end,
    })
}

struct Board<'a> {
    conditions: Conditions,
    seats: [Seat<'a>; 2],
    clocks: [Option<Clock>; 2],
    game: Game,
    steps: Vec<Step>,
    timings: Vec<Timing>,
}

impl<'a> Board<'a> {
    fn new(conditions: Conditions, opening: &[Point], seats: [Seat<'a>; 2]) -> Self {
        let mut game = Game::new(conditions.rules);
        for &point in opening {
            game.play(point);
        }
        Self {
            conditions,
            clocks: [&seats[0], &seats[1]].map(|seat| seat.terms.clock.map(Clock::new)),
            seats,
            steps: vec![Step::default(); opening.len()],
            timings: Vec::new(),
            game,
        }
    }

    fn run(&mut self, stop: &Stop) -> End {
        for side in Side::ALL {
            let seat = &mut self.seats[side.index()];
            if let Err(fault) = seat.player.begin(self.conditions.rules, seat.seed) {
                return End::Fault(side, fault);
            }
        }
        loop {
            if let Some(end) = self.end() {
                return end;
            }
            let side = self.game.side_to_move();
            if let Err(fault) = self.step(side, stop) {
                return End::Fault(side, fault);
            }
        }
    }

    fn end(&self) -> Option<End> {
        let long = |most| self.game.moves().len() >= most;
        match self.game.outcome() {
            Some(Outcome::Win(side)) => Some(End::Row(side)),
            Some(Outcome::Draw) => Some(End::Full),
            None => self
                .conditions
                .draw_after
                .is_some_and(long)
                .then_some(End::Long),
        }
    }

    fn step(&mut self, side: Side, stop: &Stop) -> Result<(), Fault> {
        let seat = &mut self.seats[side.index()];
        let clock = &mut self.clocks[side.index()];
        let allowance = Allowance {
            turn: seat.terms.turn,
            left: clock.as_mut().map(Clock::before_move),
        };
        let answer = seat.player.choose(&self.game, allowance, stop)?;
        if let Some(clock) = clock {
            clock.after_move(answer.elapsed);
        }
        if let Some(limit) = allowance.limit() {
            self.judge_time(side, answer.elapsed, limit)?;
        }
        self.put(answer)
    }

    fn judge_time(&mut self, side: Side, elapsed: Duration, limit: Duration) -> Result<(), Fault> {
        self.timings.push(Timing {
            side,
            elapsed,
            limit,
        });
        let late = elapsed.saturating_sub(limit);
        if late > self.conditions.tolerance {
            return Err(Fault::Late(late));
        }
        Ok(())
    }

    fn put(&mut self, answer: Answer) -> Result<(), Fault> {
        let illegal = |error: PlayError| {
            let name = PointName::new(answer.point, self.conditions.rules);
            Fault::Illegal(match error {
                // Off this board its name would be that of another point.
                PlayError::OffBoard(point) => {
                    format!("{},{}: {error}", point.column(), point.row())
                }
                _ => format!("{name}: {error}"),
            })
        };
        self.game.try_play(answer.point).map_err(illegal)?;
        self.steps.push(Step {
            elapsed: answer.elapsed,
            thought: answer.thought,
        });
        Ok(())
    }
}

/// The time that a side has left.
struct Clock {
    left: Duration,
    increment: Duration,
}

impl Clock {
    const fn new(clock: GameClock) -> Self {
        Self {
            left: clock.base,
            increment: clock.increment,
        }
    }

    fn before_move(&mut self) -> Duration {
        self.left += self.increment;
        self.left
    }

    fn after_move(&mut self, elapsed: Duration) {
        self.left = self.left.saturating_sub(elapsed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Plays these cells, each after so many milliseconds, and then falls silent.
    struct Scripted {
        cells: Vec<(usize, usize)>,
        took_ms: u64,
        allowed: Vec<Allowance>,
        ended: bool,
    }

    impl Scripted {
        fn new(cells: &[(usize, usize)], took_ms: u64) -> Self {
            Self {
                cells: cells.iter().rev().copied().collect(),
                took_ms,
                allowed: vec![],
                ended: false,
            }
        }
    }

    impl Player for Scripted {
        fn begin(&mut self, _: Rules, seed: u64) -> Result<(), Fault> {
            match seed {
                0 => Err(Fault::Crash("asleep".into())),
                _ => Ok(()),
            }
        }

        fn choose(&mut self, _: &Game, allowance: Allowance, _: &Stop) -> Result<Answer, Fault> {
            self.allowed.push(allowance);
            let (x, y) = self.cells.pop().ok_or(Fault::Hang(Duration::ZERO))?;
            Ok(Answer {
                point: Point::new(x, y).unwrap(),
                elapsed: Duration::from_millis(self.took_ms),
                thought: None,
            })
        }

        fn end(&mut self) {
            self.ended = true;
        }
    }

    const CONDITIONS: Conditions = Conditions {
        rules: Rules::TIC_TAC_TOE,
        draw_after: None,
        tolerance: Duration::from_millis(10),
    };

    fn seat(player: &mut Scripted, terms: Terms) -> Seat<'_> {
        Seat {
            player,
            terms,
            seed: 1,
        }
    }

    fn game(
        conditions: &Conditions,
        terms: Terms,
        black: &mut Scripted,
        white: &mut Scripted,
    ) -> Played {
        let seats = [seat(black, terms), seat(white, terms)];
        play(conditions, &[], seats, &Stop::default()).unwrap()
    }

    fn turn(ms: u64) -> Terms {
        Terms {
            turn: Some(Duration::from_millis(ms)),
            ..Terms::default()
        }
    }

    #[test]
    fn a_row_wins_and_both_hear_of_the_end() {
        let mut black = Scripted::new(&[(0, 0), (1, 0), (2, 0)], 1);
        let mut white = Scripted::new(&[(0, 1), (1, 1)], 1);
        let played = game(&CONDITIONS, Terms::default(), &mut black, &mut white);
        assert_eq!(played.end, End::Row(Side::Black));
        assert_eq!(played.end.winner(), Some(Side::Black));
        assert_eq!((played.game.moves().len(), played.steps.len()), (5, 5));
        assert!(played.timings.is_empty() && black.ended && white.ended);
        assert_eq!(black.allowed, [Allowance::default(); 3]);
    }

    #[test]
    fn a_taken_cell_and_one_off_the_board_lose() {
        for (cell, words) in [
            ((0, 0), "a3: the cell is occupied"),
            ((3, 0), "3,0: the cell"),
        ] {
            let mut black = Scripted::new(&[(0, 0)], 1);
            let mut white = Scripted::new(&[cell], 1);
            let played = game(&CONDITIONS, Terms::default(), &mut black, &mut white);
            let End::Fault(Side::White, Fault::Illegal(why)) = played.end else {
                panic!("{:?}", played.end);
            };
            assert!(why.starts_with(words), "{why}");
        }
    }

    #[test]
    fn an_answer_within_the_tolerance_is_in_time() {
        let cells = [(0, 0), (1, 0), (2, 0)];
        let others = [(0, 1), (1, 1)];
        let mut black = Scripted::new(&cells, 60);
        let mut white = Scripted::new(&others, 10);
        let played = game(&CONDITIONS, turn(50), &mut black, &mut white);
        assert_eq!(played.end, End::Row(Side::Black));
        assert_eq!(played.timings.len(), 5);
        let mut black = Scripted::new(&cells, 61);
        let mut white = Scripted::new(&others, 10);
        let played = game(&CONDITIONS, turn(50), &mut black, &mut white);
        let late = Fault::Late(Duration::from_millis(11));
        assert_eq!(played.end, End::Fault(Side::Black, late));
        assert_eq!(played.timings.len(), 1);
    }

    #[test]
    fn a_game_clock_runs_down_and_is_wound_up() {
        let terms = Terms {
            clock: Some(GameClock {
                base: Duration::from_millis(100),
                increment: Duration::from_millis(20),
            }),
            ..Terms::default()
        };
        let mut black = Scripted::new(&[(0, 0), (1, 0), (2, 0)], 90);
        let mut white = Scripted::new(&[(0, 1), (1, 1)], 1);
        let played = game(&CONDITIONS, terms, &mut black, &mut white);
        let left: Vec<_> = black
            .allowed
            .iter()
            .map(|a| a.left.unwrap().as_millis())
            .collect();
        assert_eq!(left, [120, 50]);
        let late = Fault::Late(Duration::from_millis(40));
        assert_eq!(played.end, End::Fault(Side::Black, late));
    }

    #[test]
    fn long_games_are_drawn() {
        let conditions = Conditions {
            draw_after: Some(3),
            ..CONDITIONS
        };
        let mut black = Scripted::new(&[(0, 0), (1, 0), (2, 0)], 1);
        let mut white = Scripted::new(&[(0, 1), (1, 1)], 1);
        let played = game(&conditions, Terms::default(), &mut black, &mut white);
        assert_eq!((played.end, played.game.moves().len()), (End::Long, 3));
    }

    #[test]
    fn whoever_does_not_begin_or_answer_loses() {
        let mut black = Scripted::new(&[(0, 0)], 1);
        let mut white = Scripted::new(&[], 1);
        let seats = [
            seat(&mut black, Terms::default()),
            Seat {
                seed: 0,
                ..seat(&mut white, Terms::default())
            },
        ];
        let played = play(&CONDITIONS, &[], seats, &Stop::default()).unwrap();
        let asleep = Fault::Crash("asleep".into());
        assert_eq!(played.end, End::Fault(Side::White, asleep));
        let mut black = Scripted::new(&[(0, 0)], 1);
        let mut white = Scripted::new(&[], 1);
        let played = game(&CONDITIONS, Terms::default(), &mut black, &mut white);
        let silent = Fault::Hang(Duration::ZERO);
        assert_eq!(played.end, End::Fault(Side::White, silent));
    }

    #[test]
    fn a_stopped_game_is_none() {
        let mut black = Scripted::new(&[(0, 0)], 1);
        let mut white = Scripted::new(&[], 1);
        let seats = [
            seat(&mut black, Terms::default()),
            seat(&mut white, Terms::default()),
        ];
        let stop = Stop::default();
        stop.set();
        assert!(play(&CONDITIONS, &[], seats, &stop).is_none());
        assert!(black.ended && white.ended);
    }
}
