//! Which pin is used by whom: none twice, and none that belongs to somebody else.

use std::fmt::Display;
use std::fs;
use std::path::PathBuf;

use super::reader::{Found, Reader, Section};
use crate::hw::pins::{LOW_CHIP, Line, MAIN_CHIP, Pin, PinError, Port, SystemUse};
use crate::lang::texts;
use crate::values::{Checker, Refusal};

/// A pin, the key that names it, and where.
#[derive(Debug)]
struct Used {
    line: Line,
    by: String,
    at: usize,
}

/// A device, the key that names it, where, and the line or bus of the H3 behind it.
#[derive(Debug)]
struct Device {
    path: String,
    by: &'static str,
    at: usize,
    port: Option<Port>,
}

/// Everything that is connected.
pub(super) struct Wiring<'p> {
    pins: Vec<Used>,
    devices: Vec<Device>,
    port_of: &'p dyn Fn(&str) -> Option<Port>,
}

impl<'p> Wiring<'p> {
    pub(super) fn new(port_of: &'p dyn Fn(&str) -> Option<Port>) -> Self {
        Self {
            pins: Vec::new(),
            devices: Vec::new(),
            port_of,
        }
    }

    /// A pin of the H3, or of another chip whose lines have numbers or the names that they would
    /// have there.
    pub(super) fn pin(
        &mut self,
        reader: &mut Reader<'_>,
        section: &Section<'_>,
        key: &str,
        (chip, name): (&str, Found<&str>),
    ) -> Option<Line> {
        let line = reader.check(section, name.at, |checker| {
            line_of(chip, key, name.value, checker)
        })?;
        self.pins.push(Used {
            line: line.clone(),
            by: section.full(key),
            at: name.at,
        });
        Some(line)
    }

    pub(super) fn device(&mut self, by: &'static str, path: Found<&str>) {
        let device = Device {
            path: path.value.into(),
            by,
            at: path.at,
            port: (self.port_of)(path.value),
        };
        self.devices.push(device);
    }

    /// Everything that is used twice or belongs to somebody else.
    pub(super) fn judge(&self, reader: &mut Reader<'_>) {
        for (n, used) in self.pins.iter().enumerate() {
            let mut before = self.pins.iter().take(n);
            if let Some(first) = before.find(|first| first.line == used.line) {
                let line = reader.line(first.at);
                let words = texts::PIN_TWICE.fill(reader.lang, &[&first.by, &line]);
                refuse(reader, used, &words);
            } else if let Some(words) = self.owner(used, reader) {
                refuse(reader, used, &words);
            }
        }
        for (n, device) in self.devices.iter().enumerate() {
            let mut before = self.devices.iter().take(n);
            if let Some(first) = before.find(|first| real(&first.path) == real(&device.path)) {
                let line = reader.line(first.at);
                let words = texts::PATH_TWICE.fill(reader.lang, &[&first.by, &line]);
                let values: [&dyn Display; 3] = [&device.by, &device.path, &words];
                reader.tell(device.at, texts::USAGE_VALUE, &values);
            }
        }
    }

    fn owner(&self, used: &Used, reader: &Reader<'_>) -> Option<String> {
        let pin = used.line.pin()?;
        let system = pin.system_use().map(|system| match system {
            SystemUse::Console => texts::PIN_CONSOLE,
            SystemUse::Card => texts::PIN_CARD,
            SystemUse::Voltage => texts::PIN_VOLTAGE,
        });
        if let Some(text) = system {
            return Some(text.plain(reader.lang).into());
        }
        let mut ports = self.devices.iter();
        let (port, device) = ports.find_map(|device| {
            let port = device.port.filter(|port| port.pins().contains(&pin))?;
            Some((port, device))
        })?;
        let [first, second] = port.pins();
        let by = format!("{} ({})", device.by, device.path);
        Some(texts::PIN_OF_PORT.fill(reader.lang, &[&port, &first, &second, &by]))
    }
}

/// The device itself: several names may lead to it.
fn real(path: &str) -> PathBuf {
    fs::canonicalize(path).unwrap_or_else(|_| path.into())
}

fn refuse(reader: &mut Reader<'_>, used: &Used, words: &str) {
    let values: [&dyn Display; 3] = [&used.by, &used.line, &words];
    reader.tell(used.at, texts::USAGE_VALUE, &values);
}

fn line_of(chip: &str, key: &str, name: &str, checker: Checker<'_>) -> Result<Line, Refusal> {
    let foreign = ![MAIN_CHIP, LOW_CHIP].contains(&chip);
    let number = name.parse().ok().filter(|_| foreign);
    if let Some(offset) = number {
        let chip = chip.into();
        return Ok(Line { chip, offset });
    }
    let pin: Pin = name.parse().map_err(|error| {
        let why = match error {
            PinError::NotAName => texts::PIN_NOT_A_NAME.plain(checker.lang).into(),
            PinError::NoPort => texts::PIN_NO_PORT.plain(checker.lang).into(),
            PinError::NoPin(port, last) => texts::PIN_NO_PIN.fill(checker.lang, &[&port, &last]),
        };
        checker.refuse(key, name, &why)
    })?;
    if foreign {
        let (chip, offset) = (chip.into(), pin.offset());
        return Ok(Line { chip, offset });
    }
    Ok(pin.into())
}
