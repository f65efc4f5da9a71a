//! The commands of the program, one a file: from checked settings to an exit code.

pub mod appliance;
pub mod bench;
pub mod contest;
pub mod gomocup;
pub mod perft;
pub mod play;
pub mod serve;

use std::path::Path;

use anyhow::anyhow;

use crate::appliance::config::{Config, Fault};
use crate::hw::pins::Port;
use crate::lang::{Lang, texts};
use crate::{log, store, wording};

fn start_log(settings: &log::Settings, lang: Lang) -> anyhow::Result<()> {
    log::init(settings.clone()).map_err(|error| anyhow!(wording::log_error(&error, lang)))
}

/// The box's file: what it says, or everything that is wrong in it.
fn read_box_file(
    path: &Path,
    lang: Lang,
    port_of: &dyn Fn(&str) -> Option<Port>,
) -> anyhow::Result<Result<Config, Vec<Fault>>> {
    let bytes = store::read(path);
    let bytes = bytes.map_err(|error| anyhow!(wording::store_error(path, &error, lang)))?;
    let file = wording::quoted_path(path);
    let text = String::from_utf8(bytes)
        .map_err(|_| anyhow!(texts::TOML_FILE_NOT_TEXT.fill(lang, &[&file])))?;
    Ok(Config::read(&text, lang, port_of))
}

/// Every fault of the file on a line of its own.
fn faulty(path: &Path, faults: &[Fault], lang: Lang) -> anyhow::Error {
    let file = wording::quoted_path(path);
    let lines: Vec<_> = faults.iter().map(|f| f.in_file(&file, lang)).collect();
    anyhow!(lines.join("\nminmax-h3: "))
}
