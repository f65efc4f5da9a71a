//! From text to a game.

use minmax_engine::game::Game;
use minmax_engine::point::Point;
use minmax_engine::rules::{LineRule, Rules};

use super::{Ending, Psq, PsqError};

/// What a file begins with.
const MAGIC: &str = "Piskvorky ";

/// Reads a game of five in a row by that rule. Bytes that are no text in UTF-8 may stand in names.
///
/// # Errors
/// The first line that cannot be understood or played.
pub fn read(text: &[u8], line: LineRule) -> Result<Psq, PsqError> {
    let text = String::from_utf8_lossy(text);
    let mut lines = text.lines().map(str::trim).filter(|line| !line.is_empty());
    let head = lines.next().and_then(head).ok_or(PsqError::NotPsq)?;
    let rules = Rules::new(head.columns, head.rows, 5, line).map_err(PsqError::Rules)?;
    let mut game = Game::new(rules);
    let mut times_ms = Vec::new();
    let mut rest = Vec::new();
    for line in lines {
        match numbers(line) {
            Some(numbers) if rest.is_empty() => {
                let number = times_ms.len() + 1;
                let point = point(&numbers, rules);
                let point = point.ok_or_else(|| PsqError::BadPoint(number, line.into()))?;
                let played = game.try_play(point);
                played.map_err(|error| PsqError::BadMove(number, line.into(), error))?;
                times_ms.push(time(&numbers));
            }
            _ => rest.push(line),
        }
    }
    let (players, ending) = tail(&rest, head.second_began);
    Ok(Psq {
        game,
        times_ms,
        players,
        ending,
    })
}

struct Head {
    columns: usize,
    rows: usize,
    second_began: bool,
}

/// `15x15, 11:11, 0` behind the magic word. What is missing behind the size is as usual.
fn head(line: &str) -> Option<Head> {
    let line = line.trim_start_matches('\u{feff}').strip_prefix(MAGIC)?;
    let mut parts = line.split(',').map(str::trim);
    let (columns, rows) = parts.next()?.split_once('x')?;
    let began = parts.nth(1).unwrap_or("0");
    Some(Head {
        columns: columns.trim().parse().ok()?,
        rows: rows.trim().parse().ok()?,
        second_began: began == "1",
    })
}

/// The numbers of a line that is a move: two, or three with the time.
fn numbers(line: &str) -> Option<Vec<i64>> {
    let numbers: Option<Vec<_>> = line
        .split(',')
        .map(|word| word.trim().parse().ok())
        .collect();
    numbers.filter(|numbers| (2..=3).contains(&numbers.len()))
}

fn point(numbers: &[i64], rules: Rules) -> Option<Point> {
    let index = |n: usize, side: usize| {
        let index = usize::try_from(*numbers.get(n)?).ok()?.checked_sub(1)?;
        (index < side).then_some(index)
    };
    Point::new(index(0, rules.columns())?, index(1, rules.rows())?)
}

fn time(numbers: &[i64]) -> u64 {
    let ms = numbers.get(2).copied().unwrap_or_default();
    u64::try_from(ms).unwrap_or_default()
}

/// What stands behind the moves: the players' names if there are two, and how it ended.
fn tail(rest: &[&str], second_began: bool) -> (Option<[String; 2]>, Ending) {
    let (code, names) = match rest.split_last() {
        Some((last, names)) => match last.parse() {
            Ok(code) => (Some(code), names),
            Err(_) => (None, rest),
        },
        None => (None, rest),
    };
    let players = match (names, second_began) {
        ([one, two], false) => Some([String::from(*one), String::from(*two)]),
        ([one, two], true) => Some([String::from(*two), String::from(*one)]),
        _ => None,
    };
    (players, code.map_or(Ending::Unknown, Ending::from_code))
}

#[cfg(test)]
mod tests {
    use super::*;
    use minmax_engine::game::PlayError;
    use minmax_engine::rules::RulesError;

    fn free(text: &str) -> Result<Psq, PsqError> {
        read(text.as_bytes(), LineRule::Freestyle)
    }

    #[test]
    fn a_saved_match_is_read() {
        let psq = free("Piskvorky 20x20, 11:11, 0\n10,11,0\n1,20,1250\npbrain-a\npbrain-b\n-1\n");
        let psq = psq.unwrap();
        assert_eq!(psq.game.rules().columns(), 20);
        let cells: Vec<_> = psq
            .game
            .moves()
            .iter()
            .map(|p| (p.column(), p.row()))
            .collect();
        assert_eq!(cells, [(9, 10), (0, 19)]);
        assert_eq!(psq.times_ms, [0, 1250]);
        assert_eq!(psq.players, Some(["pbrain-a".into(), "pbrain-b".into()]));
        assert_eq!(psq.ending, Ending::Unknown);
    }

    #[test]
    fn a_game_that_the_second_player_began() {
        let psq = free("Piskvorky 15x15, 0:3, 1\r\n8,8,10\r\nperson\r\nbrain\r\n0\r\n").unwrap();
        assert_eq!(psq.players, Some(["brain".into(), "person".into()]));
        assert_eq!(psq.ending, Ending::Regular);
    }

    #[test]
    fn less_is_enough() {
        let psq = free("Piskvorky 15x15\n8,8").unwrap();
        assert_eq!((psq.game.moves().len(), psq.players), (1, None));
        assert_eq!((psq.times_ms, psq.ending), (vec![0], Ending::Unknown));
        assert_eq!(
            free("Piskvorky 15x15, 0:0, 0\n42\n").unwrap().ending,
            Ending::Other(42)
        );
        let odd = read(
            b"Piskvorky 9x9, 1:1, 0\n1,1,-5\n\xff\xfe\nb\n",
            LineRule::Standard,
        );
        assert_eq!(odd.unwrap().players.unwrap()[1], "b");
    }

    #[test]
    fn nonsense_is_refused() {
        for text in [
            "",
            "x",
            "Piskvorky",
            "Piskvorky 15",
            "Piskvorky axb, 1:1, 0",
            "(;GM[4])",
        ] {
            assert_eq!(free(text), Err(PsqError::NotPsq), "{text}");
        }
        let side = |found| Err(PsqError::Rules(RulesError::Side { found }));
        assert_eq!(free("Piskvorky 21x15, 1:1, 0"), side(21));
        let bad = |text: &str| free(&format!("Piskvorky 15x15, 1:1, 0\n8,8,0\n{text}"));
        for text in [
            "0,8,0",
            "16,8,0",
            "8,16,0",
            "-1,3,0",
            "9223372036854775807,1,0",
        ] {
            assert_eq!(bad(text), Err(PsqError::BadPoint(2, text.into())));
        }
        let centre = Point::new(7, 7).unwrap();
        let taken = PsqError::BadMove(2, "8,8,0".into(), PlayError::Occupied(centre));
        assert_eq!(bad("8,8,0"), Err(taken));
    }
}
