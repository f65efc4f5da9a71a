//! The program on a pseudo-terminal: keys, Ctrl-C, the moving line, redrawing.

use std::fs;
use std::process::Command;

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
    fs::write(&path, "(;GM[4];B[hh])").unwrap();
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
    // Nothing is searched any more, and nothing pretends to be.
    session.exp_string("about to move").unwrap();
    session.exp_string("White (O) plays ").unwrap();
    assert!(asked.elapsed() >= std::time::Duration::from_millis(650));
    session.send_line("quit").unwrap();
    session.exp_eof().unwrap();
}

/// Types this without Enter.
fn type_in(session: &mut PtySession, text: &str) {
    session.send(text).unwrap();
    session.flush().unwrap();
}

/// Changes the size of the terminal.
fn resize(session: &PtySession, columns: usize, rows: usize) {
    let mut stty = Command::new("stty");
    stty.args(["cols", &columns.to_string(), "rows", &rows.to_string()]);
    let terminal = session.process().get_file_handle().unwrap();
    assert!(stty.stdin(terminal).status().unwrap().success());
}

/// The first of a whole picture.
const TOP: &str = "\u{1b}[1;1H";

#[test]
fn another_size_of_the_terminal_is_another_picture() {
    let Some(mut session) = start(&["--game", "tictactoe", "--players", "human,human"], &[]) else {
        return;
    };
    session.exp_string("your move: ").unwrap();
    type_in(&mut session, "save");
    session.exp_string("your move: save").unwrap();
    for (columns, prompt) in [(30, "> save"), (90, "your move: save")] {
        resize(&session, columns, 20);
        session.exp_string(TOP).unwrap();
        session.exp_string(prompt).unwrap();
    }
    session.send_line("").unwrap();
    session.exp_string("Which file?").unwrap();
    session.send_line("help").unwrap();
    session.exp_string("back to the board: ").unwrap();
    resize(&session, 60, 20);
    session.exp_string(TOP).unwrap();
    session.exp_string("back to the board: ").unwrap();
    session.send_line("quit").unwrap();
    session.exp_eof().unwrap();
}

#[test]
fn another_size_while_the_engine_thinks() {
    let Some(mut session) = start(&ENDLESS, &[("NO_COLOR", "1")]) else {
        return;
    };
    session.exp_string("your move: ").unwrap();
    session.send_line("h8").unwrap();
    session.exp_string("thinking ").unwrap();
    resize(&session, 40, 30);
    session.exp_string(TOP).unwrap();
    let until_next = session.exp_string("thinking ").unwrap();
    assert!(until_next.contains("15 . "), "{until_next:?}");
    session.send_line("quit").unwrap();
    session.exp_eof().unwrap();
}

#[test]
fn a_key_that_comes_with_another_size_is_not_lost() {
    let Some(mut session) = start(&["--game", "tictactoe", "--players", "human,human"], &[]) else {
        return;
    };
    session.exp_string("your move: ").unwrap();
    for count in 1..=30 {
        resize(&session, 80 + count % 2, 20);
        type_in(&mut session, "x");
        let typed = "x".repeat(count);
        session.exp_string(&format!("your move: {typed}")).unwrap();
    }
    session.send_line("").unwrap();
    session.send_line("quit").unwrap();
    session.exp_eof().unwrap();
}

#[test]
fn what_is_typed_while_the_engine_thinks_stays_on_its_line() {
    let Some(mut session) = start(&ENDLESS, &[]) else {
        return;
    };
    session.exp_string("your move: ").unwrap();
    session.send_line("h8").unwrap();
    session.exp_string("thinking 0.").unwrap();
    type_in(&mut session, "unx\u{7f}");
    session.exp_string("> unx").unwrap();
    for _ in 0..3 {
        session.exp_string("thinking ").unwrap();
        session.exp_string("\r\u{1b}[1B\r\u{1b}[2K> un").unwrap();
    }
    session.send_line("do").unwrap();
    session.exp_string("Moves taken back: 1.").unwrap();
    session.send_line("quit").unwrap();
    session.exp_eof().unwrap();
}

#[test]
fn two_interrupts_at_once_leave() {
    for args in [
        &ENDLESS[..],
        &[&ENDLESS[..], &["--side", "second"]].concat(),
    ] {
        let Some(mut session) = start(args, &[]) else {
            return;
        };
        session.exp_regex("your move: |thinking ").unwrap();
        type_in(&mut session, "\u{3}\u{3}");
        session.exp_eof().unwrap();
        assert_eq!(exit_code(&session), 130);
    }
}

#[cfg(all(target_os = "linux", target_env = "gnu"))]
#[test]
fn log_lines_are_seen_and_survive() {
    use minmax_h3::log::Level;
    if !crate::logs::is_built_in(Level::Info) {
        return;
    }
    let args = quick(&["--game", "tictactoe", "--log-level", "info"]);
    let Some(mut session) = start(&args, &[]) else {
        return;
    };
    session.exp_string("your move: ").unwrap();
    session.send_line("5").unwrap();
    // Written into the first row, which then scrolls out at the top …
    session.exp_string(TOP).unwrap();
    session
        .exp_regex(" info  position [0-9a-f]{16}: [a-c][1-3], ")
        .unwrap();
    session.exp_string("\u{1b}[24;1H\r\n").unwrap();
    // … and shown below the picture.
    session.exp_string(TOP).unwrap();
    session.exp_regex("\n[^\n]* info  position ").unwrap();
    session.exp_string("your move: ").unwrap();
    session.send_line("quit").unwrap();
    session.exp_eof().unwrap();
}

/// The program under a shell that tells afterwards how it left the terminal.
fn start_and_tell(args: &[&str]) -> Option<PtySession> {
    let mut shell = Command::new("sh");
    let script = "echo \"pid $$.\"; stty -g; \"$0\" --lang en \"$@\"; echo left; stty -g";
    shell
        .args(["-c", script, env!("CARGO_BIN_EXE_minmax-h3")])
        .args(args);
    shell.env("TERM", "xterm");
    let timeout = u64::try_from(DEADLINE.as_millis()).unwrap();
    spawn_command(shell, Some(timeout)).ok()
}

/// After `left` stand the very modes that were set before.
fn assert_given_back(session: &mut PtySession, before: &str) {
    session.exp_string("left").unwrap();
    let after = session.exp_eof().unwrap();
    assert_eq!(after.trim(), before.trim());
}

/// The shell's number, and the modes of the terminal before the program began.
fn before(session: &mut PtySession) -> (String, String) {
    session.exp_string("pid ").unwrap();
    let shell = session.exp_string(".\r\n").unwrap();
    let modes = session.exp_string("\r\n").unwrap();
    session.exp_string("your move: ").unwrap();
    (shell, modes)
}

#[test]
fn the_terminal_is_given_back() {
    for last_keys in ["quit\n", "\u{4}", "\u{3}\u{3}"] {
        let Some(mut session) = start_and_tell(&ENDLESS) else {
            return;
        };
        let (_, modes) = before(&mut session);
        type_in(&mut session, last_keys);
        assert_given_back(&mut session, &modes);
    }
}

#[cfg(target_os = "linux")]
#[test]
fn the_terminal_is_given_back_by_a_program_that_is_killed() {
    let Some(mut session) = start_and_tell(&ENDLESS) else {
        return;
    };
    let (shell, modes) = before(&mut session);
    let children = fs::read_to_string(format!("/proc/{shell}/task/{shell}/children"));
    let children = children.unwrap_or_default();
    let Some(child) = children.split_whitespace().next() else {
        eprintln!("skipped: the system does not tell who the shell has started");
        return;
    };
    let mut kill = Command::new("kill");
    assert!(kill.args(["-TERM", child]).status().unwrap().success());
    assert_given_back(&mut session, &modes);
}
