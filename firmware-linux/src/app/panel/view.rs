//! What the box's displays and lamps should show.

use minmax_engine::bitboard::BitBoard;
use minmax_engine::point::Point;
use minmax_engine::rules::Rules;
use minmax_engine::side::Side;

use super::entry::Entry;
use super::menu::{Item, Value};
use super::message::Message;
use crate::app::view::View;
use crate::lang::Lang;

/// What the robot at the other end is about, as far as people need to know.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Robot {
    /// It waits for the button that says that a person has moved.
    AwaitsButton,
    /// It places a stone.
    Placing(Side, Point),
    /// It moves a stone from one cell to another.
    Moving(Point, Point),
    /// It takes a stone away.
    Removing(Point),
}

/// Something that is asked before it is done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Question {
    /// A new game of the same kind?
    NewGame,
    /// A new game of this kind?
    Change(Rules),
    /// Give up?
    Resign,
    /// Switch off?
    PowerOff,
}

/// The menu as it is to be shown.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MenuView {
    /// The items in their order, each with its value if it has one.
    pub items: Vec<(Item, Option<Value>)>,
    /// The place of the selected item.
    pub selected: usize,
    /// The value that is looked at for the selected item, which may be another than it has.
    pub editing: Option<Value>,
}

/// What stands over the game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Overlay {
    /// The menu.
    Menu(MenuView),
    /// A question: `#` is yes, `*` is no.
    Ask(Question),
    /// The box is being switched off.
    Off,
}

/// Everything that a display of the box shows.
#[derive(Clone, Debug)]
pub struct PanelView<'a> {
    /// The game.
    pub game: View<'a>,
    /// The language that is spoken.
    pub lang: Lang,
    /// The cell that would be played; `None` where nobody may play or cells have digits.
    pub cursor: Option<Point>,
    /// The cell that must be seen where the board is larger than the display.
    pub focus: Point,
    /// Coordinates that are being typed.
    pub entry: Option<Entry>,
    /// What stands over the game.
    pub overlay: Option<Overlay>,
    /// What is said.
    pub message: Option<&'a Message>,
    /// How many pages of that were shown before, if it takes several; they begin anew at the end.
    pub page: u64,
    /// Whether something is wrong with the box, said at this moment or not.
    pub trouble: bool,
    /// Cells of the real board that are not as in the game.
    pub differing: BitBoard,
    /// What the robot does.
    pub robot: Option<Robot>,
    /// Where the page of the box is found in the network.
    pub address: Option<&'a str>,
    /// Milliseconds that Black and White have thought in this game.
    pub clock_ms: [u64; 2],
    /// Milliseconds that the engine has been thinking.
    pub thinking_ms: u64,
    /// Half seconds since the last key, for what blinks: even ones are bright.
    pub beat: u64,
    /// A key was heard, and its move is shown as soon as it is kept.
    pub saving: bool,
    /// Nobody has looked for long: the display rests.
    pub blank: bool,
}

/// Which of the box's lamps are lit.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Lamps {
    /// The engine thinks.
    pub thinking: bool,
    /// A person is to move, and the robot is not at work.
    pub your_turn: bool,
    /// Something is wrong.
    pub error: bool,
    /// The game is over.
    pub done: bool,
}

impl PanelView<'_> {
    /// The lamps for this.
    #[must_use]
    pub fn lamps(&self) -> Lamps {
        let robot_works = !matches!(self.robot, None | Some(Robot::AwaitsButton));
        Lamps {
            thinking: self.game.thinking.is_some(),
            your_turn: self.game.awaits_human() && !robot_works && self.differing.is_empty(),
            error: self.trouble,
            done: self.game.ending.is_some(),
        }
    }
}
