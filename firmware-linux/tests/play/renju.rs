//! Forbidden points: refused, shown, and lost by.

use std::fs;

use crate::program::{Talk, script};

const TWO_PEOPLE: [&str; 4] = ["--game", "renju", "--players", "human,human"];
/// Two open twos that meet in h8.
const BEFORE: [&str; 8] = ["h9", "a1", "g8", "a3", "i8", "a5", "h7", "a7"];

fn talk(options: &[&str]) -> Talk {
    let mut talk = Talk::new(&[&TWO_PEOPLE, options].concat());
    for (number, point) in BEFORE.iter().enumerate() {
        talk.send(point);
        let next = ["White (O) to move.", "Black (X) to move."][number % 2];
        talk.expect(next);
    }
    talk
}

#[test]
fn a_foul_is_refused_by_its_name_and_may_be_played_by_white() {
    let mut talk = talk(&[]);
    talk.send("h8");
    assert_eq!(
        talk.expect("h8 is forbidden"),
        "h8 is forbidden to Black: a double three."
    );
    talk.send("o15");
    talk.expect("White (O) to move.");
    talk.send("h8");
    talk.expect("Black (X) to move.");
}

#[test]
fn forbidden_points_are_shown_or_not() {
    let row = |lines: &[String]| {
        let row = lines.iter().find(|line| line.starts_with(" 8"));
        row.cloned().unwrap_or_default()
    };
    let mut talk = talk(&[]);
    talk.send("board");
    let shown = talk.until(|line| line.ends_with(" to move."));
    assert_eq!(row(&shown), " 8 . . . . . . X ! X . . . . . .");
    talk.send("fouls");
    talk.expect("Forbidden points are not shown.");
    talk.send("board");
    let hidden = talk.until(|line| line.ends_with(" to move."));
    assert_eq!(row(&hidden), " 8 . . . . . . X + X . . . . . .");
}

#[test]
fn games_without_fouls_show_none() {
    let text = script(&["--rule", "standard"], &["fouls", "quit"]);
    assert!(text.contains("Only renju has forbidden points."), "{text}");
}

#[test]
fn where_a_foul_loses_it_is_played_kept_and_taken_back() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("foul.sgf");
    let mut talk = talk(&["--foul", "loses"]);
    talk.send("h8");
    let end = "White (O) wins: Black played h8, a double three.";
    talk.expect(end);
    talk.send(&format!("save {}", file.display()));
    talk.expect("Saved");
    let text = fs::read_to_string(&file).unwrap();
    assert!(
        text.contains("RU[renju]") && text.contains("RE[W+F]"),
        "{text}"
    );
    talk.send("undo");
    talk.expect("Black (X) to move.");
    talk.send(&format!("load {}", file.display()));
    talk.expect(end);
    talk.send("quit");
    assert_eq!(talk.end(), 0);
}

/// A file in which a foul has ended the game is read by those, too, who refuse fouls.
#[test]
fn a_game_that_a_foul_has_ended_is_read() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("foul.sgf");
    let moves = "B[hg];W[aa];B[gh];W[ac];B[ih];W[ae];B[hi];W[ag];B[hh]";
    fs::write(&file, format!("(;GM[4]RU[Renju]RE[W+Forfeit];{moves})")).unwrap();
    let load = format!("load {}", file.display());
    let text = script(&TWO_PEOPLE, &[&load, "undo", "h8", "quit"]);
    assert!(
        text.contains("wins: Black played h8, a double three."),
        "{text}"
    );
    assert!(text.contains("h8 is forbidden to Black"), "{text}");
}

#[test]
fn the_engine_plays_whole_games_of_renju_against_itself() {
    for options in [["--level", "4"], ["--size", "7"]] {
        let args = [
            &["--rule", "renju", "--players", "engine,engine"],
            &options[..],
        ]
        .concat();
        let mut talk = Talk::new(&args);
        let lines = talk.until(|line| line.contains(" wins: ") || line.starts_with("A draw"));
        assert!(lines.iter().filter(|line| line.contains(" plays ")).count() > 8);
        talk.close_input();
        assert_eq!(talk.end(), 0);
    }
}
