//! The display: it shows the game that UART tells, and a game goes on without it.

mod common;

use anyhow::{Result, ensure};
use common::last_diagram;
use minmax_board::{Board, Card};

#[test]
fn the_display_shows_the_game() -> Result<()> {
    Board::with(&Card::new()?, |board| {
        board.start_box(&[])?;
        board.game.wait_for("Black (X) to move.")?;
        let empty = board.wait_for_picture("an empty board", is_empty)?;
        println!("{empty:?}");
        for point in ["h8", "a1", "o15", "a15"] {
            board.game.send(point)?;
            board.game.wait_for("White (O) plays")?;
            board.game.wait_for("Black (X) to move.")?;
            shows_the_game(board)?;
        }
        println!("{:?}", board.picture()?);
        ensure!(
            board.run("cat $oled/unknown")? == "0",
            "bytes that are no commands"
        );
        Ok(())
    })
}

#[test]
fn a_display_is_pulled_and_plugged_in_again() -> Result<()> {
    Board::with(&Card::new()?, |board| {
        board.plug_display(false)?;
        board.start_box(&[])?;
        board.game.wait_for("Black (X) to move.")?;
        move_by_keys(board, "5", "h8")?;
        board.plug_display(true)?;
        shows_the_game(board)?;

        board.plug_display(false)?;
        for _ in 0..5 {
            board.tap("6")?;
        }
        move_by_keys(board, "5", "m8")?;
        board.plug_display(true)?;
        shows_the_game(board)
    })
}

/// What is on the display is what was last drawn on UART.
fn shows_the_game(board: &mut Board) -> Result<()> {
    let game = last_diagram(&board.game)?;
    board
        .wait_for_picture(&game.join("\n"), |picture| picture.diagram() == game)
        .map(drop)
}

fn move_by_keys(board: &mut Board, keys: &str, point: &str) -> Result<()> {
    board.tap(keys)?;
    board.game.wait_for(&format!("Black (X) plays {point}"))?;
    board.game.wait_for("White (O) plays")?;
    board.game.wait_for("Black (X) to move.").map(drop)
}

fn is_empty(picture: &minmax_board::Picture) -> bool {
    picture.diagram() == vec![".".repeat(15); 15]
}
