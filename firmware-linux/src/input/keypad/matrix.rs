//! One reading of all contacts, and which of them may be ghosts.

use super::Place;

/// The contacts as they were read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Matrix<const ROWS: usize, const COLUMNS: usize>([[bool; COLUMNS]; ROWS]);

impl<const ROWS: usize, const COLUMNS: usize> Default for Matrix<ROWS, COLUMNS> {
    fn default() -> Self {
        Self([[false; COLUMNS]; ROWS])
    }
}

impl<const ROWS: usize, const COLUMNS: usize> Matrix<ROWS, COLUMNS> {
    /// Every place, row by row.
    pub fn places() -> impl Iterator<Item = Place> {
        (0..ROWS).flat_map(|row| (0..COLUMNS).map(move |column| Place { row, column }))
    }

    /// Notes a closed contact. Nothing happens outside of the matrix.
    pub fn close(&mut self, place: Place) {
        let row = self.0.get_mut(place.row);
        if let Some(contact) = row.and_then(|row| row.get_mut(place.column)) {
            *contact = true;
        }
    }

    /// Whether the contact was read closed.
    #[must_use]
    pub fn is_closed(&self, place: Place) -> bool {
        let row = self.0.get(place.row);
        row.and_then(|row| row.get(place.column)) == Some(&true)
    }

    /// Whether no contact is closed.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        !self.0.as_flattened().contains(&true)
    }

    /// Whether this closed contact may be a ghost: without diodes, keys on three corners of a
    /// rectangle close a circuit over the fourth, and nobody can tell which three are pressed.
    #[must_use]
    pub fn is_ambiguous(&self, at: Place) -> bool {
        self.is_closed(at)
            && Self::places().any(|other| {
                let corners = [
                    other,
                    Place {
                        row: at.row,
                        ..other
                    },
                    Place {
                        row: other.row,
                        ..at
                    },
                ];
                other.row != at.row
                    && other.column != at.column
                    && corners.into_iter().all(|corner| self.is_closed(corner))
            })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn matrix(picture: [&str; 3]) -> Matrix<3, 3> {
        let mut matrix = Matrix::default();
        for place in Matrix::<3, 3>::places() {
            if picture[place.row].as_bytes()[place.column] == b'x' {
                matrix.close(place);
            }
        }
        matrix
    }

    fn ambiguous(picture: [&str; 3]) -> usize {
        let matrix = matrix(picture);
        let places = Matrix::<3, 3>::places();
        places.filter(|&place| matrix.is_ambiguous(place)).count()
    }

    #[test]
    fn three_corners_show_as_four_and_all_are_doubtful() {
        assert_eq!(ambiguous(["x.x", "...", "x.x"]), 4);
        assert_eq!(ambiguous(["xx.", "xx.", "..x"]), 4);
        assert_eq!(ambiguous(["xxx", "xxx", "..."]), 6);
    }

    #[test]
    fn without_a_rectangle_every_key_is_certain() {
        assert_eq!(ambiguous(["xxx", "...", "..."]), 0);
        assert_eq!(ambiguous(["x..", "x..", "x.."]), 0);
        assert_eq!(ambiguous(["x.x", "...", "x.."]), 0);
        assert_eq!(ambiguous(["x..", ".x.", "..x"]), 0);
    }
}
