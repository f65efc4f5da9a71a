//! Which points renju forbids Black, from what is known of every cell: the fast twin of
//! [`rules::renju`](crate::rules::renju).
//!
//! Most fouls, and that there is none, are told by the [`Class`] of the cell alone. Where two
//! threes meet it takes a look at the points that would make them straight fours, and only where
//! two threes meet in such a point again the plain definition is asked. Nothing of this is
//! kept: it is asked for the few cells that a search wants to play.

use crate::board::Direction;
use crate::point::Point;
use crate::position::Position;
use crate::rules::renju;
use crate::shapes::Shape;
use crate::shapes::code::Class;
use crate::side::Side;

/// Whether the empty point is forbidden to Black; the position's game must be renju. One load,
/// or some thousand instructions for a cell of a doubtful class.
#[must_use]
pub fn is_foul(position: &Position, point: Point) -> bool {
    match position.tally().class(point, Side::Black) {
        Class::Forbidden | Class::ForbiddenFour => true,
        Class::Doubtful | Class::DoubtfulFour => has_two_threes(position, point),
        _ => false,
    }
}

fn has_two_threes(position: &Position, point: Point) -> bool {
    let threes = Direction::ALL.into_iter().filter(|&direction| {
        is_three(shape(position, point, direction)) && can_grow(position, point, direction)
    });
    threes.take(2).count() == 2
}

/// Whether Black may make a straight four of the three.
fn can_grow(position: &Position, point: Point, direction: Direction) -> bool {
    let line = position.board().line(point, direction).with_black(0);
    (-3..=3).any(|distance| {
        renju::makes_straight_four(line, distance) && {
            let next = direction.follow(point, distance);
            may_play_after(position, point, next, direction)
        }
    })
}

/// Whether Black may play `next` and makes no five there, once there is a stone on `first` with
/// which it makes a straight four in this direction. The other lines through `next` do not meet
/// the first stone, so that what is known of them holds.
fn may_play_after(position: &Position, first: Point, next: Point, direction: Direction) -> bool {
    let others = Direction::ALL
        .into_iter()
        .filter(|&other| other != direction);
    let shapes = others.map(|other| shape(position, next, other));
    if shapes.clone().any(|shape| shape >= Shape::Four) {
        return false; // a five, an overline, or a second four
    }
    if shapes.filter(|&shape| is_three(shape)).count() < 2 {
        return true;
    }
    let mut board = position.board().clone();
    board.put(first, Side::Black);
    renju::foul(&board, next).is_none()
}

fn shape(position: &Position, point: Point, direction: Direction) -> Shape {
    position.tally().at(point).shape(Side::Black, direction)
}

const fn is_three(shape: Shape) -> bool {
    matches!(shape, Shape::OpenThree | Shape::OpenThreeWide)
}
