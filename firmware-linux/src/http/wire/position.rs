//! One position, and what the engine says of it.

use minmax_engine::point::Point;
use minmax_engine::score::plies_to_win;
use minmax_engine::side::Side;
use serde::{Deserialize, Deserializer, Serialize};
use utoipa::ToSchema;

use super::object::Object;
use crate::http::searches::Found;

/// A cell: rows from the top, columns from the left, both from 0. `{"x":0,"y":14}` is o15 on 15×15.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Cell {
    /// Row from the top, from 0.
    #[schema(minimum = 0, maximum = 19, example = 7)]
    pub x: usize,
    /// Column from the left, from 0.
    #[schema(minimum = 0, maximum = 19, example = 7)]
    pub y: usize,
}

impl From<Point> for Cell {
    fn from(point: Point) -> Self {
        Self {
            x: point.row(),
            y: point.column(),
        }
    }
}

/// The number that stands for a side: 1 Black, 2 White.
#[must_use]
pub const fn value_of(side: Side) -> u8 {
    match side {
        Side::Black => 1,
        Side::White => 2,
    }
}

/// A stone.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Stone {
    /// Row from the top, from 0.
    #[schema(minimum = 0, maximum = 19, example = 7)]
    pub x: i64,
    /// Column from the left, from 0.
    #[schema(minimum = 0, maximum = 19, example = 7)]
    pub y: i64,
    /// 1 Black, 2 White.
    #[schema(minimum = 1, maximum = 2, example = 1)]
    pub value: i64,
}

fn objects<'de, D: Deserializer<'de>>(json: D) -> Result<Vec<Stone>, D::Error> {
    let stones = Vec::<Object<Stone>>::deserialize(json)?;
    Ok(stones.into_iter().map(|stone| stone.0).collect())
}

/// A position to find the best move of.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"board": [{"x": 7, "y": 7, "value": 1}], "player": 2}))]
pub struct PositionBody {
    /// The stones, in any order. The side to move has as many as the other or one fewer; in renju
    /// Black has begun.
    #[schema(max_items = 400)]
    #[serde(deserialize_with = "objects")]
    pub board: Vec<Stone>,
    /// The side to move: 1 Black, 2 White.
    #[schema(minimum = 1, maximum = 2)]
    pub player: i64,
    /// Side of the board: 5 to 20, or 3 for tic-tac-toe, or 4 for four in a row on 4×4. 15 if not given.
    #[schema(minimum = 3, maximum = 20)]
    pub size: Option<i64>,
    /// `freestyle` (if not given), `standard`, `renju`, `caro` or `caro-overline`.
    pub rule: Option<String>,
    /// The engine's level, 1 to 10; 10 if not given.
    #[schema(minimum = 1, maximum = 10)]
    pub level: Option<i64>,
    /// Plies to search instead of the level's own limits.
    #[schema(minimum = 1, maximum = 60)]
    pub depth: Option<i64>,
    /// Milliseconds to think instead of the level's own limits; 1,000 if neither level, depth nor time is
    /// given.
    #[schema(minimum = 1, maximum = 60000)]
    pub time_ms: Option<i64>,
}

/// The best move, and what it took to find it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct MoveBody {
    /// Row from the top, from 0.
    #[schema(minimum = 0, maximum = 19)]
    pub x: usize,
    /// Column from the left, from 0.
    #[schema(minimum = 0, maximum = 19)]
    pub y: usize,
    /// The move's score for the side that moves: its probability to win is 1 / (1 + exp(-score / 200)).
    pub score: i32,
    /// Plies searched; 0 when the move needed no search.
    pub depth: u8,
    /// Moves made in the search.
    pub nodes: u64,
    /// Nodes a second.
    pub nps: u64,
    /// Milliseconds of the search.
    pub time_ms: u64,
    /// The principal variation, this move first.
    pub pv: Vec<Cell>,
    /// Plies to the win, the winning stone included; negative where the side to move loses, null where
    /// nothing is proven.
    pub win_in: Option<i32>,
}

impl From<&Found> for MoveBody {
    fn from(found: &Found) -> Self {
        let us = u64::try_from(found.elapsed.as_micros()).unwrap_or(u64::MAX);
        Self {
            x: found.best.row(),
            y: found.best.column(),
            score: found.score,
            depth: found.depth,
            nodes: found.nodes,
            nps: found.nodes.saturating_mul(1_000_000) / us.max(1),
            time_ms: us / 1_000,
            pv: found.line.iter().copied().map(Cell::from).collect(),
            win_in: plies_to_win(found.score),
        }
    }
}

/// A position to look at for renju's forbidden points.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"board": [{"x": 7, "y": 7, "value": 1}, {"x": 6, "y": 7, "value": 2}]}))]
pub struct ForbiddenBody {
    /// The stones, in any order and number.
    #[schema(max_items = 400)]
    #[serde(deserialize_with = "objects")]
    pub board: Vec<Stone>,
    /// The side that wants to play: 1 Black (if not given), or 2 White, to whom nothing is forbidden.
    #[schema(minimum = 1, maximum = 2)]
    pub player: Option<i64>,
    /// Side of the board: 5 to 20, 15 if not given.
    #[schema(minimum = 5, maximum = 20)]
    pub size: Option<i64>,
    /// `renju`, if anything.
    pub rule: Option<String>,
}

/// The points that Black may not play, row by row.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct ForbiddenPoints {
    /// The points.
    pub points: Vec<ForbiddenPoint>,
}

/// A point that Black may not play.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct ForbiddenPoint {
    /// Row from the top, from 0.
    #[schema(minimum = 0, maximum = 19)]
    pub x: usize,
    /// Column from the left, from 0.
    #[schema(minimum = 0, maximum = 19)]
    pub y: usize,
    /// Why: `overline`, `double-four` or `double-three`.
    pub kind: String,
}
