//! Brains in processes of their own: what they hear, and what becomes of those who crash, hang,
//! answer late or off the board, or print what nobody asked for.

use std::fs;
use std::process::Command;
use std::time::{Duration, Instant};

use crate::matches::value;
use crate::program::{command, finish, spawn};

const BRAIN: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/contest/brain.sh");

/// A match of two games against the brain; the output, the errors and the exit code.
fn against(how: &str, more: &[&str], prepare: impl Fn(&mut Command)) -> (String, String, i32) {
    let brain = format!("time=5,cmd:sh '{BRAIN}' {how}");
    let brain = more.first().map_or(brain.clone(), |terms| match *terms {
        "" => brain,
        terms => format!("{terms},cmd:sh '{BRAIN}' {how}"),
    });
    let rest = more.get(1..).unwrap_or_default();
    let players = [
        "match", "--seed", "1", "--first", "level:1", "--second", &brain,
    ];
    let args = [&players[..], &["--games", "2"], rest].concat();
    let mut command = command(&args);
    prepare(&mut command);
    let output = finish(spawn(&mut command));
    (
        String::from_utf8(output.stdout).unwrap(),
        String::from_utf8(output.stderr).unwrap(),
        output.status.code().unwrap(),
    )
}

fn nothing(_: &mut Command) {}

/// What the second player did wrong, and how many games were played.
fn faults(table: &str) -> (&str, &str) {
    let mut lines = table.lines().filter(|line| line.starts_with("faults"));
    let faults = lines.nth(1).unwrap().trim_start_matches("faults").trim();
    (faults.trim_start_matches("second: "), value(table, "games"))
}

const NO_FAULTS: &str = "late 0, illegal 0, crash 0, hang 0, foul 0";

#[test]
fn what_nobody_asked_for_is_passed_over() {
    for how in ["plain", "garbage", "flood", "noise", "suggest", "returns"] {
        let (table, stderr, code) = against(how, &[], nothing);
        assert_eq!((stderr.as_str(), code), ("", 0), "{how}");
        assert_eq!(faults(&table), (NO_FAULTS, "2"), "{how}: {table}");
        assert_eq!(value(&table, "wins"), "2", "{how}: {table}");
    }
}

#[test]
fn a_fault_costs_its_game_and_not_the_match() {
    for (how, counted, words) in [
        (
            "crash",
            "late 0, illegal 0, crash 2, hang 0, foul 0",
            "exit status: 3: out of luck",
        ),
        (
            "off",
            "late 0, illegal 2, crash 0, hang 0, foul 0",
            "15,3: the cell is not on this board",
        ),
        (
            "far",
            "late 0, illegal 2, crash 0, hang 0, foul 0",
            "illegal move: -1,99999999999",
        ),
        (
            "taken",
            "late 0, illegal 2, crash 0, hang 0, foul 0",
            "the cell is occupied",
        ),
    ] {
        let (table, stderr, code) = against(how, &[], nothing);
        assert_eq!(
            (faults(&table), code),
            ((counted, "2"), 0),
            "{how}: {table}"
        );
        assert_eq!(value(&table, "wins"), "2");
        assert_eq!(stderr.matches(words).count(), 2, "{how}: {stderr}");
    }
}

#[test]
fn a_foul_of_blacks_is_an_illegal_move() {
    let folder = tempfile::tempdir().unwrap();
    let book = folder.path().join("book");
    // Black has two and two that meet in h8, from the top.
    fs::write(&book, "h6a1h7o1f8a15g8o15\n").unwrap();
    let more = ["", "--rule", "renju", "--openings", book.to_str().unwrap()];
    let (table, stderr, code) = against("7,7", &more, nothing);
    let illegal = "late 0, illegal 2, crash 0, hang 0, foul 0";
    assert_eq!((faults(&table), code), ((illegal, "2"), 0), "{table}");
    // As White the brain has the point and would have it again.
    assert_eq!(
        stderr.matches("h8: the cell is occupied").count(),
        1,
        "{stderr}"
    );
    assert_eq!(
        stderr
            .matches("h8: the point is forbidden to Black")
            .count(),
        1,
        "{stderr}"
    );
}

#[test]
fn a_foul_that_loses_is_counted() {
    let folder = tempfile::tempdir().unwrap();
    let book = folder.path().join("book");
    fs::write(&book, "h6a1h7o1f8a15g8o15\n").unwrap();
    let path = book.to_str().unwrap();
    let more = ["", "--rule", "renju", "--foul", "loses", "--openings", path];
    let (table, _, code) = against("7,7", &more, nothing);
    // As White the brain would have the point that Black has taken, or gets it for nothing.
    let (counted, games) = faults(&table);
    assert_eq!((games, code), ("2", 0), "{table}");
    assert!(counted.ends_with("crash 0, hang 0, foul 1"), "{table}");
    assert!(
        table.contains("first: late 0, illegal 0, crash 0, hang 0, foul 0"),
        "{table}"
    );
}

#[test]
fn a_brain_that_hangs_is_ended() {
    for how in ["hang", "endless"] {
        let folder = tempfile::tempdir().unwrap();
        let pid = folder.path().join("pid");
        let set = |command: &mut Command| {
            command.env("PID", &pid);
        };
        let strict = ["time=0.1", "--tolerance", "0.1", "--patience", "4"];
        let (table, _, code) = against(how, &strict, set);
        let hung = "late 0, illegal 0, crash 0, hang 2, foul 0";
        assert_eq!((faults(&table), code), ((hung, "2"), 0), "{how}: {table}");
        let number = fs::read_to_string(&pid).unwrap();
        let left = format!("/proc/{}", number.trim());
        assert!(!fs::exists(&left).unwrap(), "{how}: {left}");
    }
}

#[test]
fn a_late_answer_is_late_and_no_hang() {
    let strict = ["time=0.1", "--tolerance", "0.2", "--patience", "20"];
    let (table, stderr, code) = against("late", &strict, nothing);
    let late = "late 2, illegal 0, crash 0, hang 0, foul 0";
    assert_eq!((faults(&table), code), ((late, "2"), 0), "{table}");
    assert!(stderr.contains("late by 0."), "{stderr}");
    let clock = value(&table, "clock");
    assert!(
        clock.starts_with("second: answers 2, over the limit 2;"),
        "{clock}"
    );
    // The same answers are in time for who is patient.
    let mild = ["time=0.5", "--tolerance", "30", "--draw-after", "9"];
    let (table, _, _) = against("late", &mild, nothing);
    assert_eq!(faults(&table), (NO_FAULTS, "2"), "{table}");
    assert!(
        !value(&table, "clock").contains("over the limit 0"),
        "{table}"
    );
}

#[test]
fn a_brain_that_does_not_begin_is_a_failure() {
    for (how, patience, words) in [
        (
            "exit",
            "20",
            "it has ended, or does not speak the Gomocup protocol: exit status: 1",
        ),
        ("refuse", "20", "answers START with ERROR size"),
        ("deaf", "0.3", "it was silent for 0.3 s"),
    ] {
        let (table, stderr, code) = against(how, &["", "--patience", patience], nothing);
        assert_eq!(code, 1, "{how}: {table}");
        assert!(
            stderr.contains("does not begin a game: ") && stderr.contains(words),
            "{stderr}"
        );
        assert_eq!(stderr.lines().count(), 1, "{stderr}");
        assert_eq!(value(&table, "games"), "0");
    }
    let missing = [
        "match",
        "--first",
        "level:1",
        "--second",
        "cmd:/nowhere/brain",
    ];
    let (_, stderr, code) = crate::program::run(&missing, "");
    assert_eq!(code, 1);
    assert!(
        stderr.contains("it cannot be started: there is no such file"),
        "{stderr}"
    );
}

#[test]
fn a_brain_that_stays_is_sent_away() {
    let began = Instant::now();
    let (table, _, code) = against("stays", &["time=5", "--draw-after", "8"], nothing);
    assert_eq!((faults(&table), code), ((NO_FAULTS, "2"), 0));
    assert!(began.elapsed() < Duration::from_secs(30));
}

#[test]
fn what_a_brain_hears() {
    let folder = tempfile::tempdir().unwrap();
    let [log, book] = ["log", "book"].map(|name| folder.path().join(name));
    fs::write(&book, "h8a1b15\n").unwrap();
    let set = |command: &mut Command| {
        command.env("LOG", &log);
    };
    let terms = "clock=100,time=2,nodes=500,depth=9,threads=2,hash=3";
    let more = [
        "--openings",
        book.to_str().unwrap(),
        "--rule",
        "standard",
        "--draw-after",
        "6",
    ];
    let (table, _, _) = against("plain", &[&[terms][..], &more].concat(), set);
    assert_eq!(faults(&table), (NO_FAULTS, "2"), "{table}");
    let heard = fs::read_to_string(&log).unwrap();
    let greeting = "START 15\nINFO game_type 1\nINFO rule 1\nINFO timeout_match 100000\n\
                    INFO max_memory 370147328\nINFO timeout_turn 2000\nINFO max_node 500\n\
                    INFO max_depth 9\nINFO thread_num 2\nINFO hash_size 3072\n";
    // Once to see whether it begins; then as White, then as Black.
    let games: Vec<_> = heard.split(greeting).collect();
    assert_eq!(games.len(), 4, "{heard}");
    assert_eq!(games[..2], ["", "END\n"]);
    let lines: Vec<_> = games[2].lines().collect();
    assert_eq!(lines[0], "INFO time_left 100000");
    assert_eq!(lines[1..6], ["BOARD", "7,7,2", "0,0,1", "1,14,2", "DONE"]);
    let left = lines[6].strip_prefix("INFO time_left ").unwrap();
    assert!(left.parse::<u32>().unwrap() <= 100_000, "{left}");
    assert!(lines[7].starts_with("TURN "), "{lines:?}");
    assert_eq!(lines[8..], ["END"]);
    let lines: Vec<_> = games[3].lines().collect();
    assert_eq!(lines[1..5], ["BOARD", "7,7,1", "0,0,2", "1,14,1"]);
}

#[test]
fn an_empty_board_is_begun() {
    let folder = tempfile::tempdir().unwrap();
    let log = folder.path().join("log");
    let set = |command: &mut Command| {
        command.env("LOG", &log);
    };
    let more = ["", "--openings", "none", "--draw-after", "4"];
    let (table, _, code) = against("plain", &more, set);
    assert_eq!((faults(&table), code), ((NO_FAULTS, "2"), 0));
    let heard = fs::read_to_string(&log).unwrap();
    // As White it is told the first move, as Black that it has it.
    let left = "INFO time_left 2147483647\n";
    let first = heard.find(&format!("{left}TURN ")).unwrap();
    let begun = heard.find(&format!("{left}BEGIN\n{left}TURN ")).unwrap();
    assert!(first < begun && !heard.contains("BOARD"), "{heard}");
}

#[cfg(target_os = "linux")]
#[test]
fn a_signal_ends_hanging_brains_too() {
    use nix::sys::signal::{Signal, kill};
    use nix::unistd::Pid;
    for (signal, code) in [(Signal::SIGTERM, 143), (Signal::SIGINT, 130)] {
        let folder = tempfile::tempdir().unwrap();
        let [log, number] = ["log", "pid"].map(|name| folder.path().join(name));
        let brain = format!("time=1000,cmd:sh '{BRAIN}' hang");
        let players = ["match", "--first", "level:1", "--second", &brain];
        let mut command = command(&players);
        command.env("LOG", &log).env("PID", &number);
        let child = spawn(&mut command);
        // At the second question of a game it hangs.
        let hears = || fs::read_to_string(&log).is_ok_and(|text| text.contains("TURN"));
        while !hears() {
            std::thread::sleep(Duration::from_millis(5));
        }
        let pid = Pid::from_raw(i32::try_from(child.id()).unwrap());
        kill(pid, signal).unwrap();
        let output = finish(child);
        assert_eq!(output.status.code(), Some(code));
        let table = String::from_utf8(output.stdout).unwrap();
        assert_eq!(value(&table, "games"), "0", "{table}");
        let number = fs::read_to_string(&number).unwrap();
        let left = format!("/proc/{}", number.trim());
        assert!(!fs::exists(&left).unwrap(), "{left}");
    }
}
