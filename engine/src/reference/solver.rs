//! A solver that remembers: alpha-beta with lent memory, for boards of up to 40 cells.
//!
//! It finds the same scores and moves as [`alphabeta`](super::alphabeta), by four means more:
//!
//! - **Memory.** Different orders of the same moves lead to one position; what was found out
//!   about it once is looked up. Positions have exact names, so that nothing is ever mixed up.
//! - **Symmetry.** A position, its mirror images and its rotations share a name: the least of
//!   theirs. So do a position and its twin with colours and side to move exchanged.
//! - **Must-moves.** A win now is played, a threatened win is answered; two threats at once are
//!   lost, none of which needs a search.
//! - **Order.** Cells on many lines are tried first.
//!
//! What it leaves out, on purpose, is every guess: each score is proved.

use core::cmp::Reverse;
use core::fmt;

use super::exact::{MAX_CELLS, place, weight};
use super::{Solution, Tree};
use crate::bitboard::BitBoard;
use crate::board::{Board, Direction, Half};
use crate::game::Game;
use crate::point::Point;
use crate::rules::line::winning_direction;
use crate::rules::{LineRule, Rules};
use crate::score::{INFINITY, Score, is_loss, is_win, loss_in, win_in};
use crate::side::Side;

/// Mirror images and rotations of a square board; other boards have the first four.
const SYMMETRIES: usize = 8;
/// Slots that a position may be remembered in.
const BUCKET: usize = 4;

/// The cells in the order in which they are tried.
type Order = heapless::Vec<Point, MAX_CELLS>;

/// Why a game cannot be solved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub enum SolveError {
    /// The board has more than 40 cells: the names of its positions do not fit 64 bits.
    TooLarge {
        /// Cells of the board.
        cells: usize,
    },
    /// Black and White are not alike, so that colours cannot be exchanged.
    Unequal,
    /// The solver was made for another game.
    OtherRules,
}

impl fmt::Display for SolveError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::TooLarge { cells } => write!(
                f,
                "boards of up to {MAX_CELLS} cells can be solved, and this one has {cells}"
            ),
            Self::Unequal => write!(f, "games in which the sides are not alike are not solved"),
            Self::OtherRules => write!(f, "the solver was made for another game"),
        }
    }
}

impl core::error::Error for SolveError {}

/// One place to remember a position: 16 bytes, all zero when empty.
#[derive(Clone, Copy, Debug, Default)]
pub struct Slot {
    /// The position's exact name plus 1.
    name: u64,
    /// Stones on the board: the fewer, the more work it was.
    stones: u16,
    /// The true score is at least this and at most that, counted from this position.
    lower: i16,
    upper: i16,
}

const _: () = assert!(size_of::<Slot>() == 16);

impl Slot {
    /// An empty slot.
    pub const EMPTY: Self = Self {
        name: 0,
        stones: 0,
        lower: 0,
        upper: 0,
    };
}

/// A solver for one game, over slots that the caller lends.
///
/// ```
/// use minmax_engine::{game::Game, reference::solver::{Slot, Solver}, rules::Rules, score};
/// let mut slots = [Slot::EMPTY; 1024]; // 16 KiB
/// let mut solver = Solver::new(Rules::TIC_TAC_TOE, &mut slots).unwrap();
/// let game: Game = Game::new(Rules::TIC_TAC_TOE);
/// assert_eq!(solver.solve(&game).unwrap().score, score::DRAW);
/// ```
#[derive(Debug)]
pub struct Solver<'a> {
    rules: Rules,
    memory: Memory<'a>,
    names: Names,
    order: Order,
}

impl<'a> Solver<'a> {
    /// A solver of that game. Whatever the slots hold is dropped; any number of them works,
    /// rounded down to a multiple of four, and below four nothing is remembered.
    ///
    /// # Errors
    /// A board of more than 40 cells, and [`LineRule::Renju`], by which the sides are
    /// not alike.
    pub fn new(rules: Rules, slots: &'a mut [Slot]) -> Result<Self, SolveError> {
        let cells = rules.cells();
        if cells > MAX_CELLS {
            return Err(SolveError::TooLarge { cells });
        }
        if rules.line() == LineRule::Renju {
            return Err(SolveError::Unequal);
        }
        slots.fill(Slot::EMPTY);
        Ok(Self {
            rules,
            memory: Memory { slots },
            names: Names::new(rules),
            order: order_of(rules),
        })
    }

    /// Says what the position is worth and which move is best: the same move and the same score
    /// as the other reference searches. The game is as before; what was found out is remembered
    /// for the next call.
    ///
    /// # Errors
    /// A game with other rules than the solver's.
    ///
    /// From the empty board 4,4,4 costs 29 thousand nodes and fills 14 thousand slots, 5,4,4
    /// 600 thousand nodes and 300 thousand slots, 5,5,4 27 million and 12 million; a PC makes
    /// about two to four million nodes a second. With too few slots it takes longer and finds the
    /// same. The recursion is as deep as there are empty cells.
    pub fn solve<const PLIES: usize>(
        &mut self,
        game: &Game<PLIES>,
    ) -> Result<Solution, SolveError> {
        if game.rules() != self.rules {
            return Err(SolveError::OtherRules);
        }
        let mut search = Search {
            stones: Placed::on(game.board(), &self.names),
            tree: Tree::new(game),
            solver: self,
        };
        let score = search.search(0, -INFINITY, INFINITY);
        let best = search.first_with(score);
        Ok(Solution {
            best,
            score,
            counts: search.tree.counts,
        })
    }
}

/// One solve under way: where it stands, and what is remembered.
struct Search<'s, 'a> {
    solver: &'s mut Solver<'a>,
    tree: Tree,
    stones: Placed,
}

impl Search<'_, '_> {
    /// The score of the position for the side to move, `ply` moves from the root; fail-soft, as
    /// in [`alphabeta`](super::alphabeta).
    fn search(&mut self, ply: u16, alpha: Score, beta: Score) -> Score {
        if let Some(score) = self.tree.visit(ply) {
            return score;
        }
        let side = self.tree.board.side_to_move();
        if self.winning_cell(side).is_some() {
            return win_in(ply + 1);
        }
        let name = self.stones.least_name(side);
        let known = self.solver.memory.probe(name).seen_from_root(ply);
        let (alpha, beta) = (alpha.max(known.lower), beta.min(known.upper));
        if alpha >= beta {
            self.tree.counts.cutoffs += 1;
            return if known.upper <= alpha {
                known.upper
            } else {
                known.lower
            };
        }
        let score = match self.must_move(side.opponent()) {
            Some(point) => self.score_of(point, ply, alpha, beta),
            None => self.best_score(ply, alpha, beta),
        };
        let range = known.narrowed(score, alpha, beta).seen_from_here(ply);
        self.solver
            .memory
            .store(name, self.tree.board.stones(), range);
        score
    }

    /// As the loop of alpha-beta, in the order that cuts off soonest.
    fn best_score(&mut self, ply: u16, mut alpha: Score, beta: Score) -> Score {
        let mut highest = -INFINITY;
        for cell in 0..self.solver.order.len() {
            let Some(point) = self.empty_cell(cell) else {
                continue;
            };
            highest = highest.max(self.score_of(point, ply, alpha, beta));
            alpha = alpha.max(highest);
            if alpha >= beta {
                self.tree.counts.cutoffs += 1;
                break;
            }
        }
        highest
    }

    /// The cell in that place of the order, if it is empty.
    fn empty_cell(&self, place: usize) -> Option<Point> {
        let point = *self.solver.order.get(place)?;
        self.tree.board.is_empty(point).then_some(point)
    }

    fn score_of(&mut self, point: Point, ply: u16, alpha: Score, beta: Score) -> Score {
        let side = self.tree.board.side_to_move();
        let weights = self.solver.names.of(point);
        self.stones.add(side, weights);
        self.tree.make(point);
        let score = -self.search(ply + 1, -beta, -alpha);
        self.tree.unmake(point);
        self.stones.remove(side, weights);
        score
    }

    /// The first move in reading order that is worth the position's `score`.
    fn first_with(&mut self, score: Score) -> Option<Point> {
        if self.tree.outcome.is_some() {
            return None;
        }
        let mut moves = self.tree.moves();
        while let Some(point) = moves.next(&self.tree.board) {
            if self.score_of(point, 0, score - 1, score) >= score {
                return Some(point);
            }
        }
        None
    }

    /// The cell that has to be taken because `enemy` would win there.
    ///
    /// By the caro rules a five can be spoilt by a stone at its end as well: all moves count.
    fn must_move(&self, enemy: Side) -> Option<Point> {
        let caro = matches!(
            self.solver.rules.line(),
            LineRule::Caro | LineRule::CaroOverline
        );
        if caro { None } else { self.winning_cell(enemy) }
    }

    fn winning_cell(&self, side: Side) -> Option<Point> {
        let board = &self.tree.board;
        let mut moves = self.tree.moves();
        while let Some(point) = moves.next(board) {
            if winning_direction(board, point, side).is_some() {
                return Some(point);
            }
        }
        None
    }
}

/// What a true score lies between, both included.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Range {
    lower: Score,
    upper: Score,
}

impl Range {
    /// All that can be, when the side to move does not win at once.
    const OPEN: Self = Self {
        lower: loss_in(2),
        upper: win_in(3),
    };

    /// With what a search of this window has found.
    fn narrowed(self, score: Score, alpha: Score, beta: Score) -> Self {
        Self {
            lower: if score > alpha { score } else { self.lower },
            upper: if score < beta { score } else { self.upper },
        }
    }

    /// From wins counted from the position to wins counted from a root `ply` moves before it.
    fn seen_from_root(self, ply: u16) -> Self {
        self.sooner_by(-Score::from(ply))
    }

    /// The other way round.
    fn seen_from_here(self, ply: u16) -> Self {
        self.sooner_by(ply.into())
    }

    fn sooner_by(self, plies: Score) -> Self {
        let shift = |score| match score {
            win if is_win(win) => win + plies,
            loss if is_loss(loss) => loss - plies,
            draw => draw,
        };
        Self {
            lower: shift(self.lower),
            upper: shift(self.upper),
        }
    }
}

/// What is remembered, by name.
#[derive(Debug)]
struct Memory<'a> {
    slots: &'a mut [Slot],
}

impl Memory<'_> {
    fn probe(&mut self, name: u64) -> Range {
        let mut bucket = self.bucket(name).iter();
        let slot = bucket.find(|slot| slot.name == name + 1);
        slot.map_or(Range::OPEN, |slot| Range {
            lower: slot.lower.into(),
            upper: slot.upper.into(),
        })
    }

    /// Remembers in the place of the same position, else of an empty slot, else of the one with
    /// the most stones, which was the least work.
    fn store(&mut self, name: u64, stones: usize, range: Range) {
        let slots = self.bucket(name).iter_mut();
        let victim = slots.min_by_key(|slot| match slot.name {
            same if same == name + 1 => (0, 0),
            0 => (1, 0),
            _ => (2, u16::MAX - slot.stones),
        });
        if let Some(slot) = victim {
            *slot = Slot {
                name: name + 1,
                stones: stones as u16,
                lower: range.lower as i16,
                upper: range.upper as i16,
            };
        }
    }

    fn bucket(&mut self, name: u64) -> &mut [Slot] {
        let first = place(name, self.slots.len() / BUCKET) * BUCKET;
        self.slots
            .get_mut(first..first + BUCKET)
            .unwrap_or_default()
    }
}

/// What a stone on a cell adds to the name of the position, in each of its images.
type Weights = [u64; SYMMETRIES];

/// The weights of every cell, in reading order.
#[derive(Debug)]
struct Names {
    rules: Rules,
    weights: [Weights; MAX_CELLS],
}

impl Names {
    fn new(rules: Rules) -> Self {
        let mut weights = [[0; SYMMETRIES]; MAX_CELLS];
        let cells = BitBoard::full(rules.columns(), rules.rows());
        for (point, weights) in cells.iter().zip(&mut weights) {
            *weights = images(point, rules).map(|image| weight(rules, image));
        }
        Self { rules, weights }
    }

    fn of(&self, point: Point) -> Weights {
        let cell = point.row() * self.rules.columns() + point.column();
        self.weights.get(cell).copied().unwrap_or_default()
    }
}

/// Where the symmetries of the board take a cell. A board that is not square has four of them,
/// each named twice.
fn images(point: Point, rules: Rules) -> [Point; SYMMETRIES] {
    let (last_column, last_row) = (rules.columns() - 1, rules.rows() - 1);
    let turn = |column: usize, row: usize| {
        [
            Point::at(column, row),
            Point::at(last_column - column, row),
            Point::at(column, last_row - row),
            Point::at(last_column - column, last_row - row),
        ]
    };
    let (column, row) = (point.column(), point.row());
    let [a, b, c, d] = turn(column, row);
    let square = last_column == last_row;
    let [e, f, g, h] = if square {
        turn(row, column)
    } else {
        [a, b, c, d]
    };
    [a, b, c, d, e, f, g, h]
}

/// The stones of each side, as the sums of their weights.
#[derive(Clone, Copy)]
struct Placed {
    sides: [Weights; 2],
}

impl Placed {
    fn on(board: &Board, names: &Names) -> Self {
        let mut placed = Self {
            sides: [[0; SYMMETRIES]; 2],
        };
        for point in &BitBoard::full(names.rules.columns(), names.rules.rows()) {
            if let Some(side) = board.stone(point) {
                placed.add(side, names.of(point));
            }
        }
        placed
    }

    fn add(&mut self, side: Side, weights: Weights) {
        for (sum, weight) in self.sides[side.index()].iter_mut().zip(weights) {
            *sum += weight;
        }
    }

    fn remove(&mut self, side: Side, weights: Weights) {
        for (sum, weight) in self.sides[side.index()].iter_mut().zip(weights) {
            *sum -= weight;
        }
    }

    /// The least of the names of the position's images, with digit 1 for the side to move.
    fn least_name(&self, to_move: Side) -> u64 {
        let own = self.sides[to_move.index()];
        let other = self.sides[to_move.opponent().index()];
        let names = own
            .into_iter()
            .zip(other)
            .map(|(own, other)| own + 2 * other);
        names.min().unwrap_or(0)
    }
}

/// All cells, those first that lie on the most lines of k; equal ones in reading order.
fn order_of(rules: Rules) -> Order {
    let board = Board::new(rules);
    let cells = BitBoard::full(rules.columns(), rules.rows());
    let mut order: Order = cells.iter().take(MAX_CELLS).collect();
    order.sort_unstable_by_key(|&point| (Reverse(lines_through(point, &board)), point));
    order
}

/// In how many places a row of k could lie through the cell of an empty board.
fn lines_through(point: Point, board: &Board) -> usize {
    let k = board.rules().k();
    let places = Direction::ALL.map(|direction| {
        let line = board.line(point, direction);
        let free = |half: Half| 1 + half.blockers.trailing_zeros() as usize;
        let (onward, back) = (line.ahead(Side::Black), line.behind(Side::Black));
        (free(onward).min(k) + free(back).min(k)).saturating_sub(k)
    });
    places.iter().sum()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::reference::alphabeta;
    use crate::zobrist::splitmix64;

    fn rules(columns: usize, rows: usize, k: usize) -> Rules {
        Rules::new(columns, rows, k, LineRule::Freestyle).unwrap()
    }

    /// A game of `plies` random moves; it may be over.
    fn random_game(rules: Rules, plies: usize, seed: &mut u64) -> Game {
        let mut game = Game::new(rules);
        while game.moves().len() < plies && game.outcome().is_none() {
            *seed += 1;
            let cell = splitmix64(*seed) as usize % rules.cells();
            let _ = game.try_play(Point::at(cell % rules.columns(), cell / rules.columns()));
        }
        game
    }

    #[test]
    fn agrees_with_alpha_beta_whatever_the_memory() {
        let mut seed = 0;
        for (columns, rows, k, plies) in [(3, 3, 3, 2), (4, 3, 3, 3), (4, 4, 4, 7), (5, 3, 4, 6)] {
            let mut slots = [Slot::EMPTY; 1000];
            for length in [0, 3, 4, 50, 1000] {
                let rules = rules(columns, rows, k);
                let mut solver = Solver::new(rules, &mut slots[..length]).unwrap();
                for _ in 0..20 {
                    let game = random_game(rules, plies, &mut seed);
                    let expected = alphabeta::solve(&game);
                    let found = solver.solve(&game).unwrap();
                    assert_eq!((found.best, found.score), (expected.best, expected.score));
                }
            }
        }
    }

    /// Stones at random in all cells but about a fifth.
    fn random_set_up(rules: Rules, seed: &mut u64) -> Option<Game> {
        let mut stones: heapless::Vec<_, MAX_CELLS> = heapless::Vec::new();
        for point in &BitBoard::full(rules.columns(), rules.rows()) {
            *seed += 1;
            match splitmix64(*seed) % 5 {
                0 => continue,
                n => stones.push((point, Side::ALL[n as usize % 2])).unwrap(),
            }
        }
        let game = Game::set_up(rules, &stones, Side::White).ok()?;
        (game.outcome().is_none() && game.board().empties() < 10).then_some(game)
    }

    #[test]
    fn a_threat_of_caro_may_be_answered_at_its_end() {
        let mut seed = 1 << 32;
        for line in [LineRule::Standard, LineRule::Caro, LineRule::CaroOverline] {
            let rules = Rules::new(8, 5, 5, line).unwrap();
            let mut slots = [Slot::EMPTY; 1000];
            let mut solver = Solver::new(rules, &mut slots).unwrap();
            let mut decided = 0;
            for _ in 0..2_000 {
                let Some(game) = random_set_up(rules, &mut seed) else {
                    continue;
                };
                let expected = alphabeta::solve(&game);
                let found = solver.solve(&game).unwrap();
                assert_eq!((found.best, found.score), (expected.best, expected.score));
                decided += u32::from(is_loss(found.score));
            }
            assert!(decided > 10);
        }
    }

    #[test]
    fn images_share_a_name_and_others_do_not() {
        let rules = rules(4, 4, 4);
        let names = Names::new(rules);
        let name_of = |points: [Point; 3]| {
            let mut placed = Placed {
                sides: [[0; SYMMETRIES]; 2],
            };
            placed.add(Side::Black, names.of(points[0]));
            placed.add(Side::White, names.of(points[1]));
            placed.add(Side::Black, names.of(points[2]));
            placed.least_name(Side::White)
        };
        let points = [Point::at(0, 0), Point::at(2, 1), Point::at(3, 1)];
        let all = points.map(|point| images(point, rules));
        for image in 0..SYMMETRIES {
            let points = [all[0][image], all[1][image], all[2][image]];
            assert_eq!(name_of(points), name_of([all[0][0], all[1][0], all[2][0]]));
        }
        let moved = [Point::at(0, 0), Point::at(2, 1), Point::at(3, 2)];
        assert_ne!(name_of(points), name_of(moved));
    }

    #[test]
    fn the_middle_is_tried_first() {
        let order = order_of(Rules::TIC_TAC_TOE);
        let places = [4, 0, 2, 6, 8, 1, 3, 5, 7].map(|n| Point::at(n % 3, n / 3));
        assert_eq!(order.as_slice(), places);
    }

    #[test]
    fn what_cannot_be_solved_is_refused() {
        let refused = |rules| Solver::new(rules, &mut []).map(|_| ());
        assert_eq!(
            refused(rules(7, 6, 4)),
            Err(SolveError::TooLarge { cells: 42 })
        );
        let renju = Rules::new(6, 6, 5, LineRule::Renju).unwrap();
        assert_eq!(refused(renju), Err(SolveError::Unequal));
        let mut solver = Solver::new(Rules::TIC_TAC_TOE, &mut []).unwrap();
        let other: Game = Game::new(Rules::FOUR_BY_FOUR);
        assert_eq!(solver.solve(&other), Err(SolveError::OtherRules));
    }

    #[test]
    fn a_finished_game_has_a_score_and_no_move() {
        let mut game: Game = Game::new(Rules::TIC_TAC_TOE);
        for n in [0, 3, 1, 4, 2] {
            game.play(Point::at(n % 3, n / 3));
        }
        let found = Solver::new(Rules::TIC_TAC_TOE, &mut [])
            .unwrap()
            .solve(&game)
            .unwrap();
        assert_eq!((found.best, found.score), (None, loss_in(0)));
    }
}
