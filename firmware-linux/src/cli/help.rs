//! The help, in the reader's language.

use clap::{Command, CommandFactory};
use minmax_engine::point::MAX_SIDE;

use super::Cli;
use super::settings::{DEFAULT_HASH_MIB, LARGEST_HASH_MIB};
use crate::lang::{Lang, Text, texts};

/// Each option of `play` and what it is for.
const PLAY_OPTIONS: [(&str, Text); 15] = [
    ("game", texts::HELP_OPTION_GAME),
    ("size", texts::HELP_OPTION_SIZE),
    ("rule", texts::HELP_OPTION_RULE),
    ("players", texts::HELP_OPTION_PLAYERS),
    ("side", texts::HELP_OPTION_SIDE),
    ("level", texts::HELP_OPTION_LEVEL),
    ("time", texts::HELP_OPTION_TIME),
    ("depth", texts::HELP_OPTION_DEPTH),
    ("nodes", texts::HELP_OPTION_NODES),
    ("seed", texts::HELP_OPTION_SEED),
    ("hash", texts::HELP_OPTION_HASH),
    ("lang", texts::HELP_OPTION_LANG),
    ("log_level", texts::HELP_OPTION_LOG_LEVEL),
    ("log_file", texts::HELP_OPTION_LOG_FILE),
    ("help", texts::HELP_OPTION_HELP),
];

/// The command line with its help.
pub(super) fn command(lang: Lang) -> Command {
    let version = texts::HELP_OPTION_VERSION.plain(lang);
    explained(Cli::command(), lang)
        .about(texts::ABOUT.plain(lang))
        .mut_arg("version", |arg| arg.help(version))
        .mut_args(|arg| arg.help_heading(texts::HEADING_OPTIONS.plain(lang)))
        .subcommand_help_heading(texts::HEADING_COMMANDS.plain(lang))
        .mut_subcommand("play", |play| {
            explained(play, lang)
                .about(texts::ABOUT_PLAY.plain(lang))
                .mut_args(|arg| arg.help_heading(texts::HEADING_OPTIONS.plain(lang)))
        })
}

fn explained(command: Command, lang: Lang) -> Command {
    let limits: [&dyn std::fmt::Display; 2] = [&LARGEST_HASH_MIB, &DEFAULT_HASH_MIB];
    let explain = |command: Command, (option, text): (&'static str, Text)| {
        command.mut_arg(option, |arg| arg.help(text.fill(lang, &limits)))
    };
    let usage = texts::HEADING_USAGE.plain(lang);
    PLAY_OPTIONS
        .into_iter()
        .fold(command, explain)
        .help_template(format!(
            "{{about}}\n\n{usage} {{usage}}\n\n{{all-args}}{{after-help}}"
        ))
        .after_help(texts::HELP_EXAMPLES.plain(lang))
}

const _: () = assert!(
    MAX_SIDE == 20,
    "the help says that boards have up to 20 cells a side"
);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_option_is_explained_in_both_languages() {
        for lang in [Lang::English, Lang::Chinese] {
            let mut command = command(lang);
            command.build();
            let play = command.find_subcommand("play").unwrap();
            for arg in command.get_arguments().chain(play.get_arguments()) {
                assert!(arg.get_help().is_some(), "{}", arg.get_id());
            }
            command.debug_assert();
        }
    }
}
