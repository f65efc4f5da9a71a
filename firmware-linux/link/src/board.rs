//! A whole board, and its short text.
//!
//! The text goes row by row from the top, with `/` between rows: `B` and `W` are stones, `.` is
//! an empty cell and a number that many empty cells. `1W1/B2/3`, `.W./B../...` and `.W./B2/3` are
//! the same board. Chess players know it from FEN.

use core::fmt;

use crate::cell::{Cell, Colour, MAX_SIDE, Size};

const SIDE: usize = MAX_SIDE as usize;

/// The stones of a board as they lie there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Board {
    size: Size,
    /// Row by row from the bottom, with room for the longest row.
    cells: [Option<Colour>; SIDE * SIDE],
}

impl Board {
    /// An empty board.
    #[must_use]
    pub const fn new(size: Size) -> Self {
        Self {
            size,
            cells: [None; SIDE * SIDE],
        }
    }

    /// Reads the text of a board of this size.
    ///
    /// # Errors
    /// Anything but exactly its rows of exactly its columns: `None`.
    #[must_use]
    pub fn parse(size: Size, text: &str) -> Option<Self> {
        let mut board = Self::new(size);
        let mut rows = text.split('/');
        for row in (0..size.rows()).rev() {
            board.read_row(row, rows.next()?)?;
        }
        rows.next().is_none().then_some(board)
    }

    fn read_row(&mut self, row: u8, text: &str) -> Option<()> {
        let mut column = 0;
        let mut rest = text;
        while let Some(first) = rest.chars().next() {
            let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
            let (part, behind) = rest.split_at(digits.max(first.len_utf8()));
            rest = behind;
            if let Some(colour) = Colour::from_letter(first) {
                self.set(self.size.row(row).nth(column.into())?, Some(colour));
            }
            column = u8::checked_add(column, empties_or_stone(first, part)?)?;
        }
        (column == self.size.columns()).then_some(())
    }

    /// How large it is.
    #[must_use]
    pub const fn size(&self) -> Size {
        self.size
    }

    /// The stone on that cell; nothing on an empty one or off the board.
    #[must_use]
    pub fn stone(&self, cell: Cell) -> Option<Colour> {
        self.cells.get(index(cell)).copied().flatten()
    }

    /// Puts a stone on a cell, or with `None` takes it off. Nothing happens off the board.
    pub fn set(&mut self, cell: Cell, stone: Option<Colour>) {
        if self.size.contains(cell)
            && let Some(place) = self.cells.get_mut(index(cell))
        {
            *place = stone;
        }
    }

    /// How many stones lie on it.
    #[must_use]
    pub fn stones(&self) -> usize {
        self.cells.iter().flatten().count()
    }
}

const fn index(cell: Cell) -> usize {
    cell.row() as usize * SIDE + cell.column() as usize
}

/// How many cells a part of a row's text stands for.
fn empties_or_stone(first: char, part: &str) -> Option<u8> {
    match first {
        'B' | 'W' | '.' => Some(1),
        '0'..='9' => part.parse().ok().filter(|&empties| empties > 0),
        _ => None,
    }
}

impl fmt::Display for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for row in (0..self.size.rows()).rev() {
            self.write_row(row, f)?;
            if row > 0 {
                f.write_str("/")?;
            }
        }
        Ok(())
    }
}

impl Board {
    fn write_row(&self, row: u8, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut empties = 0;
        for cell in self.size.row(row) {
            match self.stone(cell) {
                None => empties += 1,
                Some(colour) => {
                    write_empties(empties, f)?;
                    empties = 0;
                    write!(f, "{}", colour.letter())?;
                }
            }
        }
        write_empties(empties, f)
    }
}

fn write_empties(empties: u8, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    if empties > 0 {
        write!(f, "{empties}")?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use core::fmt::Write;
    use heapless::String;

    fn text(board: &Board) -> String<420> {
        let mut text = String::new();
        write!(text, "{board}").unwrap();
        text
    }

    fn three() -> Size {
        Size::new(3, 3).unwrap()
    }

    #[test]
    fn the_top_row_comes_first() {
        let board = Board::parse(three(), ".W./B2/3").unwrap();
        assert_eq!(board.stone(Cell::parse("b3").unwrap()), Some(Colour::White));
        assert_eq!(board.stone(Cell::parse("a2").unwrap()), Some(Colour::Black));
        assert_eq!(board.stones(), 2);
        assert_eq!(text(&board), "1W1/B2/3");
        assert_eq!(Board::parse(three(), "1W1/B../..."), Some(board));
    }

    #[test]
    fn every_size_reads_back() {
        for (columns, rows) in [(3, 3), (3, 20), (20, 3), (15, 15), (20, 20)] {
            let size = Size::new(columns, rows).unwrap();
            let mut board = Board::new(size);
            assert_eq!(Board::parse(size, &text(&board)).as_ref(), Some(&board));
            for (n, cell) in size.cells().enumerate() {
                let stone = [None, Some(Colour::Black), Some(Colour::White)][n * n % 7 % 3];
                board.set(cell, stone);
            }
            assert_eq!(Board::parse(size, &text(&board)), Some(board));
        }
    }

    #[test]
    fn nonsense_is_no_board() {
        for bad in [
            "",
            "3/3",
            "3/3/3/",
            "3/3/3/3",
            "4/3/3",
            "2/3/3",
            "03/3/0",
            "B3/3/3",
            "BBBB/3/3",
            "b2/3/3",
            "3/3/3 ",
            "256/3/3",
            "99999999999/3/3",
            "1111/3/3",
            "ä2/3/3",
            "+3/3/3",
        ] {
            assert_eq!(Board::parse(three(), bad), None, "{bad}");
        }
    }
}
