//! A move typed as coordinates: two digits for the column, two for the row.

use minmax_engine::point::Point;
use minmax_engine::rules::Rules;

use crate::app::key::Digit;

/// Digits of a whole entry.
const DIGITS: usize = 4;

/// Coordinates as far as they are typed. Columns count from the left and rows from the bottom,
/// both from 1.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Entry {
    digits: [u8; DIGITS],
    typed: usize,
}

/// Why a digit was not taken, or nothing is played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EntryError {
    /// Columns are 1 to this number. The column's digits are dropped.
    NoColumn(usize),
    /// Rows are 1 to this number. The row's digits are dropped.
    NoRow(usize),
    /// Digits are missing.
    Incomplete,
    /// All four digits are there already.
    Full,
}

impl Entry {
    /// The digits so far, at most four: the column's two and then the row's.
    #[must_use]
    pub fn digits(&self) -> &[u8] {
        &self.digits[..self.typed]
    }

    /// The cell, once it is complete.
    #[must_use]
    pub fn point(&self, rules: Rules) -> Option<Point> {
        let [c1, c2, r1, r2] = self.digits.map(usize::from);
        let (column, row) = (c1 * 10 + c2, r1 * 10 + r2);
        let complete = self.typed == DIGITS;
        complete.then(|| Point::new(column.checked_sub(1)?, rules.rows().checked_sub(row)?))?
    }

    /// Takes the next digit.
    ///
    /// # Errors
    /// The digit ends a column or row that is not on the board, or is one too many.
    pub(super) fn push(&mut self, digit: Digit, rules: Rules) -> Result<(), EntryError> {
        let place = self.digits.get_mut(self.typed).ok_or(EntryError::Full)?;
        *place = digit.get();
        self.typed += 1;
        let (pair, most, error) = match self.typed {
            2 => (0, rules.columns(), EntryError::NoColumn(rules.columns())),
            4 => (2, rules.rows(), EntryError::NoRow(rules.rows())),
            _ => return Ok(()),
        };
        let number = usize::from(self.digits[pair]) * 10 + usize::from(self.digits[pair + 1]);
        if (1..=most).contains(&number) {
            return Ok(());
        }
        self.typed = pair;
        Err(error)
    }

    /// Takes the last digit back; `false` when there is none.
    pub(super) const fn erase(&mut self) -> bool {
        let any = self.typed > 0;
        self.typed = self.typed.saturating_sub(1);
        any
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn typed(text: &str, rules: Rules) -> (Entry, Result<(), EntryError>) {
        let mut entry = Entry::default();
        let mut digits = text.bytes().map(|b| Digit::new(b - b'0').unwrap());
        let result = digits.try_for_each(|digit| entry.push(digit, rules));
        (entry, result)
    }

    #[test]
    fn columns_count_from_the_left_and_rows_from_the_bottom() {
        let (entry, result) = typed("0815", Rules::GOMOKU);
        assert_eq!(result, Ok(()));
        assert_eq!(entry.point(Rules::GOMOKU), Point::new(7, 0));
        assert_eq!(entry.digits(), [0, 8, 1, 5]);
    }

    #[test]
    fn what_is_not_on_the_board_is_dropped_at_once() {
        for bad in ["16", "00", "99"] {
            let (entry, result) = typed(bad, Rules::GOMOKU);
            assert_eq!(result, Err(EntryError::NoColumn(15)), "{bad}");
            assert!(entry.digits().is_empty());
        }
        let (entry, result) = typed("1500", Rules::GOMOKU);
        assert_eq!(result, Err(EntryError::NoRow(15)));
        assert_eq!(entry.digits(), [1, 5]);
        let (_, result) = typed("01011", Rules::GOMOKU);
        assert_eq!(result, Err(EntryError::Full));
    }

    #[test]
    fn digits_are_taken_back_one_by_one() {
        let (mut entry, _) = typed("081", Rules::GOMOKU);
        assert_eq!(entry.point(Rules::GOMOKU), None);
        assert!(entry.erase() && entry.erase() && entry.erase());
        assert!(!entry.erase());
    }
}
