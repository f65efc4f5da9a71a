//! Which game is played: the board's size, how many in a row, and what counts as a row.

pub mod line;
pub mod outcome;
pub mod renju;

use crate::point::MAX_SIDE;

/// What a row must be like to win.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub enum LineRule {
    /// `k` or more in a row win.
    Freestyle,
    /// Exactly five win; six or more are nothing.
    Standard,
    /// Black needs exactly five, White five or more, and Black has forbidden points: see
    /// [`renju`].
    Renju,
    /// Exactly five win unless closed at both ends by opposing stones; the edge is no stone.
    Caro,
    /// Five or more win unless closed at both ends by opposing stones; the edge is no stone.
    CaroOverline,
}

/// What happens when Black plays a point that renju forbids.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub enum FoulRule {
    /// The move is refused, and Black plays another.
    #[default]
    Refused,
    /// The move is played, and Black has lost: as in tournaments.
    Loses,
}

/// An m,n,k game: `columns` × `rows` cells, `k` in a row, and what counts as a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub struct Rules {
    columns: u8,
    rows: u8,
    k: u8,
    line: LineRule,
    fouls: FoulRule,
}

/// Why there is no such game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub enum RulesError {
    /// A side of the board is not within 3 to [`MAX_SIDE`].
    Side {
        /// The side asked for.
        found: usize,
    },
    /// `k` is below 3 or longer than the longer side, so that no row fits.
    Length {
        /// The `k` asked for.
        found: usize,
        /// The longest that fits.
        longest: usize,
    },
    /// The rule is about five in a row, but `k` is another number.
    NeedsFive,
}

impl core::fmt::Display for RulesError {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        match self {
            Self::Side { found } => {
                write!(f, "a board has 3 to {MAX_SIDE} cells a side, not {found}")
            }
            Self::Length { found, longest } => {
                write!(
                    f,
                    "{found} in a row: on this board it must be 3 to {longest}"
                )
            }
            Self::NeedsFive => write!(f, "this rule is for five in a row"),
        }
    }
}

impl core::error::Error for RulesError {}

impl Rules {
    /// Three in a row on 3×3.
    pub const TIC_TAC_TOE: Self = Self::fixed(3, 3);
    /// Four in a row on 4×4.
    pub const FOUR_BY_FOUR: Self = Self::fixed(4, 4);
    /// Five or more in a row on 15×15.
    pub const GOMOKU: Self = Self::fixed(15, 5);

    const fn fixed(side: u8, k: u8) -> Self {
        Self {
            columns: side,
            rows: side,
            k,
            line: LineRule::Freestyle,
            fouls: FoulRule::Refused,
        }
    }

    /// The game of `columns` × `rows` cells and `k` in a row.
    ///
    /// # Errors
    /// A side outside 3 to [`MAX_SIDE`], `k` outside 3 to the longer side, and a rule about
    /// fives with another `k`.
    ///
    /// ```
    /// use minmax_engine::rules::{LineRule, Rules, RulesError};
    /// let rules = Rules::new(15, 15, 5, LineRule::Standard).unwrap();
    /// assert_eq!(rules.k(), 5);
    /// assert_eq!(
    ///     Rules::new(3, 3, 5, LineRule::Freestyle),
    ///     Err(RulesError::Length { found: 5, longest: 3 })
    /// );
    /// ```
    pub fn new(columns: usize, rows: usize, k: usize, line: LineRule) -> Result<Self, RulesError> {
        for found in [columns, rows] {
            if !(3..=MAX_SIDE).contains(&found) {
                return Err(RulesError::Side { found });
            }
        }
        let longest = columns.max(rows);
        if !(3..=longest).contains(&k) {
            return Err(RulesError::Length { found: k, longest });
        }
        if line != LineRule::Freestyle && k != 5 {
            return Err(RulesError::NeedsFive);
        }
        Ok(Self {
            columns: columns as u8,
            rows: rows as u8,
            k: k as u8,
            line,
            fouls: FoulRule::Refused,
        })
    }

    /// The same game, in which a forbidden point may be played or may not. Nothing changes in
    /// games but renju, where nothing is forbidden.
    #[must_use]
    pub const fn with_fouls(self, fouls: FoulRule) -> Self {
        match self.line {
            LineRule::Renju => Self { fouls, ..self },
            _ => self,
        }
    }

    /// Columns of the board, 3 to [`MAX_SIDE`].
    #[must_use]
    pub const fn columns(self) -> usize {
        self.columns as usize
    }

    /// Rows of the board, 3 to [`MAX_SIDE`].
    #[must_use]
    pub const fn rows(self) -> usize {
        self.rows as usize
    }

    /// Stones in a row that win.
    #[must_use]
    pub const fn k(self) -> usize {
        self.k as usize
    }

    /// What counts as a row.
    #[must_use]
    pub const fn line(self) -> LineRule {
        self.line
    }

    /// What happens when Black plays a forbidden point. Of no meaning but in renju.
    #[must_use]
    pub const fn fouls(self) -> FoulRule {
        self.fouls
    }

    /// Cells of the board.
    #[must_use]
    pub const fn cells(self) -> usize {
        self.columns() * self.rows()
    }

    /// Another number for every game; what becomes of a foul makes no other game.
    pub(crate) const fn number(self) -> u64 {
        u32::from_le_bytes([self.columns, self.rows, self.k, self.line as u8]) as u64
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn impossible_games_are_refused() {
        let new = |m, n, k| Rules::new(m, n, k, LineRule::Freestyle);
        assert_eq!(new(0, 15, 5), Err(RulesError::Side { found: 0 }));
        assert_eq!(new(1, 1, 1), Err(RulesError::Side { found: 1 }));
        assert_eq!(
            new(MAX_SIDE, MAX_SIDE + 1, 5),
            Err(RulesError::Side {
                found: MAX_SIDE + 1
            })
        );
        assert_eq!(
            new(3, 3, 0),
            Err(RulesError::Length {
                found: 0,
                longest: 3
            })
        );
        assert_eq!(
            new(4, 5, 6),
            Err(RulesError::Length {
                found: 6,
                longest: 5
            })
        );
        assert!(new(4, 5, 5).is_ok());
        assert_eq!(
            Rules::new(6, 6, 4, LineRule::Caro),
            Err(RulesError::NeedsFive)
        );
        assert_eq!(
            Rules::new(7, 7, 4, LineRule::Renju),
            Err(RulesError::NeedsFive)
        );
    }
}
