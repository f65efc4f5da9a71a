//! Names of games that nobody guesses: whoever has one may play.

use std::hash::{BuildHasher, RandomState};

/// Characters of a name, five bits each.
const LENGTH: u32 = 12;
const LETTERS: &[u8; 32] = b"abcdefghijklmnopqrstuvwxyz234567";

/// Draws names. A keyed hash of the numbers in their order cannot be foretold without the key, which
/// is the system's own randomness.
#[derive(Debug, Default)]
pub(super) struct Ids {
    key: RandomState,
    drawn: u64,
}

impl Ids {
    pub(super) fn draw(&mut self) -> String {
        self.drawn += 1;
        let bits = self.key.hash_one(self.drawn);
        let letter = |n: u32| LETTERS[(bits >> (5 * n)) as usize & 31];
        (0..LENGTH).map(|n| char::from(letter(n))).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn names_are_short_plain_and_all_different() {
        let (mut ids, mut others) = (Ids::default(), Ids::default());
        let names: HashSet<_> = (0..10_000)
            .flat_map(|_| [ids.draw(), others.draw()])
            .collect();
        assert_eq!(names.len(), 20_000);
        for name in names {
            assert!(name.len() == 12 && name.bytes().all(|b| LETTERS.contains(&b)));
        }
    }
}
