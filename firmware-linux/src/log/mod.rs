//! Logging: defmt, as on a microcontroller, in an ordinary Linux program.
//!
//! The rest of the crate writes `defmt::info!("…")` and nothing else. Which messages are built in is decided by
//! `DEFMT_LOG` when compiling; which of those are kept, and where they go, by [`Settings`] when starting: readable text
//! on standard error, or raw frames in a file that `defmt-print -e target/release/minmax-h3` reads, with file and line.
//!
//! Logging never costs a game: before [`init`], or when an output fails later on, messages are dropped. Reading the
//! message table out of the executable takes some milliseconds, so it waits for the first message to be printed.
//!
//! - [`level`]: how much is kept, in the words of `--log-level`
//! - `sink`: what happens to a kept message
//! - `logger`: the one defmt logger of the program, with two bodies

pub mod level;

// defmt's logger is an unsafe trait, and the markers come from the linker: the only unsafe code of this workspace.
#[cfg(all(target_os = "linux", target_env = "gnu"))]
#[path = "gnu_linux.rs"]
#[allow(unsafe_code)]
mod logger;
#[cfg(not(all(target_os = "linux", target_env = "gnu")))]
#[path = "elsewhere.rs"]
#[allow(unsafe_code)]
mod logger;
#[cfg(all(target_os = "linux", target_env = "gnu"))]
mod sink;

use std::{io, path::PathBuf};

pub use level::Level;

/// What to log, and where to.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Settings {
    /// The least important messages that are kept.
    pub level: Level,
    /// Raw frames go to the end of this file; without it, text goes to standard error.
    pub file: Option<PathBuf>,
}

/// The log that was asked for cannot be had.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// The file cannot be made.
    #[error("cannot write the log file {}: {source}", path.display())]
    File {
        /// As given in the settings.
        path: PathBuf,
        /// What the system says.
        source: io::Error,
    },
    /// What is in the file are no frames: it is not touched.
    #[error("{} exists and is not a log", .0.display())]
    NotALog(PathBuf),
    /// Only executables for GNU/Linux carry the message table.
    #[error("log files are written on GNU/Linux only")]
    Unsupported,
}

/// Begins to log. Later calls replace the settings of earlier ones.
///
/// # Errors
/// When the file cannot be made. Nothing is logged then.
pub fn init(settings: Settings) -> Result<(), Error> {
    logger::init(settings)
}

/// Gives the readable lines to `tell` instead of writing them to standard error: whoever draws on
/// the whole terminal finds a place for them there. Lines that come before [`init`] and what goes
/// into a file are not told. Call it from outside a log message.
pub fn redirect(tell: impl FnMut(String) + Send + 'static) {
    logger::redirect(Box::new(tell));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_that_cannot_be_made_is_one_clear_line() {
        let path = PathBuf::from("/nowhere/at/all.log");
        let error = Error::File {
            path,
            source: io::Error::from(io::ErrorKind::NotFound),
        };
        assert_eq!(
            error.to_string(),
            "cannot write the log file /nowhere/at/all.log: entity not found"
        );
    }
}
