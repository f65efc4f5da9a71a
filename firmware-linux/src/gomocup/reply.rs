//! What the brain says: one line each.

use std::fmt::{self, Display};

use minmax_engine::point::Point;
use minmax_engine::score::{Score, moves_of, plies_to_win};

use super::fault::Fault;

/// A line of the brain's.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reply {
    /// Done.
    Ok,
    /// A move.
    Move(Point),
    /// Stones that the brain lays before the sides are chosen.
    Stones(Vec<Point>),
    /// The brain takes the other side.
    Swap,
    /// Who it is.
    About,
    /// The points where Black must not play.
    Forbidden(Vec<Point>),
    /// What it thinks, for people.
    Depth(Depth),
    /// Something for people to know.
    Message(String),
    /// Why a line was not obeyed.
    Fault(Fault),
}

/// What is known of a move after a finished depth.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Depth {
    /// Where more than the best move is asked for: 1 is the best.
    pub rank: Option<u8>,
    /// Plies.
    pub depth: u8,
    /// For the side that moves.
    pub score: Score,
    /// Moves made so far.
    pub nodes: u64,
    /// Time so far.
    pub elapsed_ms: u64,
    /// The moves that both sides would play.
    pub line: Box<[Point]>,
}

impl Display for Reply {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Ok => f.write_str("OK"),
            Self::Move(point) => cells(f, &[*point]),
            Self::Stones(points) => cells(f, points),
            Self::Swap => f.write_str("SWAP"),
            Self::About => f.write_str(ABOUT),
            Self::Forbidden(points) => forbidden(f, points),
            Self::Depth(depth) => write!(f, "MESSAGE {depth}"),
            Self::Message(text) => write!(f, "MESSAGE {text}"),
            Self::Fault(fault @ Fault::Unknown(_)) => write!(f, "UNKNOWN {fault}"),
            Self::Fault(fault) => write!(f, "ERROR {fault}"),
        }
    }
}

const ABOUT: &str = concat!(
    "name=\"minmax-h3\", version=\"",
    env!("CARGO_PKG_VERSION"),
    "\", author=\"the authors of minmax-h3\", country=\"international\", www=\"",
    env!("CARGO_PKG_REPOSITORY"),
    "\""
);

fn cells(f: &mut fmt::Formatter<'_>, points: &[Point]) -> fmt::Result {
    for (number, point) in points.iter().enumerate() {
        let gap = if number == 0 { "" } else { " " };
        write!(f, "{gap}{},{}", point.column(), point.row())?;
    }
    Ok(())
}

fn forbidden(f: &mut fmt::Formatter<'_>, points: &[Point]) -> fmt::Result {
    f.write_str("FORBID ")?;
    for point in points {
        write!(f, "{:02}{:02}", point.column(), point.row())?;
    }
    f.write_str(".")
}

impl Display for Depth {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(rank) = self.rank {
            write!(f, "best {rank}, ")?;
        }
        write!(f, "depth {}, ", self.depth)?;
        match plies_to_win(self.score) {
            Some(plies) if plies > 0 => write!(f, "win in {}", moves_of(plies))?,
            Some(plies) => write!(f, "loss in {}", moves_of(plies))?,
            None => write!(f, "score {:+}", self.score)?,
        }
        let a_second = self.nodes.saturating_mul(1_000) / self.elapsed_ms.max(1);
        write!(f, ", nodes {}, nodes/s {a_second}, line ", self.nodes)?;
        cells(f, &self.line)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use minmax_engine::score::{loss_in, win_in};

    fn at(x: usize, y: usize) -> Point {
        Point::new(x, y).unwrap()
    }

    #[test]
    fn every_reply_is_one_line() {
        let cases = [
            (Reply::Ok, "OK"),
            (Reply::Move(at(9, 12)), "9,12"),
            (
                Reply::Stones(vec![at(7, 7), at(8, 7), at(9, 9)]),
                "7,7 8,7 9,9",
            ),
            (Reply::Swap, "SWAP"),
            (Reply::Forbidden(vec![]), "FORBID ."),
            (
                Reply::Forbidden(vec![at(9, 12), at(10, 11)]),
                "FORBID 09121011.",
            ),
            (Reply::Message("hello".into()), "MESSAGE hello"),
            (
                Reply::Fault(Fault::Unknown("foo".into())),
                "UNKNOWN command 'foo'",
            ),
            (
                Reply::Fault(Fault::Size),
                "ERROR a board has 5 to 20 cells a side",
            ),
        ];
        for (reply, text) in cases {
            assert_eq!(reply.to_string(), text);
        }
        let about = Reply::About.to_string();
        for word in ["name=\"", ", version=\"", ", author=\"", ", country=\""] {
            assert!(about.contains(word), "{about}");
        }
    }

    #[test]
    fn a_depth_tells_what_is_known() {
        let mut depth = Depth {
            rank: None,
            depth: 7,
            score: -12,
            nodes: 4_000,
            elapsed_ms: 2,
            line: [at(7, 7), at(8, 6)].into(),
        };
        assert_eq!(
            Reply::Depth(depth.clone()).to_string(),
            "MESSAGE depth 7, score -12, nodes 4000, nodes/s 2000000, line 7,7 8,6"
        );
        depth.rank = Some(2);
        depth.score = win_in(5);
        depth.elapsed_ms = 0;
        let text = depth.to_string();
        assert_eq!(
            text,
            "best 2, depth 7, win in 3, nodes 4000, nodes/s 4000000, line 7,7 8,6"
        );
        depth.score = loss_in(4);
        assert!(depth.to_string().contains("loss in 2"));
    }
}
