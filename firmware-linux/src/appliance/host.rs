//! The loop in which keys, lines, robot, engine and displays meet in one game.
//!
//! Everything arrives as a [`Signal`] on one channel, so that the loop is never deaf; whatever
//! takes time (the engine, a display, a card that writes) has a thread of its own. After each
//! round the displays show what the [`Panel`] says now.

use std::path::{Component, Path, PathBuf};
use std::process;
use std::sync::mpsc::{Receiver, RecvTimeoutError};
use std::time::{Duration, Instant};

use anyhow::{anyhow, bail};
use minmax_engine::point::Point;
use minmax_engine::side::Side;

use super::REMEMBERED;
use super::arm::{Arm, Effect};
use super::console::Console;
use super::orders::{self, Order};
use crate::app::event::{Event, Notice, Request};
use crate::app::panel::Panel;
use crate::app::panel::message::{Message, Subject, Trouble};
use crate::app::panel::outcome::{Outcome, Wish};
use crate::app::view::View;
use crate::display::paint::Paint;
use crate::display::panel as panel_text;
use crate::display::picture::frame::Frame;
use crate::display::picture::picture;
use crate::hw::keys::KeysEvent;
use crate::hw::notify::Notifier;
use crate::hw::oled::OledEvent;
use crate::hw::uart::UartEvent;
use crate::input::lines::{LONGEST_LINE, Typed};
use crate::lang::{Lang, quoted, texts};
use crate::link::opening::first_move;
use crate::play::command::{Command, parse};
use crate::ports::{Display, Signs, Store};
use crate::sgf;
use crate::store::{self, keeper::Kept, keeper::SaverEvent};
use crate::thinker::Answer;
use crate::wording::{self, brief};
use crate::worker::{Worker, natural_pause};

/// How often the loop looks at the clock.
const BEAT: Duration = Duration::from_millis(100);
/// The same while a robot is linked or the buzzer sounds.
const QUICK_BEAT: Duration = Duration::from_millis(20);
/// Signals that are heard before the displays are brought up to date.
const ROUND: usize = 32;
/// What is left for keeping the game when the box ends.
const LAST_WRITE: Duration = Duration::from_millis(800);

/// Something that the loop hears.
#[derive(Debug)]
pub enum Signal {
    /// From keypad and button.
    Keys(KeysEvent),
    /// From the serial terminal.
    Uart(UartEvent),
    /// From the robot's line.
    Link(UartEvent),
    /// From the display.
    Oled(OledEvent),
    /// From the engine.
    Answer(Answer),
    /// From the store.
    Store(SaverEvent),
    /// The system wants the program to end.
    Terminate,
}

/// What the box is connected to; each part may be absent.
#[derive(Default)]
pub struct Ports {
    /// The small display.
    pub display: Option<Box<dyn Display>>,
    /// Lamps and buzzer.
    pub signs: Option<Box<dyn Signs>>,
    /// The serial terminal.
    pub console: Option<Console>,
    /// The robot.
    pub arm: Option<Arm>,
    /// Where the game is kept.
    pub store: Option<Box<dyn Store>>,
}

/// What the loop needs to know beside its ports.
#[derive(Clone, Debug, Default)]
pub struct Setup {
    /// The command that switches the power off, with its arguments.
    pub power_off: Option<Vec<String>>,
    /// The folder for files that are named on the serial terminal.
    pub folder: Option<PathBuf>,
    /// Where the engine's first stone goes when it begins.
    pub first_cell: Option<Point>,
}

/// What the loop works with.
pub struct Host {
    panel: Panel,
    worker: Worker,
    ports: Ports,
    setup: Setup,
    notifier: Notifier,
    started: Instant,
    shown: Option<Frame>,
    /// Where the engine's first stone goes.
    first: Option<Point>,
    /// The buzzer has not done yet.
    sounds: bool,
    /// Another game has begun since a game was kept last.
    begins: bool,
    power_off: Option<process::Child>,
}

/// Who has caused something, for whom it need not be told on the serial terminal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Source {
    Terminal,
    Elsewhere,
}

impl Host {
    /// Everything in its place, before the first picture.
    #[must_use]
    pub fn new(panel: Panel, worker: Worker, ports: Ports, setup: Setup) -> Self {
        Self {
            panel,
            worker,
            ports,
            first: setup.first_cell,
            setup,
            notifier: Notifier::new(),
            started: Instant::now(),
            shown: None,
            sounds: false,
            begins: false,
            power_off: None,
        }
    }

    /// Says something before the game begins: trouble with the kept game.
    pub fn trouble(&mut self, trouble: Trouble) {
        self.say(Message::Trouble(trouble));
    }

    /// The kept game is left for the one that the box's file asks for.
    pub fn begin_other_game(&mut self) {
        self.begins = true;
        self.keep();
        let words = texts::SERIAL_OTHER_GAME.plain(self.lang()).to_string();
        self.say(Message::Words(words));
    }

    /// Plays until the system ends the program.
    ///
    /// # Errors
    /// The engine has failed. The game is kept.
    pub fn run(mut self, signals: &Receiver<Signal>) -> anyhow::Result<()> {
        self.begin();
        let ended = self.rounds(signals);
        self.notifier.stopping();
        self.keep();
        let kept = self.ports.store.as_mut();
        if kept.is_some_and(|store| !store.flush(LAST_WRITE)) {
            defmt::error!("the game could not be kept in time");
        }
        ended
    }

    fn begin(&mut self) {
        let mut outcome = self.panel.start();
        outcome.notices.clear(); // whoever is there is greeted when the line opens
        self.apply(outcome, Source::Elsewhere);
        self.tick();
        self.notifier.ready();
    }

    fn rounds(&mut self, signals: &Receiver<Signal>) -> anyhow::Result<()> {
        loop {
            let first = match signals.recv_timeout(self.beat()) {
                Ok(signal) => Some(signal),
                Err(RecvTimeoutError::Timeout) => None,
                Err(RecvTimeoutError::Disconnected) => bail!("all threads are gone"),
            };
            for signal in first.into_iter().chain(signals.try_iter()).take(ROUND) {
                if matches!(signal, Signal::Terminate) {
                    return Ok(());
                }
                self.hear(signal)?;
            }
            self.tick();
        }
    }

    fn beat(&self) -> Duration {
        let usual = if self.ports.arm.is_some() || self.sounds {
            QUICK_BEAT
        } else {
            BEAT
        };
        self.notifier
            .period()
            .map_or(usual, |period| usual.min(period))
    }

    fn now_ms(&self) -> u64 {
        u64::try_from(self.started.elapsed().as_millis()).unwrap_or(u64::MAX)
    }

    fn view(panel: &Panel) -> View<'_> {
        panel.view().game
    }

    fn lang(&self) -> Lang {
        self.panel.lang()
    }

    // ---- what comes in

    fn hear(&mut self, signal: Signal) -> anyhow::Result<()> {
        match signal {
            Signal::Keys(event) => self.keys(event),
            Signal::Uart(event) => self.uart(event),
            Signal::Link(event) => self.link(event),
            Signal::Oled(OledEvent::Lost(error)) => {
                defmt::warn!("display: {}", error.to_string().as_str());
                self.say(Message::Trouble(Trouble::Display));
            }
            Signal::Oled(OledEvent::Back) => self.panel.mended(Subject::Display),
            Signal::Store(event) => self.store(event),
            Signal::Answer(answer) => self.answer(answer)?,
            Signal::Terminate => {}
        }
        Ok(())
    }

    fn keys(&mut self, event: KeysEvent) {
        match event {
            KeysEvent::Key(event) => {
                let outcome = self.panel.key(event);
                self.apply(outcome, Source::Elsewhere);
            }
            KeysEvent::Moved => {
                if let Some(arm) = &mut self.ports.arm {
                    arm.press();
                }
            }
            KeysEvent::Stuck(key) => {
                let words = texts::BOX_STUCK.fill(self.lang(), &[&wording::key(key)]);
                self.say(Message::Words(words));
            }
            KeysEvent::Lost(failure) => {
                defmt::warn!("keypad: {}", failure.error.to_string().as_str());
                self.say(Message::Trouble(Trouble::Keypad));
            }
            KeysEvent::Back => self.panel.mended(Subject::Keypad),
        }
    }

    fn uart(&mut self, event: UartEvent) {
        match event {
            UartEvent::Bytes(bytes) => {
                let Some(console) = &mut self.ports.console else {
                    return;
                };
                for typed in console.receive(&bytes) {
                    self.typed(typed);
                }
            }
            UartEvent::Lost(error) => {
                defmt::warn!("serial terminal: {}", error.to_string().as_str());
                self.say(Message::Trouble(Trouble::Serial));
            }
            UartEvent::Open => self.greet(),
        }
    }

    /// Somebody may have come to the serial terminal: he is told everything.
    fn greet(&mut self) {
        self.panel.mended(Subject::Serial);
        self.with_console(Console::greet);
        let message = {
            let view = self.panel.view();
            let words = |message| brief::message(message, view.game.rules(), view.lang);
            view.message.map(words)
        };
        if let Some(message) = message {
            self.tell(message);
        }
    }

    fn link(&mut self, event: UartEvent) {
        match event {
            UartEvent::Bytes(bytes) => {
                if let Some(arm) = &mut self.ports.arm {
                    arm.receive(&bytes);
                }
            }
            // The link finds out by itself that nobody answers.
            UartEvent::Lost(error) => {
                defmt::warn!("robot link: {}", error.to_string().as_str());
            }
            UartEvent::Open => defmt::info!("robot link: the line is open"),
        }
    }

    fn store(&mut self, event: SaverEvent) {
        match event {
            SaverEvent::Saved => self.panel.mended(Subject::Store),
            SaverEvent::Failed(error) => {
                defmt::error!("store: {}", wording::store_words(&error).as_str());
                let trouble = if error.is_full() {
                    Trouble::StoreFull
                } else {
                    Trouble::StoreFailed
                };
                self.say(Message::Trouble(trouble));
            }
        }
    }

    fn answer(&mut self, answer: Answer) -> anyhow::Result<()> {
        let event = match answer {
            Answer::Iteration(id, line, thought) => {
                let best = line.best();
                best.map(|best| Event::Iteration(id, best, thought))
            }
            Answer::Done(id, answer) => {
                let pause = natural_pause(&Self::view(&self.panel));
                self.worker.done(id, answer, pause)
            }
            Answer::Failed(why) => {
                self.say(Message::Trouble(Trouble::Engine));
                return Err(anyhow!(texts::THINKER_FAILED.fill(self.lang(), &[&why])));
            }
        };
        if let Some(event) = event {
            self.event(event, Source::Elsewhere);
        }
        Ok(())
    }

    // ---- the serial terminal

    fn typed(&mut self, typed: Typed) {
        match typed {
            Typed::Line(line) => self.line(&line),
            Typed::Key(key) => {
                let outcome = self.panel.key(crate::app::key::KeyEvent::press(key));
                let told = outcome
                    .notices
                    .iter()
                    .any(|notice| notice.changes_position());
                self.apply(outcome, Source::Terminal);
                if !told {
                    self.show_panel();
                }
            }
            Typed::TooLong => self.refuse(texts::LINE_TOO_LONG.fill(self.lang(), &[&LONGEST_LINE])),
            Typed::NotText => self.refuse(texts::LINE_NOT_TEXT.plain(self.lang()).into()),
        }
    }

    /// What a key of the terminal has done: the cursor's cell, the menu, a question.
    fn show_panel(&mut self) {
        let lines = {
            let view = self.panel.view();
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
            Command::Quit => return self.tell(texts::SERIAL_NO_QUIT.plain(self.lang()).into()),
        };
        self.event(event, Source::Terminal);
    }

    fn with_console(&mut self, show: impl FnOnce(&mut Console, &View<'_>)) {
        if let Some(console) = &mut self.ports.console {
            show(console, &Self::view(&self.panel));
        }
    }

    /// Says something on the serial terminal alone.
    fn tell(&mut self, words: String) {
        self.with_console(|console, view| console.say(view, words));
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
            Order::First(point) => {
                self.first = point;
                true
            }
            Order::Put(side, point) => arm.order(Some(side), point),
            Order::Take(point) => arm.order(None, point),
            Order::Resume => {
                arm.robot().resume();
                true
            }
        };
        let text = if done {
            texts::SERIAL_ORDERED
        } else {
            texts::SERIAL_NOT_ORDERED
        };
        self.tell(text.plain(lang).into());
    }

    fn save(&mut self, file: &str, overwrite: bool) {
        let lang = self.lang();
        let Some(path) = self.path(file) else {
            return self.tell(texts::SERIAL_FILE.fill(lang, &[&quoted(file)]));
        };
        let view = Self::view(&self.panel);
        let text = sgf::write(
            self.panel.record(),
            names(&view).each_ref().map(String::as_str),
        );
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
        let own = ["game.sgf", "archive", REMEMBERED].contains(&file)
            || file.starts_with(['.', '-'])
            || file.starts_with("damaged-");
        (plain && !own).then(|| folder.join(file))
    }

    // ---- the game

    fn event(&mut self, event: Event, source: Source) {
        let outcome = self.panel.event(event);
        self.apply(outcome, source);
    }

    /// Does what the panel asks for.
    fn apply(&mut self, outcome: Outcome, source: Source) {
        let begins = |notice: &Notice| matches!(notice, Notice::NewGame | Notice::Restored(_));
        self.begins |= outcome.notices.iter().any(begins);
        for notice in outcome.notices {
            self.notice(notice, source);
        }
        for request in outcome.requests {
            self.request(request);
        }
        for wish in outcome.wishes {
            self.wish(wish);
        }
        let Ports { arm, .. } = &mut self.ports;
        if let Some(arm) = arm {
            arm.follow(&Self::view(&self.panel));
        }
    }

    /// Everybody sees the others' moves; what is refused concerns only who has asked for it.
    fn notice(&mut self, notice: Notice, source: Source) {
        if source == Source::Terminal || !notice.is_refusal() {
            self.with_console(|console, view| console.notice(view, notice));
        }
    }

    fn request(&mut self, request: Request) {
        let known = match &request {
            Request::Think(task) => first_move(task, self.first),
            _ => None,
        };
        match known {
            Some(event) => self.event(event, Source::Elsewhere),
            None => self.worker.obey(request),
        }
    }

    fn wish(&mut self, wish: Wish) {
        match wish {
            Wish::Save => self.keep(),
            Wish::PowerOff => self.power_off(),
            Wish::Lang(lang) => {
                if let Some(console) = &mut self.ports.console {
                    console.set_lang(lang);
                }
            }
            Wish::Sound(_) => {}
            Wish::Beep(beep) => {
                let now_ms = self.now_ms();
                if let Some(signs) = &mut self.ports.signs {
                    signs.beep(beep.pattern(), now_ms);
                    self.sounds = true;
                }
            }
        }
    }

    fn keep(&mut self) {
        let config = self.panel.config();
        let kept = Kept {
            record: self.panel.record().clone(),
            players: config.players,
            level: config.level,
        };
        if let Some(store) = &mut self.ports.store {
            store.keep(kept, std::mem::take(&mut self.begins));
        }
    }

    /// Keeps the game and switches the power off; without a command for that the box says
    /// goodbye and waits for the plug to be pulled.
    fn power_off(&mut self) {
        self.keep();
        let kept = self.ports.store.as_mut();
        if kept.is_some_and(|store| !store.flush(LAST_WRITE)) {
            self.say(Message::Trouble(Trouble::StoreFailed));
        }
        let Some((program, arguments)) = self
            .setup
            .power_off
            .as_deref()
            .and_then(<[String]>::split_first)
        else {
            return;
        };
        match process::Command::new(program).args(arguments).spawn() {
            Ok(child) => self.power_off = Some(child),
            Err(error) => {
                defmt::error!("power: {}", error.to_string().as_str());
                self.say(Message::Trouble(Trouble::Power));
            }
        }
    }

    /// Whether the command that was to switch the power off has failed.
    fn watch_power_off(&mut self) {
        let Some(child) = &mut self.power_off else {
            return;
        };
        let failed = match child.try_wait() {
            Ok(None) => return,
            Ok(Some(status)) => !status.success(),
            Err(_) => true,
        };
        self.power_off = None;
        if failed {
            defmt::error!("power: the command has failed");
            self.say(Message::Trouble(Trouble::Power));
        }
    }

    /// Shows something on all displays.
    fn say(&mut self, message: Message) {
        let rules = Self::view(&self.panel).rules();
        let words = brief::message(&message, rules, self.lang());
        self.say_in_words(message, words);
    }

    /// The same, with more words where there is room for them.
    fn say_in_words(&mut self, message: Message, words: String) {
        let outcome = self.panel.say(message);
        self.apply(outcome, Source::Elsewhere);
        self.tell(words);
    }

    // ---- the clock

    fn tick(&mut self) {
        let now_ms = self.now_ms();
        self.panel.tick(now_ms);
        if let Some(event) = self.worker.due() {
            self.event(event, Source::Elsewhere);
        }
        self.tick_arm(now_ms);
        self.watch_power_off();
        self.show();
        if let Some(signs) = &mut self.ports.signs {
            self.sounds = signs.tick(now_ms);
        }
        self.notifier.alive(Instant::now());
    }

    fn tick_arm(&mut self, now_ms: u64) {
        let lang = self.lang();
        let Some(arm) = &mut self.ports.arm else {
            return;
        };
        let effects = arm.tick(now_ms, lang);
        let doing = arm.doing();
        self.panel.robot(doing);
        for effect in effects {
            match effect {
                Effect::Event(event) => self.event(event, Source::Elsewhere),
                Effect::Say(message, words) => {
                    if matches!(message, Message::Trouble(_)) {
                        self.robot_mended();
                    }
                    self.say_in_words(message, words);
                }
                Effect::Mended => self.robot_mended(),
            }
        }
    }

    fn robot_mended(&mut self) {
        self.panel.mended(Subject::Board);
        self.panel.mended(Subject::Robot);
    }

    fn show(&mut self) {
        let view = self.panel.view();
        if let Some(display) = &mut self.ports.display {
            let frame = picture(&view);
            if self.shown.as_ref() != Some(&frame) {
                display.show(&frame);
                self.shown = Some(frame);
            }
        }
        if let Some(signs) = &mut self.ports.signs {
            signs.show(view.lamps());
        }
    }
}

/// The players' names in a file.
fn names(view: &View<'_>) -> [String; 2] {
    Side::ALL.map(|side| match view.player(side) {
        crate::app::event::Player::Human => "Human".into(),
        crate::app::event::Player::Engine => {
            format!("minmax-h3 {}", wording::strength(view, Lang::English))
        }
    })
}

#[cfg(test)]
mod tests;
