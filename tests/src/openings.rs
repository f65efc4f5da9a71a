//! How openings of three stones are judged.

use minmax_engine::game::Game;
use minmax_engine::point::Point;
use minmax_engine::rules::{LineRule, Rules};
use minmax_engine::score::Score;
use minmax_engine::search::limits::Limits;

use crate::mind::Mind;

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
pub struct Judge(Mind);

impl Default for Judge {
    fn default() -> Self {
        Self::new()
    }
}

impl Judge {
    /// A search that knows nothing yet.
    #[must_use]
    pub fn new() -> Self {
        Self(Mind::new(SLOTS))
    }

    /// What the opening is worth for White, who is to move. `None` if it does not fit on the board.
    pub fn score(
        &mut self,
        game: (usize, LineRule),
        cells: [(i8, i8); 3],
        nodes: u64,
    ) -> Option<Score> {
        self.ask(&opened(game, cells)?, nodes)
    }

    /// The score of a position for the side to move; nothing is known from before.
    pub fn ask(&mut self, game: &Game, nodes: u64) -> Option<Score> {
        self.0.forget();
        let verdict = self.0.think(game, &Limits::nodes(nodes))?;
        Some(verdict.score)
    }

    /// The score of a position, and the two moves that would follow; nothing is known from before.
    pub fn foresee(&mut self, game: &Game, nodes: u64) -> Option<(Score, [Point; 2])> {
        self.0.forget();
        let (verdict, line) = self.0.explain(game, &Limits::nodes(nodes))?;
        let two = line.first_chunk()?;
        Some((verdict.score, *two))
    }
}

/// The opening on a board, its cells counted from the centre. `None` if it does not fit.
#[must_use]
pub fn opened(game: (usize, LineRule), cells: [(i8, i8); 3]) -> Option<Game> {
    let (side, line) = game;
    let mut game: Game = Game::new(Rules::new(side, side, 5, line).ok()?);
    for (across, down) in cells {
        let at = |offset: i8| (side / 2).checked_add_signed(offset.into());
        game.try_play(Point::new(at(across)?, at(down)?)?).ok()?;
    }
    Some(game)
}
