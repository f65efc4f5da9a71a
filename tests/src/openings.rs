//! How openings of three stones are judged.

use std::sync::atomic::AtomicBool;

use minmax_engine::game::Game;
use minmax_engine::point::Point;
use minmax_engine::rules::{LineRule, Rules};
use minmax_engine::score::Score;
use minmax_engine::search::limits::{Limits, Signals};
use minmax_engine::search::{Context, Searcher};
use minmax_engine::time::NoClock;
use minmax_engine::tt::{Slot, Table};

/// The side of a board and the rule of a game in which swaps are usual.
pub const GAMES: [(usize, LineRule); 6] = [
    (15, LineRule::Freestyle),
    (20, LineRule::Freestyle),
    (15, LineRule::Standard),
    (15, LineRule::Renju),
    (15, LineRule::CaroOverline),
    (15, LineRule::Caro),
];

/// Slots of the table that the searches use.
const SLOTS: usize = 1 << 20;

/// A search to ask.
pub struct Judge {
    searcher: Box<Searcher>,
    slots: Vec<Slot>,
}

impl Default for Judge {
    fn default() -> Self {
        Self::new()
    }
}

impl Judge {
    /// A search that knows nothing yet.
    #[must_use]
    pub fn new() -> Self {
        Self {
            searcher: Box::new(Searcher::new()),
            slots: (0..SLOTS).map(|_| Slot::EMPTY).collect(),
        }
    }

    /// What the opening is worth for White, who is to move; the cells are counted from the centre.
    /// `None` if it does not fit on the board.
    pub fn score(
        &mut self,
        game: (usize, LineRule),
        cells: [(i8, i8); 3],
        nodes: u64,
    ) -> Option<Score> {
        let (side, line) = game;
        let mut game: Game = Game::new(Rules::new(side, side, 5, line).ok()?);
        for (across, down) in cells {
            let at = |offset: i8| (side / 2).checked_add_signed(offset.into());
            game.try_play(Point::new(at(across)?, at(down)?)?).ok()?;
        }
        self.ask(&game, nodes)
    }

    /// The score of a position for the side to move; nothing is known from before.
    pub fn ask(&mut self, game: &Game, nodes: u64) -> Option<Score> {
        let table = Table::new(&self.slots);
        table.clear();
        let context = Context {
            table,
            signals: Signals {
                clock: &NoClock,
                stop: &AtomicBool::new(false),
            },
            listener: &mut (),
        };
        let verdict = self.searcher.search(game, &Limits::nodes(nodes), context)?;
        Some(verdict.score)
    }
}
