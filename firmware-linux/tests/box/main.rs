//! The box as a program: whole games on pseudo-terminals, a pulled plug, a robot, and its last
//! words.
#![cfg(target_os = "linux")]
#![allow(clippy::unwrap_used, clippy::expect_used, reason = "tests")]

#[path = "../games/client.rs"]
mod client;
mod desk;
mod robot;
mod web;

use std::fs;
use std::thread;
use std::time::Duration;

use desk::Desk;

/// The game is played on free cells in order until it is over.
#[test]
fn a_whole_game_over_a_serial_line() {
    let mut desk = Desk::new("game = \"tictactoe\"\nlevel = 10");
    desk.start();
    desk.read_to("tic-tac-toe");
    let mut board = desk.read_to("Black (X) to move.");
    let over = ["White (O) wins", "A draw"];
    for _ in 0..5 {
        let cell = ('1'..='9')
            .find(|&cell| is_free(&board, cell))
            .expect("a free cell");
        desk.type_line(&cell.to_string());
        board = desk.read_to("   a b c");
        let rest = desk.read_to(".");
        if over.iter().any(|words| rest.contains(words)) {
            let kept = Desk::wait_for(&desk.kept(), "RE[");
            assert!(
                kept.contains("RE[W+]") || kept.contains("RE[Draw]") || kept.contains("RE[0]"),
                "{kept}"
            );
            assert!(desk.terminate().1);
            return;
        }
    }
    panic!("five moves, and no end: {board}");
}

/// On the last diagram, where cells that are free show their numbers.
fn is_free(board: &str, cell: char) -> bool {
    let rows: Vec<_> = board
        .lines()
        .filter(|line| line.trim_start().starts_with(['1', '2', '3']))
        .collect();
    let last = rows.len().saturating_sub(3);
    rows[last..]
        .iter()
        .any(|row| row.get(2..).is_some_and(|cells| cells.contains(cell)))
}

#[test]
fn a_pulled_plug_loses_nothing() {
    let mut desk = Desk::new("game = \"gomoku\"\nlevel = 2");
    desk.start();
    desk.read_to("Black (X) to move.");
    desk.type_line("h8");
    desk.read_to("White (O) plays");
    desk.read_to("Black (X) to move.");
    desk.type_line("level 3");
    desk.read_to("Level 3.");
    let before = Desk::wait_for(&desk.kept(), "ML[3]");
    desk.kill();

    desk.start();
    let shown = desk.read_to("Black (X) to move.");
    assert!(shown.contains("engine, level 3"), "{shown}");
    let stones = |stone| {
        let rows = shown.lines().filter(|row| row.starts_with([' ', '1']));
        rows.flat_map(str::chars).filter(|&c| c == stone).count()
    };
    assert_eq!((stones('X'), stones('O')), (1, 1), "{shown}");
    desk.type_line("undo");
    desk.read_to("Moves taken back: 2.");
    assert!(before.contains(";B[hh]"));
}

/// Whoever has seen a move finds it again, however soon after it the plug was pulled.
#[test]
fn a_move_that_was_shown_is_kept() {
    let mut desk = Desk::new("game = \"gomoku\"\nplayers = \"human,human\"");
    let cells = (1..=15).flat_map(|row| ('a'..='o').map(move |column| (column, row)));
    for (n, (column, row)) in cells.take(30).enumerate() {
        let mover = if n % 2 == 0 { "Black" } else { "White" };
        desk.start();
        desk.read_to(&format!("{mover} ("));
        desk.read_to("to move.");
        desk.type_line(&format!("{column}{row}"));
        desk.read_to(&format!("plays {column}{row}"));
        desk.kill();
        let kept = fs::read_to_string(desk.kept()).unwrap();
        assert_eq!(
            kept.matches(";B[").count() + kept.matches(";W[").count(),
            n + 1,
            "{kept}"
        );
    }
}

#[test]
fn an_edited_file_begins_the_game_that_it_asks_for() {
    let mut desk = Desk::new("game = \"gomoku\"\nlevel = 1");
    desk.start();
    desk.read_to("Black (X) to move.");
    desk.type_line("h8");
    desk.read_to("White (O) plays");
    Desk::wait_for(&desk.kept(), ";W[");
    desk.terminate();
    let text = fs::read_to_string(desk.file()).unwrap();
    fs::write(desk.file(), text.replace("level = 1", "level = 2")).unwrap();
    desk.start(); // another strength is no reason to leave a game
    assert!(
        desk.read_to("Black (X) to move.")
            .contains("engine, level 2")
    );
    desk.terminate();
    fs::write(desk.file(), text.replace("gomoku", "tictactoe")).unwrap();
    desk.start();
    desk.read_to("tic-tac-toe");
    desk.read_to("Black (X) to move.");
    let archived = Desk::wait_for(&desk.store().join("archive/000001.sgf"), ";W[");
    assert!(archived.contains("SZ[15]"), "{archived}");
    desk.terminate();
    desk.start(); // not edited: the game goes on
    desk.read_to("tic-tac-toe");
    desk.type_line("5");
    desk.read_to("Black (X) plays b2");
}

#[test]
fn files_are_named_plainly_and_the_boxs_own_are_its_own() {
    let mut desk = Desk::new("game = \"gomoku\"\nlevel = 1");
    desk.start();
    desk.read_to("Black (X) to move.");
    for name in [
        "/tmp/x",
        "../x",
        "game.sgf",
        "archive/x",
        "damaged-1.sgf",
        ".x",
        "asked.txt",
    ] {
        desk.type_line(&format!("save! {name}"));
        desk.read_to("is no name for a file here");
        desk.type_line(&format!("load {name}"));
        desk.read_to("is no name for a file here");
    }
    desk.type_line("h8");
    desk.read_to("White (O) plays");
    desk.type_line("save mine.sgf");
    desk.read_to("Saved in");
    desk.type_line("new");
    desk.read_to("A new game.");
    desk.type_line("load mine.sgf");
    desk.read_to("Loaded: gomoku 15x15, freestyle, moves: 2.");
}

#[test]
fn a_damaged_game_is_kept_aside() {
    let mut desk = Desk::new("game = \"gomoku\"");
    fs::create_dir(desk.store()).unwrap();
    fs::write(desk.kept(), "(;GM[4]SZ[15];B[hh];W[h").unwrap();
    desk.start();
    desk.read_to("Black (X) to move.");
    desk.read_to("Kept game damaged: see damaged-1.sgf.");
    desk.type_line("level 3");
    assert!(!desk.read_to("Level 3.").contains("damaged"), "said once");
    let names: Vec<_> = fs::read_dir(desk.store())
        .unwrap()
        .map(|e| e.unwrap().path())
        .collect();
    let aside = names
        .iter()
        .find(|path| path.display().to_string().contains("damaged"));
    assert_eq!(
        fs::read_to_string(aside.unwrap()).unwrap(),
        "(;GM[4]SZ[15];B[hh];W[h"
    );
}

#[test]
fn the_systems_signal_ends_it_with_the_game_kept() {
    let mut desk = Desk::new("game = \"gomoku\"\nlevel = 10");
    desk.start();
    desk.read_to("Black (X) to move.");
    desk.type_line("h8");
    desk.read_to("Black (X) plays h8");
    let (took, well) = desk.terminate(); // while the engine thinks
    assert!(well && took < Duration::from_secs(10), "{took:?}");
    assert!(fs::read_to_string(desk.kept()).unwrap().contains(";B[hh]"));
    desk.start(); // and the engine answers by itself
    desk.read_to("White (O) plays");
    desk.read_to("Black (X) to move.");
}

#[test]
fn a_line_that_is_not_there_is_no_reason_to_end() {
    let mut desk = Desk::new("game = \"gomoku\"");
    let text = fs::read_to_string(desk.file()).unwrap();
    let nowhere = desk.folder.path().join("adapter");
    let device = desk.terminal.device.display().to_string();
    fs::write(
        desk.file(),
        text.replace(&device, &nowhere.display().to_string()),
    )
    .unwrap();
    desk.start();
    thread::sleep(Duration::from_millis(300));
    std::os::unix::fs::symlink(&desk.terminal.device, &nowhere).unwrap();
    desk.read_to("Black (X) to move.");
    desk.type_line("h8");
    desk.read_to("Black (X) plays h8");
}
