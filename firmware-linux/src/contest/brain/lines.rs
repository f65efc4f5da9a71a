//! What another process writes, as lines: whatever it is, it takes no more memory than one line.

use std::io::{ErrorKind, Read};

/// No line that means anything is longer, in bytes.
const LONGEST_LINE: usize = 4096;
/// Bytes that are read at once.
const CHUNK: usize = 4096;

/// Reads to the end and tells each line that is not empty, without its end (LF, CR or both); of
/// an overlong line nothing is told. Bytes that are no text become replacement characters. Ends
/// early when `heard` returns `false`.
pub(super) fn read(mut source: impl Read, mut heard: impl FnMut(String) -> bool) {
    let mut chunk = [0; CHUNK];
    let mut line = Line::default();
    loop {
        let count = match source.read(&mut chunk) {
            Ok(0) => break,
            Ok(count) => count,
            Err(error) if error.kind() == ErrorKind::Interrupted => continue,
            Err(_) => break,
        };
        let bytes = chunk.iter().take(count);
        for text in bytes.filter_map(|&byte| line.take(byte)) {
            if !heard(text) {
                return;
            }
        }
    }
    if let Some(text) = line.end() {
        heard(text);
    }
}

#[derive(Default)]
struct Line {
    bytes: Vec<u8>,
    overlong: bool,
}

impl Line {
    fn take(&mut self, byte: u8) -> Option<String> {
        match byte {
            b'\r' | b'\n' => return self.end(),
            _ if self.bytes.len() < LONGEST_LINE => self.bytes.push(byte),
            _ => self.overlong = true,
        }
        None
    }

    fn end(&mut self) -> Option<String> {
        let told = !self.overlong && !self.bytes.is_empty();
        let text = told.then(|| String::from_utf8_lossy(&self.bytes).into_owned());
        self.bytes.clear();
        self.overlong = false;
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(text: &[u8]) -> Vec<String> {
        let mut lines = Vec::new();
        read(text, |line| {
            lines.push(line);
            true
        });
        lines
    }

    #[test]
    fn any_end_ends_a_line() {
        let expected = ["OK", "7,7", "8,8", "end"];
        assert_eq!(lines(b"OK\r\n7,7\r\n\n8,8\rend"), expected);
        assert_eq!(lines(b"a\xffb\n"), ["a\u{fffd}b"]);
        assert_eq!(lines(b""), [""; 0]);
    }

    #[test]
    fn an_overlong_line_is_passed_over() {
        let mut text = vec![b'x'; 10 << 20];
        text.extend(b"\n7,7\n");
        text.extend(vec![b'y'; LONGEST_LINE]);
        let lines = lines(&text);
        assert_eq!(lines.len(), 2);
        assert_eq!(lines[0], "7,7");
        assert_eq!(lines[1].len(), LONGEST_LINE);
    }

    #[test]
    fn whoever_has_heard_enough_is_told_no_more() {
        let mut count = 0;
        read(&b"1\n2\n3\n"[..], |_| {
            count += 1;
            count < 2
        });
        assert_eq!(count, 2);
    }
}
