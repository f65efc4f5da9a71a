//! The keys of the box, whatever they are made of.

/// A decimal digit.
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

/// A key.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Key {
    /// A digit.
    Digit(Digit),
    /// The letter A.
    A,
    /// The letter B.
    B,
    /// The letter C.
    C,
    /// The letter D.
    D,
    /// The star, `*`.
    Star,
    /// The hash, `#`.
    Hash,
    /// Arrow up.
    Up,
    /// Arrow down.
    Down,
    /// Arrow left.
    Left,
    /// Arrow right.
    Right,
    /// Enter.
    Enter,
}

/// What is done with a key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stroke {
    /// It goes down.
    Press,
    /// It stays down.
    Repeat,
    /// It has been down for 5 seconds; told once.
    Held,
    /// It comes up.
    Release,
}

/// Something that happens to a key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct KeyEvent {
    /// The key.
    pub key: Key,
    /// What is done with it.
    pub stroke: Stroke,
}
