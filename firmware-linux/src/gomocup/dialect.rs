//! What the number of a rule means: managers and Yixin's boards do not agree.

use minmax_engine::rules::LineRule;

/// Exactly five win.
const EXACT: i64 = 1;
/// The next game begins at once: the manager's affair.
const CONTINUOUS: i64 = 2;
const RENJU: i64 = 4;
const CARO: i64 = 8;
const CARO_EXACT: i64 = CARO | EXACT;
/// Renju, on Yixin's boards.
const YIXIN_RENJU: i64 = 2;

/// Who speaks to the brain.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Dialect {
    /// Gomocup's managers.
    #[default]
    Gomocup,
    /// Yixin's boards: rule 2 is renju.
    Yixin,
}

impl Dialect {
    /// Both.
    pub const ALL: [Self; 2] = [Self::Gomocup, Self::Yixin];

    /// The word for it on the command line.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Gomocup => "gomocup",
            Self::Yixin => "yixin",
        }
    }

    /// The dialect of this name.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|one| one.name() == name)
    }

    /// The rule of this number, a sum of 1 exactly five, 2 continuous game, 4 renju and 8 caro;
    /// `None` if no game is meant by it.
    #[must_use]
    pub const fn rule(self, number: i64) -> Option<LineRule> {
        if matches!(self, Self::Yixin) && number == YIXIN_RENJU {
            return Some(LineRule::Renju);
        }
        let number = match self {
            Self::Gomocup => number & !CONTINUOUS,
            Self::Yixin => number,
        };
        match number {
            0 => Some(LineRule::Freestyle),
            EXACT => Some(LineRule::Standard),
            RENJU => Some(LineRule::Renju),
            CARO => Some(LineRule::CaroOverline),
            CARO_EXACT => Some(LineRule::Caro),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_rule_is_a_sum() {
        let rules = (0..16).map(|number| Dialect::Gomocup.rule(number));
        let (renju, caro) = (Some(LineRule::Renju), Some(LineRule::Caro));
        let (free, standard) = (Some(LineRule::Freestyle), Some(LineRule::Standard));
        let overline = Some(LineRule::CaroOverline);
        // Each twice: a continuous game is played as any other.
        let expected = [free, standard, free, standard, renju, None, renju, None];
        assert!(rules.clone().take(8).eq(expected));
        let expected = [overline, caro, overline, caro, None, None, None, None];
        assert!(rules.skip(8).eq(expected));
        for number in [-1, 16, i64::MIN, i64::MAX] {
            assert_eq!(Dialect::Gomocup.rule(number), None);
        }
    }

    #[test]
    fn two_is_renju_on_yixins_boards() {
        let rules = [0, 1, 2, 3, 4].map(|number| Dialect::Yixin.rule(number));
        let renju = Some(LineRule::Renju);
        let expected = [
            Some(LineRule::Freestyle),
            Some(LineRule::Standard),
            renju,
            None,
            renju,
        ];
        assert_eq!(rules, expected);
    }

    #[test]
    fn a_dialect_has_a_name() {
        for dialect in Dialect::ALL {
            assert_eq!(Dialect::from_name(dialect.name()), Some(dialect));
        }
        assert_eq!(Dialect::from_name("Klingon"), None);
    }
}
