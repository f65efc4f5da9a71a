//! The engine's thoughts as comments: a first line such as
//! `score +17, depth 6, nodes 600, time 0.420 s, line h8 i9 g7`. What stands below it is somebody else's.

use minmax_engine::game::Game;
use minmax_engine::notation::parse_point;
use minmax_engine::score::{Score, loss_in, plies_to_win, win_in};

use crate::app::thought::{Thought, Variation};

/// What the engine thought, if the comment begins so, and the rest of the comment.
pub(super) fn split<'a>(comment: &'a str, game: &Game) -> (Option<Thought>, &'a str) {
    let (first, rest) = comment.split_once('\n').unwrap_or((comment, ""));
    match read(first, game) {
        None => (None, comment),
        thought => (thought, rest.trim_start_matches('\n')),
    }
}

/// What the engine thought, if the line is a [`Thought`] as it is printed in full. Older files have no line
/// of moves.
fn read(line: &str, game: &Game) -> Option<Thought> {
    let mut parts = line.trim().split(", ");
    let thought = Thought {
        score: read_score(parts.next()?)?,
        depth: parts.next()?.strip_prefix("depth ")?.parse().ok()?,
        nodes: parts.next()?.strip_prefix("nodes ")?.parse().ok()?,
        elapsed_ms: read_time(parts.next()?)?,
        pv: parts
            .next()
            .map_or(Some(Variation::default()), |text| read_line(text, game))?,
    };
    parts.next().is_none().then_some(thought)
}

fn read_score(text: &str) -> Option<Score> {
    let moves = |number: &str| number.parse::<u16>().ok().filter(|n| (1..=400).contains(n));
    if let Some(number) = text.strip_prefix("win in ") {
        moves(number).map(|n| win_in(2 * n - 1))
    } else if let Some(number) = text.strip_prefix("loss in ") {
        moves(number).map(|n| loss_in(2 * n))
    } else {
        let score: Score = text.strip_prefix("score ")?.parse().ok()?;
        plies_to_win(score).is_none().then_some(score)
    }
}

fn read_time(text: &str) -> Option<u64> {
    let number = text.strip_prefix("time ")?.strip_suffix(" s")?;
    let (seconds, thousandths) = number.split_once('.')?;
    let fraction: u64 = thousandths
        .parse()
        .ok()
        .filter(|_| thousandths.len() == 3)?;
    seconds
        .parse::<u64>()
        .ok()?
        .checked_mul(1000)?
        .checked_add(fraction)
}

/// A variation that begins with the last move of the game.
fn read_line(text: &str, game: &Game) -> Option<Variation> {
    let names = text.strip_prefix("line ")?.split(' ');
    let points = names.map(|name| parse_point(name, game.rules()).ok());
    let points: Vec<_> = points.collect::<Option<_>>()?;
    let fits = points.len() <= Variation::LONGEST && points.first() == game.moves().last();
    fits.then(|| points.as_slice().into())
}

#[cfg(test)]
mod tests {
    use super::*;
    use minmax_engine::rules::Rules;

    fn game() -> Game {
        let mut game = Game::new(Rules::GOMOKU);
        game.play(parse_point("h8", Rules::GOMOKU).unwrap());
        game
    }

    fn line(names: &str) -> Variation {
        let points = names
            .split(' ')
            .map(|name| parse_point(name, Rules::GOMOKU));
        points.map(Result::unwrap).collect()
    }

    #[test]
    fn thoughts_read_back() {
        let longest = ["h8"; Variation::LONGEST].join(" ");
        for score in [0, 17, -250, win_in(1), win_in(5), loss_in(2), loss_in(8)] {
            for pv in [
                Variation::default(),
                line("h8"),
                line("h8 a15 o1"),
                line(&longest),
            ] {
                let thought = Thought {
                    score,
                    depth: 6,
                    nodes: 600,
                    elapsed_ms: 61_042,
                    pv,
                };
                let text = thought.in_full(Rules::GOMOKU);
                assert_eq!(read(&text, &game()), Some(thought), "{text}");
            }
        }
    }

    #[test]
    fn the_comment_is_for_people_too() {
        let thought = Thought {
            score: win_in(5),
            depth: 6,
            nodes: 600,
            elapsed_ms: 420,
            pv: line("h8 i9"),
        };
        assert_eq!(
            thought.in_full(Rules::GOMOKU),
            "win in 3, depth 6, nodes 600, time 0.420 s, line h8 i9"
        );
    }

    #[test]
    fn somebody_may_add_a_comment() {
        let text = "score +1, depth 1, nodes 1, time 0.001 s\nWhy not h8?\nOh.";
        let (thought, rest) = split(text, &game());
        assert_eq!(
            (thought.map(|t| t.score), rest),
            (Some(1), "Why not h8?\nOh.")
        );
        let own = "Why not h8?\nscore +1, depth 1, nodes 1, time 0.001 s";
        assert_eq!(split(own, &game()), (None, own));
    }

    #[test]
    fn other_comments_say_nothing() {
        let longer = ["h8"; Variation::LONGEST + 1];
        for other in [
            "",
            "a fine move",
            "score 5",
            "score +99999999999, depth 1, nodes 1, time 0.001 s",
            "score +1, depth 999, nodes 1, time 0.001 s",
            "win in 0, depth 1, nodes 1, time 0.001 s",
            "win in 60000, depth 1, nodes 1, time 0.001 s",
            "score +1, depth 1, nodes 1, time 99999999999999999999.001 s",
            "score +1, depth 1, nodes 1, time 18446744073709551615.001 s",
            "score +1, depth 1, nodes 1, time 0.001 s, and more",
            "score +1, depth 1, nodes 1, time 0.001 s, line ",
            "score +1, depth 1, nodes 1, time 0.001 s, line i9",
            "score +1, depth 1, nodes 1, time 0.001 s, line h8 z99",
            "score +1, depth 1, nodes 1, time 0.001 s, line h8, and more",
            &format!(
                "score +1, depth 1, nodes 1, time 0.001 s, line {}",
                longer.join(" ")
            ),
        ] {
            assert_eq!(read(other, &game()), None, "{other}");
        }
    }
}
