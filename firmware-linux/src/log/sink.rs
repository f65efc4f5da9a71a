//! What happens to a kept message: a line of text, or a frame in a file.

use std::{
    cell::LazyCell,
    fs::{self, File},
    io::{self, Read, Write},
    path::{Path, PathBuf},
};

use defmt::Encoder;
use defmt_decoder::{Frame, Table};

use super::Error;

/// Takes a line of text.
type Tell = Box<dyn FnMut(String) + Send>;

/// Where messages go.
pub(super) enum Sink {
    /// Text, explained by this executable's own table, which is read when the first message comes.
    Text(LazyCell<Option<Table>>, Tell),
    /// Frames in a file, for `defmt-print`.
    File(File),
    /// The file could not be written to any more.
    Broken,
}

impl Sink {
    pub(super) fn open(file: Option<PathBuf>) -> Result<Self, Error> {
        let Some(path) = file else {
            return Ok(Self::Text(LazyCell::new(own_table), Box::new(say)));
        };
        match log_file(&path) {
            Ok(Some(file)) => Ok(Self::File(file)),
            Ok(None) => Err(Error::NotALog(path)),
            Err(source) => Err(Error::File { path, source }),
        }
    }

    /// Text goes to `tell` from now on.
    pub(super) fn redirect(&mut self, to: Tell) {
        if let Self::Text(_, tell) = self {
            *tell = to;
        }
    }

    /// Takes one message, as the frame that defmt's macros made.
    pub(super) fn put(&mut self, frame: &[u8]) {
        match self {
            Self::Text(table, tell) => {
                if let Some(line) = LazyCell::force(table)
                    .as_ref()
                    .and_then(|table| line(table, frame))
                {
                    tell(line);
                }
            }
            Self::File(file) => {
                if let Err(error) = file.write_all(&encode(frame)) {
                    say(format!("the log ends here: {error}"));
                    *self = Self::Broken;
                }
            }
            Self::Broken => {}
        }
    }
}

/// The file, to be written at its end; nothing if it holds something else than frames, which begin
/// with a zero byte.
fn log_file(path: &Path) -> io::Result<Option<File>> {
    if fs::metadata(path).is_ok_and(|found| found.is_file()) {
        let mut first = [0];
        let length = File::open(path)?.read(&mut first)?;
        if length > 0 && first != [0] {
            return Ok(None);
        }
    }
    File::options()
        .append(true)
        .create(true)
        .open(path)
        .map(Some)
}

/// Writes a line to standard error, which may be closed: a log is never worth a game.
fn say(line: String) {
    let _ = writeln!(io::stderr().lock(), "{line}");
}

/// The messages of the running executable. The path leads to it even if it was moved, replaced or removed meanwhile.
fn own_table() -> Option<Table> {
    let elf = fs::read("/proc/self/exe");
    let table = elf
        .map_err(anyhow::Error::from)
        .and_then(|elf| Table::parse(&elf));
    match table {
        Ok(Some(table)) => return Some(table),
        Ok(None) => say("no log in words: this executable holds no messages".into()),
        Err(error) => say(format!(
            "no log in words: {error} (was the executable stripped? use --log-file)"
        )),
    }
    None
}

fn line(table: &Table, frame: &[u8]) -> Option<String> {
    let (frame, _) = table.decode(frame).ok()?;
    let time = frame
        .display_timestamp()
        .map(|time| time.to_string())
        .unwrap_or_default();
    let level = frame.level().map_or("", |level| level.as_str());
    Some(format!("{time} {level:<5} {}", one_line(&frame)))
}

/// The message without control characters: it may quote input, which must not move the terminal's cursor.
fn one_line(frame: &Frame<'_>) -> String {
    let escaped = |c: char| {
        if c.is_control() {
            c.escape_default().collect()
        } else {
            String::from(c)
        }
    };
    frame
        .display_message()
        .to_string()
        .chars()
        .map(escaped)
        .collect()
}

fn encode(frame: &[u8]) -> Vec<u8> {
    let mut encoded = Vec::with_capacity(frame.len() + 8);
    let mut encoder = Encoder::new();
    encoder.start_frame(|bytes| encoded.extend_from_slice(bytes));
    encoder.write(frame, |bytes| encoded.extend_from_slice(bytes));
    encoder.end_frame(|bytes| encoded.extend_from_slice(bytes));
    encoded
}
