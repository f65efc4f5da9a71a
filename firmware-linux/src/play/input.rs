//! Lines from standard input, within bounds: a line that is too long or not text is passed over
//! and told, and no more than one line waits at a time.

use std::io::{self, BufRead, BufReader};
use std::sync::mpsc::{Sender, channel};
use std::thread;

/// No command is longer, in bytes; a path may be as long as Linux allows.
pub const LONGEST_LINE: usize = 5_000;

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

/// Lets the reader go on to the next line. It ends after this.
#[derive(Debug)]
pub struct Gate(Sender<()>);

impl Gate {
    /// The line before is done with.
    pub fn open(&self) {
        let _ = self.0.send(()); // a reader that has met the end needs no more
    }
}

/// Reads standard input on its own thread and tells what it finds: a line, and after each
/// opening of the gate the next, so that an endless input does not pile up.
///
/// # Errors
/// The system gives no thread.
pub fn start(mut tell: impl FnMut(Input) + Send + 'static) -> io::Result<Gate> {
    let (gate, openings) = channel();
    let read = move || {
        let mut reader = BufReader::new(io::stdin());
        loop {
            let input = next(&mut reader);
            let end = input == Input::End;
            tell(input);
            if end || openings.recv().is_err() {
                return;
            }
        }
    };
    thread::Builder::new().name("input".into()).spawn(read)?;
    Ok(Gate(gate))
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
        impl io::Read for Broken {
            fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
                Err(io::Error::other("broken"))
            }
        }
        assert_eq!(next(&mut BufReader::new(Broken)), Input::End);
    }
}
