//! The loop in which people, game and engine meet.
//!
//! Everything arrives as a [`Signal`] on one channel, so the loop is never deaf: input and
//! Ctrl-C are heard while the engine thinks.
//!
//! On a terminal a line acts at once. On a pipe it waits until the engine has moved, so that a
//! script is answered alike on every machine; the end of the input ends the program at once,
//! whoever plays, which leaves the engine a moment to finish the move it is at.

use std::collections::VecDeque;
use std::env;
use std::fs;
use std::io::{self, IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, RecvTimeoutError, TryRecvError};
use std::time::{Duration, Instant};

use anyhow::{anyhow, bail};
use minmax_engine::point::Point;

use super::command::{Command, parse};
use super::editor::{Edit, Editor};
use super::input::{Gate, Input, LONGEST_LINE};
use super::interrupt::Interrupts;
use super::keys::{self, Keys};
use super::screen::Screen;
use crate::app::event::{Event, TaskId};
use crate::app::session::Session;
use crate::app::thought::Thought;
use crate::display::terminal::Work;
use crate::lang::{quoted, texts};
use crate::sgf;
use crate::store;
use crate::thinker::{Answer, Thinker};
use crate::wording;
use crate::worker::{Worker, natural_pause};

/// The moving line is for thinking that takes longer.
const QUIET: Duration = Duration::from_millis(300);
/// How often the moving line moves.
const BEAT: Duration = Duration::from_millis(100);
/// Two interrupts within this time leave.
const TWICE: Duration = Duration::from_secs(2);
/// What is left to the engine when the input has ended.
const LAST_WORD: Duration = Duration::from_millis(200);

/// Something that the loop hears.
#[derive(Debug)]
pub enum Signal {
    /// Lines from standard input.
    Input(Vec<Input>),
    /// From a terminal on standard input.
    Keys(Keys),
    /// Ctrl-C, as a signal of the system.
    Interrupt,
    /// A line of the log, where nobody else may write.
    Log(String),
    /// From the engine.
    Answer(Answer),
}

/// Why the loop has ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Farewell {
    /// By `quit` or the end of the input.
    Left,
    /// By Ctrl-C, twice.
    Interrupted,
}

type Next = anyhow::Result<Option<Farewell>>;

/// What the loop works with.
#[derive(Debug)]
pub struct Host<W> {
    session: Session,
    screen: Screen<W>,
    worker: Worker,
    gate: Gate,
    interrupts: Interrupts,
    /// The line that is being typed on a terminal.
    editor: Editor,
    /// Lines that wait for the engine, no more than are read ahead.
    waiting: VecDeque<Input>,
    /// How many batches they came in.
    batches: usize,
    /// When the input ended.
    ended: Option<Instant>,
    /// The last Ctrl-C, and whether it came at the prompt; forgotten when a line is typed.
    interrupted: Option<(Instant, bool)>,
    /// Where this game was saved: there it may be saved again.
    own_file: Option<PathBuf>,
}

impl<W: Write> Host<W> {
    /// Everything in its place, before the first picture.
    pub fn new(
        session: Session,
        screen: Screen<W>,
        thinker: Thinker,
        gate: Gate,
        interrupts: Interrupts,
    ) -> Self {
        Self {
            session,
            screen,
            worker: Worker::new(thinker),
            gate,
            interrupts,
            editor: Editor::default(),
            waiting: VecDeque::new(),
            batches: 0,
            ended: None,
            interrupted: None,
            own_file: None,
        }
    }

    /// Plays until somebody leaves.
    ///
    /// # Errors
    /// Standard output cannot be written, or the engine has failed.
    pub fn run(mut self, signals: &Receiver<Signal>) -> anyhow::Result<Farewell> {
        self.screen.begin(&self.session.view())?;
        if let Some(first) = self.session.start() {
            self.worker.obey(first);
        }
        loop {
            let next = match self.wait(signals)? {
                Some(signal) => self.hear(signal)?,
                None => None,
            };
            if let Some(farewell) = next.or(self.tick()?) {
                self.screen.leave()?;
                return Ok(farewell);
            }
        }
    }

    /// The next signal; nothing when it is time to look at the clock.
    fn wait(&mut self, signals: &Receiver<Signal>) -> anyhow::Result<Option<Signal>> {
        match signals.try_recv() {
            Ok(signal) => return Ok(Some(signal)),
            Err(TryRecvError::Empty) => self.screen.flush()?,
            Err(TryRecvError::Disconnected) => bail!("all threads are gone"),
        }
        let watches_clock = self.screen.is_terminal() || self.ended.is_some();
        let received = if self.worker.is_busy() && watches_clock {
            signals.recv_timeout(BEAT)
        } else {
            signals.recv().map_err(|_| RecvTimeoutError::Disconnected)
        };
        match received {
            Ok(signal) => Ok(Some(signal)),
            Err(RecvTimeoutError::Timeout) => Ok(None),
            Err(RecvTimeoutError::Disconnected) => bail!("all threads are gone"),
        }
    }

    fn hear(&mut self, signal: Signal) -> Next {
        match signal {
            Signal::Input(batch) => self.input(batch),
            Signal::Keys(keys) => {
                self.gate.open();
                self.keys(keys)
            }
            Signal::Interrupt => self.interrupt(),
            Signal::Log(line) => {
                self.screen.log(&self.session.view(), line)?;
                Ok(None)
            }
            Signal::Answer(answer) => self.answer(answer),
        }
    }

    fn input(&mut self, batch: Vec<Input>) -> Next {
        self.interrupted = None;
        if self.waiting.is_empty() && batch == [Input::End] {
            return self.take(Input::End);
        }
        self.waiting.extend(batch);
        self.batches += 1;
        self.catch_up()
    }

    fn take(&mut self, input: Input) -> Next {
        let lang = self.screen.lang();
        match input {
            Input::Line(line) => self.line(&line),
            Input::TooLong => self.say(texts::LINE_TOO_LONG.fill(lang, &[&LONGEST_LINE])),
            Input::NotText => self.say(texts::LINE_NOT_TEXT.plain(lang).into()),
            Input::End => {
                self.ended = Some(Instant::now());
                Ok((!self.worker.is_busy()).then_some(Farewell::Left))
            }
        }
    }

    /// The lines that wait, until the engine thinks. Where it always does, they need not wait for it.
    fn catch_up(&mut self) -> Next {
        while (!self.worker.is_busy() || self.session.view().is_watched())
            && let Some(input) = self.waiting.pop_front()
        {
            if let Some(farewell) = self.take(input)? {
                return Ok(Some(farewell));
            }
        }
        if self.waiting.is_empty() {
            (0..self.batches).for_each(|_| self.gate.open());
            self.batches = 0;
        }
        Ok(None)
    }

    fn keys(&mut self, keys: Keys) -> Next {
        let edit = match keys {
            Keys::Key(key) => self.editor.key(key),
            Keys::Stale => Edit::Redraw,
            Keys::End => Edit::End,
        };
        if edit == Edit::Nothing {
            return Ok(None);
        }
        self.screen.typed(self.editor.parts())?;
        match edit {
            Edit::Nothing | Edit::Changed => Ok(None),
            Edit::Line(line) => {
                self.interrupted = None;
                self.line(&line)
            }
            Edit::End => Ok(Some(Farewell::Left)),
            Edit::Interrupt => self.interrupt(),
            Edit::Suspend => {
                self.screen.leave()?;
                keys::suspend();
                self.screen.begin(&self.session.view())?;
                Ok(None)
            }
            Edit::Redraw => self.redraw(),
        }
    }

    fn redraw(&mut self) -> Next {
        self.screen.redraw(&self.session.view())?;
        Ok(None)
    }

    fn say(&mut self, words: String) -> Next {
        self.screen.say(&self.session.view(), words)?;
        Ok(None)
    }

    fn line(&mut self, line: &str) -> Next {
        let rules = self.session.record().game().rules();
        match parse(line, rules) {
            Err(error) => self.say(error.text(rules, self.screen.lang())),
            Ok(None) if self.worker.is_busy() => self.move_now(),
            Ok(None) if self.screen.is_terminal() => self.command(Command::Board),
            Ok(None) => Ok(None),
            Ok(Some(command)) => self.command(command),
        }
    }

    fn command(&mut self, command: Command) -> Next {
        match command {
            Command::Play(point) => self.event(Event::Play(point)),
            Command::Undo => self.event(Event::Undo),
            Command::Redo => self.event(Event::Redo),
            Command::Hint => self.event(Event::Hint),
            Command::New => self.begin(Event::New),
            Command::Side => self.event(Event::Swap),
            Command::Level(level) => self.event(Event::Level(level)),
            Command::Resign => self.event(Event::Resign),
            Command::Fouls => self.event(Event::Fouls),
            Command::Board => {
                self.screen.board(&self.session.view())?;
                Ok(None)
            }
            Command::Help => {
                self.screen.help(&self.session.view())?;
                Ok(None)
            }
            Command::Save { file, overwrite } => self.save(&path_of(&file), overwrite),
            Command::Load(file) => self.load(&path_of(&file)),
            Command::Quit => Ok(Some(Farewell::Left)),
        }
    }

    fn event(&mut self, event: Event) -> Next {
        let reaction = self.session.handle(event);
        if let Some(request) = reaction.request {
            self.worker.obey(request);
        }
        if let Some(notice) = reaction.notice {
            self.screen.notice(&self.session.view(), notice)?;
        }
        Ok(None)
    }

    /// Another game: the file of the last one is not its own.
    fn begin(&mut self, event: Event) -> Next {
        self.own_file = None;
        self.event(event)
    }

    fn answer(&mut self, answer: Answer) -> Next {
        match answer {
            Answer::Iteration(id, line, thought) => match line.best() {
                Some(best) => self.event(Event::Iteration(id, best, thought)),
                None => Ok(None),
            },
            Answer::Done(id, answer) => self.done(id, answer),
            Answer::Failed(why) => Err(anyhow!(
                texts::THINKER_FAILED.fill(self.screen.lang(), &[&why])
            )),
        }
    }

    fn done(&mut self, id: TaskId, answer: Option<(Point, Thought)>) -> Next {
        let pause = if self.screen.is_terminal() {
            natural_pause(&self.session.view())
        } else {
            Duration::ZERO
        };
        match self.worker.done(id, answer, pause) {
            Some(event) => self.deliver(event),
            None => Ok(None),
        }
    }

    /// An answer of the engine, or a word to it.
    fn deliver(&mut self, event: Event) -> Next {
        let answered = matches!(event, Event::Answer(..));
        self.event(event)?;
        if self.ended.is_some() && answered || !self.worker.is_busy() && self.has_shown_all() {
            return Ok(Some(Farewell::Left));
        }
        self.catch_up()
    }

    /// A game that engines play for a file or a pipe is over, and the terminal on the other end
    /// has nothing to say to it.
    fn has_shown_all(&self) -> bool {
        let view = self.session.view();
        let over = view.is_watched() && view.ending.is_some();
        over && !self.screen.is_terminal() && io::stdin().is_terminal()
    }

    fn move_now(&mut self) -> Next {
        match self.worker.hurry() {
            Some(event) => self.deliver(event),
            None => Ok(None),
        }
    }

    fn interrupt(&mut self) -> Next {
        self.interrupts.heard();
        let again = |(at, at_prompt): (Instant, bool)| at_prompt || at.elapsed() < TWICE;
        if self.interrupted.is_some_and(again) {
            return Ok(Some(Farewell::Interrupted));
        }
        self.interrupted = Some((Instant::now(), !self.worker.is_busy()));
        if self.worker.is_busy() {
            self.move_now()
        } else {
            self.say(texts::INTERRUPT_AGAIN.plain(self.screen.lang()).into())
        }
    }

    /// A look at the clock.
    fn tick(&mut self) -> Next {
        if let Some(event) = self.worker.due() {
            return self.deliver(event);
        }
        let Some((elapsed, pausing)) = self.worker.progress() else {
            return Ok(None);
        };
        if self.ended.is_some_and(|ended| ended.elapsed() >= LAST_WORD) {
            self.worker.stop();
        }
        if elapsed >= QUIET {
            let ms = u64::try_from(elapsed.as_millis()).unwrap_or(u64::MAX);
            let work = if pausing {
                Work::Pausing
            } else {
                Work::Thinking(ms)
            };
            self.screen.working(&self.session.view(), work)?;
        }
        Ok(None)
    }

    fn save(&mut self, path: &Path, overwrite: bool) -> Next {
        let lang = self.screen.lang();
        let view = self.session.view();
        let names = wording::players(&view);
        let text = sgf::write(self.session.record(), names.each_ref().map(String::as_str));
        let own = self.own_file.is_some() && fs::canonicalize(path).ok() == self.own_file;
        match store::write(path, &text, overwrite || own) {
            Ok(()) => {
                self.own_file = fs::canonicalize(path).ok();
                self.say(texts::SAVED.fill(lang, &[&wording::quoted_path(path)]))
            }
            Err(error) => self.say(wording::store_error(path, &error, lang)),
        }
    }

    fn load(&mut self, path: &Path) -> Next {
        let lang = self.screen.lang();
        let bytes = match store::read(path) {
            Ok(bytes) => bytes,
            Err(error) => return self.say(wording::store_error(path, &error, lang)),
        };
        match sgf::read(&bytes) {
            Ok(record) => {
                let next = self.begin(Event::Restore(Box::new(record)))?;
                if sgf::holds_more(&bytes) {
                    let words = texts::RESTORED_FIRST.plain(lang);
                    self.screen.add(&self.session.view(), words)?;
                }
                if let Some(rule) = sgf::unknown_rule(&bytes) {
                    let words = texts::RESTORED_RULE.fill(lang, &[&quoted(&rule)]);
                    self.screen.add(&self.session.view(), &words)?;
                }
                Ok(next)
            }
            Err(error) => self.say(wording::load_error(path, &error, lang)),
        }
    }
}

fn path_of(text: &str) -> PathBuf {
    store::path_of(text, env::home_dir())
}
