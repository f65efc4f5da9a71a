//! From bytes to lines that end in CR LF, LF or CR: an end between the two of CR LF makes a
//! blank line more, which means nothing. Takes no more memory than the longest line.

use super::bounds::LONGEST_LINE;
use super::fault::Fault;

/// The line that has begun and not ended yet.
#[derive(Clone, Debug, Default)]
pub struct Lines {
    begun: Vec<u8>,
    too_long: bool,
}

impl Lines {
    /// Takes bytes in, and tells each line that has ended with them: without its end, or that it
    /// was too long.
    pub fn take(&mut self, mut bytes: &[u8], mut tell: impl FnMut(Result<&[u8], Fault>)) {
        while let Some(end) = bytes.iter().position(|byte| matches!(byte, b'\r' | b'\n')) {
            let (line, rest) = bytes.split_at(end);
            self.add(line);
            self.finish(&mut tell);
            bytes = rest.get(1..).unwrap_or_default();
        }
        self.add(bytes);
    }

    /// No more bytes come: the last line may lack its end.
    pub fn finish(&mut self, mut tell: impl FnMut(Result<&[u8], Fault>)) {
        if self.too_long {
            tell(Err(Fault::TooLong));
        } else if !self.begun.is_empty() {
            tell(Ok(&self.begun));
        }
        self.begun.clear();
        self.too_long = false;
    }

    fn add(&mut self, bytes: &[u8]) {
        self.too_long |= self.begun.len() + bytes.len() > LONGEST_LINE;
        if !self.too_long {
            self.begun.extend_from_slice(bytes);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn split(bytes: &[u8], chunk: usize) -> Vec<Result<Vec<u8>, Fault>> {
        let mut lines = Lines::default();
        let mut told = Vec::new();
        let mut tell = |line: Result<&[u8], Fault>| told.push(line.map(<[u8]>::to_vec));
        for bytes in bytes.chunks(chunk) {
            lines.take(bytes, &mut tell);
        }
        lines.finish(&mut tell);
        told
    }

    #[test]
    fn lines_end_in_every_way_and_in_any_piece() {
        let expected = ["a", "bb", "c", "d"].map(|line| Ok(line.as_bytes().to_vec()));
        for chunk in 1..12 {
            assert_eq!(split(b"a\r\nbb\rc\n\n\r\nd", chunk), expected);
            assert_eq!(split(b"a\nbb\nc\nd\n", chunk), expected);
        }
        assert_eq!(split(b"", 1), []);
    }

    #[test]
    fn a_line_too_long_is_told_once_and_not_kept() {
        let longest = vec![b'x'; LONGEST_LINE];
        let text = [&longest, &b"y\r\nEND\n"[..]].concat();
        for chunk in [1, 7, 4096, text.len()] {
            let expected = [Err(Fault::TooLong), Ok(b"END".to_vec())];
            assert_eq!(split(&text, chunk), expected);
        }
        assert_eq!(split(&longest, 4096), [Ok(longest.clone())]);
        let mut lines = Lines::default();
        for _ in 0..10_000 {
            lines.take(&longest, |_| panic!("no end"));
        }
        assert!(lines.begun.capacity() <= 2 * LONGEST_LINE);
    }
}
