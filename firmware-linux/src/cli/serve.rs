//! The values of `serve`, checked.

use std::net::SocketAddr;
use std::path::PathBuf;

use super::ServeArgs;
use super::common::{lang, log};
use super::error::UsageError;
use super::settings::{DEFAULT_HASH_MIB, LARGEST_HASH_MIB};
use crate::lang::{Lang, texts};
use crate::log;
use crate::values::Checker;

/// The most searches at once.
pub const MOST_SEARCHES: usize = 64;
/// The most requests that may wait.
pub const MOST_WAITING: usize = 10_000;
const USUAL_WAITING: usize = 64;
/// The longest that a search may take unless told otherwise, in milliseconds.
const USUAL_LONGEST_MS: u64 = 60_000;

/// How to serve. What is not said may stand in the file.
#[derive(Clone, Debug)]
pub struct ServeSettings {
    /// A box's file.
    pub config: Option<PathBuf>,
    /// Where to listen; port 0 is any free one.
    pub bind: Option<SocketAddr>,
    /// Searches at once.
    pub searches: Option<usize>,
    /// Requests that may wait.
    pub waiting: usize,
    /// Size of the transposition table in MiB.
    pub hash_mib: usize,
    /// The longest that a search may take, in milliseconds.
    pub longest_ms: u64,
    /// The file with the token.
    pub token_file: Option<PathBuf>,
    /// The folder in which games are kept.
    pub store: Option<PathBuf>,
    /// The language to speak.
    pub lang: Lang,
    /// What to log, and where to.
    pub log: log::Settings,
}

pub(super) fn check(args: &ServeArgs, checker: Checker<'_>) -> Result<ServeSettings, UsageError> {
    let longest = args.max_time.as_deref();
    let longest = longest.map(|text| checker.milliseconds("max-time", text));
    let number = |name, text: &Option<String>, least, most| {
        let text = text.as_deref();
        text.map(|text| checker.number(name, text, least, most))
            .transpose()
    };
    Ok(ServeSettings {
        config: args.config.clone(),
        bind: bind(args, checker)?,
        searches: number("searches", &args.searches, 1, MOST_SEARCHES)?,
        waiting: number("queue", &args.queue, 0, MOST_WAITING)?.unwrap_or(USUAL_WAITING),
        hash_mib: number("hash", &args.hash, 1, LARGEST_HASH_MIB)?.unwrap_or(DEFAULT_HASH_MIB),
        longest_ms: longest.transpose()?.unwrap_or(USUAL_LONGEST_MS),
        token_file: args.token_file.clone(),
        store: args.store.clone(),
        lang: lang(&args.common, checker)?,
        log: log(&args.common, checker)?,
    })
}

fn bind(args: &ServeArgs, checker: Checker<'_>) -> Result<Option<SocketAddr>, UsageError> {
    let Some(text) = args.bind.as_deref() else {
        return Ok(None);
    };
    let why = texts::EXPECT_BIND.plain(checker.lang);
    let address = text.trim().replace("localhost:", "127.0.0.1:");
    let address = address.parse();
    Ok(Some(
        address.map_err(|_| checker.refuse("bind", text, &why))?,
    ))
}
