//! The bytes of a serial terminal as lines, keys and what is wrong with them.
//!
//! Whatever comes in, noise and break conditions included, takes no more memory than one line.

use crate::app::key::Key;

/// No line is longer, in bytes: no command of the box comes near it.
pub const LONGEST_LINE: usize = 200;
/// No escape sequence that a terminal sends for a key is longer.
const LONGEST_SEQUENCE: usize = 16;

/// What people do at the terminal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Typed {
    /// A line without its end; never empty.
    Line(String),
    /// An arrow key, or Enter on an empty line.
    Key(Key),
    /// Ctrl-C on an empty line. On any other it clears the line.
    Interrupt,
    /// A line of more than [`LONGEST_LINE`] bytes begins; told once, and nothing of it is kept.
    TooLong,
    /// A line that is not text in UTF-8.
    NotText,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    Text,
    /// An ESC was read.
    Escape,
    /// An ESC `[` or ESC `O` and so many bytes behind it.
    Sequence(usize),
}

/// Takes bytes in, one after the other.
#[derive(Debug)]
pub struct Lines {
    line: Vec<u8>,
    state: State,
    /// The line is too long: everything up to its end is passed over.
    overlong: bool,
    /// A carriage return ended the line: a line feed behind it belongs to it.
    returned: bool,
}

impl Default for Lines {
    fn default() -> Self {
        Self::new()
    }
}

impl Lines {
    /// Nothing typed yet.
    #[must_use]
    pub fn new() -> Self {
        Self {
            line: Vec::with_capacity(LONGEST_LINE),
            state: State::Text,
            overlong: false,
            returned: false,
        }
    }

    /// What is typed of the line so far, as far as it is text: to be shown as an echo.
    #[must_use]
    pub fn pending(&self) -> &str {
        match std::str::from_utf8(&self.line) {
            Ok(text) => text,
            Err(error) => {
                let valid = self.line.get(..error.valid_up_to()).unwrap_or_default();
                std::str::from_utf8(valid).unwrap_or_default()
            }
        }
    }

    /// Forgets what is typed so far: the line was interrupted.
    pub fn clear(&mut self) {
        self.line.clear();
        self.state = State::Text;
        self.overlong = false;
        self.returned = false;
    }

    /// Takes bytes in and tells what they mean.
    pub fn take(&mut self, bytes: &[u8], mut heard: impl FnMut(Typed)) {
        for &byte in bytes {
            if let Some(typed) = self.byte(byte) {
                heard(typed);
            }
        }
    }

    fn byte(&mut self, byte: u8) -> Option<Typed> {
        let returned = std::mem::take(&mut self.returned);
        match (self.state, byte) {
            (_, b'\r') => {
                self.returned = true;
                self.end()
            }
            (_, b'\n') if returned => None,
            (_, b'\n') => self.end(),
            (_, 0x1b) => {
                self.state = State::Escape;
                None
            }
            (State::Escape, b'[' | b'O') => {
                self.state = State::Sequence(0);
                None
            }
            (State::Escape, _) => {
                self.state = State::Text; // Alt and a key: nothing here means that
                None
            }
            (State::Sequence(length), _) => self.sequence(length, byte),
            (State::Text, _) => self.text(byte),
        }
    }

    fn sequence(&mut self, length: usize, byte: u8) -> Option<Typed> {
        let goes_on = (0x20..0x40).contains(&byte) && length < LONGEST_SEQUENCE;
        self.state = if goes_on {
            State::Sequence(length + 1)
        } else {
            State::Text
        };
        let key = match byte {
            b'A' => Key::Up,
            b'B' => Key::Down,
            b'C' => Key::Right,
            b'D' => Key::Left,
            _ => return None,
        };
        (!self.overlong).then_some(Typed::Key(key))
    }

    fn text(&mut self, byte: u8) -> Option<Typed> {
        match byte {
            0x08 | 0x7f => self.backspace(),
            0x03 if self.line.is_empty() && !self.overlong => return Some(Typed::Interrupt),
            // Ctrl-C and Ctrl-U.
            0x03 | 0x15 => self.line.clear(),
            // Control characters, and the zeros of a break condition.
            0..0x20 => {}
            _ if self.overlong => {}
            _ if self.line.len() == LONGEST_LINE => {
                self.overlong = true;
                self.line.clear();
                return Some(Typed::TooLong);
            }
            _ => self.line.push(byte),
        }
        None
    }

    /// Takes a whole character back, however many bytes it has.
    fn backspace(&mut self) {
        while let Some(byte) = self.line.pop() {
            if byte & 0b1100_0000 != 0b1000_0000 {
                return;
            }
        }
    }

    fn end(&mut self) -> Option<Typed> {
        self.state = State::Text;
        if std::mem::take(&mut self.overlong) {
            return None; // was told when it began
        }
        if self.line.is_empty() {
            return Some(Typed::Key(Key::Enter));
        }
        let text = std::str::from_utf8(&self.line).map(str::to_owned);
        self.line.clear();
        Some(text.map_or(Typed::NotText, Typed::Line))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn all(bytes: &[u8]) -> Vec<Typed> {
        let mut typed = Vec::new();
        Lines::new().take(bytes, |one| typed.push(one));
        typed
    }

    fn line(text: &str) -> Typed {
        Typed::Line(text.into())
    }

    #[test]
    fn every_kind_of_line_end_is_one_line_end() {
        let expected = [line("h8"), line("undo"), line("i9"), line("b")];
        assert_eq!(all(b"h8\rundo\ni9\r\nb\n"), expected);
        let entered = [line("a"), Typed::Key(Key::Enter), Typed::Key(Key::Enter)];
        assert_eq!(all(b"a\r\n\r\n\n"), entered);
        assert_eq!(all(b"h8"), []);
    }

    #[test]
    fn arrows_are_keys_in_every_dialect() {
        let keys = [Key::Up, Key::Down, Key::Right, Key::Left, Key::Enter].map(Typed::Key);
        assert_eq!(all(b"\x1b[A\x1b[B\x1b[C\x1b[D\r"), keys);
        assert_eq!(all(b"\x1bOA\x1bOB\x1bOC\x1bOD\n"), keys);
        assert_eq!(all(b"\x1b[1;5A"), [Typed::Key(Key::Up)]);
    }

    #[test]
    fn other_keys_leave_nothing_behind() {
        // Delete, F5, Alt-x, Escape twice, a sequence without an end.
        assert_eq!(all(b"\x1b[3~\x1b[15~\x1bxh8\r"), [line("h8")]);
        assert_eq!(all(b"\x1b\x1b[Ah8\r"), [Typed::Key(Key::Up), line("h8")]);
        let endless = [&b"\x1b["[..], &[b'1'; 40], b"\rh8\r"].concat();
        assert_eq!(all(&endless).last(), Some(&line("h8")));
        assert_eq!(all(b"\x1b[\rh8\r"), [Typed::Key(Key::Enter), line("h8")]);
    }

    #[test]
    fn backspace_takes_whole_characters_back() {
        assert_eq!(all(b"h9\x088\r"), [line("h8")]);
        assert_eq!(
            all("提示悔\u{7f}\u{7f}\u{7f}\u{7f}棋\r".as_bytes()),
            [line("棋")]
        );
    }

    #[test]
    fn a_line_can_be_given_up() {
        assert_eq!(all(b"nonsense\x15h8\r"), [line("h8")]);
        assert_eq!(all(b"nonsense\x03h8\r"), [line("h8")]);
    }

    #[test]
    fn an_interrupt_is_told_where_there_is_no_line_to_give_up() {
        assert_eq!(all(b"\x03"), [Typed::Interrupt]);
        assert_eq!(all(b"h\x03\x03"), [Typed::Interrupt]);
        assert_eq!(all(b"\x1b[\x03h8\r"), [line("h8")]);
        let overlong = [&[b'x'; LONGEST_LINE + 1][..], b"\x03"].concat();
        assert_eq!(all(&overlong), [Typed::TooLong]);
    }

    #[test]
    fn the_echo_shows_what_is_typed() {
        let mut lines = Lines::new();
        lines.take("悔h".as_bytes(), drop);
        assert_eq!(lines.pending(), "悔h");
        lines.take(&"棋".as_bytes()[..2], drop);
        assert_eq!(lines.pending(), "悔h");
        lines.clear();
        assert_eq!(lines.pending(), "");
    }

    #[test]
    fn a_break_is_nothing() {
        assert_eq!(all(b"\0h\0\x018\0\r"), [line("h8")]);
    }

    #[test]
    fn what_is_not_text_is_told_once_a_line() {
        assert_eq!(all(b"\xff\xfe\xfa\rh8\r"), [Typed::NotText, line("h8")]);
    }

    #[test]
    fn ten_megabytes_without_an_end_are_one_message_and_no_memory() {
        let mut lines = Lines::new();
        let capacity = lines.line.capacity();
        let mut typed = Vec::new();
        for _ in 0..160 {
            lines.take(&[b'x'; 65_536], |one| typed.push(one));
        }
        assert_eq!(typed, [Typed::TooLong]);
        assert_eq!(lines.line.capacity(), capacity);
        lines.take(b"\x1b[A\nh8\n", |one| typed.push(one));
        assert_eq!(typed, [Typed::TooLong, line("h8")]);
    }

    #[test]
    fn the_longest_line_is_still_a_line() {
        let longest = "x".repeat(LONGEST_LINE);
        assert_eq!(all(format!("{longest}\n").as_bytes()), [line(&longest)]);
        assert_eq!(all(format!("{longest}x\n").as_bytes()), [Typed::TooLong]);
    }

    proptest! {
        #[test]
        fn noise_ends_with_the_line(noise in prop::collection::vec(any::<u8>(), 0..2_000)) {
            let mut lines = Lines::new();
            let capacity = lines.line.capacity();
            let ends = noise.iter().filter(|&&b| b == b'\r' || b == b'\n').count();
            let mut typed = Vec::new();
            lines.take(&noise, |one| typed.push(one));
            let keys = typed.iter().filter(|&one| {
                *one == Typed::Interrupt || matches!(one, Typed::Key(key) if *key != Key::Enter)
            });
            let (keys, told) = (keys.count(), typed.len());
            prop_assert!(told - keys <= ends + 1, "{} lines of {}", told - keys, ends);
            prop_assert_eq!(lines.line.capacity(), capacity);
            typed.clear();
            lines.take(b"\n\nh8\r", |one| typed.push(one));
            prop_assert_eq!(typed.last(), Some(&line("h8")));
        }

        #[test]
        fn it_does_not_matter_how_the_bytes_arrive(
            bytes in prop::collection::vec(
                prop_oneof![any::<u8>(), Just(0x1b), Just(b'['), Just(b'\r'), Just(b'A')], 0..300),
            cut in 0..300_usize,
        ) {
            let (first, second) = bytes.split_at(cut.min(bytes.len()));
            let mut typed = Vec::new();
            let mut lines = Lines::new();
            lines.take(first, |one| typed.push(one));
            lines.take(second, |one| typed.push(one));
            prop_assert_eq!(typed, all(&bytes));
        }
    }
}
