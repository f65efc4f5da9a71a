//! The ports of the box on Linux, as its file names them.

use std::io;
use std::sync::mpsc::Sender;
use std::time::Duration;

use embedded_hal::digital::PinState;
use minmax_link::line::Timing;

use super::arm::Arm;
use super::config::{Config, Lamps as LampLines, Link};
use super::console::Console;
use super::host::{Ports, Signal};
use crate::app::panel::view;
use crate::app::view::View;
use crate::display::picture::frame::Frame;
use crate::hw::gpio::{self, LineError, OutputPin};
use crate::hw::keys::Keys;
use crate::hw::lamps::{Buzzer, Lamps, Signs as LampSigns};
use crate::hw::oled::{Oled, Settings};
use crate::hw::pins::{Drive, Line};
use crate::hw::uart::Uart;
use crate::lang::Lang;
use crate::link::robot::{Robot, Setup};
use crate::ports::{Display, Signs, Store, Wire};
use crate::store::keeper::{Kept, Saver};

impl Display for Oled {
    fn show(&mut self, frame: &Frame) {
        Self::show(self, frame);
    }
}

impl Wire for Uart {
    fn send(&mut self, bytes: &[u8]) -> bool {
        Self::send(self, bytes)
    }
}

impl Store for Saver {
    fn keep(&mut self, kept: Kept, begins: bool) -> u64 {
        if begins {
            self.begin(kept)
        } else {
            self.save(kept)
        }
    }

    fn flush(&mut self, within: Duration) -> bool {
        Self::flush(self, within)
    }
}

/// Lamps and buzzer on pins. A pin that fails is tried again with the next change, and is no
/// reason to stop a game.
#[derive(Debug)]
struct Lights {
    lamps: Lamps<OutputPin>,
    buzzer: Option<Buzzer<OutputPin>>,
}

impl Signs for Lights {
    fn show(&mut self, lamps: view::Lamps) {
        let signs = LampSigns {
            thinking: lamps.thinking,
            your_turn: lamps.your_turn,
            error: lamps.error,
        };
        if let Err(error) = self.lamps.show(signs) {
            defmt::debug!("lamps: {}", error.to_string().as_str());
        }
    }

    fn beep(&mut self, pattern: &'static [u16], now_ms: u64) {
        if let Some(buzzer) = &mut self.buzzer {
            buzzer.sound(pattern, now_ms);
        }
    }

    fn tick(&mut self, now_ms: u64) -> bool {
        let sounds = self.buzzer.as_mut().map(|buzzer| buzzer.tick(now_ms));
        match sounds {
            None => false,
            Some(Ok(sounds)) => sounds,
            Some(Err(error)) => {
                defmt::debug!("buzzer: {}", error.to_string().as_str());
                false
            }
        }
    }
}

/// Opens the display, if the file names one. A missing one is looked for again and again.
///
/// # Errors
/// The system gives no thread.
pub fn display(config: &Config, send: &Sender<Signal>) -> io::Result<Option<Box<dyn Display>>> {
    let Some(oled) = &config.oled else {
        return Ok(None);
    };
    let settings = Settings {
        address: oled.address,
        upside_down: oled.upside_down,
        blank_after: None, // the panel knows when nobody looks
    };
    let display = Oled::start(&oled.bus, settings, teller(send, Signal::Oled))?;
    Ok(Some(Box::new(display)))
}

/// Opens whatever else the file names. What is missing is looked for again and again by the part's
/// own thread; `send` hears of it. The keys end with their handle.
///
/// # Errors
/// The system gives no threads.
pub fn open(
    config: &Config,
    lang: Lang,
    view: &View<'_>,
    send: &Sender<Signal>,
) -> io::Result<(Ports, Option<Keys>)> {
    // Before the terminal: whoever reads there that the box plays may press a key.
    let keys = if config.keypad.is_some() || config.moved.is_some() {
        let (keypad, button) = (config.keypad.clone(), config.moved.clone());
        Some(Keys::start(keypad, button, teller(send, Signal::Keys))?)
    } else {
        None
    };
    let mut ports = Ports::default();
    if let Some(uart) = &config.uart {
        let wire = Uart::start(&uart.path, uart.baud, teller(send, Signal::Uart))?;
        ports.console = Some(Console::new(Box::new(wire), lang));
    }
    if let Some(link) = &config.link {
        ports.arm = Some(arm(link, view, send)?);
    }
    ports.signs = lights(&config.lamps, config.buzzer.as_ref());
    Ok((ports, keys))
}

/// Passes things on to the loop; after its end nobody listens.
pub fn teller<T>(
    send: &Sender<Signal>,
    wrap: impl Fn(T) -> Signal + Send + 'static,
) -> impl FnMut(T) + Send + 'static {
    let send = send.clone();
    move |thing| drop(send.send(wrap(thing)))
}

fn arm(link: &Link, view: &View<'_>, send: &Sender<Signal>) -> io::Result<Arm> {
    let wire = Uart::start(
        &link.serial.path,
        link.serial.baud,
        teller(send, Signal::Link),
    )?;
    let setup = Setup {
        session: session_number(),
        timing: Timing::for_baud(link.serial.baud),
        place_timeout_ms: u64::from(link.place_timeout_s) * 1_000,
    };
    Ok(Arm::new(Robot::new(setup, view), Box::new(wire), view))
}

/// A number that differs from start to start: of the kernel's own randomness, for the clock of a
/// board without a battery starts anew as well.
fn session_number() -> u16 {
    use std::hash::{BuildHasher, RandomState};
    RandomState::new().hash_one(std::process::id()) as u16
}

fn lights(lamps: &LampLines, buzzer: Option<&Line>) -> Option<Box<dyn Signs>> {
    let pin = |line: Option<&Line>| line.and_then(output);
    let pins = [&lamps.thinking, &lamps.your_turn, &lamps.error].map(|line| pin(line.as_ref()));
    let buzzer = pin(buzzer).map(Buzzer::new);
    if buzzer.is_none() && pins.iter().all(Option::is_none) {
        return None;
    }
    let [thinking, your_turn, error] = pins;
    let lamps = Lamps::new(thinking, your_turn, error);
    Some(Box::new(Lights { lamps, buzzer }))
}

fn output(line: &Line) -> Option<OutputPin> {
    let opened: Result<_, LineError> = gpio::output(line, Drive::PushPull, PinState::Low);
    opened
        .inspect_err(|error| {
            defmt::warn!("a lamp's pin: {}", error.to_string().as_str());
        })
        .ok()
}
