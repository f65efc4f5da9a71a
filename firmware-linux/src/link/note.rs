//! What the link has to say to people, and in which words.

use minmax_link::cell::{Cell, Colour, Size};
use minmax_link::message::{VERSION, Work};

use super::dialogue::Failure;
use super::judge::Difference;
use crate::lang::{Lang, Text, quoted, texts};

/// Something that has happened, to be said once.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Note {
    /// The button was pressed, but there is no new stone.
    NothingNew,
    /// The button was pressed, but no person is to move.
    NotYourTurn,
    /// The button was pressed, but the game is over.
    GameOver,
    /// The machine puts one of its stones back, from the first cell to the second.
    PutBack(Colour, Cell, Cell),
    /// The board is mended, and there is a new stone: the button makes it a move.
    PressButton,
    /// The machine has failed, and tries again.
    TriesAgain(Failure),
    /// The machine has sent what is no message.
    NotUnderstood(String),
}

/// Something that keeps the game from going on, until it is mended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Trouble {
    /// The machine does not answer.
    Deaf,
    /// The machine speaks this version of the protocol.
    Version(u16),
    /// The machine's board has the first size, the game's the second.
    Size(Size, Size),
    /// The machine does not tell what lies on the board.
    Blind(Failure),
    /// Somebody has touched the board; these cells have to be mended.
    Wrong(Vec<Difference>),
    /// People have to do this for the machine and press the button: it cannot, or it has failed,
    /// or it would take too long.
    ByHand(Vec<Difference>, Option<Failure>),
}

/// The note in words.
#[must_use]
pub fn note(note: &Note, lang: Lang) -> String {
    match note {
        Note::NothingNew => texts::LINK_NOTHING_NEW.plain(lang).into(),
        Note::GameOver => texts::LINK_GAME_OVER.plain(lang).into(),
        Note::NotYourTurn => texts::LINK_NOT_YOUR_TURN.plain(lang).into(),
        Note::PutBack(colour, from, to) => {
            texts::LINK_PUT_BACK.fill(lang, &[&stone(*colour, lang), from, to])
        }
        Note::PressButton => texts::LINK_PRESS_BUTTON.plain(lang).into(),
        Note::TriesAgain(why) => texts::LINK_TRIES_AGAIN.fill(lang, &[&failure(why, lang)]),
        Note::NotUnderstood(text) => texts::LINK_NOT_UNDERSTOOD.fill(lang, &[&quoted(text)]),
    }
}

/// The trouble in words: what is wrong, and what to do about it.
#[must_use]
pub fn trouble(trouble: &Trouble, lang: Lang) -> String {
    match trouble {
        Trouble::Deaf => texts::LINK_DEAF.plain(lang).into(),
        Trouble::Version(found) => texts::LINK_VERSION.fill(lang, &[found, &VERSION]),
        Trouble::Size(found, wanted) => {
            let sides = [
                found.columns(),
                found.rows(),
                wanted.columns(),
                wanted.rows(),
            ];
            let [a, b, c, d] = &sides;
            texts::LINK_SIZE.fill(lang, &[a, b, c, d])
        }
        Trouble::Blind(why) => texts::LINK_BLIND.fill(lang, &[&failure(why, lang)]),
        Trouble::Wrong(list) => texts::LINK_WRONG.fill(lang, &[&differences(list, lang)]),
        Trouble::ByHand(list, why) => {
            let wanted = errands(list, lang);
            match why {
                None => texts::LINK_BY_HAND.fill(lang, &[&wanted]),
                Some(why) => texts::LINK_GAVE_UP.fill(lang, &[&failure(why, lang), &wanted]),
            }
        }
    }
}

/// All cells, those together of which the same is to be said.
fn named<K: PartialEq>(
    list: &[Difference],
    lang: Lang,
    kind: impl Fn(Difference) -> K,
    words: impl Fn(Difference, &str) -> String,
) -> String {
    let mut groups: Vec<(Difference, Vec<String>)> = Vec::new();
    for &difference in list {
        let cell = difference.cell.to_string();
        let group = groups
            .iter_mut()
            .find(|(first, _)| kind(*first) == kind(difference));
        match group {
            Some((_, cells)) => cells.push(cell),
            None => groups.push((difference, vec![cell])),
        }
    }
    let parts = groups.into_iter().map(|(first, cells)| {
        let cells = cells.join(texts::LINK_CELLS.plain(lang));
        words(first, &cells)
    });
    let parts: Vec<_> = parts.collect();
    parts.join(texts::LINK_AND.plain(lang))
}

fn differences(list: &[Difference], lang: Lang) -> String {
    let kind = |difference: Difference| (difference.expected, difference.found);
    named(list, lang, kind, |first, cells| {
        let (text, colours): (Text, [Option<Colour>; 2]) = match kind(first) {
            (expected @ Some(_), None) => (texts::LINK_MISSING, [expected, None]),
            (expected @ Some(_), found) => (texts::LINK_OTHER, [found, expected]),
            (None, found) => (texts::LINK_EXTRA, [found, None]),
        };
        let [one, other] = colours.map(|colour| colour.map_or("", |colour| stone(colour, lang)));
        text.fill(lang, &[&cells, &one, &other])
    })
}

fn errands(list: &[Difference], lang: Lang) -> String {
    let placed = |difference: Difference| match difference.work() {
        Work::Place(colour, _) => Some(colour),
        _ => None,
    };
    named(list, lang, placed, |first, cells| match placed(first) {
        Some(colour) => texts::LINK_PLACE.fill(lang, &[&stone(colour, lang), &cells]),
        None => texts::LINK_REMOVE.fill(lang, &[&cells]),
    })
}

const fn stone(colour: Colour, lang: Lang) -> &'static str {
    match colour {
        Colour::Black => texts::BLACK_STONE.plain(lang),
        Colour::White => texts::WHITE_STONE.plain(lang),
    }
}

fn failure(failure: &Failure, lang: Lang) -> String {
    match failure {
        Failure::TimedOut => texts::LINK_TIMED_OUT.plain(lang).into(),
        Failure::Said(reason) if reason.is_empty() => texts::LINK_NO_REASON.plain(lang).into(),
        Failure::Said(reason) => quoted(reason),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(name: &str) -> Cell {
        Cell::parse(name).unwrap()
    }

    fn differences() -> Vec<Difference> {
        use Colour::{Black, White};
        [
            ("a1", Some(Black), None),
            ("b1", Some(Black), Some(White)),
            ("c1", None, Some(White)),
            ("a2", None, Some(Black)),
            ("b2", None, Some(Black)),
            ("c2", None, Some(Black)),
        ]
        .map(|(name, expected, found)| Difference {
            cell: at(name),
            expected,
            found,
        })
        .into()
    }

    #[test]
    fn differences_are_named_in_both_languages() {
        let wrong = Trouble::Wrong(differences()[..3].to_vec());
        assert_eq!(
            trouble(&wrong, Lang::English),
            "The board has changed: a black stone is missing on a1; a white stone lies on b1 instead \
             of a black stone; a white stone too many lies on c1. Please mend it."
        );
        assert_eq!(
            trouble(&wrong, Lang::Chinese),
            "棋盘被动过：a1 缺黑子；b1 应为黑子却是白子；c1 多出白子。请复原。"
        );
    }

    #[test]
    fn every_cell_is_named() {
        let by_hand = Trouble::ByHand(differences(), Some(Failure::Said("no stones".into())));
        assert_eq!(
            trouble(&by_hand, Lang::English),
            "The machine has failed (no stones). By hand, please: put a black stone on a1; take the \
             stone off b1, c1, a2, b2, c2. Then press the button."
        );
        let clear = Trouble::ByHand(differences()[3..].to_vec(), None);
        assert_eq!(
            trouble(&clear, Lang::Chinese),
            "请手动完成：取走 a2、b2、c2 的棋子。然后按按钮。"
        );
    }

    #[test]
    fn what_the_machine_says_is_quoted() {
        let note = note(&Note::NotUnderstood("BORD 1".into()), Lang::English);
        assert_eq!(
            note,
            "The machine says 'BORD 1', which nobody here understands."
        );
    }
}
