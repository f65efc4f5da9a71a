//! `minmax-h3 gomocup`: a brain for gomoku managers.

use std::process::ExitCode;

use super::start_log;
use crate::cli::settings::GomocupSettings;
use crate::gomocup::host;

/// Speaks the protocol on standard input and output until `END` or the end of the input.
///
/// # Errors
/// The log cannot be begun, the system gives no thread, or standard output cannot be written.
pub fn run(settings: &GomocupSettings) -> anyhow::Result<ExitCode> {
    start_log(&settings.log, settings.lang)?;
    host::run(settings.config.clone())?;
    Ok(ExitCode::SUCCESS)
}
