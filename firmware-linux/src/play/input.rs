//! Lines from standard input, within bounds: a line that is too long or not text is passed over
//! and told, and only a few lines wait at a time.

use std::io::{self, BufRead, BufReader, Read};
use std::sync::mpsc::{Receiver, sync_channel};
use std::thread;

/// No command is longer, in bytes; a path may be as long as Linux allows.
pub const LONGEST_LINE: usize = 5_000;

/// How many batches of lines are read ahead: enough that reading and answering go side by side.
const AHEAD: usize = 2;

/// Some programs begin a text with this.
const BYTE_ORDER_MARK: char = '\u{feff}';

/// What comes from standard input.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Input {
    /// A line without its end.
    Line(String),
    /// A line of more than [`LONGEST_LINE`] bytes.
    TooLong,
    /// A line that is not UTF-8.
    NotText,
    /// There is no more, or no more can be read.
    End,
}

/// Holds a reader back that is too far ahead. The reader ends after it.
#[derive(Debug)]
pub struct Gate(Receiver<()>);

impl Gate {
    /// For a reader that sends a token before each thing that it tells, on a channel that is full
    /// when it has to wait.
    pub(super) const fn new(tokens: Receiver<()>) -> Self {
        Self(tokens)
    }

    /// One more thing is done with.
    pub fn open(&self) {
        let _ = self.0.try_recv(); // each was sent before its thing was told
    }
}

/// Reads standard input on its own thread and tells what it finds: all lines that have come
/// together, in one batch. The gate is to be opened once for each batch, so that an endless input
/// does not pile up. The end comes in a batch of its own.
///
/// # Errors
/// The system gives no thread.
pub fn start(mut tell: impl FnMut(Vec<Input>) + Send + 'static) -> io::Result<Gate> {
    let (tokens, gate) = sync_channel(AHEAD);
    let read = move || {
        let mut reader = BufReader::new(io::stdin());
        let mut first = without_mark(next(&mut reader));
        loop {
            let end = first == Input::End;
            let batch = batch(first, &mut reader);
            if tokens.send(()).is_err() {
                return;
            }
            tell(batch);
            if end {
                return;
            }
            first = next(&mut reader);
        }
    };
    thread::Builder::new().name("input".into()).spawn(read)?;
    Ok(Gate::new(gate))
}

/// The line and all that have come with it.
fn batch(first: Input, reader: &mut BufReader<impl Read>) -> Vec<Input> {
    let mut batch = vec![first];
    while reader.buffer().contains(&b'\n') {
        batch.push(next(reader));
    }
    batch
}

/// The first line without a byte order mark.
fn without_mark(input: Input) -> Input {
    match input {
        Input::Line(line) => match line.strip_prefix(BYTE_ORDER_MARK) {
            Some(rest) => Input::Line(rest.into()),
            None => Input::Line(line),
        },
        other => other,
    }
}

/// The next line; the last may lack its end. Errors count as the end. Takes no more memory than
/// the longest line.
fn next(reader: &mut impl BufRead) -> Input {
    let mut line = Vec::new();
    let mut length = 0_usize;
    loop {
        let chunk = match reader.fill_buf() {
            Ok(chunk) => chunk,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            Err(_) => return Input::End,
        };
        if chunk.is_empty() && length == 0 {
            return Input::End;
        }
        let end = chunk.iter().position(|&b| b == b'\n');
        let part = chunk.get(..end.unwrap_or(chunk.len())).unwrap_or_default();
        length = length.saturating_add(part.len());
        if length <= LONGEST_LINE {
            line.extend_from_slice(part);
        }
        let used = part.len() + usize::from(end.is_some());
        let done = end.is_some() || chunk.is_empty();
        reader.consume(used);
        if done {
            return finished(line, length);
        }
    }
}

fn finished(line: Vec<u8>, length: usize) -> Input {
    if length > LONGEST_LINE {
        return Input::TooLong;
    }
    String::from_utf8(line).map_or(Input::NotText, Input::Line)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn all(bytes: &[u8]) -> Vec<Input> {
        let mut reader = BufReader::with_capacity(16, bytes);
        let mut inputs = Vec::new();
        while inputs.last() != Some(&Input::End) {
            inputs.push(next(&mut reader));
        }
        inputs
    }

    fn line(text: &str) -> Input {
        Input::Line(text.into())
    }

    #[test]
    fn lines_come_one_by_one() {
        let expected = [
            line("h8"),
            line(""),
            line("quit\r"),
            line("last"),
            Input::End,
        ];
        assert_eq!(all(b"h8\n\nquit\r\nlast"), expected);
        assert_eq!(all(b""), [Input::End]);
    }

    #[test]
    fn lines_that_have_come_together_stay_together() {
        let mut reader = BufReader::with_capacity(8, &b"a\nb\n\nc\nd\ne"[..]);
        let mut batches = Vec::new();
        while batches.last() != Some(&vec![Input::End]) {
            let first = next(&mut reader);
            batches.push(batch(first, &mut reader));
        }
        let expected = [
            vec![line("a"), line("b"), line(""), line("c")],
            vec![line("d")],
            vec![line("e")],
            vec![Input::End],
        ];
        assert_eq!(batches, expected);
    }

    #[test]
    fn a_byte_order_mark_is_no_text() {
        assert_eq!(without_mark(line("\u{feff}h8")), line("h8"));
        assert_eq!(without_mark(line("h8\u{feff}")), line("h8\u{feff}"));
        assert_eq!(without_mark(Input::End), Input::End);
    }

    #[test]
    fn long_lines_are_passed_over() {
        let longest = "x".repeat(LONGEST_LINE);
        let text = format!("{longest}\n{longest}x\nh8\n{longest}xx");
        let expected = [
            line(&longest),
            Input::TooLong,
            line("h8"),
            Input::TooLong,
            Input::End,
        ];
        assert_eq!(all(text.as_bytes()), expected);
    }

    #[test]
    fn other_encodings_are_passed_over() {
        assert_eq!(
            all(b"\xff\xfe\nh8\n"),
            [Input::NotText, line("h8"), Input::End]
        );
    }

    #[test]
    fn a_broken_reader_is_at_its_end() {
        struct Broken;
        impl Read for Broken {
            fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
                Err(io::Error::other("broken"))
            }
        }
        assert_eq!(next(&mut BufReader::new(Broken)), Input::End);
    }
}
