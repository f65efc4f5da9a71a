//! Colours, or none.

/// Whether what is shown may be coloured. Nothing is told by colour alone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Paint {
    /// No control codes at all.
    Plain,
    /// ANSI colours.
    Coloured,
}

/// What a piece of text is, as far as colours go.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tone {
    /// Ordinary text.
    Normal,
    /// Less important than the rest.
    Faint,
    /// Black's stones.
    Black,
    /// White's stones.
    White,
    /// The row that won.
    Win,
    /// Advice.
    Hint,
    /// A point that may not be played.
    Forbidden,
}

impl Tone {
    /// The parameters of the control sequence "select graphic rendition".
    const fn codes(self) -> &'static str {
        match self {
            Self::Normal => "",
            Self::Faint => "2",
            Self::Black => "1;36",
            Self::White => "1;35",
            Self::Win => "1;7",
            Self::Hint => "1;32",
            Self::Forbidden => "31",
        }
    }
}

impl Paint {
    /// The text in the colour of its tone.
    #[must_use]
    pub fn apply(self, text: &str, tone: Tone) -> String {
        match (self, tone.codes()) {
            (Self::Plain, _) | (_, "") => text.into(),
            (Self::Coloured, codes) => format!("\u{1b}[{codes}m{text}\u{1b}[0m"),
        }
    }
}
