//! The box as its file says, from its first moment to its last.

use std::path::Path;
use std::sync::mpsc::{Sender, channel};
use std::thread;

use anyhow::{Context, anyhow};
use minmax_engine::rules::FoulRule;
use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
use signal_hook::iterator::Signals;
use tokio::sync::watch;

use super::config::{Config, Http, Store};
use super::devices::{self, teller};
use super::host::web::{Stage, WebEvent};
use super::host::{Host, Setup, Signal};
use super::{GAMES, REMEMBERED, web};
use crate::app::event::Player;
use crate::app::panel::message::Trouble;
use crate::app::panel::{Panel, PanelSetup};
use crate::app::record::Record;
use crate::app::session;
use crate::display::picture::picture;
use crate::http::room::desk::Desk;
use crate::http::room::shown::News;
use crate::lang::texts;
use crate::names::rule_name;
use crate::store::{
    self,
    keeper::{Found, Keeper, Saver},
};
use crate::thinker::Thinker;
use crate::wording;
use crate::worker::Worker;

/// Size of the transposition table in MiB: the whole box fits into 24 MiB of memory.
const HASH_MIB: usize = 8;

/// What the store had at the start.
struct Opened {
    keeper: Option<Keeper>,
    game: session::Config,
    record: Option<Record>,
    trouble: Option<Trouble>,
    /// The box's file asks for another game than when the kept one began.
    other_game: Option<OtherGame>,
}

/// The game that is left for another one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OtherGame {
    /// It goes to the archive.
    Kept,
    /// It had no moves.
    Empty,
}

/// Plays until the system ends the program: `SIGTERM` keeps the game and leaves.
///
/// # Errors
/// The system gives no memory, thread or signal, or the engine has failed.
pub fn play(config: &Config) -> anyhow::Result<()> {
    let (send, signals) = channel();
    listen(&send).context("signals")?;
    let lang = config.lang;
    let no_thread = |error| anyhow!(texts::NO_THREAD.fill(lang, &[&error]));
    // People see what was kept before anything else is done that takes its time.
    let mut display = devices::display(config, &send).map_err(no_thread)?;
    let opened = open_store(config);
    let blank_after_s = config.oled.as_ref().map_or(0, |oled| oled.blank_after_s);
    let mut panel = Panel::new(PanelSetup {
        config: opened.game,
        record: opened.record,
        lang,
        sound: true,
        address: None,
        blank_after_ms: (blank_after_s > 0).then(|| u64::from(blank_after_s) * 1_000),
    });
    let begun = panel.start();
    if let Some(display) = &mut display {
        display.show(&picture(&panel.view()));
    }
    let thinker = Thinker::start(1, HASH_MIB, teller(&send, Signal::Answer))
        .map_err(|error| anyhow!(wording::start_error(&error, lang)))?;
    let (mut ports, _keys) =
        devices::open(config, lang, &panel.view().game, &send).map_err(no_thread)?;
    ports.display = display;
    ports.store = store_port(opened.keeper, config, &send).map_err(no_thread)?;
    if let Some(http) = &config.http {
        let (stage, news) = Stage::new(News::new(1, panel.session(), None));
        ports.stage = Some(stage);
        web::start(web_setup(http, config, news, &send)).map_err(no_thread)?;
    }
    let setup = Setup {
        power_off: config.power_off.clone(),
        folder: config.store.as_ref().map(|store| store.folder.clone()),
        first_cell: config.link.as_ref().and_then(|link| link.first_cell),
        keypad: config.keypad.is_some(),
    };
    let mut host = Host::new(panel, Worker::new(thinker), ports, setup);
    if let Some(trouble) = opened.trouble {
        host.trouble(trouble);
    }
    if let Some(other) = opened.other_game {
        host.begin_other_game(other == OtherGame::Kept);
    }
    host.run(begun, &signals)
}

/// What the box's file says of the game, as it is remembered: a line each, in the words that
/// people write.
fn in_words(game: &session::Config) -> String {
    let session::Config {
        rules,
        players,
        level,
        ..
    } = game;
    let (columns, rows, k) = (rules.columns(), rules.rows(), rules.k());
    let rule = rule_name(rules.line());
    let fouls = match rules.fouls() {
        FoulRule::Refused => "",
        FoulRule::Loses => " loses",
    };
    let [black, white] = players.map(Player::name);
    let level = level.get();
    format!("game {columns},{rows},{k} {rule}{fouls}\n{PLAYERS}{black},{white}\n{LEVEL}{level}\n",)
}

/// How the lines begin that say who plays, and how well.
const PLAYERS: &str = "players ";
const LEVEL: &str = "level ";

/// What the box's file said of the game when it was read last.
fn remembered(folder: &Path) -> Option<String> {
    let bytes = store::read(&folder.join(REMEMBERED)).ok()?;
    String::from_utf8(bytes).ok()
}

/// Whether a line that begins so is remembered and says something else. Lines that are not there,
/// for another release did not write them, say nothing.
fn differs(remembered: &str, now: &str, begin: &str) -> bool {
    let line = |text: &str| {
        let mut lines = text.lines();
        lines
            .find(|line| line.starts_with(begin))
            .map(str::to_owned)
    };
    line(remembered).is_some_and(|before| Some(before) != line(now))
}

/// Whether the box's file has asked for another game so far. Whoever edits it wants what it says,
/// though the menu may have chosen something else since.
fn is_other_game(folder: &Path, game: &session::Config) -> bool {
    let now = in_words(game);
    let other = |before: String| ["game ", PLAYERS].iter().any(|b| differs(&before, &now, b));
    remembered(folder).is_some_and(other)
}

/// Whether the box's file has asked for another strength so far: the game goes on with the new
/// one.
fn is_other_level(folder: &Path, game: &session::Config) -> bool {
    remembered(folder).is_some_and(|before| differs(&before, &in_words(game), LEVEL))
}

fn remember(folder: &Path, game: &session::Config) {
    let path = folder.join(REMEMBERED);
    let words = in_words(game);
    if remembered(folder).as_ref() != Some(&words)
        && let Err(error) = store::write(&path, &words, true)
    {
        defmt::warn!("store: {}", wording::store_words(&error).as_str());
    }
}

fn listen(send: &Sender<Signal>) -> std::io::Result<()> {
    let mut ends = Signals::new([SIGTERM, SIGINT, SIGHUP])?;
    let mut tell = teller(send, |()| Signal::Terminate);
    thread::Builder::new()
        .name("signals".into())
        .spawn(move || {
            for _ in ends.forever() {
                tell(());
            }
        })?;
    Ok(())
}

/// The kept game. A store that cannot be opened is no reason not to play.
fn open_store(config: &Config) -> Opened {
    let mut opened = Opened {
        keeper: None,
        game: config.game,
        record: None,
        trouble: None,
        other_game: None,
    };
    let Some(Store {
        folder,
        archive_mib,
    }) = &config.store
    else {
        return opened;
    };
    match Keeper::open(folder, *archive_mib) {
        Ok((keeper, found)) => {
            opened.keeper = Some(keeper);
            opened.take(found, folder);
        }
        Err(error) => {
            defmt::error!("store: {}", wording::store_words(&error).as_str());
            opened.trouble = Some(Trouble::StoreFailed);
        }
    }
    opened
}

impl Opened {
    /// Goes on with what was found, if it is what the box's file asks for.
    fn take(&mut self, found: Found, folder: &Path) {
        match found {
            Found::Nothing => {}
            Found::Game { record, .. } if is_other_game(folder, &self.game) => {
                let empty = record.game().moves().is_empty() && record.ending().is_none();
                self.other_game = Some(if empty {
                    OtherGame::Empty
                } else {
                    OtherGame::Kept
                });
            }
            Found::Game {
                record,
                players,
                level,
            } => {
                let kept = level.filter(|_| !is_other_level(folder, &self.game));
                self.game.players = players.unwrap_or(self.game.players);
                self.game.level = kept.unwrap_or(self.game.level);
                self.record = Some(*record);
            }
            Found::Damaged { kept_as } => {
                defmt::error!(
                    "store: the kept game is damaged: {}",
                    kept_as.display().to_string().as_str()
                );
                let name = kept_as.file_name().unwrap_or_default();
                self.trouble = Some(Trouble::StoreDamaged(name.to_string_lossy().into()));
            }
        }
    }
}

fn web_setup(
    http: &Http,
    config: &Config,
    news: watch::Receiver<News>,
    send: &Sender<Signal>,
) -> web::Setup {
    let asks = send.clone();
    web::Setup {
        http: http.clone(),
        lang: config.lang,
        games: config.store.as_ref().map(|store| store.folder.join(GAMES)),
        // After the loop's end nobody listens.
        desk: Desk::new(
            move |ask| drop(asks.send(Signal::Web(WebEvent::Ask(ask)))),
            news,
        ),
        tell: Box::new(teller(send, Signal::Web)),
    }
}

/// Who keeps the game from now on.
fn store_port(
    keeper: Option<Keeper>,
    config: &Config,
    send: &Sender<Signal>,
) -> std::io::Result<Option<Box<dyn crate::ports::Store>>> {
    let (Some(keeper), Some(Store { folder, .. })) = (keeper, &config.store) else {
        return Ok(None);
    };
    remember(folder, &config.game);
    let saver = Saver::start(keeper, teller(send, Signal::Store))?;
    Ok(Some(Box::new(saver)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use minmax_engine::rules::Rules;
    use minmax_engine::strategy::handicap::Level;

    fn game() -> session::Config {
        session::Config {
            rules: Rules::GOMOKU,
            players: [Player::Human, Player::Engine],
            level: Level::DEFAULT,
            limits: None,
            seed: 0,
        }
    }

    #[test]
    fn what_was_asked_for_is_remembered_in_plain_words() {
        let words = in_words(&game());
        assert_eq!(
            words,
            "game 15,15,5 freestyle\nplayers human,engine\nlevel 5\n"
        );
    }

    #[test]
    fn another_game_is_told_from_the_same_and_from_what_nobody_has_written() {
        let folder = tempfile::tempdir().unwrap();
        let folder = folder.path();
        assert!(!is_other_game(folder, &game()));
        remember(folder, &game());
        assert!(!is_other_game(folder, &game()) && !is_other_level(folder, &game()));
        let other = session::Config {
            rules: Rules::TIC_TAC_TOE,
            ..game()
        };
        assert!(is_other_game(folder, &other) && !is_other_level(folder, &other));
        let swapped = session::Config {
            players: [Player::Engine, Player::Human],
            ..game()
        };
        assert!(is_other_game(folder, &swapped));
        let weak = session::Config {
            level: Level::LOWEST,
            ..game()
        };
        assert!(!is_other_game(folder, &weak) && is_other_level(folder, &weak));
        // Of another release.
        let path = folder.join(REMEMBERED);
        std::fs::write(&path, "Rules { columns: 15 }\n[Human, Engine]\n5\n").unwrap();
        assert!(!is_other_game(folder, &other) && !is_other_level(folder, &weak));
        std::fs::write(&path, format!("colour red\n{}", in_words(&game()))).unwrap();
        assert!(!is_other_game(folder, &game()) && is_other_game(folder, &other));
    }
}
