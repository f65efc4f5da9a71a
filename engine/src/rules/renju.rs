//! What renju forbids Black: the plain definition, from the stones alone.
//!
//! A point is forbidden to Black when a stone there makes an overline, two fours or more, or two
//! threes or more, and no five; White is free. (Renju International Federation, "The Official
//! Rules of Renju", §9.) Everything here looks at whole lines and puts stones to see what
//! follows, which is slow and obvious. The search knows fouls from what it keeps of every cell
//! (see [`fouls`](crate::fouls)) and is tested against this.
//!
//! - A **four** is a row to which one stone can be added that makes a five, of exactly five. A
//!   straight four, open at both ends, is one four; other fours on one line count apart.
//! - A **three** is a row to which one stone can be added that makes a straight four, on a point
//!   that is not forbidden itself then and makes no five at the same time (§9.3). Whether that
//!   point is forbidden may hang on threes again, and so on: the definition is recursive, and
//!   comes to an end because every step adds a stone.

use crate::bitboard::BitBoard;
use crate::board::{Board, Direction, Line};
use crate::point::Point;
use crate::rules::LineRule;
use crate::rules::line::Run;
use crate::side::Side;

/// Why Black may not play somewhere. Of several reasons the first in this order is named.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub enum Foul {
    /// Six or more in a row.
    Overline,
    /// Two fours at once.
    DoubleFour,
    /// Two threes at once.
    DoubleThree,
}

impl core::fmt::Display for Foul {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.write_str(match self {
            Self::Overline => "an overline",
            Self::DoubleFour => "a double four",
            Self::DoubleThree => "a double three",
        })
    }
}

/// Why Black may not play on an empty point; `None` where Black may, and in every game but renju.
/// It does not matter who moves next.
///
/// Some thousand instructions, more where threes hang on one another.
///
/// ```
/// use minmax_engine::{game::Game, notation::parse_moves, rules::{LineRule, Rules}};
/// use minmax_engine::rules::renju::{Foul, foul};
/// let rules = Rules::new(15, 15, 5, LineRule::Renju).unwrap();
/// let mut game: Game = Game::new(rules);
/// let mut moves = parse_moves("h9a1g8a3i8a5h7a7h8", rules).map(|point| point.unwrap());
/// moves.by_ref().take(8).for_each(|point| game.play(point));
/// // Both the row g8 h8 i8 and the column h7 h8 h9 would be threes.
/// assert_eq!(foul(game.board(), moves.next().unwrap()), Some(Foul::DoubleThree));
/// ```
#[must_use]
pub fn foul(board: &Board, point: Point) -> Option<Foul> {
    if board.rules().line() != LineRule::Renju || !board.is_empty(point) {
        return None;
    }
    match Probe(board.clone()).try_out(point) {
        Trial::Foul(foul) => Some(foul),
        Trial::Five | Trial::Fine => None,
    }
}

/// All points that are forbidden to Black now; none in every game but renju.
#[must_use]
pub fn forbidden(board: &Board) -> BitBoard {
    let mut points = BitBoard::EMPTY;
    if board.rules().line() == LineRule::Renju {
        let empty = board.empty_cells().iter();
        empty
            .filter(|&point| foul(board, point).is_some())
            .for_each(|point| points.insert(point));
    }
    points
}

/// Whether the side to move may play on an empty point.
#[must_use]
pub fn is_allowed(board: &Board, point: Point) -> bool {
    board.side_to_move() == Side::White || foul(board, point).is_none()
}

/// Whether it is Black's move and there are empty points, but all of them are forbidden.
#[must_use]
pub fn is_stuck(board: &Board) -> bool {
    board.rules().line() == LineRule::Renju
        && !board.is_full()
        && !board
            .empty_cells()
            .iter()
            .any(|point| is_allowed(board, point))
}

/// What comes of a black stone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Trial {
    Five,
    Foul(Foul),
    Fine,
}

/// A board to put black stones on.
struct Probe(Board);

impl Probe {
    /// Puts a stone on an empty point, looks, and lifts it again.
    fn try_out(&mut self, point: Point) -> Trial {
        self.0.put(point, Side::Black);
        let trial = self.judge(point);
        self.0.lift(point, Side::Black);
        trial
    }

    /// What the black stone on the point has come to.
    fn judge(&mut self, point: Point) -> Trial {
        let lines = Direction::ALL.map(|direction| self.0.line(point, direction));
        let runs = lines.map(run);
        if runs.contains(&5) {
            Trial::Five
        } else if runs.iter().any(|&length| length > 5) {
            Trial::Foul(Foul::Overline)
        } else if lines.map(fours).iter().sum::<usize>() > 1 {
            Trial::Foul(Foul::DoubleFour)
        } else if self.threes(point) > 1 {
            Trial::Foul(Foul::DoubleThree)
        } else {
            Trial::Fine
        }
    }

    /// Number of lines on which the stone makes a three.
    fn threes(&mut self, point: Point) -> usize {
        let mut threes = 0;
        for direction in Direction::ALL {
            threes += usize::from(self.is_three(point, direction));
        }
        threes
    }

    fn is_three(&mut self, point: Point, direction: Direction) -> bool {
        let line = self.0.line(point, direction);
        fours(line) == 0
            && (-3..=3).any(|distance| {
                makes_straight_four(line, distance)
                    && self.try_out(direction.follow(point, distance)) == Trial::Fine
            })
    }
}

/// Length of the row through the line's black cell.
const fn run(line: Line) -> u32 {
    Run::through(line, Side::Black).length
}

/// Number of cells that make a five with the line's black cell.
fn five_points(line: Line) -> usize {
    let is_five_point =
        |&distance: &i32| line.shifted(distance).is_empty() && run(line.with_black(distance)) == 5;
    (-4..=4).filter(is_five_point).count()
}

/// Number of fours that the line's black cell belongs to.
fn fours(line: Line) -> usize {
    let points = five_points(line);
    if run(line) == 4 {
        points.min(1)
    } else {
        points
    }
}

/// Whether a black stone so many cells on would make four in a row with the line's black cell,
/// open at both ends.
pub(crate) fn makes_straight_four(line: Line, distance: i32) -> bool {
    line.shifted(distance).is_empty() && {
        let line = line.with_black(distance);
        run(line) == 4 && five_points(line) == 2
    }
}
