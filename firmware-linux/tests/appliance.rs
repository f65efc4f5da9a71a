//! `minmax-h3 box` from outside: wrong files and missing devices on whatever machine this is.
// A test that cannot go on fails by panicking.
#![allow(clippy::unwrap_used)]
#![cfg(target_os = "linux")]

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The program's output, its errors and its exit code.
fn run(args: &[&str]) -> (String, String, i32) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_minmax-h3"));
    command.arg("box").args(args);
    for name in ["LC_ALL", "LC_MESSAGES", "LANG"] {
        command.env_remove(name);
    }
    let output = command.output().unwrap();
    (
        String::from_utf8(output.stdout).unwrap(),
        String::from_utf8(output.stderr).unwrap(),
        output.status.code().unwrap(),
    )
}

/// The check of a file with this text, in a folder of its own.
fn check(text: &str, more: &[&str]) -> (String, String, i32) {
    let folder = tempfile::tempdir().unwrap();
    let path = write(folder.path(), text);
    let args = [&["--check", "--config", path.to_str().unwrap()], more].concat();
    let (out, err, code) = run(&args);
    let folder = format!("{}/", folder.path().display());
    (out.replace(&folder, ""), err, code)
}

fn write(folder: &Path, text: &str) -> PathBuf {
    let path = folder.join("box.toml");
    fs::write(&path, text).unwrap();
    path
}

#[test]
fn a_file_must_be_named_and_readable() {
    let (_, err, code) = run(&["--check"]);
    assert_eq!(code, 2);
    assert_eq!(
        err,
        "minmax-h3: box needs --config FILE: see minmax-h3 box --help\n"
    );
    let (_, err, code) = run(&["--check", "--config", "/no/such/box.toml"]);
    assert_eq!(code, 1);
    assert_eq!(
        err,
        "minmax-h3: /no/such/box.toml: there is no such file or folder.\n"
    );
    let (_, err, code) = run(&["--config", "/dev/null"]);
    assert_eq!(
        (err.as_str(), code),
        ("minmax-h3: /dev/null is not an ordinary file.\n", 1)
    );
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("box.toml");
    fs::write(&path, b"game = \"\xff\"\n").unwrap();
    let (_, err, code) = run(&["--config", path.to_str().unwrap()]);
    assert_eq!(code, 1);
    assert!(err.ends_with("box.toml is not text in UTF-8\n"), "{err}");
}

#[test]
fn everything_wrong_in_a_file_is_a_row() {
    let text = "\
gmae = 'gomoku'
[uart]
path = '/dev/ttyS3'
[leds]
thinking = 'PA13'
error = 'PA4'
your_turn = 'PQ1'
[http]
bind = 8000
";
    let (out, err, code) = check(text, &[]);
    assert_eq!((err.as_str(), code), ("", 1));
    assert_eq!(
        out,
        "\
WRONG  file    box.toml:1: unknown key gmae; did you mean game?
WRONG  file    box.toml:5: leds.thinking PA13: this pin belongs to UART3 (PA13 and PA14), which uart.path (/dev/ttyS3) uses: choose another pin
WRONG  file    box.toml:6: leds.error PA4: this pin belongs to the system's console (UART0): to take it would cut the console off; choose another
WRONG  file    box.toml:7: leds.your_turn PQ1: the H3 has the ports A, C, D, E, F, G and L
WRONG  file    box.toml:9: http.bind wants a text in quotes, such as http.bind = \"127.0.0.1:8000\"
note   file    the hardware is looked at when the file is right
Wrong: 5.
"
    );
}

/// The hardware aside, for every machine has ports.
#[test]
fn a_port_that_is_taken_and_a_token_that_is_none_are_told() {
    let taken = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let address = taken.local_addr().unwrap();
    let (out, _, code) = check(&format!("[http]\nbind = '{address}'\n"), &[]);
    assert_eq!(code, 1);
    let row = format!("WRONG  http    {address} is in use\n               fix: another program");
    assert!(out.contains(&row), "{out}");
    drop(taken);
    let (out, _, code) = check(&format!("[http]\nbind = '{address}'\n"), &["--lang", "zh"]);
    assert_eq!(code, 0, "{out}");
    assert!(
        out.contains(&format!("http://{address}，任何人都可下棋")),
        "{out}"
    );
    let text = format!("[http]\nbind = '{address}'\ntoken_file = '/dev/null'\n");
    let (out, _, code) = check(&text, &[]);
    assert_eq!(code, 1);
    assert!(
        out.contains("WRONG  http    /dev/null holds no token"),
        "{out}"
    );
}

#[test]
fn without_check_a_wrong_file_is_an_error_a_line() {
    let folder = tempfile::tempdir().unwrap();
    let path = write(
        folder.path(),
        "level = 0\nrule = 'renjo'\n[uart]\npath = '/dev/null'\n",
    );
    let (out, err, code) = run(&["--config", path.to_str().unwrap()]);
    assert_eq!((out.as_str(), code), ("", 1));
    let lines: Vec<_> = err.lines().collect();
    assert_eq!(lines.len(), 2, "{err}");
    assert!(
        lines.iter().all(|line| line.starts_with("minmax-h3: /")),
        "{err}"
    );
    assert!(lines[0].ends_with("box.toml:1: level 0: a level is a number from 1 to 10"));
    assert!(lines[1].contains("box.toml:2: rule renjo: the rule is freestyle"));
}

/// No chip, bus or adapter of these names is anywhere.
const NOWHERE: &str = "\
[uart]
path = '/nowhere/ttyS3'
[keypad]
chip = 'no-such-chip'
rows = ['0', '1', '2']
columns = ['3', '4', '5']
layout = ['123', '456', '789']
[oled]
bus = '/nowhere/i2c-0'
[link]
path = '/dev/null'
[power]
command = ['no-such-command']
[store]
folder = '/dev/null'
";

#[test]
fn missing_devices_are_told_with_their_fixes() {
    let (out, err, code) = check(NOWHERE, &[]);
    assert_eq!((err.as_str(), code), ("", 1));
    let rows: Vec<_> = out.lines().collect();
    assert_eq!(rows[0], "ok     file    box.toml");
    assert_eq!(
        rows[1],
        "ok     game    gomoku 15x15, freestyle; human, engine, level 5"
    );
    for row in [
        "WRONG  uart    /nowhere/ttyS3 is not there",
        "               fix: switch UART3 on: a line overlays=uart3 in /boot/armbianEnv.txt (Armbian; several names with spaces between), then restart; then see ls /dev/ttyS* /dev/ttyUSB*",
        "WRONG  oled    /nowhere/i2c-0 is not there",
        "WRONG  link    /dev/null is no serial line",
        "WRONG  store   /dev/null cannot be written: not a directory",
        "               fix: a file stands there: name another folder, such as /var/lib/minmax-h3",
        "WRONG  power   there is no command no-such-command",
        "               fix: write its whole path",
        "Wrong: 6.",
    ] {
        assert!(rows.contains(&row), "{row}\nis missing in\n{out}");
    }
    // Some machines have chips that this user may not open.
    let keypad: Vec<_> = rows
        .iter()
        .filter(|row| row.starts_with("WRONG  keypad"))
        .collect();
    assert_eq!(keypad.len(), 1, "{out}");
}

#[test]
fn a_device_that_is_something_else_is_told_with_what_helps() {
    for (text, what, fix) in [
        (
            "[uart]\npath = '/tmp'\n",
            "WRONG  uart    /tmp is no serial line",
            "see ls /dev/ttyS*",
        ),
        (
            "[uart]\npath = '/no/such/ttyS8'\n",
            "WRONG  uart    /no/such/ttyS8 is not there",
            "switch the line on: overlays=",
        ),
        (
            "[uart]\npath = '/no/such/ttyUSB0'\n",
            "WRONG  uart    /no/such/ttyUSB0 is not there",
            "plug the adapter in",
        ),
        (
            "[uart]\npath = '/dev/null'\n[oled]\nbus = '/tmp'\n",
            "WRONG  oled    /tmp is no I2C bus",
            "see ls /dev/i2c-*",
        ),
        (
            "[uart]\npath = '/dev/null'\n[store]\nfolder = '/dev/null/games'\n",
            "WRONG  store   /dev/null/games cannot be written: ",
            "a file stands there",
        ),
        (
            "[uart]\npath = '/dev/null'\n[store]\nfolder = '/proc'\n",
            "WRONG  store   /proc cannot be written: ",
            "", // root is told something else than others
        ),
    ] {
        let (out, _, code) = check(text, &[]);
        assert_eq!(code, 1, "{out}");
        let mut rows = out.lines().skip_while(|row| !row.starts_with(what));
        assert!(rows.next().is_some(), "{what}: {out}");
        let next = rows.next().unwrap_or_default();
        assert!(next.contains("fix: ") && next.contains(fix), "{out}");
    }
}

#[test]
fn the_check_speaks_chinese() {
    let (out, _, code) = check(NOWHERE, &["--lang", "zh"]);
    assert_eq!(code, 1);
    assert!(
        out.contains("错误   uart    没有 /nowhere/ttyS3\n"),
        "{out}"
    );
    assert!(out.contains("               解决：请启用 UART3"), "{out}");
    assert!(out.ends_with("错误：6 处。\n"), "{out}");
    let (out, _, _) = check("lvel = 3\n", &["--lang", "zh"]);
    assert!(
        out.contains("box.toml:1：未知的键 lvel；是否要用 level？"),
        "{out}"
    );
}

#[test]
fn a_serial_line_that_is_there_is_good_and_left_as_it_was() {
    let Ok(far) = nix::pty::posix_openpt(nix::fcntl::OFlag::O_RDWR | nix::fcntl::OFlag::O_NOCTTY)
    else {
        eprintln!("skipped: no pseudo-terminal is to be had");
        return;
    };
    nix::pty::grantpt(&far).unwrap();
    nix::pty::unlockpt(&far).unwrap();
    let path = nix::pty::ptsname_r(&far).unwrap();
    let (out, err, code) = check(&format!("[uart]\npath = '{path}'\nbaud = 9600\n"), &[]);
    assert_eq!((err.as_str(), code), ("", 0), "{out}");
    assert!(
        out.contains(&format!("ok     uart    {path}, 9600 baud\nAll is well.\n")),
        "{out}"
    );
}

#[test]
fn the_help_explains_the_box() {
    let (out, err, code) = run(&["--help"]);
    assert_eq!((err.as_str(), code), ("", 0));
    for words in ["--config", "--check", "Examples:", "Exit codes"] {
        assert!(out.contains(words), "{out}");
    }
}
