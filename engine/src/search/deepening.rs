//! Iterative deepening with aspiration windows, and the root of the tree.

use crate::obligations::{Obligation, may_play};
use crate::point::{CELLS, Point};
use crate::position::MAX_PLY;
use crate::score::{INFINITY, Score, is_decisive, plies_to_win, win_in};
use crate::shapes::LineClasses;
use crate::shapes::code::Class;
use crate::time::Budget;

use super::lines::Ranked;
use super::negamax::Node;
use super::patience::Patience;
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
        let memory = &mut *self.memory;
        memory.lines.start(&memory.root, self.limits.lines);
        if self.wins_at(first) {
            // The game ends with it: there is no position behind it to search.
            self.memory.lines.all_score(win_in(1));
            self.report(listener, 1);
            return Some(self.verdict(1));
        }
        let mut patience = Patience::new(self.limits.time.unwrap_or(Budget::UNLIMITED));
        let mut finished = 0;
        let role = self.role;
        for depth in (1..=self.deepest()).filter(|&depth| !role.skips(depth)) {
            self.deadline_ms = patience.deadline_ms();
            if self.rank(depth).is_err() {
                break;
            }
            finished = depth;
            self.report(listener, depth);
            let best = self.memory.lines.best();
            patience.heard(best.point, best.score);
            if self.is_enough(depth, &patience) {
                break;
            }
        }
        Some(self.verdict(finished))
    }

    /// Searches the depth once for each move to rank, each time without those ranked already.
    fn rank(&mut self, depth: u8) -> Result<(), Stopped> {
        let lines = self.memory.lines.count();
        for rank in 0..lines {
            let searched = self.aspire(depth, rank);
            self.unwind();
            searched?;
            self.memory.lines.close(rank, self.memory.pv.line(0));
        }
        if lines > 1 {
            let memory = &mut *self.memory;
            memory.lines.sort();
            memory.lines.lead(&mut memory.root);
        }
        Ok(())
    }

    fn deepest(&self) -> u8 {
        let wanted = self.limits.depth.unwrap_or(MAX_DEPTH);
        let empties = self.memory.position.board().empties().min(MAX_PLY);
        wanted.clamp(1, MAX_DEPTH).min(empties as u8)
    }

    fn verdict(&self, depth: u8) -> Verdict {
        let best = self.memory.lines.best();
        Verdict {
            best: best.point,
            score: best.score,
            depth,
            seldepth: self.seldepth as u8,
            nodes: self.nodes + self.role.nodes_elsewhere(),
            elapsed_ms: self.signals.clock.elapsed_ms(),
        }
    }

    fn report(&self, listener: &mut dyn Listener, depth: u8) {
        let verdict = self.verdict(depth);
        for (rank, line) in (1..).zip(self.memory.lines.iter()) {
            listener.iteration(&Report {
                rank,
                depth,
                seldepth: verdict.seldepth,
                score: line.score,
                nodes: verdict.nodes,
                elapsed_ms: verdict.elapsed_ms,
                pv: line.pv(),
            });
        }
    }

    /// Proofs that the depth covers, the only move of a timed search, or no time for more.
    fn is_enough(&self, depth: u8, patience: &Patience) -> bool {
        let is_proven = |line: &Ranked| {
            plies_to_win(line.score).is_some_and(|plies| plies.unsigned_abs() <= u32::from(depth))
        };
        let only = self.memory.root.len() == 1;
        self.memory.lines.iter().all(is_proven)
            || self.limits.time.is_some()
                && (only || self.signals.clock.elapsed_ms() >= patience.soft_ms())
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
    fn aspire(&mut self, depth: u8, rank: usize) -> Result<(), Stopped> {
        let expected = self.memory.lines.get(rank).score;
        let narrow = depth >= ASPIRATION_DEPTH && !is_decisive(expected);
        let mut width = if narrow {
            ASPIRATION_WINDOW
        } else {
            2 * INFINITY
        };
        let mut alpha = (expected - width).max(-INFINITY);
        let mut beta = (expected + width).min(INFINITY);
        loop {
            let score = self.search_root(alpha, beta, i32::from(depth) * PLY, rank)?;
            width *= 4;
            if score <= alpha && alpha > -INFINITY {
                self.take_time();
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

    /// The iteration has found something out: it may use all the time that there is.
    fn take_time(&mut self) {
        self.deadline_ms = self.limits.time.map_or(u64::MAX, |time| time.hard_ms);
    }

    /// Searches the root moves from `rank` on in one window; a weak player feels about each as
    /// its whim says. A move that raises alpha goes to the front of them and into its line at
    /// once, so that it counts even if the time is up.
    fn search_root(&mut self, mut alpha: Score, beta: Score, depth: i32, rank: usize) -> Searched {
        self.memory.pv.clear(0);
        let node = self.root_node(depth);
        let key = self.memory.position.board().key();
        let mut best = -INFINITY;
        for number in 0..self.memory.root.len() - rank {
            let point = self.memory.root[rank + number];
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
                self.memory.root[rank..=rank + number].rotate_right(1);
                if self.memory.lines.raise(rank, point, score, felt) {
                    self.take_time();
                }
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
