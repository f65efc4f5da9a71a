//! What the tests share.

use anyhow::{Context, Result};
use minmax_board::Serial;

/// The stones of the 15×15 board that was drawn last, row by row from the top: `X`, `O` and `.`.
pub fn last_diagram(game: &Serial) -> Result<Vec<String>> {
    let rows: Vec<_> = game.heard().lines().filter_map(row).collect();
    let first = rows.len().checked_sub(15).context("no board was drawn")?;
    Ok(rows[first..].to_vec())
}

/// The cells of a line such as ` 8 . . X(O). +`, if it is one.
fn row(line: &str) -> Option<String> {
    let (number, cells) = line.trim().split_once(' ')?;
    number.parse::<u8>().ok()?;
    let cells: String = cells.chars().filter(|c| !" ()*".contains(*c)).collect();
    let cells = cells.replace('+', ".");
    (cells.len() == 15 && cells.chars().all(|c| "XO.".contains(c))).then_some(cells)
}
