//! The same in few words, for a display of 12 narrow characters a line.

use minmax_engine::game::PlayError;
use minmax_engine::notation::PointName;
use minmax_engine::point::Point;
use minmax_engine::rules::renju::Foul;
use minmax_engine::rules::{LineRule, Rules};
use minmax_engine::score::{Score, moves_of, plies_to_win};
use minmax_engine::side::Side;

use crate::app::event::{Notice, Player};
use crate::app::panel::entry::EntryError;
use crate::app::panel::menu::{Item, Kind, Seats, Value};
use crate::app::panel::message::{Difference, Differences, Message, Trouble};
use crate::app::panel::view::{PanelView, Question, Robot};
use crate::app::record::Ending;
use crate::app::view::{Purpose, View};
use crate::lang::{Lang, Text, texts};

/// One unit of evaluation as people write it: a hundredth of what is shown as 1.0.
const UNIT: f64 = 100.0;

/// What everybody should know first: whose turn it is, who has won.
#[must_use]
pub fn headline(view: &PanelView<'_>) -> &'static str {
    let game = &view.game;
    let text = match (game.ending, game.thinking, view.robot) {
        _ if view.saving => texts::BOX_KEEPING,
        (Some(ending), ..) => ended(game, ending),
        _ if !view.differing.is_empty() => texts::BOX_MEND,
        (None, Some(thinking), _) => match thinking.purpose {
            Purpose::Move => texts::BOX_THINKING,
            Purpose::Hint => texts::BOX_ADVISING,
        },
        (None, None, None | Some(Robot::AwaitsButton)) => to_move(game),
        (None, None, Some(_)) => texts::BOX_ROBOT,
    };
    text.plain(view.lang)
}

fn to_move(game: &View<'_>) -> Text {
    match (game.players, game.game.side_to_move()) {
        ([Player::Human, Player::Engine] | [Player::Engine, Player::Human], _) => {
            texts::BOX_YOUR_MOVE
        }
        (_, Side::Black) => texts::BOX_BLACK_MOVES,
        (_, Side::White) => texts::BOX_WHITE_MOVES,
    }
}

fn ended(game: &View<'_>, ending: Ending) -> Text {
    let winner = match ending {
        Ending::Draw => return texts::BOX_DRAW,
        Ending::Row(winner) => winner,
        Ending::Foul(_) | Ending::Stuck => Side::White,
        Ending::Resigned(loser) => loser.opponent(),
    };
    match (game.players, winner) {
        _ if Seats::of(game.players) == Seats::Versus => match game.player(winner) {
            Player::Human => texts::BOX_YOU_WIN,
            Player::Engine => texts::BOX_ENGINE_WINS,
        },
        (_, Side::Black) => texts::BOX_BLACK_WINS,
        (_, Side::White) => texts::BOX_WHITE_WINS,
    }
}

/// Who plays the side: `you`, `human` or `level 5`.
#[must_use]
pub fn seat(view: &View<'_>, side: Side, lang: Lang) -> String {
    match view.player(side) {
        Player::Engine => texts::BOX_LEVEL.fill(lang, &[&view.level.get()]),
        Player::Human if Seats::of(view.players) == Seats::Versus => {
            texts::BOX_YOU.plain(lang).into()
        }
        Player::Human => texts::BOX_HUMAN.plain(lang).into(),
    }
}

/// `+0.4`, `win 3` or `loss 2`.
#[must_use]
pub fn score(score: Score, lang: Lang) -> String {
    match plies_to_win(score) {
        Some(plies) if plies > 0 => texts::BOX_WIN.fill(lang, &[&moves_of(plies)]),
        Some(plies) => texts::BOX_LOSS.fill(lang, &[&moves_of(plies)]),
        None => format!("{:+.1}", f64::from(score) / UNIT),
    }
}

/// Minutes and seconds.
#[must_use]
pub fn clock(ms: u64) -> String {
    let seconds = ms / 1000;
    format!("{}:{:02}", seconds / 60, seconds % 60)
}

/// The question, in one line.
#[must_use]
pub const fn question(question: Question, lang: Lang) -> &'static str {
    match question {
        Question::NewGame | Question::Change(_) => texts::BOX_ASK_NEW,
        Question::Resign => texts::BOX_ASK_RESIGN,
        Question::PowerOff => texts::BOX_ASK_OFF,
    }
    .plain(lang)
}

/// What the robot does, if it does something.
#[must_use]
pub fn robot(robot: Robot, rules: Rules, lang: Lang) -> String {
    let name = |point| PointName::new(point, rules);
    match robot {
        Robot::AwaitsButton => texts::BOX_BUTTON.plain(lang).into(),
        Robot::Placing(side, at) => {
            texts::BOX_ROBOT_PLACES.fill(lang, &[&stone(side, lang), &name(at)])
        }
        Robot::Moving(from, to) => texts::BOX_ROBOT_MOVES.fill(lang, &[&name(from), &name(to)]),
        Robot::Removing(at) => texts::BOX_ROBOT_REMOVES.fill(lang, &[&name(at)]),
    }
}

const fn stone(side: Side, lang: Lang) -> &'static str {
    match side {
        Side::Black => texts::BOX_BLACK.plain(lang),
        Side::White => texts::BOX_WHITE.plain(lang),
    }
}

/// The name of an item of the menu.
#[must_use]
pub const fn item(item: Item, lang: Lang) -> &'static str {
    match item {
        Item::Game => texts::BOX_GAME,
        Item::Size => texts::BOX_SIZE,
        Item::Rule => texts::BOX_RULE,
        Item::Level => texts::BOX_STRENGTH,
        Item::Side => texts::BOX_SIDE,
        Item::Players => texts::BOX_PLAYERS,
        Item::Sound => texts::BOX_SOUND,
        Item::Language => texts::BOX_LANGUAGE,
        Item::Redo => texts::BOX_REDO,
        Item::Resign => texts::BOX_RESIGN,
        Item::PowerOff => texts::BOX_POWER,
    }
    .plain(lang)
}

/// A value in the menu.
#[must_use]
pub fn value(value: Value, lang: Lang) -> String {
    let text = match value {
        Value::Game(kind) => return game(kind, lang),
        Value::Size(side) => return format!("{side}x{side}"),
        Value::Level(level) => return level.get().to_string(),
        Value::Side(side) => return stone(side, lang).into(),
        Value::Language(lang) => return texts::BOX_SPOKEN.plain(lang).into(),
        Value::Rule(LineRule::Freestyle) => texts::BOX_FREESTYLE,
        Value::Rule(LineRule::Standard) => texts::BOX_STANDARD,
        Value::Rule(LineRule::Renju) => texts::BOX_RENJU,
        Value::Rule(LineRule::Caro) => texts::BOX_CARO,
        Value::Rule(LineRule::CaroOverline) => texts::BOX_CARO_OVERLINE,
        Value::Players(Seats::Versus) => texts::BOX_VERSUS,
        Value::Players(Seats::People) => texts::BOX_PEOPLE,
        Value::Players(Seats::Engines) => texts::BOX_ENGINES,
        Value::Sound(true) => texts::BOX_ON,
        Value::Sound(false) => texts::BOX_OFF,
    };
    text.plain(lang).into()
}

fn game(kind: Kind, lang: Lang) -> String {
    match kind {
        Kind::TicTacToe => texts::BOX_TIC_TAC_TOE.plain(lang).into(),
        Kind::FourByFour => texts::BOX_FOUR.plain(lang).into(),
        Kind::Gomoku => texts::BOX_GOMOKU.plain(lang).into(),
        Kind::Other(rules) => {
            let values = [rules.columns(), rules.rows(), rules.k()];
            texts::BOX_OTHER.fill(lang, &[&values[0], &values[1], &values[2]])
        }
    }
}

/// A message, in at most 48 narrow characters or half as many wide ones; words of others as
/// they are.
#[must_use]
pub fn message(message: &Message, rules: Rules, lang: Lang) -> String {
    match message {
        Message::Notice(notice) => self::notice(*notice, rules, lang),
        Message::Entry(error) => entry(*error, lang),
        Message::Trouble(Trouble::Board(differences)) => differ(differences, rules, lang),
        Message::Trouble(trouble @ Trouble::StoreDamaged(file)) => {
            self::trouble(trouble).fill(lang, &[file])
        }
        Message::Trouble(trouble) => self::trouble(trouble).plain(lang).into(),
        Message::Words(words) => words.clone(),
    }
}

fn notice(notice: Notice, rules: Rules, lang: Lang) -> String {
    let text = match notice {
        Notice::Refused(PlayError::Occupied(at)) => {
            return texts::BOX_OCCUPIED.fill(lang, &[&PointName::new(at, rules)]);
        }
        Notice::Refused(PlayError::Forbidden(at, kind)) => {
            return texts::BOX_FORBIDDEN
                .fill(lang, &[&PointName::new(at, rules), &foul(kind).plain(lang)]);
        }
        Notice::Refused(PlayError::OffBoard(_)) => texts::BOX_OFF_BOARD,
        Notice::Refused(PlayError::StackFull(_)) => texts::BOX_STACK_FULL,
        Notice::Refused(PlayError::GameOver) | Notice::GameOver => texts::BOX_GAME_OVER,
        Notice::EngineThinks => texts::BOX_WAIT,
        Notice::NothingToUndo => texts::BOX_NO_UNDO,
        Notice::NothingToRedo => texts::BOX_NO_REDO,
        Notice::NoHuman | Notice::NoSideToSwap => texts::BOX_WATCHED,
        other => return super::notice(other, rules, lang),
    };
    text.plain(lang).into()
}

const fn foul(foul: Foul) -> Text {
    match foul {
        Foul::Overline => texts::BOX_OVERLINE,
        Foul::DoubleFour => texts::BOX_DOUBLE_FOUR,
        Foul::DoubleThree => texts::BOX_DOUBLE_THREE,
    }
}

fn entry(error: EntryError, lang: Lang) -> String {
    match error {
        EntryError::NoColumn(most) => {
            texts::BOX_NO_COLUMN.fill(lang, &[&format_args!("{most:02}")])
        }
        EntryError::NoRow(most) => texts::BOX_NO_ROW.fill(lang, &[&format_args!("{most:02}")]),
        EntryError::Incomplete => texts::BOX_INCOMPLETE.plain(lang).into(),
        EntryError::Full => texts::BOX_FULL.plain(lang).into(),
    }
}

fn differ(differences: &Differences, rules: Rules, lang: Lang) -> String {
    match differences.list() {
        [only] => mend(*only).fill(lang, &[&name(only.at, rules)]),
        list => cells(list, rules, lang).join(texts::COMMA.plain(lang)),
    }
}

/// What is to lie on each of these cells, a short line each.
#[must_use]
pub fn cells(list: &[Difference], rules: Rules, lang: Lang) -> Vec<String> {
    let lines = list.iter().map(|difference| {
        let text = match difference.wanted {
            None => texts::BOX_CELL_EMPTY,
            Some(Side::Black) => texts::BOX_CELL_BLACK,
            Some(Side::White) => texts::BOX_CELL_WHITE,
        };
        text.fill(lang, &[&name(difference.at, rules)])
    });
    lines.collect()
}

fn name(point: Point, rules: Rules) -> PointName {
    PointName::new(point, rules)
}

const fn mend(difference: Difference) -> Text {
    match (difference.wanted, difference.seen) {
        (None, _) => texts::BOX_TAKE,
        (Some(Side::Black), None) => texts::BOX_PUT_BLACK,
        (Some(Side::White), None) => texts::BOX_PUT_WHITE,
        (Some(Side::Black), Some(_)) => texts::BOX_SWAP_BLACK,
        (Some(Side::White), Some(_)) => texts::BOX_SWAP_WHITE,
    }
}

const fn trouble(trouble: &Trouble) -> Text {
    match trouble {
        Trouble::Board(_) => texts::BOX_MEND,
        Trouble::RobotSilent => texts::BOX_ROBOT_SILENT,
        Trouble::RobotFailed => texts::BOX_ROBOT_FAILED,
        Trouble::Display => texts::BOX_DISPLAY,
        Trouble::StoreFull => texts::BOX_STORE_FULL,
        Trouble::StoreFailed => texts::BOX_STORE_FAILED,
        Trouble::StoreSlow => texts::BOX_STORE_SLOW,
        Trouble::StoreDamaged(_) => texts::BOX_STORE_DAMAGED,
        Trouble::Keypad => texts::BOX_KEYPAD,
        Trouble::Serial => texts::BOX_SERIAL,
        Trouble::Engine => texts::BOX_ENGINE_FAILED,
        Trouble::Power => texts::BOX_POWER_FAILED,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use minmax_engine::score::{loss_in, win_in};

    #[test]
    fn scores_are_short() {
        let english = |value| score(value, Lang::English);
        assert_eq!(english(41), "+0.4");
        assert_eq!(english(-260), "-2.6");
        assert_eq!(english(0), "+0.0");
        assert_eq!(english(win_in(5)), "win 3");
        assert_eq!(english(loss_in(4)), "loss 2");
        assert_eq!(score(win_in(5), Lang::Chinese), "3步胜");
    }

    #[test]
    fn differences_say_what_to_do() {
        let h8 = Point::new(7, 7).unwrap();
        let text = |wanted, seen, count: usize| {
            let others = (0..count).filter_map(|n| Point::new(n, 0));
            let cells = [h8].into_iter().chain(others);
            let all: Vec<_> = cells.map(|at| Difference { at, wanted, seen }).collect();
            let differences = Differences::new(&all).unwrap();
            let message = Message::Trouble(Trouble::Board(differences));
            super::message(&message, Rules::GOMOKU, Lang::English)
        };
        let (black, white) = (Some(Side::Black), Some(Side::White));
        assert_eq!(text(black, None, 0), "Put a black stone on h8.");
        assert_eq!(text(None, white, 0), "Take the stone off h8.");
        assert_eq!(text(white, black, 0), "h8 must be white.");
        assert_eq!(text(black, None, 2), "h8: black, a15: black, b15: black");
        assert_eq!(text(None, white, 1), "h8: empty, a15: empty");
    }

    #[test]
    fn clocks_count_minutes() {
        assert_eq!(clock(59_999), "0:59");
        assert_eq!(clock(754_000), "12:34");
    }
}
