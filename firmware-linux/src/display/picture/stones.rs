//! What stands in a cell, in every size that cells have.

use embedded_graphics::Drawable;
use embedded_graphics::geometry::{Point as Dot, Size};
use embedded_graphics::pixelcolor::BinaryColor;
use embedded_graphics::primitives::{Circle, Line, Primitive, PrimitiveStyle, Rectangle};
use minmax_engine::side::Side;

use super::frame::Frame;

/// From this pitch on stones are a cross and a ring, as on paper.
const PAPER: i32 = 12;
/// From this pitch on stones are round.
const ROUND: i32 = 6;
/// From this reach on circles look like circles.
const ROUNDED: i32 = 3;

/// The mark of an empty cell.
pub(super) fn empty(at: Dot, frame: &mut Frame) {
    frame.set(at.x, at.y, true);
}

/// A bar, as on the sign "no entry".
pub(super) fn forbidden(at: Dot, pitch: i32, frame: &mut Frame) {
    let half = if pitch >= ROUND { 2 } else { 1 };
    for x in at.x - half..=at.x + half {
        frame.set(x, at.y, true);
    }
}

/// A stone in a cell of so many dots.
pub(super) fn stone(side: Side, at: Dot, pitch: i32, frame: &mut Frame) {
    match side {
        _ if pitch >= PAPER => drawn(side, at, pitch, frame),
        _ if pitch >= ROUND => round(side, at, pitch, frame),
        Side::Black => frame.fill(around(at, 1), true),
        Side::White => diamond(at, frame),
    }
}

/// The square that reaches so many dots from its middle.
pub(super) fn around(at: Dot, reach: i32) -> Rectangle {
    let side = Size::new_equal(2 * reach as u32 + 1);
    Rectangle::new(at - Dot::new_equal(reach), side)
}

/// How far a stone reaches from its middle.
pub(super) const fn reach(pitch: i32) -> i32 {
    if pitch >= PAPER {
        pitch * 3 / 10
    } else if pitch >= ROUND {
        (pitch - 2) / 2
    } else {
        1
    }
}

fn diamond(at: Dot, frame: &mut Frame) {
    for (x, y) in [(0, -1), (-1, 0), (1, 0), (0, 1)] {
        frame.set(at.x + x, at.y + y, true);
    }
}

fn round(side: Side, at: Dot, pitch: i32, frame: &mut Frame) {
    let reach = reach(pitch);
    if reach < ROUNDED {
        return rounded_square(side, at, reach, frame);
    }
    let style = match side {
        Side::Black => PrimitiveStyle::with_fill(BinaryColor::On),
        Side::White => PrimitiveStyle::with_stroke(BinaryColor::On, 1),
    };
    let circle = Circle::new(at - Dot::new_equal(reach), 2 * reach as u32 + 1);
    let Ok(()) = circle.into_styled(style).draw(frame);
}

/// Circles this small would have no hole.
fn rounded_square(side: Side, at: Dot, reach: i32, frame: &mut Frame) {
    frame.fill(around(at, reach), true);
    for (x, y) in [(-1, -1), (1, -1), (-1, 1), (1, 1)] {
        frame.set(at.x + x * reach, at.y + y * reach, false);
    }
    if side == Side::White {
        frame.fill(around(at, reach - 1), false);
    }
}

fn drawn(side: Side, at: Dot, pitch: i32, frame: &mut Frame) {
    let reach = reach(pitch);
    let style = PrimitiveStyle::with_stroke(BinaryColor::On, 2);
    match side {
        Side::White => {
            let circle = Circle::new(at - Dot::new_equal(reach), 2 * reach as u32 + 1);
            let Ok(()) = circle.into_styled(style).draw(frame);
        }
        Side::Black => {
            for end in [Dot::new_equal(reach), Dot::new(reach, -reach)] {
                let Ok(()) = Line::new(at - end, at + end).into_styled(style).draw(frame);
            }
        }
    }
}
