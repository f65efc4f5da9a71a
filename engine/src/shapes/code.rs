//! The four shapes of a cell together: its code, and its class for the search.
//!
//! The four lines through a cell are alike, so the order of their shapes says nothing. Shapes
//! are joined in pairs (14 × 14 shapes make 105 pairs without order), and the two pairs again:
//! 5,565 codes. A change on one line needs one new pair, and no sorting.

use super::Shape;

/// Number of unordered pairs of shapes.
pub(crate) const PAIRS: usize = Shape::COUNT * (Shape::COUNT + 1) / 2;

/// What a cell is worth to a side at a glance; later ones are stronger, up to
/// [`Five`](Self::Five).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum Class {
    /// Nothing that forces or prepares.
    Quiet = 0,
    /// One open two or one three.
    Build = 1,
    /// Open twos or threes on two lines or more.
    DoubleBuild = 2,
    /// An open three.
    Three = 3,
    /// An open three, and an open two or a three.
    ThreeBuild = 4,
    /// Open threes on two lines or more.
    DoubleThree = 5,
    /// A four.
    Four = 6,
    /// A four, and an open two or a three.
    FourBuild = 7,
    /// A four and an open three.
    FourThree = 8,
    /// An open four, or fours on two lines or more.
    OpenFour = 9,
    /// Wins at once.
    Five = 10,
    /// Six or more, or two fours, by the lines of renju's Black: not to be played.
    Forbidden = 11,
}

impl Class {
    /// Number of classes.
    pub const COUNT: usize = 12;

    /// All classes; `ALL[class.index()] == class`.
    pub const ALL: [Self; Self::COUNT] = [
        Self::Quiet,
        Self::Build,
        Self::DoubleBuild,
        Self::Three,
        Self::ThreeBuild,
        Self::DoubleThree,
        Self::Four,
        Self::FourBuild,
        Self::FourThree,
        Self::OpenFour,
        Self::Five,
        Self::Forbidden,
    ];

    /// 0 to 11.
    #[must_use]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// Whether playing here makes a four or better: a move that must be answered at once.
    #[must_use]
    pub const fn is_four(self) -> bool {
        matches!(self as u8, 6..=10)
    }

    /// The class of a cell with these shapes on its four lines, in any order.
    ///
    /// Only what stands on a single line is `Forbidden` here; fours or threes on two lines,
    /// which renju forbids Black too, are classed like anybody's.
    #[must_use]
    pub const fn of(shapes: [Shape; 4]) -> Self {
        let mut count = [0u8; Shape::COUNT];
        let mut line = 0;
        while line < 4 {
            count[shapes[line].index()] += 1;
            line += 1;
        }
        Self::of_counts(&count)
    }

    const fn of_counts(count: &[u8; Shape::COUNT]) -> Self {
        let threes = count[Shape::OpenThree.index()] + count[Shape::OpenThreeWide.index()];
        let open_twos = count[Shape::OpenTwo.index()] + count[Shape::OpenTwoWide.index()];
        let builds = open_twos + count[Shape::Three.index()];
        let fours = count[Shape::Four.index()];
        if count[Shape::Five.index()] > 0 {
            Self::Five
        } else if count[Shape::DoubleFour.index()] + count[Shape::Overline.index()] > 0 {
            Self::Forbidden
        } else if count[Shape::OpenFour.index()] > 0 || fours > 1 {
            Self::OpenFour
        } else if fours == 1 {
            Self::of_four(threes, builds)
        } else {
            Self::of_three(threes, builds)
        }
    }

    const fn of_four(threes: u8, builds: u8) -> Self {
        match (threes, builds) {
            (1.., _) => Self::FourThree,
            (0, 1..) => Self::FourBuild,
            (0, 0) => Self::Four,
        }
    }

    const fn of_three(threes: u8, builds: u8) -> Self {
        match (threes, builds) {
            (2.., _) => Self::DoubleThree,
            (1, 1..) => Self::ThreeBuild,
            (1, 0) => Self::Three,
            (0, 2..) => Self::DoubleBuild,
            (0, 1) => Self::Build,
            (0, 0) => Self::Quiet,
        }
    }
}

/// The four shapes of a cell for one side, without their order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Code(u16);

impl Code {
    /// Number of codes.
    pub const COUNT: usize = PAIRS * (PAIRS + 1) / 2;

    /// The code of these shapes; exchanging the first two, the last two, or both pairs does
    /// not change it.
    #[must_use]
    pub const fn new(shapes: [Shape; 4]) -> Self {
        let first = triangle(shapes[0].index(), shapes[1].index());
        let second = triangle(shapes[2].index(), shapes[3].index());
        Self(triangle(first, second) as u16)
    }

    /// The code of the shapes in the low four bits of each byte.
    pub(crate) const fn of_low_nibbles(lines: [u8; 4]) -> Self {
        let first = PAIR[(lines[0] << 4 | lines[1] & 0x0f) as usize];
        let second = PAIR[(lines[2] << 4 | lines[3] & 0x0f) as usize];
        Self(triangle(first as usize, second as usize) as u16)
    }

    /// The code of the shapes in the high four bits of each byte.
    pub(crate) const fn of_high_nibbles(lines: [u8; 4]) -> Self {
        let first = PAIR[(lines[0] & 0xf0 | lines[1] >> 4) as usize];
        let second = PAIR[(lines[2] & 0xf0 | lines[3] >> 4) as usize];
        Self(triangle(first as usize, second as usize) as u16)
    }

    /// 0 to [`COUNT`](Self::COUNT) − 1: the place in tables by code.
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The class of such a cell. One load.
    #[must_use]
    pub fn class(self) -> Class {
        CLASS[self.index()]
    }
}

/// Place of an unordered pair in a triangle of all pairs.
const fn triangle(a: usize, b: usize) -> usize {
    let (low, high) = if a < b { (a, b) } else { (b, a) };
    high * (high + 1) / 2 + low
}

/// A table by code, filled at compile time from an expression in the four shapes.
macro_rules! by_code {
    ($empty:expr, |$shapes:ident| $value:expr) => {{
        let mut table = [$empty; $crate::shapes::code::Code::COUNT];
        let mut pairs = [[$crate::shapes::Shape::Dead; 2]; $crate::shapes::code::PAIRS];
        let mut pair = 0;
        let mut high = 0;
        while high < $crate::shapes::Shape::COUNT {
            let mut low = 0;
            while low <= high {
                pairs[pair] = [
                    $crate::shapes::Shape::ALL[low],
                    $crate::shapes::Shape::ALL[high],
                ];
                pair += 1;
                low += 1;
            }
            high += 1;
        }
        let mut index = 0;
        let mut second = 0;
        while second < pairs.len() {
            let mut first = 0;
            while first <= second {
                let $shapes = [
                    pairs[first][0],
                    pairs[first][1],
                    pairs[second][0],
                    pairs[second][1],
                ];
                table[index] = $value;
                index += 1;
                first += 1;
            }
            second += 1;
        }
        table
    }};
}
pub(crate) use by_code;

/// The pair of two shapes, by the nibbles of an index.
static PAIR: [u8; 256] = {
    let mut pairs = [0; 256];
    let mut index = 0;
    while index < 256 {
        let (a, b) = (index >> 4, index & 15);
        if a < Shape::COUNT && b < Shape::COUNT {
            pairs[index] = triangle(a, b) as u8;
        }
        index += 1;
    }
    pairs
};

static CLASS: [Class; Code::COUNT] = by_code!(Class::Quiet, |shapes| Class::of(shapes));

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_code_has_the_class_of_its_shapes() {
        for a in Shape::ALL {
            for b in Shape::ALL {
                for c in Shape::ALL {
                    for d in Shape::ALL {
                        let shapes = [a, b, c, d];
                        let code = Code::new(shapes);
                        assert!(code.index() < Code::COUNT);
                        assert_eq!(code.class(), Class::of(shapes));
                        assert_eq!(code, Code::new([d, c, a, b]));
                        let low = shapes.map(|shape| shape as u8 | 0xa0);
                        assert_eq!(code, Code::of_low_nibbles(low));
                        let high = shapes.map(|shape| (shape as u8) << 4 | 0x0a);
                        assert_eq!(code, Code::of_high_nibbles(high));
                    }
                }
            }
        }
    }

    #[test]
    fn classes_are_named_by_what_they_join() {
        use Shape::{Dead, Five, Four, OpenFour, OpenThree, OpenThreeWide, OpenTwo, Three};
        let class = |a, b| Class::of([Dead, a, Dead, b]);
        assert_eq!(class(Four, Four), Class::OpenFour);
        assert_eq!(class(OpenFour, Dead), Class::OpenFour);
        assert_eq!(class(Four, OpenThree), Class::FourThree);
        assert_eq!(class(Four, Three), Class::FourBuild);
        assert_eq!(class(OpenThree, OpenThreeWide), Class::DoubleThree);
        assert_eq!(class(OpenThree, OpenTwo), Class::ThreeBuild);
        assert_eq!(class(Three, OpenTwo), Class::DoubleBuild);
        assert_eq!(class(Shape::Overline, Five), Class::Five);
        assert_eq!(class(Shape::Overline, Four), Class::Forbidden);
    }
}
