//! Every weight of the evaluation and of move ordering, in one file.
//!
//! Evaluation weights are in units of a two-hundredth of a logit: 200 more multiply the odds
//! of winning by e.

use crate::shapes::Shape;
use crate::shapes::code::{Class, Code, by_code};

/// Worth of a shape on one line of an empty cell, by [`Shape`].
const LINE: [i16; Shape::COUNT] = [0, 0, 1, 2, 5, 7, 6, 14, 18, 16, 60, 150, 0, 0];

/// Worth of what the four lines of a cell make together, by [`Class`].
const TOGETHER: [i16; Class::COUNT] = [0, 0, 3, 0, 8, 25, 0, 10, 60, 60, 0, 0];

/// How much a class urges the side to play there itself, by [`Class`].
const ATTACK_CLASS: [i16; Class::COUNT] = [0, 20, 35, 60, 80, 130, 70, 90, 200, 240, 255, -300];

/// How much a class urges the other side to take the cell, by [`Class`].
const DEFEND_CLASS: [i16; Class::COUNT] = [0, 14, 26, 44, 60, 95, 45, 66, 160, 200, 230, 0];

/// How much a shape on one line adds to either urge, by [`Shape`].
const URGE: [i16; Shape::COUNT] = [0, 1, 3, 4, 8, 10, 8, 12, 14, 10, 10, 0, 0, 0];

/// The side to move has the move, which is worth this.
pub(crate) const TEMPO: i32 = 20;

/// The facts about a side that the threat term looks at, weakest first.
pub(crate) const THREATS: [&[Class]; 4] = [
    &[Class::Three, Class::ThreeBuild],
    &[Class::DoubleThree],
    &[Class::Four, Class::FourBuild],
    &[Class::FourThree],
];

/// Worth of each fact of [`THREATS`] for the side to move.
pub(crate) const MOVER: [i32; 4] = [20, 120, 20, 300];

/// Worth of each fact of [`THREATS`] for the other side.
pub(crate) const WAITER: [i32; 4] = [5, 60, 10, 150];

/// Worth of an empty cell to a side by its code.
pub(crate) static VALUE: [i16; Code::COUNT] = by_code!(0, |shapes| sum(LINE, shapes)
    + TOGETHER[Class::of(shapes).index()]);

/// Ordering score of a cell for the side to move by its own code.
pub(crate) static ATTACK: [i16; Code::COUNT] = by_code!(0, |shapes| sum(URGE, shapes)
    + ATTACK_CLASS[Class::of(shapes).index()]);

/// Ordering score of a cell for the side to move by the other side's code.
pub(crate) static DEFEND: [i16; Code::COUNT] = by_code!(0, |shapes| sum(URGE, shapes)
    + DEFEND_CLASS[Class::of(shapes).index()]);

const fn sum(weights: [i16; Shape::COUNT], shapes: [Shape; 4]) -> i16 {
    weights[shapes[0].index()]
        + weights[shapes[1].index()]
        + weights[shapes[2].index()]
        + weights[shapes[3].index()]
}
