//! Board, arm, lamps and button.

use fastrand::Rng;
use minmax_link::board::Board;
use minmax_link::cell::{Cell, Colour, Size};
use minmax_link::device::{Machine, Progress};
use minmax_link::message::{Abilities, Lamp, Row, Work};

/// How skilled the arm is, each in 1,000 movements.
#[derive(Clone, Copy, Debug, Default)]
pub struct Skill {
    /// It notices that it has no stone, and says so.
    pub fails: u32,
    /// It loses the stone and does not notice.
    pub drops: u32,
    /// It puts the stone on another empty cell and does not notice.
    pub misses: u32,
    /// It takes far longer than it may.
    pub stalls: u32,
}

impl Skill {
    /// An arm to be sent back to its makers.
    pub const POOR: Self = Self {
        fails: 60,
        drops: 40,
        misses: 40,
        stalls: 10,
    };
}

/// A table with a machine.
#[derive(Debug)]
pub struct Table {
    /// What lies on it.
    pub board: Board,
    /// What the lamps show.
    pub lamp: Option<Lamp>,
    /// What the machine was told of the end.
    pub over: Option<(Option<Colour>, Row)>,
    /// Somebody presses the button.
    pub pressed: bool,
    /// The time.
    pub now_ms: u64,
    abilities: Abilities,
    skill: Skill,
    random: Rng,
    /// What the arm is at, until when, and with what result.
    arm: Option<(Work, u64)>,
    last: Progress,
    /// Movements of the arm so far.
    pub movements: u64,
}

impl Table {
    /// An empty table.
    #[must_use]
    pub const fn new(size: Size, abilities: Abilities, skill: Skill, random: Rng) -> Self {
        Self {
            board: Board::new(size),
            lamp: None,
            over: None,
            pressed: false,
            now_ms: 0,
            abilities,
            skill,
            random,
            arm: None,
            last: Progress::Done,
            movements: 0,
        }
    }

    /// Whether the arm moves.
    #[must_use]
    pub const fn is_moving(&self) -> bool {
        self.arm.is_some()
    }

    fn happens(&mut self, times_in_1000: u32) -> bool {
        self.random.u32(0..1_000) < times_in_1000
    }

    fn end_movement(&mut self, work: Work) -> Progress {
        self.movements += 1;
        if self.happens(self.skill.fails) {
            return Progress::Failed("no stone in the gripper");
        }
        let (from, stone, to) = match work {
            Work::Place(colour, cell) => (None, Some(colour), Some(cell)),
            Work::Move(from, to) => (Some(from), self.board.stone(from), Some(to)),
            Work::Remove(cell) => (Some(cell), self.board.stone(cell), None),
            Work::Look => unreachable!("looking is not for the arm"),
        };
        if to.is_some_and(|to| self.board.stone(to).is_some()) {
            return Progress::Failed("the cell is taken"); // a hand was faster
        }
        if let Some(from) = from {
            self.board.set(from, None);
        }
        if let Some(to) = to
            && !self.happens(self.skill.drops)
        {
            let to = self.aim(to);
            assert_eq!(self.board.stone(to), None, "{work:?} onto a stone");
            self.board.set(to, stone);
        }
        if from.is_some() && stone.is_none() {
            return Progress::Failed("nothing there");
        }
        Progress::Done
    }

    fn aim(&mut self, cell: Cell) -> Cell {
        if self.happens(self.skill.misses) {
            self.random_empty().unwrap_or(cell)
        } else {
            cell
        }
    }

    /// The machine has lost its power: what the arm was at is done or not.
    pub fn restart(&mut self) {
        if let Some((work, _)) = self.arm.take()
            && self.random.bool()
        {
            self.end_movement(work);
        }
    }

    /// Any empty cell.
    pub fn random_empty(&mut self) -> Option<Cell> {
        let cells = self.board.size().cells();
        let empty: Vec<_> = cells
            .filter(|&cell| self.board.stone(cell).is_none())
            .collect();
        self.random.choice(empty)
    }

    /// Any cell with a stone of that colour.
    pub fn random_stone(&mut self, colour: Colour) -> Option<Cell> {
        let cells = self.board.size().cells();
        let stones: Vec<_> = cells
            .filter(|&cell| self.board.stone(cell) == Some(colour))
            .collect();
        self.random.choice(stones)
    }

    /// How many stones of that colour lie on the board.
    #[must_use]
    pub fn count(&self, colour: Colour) -> usize {
        let cells = self.board.size().cells();
        cells
            .filter(|&cell| self.board.stone(cell) == Some(colour))
            .count()
    }
}

impl Machine for Table {
    fn size(&self) -> Size {
        self.board.size()
    }

    fn abilities(&self) -> Abilities {
        self.abilities
    }

    fn begin(&mut self, work: Work) {
        assert!(self.arm.is_none(), "one movement at a time");
        let takes_ms = if self.happens(self.skill.stalls) {
            20_000
        } else {
            self.random.u64(200..2_500)
        };
        self.arm = Some((work, self.now_ms + takes_ms));
    }

    fn progress(&mut self) -> Progress {
        match self.arm {
            Some((_, end_ms)) if self.now_ms < end_ms => return Progress::Busy,
            Some((work, _)) => {
                self.arm = None;
                self.last = self.end_movement(work);
            }
            None => {}
        }
        self.last
    }

    fn look(&mut self) -> Option<Board> {
        // Now and then a hand is in the way.
        (!self.happens(100)).then(|| self.board.clone())
    }

    fn was_pressed(&mut self) -> bool {
        std::mem::take(&mut self.pressed)
    }

    fn show(&mut self, lamp: Lamp) {
        self.lamp = Some(lamp);
        if lamp != Lamp::Over {
            self.over = None;
        }
    }

    fn over(&mut self, winner: Option<Colour>, row: &Row) {
        self.over = Some((winner, row.clone()));
    }
}
