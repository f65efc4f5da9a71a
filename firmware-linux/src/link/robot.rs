//! The state machine that joins the game and the machine.
//!
//! It knows the game by [`follow`](Robot::follow), which is called after every event whoever
//! caused it, and the board by what the machine sees. Whatever differs is either work for the
//! machine or a matter for people, as [`judge`] finds; so an answer of the engine, a
//! move that was made on a keypad, moves taken back, a new game, a game that is resumed after a
//! power cut and a stone that fell down are one and the same thing. Before and after every
//! movement of the arm it looks.

use std::collections::VecDeque;

use minmax_engine::point::Point;
use minmax_engine::rules::FoulRule;
use minmax_engine::side::Side;
use minmax_link::board::Board;
use minmax_link::cell::{Cell, Colour, Size};
use minmax_link::line::Timing;
use minmax_link::message::{Abilities, Lamp, Row, Work};

use super::dialogue::{Dialogue, Ending, Failure, Heard};
use super::judge::{Difference, Scene, Verdict, judge};
use super::note::{Note, Trouble};
use super::translate;
use crate::app::event::Player;
use crate::app::record;
use crate::app::view::View;

/// How often the machine tries the same thing before people are asked.
const TRIES: u8 = 3;
/// More stones than that are set up or cleared faster by hand.
const MOST_BY_MACHINE: usize = 9;
/// How long after it has found something wrong the box looks again.
const LOOK_AGAIN_MS: u64 = 2_000;
/// Who does not take the outputs loses the oldest.
const MOST_OUTPUTS: usize = 32;

/// What the link needs to know beforehand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Setup {
    /// A number that differs from start to start.
    pub session: u16,
    /// How long the line waits.
    pub timing: Timing,
    /// How long the machine may take for one job, in milliseconds.
    pub place_timeout_ms: u64,
}

/// Something that the rest of the box shall do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Output {
    /// A person has moved on the board: to be played as [`Event::Play`](crate::app::event::Event::Play).
    Play(Point),
    /// To be said.
    Say(Note),
    /// To be shown until it is mended; another trouble takes its place.
    Trouble(Trouble),
    /// There is no trouble any more.
    Mended,
}

/// Why an order is none.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OrderError {
    /// There is no such cell.
    OffBoard,
    /// There is a stone already.
    Taken,
    /// There is no stone.
    Empty,
}

/// A job that was begun.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Attempts {
    work: Work,
    /// So often.
    times: u8,
    /// Why it was not done the last time.
    failure: Option<Failure>,
}

/// How far the board is from what it should be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Stage {
    /// Nobody has looked since something has changed.
    Unknown,
    /// It is as it should be.
    Agreed,
    /// The machine works on it.
    Working,
    /// People have to do something.
    Wrong,
}

/// The game, as far as it concerns the board.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Position {
    game: (Size, u8),
    stones: Board,
    /// The person's colour whose turn it is.
    turn: Option<Colour>,
    /// Where that person may not play.
    forbidden: Vec<Cell>,
    /// What the engine plays.
    own: Vec<Colour>,
    /// The last stone, if it was the engine's.
    last_own: Option<Cell>,
    ending: Option<Ending>,
}

impl Position {
    fn of(view: &View<'_>) -> Self {
        let rules = view.rules();
        let size = translate::size(rules);
        let mover = view.game.side_to_move();
        let engine = |side: &Side| view.player(*side) == Player::Engine;
        let last = view.game.last_move().filter(|_| engine(&mover.opponent()));
        Self {
            game: (size, rules.k() as u8),
            stones: translate::board(view.game),
            turn: view.awaits_human().then(|| translate::colour(mover)),
            forbidden: forbidden(view, size),
            own: Side::ALL
                .into_iter()
                .filter(engine)
                .map(translate::colour)
                .collect(),
            last_own: last.and_then(|point| translate::cell(point, size)),
            ending: view.ending.map(|ending| ending_of(ending, view, size)),
        }
    }
}

/// The points that renju forbids, where it refuses them.
fn forbidden(view: &View<'_>, size: Size) -> Vec<Cell> {
    if view.rules().fouls() == FoulRule::Loses || !view.awaits_human() {
        return Vec::new();
    }
    let points = view.game.forbidden();
    let cells = points.iter().map(|point| translate::cell(point, size));
    cells.flatten().collect()
}

fn ending_of(ending: record::Ending, view: &View<'_>, size: Size) -> Ending {
    let cells = view.game.winning_row();
    match ending {
        record::Ending::Row(side) => {
            let row = cells.filter_map(|point| translate::cell(point, size));
            (Some(translate::colour(side)), row.take(20).collect())
        }
        record::Ending::Resigned(side) => (Some(translate::colour(side.opponent())), Row::new()),
        record::Ending::Foul(_) | record::Ending::Stuck => {
            (Some(translate::colour(Side::White)), Row::new())
        }
        record::Ending::Draw => (None, Row::new()),
    }
}

/// The box's end of the link, joined to the game.
///
/// Bytes go in by [`receive`](Self::receive), the game's changes by [`follow`](Self::follow), time
/// by [`transmit`](Self::transmit), which gives the bytes to be written; and
/// [`next_output`](Self::next_output) tells what is to be done. Times are milliseconds of any
/// clock that never goes back.
#[derive(Debug)]
pub struct Robot {
    dialogue: Dialogue,
    position: Position,
    /// Stones that were ordered, whatever the game says.
    ordered: Option<Board>,
    /// What the machine can do, once it is ready.
    machine: Option<Abilities>,
    /// What it could do when it was ready last.
    abilities: Option<Abilities>,
    stage: Stage,
    /// What lay on each cell when it was last as it should be.
    settled: Option<Board>,
    seen: Option<Board>,
    /// What the last job was to bring about.
    effects: Vec<(Cell, Option<Colour>)>,
    /// The job at hand.
    attempts: Option<Attempts>,
    /// How often in a row a look has failed.
    unseen: u8,
    /// The button waits for a look at the board.
    pressed: bool,
    /// People were asked to do the machine's work.
    by_hand: bool,
    look_at_ms: Option<u64>,
    link_trouble: Option<Trouble>,
    board_trouble: Option<Trouble>,
    told_trouble: Option<Trouble>,
    outputs: VecDeque<Output>,
    now_ms: u64,
}

impl Robot {
    /// A box that has just started, with the game as it stands: new or resumed.
    #[must_use]
    pub fn new(setup: Setup, view: &View<'_>) -> Self {
        let Setup {
            session,
            timing,
            place_timeout_ms,
        } = setup;
        let position = Position::of(view);
        Self {
            dialogue: Dialogue::new(session, timing, place_timeout_ms, position.game),
            position,
            ordered: None,
            machine: None,
            abilities: None,
            stage: Stage::Unknown,
            settled: None,
            seen: None,
            effects: Vec::new(),
            attempts: None,
            unseen: 0,
            pressed: false,
            by_hand: false,
            look_at_ms: None,
            link_trouble: None,
            board_trouble: None,
            told_trouble: None,
            outputs: VecDeque::new(),
            now_ms: 0,
        }
    }

    // ---- what comes in

    /// Bytes from the wire.
    pub fn receive(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            if let Some(heard) = self.dialogue.receive(byte) {
                self.heard(heard);
            }
        }
    }

    /// The game, after anything has happened to it. What the game wants ends what was ordered.
    pub fn follow(&mut self, view: &View<'_>) {
        let position = Position::of(view);
        if position == self.position {
            return;
        }
        if position.game != self.position.game {
            self.other_board(position.game);
        }
        if position.stones != self.position.stones {
            self.ordered = None;
        }
        self.pressed &= position.turn.is_some() || self.by_hand;
        self.position = position;
        self.changed();
    }

    /// A button of the box itself: somebody has moved, or has touched the board at least.
    pub fn press(&mut self) {
        self.look_soon();
        if self.turn().is_some() || self.board_trouble.is_some() {
            self.pressed = true;
        } else if self.position.ending.is_some() {
            self.say(Note::GameOver);
        } else {
            self.say(Note::NotYourTurn);
        }
    }

    /// The machine shall put a stone there, whatever the game says. The board then stays as it
    /// was ordered until the game goes on or [`resume`](Self::resume) is called.
    ///
    /// # Errors
    /// The point is off the board or taken; nothing changes.
    pub fn place(&mut self, side: Side, point: Point) -> Result<(), OrderError> {
        let (size, _) = self.position.game;
        let cell = translate::cell(point, size).ok_or(OrderError::OffBoard)?;
        if self.target().stone(cell).is_some() {
            return Err(OrderError::Taken);
        }
        self.order(cell, Some(translate::colour(side)));
        Ok(())
    }

    /// The machine shall take the stone from there, whoever has put it there; see
    /// [`place`](Self::place).
    ///
    /// # Errors
    /// The point is off the board, or there is no stone; nothing changes.
    pub fn remove(&mut self, point: Point) -> Result<(), OrderError> {
        let (size, _) = self.position.game;
        let cell = translate::cell(point, size).ok_or(OrderError::OffBoard)?;
        let stray = self.seen.as_ref().and_then(|seen| seen.stone(cell));
        if self.target().stone(cell).is_none() && stray.is_none() {
            return Err(OrderError::Empty);
        }
        if let Some(settled) = &mut self.settled
            && stray.is_some()
        {
            settled.set(cell, stray); // it is the machine's business now
        }
        self.order(cell, None);
        Ok(())
    }

    /// The board shall be the game's again.
    pub fn resume(&mut self) {
        if self.ordered.take().is_some() {
            self.changed();
        }
    }

    fn order(&mut self, cell: Cell, stone: Option<Colour>) {
        let mut board = self.target().clone();
        board.set(cell, stone);
        self.ordered = Some(board);
        self.changed();
    }

    // ---- what goes out

    /// The next line to be written at this time; nothing when there is none. To be called until
    /// then, at least every few dozen milliseconds.
    pub fn transmit(&mut self, now_ms: u64) -> Option<&[u8]> {
        self.now_ms = now_ms;
        self.tick();
        self.dialogue.transmit(now_ms)
    }

    /// The next thing for the rest of the box to do. To be called until there is none.
    pub fn next_output(&mut self) -> Option<Output> {
        self.outputs.pop_front()
    }

    /// What keeps the game from going on.
    #[must_use]
    pub const fn trouble(&self) -> Option<&Trouble> {
        match &self.link_trouble {
            None => self.board_trouble.as_ref(),
            some => some.as_ref(),
        }
    }

    /// What the machine's arm is about; `None` while it rests or only looks.
    #[must_use]
    pub fn work(&self) -> Option<Work> {
        self.dialogue.work().filter(|&work| work != Work::Look)
    }

    /// Whether the machine waits until somebody says that he has moved.
    #[must_use]
    pub fn awaits_button(&self) -> bool {
        self.lamp() == Lamp::Turn && self.turn().is_some()
    }

    /// Whether the board is known to be as it should be, and the machine at rest.
    #[must_use]
    pub fn is_settled(&self) -> bool {
        self.stage == Stage::Agreed && self.dialogue.is_idle()
    }

    fn emit(&mut self, output: Output) {
        if self.outputs.len() >= MOST_OUTPUTS {
            self.outputs.pop_front();
        }
        self.outputs.push_back(output);
    }

    fn say(&mut self, note: Note) {
        self.emit(Output::Say(note));
    }

    // ---- the game

    fn target(&self) -> &Board {
        self.ordered.as_ref().unwrap_or(&self.position.stones)
    }

    fn turn(&self) -> Option<Colour> {
        self.position.turn.filter(|_| self.ordered.is_none())
    }

    /// Another game on another board: all that was seen is of no use.
    fn other_board(&mut self, game: (Size, u8)) {
        self.dialogue.game(game);
        self.machine = None;
        self.settled = None;
        self.seen = None;
        self.board_trouble = None;
        self.by_hand = false;
        self.effects.clear();
    }

    /// What should lie on the board has changed. Cells that are right already count as settled.
    fn changed(&mut self) {
        self.attempts = None;
        if let (Some(mut settled), Some(seen)) = (self.settled.take(), &self.seen) {
            settle(&mut settled, seen, self.target());
            self.settled = Some(settled);
        }
        if self.was_seen_right() {
            self.stage = Stage::Agreed; // the person's move, which was just looked at
        } else {
            self.stage = Stage::Unknown;
            self.look_soon();
        }
    }

    /// Whether the board was as it should be when it was seen last, and nobody was to touch it
    /// since.
    fn was_seen_right(&self) -> bool {
        let untouched = !self.dialogue.is_moving() && self.board_trouble.is_none();
        untouched && !self.pressed && self.seen.as_ref() == Some(self.target())
    }

    const fn look_soon(&mut self) {
        self.look_at_ms = Some(0);
    }

    const fn look_later(&mut self) {
        self.look_at_ms = Some(self.now_ms + LOOK_AGAIN_MS);
    }

    // ---- time

    fn tick(&mut self) {
        self.notice_deafness();
        if let Some(heard) = self.dialogue.tick(self.now_ms) {
            self.heard(heard);
        }
        let due = self.look_at_ms.is_some_and(|at_ms| self.now_ms >= at_ms);
        if due && self.machine.is_some() && self.dialogue.is_idle() {
            self.look_at_ms = None;
            self.dialogue.begin(Work::Look);
        }
        self.light();
        self.tell_trouble();
    }

    fn notice_deafness(&mut self) {
        if self.dialogue.is_deaf(self.now_ms) {
            self.link_trouble = Some(Trouble::Deaf);
        } else if self.link_trouble == Some(Trouble::Deaf) {
            self.link_trouble = None;
        }
    }

    fn tell_trouble(&mut self) {
        if self.trouble() == self.told_trouble.as_ref() {
            return;
        }
        self.told_trouble = self.trouble().cloned();
        let output = self.told_trouble.clone();
        self.emit(output.map_or(Output::Mended, Output::Trouble));
    }

    fn light(&mut self) {
        let lamp = self.lamp();
        self.dialogue.show(lamp);
        let agreed = self.stage == Stage::Agreed && self.ordered.is_none();
        let ending = self.position.ending.clone().filter(|_| agreed);
        self.dialogue.ending(ending); // told anew whenever the lamp says again that it is over
    }

    fn lamp(&self) -> Lamp {
        if self.trouble().is_some() {
            return Lamp::Wrong;
        }
        let over = self.position.ending.is_some();
        let engine_thinks = !over && self.turn().is_none() && self.ordered.is_none();
        match self.stage {
            _ if self.dialogue.is_moving() => Lamp::Moving,
            Stage::Agreed if self.ordered.is_some() || self.turn().is_some() => Lamp::Turn,
            Stage::Agreed if over => Lamp::Over,
            Stage::Agreed | Stage::Unknown if engine_thinks => Lamp::Thinking,
            _ => Lamp::Moving,
        }
    }

    // ---- the machine

    fn heard(&mut self, heard: Heard) {
        match heard {
            Heard::Opened => {
                self.machine = None;
                self.stage = Stage::Unknown;
            }
            Heard::Ready(size, abilities) => self.ready(size, abilities),
            Heard::Version(version) => self.link_trouble = Some(Trouble::Version(version)),
            Heard::Pressed => self.press(),
            Heard::Seen(board) => self.look_at(*board),
            Heard::Finished(Work::Look, Err(failure)) => self.saw_nothing(failure),
            Heard::Finished(_, Err(failure)) => self.failed(failure),
            Heard::Finished(_, Ok(())) => self.look_soon(),
            Heard::NotUnderstood(text) => self.say(Note::NotUnderstood(text)),
        }
    }

    fn ready(&mut self, size: Size, abilities: Abilities) {
        if self.abilities.replace(abilities) != Some(abilities) {
            self.attempts = None; // another arm, or none
        }
        let (wanted, _) = self.position.game;
        if size == wanted {
            self.machine = Some(abilities);
            self.link_trouble = None;
            self.look_soon();
        } else {
            self.machine = None;
            self.link_trouble = Some(Trouble::Size(size, wanted));
        }
    }

    fn saw_nothing(&mut self, failure: Failure) {
        self.unseen = self.unseen.saturating_add(1);
        if self.unseen >= TRIES {
            self.link_trouble = Some(Trouble::Blind(failure));
        }
        self.look_later();
    }

    fn failed(&mut self, failure: Failure) {
        if let Some(attempts) = &mut self.attempts {
            attempts.failure = Some(failure.clone());
            if attempts.times < TRIES {
                self.say(Note::TriesAgain(failure));
            }
        }
        self.look_soon();
    }

    // ---- the board

    fn look_at(&mut self, board: Board) {
        let (wanted, _) = self.position.game;
        if board.size() != wanted {
            self.link_trouble = Some(Trouble::Size(board.size(), wanted));
            return self.look_later();
        }
        self.unseen = 0;
        if matches!(
            self.link_trouble,
            Some(Trouble::Blind(_) | Trouble::Size(..))
        ) {
            self.link_trouble = None;
        }
        let mut settled = match self.settled.take() {
            Some(settled) => settled,
            None => self.assume(&board),
        };
        settle(&mut settled, &board, self.target());
        for (cell, stone) in self
            .effects
            .extract_if(.., |(cell, stone)| board.stone(*cell) == *stone)
        {
            settled.set(cell, stone);
        }
        let verdict = self.judge(&settled, &board);
        self.settled = Some(settled);
        self.seen = Some(board);
        self.act(verdict);
    }

    /// What lay there before the box was switched off: the game's stones, but maybe not yet the
    /// engine's last one; or nothing, if somebody has put the stones away.
    fn assume(&self, seen: &Board) -> Board {
        if seen.stones() == 0 {
            return seen.clone();
        }
        let mut board = self.target().clone();
        if let Some(cell) = self.position.last_own {
            board.set(cell, None);
        }
        board
    }

    fn judge(&self, settled: &Board, seen: &Board) -> Verdict {
        let own = match self.ordered {
            None => self.position.own.as_slice(),
            Some(_) => &[Colour::Black, Colour::White],
        };
        let scene = Scene {
            target: self.target(),
            settled,
            turn: self.turn(),
            forbidden: &self.position.forbidden,
            own,
        };
        judge(scene, seen)
    }

    fn act(&mut self, verdict: Verdict) {
        match verdict {
            Verdict::Agrees => self.agreed(None),
            Verdict::Moved(cell) => self.agreed(Some(cell)),
            Verdict::Shifted(colour, from, to) => self.put_back(colour, from, to),
            Verdict::Unfinished(list) => self.unfinished(list),
            Verdict::Wrong(list) => self.wrong(list),
        }
    }

    /// All is right, but for maybe one new stone. Only the button makes it a move: until then
    /// the person may think again.
    fn agreed(&mut self, new: Option<Cell>) {
        let mended = self.board_trouble.take().is_some();
        let pressed = std::mem::take(&mut self.pressed);
        self.stage = Stage::Agreed;
        self.by_hand = false;
        self.attempts = None;
        let (size, _) = self.position.game;
        match new.and_then(|cell| translate::point(cell, size)) {
            Some(point) if pressed => self.emit(Output::Play(point)),
            Some(_) if mended => self.say(Note::PressButton),
            None if pressed && !mended && self.turn().is_some() => self.say(Note::NothingNew),
            _ => {}
        }
    }

    fn put_back(&mut self, colour: Colour, from: Cell, to: Cell) {
        let work = Work::Move(from, to);
        if !self.may_try(work) {
            let stray = Difference {
                cell: from,
                expected: None,
                found: Some(colour),
            };
            let gap = Difference {
                cell: to,
                expected: Some(colour),
                found: None,
            };
            return self.wrong(vec![stray, gap]);
        }
        if self.attempts.as_ref().is_some_and(|a| a.times == 1) {
            self.say(Note::PutBack(colour, from, to));
        }
        self.begin(work, vec![(from, None), (to, Some(colour))]);
    }

    fn unfinished(&mut self, list: Vec<Difference>) {
        if self.by_hand {
            if !std::mem::take(&mut self.pressed) {
                return self.ask(list); // hands are on the board
            }
            self.by_hand = false;
            self.attempts = None;
        }
        let first = list
            .first()
            .copied()
            .filter(|_| list.len() <= MOST_BY_MACHINE);
        match first.map(|difference| (difference, difference.work())) {
            Some((difference, work)) if self.may_try(work) => {
                let stone = difference.expected.filter(|_| difference.found.is_none());
                self.begin(work, vec![(difference.cell, stone)]);
            }
            _ => self.ask(list),
        }
    }

    /// Whether the machine can do it and has not failed too often; counts.
    fn may_try(&mut self, work: Work) -> bool {
        if !self.is_able(work) {
            self.attempts = None;
            return false;
        }
        let before = self.attempts.take().filter(|before| before.work == work);
        let mut attempts = before.unwrap_or(Attempts {
            work,
            times: 0,
            failure: None,
        });
        let may = attempts.times < TRIES;
        attempts.times += u8::from(may);
        self.attempts = Some(attempts);
        may
    }

    fn is_able(&self, work: Work) -> bool {
        self.machine.is_some_and(|abilities| abilities.allow(work))
    }

    fn begin(&mut self, work: Work, effects: Vec<(Cell, Option<Colour>)>) {
        self.board_trouble = None;
        self.stage = Stage::Working;
        self.effects = effects;
        self.dialogue.begin(work);
    }

    /// Asks people. The machine's failure is the reason only if it is what it was to do first,
    /// and could do.
    fn ask(&mut self, list: Vec<Difference>) {
        self.by_hand = true;
        self.stage = Stage::Wrong;
        let first = list.first().map(|difference| difference.work());
        let failed = self.attempts.as_ref();
        let failed = failed.filter(|a| Some(a.work) == first && self.is_able(a.work));
        let reason = failed.and_then(|attempts| attempts.failure.clone());
        self.board_trouble = Some(Trouble::ByHand(list, reason));
        self.look_later();
    }

    fn wrong(&mut self, list: Vec<Difference>) {
        let pressed = std::mem::take(&mut self.pressed);
        if let ([only], true) = (list.as_slice(), pressed) {
            self.try_foul(*only);
        }
        self.stage = Stage::Wrong;
        self.board_trouble = Some(Trouble::Wrong(list));
        self.look_later();
    }

    /// A stone on a forbidden point is no move; the game says why when it is told of it.
    fn try_foul(&mut self, stone: Difference) {
        let (size, _) = self.position.game;
        let is_foul = self.position.forbidden.contains(&stone.cell)
            && stone.expected.is_none()
            && stone.found == self.turn();
        if let Some(point) = translate::point(stone.cell, size).filter(|_| is_foul) {
            self.emit(Output::Play(point));
        }
    }
}

/// Cells that are as they should be are settled.
fn settle(settled: &mut Board, seen: &Board, target: &Board) {
    for cell in target.size().cells() {
        let stone = seen.stone(cell);
        if stone == target.stone(cell) {
            settled.set(cell, stone);
        }
    }
}

#[cfg(test)]
mod tests;
