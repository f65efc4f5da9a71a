//! The line that is being typed on a terminal: keys in, a line out. Pure.

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};

use super::input::LONGEST_LINE;

/// Lines that can be called back.
const LONGEST_HISTORY: usize = 100;

/// What a key has led to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Edit {
    /// Nothing.
    Nothing,
    /// The text or the cursor is not where it was.
    Changed,
    /// Enter: a line is done.
    Line(String),
    /// Ctrl-D on an empty line.
    End,
    /// Ctrl-C.
    Interrupt,
    /// Ctrl-Z.
    Suspend,
    /// Ctrl-L: the screen is to be drawn anew.
    Redraw,
}

/// The text and the cursor, and the lines before.
#[derive(Clone, Debug, Default)]
pub struct Editor {
    text: Vec<char>,
    cursor: usize,
    history: Vec<String>,
    /// Which line of the history is shown; past its end it is the new one.
    place: usize,
    /// The new line while one of the history is shown.
    draft: Vec<char>,
}

impl Editor {
    /// What stands before the cursor, and what stands at it and behind.
    #[must_use]
    pub fn parts(&self) -> (String, String) {
        let (before, behind) = self.text.split_at(self.cursor.min(self.text.len()));
        (before.iter().collect(), behind.iter().collect())
    }

    /// Takes a key in.
    pub fn key(&mut self, key: KeyEvent) -> Edit {
        let held = key.modifiers & (KeyModifiers::CONTROL | KeyModifiers::ALT);
        match (key.code, held) {
            (KeyCode::Char(c), KeyModifiers::CONTROL) => self.control(c.to_ascii_lowercase()),
            // Both together are a third level of some keyboards.
            (KeyCode::Char(_), KeyModifiers::ALT) => Edit::Nothing,
            (KeyCode::Char(c), _) => self.insert(c),
            (KeyCode::Enter, _) => self.enter(),
            (KeyCode::Backspace, _) => self.remove(self.cursor.checked_sub(1)),
            (KeyCode::Delete, _) => self.remove(Some(self.cursor)),
            (KeyCode::Left, _) => self.go(self.cursor.saturating_sub(1)),
            (KeyCode::Right, _) => self.go(self.cursor + 1),
            (KeyCode::Home, _) => self.go(0),
            (KeyCode::End, _) => self.go(usize::MAX),
            (KeyCode::Up, _) => self.recall(self.place.checked_sub(1)),
            (KeyCode::Down, _) => self.recall(Some(self.place + 1)),
            _ => Edit::Nothing,
        }
    }

    /// As on the command lines of the shells.
    fn control(&mut self, c: char) -> Edit {
        match c {
            'a' => self.go(0),
            'b' => self.go(self.cursor.saturating_sub(1)),
            'c' => {
                self.clear();
                Edit::Interrupt
            }
            'd' if self.text.is_empty() => Edit::End,
            'd' => self.remove(Some(self.cursor)),
            'e' => self.go(usize::MAX),
            'f' => self.go(self.cursor + 1),
            'h' => self.remove(self.cursor.checked_sub(1)),
            'j' | 'm' => self.enter(),
            'k' => self.cut(self.cursor, self.text.len()),
            'l' => Edit::Redraw,
            'n' => self.recall(Some(self.place + 1)),
            'p' => self.recall(self.place.checked_sub(1)),
            'u' => self.cut(0, self.cursor),
            'w' => self.cut(self.word_start(), self.cursor),
            'z' => Edit::Suspend,
            _ => Edit::Nothing,
        }
    }

    fn clear(&mut self) {
        self.text.clear();
        self.cursor = 0;
        self.place = self.history.len();
    }

    fn insert(&mut self, c: char) -> Edit {
        // No character has more than four bytes.
        if c.is_control() || 4 * self.text.len() >= LONGEST_LINE {
            return Edit::Nothing;
        }
        self.text.insert(self.cursor, c);
        self.cursor += 1;
        Edit::Changed
    }

    fn enter(&mut self) -> Edit {
        let line: String = self.text.iter().collect();
        if !line.trim().is_empty() && self.history.last() != Some(&line) {
            if self.history.len() >= LONGEST_HISTORY {
                self.history.remove(0);
            }
            self.history.push(line.clone());
        }
        self.clear();
        Edit::Line(line)
    }

    fn remove(&mut self, at: Option<usize>) -> Edit {
        let Some(at) = at.filter(|&at| at < self.text.len()) else {
            return Edit::Nothing;
        };
        self.cut(at, at + 1)
    }

    fn cut(&mut self, from: usize, to: usize) -> Edit {
        self.text.drain(from..to);
        self.cursor = from;
        Edit::Changed
    }

    fn word_start(&self) -> usize {
        let before = self.text.get(..self.cursor).unwrap_or_default();
        let word = before.iter().rposition(|c| !c.is_whitespace());
        let blank = before
            .get(..word.unwrap_or(0))
            .and_then(|before| before.iter().rposition(|c| c.is_whitespace()));
        blank.map_or(0, |blank| blank + 1)
    }

    fn go(&mut self, to: usize) -> Edit {
        self.cursor = to.min(self.text.len());
        Edit::Changed
    }

    fn recall(&mut self, place: Option<usize>) -> Edit {
        let Some(place) = place.filter(|&place| place <= self.history.len()) else {
            return Edit::Nothing;
        };
        if self.place == self.history.len() {
            self.draft = std::mem::take(&mut self.text);
        }
        self.text = match self.history.get(place) {
            Some(line) => line.chars().collect(),
            None => std::mem::take(&mut self.draft),
        };
        self.place = place;
        self.go(usize::MAX)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Types a text in which `^x` stands for a key with Control and `<` for Backspace: what the
    /// last key has led to.
    fn types(editor: &mut Editor, text: &str) -> Edit {
        let mut last = Edit::Nothing;
        let mut chars = text.chars();
        while let Some(c) = chars.next() {
            let key = match c {
                '^' => KeyEvent::new(KeyCode::Char(chars.next().unwrap()), KeyModifiers::CONTROL),
                '<' => KeyCode::Backspace.into(),
                '\n' => KeyCode::Enter.into(),
                c => KeyCode::Char(c).into(),
            };
            last = editor.key(key);
        }
        last
    }

    fn line(text: &str) -> Edit {
        types(&mut Editor::default(), &format!("{text}\n"))
    }

    #[test]
    fn a_line_is_typed_and_mended() {
        for (typed, meant) in [
            ("h8", "h8"),
            ("", ""),
            ("h9<8", "h8"),
            ("悔旗<棋", "悔棋"),
            ("<<h8", "h8"),
            ("8^ah^e", "h8"),
            ("save a^wb^w^wload x", "load x"),
            ("level 10^b^k^h3", "level 3"),
            ("abc^b^b^u^d", "c"),
            ("h8^x^t", "h8"),
        ] {
            assert_eq!(line(typed), Edit::Line(meant.into()), "{typed}");
        }
        assert_eq!(line("h8^j"), Edit::Line(String::new()), "Ctrl-J is Enter");
    }

    #[test]
    fn keys_that_are_no_text() {
        let mut editor = Editor::default();
        assert_eq!(types(&mut editor, "^d"), Edit::End);
        assert_eq!(types(&mut editor, "ab^c"), Edit::Interrupt);
        assert_eq!(editor.parts(), Default::default());
        assert_eq!(types(&mut editor, "ab^z"), Edit::Suspend);
        assert_eq!(types(&mut editor, "^l"), Edit::Redraw);
        assert_eq!(types(&mut editor, "^a^d"), Edit::Changed);
        assert_eq!(editor.parts(), (String::new(), "b".into()));
        assert_eq!(editor.key(KeyCode::Esc.into()), Edit::Nothing);
    }

    #[test]
    fn lines_are_called_back() {
        let mut editor = Editor::default();
        types(&mut editor, "one\ntwo\ntwo\n \nthr");
        for (keys, shown) in [("^p", "two"), ("^p", "one"), ("^p", "one"), ("^n^n", "thr")] {
            types(&mut editor, keys);
            assert_eq!(editor.parts().0, shown);
        }
        types(&mut editor, "^n^pX");
        assert_eq!(types(&mut editor, "\n"), Edit::Line("twoX".into()));
    }

    #[test]
    fn no_line_and_no_history_grows_without_end() {
        let mut editor = Editor::default();
        types(&mut editor, &"围".repeat(LONGEST_LINE));
        assert!(editor.parts().0.len() <= LONGEST_LINE);
        for n in 0..2 * LONGEST_HISTORY {
            types(&mut editor, &format!("^u{n}\n"));
        }
        assert_eq!(editor.history.len(), LONGEST_HISTORY);
    }
}
