//! The help, in the reader's language.

use std::fmt::Display;

use clap::{Command, CommandFactory};
use minmax_engine::point::MAX_SIDE;
use minmax_engine::search::smp::MAX_THREADS;

use super::Cli;
use super::serve::{MOST_SEARCHES, MOST_WAITING};
use super::settings::{DEFAULT_HASH_MIB, DEFAULT_PERFT_MIB, LARGEST_HASH_MIB, LARGEST_PERFT_MIB};
use crate::lang::{Lang, Text, texts};

/// A command's name on the command line, what it is for, its options and examples.
struct Help {
    name: &'static str,
    about: Text,
    options: &'static [&'static [(&'static str, Text)]],
    examples: Text,
}

const PLAY: Help = Help {
    name: "play",
    about: texts::ABOUT_PLAY,
    options: &[&GAME, &PLAYERS, &ENGINE, &COMMON],
    examples: texts::HELP_EXAMPLES,
};

const OTHERS: [Help; 6] = [
    Help {
        name: "box",
        about: texts::ABOUT_BOX,
        options: &[&BOX, &COMMON],
        examples: texts::HELP_BOX_EXAMPLES,
    },
    Help {
        name: "gomocup",
        about: texts::ABOUT_GOMOCUP,
        options: &[&BRAIN, &COMMON],
        examples: texts::HELP_GOMOCUP_EXAMPLES,
    },
    Help {
        name: "perft",
        about: texts::ABOUT_PERFT,
        options: &[&GAME, &PERFT, &COMMON],
        examples: texts::HELP_PERFT_EXAMPLES,
    },
    Help {
        name: "bench",
        about: texts::ABOUT_BENCH,
        options: &[&BENCH, &COMMON],
        examples: texts::HELP_BENCH_EXAMPLES,
    },
    Help {
        name: "match",
        about: texts::ABOUT_MATCH,
        options: &[&MATCH, &GAME, &COMMON],
        examples: texts::HELP_MATCH_EXAMPLES,
    },
    Help {
        name: "serve",
        about: texts::ABOUT_SERVE,
        options: &[&SERVE, &COMMON],
        examples: texts::HELP_SERVE_EXAMPLES,
    },
];

const GAME: [(&str, Text); 4] = [
    ("game", texts::HELP_OPTION_GAME),
    ("size", texts::HELP_OPTION_SIZE),
    ("rule", texts::HELP_OPTION_RULE),
    ("foul", texts::HELP_OPTION_FOUL),
];
const PLAYERS: [(&str, Text); 2] = [
    ("players", texts::HELP_OPTION_PLAYERS),
    ("side", texts::HELP_OPTION_SIDE),
];
const ENGINE: [(&str, Text); 7] = [
    ("level", texts::HELP_OPTION_LEVEL),
    ("time", texts::HELP_OPTION_TIME),
    ("depth", texts::HELP_OPTION_DEPTH),
    ("nodes", texts::HELP_OPTION_NODES),
    ("seed", texts::HELP_OPTION_SEED),
    ("threads", texts::HELP_OPTION_THREADS),
    ("hash", texts::HELP_OPTION_HASH),
];
const BRAIN: [(&str, Text); 10] = [
    ("foul", texts::HELP_OPTION_FOUL),
    ("dialect", texts::HELP_OPTION_DIALECT),
    ("level", texts::HELP_OPTION_BRAIN_LEVEL),
    ("time", texts::HELP_OPTION_BRAIN_TIME),
    ("depth", texts::HELP_OPTION_DEPTH),
    ("nodes", texts::HELP_OPTION_NODES),
    ("reserve_ms", texts::HELP_OPTION_RESERVE),
    ("threads", texts::HELP_OPTION_BRAIN_THREADS),
    ("seed", texts::HELP_OPTION_SEED),
    ("hash", texts::HELP_OPTION_BRAIN_HASH),
];
const PERFT: [(&str, Text); 3] = [
    ("depth", texts::HELP_OPTION_PERFT_DEPTH),
    ("hash", texts::HELP_OPTION_PERFT_HASH),
    ("walk", texts::HELP_OPTION_WALK),
];
const BENCH: [(&str, Text); 2] = [
    ("quick", texts::HELP_OPTION_QUICK),
    ("threads", texts::HELP_OPTION_BENCH_THREADS),
];
const BOX: [(&str, Text); 2] = [
    ("config", texts::HELP_OPTION_CONFIG),
    ("check", texts::HELP_OPTION_CHECK),
];
const MATCH: [(&str, Text); 21] = [
    ("first", texts::HELP_OPTION_FIRST),
    ("second", texts::HELP_OPTION_SECOND),
    ("against", texts::HELP_OPTION_AGAINST),
    ("games", texts::HELP_OPTION_GAMES),
    ("jobs", texts::HELP_OPTION_JOBS),
    ("openings", texts::HELP_OPTION_OPENINGS),
    ("openings_format", texts::HELP_OPTION_OPENINGS_FORMAT),
    ("from", texts::HELP_OPTION_ROWS_FROM),
    ("sprt", texts::HELP_OPTION_SPRT),
    ("save", texts::HELP_OPTION_SAVE),
    ("save_format", texts::HELP_OPTION_SAVE_FORMAT),
    ("draw_after", texts::HELP_OPTION_DRAW_AFTER),
    ("tolerance", texts::HELP_OPTION_TOLERANCE),
    ("patience", texts::HELP_OPTION_PATIENCE),
    ("time", texts::HELP_OPTION_MATCH_TIME),
    ("clock", texts::HELP_OPTION_MATCH_CLOCK),
    ("depth", texts::HELP_OPTION_MATCH_DEPTH),
    ("nodes", texts::HELP_OPTION_MATCH_NODES),
    ("threads", texts::HELP_OPTION_MATCH_THREADS),
    ("hash", texts::HELP_OPTION_MATCH_HASH),
    ("seed", texts::HELP_OPTION_MATCH_SEED),
];
const SERVE: [(&str, Text); 8] = [
    ("config", texts::HELP_OPTION_SERVE_CONFIG),
    ("bind", texts::HELP_OPTION_BIND),
    ("token_file", texts::HELP_OPTION_TOKEN_FILE),
    ("store", texts::HELP_OPTION_STORE),
    ("searches", texts::HELP_OPTION_SEARCHES),
    ("queue", texts::HELP_OPTION_QUEUE),
    ("max_time", texts::HELP_OPTION_MAX_TIME),
    ("hash", texts::HELP_OPTION_HASH),
];
const COMMON: [(&str, Text); 4] = [
    ("lang", texts::HELP_OPTION_LANG),
    ("log_level", texts::HELP_OPTION_LOG_LEVEL),
    ("log_file", texts::HELP_OPTION_LOG_FILE),
    ("help", texts::HELP_OPTION_HELP),
];

/// The command line with its help.
pub(super) fn command(lang: Lang) -> Command {
    let version = texts::HELP_OPTION_VERSION.plain(lang);
    // Without a command the options are those of `play`.
    let top = explained(Cli::command(), &PLAY, lang)
        .override_usage(texts::USAGE_TOP.plain(lang))
        .about(texts::ABOUT.plain(lang))
        .mut_arg("version", |arg| {
            arg.help(version)
                .help_heading(texts::HEADING_OPTIONS.plain(lang))
        })
        .subcommand_help_heading(texts::HEADING_COMMANDS.plain(lang));
    [PLAY].iter().chain(&OTHERS).fold(top, |top, help| {
        let usage = texts::USAGE_COMMAND.fill(lang, &[&help.name]);
        top.mut_subcommand(help.name, |command| {
            explained(command, help, lang).override_usage(usage)
        })
    })
}

fn explained(command: Command, help: &Help, lang: Lang) -> Command {
    let usage = texts::HEADING_USAGE.plain(lang);
    let options = help.options.iter().copied().flatten();
    options
        .fold(command, |command, &(option, text)| {
            command.mut_arg(option, |arg| {
                arg.help(option_help(help, option, text, lang))
            })
        })
        .mut_args(|arg| arg.help_heading(texts::HEADING_OPTIONS.plain(lang)))
        .about(help.about.plain(lang))
        .help_template(format!(
            "{{about}}\n\n{usage} {{usage}}\n\n{{all-args}}{{after-help}}"
        ))
        .after_help(help.examples.plain(lang))
}

/// Only a few options have numbers to be filled in.
fn option_help(help: &Help, option: &str, text: Text, lang: Lang) -> String {
    let numbers: &[&dyn Display] = match (option, help.name) {
        ("hash", "perft") => &[&LARGEST_PERFT_MIB, &DEFAULT_PERFT_MIB],
        ("hash", _) => &[&LARGEST_HASH_MIB, &DEFAULT_HASH_MIB],
        ("threads", _) => &[&MAX_THREADS],
        ("searches", _) => &[&MOST_SEARCHES],
        ("queue", _) => &[&MOST_WAITING],
        _ => &[],
    };
    text.fill(lang, numbers)
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
            let mut top = command(lang);
            top.build();
            let commands = [&top].into_iter().chain(top.get_subcommands());
            for command in commands {
                for arg in command.get_arguments() {
                    assert!(arg.get_help().is_some(), "{}", arg.get_id());
                }
                assert!(command.get_after_help().is_some());
            }
            top.debug_assert();
        }
    }
}
