//! A game as everybody sees it.

use std::sync::Arc;

use minmax_engine::bitboard::BitBoard;
use minmax_engine::point::Point;
use minmax_engine::rules::renju::{self, Foul};
use minmax_engine::side::Side;

use crate::app::panel::message::Message;
use crate::app::record::Ending;
use crate::app::session::Session;
use crate::app::thought::Thought;
use crate::app::view::{Thinking, View};
use crate::store::keeper::Kept;

/// A game as it stands.
#[derive(Clone, Debug)]
pub struct Shown {
    /// The game, its players and the engine's strength.
    pub kept: Kept,
    /// Stones that no move has put there.
    pub set_up: Vec<(Point, Side)>,
    /// Whether something can be taken back.
    pub can_undo: bool,
    /// Whether something can be played again.
    pub can_redo: bool,
    /// How the game ended; `None` while it goes on.
    pub ending: Option<Ending>,
    /// The cells of the row that won.
    pub winning: BitBoard,
    /// What renju forbids the side to move.
    pub forbidden: Vec<(Point, Foul)>,
    /// The advice that was asked for.
    pub hint: Option<(Point, Thought)>,
    /// What was said last.
    pub said: Option<Message>,
}

impl Shown {
    /// The game of this session.
    #[must_use]
    pub fn new(session: &Session, said: Option<Message>) -> Self {
        let view = session.view();
        let record = session.record().clone();
        let board = view.game.board();
        let forbidden = view.forbidden.iter();
        let forbidden = forbidden.filter_map(|point| Some((point, renju::foul(board, point)?)));
        Self {
            set_up: set_up(&view),
            can_undo: view.can_undo,
            can_redo: view.can_redo,
            ending: view.ending,
            winning: view.winning,
            forbidden: forbidden.collect(),
            hint: view.hint,
            said,
            kept: Kept {
                record,
                players: view.players,
                level: view.level,
            },
        }
    }

    /// Stones on the board.
    #[must_use]
    pub const fn stones(&self) -> usize {
        self.kept.record.game().board().stones()
    }
}

fn set_up(view: &View<'_>) -> Vec<(Point, Side)> {
    let (board, rules) = (view.game.board(), view.rules());
    if board.stones() == view.game.moves().len() {
        return Vec::new();
    }
    let mut played = BitBoard::EMPTY;
    view.game
        .moves()
        .iter()
        .for_each(|&point| played.insert(point));
    let all = BitBoard::full(rules.columns(), rules.rows());
    let given = all.iter().filter(|&point| !played.contains(point));
    given
        .filter_map(|point| Some((point, board.stone(point)?)))
        .collect()
}

/// The newest of a game.
#[derive(Clone, Debug)]
pub struct News {
    /// Grows with each change of the game.
    pub rev: u64,
    /// The game.
    pub shown: Arc<Shown>,
    /// The engine at work.
    pub thinking: Option<Thinking>,
    /// Grows with each depth that is finished in this revision.
    pub beat: u64,
    /// The game is dropped; there will be no more news.
    pub gone: bool,
}

impl News {
    /// The news of a session.
    #[must_use]
    pub fn new(rev: u64, session: &Session, said: Option<Message>) -> Self {
        Self {
            rev,
            shown: Arc::new(Shown::new(session, said)),
            thinking: session.view().thinking,
            beat: 0,
            gone: false,
        }
    }
}
