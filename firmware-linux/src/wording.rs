//! What the parts of the program mean, in words: from values to texts.
//!
//! The sentences themselves stand in [`texts`]; here they get their values.

pub mod brief;

use std::fmt::Display;
use std::io::{self, ErrorKind};
use std::path::Path;

use minmax_engine::game::{PlayError, SetUpError};
use minmax_engine::notation::PointName;
use minmax_engine::point::{MAX_SIDE, Point};
use minmax_engine::rules::renju::Foul;
use minmax_engine::rules::{LineRule, Rules, RulesError};
use minmax_engine::score::{Score, moves_of, plies_to_win};
use minmax_engine::search::limits::Weakness;
use minmax_engine::side::Side;

use crate::app::event::{Given, Notice, Player};
use crate::app::key::Key;
use crate::app::record::Ending;
use crate::app::thought::Thought;
use crate::app::view::View;
use crate::lang::{Lang, Text, quoted, texts};
use crate::log;
use crate::names::is_tic_tac_toe;
use crate::pool::StartError;
use crate::psq::PsqError;
use crate::sgf::{self, SgfError};
use crate::store::{LARGEST, StoreError};

/// The game: `gomoku 15x15, freestyle`.
#[must_use]
pub fn title(rules: Rules, lang: Lang) -> String {
    let (columns, rows) = (&rules.columns(), &rules.rows());
    if is_tic_tac_toe(rules) {
        return texts::TIC_TAC_TOE.plain(lang).into();
    }
    if rules.k() != 5 {
        return texts::IN_A_ROW.fill(lang, &[columns, rows, &rules.k()]);
    }
    let board = texts::GOMOKU.fill(lang, &[columns, rows]);
    texts::TITLE.fill(lang, &[&board, &rule(rules.line()).plain(lang)])
}

const fn rule(rule: LineRule) -> Text {
    match rule {
        LineRule::Freestyle => texts::FREESTYLE,
        LineRule::Standard => texts::STANDARD,
        LineRule::Renju => texts::RENJU,
        LineRule::Caro => texts::CARO,
        LineRule::CaroOverline => texts::CARO_OVERLINE,
    }
}

/// A side and the mark of its stones.
#[must_use]
pub const fn side(side: Side, lang: Lang) -> &'static str {
    match side {
        Side::Black => texts::BLACK.plain(lang),
        Side::White => texts::WHITE.plain(lang),
    }
}

/// Who plays the side: `Black (X): human`.
#[must_use]
pub fn seat(view: &View<'_>, of: Side, lang: Lang) -> String {
    let player = match view.player(of) {
        Player::Human => texts::HUMAN.plain(lang).into(),
        Player::Engine => texts::ENGINE.fill(lang, &[&strength(view, lang)]),
    };
    texts::SEAT.fill(lang, &[&side(of, lang), &player])
}

/// The players' names in a file of the game, Black's first: in English, for whatever program.
#[must_use]
pub fn players(view: &View<'_>) -> [String; 2] {
    Side::ALL.map(|side| match view.player(side) {
        Player::Human => "Human".into(),
        Player::Engine => format!("minmax-h3 {}", strength(view, Lang::English)),
    })
}

/// How well the engine plays: its level; or the limits that hold instead, and the level whose
/// errors remain.
#[must_use]
pub fn strength(view: &View<'_>, lang: Lang) -> String {
    let level = view.level;
    let Some(Given { limits, turn_ms }) = view.limits else {
        return texts::LEVEL.fill(lang, &[&level.get()]);
    };
    let mut words = Vec::new();
    if let Some(ms) = turn_ms.or(limits.time.map(|budget| budget.hard_ms)) {
        words.push(texts::LIMIT_TIME.fill(lang, &[&(ms as f64 / 1000.0)]));
    }
    if let Some(depth) = limits.depth {
        words.push(texts::LIMIT_DEPTH.fill(lang, &[&depth]));
    }
    if let Some(nodes) = limits.nodes {
        words.push(texts::LIMIT_NODES.fill(lang, &[&nodes]));
    }
    if level.weakness(view.rules(), 0) != Weakness::NONE {
        words.push(texts::ERRS_AS.fill(lang, &[&level.get()]));
    }
    words.join(texts::COMMA.plain(lang))
}

/// Who plays: `human`, or `engine, level 5`.
#[must_use]
pub fn player(player: Player, level: u8, lang: Lang) -> String {
    match player {
        Player::Human => texts::HUMAN.plain(lang).into(),
        Player::Engine => texts::ENGINE.fill(lang, &[&texts::LEVEL.fill(lang, &[&level])]),
    }
}

/// A key as it is printed on the keypad.
#[must_use]
pub fn key(key: Key) -> String {
    match key {
        Key::Digit(digit) => digit.get().to_string(),
        Key::A => "A".into(),
        Key::B => "B".into(),
        Key::C => "C".into(),
        Key::D => "D".into(),
        Key::Star => "*".into(),
        Key::Hash => "#".into(),
        Key::Up => "↑".into(),
        Key::Down => "↓".into(),
        Key::Left => "←".into(),
        Key::Right => "→".into(),
        Key::Enter => "Enter".into(),
    }
}

/// The point's name; in tic-tac-toe with the cell's number: `b2 (5)`.
#[must_use]
pub fn point(point: Point, rules: Rules) -> String {
    let name = PointName::new(point, rules);
    if is_tic_tac_toe(rules) {
        let cell = point.row() * 3 + point.column() + 1;
        format!("{name} ({cell})")
    } else {
        name.to_string()
    }
}

/// `score +17`, `win in 3` or `loss in 2`.
#[must_use]
pub fn score(score: Score, lang: Lang) -> String {
    match plies_to_win(score) {
        Some(plies) if plies > 0 => texts::WIN_IN.fill(lang, &[&moves_of(plies)]),
        Some(plies) => texts::LOSS_IN.fill(lang, &[&moves_of(plies)]),
        None => texts::SCORE.fill(lang, &[&format!("{score:+}")]),
    }
}

/// Seconds with two places.
#[must_use]
pub fn seconds(ms: u64) -> String {
    format!("{}.{:02}", ms / 1000, ms % 1000 / 10)
}

/// What the engine thinks of a move.
#[must_use]
pub fn thought(thought: &Thought, lang: Lang) -> String {
    if thought.depth == 0 {
        return texts::THOUGHT_AT_ONCE.plain(lang).into();
    }
    let (score, time) = (score(thought.score, lang), seconds(thought.elapsed_ms));
    texts::THOUGHT.fill(lang, &[&thought.depth, &score, &thought.nodes, &time])
}

/// Whose turn it is, or how the game ended.
#[must_use]
pub fn status(view: &View<'_>, lang: Lang) -> String {
    match view.ending {
        None => texts::TO_MOVE.fill(lang, &[&side(view.game.side_to_move(), lang)]),
        Some(Ending::Row(winner)) => {
            let cells = view.winning.iter().map(|p| point(p, view.rules()));
            let row = cells.collect::<Vec<_>>().join(" ");
            texts::ROW_WINS.fill(lang, &[&side(winner, lang), &row])
        }
        Some(Ending::Draw) => texts::DRAW.plain(lang).into(),
        Some(Ending::Foul(kind)) => {
            let at = view.game.last_move().map(|at| point(at, view.rules()));
            let values: [&dyn Display; 2] = [&at.unwrap_or_default(), &foul(kind).plain(lang)];
            texts::FOUL_LOSES.fill(lang, &values)
        }
        Some(Ending::Stuck) => texts::STUCK.plain(lang).into(),
        Some(Ending::Resigned(loser)) => {
            let winner = side(loser.opponent(), lang);
            texts::RESIGNED.fill(lang, &[&side(loser, lang), &winner])
        }
    }
}

/// What there is to say after an event.
#[must_use]
pub fn notice(notice: Notice, rules: Rules, lang: Lang) -> String {
    match notice {
        Notice::Played(who, at, thought) => played(who, at, thought, rules, lang),
        Notice::Undone(count) => texts::UNDONE.fill(lang, &[&count]),
        Notice::Unresigned => texts::UNRESIGNED.plain(lang).into(),
        Notice::Redone(count) => texts::REDONE.fill(lang, &[&count]),
        Notice::Hint(at, idea) => {
            texts::HINT.fill(lang, &[&point(at, rules), &thought(&idea, lang)])
        }
        Notice::NewGame => texts::NEW_GAME.plain(lang).into(),
        Notice::YourSide(now) => texts::YOUR_SIDE.fill(lang, &[&side(now, lang)]),
        Notice::Seated(players) => {
            let seats = Side::ALL.map(|who| {
                let player = match players[who.index()] {
                    Player::Human => texts::HUMAN,
                    Player::Engine => texts::ENGINE_SEAT,
                };
                texts::SEAT.fill(lang, &[&side(who, lang), &player.plain(lang)])
            });
            texts::SEATED.fill(lang, &[&seats[0], &seats[1]])
        }
        Notice::Level(level, None) => texts::LEVEL_IS.fill(lang, &[&level.get()]),
        Notice::Level(level, Some(_)) => texts::LEVEL_WITH_LIMITS.fill(lang, &[&level.get()]),
        Notice::Resigned(loser) => {
            let winner = side(loser.opponent(), lang);
            texts::RESIGNED.fill(lang, &[&side(loser, lang), &winner])
        }
        Notice::Restored(moves) => texts::RESTORED.fill(lang, &[&title(rules, lang), &moves]),
        Notice::Fouls(true) => texts::FOULS_SHOWN.plain(lang).into(),
        Notice::Fouls(false) => texts::FOULS_HIDDEN.plain(lang).into(),
        Notice::NoFouls => texts::NO_FOULS.plain(lang).into(),
        Notice::Refused(error) => refused(error, rules, lang),
        Notice::NothingToUndo => texts::NOTHING_TO_UNDO.plain(lang).into(),
        Notice::NothingToRedo => texts::NOTHING_TO_REDO.plain(lang).into(),
        Notice::EngineThinks => texts::ENGINE_THINKS.plain(lang).into(),
        Notice::NoHuman => texts::NO_HUMAN.plain(lang).into(),
        Notice::NoSideToSwap => texts::NO_SIDE_TO_SWAP.plain(lang).into(),
        Notice::GameOver => texts::GAME_OVER.plain(lang).into(),
    }
}

/// The same in a game of this view: after its end only what works is offered.
#[must_use]
pub fn notice_of(notice: Notice, view: &View<'_>, lang: Lang) -> String {
    match notice {
        Notice::GameOver | Notice::Refused(PlayError::GameOver) if view.can_undo => {
            texts::GAME_OVER_UNDO.plain(lang).into()
        }
        _ => self::notice(notice, view.rules(), lang),
    }
}

fn played(who: Side, at: Point, idea: Option<Thought>, rules: Rules, lang: Lang) -> String {
    let (who, at) = (side(who, lang), point(at, rules));
    match idea {
        Some(idea) => texts::PLAYED_THOUGHT.fill(lang, &[&who, &at, &thought(&idea, lang)]),
        None => texts::PLAYED.fill(lang, &[&who, &at]),
    }
}

fn refused(error: PlayError, rules: Rules, lang: Lang) -> String {
    match error {
        PlayError::OffBoard(at) => off_board(&PointName::new(at, rules).to_string(), rules, lang),
        PlayError::Occupied(at) => texts::OCCUPIED.fill(lang, &[&point(at, rules)]),
        PlayError::Forbidden(at, kind) => {
            texts::FORBIDDEN.fill(lang, &[&point(at, rules), &foul(kind).plain(lang)])
        }
        PlayError::GameOver => texts::GAME_OVER.plain(lang).into(),
        PlayError::StackFull(moves) => texts::STACK_FULL.fill(lang, &[&moves]),
    }
}

/// What Black is not allowed to make.
const fn foul(foul: Foul) -> Text {
    match foul {
        Foul::Overline => texts::OVERLINE,
        Foul::DoubleFour => texts::DOUBLE_FOUR,
        Foul::DoubleThree => texts::DOUBLE_THREE,
    }
}

/// That the point of this name is not on the board, and which are.
#[must_use]
pub fn off_board(name: &str, rules: Rules, lang: Lang) -> String {
    let last = char::from(b'a' + (rules.columns() - 1) as u8);
    texts::OFF_BOARD.fill(lang, &[&name, &last, &rules.rows()])
}

/// Why there is no such game.
#[must_use]
pub fn rules_error(error: RulesError, lang: Lang) -> String {
    match error {
        RulesError::Side { found } => texts::RULES_SIDE.fill(lang, &[&MAX_SIDE, &found]),
        RulesError::Length { found, longest: 3 } => texts::RULES_LENGTH_THREE.fill(lang, &[&found]),
        RulesError::Length { found, longest } => {
            texts::RULES_LENGTH.fill(lang, &[&found, &longest])
        }
        RulesError::NeedsFive => texts::RULES_NEED_FIVE.plain(lang).into(),
    }
}

/// Why the engine cannot be started.
#[must_use]
pub fn start_error(error: &StartError, lang: Lang) -> String {
    match error {
        StartError::Memory(mib) => texts::NO_MEMORY.fill(lang, &[mib]),
        StartError::Thread(error) => texts::NO_THREAD.fill(lang, &[&io_error(error, lang)]),
    }
}

/// Why a store does not work, for the log.
#[must_use]
pub fn store_words(error: &StoreError) -> String {
    match error {
        StoreError::Io(error) | StoreError::Full(error) => error.to_string(),
        other => format!("{other:?}"),
    }
}

/// Why a game cannot be kept: a part of a sentence.
#[must_use]
pub fn store_reason(error: &StoreError, lang: Lang) -> String {
    match error {
        StoreError::Io(error) | StoreError::Full(error) => io_error(error, lang),
        StoreError::Exists => texts::IO_EXISTS.plain(lang).into(),
        StoreError::NotAFile => texts::IO_IS_FOLDER.plain(lang).into(),
        StoreError::TooLarge => texts::IO_LARGE.plain(lang).into(),
    }
}

/// Why the file was not read or written.
#[must_use]
pub fn store_error(path: &Path, error: &StoreError, lang: Lang) -> String {
    let path = quoted_path(path);
    match error {
        StoreError::Exists => texts::FILE_EXISTS.fill(lang, &[&path]),
        StoreError::NotAFile => texts::FILE_NOT_A_FILE.fill(lang, &[&path]),
        StoreError::TooLarge => texts::FILE_TOO_LARGE.fill(lang, &[&path, &(LARGEST >> 10)]),
        StoreError::Full(error) | StoreError::Io(error) => match error.kind() {
            ErrorKind::NotFound => texts::FILE_MISSING.fill(lang, &[&path]),
            ErrorKind::PermissionDenied => texts::FILE_DENIED.fill(lang, &[&path]),
            _ => texts::FILE_IO.fill(lang, &[&path, &io_error(error, lang)]),
        },
    }
}

/// Why the log cannot be begun.
#[must_use]
pub fn log_error(error: &log::Error, lang: Lang) -> String {
    match error {
        log::Error::File { path, source } => {
            texts::LOG_FILE.fill(lang, &[&quoted_path(path), &io_error(source, lang)])
        }
        log::Error::NotALog(path) => texts::LOG_NOT_A_LOG.fill(lang, &[&quoted_path(path)]),
        log::Error::Unsupported => texts::LOG_UNSUPPORTED.plain(lang).into(),
    }
}

/// What the system says: in its own English words; in Chinese in ours, or by its number.
#[must_use]
pub fn io_error(error: &io::Error, lang: Lang) -> String {
    let text = match error.kind() {
        ErrorKind::NotFound => texts::IO_NOT_FOUND,
        ErrorKind::PermissionDenied => texts::IO_DENIED,
        ErrorKind::AlreadyExists => texts::IO_EXISTS,
        ErrorKind::StorageFull => texts::IO_FULL,
        ErrorKind::IsADirectory => texts::IO_IS_FOLDER,
        ErrorKind::NotADirectory => texts::IO_NO_FOLDER,
        ErrorKind::ReadOnlyFilesystem => texts::IO_READ_ONLY,
        ErrorKind::OutOfMemory => texts::IO_MEMORY,
        ErrorKind::QuotaExceeded => texts::IO_QUOTA,
        ErrorKind::FileTooLarge => texts::IO_LARGE,
        ErrorKind::InvalidFilename => texts::IO_NAME,
        _ => {
            let number = error.raw_os_error().unwrap_or_default();
            return match lang {
                Lang::English => error.to_string(),
                Lang::Chinese => texts::IO_OTHER.fill(lang, &[&number]),
            };
        }
    };
    text.plain(lang).into()
}

/// Why the file's game was not loaded.
#[must_use]
pub fn load_error(path: &Path, error: &SgfError, lang: Lang) -> String {
    texts::LOAD_FAILED.fill(lang, &[&quoted_path(path), &sgf_error(error, lang)])
}

/// The path as it may stand in a line.
#[must_use]
pub fn quoted_path(path: &Path) -> String {
    let escaped = path.to_string_lossy();
    let visible = |c: char| if c.is_control() { '?' } else { c };
    escaped.chars().map(visible).collect()
}

/// What is wrong with a text in the Smart Game Format: a part of a sentence.
#[must_use]
pub fn sgf_error(error: &SgfError, lang: Lang) -> String {
    match error {
        SgfError::NotSgf => texts::SGF_NOT.plain(lang).into(),
        SgfError::CutOff => texts::SGF_CUT_OFF.plain(lang).into(),
        SgfError::OtherGame(other) => texts::SGF_OTHER_GAME.fill(lang, &[&quoted(other)]),
        SgfError::BadValue(name, value) => {
            let right = match *name {
                "SZ" => "SZ[15]",
                "MK" => "MK[5]",
                _ => "PL[W]",
            };
            texts::SGF_BAD_VALUE.fill(lang, &[name, &quoted(value), &right])
        }
        SgfError::Rules(error) => rules_error(*error, lang),
        SgfError::BadStone(name, value) => texts::SGF_BAD_STONE.fill(lang, &[name, &quoted(value)]),
        SgfError::SetUp(SetUpError::TwoWinners) => texts::SGF_TWO_WINNERS.plain(lang).into(),
        SgfError::SetUp(SetUpError::Occupied(at) | SetUpError::OffBoard(at)) => {
            texts::SGF_TWO_STONES.fill(lang, &[&sgf::point(*at)])
        }
        SgfError::LateSetUp(name, moves) => texts::SGF_LATE_SET_UP.fill(lang, &[moves, name]),
        SgfError::NoValue(number, name) => texts::SGF_NO_VALUE.fill(lang, &[number, name]),
        SgfError::ManyPoints(number, shown) => {
            texts::SGF_MANY_POINTS.fill(lang, &[number, &quoted(shown)])
        }
        SgfError::WrongTurn(number, shown) => {
            texts::SGF_WRONG_TURN.fill(lang, &[number, &quoted(shown)])
        }
        SgfError::Pass(number, shown) => texts::SGF_PASS.fill(lang, &[number, &quoted(shown)]),
        SgfError::BadPoint(number, shown) => bad_point(*number, shown, lang),
        SgfError::BadMove(number, shown, error) => bad_move(*number, shown, *error, lang),
    }
}

/// What is wrong with a text in Piskvork's format: a part of a sentence.
#[must_use]
pub fn psq_error(error: &PsqError, lang: Lang) -> String {
    match error {
        PsqError::NotPsq => texts::PSQ_NOT.plain(lang).into(),
        PsqError::Rules(error) => rules_error(*error, lang),
        PsqError::BadPoint(number, shown) => bad_point(*number, shown, lang),
        PsqError::BadMove(number, shown, error) => bad_move(*number, shown, *error, lang),
    }
}

/// That the move of this number, as it stands in a text, is no point of the board.
#[must_use]
pub fn bad_point(number: usize, shown: &str, lang: Lang) -> String {
    texts::SGF_BAD_POINT.fill(lang, &[&number, &quoted(shown)])
}

/// Why the move of this number, as it stands in a text, cannot be played.
#[must_use]
pub fn bad_move(number: usize, shown: &str, error: PlayError, lang: Lang) -> String {
    let why = match error {
        PlayError::OffBoard(_) => texts::PLAY_OFF_BOARD,
        PlayError::Occupied(_) => texts::PLAY_OCCUPIED,
        PlayError::Forbidden(..) => texts::PLAY_FORBIDDEN,
        PlayError::GameOver => texts::PLAY_GAME_OVER,
        PlayError::StackFull(_) => texts::PLAY_STACK_FULL,
    };
    texts::SGF_BAD_MOVE.fill(lang, &[&number, &quoted(shown), &why.plain(lang)])
}
