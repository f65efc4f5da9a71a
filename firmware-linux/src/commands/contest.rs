//! `minmax-h3 match`: one player against others over many games.

use std::fs;
use std::io::{self, IsTerminal, Write};
use std::path::Path;
use std::process::ExitCode;
use std::sync::atomic::{AtomicU8, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
#[cfg(unix)]
use std::thread;

use anyhow::{anyhow, bail};
use defmt::Display2Format;
use minmax_engine::point::Point;
use minmax_engine::rules::Rules;
use minmax_engine::side::Side;
#[cfg(unix)]
use signal_hook::{consts::SIGTERM, iterator::Signals};

use super::start_log;
use crate::cli::contest::{MatchSettings, Openings, OpeningsFile};
use crate::contest::balanced::Finder;
use crate::contest::openings::{self, Format};
use crate::contest::referee::{End, Played};
use crate::contest::report::{Ladder, Table, progress};
use crate::contest::run::{Contest, Course, Observer, run as play};
use crate::contest::save::Folder;
use crate::contest::schedule::{Schedule, Source, Ticket};
use crate::contest::stop::Stop;
use crate::contest::tally::Tally;
use crate::contest::words;
use crate::lang::{Lang, texts};
use crate::log;
use crate::play::interrupt::{self, Interrupts};
use crate::store::StoreError;
use crate::wording;

/// The exit code of a program that `SIGTERM` has ended, by custom of the shells.
#[cfg(unix)]
const TERMINATED: u8 = 143;

/// Plays the match, tells on standard error how it goes if that is a terminal, and prints what it
/// came to: in lines with English names for people and scripts alike. Ctrl-C ends it early, with
/// the exit code 130, and so does `SIGTERM`, with 143.
///
/// # Errors
/// The log cannot be begun, the openings cannot be read, a player cannot be started, games cannot
/// be saved, or the system gives no memory, thread or signal.
pub fn run(settings: &MatchSettings) -> anyhow::Result<ExitCode> {
    let lang = settings.lang;
    start_log(&settings.log, lang)?;
    let source = source(settings)?;
    let folder = settings.save.as_ref().map(|(path, format)| {
        let folder = Folder::open(path, *format);
        folder.map_err(|error| anyhow!(save_error(path, &error, lang)))
    });
    let folder = folder.transpose()?;
    let keys = Keys::listen(lang)?;
    let contest = &settings.contest;
    let opponents = contest.others.len();
    let schedule = Schedule::new(source, opponents, settings.games, settings.seed);
    let mut desk = Desk::new(settings, folder);
    let course = play(contest, schedule, &keys.stop, &mut desk);
    desk.line.clear();
    print(settings, &course)?;
    finish(settings, course, &desk, &keys)
}

fn finish(
    settings: &MatchSettings,
    course: Course,
    desk: &Desk<'_>,
    keys: &Keys,
) -> anyhow::Result<ExitCode> {
    let lang = settings.lang;
    if let Some(failure) = course.failure {
        bail!(words::failure(failure, lang));
    }
    if let (Some(error), Some((path, _))) = (&desk.unsaved, &settings.save) {
        bail!(save_error(path, error, lang));
    }
    Ok(keys.code.load(Ordering::Relaxed).into())
}

fn source(settings: &MatchSettings) -> anyhow::Result<Source> {
    let rules = settings.contest.conditions.rules;
    match &settings.openings {
        Openings::File(file) => Ok(Source::list(read(file, rules, settings.lang)?)),
        Openings::None => Ok(Source::list(vec![vec![]])),
        Openings::Search => Ok(Source::search(Finder::new(rules, settings.seed))),
    }
}

fn read(file: &OpeningsFile, rules: Rules, lang: Lang) -> anyhow::Result<Vec<Vec<Point>>> {
    let path = &file.path;
    let failed = |why: &str| anyhow!(words::openings_failed(path, why, lang));
    let bytes = fs::read(path).map_err(|error| failed(&wording::io_error(&error, lang)))?;
    let not_text = texts::OPENINGS_NOT_TEXT.plain(lang);
    let text = String::from_utf8(bytes).map_err(|_| failed(not_text))?;
    let format = file.format.unwrap_or_else(|| Format::of(&text));
    openings::read(&text, format, file.from, rules)
        .map_err(|error| anyhow!(words::openings_error(path, &error, lang)))
}

fn save_error(path: &Path, error: &StoreError, lang: Lang) -> String {
    match error {
        StoreError::Exists => texts::SAVE_EXISTS.fill(lang, &[&wording::quoted_path(path)]),
        error => {
            let why = wording::store_error(path, error, lang);
            texts::SAVE_FAILED.fill(lang, &[&wording::quoted_path(path), &why])
        }
    }
}

/// Ctrl-C or the system ends a match, its brains with it.
#[derive(Clone, Default)]
struct Keys {
    stop: Arc<Stop>,
    /// The exit code of what has ended it; 0 if nothing has.
    code: Arc<AtomicU8>,
}

impl Keys {
    fn listen(lang: Lang) -> anyhow::Result<Self> {
        let keys = Self::default();
        let pressed = keys.clone();
        Interrupts::listen(move || pressed.end(interrupt::EXIT_CODE))
            .map_err(|error| anyhow!(texts::NO_INTERRUPT.fill(lang, &[&error])))?;
        #[cfg(unix)]
        keys.hear_terminate()
            .map_err(|error| anyhow!(texts::NO_THREAD.fill(lang, &[&error])))?;
        Ok(keys)
    }

    fn end(&self, code: u8) {
        self.code.store(code, Ordering::Relaxed);
        self.stop.set();
    }

    /// The program would end at once, and brains that hang would outlive it. The third signal ends
    /// it nevertheless.
    #[cfg(unix)]
    fn hear_terminate(&self) -> io::Result<()> {
        let mut signals = Signals::new([SIGTERM])?;
        let keys = self.clone();
        let hear = move || {
            for (before, _) in signals.forever().enumerate() {
                if before == 2 {
                    std::process::exit(TERMINATED.into());
                }
                keys.end(TERMINATED);
            }
        };
        thread::Builder::new().name("signals".into()).spawn(hear)?;
        Ok(())
    }
}

/// Where games are written down as they end.
struct Desk<'a> {
    contest: &'a Contest,
    games: u32,
    folder: Option<Folder>,
    /// Why games are missing in the folder.
    unsaved: Option<StoreError>,
    line: Line,
}

impl<'a> Desk<'a> {
    fn new(settings: &'a MatchSettings, folder: Option<Folder>) -> Self {
        Self {
            contest: &settings.contest,
            games: settings.games,
            folder,
            unsaved: None,
            line: Line::new(),
        }
    }

    /// In the order of their colours.
    fn players(&self, ticket: &Ticket) -> [&'a str; 2] {
        let other = self.contest.others.get(ticket.opponent);
        let mut players = [&self.contest.first, other.unwrap_or(&self.contest.first)];
        if ticket.first == Side::White {
            players.reverse();
        }
        players.map(|spec| spec.name.as_str())
    }

    fn number(&self, ticket: &Ticket) -> u32 {
        let before = (ticket.opponent as u32).saturating_mul(self.games);
        before.saturating_add(ticket.number).saturating_add(1)
    }
}

impl Observer for Desk<'_> {
    fn ended(&mut self, ticket: &Ticket, played: &Played) {
        let (number, players) = (self.number(ticket), self.players(ticket));
        if let End::Fault(side, fault) = &played.end {
            let name = players[side.index()];
            let moves = played.game.moves().len();
            defmt::warn!(
                "game {=u32}, move {=usize}: {=str} {}",
                number,
                moves + 1,
                name,
                Display2Format(fault)
            );
        }
        let saved = self
            .folder
            .as_ref()
            .map(|to| to.save(number, played, players));
        if let Some(Err(error)) = saved {
            self.unsaved.get_or_insert(error);
        }
    }

    fn counted(&mut self, tallies: &[Tally]) {
        let sprt = self.contest.sprt.as_ref();
        self.line.show(&progress(tallies, self.games, sprt));
    }
}

/// The line on the terminal that is written over and over; log messages go above it.
struct Line(Option<Arc<Mutex<String>>>);

impl Line {
    fn new() -> Self {
        if !io::stderr().is_terminal() {
            return Self(None);
        }
        let shown = Arc::<Mutex<String>>::default();
        let below = Arc::clone(&shown);
        log::redirect(move |message| {
            let line = below.lock().unwrap_or_else(PoisonError::into_inner);
            put(&format!("\r\x1b[K{message}\r\n{line}"));
        });
        Self(Some(shown))
    }

    fn show(&self, text: &str) {
        if let Some(shown) = &self.0 {
            let mut line = shown.lock().unwrap_or_else(PoisonError::into_inner);
            put(&format!("\r\x1b[K{text}"));
            text.clone_into(&mut line);
        }
    }

    fn clear(&self) {
        self.show("");
    }
}

/// A terminal that is gone is not worth a match.
fn put(text: &str) {
    let mut stderr = io::stderr().lock();
    let _ = stderr.write_all(text.as_bytes());
    let _ = stderr.flush();
}

fn print(settings: &MatchSettings, course: &Course) -> io::Result<()> {
    let contest = &settings.contest;
    let mut out = io::stdout().lock();
    let title = wording::title(contest.conditions.rules, Lang::English);
    writeln!(out, "game      {title}\nseed      {}", settings.seed)?;
    let names = contest.others.iter().map(|spec| spec.name.as_str());
    let rows: Vec<_> = names.zip(&course.tallies).collect();
    for (second, tally) in &rows {
        let table = Table {
            first: &contest.first.name,
            second,
            tally,
            sprt: contest.sprt.as_ref(),
        };
        write!(out, "\n{table}")?;
    }
    if rows.len() > 1 {
        write!(out, "\n{}", Ladder { rows: &rows })?;
    }
    out.flush()
}
