//! The first stones of a game with a swap: three stones, two of Black's and one of White's, after
//! which neither side is better, as far as our own search can see.

use minmax_engine::point::Point;
use minmax_engine::rules::Rules;

/// Columns and rows from the centre, Black, White, Black.
pub type Opening = [(i8, i8); 3];

/// What is drawn from.
pub const OPENINGS: [Opening; 1] = [[(0, 0), (1, 1), (-2, 3)]];

/// Where nothing else fits.
const SMALL: Opening = [(0, 0), (1, 1), (-1, 1)];

/// An opening for a board of these rules, drawn by `seed`. `None` where none fits: on no board
/// with sides of [`SMALLEST_BOARD`](super::command::SMALLEST_BOARD) or more.
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
