//! A player who plays any legal move: the foot of every ladder.

use std::time::Instant;

use fastrand::Rng;
use minmax_engine::bitboard::BitBoard;
use minmax_engine::game::Game;
use minmax_engine::rules::Rules;

use super::player::{Allowance, Answer, Fault, Player};
use super::stop::Stop;

/// Draws every move.
#[derive(Debug)]
pub struct Random(Rng);

impl Random {
    /// With nothing drawn yet.
    #[must_use]
    pub fn new() -> Self {
        Self(Rng::with_seed(0))
    }
}

impl Default for Random {
    fn default() -> Self {
        Self::new()
    }
}

impl Player for Random {
    fn begin(&mut self, _: Rules, seed: u64) -> Result<(), Fault> {
        self.0 = Rng::with_seed(seed);
        Ok(())
    }

    fn choose(&mut self, game: &Game, _: Allowance, _: &Stop) -> Result<Answer, Fault> {
        let began = Instant::now();
        let rules = game.rules();
        let full = BitBoard::full(rules.columns(), rules.rows());
        let legal = full.iter().filter(|&point| game.check(point).is_ok());
        let drawn = self.0.choice(legal.collect::<Vec<_>>());
        let point = drawn.ok_or_else(|| Fault::Illegal("no move is left".into()))?;
        Ok(Answer {
            point,
            elapsed: began.elapsed(),
            thought: None,
        })
    }

    fn end(&mut self) {}
}

#[cfg(test)]
mod tests {
    use super::*;
    use minmax_engine::point::Point;

    fn game(seed: u64) -> Vec<Point> {
        let mut player = Random::new();
        let mut game = Game::new(Rules::TIC_TAC_TOE);
        player.begin(game.rules(), seed).unwrap();
        let stop = Stop::default();
        while game.outcome().is_none() {
            let answer = player.choose(&game, Allowance::default(), &stop).unwrap();
            game.play(answer.point);
        }
        game.moves().to_vec()
    }

    #[test]
    fn the_seed_draws_the_game() {
        assert_eq!(game(1), game(1));
        let games: std::collections::HashSet<_> = (0..20).map(game).collect();
        assert!(games.len() > 15);
    }
}
