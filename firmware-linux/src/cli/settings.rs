//! The values of the command line, checked.

use std::hash::{BuildHasher, RandomState};
use std::path::PathBuf;

use minmax_engine::point::CELLS;
use minmax_engine::rules::Rules;
use minmax_engine::search::limits::Limits;
use minmax_engine::search::smp::MAX_THREADS;
use minmax_engine::strategy::handicap::Level;

use super::error::UsageError;
use super::{BenchArgs, BoxArgs, Command, CommonArgs, EngineArgs, GameArgs, PerftArgs, PlayArgs};
use crate::app::event::Player;
use crate::app::session::Config;
use crate::lang::{Lang, texts};
use crate::log;
use crate::values::{Checker, GameWords, Refusal};

/// Table size when none is given, in MiB: room for every position of a level's search.
pub const DEFAULT_HASH_MIB: usize = 32;
/// The largest table, in MiB: all that an H3 board ever has.
pub const LARGEST_HASH_MIB: usize = 1024;

/// The largest memory of `perft` when none is given, in MiB: enough for 4x4.
pub const DEFAULT_PERFT_MIB: usize = 256;
/// The largest memory of `perft` that can be given, in MiB.
pub const LARGEST_PERFT_MIB: usize = 65_536;

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
    /// Be the box.
    Box(BoxSettings),
}

/// How to play a game.
#[derive(Clone, Debug)]
pub struct PlaySettings {
    /// Game, players and strength.
    pub config: Config,
    /// Search threads.
    pub threads: usize,
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
    /// Search threads; several have no signature.
    pub threads: usize,
    /// The language to speak.
    pub lang: Lang,
    /// What to log, and where to.
    pub log: log::Settings,
}

/// What the box is made of, and whether only to look at it.
#[derive(Clone, Debug)]
pub struct BoxSettings {
    /// The file that says it.
    pub config: PathBuf,
    /// Look whether everything is there, and no more.
    pub check: bool,
    /// The language to speak.
    pub lang: Lang,
    /// What to log, and where to.
    pub log: log::Settings,
}

/// Checks what was typed.
///
/// # Errors
/// The first value that makes no sense.
pub(super) fn check(command: &Command, lang: Lang) -> Result<Settings, UsageError> {
    let checker = Checker { lang, prefix: "--" };
    match command {
        Command::Play(args) => play(args, checker).map(Settings::Play),
        Command::Perft(args) => perft(args, checker).map(Settings::Perft),
        Command::Bench(args) => bench(args, checker).map(Settings::Bench),
        Command::Box(args) => appliance(args, checker).map(Settings::Box),
    }
}

fn play(args: &PlayArgs, checker: Checker<'_>) -> Result<PlaySettings, UsageError> {
    Ok(PlaySettings {
        lang: lang(&args.common, checker)?,
        config: Config {
            rules: rules(&args.game, checker)?,
            players: players(args, checker)?,
            level: level(&args.engine, checker)?,
            limits: limits(&args.engine, checker)?,
            seed: seed(&args.engine, checker)?,
        },
        threads: threads(args.engine.threads.as_deref(), checker)?,
        hash_mib: hash(&args.engine, checker)?,
        log: log(&args.common, checker)?,
    })
}

fn perft(args: &PerftArgs, checker: Checker<'_>) -> Result<PerftSettings, UsageError> {
    let depth = args.depth.as_deref();
    let depth = depth.map(|text| checker.number("depth", text, 0, CELLS));
    let hash = args.hash.as_deref();
    let hash = hash.map(|text| checker.number("hash", text, 1, LARGEST_PERFT_MIB));
    Ok(PerftSettings {
        lang: lang(&args.common, checker)?,
        rules: rules(&args.game, checker)?,
        depth: depth.transpose()?,
        hash_mib: hash.transpose()?.unwrap_or(DEFAULT_PERFT_MIB),
        walk: args.walk,
        log: log(&args.common, checker)?,
    })
}

fn bench(args: &BenchArgs, checker: Checker<'_>) -> Result<BenchSettings, UsageError> {
    Ok(BenchSettings {
        lang: lang(&args.common, checker)?,
        quick: args.quick,
        threads: threads(args.threads.as_deref(), checker)?,
        log: log(&args.common, checker)?,
    })
}

fn appliance(args: &BoxArgs, checker: Checker<'_>) -> Result<BoxSettings, UsageError> {
    let lang = lang(&args.common, checker)?;
    let missing = || texts::USAGE_NEEDS.fill(lang, &[&"box", &"--config FILE"]);
    Ok(BoxSettings {
        lang,
        config: args
            .config
            .clone()
            .ok_or_else(|| UsageError::new(missing()))?,
        check: args.check,
        log: log(&args.common, checker)?,
    })
}

/// The language is spoken already, unless the name is none of a language.
fn lang(args: &CommonArgs, checker: Checker<'_>) -> Result<Lang, UsageError> {
    let named = args.lang.as_deref().map(|name| checker.lang("lang", name));
    Ok(named.transpose()?.unwrap_or(checker.lang))
}

fn rules(args: &GameArgs, checker: Checker<'_>) -> Result<Rules, UsageError> {
    let words = GameWords {
        game: args.game.as_deref(),
        size: args.size.as_deref(),
        rule: args.rule.as_deref(),
    };
    Ok(checker.rules(words)?)
}

fn players(args: &PlayArgs, checker: Checker<'_>) -> Result<[Player; 2], UsageError> {
    Ok(checker.players(args.players.as_deref(), args.side.as_deref())?)
}

fn level(args: &EngineArgs, checker: Checker<'_>) -> Result<Level, UsageError> {
    let level = args.level.as_deref().map(|text| checker.level(text));
    Ok(level.transpose()?.unwrap_or(Level::DEFAULT))
}

/// The limits that take the place of the level's own; nothing if none is given.
fn limits(args: &EngineArgs, checker: Checker<'_>) -> Result<Option<Limits>, UsageError> {
    let depth = args.depth.as_deref();
    let depth = depth.map(|text| checker.number("depth", text, 1, u8::MAX));
    let nodes = args.nodes.as_deref();
    let nodes = nodes.map(|text| checker.number("nodes", text, 1, u64::MAX));
    let time = args.time.as_deref().map(|text| milliseconds(text, checker));
    let limits = Limits {
        depth: depth.transpose()?,
        nodes: nodes.transpose()?,
        time: time.transpose()?.and_then(|ms| Limits::time_ms(ms).time),
        lines: 0,
    };
    Ok((limits != Limits::default()).then_some(limits))
}

fn milliseconds(text: &str, checker: Checker<'_>) -> Result<u64, Refusal> {
    let seconds = text.trim().parse::<f64>().ok();
    // Neither NaN nor infinity is within the range.
    let within = seconds.filter(|seconds| (0.001..=LONGEST_TIME).contains(seconds));
    within
        .map(|seconds| (seconds * 1000.0).round() as u64)
        .ok_or_else(|| checker.refuse_word("time", text, texts::EXPECT_TIME, &[]))
}

/// By chance unless given.
fn seed(args: &EngineArgs, checker: Checker<'_>) -> Result<u64, UsageError> {
    match args.seed.as_deref() {
        Some(text) => Ok(checker.number("seed", text, 0, u64::MAX)?),
        None => Ok(RandomState::new().hash_one(0)),
    }
}

fn threads(typed: Option<&str>, checker: Checker<'_>) -> Result<usize, UsageError> {
    match typed {
        Some(text) => Ok(checker.number("threads", text, 1, MAX_THREADS)?),
        None => Ok(1),
    }
}

fn hash(args: &EngineArgs, checker: Checker<'_>) -> Result<usize, UsageError> {
    match args.hash.as_deref() {
        Some(text) => Ok(checker.number("hash", text, 1, LARGEST_HASH_MIB)?),
        None => Ok(DEFAULT_HASH_MIB),
    }
}

/// Who asks for a file wants something in it.
fn log(args: &CommonArgs, checker: Checker<'_>) -> Result<log::Settings, UsageError> {
    let file = args.log_file.clone();
    let level = match args.log_level.as_deref() {
        None if file.is_some() => log::Level::Info,
        None => log::Level::default(),
        Some(word) => word.parse().map_err(|_| {
            let known = log::Level::ALL.map(log::Level::name);
            checker.refuse_word("log-level", word, texts::EXPECT_LOG_LEVEL, &known)
        })?,
    };
    Ok(log::Settings { level, file })
}
