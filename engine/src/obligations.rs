//! What a position obliges the side to move to do, known from counts before any list of moves
//! exists.
//!
//! The order of the questions is the order of urgency (SEARCH literature: Allis, "Go-Moku
//! solved by new search techniques", 1996, on threat categories): a five wins; the opponent's
//! five must be stopped; an open four wins; a four with an open three, or two open threes, win
//! while the opponent has no four to play in between; an open three of the opponent's must be
//! answered.

use crate::bitboard::BitBoard;
use crate::fouls::is_foul;
use crate::point::Point;
use crate::position::Position;
use crate::shapes::LineClasses;
use crate::shapes::code::Class;
use crate::side::Side;

/// What the side to move must do, or has in hand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Obligation {
    /// It wins in that many plies, its own move included, or sooner: where an answer of Black's
    /// is forbidden.
    Win(u16),
    /// It loses in two plies: it has no five-point, and the opponent has two or more, or one that
    /// is forbidden to the side to move.
    Lost,
    /// The opponent threatens a five at that point.
    AnswerFive(Point),
    /// The opponent threatens an open four.
    AnswerOpenFour,
    /// Nothing.
    Free,
}

impl Obligation {
    /// The obligation of the side to move. A few loads, and for Black in renju the question
    /// whether the answer to a five is allowed. `classes` must be those of the position.
    ///
    /// Why the wins are sound: nothing of theirs is on a line that the opponent's forced reply
    /// touches. The reply to a four lies on the four's line, which meets the line of the open
    /// three in the cell just played only; and no stone lies on both lines of a double three
    /// but that cell. A reply that makes a four of its own would need an empty cell with the
    /// class of a four or better, of which there must be none: in renju a forbidden one counts,
    /// for it may be allowed once White has taken a point of it. Black wins there by a straight
    /// four, which is not forbidden if its class says so; but whether the three of a four-three
    /// can ever grow is left to the search.
    #[must_use]
    pub fn of<R: LineClasses>(_classes: R, position: &Position) -> Self {
        let mover = position.side_to_move();
        let totals = position.totals();
        let waiter = mover.opponent();
        if totals.has(mover, Class::Five) {
            return Self::Win(1);
        }
        match totals.count(waiter, Class::Five) {
            0 => (),
            1 => return Self::answer_five::<R>(position, waiter),
            _ if R::ONE_REPLY => return Self::Lost,
            _ => return Self::answer_five::<R>(position, waiter),
        }
        if totals.has(mover, Class::OpenFour) {
            return Self::Win(3);
        }
        if (totals.has(mover, Class::FourThree) || totals.has(mover, Class::DoubleThree))
            && !(R::FOULS && mover == Side::Black)
            && !has_four(position, waiter)
        {
            return Self::Win(5);
        }
        if totals.has(waiter, Class::OpenFour) {
            return Self::AnswerOpenFour;
        }
        Self::Free
    }

    fn answer_five<R: LineClasses>(position: &Position, waiter: Side) -> Self {
        match first_of_class(position, waiter, Class::Five) {
            Some(point) if may_play::<R>(position, point) => Self::AnswerFive(point),
            _ => Self::Lost,
        }
    }
}

/// Whether the side to move may play on an empty cell: always but for Black in renju.
#[must_use]
pub fn may_play<R: LineClasses>(position: &Position, point: Point) -> bool {
    !R::FOULS || position.side_to_move() == Side::White || !is_foul(position, point)
}

/// Whether some empty cell gives the side a four or better, allowed or not.
#[must_use]
pub fn has_four(position: &Position, side: Side) -> bool {
    let totals = position.totals();
    [
        Class::Four,
        Class::FourBuild,
        Class::FourThree,
        Class::OpenFour,
        Class::Five,
        Class::ForbiddenFour,
        Class::DoubtfulFour,
    ]
    .into_iter()
    .any(|class| totals.has(side, class))
}

/// The first cell in reading order with that class, which is a four or better, for the side.
#[must_use]
pub fn first_of_class(position: &Position, side: Side, class: Class) -> Option<Point> {
    debug_assert!(class.is_four());
    let mut fours = position.totals().fours(side).iter();
    fours.find(|&point| position.tally().class(point, side) == class)
}

/// The cells that may answer a threatened open four when a four has one reply: the cells of
/// the coming four and its five-points (all are fours of the opponent's), and own fours, which
/// gain a tempo. Every other move loses to the open four.
#[must_use]
pub fn answers_to_open_four(position: &Position) -> BitBoard {
    let mut cells = *position.totals().fours(Side::Black);
    cells.unite(position.totals().fours(Side::White));
    cells
}
