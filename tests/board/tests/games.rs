//! Whole games with the box, from outside.

mod common;

use anyhow::{Context, Result, ensure};
use common::last_diagram;
use minmax_board::{Board, Card, Serial};

const TICTACTOE: &[(&str, &str)] = &[("game", "\"tictactoe\"")];

#[test]
fn a_game_over_uart() -> Result<()> {
    Board::with(&Card::new()?, |board| {
        board.start_box(TICTACTOE)?;
        board.game.wait_for("Black (X) to move.")?;
        let end = play_to_the_end(board, |board, cell| board.game.send(&cell.to_string()))?;
        println!("over UART: {end}");
        board.game.send("new")?;
        board.game.wait_for("A new game.")?;

        board.game.send_bytes(&[b'x'; 100_000])?;
        board.game.send("")?;
        board.game.send("5")?;
        board.game.wait_for("Black (X) plays b2 (5)")?;
        Ok(())
    })
}

#[test]
fn a_game_by_keys() -> Result<()> {
    Board::with(&Card::new()?, |board| {
        board.start_box(TICTACTOE)?;
        board.game.wait_for("Black (X) to move.")?;
        board.run("echo 8000 >$keypad/bounce_us")?;
        let end = play_to_the_end(board, |board, cell| board.tap(&cell.to_string()))?;
        println!("by keys: {end}");

        board.tap("C")?;
        board.tap("#")?;
        board.game.wait_for("A new game.")?;

        // Three corners of a rectangle: nobody knows whether it is four.
        board.press("124")?;
        board.press("")?;
        board.tap("9")?;
        let line = board.game.wait_for("Black (X) plays")?;
        ensure!(
            line.contains("c1 (9)"),
            "three keys at once have played: {line}"
        );
        Ok(())
    })
}

#[test]
fn a_large_board_by_keys() -> Result<()> {
    Board::with(&Card::new()?, |board| {
        board.start_box(&[])?;
        board.run("echo 8000 >$keypad/bounce_us")?;
        board.game.wait_for("Black (X) to move.")?;
        // Five to the right of the centre, where the cursor is: a bounce would be a step too many.
        for key in ["6", "6", "6", "6", "6", "5"] {
            board.tap(key)?;
        }
        board.game.wait_for("Black (X) plays m8")?;
        board.game.wait_for("White (O) plays")?;
        for key in ["*", "1", "5", "0", "1", "#"] {
            board.tap(key)?;
        }
        board.game.wait_for("Black (X) plays o1")?;
        board.game.wait_for("White (O) plays")?;
        board.tap("A")?;
        board.game.wait_for("Moves taken back: 2.")?;
        Ok(())
    })
}

#[test]
fn the_plug_is_pulled() -> Result<()> {
    let card = Card::new()?;
    let before = Board::with(&card, |board| {
        board.start_box(&[])?;
        board.game.wait_for("Black (X) to move.")?;
        move_and_wait(&mut board.game, "h8")?;
        move_and_wait(&mut board.game, "a1")?;
        board.game.wait_for("Black (X) to move.")?;
        is_kept(board, 4)?;
        last_diagram(&board.game)
    })?;
    Board::with(&card, |board| {
        board.start_box(&[("level", "10")])?;
        board.game.wait_for("Black (X) to move.")?;
        let after = last_diagram(&board.game)?;
        ensure!(
            before == after,
            "before:\n{}\nafter:\n{}",
            before.join("\n"),
            after.join("\n")
        );
        // The engine thinks for two seconds at this level.
        board.game.send("o15")?;
        board.game.wait_for("Black (X) plays o15")?;
        // The plug is pulled at once.
        if board.game.heard().contains("not kept yet") {
            is_kept(board, 5)?;
        }
        Ok(())
    })?;
    Board::with(&card, |board| {
        board.start_box(&[])?;
        board.game.wait_for("Black (X) to move.")?;
        let diagram = last_diagram(&board.game)?;
        ensure!(
            count(&diagram, 'X') == 3 && count(&diagram, 'O') == 3,
            "{}",
            diagram.join("\n")
        );
        board.game.send("undo")?;
        board.game.wait_for("Moves taken back: 2.")?;
        board.game.wait_for("Black (X) to move.")?;
        ensure!(last_diagram(&board.game)? == before);
        Ok(())
    })
}

#[test]
fn a_damaged_game_is_kept_aside() -> Result<()> {
    Board::with(&Card::new()?, |board| {
        board.start_box(&[])?;
        board.game.wait_for("Black (X) to move.")?;
        move_and_wait(&mut board.game, "h8")?;
        board.game.wait_for("Black (X) to move.")?;
        is_kept(board, 2)?;
        let game = last_diagram(&board.game)?;

        // What a killed program and a signal leave is whole.
        board.end_box("KILL")?;
        board.start_box(&[])?;
        board.game.wait_for("Black (X) to move.")?;
        ensure!(last_diagram(&board.game)? == game, "after SIGKILL");
        board.end_box("TERM")?;
        board.start_box(&[])?;
        board.game.wait_for("Black (X) to move.")?;
        ensure!(last_diagram(&board.game)? == game, "after SIGTERM");
        board.end_box("TERM")?;

        board.run("for file in $(find /store -name '*.sgf'); do echo '(;GM[4' >$file; done")?;
        board.start_box(&[])?;
        board.game.wait_for("Black (X) to move.")?;
        let stones = count(&last_diagram(&board.game)?, 'X');
        ensure!(stones == 0, "{stones} black stones from a damaged file");
        move_and_wait(&mut board.game, "h8")?;
        is_kept(board, 2)?;
        board.run("grep -rF '(;GM[4' /store").map(drop)
    })
}

#[test]
fn a_terminal_that_takes_nothing_does_not_keep_the_box_from_leaving() -> Result<()> {
    Board::with(&Card::new()?, |board| {
        board.start_box(&[])?;
        board.game.wait_for("Black (X) to move.")?;
        move_and_wait(&mut board.game, "h8")?; // the rest of the answer is not read
        let now = "cut -d' ' -f1 /proc/uptime";
        let before: f64 = board.run(now)?.parse()?;
        board.end_box("TERM")?;
        let after: f64 = board.run(now)?.parse()?;
        // Left to the kernel, it would take 30 s by itself.
        ensure!(after - before < 25.0, "{:.1} s", after - before);
        Ok(())
    })
}

// ---- what they share

/// Plays tic-tac-toe, always the first cell that is free, and gives the line that says how it ended.
fn play_to_the_end(
    board: &mut Board,
    place: impl Fn(&mut Board, usize) -> Result<()>,
) -> Result<String> {
    const ENDS: [&str; 2] = [" wins: ", "A draw"];
    let mut free = [true; 10];
    loop {
        let cell = (1..10)
            .find(|&cell| free[cell])
            .context("the board is full")?;
        place(board, cell)?;
        free[cell] = false;
        board
            .game
            .wait_for(&format!("Black (X) plays {}", name(cell)))?;
        let line = board
            .game
            .wait_for_any(&["White (O) plays ", ENDS[0], ENDS[1]])?;
        if ENDS.iter().any(|end| line.contains(end)) {
            return Ok(line);
        }
        let answer = (1..10)
            .find(|&cell| line.contains(&name(cell)))
            .context("no cell")?;
        ensure!(free[answer], "cell {answer} was taken: {line}");
        free[answer] = false;
        let line = board
            .game
            .wait_for_any(&["Black (X) to move.", ENDS[0], ENDS[1]])?;
        if ENDS.iter().any(|end| line.contains(end)) {
            return Ok(line);
        }
    }
}

/// As the box names a cell: `a3 (1)`.
fn name(cell: usize) -> String {
    let column = ["a", "b", "c"][(cell - 1) % 3];
    format!("{column}{} ({cell})", 3 - (cell - 1) / 3)
}

fn move_and_wait(game: &mut Serial, point: &str) -> Result<()> {
    game.send(point)?;
    game.wait_for(&format!("Black (X) plays {point}"))?;
    game.wait_for("White (O) plays").map(drop)
}

/// What was shown is on the card, unless the box has said that the card is too slow: then this machine
/// is.
fn is_kept(board: &mut Board, moves: usize) -> Result<()> {
    let stored = "find /store -name '*.sgf' -exec grep -o '[BW]\\[..\\]' {} + | wc -l";
    if board.game.heard().contains("not kept yet") {
        println!("the card is slow");
        let wait = format!("until [ $({stored}) -ge {moves} ]; do usleep 10000; done");
        return board.run(&wait).map(drop);
    }
    let kept = board.run(stored)?;
    ensure!(
        kept == moves.to_string(),
        "{kept} of {moves} moves are kept"
    );
    Ok(())
}

fn count(diagram: &[String], stone: char) -> usize {
    diagram.iter().map(|row| row.matches(stone).count()).sum()
}
