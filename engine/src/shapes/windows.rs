//! Shapes for any number in a row, by counting open windows.
//!
//! A window is `k` neighbouring cells of a line; it is open for a side while no blocker stands
//! in it. The best open window through a cell says how many stones are missing once the cell
//! is played, and the number of ways says whether the shape is open. Slower than a table, but
//! such games are small.

use super::{LineClasses, Shape, Viewer};
use crate::board::{Half, Line};
use crate::point::MAX_SIDE;
use crate::side::Side;

/// Line classes of `k` or more in a row.
#[derive(Clone, Copy, Debug)]
pub struct Windows {
    k: u32,
}

impl Windows {
    /// For `k` in a row, 1 to 20.
    #[must_use]
    pub const fn new(k: usize) -> Self {
        debug_assert!(k >= 1 && k <= MAX_SIDE);
        Self { k: k as u32 }
    }
}

impl LineClasses for Windows {
    const ONE_REPLY: bool = true;
    const REACH: usize = MAX_SIDE - 1;

    fn shape(self, _: Side, before: Half, after: Half) -> Shape {
        let stretch = Stretch::new(self.k, before, after);
        match stretch.missing() {
            Some(0) => Shape::Five,
            Some(1) => one_missing(stretch.completions().count_ones()),
            Some(2) => two_missing(stretch.open_continuations()),
            Some(3) => three_missing(stretch.best_windows()),
            Some(_) | None => Shape::Nothing,
        }
    }

    fn shapes_near(self, line: Line, mut viewer: impl Viewer) {
        let reach = self.k as i32 - 1;
        let ahead = cells_in_sight(line.ahead(Side::Black)).min(reach);
        let behind = cells_in_sight(line.behind(Side::Black)).min(reach);
        for distance in (-behind..=ahead).filter(|&distance| distance != 0) {
            let line = line.shifted(distance);
            if line.is_empty() {
                let shape = |side| self.shape(side, line.behind(side), line.ahead(side));
                viewer.view(distance as isize, Side::ALL.map(shape));
            }
        }
    }
}

/// How many cells lie before the farther of both sides' first blockers: beyond it nobody sees
/// past them.
fn cells_in_sight(half: Half) -> i32 {
    let blocked = |bits: u32| bits.trailing_zeros() as i32;
    blocked(half.own).max(blocked(half.blockers))
}

const fn one_missing(completions: u32) -> Shape {
    if completions > 1 {
        Shape::OpenFour
    } else {
        Shape::Four
    }
}

const fn two_missing(open_continuations: u32) -> Shape {
    match open_continuations {
        0 => Shape::Three,
        1 => Shape::OpenThree,
        _ => Shape::OpenThreeWide,
    }
}

const fn three_missing(windows: u32) -> Shape {
    match windows {
        0 | 1 => Shape::Nothing,
        2 => Shape::OpenTwo,
        _ => Shape::OpenTwoWide,
    }
}

/// The cells of a line around a cell up to the nearest blockers, with a stone on the cell.
#[derive(Clone, Copy)]
struct Stretch {
    /// Own stones, bit 0 at the first cell of the stretch.
    own: u32,
    /// Place of the cell.
    centre: u32,
    /// Cells in the stretch.
    length: u32,
    /// Cells of a window.
    k: u32,
}

impl Stretch {
    /// The walls bound every line, so that both halves have a blocker.
    fn new(k: u32, before: Half, after: Half) -> Self {
        let centre = before.blockers.trailing_zeros().min(19);
        let beyond = after.blockers.trailing_zeros().min(19);
        let first = before.own.reverse_bits().unbounded_shr(32 - centre);
        let last = after.own & ((1 << beyond) - 1);
        Self {
            own: first | 1 << centre | last.unbounded_shl(centre + 1),
            centre,
            length: centre + 1 + beyond,
            k,
        }
    }

    /// The open windows through the centre, each as a mask.
    fn windows(self) -> impl Iterator<Item = u32> {
        let first = (self.centre + 1).saturating_sub(self.k);
        let end = (self.centre + 1).min((self.length + 1).saturating_sub(self.k));
        let window = (1 << self.k) - 1;
        (first..end).map(move |start| window << start)
    }

    const fn missing_in(self, window: u32) -> u32 {
        (window & !self.own).count_ones()
    }

    /// Stones missing in the best window; `None` if no window is open.
    fn missing(self) -> Option<u32> {
        self.windows().map(|window| self.missing_in(window)).min()
    }

    /// Number of windows that miss as few stones as the best.
    fn best_windows(self) -> u32 {
        let best = self.missing();
        let windows = self.windows();
        windows
            .filter(|&w| Some(self.missing_in(w)) == best)
            .count() as u32
    }

    /// The cells that complete a row through the centre.
    fn completions(self) -> u32 {
        self.empties_of_windows(1)
    }

    /// The empty cells of windows that miss so many stones.
    fn empties_of_windows(self, missing: u32) -> u32 {
        self.windows()
            .filter(|&window| self.missing_in(window) == missing)
            .fold(0, |cells, window| cells | window & !self.own)
    }

    /// Number of cells that give the line two cells which complete a row.
    fn open_continuations(self) -> u32 {
        let cells = self.empties_of_windows(2);
        let opens = |place: &u32| {
            let own = self.own | 1 << place;
            cells >> place & 1 != 0 && Self { own, ..self }.completions().count_ones() > 1
        };
        (0..self.length).filter(opens).count() as u32
    }
}
