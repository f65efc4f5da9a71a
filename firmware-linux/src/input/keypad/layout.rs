//! Which key is where.

use super::Place;
use super::matrix::Matrix;
use crate::app::key::{Digit, Key};

/// A key by the sign that is printed on it: a digit, `A` to `D`, `*`, `#`; for other keyboards
/// also the arrows `^`, `v`, `<`, `>` and `E` for Enter.
#[must_use]
pub fn key_of(sign: char) -> Option<Key> {
    Some(match sign {
        'A' => Key::A,
        'B' => Key::B,
        'C' => Key::C,
        'D' => Key::D,
        '*' => Key::Star,
        '#' => Key::Hash,
        '^' => Key::Up,
        'v' => Key::Down,
        '<' => Key::Left,
        '>' => Key::Right,
        'E' => Key::Enter,
        digit => Key::Digit(Digit::new(u8::try_from(digit.to_digit(10)?).ok()?)?),
    })
}

/// The keys of a matrix; `None` where there is none.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Layout<const ROWS: usize, const COLUMNS: usize>([[Option<Key>; COLUMNS]; ROWS]);

impl<const ROWS: usize, const COLUMNS: usize> Layout<ROWS, COLUMNS> {
    /// These keys, row by row.
    #[must_use]
    pub const fn new(keys: [[Option<Key>; COLUMNS]; ROWS]) -> Self {
        Self(keys)
    }

    /// The key at this place.
    #[must_use]
    pub fn key(&self, place: Place) -> Option<Key> {
        *self.0.get(place.row)?.get(place.column)?
    }

    /// Fills in a key. Nothing happens outside of the matrix.
    pub fn put(&mut self, place: Place, key: Option<Key>) {
        let row = self.0.get_mut(place.row);
        if let Some(slot) = row.and_then(|row| row.get_mut(place.column)) {
            *slot = key;
        }
    }

    /// Every key and its place.
    pub fn keys(&self) -> impl Iterator<Item = (Place, Key)> + '_ {
        Matrix::<ROWS, COLUMNS>::places().filter_map(|place| Some((place, self.key(place)?)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn signs_are_keys() {
        let signs = "0123456789ABCD*#^v<>E";
        let mut keys: Vec<_> = signs.chars().map(|sign| key_of(sign).unwrap()).collect();
        assert_eq!(keys[7], Key::Digit(Digit::new(7).unwrap()));
        keys.dedup();
        assert_eq!(keys.len(), signs.len());
        for sign in ['F', 'a', ' ', '.', '\u{661}'] {
            assert_eq!(key_of(sign), None, "{sign}");
        }
    }
}
