//! What the keys do.

use minmax_engine::point::Point;
use minmax_engine::rules::Rules;

use super::cursor::{moved, step_of};
use super::entry::{Entry, EntryError};
use super::menu::{Choice, Item, Menu, Value};
use super::outcome::{Outcome, Wish};
use super::view::Question;
use super::{Over, Panel};
use crate::app::event::Event;
use crate::app::key::{Digit, Key, KeyEvent, Stroke};

impl Panel {
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
        if self.course.session().is_in_progress() {
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
        let keep = Wish::Keep { begins: false };
        outcome.wishes.extend([keep, Wish::PowerOff]);
    }
}

/// Keys that only a terminal has, whose people do not look at the box's display.
const fn is_terminals(key: Key) -> bool {
    matches!(
        key,
        Key::Up | Key::Down | Key::Left | Key::Right | Key::Enter
    )
}
