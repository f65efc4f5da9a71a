//! What is wrong with the command line, in one line.

use std::fmt;

use clap::error::{ContextKind, ContextValue, ErrorKind};

use crate::lang::{Lang, quoted, texts};
use crate::values::Refusal;

/// Wrong usage: one line that says what is wrong and what would be right.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UsageError(String);

impl UsageError {
    /// With these words.
    #[must_use]
    pub const fn new(words: String) -> Self {
        Self(words)
    }
}

impl From<Refusal> for UsageError {
    fn from(refusal: Refusal) -> Self {
        Self(refusal.to_string())
    }
}

impl fmt::Display for UsageError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for UsageError {}

/// What clap has found, in one line.
pub(super) fn from_clap(error: &clap::Error, lang: Lang) -> UsageError {
    let word = quoted(&context(error, ContextKind::InvalidArg).unwrap_or_default());
    UsageError(match error.kind() {
        ErrorKind::InvalidUtf8 => texts::USAGE_NOT_TEXT.plain(lang).into(),
        ErrorKind::ArgumentConflict => {
            let option = context(error, ContextKind::PriorArg).unwrap_or_default();
            let command = context(error, ContextKind::InvalidSubcommand).unwrap_or_default();
            texts::USAGE_OPTION_FIRST.fill(lang, &[&command, &quoted(&option)])
        }
        ErrorKind::InvalidValue => texts::USAGE_MISSING_VALUE.fill(lang, &[&word]),
        ErrorKind::TooManyValues => texts::USAGE_NO_VALUE.fill(lang, &[&word]),
        ErrorKind::UnknownArgument if word.starts_with('-') => {
            let near = context(error, ContextKind::SuggestedArg);
            near.map_or_else(
                || texts::USAGE_UNKNOWN_OPTION.fill(lang, &[&word]),
                |near| texts::USAGE_UNKNOWN_OPTION_NEAR.fill(lang, &[&word, &near]),
            )
        }
        ErrorKind::UnknownArgument => unknown_word(error, &word, lang),
        ErrorKind::InvalidSubcommand => {
            let word = context(error, ContextKind::InvalidSubcommand).unwrap_or_default();
            unknown_word(error, &quoted(&word), lang)
        }
        _ => first_line(error),
    })
}

fn unknown_word(error: &clap::Error, word: &str, lang: Lang) -> String {
    match context(error, ContextKind::SuggestedSubcommand) {
        Some(near) => texts::USAGE_UNKNOWN_WORD_NEAR.fill(lang, &[&word, &near]),
        None => texts::USAGE_UNKNOWN_WORD.fill(lang, &[&word]),
    }
}

fn context(error: &clap::Error, kind: ContextKind) -> Option<String> {
    match error.get(kind)? {
        ContextValue::String(text) => Some(text.clone()),
        ContextValue::Strings(texts) => texts.first().cloned(),
        _ => None,
    }
}

fn first_line(error: &clap::Error) -> String {
    let text = error.to_string();
    let line = text.lines().next().unwrap_or_default();
    line.trim_start_matches("error: ").into()
}
