//! The robot link on a serial line: what it tells and asks, as the panel understands it.

use std::fmt;

use minmax_engine::point::Point;
use minmax_engine::side::Side;
use minmax_link::cell::Size;
use minmax_link::message::Work;

use crate::app::event::Event;
use crate::app::panel::message::{Difference, Differences, Message, Trouble};
use crate::app::panel::view;
use crate::app::view::View;
use crate::lang::Lang;
use crate::link::judge;
use crate::link::note;
use crate::link::robot::{OrderError, Output, Robot};
use crate::link::translate;
use crate::ports::Wire;

/// Something that the robot link leads to.
#[derive(Clone, Debug)]
pub enum Effect {
    /// For the game.
    Event(Event),
    /// For the displays, and the same in more words for those who read lines.
    Say(Message, String),
    /// Nothing is wrong with robot and board any more.
    Mended,
}

/// A robot on a line.
pub struct Arm {
    robot: Robot,
    wire: Box<dyn Wire>,
    size: Size,
}

impl fmt::Debug for Arm {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.robot.fmt(f)
    }
}

impl Arm {
    /// A robot at the other end of the line.
    #[must_use]
    pub fn new(robot: Robot, wire: Box<dyn Wire>, view: &View<'_>) -> Self {
        Self {
            robot,
            wire,
            size: translate::size(view.rules()),
        }
    }

    /// Bytes from the line.
    pub fn receive(&mut self, bytes: &[u8]) {
        self.robot.receive(bytes);
    }

    /// The game as it is now.
    pub fn follow(&mut self, view: &View<'_>) {
        self.size = translate::size(view.rules());
        self.robot.follow(view);
    }

    /// The box's own button: somebody has moved.
    pub fn press(&mut self) {
        self.robot.press();
    }

    /// The robot itself, to be given orders.
    pub const fn robot(&mut self) -> &mut Robot {
        &mut self.robot
    }

    /// Sends what is due, and tells what there is to do. To be called every few dozen
    /// milliseconds.
    pub fn tick(&mut self, now_ms: u64, lang: Lang) -> Vec<Effect> {
        while let Some(line) = self.robot.transmit(now_ms) {
            // What is lost is repeated.
            self.wire.send(line);
        }
        let mut effects = Vec::new();
        while let Some(output) = self.robot.next_output() {
            effects.push(self.effect(output, lang));
        }
        effects
    }

    fn effect(&self, output: Output, lang: Lang) -> Effect {
        match output {
            Output::Play(point) => Effect::Event(Event::Play(point)),
            Output::Mended => Effect::Mended,
            Output::Say(said) => {
                let words = note::note(&said, lang);
                Effect::Say(Message::Words(words.clone()), words)
            }
            Output::Trouble(found) => {
                let words = note::trouble(&found, lang);
                Effect::Say(Message::Trouble(self.trouble(&found)), words)
            }
        }
    }

    fn trouble(&self, trouble: &note::Trouble) -> Trouble {
        match trouble {
            note::Trouble::Deaf => Trouble::RobotSilent,
            note::Trouble::Version(_) | note::Trouble::Size(..) | note::Trouble::Blind(_) => {
                Trouble::RobotFailed
            }
            note::Trouble::Wrong(list) | note::Trouble::ByHand(list, _) => {
                let differences = list.iter().filter_map(|&d| self.difference(d));
                let differences = Differences::new(&differences.collect::<Vec<_>>());
                differences.map_or(Trouble::RobotFailed, Trouble::Board)
            }
        }
    }

    fn difference(&self, difference: judge::Difference) -> Option<Difference> {
        Some(Difference {
            at: translate::point(difference.cell, self.size)?,
            wanted: difference.expected.map(translate::side),
            seen: difference.found.map(translate::side),
        })
    }

    /// What the robot is about, for the displays.
    #[must_use]
    pub fn doing(&self) -> Option<view::Robot> {
        let point = |cell| translate::point(cell, self.size);
        match self.robot.work() {
            Some(Work::Place(colour, cell)) => {
                Some(view::Robot::Placing(translate::side(colour), point(cell)?))
            }
            Some(Work::Move(from, to)) => Some(view::Robot::Moving(point(from)?, point(to)?)),
            Some(Work::Remove(cell)) => Some(view::Robot::Removing(point(cell)?)),
            Some(Work::Look) => None,
            None => self
                .robot
                .awaits_button()
                .then_some(view::Robot::AwaitsButton),
        }
    }

    /// Has the robot put a stone there, whatever the game says, or take the stone from there.
    ///
    /// # Errors
    /// It cannot be done; nothing changes.
    pub fn order(&mut self, stone: Option<Side>, at: Point) -> Result<(), OrderError> {
        match stone {
            Some(side) => self.robot.place(side, at),
            None => self.robot.remove(at),
        }
    }
}
