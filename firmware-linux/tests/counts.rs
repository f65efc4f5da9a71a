//! `minmax-h3 perft` and `minmax-h3 bench` from outside.
// A test that cannot go on fails by panicking.
#![allow(clippy::unwrap_used)]

use std::process::{Command, Output, Stdio};

fn run(args: &str) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_minmax-h3"));
    for name in ["LC_ALL", "LC_MESSAGES", "LANG"] {
        command.env_remove(name);
    }
    let command = command.args(args.split(' ')).stdin(Stdio::null());
    command.output().unwrap()
}

/// What the program prints, having ended well.
fn printed(args: &str) -> String {
    let output = run(args);
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert_eq!((&*stderr, output.status.code()), ("", Some(0)), "{args}");
    String::from_utf8(output.stdout).unwrap()
}

fn words(line: &str) -> Vec<&str> {
    line.split_whitespace().collect()
}

/// What stands behind the name that begins a line.
fn value<'a>(text: &'a str, name: &str) -> &'a str {
    let mut lines = text.lines().filter_map(|line| line.split_once(' '));
    lines.find(|(first, _)| *first == name).unwrap().1
}

#[test]
fn the_known_numbers_of_tic_tac_toe() {
    for args in ["perft --game tictactoe", "perft --game 3,3,3 --hash 1"] {
        let text = printed(args);
        let last = text.lines().last().unwrap();
        assert_eq!(words(last), ["total", "255168", "549946", "5478"]);
        assert_eq!(text.lines().count(), 12);
    }
}

#[test]
fn a_walk_and_a_depth() {
    let text = printed("perft --game 4,3,3 --walk --depth 5");
    let last = text.lines().last().unwrap();
    assert_eq!(words(last), ["total", "6048", "108385", "-"]);
    let text = printed("perft --size 7 --depth 1");
    let last = text.lines().last().unwrap();
    assert_eq!(words(last), ["total", "0", "50", "-"]);
}

#[test]
fn without_a_game_or_a_depth_the_first_plies_are_counted() {
    let text = printed("perft");
    let last = text.lines().last().unwrap();
    assert_eq!(words(last), ["total", "0", "11289826", "-"]);
    let help = words(&printed("perft --help").replace('\n', " ")).join(" ");
    assert!(help.contains("3 on boards of more than 40 cells"), "{help}");
}

#[test]
fn too_little_memory_is_a_failure_that_says_what_to_do() {
    let output = run("perft --game 4x4 --hash 1");
    let stderr = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(1));
    assert_eq!(
        stderr,
        "minmax-h3: ply 5 does not fit 1 MiB: give a larger --hash, a smaller --depth, or --walk\n"
    );
    assert!(!output.stdout.is_empty());
}

#[test]
fn several_threads_have_a_speed_and_no_signature() {
    let text = printed("bench --quick --threads 2");
    assert_eq!(value(&text, "threads"), "2");
    assert!(value(&text, "nodes/s").parse::<u64>().unwrap() > 0);
    assert!(!text.contains("signature"));
    let cases = minmax_engine::bench::CASES.len();
    assert_eq!(text.lines().count(), 1 + cases + 3);
}

#[test]
fn the_bench_names_its_positions_its_speed_and_a_signature() {
    let text = printed("bench --quick");
    let rows: Vec<_> = text.lines().skip(1).map(words).collect();
    let cases = minmax_engine::bench::CASES.len();
    assert_eq!(rows.len(), cases + 3);
    assert!(rows[..cases].iter().all(|row| row.len() == 7), "{text}");
    let sum: u64 = rows[..cases]
        .iter()
        .map(|row| row[6].parse::<u64>().unwrap())
        .sum();
    assert_eq!(value(&text, "nodes"), sum.to_string());
    assert!(value(&text, "nodes/s").parse::<u64>().unwrap() > 0);
    let signature = value(&text, "signature");
    assert!(signature.len() == 8 && u32::from_str_radix(signature, 16).is_ok());
}

#[test]
fn wrong_options_are_one_line_and_exit_code_2() {
    for (args, words) in [
        ("perft --game chess", "--game chess: the game is tictactoe"),
        ("perft --game 21,21,5", "not 21"),
        ("perft --rule renjo", "did you mean renju?"),
        ("perft --depth -1", "a whole number from 0 to 400"),
        ("perft --depth 401", "from 0 to 400"),
        ("perft --hash 0", "from 1 to 65536"),
        ("perft --walk=yes", "--walk takes no value"),
        ("perft --level 3", "unknown option '--level'"),
        ("perft now", "unknown command 'now'"),
        ("--depth 3 perft", "minmax-h3 perft --depth <N>"),
        ("bench --quik", "did you mean --quick?"),
        ("bench --quick 3", "unknown command '3'"),
        ("bench --game 4x4", "unknown option '--game'"),
        ("bench --threads 0", "from 1 to 64"),
        ("bench --threads", "--threads"),
        ("--threads 65", "from 1 to 64"),
        ("bench --lang fr", "the language is en or zh"),
        ("bench --log-level loud", "the log level is"),
        ("bensh", "unknown command 'bensh': did you mean bench?"),
    ] {
        let output = run(args);
        let stderr = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(2), "{args}: {stderr}");
        assert!(output.stdout.is_empty(), "{args}");
        assert_eq!(stderr.lines().count(), 1, "{args}: {stderr}");
        let right = stderr.starts_with("minmax-h3: ") && stderr.contains(words);
        assert!(right, "{args}: {stderr}");
    }
}

#[test]
fn help_has_examples_in_both_languages() {
    for (args, words) in [
        ("perft --help", ["Examples:", "--game", "--hash", "5478"]),
        ("bench -h", ["Examples:", "--quick", "--lang", "signature"]),
        ("perft --lang zh -h", ["示例", "--walk", "内存", "5478"]),
        ("bench --lang zh -h", ["示例", "--quick", "签名", "用法"]),
        ("--help", ["play", "perft", "bench", "Commands"]),
    ] {
        let text = printed(args);
        for word in words {
            assert!(text.contains(word), "{word} is missing in {text}");
        }
        let english = text.contains("OPTIONS") || text.contains("COMMAND");
        assert_eq!(english, !args.contains("zh"), "{text}");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_an_error_and_a_closed_output_a_quiet_end() {
    let program = env!("CARGO_BIN_EXE_minmax-h3");
    for command in ["bench --quick", "perft --game tictactoe"] {
        let full = Command::new("sh")
            .args(["-c", &format!("'{program}' {command} >/dev/full")])
            .output()
            .unwrap();
        assert_eq!(full.status.code(), Some(1));
        assert_eq!(full.stderr.split(|&b| b == b'\n').count(), 2);
        let closed = Command::new("sh")
            .args([
                "-c",
                &format!("('{program}' {command}; echo $? >&2) | true"),
            ])
            .output()
            .unwrap();
        assert_eq!(closed.stderr, b"0\n");
    }
}
