//! The first stones of a game with a swap: three stones, two of Black's and one of White's, after
//! which neither side is better, as far as our own search can see; and the choice of a side.

use minmax_engine::point::Point;
use minmax_engine::rules::Rules;
use minmax_engine::score::Score;

/// Columns and rows from the centre, Black, White, Black.
pub type Opening = [(i8, i8); 3];

/// What is drawn from. By 600,000 nodes of our own search White, who is to move, wins with a
/// probability within 44 to 56 % (a score of 50 at most), by every rule on 15×15 and in freestyle
/// on 20×20. `tests/examples/openings.rs` has found them.
pub const OPENINGS: [Opening; 24] = [
    [(-2, 3), (0, -3), (0, -1)],
    [(3, 0), (-1, -2), (0, -2)],
    [(3, 4), (4, 5), (5, 6)],
    [(-3, 3), (0, -1), (-1, 0)],
    [(-6, 0), (0, -6), (0, -5)],
    [(3, -5), (2, -6), (-6, -1)],
    [(-3, 0), (-5, 0), (0, -5)],
    [(-3, 1), (-3, 0), (2, 3)],
    [(0, 4), (4, -4), (2, -1)],
    [(4, 1), (4, -3), (0, 4)],
    [(2, 1), (2, -5), (3, -6)],
    [(-6, 1), (-5, 4), (-3, 5)],
    [(6, -3), (5, 1), (3, 1)],
    [(2, -1), (-2, -4), (-3, -4)],
    [(2, -4), (0, -4), (-3, -4)],
    [(3, -6), (2, -6), (5, -1)],
    [(1, 3), (-1, -1), (-2, -2)],
    [(0, 3), (0, 4), (-5, 2)],
    [(3, 1), (4, 1), (-2, 2)],
    [(-1, 1), (5, -5), (6, -5)],
    [(0, -4), (4, -1), (5, -2)],
    [(1, -3), (-1, 2), (-2, 2)],
    [(-2, 1), (-2, 2), (3, 2)],
    [(6, 5), (6, -6), (5, -5)],
];

/// Where nothing else fits.
const SMALL: Opening = [(0, 0), (1, 1), (-1, 1)];

/// An opening for a board of these rules, drawn by `seed`. `None` where none fits: on no board
/// with sides of [`SMALLEST_BOARD`](super::bounds::SMALLEST_BOARD) or more.
#[must_use]
pub fn three_stones(rules: Rules, seed: u64) -> Option<[Point; 3]> {
    let fitting = OPENINGS.iter().filter_map(|opening| placed(opening, rules));
    let fitting: Vec<_> = fitting.collect();
    let count = u64::try_from(fitting.len()).unwrap_or(1).max(1);
    let chosen = usize::try_from(seed % count).unwrap_or(0);
    fitting
        .get(chosen)
        .copied()
        .or_else(|| placed(&SMALL, rules))
}

fn placed(opening: &Opening, rules: Rules) -> Option<[Point; 3]> {
    let place = |&(across, down): &(i8, i8)| {
        let column = (rules.columns() / 2).checked_add_signed(across.into())?;
        let row = (rules.rows() / 2).checked_add_signed(down.into())?;
        let fits = column < rules.columns() && row < rules.rows();
        Point::new(column, row).filter(|_| fits)
    };
    let [first, second, third] = opening;
    Some([place(first)?, place(second)?, place(third)?])
}

/// What may be chosen after three or five stones, with White to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Choice {
    /// White, and a move.
    White,
    /// Black, by a swap.
    Black,
    /// Two more stones: the other player chooses.
    TwoMore,
}

/// Scores up to this one, for either side, are even: 51 to 49.
const EVEN: Score = 10;

/// The choice by the score for White, after three stones or more of them. With an even score there
/// is nothing to be had by either side. The other player then gets as little after the two stones
/// that both would play: their score is the same, by the same search.
#[must_use]
pub const fn choose(score: Score, stones: usize) -> Choice {
    if stones == 3 && score.abs() <= EVEN {
        Choice::TwoMore
    } else if score < 0 {
        Choice::Black
    } else {
        Choice::White
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use minmax_engine::rules::LineRule;

    #[test]
    fn every_opening_is_drawn_where_it_fits_and_a_small_one_elsewhere() {
        let rules = |side| Rules::new(side, side, 5, LineRule::Freestyle).unwrap();
        let drawn = |side| {
            let mut drawn: Vec<_> = (0..100)
                .map(|seed| three_stones(rules(side), seed))
                .collect();
            drawn.sort_unstable();
            drawn.dedup();
            drawn
        };
        for side in [15, 20] {
            assert_eq!(drawn(side).len(), OPENINGS.len());
        }
        let small = placed(&SMALL, rules(5));
        assert!(small.is_some());
        assert_eq!(drawn(5), [small]);
    }

    #[test]
    fn the_better_side_is_chosen_and_two_more_stones_where_there_is_none() {
        for (score, three, five) in [
            (-EVEN - 1, Choice::Black, Choice::Black),
            (-EVEN, Choice::TwoMore, Choice::Black),
            (0, Choice::TwoMore, Choice::White),
            (EVEN, Choice::TwoMore, Choice::White),
            (EVEN + 1, Choice::White, Choice::White),
        ] {
            assert_eq!(
                [choose(score, 3), choose(score, 5)],
                [three, five],
                "{score}"
            );
        }
    }
}
