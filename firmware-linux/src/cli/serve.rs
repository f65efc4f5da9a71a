//! The values of `serve`, checked.

use std::net::SocketAddr;
use std::path::PathBuf;
use std::thread;

use super::ServeArgs;
use super::common::{lang, log};
use super::error::UsageError;
use super::settings::{DEFAULT_HASH_MIB, LARGEST_HASH_MIB};
use crate::http::searches::Capacity;
use crate::lang::{Lang, texts};
use crate::log;
use crate::values::Checker;

/// Where it listens unless told otherwise: nobody else can come in.
const USUAL_ADDRESS: SocketAddr =
    SocketAddr::new(std::net::IpAddr::V4(std::net::Ipv4Addr::LOCALHOST), 8000);
/// The most searches at once.
pub const MOST_SEARCHES: usize = 64;
/// The most requests that may wait.
pub const MOST_WAITING: usize = 10_000;
const USUAL_WAITING: usize = 64;
/// The longest that a search may take unless told otherwise, in milliseconds.
const USUAL_LONGEST_MS: u64 = 60_000;

/// How to serve.
#[derive(Clone, Debug)]
pub struct ServeSettings {
    /// Where to listen; port 0 is any free one.
    pub bind: SocketAddr,
    /// How much is searched at once, and how much may wait.
    pub capacity: Capacity,
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
    Ok(ServeSettings {
        bind: bind(args, checker)?,
        capacity: capacity(args, checker)?,
        longest_ms: longest.transpose()?.unwrap_or(USUAL_LONGEST_MS),
        token_file: args.token_file.clone(),
        store: args.store.clone(),
        lang: lang(&args.common, checker)?,
        log: log(&args.common, checker)?,
    })
}

fn bind(args: &ServeArgs, checker: Checker<'_>) -> Result<SocketAddr, UsageError> {
    let Some(text) = args.bind.as_deref() else {
        return Ok(USUAL_ADDRESS);
    };
    let why = texts::EXPECT_BIND.plain(checker.lang);
    let address = text.trim().replace("localhost:", "127.0.0.1:");
    Ok(address
        .parse()
        .map_err(|_| checker.refuse("bind", text, &why))?)
}

fn capacity(args: &ServeArgs, checker: Checker<'_>) -> Result<Capacity, UsageError> {
    let number = |name, text: &Option<String>, least, most| {
        let text = text.as_deref();
        text.map(|text| checker.number(name, text, least, most))
            .transpose()
    };
    let cores = thread::available_parallelism().map_or(1, usize::from);
    Ok(Capacity {
        at_once: number("searches", &args.searches, 1, MOST_SEARCHES)?
            .unwrap_or(cores.min(MOST_SEARCHES)),
        waiting: number("queue", &args.queue, 0, MOST_WAITING)?.unwrap_or(USUAL_WAITING),
        hash_mib: number("hash", &args.hash, 1, LARGEST_HASH_MIB)?.unwrap_or(DEFAULT_HASH_MIB),
    })
}
