//! Every weight of the evaluation and of move ordering, in one file.
//!
//! Evaluation weights are in units of a two-hundredth of a logit: 200 more multiply the odds
//! of winning by e. They are fitted to searches of positions a few moves off the engine's own
//! games, by logistic regression; that is why some look odd one by one: a cell with an open
//! two counts as a [`Shape::OpenTwo`] and as a [`Class::Build`], and only the sum means much.

use crate::shapes::Shape;
use crate::shapes::code::{Class, Code};

/// Worth of a shape on one line of an empty cell, by [`Shape`].
const LINE: [i16; Shape::COUNT] = [0, 11, 13, 14, 20, 20, 33, 35, 150, 0, 0];

/// Worth of what the four lines of a cell make together, by [`Class`].
const TOGETHER: [i16; Class::INDICES] = [0, -8, -12, -1, 8, 7, 0, 0, 2, 15, 94, 28, 0, 0, 0, 0];

/// How much a class urges the side to play there itself, by [`Class`].
const ATTACK_CLASS: [i16; Class::INDICES] =
    [0, 6, 20, 65, 89, 154, 0, 0, 69, 89, 240, 240, 255, 0, 0, 0];

/// How much a class urges the other side to take the cell, by [`Class`].
const DEFEND_CLASS: [i16; Class::INDICES] =
    [0, -5, -13, 41, 39, 77, 0, 0, 53, 60, 123, 159, 230, 0, 0, 0];

/// How much a shape on one line adds to the urge to play there, by [`Shape`].
const ATTACK_LINE: [i16; Shape::COUNT] = [0, 12, 28, 30, 6, 33, 19, 10, 0, 0, 0];

/// How much a shape on one line adds to the urge to take the cell from the other side, by
/// [`Shape`].
const DEFEND_LINE: [i16; Shape::COUNT] = [0, 12, 19, 23, 8, 29, 19, -10, 0, 0, 0];

/// The side to move has the move, which is worth this.
pub(crate) const TEMPO: i32 = 63;

/// The classes whose cells are counted as threats, weakest first.
pub(crate) const THREATS: [Class; 7] = [
    Class::Three,
    Class::ThreeBuild,
    Class::DoubleThree,
    Class::Four,
    Class::FourBuild,
    Class::FourThree,
    Class::OpenFour,
];

/// Worth of each class of [`THREATS`] by its number of cells: none, one, two or more.
pub(crate) type ThreatWorth = [[i32; 3]; THREATS.len()];

/// What threats are worth to the side to move. (Its open fours win, and are not evaluated.)
pub(crate) const MOVER: ThreatWorth = [
    [0, 4, 17],
    [0, 16, 65],
    [0, 108, 114],
    [0, 22, -4],
    [0, 33, 81],
    [0, 439, 442],
    [0, 0, 0],
];

/// What threats are worth to the other side.
pub(crate) const WAITER: ThreatWorth = [
    [0, 4, 10],
    [0, 5, 2],
    [0, 27, 26],
    [0, -8, 6],
    [0, 13, 27],
    [0, 54, 77],
    [0, 55, 97],
];

/// What an empty cell with some code is worth to a side, all in one word: bits 0–3 the
/// [`Class`], 4–11 its urge to attack there, 12–19 the other side's urge to defend there, each
/// halved, and 20–31 its value, signed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Worth(u32);

impl Worth {
    /// Of a cell where nothing is possible.
    pub(crate) const NOTHING: Self = Self::of([Shape::Nothing; 4]);

    /// Of a cell with that code, for a side that has forbidden points or not. One load.
    pub(crate) fn of_code(code: Code, fouls: bool) -> Self {
        if fouls {
            WORTH_WITH_FOULS[code.index()]
        } else {
            WORTH[code.index()]
        }
    }

    const fn of(shapes: [Shape; 4]) -> Self {
        Self::of_class(Class::of(shapes), shapes)
    }

    /// A forbidden cell is worth nothing to either side, but for its class.
    const fn with_fouls(shapes: [Shape; 4]) -> Self {
        let class = Class::with_fouls(shapes);
        match class {
            Class::Forbidden | Class::ForbiddenFour => Self(class.index() as u32),
            _ => Self::of_class(class, shapes),
        }
    }

    const fn of_class(class: Class, shapes: [Shape; 4]) -> Self {
        let value = sum(LINE, shapes) + TOGETHER[class.index()];
        let attack = half_byte(sum(ATTACK_LINE, shapes) + ATTACK_CLASS[class.index()]);
        let defend = half_byte(sum(DEFEND_LINE, shapes) + DEFEND_CLASS[class.index()]);
        Self(class.index() as u32 | attack << 4 | defend << 12 | (value as u32) << 20)
    }

    /// The class of such a cell.
    pub(crate) const fn class(self) -> Class {
        Class::from_index(self.class_index())
    }

    /// The class's place in tables, without a detour.
    pub(crate) const fn class_index(self) -> usize {
        (self.0 & 15) as usize
    }

    /// What the cell is worth in the evaluation.
    pub(crate) const fn value(self) -> i32 {
        self.0 as i32 >> 20
    }

    /// How much the side should play there itself, 0 to 255.
    pub(crate) const fn attack(self) -> i32 {
        (self.0 >> 4 & 255) as i32
    }

    /// How much the other side should take the cell, 0 to 255.
    pub(crate) const fn defend(self) -> i32 {
        (self.0 >> 12 & 255) as i32
    }
}

static WORTH: [Worth; Code::COUNT] = worths(false);
static WORTH_WITH_FOULS: [Worth; Code::COUNT] = worths(true);

const fn worths(fouls: bool) -> [Worth; Code::COUNT] {
    let mut table = [Worth(0); Code::COUNT];
    let mut index = 0;
    while index < table.len() {
        let shapes = Code::shapes(index);
        table[index] = if fouls {
            Worth::with_fouls(shapes)
        } else {
            Worth::of(shapes)
        };
        index += 1;
    }
    table
}

const fn half_byte(urge: i16) -> u32 {
    let half = urge / 2;
    if half < 0 {
        0
    } else if half > 255 {
        255
    } else {
        half as u32
    }
}

const fn sum(weights: [i16; Shape::COUNT], shapes: [Shape; 4]) -> i16 {
    weights[shapes[0].index()]
        + weights[shapes[1].index()]
        + weights[shapes[2].index()]
        + weights[shapes[3].index()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn everything_fits_the_word() {
        for index in 0..Code::COUNT {
            let shapes = Code::shapes(index);
            let worth = Worth::of_code(Code::new(shapes), false);
            let class = Class::of(shapes);
            assert_eq!(worth.class(), class);
            assert_eq!(
                worth.value(),
                i32::from(sum(LINE, shapes) + TOGETHER[class.index()])
            );
            let attack = sum(ATTACK_LINE, shapes) + ATTACK_CLASS[class.index()];
            assert_eq!(worth.attack(), i32::from(attack.max(0) / 2), "{shapes:?}");
            let with_fouls = Worth::of_code(Code::new(shapes), true);
            assert_eq!(with_fouls.class(), Class::with_fouls(shapes));
            if with_fouls.class() == class {
                assert_eq!(with_fouls, worth);
            }
        }
    }
}
