//! What a person in front of the display sees.

use std::fmt;

use anyhow::{Context, Result};

/// Columns of pixels.
pub const WIDTH: usize = 128;
/// Rows of pixels.
pub const HEIGHT: usize = 64;
const PAGE: usize = 8;
const RAM: usize = WIDTH * HEIGHT / PAGE;

/// The display, mounted with its connector on top, at one moment.
#[derive(Clone, PartialEq, Eq)]
pub struct Picture {
    pixels: Vec<bool>,
}

impl Picture {
    /// The pixel at `x` from the left and `y` from the top shines.
    ///
    /// # Panics
    ///
    /// Outside the display.
    pub fn pixel(&self, x: usize, y: usize) -> bool {
        assert!(x < WIDTH && y < HEIGHT);
        self.pixels[y * WIDTH + x]
    }

    /// Nothing shines.
    pub fn is_dark(&self) -> bool {
        !self.pixels.contains(&true)
    }

    /// The stones of a board of 15×15 as a diagram of `X`, `O` and `.`, row by row from the top; `?` is
    /// neither stone nor empty. The marks of cursor and last move do not count: they stand around a
    /// cell, or blink in its heart.
    pub fn diagram(&self) -> Vec<String> {
        let cell = |column: usize, row: usize| self.cell(3 + 4 * column, 3 + 4 * row);
        (0..15)
            .map(|row| (0..15).map(|column| cell(column, row)).collect())
            .collect()
    }

    /// What the pixels around this one mean: a block is Black's stone, a diamond White's.
    fn cell(&self, x: usize, y: usize) -> char {
        let all = |pixels: [(usize, usize); 4]| pixels.iter().all(|&(x, y)| self.pixel(x, y));
        let diamond = all([(x, y - 1), (x - 1, y), (x + 1, y), (x, y + 1)]);
        let corners = all([
            (x - 1, y - 1),
            (x + 1, y - 1),
            (x - 1, y + 1),
            (x + 1, y + 1),
        ]);
        match (diamond, corners, self.pixel(x, y)) {
            (true, true, _) => 'X',
            (true, false, _) => 'O',
            (false, _, true) => '.',
            (false, _, false) => '?',
        }
    }

    /// From what the display's module tells: the RAM in hexadecimal digits, then a line `name:value`
    /// for each setting.
    pub(crate) fn read(told: &str) -> Result<Self> {
        let (ram, settings) = told.split_once('\n').context("no settings")?;
        let ram = bytes_of(ram).context("RAM is not 1024 bytes in hexadecimal digits")?;
        Ok(Self::shown(&ram, &Settings::read(settings)?))
    }

    fn shown(ram: &[u8], settings: &Settings) -> Self {
        let shines = |x: usize, y: usize| {
            if !settings.on {
                return false;
            }
            // With both remaps the display stands as modules are mounted: connector on top.
            let column = if settings.segment_remap {
                x
            } else {
                WIDTH - 1 - x
            };
            let row = if settings.com_remap {
                y
            } else {
                HEIGHT - 1 - y
            };
            let row = (row + settings.start_line) % HEIGHT;
            let lit = ram[row / PAGE * WIDTH + column] >> (row % PAGE) & 1 == 1;
            (lit != settings.inverted) || settings.all_on
        };
        let pixels = (0..WIDTH * HEIGHT)
            .map(|i| shines(i % WIDTH, i / WIDTH))
            .collect();
        Self { pixels }
    }
}

impl fmt::Debug for Picture {
    /// Two pixels a character, one above the other.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for y in (0..HEIGHT).step_by(2) {
            let line: String = (0..WIDTH)
                .map(|x| match (self.pixel(x, y), self.pixel(x, y + 1)) {
                    (false, false) => ' ',
                    (true, false) => '▀',
                    (false, true) => '▄',
                    (true, true) => '█',
                })
                .collect();
            writeln!(f, "{}", line.trim_end())?;
        }
        Ok(())
    }
}

struct Settings {
    on: bool,
    all_on: bool,
    inverted: bool,
    segment_remap: bool,
    com_remap: bool,
    start_line: usize,
}

impl Settings {
    fn read(text: &str) -> Result<Self> {
        let value = |name: &str| {
            text.lines()
                .find_map(|line| line.strip_prefix(name)?.strip_prefix(':'))
                .with_context(|| format!("the display does not tell '{name}': {text}"))
        };
        let flag = |name: &str| value(name).map(|value| value == "Y");
        Ok(Self {
            on: flag("on")?,
            all_on: flag("all_on")?,
            inverted: flag("inverted")?,
            segment_remap: flag("segment_remap")?,
            com_remap: flag("com_remap")?,
            start_line: value("start_line")?.parse()?,
        })
    }
}

fn bytes_of(hex: &str) -> Option<Vec<u8>> {
    let byte = |at: usize| u8::from_str_radix(hex.get(at..at + 2)?, 16).ok();
    let bytes: Vec<u8> = (0..hex.len()).step_by(2).map(byte).collect::<Option<_>>()?;
    (bytes.len() == RAM).then_some(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Only the lowest bit of the second byte is set.
    fn told(settings: &str) -> String {
        format!("0001{}\n{settings}", "00".repeat(RAM - 2))
    }

    const UPRIGHT: &str =
        "on:Y\nall_on:N\ninverted:N\nsegment_remap:Y\ncom_remap:Y\nstart_line:0\n";

    fn only_pixel(settings: &str) -> Option<(usize, usize)> {
        let picture = Picture::read(&told(settings)).ok()?;
        let mut lit = (0..WIDTH * HEIGHT).filter(|&i| picture.pixels[i]);
        let first = lit.next()?;
        lit.next()
            .is_none()
            .then_some((first % WIDTH, first / WIDTH))
    }

    #[test]
    fn ram_is_pages_of_columns() {
        assert_eq!(only_pixel(UPRIGHT), Some((1, 0)));
    }

    #[test]
    fn remaps_turn_and_the_start_line_scrolls() {
        let turned = UPRIGHT.replace("remap:Y", "remap:N");
        assert_eq!(only_pixel(&turned), Some((126, 63)));
        let scrolled = UPRIGHT.replace("start_line:0", "start_line:60");
        assert_eq!(only_pixel(&scrolled), Some((1, 4)));
    }

    #[test]
    fn off_is_dark_and_all_on_is_not() -> Result<()> {
        assert!(Picture::read(&told(&UPRIGHT.replace("on:Y\nall", "on:N\nall")))?.is_dark());
        let lit = Picture::read(&told(&UPRIGHT.replace("all_on:N", "all_on:Y")))?;
        assert!(lit.pixels.iter().all(|&pixel| pixel));
        Ok(())
    }

    #[test]
    fn stones_are_blocks_and_diamonds() {
        let mut pixels = vec![false; WIDTH * HEIGHT];
        // In the second row: empty, Black, White, nothing, and the stones with a mark in the heart.
        for (y, line) in [
            "    ###  #      ###  #",
            " #  ### # #     # # ###",
            "    ###  #      ###  #",
        ]
        .iter()
        .enumerate()
        {
            for (x, _) in line.match_indices('#') {
                pixels[(6 + y) * WIDTH + 2 + x] = true;
            }
        }
        let diagram = Picture { pixels }.diagram();
        assert!(diagram[1].starts_with(".XO?XO"), "{}", diagram[1]);
    }

    #[test]
    fn too_little_is_an_error() {
        assert!(Picture::read("00\non:Y\n").is_err());
        assert!(Picture::read(&told("on:Y\n")).is_err());
    }
}
