//! What is there of what the file names: a table for people, with a fix for all that is wrong.

use std::io::{self, Write};
use std::path::Path;

use unicode_width::UnicodeWidthStr;

use super::config::{Config, Fault, Http, Keypad, Oled, Serial, Store};
use super::trouble::{Trouble, Words, hex};
use crate::http::service::Token;
use crate::hw::pins::{Bias, Line};
use crate::hw::probe::Hardware;
use crate::lang::{Lang, Text, texts};
use crate::wording;

/// How something was found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// As it should be.
    Good,
    /// The box works, but somebody may wonder.
    Note,
    /// The box does not work.
    Wrong,
}

impl Verdict {
    const fn text(self) -> Text {
        match self {
            Self::Good => texts::CHECK_OK,
            Self::Note => texts::CHECK_NOTE,
            Self::Wrong => texts::CHECK_WRONG,
        }
    }
}

/// A row of the table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Row {
    /// How it was found.
    pub verdict: Verdict,
    /// The section of the file.
    pub part: &'static str,
    /// What was found.
    pub what: String,
    /// What to do about it.
    pub fix: Option<String>,
}

/// The table.
#[derive(Clone, Debug)]
pub struct Report {
    rows: Vec<Row>,
    lang: Lang,
}

impl Report {
    /// A file in which something is wrong: the hardware is not touched, for nobody knows whether
    /// the pins are the right ones.
    #[must_use]
    pub fn of_faults(file: &str, faults: &[Fault], lang: Lang) -> Self {
        let mut report = Self::new(lang);
        for fault in faults {
            report.row(Verdict::Wrong, "file", fault.in_file(file, lang));
        }
        let words = texts::CHECK_FILE_FIRST.plain(lang);
        report.row(Verdict::Note, "file", words.into());
        report
    }

    /// Looks at everything that the file names.
    #[must_use]
    pub fn of_hardware(file: &str, config: &Config, hardware: &dyn Hardware, lang: Lang) -> Self {
        let mut report = Self::new(lang);
        report.row(Verdict::Good, "file", file.into());
        report.row(Verdict::Good, "game", game(config, lang));
        if let Some(serial) = &config.uart {
            report.serial("uart", serial, hardware);
        }
        if let Some(keypad) = &config.keypad {
            report.keypad(keypad, hardware);
        }
        if let Some(oled) = &config.oled {
            report.oled(oled, hardware);
        }
        let lamps = &config.lamps;
        let lamps = [&lamps.thinking, &lamps.your_turn, &lamps.error];
        let lamps: Vec<_> = lamps.into_iter().flatten().collect();
        report.lines("leds", &lamps, hardware, Bias::External);
        let buzzer: Vec<_> = config.buzzer.iter().collect();
        report.lines("buzzer", &buzzer, hardware, Bias::External);
        let button: Vec<_> = config.moved.iter().collect();
        report.lines("button", &button, hardware, Bias::PullUp);
        if let Some(link) = &config.link {
            report.serial("link", &link.serial, hardware);
        }
        if let Some(store) = &config.store {
            report.store(store, hardware);
        }
        if let Some(http) = &config.http {
            report.http(http, hardware);
        }
        if let Some(command) = &config.power_off {
            report.power(command, hardware);
        }
        report
    }

    const fn new(lang: Lang) -> Self {
        let rows = Vec::new();
        Self { rows, lang }
    }

    /// The rows from the top.
    #[must_use]
    pub fn rows(&self) -> &[Row] {
        &self.rows
    }

    /// Whether the box works.
    #[must_use]
    pub fn is_good(&self) -> bool {
        self.wrong() == 0
    }

    fn wrong(&self) -> usize {
        let wrong = self.rows.iter().filter(|row| row.verdict == Verdict::Wrong);
        wrong.count()
    }

    /// Writes the table, and a last line that sums it up.
    ///
    /// # Errors
    /// Whatever `out` returns.
    pub fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        for row in &self.rows {
            let verdict = padded(row.verdict.text().plain(self.lang), 6);
            writeln!(out, "{verdict} {:<7} {}", row.part, row.what)?;
            if let Some(fix) = &row.fix {
                let fix = texts::CHECK_FIX.fill(self.lang, &[fix]);
                writeln!(out, "{:15}{fix}", "")?;
            }
        }
        let sum = match self.wrong() {
            0 => texts::CHECK_WELL.plain(self.lang).into(),
            count => texts::CHECK_FAULTS.fill(self.lang, &[&count]),
        };
        writeln!(out, "{sum}")
    }

    fn row(&mut self, verdict: Verdict, part: &'static str, what: String) {
        let fix = None;
        self.rows.push(Row {
            verdict,
            part,
            what,
            fix,
        });
    }

    /// The same trouble once: a chip that is missing is missing for every pin.
    fn trouble(&mut self, verdict: Verdict, part: &'static str, Trouble { what, fix }: Trouble) {
        let fix = Some(fix);
        let row = Row {
            verdict,
            part,
            what,
            fix,
        };
        if !self.rows.contains(&row) {
            self.rows.push(row);
        }
    }

    fn words(&self) -> Words {
        Words(self.lang)
    }

    fn serial(&mut self, part: &'static str, serial: &Serial, hardware: &dyn Hardware) {
        let Serial { path, baud } = serial;
        if let Err(error) = hardware.serial(path, *baud) {
            let trouble = self.words().serial(path, &error);
            return self.trouble(Verdict::Wrong, part, trouble);
        }
        let path_name = wording::quoted_path(path);
        let what = texts::CHECK_SERIAL.fill(self.lang, &[&path_name, baud]);
        self.row(Verdict::Good, part, what);
        if hardware.is_console(path) {
            self.trouble(Verdict::Note, part, self.words().console(path));
        }
    }

    fn keypad(&mut self, keypad: &Keypad, hardware: &dyn Hardware) {
        let wrong = self.wrong();
        let pins = |bias: Bias, lines: &[Line]| {
            let refused = lines
                .iter()
                .map(|line| (line.clone(), hardware.line(line, bias)));
            refused.collect::<Vec<_>>()
        };
        let rows = pins(Bias::External, &keypad.rows);
        for (line, found) in rows.into_iter().chain(pins(keypad.bias, &keypad.columns)) {
            if let Err(error) = found {
                let trouble = self.words().line(&line, &error);
                self.trouble(Verdict::Wrong, "keypad", trouble);
            }
        }
        if self.wrong() == wrong {
            let (rows, columns) = (names(&keypad.rows), names(&keypad.columns));
            let counts = (keypad.rows.len(), keypad.columns.len());
            let text = texts::CHECK_KEYPAD;
            let what = text.fill(self.lang, &[&counts.0, &rows, &counts.1, &columns]);
            self.row(Verdict::Good, "keypad", what);
        }
    }

    fn lines(&mut self, part: &'static str, lines: &[&Line], hardware: &dyn Hardware, bias: Bias) {
        for line in lines {
            match hardware.line(line, bias) {
                Ok(()) => self.row(Verdict::Good, part, line.to_string()),
                Err(error) => {
                    let trouble = self.words().line(line, &error);
                    self.trouble(Verdict::Wrong, part, trouble);
                }
            }
        }
    }

    fn oled(&mut self, oled: &Oled, hardware: &dyn Hardware) {
        let Oled { bus, address, .. } = oled;
        match hardware.display(bus, *address) {
            Ok(()) => {
                let values = (wording::quoted_path(bus), hex(*address));
                let what = texts::CHECK_OLED.fill(self.lang, &[&values.0, &values.1]);
                self.row(Verdict::Good, "oled", what);
            }
            Err(error) => {
                let trouble = self.words().display(bus, *address, &error);
                self.trouble(Verdict::Wrong, "oled", trouble);
            }
        }
    }

    fn store(&mut self, store: &Store, hardware: &dyn Hardware) {
        let Store {
            folder,
            archive_mib,
        } = store;
        match hardware.folder(folder) {
            Ok(()) => {
                let name = wording::quoted_path(folder);
                let what = texts::CHECK_STORE.fill(self.lang, &[&name, archive_mib]);
                self.row(Verdict::Good, "store", what);
            }
            Err(error) => {
                let missing = error.kind() == io::ErrorKind::NotFound;
                let verdict = if missing {
                    Verdict::Note
                } else {
                    Verdict::Wrong
                };
                let trouble = self.words().folder(folder, &error);
                self.trouble(verdict, "store", trouble);
            }
        }
    }

    fn http(&mut self, http: &Http, hardware: &dyn Hardware) {
        let bind = http.bind;
        if let Err(error) = hardware.address(bind) {
            let trouble = self.words().address(bind, &error);
            self.trouble(Verdict::Wrong, "http", trouble);
        }
        let token = http.token_file.as_deref();
        if let Some(trouble) = token.and_then(|path| self.token(path, hardware)) {
            return self.trouble(Verdict::Wrong, "http", trouble);
        }
        let what = match token {
            None => texts::CHECK_HTTP.fill(self.lang, &[&bind]),
            Some(path) => {
                let path = wording::quoted_path(path);
                texts::CHECK_HTTP_TOKEN.fill(self.lang, &[&bind, &path])
            }
        };
        if self.rows.iter().all(|row| row.part != "http") {
            self.row(Verdict::Good, "http", what);
            if bind.ip().is_loopback() {
                let alone = texts::CHECK_HTTP_ALONE.fill(self.lang, &[&bind.port()]);
                self.row(Verdict::Note, "http", alone);
            }
        }
    }

    fn token(&self, path: &Path, hardware: &dyn Hardware) -> Option<Trouble> {
        match hardware.text(path) {
            Err(error) => Some(self.words().token(path, Some(&error))),
            Ok(text) if Token::new(text.trim()).is_none() => Some(self.words().token(path, None)),
            Ok(_) => None,
        }
    }

    fn power(&mut self, command: &[String], hardware: &dyn Hardware) {
        let name = command.first().map_or("", String::as_str);
        if hardware.command(name) {
            let shown = wording::quoted_path(Path::new(&command.join(" ")));
            self.row(Verdict::Good, "power", shown);
        } else {
            let trouble = self.words().command(name);
            self.trouble(Verdict::Wrong, "power", trouble);
        }
    }
}

fn game(config: &Config, lang: Lang) -> String {
    let (rules, level) = (config.game.rules, config.game.level.get());
    let players = config
        .game
        .players
        .map(|player| wording::player(player, level, lang));
    let [black, white] = &players;
    texts::CHECK_GAME.fill(lang, &[&wording::title(rules, lang), black, white])
}

fn names(lines: &[Line]) -> String {
    let names: Vec<_> = lines.iter().map(Line::to_string).collect();
    names.join(" ")
}

fn padded(text: &str, width: usize) -> String {
    let spaces = width.saturating_sub(text.width());
    format!("{text}{:spaces$}", "")
}

#[cfg(test)]
mod tests;
