//! Proofs by trying everything: is a player perfect?
//!
//! A player is a closure `choose(&Game) -> Point`, so that the same proofs hold for every player
//! there is. A perfect one keeps, with each move, all that the position is worth: it wins as
//! soon as that can be forced, else draws, else loses as late as it can. What a position is worth
//! comes from an [`Oracle`] that has next to nothing in common with the players: it looks for
//! rows by walking from cell to cell and knows positions by their stones.
//!
//! All of it is for games in which `k` or more in a row win, on boards small enough to be played
//! to the end: a position costs its moves once, and about 100 bytes.
//!
//! ```
//! use minmax_engine::{reference::alphabeta, rules::Rules, side::Side};
//! use minmax_tests::proof::prove_whole_tree;
//! let perfect = |game: &_| alphabeta::solve::<400>(game).best.expect("the game goes on");
//! let proof = prove_whole_tree(Rules::TIC_TAC_TOE, Side::White, perfect);
//! assert_eq!(proof.losses, 0);
//! ```

use std::cmp::Reverse;
use std::collections::{HashMap, HashSet};

use minmax_engine::board::Direction;
use minmax_engine::game::{Game, Outcome};
use minmax_engine::notation::{Diagram, PointName};
use minmax_engine::point::Point;
use minmax_engine::rules::{LineRule, Rules};
use minmax_engine::side::Side;

/// What a position is worth to the side to move when both play perfectly; the better, the
/// greater: sooner wins above later ones, above a draw, above later losses, above sooner ones.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Worth {
    /// Lost after so many plies.
    Loss(u16),
    /// Drawn.
    Draw,
    /// Won after so many plies.
    Win(Reverse<u16>),
}

impl Worth {
    /// What a move is worth that leads to a position which is worth this to the opponent.
    #[must_use]
    pub const fn of_the_move(self) -> Self {
        match self {
            Self::Loss(plies) => Self::Win(Reverse(plies + 1)),
            Self::Draw => Self::Draw,
            Self::Win(Reverse(plies)) => Self::Loss(plies + 1),
        }
    }
}

/// The stones of a position in reading order, and who moves.
type Name = (Vec<Option<Side>>, Side);

/// Knows what every position of a game is worth, once it has been asked.
#[derive(Debug)]
pub struct Oracle {
    rules: Rules,
    cells: Vec<Point>,
    known: HashMap<Name, Worth>,
}

impl Oracle {
    /// An oracle that knows nothing yet.
    ///
    /// # Panics
    /// If the game has another line rule than "`k` or more".
    #[must_use]
    pub fn new(rules: Rules) -> Self {
        assert_eq!(rules.line(), LineRule::Freestyle);
        Self {
            rules,
            cells: cells(rules),
            known: HashMap::new(),
        }
    }

    /// What the position is worth to the side to move.
    ///
    /// # Panics
    /// If the game, here or at any place below, shows another outcome than its stones have.
    pub fn worth(&mut self, game: &Game) -> Worth {
        assert_eq!(game.outcome(), self.outcome(game), "{}", picture(game));
        match game.outcome() {
            Some(Outcome::Draw) => return Worth::Draw,
            Some(Outcome::Win(side)) if side == game.side_to_move() => {
                return Worth::Win(Reverse(0));
            }
            Some(Outcome::Win(_)) => return Worth::Loss(0),
            None => (),
        }
        let name = self.name(game);
        if let Some(&known) = self.known.get(&name) {
            return known;
        }
        let moves = legal_moves(game).map(|point| self.worth(&after(game, point)).of_the_move());
        let worth = moves.max().unwrap_or(Worth::Draw);
        self.known.insert(name, worth);
        worth
    }

    /// How the game has ended, by its stones alone: a row first, then a full board.
    #[must_use]
    pub fn outcome(&self, game: &Game) -> Option<Outcome> {
        let winner = Side::ALL.into_iter().find(|&side| self.has_row(game, side));
        let full = self
            .cells
            .iter()
            .all(|&point| game.board().stone(point).is_some());
        winner.map(Outcome::Win).or(full.then_some(Outcome::Draw))
    }

    fn has_row(&self, game: &Game, side: Side) -> bool {
        let owned = |point: Point| game.board().stone(point) == Some(side);
        self.cells.iter().any(|&start| {
            Direction::ALL.into_iter().any(|direction| {
                let (columns, rows) = direction.step();
                (0..self.rules.k() as isize).all(|n| {
                    let column = (start.column() as isize + n * columns).try_into();
                    let row = (start.row() as isize + n * rows).try_into();
                    let (Ok(column), Ok(row)) = (column, row) else {
                        return false;
                    };
                    Point::new(column, row).is_some_and(owned)
                })
            })
        })
    }

    fn name(&self, game: &Game) -> Name {
        let stones = self.cells.iter().map(|&point| game.board().stone(point));
        (stones.collect(), game.side_to_move())
    }

    /// Asks the player for a move and gives it back.
    ///
    /// # Panics
    /// If the move is illegal or another would have been better.
    fn perfect_move(&mut self, game: &Game, mut choose: impl FnMut(&Game) -> Point) -> Point {
        let point = choose(game);
        let name = PointName::new(point, self.rules);
        let legal = game.check(point);
        assert_eq!(legal, Ok(()), "{name} in\n{}", picture(game));
        let (best, found) = (
            self.worth(game),
            self.worth(&after(game, point)).of_the_move(),
        );
        assert_eq!(
            found,
            best,
            "{name} is not the best move in\n{}",
            picture(game)
        );
        point
    }
}

/// What a proof over a tree has seen. Games that differ in the order of their moves are different.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Proof {
    /// Games that the player won.
    pub wins: u64,
    /// Games that nobody won.
    pub draws: u64,
    /// Games that the opponent won.
    pub losses: u64,
}

/// Proves that no sequence of the opponent's moves makes the player on that `side` give away
/// anything, and that every end is shown as what it is. All games are played to their end.
///
/// # Panics
/// If the player makes an illegal move or one that is not the best, or a game shows another
/// outcome than its stones have: a picture of the position is in the message.
pub fn prove_whole_tree(rules: Rules, side: Side, mut choose: impl FnMut(&Game) -> Point) -> Proof {
    let mut proof = Proof::default();
    let mut oracle = Oracle::new(rules);
    try_all_replies(
        &Game::new(rules),
        side,
        &mut choose,
        &mut oracle,
        &mut proof,
    );
    proof
}

fn try_all_replies(
    game: &Game,
    side: Side,
    choose: &mut dyn FnMut(&Game) -> Point,
    oracle: &mut Oracle,
    proof: &mut Proof,
) {
    assert_eq!(game.outcome(), oracle.outcome(game), "{}", picture(game));
    match game.outcome() {
        Some(Outcome::Draw) => proof.draws += 1,
        Some(Outcome::Win(winner)) if winner == side => proof.wins += 1,
        Some(Outcome::Win(_)) => proof.losses += 1,
        None if game.side_to_move() == side => {
            let point = oracle.perfect_move(game, &mut *choose);
            try_all_replies(&after(game, point), side, choose, oracle, proof);
        }
        None => legal_moves(game)
            .for_each(|point| try_all_replies(&after(game, point), side, choose, oracle, proof)),
    }
}

/// Proves that the player is perfect in every position that any play leads to, those that it
/// would never get into by itself included. Gives back the number of positions, ends included.
///
/// # Panics
/// As [`prove_whole_tree`].
pub fn prove_every_position(rules: Rules, mut choose: impl FnMut(&Game) -> Point) -> usize {
    let mut oracle = Oracle::new(rules);
    let positions = every_position(rules);
    for game in positions.iter().filter(|game| game.outcome().is_none()) {
        oracle.perfect_move(game, &mut choose);
    }
    positions.len()
}

/// Proves that the player is perfect however the stones are set up, in any number and with
/// either side to move; two winners at once are left out. Gives back the numbers of positions in
/// which the side to move wins, draws and loses: in the last, every move loses.
///
/// # Panics
/// As [`prove_whole_tree`].
pub fn prove_every_set_up(rules: Rules, mut choose: impl FnMut(&Game) -> Point) -> [usize; 3] {
    let mut oracle = Oracle::new(rules);
    let mut counts = [0; 3];
    for game in every_set_up(rules).filter(|game| game.outcome().is_none()) {
        oracle.perfect_move(&game, &mut choose);
        let kind = match oracle.worth(&game) {
            Worth::Win(_) => 0,
            Worth::Draw => 1,
            Worth::Loss(_) => 2,
        };
        counts[kind] += 1;
    }
    counts
}

/// Every position that a game can lead to, each once, with one way to get there.
#[must_use]
pub fn every_position(rules: Rules) -> Vec<Game> {
    let oracle = Oracle::new(rules);
    let mut seen = HashSet::new();
    let mut found = vec![Game::new(rules)];
    let mut next = 0;
    while let Some(game) = found.get(next).cloned() {
        let children = legal_moves(&game).map(|point| after(&game, point));
        found.extend(children.filter(|child| seen.insert(oracle.name(child))));
        next += 1;
    }
    found
}

/// Every way to set up stones, once with each side to move, but for those with two winners.
pub fn every_set_up(rules: Rules) -> impl Iterator<Item = Game> {
    let cells = cells(rules);
    let numbers = 0..3_usize.pow(cells.len() as u32);
    numbers.flat_map(move |number| {
        let owner = |cell: usize| match number / 3_usize.pow(cell as u32) % 3 {
            1 => Some(Side::Black),
            2 => Some(Side::White),
            _ => None,
        };
        let stones = (cells.iter().enumerate()).filter_map(|(n, &point)| Some((point, owner(n)?)));
        let stones: Vec<_> = stones.collect();
        Side::ALL
            .into_iter()
            .filter_map(move |side| Game::set_up(rules, &stones, side).ok())
    })
}

/// The moves that the game takes, in reading order; none after its end.
pub fn legal_moves(game: &Game) -> impl Iterator<Item = Point> + '_ {
    let cells = cells(game.rules()).into_iter();
    cells.filter(|&point| game.check(point).is_ok())
}

fn cells(rules: Rules) -> Vec<Point> {
    let rows = 0..rules.rows();
    rows.flat_map(|row| (0..rules.columns()).filter_map(move |column| Point::new(column, row)))
        .collect()
}

fn after(game: &Game, point: Point) -> Game {
    let mut game = game.clone();
    game.play(point);
    game
}

fn picture(game: &Game) -> String {
    format!("{}{:?} to move", Diagram(game.board()), game.side_to_move())
}
