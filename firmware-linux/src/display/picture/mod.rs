//! What the box shows as a picture of 128×64 dots, for any `embedded-graphics` display.
//!
//! The board stands at the left, 60 dots wide, and what is known about the game at the right. A
//! board that does not fit scrolls with the cursor.
//!
//! - [`frame`]: the dots
//! - [`changes`]: which bytes of a display differ between two frames
//! - `font`: letters and Chinese characters
//! - `grid`: where the cells are
//! - `stones`: what stands in a cell
//! - `board`: the board
//! - `side`: the text beside it
//! - `page`: menu and farewell, which take the whole display

mod board;
pub mod changes;
mod font;
pub mod frame;
mod grid;
mod page;
mod side;
mod stones;

use embedded_graphics::draw_target::DrawTarget;
use embedded_graphics::pixelcolor::BinaryColor;

use self::frame::Frame;
use crate::app::panel::view::{Overlay, PanelView};

/// The picture of a view.
#[must_use]
pub fn picture(view: &PanelView<'_>) -> Frame {
    let mut frame = Frame::new();
    match &view.overlay {
        _ if view.blank => {}
        Some(Overlay::Menu(menu)) => page::menu(menu, view.lang, &mut frame),
        Some(Overlay::Off) => page::farewell(view.lang, &mut frame),
        Some(Overlay::Ask(_)) | None => {
            board::draw(view, &mut frame);
            side::draw(view, &mut frame);
        }
    }
    frame
}

/// Draws the picture of a view at the display's upper left corner.
///
/// # Errors
/// As the display.
pub fn draw<D>(view: &PanelView<'_>, display: &mut D) -> Result<(), D::Error>
where
    D: DrawTarget<Color = BinaryColor>,
{
    picture(view).show(display)
}
