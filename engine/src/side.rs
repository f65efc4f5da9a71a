//! The two players.

/// A player, and the colour of his stones. Black moves first (X in tic-tac-toe).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
#[repr(u8)]
pub enum Side {
    /// Moves first.
    Black = 0,
    /// Moves second.
    White = 1,
}

impl Side {
    /// Both sides, Black first; `ALL[side.index()] == side`.
    pub const ALL: [Self; 2] = [Self::Black, Self::White];

    /// 0 for Black, 1 for White.
    #[must_use]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The other player.
    #[must_use]
    pub const fn opponent(self) -> Self {
        match self {
            Self::Black => Self::White,
            Self::White => Self::Black,
        }
    }
}
