//! The four shapes of a cell together: its code, and its class for the search.
//!
//! The four lines through a cell are alike, so the order of their shapes says nothing. Shapes
//! are joined in pairs (11 × 11 shapes make 66 pairs without order), and the two pairs again:
//! 4,356 codes. That is not the smallest number (1,001 multisets), but needs no sorting.

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
    /// For Black in renju: an overline and no four. Not to be played.
    Forbidden = 6,
    /// For Black in renju: open threes on two lines or more and no four. Not to be played unless
    /// all but one of them can never be straight fours.
    Doubtful = 7,
    /// A four.
    Four = 8,
    /// A four, and an open two or a three.
    FourBuild = 9,
    /// A four and an open three.
    FourThree = 10,
    /// An open four, or fours on two lines or more.
    OpenFour = 11,
    /// Wins at once.
    Five = 12,
    /// For Black in renju: two fours, or a four and an overline. Not to be played.
    ForbiddenFour = 13,
    /// For Black in renju: a four, open or not, and open threes on two lines or more. Not to be
    /// played unless all but one of the threes can never be straight fours.
    DoubtfulFour = 14,
}

impl Class {
    /// All classes.
    pub const ALL: [Self; 15] = [
        Self::Quiet,
        Self::Build,
        Self::DoubleBuild,
        Self::Three,
        Self::ThreeBuild,
        Self::DoubleThree,
        Self::Forbidden,
        Self::Doubtful,
        Self::Four,
        Self::FourBuild,
        Self::FourThree,
        Self::OpenFour,
        Self::Five,
        Self::ForbiddenFour,
        Self::DoubtfulFour,
    ];

    /// Length of tables by class.
    pub const INDICES: usize = 16;

    /// Place in tables by class: below [`INDICES`](Self::INDICES), and from 8 on a four or
    /// better.
    #[must_use]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The class of an index; [`Quiet`](Self::Quiet) for numbers that are none.
    pub(crate) const fn from_index(index: usize) -> Self {
        match index {
            1 => Self::Build,
            2 => Self::DoubleBuild,
            3 => Self::Three,
            4 => Self::ThreeBuild,
            5 => Self::DoubleThree,
            6 => Self::Forbidden,
            7 => Self::Doubtful,
            8 => Self::Four,
            9 => Self::FourBuild,
            10 => Self::FourThree,
            11 => Self::OpenFour,
            12 => Self::Five,
            13 => Self::ForbiddenFour,
            14 => Self::DoubtfulFour,
            _ => Self::Quiet,
        }
    }

    /// Whether playing here makes a four or better: a move that must be answered at once, if it
    /// is allowed.
    #[must_use]
    pub const fn is_four(self) -> bool {
        self as u8 >= Self::Four as u8
    }

    /// The class of a cell with these shapes on its four lines, in any order, for everybody but
    /// Black in renju.
    #[must_use]
    pub const fn of(shapes: [Shape; 4]) -> Self {
        Counts::of(shapes).class()
    }

    /// The class of a cell with these shapes for Black in renju, who may not make all of them.
    #[must_use]
    pub const fn with_fouls(shapes: [Shape; 4]) -> Self {
        Counts::of(shapes).class_with_fouls()
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

/// How many of the four lines through a cell have each shape.
struct Counts([u8; Shape::COUNT]);

impl Counts {
    const fn of(shapes: [Shape; 4]) -> Self {
        let mut count = [0; Shape::COUNT];
        let mut line = 0;
        while line < 4 {
            count[shapes[line].index()] += 1;
            line += 1;
        }
        Self(count)
    }

    const fn lines(&self, shape: Shape) -> u8 {
        self.0[shape.index()]
    }

    const fn open_threes(&self) -> u8 {
        self.lines(Shape::OpenThree) + self.lines(Shape::OpenThreeWide)
    }

    const fn class(&self) -> Class {
        let threes = self.open_threes();
        let open_twos = self.lines(Shape::OpenTwo) + self.lines(Shape::OpenTwoWide);
        let builds = open_twos + self.lines(Shape::Three);
        let fours = self.lines(Shape::Four);
        if self.lines(Shape::Five) > 0 {
            Class::Five
        } else if self.lines(Shape::OpenFour) > 0 || fours > 1 {
            Class::OpenFour
        } else if fours == 1 {
            Class::of_four(threes, builds)
        } else {
            Class::of_three(threes, builds)
        }
    }

    const fn class_with_fouls(&self) -> Class {
        let fours = self.lines(Shape::Four)
            + self.lines(Shape::OpenFour)
            + 2 * self.lines(Shape::DoubleFour);
        let overlines = self.lines(Shape::Overline);
        match (
            self.lines(Shape::Five),
            overlines,
            fours,
            self.open_threes(),
        ) {
            (0, 1.., 0, _) => Class::Forbidden,
            (0, 1.., _, _) | (0, 0, 2.., _) => Class::ForbiddenFour,
            (0, 0, 0, 2..) => Class::Doubtful,
            (0, 0, 1, 2..) => Class::DoubtfulFour,
            _ => self.class(),
        }
    }
}

/// The four shapes of a cell for one side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Code(u16);

impl Code {
    /// Number of codes.
    pub const COUNT: usize = PAIRS * PAIRS;

    /// The code of these shapes.
    #[must_use]
    pub const fn new(shapes: [Shape; 4]) -> Self {
        let first = triangle(shapes[0].index(), shapes[1].index());
        let second = triangle(shapes[2].index(), shapes[3].index());
        Self((first * PAIRS + second) as u16)
    }

    /// The code of four shapes packed four bits each, the first line's lowest.
    pub(crate) const fn of_packed(lines: u16) -> Self {
        let [first, second] = lines.to_le_bytes();
        Self(FIRST[first as usize] + SECOND[second as usize])
    }

    /// 0 to [`COUNT`](Self::COUNT) − 1: the place in tables by code.
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The shapes of the code of that index, each pair in order of strength.
    pub(crate) const fn shapes(index: usize) -> [Shape; 4] {
        let (first, second) = (UNPAIR[index / PAIRS], UNPAIR[index % PAIRS]);
        [first[0], first[1], second[0], second[1]]
    }
}

/// Place of an unordered pair in a triangle of all pairs.
const fn triangle(a: usize, b: usize) -> usize {
    let (low, high) = if a < b { (a, b) } else { (b, a) };
    high * (high + 1) / 2 + low
}

/// What a code owes to the first two shapes, and to the last two, by the nibbles of an index.
static FIRST: [u16; 256] = pairs(PAIRS);
static SECOND: [u16; 256] = pairs(1);

const fn pairs(factor: usize) -> [u16; 256] {
    let mut pairs = [0; 256];
    let mut index = 0;
    while index < 256 {
        let (a, b) = (index >> 4, index & 15);
        if a < Shape::COUNT && b < Shape::COUNT {
            pairs[index] = (triangle(a, b) * factor) as u16;
        }
        index += 1;
    }
    pairs
}

/// The shapes of a pair, the weaker first.
const UNPAIR: [[Shape; 2]; PAIRS] = {
    let mut shapes = [[Shape::Nothing; 2]; PAIRS];
    let mut high = 0;
    while high < Shape::COUNT {
        let mut low = 0;
        while low <= high {
            shapes[triangle(low, high)] = [Shape::ALL[low], Shape::ALL[high]];
            low += 1;
        }
        high += 1;
    }
    shapes
};

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_code_has_its_shapes() {
        for a in Shape::ALL {
            for b in Shape::ALL {
                for c in Shape::ALL {
                    for d in Shape::ALL {
                        let shapes = [a, b, c, d];
                        let code = Code::new(shapes);
                        assert!(code.index() < Code::COUNT);
                        let back = Code::shapes(code.index());
                        assert_eq!(code, Code::new([b, a, d, c]));
                        assert_eq!(code, Code::new(back));
                        assert_eq!(Class::of(back), Class::of(shapes));
                        assert_eq!(Class::with_fouls(back), Class::with_fouls(shapes));
                        let packed = shapes.iter().rev();
                        let packed = packed.fold(0, |lines, &shape| lines << 4 | shape as u16);
                        assert_eq!(code, Code::of_packed(packed));
                    }
                }
            }
        }
    }

    #[test]
    fn classes_survive_their_index() {
        for class in Class::ALL {
            assert_eq!(Class::from_index(class.index()), class);
            assert_eq!(class.is_four(), class.index() & 8 != 0);
        }
    }

    #[test]
    fn classes_are_named_by_what_they_join() {
        use Shape::{Five, Four, Nothing, OpenFour, OpenThree, OpenThreeWide, OpenTwo, Three};
        let class = |a, b| Class::of([Nothing, a, Nothing, b]);
        assert_eq!(class(Four, Four), Class::OpenFour);
        assert_eq!(class(OpenFour, Nothing), Class::OpenFour);
        assert_eq!(class(Four, OpenThree), Class::FourThree);
        assert_eq!(class(Four, Three), Class::FourBuild);
        assert_eq!(class(OpenThree, OpenThreeWide), Class::DoubleThree);
        assert_eq!(class(OpenThree, OpenTwo), Class::ThreeBuild);
        assert_eq!(class(Three, OpenTwo), Class::DoubleBuild);
        assert_eq!(class(Four, Five), Class::Five);
    }

    #[test]
    fn black_may_not_make_everything_in_renju() {
        use Shape::{
            DoubleFour, Five, Four, Nothing, OpenFour, OpenThree, OpenThreeWide, Overline,
        };
        let class = |a, b, c| Class::with_fouls([a, Nothing, b, c]);
        assert_eq!(class(Overline, OpenThree, Five), Class::Five);
        assert_eq!(class(Four, Four, Five), Class::Five);
        assert_eq!(class(Overline, Nothing, OpenThree), Class::Forbidden);
        assert_eq!(class(Overline, Nothing, Four), Class::ForbiddenFour);
        assert_eq!(class(DoubleFour, Nothing, Nothing), Class::ForbiddenFour);
        assert_eq!(class(Four, OpenFour, OpenThree), Class::ForbiddenFour);
        assert_eq!(class(OpenThree, OpenThreeWide, Nothing), Class::Doubtful);
        assert_eq!(class(OpenThree, Four, OpenThree), Class::DoubtfulFour);
        assert_eq!(class(OpenThree, OpenFour, OpenThree), Class::DoubtfulFour);
        assert_eq!(class(OpenThree, Four, Nothing), Class::FourThree);
        assert_eq!(class(OpenFour, Nothing, OpenThree), Class::OpenFour);
    }
}
