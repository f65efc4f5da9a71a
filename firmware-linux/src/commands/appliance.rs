//! `minmax-h3 box`: the box, or only a look at what it is made of.

use std::io::Write;
use std::process::ExitCode;

use super::start_log;
use crate::cli::settings::BoxSettings;
#[cfg(not(target_os = "linux"))]
use crate::lang::texts;

/// With `--check`, writes the table of what was found: success if nothing is wrong. Without, plays.
///
/// # Errors
/// The log cannot be begun, the file cannot be read or is wrong, or `out` cannot be written; and
/// always on systems other than Linux.
pub fn run(settings: &BoxSettings, out: &mut dyn Write) -> anyhow::Result<ExitCode> {
    start_log(&settings.log, settings.lang)?;
    #[cfg(target_os = "linux")]
    return linux::run(settings, out);
    #[cfg(not(target_os = "linux"))]
    {
        let _ = out;
        anyhow::bail!(texts::NEEDS_LINUX.plain(settings.lang))
    }
}

#[cfg(target_os = "linux")]
mod linux {
    use super::{BoxSettings, ExitCode, Write};
    use crate::appliance;
    use crate::appliance::check::Report;
    use crate::commands::{faulty, read_box_file};
    use crate::hw::probe::{Hardware, Machine};
    use crate::wording::quoted_path;

    pub(super) fn run(settings: &BoxSettings, out: &mut dyn Write) -> anyhow::Result<ExitCode> {
        let (lang, path) = (settings.lang, &settings.config);
        let config = read_box_file(path, lang, &|device| Machine.port_of(device))?;
        if settings.check {
            let file = quoted_path(path);
            let report = match &config {
                Ok(config) => Report::of_hardware(&file, config, &Machine, lang),
                Err(faults) => Report::of_faults(&file, faults, lang),
            };
            report.write(out)?;
            let code = u8::from(!report.is_good());
            return Ok(ExitCode::from(code));
        }
        match config {
            Ok(config) => appliance::start::play(&config).map(|()| ExitCode::SUCCESS),
            Err(faults) => Err(faulty(path, &faults, lang)),
        }
    }
}
