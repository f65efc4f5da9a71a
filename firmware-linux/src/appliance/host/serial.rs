//! What is typed on the serial terminal, and what is said there.

use std::path::{Component, Path, PathBuf};

use minmax_engine::point::Point;

use super::{Host, Source};
use crate::app::event::Event;
use crate::app::key::{Key, KeyEvent};
use crate::app::panel::outcome::Wish;
use crate::app::view::{Purpose, View};
use crate::appliance::console::Console;
use crate::appliance::orders::{self, Order};
use crate::appliance::{GAMES, REMEMBERED};
use crate::display::paint::Paint;
use crate::display::panel as panel_text;
use crate::input::lines::{LONGEST_LINE, Typed};
use crate::lang::{quoted, texts};
use crate::link::robot::OrderError;
use crate::play::command::{Command, parse};
use crate::sgf;
use crate::store;
use crate::wording;

/// So many lines and keys wait for a slow disk.
const MOST: usize = 256;

impl Host {
    /// Hears what has waited, as long as no change is being kept.
    pub(super) fn type_on(&mut self) {
        if self.typed.len() > MOST && self.panel.is_keeping() {
            self.show_change_unkept(); // and nothing waits any more
        }
        while !self.panel.is_keeping()
            && let Some(typed) = self.typed.pop_front()
        {
            self.typed(typed);
        }
    }

    fn typed(&mut self, typed: Typed) {
        match typed {
            Typed::Line(line) => self.line(&line),
            Typed::Key(Key::Enter) if self.enter_hurries() => self.hurry(),
            Typed::Key(Key::Enter) if self.enter_shows() => self.show_cursor(),
            Typed::Key(key) => self.terminal_key(key),
            Typed::Interrupt => self.hurry(),
            Typed::TooLong => self.refuse(texts::LINE_TOO_LONG.fill(self.lang(), &[&LONGEST_LINE])),
            Typed::NotText => self.refuse(texts::LINE_NOT_TEXT.plain(self.lang()).into()),
        }
    }

    /// Enter alone: the engine is to move now, unless there is something to be chosen or played.
    fn enter_hurries(&self) -> bool {
        let view = self.panel.view();
        let free = view.overlay.is_none() && view.entry.is_none();
        let thinking = view.game.thinking;
        free && thinking.is_some_and(|thinking| thinking.purpose == Purpose::Move)
    }

    /// Enter alone where nobody has seen the cursor, or there is none: people press it to wake a
    /// terminal, and no stone is played at a cell that was not shown.
    fn enter_shows(&self) -> bool {
        let view = self.panel.view();
        let free = view.overlay.is_none() && view.entry.is_none();
        free && (view.cursor.is_none() || view.cursor != self.pointed)
    }

    /// The board with the cursor.
    fn show_cursor(&mut self) {
        let lines = panel_text::lines(&self.panel.view(), Paint::Plain);
        self.pointed = self.panel.view().cursor;
        self.tell(lines.join("\n"));
    }

    /// The engine is to answer now, if it thinks.
    fn hurry(&mut self) {
        if let Some(event) = self.worker.hurry() {
            self.event(event, Source::Terminal);
        }
    }

    fn terminal_key(&mut self, key: Key) {
        let outcome = self.panel.key(KeyEvent::press(key));
        let keeps = |wish: &Wish| matches!(wish, Wish::Keep { .. });
        self.by_arrow = outcome.wishes.iter().any(keeps);
        let waits = self.by_arrow;
        self.apply(outcome, Source::Terminal);
        if !waits {
            self.show_panel();
        }
    }

    /// What a key of the terminal has done: the cursor's cell, the menu, a question.
    pub(super) fn show_panel(&mut self) {
        let lines = {
            let view = self.panel.view();
            self.pointed = view.cursor.or(self.pointed);
            if view.overlay.is_some() {
                panel_text::lines(&view, Paint::Plain).join("\n")
            } else {
                panel_text::state(&view)
            }
        };
        self.tell(lines);
    }

    fn line(&mut self, line: &str) {
        let rules = Self::view(&self.panel).rules();
        let lang = self.lang();
        match orders::parse(line, rules) {
            Err(error) => return self.refuse(error.text(lang)),
            Ok(Some(order)) => {
                self.understood();
                return self.order(order);
            }
            Ok(None) => {}
        }
        match parse(line, rules) {
            Err(error) => self.refuse(error.text(rules, lang)),
            Ok(None) => {}
            Ok(Some(command)) => {
                self.understood();
                self.command(command);
            }
        }
    }

    fn understood(&mut self) {
        self.with_console(|console, _| console.understood());
    }

    fn refuse(&mut self, words: String) {
        self.with_console(|console, view| console.refuse(view, words));
    }

    fn command(&mut self, command: Command) {
        let event = match command {
            Command::Play(point) => Event::Play(point),
            Command::Undo => Event::Undo,
            Command::Redo => Event::Redo,
            Command::Hint => Event::Hint,
            Command::New => Event::New,
            Command::Side => Event::Swap,
            Command::Level(level) => Event::Level(level),
            Command::Resign => Event::Resign,
            Command::Fouls => Event::Fouls,
            Command::Board => return self.with_console(Console::board),
            Command::Help => return self.help(),
            Command::Save { file, overwrite } => return self.save(&file, overwrite),
            Command::Load(file) => return self.load(&file),
            Command::Quit => return self.tell(self.no_quit()),
        };
        self.event(event, Source::Terminal);
    }

    pub(super) fn with_console(&mut self, show: impl FnOnce(&mut Console, &View<'_>)) {
        if let Some(console) = &mut self.ports.console {
            show(console, &Self::view(&self.panel));
        }
    }

    /// Says something on the serial terminal alone.
    pub(super) fn tell(&mut self, words: String) {
        self.with_console(|console, view| console.say(view, words));
    }

    fn no_quit(&self) -> String {
        let text = if self.setup.keypad {
            texts::SERIAL_NO_QUIT
        } else {
            texts::SERIAL_NO_QUIT_KEYLESS
        };
        text.plain(self.lang()).into()
    }

    fn help(&mut self) {
        let lang = self.lang();
        let mut words = texts::SERIAL_HELP.plain(lang).to_string();
        if self.ports.arm.is_some() {
            words = format!("{words}\n{}", texts::SERIAL_HELP_ROBOT.plain(lang));
        }
        self.tell(words);
    }

    fn order(&mut self, order: Order) {
        let lang = self.lang();
        let Some(arm) = &mut self.ports.arm else {
            return self.tell(texts::SERIAL_NO_ROBOT.plain(lang).into());
        };
        let done = match order {
            Order::First(point) => return self.order_first(point),
            Order::Put(side, point) => arm.order(Some(side), point),
            Order::Take(point) => arm.order(None, point),
            Order::Resume => {
                arm.robot().resume();
                Ok(())
            }
        };
        let text = match done {
            Ok(()) => texts::SERIAL_ORDERED,
            Err(OrderError::Taken) => texts::SERIAL_TAKEN,
            Err(OrderError::Empty) => texts::SERIAL_EMPTY,
            Err(OrderError::OffBoard) => texts::SERIAL_OFF_BOARD,
        };
        self.tell(text.plain(lang).into());
    }

    fn order_first(&mut self, point: Option<Point>) {
        self.first = point;
        let lang = self.lang();
        let rules = Self::view(&self.panel).rules();
        self.tell(match point {
            Some(point) => texts::SERIAL_FIRST.fill(lang, &[&wording::point(point, rules)]),
            None => texts::SERIAL_FIRST_ANYWHERE.plain(lang).into(),
        });
    }

    fn save(&mut self, file: &str, overwrite: bool) {
        let lang = self.lang();
        let Some(path) = self.path(file) else {
            return self.tell(texts::SERIAL_FILE.fill(lang, &[&quoted(file)]));
        };
        let view = Self::view(&self.panel);
        let names = wording::players(&view);
        let text = sgf::write(self.panel.record(), names.each_ref().map(String::as_str));
        let said = match store::write(&path, &text, overwrite) {
            Ok(()) => texts::SAVED.fill(lang, &[&wording::quoted_path(&path)]),
            Err(error) => wording::store_error(&path, &error, lang),
        };
        self.tell(said);
    }

    fn load(&mut self, file: &str) {
        let lang = self.lang();
        let Some(path) = self.path(file) else {
            return self.tell(texts::SERIAL_FILE.fill(lang, &[&quoted(file)]));
        };
        match store::read(&path).map(|bytes| sgf::read(&bytes)) {
            Ok(Ok(record)) => self.event(Event::Restore(Box::new(record)), Source::Terminal),
            Ok(Err(error)) => self.tell(wording::load_error(&path, &error, lang)),
            Err(error) => self.tell(wording::store_error(&path, &error, lang)),
        }
    }

    /// Where a file of that name is kept: in the store's folder, and none of its own files.
    fn path(&self, file: &str) -> Option<PathBuf> {
        let folder = self.setup.folder.as_deref()?;
        let mut parts = Path::new(file).components();
        let plain = matches!(
            (parts.next(), parts.next()),
            (Some(Component::Normal(_)), None)
        );
        let own = ["game.sgf", "archive", GAMES, REMEMBERED].contains(&file)
            || file.starts_with(['.', '-'])
            || file.starts_with("damaged-");
        (plain && !own).then(|| folder.join(file))
    }
}
