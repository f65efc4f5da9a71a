//! The program on a pseudo-terminal: Ctrl-C, the moving line, redrawing.

use rexpect::process::WaitStatus;
use rexpect::session::{PtySession, spawn_command};

use crate::program::{DEADLINE, command, quick};

/// A search that ends when told.
const ENDLESS: [&str; 4] = ["--time", "3600", "--hash", "1"];

/// The program on a new pseudo-terminal; nothing, with a word why, where none is to be had.
fn start(args: &[&str], env: &[(&str, &str)]) -> Option<PtySession> {
    let mut command = command(args);
    command.env("TERM", "xterm").envs(env.iter().copied());
    let timeout = u64::try_from(DEADLINE.as_millis()).unwrap();
    match spawn_command(command, Some(timeout)) {
        Ok(session) => Some(session),
        Err(error) => {
            eprintln!("skipped: no pseudo-terminal is to be had: {error}");
            None
        }
    }
}

fn exit_code(session: &PtySession) -> i32 {
    match session.process().wait().unwrap() {
        WaitStatus::Exited(_, code) => code,
        other => panic!("{other:?}"),
    }
}

#[test]
fn a_screen_is_drawn_in_place_and_in_colour() {
    let Some(mut session) = start(&quick(&["--game", "tictactoe"]), &[]) else {
        return;
    };
    let first = session.exp_string("your move: ").unwrap();
    assert!(
        first.contains("\u{1b}[1;1H") && first.contains("\u{1b}[J"),
        "{first:?}"
    );
    session.send_line("5").unwrap();
    let second = session.exp_string("\u{1b}[1;36mX\u{1b}[0m").unwrap();
    assert!(second.contains("\u{1b}[1;1H"), "{second:?}");
    session.exp_string("your move: ").unwrap();
    session.send_line("quit").unwrap();
    session.exp_eof().unwrap();
    assert_eq!(exit_code(&session), 0);
}

#[test]
fn no_color_leaves_no_colour() {
    let args = quick(&["--game", "tictactoe"]);
    let Some(mut session) = start(&args, &[("NO_COLOR", "1")]) else {
        return;
    };
    session.exp_string("your move: ").unwrap();
    session.send_line("5").unwrap();
    let mut shown = session.exp_string("your move: ").unwrap();
    session.send_line("quit").unwrap();
    shown += &session.exp_eof().unwrap();
    assert!(shown.contains("(X)"), "{shown:?}");
    let coloured = shown.split("\u{1b}[").skip(1).any(|code| {
        let end = code.find(|c: char| c.is_ascii_alphabetic());
        end.is_some_and(|end| code[end..].starts_with('m'))
    });
    assert!(!coloured, "{shown:?}");
}

#[test]
fn a_dumb_terminal_gets_plain_lines() {
    let Some(mut session) = start(&quick(&[]), &[("TERM", "dumb")]) else {
        return;
    };
    let text = session.exp_string("Black (X) to move.").unwrap();
    assert!(!text.contains('\u{1b}'), "{text:?}");
    session.send_line("quit").unwrap();
    session.exp_eof().unwrap();
}

#[test]
fn thinking_is_seen_and_interrupted_by_ctrl_c() {
    let Some(mut session) = start(&ENDLESS, &[]) else {
        return;
    };
    session.exp_string("your move: ").unwrap();
    session.send_line("h8").unwrap();
    session.exp_string("thinking 0.").unwrap();
    session.exp_string("depth ").unwrap();
    session.exp_string("thinking 1.").unwrap();
    session.send_control('c').unwrap();
    session.exp_string("White (O) plays ").unwrap();
    session.exp_string("your move: ").unwrap();
    // The second within two seconds leaves.
    session.send_control('c').unwrap();
    session.exp_eof().unwrap();
    assert_eq!(exit_code(&session), 130);
}

#[test]
fn enter_makes_the_engine_move_now() {
    let Some(mut session) = start(&ENDLESS, &[]) else {
        return;
    };
    session.exp_string("your move: ").unwrap();
    session.send_line("h8").unwrap();
    session.exp_string("thinking ").unwrap();
    session.send_line("j9").unwrap();
    session.exp_string("engine's turn").unwrap();
    session.send_line("").unwrap();
    session.exp_string("White (O) plays ").unwrap();
    session.exp_string("your move: ").unwrap();
    session.send_line("quit").unwrap();
    session.exp_eof().unwrap();
    assert_eq!(exit_code(&session), 0);
}

#[test]
fn commands_act_while_the_engine_thinks() {
    let Some(mut session) = start(&ENDLESS, &[]) else {
        return;
    };
    session.exp_string("your move: ").unwrap();
    session.send_line("h8").unwrap();
    session.exp_string("thinking ").unwrap();
    session.send_line("undo").unwrap();
    session.exp_string("Moves taken back: 1.").unwrap();
    session.exp_string("your move: ").unwrap();
    session.send_line("g7").unwrap();
    session.exp_string("thinking ").unwrap();
    session.send_line("quit").unwrap();
    session.exp_eof().unwrap();
    assert_eq!(exit_code(&session), 0);
}

#[test]
fn the_answer_to_a_task_that_was_replaced_changes_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.sgf");
    std::fs::write(&path, "(;GM[4];B[hh])").unwrap();
    let load = format!("load {}", path.display());
    let Some(mut session) = start(&ENDLESS, &[]) else {
        return;
    };
    session.exp_string("your move: ").unwrap();
    for _ in 0..3 {
        session.send_line(&load).unwrap();
        session.exp_string("moves: 1.").unwrap();
        session.exp_string("thinking 1.").unwrap();
    }
    session.send_line("").unwrap();
    session.exp_string("White (O) plays ").unwrap();
    session.send_line("quit").unwrap();
    session.exp_eof().unwrap();
}

#[test]
fn ctrl_c_at_the_prompt_asks_first() {
    let Some(mut session) = start(&[], &[]) else {
        return;
    };
    session.exp_string("your move: ").unwrap();
    session.send_control('c').unwrap();
    session.exp_string("Ctrl-C again leaves the game.").unwrap();
    session.exp_string("your move: ").unwrap();
    // A line in between, and it asks again.
    session.send_line("board").unwrap();
    session.exp_string("your move: ").unwrap();
    session.send_control('c').unwrap();
    session.exp_string("Ctrl-C again leaves the game.").unwrap();
    session.send_control('c').unwrap();
    session.exp_eof().unwrap();
    assert_eq!(exit_code(&session), 130);
}

#[test]
fn ctrl_d_leaves() {
    let Some(mut session) = start(&ENDLESS, &[]) else {
        return;
    };
    session.exp_string("your move: ").unwrap();
    session.send_line("h8").unwrap();
    session.exp_string("thinking ").unwrap();
    session.send_control('d').unwrap();
    session.exp_eof().unwrap();
    assert_eq!(exit_code(&session), 0);
}

#[test]
fn a_low_level_takes_its_time_on_a_terminal() {
    let args = quick(&["--game", "tictactoe", "--level", "1"]);
    let Some(mut session) = start(&args, &[]) else {
        return;
    };
    session.exp_string("your move: ").unwrap();
    let asked = std::time::Instant::now();
    session.send_line("5").unwrap();
    session.exp_string("White (O) plays ").unwrap();
    assert!(asked.elapsed() >= std::time::Duration::from_millis(650));
    session.send_line("quit").unwrap();
    session.exp_eof().unwrap();
}
