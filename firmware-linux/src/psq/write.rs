//! From a game to text.

use std::fmt::Write;

use super::Psq;

/// What Piskvork writes for a brain of a tournament.
const BRAIN: u32 = 11;
/// A move without a time.
const NO_TIME: u64 = 0;

/// Writes a game; lines end in CR LF, as on the system that the format comes from. Stones that
/// were set up cannot be told in this format and are left out.
#[must_use]
pub fn write(psq: &Psq) -> String {
    let rules = psq.game.rules();
    let (columns, rows) = (rules.columns(), rules.rows());
    let mut text = format!("Piskvorky {columns}x{rows}, {BRAIN}:{BRAIN}, 0\r\n");
    for (number, point) in psq.game.moves().iter().enumerate() {
        let ms = psq.times_ms.get(number).unwrap_or(&NO_TIME);
        // Writing to a string never fails.
        let _ = write!(text, "{},{},{ms}\r\n", point.column() + 1, point.row() + 1);
    }
    for name in psq.players.iter().flatten() {
        let _ = write!(text, "{}\r\n", line(name));
    }
    let _ = write!(text, "{}\r\n", psq.ending.code());
    text
}

/// A name as one line that is no move, no number and not empty.
fn line(name: &str) -> String {
    let clean: String = name
        .chars()
        .map(|c| if c.is_control() { ' ' } else { c })
        .collect();
    let clean = clean.trim();
    let number = |text: &str| text.trim().parse::<i64>().is_ok();
    if clean.is_empty() || number(clean) || clean.split(',').all(number) {
        format!("?{clean}")
    } else {
        clean.into()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::psq::{Ending, read};
    use minmax_engine::game::Game;
    use minmax_engine::point::Point;
    use minmax_engine::rules::{LineRule, Rules};

    fn psq() -> Psq {
        let rules = Rules::new(15, 12, 5, LineRule::Standard).unwrap();
        let mut game = Game::new(rules);
        for (x, y) in [(7, 7), (0, 11), (14, 0)] {
            game.play(Point::new(x, y).unwrap());
        }
        Psq {
            game,
            times_ms: vec![0, 250],
            players: Some(["search,nodes=5".into(), "b".into()]),
            ending: Ending::TimeOut,
        }
    }

    #[test]
    fn a_game_is_written_as_piskvork_writes_it() {
        let expected = "Piskvorky 15x12, 11:11, 0\r\n8,8,0\r\n1,12,250\r\n15,1,0\r\n\
                        search,nodes=5\r\nb\r\n15\r\n";
        assert_eq!(write(&psq()), expected);
        let nameless = Psq {
            players: None,
            ending: Ending::Unknown,
            ..psq()
        };
        assert!(write(&nameless).ends_with("\r\n15,1,0\r\n-1\r\n"));
    }

    #[test]
    fn what_is_written_reads_back() {
        let mut written = psq();
        written.times_ms.push(0);
        let back = read(write(&written).as_bytes(), LineRule::Standard);
        assert_eq!(back, Ok(written));
    }

    #[test]
    fn no_name_is_taken_for_something_else() {
        for name in ["", " ", "7", "1,2,3", "a\nb", "\r\n"] {
            let mut strange = psq();
            strange.players = Some([name.into(), name.into()]);
            let text = write(&strange);
            assert_eq!(text.lines().count(), 7, "{text:?}");
            let back = read(text.as_bytes(), LineRule::Standard).unwrap();
            assert_eq!(back.game.moves().len(), 3);
            assert_eq!(back.players.map(|names| names[0] == line(name)), Some(true));
            assert_eq!(back.ending, Ending::TimeOut);
        }
    }
}
