//! The log as a user gets it. A logger belongs to a whole process, so each case starts this very
//! test executable again as a child, which logs one line of each level with the settings that the
//! case wants.
#![cfg(all(target_os = "linux", target_env = "gnu"))]
// A test that cannot go on fails by panicking.
#![allow(clippy::unwrap_used)]

use std::{
    env, fs, io,
    path::{Path, PathBuf},
    process::{self, Command, Output},
};

use minmax_h3::log::{self, Level, Settings};

/// Tells the child that it is one, and which level to keep.
const LEVEL: &str = "MINMAX_TEST_LOG_LEVEL";
/// The file that the child writes its frames to, if any.
const FILE: &str = "MINMAX_TEST_LOG_FILE";

/// What every child logs, loudest first, in the words of the readable log.
const LINES: [(Level, &str); 5] = [
    (Level::Error, "error cannot go on after 7 tries"),
    (Level::Warn, "warn  beware of h8\\u{1b}[2J"),
    (Level::Info, "info  begun"),
    (Level::Debug, "debug depth 3"),
    (Level::Trace, "trace node 12345"),
];

/// Not a test of its own: what the child does.
#[test]
fn child() {
    let Ok(level) = env::var(LEVEL) else { return };
    let settings = Settings {
        level: level.parse().unwrap(),
        file: env::var_os(FILE).map(PathBuf::from),
    };
    defmt::error!("too early: nobody listens yet");
    if let Err(error) = log::init(settings) {
        eprintln!("{error}");
        process::exit(1);
    }
    defmt::trace!("node {=u32}", 12345);
    defmt::debug!("depth {}", 3);
    defmt::info!("begun");
    defmt::warn!("beware of {=str}", "h8\x1b[2J");
    defmt::error!("cannot go on after {=u8} tries", 7);
}

fn start(level: Level, file: Option<&Path>) -> Output {
    command(level, file).output().unwrap()
}

fn command(level: Level, file: Option<&Path>) -> Command {
    let mut command = Command::new(env::current_exe().unwrap());
    command
        .args(["--exact", "child", "--nocapture"])
        .env(LEVEL, level.name());
    if let Some(file) = file {
        command.env(FILE, file);
    }
    command
}

/// The least important level that `DEFMT_LOG` built in; `None` for settings module by module.
fn built_in() -> Option<Level> {
    option_env!("DEFMT_LOG").map_or(Some(Level::Error), |level| level.parse().ok())
}

fn expected(level: Level) -> Vec<&'static str> {
    let built_in = built_in().unwrap_or(Level::Off);
    let kept = LINES
        .iter()
        .rev()
        .filter(|(of, _)| *of <= level && *of <= built_in);
    kept.map(|&(_, line)| line).collect()
}

/// The words behind a line's time stamp, which must be one.
fn without_time(line: &str) -> &str {
    let (time, words) = line.split_once(' ').unwrap();
    assert!(
        time.parse::<f64>().is_ok_and(|seconds| seconds < 60.0),
        "{line}"
    );
    words
}

#[test]
fn readable_lines_of_the_wanted_levels_are_on_stderr() {
    if built_in().is_none() {
        return;
    }
    for level in Level::ALL {
        let output = start(level, None);
        assert!(output.status.success());
        let text = String::from_utf8(output.stderr).unwrap();
        let lines: Vec<&str> = text.lines().map(without_time).collect();
        assert_eq!(lines, expected(level), "at {level}");
    }
}

#[test]
fn frames_in_a_file_are_decoded_by_the_executable_that_wrote_them() {
    if built_in().is_none() {
        return;
    }
    let elf = fs::read(env::current_exe().unwrap()).unwrap();
    let table = defmt_decoder::Table::parse(&elf).unwrap().unwrap();
    for level in Level::ALL {
        let file = scratch(&format!("{level}.frames"));
        let output = start(level, Some(&file));
        assert!(output.status.success());
        assert!(
            output.stderr.is_empty(),
            "{}",
            String::from_utf8_lossy(&output.stderr)
        );
        assert_eq!(
            decode(&table, &fs::read(&file).unwrap()),
            raw(expected(level)),
            "at {level}"
        );
    }
}

/// Decoders keep control characters as they are; only the readable log escapes them.
fn raw(lines: Vec<&str>) -> Vec<String> {
    lines
        .iter()
        .map(|line| line.replace("\\u{1b}", "\x1b"))
        .collect()
}

fn decode(table: &defmt_decoder::Table, frames: &[u8]) -> Vec<String> {
    let mut stream = table.new_stream_decoder();
    stream.received(frames);
    let mut lines = Vec::new();
    while let Ok(frame) = stream.decode() {
        let level = frame.level().unwrap().as_str();
        lines.push(format!("{level:<5} {}", frame.display_message()));
    }
    lines
}

/// A file name of this test process's own.
fn scratch(name: &str) -> PathBuf {
    Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("{}-{name}", process::id()))
}

#[test]
fn a_log_file_that_cannot_be_made_stops_the_start() {
    let output = start(Level::Info, Some(Path::new("/nowhere/at/all.log")));
    assert_eq!(output.status.code(), Some(1));
    let error = String::from_utf8(output.stderr).unwrap();
    assert!(
        error.starts_with("cannot write the log file /nowhere/at/all.log: "),
        "{error}"
    );
    assert_eq!(error.lines().count(), 1);
}

#[test]
fn a_full_disk_ends_the_log_and_not_the_program() {
    if built_in().is_none_or(|level| level < Level::Warn) {
        return;
    }
    let output = start(Level::Trace, Some(Path::new("/dev/full")));
    assert!(output.status.success());
    let error = String::from_utf8(output.stderr).unwrap();
    assert!(error.starts_with("the log ends here: "), "{error}");
    assert_eq!(error.lines().count(), 1);
}

#[test]
fn a_closed_stderr_is_ignored() {
    let (nobody, stderr) = io::pipe().unwrap();
    drop(nobody);
    let status = command(Level::Trace, None).stderr(stderr).status().unwrap();
    assert!(status.success());
}
