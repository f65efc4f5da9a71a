//! What an observation of the board means.
//!
//! Three boards are laid over each other: what should lie there, what lay there when it was last
//! as it should be, and what was seen. A cell that is wrong and as it was last time is work that
//! the machine has yet to do: the game has gone on, or gone back. A cell that is wrong in another
//! way was touched by somebody.

use minmax_link::board::Board;
use minmax_link::cell::{Cell, Colour};
use minmax_link::message::Work;

/// What the box knows of the board and the game.
#[derive(Clone, Copy, Debug)]
pub struct Scene<'a> {
    /// What should lie on the board.
    pub target: &'a Board,
    /// What lay on each cell when it was last as it should be.
    pub settled: &'a Board,
    /// The colour that a person is to move; `None` when nobody is.
    pub turn: Option<Colour>,
    /// Cells where that person may not play.
    pub forbidden: &'a [Cell],
    /// The colours that the machine plays.
    pub own: &'a [Colour],
}

/// A cell that is not as it should be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Difference {
    /// Where.
    pub cell: Cell,
    /// The stone that should be there.
    pub expected: Option<Colour>,
    /// The stone that is there.
    pub found: Option<Colour>,
}

impl Difference {
    /// The next step towards mending it.
    #[must_use]
    pub const fn work(self) -> Work {
        match (self.found, self.expected) {
            (None, Some(colour)) => Work::Place(colour, self.cell),
            _ => Work::Remove(self.cell),
        }
    }
}

/// What an observation means.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// Everything is as it should be.
    Agrees,
    /// Everything is, but for one new stone of the person whose turn it is.
    Moved(Cell),
    /// One of the machine's stones lies elsewhere: it goes from the first cell to the second.
    Shifted(Colour, Cell, Cell),
    /// The machine has to do this, removals first. Never empty.
    Unfinished(Vec<Difference>),
    /// Somebody has changed the board in a way that only people can mend. Never empty.
    Wrong(Vec<Difference>),
}

/// Judges an observation. All boards have the same size.
#[must_use]
pub fn judge(scene: Scene<'_>, seen: &Board) -> Verdict {
    let sorted = sort(scene, seen);
    if let Some(shift) = sorted.shift(scene.own) {
        return shift;
    }
    if !sorted.touched.is_empty() {
        return Verdict::Wrong(sorted.touched);
    }
    if !sorted.unfinished.is_empty() {
        return Verdict::Unfinished(removals_first(sorted.unfinished));
    }
    sorted.new.map_or(Verdict::Agrees, Verdict::Moved)
}

/// The differences by what they are.
#[derive(Debug, Default)]
struct Sorted {
    /// The machine's to do.
    unfinished: Vec<Difference>,
    /// The one new stone of the person whose turn it is.
    new: Option<Cell>,
    /// All others.
    touched: Vec<Difference>,
}

fn sort(scene: Scene<'_>, seen: &Board) -> Sorted {
    let mut sorted = Sorted::default();
    let mut new = Vec::new();
    for cell in scene.target.size().cells() {
        let difference = Difference {
            cell,
            expected: scene.target.stone(cell),
            found: seen.stone(cell),
        };
        if difference.found == difference.expected {
            continue;
        }
        if difference.found == scene.settled.stone(cell) {
            sorted.unfinished.push(difference);
        } else if difference.expected.is_none()
            && difference.found == scene.turn
            && !scene.forbidden.contains(&cell)
        {
            new.push(difference);
        } else {
            sorted.touched.push(difference);
        }
    }
    if let [only] = new.as_slice() {
        sorted.new = Some(only.cell);
    } else {
        sorted.touched.append(&mut new);
    }
    sorted
}

impl Sorted {
    /// Whether all that was touched is one of the machine's stones that lies elsewhere now, or
    /// that the machine itself has put down in a wrong place.
    fn shift(&self, own: &[Colour]) -> Option<Verdict> {
        let (strays, gaps): (Vec<&Difference>, Vec<_>) =
            self.touched.iter().partition(|d| d.expected.is_none());
        let [stray] = strays.as_slice() else {
            return None;
        };
        let colour = stray.found.filter(|colour| own.contains(colour))?;
        let is_gap = |d: &&Difference| d.found.is_none() && d.expected == Some(colour);
        let gap = match gaps.as_slice() {
            [] => self.unfinished.iter().find(is_gap)?,
            [gap] if is_gap(gap) => gap,
            _ => return None,
        };
        Some(Verdict::Shifted(colour, stray.cell, gap.cell))
    }
}

fn removals_first(mut differences: Vec<Difference>) -> Vec<Difference> {
    differences.sort_by_key(|difference| difference.found.is_none());
    differences
}

#[cfg(test)]
mod tests {
    use super::*;
    use minmax_link::cell::Size;

    fn board(text: &str) -> Board {
        Board::parse(Size::new(3, 3).unwrap(), text).unwrap()
    }

    fn at(name: &str) -> Cell {
        Cell::parse(name).unwrap()
    }

    const HUMAN_IS_WHITE: (Option<Colour>, &[Colour]) = (Some(Colour::White), &[Colour::Black]);
    const ENGINE_THINKS: (Option<Colour>, &[Colour]) = (None, &[Colour::Black]);

    /// The verdict on `seen` where `target` should lie and lay before.
    fn quiet(target: &str, (turn, own): (Option<Colour>, &[Colour]), seen: &str) -> Verdict {
        changed(target, target, (turn, own), seen)
    }

    /// The verdict on `seen` when `settled` lay there, and now `target` should.
    fn changed(
        settled: &str,
        target: &str,
        (turn, own): (Option<Colour>, &[Colour]),
        seen: &str,
    ) -> Verdict {
        let (settled, target) = (board(settled), board(target));
        let scene = Scene {
            target: &target,
            settled: &settled,
            turn,
            forbidden: &[],
            own,
        };
        judge(scene, &board(seen))
    }

    fn named(verdict: Verdict) -> Vec<String> {
        let Verdict::Wrong(differences) = verdict else {
            panic!("{verdict:?}");
        };
        let letter = |stone: Option<Colour>| stone.map_or('.', Colour::letter);
        let name = |d: &Difference| format!("{}{}{}", d.cell, letter(d.expected), letter(d.found));
        differences.iter().map(name).collect()
    }

    #[test]
    fn one_right_stone_is_a_move() {
        assert_eq!(quiet("3/1B1/3", HUMAN_IS_WHITE, "3/1B1/3"), Verdict::Agrees);
        assert_eq!(
            quiet("3/1B1/3", HUMAN_IS_WHITE, "W2/1B1/3"),
            Verdict::Moved(at("a3"))
        );
    }

    #[test]
    fn every_other_new_stone_is_named() {
        assert_eq!(
            named(quiet("3/1B1/3", HUMAN_IS_WHITE, "B2/1B1/3")),
            ["a3.B"]
        );
        assert_eq!(named(quiet("3/1B1/3", ENGINE_THINKS, "W2/1B1/3")), ["a3.W"]);
        let two = quiet("3/1B1/3", HUMAN_IS_WHITE, "W2/1B1/2W");
        assert_eq!(named(two), ["a3.W", "c1.W"]);
        assert_eq!(named(quiet("3/1B1/3", HUMAN_IS_WHITE, "3/1W1/3")), ["b2BW"]);
        assert_eq!(named(quiet("3/1B1/3", HUMAN_IS_WHITE, "3/3/3")), ["b2B."]);
        let taken_and_moved = quiet("3/1B1/3", HUMAN_IS_WHITE, "W2/3/3");
        assert_eq!(named(taken_and_moved), ["b2B."]);
    }

    #[test]
    fn an_own_stone_is_put_back_whatever_the_human_has_moved() {
        let back = Verdict::Shifted(Colour::Black, at("c3"), at("b2"));
        assert_eq!(quiet("3/1B1/3", HUMAN_IS_WHITE, "2B/3/3"), back);
        assert_eq!(quiet("3/1B1/3", ENGINE_THINKS, "2B/3/3"), back);
        assert_eq!(quiet("3/1B1/3", HUMAN_IS_WHITE, "2B/3/W2"), back);
    }

    #[test]
    fn more_than_one_own_stone_shifted_is_for_people() {
        let own_two = quiet("BB1/3/WW1", HUMAN_IS_WHITE, "3/BB1/WW1");
        assert_eq!(named(own_two), ["a3B.", "b3B.", "a2.B", "b2.B"]);
        let onto_its_cell = quiet("3/1B1/3", HUMAN_IS_WHITE, "2B/1W1/3");
        assert_eq!(named(onto_its_cell), ["c3.B", "b2BW"]);
        let the_humans = quiet("W2/1B1/3", HUMAN_IS_WHITE, "1W1/1B1/3");
        assert_eq!(named(the_humans), ["a3W."]);
        let with_two_more = quiet("3/1B1/3", HUMAN_IS_WHITE, "2B/3/WW1");
        assert_eq!(named(with_two_more), ["c3.B", "b2B.", "a1.W", "b1.W"]);
    }

    #[test]
    fn what_the_game_wants_is_the_machines_work() {
        let place = changed("3/3/3", "3/1B1/3", HUMAN_IS_WHITE, "3/3/3");
        let Verdict::Unfinished(list) = &place else {
            panic!("{place:?}");
        };
        assert_eq!(list[0].work(), Work::Place(Colour::Black, at("b2")));
        let replace = changed("W2/1B1/3", "3/3/2B", HUMAN_IS_WHITE, "W2/1B1/3");
        let Verdict::Unfinished(list) = &replace else {
            panic!("{replace:?}");
        };
        let work: Vec<_> = list.iter().map(|d| d.work()).collect();
        let placed = Work::Place(Colour::Black, at("c1"));
        assert_eq!(
            work,
            [Work::Remove(at("a3")), Work::Remove(at("b2")), placed]
        );
    }

    #[test]
    fn work_waits_until_the_board_is_mended_but_not_for_a_hasty_move() {
        let in_the_way = changed("3/3/3", "3/1B1/3", HUMAN_IS_WHITE, "3/1W1/3");
        assert_eq!(named(in_the_way), ["b2BW"]);
        let hasty = changed("3/3/3", "3/1B1/3", HUMAN_IS_WHITE, "W2/3/3");
        assert!(matches!(hasty, Verdict::Unfinished(_)));
    }

    #[test]
    fn a_stone_that_the_machine_put_down_wrongly_is_moved() {
        let wrong_cell = changed("3/3/3", "3/1B1/3", HUMAN_IS_WHITE, "3/B2/3");
        assert_eq!(
            wrong_cell,
            Verdict::Shifted(Colour::Black, at("a2"), at("b2"))
        );
    }
}
