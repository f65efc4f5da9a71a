//! The commands of the program, one a file: from checked settings to an exit code.

pub mod appliance;
pub mod bench;
pub mod contest;
pub mod gomocup;
pub mod perft;
pub mod play;
pub mod serve;

use anyhow::anyhow;

use crate::lang::Lang;
use crate::{log, wording};

fn start_log(settings: &log::Settings, lang: Lang) -> anyhow::Result<()> {
    log::init(settings.clone()).map_err(|error| anyhow!(wording::log_error(&error, lang)))
}
