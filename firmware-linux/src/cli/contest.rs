//! The values of `match`, checked.

use std::path::PathBuf;
use std::time::Duration;

use minmax_engine::point::CELLS;
use minmax_engine::rules::Rules;

use super::MatchArgs;
use super::common::{lang, log, rules, seed};
use super::error::UsageError;
use crate::contest::brain::Patience;
use crate::contest::openings::{Format as OpeningsFormat, From};
use crate::contest::referee::Conditions;
use crate::contest::run::Contest;
use crate::contest::save::Format as SaveFormat;
use crate::contest::spec::{Spec, Terms};
use crate::contest::stats::Sprt;
use crate::lang::{Lang, Text, texts};
use crate::log;
use crate::values::{Checker, Refusal};

/// Games against each opponent unless given.
const DEFAULT_GAMES: u32 = 200;
/// The word for the empty board, where a file of openings may stand.
const NO_OPENINGS: &str = "none";
/// The most games against one opponent.
const MOST_GAMES: u32 = 1_000_000;
/// The most games at once.
const MOST_JOBS: usize = 256;
/// What Piskvork and the Gomocup tournaments allow for the way to the brain and back.
const DEFAULT_TOLERANCE: Duration = Duration::from_secs(1);
/// Past its time a brain is given this long before it is taken to hang.
const DEFAULT_PATIENCE: Duration = Duration::from_secs(10);
/// How many times as long a player without a clock is waited for.
const PATIENCE_WITHOUT_CLOCK: u32 = 6;
/// No difference of strength is larger.
const MOST_ELO: f64 = 2_000.0;
/// The probabilities of an error where none are given.
const DEFAULT_ERROR: f64 = 0.05;

/// A match to be played.
#[derive(Clone, Debug)]
pub struct MatchSettings {
    /// Who plays whom, and how.
    pub contest: Contest,
    /// Games against each opponent.
    pub games: u32,
    /// Where openings come from.
    pub openings: Openings,
    /// Draws what is left to chance.
    pub seed: u64,
    /// Where games are saved, if they are.
    pub save: Option<(PathBuf, SaveFormat)>,
    /// The language to speak.
    pub lang: Lang,
    /// What to log, and where to.
    pub log: log::Settings,
}

/// Where openings come from.
#[derive(Clone, Debug)]
pub enum Openings {
    /// Own search.
    Search,
    /// Every game begins on the empty board.
    None,
    /// A file.
    File(OpeningsFile),
}

/// A file of openings.
#[derive(Clone, Debug)]
pub struct OpeningsFile {
    /// Where it is.
    pub path: PathBuf,
    /// How it is written, if that was said.
    pub format: Option<OpeningsFormat>,
    /// Where it counts rows from.
    pub from: From,
}

/// Checks what was typed.
///
/// # Errors
/// The first value that makes no sense.
pub(super) fn check(args: &MatchArgs, checker: Checker<'_>) -> Result<MatchSettings, UsageError> {
    let lang = lang(&args.common, checker)?;
    let checker = Checker { lang, ..checker };
    let number = |name, text: &Option<String>, most| {
        let text = text.as_deref();
        text.map(|text| checker.number(name, text, 1, most))
            .transpose()
    };
    Ok(MatchSettings {
        contest: contest(args, checker)?,
        games: number("games", &args.games, MOST_GAMES)?.unwrap_or(DEFAULT_GAMES),
        openings: openings(args, checker)?,
        seed: seed(args.seed.as_deref(), checker)?,
        save: save(args, checker)?,
        lang,
        log: log(&args.common, checker)?,
    })
}

fn contest(args: &MatchArgs, checker: Checker<'_>) -> Result<Contest, UsageError> {
    let rules = rules(&args.game, checker)?;
    let terms = terms(args, checker)?;
    let spec = |option, text: &String| Spec::read(text, option, &terms, rules, checker);
    let others = args.second.iter().map(|text| spec("second", text));
    let others = others.chain(args.against.iter().map(|text| spec("against", text)));
    let others = others.collect::<Result<Vec<_>, _>>()?;
    let first = args.first.iter().map(|text| spec("first", text)).next();
    let (Some(first), false) = (first.transpose()?, others.is_empty()) else {
        let needed = "--first PLAYER --second PLAYER";
        let words = texts::USAGE_NEEDS.fill(checker.lang, &[&"match", &needed]);
        return Err(UsageError::new(words));
    };
    let jobs = args.jobs.as_deref();
    let jobs = jobs.map(|text| checker.number("jobs", text, 1, MOST_JOBS));
    Ok(Contest {
        conditions: conditions(args, rules, checker)?,
        first,
        others,
        jobs: jobs.transpose()?.unwrap_or(1),
        sprt: sprt(args, checker)?,
        patience: patience(args, checker)?,
    })
}

/// What holds for players whose words say nothing else.
fn terms(args: &MatchArgs, checker: Checker<'_>) -> Result<Terms, Refusal> {
    let mut terms = Terms::default();
    for (name, value) in [
        ("time", &args.time),
        ("clock", &args.clock),
        ("depth", &args.depth),
        ("nodes", &args.nodes),
        ("threads", &args.threads),
        ("hash", &args.hash),
    ] {
        if let Some(value) = value {
            terms.read(name, value, checker)?;
        }
    }
    Ok(terms)
}

fn conditions(
    args: &MatchArgs,
    rules: Rules,
    checker: Checker<'_>,
) -> Result<Conditions, UsageError> {
    let most = args.draw_after.as_deref();
    let most = most.map(|text| checker.number("draw-after", text, 1, CELLS));
    Ok(Conditions {
        rules,
        draw_after: most.transpose()?,
        tolerance: tolerance(args, checker)?,
    })
}

fn tolerance(args: &MatchArgs, checker: Checker<'_>) -> Result<Duration, Refusal> {
    let Some(text) = args.tolerance.as_deref() else {
        return Ok(DEFAULT_TOLERANCE);
    };
    let none = text.trim().parse().is_ok_and(|seconds: f64| seconds == 0.0);
    let ms = if none {
        Ok(0)
    } else {
        checker.milliseconds("tolerance", text)
    };
    let ms = ms.map_err(|_| checker.refuse_word("tolerance", text, texts::EXPECT_TOLERANCE, &[]));
    Ok(Duration::from_millis(ms?))
}

fn patience(args: &MatchArgs, checker: Checker<'_>) -> Result<Patience, Refusal> {
    let given = args.patience.as_deref();
    let given = given.map(|text| checker.milliseconds("patience", text));
    let past_limit = given
        .transpose()?
        .map_or(DEFAULT_PATIENCE, Duration::from_millis);
    Ok(Patience {
        past_limit,
        without_limit: past_limit.saturating_mul(PATIENCE_WITHOUT_CLOCK),
    })
}

fn sprt(args: &MatchArgs, checker: Checker<'_>) -> Result<Option<Sprt>, Refusal> {
    let Some(text) = args.sprt.as_deref() else {
        return Ok(None);
    };
    let numbers: Option<Vec<f64>> = text.split(',').map(|n| n.trim().parse().ok()).collect();
    let test = match numbers.as_deref() {
        Some(&[elo0, elo1]) => Some((elo0, elo1, DEFAULT_ERROR, DEFAULT_ERROR)),
        Some(&[elo0, elo1, alpha, beta]) => Some((elo0, elo1, alpha, beta)),
        _ => None,
    };
    // No comparison holds for NaN.
    let makes_sense = |&(elo0, elo1, alpha, beta): &(f64, f64, f64, f64)| {
        let error = |p: f64| p > 0.0 && p < 0.5;
        -MOST_ELO <= elo0 && elo0 < elo1 && elo1 <= MOST_ELO && error(alpha) && error(beta)
    };
    let (elo0, elo1, alpha, beta) = test
        .filter(makes_sense)
        .ok_or_else(|| checker.refuse_word("sprt", text, texts::EXPECT_SPRT, &[]))?;
    Ok(Some(Sprt {
        elo0,
        elo1,
        alpha,
        beta,
    }))
}

fn openings(args: &MatchArgs, checker: Checker<'_>) -> Result<Openings, Refusal> {
    let formats = [
        ("offset", OpeningsFormat::Offset),
        ("pos", OpeningsFormat::Pos),
    ];
    let why = texts::EXPECT_OPENINGS_FORMAT;
    let format = &args.openings_format;
    let format = one_of(checker, "openings-format", format, formats, why)?;
    let edges = [("top", From::Top), ("bottom", From::Bottom)];
    let from = one_of(checker, "from", &args.from, edges, texts::EXPECT_ROWS_FROM)?;
    Ok(match args.openings.clone() {
        None => Openings::Search,
        Some(path) if path.as_os_str() == NO_OPENINGS => Openings::None,
        Some(path) => Openings::File(OpeningsFile {
            path,
            format,
            from: from.unwrap_or(From::Top),
        }),
    })
}

fn save(args: &MatchArgs, checker: Checker<'_>) -> Result<Option<(PathBuf, SaveFormat)>, Refusal> {
    let formats = [("psq", SaveFormat::Psq), ("sgf", SaveFormat::Sgf)];
    let why = texts::EXPECT_SAVE_FORMAT;
    let format = one_of(checker, "save-format", &args.save_format, formats, why)?;
    let format = format.unwrap_or(SaveFormat::Sgf);
    Ok(args.save.clone().map(|path| (path, format)))
}

fn one_of<T: Copy>(
    checker: Checker<'_>,
    name: &str,
    value: &Option<String>,
    values: [(&str, T); 2],
    why: Text,
) -> Result<Option<T>, Refusal> {
    let Some(value) = value else {
        return Ok(None);
    };
    let found = values.iter().find(|(known, _)| known == value);
    let words = values.map(|(known, _)| known);
    let found = found.ok_or_else(|| checker.refuse_word(name, value, why, &words))?;
    Ok(Some(found.1))
}
