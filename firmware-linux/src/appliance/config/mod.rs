//! The box's file, `box.toml`.
//!
//! - this file: what it says, checked
//! - `reader`: values out of TOML, each with its line
//! - `sections`: the sections one by one
//! - `wiring`: which pin is used by whom

mod reader;
mod sections;
#[cfg(test)]
mod tests;
mod wiring;

use std::net::SocketAddr;
use std::path::PathBuf;

use minmax_engine::point::Point;

use crate::app::session;
pub use crate::hw::pins::Keypad;
use crate::hw::pins::{Line, Port};
use crate::lang::{Lang, texts};

/// What the box is made of.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Config {
    /// What is played, by whom, and how well.
    pub game: session::Config,
    /// The language of its displays.
    pub lang: Lang,
    /// The serial terminal.
    pub uart: Option<Serial>,
    /// The keypad.
    pub keypad: Option<Keypad>,
    /// The display.
    pub oled: Option<Oled>,
    /// The lamps.
    pub lamps: Lamps,
    /// The buzzer's pin.
    pub buzzer: Option<Line>,
    /// The pin of the button "I have moved", which connects to ground.
    pub moved: Option<Line>,
    /// The robot.
    pub link: Option<Link>,
    /// Where games are kept.
    pub store: Option<Store>,
    /// The web page.
    pub http: Option<Http>,
    /// The command that switches the power off, with its arguments; never empty.
    pub power_off: Option<Vec<String>>,
}

/// A serial line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Serial {
    /// The device.
    pub path: PathBuf,
    /// Bits a second; one of [`BAUDS`].
    pub baud: u32,
}

/// Speeds that every serial line of Linux has.
pub const BAUDS: [u32; 12] = [
    1_200, 2_400, 4_800, 9_600, 19_200, 38_400, 57_600, 115_200, 230_400, 460_800, 921_600,
    1_500_000,
];

/// An SSD1306 display of 128 × 64 pixels.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Oled {
    /// The device of its I2C bus.
    pub bus: PathBuf,
    /// Its address on the bus, 0x3c or 0x3d.
    pub address: u8,
    /// Whether it is mounted upside down.
    pub upside_down: bool,
    /// It goes dark when nothing has happened for so many seconds; 0 is never.
    pub blank_after_s: u32,
}

/// The lamps' pins; a lamp is lit when its pin is high.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Lamps {
    /// The engine thinks.
    pub thinking: Option<Line>,
    /// A person is to move.
    pub your_turn: Option<Line>,
    /// Something is wrong.
    pub error: Option<Line>,
}

/// A robot that sees the board and moves the stones.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Link {
    /// Its line.
    pub serial: Serial,
    /// It takes no longer than this to place a stone, in seconds.
    pub place_timeout_s: u32,
    /// Where the engine's first stone goes when it begins; anywhere if it is not said.
    pub first_cell: Option<Point>,
}

/// The web page, and the service behind it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Http {
    /// Where it listens.
    pub bind: SocketAddr,
    /// The file with the token that is wanted of whoever plays; anybody plays without.
    pub token_file: Option<PathBuf>,
    /// Searches for others than the box's game at once.
    pub searches: u32,
}

/// Where games are kept.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Store {
    /// The folder.
    pub folder: PathBuf,
    /// The finished games take no more room than this, in MiB.
    pub archive_mib: u32,
}

impl Config {
    /// Reads the text of a file in `lang`, which is also the box's language if the file names
    /// none. `port_of` tells which line or bus of the H3 is behind a device.
    ///
    /// # Errors
    /// Everything that is wrong, in the order of the lines.
    pub fn read(
        text: &str,
        lang: Lang,
        port_of: &dyn Fn(&str) -> Option<Port>,
    ) -> Result<Self, Vec<Fault>> {
        sections::read(text, lang, port_of)
    }

    /// Every pin, and the key that names it.
    pub fn lines(&self) -> impl Iterator<Item = (&'static str, &Line)> {
        let keypad = self.keypad.iter().flat_map(|keypad| {
            let rows = keypad.rows.iter().map(|line| ("keypad.rows", line));
            rows.chain(keypad.columns.iter().map(|line| ("keypad.columns", line)))
        });
        let others = [
            ("leds.thinking", &self.lamps.thinking),
            ("leds.your_turn", &self.lamps.your_turn),
            ("leds.error", &self.lamps.error),
            ("buzzer.pin", &self.buzzer),
            ("button.moved", &self.moved),
        ];
        let others = others.into_iter();
        keypad.chain(others.filter_map(|(name, line)| Some((name, line.as_ref()?))))
    }
}

/// Something wrong in a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// The line, from 1.
    pub line: usize,
    /// What is wrong there.
    pub words: String,
}

impl Fault {
    /// With the name of the file.
    #[must_use]
    pub fn in_file(&self, file: &str, lang: Lang) -> String {
        texts::TOML_LINE.fill(lang, &[&file, &self.line, &self.words])
    }
}
