//! Whole games on a pipe, and every command.

use crate::program::{Talk, quick, run, script};

/// Whether the line ends a position: whose turn it is, or how the game ended.
fn ends_position(line: &str) -> bool {
    line.ends_with(" to move.") || ends_game(line)
}

fn ends_game(line: &str) -> bool {
    line.contains(" wins: ") || line.starts_with("A draw")
}

/// The first empty point of a board that was printed: `a1`.
fn first_empty(position: &[String], columns: usize) -> String {
    let rows = position.iter().filter_map(|line| {
        let label = line.get(..2)?.trim().parse::<usize>().ok()?;
        let cells: Vec<char> = line.chars().skip(3).step_by(2).collect();
        (cells.len() <= columns).then_some((label, cells))
    });
    for (label, cells) in rows {
        let empty = cells.iter().position(|c| !"XO".contains(*c));
        if let Some(column) = empty {
            return format!("{}{label}", char::from(b'a' + column as u8));
        }
    }
    panic!("no empty point in\n{}", position.join("\n"));
}

/// Plays a whole game against the engine, always on the first empty point: how it ended, and
/// how many moves it had.
fn whole_game(args: &[&str], columns: usize) -> (String, usize) {
    let mut talk = Talk::new(&quick(args));
    let mut moves = 0;
    let last = loop {
        let position = talk.until(ends_position);
        moves += position
            .iter()
            .filter(|line| line.contains(" plays "))
            .count();
        let last = position.last().unwrap().clone();
        if ends_game(&last) {
            break last;
        }
        let board = position.len() - 1;
        talk.send(&first_empty(&position[..board], columns));
    };
    talk.send("quit");
    assert_eq!(talk.end(), 0);
    (last, moves)
}

#[test]
fn games_of_every_kind_come_to_an_end() {
    for (args, columns) in [
        (vec!["--game", "tictactoe"], 3),
        (vec!["--game", "tictactoe", "--side", "second"], 3),
        (vec!["--game", "4x4"], 4),
        (vec!["--game", "7,6,4", "--players", "engine,human"], 7),
        (vec!["play", "--size", "7", "--rule", "caro"], 7),
        (vec!["play", "--game", "gomoku", "--rule", "standard"], 15),
    ] {
        let (ending, moves) = whole_game(&args, columns);
        assert!(moves >= 5, "{args:?}: {ending} after {moves} moves");
    }
}

/// What is printed of a game between two engines, up to its end.
fn watched(args: &[&str]) -> Vec<String> {
    let mut talk = Talk::new(&quick(&[&["--players", "engine,engine"], args].concat()));
    let lines = talk.until(ends_game);
    talk.close_input();
    assert_eq!(talk.end(), 0);
    lines
}

#[test]
fn a_watched_game_goes_on_to_its_end() {
    let lines = watched(&["--game", "tictactoe"]);
    assert!(lines.iter().filter(|line| line.contains(" plays ")).count() >= 5);
}

#[test]
fn after_a_watched_game_only_what_works_is_offered() {
    let args = quick(&["--players", "engine,engine", "--game", "tictactoe"]);
    let mut talk = Talk::new(&args);
    talk.until(ends_game);
    for refused in ["5", "hint"] {
        talk.send(refused);
        let said = talk.expect("The game is over");
        assert_eq!(said, "The game is over: new begins another.");
    }
    talk.send("new");
    talk.expect("A new game.");
    talk.until(ends_game);
    talk.close_input();
    assert_eq!(talk.end(), 0);
}

#[test]
fn given_limits_are_told_instead_of_the_level() {
    for (options, seat) in [
        (vec![], "engine, level 5"),
        (vec!["--level", "8"], "engine, level 8"),
        (
            vec!["--time", "0.25"],
            "engine, 0.25 s a move, with the errors of level 5",
        ),
        (
            vec![
                "--level", "8", "--depth", "4", "--nodes", "9000", "--time", "2",
            ],
            "engine, 2 s a move, depth 4, 9000 nodes a move",
        ),
        (
            vec!["--level", "10", "--time", "0.05"],
            "engine, 0.05 s a move",
        ),
    ] {
        let text = script(&options, &["quit"]);
        assert_eq!(text.lines().nth(2), Some(&*format!("White (O): {seat}")));
    }
}

#[test]
fn the_same_seed_plays_the_same_game() {
    let args = ["--size", "7", "--level", "3"];
    let moves = || {
        let lines = watched(&args);
        let played = lines.iter().filter(|line| line.contains(" plays "));
        // All but the time.
        let moves = played.map(|line| {
            line.rsplit_once(", ")
                .map_or(&**line, |parts| parts.0)
                .into()
        });
        moves.collect::<Vec<String>>()
    };
    assert_eq!(moves(), moves());
}

#[test]
fn two_people_play_a_win_and_a_draw() {
    let two = ["--players", "human,human", "--game", "tictactoe"];
    let won = script(&two, &["1", "4", "2", "5", "3", "6", "quit"]);
    let expected = "\
Black (X) plays c3 (3)
 3*X*X*X*
 2 O O 6
 1 7 8 9
   a b c
Black (X) wins: a3 (1) b3 (2) c3 (3).
The game is over: new begins another, undo takes back.
";
    assert!(won.ends_with(expected), "{won}");
    // A row on the last empty cell wins, and is no draw.
    let last = script(&two, &["1", "2", "3", "4", "5", "6", "8", "7", "9"]);
    assert!(
        last.ends_with("Black (X) wins: a3 (1) b2 (5) c1 (9).\n"),
        "{last}"
    );
    let draw = script(&two, &["5", "1", "2", "8", "7", "3", "6", "4", "9"]);
    assert!(draw.ends_with("A draw: nobody has a row.\n"), "{draw}");
}

#[test]
fn moves_are_taken_back_and_played_again() {
    let mut talk = Talk::new(&quick(&["--game", "tictactoe"]));
    talk.until(ends_position);
    talk.send("5");
    let replied = talk.until(ends_position);
    assert_eq!(
        replied
            .iter()
            .filter(|line| line.contains(" plays "))
            .count(),
        2
    );
    talk.send("undo");
    let undone = talk.until(ends_position);
    assert_eq!(undone[0], "Moves taken back: 2.");
    assert_eq!(&undone[1..4], [" 3 1 2 3", " 2 4 5 6", " 1 7 8 9"]);
    talk.send("u");
    talk.expect("nothing to take back");
    talk.send("redo");
    let redone = talk.until(ends_position);
    assert_eq!(redone[0], "Moves played again: 2.");
    assert_eq!(redone[1..], replied[2..]);
    talk.send("r");
    talk.expect("nothing to play again");
    talk.send("quit");
    assert_eq!(talk.end(), 0);
}

#[test]
fn advice_names_a_point_and_plays_nothing() {
    let mut talk = Talk::new(&quick(&["--game", "tictactoe"]));
    talk.until(ends_position);
    talk.send("hint");
    talk.expect("Hint: ");
    talk.send("board");
    let board = talk.until(ends_position);
    assert!(
        !board
            .iter()
            .any(|line| line.contains(['X', 'O']) && !line.contains("move"))
    );
    talk.close_input();
    assert_eq!(talk.end(), 0);
}

#[test]
fn sides_levels_new_games_and_resignations() {
    let mut talk = Talk::new(&quick(&["--game", "4x4"]));
    talk.until(ends_position);
    talk.send("level 2");
    talk.expect("Level 2");
    talk.send("side");
    talk.expect("You play White (O) now.");
    let moved = talk.until(ends_position);
    assert!(moved[0].starts_with("Black (X) plays "));
    talk.send("resign");
    talk.expect("White (O) resigns, Black (X) wins.");
    talk.send("a1");
    talk.expect("The game is over");
    talk.send("undo");
    talk.expect("The resignation is taken back.");
    talk.until(ends_position);
    talk.send("new");
    talk.expect("A new game.");
    let moved = talk.until(ends_position);
    assert!(
        moved[0].starts_with("Black (X) plays "),
        "the engine begins"
    );
    talk.send("quit");
    assert_eq!(talk.end(), 0);
}

#[test]
fn help_lists_every_command() {
    let help = script(&[], &["help", "quit"]);
    for word in [
        "undo", "redo", "hint", "new", "side", "level", "board", "resign", "save", "load", "help",
        "quit",
    ] {
        let listed = help.lines().any(|line| line.starts_with(word));
        assert!(listed, "{word} is missing in\n{help}");
    }
}

#[test]
fn chinese_by_option_and_by_locale() {
    let lines = ["5", "悔棋", "fly", "quit"];
    let args = quick(&["--game", "tictactoe", "--lang", "zh"]);
    let chinese = script(&args, &lines);
    for text in [
        "井字棋",
        "黑方 (X)：玩家",
        "黑方 (X) 落子 b2 (5)",
        "已悔棋 2 手",
        "“fly”不是命令",
    ] {
        assert!(chinese.contains(text), "{text} is missing in\n{chinese}");
    }
    for (locale, word) in [
        ("zh_CN.UTF-8", "五子棋"),
        ("en_GB.UTF-8", "gomoku"),
        ("C", "gomoku"),
    ] {
        let mut command = crate::program::command(&[]);
        let mut child = crate::program::spawn(command.env("LANG", locale));
        drop(child.stdin.take());
        let output = crate::program::finish(child);
        let text = String::from_utf8(output.stdout).unwrap();
        assert!(text.starts_with(word), "{locale}: {text}");
    }
}

#[cfg(all(target_os = "linux", target_env = "gnu"))]
#[test]
fn each_answer_of_the_engine_is_logged_on_demand() {
    let mut args = quick(&["--game", "tictactoe", "--log-level", "info"]);
    let (_, log, code) = run(&args, "5\nquit\n");
    assert_eq!(code, 0);
    assert!(
        log.contains("position ") && log.contains(", depth "),
        "{log}"
    );
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("log");
    args.truncate(2);
    args.extend(["--log-file", file.to_str().unwrap()]);
    script(&args, &["5", "quit"]);
    assert!(std::fs::metadata(&file).unwrap().len() > 0);
}

#[test]
fn a_pipe_gets_no_control_codes() {
    let text = watched(&["--game", "4x4"]).concat();
    assert!(!text.contains('\u{1b}') && !text.contains('\r'));
}
