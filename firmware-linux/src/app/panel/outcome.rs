//! What the controls lead to, for the world to do.

use crate::app::event::{Notice, Request};
use crate::lang::Lang;

/// What a key, an event or a message leads to, to be done in this order.
#[derive(Clone, Debug, Default)]
pub struct Outcome {
    /// To be told to those who use lines of text, the network or the robot link.
    pub notices: Vec<Notice>,
    /// For the engine.
    pub requests: Vec<Request>,
    /// For the box.
    pub wishes: Vec<Wish>,
}

/// Something that the box is to do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wish {
    /// Keep the game as [`Panel::coming`](super::Panel::coming) says, and tell
    /// [`Panel::kept`](super::Panel::kept).
    Keep {
        /// It is another game than the one that was kept last.
        begins: bool,
    },
    /// Switch off. The game is to be kept before.
    PowerOff,
    /// Speak this language.
    Lang(Lang),
    /// Be heard, or be silent: for the settings; silence wishes for no beeps anyway.
    Sound(bool),
    /// Be heard now.
    Beep(Beep),
}

/// Why the box is heard.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Beep {
    /// A person's stone was placed.
    Placed,
    /// The engine has moved, or has advice.
    Answered,
    /// What was asked for was not done.
    Refused,
    /// The game is over.
    Over,
    /// Something is wrong with the box.
    Trouble,
}

impl Beep {
    /// How it sounds on a buzzer that knows on and off: milliseconds on, off, on…
    #[must_use]
    pub const fn pattern(self) -> &'static [u16] {
        match self {
            Self::Placed => &[30],
            Self::Answered => &[60, 60, 60],
            Self::Refused => &[250],
            Self::Over => &[100, 80, 100, 80, 400],
            Self::Trouble => &[400, 150, 400],
        }
    }
}
