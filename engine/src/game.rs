//! A game in progress: play, undo, redo, and how it ended.

use core::fmt;

use heapless::Vec;

use crate::bitboard::BitBoard;
use crate::board::{Board, Direction};
use crate::point::{CELLS, Point};
use crate::rules::line::{Run, winning_direction};
pub use crate::rules::outcome::Outcome;
use crate::rules::renju::{self, Foul};
use crate::rules::{FoulRule, Rules};
use crate::side::Side;

/// Why a move was not played. The game is as before.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub enum PlayError {
    /// The cell does not lie on this board.
    OffBoard(Point),
    /// A stone stands there.
    Occupied(Point),
    /// Renju forbids Black the point.
    Forbidden(Point, Foul),
    /// The game has ended.
    GameOver,
    /// The move stack is full: it holds so many moves.
    StackFull(usize),
}

impl fmt::Display for PlayError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::OffBoard(_) => write!(f, "the cell is not on this board"),
            Self::Occupied(_) => write!(f, "the cell is occupied"),
            Self::Forbidden(_, foul) => write!(f, "the point is forbidden to Black: {foul}"),
            Self::GameOver => write!(f, "the game is over"),
            Self::StackFull(moves) => write!(f, "the move stack is full at {moves} moves"),
        }
    }
}

impl core::error::Error for PlayError {}

/// Why stones cannot be set up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub enum SetUpError {
    /// A cell does not lie on this board.
    OffBoard(Point),
    /// Two stones on one cell.
    Occupied(Point),
    /// Both sides have a winning row.
    TwoWinners,
}

impl fmt::Display for SetUpError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::OffBoard(_) => write!(f, "a stone lies off the board"),
            Self::Occupied(_) => write!(f, "two stones lie on one cell"),
            Self::TwoWinners => write!(f, "both sides have a winning row"),
        }
    }
}

impl core::error::Error for SetUpError {}

/// A game: a start position, the moves played from it, and those taken back that can be
/// played again.
///
/// `PLIES` bounds the move stack; by default it holds a whole game on the largest board.
///
/// ```
/// use minmax_engine::{game::{Game, Outcome, PlayError}, point::Point, rules::Rules, side::Side};
/// let cell = |n: usize| Point::new((n - 1) % 3, (n - 1) / 3).unwrap();
/// let mut game: Game = Game::new(Rules::TIC_TAC_TOE);
/// for n in [1, 2, 3, 5, 7, 9, 4] {
///     game.try_play(cell(n)).unwrap();
/// }
/// assert_eq!(game.outcome(), Some(Outcome::Win(Side::Black))); // 1, 4, 7
/// assert_eq!(game.try_play(cell(6)), Err(PlayError::GameOver));
/// assert_eq!(game.undo(), Some(cell(4)));
/// assert_eq!(game.outcome(), None);
/// assert_eq!(game.redo(), Some(cell(4)));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Game<const PLIES: usize = CELLS> {
    board: Board,
    moves: Vec<Point, PLIES>,
    played: usize,
    outcome: Option<Outcome>,
    /// The last move was forbidden.
    fouled: bool,
}

impl<const PLIES: usize> Game<PLIES> {
    /// A new game on the empty board, Black to move.
    #[must_use]
    pub fn new(rules: Rules) -> Self {
        Self {
            board: Board::new(rules),
            moves: Vec::new(),
            played: 0,
            outcome: None,
            fouled: false,
        }
    }

    /// A game that starts from arbitrary stones, in any number, with `side` to move. The move
    /// stack is empty: the stones cannot be taken back. The game may be over from the start.
    ///
    /// # Errors
    /// A stone off the board, two on one cell, or a winning row of both sides.
    ///
    /// Costs a look at every stone.
    pub fn set_up(rules: Rules, stones: &[(Point, Side)], side: Side) -> Result<Self, SetUpError> {
        let mut game = Self::new(rules);
        for &(point, owner) in stones {
            if !game.board.contains(point) {
                return Err(SetUpError::OffBoard(point));
            }
            if !game.board.is_empty(point) {
                return Err(SetUpError::Occupied(point));
            }
            game.board.put(point, owner);
        }
        if side != game.board.side_to_move() {
            game.board.pass();
        }
        game.outcome = game.outcome_of_set_up(stones)?;
        Ok(game)
    }

    /// Takes an empty cell out of the game, for good: neither side can play there, and no row
    /// passes through it, as if the board ended there. The moves cannot be taken back past this.
    ///
    /// # Errors
    /// The cell is off the board or not empty, or the game is over; it is as before.
    pub fn block(&mut self, point: Point) -> Result<(), PlayError> {
        if !self.board.contains(point) {
            return Err(PlayError::OffBoard(point));
        }
        if self.outcome.is_some() {
            return Err(PlayError::GameOver);
        }
        if !self.board.is_empty(point) {
            return Err(PlayError::Occupied(point));
        }
        self.board.block(point);
        self.moves.clear();
        self.played = 0;
        self.outcome = Outcome::without_row(&self.board);
        Ok(())
    }

    fn outcome_of_set_up(&self, stones: &[(Point, Side)]) -> Result<Option<Outcome>, SetUpError> {
        let wins = |side| {
            let mut own = stones.iter().filter(|stone| stone.1 == side);
            own.any(|&(point, _)| winning_direction(&self.board, point, side).is_some())
        };
        match (wins(Side::Black), wins(Side::White)) {
            (true, true) => Err(SetUpError::TwoWinners),
            (true, false) => Ok(Some(Outcome::Win(Side::Black))),
            (false, true) => Ok(Some(Outcome::Win(Side::White))),
            (false, false) => Ok(Outcome::without_row(&self.board)),
        }
    }

    /// The stones as they stand.
    #[must_use]
    pub const fn board(&self) -> &Board {
        &self.board
    }

    /// Which game is played.
    #[must_use]
    pub const fn rules(&self) -> Rules {
        self.board.rules()
    }

    /// Who moves next; after the end, who would.
    #[must_use]
    pub const fn side_to_move(&self) -> Side {
        self.board.side_to_move()
    }

    /// How the game ended; `None` while it goes on.
    #[must_use]
    pub const fn outcome(&self) -> Option<Outcome> {
        self.outcome
    }

    /// The moves from the start position to this one, oldest first.
    #[must_use]
    pub fn moves(&self) -> &[Point] {
        self.moves.get(..self.played).unwrap_or_default()
    }

    /// The last move; `None` at the start.
    #[must_use]
    pub fn last_move(&self) -> Option<Point> {
        self.moves().last().copied()
    }

    /// Whether [`try_play`](Self::try_play) would accept the move.
    ///
    /// # Errors
    /// Why it would not: the first that holds of off the board, game over, occupied, stack full,
    /// forbidden.
    pub fn check(&self, point: Point) -> Result<(), PlayError> {
        if !self.board.contains(point) {
            Err(PlayError::OffBoard(point))
        } else if self.outcome.is_some() {
            Err(PlayError::GameOver)
        } else if !self.board.is_empty(point) {
            Err(PlayError::Occupied(point))
        } else if self.played >= PLIES {
            Err(PlayError::StackFull(PLIES))
        } else if let Some(foul) = self.refused_foul(point) {
            Err(PlayError::Forbidden(point, foul))
        } else {
            Ok(())
        }
    }

    fn refused_foul(&self, point: Point) -> Option<Foul> {
        match (self.rules().fouls(), self.side_to_move()) {
            (FoulRule::Refused, Side::Black) => renju::foul(&self.board, point),
            _ => None,
        }
    }

    /// The points that are forbidden to the side to move: none but in renju, for Black, while the
    /// game goes on, or when it is over because there are no others.
    #[must_use]
    pub fn forbidden(&self) -> BitBoard {
        let is_stuck = self.outcome == Some(Outcome::Win(Side::White)) && !self.has_row();
        match self.side_to_move() {
            Side::Black if self.outcome.is_none() || is_stuck => renju::forbidden(&self.board),
            _ => BitBoard::EMPTY,
        }
    }

    /// From now on a forbidden point may be played or may not. What was played stays, a foul that
    /// ended the game included.
    pub const fn set_fouls(&mut self, fouls: FoulRule) {
        self.board.set_fouls(fouls);
    }

    /// The foul that ended the game, where [`FoulRule::Loses`] holds.
    #[must_use]
    pub fn foul(&self) -> Option<Foul> {
        let point = self.last_move().filter(|_| self.fouled)?;
        let mut before = self.board.clone();
        before.unmake(point);
        renju::foul(&before, point)
    }

    /// Plays a move and drops the moves that were taken back.
    ///
    /// # Errors
    /// As [`check`](Self::check); the game, its redo moves included, is as before.
    pub fn try_play(&mut self, point: Point) -> Result<(), PlayError> {
        self.check(point)?;
        self.moves.truncate(self.played);
        self.moves
            .push(point)
            .map_err(|_| PlayError::StackFull(PLIES))?;
        self.advance(point);
        Ok(())
    }

    /// Plays a move that is known to be legal.
    ///
    /// # Panics
    /// If it is not; use [`try_play`](Self::try_play) for moves from outside.
    pub fn play(&mut self, point: Point) {
        if let Err(error) = self.try_play(point) {
            panic!("{error}");
        }
    }

    /// Takes the last move back and returns it; `None` at the start.
    pub fn undo(&mut self) -> Option<Point> {
        let point = self.last_move()?;
        self.played -= 1;
        self.board.unmake(point);
        self.outcome = None;
        self.fouled = false;
        Some(point)
    }

    /// Plays again the move that was taken back last and returns it; `None` if there is none.
    pub fn redo(&mut self) -> Option<Point> {
        let point = self.moves.get(self.played).copied()?;
        self.advance(point);
        Some(point)
    }

    /// The cells of the row that won, in line order; empty while nobody has won.
    pub fn winning_row(&self) -> impl Iterator<Item = Point> + '_ {
        self.winning_run()
            .into_iter()
            .flat_map(|(point, direction, run)| {
                let first = point.index() as isize - direction.stride() * run.before as isize;
                (0..run.length as isize).filter_map(move |n| {
                    Point::from_index((first + n * direction.stride()) as usize)
                })
            })
    }

    /// Whether the game was won by a row.
    #[must_use]
    pub fn has_row(&self) -> bool {
        self.winning_run().is_some()
    }

    fn winning_run(&self) -> Option<(Point, Direction, Run)> {
        let Some(Outcome::Win(side)) = self.outcome else {
            return None;
        };
        let full = BitBoard::full(self.rules().columns(), self.rules().rows());
        let mut own = full.iter().filter(|&p| self.board.stone(p) == Some(side));
        let (point, direction) =
            own.find_map(|point| Some((point, winning_direction(&self.board, point, side)?)))?;
        let run = Run::through(self.board.line(point, direction), side);
        Some((point, direction, run))
    }

    /// The move is on the stack already.
    fn advance(&mut self, point: Point) {
        self.fouled = !renju::is_allowed(&self.board, point);
        self.board.make(point);
        self.played += 1;
        self.outcome = if self.fouled {
            Some(Outcome::Win(Side::White))
        } else {
            Outcome::after_move(&self.board, point)
        };
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::LineRule;

    fn cell(n: usize) -> Point {
        Point::at((n - 1) % 3, (n - 1) / 3)
    }

    fn tic_tac_toe(cells: &[usize]) -> Game {
        let mut game = Game::new(Rules::TIC_TAC_TOE);
        for &n in cells {
            game.play(cell(n));
        }
        game
    }

    #[test]
    fn each_refusal_has_its_own_error_and_changes_nothing() {
        let mut game: Game<4> = Game::new(Rules::TIC_TAC_TOE);
        for n in [1, 2, 3, 5] {
            game.play(cell(n));
        }
        game.undo();
        let before = game.clone();
        let off = Point::at(3, 0);
        assert_eq!(game.try_play(off), Err(PlayError::OffBoard(off)));
        assert_eq!(game.try_play(cell(1)), Err(PlayError::Occupied(cell(1))));
        assert_eq!(game, before);
        assert_eq!(game.redo(), Some(cell(5)));
        let before = game.clone();
        assert_eq!(game.try_play(cell(6)), Err(PlayError::StackFull(4)));
        assert_eq!(game, before);
    }

    #[test]
    fn after_the_end_no_move_is_taken() {
        let mut game = tic_tac_toe(&[1, 4, 2, 5, 3]);
        assert_eq!(game.outcome(), Some(Outcome::Win(Side::Black)));
        let before = game.clone();
        assert_eq!(game.try_play(cell(9)), Err(PlayError::GameOver));
        assert_eq!(game.try_play(cell(1)), Err(PlayError::GameOver));
        assert_eq!(game, before);
        assert!(game.winning_row().eq([1, 2, 3].map(cell)));
    }

    #[test]
    fn a_row_on_the_last_empty_cell_wins() {
        // X O X
        // O X O
        // O X .   and X completes 1 5 9 on the full board
        let game = tic_tac_toe(&[1, 2, 3, 4, 5, 6, 8, 7, 9]);
        assert!(game.board().is_full());
        assert_eq!(game.outcome(), Some(Outcome::Win(Side::Black)));
    }

    #[test]
    fn a_full_board_without_a_row_is_a_draw() {
        let game = tic_tac_toe(&[5, 1, 2, 8, 7, 3, 6, 4, 9]);
        assert_eq!(game.outcome(), Some(Outcome::Draw));
        assert_eq!(game.winning_row().count(), 0);
    }

    #[test]
    fn undo_to_the_start_and_redo_to_the_end() {
        let end = tic_tac_toe(&[1, 2, 3, 4, 5, 6, 8, 7, 9]);
        let mut game = end.clone();
        while game.undo().is_some() {}
        assert_eq!(game.board(), Game::<9>::new(Rules::TIC_TAC_TOE).board());
        assert!(game.moves().is_empty());
        while game.redo().is_some() {}
        assert_eq!(game, end);
        assert_eq!(game.redo(), None);
    }

    #[test]
    fn a_new_move_drops_those_taken_back() {
        let mut game = tic_tac_toe(&[5, 1, 9]);
        game.undo();
        game.play(cell(2));
        assert_eq!(game.redo(), None);
        assert_eq!(game.moves(), [5, 1, 2].map(cell));
    }

    #[test]
    fn stones_are_set_up_in_any_number() {
        let set_up = |stones: &[(usize, Side)]| {
            let mut list: Vec<_, 9> = Vec::new();
            for &(n, side) in stones {
                list.push((cell(n), side)).unwrap();
            }
            Game::<9>::set_up(Rules::TIC_TAC_TOE, &list, White)
        };
        use Side::{Black, White};
        let game = set_up(&[(1, Black), (3, Black), (9, Black)]).unwrap();
        assert_eq!((game.side_to_move(), game.outcome()), (White, None));
        assert_eq!(game.moves(), []);
        let won = set_up(&[(1, White), (2, White), (3, White)]).unwrap();
        assert_eq!(won.outcome(), Some(Outcome::Win(White)));
        let both = [
            (1, White),
            (2, White),
            (3, White),
            (4, Black),
            (5, Black),
            (6, Black),
        ];
        assert_eq!(set_up(&both), Err(SetUpError::TwoWinners));
        assert_eq!(
            set_up(&[(1, White), (1, Black)]),
            Err(SetUpError::Occupied(cell(1)))
        );
        let off = Point::at(0, 3);
        let off_board = Game::<9>::set_up(Rules::TIC_TAC_TOE, &[(off, Black)], Black);
        assert_eq!(off_board, Err(SetUpError::OffBoard(off)));
    }

    #[test]
    fn no_row_passes_a_blocked_cell() {
        let mut game: Game<9> = Game::new(Rules::TIC_TAC_TOE);
        game.block(cell(2)).unwrap();
        let before = game.clone();
        assert_eq!(game.block(cell(2)), Err(PlayError::Occupied(cell(2))));
        assert_eq!(game.try_play(cell(2)), Err(PlayError::Occupied(cell(2))));
        assert_eq!(game, before);
        for n in [1, 4, 3, 7, 9] {
            game.play(cell(n));
        }
        assert_eq!(game.outcome(), None);
        game.play(cell(6));
        game.play(cell(5));
        assert_eq!(game.outcome(), Some(Outcome::Win(Side::Black)));
        let mut full: Game<9> = Game::new(Rules::TIC_TAC_TOE);
        for n in 1..=9 {
            full.block(cell(n)).unwrap();
        }
        assert_eq!(full.outcome(), Some(Outcome::Draw));
    }

    #[test]
    fn seven_in_a_row_wins_where_seven_are_asked() {
        let rules = Rules::new(7, 7, 7, LineRule::Freestyle).unwrap();
        let mut game: Game = Game::new(rules);
        for n in 0..6 {
            game.play(Point::at(n, n));
            game.play(Point::at(n, n + 1));
        }
        assert_eq!(game.outcome(), None);
        game.play(Point::at(6, 6));
        assert_eq!(game.outcome(), Some(Outcome::Win(Side::Black)));
        assert_eq!(game.winning_row().count(), 7);
    }

    #[test]
    fn black_without_another_point_is_shown_why() {
        use Side::{Black, White};
        let picture = "XXXOXOX XXXOOOX OOOXXXO XXX.XXX OOXOOOO OXOOXOO OOXXOOX";
        let mut stones: Vec<_, 48> = Vec::new();
        for (row, line) in picture.split(' ').enumerate() {
            for (column, cell) in line.bytes().enumerate() {
                let point = Point::at(column, row);
                match cell {
                    b'X' => stones.push((point, Black)).unwrap(),
                    b'O' => stones.push((point, White)).unwrap(),
                    _ => {}
                }
            }
        }
        let rules = Rules::new(7, 7, 5, LineRule::Renju).unwrap();
        let game: Game = Game::set_up(rules, &stones, Black).unwrap();
        assert_eq!(game.outcome(), Some(Outcome::Win(White)));
        let overline = Point::at(3, 3);
        assert!(game.forbidden().iter().eq([overline]));
        // To White nothing is forbidden.
        let game: Game = Game::set_up(rules, &stones, White).unwrap();
        assert!(game.forbidden().is_empty());
    }
}
