//! Who plays at the table: watches the lamps, moves, presses the button, and is not always good.

use fastrand::Rng;
use minmax_link::board::Board;
use minmax_link::cell::{Cell, Colour};
use minmax_link::message::Lamp;

use super::table::Table;

/// Chooses a cell for the person; the stones are as they lie on the table.
pub type Choose = Box<dyn FnMut(&mut Table) -> Option<Cell>>;

/// What people do to a machine. Each is followed by the button.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mischief {
    /// Moves one of the machine's stones.
    Shift,
    /// Moves one of the machine's stones and then plays properly.
    ShiftAndMove,
    /// Two stones at once.
    Two,
    /// A stone of the machine's colour.
    WrongColour,
    /// Takes a stone of the machine's away.
    TakeAway,
    /// Takes one of his own away.
    TakeBack,
    /// Nothing but the button.
    ButtonOnly,
}

const ALL: [Mischief; 7] = [
    Mischief::Shift,
    Mischief::ShiftAndMove,
    Mischief::Two,
    Mischief::WrongColour,
    Mischief::TakeAway,
    Mischief::TakeBack,
    Mischief::ButtonOnly,
];

/// A person with a colour.
pub struct Person {
    colour: Colour,
    choose: Choose,
    /// Mischief in 100 turns.
    bad: u32,
    random: Rng,
    act_at_ms: u64,
    /// The board to go back to when the lamp says that something is wrong.
    proper: Option<Board>,
    /// The cells that were meant to be moves, oldest first.
    pub moves: Vec<Cell>,
    /// Mischief that was done.
    pub done: Vec<Mischief>,
}

impl Person {
    /// A person who plays that colour and is bad in so many turns of 100.
    #[must_use]
    pub fn new(colour: Colour, bad: u32, choose: Choose, random: Rng) -> Self {
        Self {
            colour,
            choose,
            bad,
            random,
            act_at_ms: 0,
            proper: None,
            moves: Vec::new(),
            done: Vec::new(),
        }
    }

    const fn other(&self) -> Colour {
        match self.colour {
            Colour::Black => Colour::White,
            Colour::White => Colour::Black,
        }
    }

    /// A look at the table, and at the game on the box's screen: people act at their own pace,
    /// and never while the arm moves.
    pub fn act(&mut self, table: &mut Table, screen: &Board) {
        if table.now_ms < self.act_at_ms || table.is_moving() {
            return;
        }
        match table.lamp {
            Some(Lamp::Turn) => self.take_turn(table),
            Some(Lamp::Wrong) => self.mend(table, screen),
            _ => return self.press_in_impatience(table),
        }
        self.act_at_ms = table.now_ms + self.random.u64(2_000..6_000);
    }

    /// Whether the stones say that it is this person's turn.
    fn is_to_move(&self, table: &Table) -> bool {
        let (mine, others) = (table.count(self.colour), table.count(self.other()));
        match self.colour {
            Colour::Black => mine == others,
            Colour::White => mine < others,
        }
    }

    fn take_turn(&mut self, table: &mut Table) {
        self.proper = None;
        if self.is_to_move(table) {
            if self.random.u32(0..100) < self.bad {
                self.misbehave(table);
            } else {
                self.play(table);
            }
        }
        table.pressed = true;
    }

    fn play(&mut self, table: &mut Table) {
        if let Some(cell) = (self.choose)(table) {
            assert_eq!(table.board.stone(cell), None, "people see stones");
            table.board.set(cell, Some(self.colour));
            self.moves.push(cell);
        }
    }

    fn misbehave(&mut self, table: &mut Table) {
        let proper = table.board.clone();
        let mischief = self.random.choice(ALL).unwrap_or(Mischief::ButtonOnly);
        if self.tamper(mischief, table).is_some() {
            self.done.push(mischief);
            self.proper = Some(proper);
        }
    }

    fn tamper(&mut self, mischief: Mischief, table: &mut Table) -> Option<()> {
        let (own, other) = (self.colour, self.other());
        match mischief {
            Mischief::Shift | Mischief::ShiftAndMove => {
                let (from, to) = (table.random_stone(other)?, table.random_empty()?);
                if mischief == Mischief::ShiftAndMove {
                    // On the way the machine's stone goes back to a cell that must be free.
                    let cell = (self.choose)(table).filter(|&cell| cell != to)?;
                    table.board.set(cell, Some(own));
                    self.moves.push(cell);
                }
                table.board.set(from, None);
                table.board.set(to, Some(other));
            }
            Mischief::Two => {
                let cells = [table.random_empty()?, table.random_empty()?];
                if cells[0] == cells[1] {
                    return None;
                }
                for cell in cells {
                    table.board.set(cell, Some(own));
                }
            }
            Mischief::WrongColour => {
                let cell = table.random_empty()?;
                table.board.set(cell, Some(other));
            }
            Mischief::TakeAway | Mischief::TakeBack => {
                let colour = if mischief == Mischief::TakeAway {
                    other
                } else {
                    own
                };
                let cell = table.random_stone(colour)?;
                table.board.set(cell, None);
            }
            Mischief::ButtonOnly => {}
        }
        Some(())
    }

    /// Puts everything back as it was, or as the screen says; or leaves it to the machine once
    /// more. The button says that all was done.
    fn mend(&mut self, table: &mut Table, screen: &Board) {
        if let Some(proper) = self.proper.take() {
            table.board = proper;
        } else if self.random.bool() {
            table.board = screen.clone();
        }
        table.pressed = true;
    }

    fn press_in_impatience(&mut self, table: &mut Table) {
        if self.bad > 0 && self.random.u32(0..2_000) == 0 {
            table.pressed = true;
        }
    }
}
