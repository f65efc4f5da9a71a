//! The values of options that several commands have.

use std::hash::{BuildHasher, RandomState};

use minmax_engine::rules::Rules;

use super::error::UsageError;
use super::{CommonArgs, GameArgs};
use crate::lang::{Lang, texts};
use crate::log;
use crate::values::{Checker, GameWords};

/// The language is spoken already, unless the name is none of a language.
pub(super) fn lang(args: &CommonArgs, checker: Checker<'_>) -> Result<Lang, UsageError> {
    let named = args.lang.as_deref().map(|name| checker.lang("lang", name));
    Ok(named.transpose()?.unwrap_or(checker.lang))
}

pub(super) fn rules(args: &GameArgs, checker: Checker<'_>) -> Result<Rules, UsageError> {
    let words = GameWords {
        game: args.game.as_deref(),
        size: args.size.as_deref(),
        rule: args.rule.as_deref(),
        foul: args.foul.as_deref(),
    };
    Ok(checker.rules(words)?)
}

/// By chance unless given.
pub(super) fn seed(seed: Option<&str>, checker: Checker<'_>) -> Result<u64, UsageError> {
    match seed {
        Some(text) => Ok(checker.number("seed", text, 0, u64::MAX)?),
        None => Ok(RandomState::new().hash_one(0)),
    }
}

/// Who asks for a file wants something in it.
pub(super) fn log(args: &CommonArgs, checker: Checker<'_>) -> Result<log::Settings, UsageError> {
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
