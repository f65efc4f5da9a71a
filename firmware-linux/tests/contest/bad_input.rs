//! Whatever is wrong is one clear line.

use std::fs;

use crate::program::run;

/// Arguments, and words of the line that refuses them.
const WRONG: &[(&str, &str)] = &[
    ("", "match needs --first PLAYER --second PLAYER"),
    ("--first random", "match needs"),
    ("--second random", "match needs"),
    (
        "--first levle:3 --second random",
        "--first levle: a player is",
    ),
    (
        "--first level:0 --second random",
        "--first level 0: a level is",
    ),
    (
        "--first random --against mcts:100",
        "--against mcts:100: this strategy is not built yet",
    ),
    ("--first random --second maxn", "not built yet"),
    (
        "--first random --second search,time=-1",
        "--second time -1: the time is in seconds",
    ),
    ("--first random --second cmd:", "cmd: takes a command"),
    (
        "--first random --second cmd:x --game tictactoe",
        "plays five in a row only",
    ),
    (
        "--first search,threads=65 --second random",
        "--first threads 65: a whole number",
    ),
    (
        "--first random --second random --games 0",
        "--games 0: a whole number from 1",
    ),
    (
        "--first random --second random --jobs 1000",
        "from 1 to 256",
    ),
    (
        "--first random --second random --sprt 5",
        "--sprt 5: two Elo differences",
    ),
    (
        "--first random --second random --sprt 5,5",
        "two Elo differences",
    ),
    (
        "--first random --second random --sprt NaN,5",
        "two Elo differences",
    ),
    (
        "--first random --second random --sprt 0,5,0,1",
        "two Elo differences",
    ),
    (
        "--first random --second random --from left",
        "--from left: rows are counted",
    ),
    (
        "--first random --second random --openings-format txt",
        "offset or pos",
    ),
    (
        "--first random --second random --save-format sfg",
        "did you mean sgf?",
    ),
    (
        "--first random --second random --tolerance -1",
        "the tolerance is in seconds from 0",
    ),
    (
        "--first random --second random --draw-after 0",
        "a whole number from 1",
    ),
    (
        "--first random --second random --clock 5+x",
        "the time is in seconds",
    ),
    (
        "--first random --second random --level 3",
        "unknown option '--level'",
    ),
];

#[test]
fn wrong_options_are_one_line_and_exit_code_2() {
    for (args, words) in WRONG {
        let args: Vec<_> = ["match"]
            .into_iter()
            .chain(args.split_whitespace())
            .collect();
        let (stdout, stderr, code) = run(&args, "");
        assert_eq!((stdout.as_str(), code), ("", 2), "{args:?}: {stderr}");
        assert_eq!(stderr.lines().count(), 1, "{args:?}: {stderr}");
        assert!(stderr.contains(words), "{args:?}: {stderr}");
    }
    let chinese = [
        "match", "--lang", "zh", "--first", "mcts", "--second", "random",
    ];
    let (_, stderr, _) = run(&chinese, "");
    assert!(stderr.contains("该策略尚未实现"), "{stderr}");
}

#[test]
fn wrong_openings_are_one_line() {
    let folder = tempfile::tempdir().unwrap();
    let book = folder.path().join("book");
    let path = book.to_str().unwrap();
    let players = [
        "match",
        "--first",
        "random",
        "--second",
        "random",
        "--openings",
        path,
    ];
    let missing = run(&players, "");
    assert_eq!(missing.2, 1);
    assert!(
        missing.1.contains("there is no such file or folder"),
        "{}",
        missing.1
    );
    for (text, words) in [
        (&b""[..], "there are none in it"),
        (b"h8\nh8h8\n", "move 2 of line 2 cannot be played"),
        (b"h16\n", "line 1 names a point that is not on the board"),
        (b"0,0,1\n", "line 1 is no opening"),
        (b"0,0, 1,1\nh8i9\n", "line 2 is no opening"),
        (b"h8i9\n# both\n0,0, 1,1\n", "line 3 is no opening"),
        (b"a1a2b1b2c1c2d1d2e1\n", "line 1 ends the game"),
        (b"\xff\n", "not text in UTF-8"),
    ] {
        fs::write(&book, text).unwrap();
        let (stdout, stderr, code) = run(&players, "");
        assert_eq!((stdout.as_str(), code), ("", 1), "{stderr}");
        assert_eq!(stderr.lines().count(), 1, "{stderr}");
        assert!(stderr.contains(words), "{words}: {stderr}");
    }
}

#[test]
fn help_shows_examples() {
    let (stdout, stderr, code) = run(&["match", "--help"], "");
    assert_eq!((stderr.as_str(), code), ("", 0));
    for word in [
        "--first",
        "--against",
        "--sprt",
        "Examples:",
        "cmd:",
        "130 stopped",
    ] {
        assert!(stdout.contains(word), "{word} is missing in {stdout}");
    }
}
