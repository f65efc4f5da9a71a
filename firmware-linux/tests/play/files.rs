//! Games kept in files.

use std::fs;
use std::path::Path;

use crate::program::{Talk, quick, script};

/// Two people on a gomoku board, in this folder.
fn two(folder: &Path, lines: &[&str]) -> String {
    let lines: Vec<String> = lines
        .iter()
        .map(|line| line.replace('@', folder.to_str().unwrap()))
        .collect();
    let lines: Vec<&str> = lines.iter().map(String::as_str).collect();
    script(&["--players", "human,human"], &lines)
}

#[test]
fn a_game_is_saved_and_loaded() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a game.sgf");
    let said = two(folder.path(), &["h8", "i9", "g7", "save @/a game.sgf"]);
    assert!(said.contains("Saved in "), "{said}");
    let text = fs::read_to_string(&path).unwrap();
    assert!(text.contains("GM[4]") && text.contains("SZ[15]RU[freestyle]PB[Human]PW[Human]"));
    assert!(text.ends_with(";B[hh];W[ig];B[gi])\n"), "{text}");
    let loaded = two(folder.path(), &["o15", "load @/a game.sgf", "undo", "quit"]);
    assert!(
        loaded.contains("Loaded: gomoku 15x15, freestyle, moves: 3."),
        "{loaded}"
    );
    assert!(
        loaded.contains("\n 7 . . . . . .(X). . . . . . . .\n"),
        "{loaded}"
    );
    assert!(loaded.ends_with("Black (X) to move.\n"), "{loaded}");
}

#[test]
fn the_engines_thoughts_are_kept_and_its_game_goes_on() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("ttt.sgf");
    let save = format!("save {}", path.display());
    let args = quick(&["--game", "tictactoe"]);
    script(&args, &["5", &save, "quit"]);
    let text = fs::read_to_string(&path).unwrap();
    assert!(
        text.contains("SZ[3]RU[freestyle]MK[3]PB[Human]PW[minmax-h3 300 nodes a move, with the errors of level 5]"),
        "{text}"
    );
    assert!(
        text.contains(" nodes ") && text.contains(" time 0."),
        "{text}"
    );
    let again = folder.path().join("again.sgf");
    let lines = [
        format!("load {}", path.display()),
        format!("save {}", again.display()),
    ];
    let lines = [lines[0].as_str(), lines[1].as_str()];
    let loaded = script(&quick(&[]), &lines); // gomoku until then
    assert!(
        loaded.contains("Loaded: tic-tac-toe, moves: 2."),
        "{loaded}"
    );
    assert_eq!(fs::read_to_string(&again).unwrap(), text);
    // With the other side the engine is to move: it does.
    let moved = script(&quick(&["--side", "second"]), &["a1", lines[0]]);
    let after = moved.split_once("Loaded").unwrap().1;
    assert!(after.contains("Black (X) plays "), "{moved}");
}

#[test]
fn no_file_is_overwritten_unasked() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.sgf");
    fs::write(&path, "precious").unwrap();
    let said = two(folder.path(), &["h8", "save @/a.sgf"]);
    assert!(
        said.contains("a.sgf exists: choose another name, or write save!"),
        "{said}"
    );
    assert_eq!(fs::read_to_string(&path).unwrap(), "precious");
    two(folder.path(), &["h8", "save! @/a.sgf"]);
    assert!(fs::read_to_string(&path).unwrap().contains(";B[hh])"));
    // The file of this very game may be written again, until another game begins.
    let said = two(
        folder.path(),
        &[
            "h8",
            "save @/b.sgf",
            "i9",
            "save @/b.sgf",
            "new",
            "save @/b.sgf",
        ],
    );
    assert_eq!(said.matches("Saved in ").count(), 2, "{said}");
    assert_eq!(said.matches(" exists: ").count(), 1, "{said}");
    let kept = fs::read_to_string(folder.path().join("b.sgf")).unwrap();
    assert!(kept.contains(";W[ig])"), "{kept}");
    assert_eq!(
        fs::read_dir(folder.path()).unwrap().count(),
        2,
        "nothing is left over"
    );
}

#[test]
fn a_bad_file_is_one_line_and_the_game_is_unchanged() {
    let folder = tempfile::tempdir().unwrap();
    let mut talk = Talk::new(&["--players", "human,human", "--game", "tictactoe"]);
    talk.send("5");
    talk.until(|line| line.starts_with("White (O) to move"));
    let files: [(&str, Vec<u8>, &str); 9] = [
        ("empty", vec![], "it is not an SGF file"),
        ("words", b"hello".to_vec(), "it is not an SGF file"),
        ("bytes", vec![0xff; 5000], "it is not an SGF file"),
        ("cut", b"(;GM[4];B[hh]".to_vec(), "ends in the middle"),
        ("go", b"(;GM[1];B[hh])".to_vec(), "another game (GM[1]"),
        (
            "renju",
            b"(;GM[4]RU[renju];B[hg];W[aa];B[gh];W[ac];B[ih];W[ae];B[hi];W[ag];B[hh])".to_vec(),
            "move 9, B[hh], cannot be played: the point is forbidden to Black",
        ),
        (
            "large",
            b"(;GM[4]SZ[21])".to_vec(),
            "3 to 20 cells a side, not 21",
        ),
        (
            "twice",
            b"(;GM[4];B[hh];W[hh])".to_vec(),
            "move 2, W[hh], cannot be played: the point is taken",
        ),
        ("huge", vec![b'('; 2 << 20], "larger than 1024 KiB"),
    ];
    for (name, bytes, why) in files {
        let path = folder.path().join(name);
        fs::write(&path, bytes).unwrap();
        talk.send(&format!("load {}", path.display()));
        talk.expect(why);
    }
    talk.send(&format!("load {}", folder.path().display()));
    talk.expect("is not an ordinary file");
    talk.send(&format!("load {}/nowhere", folder.path().display()));
    talk.expect("there is no such file");
    talk.send(&format!("save {}/no/where", folder.path().display()));
    talk.expect("there is no such file or folder");
    talk.send("board");
    let board = talk.until(|line| line.starts_with("White (O) to move"));
    assert!(board.contains(&" 2 4(X)6".to_string()), "{board:?}");
    talk.close_input();
    assert_eq!(talk.end(), 0);
}
