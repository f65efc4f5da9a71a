//! `box --check` on real device files.

use anyhow::{Context, Result, ensure};
use minmax_board::{Board, Card};

#[test]
fn the_check_tells_what_is_there() -> Result<()> {
    Board::with(&Card::new()?, |board| {
        let (table, code) = check(board, "")?;
        println!("{table}");
        ensure!(code == "0", "exit code {code}:\n{table}");

        // There is a device file, but nothing behind it.
        finds_fault(board, "/dev/ttyS3", "/dev/ttyS2")?;
        finds_fault(board, "/dev/ttyS3", "/dev/ttyS7")?;
        finds_fault(board, "keypad-sim", "keypad-som")?;
        finds_fault(board, "/dev/i2c-0", "/dev/i2c-5")?;

        board.run("mount -o remount,ro /store")?;
        finds_fault(board, "/store", "/store")?;
        board.run("mount -o remount,rw /store")?;
        board.plug_display(false)?;
        finds_fault(board, "/dev/i2c-0", "/dev/i2c-0")
    })
}

/// With this instead of that in the file, the check fails and names it.
fn finds_fault(board: &mut Board, right: &str, wrong: &str) -> Result<()> {
    let (table, code) = check(board, &format!("s|\"{right}\"|\"{wrong}\"|"))?;
    println!("{table}");
    ensure!(code == "1", "{wrong}: exit code {code}:\n{table}");
    let named = table
        .lines()
        .any(|line| line.starts_with("WRONG") && line.contains(wrong));
    ensure!(named, "{wrong} is not named:\n{table}");
    Ok(())
}

/// Checks the box's file after an edit; what is said, and the exit code.
fn check(board: &mut Board, edit: &str) -> Result<(String, String)> {
    let told = board.run(&format!(
        "sed -e '{edit}' /etc/box.toml >/tmp/box.toml; \
         minmax-h3 box --config /tmp/box.toml --check; echo $?"
    ))?;
    let (table, code) = told.rsplit_once('\n').context("the check says nothing")?;
    Ok((table.into(), code.into()))
}
