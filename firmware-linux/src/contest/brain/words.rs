//! The words of the Gomocup protocol, as a manager speaks and hears them.
//!
//! Lines to a brain end in CR LF. Cells are `x,y` from 0: the column, then the row **from the
//! top**.

use std::fmt::Write;

use minmax_engine::game::Game;
use minmax_engine::point::Point;
use minmax_engine::rules::{LineRule, Rules};

use crate::contest::player::Allowance;
use crate::contest::spec::Terms;
use crate::lang::quoted;

/// `time_left` of a game without a clock.
const UNLIMITED: u32 = i32::MAX as u32;
/// The opponent is a brain too.
const GAME_TYPE: u32 = 1;
/// Bytes that a brain may use beside its table: what Gomocup allows for all.
const MEMORY: u64 = 350 << 20;

/// A new game on that board.
pub(super) fn start(rules: Rules) -> String {
    let (columns, rows) = (rules.columns(), rules.rows());
    if columns == rows {
        format!("START {columns}\r\n")
    } else {
        format!("RECTSTART {columns},{rows}\r\n")
    }
}

/// Whether the brain is ready for the game; or the line by which it refuses. `None` if it says
/// something else.
pub(super) fn is_ready(line: &str) -> Option<Result<(), String>> {
    match first_word(line).as_str() {
        "OK" => Some(Ok(())),
        "ERROR" | "UNKNOWN" => Some(Err(line.trim().into())),
        _ => None,
    }
}

fn first_word(line: &str) -> String {
    let word = line.split_whitespace().next().unwrap_or_default();
    word.to_ascii_uppercase()
}

/// The rule, and what the brain may use.
pub(super) fn terms(rules: Rules, terms: &Terms) -> String {
    let clock = terms.clock.map_or(0, |clock| clock.base.as_millis());
    let memory = MEMORY + ((terms.table_mib() as u64) << 20);
    let mut text = format!(
        "INFO game_type {GAME_TYPE}\r\nINFO rule {}\r\nINFO timeout_match {clock}\r\n\
         INFO max_memory {memory}\r\n",
        mask(rules.line())
    );
    let infos = [
        ("timeout_turn", terms.turn.map(|turn| turn.as_millis())),
        ("max_node", terms.nodes.map(u128::from)),
        ("max_depth", terms.depth.map(u128::from)),
        ("thread_num", terms.threads.map(|n| n as u128)),
        ("hash_size", terms.hash_mib.map(|mib| (mib as u128) << 10)),
    ];
    for (key, value) in infos {
        if let Some(value) = value {
            let _ = write!(text, "INFO {key} {value}\r\n");
        }
    }
    text
}

const fn mask(rule: LineRule) -> u32 {
    match rule {
        LineRule::Freestyle => 0,
        LineRule::Standard => 1,
        LineRule::Renju => 4,
        LineRule::CaroOverline => 8,
        LineRule::Caro => 9,
    }
}

/// How much of the game's time is left, told before each move.
pub(super) fn time_left(allowance: Allowance) -> String {
    let left = allowance.left.map(|left| left.as_millis());
    format!("INFO time_left {}\r\n", left.unwrap_or(UNLIMITED.into()))
}

/// The opponent's move, which asks for the next.
pub(super) fn turn(point: Point) -> String {
    format!("TURN {},{}\r\n", point.column(), point.row())
}

/// The whole game, which asks for the next move: its moves in their order, as renju wants it.
pub(super) fn board(game: &Game) -> String {
    let own = game.moves().len() % 2;
    let mut text = String::from("BOARD\r\n");
    for (number, point) in game.moves().iter().enumerate() {
        let field = if number % 2 == own { 1 } else { 2 };
        let _ = write!(text, "{},{},{field}\r\n", point.column(), point.row());
    }
    text.push_str("DONE\r\n");
    text
}

/// What a brain says that matters while it is to move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Said {
    /// It moves there.
    Move(String, i64, i64),
    /// It would move there; it does when told to.
    Suggestion(i64, i64),
}

impl Said {
    /// The cell, or the words that name none.
    pub(super) fn point(self) -> Result<Point, String> {
        let Self::Move(line, x, y) = self else {
            return Err("a suggestion".into());
        };
        let index = |n: i64| usize::try_from(n).ok();
        let point = index(x).zip(index(y)).and_then(|(x, y)| Point::new(x, y));
        point.ok_or_else(|| quoted(line.trim()))
    }
}

/// What a line means; `None` for all that a manager passes over.
pub(super) fn said(line: &str) -> Option<Said> {
    let trimmed = line.trim();
    if let Some((x, y)) = cell(trimmed) {
        return Some(Said::Move(trimmed.into(), x, y));
    }
    let (word, rest) = trimmed.split_once(char::is_whitespace)?;
    let suggested = word.eq_ignore_ascii_case("SUGGEST").then(|| cell(rest))??;
    Some(Said::Suggestion(suggested.0, suggested.1))
}

fn cell(text: &str) -> Option<(i64, i64)> {
    let (x, y) = text.split_once(',')?;
    Some((x.trim().parse().ok()?, y.trim().parse().ok()?))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    fn at(column: usize, row: usize) -> Point {
        Point::new(column, row).unwrap()
    }

    #[test]
    fn a_game_is_announced() {
        assert_eq!(start(Rules::GOMOKU), "START 15\r\n");
        let oblong = Rules::new(12, 9, 5, LineRule::Caro).unwrap();
        assert_eq!(start(oblong), "RECTSTART 12,9\r\n");
        let limits = Terms {
            nodes: Some(500),
            turn: Some(Duration::from_millis(250)),
            hash_mib: Some(2),
            ..Terms::default()
        };
        assert_eq!(
            terms(oblong, &limits),
            "INFO game_type 1\r\nINFO rule 9\r\nINFO timeout_match 0\r\n\
             INFO max_memory 369098752\r\nINFO timeout_turn 250\r\nINFO max_node 500\r\n\
             INFO hash_size 2048\r\n"
        );
    }

    #[test]
    fn time_is_told() {
        let left = |ms| {
            time_left(Allowance {
                turn: None,
                left: ms,
            })
        };
        assert_eq!(left(None), "INFO time_left 2147483647\r\n");
        let ms = Some(Duration::from_millis(1_234));
        assert_eq!(left(ms), "INFO time_left 1234\r\n");
    }

    #[test]
    fn a_position_is_told_in_the_order_of_its_moves() {
        let mut game: Game = Game::new(Rules::GOMOKU);
        for point in [at(7, 7), at(0, 14), at(3, 2)] {
            game.play(point);
        }
        assert_eq!(
            board(&game),
            "BOARD\r\n7,7,2\r\n0,14,1\r\n3,2,2\r\nDONE\r\n"
        );
        assert_eq!(turn(at(3, 2)), "TURN 3,2\r\n");
    }

    #[test]
    fn answers_are_understood() {
        let moved = |line: &str| said(line).map(Said::point);
        assert_eq!(moved("7,8"), Some(Ok(at(7, 8))));
        assert_eq!(moved(" 7, 8 "), Some(Ok(at(7, 8))));
        assert_eq!(moved("-1,99"), Some(Err("-1,99".into())));
        assert_eq!(moved("20,3"), Some(Err("20,3".into())));
        assert_eq!(said("SUGGEST 4,5"), Some(Said::Suggestion(4, 5)));
        for other in ["", "OK", "ERROR no", "UNKNOWN TURN", "h8", "7,8,9", "7,x"] {
            assert_eq!(said(other), None, "{other}");
        }
    }

    #[test]
    fn a_brain_is_ready_or_refuses() {
        assert_eq!(is_ready("OK"), Some(Ok(())));
        assert_eq!(is_ready("ok - ready"), Some(Ok(())));
        let refused = "ERROR size 15 is not supported";
        assert_eq!(is_ready(refused), Some(Err(refused.into())));
        assert_eq!(is_ready("whatever"), None);
    }
}
