//! Whole matches between the program's own players.

use std::fs;
use std::path::Path;

use crate::program::{command, finish, run, spawn};

/// A match of own players that is the same everywhere.
fn args<'a>(more: &[&'a str]) -> Vec<&'a str> {
    [&["match", "--seed", "1"], more].concat()
}

/// What a match prints that ends well.
pub(crate) fn table(more: &[&str]) -> String {
    let (stdout, stderr, code) = run(&args(more), "");
    assert_eq!((stderr.as_str(), code), ("", 0), "{stdout}");
    stdout
}

/// The value of a line.
pub(crate) fn value<'a>(table: &'a str, name: &str) -> &'a str {
    let mut lines = table.lines();
    let line = lines.find(|line| line.split_whitespace().next() == Some(name));
    let line = line.unwrap_or_else(|| panic!("no {name} in\n{table}"));
    line[name.len()..].trim()
}

#[test]
fn the_stronger_player_wins_with_both_colours() {
    let table = table(&["--first", "level:3", "--second", "random", "--games", "6"]);
    assert_eq!(value(&table, "game"), "gomoku 15x15, freestyle");
    assert_eq!(value(&table, "seed"), "1");
    assert_eq!(value(&table, "wins"), "6");
    assert_eq!(value(&table, "score"), "100.0 %");
    assert_eq!(value(&table, "elo"), "+inf");
    assert_eq!(value(&table, "pairs"), "0: 0, 0.5: 0, 1: 0, 1.5: 0, 2: 3");
    assert_eq!(value(&table, "black"), "3");
}

#[test]
fn the_counts_do_not_depend_on_the_games_at_once() {
    let players = [
        "--first",
        "level:2",
        "--against",
        "level:1",
        "--against",
        "random",
    ];
    let with = |jobs| table(&[&players[..], &["--games", "14", "--jobs", jobs]].concat());
    let one = with("1");
    assert_eq!(one, with("3"));
    assert_eq!(one, with("1"));
}

#[test]
fn a_decided_test_ends_the_match() {
    let players = [
        "--first", "level:4", "--second", "random", "--games", "5000",
    ];
    let with = |jobs| table(&[&players[..], &["--sprt", "0,50", "--jobs", jobs]].concat());
    let one = with("1");
    assert!(
        value(&one, "sprt").ends_with("H1 accepted (elo 50)"),
        "{one}"
    );
    let games: u32 = value(&one, "games").parse().unwrap();
    assert!(games < 200, "{one}");
    assert_eq!(one, with("3"));
    let weaker = table(&[
        "--first",
        "random",
        "--second",
        "level:4",
        "--sprt",
        "0,50,0.1,0.1",
    ]);
    assert!(
        value(&weaker, "sprt").ends_with("H0 accepted (elo 0)"),
        "{weaker}"
    );
}

#[test]
fn a_gauntlet_has_a_table_for_each_and_a_line_for_all() {
    let opponents = ["--second", "random", "--against", "random,name=other"];
    let table = table(&[&["--first", "level:2", "--games", "2"], &opponents[..]].concat());
    assert_eq!(table.matches("first     level:2").count(), 2, "{table}");
    assert!(table.contains("second    other"), "{table}");
    let last: Vec<_> = table.lines().rev().take(2).collect();
    assert!(
        last[0].ends_with(" other") && last[1].ends_with(" random"),
        "{table}"
    );
}

#[test]
fn other_games_and_short_ones() {
    let small = table(&[
        "--game",
        "tictactoe",
        "--first",
        "search",
        "--second",
        "random",
        "--games",
        "20",
    ]);
    assert_eq!(value(&small, "losses"), "0");
    let long = table(&[
        "--first",
        "random",
        "--second",
        "random",
        "--games",
        "4",
        "--draw-after",
        "10",
    ]);
    assert_eq!((value(&long, "draws"), value(&long, "long")), ("4", "4"));
    assert_eq!(value(&long, "plies"), "10.0");
}

#[test]
fn openings_come_from_a_file() {
    let folder = tempfile::tempdir().unwrap();
    let [book, games] = ["book.txt", "games"].map(|name| folder.path().join(name));
    fs::write(&book, "# rows from the top\nh8i7a1\n").unwrap();
    let (book, games) = (book.to_str().unwrap(), games.to_str().unwrap());
    let from = |edge, save: &str| {
        let players = ["--first", "level:1", "--second", "random", "--games", "2"];
        let files = ["--openings", book, "--from", edge, "--save", save];
        table(&[&players[..], &files].concat());
        fs::read_to_string(Path::new(save).join("00002.sgf")).unwrap()
    };
    let top = from("top", games);
    assert!(top.contains(";B[hh];W[ig];B[aa];W["), "{top}");
    assert!(top.contains("PB[random]PW[level:1]RE["), "{top}");
    let bottom = from("bottom", &format!("{games}2"));
    assert!(bottom.contains(";B[hh];W[ii];B[ao];W["), "{bottom}");
}

#[test]
fn games_are_saved_for_piskvork() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("games");
    let save = path.to_str().unwrap();
    let players = ["--first", "level:2", "--second", "random", "--games", "3"];
    let saved = ["--save", save, "--save-format", "psq"];
    let all = [&players[..], &saved].concat();
    table(&all);
    let text = fs::read_to_string(path.join("00003.psq")).unwrap();
    let lines: Vec<_> = text.lines().collect();
    assert_eq!(lines[0], "Piskvorky 15x15, 11:11, 0");
    assert_eq!(lines[lines.len() - 3..], ["level:2", "random", "0"]);
    assert_eq!(fs::read_dir(&path).unwrap().count(), 3);
    let (stdout, stderr, code) = run(&args(&all), "");
    assert_eq!((stdout.as_str(), code), ("", 1));
    assert!(stderr.contains("holds saved games already"), "{stderr}");
}

#[test]
fn time_is_kept_and_told() {
    let table = table(&[
        "--first",
        "search,clock=2+0.05",
        "--second",
        "search,time=0.02",
        "--games",
        "2",
        "--draw-after",
        "24",
        "--tolerance",
        "30",
    ]);
    assert!(
        value(&table, "clock").starts_with("first: answers "),
        "{table}"
    );
    assert_eq!(table.matches("\nclock ").count(), 2);
    assert_eq!(
        table.matches("late 0, illegal 0, crash 0, hang 0").count(),
        2,
        "{table}"
    );
}

#[cfg(target_os = "linux")]
#[test]
fn ctrl_c_prints_what_is_known() {
    use nix::sys::signal::{Signal, kill};
    use nix::unistd::Pid;
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("games");
    let save = path.to_str().unwrap();
    let endless = [
        "--first", "level:1", "--second", "random", "--games", "1000000",
    ];
    let child = spawn(&mut command(&args(
        &[&endless[..], &["--save", save]].concat(),
    )));
    let saved = || fs::read_dir(&path).map_or(0, Iterator::count);
    while saved() < 3 {
        std::thread::sleep(std::time::Duration::from_millis(5));
    }
    let pid = Pid::from_raw(i32::try_from(child.id()).unwrap());
    kill(pid, Signal::SIGINT).unwrap();
    let output = finish(child);
    assert_eq!(output.status.code(), Some(130));
    let table = String::from_utf8(output.stdout).unwrap();
    let games: usize = value(&table, "games").parse().unwrap();
    assert_eq!(games, saved(), "{table}");
    assert!(games >= 3, "{table}");
}
