//! A picture in memory, laid out as the display keeps it.

use core::convert::Infallible;

use embedded_graphics::Pixel;
use embedded_graphics::draw_target::DrawTarget;
use embedded_graphics::geometry::{Dimensions, OriginDimensions, Point, Size};
use embedded_graphics::pixelcolor::BinaryColor;
use embedded_graphics::primitives::{PointsIter, Rectangle};

/// Dots from left to right.
pub const WIDTH: usize = 128;
/// Dots from top to bottom.
pub const HEIGHT: usize = 64;
/// Dots in a byte: the height of a page.
pub const PAGE_HEIGHT: usize = 8;
/// Pages from top to bottom.
pub const PAGES: usize = HEIGHT / PAGE_HEIGHT;

/// 128×64 dots as an SSD1306 keeps them: pages of eight rows from the top, in each a byte a
/// column from the left, the lowest bit at the top.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Frame {
    bytes: [u8; WIDTH * PAGES],
}

impl From<[u8; WIDTH * PAGES]> for Frame {
    fn from(bytes: [u8; WIDTH * PAGES]) -> Self {
        Self { bytes }
    }
}

impl Frame {
    /// All dark.
    #[must_use]
    pub const fn new() -> Self {
        Self {
            bytes: [0; WIDTH * PAGES],
        }
    }

    /// All bytes, page after page.
    #[must_use]
    pub const fn bytes(&self) -> &[u8; WIDTH * PAGES] {
        &self.bytes
    }

    /// The bytes of a page, 0 to 7 from the top; empty beyond.
    #[must_use]
    pub fn page(&self, page: usize) -> &[u8] {
        let start = page.saturating_mul(WIDTH);
        self.bytes
            .get(start..start.saturating_add(WIDTH))
            .unwrap_or_default()
    }

    /// Whether the dot is lit; beyond the edges none is.
    #[must_use]
    pub fn is_lit(&self, x: i32, y: i32) -> bool {
        place(x, y).is_some_and(|(byte, bit)| self.bytes[byte] & bit != 0)
    }

    /// Lights or darkens a dot; beyond the edges nothing happens.
    pub(super) fn set(&mut self, x: i32, y: i32, lit: bool) {
        if let Some((byte, bit)) = place(x, y) {
            if lit {
                self.bytes[byte] |= bit;
            } else {
                self.bytes[byte] &= !bit;
            }
        }
    }

    /// Lights or darkens all dots of a rectangle.
    pub(super) fn fill(&mut self, area: Rectangle, lit: bool) {
        area.points().for_each(|dot| self.set(dot.x, dot.y, lit));
    }

    /// Turns all dots of a rectangle over.
    pub(super) fn invert(&mut self, area: Rectangle) {
        for dot in area.points() {
            self.set(dot.x, dot.y, !self.is_lit(dot.x, dot.y));
        }
    }

    /// Draws all dots, lit and dark, at the display's upper left corner.
    ///
    /// # Errors
    /// As the display.
    pub fn show<D>(&self, display: &mut D) -> Result<(), D::Error>
    where
        D: DrawTarget<Color = BinaryColor>,
    {
        let area = self.bounding_box();
        let dots = area.points().map(|dot| self.is_lit(dot.x, dot.y));
        display.fill_contiguous(&area, dots.map(BinaryColor::from))
    }
}

impl Default for Frame {
    fn default() -> Self {
        Self::new()
    }
}

/// The byte of a dot and its bit in it; `None` beyond the edges.
fn place(x: i32, y: i32) -> Option<(usize, u8)> {
    let x = usize::try_from(x).ok().filter(|&x| x < WIDTH)?;
    let y = usize::try_from(y).ok().filter(|&y| y < HEIGHT)?;
    Some((y / PAGE_HEIGHT * WIDTH + x, 1 << (y % PAGE_HEIGHT)))
}

impl OriginDimensions for Frame {
    fn size(&self) -> Size {
        Size::new(WIDTH as u32, HEIGHT as u32)
    }
}

impl DrawTarget for Frame {
    type Color = BinaryColor;
    type Error = Infallible;

    fn draw_iter<I>(&mut self, dots: I) -> Result<(), Infallible>
    where
        I: IntoIterator<Item = Pixel<BinaryColor>>,
    {
        for Pixel(Point { x, y }, colour) in dots {
            self.set(x, y, colour.is_on());
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dots_lie_where_the_display_has_them() {
        let mut frame = Frame::new();
        frame.set(0, 0, true);
        frame.set(127, 63, true);
        frame.set(5, 10, true);
        assert_eq!(frame.page(0)[0], 0b0000_0001);
        assert_eq!(frame.page(7)[127], 0b1000_0000);
        assert_eq!(frame.page(1)[5], 0b0000_0100);
        frame.set(5, 10, false);
        assert_eq!(frame.bytes().iter().map(|b| b.count_ones()).sum::<u32>(), 2);
        assert!(frame.page(8).is_empty() && frame.page(usize::MAX).is_empty());
    }

    #[test]
    fn beyond_the_edges_nothing_happens() {
        let mut frame = Frame::new();
        for (x, y) in [(-1, 0), (0, -1), (128, 0), (0, 64), (i32::MIN, i32::MAX)] {
            frame.set(x, y, true);
            assert!(!frame.is_lit(x, y));
        }
        assert_eq!(frame, Frame::new());
    }

    #[test]
    fn a_frame_shows_itself_lit_and_dark() {
        let mut frame = Frame::new();
        frame.fill(Rectangle::new(Point::new(3, 3), Size::new(9, 9)), true);
        let mut other = Frame::new();
        other.fill(other.bounding_box(), true);
        let Ok(()) = frame.show(&mut other);
        assert_eq!(other, frame);
    }
}
