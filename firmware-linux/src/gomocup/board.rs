//! The stones between `BOARD` and `DONE`.

use minmax_engine::game::Game;
use minmax_engine::point::Point;
use minmax_engine::rules::{LineRule, Rules};
use minmax_engine::side::Side;

use super::command::{Owner, Purpose, Stone};
use super::fault::Fault;

/// The stones that have come so far. There is never more than one for a cell.
#[derive(Clone, Debug)]
pub struct Collector {
    purpose: Purpose,
    stones: Vec<Stone>,
    spoilt: bool,
}

impl Collector {
    /// No stone yet.
    #[must_use]
    pub const fn new(purpose: Purpose) -> Self {
        Self {
            purpose,
            stones: Vec::new(),
            spoilt: false,
        }
    }

    /// What the stones are for.
    #[must_use]
    pub const fn purpose(&self) -> Purpose {
        self.purpose
    }

    /// How many there are.
    #[must_use]
    pub const fn count(&self) -> usize {
        self.stones.len()
    }

    /// One more stone, on the board of a game of these rules.
    ///
    /// # Errors
    /// It cannot lie there, or it should (not) say whose it is. All stones are spoilt then.
    pub fn add(&mut self, stone: Stone, rules: Option<Rules>) -> Result<(), Fault> {
        let checked = self.check(stone, rules);
        match checked {
            Ok(()) => self.stones.push(stone),
            Err(_) => self.spoil(),
        }
        checked
    }

    fn check(&self, stone: Stone, rules: Option<Rules>) -> Result<(), Fault> {
        if stone.owner.is_none() != (self.purpose == Purpose::Swap) {
            return Err(Fault::Usage(match self.purpose {
                Purpose::Swap => "7,7",
                _ => "7,7,1, with 1 for own, 2 for opposing, 3 for dead stones",
            }));
        }
        if rules.is_some_and(|rules| !contains(rules, stone.point)) {
            return Err(Fault::Outside);
        }
        if self.stones.iter().any(|other| other.point == stone.point) {
            return Err(Fault::Twice);
        }
        Ok(())
    }

    /// A line of them was no stone: they will not be taken.
    pub const fn spoil(&mut self) {
        self.spoilt = true;
    }

    /// The game in which these stones lie, with the brain to move.
    ///
    /// # Errors
    /// They are spoilt, or cannot lie like this.
    pub fn game(&self, rules: Rules) -> Result<Game, Fault> {
        if self.spoilt {
            return Err(Fault::Spoilt);
        }
        match self.purpose {
            Purpose::Swap => self.alternating(rules),
            Purpose::Move | Purpose::Show => self.set_up(rules),
        }
    }

    /// Black and White in turn.
    fn alternating(&self, rules: Rules) -> Result<Game, Fault> {
        let mut game = Game::new(rules);
        for stone in &self.stones {
            game.try_play(stone.point)?;
        }
        Ok(game)
    }

    fn set_up(&self, rules: Rules) -> Result<Game, Fault> {
        let (brain, to_move) = self.sides(rules)?;
        let mut stones = Vec::new();
        let mut dead = Vec::new();
        for &Stone { point, owner } in &self.stones {
            match owner {
                Some(Owner::Own) => stones.push((point, brain)),
                Some(Owner::Opponent) => stones.push((point, brain.opponent())),
                Some(Owner::Nobody) | None => dead.push(point),
            }
        }
        // Where the order is told the last stone is a move, and may be a foul.
        let moves = rules.line() == LineRule::Renju && self.purpose == Purpose::Move;
        let last = if moves { stones.pop() } else { None };
        let mut game = Game::set_up(rules, &stones, last.map_or(to_move, |(_, side)| side))?;
        for point in dead {
            game.block(point)?;
        }
        if let Some((point, _)) = last {
            game.try_play(point)?;
        }
        Ok(game)
    }

    /// The brain's side, and the side to move, which is the brain's: White where the opponent
    /// has moved once more, else Black. In renju the order of the stones tells, and on a board
    /// that is only to be shown the opponent may be to move.
    fn sides(&self, rules: Rules) -> Result<(Side, Side), Fault> {
        let (own, opposing) = (self.count_of(Owner::Own), self.count_of(Owner::Opponent));
        if own.abs_diff(opposing) > 1 {
            return Err(Fault::Counts { own, opposing });
        }
        let to_move = if (own + opposing).is_multiple_of(2) {
            Side::Black
        } else {
            Side::White
        };
        if rules.line() != LineRule::Renju {
            let brain = if own < opposing {
                Side::White
            } else {
                Side::Black
            };
            return Ok((brain, brain));
        }
        if self.in_order([Owner::Own, Owner::Opponent], own + opposing) {
            Ok((to_move, to_move))
        } else if self.purpose == Purpose::Show
            && self.in_order([Owner::Opponent, Owner::Own], own + opposing)
        {
            Ok((to_move.opponent(), to_move))
        } else {
            Err(Fault::Order)
        }
    }

    fn count_of(&self, owner: Owner) -> usize {
        let stones = self.stones.iter();
        stones.filter(|one| one.owner == Some(owner)).count()
    }

    /// Whether the players have moved in turn, the second of these last.
    fn in_order(&self, last_two: [Owner; 2], count: usize) -> bool {
        let living = self.stones.iter().filter_map(|stone| match stone.owner {
            Some(Owner::Nobody) | None => None,
            owner => owner,
        });
        let expected = last_two.iter().copied().cycle().skip(count % 2);
        living
            .zip(expected)
            .all(|(found, expected)| found == expected)
    }
}

const fn contains(rules: Rules, point: Point) -> bool {
    point.column() < rules.columns() && point.row() < rules.rows()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::gomocup::command::{Line, parse};
    use crate::gomocup::dialect::Dialect;
    use minmax_engine::game::{Outcome, PlayError};
    use minmax_engine::rules::FoulRule;
    use minmax_engine::rules::renju::Foul;

    fn collect(purpose: Purpose, lines: &[&str], rules: Rules) -> Result<Game, Fault> {
        let mut collector = Collector::new(purpose);
        for line in lines {
            match parse(line.as_bytes(), Dialect::Gomocup) {
                Ok(Some(Line::Stone(stone))) => collector.add(stone, Some(rules))?,
                other => panic!("{other:?}"),
            }
        }
        collector.game(rules)
    }

    fn board(lines: &[&str]) -> Result<Game, Fault> {
        collect(Purpose::Move, lines, Rules::GOMOKU)
    }

    fn at(x: usize, y: usize) -> Point {
        Point::new(x, y).unwrap()
    }

    #[test]
    fn stones_come_in_any_order() {
        let game = board(&["7,7,2", "8,8,2", "9,9,1"]).unwrap();
        assert_eq!(game.side_to_move(), Side::White);
        assert_eq!(game.board().stone(at(9, 9)), Some(Side::White));
        assert_eq!(game.board().stone(at(7, 7)), Some(Side::Black));
        let game = board(&["8,8,2", "9,9,1"]).unwrap();
        assert_eq!(game.side_to_move(), Side::Black);
        assert_eq!(game.board().stone(at(9, 9)), Some(Side::Black));
        let game = board(&["8,8,1"]).unwrap();
        assert_eq!(game.side_to_move(), game.board().stone(at(8, 8)).unwrap());
        assert_eq!(board(&[]).unwrap(), Game::new(Rules::GOMOKU));
    }

    #[test]
    fn impossible_stones_are_refused() {
        assert_eq!(
            board(&["7,7,2", "8,8,2"]),
            Err(Fault::Counts {
                own: 0,
                opposing: 2
            })
        );
        assert_eq!(board(&["7,7,2", "7,7,1"]), Err(Fault::Twice));
        assert_eq!(board(&["15,7,2"]), Err(Fault::Outside));
        assert!(matches!(board(&["7,7"]), Err(Fault::Usage(_))));
        let swap = |lines: &[&str]| collect(Purpose::Swap, lines, Rules::GOMOKU);
        assert!(matches!(swap(&["7,7,1"]), Err(Fault::Usage(_))));
        let mut collector = Collector::new(Purpose::Move);
        collector.spoil();
        assert_eq!(collector.game(Rules::GOMOKU), Err(Fault::Spoilt));
    }

    #[test]
    fn a_swap_has_stones_in_turn() {
        let game = collect(Purpose::Swap, &["7,7", "8,7", "9,9"], Rules::GOMOKU).unwrap();
        assert_eq!(game.side_to_move(), Side::White);
        let stones = [at(7, 7), at(8, 7), at(9, 9)].map(|point| game.board().stone(point));
        let expected = [Side::Black, Side::White, Side::Black];
        assert_eq!(stones, expected.map(Some));
    }

    #[test]
    fn dead_stones_belong_to_nobody() {
        let lines = [
            "0,0,1", "1,0,3", "2,0,1", "3,0,1", "4,0,1", "5,0,1", "9,9,2", "9,8,2", "9,7,2",
            "9,6,2",
        ];
        let game = board(&lines).unwrap();
        assert_eq!(game.outcome(), None);
        assert!(!game.board().is_empty(at(1, 0)));
        assert_eq!(game.board().stone(at(1, 0)), None);
        assert_eq!(game.side_to_move(), Side::Black);
        let won = [
            "0,0,1", "1,0,1", "2,0,1", "3,0,1", "4,0,1", "9,9,2", "9,8,2", "9,7,2", "9,6,2",
        ];
        assert_eq!(
            board(&won).unwrap().outcome(),
            Some(Outcome::Win(Side::Black))
        );
    }

    #[test]
    fn renju_wants_the_order_of_the_moves() {
        let rules = Rules::new(15, 15, 5, LineRule::Renju).unwrap();
        let renju = |lines: &[&str]| collect(Purpose::Move, lines, rules);
        let white = renju(&["7,7,2", "7,8,1", "8,8,2"]).unwrap();
        assert_eq!(white.side_to_move(), Side::White);
        let black = renju(&["7,7,1", "7,8,2"]).unwrap();
        assert_eq!(black.board().stone(at(7, 7)), Some(Side::Black));
        for wrong in [
            &["7,7,2", "7,8,1"][..],
            &["7,7,1"],
            &["7,7,2", "8,8,2", "7,8,1"],
            &["7,7,1", "7,8,2", "8,8,1"],
        ] {
            assert_eq!(renju(wrong), Err(Fault::Order), "{wrong:?}");
        }
    }

    #[test]
    fn a_foul_is_refused_on_a_board_as_in_a_turn() {
        let rules = Rules::new(15, 15, 5, LineRule::Renju).unwrap();
        let threes = [
            "6,7,2", "0,0,1", "8,7,2", "0,2,1", "7,6,2", "0,4,1", "7,8,2", "0,6,1", "7,7,2",
        ];
        let foul = Foul::DoubleThree;
        let forbidden = PlayError::Forbidden(at(7, 7), foul);
        let board = |rules| collect(Purpose::Move, &threes, rules);
        assert_eq!(board(rules), Err(Fault::Play(forbidden)));
        let lost = board(rules.with_fouls(FoulRule::Loses)).unwrap();
        assert_eq!(lost.foul(), Some(foul));
        let shown = collect(Purpose::Show, &threes, rules).unwrap();
        assert_eq!((shown.outcome(), shown.side_to_move()), (None, Side::White));
        // The same stones are none when the dead one breaks a row.
        let broken = [&["5,7,3"][..], &threes].concat();
        assert!(collect(Purpose::Move, &broken, rules).is_ok());
    }

    #[test]
    fn a_board_to_be_shown_may_have_the_opponent_to_move() {
        let rules = Rules::new(15, 15, 5, LineRule::Renju).unwrap();
        let show = |lines: &[&str]| collect(Purpose::Show, lines, rules);
        let white = show(&["7,7,1"]).unwrap();
        assert_eq!(white.side_to_move(), Side::White);
        assert_eq!(white.board().stone(at(7, 7)), Some(Side::Black));
        let black = show(&["7,7,2", "7,8,1"]).unwrap();
        assert_eq!(black.side_to_move(), Side::Black);
        assert_eq!(black.board().stone(at(7, 8)), Some(Side::White));
        assert_eq!(
            show(&["7,7,1", "8,8,1"]),
            Err(Fault::Counts {
                own: 2,
                opposing: 0
            })
        );
        assert_eq!(show(&["7,7,2", "8,8,2", "7,8,1"]), Err(Fault::Order));
    }
}
