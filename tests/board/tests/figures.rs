//! How fast the box is here: told, not judged, for times on an emulated board are not a board's times.
//!
//! `cargo test … --test figures -- --nocapture` shows them.

use std::{
    thread,
    time::{Duration, Instant},
};

use anyhow::{Context, Result, bail};
use minmax_board::{Board, Card, serial::PATIENCE};

#[test]
fn figures() -> Result<()> {
    Board::with(&Card::new()?, |board| {
        first_picture(board)?;
        idle_share(board)?;
        key_to_display(board, "idle")?;
        board.game.send("level 10")?;
        board.game.wait_for("Level 10.")?;
        key_to_display_while_thinking(board)?;
        memory(board)?;
        leaving(board)
    })
}

fn first_picture(board: &mut Board) -> Result<()> {
    board.start_box(&[])?;
    board.wait_for_picture("something", |picture| !picture.is_dark())?;
    // When it changed last says nothing: a clock is running on it.
    let changes = board.display_changes()?;
    let (first, _) = changes.context("a picture without a change")?;
    println!("exec to the first byte of the first picture: {first:?}");
    board.game.wait_for("Black (X) to move.").map(drop)
}

/// Walks in the menu, where nothing but keys changes the picture.
fn key_to_display(board: &mut Board, when: &str) -> Result<()> {
    board.tap("D")?;
    let mut times = Vec::new();
    for key in ["8", "2"].repeat(5) {
        times.push(tap_to_change(board, key)?);
    }
    board.tap("D")?;
    times.sort_unstable();
    println!(
        "key to display, {when}: median {:?}, longest {:?}",
        times[5], times[9]
    );
    Ok(())
}

fn key_to_display_while_thinking(board: &mut Board) -> Result<()> {
    let mut times = Vec::new();
    // Where no engine plays before its time: what it answers depends on how fast it is here.
    for point in ["h8", "a1", "o15"] {
        board.game.send(point)?;
        board.game.wait_for(&format!("Black (X) plays {point}"))?;
        times.push(tap_to_change(board, "6")?);
        board.game.wait_for("White (O) plays")?;
    }
    println!("key to display, while the engine thinks: {times:?}");
    Ok(())
}

fn tap_to_change(board: &mut Board, key: &str) -> Result<Duration> {
    board.watch_display()?;
    board.tap(key)?;
    let deadline = Instant::now() + PATIENCE;
    loop {
        if let Some((first, _)) = board.display_changes()? {
            return Ok(first);
        }
        if Instant::now() > deadline {
            bail!("key {key} changes nothing on the display");
        }
        thread::sleep(Duration::from_millis(50));
    }
}

/// The share of one core that each thread of the box takes while nothing happens but scanning and a
/// clock.
fn idle_share(board: &mut Board) -> Result<()> {
    const SECONDS: u32 = 10;
    let before = running(board)?;
    board.run(&format!("sleep {SECONDS}"))?;
    let after = running(board)?;
    let mut all = 0.0;
    for (thread, ns) in after {
        let begin = before.iter().find(|(known, _)| *known == thread);
        let ns = ns - begin.map_or(0, |&(_, ns)| ns);
        let percent = ns as f64 / 1e7 / f64::from(SECONDS);
        all += percent;
        println!("processor time while idle: {percent:.2} % of one core: {thread}");
    }
    println!("processor time while idle: {all:.2} % of one core in all");
    Ok(())
}

/// The threads of the box by number and name, and the nanoseconds that each has run.
fn running(board: &mut Board) -> Result<Vec<(String, u64)>> {
    let told = board.run(
        "for task in /proc/$(pidof minmax-h3)/task/*; do \
         echo \"${task##*/} $(cat $task/comm) $(cut -d' ' -f1 $task/schedstat)\"; done",
    )?;
    let threads = told.lines().map(|line| {
        let (thread, ns) = line.rsplit_once(' ').context("no time")?;
        Ok((thread.into(), ns.parse()?))
    });
    threads.collect()
}

fn memory(board: &mut Board) -> Result<()> {
    let told = board
        .run("grep -E 'VmHWM|VmRSS' /proc/$(pidof minmax-h3)/status | tr -s '\\t\\n ' ' '; echo")?;
    println!("memory: {told}");
    Ok(())
}

fn leaving(board: &mut Board) -> Result<()> {
    let now = "cut -d' ' -f1 /proc/uptime";
    let before: f64 = board.run(now)?.parse()?;
    board.end_box("TERM")?;
    let after: f64 = board.run(now)?.parse()?;
    println!("SIGTERM to gone: {:.2} s at most", after - before);
    Ok(())
}
