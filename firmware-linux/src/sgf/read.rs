//! The meaning: from nodes to a game.

use minmax_engine::game::Game;
use minmax_engine::notation::parse_point;
use minmax_engine::point::{MAX_SIDE, Point};
use minmax_engine::rules::{LineRule, Rules};
use minmax_engine::side::Side;

use super::tree::{Node, Property, main_line};
use super::{SgfError, comment};
use crate::app::record::Record;
use crate::names;

/// Reads the main line of a game.
///
/// # Errors
/// The text is no game tree, is another game, or holds a board, rule, stone or move that cannot
/// be played here: the first that is met.
pub fn read(text: &[u8]) -> Result<Record, SgfError> {
    let nodes = main_line(text)?;
    let (root, rest) = nodes.split_first().ok_or(SgfError::NotSgf)?;
    let rules = read_rules(root)?;
    let mut record = Record::from(set_up(&nodes, root, rules)?);
    play(&mut record, root, rules)?;
    for node in rest {
        if ["AB", "AW", "AE"]
            .iter()
            .any(|name| values(node, name).is_some())
        {
            return Err(SgfError::LateSetUp(record.game().moves().len()));
        }
        play(&mut record, node, rules)?;
    }
    if let Some(side) = first(root, "RE").and_then(resigned) {
        record.resign(side);
    }
    Ok(record)
}

fn values<'a>(node: &'a Node, name: &str) -> Option<&'a [String]> {
    let mut properties = node.iter();
    let property = properties.find(|property| property.name == name)?;
    Some(&property.values)
}

fn first<'a>(node: &'a Node, name: &str) -> Option<&'a str> {
    values(node, name)?.first().map(|value| value.trim())
}

fn read_rules(root: &Node) -> Result<Rules, SgfError> {
    if let Some(other) = first(root, "GM").filter(|&gm| gm != "4") {
        return Err(SgfError::OtherGame(other.into()));
    }
    let (columns, rows) = first(root, "SZ").map_or(Ok((15, 15)), size)?;
    let k = first(root, "MK").map_or(Ok(5), |value| number("MK", value))?;
    let line = first(root, "RU").and_then(rule);
    Rules::new(columns, rows, k, line.unwrap_or(LineRule::Freestyle)).map_err(SgfError::Rules)
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

/// The start position: the empty board unless stones are set up.
fn set_up(nodes: &[Node], root: &Node, rules: Rules) -> Result<Game, SgfError> {
    let mut stones = Vec::new();
    for (name, side) in [("AB", Side::Black), ("AW", Side::White)] {
        for value in values(root, name).unwrap_or_default() {
            let points = rectangle(value, rules).ok_or_else(|| bad(name, value))?;
            stones.extend(points.map(|point| (point, side)));
        }
    }
    Game::set_up(rules, &stones, side_to_move(nodes, root, &stones)?).map_err(SgfError::SetUp)
}

/// As `PL` says; else whoever moves first; else White if Black has more stones.
fn side_to_move(nodes: &[Node], root: &Node, stones: &[(Point, Side)]) -> Result<Side, SgfError> {
    match first(root, "PL") {
        Some(value) if value.starts_with(['B', 'b', '1']) => Ok(Side::Black),
        Some(value) if value.starts_with(['W', 'w', '2']) => Ok(Side::White),
        Some(value) => Err(bad("PL", value)),
        None if stones.is_empty() => Ok(Side::Black),
        None => Ok(first_mover(nodes).unwrap_or_else(|| fewer_stones(stones))),
    }
}

fn mover(property: &Property) -> Option<Side> {
    match property.name.as_str() {
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
    for property in node {
        let Some(side) = mover(property) else {
            continue;
        };
        let value = property.values.first().map_or("", |value| value.trim());
        play_move(record, node, (side, value), rules)?;
    }
    Ok(())
}

fn play_move(
    record: &mut Record,
    node: &Node,
    (side, value): (Side, &str),
    rules: Rules,
) -> Result<(), SgfError> {
    let number = record.game().moves().len() + 1;
    if side != record.game().side_to_move() {
        return Err(SgfError::WrongTurn(number));
    }
    if is_pass(value, rules) {
        return Err(SgfError::Pass(number));
    }
    let point = point(value, rules).ok_or_else(|| SgfError::BadPoint(number, value.into()))?;
    let thought = first(node, "C").and_then(comment::read);
    let played = record.play(point, thought);
    played.map_err(|error| SgfError::BadMove(number, error))
}

fn is_pass(value: &str, rules: Rules) -> bool {
    value.is_empty() || value == "tt" && rules.columns().max(rules.rows()) < MAX_SIDE
}

/// Who gave up, by a result such as `B+R`.
fn resigned(result: &str) -> Option<Side> {
    match result.to_ascii_uppercase().as_str() {
        "B+R" | "B+RESIGN" => Some(Side::White),
        "W+R" | "W+RESIGN" => Some(Side::Black),
        _ => None,
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
    use minmax_engine::game::PlayError;
    use minmax_engine::rules::RulesError;

    fn game(text: &str) -> Game {
        read(text.as_bytes()).unwrap().game().clone()
    }

    fn error(text: &str) -> SgfError {
        read(text.as_bytes()).unwrap_err()
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
            assert_eq!(error(renju), SgfError::Rules(RulesError::Renju));
        }
        assert_eq!(error("(;AB[zz])"), bad("AB", "zz"));
        assert_eq!(error("(;;B[hh];AW[aa])"), SgfError::LateSetUp(1));
        assert_eq!(error("(;;B[hh];B[aa])"), SgfError::WrongTurn(2));
        assert_eq!(error("(;;W[hh])"), SgfError::WrongTurn(1));
        assert_eq!(error("(;;B[hh];W[])"), SgfError::Pass(2));
        assert_eq!(error("(;;B[tt])"), SgfError::Pass(1));
        assert_eq!(error("(;;B[hp])"), SgfError::BadPoint(1, "hp".into()));
        let occupied = PlayError::Occupied(Point::new(7, 7).unwrap());
        assert_eq!(error("(;;B[hh];W[hh])"), SgfError::BadMove(2, occupied));
    }
}
