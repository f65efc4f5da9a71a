//! Cells, stones and sizes, as the wire names them.

use core::fmt;

/// Longest side of a board, in cells.
pub const MAX_SIDE: u8 = 20;

/// The colour of a stone.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Colour {
    /// Moves first; `B`.
    Black,
    /// Moves second; `W`.
    White,
}

impl Colour {
    /// The letter on the wire.
    #[must_use]
    pub const fn letter(self) -> char {
        match self {
            Self::Black => 'B',
            Self::White => 'W',
        }
    }

    /// The colour of this letter; `None` for any other one.
    #[must_use]
    pub const fn from_letter(letter: char) -> Option<Self> {
        match letter {
            'B' => Some(Self::Black),
            'W' => Some(Self::White),
            _ => None,
        }
    }
}

/// How large a board is: 3 to [`MAX_SIDE`] cells each way.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Size {
    columns: u8,
    rows: u8,
}

impl Size {
    /// The size of `columns` × `rows` cells; `None` outside 3 to [`MAX_SIDE`].
    #[must_use]
    pub const fn new(columns: u8, rows: u8) -> Option<Self> {
        if 3 <= columns && columns <= MAX_SIDE && 3 <= rows && rows <= MAX_SIDE {
            Some(Self { columns, rows })
        } else {
            None
        }
    }

    /// Cells from left to right.
    #[must_use]
    pub const fn columns(self) -> u8 {
        self.columns
    }

    /// Cells from bottom to top.
    #[must_use]
    pub const fn rows(self) -> u8 {
        self.rows
    }

    /// Whether the cell lies on a board of this size.
    #[must_use]
    pub const fn contains(self, cell: Cell) -> bool {
        cell.column < self.columns && cell.row < self.rows
    }

    /// Every cell of the board as one reads: from the top left.
    pub fn cells(self) -> impl Iterator<Item = Cell> {
        (0..self.rows).rev().flat_map(move |row| self.row(row))
    }

    /// The cells of one row, from the left.
    pub(crate) fn row(self, row: u8) -> impl Iterator<Item = Cell> {
        (0..self.columns).map(move |column| Cell { column, row })
    }
}

/// `3 3`: columns, then rows.
impl fmt::Display for Size {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.columns, self.rows)
    }
}

/// One cell, written as `b2`: its column is a letter from the left, its row a number **from the
/// bottom**.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Cell {
    row: u8,
    column: u8,
}

impl Cell {
    /// The cell in `column` from the left and `row` from the bottom, both from 0 and below
    /// [`MAX_SIDE`]; `None` beyond.
    #[must_use]
    pub const fn new(column: u8, row: u8) -> Option<Self> {
        if column < MAX_SIDE && row < MAX_SIDE {
            Some(Self { row, column })
        } else {
            None
        }
    }

    /// The cell of this name, such as `b2`; `None` if it names none.
    #[must_use]
    pub fn parse(name: &str) -> Option<Self> {
        let letter = *name.as_bytes().first()?;
        let number = name.get(1..)?;
        if !letter.is_ascii_lowercase() || !number.bytes().all(|b| b.is_ascii_digit()) {
            return None;
        }
        let number: u8 = number.parse().ok()?;
        Self::new(letter - b'a', number.checked_sub(1)?)
    }

    /// The column from the left, from 0.
    #[must_use]
    pub const fn column(self) -> u8 {
        self.column
    }

    /// The row from the bottom, from 0.
    #[must_use]
    pub const fn row(self) -> u8 {
        self.row
    }
}

impl fmt::Display for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", char::from(b'a' + self.column), self.row + 1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use core::fmt::Write;
    use heapless::String;

    #[test]
    fn every_cell_reads_back() {
        let size = Size::new(MAX_SIDE, MAX_SIDE).unwrap();
        assert_eq!(size.cells().count(), 400);
        for cell in size.cells() {
            let mut name: String<3> = String::new();
            write!(name, "{cell}").unwrap();
            assert_eq!(Cell::parse(&name), Some(cell));
        }
        assert_eq!(Cell::parse("b2"), Cell::new(1, 1));
        assert_eq!(size.cells().next(), Cell::parse("a20"));
    }

    #[test]
    fn nonsense_is_no_cell() {
        for name in [
            "", "b", "2", "B2", "b0", "b21", "u1", "b+2", "b2 ", "b999", "ä1",
        ] {
            assert_eq!(Cell::parse(name), None, "{name}");
        }
    }

    #[test]
    fn sizes_are_bounded() {
        assert!(Size::new(3, 20).is_some());
        for (columns, rows) in [(2, 3), (3, 2), (21, 3), (3, 21), (0, 0)] {
            assert_eq!(Size::new(columns, rows), None);
        }
    }
}
