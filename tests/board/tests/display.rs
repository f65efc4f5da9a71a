//! The display: what is seen on it, and a game that goes on without it.

use anyhow::{Result, ensure};
use minmax_board::{Board, Card};

#[test]
fn a_display_is_pulled_and_plugged_in_again() -> Result<()> {
    Board::with(&Card::new()?, |board| {
        board.plug_display(false)?;
        board.start_box(&[])?;
        board.game.wait_for("Black (X) to move.")?;
        board.tap("5")?;
        board.game.wait_for("Black (X) plays h8")?;
        board.game.wait_for("White (O) plays")?;
        ensure!(board.run("cat $oled/transfers")? == "0");

        board.plug_display(true)?;
        board.wait_for_picture("a board", |picture| !picture.is_dark())?;
        Ok(())
    })
}
