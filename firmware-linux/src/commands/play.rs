//! `minmax-h3 play`: a game in the terminal, or on a pipe.

use std::env;
use std::io::{self, BufWriter, IsTerminal};
use std::process::ExitCode;
use std::sync::mpsc::{Sender, channel};

use anyhow::anyhow;

use super::start_log;
use crate::app::session::Session;
use crate::cli::settings::PlaySettings;
use crate::display::paint::Paint;
use crate::lang::texts;
use crate::log;
use crate::play::host::{Farewell, Host, Signal};
use crate::play::input::{self, Gate};
use crate::play::interrupt::{self, Interrupts};
use crate::play::keys::{self, Raw};
use crate::play::screen::{Kind, Screen};
use crate::thinker::Thinker;
use crate::wording;

/// Plays until somebody leaves: by `quit` or the end of the input with success, by Ctrl-C twice
/// with the exit code 130.
///
/// # Errors
/// The log cannot be begun, the system gives no memory, thread or signal, standard output cannot be written, or the
/// engine fails.
pub fn run(settings: &PlaySettings) -> anyhow::Result<ExitCode> {
    let lang = settings.lang;
    start_log(&settings.log, lang)?;
    let (send, signals) = channel();
    let kind = kind();
    // It gives the terminal back when this function is left.
    let raw = matches!(kind, Kind::Full(_)).then(Raw::enter).transpose();
    let kind = if raw.is_ok() { kind } else { Kind::Lines };
    let thinker = Thinker::start(
        settings.threads,
        settings.hash_mib,
        teller(&send, Signal::Answer),
    )
    .map_err(|error| anyhow!(wording::start_error(&error, lang)))?;
    let interrupts = Interrupts::listen(interrupter(&send))
        .map_err(|error| anyhow!(texts::NO_INTERRUPT.fill(lang, &[&error])))?;
    let gate = gate(&kind, &send, &interrupts).map_err(|error| {
        anyhow!(texts::NO_THREAD.fill(lang, &[&wording::io_error(&error, lang)]))
    })?;
    if matches!(kind, Kind::Full(_)) && io::stderr().is_terminal() {
        log::redirect(teller(&send, Signal::Log));
    }
    let screen = Screen::new(BufWriter::new(io::stdout()), kind, lang);
    let session = Session::new(settings.config);
    let host = Host::new(session, screen, thinker, gate, interrupts);
    let farewell = host.run(&signals)?;
    Ok(match farewell {
        Farewell::Left => ExitCode::SUCCESS,
        Farewell::Interrupted => ExitCode::from(interrupt::EXIT_CODE),
    })
}

fn interrupter(send: &Sender<Signal>) -> impl Fn() + Send + use<> {
    let send = send.clone();
    move || drop(send.send(Signal::Interrupt))
}

/// Begins to read what is typed, or what comes through a pipe.
fn gate(kind: &Kind, send: &Sender<Signal>, interrupts: &Interrupts) -> io::Result<Gate> {
    if *kind == Kind::Lines {
        return input::start(teller(send, Signal::Input));
    }
    keys::watch_signals(teller(send, Signal::Keys))?;
    let interrupts = interrupts.clone();
    keys::start(teller(send, Signal::Keys), move || interrupts.count())
}

fn teller<T>(send: &Sender<Signal>, wrap: fn(T) -> Signal) -> impl FnMut(T) + Send + use<T> {
    let send = send.clone();
    move |thing| drop(send.send(wrap(thing))) // nobody listens: the program is about to end
}

/// A screen needs a terminal on both ends, and one that can do more than print.
fn kind() -> Kind {
    let able = env::var_os("TERM").is_none_or(|term| term != "dumb" && !term.is_empty());
    let terminal = io::stdin().is_terminal() && io::stdout().is_terminal();
    let no_color = env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
    match (terminal && able, no_color) {
        (false, _) => Kind::Lines,
        (true, true) => Kind::Full(Paint::Plain),
        (true, false) => Kind::Full(Paint::Coloured),
    }
}
