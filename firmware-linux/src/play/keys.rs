//! Keys and the size of a terminal in raw mode, and the way back out of that mode.

use std::io;
use std::sync::mpsc::sync_channel;
use std::thread;

use crossterm::event::{self, Event, KeyCode, KeyEvent, KeyEventKind, KeyModifiers};
use crossterm::terminal;

use super::input::Gate;

/// How many keys are read ahead.
const AHEAD: usize = 64;

/// What comes from a terminal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Keys {
    /// A key is pressed.
    Key(KeyEvent),
    /// The terminal has another size, or may show something else than before.
    Stale,
    /// There are no more keys.
    End,
}

/// While it lives every key comes at once and shows nothing by itself.
#[derive(Debug)]
pub struct Raw(());

impl Raw {
    /// Begins.
    ///
    /// # Errors
    /// The terminal refuses.
    pub fn enter() -> io::Result<Self> {
        terminal::enable_raw_mode()?;
        Ok(Self(()))
    }

    /// Ends the mode for all, whoever has begun it.
    pub fn leave() {
        let _ = terminal::disable_raw_mode(); // a terminal that is gone needs no mode
    }
}

impl Drop for Raw {
    fn drop(&mut self) {
        Self::leave();
    }
}

/// Reads keys on a thread of its own and tells them, no more than 64 before the gate has been
/// opened for them. `interrupt` hears each Ctrl-C at once, even if nobody opens the gate.
///
/// # Errors
/// The system gives no thread.
pub fn start(
    mut tell: impl FnMut(Keys) + Send + 'static,
    interrupt: impl Fn() + Send + 'static,
) -> io::Result<Gate> {
    let (tokens, gate) = sync_channel(AHEAD);
    let read = move || {
        loop {
            let keys = next();
            if keys == Keys::Key(KeyEvent::new(KeyCode::Char('c'), KeyModifiers::CONTROL)) {
                interrupt();
            }
            if tokens.send(()).is_err() {
                return;
            }
            tell(keys);
            if keys == Keys::End {
                return;
            }
        }
    };
    thread::Builder::new().name("keys".into()).spawn(read)?;
    Ok(Gate::new(gate))
}

fn next() -> Keys {
    loop {
        match event::read() {
            Ok(Event::Key(key)) if key.kind != KeyEventKind::Release => return Keys::Key(key),
            Ok(Event::Resize(..)) => return Keys::Stale,
            Ok(_) => {}
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(_) => return Keys::End,
        }
    }
}

/// Stops the program until it is called back, if its system knows such a thing. Then the terminal
/// may show anything.
pub fn suspend() {
    #[cfg(unix)]
    {
        Raw::leave();
        let _ = signal_hook::low_level::raise(signal_hook::consts::SIGTSTP);
        let _ = terminal::enable_raw_mode(); // as it was
    }
}

/// Gives the terminal back before a signal ends the program, and takes it again and calls `tell`
/// when the program goes on after a stop.
///
/// # Errors
/// The system gives no thread, or lets nobody listen.
#[cfg(unix)]
pub fn watch_signals(mut tell: impl FnMut(Keys) + Send + 'static) -> io::Result<()> {
    use signal_hook::consts::{SIGCONT, SIGHUP, SIGQUIT, SIGTERM};
    let mut signals = signal_hook::iterator::Signals::new([SIGCONT, SIGHUP, SIGQUIT, SIGTERM])?;
    let watch = move || {
        for signal in signals.forever() {
            Raw::leave();
            if signal == SIGCONT {
                let _ = terminal::enable_raw_mode();
                tell(Keys::Stale);
            } else {
                let _ = signal_hook::low_level::emulate_default_handler(signal);
            }
        }
    };
    thread::Builder::new().name("signals".into()).spawn(watch)?;
    Ok(())
}

/// Other systems end a program without a signal.
///
/// # Errors
/// None.
#[cfg(not(unix))]
pub fn watch_signals(_: impl FnMut(Keys) + Send + 'static) -> io::Result<()> {
    Ok(())
}
