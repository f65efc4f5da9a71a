//! From a game to text.

use std::fmt::Write;

use minmax_engine::bitboard::BitBoard;
use minmax_engine::point::Point;
use minmax_engine::rules::Rules;
use minmax_engine::side::Side;

use super::comment;
use super::tree::escape;
use crate::app::record::{Ending, Record};
use crate::names::rule_name;

/// Writes the game up to the position it stands at; `players` are Black's and White's names.
#[must_use]
pub fn write(record: &Record, players: [&str; 2]) -> String {
    let rules = record.game().rules();
    let mut text = format!(
        "(;FF[4]CA[UTF-8]GM[4]AP[minmax-h3:{}]SZ[{}]RU[{}]",
        env!("CARGO_PKG_VERSION"),
        size(rules),
        rule_name(rules.line()),
    );
    if rules.k() != 5 {
        let _ = write!(text, "MK[{}]", rules.k());
    }
    let _ = write!(text, "PB[{}]PW[{}]", escape(players[0]), escape(players[1]));
    if let Some(ending) = record.ending() {
        let _ = write!(text, "RE[{}]", result(ending));
    }
    text.push_str(&set_up(record));
    text.push('\n');
    text.push_str(&moves(record));
    text.push_str(")\n");
    text
}

fn size(rules: Rules) -> String {
    if rules.columns() == rules.rows() {
        rules.columns().to_string()
    } else {
        format!("{}:{}", rules.columns(), rules.rows())
    }
}

const fn letter(side: Side) -> char {
    match side {
        Side::Black => 'B',
        Side::White => 'W',
    }
}

fn result(ending: Ending) -> String {
    match ending {
        Ending::Row(side) => format!("{}+", letter(side)),
        Ending::Resigned(side) => format!("{}+R", letter(side.opponent())),
        Ending::Draw => "0".into(),
    }
}

fn point(point: Point) -> String {
    [point.column(), point.row()]
        .map(|n| char::from(b'a' + n as u8))
        .iter()
        .collect()
}

/// The stones that no move put there, and the side that moved first if there are any.
fn set_up(record: &Record) -> String {
    let game = record.game();
    let mut played = BitBoard::EMPTY;
    game.moves().iter().for_each(|&point| played.insert(point));
    let full = BitBoard::full(game.rules().columns(), game.rules().rows());
    let given = |side| {
        let cells = full.iter().filter(|&p| !played.contains(p));
        let own = cells.filter(move |&p| game.board().stone(p) == Some(side));
        own.map(|p| format!("[{}]", point(p))).collect::<String>()
    };
    let mut text = String::new();
    for side in Side::ALL {
        let stones = given(side);
        if !stones.is_empty() {
            let _ = write!(text, "A{}{stones}", letter(side));
        }
    }
    if !text.is_empty() {
        let _ = write!(text, "PL[{}]", letter(first_side(record)));
    }
    text
}

fn first_side(record: &Record) -> Side {
    let game = record.game();
    if game.moves().len().is_multiple_of(2) {
        game.side_to_move()
    } else {
        game.side_to_move().opponent()
    }
}

fn moves(record: &Record) -> String {
    let mut side = first_side(record);
    let mut text = String::new();
    for (stone, thought) in record.moves() {
        let _ = write!(text, ";{}[{}]", letter(side), point(stone));
        if let Some(thought) = thought {
            let _ = writeln!(text, "C[{}]", escape(&comment::write(&thought)));
        }
        side = side.opponent();
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::thought::Thought;
    use crate::sgf::read;
    use minmax_engine::game::Game;
    use minmax_engine::rules::LineRule;

    fn at(column: usize, row: usize) -> Point {
        Point::new(column, row).unwrap()
    }

    #[test]
    fn a_game_is_written_as_the_format_says() {
        let mut record = Record::new(Rules::GOMOKU);
        record.play(at(7, 7), None).unwrap();
        let thought = Thought {
            score: -17,
            depth: 6,
            nodes: 600,
            elapsed_ms: 42,
        };
        record.play(at(8, 6), Some(thought)).unwrap();
        record.resign(Side::Black);
        let version = env!("CARGO_PKG_VERSION");
        assert_eq!(
            write(&record, ["A ]\\ B", "minmax-h3"]),
            format!(
                "(;FF[4]CA[UTF-8]GM[4]AP[minmax-h3:{version}]SZ[15]RU[freestyle]\
                 PB[A \\]\\\\ B]PW[minmax-h3]RE[W+R]\n\
                 ;B[hh];W[ig]C[score -17, depth 6, nodes 600, time 0.042 s]\n)\n"
            )
        );
    }

    #[test]
    fn what_is_written_reads_back() {
        let mut oblong = Record::new(Rules::new(7, 6, 4, LineRule::Freestyle).unwrap());
        oblong.play(at(6, 5), None).unwrap();
        let caro = Record::new(Rules::new(20, 20, 5, LineRule::CaroOverline).unwrap());
        let mut won = Record::new(Rules::TIC_TAC_TOE);
        for point in [at(0, 0), at(0, 1), at(1, 0), at(1, 1), at(2, 0)] {
            won.play(point, None).unwrap();
        }
        let stones = [
            (at(3, 3), Side::Black),
            (at(4, 4), Side::White),
            (at(5, 5), Side::White),
        ];
        let start = Game::set_up(Rules::GOMOKU, &stones, Side::White).unwrap();
        let mut set_up = Record::from(start);
        set_up.play(at(9, 9), None).unwrap();
        for record in [oblong, caro, won, set_up] {
            let text = write(&record, ["", ""]);
            assert_eq!(read(text.as_bytes()), Ok(record), "{text}");
        }
    }
}
