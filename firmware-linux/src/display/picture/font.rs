//! Letters and Chinese characters.
//!
//! One font has both: Boutique Bitmap 9×9, by Luke Liu, under the SIL Open Font License 1.1,
//! with all characters of GB 2312. Addresses and the numbers of cells stand in a smaller one, whose digits are all told apart.

use embedded_graphics::Drawable;
use embedded_graphics::geometry::Point;
use embedded_graphics::mono_font::MonoTextStyle;
use embedded_graphics::mono_font::ascii::FONT_5X7;
use embedded_graphics::pixelcolor::BinaryColor;
use embedded_graphics::text::{Baseline, Text};
use textwrap::WordSeparator;
use textwrap::core::Fragment;
use textwrap::wrap_algorithms::wrap_first_fit;
use u8g2_fonts::FontRenderer;
use u8g2_fonts::fonts::u8g2_font_boutique_bitmap_9x9_t_gb2312b;
use u8g2_fonts::types::{FontColor, VerticalPosition};

use super::frame::Frame;

const FONT: FontRenderer = FontRenderer::new::<u8g2_font_boutique_bitmap_9x9_t_gb2312b>();

/// Dots from line to line.
pub(super) const LINE: i32 = 10;
/// Dots that a character has at its right, which do not count at the end of a line.
#[cfg(test)]
pub(super) const GAP: i32 = 1;
/// Dots from the top of a line to the foot of its letters.
const BASELINE: i32 = 7;
/// Dots from character to character of small text.
pub(super) const SMALL_ADVANCE: i32 = 5;
/// Dots from line to line of small text.
pub(super) const SMALL_LINE: i32 = 7;
/// Stands for what the font does not have.
const UNKNOWN: char = '?';

/// Writes one line with its upper left corner there.
pub(super) fn write(text: &str, x: i32, y: i32, frame: &mut Frame) {
    let mut at = Point::new(x, y + BASELINE);
    for c in text.chars() {
        let (c, advance) = glyph(c);
        let ink = FontColor::Transparent(BinaryColor::On);
        // The font has the character, and a frame takes every dot.
        let _ = FONT.render(c, at, VerticalPosition::Baseline, ink, frame);
        at.x += advance;
    }
}

/// The character, or what stands for it, and the dots that it takes.
fn glyph(c: char) -> (char, i32) {
    let advance = |c: char| {
        let found = FONT.get_rendered_dimensions(c, Point::zero(), VerticalPosition::Baseline);
        found.ok().map(|dimensions| dimensions.advance.x)
    };
    match advance(c) {
        Some(dots) => (c, dots),
        None => (UNKNOWN, advance(UNKNOWN).unwrap_or_default()),
    }
}

/// Dots that the text takes in a line.
pub(super) fn width(text: &str) -> i32 {
    text.chars().map(|c| glyph(c).1).sum()
}

/// Writes small text, of the plain ASCII characters alone.
pub(super) fn write_small(text: &str, x: i32, y: i32, frame: &mut Frame) {
    let style = MonoTextStyle::new(&FONT_5X7, BinaryColor::On);
    let Ok(_) = Text::with_baseline(text, Point::new(x, y), style, Baseline::Top).draw(frame);
}

/// The text in lines of at most `room` dots, broken between words where they fit.
pub(super) fn wrapped(text: &str, room: i32) -> Vec<String> {
    let words = WordSeparator::new().find_words(text);
    let pieces: Vec<Piece> = words
        .flat_map(|word| pieces(word.word, word.whitespace, room))
        .collect();
    let lines = wrap_first_fit(&pieces, &[f64::from(room)]);
    lines.into_iter().map(joined).collect()
}

/// Something that is not broken.
#[derive(Debug)]
struct Piece {
    text: String,
    blank: String,
}

impl Fragment for Piece {
    fn width(&self) -> f64 {
        width(&self.text).into()
    }

    fn whitespace_width(&self) -> f64 {
        width(&self.blank).into()
    }

    fn penalty_width(&self) -> f64 {
        0.0
    }
}

/// The word, or its characters if it is too long for a line.
fn pieces(word: &str, blank: &str, room: i32) -> Vec<Piece> {
    let piece = |text: &str, blank: &str| Piece {
        text: text.into(),
        blank: blank.into(),
    };
    if width(word) <= room {
        return vec![piece(word, blank)];
    }
    let characters = word.chars().map(|c| piece(&c.to_string(), ""));
    characters.chain([piece("", blank)]).collect()
}

fn joined(line: &[Piece]) -> String {
    let parts = line.iter().map(|piece| piece.text.clone() + &piece.blank);
    parts.collect::<String>().trim_end().into()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lang::{Lang, texts};

    #[test]
    fn letters_and_characters_stay_within_their_line() {
        for c in "您落黑引擎AgjQ_#".chars() {
            let base = Point::new(0, BASELINE);
            let found = FONT.get_rendered_dimensions(c, base, VerticalPosition::Baseline);
            let drawn = found.unwrap().bounding_box.unwrap();
            let bottom = drawn.bottom_right().unwrap().y;
            assert!(drawn.top_left.y >= 0 && bottom < LINE, "{c}: {drawn:?}");
        }
    }

    #[test]
    fn both_scripts_are_there_and_others_are_told() {
        for c in "Aa0#*+?请您落子，。！：（）".chars() {
            assert_eq!(glyph(c).0, c);
        }
        assert_eq!(glyph('Ж').0 == 'Ж', glyph('Ж').1 > 0);
        assert_eq!(glyph('\u{1f600}').0, UNKNOWN);
        assert!(width("落子") == 20 && width("") == 0);
    }

    #[test]
    fn lines_are_broken_between_words_and_chinese_characters() {
        assert_eq!(
            wrapped("Put a black stone on h8.", 61),
            ["Put a black", "stone on", "h8."]
        );
        assert_eq!(
            wrapped("存档损坏，已开新局。", 61),
            ["存档损坏，已", "开新局。"]
        );
        let long = "x".repeat(40);
        let lines = wrapped(&format!("a {long} b"), 61);
        assert!(lines.iter().all(|line| width(line) <= 61), "{lines:?}");
        assert_eq!(lines.concat().matches('x').count(), 40);
        assert!(wrapped("", 61).concat().is_empty());
    }

    #[test]
    fn every_short_text_can_be_written() {
        for (name, text) in texts::all().filter(|(name, _)| name.starts_with("BOX_")) {
            for lang in [Lang::English, Lang::Chinese] {
                for c in text.plain(lang).chars() {
                    assert_eq!(glyph(c).0, c, "{name}");
                }
            }
        }
    }
}
