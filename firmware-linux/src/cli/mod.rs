//! The command line: from raw arguments to checked settings.
//!
//! - this file: what can be typed, without a look at the values
//! - [`error`]: what is wrong, in one line
//! - `common`: the values of options that several commands have, checked
//! - [`contest`]: those of `match`
//! - [`serve`]: those of `serve`
//! - [`settings`]: those of all commands
//! - `help`: the help, in the reader's language

mod common;
pub mod contest;
pub mod error;
mod help;
pub mod serve;
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
    Match(Box<MatchArgs>),
    /// A brain for gomoku managers.
    #[command(disable_help_flag = true, args_override_self = true)]
    Gomocup(GomocupArgs),
    /// The web page and the move service.
    #[command(disable_help_flag = true, args_override_self = true)]
    Serve(ServeArgs),
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
    #[arg(long, value_name = "N", allow_hyphen_values = true)]
    threads: Option<String>,
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
    #[arg(long, value_name = "MS", allow_hyphen_values = true)]
    reserve_ms: Option<String>,
    #[arg(long, value_name = "DIALECT", allow_hyphen_values = true)]
    dialect: Option<String>,
    #[arg(long, value_name = "WHAT", allow_hyphen_values = true)]
    foul: Option<String>,
    #[command(flatten)]
    common: CommonArgs,
}

/// What was typed for `serve`.
#[derive(Debug, Args)]
pub struct ServeArgs {
    #[arg(long, value_name = "FILE")]
    config: Option<PathBuf>,
    #[arg(long, value_name = "ADDRESS", allow_hyphen_values = true)]
    bind: Option<String>,
    #[arg(long, value_name = "FILE")]
    token_file: Option<PathBuf>,
    #[arg(long, value_name = "FOLDER")]
    store: Option<PathBuf>,
    #[arg(long, value_name = "N", allow_hyphen_values = true)]
    searches: Option<String>,
    #[arg(long, value_name = "N", allow_hyphen_values = true)]
    queue: Option<String>,
    #[arg(long, value_name = "SECONDS", allow_hyphen_values = true)]
    max_time: Option<String>,
    #[arg(long, value_name = "MIB", allow_hyphen_values = true)]
    hash: Option<String>,
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
    #[arg(long, value_name = "WHAT", allow_hyphen_values = true)]
    foul: Option<String>,
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
    #[arg(long, value_name = "N", allow_hyphen_values = true)]
    threads: Option<String>,
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
    let words = words_by_name(&args);
    args.splice(
        1.min(args.len())..1.min(args.len()),
        words.iter().map(OsString::from),
    );
    let matches = match help::command(lang).try_get_matches_from(args) {
        Ok(matches) => matches,
        Err(asked) if !asked.use_stderr() => return Ok(Action::Print(asked.to_string())),
        Err(error) => return Err(error::from_clap(&error, lang)),
    };
    let cli = Cli::from_arg_matches(&matches).map_err(|error| error::from_clap(&error, lang))?;
    let command = cli.command.unwrap_or(Command::Play(cli.play));
    settings::check(&command, lang).map(Action::Run)
}

/// What an executable's name says without a word: gomoku managers know a brain by how its name
/// begins, and Yixin-Board starts whatever is called `engine`. Whoever asks for a command by its
/// own name gets that.
fn words_by_name(args: &[OsString]) -> &'static [&'static str] {
    let name = args.first().map(Path::new).and_then(Path::file_name);
    let name = name
        .unwrap_or_default()
        .to_string_lossy()
        .to_ascii_lowercase();
    let next = args.get(1).map(|next| next.to_string_lossy());
    let other = |next: &str| !next.starts_with('-') || ["-V", "--version"].contains(&next);
    if next.is_some_and(|next| other(&next)) {
        &[]
    } else if name.starts_with("pbrain-") {
        &["gomocup"]
    } else if ["engine", "engine.exe"].contains(&name.as_str()) {
        &["gomocup", "--dialect", "yixin"]
    } else {
        &[]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_brain_is_known_by_its_name() {
        let words = |args: &[&str]| {
            let args: Vec<_> = args.iter().map(OsString::from).collect();
            words_by_name(&args)
        };
        let (brain, yixin) = (&["gomocup"][..], &["gomocup", "--dialect", "yixin"][..]);
        assert_eq!(words(&["pbrain-minmax-h3"]), brain);
        assert_eq!(words(&["/opt/PBRAIN-mine.exe", "--level", "5"]), brain);
        assert_eq!(words(&["./engine"]), yixin);
        assert_eq!(words(&["C:/Yixin/Engine.exe"]), yixin);
        for others in [
            &["pbrain-minmax-h3", "gomocup"][..],
            &["pbrain-minmax-h3", "bench"],
            &["pbrain-minmax-h3", "--version"],
            &["engine", "bench"],
            &["minmax-h3"],
            &["/pbrain-/minmax-h3"],
            &["engines"],
            &[],
        ] {
            assert!(words(others).is_empty(), "{others:?}");
        }
    }
}
