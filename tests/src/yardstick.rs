//! The program of `yardstick/minimax.py` over the engine's board: a measure of what the language
//! and the board give, before any better search.
//!
//! Rules, order of moves, scores and nodes are those that the Python file describes; the same
//! position at the same depth must give the same line of numbers, and a test holds it to that.

use minmax_engine::bitboard::BitBoard;
use minmax_engine::board::{Board, Direction, Line};
use minmax_engine::point::Point;
use minmax_engine::rules::Rules;
use minmax_engine::rules::line::{Run, winning_direction};
use minmax_engine::side::Side;

/// Ten stones, Black to move, nothing decided: the position that is measured.
pub const QUIET: &str = "h8i9h10j8g7i7f9i5k10e8";

const WIN: i32 = 1_000_000;
/// Moves searched in each position.
const WIDTH: usize = 20;
/// Columns and rows that a candidate may be away from a stone.
const REACH: usize = 2;
/// What a row scores: by its stones, and by how many of its two ends are empty.
const LINE: [[i32; 3]; 6] = [
    [0, 0, 0],
    [0, 0, 0],
    [0, 50, 100],
    [0, 500, 1_000],
    [0, 5_000, 10_000],
    [100_000, 100_000, 100_000],
];

/// What a search came to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Found {
    /// The best move; `None` if the game is over or the depth 0.
    pub best: Option<Point>,
    /// Its score for the side to move.
    pub score: i32,
    /// Positions looked at, the root included.
    pub nodes: u64,
}

/// Searches `depth` plies from these moves of a gomoku game, Black first.
///
/// # Panics
/// In debug builds, if a move falls on a stone.
#[must_use]
pub fn search(moves: &[Point], depth: u32) -> Found {
    let mut area = Area {
        stones: BitBoard::EMPTY,
        near: BitBoard::EMPTY,
    };
    let mut board = Board::new(Rules::GOMOKU);
    for &point in moves {
        board.make(point);
        area = area.with(point);
    }
    let mut search = Search { board, nodes: 0 };
    let (score, best) = search.negamax(&area, depth, 0, -WIN, WIN, None);
    let nodes = search.nodes;
    Found { best, score, nodes }
}

struct Search {
    board: Board,
    nodes: u64,
}

impl Search {
    /// Score for the side to move and the best move; fail-soft.
    fn negamax(
        &mut self,
        area: &Area,
        depth: u32,
        ply: i32,
        mut alpha: i32,
        beta: i32,
        last: Option<Point>,
    ) -> (i32, Option<Point>) {
        self.nodes += 1;
        let side = self.board.side_to_move();
        let won = |point| winning_direction(&self.board, point, side.opponent()).is_some();
        if last.is_some_and(won) {
            return (ply - WIN, None);
        }
        if depth == 0 {
            return (evaluate(&self.board, &area.stones, side), None);
        }
        let (mut best, mut best_move) = (-WIN, None);
        for (_, point) in candidates(&self.board, area, side).into_iter().take(WIDTH) {
            self.board.make(point);
            let deeper = area.with(point);
            let reply = self.negamax(&deeper, depth - 1, ply + 1, -beta, -alpha, Some(point));
            self.board.unmake(point);
            let score = -reply.0;
            if score > best {
                (best, best_move) = (score, Some(point));
            }
            alpha = alpha.max(score);
            if alpha >= beta {
                break;
            }
        }
        (if best_move.is_some() { best } else { 0 }, best_move)
    }
}

/// Where the stones are, and which cells are near one.
#[derive(Clone, Copy)]
struct Area {
    stones: BitBoard,
    near: BitBoard,
}

impl Area {
    fn with(mut self, point: Point) -> Self {
        self.stones.insert(point);
        let (column, row) = (point.column(), point.row());
        for row in row.saturating_sub(REACH)..=row + REACH {
            for column in column.saturating_sub(REACH)..=column + REACH {
                if let Some(near) = Point::new(column, row) {
                    self.near.insert(near);
                }
            }
        }
        self
    }
}

/// The candidates, best first, each with the negative of what it scores.
fn candidates(board: &Board, area: &Area, side: Side) -> Vec<(i32, Point)> {
    let near = area.near.iter().filter(|&point| board.is_empty(point));
    let score = |point| line_score(board, point, side) + line_score(board, point, side.opponent());
    let mut found: Vec<_> = near.map(|point| (-score(point), point)).collect();
    found.sort_unstable();
    let centre = Point::new(7, 7).filter(|&point| board.is_empty(point));
    if found.is_empty() {
        found.extend(centre.map(|point| (0, point)));
    }
    found
}

/// What the lines through a cell score with a stone of `side` there.
fn line_score(board: &Board, point: Point, side: Side) -> i32 {
    let scores = Direction::ALL.map(|direction| {
        let line = board.line(point, direction);
        row_score(line, Run::through(line, side))
    });
    scores.iter().sum()
}

/// Every row of stones, counted once: from its first stone.
fn evaluate(board: &Board, stones: &BitBoard, side: Side) -> i32 {
    let mut total = 0;
    for point in stones {
        let Some(owner) = board.stone(point) else {
            continue;
        };
        for direction in Direction::ALL {
            let line = board.line(point, direction);
            let run = Run::through(line, owner);
            if run.before == 0 {
                let score = row_score(line, run);
                total += if owner == side { score } else { -score };
            }
        }
    }
    total
}

fn row_score(line: Line, run: Run) -> i32 {
    let before = -(run.before as i32) - 1;
    let is_empty = |distance| usize::from(line.shifted(distance).is_empty());
    let ends = is_empty(before) + is_empty(before + run.length as i32 + 1);
    LINE[run.length.min(5) as usize][ends]
}
