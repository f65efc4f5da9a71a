//! One game after the other between people and the engine.

use std::cell::Cell;

use minmax_engine::bitboard::BitBoard;
use minmax_engine::point::Point;
use minmax_engine::rules::{FoulRule, LineRule, Rules};
use minmax_engine::search::limits::Limits;
use minmax_engine::side::Side;
use minmax_engine::strategy::handicap::Level;

use super::event::{Event, Given, Notice, Player, Reaction, Request, Start, Task, TaskId};
use super::record::{Ending, Record};
use super::thought::Thought;
use super::view::{Purpose, Thinking, View};

/// Milliseconds that the engine thinks about advice when no limits were given.
const HINT_MS: u64 = 1_000;

/// What is played, by whom, and how well.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Config {
    /// The game.
    pub rules: Rules,
    /// Who plays Black and who White.
    pub players: [Player; 2],
    /// The engine's strength.
    pub level: Level,
    /// What bounds the engine's thinking instead of the level's own limits.
    pub limits: Option<Given>,
    /// Varies the engine's choice among equal moves.
    pub seed: u64,
}

/// The game in progress, its players and what the engine is doing.
#[derive(Clone, Debug)]
pub struct Session {
    config: Config,
    record: Record,
    hint: Option<(Point, Thought)>,
    task: Option<(TaskId, Thinking)>,
    tasks: u64,
    games: u64,
    afresh: bool,
    /// What a foul comes to, whenever renju is played.
    fouls: FoulRule,
    /// Whether forbidden points are shown.
    shows_fouls: bool,
    /// The forbidden points of the position with this key: whoever looks again gets them for nothing.
    forbidden: Cell<(u64, BitBoard)>,
}

impl Session {
    /// A new game. [`start`](Self::start) sets it going.
    #[must_use]
    pub fn new(config: Config) -> Self {
        Self {
            record: Record::new(config.rules),
            config,
            hint: None,
            task: None,
            tasks: 0,
            games: 0,
            afresh: true,
            fouls: config.rules.fouls(),
            shows_fouls: true,
            forbidden: Cell::new((0, BitBoard::EMPTY)),
        }
    }

    /// Asks for the first move if it is the engine's.
    pub fn start(&mut self) -> Option<Request> {
        self.continue_game()
    }

    /// What to show now.
    #[must_use]
    pub fn view(&self) -> View<'_> {
        let game = self.record.game();
        let mut winning = BitBoard::EMPTY;
        game.winning_row().for_each(|point| winning.insert(point));
        let mut last_two = self.record.moves().rev().take(2);
        View {
            game,
            players: self.config.players,
            level: self.config.level,
            limits: self.config.limits,
            can_undo: self.can_undo(),
            can_redo: self.record.can_redo(),
            ending: self.record.ending(),
            winning,
            forbidden: self.forbidden(),
            thought: last_two.find_map(|(point, thought)| Some((point, thought?))),
            hint: self.hint,
            thinking: self.task.map(|(_, thinking)| thinking),
        }
    }

    fn forbidden(&self) -> BitBoard {
        if !self.shows_fouls || self.is_over() {
            return BitBoard::EMPTY;
        }
        let game = self.record.game();
        let (key, known) = self.forbidden.get();
        if key == game.board().key() {
            return known;
        }
        let found = game.forbidden();
        self.forbidden.set((game.board().key(), found));
        found
    }

    /// The game, to be kept.
    #[must_use]
    pub const fn record(&self) -> &Record {
        &self.record
    }

    /// What is played, by whom, and how well.
    #[must_use]
    pub const fn config(&self) -> &Config {
        &self.config
    }

    /// Whether there is a game to lose: moves were made, and nobody has won or given up.
    #[must_use]
    pub fn is_in_progress(&self) -> bool {
        !self.is_over() && !self.record.game().moves().is_empty()
    }

    /// Takes an event in. A refused one leaves the game as it was.
    pub fn handle(&mut self, event: Event) -> Reaction {
        match event {
            Event::Play(point) => self.play(point),
            Event::Undo => self.undo(),
            Event::Redo => self.redo(),
            Event::Hint => self.ask_hint(),
            Event::New => self.begin(Record::new(self.config.rules), Notice::NewGame),
            Event::Begin(rules) => self.begin_other(rules),
            Event::Swap => self.swap(),
            Event::Seat(players) => self.seat(players),
            Event::Level(level) => self.set_level(level),
            Event::Resign => self.resign(),
            Event::Fouls => self.toggle_fouls(),
            Event::Restore(record) => self.restore(*record),
            Event::Start(start) => self.start_other(*start),
            Event::MoveNow => self.move_now(),
            Event::Iteration(id, point, thought) => self.iteration(id, point, thought),
            Event::Answer(id, answer) => self.answer(id, answer),
        }
    }

    fn side_to_move(&self) -> Side {
        self.record.game().side_to_move()
    }

    fn is_over(&self) -> bool {
        self.record.ending().is_some()
    }

    fn engine_to_move(&self) -> bool {
        !self.is_over() && self.config.players[self.side_to_move().index()] == Player::Engine
    }

    fn human_to_move(&self) -> bool {
        self.config.players[self.side_to_move().index()] == Player::Human
    }

    fn no_human(&self) -> bool {
        self.config.players == [Player::Engine; 2]
    }

    fn play(&mut self, point: Point) -> Reaction {
        if self.engine_to_move() {
            return say(Notice::EngineThinks);
        }
        let side = self.side_to_move();
        match self.record.play(point, None) {
            Ok(()) => self.changed(Notice::Played(side, point, None)),
            Err(error) => say(Notice::Refused(error)),
        }
    }

    /// As [`undo`](Self::undo) does: a resignation, or moves back to one that a person made.
    fn can_undo(&self) -> bool {
        if matches!(self.record.ending(), Some(Ending::Resigned(_))) {
            return true;
        }
        let moves = self.record.game().moves().len();
        let to_move = self.side_to_move();
        let made_by = [to_move.opponent(), to_move];
        let mut last_two = made_by.iter().take(moves);
        last_two.any(|side| self.config.players[side.index()] == Player::Human)
    }

    /// Takes back until a person is to move again: his own last move and the reply to it.
    fn undo(&mut self) -> Reaction {
        if self.record.unresign() {
            return self.changed(Notice::Unresigned);
        }
        if self.no_human() {
            return say(Notice::NoHuman);
        }
        let mut count = 0;
        while self.record.undo() {
            count += 1;
            if self.human_to_move() {
                return self.changed(Notice::Undone(count));
            }
        }
        for _ in 0..count {
            self.record.redo();
        }
        say(Notice::NothingToUndo)
    }

    /// Plays again until a person is to move, as far as there is something to play again.
    fn redo(&mut self) -> Reaction {
        let mut count = 0;
        while self.record.redo() {
            count += 1;
            if self.human_to_move() {
                break;
            }
        }
        if count == 0 {
            say(Notice::NothingToRedo)
        } else {
            self.changed(Notice::Redone(count))
        }
    }

    fn ask_hint(&mut self) -> Reaction {
        if self.is_over() {
            return say(Notice::GameOver);
        }
        if self.engine_to_move() {
            return say(Notice::EngineThinks);
        }
        let limits = self.given().unwrap_or(Limits::time_ms(HINT_MS));
        ask(self.think(Purpose::Hint, Level::FULL, limits))
    }

    fn swap(&mut self) -> Reaction {
        let [black, white] = self.config.players;
        if black == white {
            return say(Notice::NoSideToSwap);
        }
        self.config.players = [white, black];
        let side = if white == Player::Human {
            Side::Black
        } else {
            Side::White
        };
        self.changed(Notice::YourSide(side))
    }

    fn seat(&mut self, players: [Player; 2]) -> Reaction {
        self.config.players = players;
        self.changed(Notice::Seated(players))
    }

    fn set_level(&mut self, level: Level) -> Reaction {
        self.config.level = level;
        say(Notice::Level(level, self.config.limits))
    }

    fn resign(&mut self) -> Reaction {
        if self.is_over() {
            return say(Notice::GameOver);
        }
        let side = match self.config.players {
            [Player::Engine, Player::Engine] => return say(Notice::NoHuman),
            [Player::Human, Player::Human] => self.side_to_move(),
            [Player::Human, Player::Engine] => Side::Black,
            [Player::Engine, Player::Human] => Side::White,
        };
        self.record.resign(side);
        self.changed(Notice::Resigned(side))
    }

    fn toggle_fouls(&mut self) -> Reaction {
        if self.config.rules.line() != LineRule::Renju {
            return say(Notice::NoFouls);
        }
        self.shows_fouls = !self.shows_fouls;
        say(Notice::Fouls(self.shows_fouls))
    }

    fn restore(&mut self, record: Record) -> Reaction {
        let moves = record.game().moves().len();
        self.take_over(record, Notice::Restored(moves))
    }

    fn take_over(&mut self, mut record: Record, notice: Notice) -> Reaction {
        record.set_fouls(self.fouls);
        self.config.rules = record.game().rules();
        self.begin(record, notice)
    }

    fn start_other(&mut self, start: Start) -> Reaction {
        self.config.players = start.players;
        self.config.level = start.level;
        let notice = match start.record.game().moves().len() {
            0 => Notice::NewGame,
            moves => Notice::Restored(moves),
        };
        self.take_over(start.record, notice)
    }

    fn begin_other(&mut self, rules: Rules) -> Reaction {
        let rules = rules.with_fouls(self.fouls);
        self.config.rules = rules;
        self.begin(Record::new(rules), Notice::NewGame)
    }

    fn begin(&mut self, record: Record, notice: Notice) -> Reaction {
        self.record = record;
        self.games += 1;
        self.afresh = true;
        self.changed(notice)
    }

    /// An engine that is to move and has given up begins anew.
    fn move_now(&mut self) -> Reaction {
        let request = match self.task {
            Some(_) => Some(Request::MoveNow),
            None => self.continue_game(),
        };
        Reaction {
            notice: None,
            request,
        }
    }

    fn iteration(&mut self, id: TaskId, point: Point, thought: Thought) -> Reaction {
        if let Some((current, thinking)) = &mut self.task
            && *current == id
        {
            thinking.best = Some((point, thought));
        }
        Reaction::default()
    }

    fn answer(&mut self, id: TaskId, answer: Option<(Point, Thought)>) -> Reaction {
        let Some((_, thinking)) = self.task.take_if(|(current, _)| *current == id) else {
            return Reaction::default(); // to a task that was given up
        };
        match (thinking.purpose, answer) {
            (_, None) => say(Notice::GameOver),
            (Purpose::Hint, Some((point, thought))) => {
                self.hint = Some((point, thought));
                say(Notice::Hint(point, thought))
            }
            (Purpose::Move, Some((point, thought))) => self.engine_moves(point, thought),
        }
    }

    fn engine_moves(&mut self, point: Point, thought: Thought) -> Reaction {
        let side = self.side_to_move();
        match self.record.play(point, Some(thought)) {
            Ok(()) => self.changed(Notice::Played(side, point, Some(thought))),
            Err(error) => say(Notice::Refused(error)),
        }
    }

    /// The position or the players have changed: advice and thinking about what was are void.
    fn changed(&mut self, notice: Notice) -> Reaction {
        self.hint = None;
        let busy = self.task.take().is_some();
        let next = self.continue_game();
        Reaction {
            notice: Some(notice),
            request: next.or(busy.then_some(Request::Abandon)),
        }
    }

    fn continue_game(&mut self) -> Option<Request> {
        let limits = self.given().unwrap_or(self.config.level.limits());
        self.engine_to_move()
            .then(|| self.think(Purpose::Move, self.config.level, limits))
    }

    fn given(&self) -> Option<Limits> {
        self.config.limits.map(|given| given.limits)
    }

    fn think(&mut self, purpose: Purpose, level: Level, limits: Limits) -> Request {
        self.tasks += 1;
        let id = TaskId(self.tasks);
        self.task = Some((
            id,
            Thinking {
                purpose,
                best: None,
            },
        ));
        Request::Think(Box::new(Task {
            id,
            game: self.record.game().clone(),
            level,
            limits,
            seed: self.config.seed.wrapping_add(self.games),
            afresh: std::mem::take(&mut self.afresh),
        }))
    }
}

/// Something is said and nothing changes.
fn say(notice: Notice) -> Reaction {
    Reaction {
        notice: Some(notice),
        request: None,
    }
}

/// Something is asked for and nothing is said yet.
fn ask(request: Request) -> Reaction {
    Reaction {
        notice: None,
        request: Some(request),
    }
}

#[cfg(test)]
mod tests;
