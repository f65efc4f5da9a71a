//! Iterative deepening with aspiration windows, and the root of the tree.

use crate::obligations::{Obligation, may_play};
use crate::point::{CELLS, Point};
use crate::position::MAX_PLY;
use crate::score::{INFINITY, Score, is_decisive, plies_to_win, win_in};
use crate::shapes::LineClasses;
use crate::shapes::code::Class;

use super::negamax::Node;
use super::picker::Picker;
use super::report::{Listener, Report, Verdict};
use super::run::{Run, Searched, Stopped};
use super::tuning::{ASPIRATION_DEPTH, ASPIRATION_WINDOW, MAX_DEPTH, PLY};

impl<R: LineClasses> Run<'_, R> {
    /// Searches deeper and deeper until a limit, the stop signal or a proof, and returns what
    /// the last finished depth found, or a better move of the unfinished one. `None` when the
    /// position has no move.
    pub(crate) fn deepen(&mut self, listener: &mut dyn Listener) -> Option<Verdict> {
        self.list_root_moves();
        let first = *self.memory.root.first()?;
        if self.wins_at(first) {
            // The game ends with it: there is no position behind it to search.
            let verdict = self.verdict(first, win_in(1), 1);
            self.report(listener, &verdict);
            return Some(verdict);
        }
        let mut verdict = self.verdict(first, 0, 0);
        for depth in 1..=self.deepest() {
            let finished = self.aspire(depth, &mut verdict);
            self.unwind();
            if finished.is_err() {
                break;
            }
            verdict = self.verdict(verdict.best, verdict.score, depth);
            self.report(listener, &verdict);
            if self.is_enough(&verdict) {
                break;
            }
        }
        Some(self.verdict(verdict.best, verdict.score, verdict.depth))
    }

    fn deepest(&self) -> u8 {
        let wanted = self.limits.depth.unwrap_or(MAX_DEPTH);
        let empties = self.memory.position.board().empties().min(MAX_PLY);
        wanted.clamp(1, MAX_DEPTH).min(empties as u8)
    }

    fn verdict(&self, best: Point, score: Score, depth: u8) -> Verdict {
        Verdict {
            best,
            score,
            depth,
            seldepth: self.seldepth as u8,
            nodes: self.nodes,
            elapsed_ms: self.signals.clock.elapsed_ms(),
        }
    }

    fn report(&self, listener: &mut dyn Listener, verdict: &Verdict) {
        let line = self.memory.pv.line(0);
        listener.iteration(&Report {
            depth: verdict.depth,
            seldepth: verdict.seldepth,
            score: verdict.score,
            nodes: verdict.nodes,
            elapsed_ms: verdict.elapsed_ms,
            pv: if line.is_empty() {
                core::slice::from_ref(&verdict.best)
            } else {
                line
            },
        });
    }

    /// A proof that the depth covers, the only move of a timed search, or no time for more.
    fn is_enough(&self, verdict: &Verdict) -> bool {
        let proven = plies_to_win(verdict.score)
            .is_some_and(|plies| plies.unsigned_abs() <= u32::from(verdict.depth));
        let only = self.memory.root.len() == 1;
        proven
            || self
                .limits
                .time
                .is_some_and(|time| only || verdict.elapsed_ms >= time.soft_ms)
    }

    /// The moves that the root's obligation leaves, likeliest first: only what wins at once if
    /// something does.
    fn list_root_moves(&mut self) {
        let node = self.root_node(PLY);
        let mut picker = Picker::new(&self.memory.moves);
        self.fill(&node, picker);
        while let Some(point) = self.pick(&mut picker) {
            // There is room for every cell.
            let _ = self.memory.root.push(point);
        }
        picker.drop_list(&mut self.memory.moves);
        if self.memory.root.is_empty() {
            self.list_any_move();
        }
        match node.duty {
            Obligation::Win(1) => self.keep_root_moves(|run, point| run.wins_at(point)),
            Obligation::AnswerFive(_) | Obligation::Lost if !self.weakness.overlooks_fives => (),
            _ => self.keep_root_moves(|run, point| !run.overlooks(point)),
        }
    }

    /// Lists every move that is allowed: when none of the useful ones is.
    fn list_any_move(&mut self) {
        let memory = &mut *self.memory;
        let cells = memory.position.board().empty_cells().iter();
        for point in cells.filter(|&point| may_play::<R>(&memory.position, point)) {
            let _ = memory.root.push(point);
        }
    }

    /// Drops the root moves that do not pass, but for the first if none does.
    fn keep_root_moves(&mut self, passes: impl Fn(&Self, Point) -> bool) {
        let passing = |run: &Self| {
            let points = run.memory.root.iter().copied();
            points
                .filter(|&point| passes(run, point))
                .collect::<heapless::Vec<_, CELLS>>()
        };
        let kept = passing(self);
        if kept.is_empty() {
            self.memory.root.truncate(1);
        } else {
            self.memory.root = kept;
        }
    }

    fn wins_at(&self, point: Point) -> bool {
        let position = &self.memory.position;
        position.tally().class(point, position.side_to_move()) == Class::Five
    }

    fn overlooks(&self, point: Point) -> bool {
        let key = self.memory.position.board().key();
        self.weakness.overlooks(key, point)
    }

    fn root_node(&self, depth: i32) -> Node {
        let position = &self.memory.position;
        let duty = Obligation::of(self.classes, position);
        let empties = position.board().empties() as i32;
        Node {
            depth,
            exhaustive: empties * PLY <= depth,
            ..Node::leaf(self.place(), duty)
        }
    }

    /// Searches the depth in a narrow window around the last score, and in wider ones until
    /// the score lies inside.
    fn aspire(&mut self, depth: u8, verdict: &mut Verdict) -> Result<(), Stopped> {
        let narrow = depth >= ASPIRATION_DEPTH && !is_decisive(verdict.score);
        let mut width = if narrow {
            ASPIRATION_WINDOW
        } else {
            2 * INFINITY
        };
        let mut alpha = (verdict.score - width).max(-INFINITY);
        let mut beta = (verdict.score + width).min(INFINITY);
        loop {
            let score = self.search_root(alpha, beta, i32::from(depth) * PLY, verdict)?;
            width *= 4;
            if score <= alpha && alpha > -INFINITY {
                alpha = (score - width).max(-INFINITY);
            } else if score >= beta && beta < INFINITY {
                beta = (score + width).min(INFINITY);
            } else {
                return Ok(());
            }
            if width > 1_000 {
                (alpha, beta) = (-INFINITY, INFINITY);
            }
        }
    }

    /// Searches all root moves in one window; a weak player feels about each as its whim says.
    /// A move that raises alpha goes to the front of
    /// the list and into the verdict at once, so that it counts even if the time is up.
    fn search_root(
        &mut self,
        mut alpha: Score,
        beta: Score,
        depth: i32,
        verdict: &mut Verdict,
    ) -> Searched {
        self.memory.pv.clear(0);
        let node = self.root_node(depth);
        let key = self.memory.position.board().key();
        let mut best = -INFINITY;
        for number in 0..self.memory.root.len() {
            let point = self.memory.root[number];
            let whim = self.weakness.whim(key, point);
            let low = (alpha - whim).max(-INFINITY);
            let high = (beta - whim).max(low + 1);
            let score = self.search_move::<true>(&node, point, number, low, high)?;
            let felt = if is_decisive(score) {
                score
            } else {
                score + whim
            };
            best = best.max(felt);
            if felt > alpha {
                alpha = felt;
                self.memory.pv.update(0, point);
                self.memory.root[..=number].rotate_right(1);
                (verdict.best, verdict.score) = (point, score);
            }
            if felt >= beta {
                break;
            }
        }
        Ok(best)
    }

    /// Takes back what a stopped search left made.
    fn unwind(&mut self) {
        while self.ply() > 0 {
            self.memory.position.undo();
        }
        self.memory.moves.clear();
    }
}
