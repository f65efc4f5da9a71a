//! The values of the command line, checked.

use std::fmt::Display;
use std::hash::{BuildHasher, RandomState};
use std::str::FromStr;

use minmax_engine::point::{CELLS, MAX_SIDE};
use minmax_engine::rules::{LineRule, Rules};
use minmax_engine::search::limits::Limits;
use minmax_engine::strategy::handicap::Level;

use super::error::UsageError;
use super::{BenchArgs, Command, CommonArgs, EngineArgs, GameArgs, PerftArgs, PlayArgs};
use crate::app::event::Player;
use crate::app::session::Config;
use crate::lang::{Lang, Text, nearest, quoted, texts};
use crate::log;
use crate::names;
use crate::wording;

/// Table size when none is given, in MiB: room for every position of a level's search.
pub const DEFAULT_HASH_MIB: usize = 32;
/// The largest table, in MiB: all that an H3 board ever has.
pub const LARGEST_HASH_MIB: usize = 1024;

/// The largest memory of `perft` when none is given, in MiB: enough for 4x4.
pub const DEFAULT_PERFT_MIB: usize = 256;
/// The largest memory of `perft` that can be given, in MiB.
pub const LARGEST_PERFT_MIB: usize = 65_536;

/// The smallest gomoku board.
const SMALLEST_GOMOKU: usize = 5;
/// A day, in seconds.
const LONGEST_TIME: f64 = 86_400.0;

/// What to do, checked.
#[derive(Clone, Debug)]
pub enum Settings {
    /// Play a game.
    Play(PlaySettings),
    /// Count games, nodes and positions.
    Perft(PerftSettings),
    /// Search the fixed positions.
    Bench(BenchSettings),
}

/// How to play a game.
#[derive(Clone, Debug)]
pub struct PlaySettings {
    /// Game, players and strength.
    pub config: Config,
    /// Size of the transposition table in MiB.
    pub hash_mib: usize,
    /// The language to speak.
    pub lang: Lang,
    /// What to log, and where to.
    pub log: log::Settings,
}

/// What to count.
#[derive(Clone, Debug)]
pub struct PerftSettings {
    /// The game.
    pub rules: Rules,
    /// Plies to count; to the end of the game without.
    pub depth: Option<usize>,
    /// The largest memory for different positions, in MiB.
    pub hash_mib: usize,
    /// Play every single game instead: slow, and positions are not counted.
    pub walk: bool,
    /// The language to speak.
    pub lang: Lang,
    /// What to log, and where to.
    pub log: log::Settings,
}

/// How to search the fixed positions.
#[derive(Clone, Debug)]
pub struct BenchSettings {
    /// Once, not for a second: for the signature, the speed is a guess.
    pub quick: bool,
    /// The language to speak.
    pub lang: Lang,
    /// What to log, and where to.
    pub log: log::Settings,
}

/// Words for wrong values.
#[derive(Clone, Copy)]
struct Checker(Lang);

impl Checker {
    fn refuse(self, option: &str, value: &str, why: &dyn Display) -> UsageError {
        let values: [&dyn Display; 3] = [&option, &quoted(value), why];
        UsageError::new(texts::USAGE_VALUE.fill(self.0, &values))
    }

    /// Refuses a word for which others were expected, the nearest of which may be meant.
    fn refuse_word(self, option: &str, value: &str, why: Text, words: &[&str]) -> UsageError {
        let why = why.fill(self.0, &[&MAX_SIDE]);
        match nearest(value, words.iter().copied()) {
            None => self.refuse(option, value, &why),
            Some(near) => {
                let values: [&dyn Display; 4] = [&option, &quoted(value), &why, &near];
                UsageError::new(texts::USAGE_VALUE_NEAR.fill(self.0, &values))
            }
        }
    }

    fn number<T>(self, option: &str, value: &str, least: T, most: T) -> Result<T, UsageError>
    where
        T: FromStr + PartialOrd + Display + Copy,
    {
        let number = value.trim().parse().ok();
        let within = number.filter(|number| (least..=most).contains(number));
        let why = || texts::EXPECT_NUMBER.fill(self.0, &[&least, &most]);
        within.ok_or_else(|| self.refuse(option, value, &why()))
    }
}

/// Checks what was typed.
///
/// # Errors
/// The first value that makes no sense.
pub(super) fn check(command: &Command, lang: Lang) -> Result<Settings, UsageError> {
    let checker = Checker(lang);
    match command {
        Command::Play(args) => play(args, checker).map(Settings::Play),
        Command::Perft(args) => perft(args, checker).map(Settings::Perft),
        Command::Bench(args) => bench(args, checker).map(Settings::Bench),
    }
}

fn play(args: &PlayArgs, checker: Checker) -> Result<PlaySettings, UsageError> {
    Ok(PlaySettings {
        lang: lang(&args.common, checker)?,
        config: Config {
            rules: rules(&args.game, checker)?,
            players: players(args, checker)?,
            level: level(&args.engine, checker)?,
            limits: limits(&args.engine, checker)?,
            seed: seed(&args.engine, checker)?,
        },
        hash_mib: hash(&args.engine, checker)?,
        log: log(&args.common, checker)?,
    })
}

fn perft(args: &PerftArgs, checker: Checker) -> Result<PerftSettings, UsageError> {
    let depth = args.depth.as_deref();
    let depth = depth.map(|text| checker.number("--depth", text, 0, CELLS));
    let hash = args.hash.as_deref();
    let hash = hash.map(|text| checker.number("--hash", text, 1, LARGEST_PERFT_MIB));
    Ok(PerftSettings {
        lang: lang(&args.common, checker)?,
        rules: rules(&args.game, checker)?,
        depth: depth.transpose()?,
        hash_mib: hash.transpose()?.unwrap_or(DEFAULT_PERFT_MIB),
        walk: args.walk,
        log: log(&args.common, checker)?,
    })
}

fn bench(args: &BenchArgs, checker: Checker) -> Result<BenchSettings, UsageError> {
    Ok(BenchSettings {
        lang: lang(&args.common, checker)?,
        quick: args.quick,
        log: log(&args.common, checker)?,
    })
}

/// The language is spoken already, unless the name is none of a language.
fn lang(args: &CommonArgs, checker: Checker) -> Result<Lang, UsageError> {
    match args.lang.as_deref() {
        Some(other) if Lang::from_name(other).is_none() => {
            Err(checker.refuse_word("--lang", other, texts::EXPECT_LANG, &[]))
        }
        _ => Ok(checker.0),
    }
}

fn rules(args: &GameArgs, checker: Checker) -> Result<Rules, UsageError> {
    let game = args.game.as_deref().unwrap_or("gomoku");
    let line = rule(args, game, checker)?;
    let (columns, rows, k) = board(args, game, checker)?;
    Rules::new(columns, rows, k, line).map_err(|error| {
        let why = wording::rules_error(error, checker.0);
        match &args.rule {
            Some(rule) if k != 5 => checker.refuse("--rule", rule, &why),
            _ => checker.refuse("--game", game, &why),
        }
    })
}

fn rule(args: &GameArgs, game: &str, checker: Checker) -> Result<LineRule, UsageError> {
    let missing =
        |option, value| checker.refuse(option, value, &texts::RULES_RENJU.plain(checker.0));
    if game == "renju" {
        return Err(missing("--game", game));
    }
    match args.rule.as_deref() {
        None => Ok(LineRule::Freestyle),
        Some("renju") => Err(missing("--rule", "renju")),
        Some(name) => names::rule(name).ok_or_else(|| {
            let known = names::RULES.map(|(name, _)| name);
            checker.refuse_word("--rule", name, texts::EXPECT_RULE, &known)
        }),
    }
}

/// Columns, rows, and how many in a row.
fn board(
    args: &GameArgs,
    game: &str,
    checker: Checker,
) -> Result<(usize, usize, usize), UsageError> {
    if let Some(size) = args.size.as_deref().filter(|_| game != "gomoku") {
        return Err(checker.refuse("--size", size, &texts::EXPECT_NO_SIZE.plain(checker.0)));
    }
    match game {
        "gomoku" => gomoku_size(args, checker).map(|side| (side, side, 5)),
        "tictactoe" => Ok((3, 3, 3)),
        "4x4" => Ok((4, 4, 4)),
        other => three_numbers(other).ok_or_else(|| {
            let words = ["tictactoe", "4x4", "gomoku", "renju"];
            checker.refuse_word("--game", other, texts::EXPECT_GAME, &words)
        }),
    }
}

fn gomoku_size(args: &GameArgs, checker: Checker) -> Result<usize, UsageError> {
    let Some(text) = args.size.as_deref() else {
        return Ok(15);
    };
    let side = text.trim().parse().ok();
    let within = side.filter(|side| (SMALLEST_GOMOKU..=MAX_SIDE).contains(side));
    within.ok_or_else(|| checker.refuse_word("--size", text, texts::EXPECT_SIZE, &[]))
}

fn three_numbers(text: &str) -> Option<(usize, usize, usize)> {
    let mut numbers = text.split(',').map(|part| part.trim().parse().ok());
    let found = (numbers.next()??, numbers.next()??, numbers.next()??);
    numbers.next().is_none().then_some(found)
}

fn players(args: &PlayArgs, checker: Checker) -> Result<[Player; 2], UsageError> {
    match (args.players.as_deref(), args.side.as_deref()) {
        (Some(_), Some(_)) => {
            let words = texts::EXPECT_PLAYERS_OR_SIDE.plain(checker.0);
            Err(UsageError::new(words.into()))
        }
        (None, None) | (None, Some("first")) => Ok([Player::Human, Player::Engine]),
        (None, Some("second")) => Ok([Player::Engine, Player::Human]),
        (None, Some(side)) => {
            let words = ["first", "second"];
            Err(checker.refuse_word("--side", side, texts::EXPECT_SIDE, &words))
        }
        (Some(names), None) => two_players(names).ok_or_else(|| {
            let why = texts::EXPECT_PLAYERS.plain(checker.0);
            checker.refuse("--players", names, &why)
        }),
    }
}

fn two_players(names: &str) -> Option<[Player; 2]> {
    let player = |name: &str| match name.trim() {
        "human" => Some(Player::Human),
        "engine" => Some(Player::Engine),
        _ => None,
    };
    let (black, white) = names.split_once(',')?;
    Some([player(black)?, player(white)?])
}

fn level(args: &EngineArgs, checker: Checker) -> Result<Level, UsageError> {
    let Some(text) = args.level.as_deref() else {
        return Ok(Level::DEFAULT);
    };
    let level = text.trim().parse().ok().and_then(Level::new);
    level.ok_or_else(|| checker.refuse_word("--level", text, texts::EXPECT_LEVEL, &[]))
}

/// The limits that take the place of the level's own; nothing if none is given.
fn limits(args: &EngineArgs, checker: Checker) -> Result<Option<Limits>, UsageError> {
    let depth = args.depth.as_deref();
    let depth = depth.map(|text| checker.number("--depth", text, 1, u8::MAX));
    let nodes = args.nodes.as_deref();
    let nodes = nodes.map(|text| checker.number("--nodes", text, 1, u64::MAX));
    let time = args.time.as_deref().map(|text| milliseconds(text, checker));
    let limits = Limits {
        depth: depth.transpose()?,
        nodes: nodes.transpose()?,
        time: time.transpose()?.and_then(|ms| Limits::time_ms(ms).time),
    };
    Ok((limits != Limits::default()).then_some(limits))
}

fn milliseconds(text: &str, checker: Checker) -> Result<u64, UsageError> {
    let seconds = text.trim().parse::<f64>().ok();
    // Neither NaN nor infinity is within the range.
    let within = seconds.filter(|seconds| (0.001..=LONGEST_TIME).contains(seconds));
    within
        .map(|seconds| (seconds * 1000.0).round() as u64)
        .ok_or_else(|| checker.refuse_word("--time", text, texts::EXPECT_TIME, &[]))
}

/// By chance unless given.
fn seed(args: &EngineArgs, checker: Checker) -> Result<u64, UsageError> {
    match args.seed.as_deref() {
        Some(text) => checker.number("--seed", text, 0, u64::MAX),
        None => Ok(RandomState::new().hash_one(0)),
    }
}

fn hash(args: &EngineArgs, checker: Checker) -> Result<usize, UsageError> {
    match args.hash.as_deref() {
        Some(text) => checker.number("--hash", text, 1, LARGEST_HASH_MIB),
        None => Ok(DEFAULT_HASH_MIB),
    }
}

/// Who asks for a file wants something in it.
fn log(args: &CommonArgs, checker: Checker) -> Result<log::Settings, UsageError> {
    let file = args.log_file.clone();
    let level = match args.log_level.as_deref() {
        None if file.is_some() => log::Level::Info,
        None => log::Level::default(),
        Some(word) => word.parse().map_err(|_| {
            let known = log::Level::ALL.map(log::Level::name);
            checker.refuse_word("--log-level", word, texts::EXPECT_LOG_LEVEL, &known)
        })?,
    };
    Ok(log::Settings { level, file })
}
