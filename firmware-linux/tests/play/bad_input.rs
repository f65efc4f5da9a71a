//! Whatever is wrong is answered by one clear line, and never by a panic, a hang or growth.

use std::fs;
use std::process::Stdio;
use std::time::{Duration, Instant};

use crate::program::{Talk, command, finish, quick, run, script, spawn};

/// A search that does not end by itself.
const ENDLESS: [&str; 4] = ["--time", "3600", "--hash", "1"];

/// Wrong options, and what is said of them.
const WRONG: &[(&str, &str)] = &[
    ("--size 0", "a gomoku board has 5 to 20 cells a side"),
    ("--size 4", "5 to 20"),
    ("--size 21", "5 to 20"),
    ("--size 99999999999999999999999", "5 to 20"),
    ("--size -5", "5 to 20"),
    ("--game 1,1,1", "a board has 3 to 20 cells a side, not 1"),
    ("--game 0,0,0", "not 0"),
    ("--game 21,21,5", "not 21"),
    ("--game 3,3,5", "5 in a row: on this board it must be 3\n"),
    (
        "--game 3,3",
        "the game is tictactoe, 4x4, gomoku, renju or columns, rows and length",
    ),
    ("--game 3,3,3,3", "the game is"),
    ("--game tictaktoe", "did you mean tictactoe?"),
    (
        "--game renju --rule caro",
        "--rule caro: the game renju is played by the rule renju",
    ),
    ("--game renju --size 4", "a gomoku board has 5 to 20 cells"),
    (
        "--game 7,7,4 --rule renju",
        "this rule is for five in a row",
    ),
    (
        "--foul loses",
        "--foul loses: only renju has forbidden points",
    ),
    ("--rule renju --foul lose", "did you mean loses?"),
    ("--rule standart", "did you mean standard?"),
    (
        "--rule caro --game tictactoe",
        "--rule caro: this rule is for five in a row",
    ),
    (
        "--size 9 --game tictactoe",
        "only gomoku and renju have a size",
    ),
    ("--level 0", "a level is a number from 1 to 10"),
    ("--level 11", "from 1 to 10"),
    ("--level five", "from 1 to 10"),
    ("--time NaN", "the time is in seconds from 0.001 to 86400"),
    ("--time inf", "seconds"),
    ("--time -1", "seconds"),
    ("--time 0", "seconds"),
    ("--time 1e300", "seconds"),
    ("--time 1e999", "seconds"),
    ("--depth 0", "a whole number from 1 to 255"),
    ("--depth 256", "from 1 to 255"),
    (
        "--nodes -1",
        "a whole number from 1 to 18446744073709551615",
    ),
    ("--nodes 1e6", "a whole number"),
    ("--seed x", "a whole number from 0"),
    ("--hash 0", "from 1 to 1024"),
    ("--hash 999999999999", "from 1 to 1024"),
    ("--players human", "two of human and engine"),
    ("--players human,human,human", "two of human and engine"),
    ("--side left", "the side is first or second"),
    ("--side frist", "did you mean first?"),
    ("--side first --players human,engine", "leave one out"),
    (
        "--log-level loud",
        "the log level is off, error, warn, info, debug or trace",
    ),
    ("--log-level dbug", "did you mean debug?"),
    ("--lang fr", "the language is en or zh"),
    ("--lvel 3", "unknown option '--lvel': did you mean --level?"),
    ("--strategy mcts", "unknown option '--strategy'"),
    ("--level", "--level <N> needs a value"),
    ("plya", "unknown command 'plya': did you mean play?"),
    ("play now", "unknown command 'now'"),
    (
        "--level 3 play",
        "behind the command: minmax-h3 play --level <N>",
    ),
    ("--help=yes", "--help takes no value"),
];

#[test]
fn wrong_options_are_one_line_and_exit_code_2() {
    for &(args, words) in WRONG {
        let args: Vec<_> = args.split(' ').collect();
        let (stdout, stderr, code) = run(&args, "");
        assert_eq!((stdout.as_str(), code), ("", 2), "{args:?}: {stderr}");
        assert_eq!(stderr.lines().count(), 1, "{args:?}: {stderr}");
        assert!(
            stderr.starts_with("minmax-h3: ") && stderr.contains(words),
            "{args:?}: {stderr}"
        );
    }
}

#[test]
fn wrong_options_are_explained_in_chinese_too() {
    let (_, stderr, code) = run(&["--lang=zh", "--level", "11"], "");
    assert_eq!(
        (stderr.as_str(), code),
        ("minmax-h3: --level 11：级别为 1 到 10\n", 2)
    );
    let (_, stderr, _) = run(&["--lvel", "--lang", "zh"], "");
    assert_eq!(stderr, "minmax-h3: 未知选项“--lvel”：是否要用 --level？\n");
}

#[cfg(unix)]
#[test]
fn arguments_that_are_not_text() {
    use std::os::unix::ffi::OsStrExt;
    for (args, words) in [
        (
            vec![&b"--level"[..], b"\xff"],
            "the arguments must be text in UTF-8\n",
        ),
        (
            vec![b"--lang", b"\xff"],
            "the arguments must be text in UTF-8\n",
        ),
        (vec![b"\xff\xfe"], "unknown command '"),
    ] {
        let mut command = command(&[]);
        command.args(args.into_iter().map(std::ffi::OsStr::from_bytes));
        let output = finish(spawn(&mut command));
        let stderr = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(2), "{stderr}");
        assert!(stderr.contains(words), "{stderr}");
        assert_eq!(stderr.lines().count(), 1, "{stderr}");
    }
}

#[cfg(all(target_os = "linux", target_env = "gnu"))]
#[test]
fn a_log_that_cannot_be_written_is_a_failure() {
    let (_, stderr, code) = run(&["--log-file", "/nowhere/at/all"], "");
    assert_eq!((stderr.lines().count(), code), (1, 1), "{stderr}");
    assert!(
        stderr.contains("cannot write the log file /nowhere/at/all"),
        "{stderr}"
    );
}

#[test]
fn help_and_version_are_no_errors() {
    for args in [["--help"].as_slice(), &["-h"], &["play", "--help"]] {
        let (stdout, stderr, code) = run(args, "");
        assert_eq!((stderr.as_str(), code), ("", 0));
        for option in [
            "--game",
            "--level",
            "--time",
            "--seed",
            "--lang",
            "Examples:",
        ] {
            assert!(stdout.contains(option), "{option} is missing in {stdout}");
        }
    }
    let (stdout, _, code) = run(&["--version"], "");
    assert_eq!(
        (stdout, code),
        (format!("minmax-h3 {}\n", env!("CARGO_PKG_VERSION")), 0)
    );
}

#[test]
fn wrong_moves_leave_the_game_unchanged() {
    let two = ["--players", "human,human", "--game", "tictactoe"];
    let wrong = [
        "0",
        "10",
        "5",
        "d1",
        "a4",
        "4 1",
        "b",
        "xyz",
        "1 2 3",
        "level 0",
        "save",
        "undo now",
        "\u{0}",
        "\u{1b}[2J",
        "999999999999999999999999",
    ];
    let lines = [&["5"], &wrong[..], &["board"]].concat();
    let text = script(&two, &lines);
    let position = " 3 1 2 3\n 2 4(X)6\n 1 7 8 9\n   a b c\nWhite (O) to move.\n";
    assert!(text.ends_with(position), "{text}");
    assert!(text.contains("b2 (5) is taken: choose an empty point."));
    assert!(text.contains("d1 is not on this board: columns are a to c, rows 1 to 3."));
    assert!(
        !text.contains('\u{1b}'),
        "no control codes of the user's come back"
    );
}

#[test]
fn lines_that_are_too_long_or_not_text() {
    let mut input = vec![b'x'; 10 << 20];
    input.extend(b"\n\xff\xfe\xfa\n5\nquit\n");
    let args = quick(&["--game", "tictactoe"]);
    let (stdout, stderr, code) = run(&args, input);
    assert_eq!((stderr.as_str(), code), ("", 0));
    assert_eq!(
        stdout.matches("That line is too long").count(),
        1,
        "{stdout}"
    );
    assert!(stdout.contains("That line is not text in UTF-8."));
    assert!(
        stdout.contains("Black (X) plays b2 (5)"),
        "the game goes on: {stdout}"
    );
}

#[cfg(target_os = "linux")]
#[test]
fn a_flood_of_input_takes_no_memory() {
    let peak = |talk: &Talk| {
        let status = fs::read_to_string(format!("/proc/{}/status", talk.child.id())).unwrap();
        let line = status
            .lines()
            .find(|line| line.starts_with("VmHWM:"))
            .unwrap();
        line.split_whitespace()
            .nth(1)
            .unwrap()
            .parse::<u64>()
            .unwrap()
    };
    let mut talk = Talk::new(&quick(&["--players", "human,human"]));
    talk.send("h8");
    talk.expect("White (O) to move.");
    let before = peak(&talk);
    talk.send_bytes(&vec![b'x'; 30 << 20]);
    talk.send("");
    talk.expect("That line is too long");
    for _ in 0..2000 {
        talk.send("fly");
    }
    talk.send("i9");
    talk.expect("White (O) plays i9");
    let grown = peak(&talk) - before;
    assert!(grown < 4096, "{grown} KiB more than before");
    talk.close_input();
    assert_eq!(talk.end(), 0);
}

/// The end of the input has come; how long until the program ends?
fn time_to_end(mut talk: Talk) -> Duration {
    let closed = Instant::now();
    talk.close_input();
    assert_eq!(talk.end(), 0);
    closed.elapsed()
}

#[test]
fn the_end_of_the_input_ends_the_program_even_while_it_thinks() {
    let idle = Talk::new(&[]);
    idle.expect("to move.");
    assert!(time_to_end(idle) < Duration::from_secs(5));
    let mut thinking = Talk::new(&ENDLESS);
    thinking.send("h8");
    thinking.expect("plays h8");
    assert!(time_to_end(thinking) < Duration::from_secs(5));
    let watching = Talk::new(&[&ENDLESS[..], &["--players", "engine,engine"]].concat());
    watching.expect("to move.");
    assert!(time_to_end(watching) < Duration::from_secs(5));
    let mut advising = Talk::new(&ENDLESS);
    advising.send("hint");
    assert!(time_to_end(advising) < Duration::from_secs(5));
}

#[test]
fn a_move_before_the_end_of_the_input_is_still_answered() {
    let (stdout, _, code) = run(&ENDLESS, "h8\n");
    assert_eq!(code, 0);
    assert!(stdout.contains("White (O) plays "), "{stdout}");
}

#[test]
fn a_game_between_engines_ends_with_the_move_at_which_the_input_ends() {
    let args = [&ENDLESS[..], &["--players", "engine,engine"]].concat();
    for input in ["", "help\n"] {
        let (stdout, _, code) = run(&args, input);
        assert_eq!(code, 0);
        let moves = stdout.lines().filter(|line| line.contains(" plays "));
        // The first stone of a game takes no time.
        assert!((1..=2).contains(&moves.count()), "{input:?}: {stdout}");
    }
}

#[test]
fn a_closed_output_is_a_quiet_end() {
    // A watched game that goes on and on, and nobody reads.
    let mut child = spawn(&mut command(&quick(&["--players", "engine,engine"])));
    let stdin = child.stdin.take();
    drop(child.stdout.take());
    let output = finish(child);
    drop(stdin);
    assert_eq!(output.status.code(), Some(0));
    assert_eq!(String::from_utf8(output.stderr).unwrap(), "");
    let mut help = spawn(&mut command(&["--help"]));
    drop(help.stdout.take());
    assert_eq!(finish(help).status.code(), Some(0));
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_an_error() {
    let full = fs::OpenOptions::new()
        .write(true)
        .open("/dev/full")
        .unwrap();
    let mut command = command(&[]);
    let child = command
        .stdin(Stdio::null())
        .stdout(full)
        .stderr(Stdio::piped());
    let output = finish(child.spawn().unwrap());
    let stderr = String::from_utf8(output.stderr).unwrap();
    assert_eq!(
        (output.status.code(), stderr.lines().count()),
        (Some(1), 1),
        "{stderr}"
    );
    assert!(stderr.contains("no space left"), "{stderr}");
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_told_by_every_command_in_the_users_language() {
    for args in [
        vec![],
        vec!["--help"],
        vec!["--version"],
        vec!["play", "--help"],
        vec!["bench", "--quick"],
        vec!["perft", "--game", "tictactoe"],
    ] {
        for (lang, words) in [
            ("en", "cannot be written: no space left on the device"),
            ("zh", "minmax-h3: 无法写入标准输出：设备空间已满"),
        ] {
            let full = fs::OpenOptions::new().write(true).open("/dev/full");
            let mut command = command(&[&args[..], &["--lang", lang]].concat());
            command.stdin(Stdio::null()).stdout(full.unwrap());
            let output = finish(command.stderr(Stdio::piped()).spawn().unwrap());
            let stderr = String::from_utf8(output.stderr).unwrap();
            assert_eq!(output.status.code(), Some(1), "{args:?}");
            assert!(stderr.contains(words), "{args:?}: {stderr}");
            assert_eq!(stderr.lines().count(), 1, "{args:?}: {stderr}");
        }
    }
}

#[test]
fn a_byte_order_mark_is_passed_over() {
    let two = ["--players", "human,human"];
    let (stdout, ..) = run(&two, "\u{feff}h8\nquit\n");
    assert!(stdout.contains("Black (X) plays h8\n"), "{stdout}");
}

/// Far more lines than anybody reads ahead, each answered: not one is lost, in order.
#[test]
fn many_lines_are_answered_one_by_one() {
    let count = 200_000;
    let mut lines: String = (0..count).map(|n| format!("fly{n}\n")).collect();
    lines.push_str("h8\n");
    let (stdout, stderr, code) = run(&["--players", "human,human"], lines);
    assert_eq!((stderr.as_str(), code), ("", 0));
    let answers = stdout.lines().filter(|line| line.contains("no command"));
    for (n, answer) in answers.enumerate() {
        assert!(answer.starts_with(&format!("'fly{n}' ")), "{n}: {answer}");
    }
    assert!(stdout.contains("Black (X) plays h8\n"));
}

#[cfg(unix)]
#[test]
fn a_closed_input_is_the_end_of_the_input() {
    let program = env!("CARGO_BIN_EXE_minmax-h3");
    let mut shell = std::process::Command::new("sh");
    shell.args(["-c", &format!("'{program}' --lang en <&- 2>&-")]);
    let output = finish(spawn(&mut shell));
    assert_eq!(output.status.code(), Some(0));
    assert!(
        String::from_utf8(output.stdout)
            .unwrap()
            .ends_with("to move.\n")
    );
}
