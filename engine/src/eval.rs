//! A position's score without searching.

use crate::position::Position;
use crate::score::{MAX_EVAL, Score};
use crate::shapes::code::Class;
use crate::side::Side;
use crate::weights::{MOVER, TEMPO, THREATS, ThreatWorth, WAITER};

/// The evaluation for the side to move: what the empty cells are worth to either side, averaged
/// over the last two plies (which takes out most of the swing from move to move), and who has
/// the move and how many threats. Within ±[`MAX_EVAL`].
#[must_use]
pub fn evaluate(position: &Position) -> Score {
    let mover = position.side_to_move();
    let black = (position.value() + position.value_before()) / 2;
    let cells = match mover {
        Side::Black => black,
        Side::White => -black,
    };
    let threats = threats(position, mover, &MOVER) - threats(position, mover.opponent(), &WAITER);
    (cells + TEMPO + threats).clamp(-MAX_EVAL, MAX_EVAL)
}

fn threats(position: &Position, side: Side, worth: &ThreatWorth) -> Score {
    let number = |class: Class| position.totals().count(side, class).min(2);
    let classes = THREATS.iter().zip(worth);
    classes.map(|(&class, worth)| worth[number(class)]).sum()
}
