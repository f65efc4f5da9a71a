//! What is measured: each function returns how many moves or nodes it was.

#![allow(
    clippy::expect_used,
    reason = "a bench ends where something is missing"
)]

use minmax_engine::bench::CASES;
use minmax_engine::game::Game;
use minmax_engine::notation::parse_moves;
use minmax_engine::point::Point;
use minmax_engine::position::Position;
use minmax_engine::rules::{LineRule, Rules};
use minmax_engine::search::Searcher;
use minmax_engine::search::limits::Limits;
use minmax_engine::shapes::table::Freestyle;
use minmax_engine::tt::{Slot, Table};

/// The bench's first positions are its freestyle middle games on 15x15.
const MIDDLE_GAMES: usize = 6;
/// Nodes that each of them is searched for.
const NODES: u64 = 20_000;
/// Slots of a table that does not fill up.
const SLOTS: usize = 1 << 16;

fn games() -> Vec<Game> {
    let games = CASES[..MIDDLE_GAMES].iter().map(|case| case.game());
    games.collect::<Option<_>>().expect("the moves are legal")
}

/// The bench's positions on 15x15 that may come up by every rule, as games of this one.
fn games_by(line: LineRule) -> Vec<Game> {
    let large = CASES.iter().filter(|case| {
        let rules = case.rules().expect("a game");
        (rules.columns(), rules.rows(), rules.k()) == (15, 15, 5)
    });
    let both = large.filter_map(|case| {
        play(LineRule::Freestyle, case.moves)?;
        play(LineRule::Renju, case.moves)?;
        play(line, case.moves)
    });
    both.collect()
}

/// The game, if it goes on after these moves.
fn play(line: LineRule, moves: &str) -> Option<Game> {
    let rules = Rules::new(15, 15, 5, line).expect("a game");
    let mut game = Game::new(rules);
    for point in parse_moves(moves, rules) {
        game.try_play(point.expect("a point")).ok()?;
    }
    game.outcome().is_none().then_some(game)
}

/// Each middle game's position, with all of its candidate moves.
pub(crate) fn positions() -> Vec<(Box<Position>, Vec<Point>)> {
    let place = |game: Game| {
        let mut position = Box::new(Position::new());
        position.set_up(Freestyle, game.board());
        let candidates = position.candidates().collect();
        (position, candidates)
    };
    games().into_iter().map(place).collect()
}

/// Makes and takes back every candidate move.
pub(crate) fn make_and_undo(positions: &mut [(Box<Position>, Vec<Point>)]) -> u64 {
    let mut moves = 0;
    for (position, candidates) in positions {
        for &point in candidates.iter() {
            moves += u64::from(position.make(Freestyle, point));
            position.undo();
        }
    }
    moves
}

/// Memory for the searches, and what is searched.
pub(crate) struct Desk {
    searcher: Box<Searcher>,
    slots: Vec<Slot>,
    games: Vec<Game>,
}

impl Desk {
    pub(crate) fn new() -> Self {
        Self {
            searcher: Box::new(Searcher::new()),
            slots: (0..SLOTS).map(|_| Slot::EMPTY).collect(),
            games: games(),
        }
    }

    pub(crate) fn by(line: LineRule) -> Self {
        Self {
            games: games_by(line),
            ..Self::new()
        }
    }
}

/// Searches all games.
pub(crate) fn search(desk: &mut Desk) -> u64 {
    let mut nodes = 0;
    for game in &desk.games {
        let table = Table::new(&desk.slots);
        let verdict = desk
            .searcher
            .search_fixed(game, &Limits::nodes(NODES), table);
        nodes += verdict.map_or(0, |verdict| verdict.nodes);
    }
    nodes
}
