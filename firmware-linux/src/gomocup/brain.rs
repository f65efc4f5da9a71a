//! The protocol as a state machine: a line in; replies and requests out.
//!
//! While the engine thinks, `END` and `YXSTOP` act at once. A new game or position ends the
//! thinking, whose move is told all the same, for somebody waits for it. All else waits until the
//! move is told, and nothing is lost. At the end of the input all that waits is still answered, but
//! nothing is thought about any longer.

use std::collections::VecDeque;

use minmax_engine::board::Board;
use minmax_engine::game::Game;
use minmax_engine::point::Point;
use minmax_engine::rules::{FoulRule, LineRule, Rules};
use minmax_engine::side::Side;

use super::board::Collector;
use super::clock::{Clock, Strength};
use super::command::{Command, Info, Line, Purpose, Stone};
use super::dialect::Dialect;
use super::fault::Fault;
use super::memory::Memory;
use super::opening::{Choice, choose, three_stones};
use super::reply::{Depth, Reply};
use crate::app::event::{Task, TaskId};
use crate::app::thought::Thought;
use crate::names::rule_name;

/// So many lines wait at most while the engine thinks at leisure; with more of them it hurries.
pub const MOST_WAITING: usize = 1_000;

/// Five in a row.
const FIVE: usize = 5;

/// A line as it was heard.
pub type Heard = Result<Line, Fault>;

/// What the user asks of the brain.
#[derive(Clone, Debug)]
pub struct Config {
    /// Who speaks to it.
    pub dialect: Dialect,
    /// What a foul comes to in renju.
    pub fouls: FoulRule,
    /// How strong it shall be.
    pub strength: Strength,
    /// The table's size in MiB; as the manager likes if not given.
    pub hash_mib: Option<usize>,
    /// Search threads, until the manager says something else.
    pub threads: usize,
    /// Varies what is left to chance.
    pub seed: u64,
}

/// Something for the world to do. The order counts.
#[derive(Clone, Debug)]
pub enum Output {
    /// Say this.
    Say(Reply),
    /// Have an engine with a table of so many MiB and so many threads.
    Prepare(Engine),
    /// Think about this, which was asked for so many milliseconds after the beginning.
    Think(Box<Task>, u64),
    /// Move at once.
    Stop,
    /// Leave.
    Leave,
}

/// The size of an engine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Engine {
    /// MiB of the table, 1 or more.
    pub hash_mib: usize,
    /// Search threads, 1 or more.
    pub threads: usize,
}

/// What the engine thinks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Aim {
    /// A move.
    Move,
    /// So many moves, and the best of them.
    Best(u8),
    /// A side after so many stones.
    Side(usize),
}

#[derive(Clone, Copy, Debug)]
struct Thinking {
    id: TaskId,
    aim: Aim,
    began_ms: u64,
    hurried: bool,
}

/// The protocol's side of the brain.
#[derive(Clone, Debug)]
pub struct Brain {
    config: Config,
    line: LineRule,
    game: Option<Game>,
    collector: Option<Collector>,
    clock: Clock,
    memory: Memory,
    waiting: VecDeque<Heard>,
    thinking: Option<Thinking>,
    /// What both sides would play, by the last finished depth.
    foreseen: Box<[Point]>,
    tasks: u64,
    swaps: u64,
    afresh: bool,
    leaving: bool,
}

type Out = Vec<Output>;

impl Brain {
    /// A brain without a board.
    #[must_use]
    pub fn new(config: Config) -> Self {
        Self {
            memory: Memory::new(config.hash_mib, config.threads),
            config,
            line: LineRule::Freestyle,
            game: None,
            collector: None,
            clock: Clock::default(),
            waiting: VecDeque::new(),
            thinking: None,
            foreseen: Box::default(),
            tasks: 0,
            swaps: 0,
            afresh: false,
            leaving: false,
        }
    }

    /// The game as it stands; nothing before the first `START`.
    #[must_use]
    pub const fn game(&self) -> Option<&Game> {
        self.game.as_ref()
    }

    /// Whether the engine is asked for something.
    #[must_use]
    pub const fn is_thinking(&self) -> bool {
        self.thinking.is_some()
    }

    /// Whether no more lines should be read for the moment.
    #[must_use]
    pub fn is_full(&self) -> bool {
        self.waiting.len() >= MOST_WAITING
    }

    /// Whether the input has ended, and nothing waits but, perhaps, for a last move.
    #[must_use]
    pub fn is_at_its_last(&self) -> bool {
        self.leaving && self.waiting.is_empty()
    }

    /// Hears a line that came so many milliseconds after some beginning.
    pub fn hear(&mut self, heard: Heard, now_ms: u64, out: &mut Out) {
        if self.thinking.is_none() && self.waiting.is_empty() {
            return self.obey(heard, now_ms, out);
        }
        match heard {
            Ok(Line::Command(Command::End)) if self.thinking.is_some() => out.push(Output::Leave),
            heard => self.waiting.push_back(heard),
        }
        self.hurry_if_late(out);
    }

    /// No more lines come.
    pub fn end(&mut self, out: &mut Out) {
        self.leaving = true;
        self.hurry_if_late(out);
        self.leave_if_done(out);
    }

    /// Obeys a line that has waited. Whether one did, and the engine is not at work.
    pub fn go_on(&mut self, now_ms: u64, out: &mut Out) -> bool {
        if self.thinking.is_some() {
            return false;
        }
        let Some(heard) = self.waiting.pop_front() else {
            return false;
        };
        self.obey(heard, now_ms, out);
        self.hurry_if_late(out);
        self.leave_if_done(out);
        true
    }

    /// The engine has finished a depth: what it thinks of a move, the `rank`-th best.
    pub fn deeper(
        &mut self,
        id: TaskId,
        rank: u8,
        line: Box<[Point]>,
        thought: &Thought,
        out: &mut Out,
    ) {
        let Some(thinking) = self.thinking.filter(|thinking| thinking.id == id) else {
            return;
        };
        if rank == 1 {
            self.foreseen.clone_from(&line);
        }
        let depth = Depth {
            rank: matches!(thinking.aim, Aim::Best(_)).then_some(rank),
            depth: thought.depth,
            score: thought.score,
            nodes: thought.nodes,
            elapsed_ms: thought.elapsed_ms,
            line,
        };
        out.push(Output::Say(Reply::Depth(depth)));
    }

    /// The engine has an answer: nothing if it sees no move. What has waited is to
    /// [go on](Self::go_on).
    pub fn answered(
        &mut self,
        id: TaskId,
        answer: Option<(Point, Thought)>,
        now_ms: u64,
        out: &mut Out,
    ) {
        if self.thinking.is_none_or(|thinking| thinking.id != id) {
            return;
        }
        if let Some(thinking) = self.thinking.take() {
            self.clock.spend(now_ms.saturating_sub(thinking.began_ms));
            let reply = match answer {
                Some((point, thought)) => self.conclude(thinking.aim, point, &thought),
                None => Reply::Fault(Fault::Over),
            };
            out.push(Output::Say(reply));
        }
        self.leave_if_done(out);
    }

    /// The engine has failed, for this reason. Another one will do, and what has waited is to
    /// [go on](Self::go_on).
    pub fn failed(&mut self, why: String, out: &mut Out) {
        if self.thinking.take().is_some() {
            out.push(Output::Say(Reply::Fault(Fault::Engine(why))));
        }
        self.leave_if_done(out);
    }

    fn leave_if_done(&self, out: &mut Out) {
        if self.is_at_its_last() && self.thinking.is_none() {
            out.push(Output::Leave);
        }
    }

    /// What is thought about may be out of date, or keep too many waiting.
    fn hurry_if_late(&mut self, out: &mut Out) {
        if self.leaving || self.is_full() || self.waiting.iter().any(ends_thinking) {
            self.hurry(out);
        }
    }

    fn hurry(&mut self, out: &mut Out) {
        if let Some(thinking) = self.thinking.as_mut().filter(|thinking| !thinking.hurried) {
            thinking.hurried = true;
            out.push(Output::Stop);
        }
    }

    fn obey(&mut self, heard: Heard, now_ms: u64, out: &mut Out) {
        let obeyed = match heard {
            Ok(Line::Command(command)) => self.command(command, now_ms, out),
            Ok(Line::Stone(stone)) => self.stone(stone),
            Err(fault) => {
                if let Some(collector) = &mut self.collector {
                    collector.spoil();
                }
                Err(fault)
            }
        };
        if let Err(fault) = obeyed {
            out.push(Output::Say(Reply::Fault(fault)));
        }
    }

    fn stone(&mut self, stone: Stone) -> Result<(), Fault> {
        let rules = self.game.as_ref().map(Game::rules);
        let collector = self.collector.as_mut().ok_or(Fault::StoneAlone)?;
        collector.add(stone, rules)
    }

    fn command(&mut self, command: Command, now_ms: u64, out: &mut Out) -> Result<(), Fault> {
        if !matches!(command, Command::Done | Command::Stop | Command::End) {
            self.drop_stones(out);
        }
        match command {
            Command::Start { columns, rows } => return self.start(columns, rows, out),
            Command::Restart => return self.restart(out),
            Command::Begin => return self.begin(now_ms, out),
            Command::Turn(point) => return self.turn(point, now_ms, out),
            Command::Play(point) => return self.play(point, out),
            Command::TakeBack(point) => return self.take_back(point, out),
            Command::Done => return self.done(now_ms, out),
            Command::Best(count) => return self.think(Aim::Best(count), now_ms, out),
            Command::Stones(purpose) => self.collector = Some(Collector::new(purpose)),
            Command::Info(info) => self.inform(info, out),
            Command::ForgetHash => self.afresh = true,
            Command::About => out.push(Output::Say(Reply::About)),
            Command::ShowForbidden => out.push(Output::Say(Reply::Forbidden(self.forbidden()))),
            Command::End => out.push(Output::Leave),
            Command::Stop => (), // nothing is thought about
        }
        Ok(())
    }

    /// Another command came where a stone or `DONE` was to come.
    fn drop_stones(&mut self, out: &mut Out) {
        if let Some(collector) = self.collector.take() {
            let fault = Fault::NoDone(collector.purpose().name());
            out.push(Output::Say(Reply::Fault(fault)));
        }
    }

    fn start(&mut self, columns: usize, rows: usize, out: &mut Out) -> Result<(), Fault> {
        let rules = Rules::new(columns, rows, FIVE, self.line)?.with_fouls(self.config.fouls);
        self.new_game(rules, out);
        Ok(())
    }

    fn restart(&mut self, out: &mut Out) -> Result<(), Fault> {
        let rules = self.board()?.rules();
        self.new_game(rules, out);
        Ok(())
    }

    fn new_game(&mut self, rules: Rules, out: &mut Out) {
        self.game = Some(Game::new(rules));
        self.clock.new_game();
        self.afresh = true;
        out.push(Output::Say(Reply::Ok));
    }

    fn engine(&self) -> Engine {
        let turn_ms = self.clock.turn_ms(&self.config.strength);
        Engine {
            hash_mib: self.memory.table_mib(turn_ms),
            threads: self.memory.threads(),
        }
    }

    fn board(&self) -> Result<&Game, Fault> {
        self.game.as_ref().ok_or(Fault::NoBoard)
    }

    fn board_mut(&mut self) -> Result<&mut Game, Fault> {
        self.game.as_mut().ok_or(Fault::NoBoard)
    }

    fn begin(&mut self, now_ms: u64, out: &mut Out) -> Result<(), Fault> {
        if self.board()?.board().stones() > 0 {
            return Err(Fault::NotEmpty);
        }
        self.think(Aim::Move, now_ms, out)
    }

    fn turn(&mut self, point: Point, now_ms: u64, out: &mut Out) -> Result<(), Fault> {
        let game = self.board_mut()?;
        game.try_play(point)?;
        if let Some(foul) = game.foul() {
            return Err(Fault::Foul(foul));
        }
        self.think(Aim::Move, now_ms, out)
    }

    fn play(&mut self, point: Point, out: &mut Out) -> Result<(), Fault> {
        let game = self.board_mut()?;
        game.try_play(point)?;
        let lost = game.foul().map(Fault::Foul);
        out.push(Output::Say(Reply::Move(point)));
        let words = lost.map(|fault| Reply::Message(fault.to_string()));
        out.extend(words.map(Output::Say));
        Ok(())
    }

    fn take_back(&mut self, point: Point, out: &mut Out) -> Result<(), Fault> {
        let game = self.board_mut()?;
        if !game.board().contains(point) {
            return Err(Fault::Outside);
        }
        game.board().stone(point).ok_or(Fault::NoStone)?;
        if game.last_move() == Some(point) {
            game.undo();
        } else {
            *game = without(game, point)?;
        }
        out.push(Output::Say(Reply::Ok));
        Ok(())
    }

    fn done(&mut self, now_ms: u64, out: &mut Out) -> Result<(), Fault> {
        let collector = self.collector.take().ok_or(Fault::DoneAlone)?;
        let game = collector.game(self.board()?.rules())?;
        let (purpose, foul) = (collector.purpose(), game.foul());
        if purpose != Purpose::Show && foul.is_none() && game.outcome().is_some() {
            return Err(Fault::Over);
        }
        if purpose == Purpose::Swap {
            return self.swap(game, collector.count(), now_ms, out);
        }
        self.game = Some(game);
        match (foul, purpose) {
            (Some(foul), _) => Err(Fault::Foul(foul)),
            (None, Purpose::Move) => self.think(Aim::Move, now_ms, out),
            (None, _) => Ok(()),
        }
    }

    fn swap(&mut self, game: Game, stones: usize, now_ms: u64, out: &mut Out) -> Result<(), Fault> {
        match stones {
            0 => self.open(game, out),
            3 | 5 => {
                self.game = Some(game);
                self.think(Aim::Side(stones), now_ms, out)
            }
            other => Err(Fault::SwapCount(other)),
        }
    }

    /// Another opening each time.
    fn open(&mut self, mut game: Game, out: &mut Out) -> Result<(), Fault> {
        let seed = self.config.seed.wrapping_add(self.swaps);
        let points = three_stones(game.rules(), seed).ok_or(Fault::Over)?;
        for point in points {
            game.try_play(point)?;
        }
        self.swaps = self.swaps.wrapping_add(1);
        self.game = Some(game);
        out.push(Output::Say(Reply::Stones(points.into())));
        Ok(())
    }

    fn inform(&mut self, info: Info, out: &mut Out) {
        self.clock.hear(info);
        self.memory.hear(info);
        if let Info::Rule(number) = info
            && let Err(why) = self.change_rule(number)
        {
            let rule = rule_name(self.line);
            let words = format!("rule {number} is not played: {why}; {rule} stays");
            out.push(Output::Say(Reply::Message(words)));
        }
    }

    /// The stones of a game that goes on stay where they are.
    fn change_rule(&mut self, number: i64) -> Result<(), String> {
        let unknown = "no game has this number";
        let line = self.config.dialect.rule(number).ok_or(unknown)?;
        if line == self.line {
            return Ok(());
        }
        let old = self.game.as_ref().map_or(Rules::GOMOKU, Game::rules);
        let rules = Rules::new(old.columns(), old.rows(), FIVE, line);
        let rules = rules.map_err(|error| error.to_string())?;
        let rules = rules.with_fouls(self.config.fouls);
        if let Some(game) = &mut self.game {
            let side = game.side_to_move();
            *game = rebuilt(game, rules, side, None).map_err(|fault| fault.to_string())?;
        }
        self.line = line;
        self.afresh = true;
        Ok(())
    }

    fn forbidden(&self) -> Vec<Point> {
        let forbidden = |game: &Game| game.forbidden().iter().collect();
        self.game.as_ref().map(forbidden).unwrap_or_default()
    }

    fn think(&mut self, aim: Aim, now_ms: u64, out: &mut Out) -> Result<(), Fault> {
        let game = self.board()?.clone();
        if game.outcome().is_some() {
            return Err(Fault::Over);
        }
        let mut limits = self.clock.limits(&self.config.strength, game.board());
        if let Aim::Best(count) = aim {
            limits.lines = count;
        }
        self.tasks = self.tasks.wrapping_add(1);
        let id = TaskId::new(self.tasks);
        self.thinking = Some(Thinking {
            id,
            aim,
            began_ms: now_ms,
            hurried: false,
        });
        self.foreseen = Box::default();
        out.push(Output::Prepare(self.engine()));
        let task = Box::new(Task {
            id,
            game,
            level: self.config.strength.level,
            limits,
            seed: self.config.seed,
            afresh: std::mem::take(&mut self.afresh),
        });
        out.push(Output::Think(task, now_ms));
        Ok(())
    }

    fn conclude(&mut self, aim: Aim, point: Point, thought: &Thought) -> Reply {
        if let Aim::Side(stones) = aim {
            match choose(thought.score, stones) {
                Choice::White => (),
                Choice::Black => return Reply::Swap,
                Choice::TwoMore => {
                    if let Some(stones) = self.two_more(point) {
                        return Reply::Stones(stones.into());
                    }
                }
            }
        }
        match self.board_mut().and_then(|game| Ok(game.try_play(point)?)) {
            Ok(()) => Reply::Move(point),
            Err(fault) => Reply::Fault(fault),
        }
    }

    /// Lays the best move, and what would follow it as far as that is known.
    fn two_more(&mut self, best: Point) -> Option<[Point; 2]> {
        let &[first, second, ..] = &*self.foreseen else {
            return None;
        };
        let mut game = self.game.clone().filter(|_| first == best)?;
        game.try_play(first).ok()?;
        game.try_play(second).ok()?;
        self.game = Some(game);
        Some([first, second])
    }
}

/// Whether a line that waits leaves no time for thinking.
fn ends_thinking(heard: &Heard) -> bool {
    matches!(
        heard,
        Ok(Line::Command(
            Command::Start { .. }
                | Command::Restart
                | Command::Begin
                | Command::TakeBack(_)
                | Command::Stones(_)
                | Command::Stop
        ))
    )
}

/// The game without a stone. Black has begun it: whoever has fewer stones is to move.
fn without(game: &Game, point: Point) -> Result<Game, Fault> {
    let count = |side| {
        let stones = cells(game.board()).filter(|&cell| cell != point);
        stones
            .filter(|&cell| game.board().stone(cell) == Some(side))
            .count()
    };
    let side = if count(Side::Black) > count(Side::White) {
        Side::White
    } else {
        Side::Black
    };
    rebuilt(game, game.rules(), side, Some(point))
}

/// The stones of a game, but for one, by these rules and with this side to move.
fn rebuilt(game: &Game, rules: Rules, side: Side, but: Option<Point>) -> Result<Game, Fault> {
    let board = game.board();
    let stones = cells(board).filter(|&cell| Some(cell) != but);
    let stones: Vec<_> = stones
        .filter_map(|cell| Some((cell, board.stone(cell)?)))
        .collect();
    let mut rebuilt = Game::set_up(rules, &stones, side)?;
    for cell in cells(board) {
        if !board.is_empty(cell) && board.stone(cell).is_none() {
            rebuilt.block(cell)?;
        }
    }
    Ok(rebuilt)
}

/// All cells of a board, as one reads.
fn cells(board: &Board) -> impl Iterator<Item = Point> {
    let (columns, rows) = (board.rules().columns(), board.rules().rows());
    (0..rows).flat_map(move |row| (0..columns).filter_map(move |column| Point::new(column, row)))
}

#[cfg(test)]
mod tests;
