//! `--log-level` and `--log-file` of the real program.

use std::fs;
use std::path::Path;

use minmax_h3::log::Level;

use crate::program::{command, finish, quick, run, spawn};

/// Two moves of the engine's.
const MOVES: &str = "5\n1\n";

/// Whether the messages of this level are built in; each answer of the engine is one at `info`.
pub(crate) fn is_built_in(level: Level) -> bool {
    let built_in = option_env!("DEFMT_LOG").map_or(Ok(Level::Error), str::parse);
    built_in.is_ok_and(|built_in| level <= built_in)
}

fn game<'a>(options: &[&'a str]) -> Vec<&'a str> {
    quick(&[&["--game", "tictactoe"], options].concat())
}

#[test]
fn the_level_says_what_is_logged_on_stderr() {
    let quiet = run(&game(&[]), MOVES);
    assert_eq!((quiet.1.as_str(), quiet.2), ("", 0));
    for level in Level::ALL {
        let (stdout, stderr, code) = run(&game(&["--log-level", level.name()]), MOVES);
        assert_eq!((&stdout, code), (&quiet.0, 0), "the game is the same");
        let answers = stderr.matches(" info  position ").count();
        let logged = level >= Level::Info && is_built_in(Level::Info);
        assert_eq!(answers, if logged { 2 } else { 0 }, "{level}: {stderr}");
    }
}

#[test]
fn a_file_holds_frames_that_the_program_itself_explains() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("box.defmt");
    let options = ["--log-file", file.to_str().unwrap()];
    let (_, stderr, code) = run(&game(&options), MOVES);
    assert_eq!((stderr.as_str(), code), ("", 0));
    let lines = explained(&fs::read(&file).unwrap());
    assert_eq!(lines.len(), if is_built_in(Level::Info) { 2 } else { 0 });
    for line in lines {
        assert!(
            line.starts_with("position ") && is_readable(&line),
            "{line}"
        );
    }
    // The next run adds to it.
    let before = fs::read(&file).unwrap();
    run(&game(&options), MOVES);
    let after = fs::read(&file).unwrap();
    assert!(after.starts_with(&before));
    assert_eq!(explained(&after).len(), 2 * explained(&before).len());
    let options = [&options[..], &["--log-level", "off"]].concat();
    run(&game(&options), MOVES);
    assert_eq!(fs::read(&file).unwrap(), after);
}

/// `position 0123456789abcdef: b2, score +1, depth 2, nodes 3, time 0.004 s`
fn is_readable(line: &str) -> bool {
    let behind = line.split_once(": ").map(|(_, behind)| behind);
    let parts: Vec<_> = behind.unwrap_or_default().split(", ").collect();
    let point = parts.first().unwrap();
    point.len() == 2 && parts.len() == 5 && parts[2].starts_with("depth ")
}

#[test]
fn a_file_that_is_no_log_is_not_touched() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("diary.txt");
    fs::write(&file, "precious\n").unwrap();
    let options = ["--log-file", file.to_str().unwrap()];
    let (_, stderr, code) = run(&game(&options), MOVES);
    assert_eq!((stderr.lines().count(), code), (1, 1));
    assert!(
        stderr.contains("diary.txt exists and is not a log"),
        "{stderr}"
    );
    assert_eq!(fs::read(&file).unwrap(), b"precious\n");
}

fn explained(frames: &[u8]) -> Vec<String> {
    let elf = fs::read(env!("CARGO_BIN_EXE_minmax-h3")).unwrap();
    let table = defmt_decoder::Table::parse(&elf).unwrap().unwrap();
    let places = table.get_locations(&elf).unwrap();
    let mut stream = table.new_stream_decoder();
    stream.received(frames);
    let mut lines = Vec::new();
    while let Ok(frame) = stream.decode() {
        let place = &places[&frame.index()];
        assert!(place.file.ends_with(Path::new("src/thinker.rs")) && place.line > 0);
        lines.push(frame.display_message().to_string());
    }
    lines
}

/// The time of a move, at the end of its line, is never twice the same.
fn without_times(text: &str) -> String {
    let lines = text.lines().map(|line| match line.rsplit_once(", ") {
        Some((before, time)) if time.ends_with(" s") => before,
        _ => line,
    });
    lines.collect::<Vec<_>>().join("\n")
}

#[test]
fn a_log_that_nobody_takes_never_disturbs_the_game() {
    let quiet = without_times(&run(&game(&[]), MOVES).0);
    let mut command = command(&game(&["--log-level", "trace"]));
    let mut child = spawn(&mut command);
    drop(child.stderr.take());
    let mut stdin = child.stdin.take().unwrap();
    std::io::Write::write_all(&mut stdin, MOVES.as_bytes()).unwrap();
    drop(stdin);
    let output = finish(child);
    assert_eq!(output.status.code(), Some(0));
    let stdout = String::from_utf8(output.stdout).unwrap();
    assert_eq!(without_times(&stdout), quiet);
    let (stdout, stderr, code) = run(&game(&["--log-file", "/dev/full"]), MOVES);
    assert_eq!((without_times(&stdout), code), (quiet, 0));
    assert!(stderr.lines().count() <= 1, "{stderr}");
}
