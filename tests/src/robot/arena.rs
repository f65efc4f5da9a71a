//! Box, line, machine and person together.

use std::collections::HashMap;

use fastrand::Rng;
use minmax_engine::game::Game;
use minmax_engine::point::Point;
use minmax_engine::rules::Rules;
use minmax_engine::search::limits::Limits;
use minmax_engine::strategy::handicap::Level;
use minmax_h3::app::event::{Event, Player, Request, Task};
use minmax_h3::app::session::{Config, Session};
use minmax_h3::app::thought::Thought;
use minmax_h3::link::note::{Note, Trouble};
use minmax_h3::link::opening::first_move;
use minmax_h3::link::robot::{Output, Robot, Setup};
use minmax_h3::link::translate;
use minmax_link::cell::Cell;
use minmax_link::device::Device;
use minmax_link::line::Timing;

use super::person::Person;
use super::table::Table;
use super::wire::{Noise, Wire};
use crate::mind::Mind;

const STEP_MS: u64 = 10;
const BAUD: u32 = 115_200;
/// What the model case grants the machine for a stone.
const PLACE_TIMEOUT_MS: u64 = 15_000;

/// An engine that remembers its answers, for thousands of games of three in a row are few
/// positions.
pub struct Engine {
    mind: Mind,
    limits: Limits,
    level: Level,
    known: HashMap<Vec<Point>, Point>,
}

impl Engine {
    /// An engine of that level, bounded by other limits.
    #[must_use]
    pub fn new(level: Level, limits: Limits) -> Self {
        Self {
            mind: Mind::new(1 << 14),
            limits,
            level,
            known: HashMap::new(),
        }
    }

    /// The move in that position.
    ///
    /// # Panics
    /// If the game is over.
    pub fn choose(&mut self, game: &Game) -> Point {
        if let Some(&known) = self.known.get(game.moves()) {
            return known;
        }
        self.mind.forget();
        let verdict = self.mind.think_at(self.level, game, &self.limits, 1);
        let best = verdict.map(|verdict| verdict.best);
        let best = best.unwrap_or_else(|| panic!("the game is over"));
        self.known.insert(game.moves().to_vec(), best);
        best
    }
}

/// The machine's end of the link.
pub trait Peer {
    /// Takes a byte in.
    fn receive(&mut self, byte: u8, table: &mut Table);
    /// Sees what the table has done, and gives it the next thing to do.
    fn poll(&mut self, table: &mut Table);
    /// The next line to be written.
    fn transmit(&mut self, now_ms: u64) -> Option<&[u8]>;
}

impl Peer for Device {
    fn receive(&mut self, byte: u8, table: &mut Table) {
        Self::receive(self, byte, table);
    }

    fn poll(&mut self, table: &mut Table) {
        Self::poll(self, table);
    }

    fn transmit(&mut self, now_ms: u64) -> Option<&[u8]> {
        Self::transmit(self, now_ms)
    }
}

/// The crate's own end.
fn device(session: u16) -> Box<dyn Peer> {
    Box::new(Device::new(session, Timing::for_baud(BAUD)))
}

/// What the link has said during a game.
#[derive(Clone, Debug, Default)]
pub struct Heard {
    /// Every note.
    pub notes: Vec<Note>,
    /// Every trouble.
    pub troubles: Vec<Trouble>,
}

/// All of it.
pub struct Arena<'a> {
    /// The box's game.
    pub session: Session,
    /// The box's end of the link.
    pub robot: Robot,
    /// The machine's end of the link.
    pub peer: Box<dyn Peer>,
    /// The table.
    pub table: Table,
    /// The person at it.
    pub person: Person,
    /// What was said.
    pub heard: Heard,
    /// The time.
    pub now_ms: u64,
    /// Every line that was sent, the box's with `true`.
    pub lines: Vec<(bool, String)>,
    /// Where Black's first stone is to go.
    pub first_cell: Option<Point>,
    /// Makes the machine's end with a session.
    switch_on: fn(u16) -> Box<dyn Peer>,
    engine: &'a mut Engine,
    task: Option<(Box<Task>, u64)>,
    to_box: Wire,
    to_machine: Wire,
    random: Rng,
}

impl<'a> Arena<'a> {
    /// Everything switched on, the board empty.
    #[must_use]
    pub fn new(
        rules: Rules,
        players: [Player; 2],
        engine: &'a mut Engine,
        table: Table,
        person: Person,
        noise: Noise,
        seed: u64,
    ) -> Self {
        let mut random = Rng::with_seed(seed);
        let session = Session::new(Config {
            rules,
            players,
            level: engine.level,
            limits: Some(engine.limits.into()),
            seed,
        });
        Self {
            robot: Robot::new(setup(random.u16(1..)), &session.view()),
            peer: device(random.u16(1..)),
            switch_on: device,
            to_box: Wire::new(noise, random.fork()),
            to_machine: Wire::new(noise, random.fork()),
            session,
            table,
            person,
            heard: Heard::default(),
            now_ms: 0,
            lines: Vec::new(),
            first_cell: None,
            engine,
            task: None,
            random,
        }
    }

    /// Another machine's end, for this start and all others.
    pub fn take_peer(&mut self, switch_on: fn(u16) -> Box<dyn Peer>) {
        self.switch_on = switch_on;
        self.peer = switch_on(self.random.u16(1..));
    }

    /// The game begins.
    pub fn start(&mut self) {
        let request = self.session.start();
        self.obey(request);
    }

    /// Something that happens to the game on another input.
    pub fn event(&mut self, event: Event) {
        let reaction = self.session.handle(event);
        self.obey(reaction.request);
        self.robot.follow(&self.session.view());
    }

    /// The box is switched off and on: it knows its game from its disk, and nothing of the board.
    pub fn restart_box(&mut self) {
        self.to_machine.cut();
        let session = self.random.u16(1..);
        self.robot = Robot::new(setup(session), &self.session.view());
    }

    /// The machine is switched off and on.
    pub fn restart_machine(&mut self) {
        self.to_box.cut();
        self.table.restart();
        self.peer = (self.switch_on)(self.random.u16(1..));
    }

    /// From now on the line is as it should be.
    pub fn mend_wires(&mut self) {
        self.to_box = Wire::new(Noise::NONE, self.random.fork());
        self.to_machine = Wire::new(Noise::NONE, self.random.fork());
    }

    fn obey(&mut self, request: Option<Request>) {
        match request {
            None => {}
            Some(Request::Think(task)) => {
                let takes_ms = self.random.u64(20..800);
                self.task = Some((task, self.now_ms + takes_ms));
            }
            Some(Request::MoveNow | Request::Abandon) => self.task = None,
        }
    }

    /// Ten milliseconds pass.
    pub fn step(&mut self) {
        self.now_ms += STEP_MS;
        self.table.now_ms = self.now_ms;
        self.answer();
        while let Some(byte) = self.to_box.receive(self.now_ms) {
            self.robot.receive(&[byte]);
        }
        while let Some(line) = self.robot.transmit(self.now_ms) {
            self.lines.push((true, text(line)));
            self.to_machine.send(self.now_ms, line);
        }
        while let Some(output) = self.robot.next_output() {
            match output {
                Output::Play(point) => self.event(Event::Play(point)),
                Output::Say(note) => self.heard.notes.push(note),
                Output::Trouble(trouble) => self.heard.troubles.push(trouble),
                Output::Mended => {}
            }
        }
        while let Some(byte) = self.to_machine.receive(self.now_ms) {
            self.peer.receive(byte, &mut self.table);
        }
        self.peer.poll(&mut self.table);
        while let Some(line) = self.peer.transmit(self.now_ms) {
            self.lines.push((false, text(line)));
            self.to_box.send(self.now_ms, line);
        }
        let screen = translate::board(self.session.view().game);
        self.person.act(&mut self.table, &screen);
    }

    fn answer(&mut self) {
        let Some((task, _)) = self.task.take_if(|(_, at_ms)| *at_ms <= self.now_ms) else {
            return;
        };
        let event = first_move(&task, self.first_cell).unwrap_or_else(|| {
            let thought = Thought {
                score: 0,
                depth: 1,
                nodes: 1,
                elapsed_ms: 1,
                ..Thought::default()
            };
            Event::Answer(task.id, Some((self.engine.choose(&task.game), thought)))
        });
        self.event(event);
    }

    /// Whether the game is over, the board as it should be, and the machine told.
    #[must_use]
    pub fn is_over(&self) -> bool {
        let over = self.session.record().ending().is_some();
        over && self.robot.is_settled() && self.table.over.is_some() && !self.table.is_moving()
    }

    /// Lets time pass until something is the case.
    ///
    /// # Panics
    /// If it is not within so many simulated seconds.
    pub fn until(&mut self, seconds: u64, what: &str, holds: impl Fn(&Self) -> bool) {
        let end_ms = self.now_ms + 1_000 * seconds;
        while !holds(self) {
            assert!(self.now_ms < end_ms, "never: {what}\n{}", self.picture());
            self.step();
        }
    }

    /// Where things stand, for people who look for a fault.
    #[must_use]
    pub fn picture(&self) -> String {
        let game = self.session.view().game;
        format!(
            "at {} ms: on the table {}, in the game {}, lamp {:?}, trouble {:?}, mischief {:?}",
            self.now_ms,
            self.table.board,
            translate::board(game),
            self.table.lamp,
            self.robot.trouble(),
            self.person.done,
        )
    }

    /// The person's moves as the box knows them.
    #[must_use]
    pub fn moves_of_person(&self) -> Vec<Cell> {
        let size = self.table.board.size();
        let moves = self.session.record().moves();
        let own = moves.filter(|(_, thought)| thought.is_none());
        own.filter_map(|(point, _)| translate::cell(point, size))
            .collect()
    }
}

fn text(line: &[u8]) -> String {
    String::from_utf8_lossy(line).trim_end().to_owned()
}

/// How the box's end is set up.
#[must_use]
pub const fn setup(session: u16) -> Setup {
    Setup {
        session,
        timing: Timing::for_baud(BAUD),
        place_timeout_ms: PLACE_TIMEOUT_MS,
    }
}
