//! What people may order a robot to do, as lines on the serial terminal: pure.
//!
//! Contests ask for it: stones on given cells on command, and a first cell that was set
//! beforehand.

use minmax_engine::notation::parse_point;
use minmax_engine::point::Point;
use minmax_engine::rules::Rules;
use minmax_engine::side::Side;

use crate::lang::{Lang, quoted, texts};

/// An order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Order {
    /// `first b2`: the engine's first stone as Black goes there; `first` alone: anywhere.
    First(Option<Point>),
    /// `put black b2`: a stone on that cell, whatever the game says.
    Put(Side, Point),
    /// `take b2`: the stone on that cell off the board.
    Take(Point),
    /// `resume`: the board as in the game again.
    Resume,
}

/// Why a line that begins like an order is none.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OrderError(String);

impl OrderError {
    /// What would be right, in one line.
    #[must_use]
    pub fn text(&self, lang: Lang) -> String {
        texts::SERIAL_ORDERS.fill(lang, &[&quoted(&self.0)])
    }
}

/// The order of a line; nothing if it does not begin like one.
///
/// # Errors
/// It begins like one, but is none.
pub fn parse(line: &str, rules: Rules) -> Result<Option<Order>, OrderError> {
    let lower = line.trim().to_lowercase();
    let words: Vec<&str> = lower.split_whitespace().collect();
    let point = |name: &str| parse_point(name, rules).map_err(|_| OrderError(line.trim().into()));
    Ok(Some(match *words {
        ["first"] => Order::First(None),
        ["first", cell] => Order::First(Some(point(cell)?)),
        ["put", "black", cell] => Order::Put(Side::Black, point(cell)?),
        ["put", "white", cell] => Order::Put(Side::White, point(cell)?),
        ["take", cell] => Order::Take(point(cell)?),
        ["resume"] => Order::Resume,
        ["first" | "put" | "take" | "resume", ..] => return Err(OrderError(line.trim().into())),
        _ => return Ok(None),
    }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn orders_are_lines() {
        let order = |line| parse(line, Rules::GOMOKU);
        let h8 = Point::new(7, 7).unwrap();
        assert_eq!(order("first h8"), Ok(Some(Order::First(Some(h8)))));
        assert_eq!(order(" FIRST "), Ok(Some(Order::First(None))));
        assert_eq!(order("put white H8"), Ok(Some(Order::Put(Side::White, h8))));
        assert_eq!(order("take h8"), Ok(Some(Order::Take(h8))));
        assert_eq!(order("resume"), Ok(Some(Order::Resume)));
        assert_eq!(order("h8"), Ok(None));
        assert_eq!(order(""), Ok(None));
        for wrong in [
            "put h8",
            "put red h8",
            "take",
            "take z9",
            "first h8 h9",
            "resume now",
        ] {
            assert_eq!(order(wrong), Err(OrderError(wrong.into())));
        }
    }
}
