//! One node of the principal variation search.
//!
//! `negamax` returns a score for the side to move, fail-soft: at most alpha means that the true
//! score is at most that; at least beta, that it is at least that; between, that it is exact
//! (up to the pruning of late moves and hopeless positions, which never invents a win or loss).

use crate::eval::evaluate;
use crate::obligations::{Obligation, answers_to_open_four, may_play};
use crate::point::Point;
use crate::position::Position;
use crate::rules::renju;
use crate::score::{INFINITY, Score, is_decisive, is_loss, is_win, loss_in, win_in};
use crate::shapes::LineClasses;
use crate::shapes::code::Class;
use crate::tt::{Bound, Entry};

use super::history::Place;
use super::picker::Picker;
use super::run::{Run, Searched};
use super::tuning::{
    FUTILITY_IMPROVING, FUTILITY_MARGIN, HISTORY_MAX, LMR_DEPTH, LMR_MOVE, PLY, RAZOR_DEPTH,
    RAZOR_MARGIN, late_move_count, late_move_reduction,
};

/// What is known of a node before its moves are searched.
pub(crate) struct Node {
    pub(crate) place: Place,
    pub(crate) duty: Obligation,
    pub(crate) depth: i32,
    pub(crate) eval: Score,
    pub(crate) table_move: Option<Point>,
    /// The side to move stands better than two plies ago.
    pub(crate) improving: bool,
    /// The depth reaches the end of the game: nothing may be pruned, so that it is exact.
    pub(crate) exhaustive: bool,
}

impl Node {
    /// A node of which nothing is known but its place and obligation.
    pub(crate) const fn leaf(place: Place, duty: Obligation) -> Self {
        Self {
            place,
            duty,
            depth: 0,
            eval: 0,
            table_move: None,
            improving: false,
            exhaustive: false,
        }
    }
}

/// The best of a node's moves so far.
struct Best {
    score: Score,
    point: Option<Point>,
    alpha: Score,
}

impl<R: LineClasses> Run<'_, R> {
    /// The score of the position, searched to `depth` sixteenths of a ply.
    pub(crate) fn negamax<const PV: bool>(
        &mut self,
        alpha: Score,
        beta: Score,
        depth: i32,
    ) -> Searched {
        debug_assert!(-INFINITY <= alpha && alpha < beta && beta <= INFINITY);
        debug_assert!(PV || alpha + 1 == beta);
        let ply = self.ply();
        self.memory.pv.clear(ply);
        let duty = match self.settle() {
            Ok(duty) => duty,
            Err(score) => return Ok(score),
        };
        if depth <= 0 || !self.has_room() {
            return self.quiescence_from(alpha, beta);
        }
        // No win is shorter than the next move's, no loss than the one after it.
        let (alpha, beta) = (
            alpha.max(loss_in(ply as u16 + 2)),
            beta.min(win_in(ply as u16 + 1)),
        );
        if alpha >= beta {
            return Ok(alpha);
        }
        let entry = self.table.probe(self.memory.position.board().key());
        let entry = entry.map(|entry| from_table(entry, ply));
        if let Some(score) = entry.and_then(|entry| cutoff(entry, alpha, beta, depth))
            && !PV
        {
            return Ok(score);
        }
        let node = self.node(duty, depth, entry);
        if !PV && let Some(score) = self.prune_node(&node, alpha, beta)? {
            return Ok(score);
        }
        self.search_moves::<PV>(&node, alpha, beta)
    }

    fn node(&mut self, duty: Obligation, depth: i32, entry: Option<Entry>) -> Node {
        let place = self.place();
        let position = &self.memory.position;
        let eval = entry.map_or_else(|| evaluate(position), |entry| entry.eval);
        let exhaustive = position.board().empties() as i32 * PLY <= depth;
        self.memory.evals[place.ply] = eval;
        let before = place.ply.checked_sub(2).map(|ply| self.memory.evals[ply]);
        Node {
            place,
            duty,
            depth,
            eval,
            table_move: entry.and_then(|entry| entry.best),
            improving: before.is_some_and(|before| eval > before),
            exhaustive,
        }
    }

    /// Cuts a whole node whose evaluation lies far outside the window.
    fn prune_node(
        &mut self,
        node: &Node,
        alpha: Score,
        beta: Score,
    ) -> Result<Option<Score>, super::run::Stopped> {
        if node.exhaustive || node.duty != Obligation::Free || is_decisive(alpha) {
            return Ok(None);
        }
        let margin = FUTILITY_MARGIN
            - if node.improving {
                FUTILITY_IMPROVING
            } else {
                0
            };
        if node.eval - margin * node.depth / PLY >= beta {
            return Ok(Some(node.eval));
        }
        if node.depth < RAZOR_DEPTH
            && node.eval + RAZOR_MARGIN * node.depth / PLY + RAZOR_MARGIN < alpha
        {
            return self.quiescence_from(alpha, beta).map(Some);
        }
        Ok(None)
    }

    fn search_moves<const PV: bool>(&mut self, node: &Node, alpha: Score, beta: Score) -> Searched {
        let mut best = Best {
            score: -INFINITY,
            point: None,
            alpha,
        };
        let mut picker = Picker::new(&self.memory.moves);
        let mut number = 0;
        while let Some(point) = self.next_move(node, &mut picker, number) {
            if self.is_late_move(node, &best, number) {
                break;
            }
            let score = self.search_move::<PV>(node, point, number, best.alpha, beta)?;
            number += 1;
            self.note::<PV>(node, &mut best, point, score);
            if score >= beta {
                let tried = picker.picked(&self.memory.moves);
                let (history, depth) = (&mut self.memory.history, node.depth);
                history.reward(node.place, point, tried, depth);
                break;
            }
        }
        picker.drop_list(&mut self.memory.moves);
        if number == 0 {
            return Ok(self.score_without_move(node));
        }
        self.remember(node, &best, alpha, beta);
        Ok(best.score)
    }

    /// The score when none of the node's moves is allowed: if they are all there are, the game is
    /// over; if nothing else answers an open four, it is lost to it.
    fn score_without_move(&self, node: &Node) -> Score {
        let ply = node.place.ply as u16;
        match node.duty {
            Obligation::AnswerOpenFour if R::ONE_REPLY => loss_in(ply + 4),
            _ if renju::is_stuck(self.memory.position.board()) => loss_in(ply),
            _ => node.eval,
        }
    }

    fn note<const PV: bool>(&mut self, node: &Node, best: &mut Best, point: Point, score: Score) {
        if score <= best.score {
            return;
        }
        best.score = score;
        if score > best.alpha {
            best.alpha = score;
            best.point = Some(point);
            if PV {
                self.memory.pv.update(node.place.ply, point);
            }
        }
    }

    /// The move to search next: the table's first, before a list exists, then the list's.
    fn next_move(&mut self, node: &Node, picker: &mut Picker, number: usize) -> Option<Point> {
        let table_move = node.table_move.filter(|&point| self.may_play(node, point));
        if number == 0 {
            if table_move.is_some() {
                return table_move;
            }
            self.fill(node, *picker);
        } else if number == 1 && table_move.is_some() {
            self.fill(node, *picker);
        }
        let point = self.pick(picker)?;
        if Some(point) == table_move {
            return self.pick(picker);
        }
        Some(point)
    }

    /// Whether the table's move is a move of this node: another position may have its key.
    fn may_play(&self, node: &Node, point: Point) -> bool {
        let position = &self.memory.position;
        position.board().is_empty(point)
            && may_play::<R>(position, point)
            && match node.duty {
                Obligation::AnswerFive(five) if R::ONE_REPLY => point == five,
                Obligation::AnswerOpenFour if R::ONE_REPLY => {
                    answers_to_open_four(position).contains(point)
                }
                _ => true,
            }
    }

    /// Puts the node's moves on the stack.
    pub(crate) fn fill(&mut self, node: &Node, picker: Picker) {
        let memory = &mut *self.memory;
        let (position, history) = (&memory.position, &memory.history);
        let (stack, place) = (&mut memory.moves, node.place);
        match node.duty {
            Obligation::AnswerFive(five) if R::ONE_REPLY => {
                picker.fill(stack, position, history, place, core::iter::once(five));
            }
            Obligation::AnswerFive(five) => {
                let cells = on_lines_through(position, five);
                picker.fill(stack, position, history, place, cells);
            }
            Obligation::AnswerOpenFour if R::ONE_REPLY => {
                let cells = answers_to_open_four(position);
                picker.fill(stack, position, history, place, cells.iter());
            }
            _ => picker.fill(stack, position, history, place, position.candidates()),
        }
    }

    /// Whether the move and all that follow it in the order are skipped. Only once a move is
    /// known that does not lose.
    fn is_late_move(&self, node: &Node, best: &Best, number: usize) -> bool {
        node.place.ply > 0
            && !node.exhaustive
            && !is_loss(best.score)
            && node.duty == Obligation::Free
            && number >= late_move_count(node.depth, node.improving)
    }

    /// The score of one move. Moves after the first are tried with a null window, late ones
    /// with less depth, and searched in full when they turn out better than expected.
    pub(crate) fn search_move<const PV: bool>(
        &mut self,
        node: &Node,
        point: Point,
        number: usize,
        alpha: Score,
        beta: Score,
    ) -> Searched {
        let depth = self.depth_below(node);
        if number == 0 {
            return self.after(point, |run| run.negamax::<PV>(-beta, -alpha, depth));
        }
        let reduction = self.reduction::<PV>(node, point, number);
        self.after(point, |run| {
            let null = |run: &mut Self, depth| run.negamax::<false>(-alpha - 1, -alpha, depth);
            let mut score = null(run, depth - reduction)?;
            if -score > alpha && reduction > 0 {
                score = null(run, depth)?;
            }
            if PV && -score > alpha && -score < beta {
                score = run.negamax::<PV>(-beta, -alpha, depth)?;
            }
            Ok(score)
        })
    }

    /// The answer to a threatened five costs no depth.
    fn depth_below(&self, node: &Node) -> i32 {
        match node.duty {
            Obligation::AnswerFive(_) => node.depth,
            _ => node.depth - PLY,
        }
    }

    fn reduction<const PV: bool>(&self, node: &Node, point: Point, number: usize) -> i32 {
        if number < LMR_MOVE || node.depth < LMR_DEPTH || node.exhaustive {
            return 0;
        }
        let class = self.memory.position.tally().class(point, node.place.side);
        if class.is_four() || node.duty != Obligation::Free {
            return 0;
        }
        let mut reduction = late_move_reduction(node.depth, number);
        let history = self.memory.history.score(node.place.side, point);
        reduction -= history * PLY / HISTORY_MAX;
        if PV || class >= Class::Three {
            reduction -= PLY;
        }
        reduction.clamp(0, node.depth - PLY)
    }

    fn remember(&self, node: &Node, best: &Best, alpha: Score, beta: Score) {
        let bound = if best.score >= beta {
            Bound::Lower
        } else if best.score > alpha {
            Bound::Exact
        } else {
            Bound::Upper
        };
        let ply = node.place.ply as Score;
        let entry = Entry {
            best: best.point,
            score: to_table(best.score, ply),
            bound,
            depth: node.depth,
            eval: node.eval,
        };
        self.table.store(self.memory.position.board().key(), entry);
    }
}

/// Wins and losses are stored as counted from the position itself.
const fn to_table(score: Score, ply: Score) -> Score {
    if is_win(score) {
        score + ply
    } else if is_loss(score) {
        score - ply
    } else {
        score
    }
}

/// And read as counted from the root.
const fn from_table(entry: Entry, ply: usize) -> Entry {
    let ply = ply as Score;
    let score = if is_win(entry.score) {
        entry.score - ply
    } else if is_loss(entry.score) {
        entry.score + ply
    } else {
        entry.score
    };
    Entry { score, ..entry }
}

/// A stored score that decides the node: its bound lies outside the window, and it was searched
/// deeply enough or is a proof.
fn cutoff(entry: Entry, alpha: Score, beta: Score, depth: i32) -> Option<Score> {
    let outside = match entry.bound {
        Bound::Exact => true,
        Bound::Lower => entry.score >= beta,
        Bound::Upper => entry.score <= alpha,
    };
    let proof = match entry.bound {
        Bound::Exact => is_decisive(entry.score),
        Bound::Lower => is_win(entry.score),
        Bound::Upper => is_loss(entry.score),
    };
    (outside && (proof || entry.depth >= depth)).then_some(entry.score)
}

/// The empty cells within five of a point on its four lines: whatever stops a five through it.
fn on_lines_through(position: &Position, point: Point) -> impl Iterator<Item = Point> + '_ {
    crate::board::Direction::ALL
        .into_iter()
        .flat_map(move |direction| {
            let (across, down) = direction.step();
            (-5..=5_isize).filter_map(move |distance| {
                let column = point.column().checked_add_signed(across * distance)?;
                let row = point.row().checked_add_signed(down * distance)?;
                let cell = Point::new(column, row)?;
                let repeated = distance == 0 && direction.index() > 0;
                (!repeated && position.board().is_empty(cell)).then_some(cell)
            })
        })
}
