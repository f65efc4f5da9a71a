//! The command line: from raw arguments to checked settings.
//!
//! - this file: what can be typed, without a look at the values
//! - [`settings`]: the values, checked
//! - [`matches`]: those of `match`
//! - `help`: the help, in the reader's language
//! - [`error`]: what is wrong, in one line

pub mod error;
mod help;
pub mod matches;
pub mod settings;

use std::ffi::OsString;
use std::path::{Path, PathBuf};

use clap::{ArgAction, Args, FromArgMatches, Parser, Subcommand};

use crate::lang::Lang;
use error::UsageError;

/// What was typed.
#[derive(Debug, Parser)]
#[command(
    name = "minmax-h3",
    version,
    args_conflicts_with_subcommands = true,
    args_override_self = true,
    disable_help_flag = true,
    disable_help_subcommand = true,
    disable_version_flag = true
)]
pub struct Cli {
    #[command(subcommand)]
    command: Option<Command>,
    #[command(flatten)]
    play: PlayArgs,
    #[arg(short = 'V', long, action = ArgAction::Version)]
    version: Option<bool>,
}

/// A command and what was typed behind it.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// A game in the terminal.
    #[command(disable_help_flag = true, args_override_self = true)]
    Play(PlayArgs),
    /// Games, nodes and positions counted.
    #[command(disable_help_flag = true, args_override_self = true)]
    Perft(PerftArgs),
    /// Fixed positions, fixed nodes.
    #[command(disable_help_flag = true, args_override_self = true)]
    Bench(BenchArgs),
    /// The box.
    #[command(disable_help_flag = true, args_override_self = true)]
    Box(BoxArgs),
    /// One player against others.
    #[command(disable_help_flag = true, args_override_self = true)]
    Match(MatchArgs),
    /// A brain for gomoku managers.
    #[command(disable_help_flag = true, args_override_self = true)]
    Gomocup(GomocupArgs),
}

/// What was typed for `play`.
#[derive(Debug, Args)]
pub struct PlayArgs {
    #[command(flatten)]
    game: GameArgs,
    #[arg(long, value_name = "WHO,WHO", allow_hyphen_values = true)]
    players: Option<String>,
    #[arg(long, value_name = "SIDE", allow_hyphen_values = true)]
    side: Option<String>,
    #[command(flatten)]
    engine: EngineArgs,
    #[command(flatten)]
    common: CommonArgs,
}

/// What was typed for `perft`.
#[derive(Debug, Args)]
pub struct PerftArgs {
    #[command(flatten)]
    game: GameArgs,
    #[arg(long, value_name = "N", allow_hyphen_values = true)]
    depth: Option<String>,
    #[arg(long, value_name = "MIB", allow_hyphen_values = true)]
    hash: Option<String>,
    #[arg(long)]
    walk: bool,
    #[command(flatten)]
    common: CommonArgs,
}

/// What was typed for `bench`.
#[derive(Debug, Args)]
pub struct BenchArgs {
    #[arg(long)]
    quick: bool,
    #[command(flatten)]
    common: CommonArgs,
}

/// What was typed for `box`.
#[derive(Debug, Args)]
pub struct BoxArgs {
    #[arg(long, value_name = "FILE")]
    config: Option<PathBuf>,
    #[arg(long)]
    check: bool,
    #[command(flatten)]
    common: CommonArgs,
}

/// What was typed for `match`.
#[derive(Debug, Args)]
pub struct MatchArgs {
    #[arg(long, value_name = "PLAYER", allow_hyphen_values = true)]
    first: Option<String>,
    #[arg(long, value_name = "PLAYER", allow_hyphen_values = true)]
    second: Option<String>,
    #[arg(long, value_name = "PLAYER", allow_hyphen_values = true, action = ArgAction::Append)]
    against: Vec<String>,
    #[arg(long, value_name = "N", allow_hyphen_values = true)]
    games: Option<String>,
    #[arg(long, value_name = "N", allow_hyphen_values = true)]
    jobs: Option<String>,
    #[arg(long, value_name = "FILE")]
    openings: Option<PathBuf>,
    #[arg(long, value_name = "FORMAT", allow_hyphen_values = true)]
    openings_format: Option<String>,
    #[arg(long, value_name = "EDGE", allow_hyphen_values = true)]
    from: Option<String>,
    #[arg(long, value_name = "ELO,ELO", allow_hyphen_values = true)]
    sprt: Option<String>,
    #[arg(long, value_name = "FOLDER")]
    save: Option<PathBuf>,
    #[arg(long, value_name = "FORMAT", allow_hyphen_values = true)]
    save_format: Option<String>,
    #[arg(long, value_name = "N", allow_hyphen_values = true)]
    draw_after: Option<String>,
    #[arg(long, value_name = "SECONDS", allow_hyphen_values = true)]
    tolerance: Option<String>,
    #[arg(long, value_name = "SECONDS", allow_hyphen_values = true)]
    patience: Option<String>,
    #[arg(long, value_name = "SECONDS", allow_hyphen_values = true)]
    time: Option<String>,
    #[arg(long, value_name = "SECONDS", allow_hyphen_values = true)]
    clock: Option<String>,
    #[arg(long, value_name = "N", allow_hyphen_values = true)]
    depth: Option<String>,
    #[arg(long, value_name = "N", allow_hyphen_values = true)]
    nodes: Option<String>,
    #[arg(long, value_name = "N", allow_hyphen_values = true)]
    threads: Option<String>,
    #[arg(long, value_name = "MIB", allow_hyphen_values = true)]
    hash: Option<String>,
    #[arg(long, value_name = "N", allow_hyphen_values = true)]
    seed: Option<String>,
    #[command(flatten)]
    game: GameArgs,
    #[command(flatten)]
    common: CommonArgs,
}

/// What was typed for `gomocup`.
#[derive(Debug, Args)]
pub struct GomocupArgs {
    #[command(flatten)]
    engine: EngineArgs,
    #[arg(long, value_name = "N", allow_hyphen_values = true)]
    threads: Option<String>,
    #[arg(long, value_name = "MS", allow_hyphen_values = true)]
    reserve_ms: Option<String>,
    #[arg(long, value_name = "DIALECT", allow_hyphen_values = true)]
    dialect: Option<String>,
    #[command(flatten)]
    common: CommonArgs,
}

/// Which game.
#[derive(Debug, Args)]
pub struct GameArgs {
    #[arg(long, value_name = "GAME", allow_hyphen_values = true)]
    game: Option<String>,
    #[arg(long, value_name = "N", allow_hyphen_values = true)]
    size: Option<String>,
    #[arg(long, value_name = "RULE", allow_hyphen_values = true)]
    rule: Option<String>,
}

/// How the engine thinks.
#[derive(Debug, Args)]
pub struct EngineArgs {
    #[arg(long, value_name = "N", allow_hyphen_values = true)]
    level: Option<String>,
    #[arg(long, value_name = "SECONDS", allow_hyphen_values = true)]
    time: Option<String>,
    #[arg(long, value_name = "N", allow_hyphen_values = true)]
    depth: Option<String>,
    #[arg(long, value_name = "N", allow_hyphen_values = true)]
    nodes: Option<String>,
    #[arg(long, value_name = "N", allow_hyphen_values = true)]
    seed: Option<String>,
    #[arg(long, value_name = "MIB", allow_hyphen_values = true)]
    hash: Option<String>,
}

/// What every command takes.
#[derive(Debug, Args)]
pub struct CommonArgs {
    #[arg(long, value_name = "LANG", allow_hyphen_values = true)]
    lang: Option<String>,
    #[arg(long, value_name = "LEVEL", allow_hyphen_values = true)]
    log_level: Option<String>,
    #[arg(long, value_name = "FILE")]
    log_file: Option<PathBuf>,
    #[arg(short, long, action = ArgAction::Help)]
    help: Option<bool>,
}

/// What is to be done.
#[derive(Debug)]
pub enum Action {
    /// A command with its settings.
    Run(settings::Settings),
    /// A text was asked for.
    Print(String),
}

/// The language to speak from the first word on: that of `--lang`, wherever it stands, else the
/// locale's.
#[must_use]
pub fn language(args: &[OsString]) -> Lang {
    let words = args.iter().map(|arg| arg.to_str().unwrap_or_default());
    let mut named = None;
    let mut previous = "";
    for word in words {
        let value = if previous == "--lang" {
            Some(word)
        } else {
            word.strip_prefix("--lang=")
        };
        named = value.and_then(Lang::from_name).or(named);
        previous = word;
    }
    named.unwrap_or_else(Lang::of_environment)
}

/// Reads the arguments, the program's own name first.
///
/// # Errors
/// They are not what can be typed.
pub fn read(mut args: Vec<OsString>, lang: Lang) -> Result<Action, UsageError> {
    if is_brain(&args) {
        args.insert(1, "gomocup".into());
    }
    let matches = match help::command(lang).try_get_matches_from(args) {
        Ok(matches) => matches,
        Err(asked) if !asked.use_stderr() => return Ok(Action::Print(asked.to_string())),
        Err(error) => return Err(error::from_clap(&error, lang)),
    };
    let cli = Cli::from_arg_matches(&matches).map_err(|error| error::from_clap(&error, lang))?;
    let command = cli.command.unwrap_or(Command::Play(cli.play));
    settings::check(&command, lang).map(Action::Run)
}

/// Managers know a brain by its executable's name, and start it without a word. Whoever asks for a
/// command by its own name gets that.
fn is_brain(args: &[OsString]) -> bool {
    let name = args.first().map(Path::new).and_then(Path::file_name);
    let name = name.unwrap_or_default().to_string_lossy();
    let prefix = name.get(..BRAIN_PREFIX.len()).unwrap_or_default();
    let next = args.get(1).map(|next| next.to_string_lossy());
    let commanded =
        next.is_some_and(|next| !next.starts_with('-') || next == "-V" || next == "--version");
    prefix.eq_ignore_ascii_case(BRAIN_PREFIX) && !commanded
}

/// What the name of a brain's executable begins with.
const BRAIN_PREFIX: &str = "pbrain-";

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_brain_is_known_by_its_name() {
        let is = |args: &[&str]| is_brain(&args.iter().map(OsString::from).collect::<Vec<_>>());
        assert!(is(&["pbrain-minmax-h3"]));
        assert!(is(&["/opt/brains/PBRAIN-mine.exe", "--level", "5"]));
        assert!(!is(&["pbrain-minmax-h3", "gomocup"]));
        assert!(!is(&["pbrain-minmax-h3", "bench"]));
        assert!(!is(&["pbrain-minmax-h3", "--version"]));
        assert!(!is(&["minmax-h3"]));
        assert!(!is(&["/pbrain-/minmax-h3"]));
        assert!(!is(&[]));
    }
}
