//! How many games there are: a tree walked whole, counted ply by ply.
//!
//! The name is chess programmers' short for *performance test*: the numbers are known, so a
//! wrong one means a wrong move generator or a wrong end of the game.
//!
//! [`walk`] plays every game, which is slow and obvious. [`count`] goes through the different
//! positions instead, and of each remembers in how many ways it is reached; it gives the same
//! numbers, the positions besides, and needs memory. Both stop a game at its first win.

use core::fmt;

use crate::bitboard::BitBoard;
use crate::board::Board;
use crate::game::Game;
use crate::reference::Moves;
use crate::reference::exact::{MAX_CELLS, place, weight};
use crate::rules::outcome::Outcome;
use crate::side::Side;

/// What there is at one distance from the root.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub struct Ply {
    /// Games that end here, by a win or on a full board.
    pub games: u64,
    /// Ways to get here: nodes of the tree, those where a game ends included.
    pub nodes: u64,
    /// Different positions here. 0 if they were not counted.
    pub positions: u64,
}

impl Ply {
    /// Nothing.
    pub const NONE: Self = Self {
        games: 0,
        nodes: 0,
        positions: 0,
    };

    /// The sum over all plies: whole games, nodes of the tree with its root, and positions. The
    /// plies of one game never share a position, for each has one stone more than the last. A sum
    /// beyond 64 bits is given as the largest number that fits.
    #[must_use]
    pub fn total(plies: &[Self]) -> Self {
        plies.iter().fold(Self::NONE, |sum, ply| Self {
            games: sum.games.saturating_add(ply.games),
            nodes: sum.nodes.saturating_add(ply.nodes),
            positions: sum.positions.saturating_add(ply.positions),
        })
    }
}

/// Plays every game from here and counts, one entry of `plies` after the other: the root first,
/// then as many plies as there is room for. Gives back the entries in use; those behind them,
/// where no game gets to, are zero. Positions are not counted.
///
/// The game is as before. Costs some nanoseconds a node: 4,3,3 has 276,911,233. The recursion is
/// as deep as `plies` or the empty cells, whichever is less.
///
/// ```
/// use minmax_engine::{game::Game, perft::{Ply, walk}, rules::Rules};
/// let game: Game = Game::new(Rules::TIC_TAC_TOE);
/// let mut plies = [Ply::NONE; 3];
/// walk(&game, &mut plies);
/// assert_eq!(plies.map(|ply| ply.nodes), [1, 9, 72]);
/// ```
pub fn walk<'a, const PLIES: usize>(game: &Game<PLIES>, plies: &'a mut [Ply]) -> &'a [Ply] {
    plies.fill(Ply::NONE);
    if let Some((root, deeper)) = plies.split_first_mut() {
        *root = root_ply(game.outcome());
        root.positions = 0;
        if game.outcome().is_none() {
            descend(&mut game.board().clone(), deeper);
        }
    }
    let used = plies.iter().take_while(|ply| ply.nodes > 0).count();
    plies.get(..used).unwrap_or_default()
}

/// Counts what lies below a node where the game goes on.
fn descend(board: &mut Board, plies: &mut [Ply]) {
    let Some((next, deeper)) = plies.split_first_mut() else {
        return;
    };
    let mut moves = Moves::of(board);
    while let Some(point) = moves.next(board) {
        next.nodes += 1;
        board.make(point);
        if Outcome::after_move(board, point).is_some() {
            next.games += 1;
        } else if !deeper.is_empty() {
            descend(board, deeper);
        }
        board.unmake(point);
    }
}

fn root_ply(outcome: Option<Outcome>) -> Ply {
    Ply {
        games: u64::from(outcome.is_some()),
        nodes: 1,
        positions: 1,
    }
}

/// Why positions cannot be counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub enum CountError {
    /// The board has more than 40 cells: the names of its positions do not fit 64 bits.
    TooLarge {
        /// Cells of the board.
        cells: usize,
    },
    /// The lent memory holds no more than so many positions of one ply.
    MemoryFull {
        /// Positions of one ply that fit.
        positions: usize,
    },
    /// A count does not fit 64 bits.
    TooMany,
}

impl fmt::Display for CountError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::TooLarge { cells } => write!(
                f,
                "positions are counted up to {MAX_CELLS} cells, and this board has {cells}"
            ),
            Self::MemoryFull { positions } => {
                write!(
                    f,
                    "the memory holds {positions} positions of a ply, too few"
                )
            }
            Self::TooMany => write!(f, "more than 64 bits can count"),
        }
    }
}

impl core::error::Error for CountError {}

/// One place for a position: 16 bytes, all zero when empty.
#[derive(Clone, Copy, Debug, Default)]
pub struct Slot {
    /// The position's exact name plus 1.
    name: u64,
    /// In how many ways the game gets here and goes on.
    ways: u64,
}

const _: () = assert!(size_of::<Slot>() == 16);

impl Slot {
    /// An empty slot.
    pub const EMPTY: Self = Self { name: 0, ways: 0 };
}

/// Slots with which [`count`] certainly gets through `depth` plies, unless the count itself does
/// not fit 64 bits: as many as if no game ended by a win.
///
/// ```
/// use minmax_engine::{game::Game, perft::slots_for, rules::Rules};
/// let game: Game = Game::new(Rules::FOUR_BY_FOUR);
/// assert_eq!(slots_for(&game, 16), 5_381_378); // 82 MiB for two plies of 2,018,016 positions
/// ```
#[must_use]
pub fn slots_for<const PLIES: usize>(game: &Game<PLIES>, depth: usize) -> usize {
    let empties = game.board().empties();
    let (mut most, mut positions) = (1_u128, 1_u128);
    for ply in 0..depth.min(empties) {
        let stones_of_side = ply / 2 + 1;
        positions = positions.saturating_mul((empties - ply) as u128) / stones_of_side as u128;
        most = most.max(positions);
    }
    let half = most.saturating_mul(4) / 3 + 1;
    usize::try_from(half.saturating_mul(2)).unwrap_or(usize::MAX)
}

/// Begins to count the games from here by their positions, one ply at a time, over lent slots.
/// What they hold is dropped.
///
/// Two plies share the memory, half of it each, and each fills its half up to three quarters. Any
/// length works as far as it goes; [`slots_for`] gives one that is enough.
///
/// # Errors
/// [`CountError::TooLarge`] for a board of more than 40 cells.
///
/// ```
/// use minmax_engine::{game::Game, perft::{Ply, Slot, count}, rules::Rules};
/// let game: Game = Game::new(Rules::TIC_TAC_TOE);
/// let mut slots = [Slot::EMPTY; 4096]; // 64 KiB
/// let plies = count(&game, &mut slots).unwrap().map(|ply| ply.unwrap());
/// assert_eq!(plies.map(|ply| ply.positions).sum::<u64>(), 5_478);
/// ```
pub fn count<'a, const PLIES: usize>(
    game: &Game<PLIES>,
    slots: &'a mut [Slot],
) -> Result<Count<'a>, CountError> {
    let cells = game.rules().cells();
    if cells > MAX_CELLS {
        return Err(CountError::TooLarge { cells });
    }
    slots.fill(Slot::EMPTY);
    let half = slots.len() / 2;
    let (here, rest) = slots.split_at_mut(half);
    let next = rest.get_mut(..half).unwrap_or_default();
    let mut here = Layer::new(here);
    let ways = u64::from(game.outcome().is_none());
    here.add(name_of(game.board()), ways)?;
    Ok(Count {
        empty: Board::new(game.rules()),
        side: game.side_to_move(),
        root: Some(root_ply(game.outcome())),
        here,
        next: Layer::new(next),
    })
}

/// A count by positions under way, made by [`count`]: yields one [`Ply`] after the other, the
/// root first, and ends behind the last ply, or behind an error.
///
/// A ply costs some hundred nanoseconds for every move in each of its positions.
#[derive(Debug)]
pub struct Count<'a> {
    empty: Board,
    /// Who moves in the positions of `here`.
    side: Side,
    /// The root's count, until it is given out.
    root: Option<Ply>,
    /// The positions of the ply that was given out last.
    here: Layer<'a>,
    /// Where those of the ply after it go; empty between two calls.
    next: Layer<'a>,
}

impl Iterator for Count<'_> {
    type Item = Result<Ply, CountError>;

    fn next(&mut self) -> Option<Self::Item> {
        if let Some(root) = self.root.take() {
            return Some(Ok(root));
        }
        let ply = self.advance();
        if ply.is_err() {
            self.here.slots.fill(Slot::EMPTY);
        }
        ply.map(|ply| (ply.nodes > 0).then_some(ply)).transpose()
    }
}

impl Count<'_> {
    fn advance(&mut self) -> Result<Ply, CountError> {
        let mut ply = Ply::NONE;
        for slot in self.here.slots.iter_mut() {
            let slot = core::mem::take(slot);
            if slot.ways > 0 {
                let board = board_of(slot.name - 1, self.side, &self.empty);
                self.next.add_children(board, slot, &mut ply)?;
            }
        }
        self.here.used = 0;
        core::mem::swap(&mut self.here, &mut self.next);
        self.side = self.side.opponent();
        Ok(ply)
    }
}

/// The positions of one ply: a hash table with linear probing.
#[derive(Debug)]
struct Layer<'a> {
    slots: &'a mut [Slot],
    used: usize,
}

impl<'a> Layer<'a> {
    const fn new(slots: &'a mut [Slot]) -> Self {
        Self { slots, used: 0 }
    }

    /// Adds every move of a position that is reached in `slot.ways` ways.
    fn add_children(
        &mut self,
        mut board: Board,
        slot: Slot,
        ply: &mut Ply,
    ) -> Result<(), CountError> {
        let (rules, side) = (board.rules(), board.side_to_move());
        let mut moves = Moves::of(&board);
        while let Some(point) = moves.next(&board) {
            board.make(point);
            let over = Outcome::after_move(&board, point).is_some();
            board.unmake(point);
            let name = slot.name - 1 + digit(side) * weight(rules, point);
            ply.nodes = sum(ply.nodes, slot.ways)?;
            if over {
                ply.games = sum(ply.games, slot.ways)?;
            }
            let fresh = self.add(name, if over { 0 } else { slot.ways })?;
            ply.positions += u64::from(fresh);
        }
        Ok(())
    }

    /// Adds ways to a position; says whether it was not there before.
    fn add(&mut self, name: u64, ways: u64) -> Result<bool, CountError> {
        let full = CountError::MemoryFull {
            positions: self.capacity(),
        };
        let slot = self.find(name + 1).ok_or(full)?;
        slot.ways = sum(slot.ways, ways)?;
        if slot.name != 0 {
            return Ok(false);
        }
        slot.name = name + 1;
        self.used += 1;
        if self.used > self.capacity() {
            return Err(full);
        }
        Ok(true)
    }

    /// Past three quarters a look-up would take too many steps.
    const fn capacity(&self) -> usize {
        self.slots.len() - self.slots.len() / 4
    }

    /// The slot that has this name or may take it; `None` if every slot has another one.
    fn find(&mut self, name: u64) -> Option<&mut Slot> {
        let first = place(name, self.slots.len());
        let (before, after) = self.slots.split_at_mut(first);
        let mut probes = after.iter_mut().chain(before);
        probes.find(|slot| slot.name == name || slot.name == 0)
    }
}

fn sum(a: u64, b: u64) -> Result<u64, CountError> {
    a.checked_add(b).ok_or(CountError::TooMany)
}

const fn digit(side: Side) -> u64 {
    side.index() as u64 + 1
}

/// The exact name of the stones on a board of at most [`MAX_CELLS`] cells.
fn name_of(board: &Board) -> u64 {
    let cells = BitBoard::full(board.rules().columns(), board.rules().rows());
    let digits = cells
        .iter()
        .filter_map(|point| Some(digit(board.stone(point)?) * weight(board.rules(), point)));
    digits.sum()
}

/// The board of that name with `side` to move.
fn board_of(mut name: u64, side: Side, empty: &Board) -> Board {
    let mut board = empty.clone();
    let cells = BitBoard::full(board.rules().columns(), board.rules().rows());
    for point in &cells {
        match name % 3 {
            1 => board.put(point, Side::Black),
            2 => board.put(point, Side::White),
            _ => (),
        }
        name /= 3;
    }
    if side != board.side_to_move() {
        board.pass();
    }
    board
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::point::Point;
    use crate::rules::{LineRule, Rules};

    fn game(columns: usize, rows: usize, k: usize) -> Game {
        Game::new(Rules::new(columns, rows, k, LineRule::Freestyle).unwrap())
    }

    /// Every ply of both, compared but for the positions, which only one of them counts.
    fn assert_twins(game: &Game, plies: &mut [Ply], slots: &mut [Slot]) {
        let walked = walk(game, plies);
        let mut counted = count(game, slots).unwrap();
        for ply in walked {
            let found = counted.next().unwrap().unwrap();
            assert_eq!((found.games, found.nodes), (ply.games, ply.nodes));
        }
    }

    #[test]
    fn tic_tac_toe_ply_by_ply() {
        let mut slots = [Slot::EMPTY; 4096];
        let mut plies = [Ply::NONE; 12];
        let tic_tac_toe = game(3, 3, 3);
        assert_twins(&tic_tac_toe, &mut plies, &mut slots);
        let nodes = [
            1, 9, 72, 504, 3_024, 15_120, 54_720, 148_176, 200_448, 127_872,
        ];
        let games = [0, 0, 0, 0, 0, 1_440, 5_328, 47_952, 72_576, 127_872];
        let positions = [1, 9, 72, 252, 756, 1_260, 1_520, 1_140, 390, 78];
        let mut counted = [Ply::NONE; 10];
        for (ply, found) in counted
            .iter_mut()
            .zip(count(&tic_tac_toe, &mut slots).unwrap())
        {
            *ply = found.unwrap();
        }
        assert_eq!(counted.map(|ply| ply.nodes), nodes);
        assert_eq!(counted.map(|ply| ply.games), games);
        assert_eq!(counted.map(|ply| ply.positions), positions);
        let total = Ply {
            games: 255_168,
            nodes: 549_946,
            positions: 5_478,
        };
        assert_eq!(Ply::total(&counted), total);
    }

    #[test]
    fn the_slow_twin_agrees_on_other_boards() {
        let mut slots = [Slot::EMPTY; 1 << 15];
        for (columns, rows, k, depth) in [(3, 4, 3, 5), (4, 4, 3, 4), (5, 3, 4, 4), (8, 5, 4, 2)] {
            let mut plies = [Ply::NONE; 7];
            assert_twins(&game(columns, rows, k), &mut plies[..=depth], &mut slots);
        }
    }

    #[test]
    fn a_count_begins_anywhere() {
        let mut slots = [Slot::EMPTY; 4096];
        let mut plies = [Ply::NONE; 10];
        let cell = |n: usize| Point::at(n % 3, n / 3);
        let stones = [(cell(4), Side::White), (cell(0), Side::White)];
        let set_up = Game::set_up(Rules::TIC_TAC_TOE, &stones, Side::White).unwrap();
        assert_twins(&set_up, &mut plies, &mut slots);
        assert_eq!(plies[1].nodes, 7);
        assert_eq!(plies[1].games, 1);
        let won = [0, 1, 2].map(|n| (cell(n), Side::White));
        let over = Game::set_up(Rules::TIC_TAC_TOE, &won, Side::White).unwrap();
        let once = Ply {
            games: 1,
            nodes: 1,
            positions: 0,
        };
        assert_eq!(walk(&over, &mut plies), [once]);
        assert_twins(&over, &mut plies, &mut slots);
        assert_eq!(count(&over, &mut slots).unwrap().count(), 1);
    }

    #[test]
    fn too_little_memory_is_an_error() {
        let tic_tac_toe = game(3, 3, 3);
        let mut slots = [Slot::EMPTY; 4096];
        for length in 0..100 {
            let slots = &mut slots[..length];
            match count(&tic_tac_toe, slots) {
                Err(error) => assert_eq!(error, CountError::MemoryFull { positions: 0 }),
                Ok(mut counted) => {
                    let full = counted.find_map(Result::err);
                    let positions = length / 2 - length / 2 / 4;
                    assert_eq!(full, Some(CountError::MemoryFull { positions }));
                    assert!(counted.next().is_none());
                }
            }
        }
        assert!(walk(&tic_tac_toe, &mut []).is_empty());
    }

    #[test]
    fn enough_memory_is_enough_and_not_much_more() {
        let mut slots = [Slot::EMPTY; 5000];
        let tic_tac_toe = game(3, 3, 3);
        let most = [1, 9, 72, 252, 756, 1_260, 1_680, 1_680, 1_680, 1_680];
        for (depth, most) in most.into_iter().enumerate() {
            let length = slots_for(&tic_tac_toe, depth);
            assert_eq!(length, (most * 4 / 3 + 1) * 2);
            let counted = count(&tic_tac_toe, &mut slots[..length]).unwrap();
            assert!(counted.take(depth + 1).all(|ply| ply.is_ok()));
        }
        assert_eq!(slots_for(&game(15, 15, 5), usize::MAX), usize::MAX);
    }

    #[test]
    fn too_large_a_board_is_an_error() {
        let mut slots = [Slot::EMPTY; 512];
        let error = CountError::TooLarge { cells: 42 };
        assert_eq!(count(&game(7, 6, 4), &mut slots).err(), Some(error));
        let forty = count(&game(8, 5, 4), &mut slots).unwrap();
        let second = forty.take(2).last().unwrap().unwrap();
        assert_eq!((second.nodes, second.positions), (40, 40));
    }
}
