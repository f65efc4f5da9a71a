//! `minmax-h3 box`: the box, or only a look at what it is made of.

use std::io::Write;
use std::process::ExitCode;

use super::start_log;
use crate::cli::settings::BoxSettings;
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
    use anyhow::{anyhow, bail};

    use super::{BoxSettings, ExitCode, Write, texts};
    use crate::appliance;
    use crate::appliance::check::Report;
    use crate::appliance::config::Config;
    use crate::hw::probe::{Hardware, Machine};
    use crate::store;
    use crate::wording::{quoted_path, store_error};

    pub(super) fn run(settings: &BoxSettings, out: &mut dyn Write) -> anyhow::Result<ExitCode> {
        let (lang, path) = (settings.lang, &settings.config);
        let file = quoted_path(path);
        let bytes = store::read(path).map_err(|error| anyhow!(store_error(path, &error, lang)))?;
        let text = String::from_utf8(bytes)
            .map_err(|_| anyhow!(texts::TOML_FILE_NOT_TEXT.fill(lang, &[&file])))?;
        let config = Config::read(&text, lang, &|device| Machine.port_of(device));
        if settings.check {
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
            Err(faults) => {
                let lines: Vec<_> = faults.iter().map(|f| f.in_file(&file, lang)).collect();
                bail!(lines.join("\nminmax-h3: "))
            }
        }
    }
}
