//! What all parts of a running search share: its memory, limits and counters, and the one way
//! to make a move and take it back.

use crate::moves::MoveStack;
use crate::obligations::{Obligation, may_play};
use crate::point::{CELLS, Point};
use crate::position::{MAX_PLY, Position};
use crate::score::{DRAW, Score, loss_in, win_in};
use crate::shapes::LineClasses;
use crate::tt::Table;

use super::history::{History, Place};
use super::limits::{Limits, Signals, Weakness};
use super::picker::Picker;
use super::pv::PvTable;
use super::tuning::NODES_PER_CHECK;

/// The memory of a search beside the table, of fixed size.
#[derive(Clone, Debug)]
pub(crate) struct Memory {
    pub(crate) position: Position,
    pub(crate) history: History,
    pub(crate) moves: MoveStack,
    pub(crate) pv: PvTable,
    /// The static evaluation at each ply, for the side that moved there.
    pub(crate) evals: [Score; MAX_PLY + 1],
    /// The root's moves, best first as far as known.
    pub(crate) root: heapless::Vec<Point, CELLS>,
}

impl Memory {
    pub(crate) const fn new() -> Self {
        Self {
            position: Position::new(),
            history: History::new(),
            moves: MoveStack::new(),
            pv: PvTable::new(),
            evals: [0; MAX_PLY + 1],
            root: heapless::Vec::new(),
        }
    }
}

/// The search has to end now: a limit or the stop signal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Stopped;

/// A score for the side to move, unless the search was stopped before it was known.
pub(crate) type Searched = Result<Score, Stopped>;

/// A search that is running.
pub(crate) struct Run<'a, R> {
    pub(crate) memory: &'a mut Memory,
    pub(crate) classes: R,
    pub(crate) table: Table<'a>,
    pub(crate) limits: Limits,
    pub(crate) weakness: Weakness,
    pub(crate) signals: Signals<'a>,
    pub(crate) nodes: u64,
    pub(crate) seldepth: usize,
    /// The count of nodes at which the running quiescence search plays no more fours.
    pub(crate) quiet_until: u64,
}

impl<R: LineClasses> Run<'_, R> {
    /// Plies from the root.
    pub(crate) fn ply(&self) -> usize {
        self.memory.position.ply()
    }

    /// Makes a move, asks what the position after it is worth, and takes the move back. When
    /// stopped the move stays made; the search unwinds as a whole.
    pub(crate) fn after(
        &mut self,
        point: Point,
        worth: impl FnOnce(&mut Self) -> Searched,
    ) -> Searched {
        self.count_node()?;
        self.memory.position.make(self.classes, point);
        let score = -worth(self)?;
        self.memory.position.undo();
        Ok(score)
    }

    /// A node is one make; every few nodes the clock and the stop signal are looked at.
    fn count_node(&mut self) -> Result<(), Stopped> {
        let spent = self.limits.nodes.is_some_and(|limit| self.nodes >= limit);
        let look = self.nodes.is_multiple_of(NODES_PER_CHECK);
        if spent || look && (self.signals.stopped() || self.is_late()) {
            return Err(Stopped);
        }
        self.nodes += 1;
        Ok(())
    }

    fn is_late(&self) -> bool {
        let late = |budget: crate::time::Budget| self.signals.clock.elapsed_ms() >= budget.hard_ms;
        self.limits.time.is_some_and(late)
    }

    /// Whether the journal has room for a move and the stack for any list of moves. Without
    /// room the search ends in the evaluation: a list cut short could take a position for lost.
    pub(crate) fn has_room(&self) -> bool {
        let position = &self.memory.position;
        let room = self.memory.moves.capacity() - self.memory.moves.len();
        position.has_room() && room >= position.board().empties()
    }

    /// The score of a position that needs no search, or what its side to move has to do.
    pub(crate) fn settle(&mut self) -> Result<Obligation, Score> {
        let position = &self.memory.position;
        let ply = position.ply();
        self.seldepth = self.seldepth.max(ply);
        if position.board().is_full() {
            return Err(DRAW);
        }
        match Obligation::of(self.classes, position) {
            Obligation::Win(plies) => Err(win_in(ply as u16 + plies)),
            Obligation::Lost => Err(loss_in(ply as u16 + 2)),
            duty => Ok(duty),
        }
    }

    /// The picker's next move that is allowed.
    pub(crate) fn pick(&mut self, picker: &mut Picker) -> Option<Point> {
        loop {
            let point = picker.pick(&mut self.memory.moves)?;
            if may_play::<R>(&self.memory.position, point) {
                return Some(point);
            }
        }
    }

    /// Where the search stands, for the history tables.
    pub(crate) fn place(&self) -> Place {
        let position = &self.memory.position;
        Place {
            side: position.side_to_move(),
            ply: position.ply(),
            previous: position.last_move(),
        }
    }
}
