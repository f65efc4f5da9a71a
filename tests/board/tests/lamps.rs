//! Lamps, buzzer and the button "I have moved", on a chip of their own.

use std::{
    thread,
    time::{Duration, Instant},
};

use anyhow::{Context, Result, ensure};
use minmax_board::{Board, Card, serial::PATIENCE};

/// As in box.toml: PA7 and so on.
const THINKING: u32 = 7;
const YOUR_TURN: u32 = 8;
const ERROR: u32 = 9;
const BUZZER: u32 = 10;

#[test]
fn lamps_and_buzzer_say_what_the_box_is_about() -> Result<()> {
    Board::with(&Card::new()?, |board| {
        board.start_box(&[("level", "10")])?;
        board.game.wait_for("Black (X) to move.")?;
        wait_for(board, "your turn", &[YOUR_TURN])?;
        let before = beeps(board)?;
        watch_for_thinking(board)?;
        board.game.send("h8")?;
        board.game.wait_for("Black (X) plays h8")?;
        board.game.wait_for("White (O) plays")?;
        wait_until(board, "thinking", |board| {
            Ok(board.run("ls /tmp")?.contains("thinking"))
        })?;
        wait_for(board, "your turn again", &[YOUR_TURN])?;
        wait_until(board, "one beep for a stone, two for the answer", |board| {
            Ok(beeps(board)? == before + 3)
        })?;
        board.plug_display(false)?;
        wait_for(board, "an error", &[YOUR_TURN, ERROR])?;
        board.plug_display(true)?;
        wait_for(board, "all well", &[YOUR_TURN])?;
        board.end_box("TERM")
    })
}

#[test]
fn the_button_is_heard() -> Result<()> {
    Board::with(&Card::new()?, |board| {
        // It belongs to a robot. This one never answers, and the box has its words for that.
        board.run("printf '[link]\\npath = \"/dev/ttyS2\"\\n' >>/etc/box.toml")?;
        board.start_box(&[])?;
        board.game.wait_for("Black (X) to move.")?;
        board.game.send("resign")?;
        board.game.wait_for("White (O) wins")?;
        for _ in 0..2 {
            board.run("echo 1 >$keypad/button; noticed; echo 0 >$keypad/button; noticed")?;
            board.game.wait_for("The game is over.")?;
        }
        Ok(())
    })
}

/// From now on the board itself watches for the lamp that says so, alone: it is lit for two seconds, and
/// a slow machine may ask too late. What is seen becomes a file `thinking` in /tmp.
fn watch_for_thinking(board: &mut Board) -> Result<()> {
    let lit = |lines: &str| format!("grep -qE '^({lines}) 1 ' $keypad/outputs");
    let (thinking, others) = (
        lit(&format!("{THINKING}")),
        lit(&format!("{YOUR_TURN}|{ERROR}")),
    );
    board
        .run(&format!(
            "(until {thinking} && ! {others}; do usleep 10000; done; touch /tmp/thinking) >/dev/null 2>&1 &"
        ))
        .map(drop)
}

/// The lamps that are lit.
fn lit(board: &mut Board) -> Result<Vec<u32>> {
    let outputs = outputs(board)?.into_iter();
    let lamps = [THINKING, YOUR_TURN, ERROR];
    let lit = outputs.filter(|&(line, level, _)| level == 1 && lamps.contains(&line));
    Ok(lit.map(|(line, ..)| line).collect())
}

fn beeps(board: &mut Board) -> Result<u32> {
    let mut outputs = outputs(board)?.into_iter();
    let buzzer = outputs.find(|&(line, ..)| line == BUZZER);
    Ok(buzzer.context("the buzzer is no output")?.2)
}

/// Number, level, and how often it has risen.
fn outputs(board: &mut Board) -> Result<Vec<(u32, u32, u32)>> {
    let told = board.run("cat $keypad/outputs")?;
    let outputs = told.lines().map(|line| {
        let mut numbers = line.split(' ').map(str::parse);
        let mut next = || numbers.next().context("three numbers");
        Ok((next()??, next()??, next()??))
    });
    outputs.collect()
}

fn wait_for(board: &mut Board, what: &str, lamps: &[u32]) -> Result<()> {
    wait_until(board, what, |board| Ok(lit(board)? == lamps))
}

fn wait_until(
    board: &mut Board,
    what: &str,
    is_so: impl Fn(&mut Board) -> Result<bool>,
) -> Result<()> {
    let end = Instant::now() + PATIENCE;
    while !is_so(board)? {
        ensure!(Instant::now() < end, "{what}: {:?}", outputs(board)?);
        thread::sleep(Duration::from_millis(50));
    }
    Ok(())
}
