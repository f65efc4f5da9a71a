//! Board, shapes, evaluation sum and candidate cells moved together: all that a search may
//! change.

use crate::bitboard::BitBoard;
use crate::board::Board;
use crate::point::{MAX_SIDE, Point};
use crate::rules::Rules;
use crate::shapes::LineClasses;
use crate::side::Side;
use crate::tally::{CHANGES_PER_MOVE, Knowledge, Tally, Totals};

/// Plies that a search may go below its root.
pub const MAX_PLY: usize = 100;

/// Room for the notes of changed cells along one line of play; about 15 a move are needed.
const CHANGES: usize = 2_400;

/// Up to this many cells every empty cell is a candidate from the start.
const SMALL_BOARD: usize = 64;

/// What is known of the whole board after a move: each ply has its own, so that undo is a step
/// back to the one before.
#[derive(Clone, Copy, Debug)]
struct State {
    /// The move that led here; of no meaning at the root.
    point: Point,
    /// Notes of changed cells up to here.
    noted: u16,
    totals: Totals,
    candidates: BitBoard,
}

impl State {
    const NOTHING: Self = Self {
        point: Point::known(0),
        noted: 0,
        totals: Totals::NOTHING,
        candidates: BitBoard::EMPTY,
    };
}

/// A position under search: a board with all knowledge that is kept move by move, and a
/// bounded journal to undo it.
///
/// About 80 KiB with boards up to 20×20: construct it in place, [`set_up`](Self::set_up) it,
/// and keep it.
#[derive(Clone, Debug)]
pub struct Position {
    board: Board,
    tally: Tally,
    states: [State; MAX_PLY + 1],
    ply: usize,
    changes: [Knowledge; CHANGES],
}

impl Default for Position {
    fn default() -> Self {
        Self::new()
    }
}

impl Position {
    /// No position yet: [`set_up`](Self::set_up) gives it one.
    #[must_use]
    pub const fn new() -> Self {
        Self {
            board: Board::VOID,
            tally: Tally::NOTHING,
            states: [State::NOTHING; MAX_PLY + 1],
            ply: 0,
            changes: [Knowledge::NOTHING; CHANGES],
        }
    }

    /// Takes over a board and looks at all of it anew; the journal is empty then.
    ///
    /// `classes` must be those of the board's rules.
    pub fn set_up<R: LineClasses>(&mut self, classes: R, board: &Board) {
        self.board = board.clone();
        self.ply = 0;
        self.states[0] = State {
            totals: self.tally.rescan(classes, board),
            candidates: candidates_of(board),
            ..State::NOTHING
        };
    }

    /// Never beyond the last state: [`make`](Self::make) stops there.
    const fn state(&self) -> &State {
        &self.states[self.ply]
    }

    /// The stones.
    #[must_use]
    pub const fn board(&self) -> &Board {
        &self.board
    }

    /// Shapes at each empty cell.
    #[must_use]
    pub const fn tally(&self) -> &Tally {
        &self.tally
    }

    /// Counts of classes over the board.
    #[must_use]
    pub const fn totals(&self) -> &Totals {
        &self.state().totals
    }

    /// Who moves next.
    #[must_use]
    pub const fn side_to_move(&self) -> Side {
        self.board.side_to_move()
    }

    /// Moves made since the set-up and not undone.
    #[must_use]
    pub const fn ply(&self) -> usize {
        self.ply
    }

    /// The last move; `None` right after the set-up.
    #[must_use]
    pub fn last_move(&self) -> Option<Point> {
        self.move_back(0)
    }

    /// The move before the last.
    #[must_use]
    pub fn last_but_one(&self) -> Option<Point> {
        self.move_back(1)
    }

    /// The move so many plies ago.
    fn move_back(&self, plies: usize) -> Option<Point> {
        let ply = self.ply.checked_sub(plies).filter(|&ply| ply > 0)?;
        Some(self.states.get(ply)?.point)
    }

    /// Sum of the cells' worth, Black's less White's.
    #[must_use]
    pub const fn value(&self) -> i32 {
        self.totals().value()
    }

    /// The same before the last move; right after the set-up it is the current one.
    #[must_use]
    pub fn value_before(&self) -> i32 {
        self.states[self.ply.saturating_sub(1)].totals.value()
    }

    /// The empty cells worth a look, in reading order: those near a stone, or on a small board
    /// all; on an empty board the centre.
    pub fn candidates(&self) -> impl Iterator<Item = Point> + '_ {
        (0..self.board.rules().rows()).flat_map(|row| {
            let mut left = self.state().candidates.row(row) & self.board.empty_cells().row(row);
            core::iter::from_fn(move || {
                (left != 0).then(|| {
                    let column = left.trailing_zeros() as usize;
                    left &= left - 1;
                    Point::at(column, row)
                })
            })
        })
    }

    /// Whether the journal has room for a move.
    #[must_use]
    pub fn has_room(&self) -> bool {
        self.ply < MAX_PLY && usize::from(self.state().noted) + CHANGES_PER_MOVE <= CHANGES
    }

    /// Plays a move on an empty cell and brings all knowledge up to date. Returns false, and
    /// does nothing, when the journal has no room.
    ///
    /// About 1,900 instructions in a freestyle middle game.
    #[inline(never)]
    pub fn make<R: LineClasses>(&mut self, classes: R, point: Point) -> bool {
        let (done, rest) = self.states.split_at_mut(self.ply + 1);
        let (Some(now), Some(next)) = (done.last(), rest.first_mut()) else {
            return false;
        };
        let room = self.changes.get_mut(usize::from(now.noted)..);
        let Some(notes) = room.and_then(|room| room.first_chunk_mut()) else {
            return false;
        };
        *next = *now;
        next.point = point;
        self.board.make(point);
        let noted = self
            .tally
            .place(classes, &self.board, point, notes, &mut next.totals);
        next.noted += noted as u16;
        surround(&mut next.candidates, point);
        self.ply += 1;
        true
    }

    /// Takes back the last move; does nothing right after the set-up.
    #[inline(never)]
    pub fn undo(&mut self) {
        let Some(before) = self.ply.checked_sub(1) else {
            return;
        };
        let (first, last) = (self.states[before].noted, self.state().noted);
        let notes = self.changes.get(usize::from(first)..usize::from(last));
        self.tally.restore(notes.unwrap_or_default());
        self.board.unmake(self.state().point);
        self.ply = before;
    }
}

fn all_cells(rules: Rules) -> BitBoard {
    BitBoard::full(rules.columns(), rules.rows())
}

fn candidates_of(board: &Board) -> BitBoard {
    let rules = board.rules();
    if rules.cells() <= SMALL_BOARD {
        return all_cells(rules);
    }
    let mut near = BitBoard::EMPTY;
    if board.stones() == 0 {
        near.insert(Point::at(rules.columns() / 2, rules.rows() / 2));
    }
    for point in &all_cells(rules) {
        if board.stone(point).is_some() {
            surround(&mut near, point);
        }
    }
    near
}

/// What is near a stone: a square of two cells to each side and rays of three, one word per
/// row, bit 3 for the stone's own column.
const NEAR: [u32; 7] = [
    0b100_1001, 0b011_1110, 0b011_1110, 0b111_1111, 0b011_1110, 0b011_1110, 0b100_1001,
];

/// Adds what is near the point, off the board too: empty cells are asked for when it is used.
const fn surround(set: &mut BitBoard, point: Point) {
    let (column, row) = (point.column(), point.row());
    let mut line = 0;
    while line < NEAR.len() {
        let at = row + line;
        if at >= 3 && at - 3 < MAX_SIDE {
            *set.row_mut(at - 3) |= NEAR[line] << column >> 3;
        }
        line += 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::LineRule;
    use crate::shapes::{ForClasses, dispatch};
    use crate::zobrist::splitmix64;
    use heapless::Vec;

    /// All knowledge of `position` is what a look at the whole board finds.
    fn assert_fresh<R: LineClasses>(classes: R, position: &Position, fresh: &mut Position) {
        fresh.set_up(classes, &position.board);
        assert_eq!(position.totals(), fresh.totals());
        assert!(position.candidates().eq(fresh.candidates()));
        for point in &all_cells(position.board.rules()) {
            if position.board.is_empty(point) {
                assert_eq!(position.tally.at(point), fresh.tally.at(point), "{point:?}");
            }
        }
    }

    fn random_empty(position: &Position, seed: &mut u64) -> Option<Point> {
        let cells = all_cells(position.board.rules());
        let empty = |p: &Point| position.board.is_empty(*p);
        *seed += 1;
        let chosen = splitmix64(*seed) as usize % position.board.empties().max(1);
        cells.iter().filter(empty).nth(chosen)
    }

    struct RandomWalk {
        rules: Rules,
        seed: u64,
    }

    impl ForClasses for RandomWalk {
        type Output = ();

        /// Moves and undoes at random, filling the board and more than the journal holds.
        fn run<R: LineClasses>(mut self, classes: R) {
            let (mut position, mut fresh) = (Position::new(), Position::new());
            let mut start = Board::new(self.rules);
            start.make(Point::at(self.rules.columns() / 2, self.rules.rows() / 2));
            position.set_up(classes, &start);
            for step in 0..180 {
                self.seed += 1;
                if splitmix64(self.seed) % 5 < 2 {
                    position.undo();
                } else if let Some(point) = random_empty(&position, &mut self.seed) {
                    let room = position.has_room();
                    assert_eq!(position.make(classes, point), room);
                }
                if step % 3 == 0 {
                    assert_fresh(classes, &position, &mut fresh);
                }
            }
            while position.ply() > 0 {
                position.undo();
            }
            assert_fresh(classes, &position, &mut fresh);
            assert_eq!(position.board, start);
        }
    }

    #[test]
    fn incremental_knowledge_is_what_a_rescan_finds_on_every_size_and_rule() {
        let rules = [
            LineRule::Freestyle,
            LineRule::Standard,
            LineRule::Renju,
            LineRule::Caro,
            LineRule::CaroOverline,
        ];
        let mut seed = 0;
        for columns in 3..=MAX_SIDE {
            for rows in [columns, 3 + columns * 7 % (MAX_SIDE - 2)] {
                for line in rules {
                    for k in [5, 3, 4, columns] {
                        if let Ok(rules) = Rules::new(columns, rows, k, line) {
                            seed += 1_000_000;
                            dispatch(rules, RandomWalk { rules, seed });
                        }
                    }
                }
            }
        }
    }

    #[test]
    fn a_full_journal_refuses_and_changes_nothing() {
        let classes = crate::shapes::table::Freestyle;
        let mut position = Position::new();
        position.set_up(classes, &Board::new(Rules::GOMOKU));
        let mut cells = all_cells(Rules::GOMOKU).iter().collect::<Vec<_, 225>>();
        cells.sort_unstable_by_key(|p| splitmix64(p.index() as u64));
        let played = cells
            .iter()
            .take_while(|&&p| position.make(classes, p))
            .count();
        assert!((50..225).contains(&played) && !position.has_room());
        let key = position.board.key();
        assert!(!position.make(classes, cells[played]));
        assert_eq!((position.board.key(), position.ply()), (key, played));
    }
}
