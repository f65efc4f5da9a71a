//! The loop in which keys, lines, robot, engine and displays meet in one game.
//!
//! Everything arrives as a [`Signal`] on one channel, so that the loop is never deaf; whatever
//! takes time (the engine, a display, a card that writes) has a thread of its own. After each
//! round the displays show what the [`Panel`] says now.
//!
//! - `keeping`: the game on its way to the disk, and the power switch
//! - `serial`: what is typed on the serial terminal, and what is said there
//! - [`web`]: what comes through the net, and the game as it is told there

mod keeping;
mod serial;
pub mod web;

use std::collections::VecDeque;
use std::path::PathBuf;
use std::process;
use std::sync::mpsc::{Receiver, RecvTimeoutError};
use std::time::{Duration, Instant};

use anyhow::{anyhow, bail};
use minmax_engine::game::PlayError;
use minmax_engine::point::Point;

use self::keeping::Keeping;
use self::web::{Stage, Web, WebEvent};
use super::arm::{Arm, Effect};
use super::console::Console;
use crate::app::event::{Event, Notice, Request};
use crate::app::panel::Panel;
use crate::app::panel::message::{Message, Subject, Trouble};
use crate::app::panel::outcome::{Outcome, Wish};
use crate::app::view::View;
use crate::display::picture::frame::Frame;
use crate::display::picture::picture;
use crate::hw::keys::KeysEvent;
use crate::hw::notify::Notifier;
use crate::hw::oled::OledEvent;
use crate::hw::uart::UartEvent;
use crate::input::lines::Typed;
use crate::lang::{Lang, texts};
use crate::link::opening::first_move;
use crate::ports::{Display, Signs, Store};
use crate::store::keeper::SaverEvent;
use crate::thinker::Answer;
use crate::wording::{self, brief};
use crate::worker::{Worker, natural_pause};

/// How often the loop looks at the clock.
const BEAT: Duration = Duration::from_millis(100);
/// The same while a robot is linked, the buzzer sounds or a move is being kept.
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
    /// From the net.
    Web(WebEvent),
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
    /// Where whoever watches through the net is told.
    pub stage: Option<Stage>,
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
    /// There is a keypad.
    pub keypad: bool,
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
    keeping: Keeping,
    /// Lines and keys of the terminal that wait for a change to be kept.
    typed: VecDeque<Typed>,
    /// The change at hand comes from a key of the terminal, which shows what it has done.
    by_arrow: bool,
    /// The cursor as the terminal was shown it last in this game: Enter plays there.
    pointed: Option<Point>,
    power_off: Option<process::Child>,
    web: Option<Web>,
}

/// Who has caused something, for whom it need not be told on the serial terminal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Source {
    Terminal,
    Net,
    Elsewhere,
}

impl Host {
    /// Everything in its place, before the first picture.
    #[must_use]
    pub fn new(panel: Panel, worker: Worker, mut ports: Ports, setup: Setup) -> Self {
        let web = ports.stage.take().map(Web::new);
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
            keeping: Keeping::default(),
            typed: VecDeque::new(),
            by_arrow: false,
            pointed: None,
            power_off: None,
            web,
        }
    }

    /// Shows something before the game begins: trouble with the kept game.
    pub fn trouble(&mut self, trouble: Trouble) {
        self.show_first(Message::Trouble(trouble));
    }

    /// Whoever is at the serial terminal is told when he is greeted.
    fn show_first(&mut self, message: Message) {
        let outcome = self.panel.say(message);
        self.apply(outcome, Source::Elsewhere);
    }

    /// The kept game is left for the one that the box's file asks for. `archived`: it had moves.
    pub fn begin_other_game(&mut self, archived: bool) {
        self.keeping.another_game();
        self.keep();
        let text = if archived {
            texts::SERIAL_OTHER_GAME
        } else {
            texts::SERIAL_OTHER_GAME_ONLY
        };
        self.show_first(Message::Words(text.plain(self.lang()).into()));
    }

    /// Plays until the system ends the program. `begun` is what the panel's start has led to.
    ///
    /// # Errors
    /// The engine has failed. The game is kept.
    pub fn run(mut self, begun: Outcome, signals: &Receiver<Signal>) -> anyhow::Result<()> {
        self.begin(begun);
        let ended = self.rounds(signals);
        self.notifier.stopping();
        self.keep();
        let kept = self.ports.store.as_mut();
        if kept.is_some_and(|store| !store.flush(LAST_WRITE)) {
            defmt::error!("the game could not be kept in time");
        }
        ended
    }

    fn begin(&mut self, mut begun: Outcome) {
        begun.notices.clear(); // whoever is there is greeted when the line opens
        self.apply(begun, Source::Elsewhere);
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
        let quick = self.ports.arm.is_some() || self.sounds || self.panel.is_keeping();
        let usual = if quick { QUICK_BEAT } else { BEAT };
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
            Signal::Web(event) => self.web(event),
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
                self.typed.extend(console.receive(&bytes));
                self.type_on();
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
        self.pointed = None;
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
            SaverEvent::Done(number) => self.stored(number),
            SaverEvent::Saved => self.panel.mended(Subject::Store),
            SaverEvent::Failed(error) => {
                defmt::error!("store: {}", wording::store_words(&error).as_str());
                let lang = self.lang();
                let words =
                    texts::SERIAL_NOT_KEPT.fill(lang, &[&wording::store_reason(&error, lang)]);
                let trouble = if error.is_full() {
                    Trouble::StoreFull
                } else {
                    Trouble::StoreFailed
                };
                self.say_in_words(Message::Trouble(trouble), words);
            }
        }
    }

    fn answer(&mut self, answer: Answer) -> anyhow::Result<()> {
        let event = match answer {
            Answer::Iteration(id, line, thought) => {
                if let Some(best) = line.best() {
                    self.event(Event::Iteration(id, best, thought), Source::Elsewhere);
                    self.tell_depth();
                }
                None
            }
            Answer::Done(id, answer) => {
                let pause = natural_pause(&self.panel.coming().view());
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

    // ---- the game

    fn event(&mut self, event: Event, source: Source) {
        let outcome = self.panel.event(event);
        self.apply(outcome, source);
    }

    /// Does what the panel asks for.
    fn apply(&mut self, outcome: Outcome, source: Source) {
        if let Some(web) = &mut self.web {
            web.follow(&outcome);
        }
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

    /// Everybody sees the others' moves; what is refused concerns only who has asked for it, but
    /// for fouls, by which a stone may lie on the board that everybody sees.
    fn notice(&mut self, notice: Notice, source: Source) {
        if matches!(notice, Notice::NewGame | Notice::Restored(_)) {
            self.pointed = None;
        }
        let foul = matches!(notice, Notice::Refused(PlayError::Forbidden(..)));
        let foul = foul && source != Source::Net;
        if source == Source::Terminal || foul || !notice.is_refusal() {
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
            Wish::Keep { begins } => self.keep_change(begins),
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
        self.watch_store();
        self.type_on();
        self.ask_on();
        if let Some(event) = self.worker.due() {
            self.event(event, Source::Elsewhere);
        }
        self.tick_arm(now_ms);
        self.watch_power_off();
        self.look_for_address();
        self.show();
        self.publish();
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

#[cfg(test)]
mod tests;
