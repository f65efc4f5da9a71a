//! The meaning: from nodes to a game.

use std::borrow::Cow;

use encoding_rs::{Encoding, UTF_8};
use minmax_engine::game::Game;
use minmax_engine::notation::parse_point;
use minmax_engine::point::{MAX_SIDE, Point};
use minmax_engine::rules::{FoulRule, LineRule, Rules};
use minmax_engine::side::Side;

use super::tree::{self, Node, escape, unescape};
use super::{CHECK, LEVEL, NUMBER, PLAYERS, SgfError, comment};
use crate::app::record::{Note, Record, Tag};
use crate::names;

/// What is worked out anew when a game is written.
const OWN: [&str; 16] = [
    "FF", "CA", "GM", "AP", "SZ", "MK", "RE", "PL", "AB", "AW", "AE", "", PLAYERS, LEVEL, NUMBER,
    CHECK,
];

/// Reads the main line of a game.
///
/// # Errors
/// The text is no game tree, is another game, or holds a board, rule, stone or move that cannot
/// be played here: the first that is met.
pub fn read(text: &[u8]) -> Result<Record, SgfError> {
    read_decoded(&decoded(text))
}

/// The same of a text that is decoded already, whatever encoding it names.
///
/// # Errors
/// As [`read`].
pub fn read_text(text: &str) -> Result<Record, SgfError> {
    read_decoded(text.as_bytes())
}

fn read_decoded(text: &[u8]) -> Result<Record, SgfError> {
    let tree = tree::read(text)?;
    let root = tree.nodes.first().ok_or(SgfError::NotSgf)?;
    let rules = read_rules(root)?;
    let has_move = |node: &Node| node.iter().any(|tag| mover(tag).is_some());
    let first_move = tree.nodes.iter().position(has_move);
    let (start, late) = tree
        .nodes
        .split_at(first_move.map_or(tree.nodes.len(), |first| first + 1));
    let mut record = Record::from(set_up(&tree.nodes, start, rules)?);
    let mut moves = Vec::new();
    for (number, node) in tree.nodes.iter().enumerate() {
        if number >= tree.nodes.len() - late.len() {
            refuse_set_up(&record, node)?;
        }
        play(&mut record, node, rules)?;
        keep(&mut record, node);
        moves.push(record.game().moves().len());
    }
    for (node, branch) in tree.branches {
        let note = moves.get(node).and_then(|&moves| record.note_mut(moves));
        note.into_iter()
            .for_each(|note| note.branches.push(branch.clone()));
    }
    // It belongs in the root, but some programs write it where the game ends.
    let mut results = tree.nodes.iter().filter_map(|node| first(node, "RE"));
    if let Some(result) = results.find(|said| !said.is_empty()) {
        read_result(&mut record, &result);
    }
    Ok(record)
}

/// Whether other games stand behind the first.
#[must_use]
pub fn holds_more(text: &[u8]) -> bool {
    tree::read(&decoded(text)).is_ok_and(|tree| tree.more)
}

/// The rule that the first game names, if nobody here knows it: the game is read as freestyle.
#[must_use]
pub fn unknown_rule(text: &[u8]) -> Option<String> {
    root_value(text, "RU").filter(|name| !name.trim().is_empty() && rule(name).is_none())
}

/// What the first game's root says in a property of this name, without escapes; the first of
/// several values.
#[must_use]
pub fn root_value(text: &[u8], name: &str) -> Option<String> {
    let tree = tree::read(&decoded(text)).ok()?;
    first(tree.nodes.first()?, name)
}

/// The text in UTF-8, from the encoding that it names (`CA`); without a name, or with one that
/// nobody knows, it is taken for UTF-8.
fn decoded(text: &[u8]) -> Cow<'_, [u8]> {
    let named = tree::read(text).ok().and_then(|tree| {
        let label = first(tree.nodes.first()?, "CA")?;
        Encoding::for_label(label.as_bytes())
    });
    match named {
        Some(encoding) if encoding != UTF_8 => {
            let (decoded, _) = encoding.decode_without_bom_handling(text);
            Cow::Owned(decoded.into_owned().into_bytes())
        }
        _ => Cow::Borrowed(text),
    }
}

fn values<'a>(node: &'a Node, name: &str) -> &'a [String] {
    let mut tags = node.iter();
    let tag = tags.find(|tag| tag.name == name);
    tag.map_or(&[], |tag| &tag.values)
}

fn first(node: &Node, name: &str) -> Option<String> {
    let value = values(node, name).first()?;
    Some(unescape(value).trim().into())
}

fn read_rules(root: &Node) -> Result<Rules, SgfError> {
    if let Some(other) = first(root, "GM").filter(|gm| gm != "4") {
        return Err(SgfError::OtherGame(other));
    }
    let (columns, rows) = first(root, "SZ").map_or(Ok((15, 15)), |value| size(&value))?;
    let k = first(root, "MK").map_or(Ok(5), |value| number("MK", &value))?;
    let line = first(root, "RU").and_then(|name| rule(&name));
    let rules = Rules::new(columns, rows, k, line.unwrap_or(LineRule::Freestyle));
    let rules = rules.map_err(SgfError::Rules)?;
    // A game that a foul has ended is one in which fouls lose.
    let forfeited = first(root, "RE").is_some_and(|result| result.starts_with("W+F"));
    Ok(if forfeited {
        rules.with_fouls(FoulRule::Loses)
    } else {
        rules
    })
}

fn size(value: &str) -> Result<(usize, usize), SgfError> {
    let (columns, rows) = value.split_once(':').unwrap_or((value, value));
    let side = |text: &str| text.trim().parse().map_err(|_| bad("SZ", value));
    Ok((side(columns)?, side(rows)?))
}

fn number(property: &'static str, value: &str) -> Result<usize, SgfError> {
    value.parse().map_err(|_| bad(property, value))
}

fn bad(property: &'static str, value: &str) -> SgfError {
    SgfError::BadValue(property, value.into())
}

/// The position before the first move: the empty board unless stones are set up. `start` are the
/// nodes up to that move.
fn set_up(nodes: &[Node], start: &[Node], rules: Rules) -> Result<Game, SgfError> {
    let mut stones = Vec::new();
    for node in start {
        for (name, side) in [("AB", Side::Black), ("AW", Side::White)] {
            let points = set_up_points(node, name, rules)?;
            stones.extend(points.into_iter().map(|point| (point, side)));
        }
        let emptied = set_up_points(node, "AE", rules)?;
        stones.retain(|(point, _)| !emptied.contains(point));
    }
    let side = side_to_move(nodes, start, &stones)?;
    Game::set_up(rules, &stones, side).map_err(SgfError::SetUp)
}

fn set_up_points(node: &Node, name: &'static str, rules: Rules) -> Result<Vec<Point>, SgfError> {
    let mut points = Vec::new();
    for value in values(node, name) {
        let off = || SgfError::BadStone(name, value.clone());
        points.extend(rectangle(value, rules).ok_or_else(off)?);
    }
    Ok(points)
}

/// Behind the first move the board changes by moves alone. To name the side whose turn it is
/// does no harm.
fn refuse_set_up(record: &Record, node: &Node) -> Result<(), SgfError> {
    let late = |name| SgfError::LateSetUp(name, record.game().moves().len());
    let mut stones = ["AB", "AW", "AE"].into_iter();
    if let Some(name) = stones.find(|name| !values(node, name).is_empty()) {
        return Err(late(name));
    }
    match first(node, "PL") {
        Some(value) if side(&value)? != record.game().side_to_move() => Err(late("PL")),
        _ => Ok(()),
    }
}

fn side(value: &str) -> Result<Side, SgfError> {
    match value {
        _ if value.starts_with(['B', 'b', '1']) => Ok(Side::Black),
        _ if value.starts_with(['W', 'w', '2']) => Ok(Side::White),
        _ => Err(bad("PL", value)),
    }
}

/// As `PL` says; else whoever moves first; else White if Black has more stones.
fn side_to_move(
    nodes: &[Node],
    start: &[Node],
    stones: &[(Point, Side)],
) -> Result<Side, SgfError> {
    match start.iter().rev().find_map(|node| first(node, "PL")) {
        Some(value) => side(&value),
        None if stones.is_empty() => Ok(Side::Black),
        None => Ok(first_mover(nodes).unwrap_or_else(|| fewer_stones(stones))),
    }
}

fn mover(tag: &Tag) -> Option<Side> {
    match tag.name.as_str() {
        "B" => Some(Side::Black),
        "W" => Some(Side::White),
        _ => None,
    }
}

fn first_mover(nodes: &[Node]) -> Option<Side> {
    nodes.iter().flatten().find_map(mover)
}

fn fewer_stones(stones: &[(Point, Side)]) -> Side {
    let black = stones.iter().filter(|stone| stone.1 == Side::Black).count();
    if 2 * black > stones.len() {
        Side::White
    } else {
        Side::Black
    }
}

/// One point, or all within two corners: `aa` or `aa:cc`.
fn rectangle(value: &str, rules: Rules) -> Option<impl Iterator<Item = Point> + use<>> {
    let (from, to) = value.split_once(':').unwrap_or((value, value));
    let (from, to) = (point(from, rules)?, point(to, rules)?);
    let (columns, rows) = (from.column()..=to.column(), from.row()..=to.row());
    let cells = rows.flat_map(move |row| columns.clone().map(move |column| (column, row)));
    Some(cells.filter_map(|(column, row)| Point::new(column, row)))
}

/// Two letters, the column and the row from the top; some programs write `h8`, which is taken
/// as everywhere in this crate.
fn point(value: &str, rules: Rules) -> Option<Point> {
    let value = value.trim();
    let letter = |byte: u8| byte.is_ascii_lowercase().then(|| usize::from(byte - b'a'));
    let found = match *value.as_bytes() {
        [column, row] if row.is_ascii_lowercase() => Point::new(letter(column)?, letter(row)?),
        _ => parse_point(value, rules).ok(),
    };
    found.filter(|point| point.column() < rules.columns() && point.row() < rules.rows())
}

fn play(record: &mut Record, node: &Node, rules: Rules) -> Result<(), SgfError> {
    for tag in node {
        if let Some(side) = mover(tag) {
            play_move(record, tag, side, rules)?;
        }
    }
    Ok(())
}

fn play_move(record: &mut Record, tag: &Tag, side: Side, rules: Rules) -> Result<(), SgfError> {
    let number = record.game().moves().len() + 1;
    let shown = || format!("{}[{}]", tag.name, tag.values.join("]["));
    let [value] = tag.values.as_slice() else {
        return Err(if tag.values.is_empty() {
            SgfError::NoValue(number, tag.name.clone())
        } else {
            SgfError::ManyPoints(number, shown())
        });
    };
    let value = value.trim();
    if side != record.game().side_to_move() {
        return Err(SgfError::WrongTurn(number, shown()));
    }
    if is_pass(value, rules) {
        return Err(SgfError::Pass(number, shown()));
    }
    let point = point(value, rules).ok_or_else(|| SgfError::BadPoint(number, shown()))?;
    let played = record.play(point, None);
    played.map_err(|error| SgfError::BadMove(number, shown(), error))
}

fn is_pass(value: &str, rules: Rules) -> bool {
    value.is_empty() || value == "tt" && rules.columns().max(rules.rows()) < MAX_SIDE
}

/// Keeps what the node says of the position: the engine's thought if it begins a comment, and
/// everything that means nothing here.
fn keep(record: &mut Record, node: &Node) {
    let moves = record.game().moves().len();
    for tag in node.iter().filter(|tag| is_kept(tag)) {
        let mut tag = tag.clone();
        if tag.name == "C" && node.iter().any(|tag| mover(tag).is_some()) {
            let text = unescape(&tag.values.concat());
            let (thought, rest) = comment::split(&text, record.game());
            if thought.is_some() {
                record.set_thought(thought);
                tag.values = vec![escape(rest)];
            }
        }
        let says_nothing = ["C", "PB", "PW"].contains(&&*tag.name) && tag.values == [""];
        if let Some(note) = record.note_mut(moves).filter(|_| !says_nothing) {
            add(note, tag);
        }
    }
}

fn is_kept(tag: &Tag) -> bool {
    let value = || tag.values.first().map(String::as_str).unwrap_or_default();
    match tag.name.as_str() {
        "B" | "W" => false,
        "RU" => rule(value()).is_none(),
        // Our own names say who sits there now.
        "PB" | "PW" => value() != "Human" && !value().starts_with("minmax-h3"),
        name => !OWN.contains(&name) && !tag.values.is_empty(),
    }
}

/// Two nodes may say the same of one position: the second goes behind the first.
fn add(note: &mut Note, tag: Tag) {
    match note.tags.iter_mut().find(|known| known.name == tag.name) {
        None => note.tags.push(tag),
        Some(known) if tag.name == "C" => {
            let both = known.values.iter().chain(&tag.values).cloned();
            known.values = vec![both.collect::<Vec<_>>().join("\n")];
        }
        Some(known) => known.values.extend(tag.values),
    }
}

/// Who gave up, by a result such as `B+R`; any other result is kept for a game that the board
/// does not decide.
fn read_result(record: &mut Record, result: &str) {
    match result.to_ascii_uppercase().as_str() {
        "B+R" | "B+RESIGN" => record.resign(Side::White),
        "W+R" | "W+RESIGN" => record.resign(Side::Black),
        "" => {}
        "B+" | "W+" | "0" | "DRAW" if record.ending().is_some() => {} // the board shows as much
        _ => record.set_result(result.into()),
    }
}

/// The rule that a file names. Renju comes with its opening rule behind a colon, `Renju:Any`; to
/// take it for freestyle would play the game by other rules.
fn rule(name: &str) -> Option<LineRule> {
    let (name, _) = name.split_once(':').unwrap_or((name, ""));
    names::rule(name.trim())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::record::Ending;
    use minmax_engine::game::{PlayError, SetUpError};
    use minmax_engine::rules::RulesError;

    fn game(text: &str) -> Game {
        read(text.as_bytes()).unwrap().game().clone()
    }

    fn error(text: &str) -> SgfError {
        read(text.as_bytes()).unwrap_err()
    }

    #[test]
    fn rules_that_nobody_knows_are_named() {
        let unknown = |text: &str| unknown_rule(text.as_bytes());
        assert_eq!(unknown("(;GM[4]RU[swap2];B[hh])"), Some("swap2".into()));
        for known in [
            "(;GM[4]RU[Caro];B[hh])",
            "(;GM[4];B[hh])",
            "(;GM[4]RU[ ])",
            "no SGF",
        ] {
            assert_eq!(unknown(known), None, "{known}");
        }
    }

    #[test]
    fn a_file_of_another_program_is_read() {
        let text = "\u{feff}(;FF[4]GM[4]CA[UTF-8]AP[Gomocup:2]SZ[15]PB[A]PW[B]DT[2026-01-01]\r\n\
                    RE[B+1]RU[Freestyle]KM[0];B[hh]BL[10]C[mid];W[ig](;B[gi];W[aa])(;B[ii]))";
        let game = game(text);
        let points: Vec<_> = game.moves().iter().map(|p| (p.column(), p.row())).collect();
        assert_eq!(points, [(7, 7), (8, 6), (6, 8), (0, 0)]);
        assert_eq!(game.rules(), Rules::GOMOKU);
    }

    #[test]
    fn size_rule_and_length_are_read() {
        let other = game("(;GM[4]SZ[7:6]MK[4])").rules();
        assert_eq!((other.columns(), other.rows(), other.k()), (7, 6, 4));
        let caro = game("(;GM[4]SZ[19]RU[CARO])").rules();
        assert_eq!((caro.columns(), caro.line()), (19, LineRule::Caro));
        assert_eq!(game("(;GM[4]RU[house rules];B[oo])").rules(), Rules::GOMOKU);
        assert_eq!(game("(;SZ[3]MK[3];B[bb])").rules(), Rules::TIC_TAC_TOE);
    }

    #[test]
    fn stones_are_set_up_with_ranges_and_a_side() {
        let set = game("(;GM[4]AB[aa:ca][hh]AW[ee];B[ii])");
        assert_eq!(set.board().stones(), 6);
        assert_eq!(set.moves().len(), 1);
        assert_eq!(game("(;GM[4]AB[aa][bb])").side_to_move(), Side::White);
        let white = game("(;GM[4]AB[aa]PL[W];W[ii])");
        assert_eq!(white.moves().len(), 1);
        assert_eq!(game("(;GM[4]AB[aa])").side_to_move(), Side::White);
        let late = game("(;GM[4];AB[aa][bb][cc];AE[bb];PL[B];B[hh];PL[W]W[ii])");
        assert_eq!((late.board().stones(), late.moves().len()), (4, 2));
    }

    #[test]
    fn other_encodings_are_read() {
        // GBK, where a `]` may be half a character: 玗 is AB 5D.
        let text = b"(;GM[4]CA[gb2312]PB[\xd5\xc5\xc8\xfd\xab\x5d];B[hh])";
        let record = read(text).unwrap();
        let names = &record.note(0).unwrap().tags;
        assert_eq!(names[0].values, ["张三玗"]);
        assert_eq!(record.game().moves().len(), 1);
    }

    #[test]
    fn what_is_decoded_already_is_not_decoded_again() {
        let text = "(;GM[4]CA[gb2312]PB[张三];B[hh])";
        let record = read_text(text).unwrap();
        assert_eq!(record.note(0).unwrap().tags[0].values, ["张三"]);
    }

    #[test]
    fn points_with_numbers_count_from_the_bottom() {
        assert_eq!(
            game("(;GM[4];B[h8];W[A15])").moves(),
            game("(;;B[hh];W[aa])").moves()
        );
    }

    #[test]
    fn a_resignation_counts_while_the_game_is_open() {
        let ending = |text: &str| read(text.as_bytes()).unwrap().ending();
        let given_up = Some(Ending::Resigned(Side::White));
        assert_eq!(ending("(;RE[B+Resign];B[hh])"), given_up);
        assert_eq!(ending("(;RE[B+1];B[hh])"), None);
        assert_eq!(ending("(;RE[];B[hh];W[ii]RE[B+R])"), given_up);
        let row = "(;SZ[3]MK[3]RE[W+R];B[aa];W[ab];B[ba];W[bb];B[ca])";
        assert_eq!(ending(row), Some(Ending::Row(Side::Black)));
    }

    #[test]
    fn what_cannot_be_played_is_refused_with_its_number() {
        assert_eq!(error("(;GM[1])"), SgfError::OtherGame("1".into()));
        assert_eq!(error("(;SZ[x])"), bad("SZ", "x"));
        assert_eq!(
            error("(;SZ[99999999999999999999])"),
            bad("SZ", "99999999999999999999")
        );
        assert_eq!(error("(;MK[-1])"), bad("MK", "-1"));
        assert_eq!(
            error("(;SZ[21])"),
            SgfError::Rules(RulesError::Side { found: 21 })
        );
        for renju in ["(;RU[Renju])", "(;RU[Renju:Any])", "(;RU[RENJU:Soosyrv-8])"] {
            assert_eq!(game(renju).rules().line(), LineRule::Renju);
        }
        assert_eq!(error("(;AB[zz])"), SgfError::BadStone("AB", "zz".into()));
        assert_eq!(error("(;PL[x])"), bad("PL", "x"));
        let twice = SetUpError::Occupied(Point::new(7, 7).unwrap());
        assert_eq!(error("(;AB[hh]AW[hh])"), SgfError::SetUp(twice));
        for (name, node) in [("AW", "AW[aa]"), ("AE", "AE[hh]"), ("PL", "PL[B]")] {
            let text = format!("(;;B[hh];{node})");
            assert_eq!(error(&text), SgfError::LateSetUp(name, 1));
        }
        for (text, expected) in [
            ("(;;B hh)", SgfError::NoValue(1, "B".into())),
            ("(;;B[hh][ii])", SgfError::ManyPoints(1, "B[hh][ii]".into())),
            ("(;;B[hh];B[aa])", SgfError::WrongTurn(2, "B[aa]".into())),
            ("(;;B[hh]B[hh])", SgfError::WrongTurn(2, "B[hh]".into())),
            ("(;;W[hh])", SgfError::WrongTurn(1, "W[hh]".into())),
            ("(;;B[hh];W[])", SgfError::Pass(2, "W[]".into())),
            ("(;;B[tt])", SgfError::Pass(1, "B[tt]".into())),
            ("(;;B[hp])", SgfError::BadPoint(1, "B[hp]".into())),
        ] {
            assert_eq!(error(text), expected);
        }
        let occupied = PlayError::Occupied(Point::new(7, 7).unwrap());
        assert_eq!(
            error("(;;B[hh];W[hh])"),
            SgfError::BadMove(2, "W[hh]".into(), occupied)
        );
    }
}
