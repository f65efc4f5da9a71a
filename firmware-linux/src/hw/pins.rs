//! The names of the H3's pins, and who needs which of them.
//!
//! The H3's pin controller is not strict: whoever requests a pin takes it away from the serial
//! line, the I2C bus or the card that used it, and nothing stops him. So this has to be known
//! before.

use std::fmt;
use std::str::FromStr;

use crate::app::key::Key;

/// The label of the chip with ports A to G.
pub const MAIN_CHIP: &str = "1c20800.pinctrl";
/// The label of the chip with port L.
pub const LOW_CHIP: &str = "1f02c00.pinctrl";

/// Every port, and how many pins it has. There are no B, H, I, J and K.
const PORTS: [(char, u8); 7] = [
    ('A', 22),
    ('C', 17),
    ('D', 18),
    ('E', 16),
    ('F', 7),
    ('G', 14),
    ('L', 12),
];

/// A pin of the H3, such as `PA6`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Pin {
    port: char,
    number: u8,
}

/// The H3 has no such pin.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PinError {
    /// It is not a `P`, a letter and a number.
    NotAName,
    /// There is no such port.
    NoPort,
    /// The port of this letter has no more than this highest pin.
    NoPin(char, u8),
}

impl Pin {
    const fn of(port: char, number: u8) -> Self {
        Self { port, number }
    }

    /// The label of its chip.
    #[must_use]
    pub const fn chip(self) -> &'static str {
        if self.port == 'L' {
            LOW_CHIP
        } else {
            MAIN_CHIP
        }
    }

    /// Its line on the chip.
    #[must_use]
    pub const fn offset(self) -> u32 {
        let first = if self.port == 'L' { 'L' } else { 'A' };
        (self.port as u32 - first as u32) * 32 + self.number as u32
    }

    /// The pin of a line of one of the two chips.
    #[must_use]
    pub fn of_line(chip: &str, offset: u32) -> Option<Self> {
        let mut pins = PORTS
            .into_iter()
            .flat_map(|(port, count)| (0..count).map(move |number| Self { port, number }));
        pins.find(|pin| pin.chip() == chip && pin.offset() == offset)
    }

    /// What every board needs this pin for, if it does.
    #[must_use]
    pub fn system_use(self) -> Option<SystemUse> {
        match (self.port, self.number) {
            _ if Port::Uart(0).pins().contains(&self) => Some(SystemUse::Console),
            ('F', 0..=5) => Some(SystemUse::Card),
            ('L', 0 | 1 | 6) => Some(SystemUse::Voltage),
            _ => None,
        }
    }
}

impl FromStr for Pin {
    type Err = PinError;

    fn from_str(name: &str) -> Result<Self, PinError> {
        let mut letters = name.trim().chars();
        let (first, port) = (letters.next(), letters.next());
        let port = port.filter(|_| matches!(first, Some('P' | 'p')));
        let port = port.filter(char::is_ascii_alphabetic);
        let port = port.ok_or(PinError::NotAName)?.to_ascii_uppercase();
        let number = plain_number(letters.as_str()).ok_or(PinError::NotAName)?;
        let found = PORTS.into_iter().find(|&(letter, _)| letter == port);
        let (_, count) = found.ok_or(PinError::NoPort)?;
        u8::try_from(number)
            .ok()
            .filter(|&number| number < count)
            .map(|number| Self { port, number })
            .ok_or(PinError::NoPin(port, count - 1))
    }
}

/// Neither `+6` nor `06`.
fn plain_number(text: &str) -> Option<u16> {
    let number: u16 = text.parse().ok()?;
    (number.to_string() == text).then_some(number)
}

impl fmt::Display for Pin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "P{}{}", self.port, self.number)
    }
}

/// A line of a GPIO chip.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Line {
    /// The chip's label.
    pub chip: String,
    /// The number of the line on the chip, from 0.
    pub offset: u32,
}

impl Line {
    /// The pin of the H3, if it is one.
    #[must_use]
    pub fn pin(&self) -> Option<Pin> {
        Pin::of_line(&self.chip, self.offset)
    }
}

impl From<Pin> for Line {
    fn from(pin: Pin) -> Self {
        Self {
            chip: pin.chip().into(),
            offset: pin.offset(),
        }
    }
}

/// The name of the pin, or chip and number.
impl fmt::Display for Line {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.pin() {
            Some(pin) => pin.fmt(f),
            None => write!(f, "{}:{}", self.chip, self.offset),
        }
    }
}

/// What keeps an input high while nothing drives it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bias {
    /// The pin's own resistor.
    PullUp,
    /// A resistor on the board.
    External,
}

/// How an output drives its line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Drive {
    /// Low only; it lets go of the line otherwise.
    OpenDrain,
    /// Low and high.
    PushPull,
}

/// How a matrix keypad is wired.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Keypad {
    /// The pins of its rows, 3 or 4.
    pub rows: Vec<Line>,
    /// The pins of its columns, 3 or 4.
    pub columns: Vec<Line>,
    /// The keys, row by row.
    pub layout: Vec<Vec<Option<Key>>>,
    /// No contact bounces for longer, in milliseconds.
    pub debounce_ms: u32,
    /// How long a level takes to settle, in microseconds.
    pub settle_us: u32,
    /// What keeps columns high.
    pub bias: Bias,
    /// How rows are driven.
    pub drive: Drive,
}

/// What every board needs a pin for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SystemUse {
    /// The system's console, UART0.
    Console,
    /// The SD card that the system runs from.
    Card,
    /// The processor's supply voltage.
    Voltage,
}

/// A serial line or bus of the H3.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Port {
    /// UART0 to UART3.
    Uart(u8),
    /// I2C0 to I2C2.
    I2c(u8),
}

/// Every line and bus, where its registers are, and its pins.
const CONTROLLERS: [(Port, u32, [Pin; 2]); 7] = [
    (
        Port::Uart(0),
        0x1c2_8000,
        [Pin::of('A', 4), Pin::of('A', 5)],
    ),
    (
        Port::Uart(1),
        0x1c2_8400,
        [Pin::of('G', 6), Pin::of('G', 7)],
    ),
    (
        Port::Uart(2),
        0x1c2_8800,
        [Pin::of('A', 0), Pin::of('A', 1)],
    ),
    (
        Port::Uart(3),
        0x1c2_8c00,
        [Pin::of('A', 13), Pin::of('A', 14)],
    ),
    (
        Port::I2c(0),
        0x1c2_ac00,
        [Pin::of('A', 11), Pin::of('A', 12)],
    ),
    (
        Port::I2c(1),
        0x1c2_b000,
        [Pin::of('A', 18), Pin::of('A', 19)],
    ),
    (
        Port::I2c(2),
        0x1c2_b400,
        [Pin::of('E', 12), Pin::of('E', 13)],
    ),
];

impl Port {
    /// Its pins: of a UART transmit and receive, of an I2C bus clock and data. The request lines
    /// of a UART are free.
    #[must_use]
    pub fn pins(self) -> [Pin; 2] {
        let mut all = CONTROLLERS.into_iter();
        let found = all.find(|&(port, ..)| port == self);
        found.map_or([Pin::of('A', 4), Pin::of('A', 5)], |(.., pins)| pins)
    }

    /// The one whose registers are at this address, as device trees name it: `1c28c00.serial`.
    #[must_use]
    pub fn of_node(node: &str) -> Option<Self> {
        let (address, kind) = node.split_once('.')?;
        let address = u32::from_str_radix(address, 16).ok()?;
        let mut all = CONTROLLERS.into_iter();
        let (port, ..) = all.find(|&(_, at, _)| at == address)?;
        let fits = match port {
            Self::Uart(_) => kind == "serial",
            Self::I2c(_) => kind == "i2c",
        };
        fits.then_some(port)
    }

    /// The one that a device's name speaks of: `/dev/ttyS3` is UART3 wherever the board's device
    /// tree gives it that name, and `/dev/i2c-0` I2C0. A guess for when the system cannot be asked.
    #[must_use]
    pub fn of_name(path: &str) -> Option<Self> {
        let name = path.rsplit('/').next()?;
        let numbered = |prefix| name.strip_prefix(prefix)?.parse().ok();
        let uart = numbered("ttyS").filter(|n| *n <= 3).map(Self::Uart);
        uart.or_else(|| numbered("i2c-").filter(|n| *n <= 2).map(Self::I2c))
    }

    /// As Armbian's overlays name it.
    #[must_use]
    pub fn overlay(self) -> String {
        match self {
            Self::Uart(n) => format!("uart{n}"),
            Self::I2c(n) => format!("i2c{n}"),
        }
    }
}

impl fmt::Display for Port {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Uart(n) => write!(f, "UART{n}"),
            Self::I2c(n) => write!(f, "I2C{n}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pin(name: &str) -> Pin {
        name.parse().unwrap()
    }

    #[test]
    fn names_are_lines() {
        for (name, chip, offset) in [
            ("PA0", MAIN_CHIP, 0),
            ("PA6", MAIN_CHIP, 6),
            ("pc4", MAIN_CHIP, 68),
            ("PG13", MAIN_CHIP, 205),
            ("PL3", LOW_CHIP, 3),
        ] {
            assert_eq!((pin(name).chip(), pin(name).offset()), (chip, offset));
            assert_eq!(Pin::of_line(chip, offset), Some(pin(name)));
            assert_eq!(pin(name).to_string(), name.to_uppercase());
        }
        assert_eq!(Pin::of_line(MAIN_CHIP, 22), None);
        assert_eq!(Pin::of_line("other", 6), None);
    }

    #[test]
    fn other_words_are_no_pins() {
        for (name, error) in [
            ("", PinError::NotAName),
            ("P", PinError::NotAName),
            ("PA", PinError::NotAName),
            ("6", PinError::NotAName),
            ("PA-1", PinError::NotAName),
            ("PA+1", PinError::NotAName),
            ("PA06", PinError::NotAName),
            ("P1A", PinError::NotAName),
            ("GPIO6", PinError::NotAName),
            ("PA22", PinError::NoPin('A', 21)),
            ("PA999", PinError::NoPin('A', 21)),
            ("PL12", PinError::NoPin('L', 11)),
            ("PB1", PinError::NoPort),
            ("PH5", PinError::NoPort),
        ] {
            assert_eq!(name.parse::<Pin>(), Err(error), "{name}");
        }
    }

    #[test]
    fn lines_and_buses_have_their_pins() {
        assert_eq!(Port::Uart(3).pins(), [pin("PA13"), pin("PA14")]);
        assert_eq!(Port::I2c(0).pins(), [pin("PA11"), pin("PA12")]);
        assert_eq!(Port::of_node("1c28c00.serial"), Some(Port::Uart(3)));
        assert_eq!(Port::of_node("1c2ac00.i2c"), Some(Port::I2c(0)));
        assert_eq!(Port::of_node("1c28c00.i2c"), None);
        assert_eq!(Port::of_node("serial8250"), None);
        assert_eq!(Port::of_name("/dev/ttyS2"), Some(Port::Uart(2)));
        assert_eq!(Port::of_name("/dev/i2c-1"), Some(Port::I2c(1)));
        for other in ["/dev/ttyUSB0", "/dev/ttyS4", "/dev/i2c-7", "", "/dev/"] {
            assert_eq!(Port::of_name(other), None, "{other}");
        }
    }

    #[test]
    fn the_system_needs_some_pins_itself() {
        assert_eq!(pin("PA5").system_use(), Some(SystemUse::Console));
        assert_eq!(pin("PF2").system_use(), Some(SystemUse::Card));
        assert_eq!(pin("PL1").system_use(), Some(SystemUse::Voltage));
        assert_eq!(pin("PA6").system_use(), None);
    }
}
