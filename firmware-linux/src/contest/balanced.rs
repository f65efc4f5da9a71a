//! Openings found by chance and by own search: a few stones near one another in the middle of the
//! board, of which a short search says that neither side stands much better.

use std::collections::BTreeSet;

use fastrand::Rng;
use minmax_engine::bitboard::BitBoard;
use minmax_engine::game::Game;
use minmax_engine::point::Point;
use minmax_engine::rules::Rules;
use minmax_engine::score::Score;
use minmax_engine::search::Searcher;
use minmax_engine::search::limits::Limits;
use minmax_engine::tt::{Slot, Table};

/// How far from even a balanced opening may be: about 57 to 43.
const WINDOW: Score = 60;
/// Nodes of a search: enough to see what wins by force, and few beside those of two games.
const NODES: u64 = 2_000;
/// Slots of its table.
const SLOTS: usize = 8_192;
/// Candidates that are looked at; then the best of them is taken.
const TRIES: usize = 100;
/// No stone lies further from all others.
const REACH: usize = 2;
/// Boards of up to so many cells are small: three stones decide too much.
const SMALL_BOARD: usize = 49;

/// Finds one opening after the other, none twice while there are others.
pub struct Finder {
    rules: Rules,
    seed: u64,
    found: u64,
    seen: BTreeSet<Pattern>,
    searcher: Box<Searcher>,
    slots: Vec<Slot>,
}

/// A position whichever way the board is turned: Black's cells and White's, in order.
type Pattern = [Vec<Point>; 2];

impl Finder {
    /// The same seed finds the same openings.
    #[must_use]
    pub fn new(rules: Rules, seed: u64) -> Self {
        Self {
            rules,
            seed,
            found: 0,
            seen: BTreeSet::new(),
            searcher: Box::new(Searcher::new()),
            slots: (0..SLOTS).map(|_| Slot::EMPTY).collect(),
        }
    }

    /// The next one.
    pub fn find(&mut self) -> Vec<Point> {
        let mut rng = Rng::with_seed(self.seed);
        let base = rng.u64(..);
        rng.seed(base ^ self.found);
        self.found += 1;
        let mut best: Option<(Score, Vec<Point>, Pattern)> = None;
        for _ in 0..TRIES {
            let game = draw(self.rules, &mut rng);
            let pattern = pattern(&game);
            if game.outcome().is_some() || self.seen.contains(&pattern) {
                continue;
            }
            let off = self.score(&game).abs();
            if best.as_ref().is_none_or(|(least, ..)| off < *least) {
                best = Some((off, game.moves().to_vec(), pattern));
            }
            if off <= WINDOW {
                break;
            }
        }
        match best {
            Some((_, moves, pattern)) => {
                self.seen.insert(pattern);
                moves
            }
            None => self.again(),
        }
    }

    /// All have been found: from the first one on again.
    fn again(&mut self) -> Vec<Point> {
        self.seen.clear();
        let game = draw(self.rules, &mut Rng::with_seed(self.seed ^ self.found));
        game.moves().iter().copied().take(1).collect()
    }

    fn score(&mut self, game: &Game) -> Score {
        let table = Table::new(&self.slots);
        table.clear();
        let limits = Limits::nodes(NODES);
        let verdict = self.searcher.search_fixed(game, &limits, table);
        verdict.map_or(Score::MAX, |verdict| verdict.score)
    }
}

fn draw(rules: Rules, rng: &mut Rng) -> Game {
    let most = if rules.cells() <= SMALL_BOARD {
        1..=2
    } else {
        3..=6
    };
    let stones = rng.usize(most);
    let mut game = Game::new(rules);
    for _ in 0..stones {
        let full = BitBoard::full(rules.columns(), rules.rows());
        let near = full
            .iter()
            .filter(|&point| game.check(point).is_ok() && is_near(&game, point));
        match rng.choice(near.collect::<Vec<_>>()) {
            Some(point) => game.play(point),
            None => break,
        }
    }
    game
}

fn is_near(game: &Game, point: Point) -> bool {
    if game.moves().is_empty() {
        let rules = game.rules();
        let middle = |side: usize, index: usize| index.abs_diff((side - 1) / 2) <= side / 5;
        return middle(rules.columns(), point.column()) && middle(rules.rows(), point.row());
    }
    game.moves()
        .iter()
        .any(|stone| stone.distance(point) <= REACH)
}

/// The least of what the board looks like from all sides.
fn pattern(game: &Game) -> Pattern {
    let rules = game.rules();
    let square = rules.columns() == rules.rows();
    let views = (0..8).filter(|view| square || view & 1 == 0);
    let seen = views.map(|view| {
        let mut cells = [vec![], vec![]];
        for (number, &point) in game.moves().iter().enumerate() {
            cells[number % 2].extend(turned(point, rules, view));
        }
        cells.iter_mut().for_each(|side| side.sort_unstable());
        cells
    });
    seen.min().unwrap_or_default()
}

/// Bit 0 changes rows and columns, bits 1 and 2 turn them round.
fn turned(point: Point, rules: Rules, view: u8) -> Option<Point> {
    let (mut x, mut y) = (point.column(), point.row());
    if view & 2 != 0 {
        x = rules.columns() - 1 - x;
    }
    if view & 4 != 0 {
        y = rules.rows() - 1 - y;
    }
    if view & 1 != 0 {
        Point::new(y, x)
    } else {
        Point::new(x, y)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use minmax_engine::rules::LineRule;

    fn at(column: usize, row: usize) -> Point {
        Point::new(column, row).unwrap()
    }

    fn openings(rules: Rules, seed: u64, count: usize) -> Vec<Vec<Point>> {
        let mut finder = Finder::new(rules, seed);
        (0..count).map(|_| finder.find()).collect()
    }

    fn played(rules: Rules, moves: &[Point]) -> Game {
        let mut game = Game::new(rules);
        moves.iter().for_each(|&point| game.play(point));
        game
    }

    #[test]
    fn the_seed_finds_them() {
        let first = openings(Rules::GOMOKU, 1, 6);
        assert_eq!(first, openings(Rules::GOMOKU, 1, 6));
        assert_ne!(first, openings(Rules::GOMOKU, 2, 6));
    }

    #[test]
    fn they_are_near_the_middle_balanced_and_all_different() {
        let found = openings(Rules::GOMOKU, 7, 40);
        let mut finder = Finder::new(Rules::GOMOKU, 0);
        let mut patterns = BTreeSet::new();
        for moves in &found {
            assert!((3..=6).contains(&moves.len()));
            let game = played(Rules::GOMOKU, moves);
            assert!(game.outcome().is_none());
            assert!(finder.score(&game).abs() <= WINDOW);
            assert!(moves[0].distance(at(7, 7)) <= 3);
            for (number, stone) in moves.iter().enumerate().skip(1) {
                let mut before = moves.iter().take(number);
                assert!(before.any(|other| other.distance(*stone) <= REACH));
            }
            assert!(patterns.insert(pattern(&game)), "twice");
        }
        let lengths: BTreeSet<_> = found.iter().map(Vec::len).collect();
        assert!(lengths.len() > 1);
    }

    #[test]
    fn a_turned_board_is_the_same() {
        let a = played(Rules::GOMOKU, &[at(7, 7), at(8, 6), at(9, 9)]);
        let b = played(Rules::GOMOKU, &[at(7, 7), at(6, 8), at(5, 5)]);
        let c = played(Rules::GOMOKU, &[at(7, 7), at(8, 8), at(9, 9)]);
        assert_eq!(pattern(&a), pattern(&b));
        assert_ne!(pattern(&a), pattern(&c));
        let rules = Rules::new(7, 6, 4, LineRule::Freestyle).unwrap();
        let left = played(rules, &[at(1, 2)]);
        let right = played(rules, &[at(5, 3)]);
        assert_eq!(pattern(&left), pattern(&right));
    }

    #[test]
    fn small_boards_run_out_of_openings_and_begin_again() {
        for rules in [Rules::TIC_TAC_TOE, Rules::FOUR_BY_FOUR] {
            let found = openings(rules, 3, 200);
            for moves in &found {
                assert!(played(rules, moves).outcome().is_none() && !moves.is_empty());
            }
        }
    }
}
