//! Searching on until no four is pending: the leaf of the search is either quiet or a chain of
//! fours, each with its answer.

use crate::eval::evaluate;
use crate::obligations::Obligation;
use crate::point::Point;
use crate::score::Score;
use crate::shapes::LineClasses;

use super::negamax::Node;
use super::picker::Picker;
use super::run::{Run, Searched};
use super::tuning::{QUIESCENCE_FOURS, QUIESCENCE_NEAR, QUIESCENCE_NODES};

impl<R: LineClasses> Run<'_, R> {
    /// A quiescence search from here, with its own budget of nodes.
    pub(crate) fn quiescence_from(&mut self, alpha: Score, beta: Score) -> Searched {
        self.quiet_until = self.nodes + QUIESCENCE_NODES;
        self.quiescence(alpha, beta, QUIESCENCE_FOURS)
    }

    /// The score of the position when only fours and their answers are played, at most `fours`
    /// of them; the side to move may also stand pat on the evaluation.
    fn quiescence(&mut self, alpha: Score, beta: Score, fours: u32) -> Searched {
        let ply = self.ply();
        self.memory.pv.clear(ply);
        let duty = match self.settle() {
            Ok(duty) => duty,
            Err(score) => return Ok(score),
        };
        if !self.has_room() {
            return Ok(evaluate(&self.memory.position));
        }
        if let Obligation::AnswerFive(five) = duty {
            return self.answer_five(five, alpha, beta, fours);
        }
        let stand = evaluate(&self.memory.position);
        let side = self.memory.position.side_to_move();
        let spent = fours == 0 || self.nodes >= self.quiet_until;
        if stand >= beta || spent || self.memory.position.totals().fours(side).is_empty() {
            return Ok(stand);
        }
        self.try_fours(stand, alpha.max(stand), beta, fours)
    }

    /// Where a four has one answer it is played; in caro all that may stop the five are tried.
    fn answer_five(&mut self, five: Point, alpha: Score, beta: Score, fours: u32) -> Searched {
        if R::ONE_REPLY {
            return self.after(five, |run| run.quiescence(-beta, -alpha, fours));
        }
        let node = Node::leaf(self.place(), Obligation::AnswerFive(five));
        let picker = Picker::new(&self.memory.moves);
        self.fill(&node, picker);
        let worst = crate::score::loss_in(self.ply() as u16 + 2);
        self.best_of(picker, worst, alpha, beta, fours, |_| true)
    }

    fn try_fours(&mut self, stand: Score, alpha: Score, beta: Score, fours: u32) -> Searched {
        let picker = Picker::new(&self.memory.moves);
        let place = self.place();
        let memory = &mut *self.memory;
        let cells = memory.position.totals().fours(place.side);
        let (position, history) = (&memory.position, &memory.history);
        picker.fill(&mut memory.moves, position, history, place, cells.iter());
        let last = position.last_but_one().filter(|_| fours < QUIESCENCE_FOURS);
        let near = |point: Point| last.is_none_or(|last| last.distance(point) <= QUIESCENCE_NEAR);
        self.best_of(picker, stand, alpha, beta, fours - 1, near)
    }

    /// The best of the picker's moves that pass, or `floor` if it is better.
    fn best_of(
        &mut self,
        mut picker: Picker,
        floor: Score,
        mut alpha: Score,
        beta: Score,
        fours: u32,
        passes: impl Fn(Point) -> bool,
    ) -> Searched {
        let mut best = floor;
        let ply = self.ply();
        while let Some(point) = self.pick(&mut picker) {
            if !passes(point) {
                continue;
            }
            let score = self.after(point, |run| run.quiescence(-beta, -alpha, fours))?;
            if score > best {
                best = score;
                self.memory.pv.update(ply, point);
            }
            alpha = alpha.max(score);
            if alpha >= beta {
                break;
            }
        }
        picker.drop_list(&mut self.memory.moves);
        Ok(best)
    }
}
