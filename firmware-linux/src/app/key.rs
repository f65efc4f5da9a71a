//! The keys of the box, whatever they are wired to.

/// A digit, 0 to 9.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Digit(u8);

impl Digit {
    /// The digit of this value; `None` above 9.
    #[must_use]
    pub const fn new(value: u8) -> Option<Self> {
        if value <= 9 { Some(Self(value)) } else { None }
    }

    /// Its value, 0 to 9.
    #[must_use]
    pub const fn get(self) -> u8 {
        self.0
    }
}

/// A key: those of a telephone's keypad with its fourth column, and those of a terminal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Key {
    /// `0` to `9`.
    Digit(Digit),
    /// Takes back.
    A,
    /// Asks for advice.
    B,
    /// Begins a new game.
    C,
    /// Opens the menu; held, it switches the box off.
    D,
    /// Back, or coordinates.
    Star,
    /// Yes.
    Hash,
    /// A terminal's arrow.
    Up,
    /// A terminal's arrow.
    Down,
    /// A terminal's arrow.
    Left,
    /// A terminal's arrow.
    Right,
    /// A terminal's Enter.
    Enter,
}

impl Key {
    /// The key of this face: `0` to `9`, `A` to `D` (or small), `*` and `#`.
    #[must_use]
    pub fn from_char(face: char) -> Option<Self> {
        Some(match face.to_ascii_uppercase() {
            '0'..='9' => Self::Digit(Digit(face as u8 - b'0')),
            'A' => Self::A,
            'B' => Self::B,
            'C' => Self::C,
            'D' => Self::D,
            '*' => Self::Star,
            '#' => Self::Hash,
            _ => return None,
        })
    }
}

/// What happens to a key.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Stroke {
    /// It goes down.
    Press,
    /// It stays down, and acts again.
    Repeat,
    /// It has been down for five seconds; told once.
    Held,
    /// It comes up.
    Release,
}

/// Something that happens to a key.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct KeyEvent {
    /// To which.
    pub key: Key,
    /// What.
    pub stroke: Stroke,
}

impl KeyEvent {
    /// The key goes down.
    #[must_use]
    pub const fn press(key: Key) -> Self {
        Self {
            key,
            stroke: Stroke::Press,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_faces_of_a_keypad_are_keys() {
        let faces = "123A456B789C*0#D";
        let mut keys: Vec<_> = faces.chars().filter_map(Key::from_char).collect();
        assert_eq!(keys.len(), 16);
        assert_eq!(keys[4], Key::Digit(Digit(4)));
        keys.dedup();
        assert_eq!(keys.len(), 16);
        assert_eq!(Key::from_char('d'), Some(Key::D));
        assert_eq!(Key::from_char('E'), None);
        assert_eq!(Digit::new(10), None);
    }
}
