//! The pins of a matrix keypad.
//!
//! A row is driven low, and a pressed key lets its column read low too; columns are pulled up. Rows
//! that are not read must let go of the line (open drain), or each key needs a diode.
//!
//! While no key is pressed all rows are low at once: then one look at the columns is enough.

use core::fmt;

use embedded_hal::delay::DelayNs;
use embedded_hal::digital::{ErrorType, InputPin, OutputPin};

use super::Place;
use super::matrix::Matrix;
use super::stroke::{KeyState, Timing};
use crate::app::key::Stroke;

/// A pin could not be read or driven.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ScanError<R, C> {
    /// A row's pin.
    Row(R),
    /// A column's pin.
    Column(C),
}

impl<R: fmt::Display, C: fmt::Display> fmt::Display for ScanError<R, C> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Row(error) => error.fmt(f),
            Self::Column(error) => error.fmt(f),
        }
    }
}

impl<R, C> core::error::Error for ScanError<R, C>
where
    R: fmt::Debug + fmt::Display,
    C: fmt::Debug + fmt::Display,
{
}

/// A keypad of `ROWS` × `COLUMNS` keys.
#[derive(Debug)]
pub struct Scanner<R, C, D, const ROWS: usize, const COLUMNS: usize> {
    rows: [R; ROWS],
    columns: [C; COLUMNS],
    delay: D,
    settle_us: u32,
    timing: Timing,
    keys: [[KeyState; COLUMNS]; ROWS],
    /// Nothing was read yet.
    fresh: bool,
    /// All rows are low.
    armed: bool,
}

type Scanned<R, C> = Result<(), ScanError<<R as ErrorType>::Error, <C as ErrorType>::Error>>;

impl<R, C, D, const ROWS: usize, const COLUMNS: usize> Scanner<R, C, D, ROWS, COLUMNS>
where
    R: OutputPin,
    C: InputPin,
    D: DelayNs,
{
    /// A keypad on these pins. Levels take `settle_us` microseconds to settle after a row has
    /// been driven.
    pub fn new(
        rows: [R; ROWS],
        columns: [C; COLUMNS],
        delay: D,
        settle_us: u32,
        timing: Timing,
    ) -> Self {
        Self {
            rows,
            columns,
            delay,
            settle_us,
            timing,
            keys: [[KeyState::default(); COLUMNS]; ROWS],
            fresh: true,
            armed: false,
        }
    }

    /// Reads all keys once, `elapsed_ms` milliseconds after the time before, and tells what has
    /// happened, row by row. To be called several times within the debouncing window.
    ///
    /// # Errors
    /// A pin fails. What is known of the keys stays as it was.
    pub fn scan(&mut self, elapsed_ms: u32, heard: impl FnMut(Place, Stroke)) -> Scanned<R, C> {
        if self.armed && self.is_quiet()? {
            return Ok(());
        }
        let matrix = self.read()?;
        if core::mem::take(&mut self.fresh) {
            self.find(&matrix);
        }
        self.judge(&matrix, elapsed_ms, heard);
        if matrix.is_empty() && self.are_open() {
            self.arm()?;
        }
        Ok(())
    }

    /// A key that has been down for longer than anybody would hold it.
    #[must_use]
    pub fn stuck(&self) -> Option<Place> {
        Matrix::<ROWS, COLUMNS>::places().find(|place| {
            let key = self
                .keys
                .get(place.row)
                .and_then(|row| row.get(place.column));
            key.is_some_and(|key| key.is_stuck(&self.timing))
        })
    }

    /// Whether no key is pressed, nor was a moment ago: the next look may take its time.
    pub fn is_at_rest(&self) -> bool {
        !self.fresh && self.are_open()
    }

    fn are_open(&self) -> bool {
        self.keys.as_flattened().iter().all(KeyState::is_at_rest)
    }

    /// Whether all columns are high while all rows are low.
    fn is_quiet(&mut self) -> Result<bool, ScanError<R::Error, C::Error>> {
        for column in &mut self.columns {
            if column.is_low().map_err(ScanError::Column)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    fn arm(&mut self) -> Scanned<R, C> {
        for row in &mut self.rows {
            row.set_low().map_err(ScanError::Row)?;
        }
        self.armed = true;
        Ok(())
    }

    fn read(&mut self) -> Result<Matrix<ROWS, COLUMNS>, ScanError<R::Error, C::Error>> {
        if core::mem::take(&mut self.armed) || self.fresh {
            for row in &mut self.rows {
                row.set_high().map_err(ScanError::Row)?;
            }
        }
        let mut matrix = Matrix::default();
        for row in 0..ROWS {
            self.read_row(row, &mut matrix)?;
        }
        Ok(matrix)
    }

    fn read_row(&mut self, row: usize, matrix: &mut Matrix<ROWS, COLUMNS>) -> Scanned<R, C> {
        let Some(pin) = self.rows.get_mut(row) else {
            return Ok(());
        };
        pin.set_low().map_err(ScanError::Row)?;
        self.delay.delay_us(self.settle_us);
        let mut read = Ok(());
        for (column, pin) in self.columns.iter_mut().enumerate() {
            match pin.is_low() {
                Ok(true) => matrix.close(Place { row, column }),
                Ok(false) => {}
                Err(error) => read = Err(ScanError::Column(error)),
            }
        }
        // Let go of the row whatever has happened: it would disturb all others.
        pin.set_high().map_err(ScanError::Row)?;
        read
    }

    fn find(&mut self, matrix: &Matrix<ROWS, COLUMNS>) {
        for (place, key) in places(&mut self.keys) {
            *key = KeyState::found(matrix.is_closed(place));
        }
    }

    fn judge(
        &mut self,
        matrix: &Matrix<ROWS, COLUMNS>,
        elapsed_ms: u32,
        mut heard: impl FnMut(Place, Stroke),
    ) {
        for (place, key) in places(&mut self.keys) {
            let certain = !matrix.is_ambiguous(place);
            let closed = certain.then(|| matrix.is_closed(place));
            if let Some(stroke) = key.read(closed, elapsed_ms, &self.timing) {
                heard(place, stroke);
            }
        }
    }
}

fn places<const ROWS: usize, const COLUMNS: usize>(
    keys: &mut [[KeyState; COLUMNS]; ROWS],
) -> impl Iterator<Item = (Place, &mut KeyState)> {
    Matrix::<ROWS, COLUMNS>::places().zip(keys.as_flattened_mut())
}

#[cfg(test)]
mod tests;
