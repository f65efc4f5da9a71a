//! Menu and farewell, which take the whole display.

use embedded_graphics::geometry::{Point as Dot, Size};
use embedded_graphics::primitives::Rectangle;

use super::font::{self, LINE};
use super::frame::{Frame, HEIGHT, WIDTH};
use crate::app::panel::view::MenuView;
use crate::lang::{Lang, texts};
use crate::wording::brief;

/// The height of the headline.
const HEAD: i32 = 11;
/// Where the items begin.
const TOP: i32 = 13;
/// Items that are seen at once.
const SEEN: usize = 5;
/// Dots left of the items.
const LEFT: i32 = 3;
/// Dots from the right edge to the end of the values.
const RIGHT: i32 = WIDTH as i32 - 6;

/// Draws the menu.
pub(super) fn menu(menu: &MenuView, lang: Lang, frame: &mut Frame) {
    head(texts::BOX_MENU.plain(lang), frame);
    let count = menu.items.len();
    let first = menu
        .selected
        .saturating_sub(SEEN / 2)
        .min(count.saturating_sub(SEEN));
    for (n, &(item, value)) in menu.items.iter().enumerate().skip(first).take(SEEN) {
        let y = TOP + (n - first) as i32 * LINE;
        let selected = n == menu.selected;
        font::write(brief::item(item, lang), LEFT, y, frame);
        let editing = menu.editing.filter(|_| selected);
        if let Some(value) = editing.or(value) {
            let mut text = brief::value(value, lang);
            if editing.is_some() {
                text = format!("< {text} >");
            }
            font::write(&text, RIGHT - font::width(&text), y, frame);
        }
        if selected {
            let row = Rectangle::new(Dot::new(0, y - 1), Size::new(WIDTH as u32 - 4, LINE as u32));
            frame.invert(row);
        }
    }
    scroll_bar(first, count, frame);
}

fn head(text: &str, frame: &mut Frame) {
    font::write(text, (WIDTH as i32 - font::width(text)) / 2, 1, frame);
    let rule = Rectangle::new(Dot::new(0, HEAD - 1), Size::new(WIDTH as u32, 1));
    frame.fill(rule, true);
}

fn scroll_bar(first: usize, count: usize, frame: &mut Frame) {
    let room = HEIGHT - TOP as usize;
    let dots = |items: usize| items * room / count.max(1);
    let top = Dot::new(WIDTH as i32 - 2, TOP + dots(first) as i32);
    frame.fill(
        Rectangle::new(top, Size::new(2, dots(SEEN.min(count)) as u32)),
        true,
    );
}

/// Draws what is seen while the box is being switched off.
pub(super) fn farewell(lang: Lang, frame: &mut Frame) {
    for (n, text) in [texts::BOX_SAVING, texts::BOX_GOODBYE]
        .into_iter()
        .enumerate()
    {
        let text = text.plain(lang);
        let x = (WIDTH as i32 - font::width(text)) / 2;
        font::write(text, x, 20 + n as i32 * 14, frame);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_farewell_fits() {
        for text in [texts::BOX_SAVING, texts::BOX_GOODBYE] {
            for lang in [Lang::English, Lang::Chinese] {
                assert!(font::width(text.plain(lang)) <= WIDTH as i32);
            }
        }
    }

    #[test]
    fn every_value_fits_beside_its_item() {
        use crate::app::panel::menu::{Item, Kind, Seats, Value};
        use minmax_engine::rules::{LineRule, Rules};
        let other = Rules::new(20, 19, 18, LineRule::Freestyle).map(Kind::Other);
        let pairs = [
            (Item::Game, Value::Game(other.unwrap())),
            (Item::Game, Value::Game(Kind::TicTacToe)),
            (Item::Size, Value::Size(20)),
            (Item::Rule, Value::Rule(LineRule::CaroOverline)),
            (Item::Rule, Value::Rule(LineRule::Standard)),
            (Item::Players, Value::Players(Seats::Engines)),
            (Item::Language, Value::Language(Lang::English)),
        ];
        for (item, value) in pairs {
            for lang in [Lang::English, Lang::Chinese] {
                let edited = format!("< {} >", brief::value(value, lang));
                let dots = font::width(brief::item(item, lang)) + font::width(&edited);
                assert!(LEFT + dots < RIGHT, "{edited}: {dots}");
            }
        }
    }
}
