//! Composition only: raw arguments, checked settings, run, exit code.

use std::env;
use std::io::{self, Write};
use std::process::ExitCode;

use minmax_h3::cli::settings::Settings;
use minmax_h3::cli::{Action, language, read};
use minmax_h3::lang::{Lang, texts};
use minmax_h3::{commands, wording};

/// What `main` ends with when the arguments were wrong.
const WRONG_USAGE: u8 = 2;

fn main() -> ExitCode {
    let args: Vec<_> = env::args_os().collect();
    let lang = language(&args);
    match read(args, lang) {
        Err(usage) => complain(&usage, ExitCode::from(WRONG_USAGE)),
        Ok(action) => run(action).unwrap_or_else(|error| failed(&error, lang)),
    }
}

fn run(action: Action) -> anyhow::Result<ExitCode> {
    match action {
        Action::Print(text) => {
            io::stdout().write_all(text.as_bytes())?;
            io::stdout().flush()?;
            Ok(ExitCode::SUCCESS)
        }
        Action::Run(Settings::Play(settings)) => commands::play::run(&settings),
        Action::Run(Settings::Perft(settings)) => {
            commands::perft::run(&settings, &mut io::stdout().lock())
        }
        Action::Run(Settings::Bench(settings)) => {
            commands::bench::run(&settings, &mut io::stdout().lock())
        }
        Action::Run(Settings::Match(settings)) => commands::contest::run(&settings),
        Action::Run(Settings::Gomocup(settings)) => commands::gomocup::run(&settings),
        Action::Run(Settings::Serve(settings)) => commands::serve::run(&settings),
        Action::Run(Settings::Box(settings)) => {
            commands::appliance::run(&settings, &mut io::stdout().lock())
        }
    }
}

/// All other trouble comes with words of its own: an error of the system is one of the output.
fn failed(error: &anyhow::Error, lang: Lang) -> ExitCode {
    let mut causes = error.chain();
    match causes.find_map(|cause| cause.downcast_ref::<io::Error>()) {
        // Whoever read along has left.
        Some(error) if error.kind() == io::ErrorKind::BrokenPipe => ExitCode::SUCCESS,
        Some(error) => {
            let why = wording::io_error(error, lang);
            complain(&texts::NO_OUTPUT.fill(lang, &[&why]), ExitCode::FAILURE)
        }
        None => complain(&format!("{error:#}"), ExitCode::FAILURE),
    }
}

/// One line on standard error; if even that fails there is nobody to tell.
fn complain(words: &dyn std::fmt::Display, code: ExitCode) -> ExitCode {
    let _ = writeln!(io::stderr(), "minmax-h3: {words}");
    code
}
