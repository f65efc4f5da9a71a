//! What the box's display shows, as lines for a serial terminal.

use minmax_engine::notation::PointName;
use minmax_engine::side::Side;
use unicode_width::UnicodeWidthStr;

use super::board::{self, Spacing};
use super::paint::{Paint, Tone};
use crate::app::panel::entry::Entry;
use crate::app::panel::view::{MenuView, Overlay, PanelView, Question};
use crate::lang::{Lang, texts};
use crate::wording::{self, brief};

/// Columns from the start of an item of the menu to its value.
const ITEM_WIDTH: usize = 16;

/// The lines of a view from the top: the board and what is known about the game, a question
/// below it, or the menu.
#[must_use]
pub fn lines(view: &PanelView<'_>, paint: Paint) -> Vec<String> {
    match &view.overlay {
        Some(Overlay::Menu(shown)) => menu(shown, view.lang, paint),
        Some(Overlay::Off) => farewell(view.lang),
        Some(Overlay::Ask(question)) => {
            let mut lines = game(view, paint);
            lines.push(ask(*question, view.lang));
            lines
        }
        None => {
            let mut lines = game(view, paint);
            lines.extend(view.entry.map(|entry| coordinates(entry, view.lang)));
            lines
        }
    }
}

fn game(view: &PanelView<'_>, paint: Paint) -> Vec<String> {
    let (game, lang) = (&view.game, view.lang);
    let rules = game.rules();
    let typed = view.entry.and_then(|entry| entry.point(rules));
    let cursor = view.cursor.or(typed);
    let mut lines = board::lines_with_cursor(game, cursor, Spacing::Wide, paint);
    lines.extend(Side::ALL.map(|side| wording::seat(game, side, lang)));
    if let Some((point, idea)) = game.thought {
        let (at, idea) = (wording::point(point, rules), wording::thought(&idea, lang));
        lines.push(texts::ENGINE_ON.fill(lang, &[&at, &idea]));
    }
    if let Some((point, idea)) = game.hint {
        let (at, idea) = (wording::point(point, rules), wording::thought(&idea, lang));
        lines.push(texts::HINT.fill(lang, &[&at, &idea]));
    }
    lines.push(state(view));
    lines.extend(view.robot.map(|robot| brief::robot(robot, rules, lang)));
    let message = view.message;
    lines.extend(message.map(|message| brief::message(message, rules, lang)));
    lines
}

/// Whose turn it is or how the game ended, and where the cursor stands.
#[must_use]
pub fn state(view: &PanelView<'_>) -> String {
    let game = &view.game;
    let waits = game.thinking.is_some() || view.robot.is_some() || !view.differing.is_empty();
    let head = if waits && game.ending.is_none() {
        brief::headline(view).into()
    } else {
        wording::status(game, view.lang)
    };
    match view.cursor {
        None => head,
        Some(cursor) => format!("{head} [{}]", PointName::new(cursor, game.rules())),
    }
}

fn ask(question: Question, lang: Lang) -> String {
    let answers = [texts::BOX_YES, texts::BOX_NO].map(|text| text.plain(lang));
    let asked = brief::question(question, lang);
    format!("{asked}  {}  {}", answers[0], answers[1])
}

fn coordinates(entry: Entry, lang: Lang) -> String {
    let digit = |n: usize| entry.digits().get(n).map_or('_', |&d| char::from(b'0' + d));
    let [column, row, plays, back] = [
        texts::BOX_COLUMN,
        texts::BOX_ROW,
        texts::BOX_TYPE,
        texts::BOX_ERASE,
    ]
    .map(|text| text.plain(lang));
    let (c1, c2, r1, r2) = (digit(0), digit(1), digit(2), digit(3));
    format!("{column} {c1}{c2}  {row} {r1}{r2}  {plays}  {back}")
}

fn menu(menu: &MenuView, lang: Lang, paint: Paint) -> Vec<String> {
    let mut lines = vec![texts::BOX_MENU.plain(lang).to_string()];
    for (n, &(item, value)) in menu.items.iter().enumerate() {
        let selected = n == menu.selected;
        let name = brief::item(item, lang);
        let editing = menu.editing.filter(|_| selected);
        let mut shown = editing.or(value).map(|value| brief::value(value, lang));
        if editing.is_some() {
            shown = shown.map(|value| format!("< {value} >"));
        }
        let fill = " ".repeat(ITEM_WIDTH.saturating_sub(name.width()));
        let mark = if selected { '>' } else { ' ' };
        let line = format!("{mark} {name}{fill}{}", shown.unwrap_or_default());
        let tone = if selected { Tone::Win } else { Tone::Normal };
        lines.push(paint.apply(line.trim_end(), tone));
    }
    lines
}

fn farewell(lang: Lang) -> Vec<String> {
    let texts = [texts::BOX_SAVING, texts::BOX_GOODBYE];
    texts.map(|text| text.plain(lang).to_string()).into()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::event::Player;
    use crate::app::key::{Key, KeyEvent};
    use crate::app::panel::{Panel, PanelSetup};
    use crate::app::session::Config;
    use minmax_engine::rules::Rules;
    use minmax_engine::strategy::handicap::Level;

    fn shown(rules: Rules, lang: Lang, faces: &str) -> String {
        let mut panel = Panel::new(PanelSetup {
            config: Config {
                rules,
                players: [Player::Human; 2],
                level: Level::DEFAULT,
                limits: None,
                seed: 0,
            },
            record: None,
            lang,
            sound: false,
            address: None,
            blank_after_ms: None,
        });
        for key in faces.chars().filter_map(Key::from_char) {
            panel.key(KeyEvent::press(key));
            panel.kept();
        }
        let lines = lines(&panel.view(), Paint::Plain);
        format!("\n{}", lines.join("\n"))
    }

    #[test]
    fn a_game_with_cursor_and_message() {
        let expected = "
 4 . . . . \n 3 . . . . \n 2 . .[X]. \n 1 . . . . 
   a b c d 
Black (X): human
White (O): human
White (O) to move. [c2]
c2 is taken.";
        assert_eq!(shown(Rules::FOUR_BY_FOUR, Lang::English, "55"), expected);
    }

    #[test]
    fn questions_and_coordinates_stand_below_the_board() {
        let text = shown(Rules::FOUR_BY_FOUR, Lang::English, "*020");
        assert!(
            text.ends_with("Column 02  Row 0_  # plays  * back"),
            "{text}"
        );
        let text = shown(Rules::FOUR_BY_FOUR, Lang::Chinese, "C");
        assert!(text.ends_with("开新局？  # 是  * 否"), "{text}");
    }

    #[test]
    fn the_menu_and_its_values() {
        let expected = "
Menu
  Game            gomoku
  Size            15x15
  Rule            freestyle
> Level           < 6 >
  Players         people
  Sound           off
  Language        English
  Redo a move
  Resign
  Power off";
        assert_eq!(shown(Rules::GOMOKU, Lang::English, "D888#6"), expected);
        let chinese = shown(Rules::GOMOKU, Lang::Chinese, "D");
        assert!(chinese.contains("> 棋类            五子棋"), "{chinese}");
    }
}
