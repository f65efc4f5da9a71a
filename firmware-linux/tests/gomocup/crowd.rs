//! Too much at once: nothing hangs, nothing grows.

use crate::program::{Talk, run};

#[test]
fn a_line_of_ten_megabytes_is_one_error() {
    let mut input = vec![b'x'; 10 << 20];
    input.extend_from_slice(b"\nSTART 15\nBOARD\n");
    input.extend(vec![b'7'; 1 << 20]);
    input.extend_from_slice(b"\nDONE\nABOUT\n");
    let (stdout, stderr, code) = run(&["gomocup"], input);
    let words: Vec<_> = stdout
        .lines()
        .map(|line| line.split([' ', '=']).next().unwrap())
        .collect();
    assert_eq!(words, ["ERROR", "OK", "ERROR", "ERROR", "name"]);
    assert_eq!((stderr.as_str(), code), ("", 0));
}

#[test]
fn all_bytes_are_answered_in_visible_letters() {
    let mut input = Vec::new();
    for first in 0..=255_u8 {
        input.extend_from_slice(&[first, b'?', first, b'\n']);
    }
    input.extend_from_slice(b"ABOUT\n");
    let (stdout, stderr, code) = run(&["gomocup"], input);
    assert!(stdout.lines().count() > 240);
    assert!(
        stdout
            .bytes()
            .all(|byte| byte == b'\n' || (b' '..=b'~').contains(&byte))
    );
    assert!(stdout.lines().last().unwrap().starts_with("name="));
    assert_eq!((stderr.as_str(), code), ("", 0));
}

#[test]
fn a_million_commands_are_all_answered() {
    let lines = ["FOO", "TURN x", "TURN 7,7", "ABOUT"];
    let count = 1_000_000 / lines.len();
    let input = format!("START 15\n{}", (lines.join("\n") + "\n").repeat(count));
    let (stdout, stderr, code) = run(&["gomocup", "--nodes", "10", "--hash", "1"], input);
    let starting = |word| stdout.lines().filter(|line| line.starts_with(word)).count();
    assert_eq!(starting("UNKNOWN "), count);
    assert_eq!(starting("name="), count);
    assert_eq!(
        starting("ERROR "),
        2 * count - 1,
        "the first TURN is a move"
    );
    assert_eq!((stderr.as_str(), code), ("", 0));
}

/// The brain thinks for hours, and a million commands wait: it makes an end of thinking.
#[cfg(target_os = "linux")]
#[test]
fn a_million_commands_while_it_thinks_take_little_memory() {
    let mut talk = Talk::new(&["gomocup", "--hash", "1"]);
    talk.send("START 20\nINFO timeout_turn 36000000\nTURN 10,10");
    talk.expect("MESSAGE depth 4");
    talk.send_bytes("FOO\n".repeat(1_000_000).as_bytes());
    talk.send("ABOUT");
    talk.until(|line| line.starts_with("name="));
    let status = format!("/proc/{}/status", talk.child.id());
    let status = std::fs::read_to_string(status).unwrap();
    let peak = status
        .lines()
        .find_map(|line| line.strip_prefix("VmHWM:"))
        .unwrap();
    let kib: usize = peak.trim().trim_end_matches(" kB").parse().unwrap();
    assert!(kib < 40 << 10, "{kib} KiB");
}

#[test]
fn a_board_without_an_end_takes_no_more_than_its_cells() {
    let stones = "7,7,1\n".repeat(200_000);
    let input = format!("START 15\nBOARD\n{stones}DONE\nABOUT\n");
    let (stdout, _, code) = run(&["gomocup"], input);
    let errors = stdout
        .lines()
        .filter(|line| line.starts_with("ERROR "))
        .count();
    assert_eq!((errors, code), (200_000, 0));
    assert!(stdout.lines().last().unwrap().starts_with("name="));
}
