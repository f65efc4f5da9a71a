//! The line classes against a slow classifier that is written from the definition of shapes
//! and of each rule's five, over every window there is.

use std::collections::HashMap;

use minmax_engine::board::Half;
use minmax_engine::rules::LineRule;
use minmax_engine::shapes::table::{Caro, CaroOverline, Freestyle, Renju, Standard};
use minmax_engine::shapes::windows::Windows;
use minmax_engine::shapes::{LineClasses, Shape};
use minmax_engine::side::Side;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Cell {
    Empty,
    Own,
    Enemy,
    Edge,
}

/// A line with an odd number of cells; the one in question, in the middle, is played.
type Line = Vec<Cell>;

/// The definition of a winning row through the middle, cell by cell.
fn is_five(line: &Line, rule: LineRule, side: Side, k: usize) -> bool {
    let middle = line.len() / 2;
    let before = line[..middle].iter().rev();
    let after = line[middle + 1..].iter();
    let own = |cell: &&Cell| **cell == Cell::Own;
    let (low, high) = (
        before.take_while(own).count(),
        after.take_while(own).count(),
    );
    let length = low + 1 + high;
    let enemy = |at: Option<usize>| at.and_then(|at| line.get(at)) == Some(&Cell::Enemy);
    let closed = enemy(middle.checked_sub(low + 1)) && enemy(Some(middle + high + 1));
    match rule {
        LineRule::Freestyle => length >= k,
        LineRule::Standard => length == 5,
        LineRule::Renju if side == Side::Black => length == 5,
        LineRule::Renju => length >= 5,
        LineRule::Caro => length == 5 && !closed,
        LineRule::CaroOverline => length >= 5 && !closed,
    }
}

struct Oracle {
    rule: LineRule,
    side: Side,
    k: usize,
    known: HashMap<Line, Shape>,
}

impl Oracle {
    fn new(rule: LineRule, side: Side, k: usize) -> Self {
        Self {
            rule,
            side,
            k,
            known: HashMap::new(),
        }
    }

    fn with(line: &Line, at: usize, cell: Cell) -> Line {
        let mut line = line.clone();
        line[at] = cell;
        line
    }

    fn empties(line: &Line) -> impl Iterator<Item = usize> {
        let cells = line.clone().into_iter().enumerate();
        cells
            .filter(|(_, cell)| *cell == Cell::Empty)
            .map(|(at, _)| at)
    }

    fn is_five(&self, line: &Line) -> bool {
        is_five(line, self.rule, self.side, self.k)
    }

    fn five_points(&self, line: &Line) -> Vec<usize> {
        Self::empties(line)
            .filter(|&at| self.is_five(&Self::with(line, at, Cell::Own)))
            .collect()
    }

    fn run(line: &Line) -> usize {
        let middle = line.len() / 2;
        let own = |cell: &&Cell| **cell == Cell::Own;
        line[..middle].iter().rev().take_while(own).count()
            + 1
            + line[middle + 1..].iter().take_while(own).count()
    }

    fn four(&self, line: &Line, points: &[usize]) -> Shape {
        let black_of_renju = self.rule == LineRule::Renju && self.side == Side::Black;
        let unstoppable = Self::empties(line).all(|at| {
            !self
                .five_points(&Self::with(line, at, Cell::Enemy))
                .is_empty()
        });
        match (points.len() > 1, black_of_renju, unstoppable) {
            (true, true, _) if Self::run(line) != 4 => Shape::DoubleFour,
            (true, _, true) => Shape::OpenFour,
            _ => Shape::Four,
        }
    }

    fn shape(&mut self, line: &Line) -> Shape {
        if let Some(&shape) = self.known.get(line) {
            return shape;
        }
        let points = self.five_points(line);
        let shape = if self.is_five(line) {
            Shape::Five
        } else if self.rule == LineRule::Renju && self.side == Side::Black && Self::run(line) > 5 {
            Shape::Overline
        } else if points.is_empty() {
            self.by_followers(line)
        } else {
            self.four(line, &points)
        };
        self.known.insert(line.clone(), shape);
        shape
    }

    fn by_followers(&mut self, line: &Line) -> Shape {
        use Shape::{
            Four, Nothing, OpenFour, OpenThree, OpenThreeWide, OpenTwo, OpenTwoWide, Three,
        };
        let followers: Vec<Shape> = Self::empties(line)
            .map(|at| self.shape(&Self::with(line, at, Cell::Own)))
            .collect();
        let count = |shapes: &[Shape]| followers.iter().filter(|s| shapes.contains(s)).count();
        match () {
            () if count(&[OpenFour]) > 1 => OpenThreeWide,
            () if count(&[OpenFour]) == 1 => OpenThree,
            () if count(&[Four]) > 0 => Three,
            () if count(&[OpenThree, OpenThreeWide]) > 2 => OpenTwoWide,
            () if count(&[OpenThree, OpenThreeWide]) > 0 => OpenTwo,
            () => Nothing,
        }
    }
}

/// All ways to fill one half of `reach` cells, nearest first; behind an edge there are only
/// edges.
fn halves(reach: usize) -> Vec<Vec<Cell>> {
    let mut all = Vec::new();
    for inside in 0..=reach {
        for number in 0..3usize.pow(inside as u32) {
            let mut half: Vec<Cell> = (0..inside as u32)
                .map(|place| [Cell::Empty, Cell::Own, Cell::Enemy][number / 3usize.pow(place) % 3])
                .collect();
            half.resize(reach, Cell::Edge);
            all.push(half);
        }
    }
    all
}

fn line_of(before: &[Cell], after: &[Cell]) -> Line {
    let mut line: Line = before.iter().rev().copied().collect();
    line.push(Cell::Own);
    line.extend(after);
    line
}

/// The same half as the tables see it. The cells beyond are given as edges.
fn half_of(cells: &[Cell]) -> Half {
    let bits = |wanted: &[Cell]| {
        let beyond = !0 << cells.len();
        let set = cells
            .iter()
            .enumerate()
            .filter(|(_, cell)| wanted.contains(cell));
        set.fold(beyond, |bits, (place, _)| bits | 1 << place)
    };
    Half {
        own: bits(&[Cell::Own, Cell::Edge]),
        blockers: bits(&[Cell::Enemy, Cell::Edge]),
    }
}

fn compare<R: LineClasses>(classes: R, rule: LineRule, side: Side) {
    let mut oracle = Oracle::new(rule, side, 5);
    let halves = halves(5);
    let mut seen = [0usize; Shape::COUNT];
    for before in &halves {
        for after in &halves {
            let line = line_of(before, after);
            // Five own stones behind the empty cell were a win before the question.
            let found = classes.shape(side, half_of(before), half_of(after));
            assert_eq!(found, oracle.shape(&line), "{rule:?} {side:?} {line:?}");
            seen[found.index()] += 1;
        }
    }
    assert_eq!(seen.iter().sum::<usize>(), 364 * 364);
    let renju = rule == LineRule::Renju && side == Side::Black;
    for shape in Shape::ALL {
        let only_renju = matches!(shape, Shape::DoubleFour | Shape::Overline);
        assert_eq!(seen[shape.index()] > 0, renju || !only_renju, "{shape:?}");
    }
}

#[test]
fn freestyle_by_definition() {
    compare(Freestyle, LineRule::Freestyle, Side::Black);
}

#[test]
fn standard_by_definition() {
    compare(Standard, LineRule::Standard, Side::White);
}

#[test]
fn renju_by_definition() {
    compare(Renju, LineRule::Renju, Side::Black);
    compare(Renju, LineRule::Renju, Side::White);
}

#[test]
fn caro_by_definition() {
    compare(Caro, LineRule::Caro, Side::Black);
}

#[test]
fn caro_overline_by_definition() {
    compare(CaroOverline, LineRule::CaroOverline, Side::Black);
}

/// Windows counts what it takes to be less than three stones short by definition; below that
/// its own count decides.
fn compare_windows(k: usize, reach: usize) {
    let mut oracle = Oracle::new(LineRule::Freestyle, Side::Black, k);
    let halves = halves(reach);
    for before in &halves {
        for after in &halves {
            let line = line_of(before, after);
            let found = Windows::new(k).shape(Side::Black, half_of(before), half_of(after));
            let expected = oracle.shape(&line);
            if found >= Shape::Three || expected >= Shape::Three {
                assert_eq!(found, expected, "{k} {line:?}");
            }
        }
    }
}

#[test]
fn windows_agree_with_the_definition_for_any_k() {
    compare_windows(3, 2);
    compare_windows(4, 3);
    compare_windows(5, 4);
    compare_windows(6, 5);
}
