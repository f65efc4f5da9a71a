//! Games that live on the service: what is asked of them, and how they stand.

use minmax_engine::notation::PointName;
use minmax_engine::point::Point;
use minmax_engine::rules::renju::Foul;
use minmax_engine::rules::{LineRule, Rules};
use minmax_engine::score::plies_to_win;
use minmax_engine::side::Side;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::position::{Cell, ForbiddenPoint, value_of};
use crate::app::event::Player;
use crate::app::panel::message::Message;
use crate::app::record::Ending;
use crate::app::thought::Thought;
use crate::app::view::{Purpose, Thinking};
use crate::http::room::shown::{News, Shown};
use crate::lang::{Lang, texts};
use crate::names::rule_name;
use crate::wording::{self, brief};

/// A game to begin. What is not named is as usual, or in another game under the same name as it was.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"size": 15, "rule": "freestyle", "level": 5, "players": ["human", "engine"]}))]
pub struct NewGame {
    /// Side of the board: 5 to 20, or 3 for tic-tac-toe, or 4 for four in a row on 4×4. 15 if not given.
    #[schema(minimum = 3, maximum = 20)]
    pub size: Option<i64>,
    /// `freestyle` (if not given), `standard`, `renju`, `caro` or `caro-overline`.
    pub rule: Option<String>,
    /// The engine's level, 1 to 10; 5 if not given.
    #[schema(minimum = 1, maximum = 10)]
    pub level: Option<i64>,
    /// Who plays, Black first: `human` or `engine` each; a person who begins if not given.
    #[schema(min_items = 2, max_items = 2)]
    pub players: Option<Vec<String>>,
    /// The moves so far, as renju writes them: a letter for the column and the row's number from the
    /// bottom, `h8g7i9`.
    pub moves: Option<String>,
    /// A game in the Smart Game Format, with its board and rule.
    pub sgf: Option<String>,
    /// A game in Piskvork's format, with its board; `rule` says by which rule it is played.
    pub psq: Option<String>,
}

/// A move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"x": 7, "y": 7}))]
pub struct Move {
    /// Row from the top, from 0.
    #[schema(minimum = 0, maximum = 19)]
    pub x: i64,
    /// Column from the left, from 0.
    #[schema(minimum = 0, maximum = 19)]
    pub y: i64,
    /// How many stones the client sees: the move is refused where there are others by now.
    #[schema(minimum = 0, maximum = 400)]
    pub number: Option<i64>,
}

/// Nothing needs to be said.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({}))]
pub struct Nothing {}

/// What is to be otherwise while the game goes on.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"level": 7}))]
pub struct Change {
    /// The engine's level from its next move on, 1 to 10.
    #[schema(minimum = 1, maximum = 10)]
    pub level: Option<i64>,
    /// Who plays, Black first: `human` or `engine` each.
    #[schema(min_items = 2, max_items = 2)]
    pub players: Option<Vec<String>>,
}

/// A stone that a move has put on the board, and what the engine thought of it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Played {
    /// Row from the top, from 0.
    pub x: usize,
    /// Column from the left, from 0.
    pub y: usize,
    /// 1 Black, 2 White.
    pub value: u8,
    /// The point's name: column and row from the bottom.
    pub name: String,
    /// The move's score for the side that moved, if the engine did; its probability to win is
    /// 1 / (1 + exp(-score / 200)).
    pub score: Option<i32>,
    /// Plies to the win; negative where the side that moved loses, null where nothing is proven.
    pub win_in: Option<i32>,
    /// Plies searched; 0 when the move needed no search.
    pub depth: Option<u8>,
    /// Moves made in the search.
    pub nodes: Option<u64>,
    /// Milliseconds of the search.
    pub time_ms: Option<u64>,
    /// The first moves of the principal variation, this move first; none if a person moved.
    pub pv: Vec<Cell>,
}

/// A stone that stood on the board before the first move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct SetUp {
    /// Row from the top, from 0.
    pub x: usize,
    /// Column from the left, from 0.
    pub y: usize,
    /// 1 Black, 2 White.
    pub value: u8,
}

/// How a game ended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Ended {
    /// `win` by a row, `draw`, `resigned`, `foul` by Black, or `stuck`: every point is forbidden to Black.
    pub kind: String,
    /// 1 Black, 2 White, null after a draw.
    pub winner: Option<u8>,
}

/// What the engine advises.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Hint {
    /// Row from the top, from 0.
    pub x: usize,
    /// Column from the left, from 0.
    pub y: usize,
    /// Score for the side to move.
    pub score: i32,
    /// Plies to the win; negative where the side to move loses, null where nothing is proven.
    pub win_in: Option<i32>,
    /// Plies searched.
    pub depth: u8,
    /// Moves made in the search.
    pub nodes: u64,
    /// Milliseconds of the search.
    pub time_ms: u64,
    /// The first moves of the principal variation, this move first.
    pub pv: Vec<Cell>,
}

/// The engine at work. Before the first finished depth all but `purpose` is null.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct AtWork {
    /// `move` for its own, or `hint`.
    pub purpose: String,
    /// Row of the best move so far, from the top, from 0.
    pub x: Option<usize>,
    /// Its column from the left, from 0.
    pub y: Option<usize>,
    /// Its score for the side to move.
    pub score: Option<i32>,
    /// Plies to the win; negative where the side to move loses.
    pub win_in: Option<i32>,
    /// Plies searched.
    pub depth: Option<u8>,
    /// Moves made in the search.
    pub nodes: Option<u64>,
    /// Nodes a second.
    pub nps: Option<u64>,
    /// Milliseconds of the search.
    pub time_ms: Option<u64>,
    /// The first moves of the principal variation.
    pub pv: Vec<Cell>,
}

/// A game as it stands.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct State {
    /// The game's name.
    pub id: String,
    /// Grows with each change, as long as the service runs.
    pub rev: u64,
    /// `gomoku`, `tictactoe`, `4x4`, `renju` or `mnk`.
    pub game: String,
    /// Columns of the board.
    pub columns: usize,
    /// Rows of the board.
    pub rows: usize,
    /// So many in a row win.
    pub win: usize,
    /// The size by which such a game is begun; null where it cannot be.
    pub size: Option<usize>,
    /// `freestyle`, `standard`, `renju`, `caro` or `caro-overline`.
    pub rule: String,
    /// Who plays, Black first: `human` or `engine`.
    pub players: [String; 2],
    /// The engine's level, 1 to 10.
    pub level: u8,
    /// Stones that stood on the board before the first move.
    pub setup: Vec<SetUp>,
    /// The moves so far.
    pub moves: Vec<Played>,
    /// The side to move, 1 Black, 2 White; after the end the side that would be.
    pub to_move: u8,
    /// Whether something can be taken back.
    pub can_undo: bool,
    /// Whether something can be played again.
    pub can_redo: bool,
    /// How the game ended; null while it goes on.
    pub ending: Option<Ended>,
    /// The cells of the row that won.
    pub winning: Vec<Cell>,
    /// The points that renju forbids the side to move.
    pub forbidden: Vec<ForbiddenPoint>,
    /// The advice that was asked for; null when the game has moved on.
    pub hint: Option<Hint>,
    /// The engine at work.
    pub thinking: Option<AtWork>,
    /// What there was to say last, in words.
    pub message: Option<String>,
}

impl State {
    /// The game of that name, in the language that is spoken.
    #[must_use]
    pub fn new(id: &str, news: &News, lang: Lang) -> Self {
        let shown = &*news.shown;
        let (kept, game) = (&shown.kept, shown.kept.record.game());
        let rules = game.rules();
        Self {
            id: id.into(),
            rev: news.rev,
            game: kind_of(rules).into(),
            columns: rules.columns(),
            rows: rules.rows(),
            win: rules.k(),
            size: size_of(rules),
            rule: rule_name(rules.line()).into(),
            players: kept.players.map(|player| player.name().into()),
            level: kept.level.get(),
            setup: shown.set_up.iter().copied().map(SetUp::from).collect(),
            moves: moves(shown),
            to_move: value_of(game.side_to_move()),
            can_undo: shown.can_undo,
            can_redo: shown.can_redo,
            ending: shown.ending.map(Ended::from),
            winning: shown.winning.iter().map(Cell::from).collect(),
            forbidden: shown.forbidden.iter().copied().map(forbidden).collect(),
            hint: shown.hint.map(Hint::from),
            thinking: news.thinking.map(AtWork::from),
            message: shown.said.as_ref().map(|said| words(said, shown, lang)),
        }
    }
}

/// The word for a game.
#[must_use]
pub const fn kind_of(rules: Rules) -> &'static str {
    match (rules.columns(), rules.rows(), rules.k(), rules.line()) {
        (3, 3, 3, _) => "tictactoe",
        (4, 4, 4, _) => "4x4",
        (columns, rows, 5, line) if columns == rows => match line {
            LineRule::Renju => "renju",
            _ => "gomoku",
        },
        _ => "mnk",
    }
}

/// The size by which such a game is begun, if it can be.
#[must_use]
pub fn size_of(rules: Rules) -> Option<usize> {
    (kind_of(rules) != "mnk").then_some(rules.columns())
}

fn moves(shown: &Shown) -> Vec<Played> {
    let game = shown.kept.record.game();
    let count = game.moves().len();
    let moves = shown.kept.record.moves().enumerate();
    let moves = moves.map(|(n, (point, thought))| {
        // The sides take turns up to the one to move.
        let side = if (count - n).is_multiple_of(2) {
            game.side_to_move()
        } else {
            game.side_to_move().opponent()
        };
        played(point, side, thought, game.rules())
    });
    moves.collect()
}

fn played(point: Point, side: Side, thought: Option<Thought>, rules: Rules) -> Played {
    Played {
        x: point.row(),
        y: point.column(),
        value: value_of(side),
        name: PointName::new(point, rules).to_string(),
        score: thought.map(|thought| thought.score),
        win_in: thought.and_then(|thought| plies_to_win(thought.score)),
        depth: thought.map(|thought| thought.depth),
        nodes: thought.map(|thought| thought.nodes),
        time_ms: thought.map(|thought| thought.elapsed_ms),
        pv: cells(thought),
    }
}

fn cells(thought: Option<Thought>) -> Vec<Cell> {
    let pv = thought.unwrap_or_default().pv;
    pv.points().map(Cell::from).collect()
}

impl From<(Point, Side)> for SetUp {
    fn from((point, side): (Point, Side)) -> Self {
        Self {
            x: point.row(),
            y: point.column(),
            value: value_of(side),
        }
    }
}

fn forbidden((point, foul): (Point, Foul)) -> ForbiddenPoint {
    ForbiddenPoint {
        x: point.row(),
        y: point.column(),
        kind: foul_name(foul).into(),
    }
}

/// What Black is not allowed to make, in a word.
#[must_use]
pub const fn foul_name(foul: Foul) -> &'static str {
    match foul {
        Foul::Overline => "overline",
        Foul::DoubleFour => "double-four",
        Foul::DoubleThree => "double-three",
    }
}

impl From<Ending> for Ended {
    fn from(ending: Ending) -> Self {
        let (kind, winner) = match ending {
            Ending::Row(side) => ("win", Some(side)),
            Ending::Draw => ("draw", None),
            Ending::Resigned(side) => ("resigned", Some(side.opponent())),
            Ending::Foul(_) => ("foul", Some(Side::White)),
            Ending::Stuck => ("stuck", Some(Side::White)),
        };
        Self {
            kind: kind.into(),
            winner: winner.map(value_of),
        }
    }
}

impl From<(Point, Thought)> for Hint {
    fn from((point, thought): (Point, Thought)) -> Self {
        Self {
            x: point.row(),
            y: point.column(),
            score: thought.score,
            win_in: plies_to_win(thought.score),
            depth: thought.depth,
            nodes: thought.nodes,
            time_ms: thought.elapsed_ms,
            pv: cells(Some(thought)),
        }
    }
}

impl From<Thinking> for AtWork {
    fn from(thinking: Thinking) -> Self {
        let purpose = match thinking.purpose {
            Purpose::Move => "move",
            Purpose::Hint => "hint",
        };
        let (point, thought) = thinking.best.unzip();
        Self {
            purpose: purpose.into(),
            x: point.map(|point| point.row()),
            y: point.map(|point| point.column()),
            score: thought.map(|thought| thought.score),
            win_in: thought.and_then(|thought| plies_to_win(thought.score)),
            depth: thought.map(|thought| thought.depth),
            nodes: thought.map(|thought| thought.nodes),
            nps: thought
                .map(|thought| thought.nodes.saturating_mul(1_000) / thought.elapsed_ms.max(1)),
            time_ms: thought.map(|thought| thought.elapsed_ms),
            pv: cells(thought),
        }
    }
}

fn words(said: &Message, shown: &Shown, lang: Lang) -> String {
    let rules = shown.kept.record.game().rules();
    match said {
        Message::Notice(notice) => wording::notice(*notice, rules, lang),
        Message::Trouble(crate::app::panel::message::Trouble::Engine) => {
            texts::HTTP_FAILED.plain(lang).into()
        }
        other => brief::message(other, rules, lang),
    }
}

/// The players by these names, if there are two and they are known.
#[must_use]
pub fn players(names: &[String]) -> Option<[Player; 2]> {
    let [black, white] = names else {
        return None;
    };
    Player::two_from_names(&format!("{black},{white}"))
}
