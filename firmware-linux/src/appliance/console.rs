//! The serial terminal of the box: lines of text as on a pipe, and an echo of what is typed.

use std::fmt;
use std::iter;

use unicode_width::UnicodeWidthStr;

use crate::app::event::Notice;
use crate::app::view::View;
use crate::input::lines::{Lines, Typed};
use crate::lang::Lang;
use crate::play::screen::{Kind, Screen};
use crate::ports::Wire;

/// Takes a column of what is typed off a terminal's line.
const RUB_OUT: &str = "\x08 \x08";
/// After so many lines in a row that mean nothing the other end is no person: noise, or the box's
/// own words that come back. It is not answered until it says something that means something.
const PATIENCE: u8 = 5;

/// A serial terminal.
pub struct Console {
    wire: Box<dyn Wire>,
    lines: Lines,
    screen: Screen<Vec<u8>>,
    /// What is shown of the line that is being typed.
    echoed: String,
    /// Lines in a row that meant nothing.
    nonsense: u8,
}

impl fmt::Debug for Console {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Console").finish_non_exhaustive()
    }
}

impl Console {
    /// A terminal on which nothing was said yet.
    #[must_use]
    pub fn new(wire: Box<dyn Wire>, lang: Lang) -> Self {
        Self {
            wire,
            lines: Lines::new(),
            screen: Screen::new(Vec::new(), Kind::Lines, lang),
            echoed: String::new(),
            nonsense: 0,
        }
    }

    /// A line meant something.
    pub const fn understood(&mut self) {
        self.nonsense = 0;
    }

    /// A line meant nothing: says why, but not for ever.
    pub fn refuse(&mut self, view: &View<'_>, words: String) {
        if self.nonsense < PATIENCE {
            self.nonsense += 1;
            self.say(view, words);
        }
    }

    const fn is_patient(&self) -> bool {
        self.nonsense < PATIENCE
    }

    /// Speaks this language from now on.
    pub const fn set_lang(&mut self, lang: Lang) {
        self.screen.set_lang(lang);
    }

    /// Game, players and board, for whoever has just come.
    pub fn greet(&mut self, view: &View<'_>) {
        self.lines.clear();
        self.echoed.clear();
        self.write(|screen| screen.begin(view));
    }

    /// Says what has happened to the game, and shows the board if it has changed.
    pub fn notice(&mut self, view: &View<'_>, notice: Notice) {
        self.write(|screen| screen.notice(view, notice));
    }

    /// Says something.
    pub fn say(&mut self, view: &View<'_>, words: String) {
        self.write(|screen| screen.say(view, words));
    }

    /// Shows the board.
    pub fn board(&mut self, view: &View<'_>) {
        self.write(|screen| screen.board(view));
    }

    /// What was typed, with an echo.
    pub fn receive(&mut self, bytes: &[u8]) -> Vec<Typed> {
        let mut heard = Vec::new();
        let mut echo = String::new();
        for &byte in bytes {
            let before = heard.len();
            self.lines.take(&[byte], |typed| heard.push(typed));
            if let [typed] = heard.get(before..).unwrap_or_default() {
                if !matches!(typed, Typed::Key(_) | Typed::Interrupt) {
                    echo.push_str("\r\n");
                }
                self.echoed.clear();
            }
            self.echo(&mut echo);
        }
        if !echo.is_empty() && self.is_patient() {
            self.wire.send(echo.as_bytes());
        }
        heard
    }

    /// Brings what is shown of the line up to date.
    fn echo(&mut self, echo: &mut String) {
        let pending = self.lines.pending();
        if pending == self.echoed {
            return;
        }
        match pending.strip_prefix(self.echoed.as_str()) {
            Some(more) => echo.push_str(more),
            None => {
                let common = common_length(pending, &self.echoed);
                let gone = self.echoed[common..].width();
                echo.extend(iter::repeat_n(RUB_OUT, gone));
                echo.push_str(&pending[common..]);
            }
        }
        self.echoed = pending.into();
    }

    /// Sends what is written to the screen; a line that is being typed stays the last one.
    fn write(&mut self, write: impl FnOnce(&mut Screen<Vec<u8>>) -> std::io::Result<()>) {
        if write(&mut self.screen).is_err() {
            return; // never: it is memory
        }
        let bytes = std::mem::take(self.screen.out());
        let text = String::from_utf8_lossy(&bytes);
        let mut sent = String::new();
        if !self.echoed.is_empty() {
            sent.push_str("\r\n");
        }
        sent.push_str(&text.replace('\n', "\r\n"));
        sent.push_str(&self.echoed);
        if !self.wire.send(sent.as_bytes()) {
            defmt::debug!("{=usize} bytes are lost on the serial line", sent.len());
        }
    }
}

/// Bytes that both texts begin with, up to the end of a character.
fn common_length(a: &str, b: &str) -> usize {
    let pairs = a.char_indices().zip(b.chars());
    let equal = pairs.take_while(|((_, a), b)| a == b);
    equal.last().map_or(0, |((at, c), _)| at + c.len_utf8())
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::{Arc, Mutex};

    #[derive(Clone, Default)]
    struct Memory(Arc<Mutex<Vec<u8>>>);

    impl Wire for Memory {
        fn send(&mut self, bytes: &[u8]) -> bool {
            self.0.lock().unwrap().extend(bytes);
            true
        }
    }

    impl Memory {
        fn take(&self) -> String {
            String::from_utf8(std::mem::take(&mut *self.0.lock().unwrap())).unwrap()
        }
    }

    #[test]
    fn what_is_typed_is_echoed() {
        let wire = Memory::default();
        let mut console = Console::new(Box::new(wire.clone()), Lang::English);
        assert_eq!(console.receive(b"h7\x088"), []);
        assert_eq!(wire.take(), "h7\x08 \x088");
        assert_eq!(console.receive(b"\r\n"), [Typed::Line("h8".into())]);
        assert_eq!(wire.take(), "\r\n");
        console.receive("悔".as_bytes());
        console.receive(&"棋".as_bytes()[..2]);
        assert_eq!(wire.take(), "悔");
        console.receive(&"棋".as_bytes()[2..]);
        assert_eq!(wire.take(), "棋");
        console.receive(b"\x7f");
        assert_eq!(wire.take(), RUB_OUT.repeat(2), "two columns");
        console.receive(b"\x03");
        assert_eq!(wire.take(), RUB_OUT.repeat(2));
        assert_eq!(console.receive(b"\x03"), [Typed::Interrupt]);
        assert_eq!(wire.take(), "");
    }

    #[test]
    fn texts_have_a_common_beginning() {
        assert_eq!(common_length("ab", "ac"), 1);
        assert_eq!(common_length("悔棋", "悔"), 3);
        assert_eq!(common_length("", "x"), 0);
        assert_eq!(common_length("same", "same"), 4);
    }
}
