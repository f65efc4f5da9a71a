//! What must act at once: while the engine thinks, and behind all that was sent before.

use std::io::Write;
use std::thread;
use std::time::{Duration, Instant};

use crate::program::{Talk, command, run, spawn, wait};

/// Far more than it takes, and far less than the thinking would.
const PROMPT: Duration = Duration::from_secs(5);

/// A brain that thinks for hours.
fn lost_in_thought() -> Talk {
    let mut talk = Talk::new(&["gomocup", "--hash", "1"]);
    for line in ["START 20", "INFO timeout_turn 36000000", "TURN 10,10"] {
        talk.send(line);
    }
    talk.expect("MESSAGE depth 5");
    talk
}

fn is_move(line: &str) -> bool {
    line.starts_with(|first: char| first.is_ascii_digit())
}

#[test]
fn end_ends_at_once_without_a_word() {
    let mut talk = lost_in_thought();
    let told = Instant::now();
    talk.send("END");
    assert!(!talk.rest().iter().any(|line| is_move(line)));
    assert_eq!(talk.end(), 0);
    assert!(told.elapsed() < PROMPT);
}

/// All of them would take a minute.
#[test]
fn end_does_not_wait_for_a_million_commands_before_it() {
    const COUNT: usize = 1_000_000;
    let stones = "6,7,1\n0,0,2\n8,7,1\n0,2,2\n7,6,1\n0,4,2\n7,8,1\n0,6,2\n";
    let commands = "YXSHOWFORBID\n".repeat(COUNT);
    let input = format!("START 15\nINFO rule 4\nYXBOARD\n{stones}DONE\n{commands}END\n");
    let (stdout, stderr, code) = run(&["gomocup"], input);
    assert_eq!((stderr.as_str(), code), ("", 0));
    let answers = stdout.lines().filter(|line| line.starts_with("FORBID"));
    assert!(answers.count() < COUNT / 2);
}

/// And nobody reads the answers either.
#[test]
fn end_ends_a_brain_that_is_stuck_in_writing() {
    let mut child = spawn(&mut command(&["gomocup"]));
    let mut stdin = child.stdin.take().unwrap();
    let input = "ABOUT\n".repeat(100_000) + "END\n";
    let writer = thread::spawn(move || stdin.write_all(input.as_bytes()));
    assert_eq!(wait(&mut child).code(), Some(0));
    writer.join().unwrap().unwrap();
}

#[test]
fn what_stands_before_an_end_is_answered_if_it_takes_no_time() {
    let (stdout, _, code) = run(&["gomocup"], "START 15\nABOUT\nFOO\nEND\nABOUT\n");
    let words: Vec<_> = stdout
        .lines()
        .map(|line| line.split(['=', ' ']).next().unwrap())
        .collect();
    assert_eq!((words, code), (vec!["OK", "name", "UNKNOWN"], 0));
}

#[test]
fn a_closed_input_ends_it_after_a_last_move() {
    let mut talk = lost_in_thought();
    let told = Instant::now();
    talk.close_input();
    assert_eq!(talk.end(), 0);
    assert!(told.elapsed() < PROMPT);
}

#[test]
fn a_closed_input_ends_an_idle_brain() {
    let mut talk = Talk::new(&["gomocup"]);
    talk.send("START 15");
    talk.expect("OK");
    talk.close_input();
    assert_eq!(talk.end(), 0);
}

#[test]
fn stop_brings_the_move() {
    let mut talk = lost_in_thought();
    for _ in 0..3 {
        let told = Instant::now();
        talk.send("YXSTOP");
        talk.until(is_move);
        assert!(told.elapsed() < PROMPT);
        // Again in thought. Were the command lost, no depth would be told.
        talk.send("YXNBEST 1");
        talk.expect("MESSAGE best 1, depth 4");
    }
}

#[test]
fn stop_does_not_wait_for_what_stands_before_it() {
    let mut talk = lost_in_thought();
    let told = Instant::now();
    talk.send_bytes(("FOO\n".repeat(500) + "YXSTOP\n").as_bytes());
    talk.until(is_move);
    assert!(told.elapsed() < PROMPT);
    assert_eq!(talk.until(|line| line.starts_with("UNKNOWN")).len(), 1);
}

/// Each of the searches would take an hour, and its input has ended.
#[test]
fn a_script_is_answered_to_its_end() {
    let turns = "TURN 0,0\nTURN 0,2\nTURN 0,4\nABOUT\nTURN 0,6\nFOO\n";
    let input = format!("START 15\nINFO timeout_turn 3600000\nBEGIN\n{turns}");
    let (stdout, stderr, code) = run(&["gomocup", "--hash", "1"], input);
    let said = stdout.lines().filter(|line| !line.starts_with("MESSAGE"));
    let words: Vec<_> = said
        .map(|line| {
            if is_move(line) {
                "move"
            } else {
                line.split(['=', ' ']).next().unwrap()
            }
        })
        .collect();
    let expected = [
        "OK", "move", "move", "move", "move", "name", "move", "UNKNOWN",
    ];
    assert_eq!(
        (words.as_slice(), stderr.as_str(), code),
        (&expected[..], "", 0)
    );
}

#[test]
fn a_new_game_does_not_wait_for_the_old_one() {
    let mut talk = lost_in_thought();
    talk.send("START 15\nINFO timeout_turn 0\nBEGIN");
    let said = talk.until(|line| line == "7,7");
    let said: Vec<_> = said
        .iter()
        .filter(|line| !line.starts_with("MESSAGE"))
        .collect();
    assert!(is_move(said[0]), "the move of the old game is told");
    assert_eq!(said[1..], ["OK", "7,7"]);
}

#[test]
fn commands_that_come_together_are_all_obeyed() {
    let mut talk = Talk::new(&["gomocup", "--nodes", "2000", "--hash", "1"]);
    talk.send("START 15\nBEGIN\nTURN 0,0\nTURN 0,2\nTURN 0,4\nABOUT");
    let said = talk.until(|line| line.starts_with("name="));
    assert_eq!(said.iter().filter(|line| is_move(line)).count(), 4);
}

/// The manager's end of the pipe is gone before the move is told.
#[test]
fn a_closed_output_is_no_fault() {
    let mut child = spawn(command(&["gomocup", "--hash", "1"]).args(["--time", "0.2"]));
    let mut stdin = child.stdin.take().unwrap();
    stdin.write_all(b"START 15\nTURN 7,7\n").unwrap();
    drop(child.stdout.take());
    let output = crate::program::finish(child);
    assert_eq!(output.status.code(), Some(0));
    assert!(output.stderr.is_empty(), "{output:?}");
}

#[cfg(unix)]
#[test]
fn a_brain_is_known_by_its_name() {
    use std::os::unix::process::CommandExt;
    let mut child = spawn(command(&[]).arg0("/brains/pbrain-minmax-h3"));
    let mut stdin = child.stdin.take().unwrap();
    stdin.write_all(b"START 15\r\nEND\r\n").unwrap();
    let output = crate::program::finish(child);
    assert_eq!(output.stdout, b"OK\n");
    assert_eq!(output.status.code(), Some(0));
}

/// As much as a small board can spare.
#[cfg(target_os = "linux")]
#[test]
fn a_brain_with_a_table_of_16_mib_takes_at_most_24() {
    let mut talk = Talk::new(&["gomocup", "--hash", "16", "--nodes", "1000000"]);
    talk.send("START 20\nTURN 10,10");
    talk.until(is_move);
    let status = format!("/proc/{}/status", talk.child.id());
    let status = std::fs::read_to_string(status).unwrap();
    let peak = status
        .lines()
        .find_map(|line| line.strip_prefix("VmHWM:"))
        .unwrap();
    let kib: usize = peak.trim().trim_end_matches(" kB").parse().unwrap();
    assert!(kib > 16 << 10, "the table is in use: {kib} KiB");
    assert!(kib <= 24 << 10, "{kib} KiB");
}
