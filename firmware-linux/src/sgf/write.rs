//! From a game to text.

use std::fmt::Write;

use minmax_engine::bitboard::BitBoard;
use minmax_engine::point::Point;
use minmax_engine::rules::Rules;
use minmax_engine::side::Side;

use super::tree::escape;
use crate::app::record::{Ending, Note, Record, Tag};
use crate::app::thought::Thought;
use crate::names::rule_name;

/// Writes the game up to the position it stands at, with what a file has said of it; `players`
/// are Black's and White's names where no file has named them.
#[must_use]
pub fn write(record: &Record, players: [&str; 2]) -> String {
    write_with(record, players, &[])
}

/// The same with private properties of the root, each a name and its value.
#[must_use]
pub fn write_with(record: &Record, players: [&str; 2], private: &[(&str, String)]) -> String {
    let rules = record.game().rules();
    let mut text = format!(
        "(;FF[4]CA[UTF-8]GM[4]AP[minmax-h3:{}]SZ[{}]",
        env!("CARGO_PKG_VERSION"),
        size(rules),
    );
    let kept = record.note(0).map_or(&[][..], |note| &note.tags);
    let [black, white] = players;
    for (name, value) in [
        ("RU", rule_name(rules.line())),
        ("PB", black),
        ("PW", white),
    ] {
        if !kept.iter().any(|tag| tag.name == name) {
            let _ = write!(text, "{name}[{}]", escape(value));
        }
        if name == "RU" && rules.k() != 5 {
            let _ = write!(text, "MK[{}]", rules.k());
        }
    }
    for (name, value) in private {
        let _ = write!(text, "{name}[{}]", escape(value));
    }
    text.extend(kept.iter().map(property));
    if let Some(result) = result(record) {
        let _ = write!(text, "RE[{}]", escape(&result));
    }
    text.push_str(&set_up(record));
    text.push('\n');
    text.push_str(&moves(record));
    text.push_str(")\n");
    text
}

/// As it stood in the file that it comes from.
fn property(tag: &Tag) -> String {
    format!("{}[{}]", tag.name, tag.values.join("]["))
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

/// What the board shows goes before what a file has said, which may say more of the same.
fn result(record: &Record) -> Option<String> {
    let said = record.result();
    let own = match record.ending() {
        None => return said.map(String::from),
        Some(Ending::Row(side)) => format!("{}+", letter(side)),
        Some(Ending::Resigned(side)) => format!("{}+R", letter(side.opponent())),
        Some(Ending::Foul(_)) => "W+F".into(), // forfeit
        Some(Ending::Stuck) => "W+".into(),
        Some(Ending::Draw) => "0".into(),
    };
    let same = said.filter(|said| said.starts_with(&own));
    Some(same.map_or(own, String::from))
}

/// Two letters from `a`: the column, and the row from the top.
#[must_use]
pub fn point(point: Point) -> String {
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
    if !text.is_empty() || first_side(record) == Side::White {
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

/// The moves with what is known of them. Where other lines go off, the game itself goes on in
/// the first of several variations.
fn moves(record: &Record) -> String {
    let (mut side, rules) = (first_side(record), record.game().rules());
    let mut text = String::new();
    let mut branches = Vec::new();
    let mut played = record.moves();
    for count in 0.. {
        let note = record.note(count);
        let here = note.map(|note| note.branches.concat()).unwrap_or_default();
        let next = played.next();
        if !here.is_empty() {
            // Without a move of its own the game is a line that goes nowhere.
            text.push_str(if next.is_some() { "\n(" } else { "\n(;" });
            branches.push(here);
        }
        let Some((stone, thought)) = next else { break };
        let _ = write!(text, ";{}[{}]", letter(side), point(stone));
        text.push_str(&said(thought, record.note(count + 1), rules));
        side = side.opponent();
    }
    for here in branches.iter().rev() {
        let _ = write!(text, ")\n{here}");
    }
    text
}

/// What the engine thought of a move, and what a file says of it.
fn said(thought: Option<Thought>, note: Option<&Note>, rules: Rules) -> String {
    let tags = note.map_or(&[][..], |note| &note.tags);
    let is_comment = |tag: &&Tag| tag.name == "C";
    let mut comments: Vec<_> = thought
        .iter()
        .map(|thought| thought.in_full(rules))
        .collect();
    let kept = tags.iter().filter(is_comment).flat_map(|tag| &tag.values);
    comments.extend(kept.cloned());
    let others = tags.iter().filter(|tag| !is_comment(tag)).map(property);
    let mut text: String = others.collect();
    if !comments.is_empty() {
        let _ = writeln!(text, "C[{}]", comments.join("\n"));
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sgf::{PLAYERS, read, root_value};
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
            ..Thought::default()
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

    /// Read, changed, written and without what is told apart by our own name.
    fn rewritten(text: &str, change: impl Fn(&mut Record)) -> String {
        let mut record = read(text.as_bytes()).unwrap();
        change(&mut record);
        let written = write(&record, ["x", "y"]);
        let again = read(written.as_bytes()).unwrap();
        assert_eq!(write(&again, ["x", "y"]), written);
        let version = format!("AP[minmax-h3:{}]", env!("CARGO_PKG_VERSION"));
        written.replace(&version, "").replace('\n', "")
    }

    #[test]
    fn what_another_program_has_said_survives() {
        let text = "(;FF[4]GM[4]CA[UTF-8]AP[Other:1]SZ[15]RU[house]PB[\u{5f20}\u{4e09}]PW[B \\] b]\
                    EV[Cup: 3\\:1]DT[2026-01-01]GN[x]RE[B+T]C[start];B[hh]BL[10]C[mid\\]dle];C[more]\
                    LB[aa:1][bb:2];W[ig](;B[gi]C[g];W[aa])(;B[ii](;W[jj])(;W[kk]))(;B[oo]C[)\\]]))";
        let start = "(;FF[4]CA[UTF-8]GM[4]SZ[15]RU[house]PB[\u{5f20}\u{4e09}]PW[B \\] b]\
                     EV[Cup: 3\\:1]DT[2026-01-01]GN[x]C[start]";
        let first = ";B[hh]BL[10]LB[aa:1][bb:2]C[mid\\]dlemore];W[ig]";
        let branches = "(;B[ii](;W[jj])(;W[kk]))(;B[oo]C[)\\]])";
        assert_eq!(
            rewritten(text, |_| {}),
            format!("{start}RE[B+T]{first}(;B[gi]C[g];W[aa]){branches})")
        );
        let there_and_back = |record: &mut Record| {
            while record.undo() {}
            while record.redo() {}
        };
        assert_eq!(rewritten(text, there_and_back), rewritten(text, |_| {}));
        let two_back = |record: &mut Record| {
            record.undo();
            record.undo();
        };
        assert_eq!(
            rewritten(text, two_back),
            format!("{start}{first}(;){branches})")
        );
        let another_way = |record: &mut Record| {
            two_back(record);
            record.play(at(0, 14), None).unwrap();
        };
        assert_eq!(
            rewritten(text, another_way),
            format!("{start}{first}(;B[ao]){branches})")
        );
    }

    #[test]
    fn private_properties_are_for_those_who_ask_for_them() {
        let mut record = Record::new(Rules::GOMOKU);
        record.play(at(7, 7), None).unwrap();
        let private = [(PLAYERS, "human,engine".into()), ("MX", "a]b".into())];
        let text = write_with(&record, ["x", "y"], &private);
        assert!(text.contains(r"PW[y]MP[human,engine]MX[a\]b]"), "{text}");
        let value = |name| root_value(text.as_bytes(), name);
        assert_eq!(value(PLAYERS).as_deref(), Some("human,engine"));
        assert_eq!(value("MX").as_deref(), Some("a]b"));
        assert_eq!(value("ML"), None);
        assert_eq!(root_value(b"no game", PLAYERS), None);
        let again = write(&read(text.as_bytes()).unwrap(), ["x", "y"]);
        assert!(!again.contains("MP[") && again.contains(r"MX[a\]b]"));
    }

    #[test]
    fn lines_that_go_off_at_the_start_survive() {
        let text =
            "(;GM[4](;B[hh]C[score +1, depth 2, nodes 3, time 0.004 s\nwhy?];W[ii])(;B[gg]))";
        let written = rewritten(text, |_| {});
        let end = "(;B[hh]C[score +1, depth 2, nodes 3, time 0.004 swhy?];W[ii])(;B[gg]))";
        assert!(written.ends_with(end), "{written}");
    }

    #[test]
    fn a_result_is_kept_wherever_a_file_has_it() {
        for text in ["(;RE[B+T];B[hh];W[ig])", "(;B[hh];W[ig]RE[B+T])"] {
            let written = write(&read(text.as_bytes()).unwrap(), ["", ""]);
            assert_eq!(written.matches("RE[B+T]").count(), 1, "{written}");
            let again = write(&read(written.as_bytes()).unwrap(), ["", ""]);
            assert_eq!(again, written);
        }
    }

    #[test]
    fn the_board_knows_the_result_better_than_the_file() {
        let row = ";B[aa];W[ab];B[ba];W[bb];B[ca])";
        for (said, written) in [("W+T", "RE[B+]"), ("B+5", "RE[B+5]"), ("?", "RE[B+]")] {
            let text = format!("(;SZ[3]MK[3]RE[{said}]{row}");
            assert!(rewritten(&text, |_| {}).contains(written), "{said}");
        }
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
        let white = Record::from(Game::set_up(Rules::GOMOKU, &[], Side::White).unwrap());
        for record in [oblong, caro, won, set_up, white] {
            let text = write(&record, ["", ""]);
            assert_eq!(read(text.as_bytes()), Ok(record), "{text}");
        }
    }
}
