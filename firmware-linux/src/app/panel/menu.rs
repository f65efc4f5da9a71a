//! The menu: what can be set and done, as a state machine of its own.

use minmax_engine::point::MAX_SIDE;
use minmax_engine::rules::{LineRule, Rules};
use minmax_engine::side::Side;
use minmax_engine::strategy::handicap::Level;

use crate::app::event::Player;
use crate::app::key::Key;
use crate::lang::Lang;
use crate::names::RULES;

/// The smallest gomoku board that is offered.
const SMALLEST_GOMOKU: usize = 5;
/// The row of gomoku.
const FIVE: usize = 5;

/// Something in the menu.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Item {
    /// Which game.
    Game,
    /// The side of the gomoku board.
    Size,
    /// What counts as a row of five.
    Rule,
    /// The engine's strength.
    Level,
    /// Whether the person moves first or second.
    Side,
    /// Who plays.
    Players,
    /// Whether the box beeps.
    Sound,
    /// The language.
    Language,
    /// Plays again what was taken back.
    Redo,
    /// Gives the game up.
    Resign,
    /// Saves and switches off.
    PowerOff,
}

/// A kind of game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Three in a row on 3×3.
    TicTacToe,
    /// Four in a row on 4×4.
    FourByFour,
    /// Five in a row on a square.
    Gomoku,
    /// What the box was set up with.
    Other(Rules),
}

impl Kind {
    /// The kind of these rules.
    #[must_use]
    pub fn of(rules: Rules) -> Self {
        match rules {
            Rules::TIC_TAC_TOE => Self::TicTacToe,
            Rules::FOUR_BY_FOUR => Self::FourByFour,
            _ if rules.k() == FIVE && rules.columns() == rules.rows() => Self::Gomoku,
            _ => Self::Other(rules),
        }
    }
}

/// Who plays, whatever the order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Seats {
    /// A person against the engine.
    Versus,
    /// Two people.
    People,
    /// The engine against itself.
    Engines,
}

impl Seats {
    /// Who plays when these do, Black first.
    #[must_use]
    pub fn of(players: [Player; 2]) -> Self {
        match players {
            [Player::Human, Player::Human] => Self::People,
            [Player::Engine, Player::Engine] => Self::Engines,
            _ => Self::Versus,
        }
    }

    /// The players, Black first; against the engine the person begins.
    #[must_use]
    pub const fn players(self) -> [Player; 2] {
        match self {
            Self::Versus => [Player::Human, Player::Engine],
            Self::People => [Player::Human; 2],
            Self::Engines => [Player::Engine; 2],
        }
    }
}

/// The value of an item.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Value {
    /// Of [`Item::Game`].
    Game(Kind),
    /// Of [`Item::Size`], in cells.
    Size(usize),
    /// Of [`Item::Rule`].
    Rule(LineRule),
    /// Of [`Item::Level`].
    Level(Level),
    /// Of [`Item::Side`]: the person's.
    Side(Side),
    /// Of [`Item::Players`].
    Players(Seats),
    /// Of [`Item::Sound`]: whether it is on.
    Sound(bool),
    /// Of [`Item::Language`].
    Language(Lang),
}

/// How everything is set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Settings {
    pub(super) rules: Rules,
    /// A game that is offered beside the usual ones.
    pub(super) other: Option<Rules>,
    pub(super) players: [Player; 2],
    pub(super) level: Level,
    pub(super) sound: bool,
    pub(super) lang: Lang,
}

impl Settings {
    /// The items that mean something now, in their order.
    pub(super) fn items(&self) -> Vec<Item> {
        let gomoku = Kind::of(self.rules) == Kind::Gomoku;
        let versus = Seats::of(self.players) == Seats::Versus;
        let mut items = vec![Item::Game];
        items.extend(gomoku.then_some([Item::Size, Item::Rule]).iter().flatten());
        items.push(Item::Level);
        items.extend(versus.then_some(Item::Side));
        items.extend([Item::Players, Item::Sound, Item::Language]);
        items.extend([Item::Redo, Item::Resign, Item::PowerOff]);
        items
    }

    /// The item's value; `None` for one that does something instead.
    pub(super) fn value(&self, item: Item) -> Option<Value> {
        Some(match item {
            Item::Game => Value::Game(Kind::of(self.rules)),
            Item::Size => Value::Size(self.rules.columns()),
            Item::Rule => Value::Rule(self.rules.line()),
            Item::Level => Value::Level(self.level),
            Item::Side => Value::Side(match self.players {
                [Player::Human, _] => Side::Black,
                _ => Side::White,
            }),
            Item::Players => Value::Players(Seats::of(self.players)),
            Item::Sound => Value::Sound(self.sound),
            Item::Language => Value::Language(self.lang),
            Item::Redo | Item::Resign | Item::PowerOff => return None,
        })
    }

    /// The values that the item may have.
    fn values(&self, item: Item) -> Vec<Value> {
        match item {
            Item::Game => self.games(),
            Item::Size => (SMALLEST_GOMOKU..=MAX_SIDE).map(Value::Size).collect(),
            Item::Rule => self.line_rules(),
            Item::Level => (1..).map_while(Level::new).map(Value::Level).collect(),
            Item::Side => Side::ALL.map(Value::Side).into(),
            Item::Players => [Seats::Versus, Seats::People, Seats::Engines]
                .map(Value::Players)
                .into(),
            Item::Sound => [true, false].map(Value::Sound).into(),
            Item::Language => [Lang::English, Lang::Chinese].map(Value::Language).into(),
            Item::Redo | Item::Resign | Item::PowerOff => Vec::new(),
        }
    }

    fn games(&self) -> Vec<Value> {
        let usual = [Kind::TicTacToe, Kind::FourByFour, Kind::Gomoku];
        let other = self.other.map(Kind::Other);
        usual.into_iter().chain(other).map(Value::Game).collect()
    }

    /// Those that can be played on this board.
    fn line_rules(&self) -> Vec<Value> {
        let (columns, rows) = (self.rules.columns(), self.rules.rows());
        let playable = |&rule: &LineRule| Rules::new(columns, rows, FIVE, rule).is_ok();
        let rules = RULES.into_iter().map(|(_, rule)| rule);
        rules.filter(playable).map(Value::Rule).collect()
    }

    /// The rules with another game, size or line rule; `None` if the value is of something else.
    pub(super) fn rules_with(&self, value: Value) -> Option<Rules> {
        let gomoku = |side, line| Rules::new(side, side, FIVE, line).ok();
        match value {
            Value::Game(Kind::TicTacToe) => Some(Rules::TIC_TAC_TOE),
            Value::Game(Kind::FourByFour) => Some(Rules::FOUR_BY_FOUR),
            Value::Game(Kind::Gomoku) if Kind::of(self.rules) == Kind::Gomoku => Some(self.rules),
            Value::Game(Kind::Gomoku) => Some(Rules::GOMOKU),
            Value::Game(Kind::Other(rules)) => Some(rules),
            Value::Size(side) => gomoku(side, self.rules.line()),
            Value::Rule(line) => gomoku(self.rules.columns(), line),
            _ => None,
        }
    }
}

/// What a key in the menu leads to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Choice {
    /// The menu goes on.
    Stay,
    /// Back to the board.
    Leave,
    /// This value was chosen.
    Set(Value),
    /// This item was chosen, which does something.
    Do(Item),
}

/// Where in the menu somebody is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Menu {
    pub(super) selected: Item,
    /// The value that will be set if it is chosen; `None` while items are walked through.
    pub(super) editing: Option<Value>,
}

impl Menu {
    /// At the first item.
    pub(super) const fn new() -> Self {
        Self {
            selected: Item::Game,
            editing: None,
        }
    }

    /// Takes a key.
    pub(super) fn key(&mut self, key: Key, settings: &Settings) -> Choice {
        if !settings.items().contains(&self.selected) {
            *self = Self::new(); // the game was changed from elsewhere
        }
        match key {
            Key::Hash | Key::Enter => return self.choose(settings),
            Key::Star => return self.back(),
            Key::D => return Choice::Leave,
            _ => {}
        }
        match (direction(key), self.editing) {
            (Some(Direction::Up | Direction::Right), Some(value)) => self.turn(value, 1, settings),
            (Some(Direction::Down | Direction::Left), Some(value)) => {
                self.turn(value, -1, settings);
            }
            (Some(Direction::Up), None) => self.walk(-1, settings),
            (Some(Direction::Down), None) => self.walk(1, settings),
            _ => {}
        }
        Choice::Stay
    }

    /// An action is done, one of two values is changed to the other, and of more values one is
    /// looked for first.
    fn choose(&mut self, settings: &Settings) -> Choice {
        let Some(now) = settings.value(self.selected) else {
            return Choice::Do(self.selected);
        };
        if let Some(value) = self.editing.take() {
            return Choice::Set(value);
        }
        match *settings.values(self.selected) {
            [a, b] => Choice::Set(if a == now { b } else { a }),
            _ => {
                self.editing = Some(now);
                Choice::Stay
            }
        }
    }

    const fn back(&mut self) -> Choice {
        match self.editing.take() {
            Some(_) => Choice::Stay,
            None => Choice::Leave,
        }
    }

    fn walk(&mut self, step: isize, settings: &Settings) {
        if let Some(next) = neighbour(&settings.items(), self.selected, step) {
            self.selected = next;
        }
    }

    fn turn(&mut self, value: Value, step: isize, settings: &Settings) {
        self.editing = neighbour(&settings.values(self.selected), value, step);
    }
}

enum Direction {
    Up,
    Down,
    Left,
    Right,
}

fn direction(key: Key) -> Option<Direction> {
    match key {
        Key::Up => Some(Direction::Up),
        Key::Down => Some(Direction::Down),
        Key::Left => Some(Direction::Left),
        Key::Right => Some(Direction::Right),
        Key::Digit(digit) => match digit.get() {
            2 => Some(Direction::Up),
            4 => Some(Direction::Left),
            6 => Some(Direction::Right),
            8 => Some(Direction::Down),
            _ => None,
        },
        _ => None,
    }
}

/// The one so many steps further, round at the ends; the first if there is no such one.
fn neighbour<T: Copy + PartialEq>(all: &[T], from: T, step: isize) -> Option<T> {
    let Some(at) = all.iter().position(|&one| one == from) else {
        return all.first().copied();
    };
    let next = (at as isize + step).rem_euclid(all.len() as isize);
    all.get(next as usize).copied()
}

#[cfg(test)]
mod tests {
    use super::*;

    const SETTINGS: Settings = Settings {
        rules: Rules::GOMOKU,
        other: None,
        players: [Player::Human, Player::Engine],
        level: Level::DEFAULT,
        sound: true,
        lang: Lang::English,
    };

    fn press(menu: &mut Menu, faces: &str) -> Choice {
        let keys = faces.chars().filter_map(Key::from_char);
        keys.fold(Choice::Stay, |_, key| menu.key(key, &SETTINGS))
    }

    #[test]
    fn items_are_walked_round() {
        let mut menu = Menu::new();
        press(&mut menu, "2");
        assert_eq!(menu.selected, Item::PowerOff);
        press(&mut menu, "8888");
        assert_eq!(menu.selected, Item::Level);
        assert_eq!(press(&mut menu, "46"), Choice::Stay);
        assert_eq!(menu.selected, Item::Level);
    }

    #[test]
    fn a_value_is_looked_for_and_then_chosen() {
        let mut menu = Menu::new();
        press(&mut menu, "888");
        assert_eq!(press(&mut menu, "#"), Choice::Stay);
        let level = |n| Value::Level(Level::new(n).unwrap());
        assert_eq!(press(&mut menu, "226#"), Choice::Set(level(8)));
        assert_eq!(press(&mut menu, "#8"), Choice::Stay);
        assert_eq!(menu.editing, Some(level(4)));
        assert_eq!(press(&mut menu, "*"), Choice::Stay);
        assert_eq!(menu.editing, None, "cancelled");
        assert_eq!(press(&mut menu, "*"), Choice::Leave);
    }

    #[test]
    fn of_two_values_the_other_is_chosen() {
        let mut menu = Menu::new();
        menu.selected = Item::Sound;
        assert_eq!(press(&mut menu, "#"), Choice::Set(Value::Sound(false)));
        menu.selected = Item::Side;
        assert_eq!(press(&mut menu, "#"), Choice::Set(Value::Side(Side::White)));
    }

    #[test]
    fn what_means_nothing_is_not_offered() {
        let small = Settings {
            rules: Rules::TIC_TAC_TOE,
            players: [Player::Human; 2],
            ..SETTINGS
        };
        let items = small.items();
        for item in [Item::Size, Item::Rule, Item::Side] {
            assert!(!items.contains(&item) && SETTINGS.items().contains(&item));
        }
        let unplayable = Value::Rule(LineRule::Renju);
        let playable = Rules::new(15, 15, 5, LineRule::Renju).is_ok();
        assert_eq!(SETTINGS.values(Item::Rule).contains(&unplayable), playable);
    }

    #[test]
    fn an_item_that_is_gone_is_not_chosen() {
        let small = Settings {
            rules: Rules::TIC_TAC_TOE,
            ..SETTINGS
        };
        let mut menu = Menu::new();
        press(&mut menu, "8#");
        assert_eq!(menu.editing, Some(Value::Size(15)));
        assert_eq!(menu.key(Key::Hash, &small), Choice::Stay);
        assert_eq!(menu.editing, Some(Value::Game(Kind::TicTacToe)));
    }

    #[test]
    fn values_make_rules() {
        let standard = SETTINGS
            .rules_with(Value::Rule(LineRule::Standard))
            .unwrap();
        let settings = Settings {
            rules: standard,
            ..SETTINGS
        };
        let large = settings.rules_with(Value::Size(19)).unwrap();
        assert_eq!((large.columns(), large.line()), (19, LineRule::Standard));
        let same = settings.rules_with(Value::Game(Kind::Gomoku));
        assert_eq!(same, Some(standard), "gomoku is played already");
        assert_eq!(SETTINGS.rules_with(Value::Sound(true)), None);
    }
}
