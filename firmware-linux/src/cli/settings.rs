//! The values of the command line, checked.

use std::path::PathBuf;

use minmax_engine::point::CELLS;
use minmax_engine::rules::{FoulRule, Rules};
use minmax_engine::search::limits::Limits;
use minmax_engine::search::smp::MAX_THREADS;
use minmax_engine::strategy::handicap::Level;

use super::common::{lang, log, rules, seed};
use super::contest::{self, MatchSettings};
use super::error::UsageError;
use super::serve::{self, ServeSettings};
use super::{BenchArgs, BoxArgs, Command, EngineArgs, GomocupArgs, PerftArgs, PlayArgs};
use crate::app::event::{Given, Player};
use crate::app::session::Config;
use crate::gomocup::brain;
use crate::gomocup::clock::Strength;
use crate::gomocup::dialect::Dialect;
use crate::gomocup::memory::MOST_THREADS;
use crate::lang::{Lang, texts};
use crate::log;
use crate::values::Checker;

/// Table size when none is given, in MiB: room for every position of a level's search.
pub const DEFAULT_HASH_MIB: usize = 32;
/// The largest table, in MiB: all that an H3 board ever has.
pub const LARGEST_HASH_MIB: usize = 1024;

/// The largest memory of `perft` when none is given, in MiB: enough for 4x4.
pub const DEFAULT_PERFT_MIB: usize = 256;
/// The largest memory of `perft` that can be given, in MiB.
pub const LARGEST_PERFT_MIB: usize = 65_536;

/// The longest reserve of a move, in milliseconds.
const LONGEST_RESERVE_MS: u64 = 60_000;

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
    /// Play a match.
    Match(Box<MatchSettings>),
    /// Be a brain for a gomoku manager.
    Gomocup(GomocupSettings),
    /// Serve the web.
    Serve(ServeSettings),
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

/// How to be a brain.
#[derive(Clone, Debug)]
pub struct GomocupSettings {
    /// What the user asks of it.
    pub config: brain::Config,
    /// The language for what goes wrong outside of the protocol.
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
        Command::Match(args) => {
            let settings = contest::check(args, checker)?;
            Ok(Settings::Match(Box::new(settings)))
        }
        Command::Gomocup(args) => gomocup(args, checker).map(Settings::Gomocup),
        Command::Serve(args) => serve::check(args, checker).map(Settings::Serve),
    }
}

fn play(args: &PlayArgs, checker: Checker<'_>) -> Result<PlaySettings, UsageError> {
    Ok(PlaySettings {
        lang: lang(&args.common, checker)?,
        config: Config {
            rules: rules(&args.game, checker)?,
            players: players(args, checker)?,
            level: level(&args.engine, checker)?,
            limits: given(&args.engine, checker)?,
            seed: seed(args.engine.seed.as_deref(), checker)?,
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

fn gomocup(args: &GomocupArgs, checker: Checker<'_>) -> Result<GomocupSettings, UsageError> {
    let threads = args.engine.threads.as_deref();
    let threads = threads.map(|text| checker.number("threads", text, 1, MOST_THREADS));
    let hash = args
        .engine
        .hash
        .is_some()
        .then(|| hash(&args.engine, checker));
    Ok(GomocupSettings {
        lang: lang(&args.common, checker)?,
        config: brain::Config {
            dialect: dialect(args, checker)?,
            fouls: match args.foul.as_deref() {
                Some(word) => checker.foul(word)?,
                None => FoulRule::Refused,
            },
            strength: strength(args, checker)?,
            hash_mib: hash.transpose()?,
            threads: threads.transpose()?.unwrap_or(1),
            seed: seed(args.engine.seed.as_deref(), checker)?,
        },
        log: log(&args.common, checker)?,
    })
}

/// Full strength unless something else is asked for.
fn strength(args: &GomocupArgs, checker: Checker<'_>) -> Result<Strength, UsageError> {
    let engine = &args.engine;
    let level = engine.level.as_deref().map(|text| checker.level(text));
    let time = engine
        .time
        .as_deref()
        .map(|text| checker.milliseconds("time", text));
    let reserve = args.reserve_ms.as_deref();
    let reserve = reserve.map(|text| checker.number("reserve-ms", text, 0, LONGEST_RESERVE_MS));
    Ok(Strength {
        level: level.transpose()?.unwrap_or(Level::FULL),
        nodes: nodes(engine, checker)?,
        depth: depth(engine, checker)?,
        time_ms: time.transpose()?,
        reserve_ms: reserve.transpose()?,
    })
}

fn dialect(args: &GomocupArgs, checker: Checker<'_>) -> Result<Dialect, UsageError> {
    let Some(word) = args.dialect.as_deref() else {
        return Ok(Dialect::default());
    };
    let known = Dialect::ALL.map(Dialect::name);
    let refusal = || checker.refuse_word("dialect", word, texts::EXPECT_DIALECT, &known);
    Ok(Dialect::from_name(word).ok_or_else(refusal)?)
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
    let time = args.time.as_deref();
    let time = time.map(|text| checker.milliseconds("time", text));
    let limits = Limits {
        depth: depth(args, checker)?,
        nodes: nodes(args, checker)?,
        time: time.transpose()?.and_then(|ms| Limits::time_ms(ms).time),
        lines: 0,
    };
    Ok((limits != Limits::default()).then_some(limits))
}

/// The same, with the turn as it was given.
fn given(args: &EngineArgs, checker: Checker<'_>) -> Result<Option<Given>, UsageError> {
    let turn = args.time.as_deref();
    let turn = turn.map(|text| checker.milliseconds("time", text));
    let turn_ms = turn.transpose()?;
    let limits = limits(args, checker)?;
    Ok(limits.map(|limits| Given { limits, turn_ms }))
}

fn depth(args: &EngineArgs, checker: Checker<'_>) -> Result<Option<u8>, UsageError> {
    let depth = args.depth.as_deref();
    let depth = depth.map(|text| checker.number("depth", text, 1, u8::MAX));
    Ok(depth.transpose()?)
}

fn nodes(args: &EngineArgs, checker: Checker<'_>) -> Result<Option<u64>, UsageError> {
    let nodes = args.nodes.as_deref();
    let nodes = nodes.map(|text| checker.number("nodes", text, 1, u64::MAX));
    Ok(nodes.transpose()?)
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
