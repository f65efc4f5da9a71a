//! How much is logged.

use std::{fmt, str::FromStr};

/// The least important messages that are kept; every level keeps those before it too.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Level {
    /// Nothing.
    Off,
    /// What failed.
    Error,
    /// What is likely a mistake in set-up or input. The default: a game should not be interrupted by a log.
    #[default]
    Warn,
    /// What the program does, a line now and then.
    Info,
    /// How it does it, for somebody who looks for a fault.
    Debug,
    /// Everything.
    Trace,
}

impl Level {
    /// All levels, quietest first.
    pub const ALL: [Self; 6] = [
        Self::Off,
        Self::Error,
        Self::Warn,
        Self::Info,
        Self::Debug,
        Self::Trace,
    ];

    /// The name on the command line.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Off => "off",
            Self::Error => "error",
            Self::Warn => "warn",
            Self::Info => "info",
            Self::Debug => "debug",
            Self::Trace => "trace",
        }
    }
}

impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// A word that names no level.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("unknown log level '{0}': it is one of off, error, warn, info, debug, trace")]
pub struct UnknownLevel(String);

impl FromStr for Level {
    type Err = UnknownLevel;

    fn from_str(word: &str) -> Result<Self, Self::Err> {
        let known = Self::ALL
            .into_iter()
            .find(|level| level.name().eq_ignore_ascii_case(word));
        known.ok_or_else(|| UnknownLevel(word.into()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_name_is_read_back() {
        for level in Level::ALL {
            assert_eq!(level.to_string().parse(), Ok(level));
            assert_eq!(level.name().to_uppercase().parse(), Ok(level));
        }
    }

    #[test]
    fn other_words_are_refused_with_all_names() {
        let error = "loud".parse::<Level>().unwrap_err().to_string();
        assert_eq!(
            error,
            "unknown log level 'loud': it is one of off, error, warn, info, debug, trace"
        );
        assert!(Level::ALL.iter().all(|level| error.contains(level.name())));
    }

    #[test]
    fn all_is_ordered_quietest_first() {
        assert!(Level::ALL.is_sorted());
    }
}
