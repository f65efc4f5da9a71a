//! What goes wrong with a match, in words.

use std::path::Path;

use super::openings::OpeningsError;
use super::player::Fault;
use super::run::Failure;
use crate::lang::{Lang, quoted, texts};
use crate::wording::{io_error, quoted_path, start_error};

/// Why the openings of a file cannot be used.
#[must_use]
pub fn openings_error(path: &Path, error: &OpeningsError, lang: Lang) -> String {
    let why = match error {
        OpeningsError::Malformed(line) => texts::OPENINGS_MALFORMED.fill(lang, &[line]),
        OpeningsError::OffBoard(line) => texts::OPENINGS_OFF_BOARD.fill(lang, &[line]),
        OpeningsError::Illegal(line, number, _) => {
            texts::OPENINGS_ILLEGAL.fill(lang, &[line, number])
        }
        OpeningsError::Over(line) => texts::OPENINGS_OVER.fill(lang, &[line]),
        OpeningsError::Empty => texts::OPENINGS_EMPTY.plain(lang).into(),
    };
    openings_failed(path, &why, lang)
}

/// That they cannot be used, and why.
#[must_use]
pub fn openings_failed(path: &Path, why: &str, lang: Lang) -> String {
    texts::OPENINGS_FAILED.fill(lang, &[&quoted_path(path), &why])
}

/// Why a match cannot go on.
#[must_use]
pub fn failure(failure: Failure, lang: Lang) -> String {
    match failure {
        Failure::NotReady(name, fault) => {
            texts::MATCH_NOT_READY.fill(lang, &[&quoted(&name), &not_ready(&fault, lang)])
        }
        Failure::Engine(error) => start_error(&error, lang),
        Failure::Thread(error) => texts::NO_THREAD.fill(lang, &[&io_error(&error, lang)]),
    }
}

fn not_ready(fault: &Fault, lang: Lang) -> String {
    match fault {
        Fault::NoStart(error) => texts::FAULT_START.fill(lang, &[&io_error(error, lang)]),
        Fault::Hang(silent) => {
            let seconds = format!("{:.1}", silent.as_secs_f64());
            texts::FAULT_HANG.fill(lang, &[&seconds])
        }
        Fault::Crash(why) => texts::FAULT_CRASH.fill(lang, &[why]),
        other => texts::FAULT_CRASH.fill(lang, &[other]),
    }
}
