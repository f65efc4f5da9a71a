//! What a line becomes when a side plays a cell of it: names for shapes on a line.
//!
//! A shape answers one question about an **empty** cell, a side and one of the four lines
//! through the cell: if that side plays here, how far is it from a win on this line? Shapes
//! are defined by what can follow, so that each rule needs to say only what a five is:
//!
//! | shape | when the cell is played, then on this line | Rapfi's name |
//! |---|---|---|
//! | [`Five`](Shape::Five) | the game is won | F5 |
//! | [`OpenFour`](Shape::OpenFour) | there is a five-point that no single stone takes away | F4 |
//! | [`Four`](Shape::Four) | there is a five-point | B4 |
//! | [`OpenThree`](Shape::OpenThree), [`OpenThreeWide`](Shape::OpenThreeWide) | one cell, or more, would give an open four | F3, F3S |
//! | [`Three`](Shape::Three) | a cell would give a four | B3 |
//! | [`OpenTwo`](Shape::OpenTwo), [`OpenTwoWide`](Shape::OpenTwoWide) | one or two cells, or more, would give an open three | F2 |
//! | [`Nothing`](Shape::Nothing) | there is less than that | B2, F1, B1 |
//!
//! Weaker shapes are not told apart: to know a blocked two from a lone stone cost a sixth of
//! all instructions of a move, and a fitted evaluation hardly gained by it (held-out loss within
//! 0.25 %).
//!
//! In games of `k` in a row with another `k` the names count what is missing: a `Five`
//! completes the row, a `Four` lacks one stone, and so on.
//!
//! - [`table`]: shapes for five in a row, from tables made at compile time
//! - `halves`: half-lines, of which tables are made
//! - [`windows`]: shapes for any other `k`, by counting open windows
//! - [`code`]: the four shapes of a cell together

pub mod code;
mod halves;
#[allow(
    long_running_const_eval,
    reason = "some 20,000 line states are classed at compile time"
)]
pub mod table;
pub mod windows;

use crate::board::{Half, Line};
use crate::side::Side;

/// What a line becomes when a side plays a cell of it; later ones are stronger, up to
/// [`Five`](Self::Five).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum Shape {
    /// Less than what follows.
    Nothing = 0,
    /// `X . . O O . . X`: one or two ways to an open three.
    OpenTwo = 1,
    /// `. . . O O . . .`: three ways or more to an open three.
    OpenTwoWide = 2,
    /// `X O O O . .`: can become a four.
    Three = 3,
    /// `. O O . O .`: one way to an open four.
    OpenThree = 4,
    /// `. . O O O . .`: two ways or more to an open four.
    OpenThreeWide = 5,
    /// `X O O O O .`: one five-point.
    Four = 6,
    /// `. O O O O .`: a five that no single stone stops.
    OpenFour = 7,
    /// `O O O O O`: won.
    Five = 8,
    /// `O . O O O . O`: two fours on one line, which renju forbids Black. Elsewhere an open four.
    DoubleFour = 9,
    /// `O O O O O O`: six or more, which renju forbids Black. Elsewhere a five or nothing.
    Overline = 10,
}

impl Shape {
    /// Number of shapes.
    pub const COUNT: usize = 11;

    /// All shapes; `ALL[shape.index()] == shape`.
    pub const ALL: [Self; Self::COUNT] = [
        Self::Nothing,
        Self::OpenTwo,
        Self::OpenTwoWide,
        Self::Three,
        Self::OpenThree,
        Self::OpenThreeWide,
        Self::Four,
        Self::OpenFour,
        Self::Five,
        Self::DoubleFour,
        Self::Overline,
    ];

    /// 0 to 10.
    #[must_use]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The shape of a line by what can follow: how many cells lead to each shape.
    ///
    /// This is the definition of all shapes below [`Four`](Self::Four), the same for every rule.
    pub(crate) const fn from_followers(followers: &[u8; Self::COUNT]) -> Self {
        let open_threes =
            followers[Self::OpenThree.index()] + followers[Self::OpenThreeWide.index()];
        match followers[Self::OpenFour.index()] {
            1 => return Self::OpenThree,
            2.. => return Self::OpenThreeWide,
            0 => (),
        }
        if followers[Self::Four.index()] > 0 {
            return Self::Three;
        }
        match open_threes {
            0 => Self::Nothing,
            1 | 2 => Self::OpenTwo,
            _ => Self::OpenTwoWide,
        }
    }
}

/// A rule's line classes, as the hot paths use them: one type per rule, so that what a rule
/// never needs is never compiled into it.
pub trait LineClasses: Copy {
    /// Whether a four on one line has a single answer, its five-point. Not so in caro, where
    /// closing both ends also stops a five.
    const ONE_REPLY: bool;

    /// Whether Black has forbidden points.
    const FOULS: bool = false;

    /// How many cells away a stone may still change a cell's shape.
    const REACH: usize;

    /// What the line becomes when `side` plays the cell between the halves. To mirror the line
    /// does not change a shape.
    fn shape(self, side: Side, before: Half, after: Half) -> Shape;

    /// Shows the empty cells of a line whose shapes may depend on the line's cell.
    fn shapes_near(self, line: Line, viewer: impl Viewer);
}

/// Looks at the shapes near a cell. More than a closure, for it must be inlined at every place
/// where it looks.
pub trait Viewer {
    /// So many cells further along the line, Black and White have these shapes.
    fn view(&mut self, distance: isize, shapes: [Shape; 2]);
}

/// A computation that works with any rule's line classes; see [`dispatch`].
pub trait ForClasses {
    /// What it computes.
    type Output;

    /// Computes it with these classes.
    fn run<R: LineClasses>(self, classes: R) -> Self::Output;
}

/// The one switch from a game's rules to compile-time line classes: below it nothing asks for
/// the rule again.
pub fn dispatch<F: ForClasses>(rules: crate::rules::Rules, computation: F) -> F::Output {
    use crate::rules::LineRule;
    use table::{Caro, CaroOverline, Freestyle, Renju, Standard};
    match (rules.k(), rules.line()) {
        (5, LineRule::Freestyle) => computation.run(Freestyle),
        (5, LineRule::Standard) => computation.run(Standard),
        (5, LineRule::Renju) => computation.run(Renju),
        (5, LineRule::Caro) => computation.run(Caro),
        (5, LineRule::CaroOverline) => computation.run(CaroOverline),
        (k, _) => computation.run(windows::Windows::new(k)),
    }
}
