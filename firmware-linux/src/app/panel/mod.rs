//! The box's controls and what its displays show, without any device.
//!
//! A [`Panel`] owns the [`Session`]: keypad, serial line, robot link and web act through it, and
//! all see the same game. Time is told to it ([`Panel::tick`]); it reads no clock.
//!
//! - `cursor`: the cursor on the board
//! - [`entry`]: a move typed as coordinates
//! - [`message`]: what there is to say beside the game, and for how long
//! - [`menu`]: what can be set and done
//! - [`view`]: what displays and lamps should show
//! - [`outcome`]: what the world is to do
//!
//! | key | board of 3×3 | larger boards | coordinates | menu | question |
//! |---|---|---|---|---|---|
//! | `1`–`9` | play that cell | move the cursor, `5` plays | digits | `2` `8` walk, `2` `4` `6` `8` change a value | |
//! | `*` | | to coordinates | one digit back, then to the cursor | back | no |
//! | `#`, Enter | | Enter plays | play | choose | yes |
//! | `A` `B` `C` | take back, advice, new game | the same | the same | | |
//! | `D` | menu; held, off | the same | the same | leave | no |
//!
//! The arrows of a terminal move the cursor on every board.

mod cursor;
pub mod entry;
pub mod menu;
pub mod message;
pub mod outcome;
pub mod view;

use minmax_engine::point::Point;
use minmax_engine::rules::Rules;

use self::cursor::{centre, moved, step_of};
use self::entry::{Entry, EntryError};
use self::menu::{Choice, Item, Kind, Menu, Settings, Value};
use self::message::{Message, Messages, Subject, Trouble};
use self::outcome::{Beep, Outcome, Wish};
use self::view::{MenuView, Overlay, PanelView, Question, Robot};
use super::event::{Event, Notice, Reaction};
use super::key::{Digit, Key, KeyEvent, Stroke};
use super::record::Record;
use super::session::{Config, Session};
use crate::lang::Lang;

/// What blinks changes this often, in milliseconds.
const BEAT_MS: u64 = 500;

/// How the box is set up.
#[derive(Clone, Debug)]
pub struct PanelSetup {
    /// Game, players and strength.
    pub config: Config,
    /// The game to go on with.
    pub record: Option<Record>,
    /// The language to speak.
    pub lang: Lang,
    /// Whether it may be heard.
    pub sound: bool,
    /// Where its page is found in the network.
    pub address: Option<String>,
    /// Milliseconds without a key or a move after which the display rests; never without.
    pub blank_after_ms: Option<u64>,
}

/// What stands over the game, with what is needed to go back.
#[derive(Clone, Copy, Debug)]
enum Over {
    Menu(Menu),
    /// A question, and the menu that it came from.
    Ask(Question, Option<Menu>),
    Off,
}

/// The controls of the box and the game that they control.
#[derive(Debug)]
pub struct Panel {
    session: Session,
    /// A kept game that is gone on with at the start.
    kept: Option<Record>,
    lang: Lang,
    sound: bool,
    address: Option<String>,
    /// A game that is offered beside the usual ones.
    other: Option<Rules>,
    cursor: Point,
    /// Advice was asked for by a key, and the cursor has not moved since.
    follows_advice: bool,
    /// The arrows were used: on 3×3 the cursor is not shown without.
    arrows: bool,
    focus: Point,
    entry: Option<Entry>,
    over: Option<Over>,
    messages: Messages,
    robot: Option<Robot>,
    now_ms: u64,
    /// Since the last key: what blinks is seen at once when it has moved.
    quiet_ms: u64,
    clock_ms: [u64; 2],
    thinking_ms: u64,
    idle_ms: u64,
    blank_after_ms: u64,
}

impl Panel {
    /// The box as it is set up. [`start`](Self::start) sets it going.
    #[must_use]
    pub fn new(setup: PanelSetup) -> Self {
        let rules = setup.config.rules;
        Self {
            session: Session::new(setup.config),
            kept: setup.record,
            lang: setup.lang,
            sound: setup.sound,
            address: setup.address,
            other: other(rules),
            cursor: centre(rules),
            follows_advice: false,
            arrows: false,
            focus: centre(rules),
            entry: None,
            over: None,
            messages: Messages::default(),
            robot: None,
            now_ms: 0,
            quiet_ms: 0,
            clock_ms: [0; 2],
            thinking_ms: 0,
            idle_ms: 0,
            blank_after_ms: setup.blank_after_ms.unwrap_or(u64::MAX),
        }
    }

    /// Goes on with the kept game, or begins one.
    pub fn start(&mut self) -> Outcome {
        let mut outcome = Outcome::default();
        match self.kept.take() {
            Some(record) => self.happen(Event::Restore(Box::new(record)), &mut outcome),
            None => outcome.requests.extend(self.session.start()),
        }
        outcome
    }

    /// A key of the box or of a terminal. What is refused is told on the displays.
    pub fn key(&mut self, event: KeyEvent) -> Outcome {
        let mut outcome = Outcome::default();
        let slept = self.is_blank();
        self.idle_ms = 0;
        self.quiet_ms = 0;
        match event.stroke {
            // Whoever presses a key in the dark wants to see first.
            Stroke::Press if slept && !is_terminals(event.key) => {}
            Stroke::Press => {
                self.messages.heard();
                self.press(event.key, &mut outcome);
            }
            Stroke::Repeat => self.repeat(event.key, &mut outcome),
            Stroke::Held if event.key == Key::D => self.power_off(&mut outcome),
            Stroke::Held | Stroke::Release => {}
        }
        outcome
    }

    /// Something from elsewhere: a serial line, the robot link, the web, the engine. What is
    /// refused is told by the outcome alone.
    pub fn event(&mut self, event: Event) -> Outcome {
        let mut outcome = Outcome::default();
        self.happen(event, &mut outcome);
        outcome
    }

    /// Something that is to be shown: trouble, until it is mended or for a while.
    pub fn say(&mut self, message: Message) -> Outcome {
        let mut outcome = Outcome::default();
        let trouble = matches!(message, Message::Trouble(_));
        if let Message::Trouble(Trouble::Board(differences)) = &message {
            self.focus = differences.first.at;
        }
        if matches!(message, Message::Trouble(Trouble::Power)) {
            self.over = None;
        }
        if self.messages.push(message) {
            self.idle_ms = 0;
            if trouble {
                self.beep(Beep::Trouble, &mut outcome);
            }
        }
        outcome
    }

    /// What was wrong with this is right again.
    pub fn mended(&mut self, subject: Subject) {
        if self.messages.mend(subject) {
            self.idle_ms = 0;
        }
    }

    /// What the robot is about.
    pub fn robot(&mut self, robot: Option<Robot>) {
        if self.robot != robot {
            self.idle_ms = 0;
        }
        self.robot = robot;
    }

    /// Where the box's page is found in the network.
    pub fn set_address(&mut self, address: Option<String>) {
        self.address = address;
    }

    /// It is `now_ms` by a clock that never goes back (one that does only stands still here).
    pub fn tick(&mut self, now_ms: u64) {
        let elapsed = now_ms.saturating_sub(self.now_ms);
        self.now_ms = now_ms;
        self.quiet_ms = self.quiet_ms.saturating_add(elapsed);
        self.messages.pass(elapsed);
        let view = self.session.view();
        let thinking = view.thinking.is_some();
        if view.ending.is_none() {
            let clock = &mut self.clock_ms[view.game.side_to_move().index()];
            *clock = clock.saturating_add(elapsed);
        }
        if thinking {
            self.thinking_ms = self.thinking_ms.saturating_add(elapsed);
            self.idle_ms = 0;
        } else {
            self.idle_ms = self.idle_ms.saturating_add(elapsed);
        }
    }

    /// What to show now.
    #[must_use]
    pub fn view(&self) -> PanelView<'_> {
        let game = self.session.view();
        PanelView {
            lang: self.lang,
            cursor: self.cursor_shown(),
            focus: self.focus,
            entry: self.entry,
            overlay: self.overlay(),
            message: self.messages.shown(),
            trouble: self.messages.is_trouble(),
            differing: self.messages.differing(),
            robot: self.robot,
            address: self.address.as_deref(),
            clock_ms: self.clock_ms,
            thinking_ms: self.thinking_ms,
            beat: self.quiet_ms / BEAT_MS,
            blank: self.is_blank(),
            game,
        }
    }

    /// The game, to be kept.
    #[must_use]
    pub const fn record(&self) -> &Record {
        self.session.record()
    }

    /// Game, players and strength as they are set now.
    #[must_use]
    pub const fn config(&self) -> &Config {
        self.session.config()
    }

    /// The language that is spoken.
    #[must_use]
    pub const fn lang(&self) -> Lang {
        self.lang
    }

    /// Whether the box may be heard.
    #[must_use]
    pub const fn sound(&self) -> bool {
        self.sound
    }

    fn rules(&self) -> Rules {
        self.record().game().rules()
    }

    /// Whether digits play cells: on the board that looks like the keypad.
    fn plays_by_digit(&self) -> bool {
        let rules = self.rules();
        (rules.columns(), rules.rows()) == (3, 3)
    }

    fn is_blank(&self) -> bool {
        self.idle_ms >= self.blank_after_ms
    }

    fn settings(&self) -> Settings {
        let config = self.session.config();
        Settings {
            rules: self.rules(),
            other: self.other,
            players: config.players,
            level: config.level,
            sound: self.sound,
            lang: self.lang,
        }
    }

    fn cursor_shown(&self) -> Option<Point> {
        let view = self.session.view();
        let used = self.arrows || !self.plays_by_digit();
        let playable = view.ending.is_none() && !view.is_watched();
        (used && playable && self.entry.is_none()).then_some(self.cursor)
    }

    fn overlay(&self) -> Option<Overlay> {
        Some(match self.over? {
            Over::Menu(menu) => Overlay::Menu(self.menu_view(menu)),
            Over::Ask(question, _) => Overlay::Ask(question),
            Over::Off => Overlay::Off,
        })
    }

    fn menu_view(&self, menu: Menu) -> MenuView {
        let settings = self.settings();
        let items = settings.items();
        let selected = items.iter().position(|&item| item == menu.selected);
        let valued = |item| (item, settings.value(item));
        MenuView {
            selected: selected.unwrap_or(0),
            items: items.into_iter().map(valued).collect(),
            editing: menu.editing,
        }
    }

    // ---- keys

    fn press(&mut self, key: Key, outcome: &mut Outcome) {
        match self.over {
            Some(Over::Off) => self.over = None,
            Some(Over::Ask(question, menu)) => self.answer(question, menu, key, outcome),
            Some(Over::Menu(menu)) => self.menu_key(menu, key, outcome),
            None => self.game_key(key, outcome),
        }
    }

    /// A key that stays down moves what moves, and does nothing else again.
    fn repeat(&mut self, key: Key, outcome: &mut Outcome) {
        let moves = step_of(key).is_some();
        match self.over {
            Some(Over::Menu(_)) if moves => self.press(key, outcome),
            None if moves && self.entry.is_none() && self.moves_cursor(key) => self.step(key),
            _ => {}
        }
    }

    fn moves_cursor(&self, key: Key) -> bool {
        step_of(key).is_some() && (is_terminals(key) || !self.plays_by_digit())
    }

    fn game_key(&mut self, key: Key, outcome: &mut Outcome) {
        match key {
            Key::A => self.happen_here(Event::Undo, outcome),
            Key::B => {
                self.follows_advice = true;
                self.happen_here(Event::Hint, outcome);
            }
            Key::C => self.over = Some(Over::Ask(Question::NewGame, None)),
            Key::D => self.over = Some(Over::Menu(Menu::new())),
            Key::Up | Key::Down | Key::Left | Key::Right => {
                self.entry = None;
                self.arrows = true;
                self.step(key);
            }
            Key::Digit(digit) => self.digit(digit, outcome),
            Key::Star => self.star(),
            Key::Hash | Key::Enter if self.entry.is_some() => self.play_entry(outcome),
            Key::Enter if self.cursor_shown().is_some() => self.play(self.cursor, outcome),
            Key::Hash | Key::Enter => {}
        }
    }

    fn digit(&mut self, digit: Digit, outcome: &mut Outcome) {
        let rules = self.rules();
        if self.plays_by_digit() {
            let cell = usize::from(digit.get()).checked_sub(1);
            if let Some(point) = cell.and_then(|cell| Point::new(cell % 3, cell / 3)) {
                self.play(point, outcome);
            }
        } else if let Some(entry) = &mut self.entry {
            match entry.push(digit, rules) {
                Ok(()) => self.focus = entry.point(rules).unwrap_or(self.focus),
                Err(error) => self.refuse(error, outcome),
            }
        } else if digit.get() == 5 {
            self.play(self.cursor, outcome);
        } else {
            self.step(Key::Digit(digit));
        }
    }

    fn step(&mut self, key: Key) {
        if let Some(step) = step_of(key) {
            self.follows_advice = false;
            self.cursor = moved(self.cursor, step, self.rules());
            self.focus = self.cursor;
        }
    }

    /// Between cursor and coordinates; in the coordinates one digit back first.
    fn star(&mut self) {
        if self.plays_by_digit() {
            return;
        }
        match &mut self.entry {
            None => self.entry = Some(Entry::default()),
            Some(entry) => {
                if !entry.erase() {
                    self.entry = None;
                }
            }
        }
    }

    fn play_entry(&mut self, outcome: &mut Outcome) {
        let point = self.entry.and_then(|entry| entry.point(self.rules()));
        match point {
            None => self.refuse(EntryError::Incomplete, outcome),
            Some(point) => {
                self.entry = Some(Entry::default());
                self.cursor = point;
                self.play(point, outcome);
            }
        }
    }

    fn play(&mut self, point: Point, outcome: &mut Outcome) {
        self.happen_here(Event::Play(point), outcome);
    }

    fn answer(&mut self, question: Question, menu: Option<Menu>, key: Key, outcome: &mut Outcome) {
        match key {
            Key::Star | Key::D => self.over = menu.map(Over::Menu),
            Key::Hash | Key::Enter => {
                self.over = None;
                match question {
                    Question::NewGame => self.happen_here(Event::New, outcome),
                    Question::Change(rules) => self.happen_here(Event::Begin(rules), outcome),
                    Question::Resign => self.happen_here(Event::Resign, outcome),
                    Question::PowerOff => self.power_off(outcome),
                }
            }
            _ => {}
        }
    }

    fn menu_key(&mut self, mut menu: Menu, key: Key, outcome: &mut Outcome) {
        let choice = menu.key(key, &self.settings());
        self.over = Some(Over::Menu(menu));
        match choice {
            Choice::Stay => {}
            Choice::Leave => self.over = None,
            Choice::Set(value) => self.set(value, menu, outcome),
            Choice::Do(item) => self.act(item, menu, outcome),
        }
    }

    fn set(&mut self, value: Value, menu: Menu, outcome: &mut Outcome) {
        match value {
            Value::Game(_) | Value::Size(_) | Value::Rule(_) => {
                if let Some(rules) = self.settings().rules_with(value) {
                    self.change(rules, menu, outcome);
                }
            }
            Value::Level(level) => self.happen(Event::Level(level), outcome),
            Value::Side(_) => self.happen(Event::Swap, outcome),
            Value::Players(seats) => self.happen(Event::Seat(seats.players()), outcome),
            Value::Sound(on) => {
                self.sound = on;
                outcome.wishes.push(Wish::Sound(on));
            }
            Value::Language(lang) => {
                self.lang = lang;
                outcome.wishes.push(Wish::Lang(lang));
            }
        }
    }

    /// Another game is begun at once only if none is lost.
    fn change(&mut self, rules: Rules, menu: Menu, outcome: &mut Outcome) {
        if rules == self.rules() {
            return;
        }
        if self.session.is_in_progress() {
            self.over = Some(Over::Ask(Question::Change(rules), Some(menu)));
        } else {
            self.happen(Event::Begin(rules), outcome);
        }
    }

    fn act(&mut self, item: Item, menu: Menu, outcome: &mut Outcome) {
        match item {
            Item::Redo => {
                self.over = None;
                self.happen_here(Event::Redo, outcome);
            }
            Item::Resign => self.over = Some(Over::Ask(Question::Resign, Some(menu))),
            Item::PowerOff => self.over = Some(Over::Ask(Question::PowerOff, Some(menu))),
            _ => {}
        }
    }

    fn power_off(&mut self, outcome: &mut Outcome) {
        self.over = Some(Over::Off);
        outcome.wishes.extend([Wish::Save, Wish::PowerOff]);
    }

    // ---- what follows

    /// An event by a key: what is refused is shown, for nobody else tells.
    fn happen_here(&mut self, event: Event, outcome: &mut Outcome) {
        let before = outcome.notices.len();
        self.happen(event, outcome);
        let said = outcome.notices.get(before).copied();
        if let Some(notice) = said.filter(|notice| notice.is_refusal()) {
            self.messages.push(Message::Notice(notice));
            self.beep(Beep::Refused, outcome);
        }
    }

    fn refuse(&mut self, error: EntryError, outcome: &mut Outcome) {
        self.messages.push(Message::Entry(error));
        self.beep(Beep::Refused, outcome);
    }

    fn happen(&mut self, event: Event, outcome: &mut Outcome) {
        let Reaction { notice, request } = self.session.handle(event);
        if request.is_some() {
            self.thinking_ms = 0;
        }
        outcome.requests.extend(request);
        if let Some(notice) = notice {
            outcome.notices.push(notice);
            self.follow(notice, outcome);
        }
    }

    /// Cursor, focus and clocks follow the game; it is kept when it has changed.
    fn follow(&mut self, notice: Notice, outcome: &mut Outcome) {
        if notice.is_refusal() {
            return;
        }
        self.idle_ms = 0;
        match notice {
            Notice::NewGame | Notice::Restored(_) => self.begin(),
            Notice::Hint(point, _) => {
                self.focus = point;
                if self.follows_advice {
                    self.cursor = point;
                }
            }
            Notice::Played(_, point, _) => self.focus = point,
            Notice::Undone(_) | Notice::Redone(_) => {
                self.focus = self.record().game().last_move().unwrap_or(self.cursor);
            }
            _ => {}
        }
        let changes_players = matches!(
            notice,
            Notice::Level(..) | Notice::YourSide(_) | Notice::Seated(..)
        );
        if notice.changes_position() || changes_players || matches!(notice, Notice::Resigned(_)) {
            outcome.wishes.push(Wish::Save);
        }
        if let Some(beep) = self.beep_for(notice) {
            self.beep(beep, outcome);
        }
    }

    fn begin(&mut self) {
        let rules = self.rules();
        self.other = other(rules).or(self.other);
        self.cursor = centre(rules);
        self.focus = self.record().game().last_move().unwrap_or(self.cursor);
        self.clock_ms = [0; 2];
        self.entry = None;
    }

    fn beep_for(&self, notice: Notice) -> Option<Beep> {
        let over = self.record().ending().is_some();
        match notice {
            Notice::Played(..) | Notice::Resigned(_) if over => Some(Beep::Over),
            Notice::Played(_, _, None) => Some(Beep::Placed),
            Notice::Played(..) | Notice::Hint(..) => Some(Beep::Answered),
            _ => None,
        }
    }

    fn beep(&self, beep: Beep, outcome: &mut Outcome) {
        if self.sound {
            outcome.wishes.push(Wish::Beep(beep));
        }
    }
}

/// Keys that only a terminal has, whose people do not look at the box's display.
const fn is_terminals(key: Key) -> bool {
    matches!(
        key,
        Key::Up | Key::Down | Key::Left | Key::Right | Key::Enter
    )
}

/// The rules, if they are none of the usual games.
fn other(rules: Rules) -> Option<Rules> {
    matches!(Kind::of(rules), Kind::Other(_)).then_some(rules)
}

#[cfg(test)]
mod tests;
