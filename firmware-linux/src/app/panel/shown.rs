//! What the displays are to show now.

use minmax_engine::point::Point;

use super::menu::{Menu, Settings};
use super::view::{MenuView, Overlay, PanelView};
use super::{Over, Panel};

/// What blinks changes this often, in milliseconds.
const BEAT_MS: u64 = 500;
/// A change that takes so long to be kept is worth a word, in milliseconds: whoever has pressed a
/// key is to see that it was heard.
const SAVING_MS: u64 = 20;

impl Panel {
    /// What to show now.
    #[must_use]
    pub fn view(&self) -> PanelView<'_> {
        let game = self.course.session().view();
        PanelView {
            lang: self.lang,
            cursor: self.cursor_shown(),
            focus: self.focus,
            entry: self.entry,
            overlay: self.overlay(),
            message: self.messages.shown(),
            page: self.messages.page(),
            trouble: self.messages.is_trouble(),
            differing: self.messages.differing(),
            robot: self.robot,
            address: self.address.as_deref(),
            clock_ms: self.clock_ms,
            thinking_ms: self.thinking_ms,
            beat: self.quiet_ms / BEAT_MS,
            saving: self.keeping_ms >= SAVING_MS,
            blank: self.is_blank(),
            game,
        }
    }

    pub(super) fn settings(&self) -> Settings {
        let config = self.course.session().config();
        Settings {
            rules: self.rules(),
            other: self.other,
            players: config.players,
            level: config.level,
            sound: self.sound,
            lang: self.lang,
        }
    }

    pub(super) fn cursor_shown(&self) -> Option<Point> {
        let view = self.course.session().view();
        let used = self.arrows || !self.plays_by_digit();
        let playable = view.ending.is_none() && !view.is_watched();
        (used && playable && self.entry.is_none()).then_some(self.cursor)
    }

    fn overlay(&self) -> Option<Overlay> {
        Some(match self.over? {
            Over::Menu(menu) => Overlay::Menu(self.menu_view(menu)),
            Over::Ask(question, _) => Overlay::Ask(question),
            Over::Off => Overlay::Off,
        })
    }

    fn menu_view(&self, menu: Menu) -> MenuView {
        let settings = self.settings();
        let items = settings.items();
        let selected = items.iter().position(|&item| item == menu.selected);
        let valued = |item| (item, settings.value(item));
        MenuView {
            selected: selected.unwrap_or(0),
            items: items.into_iter().map(valued).collect(),
            editing: menu.editing,
        }
    }
}
