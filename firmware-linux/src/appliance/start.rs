//! The box as its file says, from its first moment to its last.

use std::path::Path;
use std::sync::mpsc::{Sender, channel};
use std::thread;

use anyhow::{Context, anyhow};
use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
use signal_hook::iterator::Signals;

use super::REMEMBERED;
use super::config::{Config, Store};
use super::devices::{self, teller};
use super::host::{Host, Setup, Signal};
use crate::app::panel::message::Trouble;
use crate::app::panel::{Panel, PanelSetup};
use crate::app::record::Record;
use crate::app::session;
use crate::lang::texts;
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
    saver: Option<Saver>,
    game: session::Config,
    record: Option<Record>,
    trouble: Option<Trouble>,
    /// The box's file asks for another game than when the kept one began.
    other_game: bool,
}

/// Plays until the system ends the program: `SIGTERM` keeps the game and leaves.
///
/// # Errors
/// The system gives no memory, thread or signal, or the engine has failed.
pub fn play(config: &Config) -> anyhow::Result<()> {
    let (send, signals) = channel();
    listen(&send).context("signals")?;
    let lang = config.lang;
    let thinker = Thinker::start(1, HASH_MIB, teller(&send, Signal::Answer))
        .map_err(|error| anyhow!(wording::start_error(&error, lang)))?;
    let opened = open_store(config, &send)?;
    let blank_after_s = config.oled.as_ref().map_or(0, |oled| oled.blank_after_s);
    let panel = Panel::new(PanelSetup {
        config: opened.game,
        record: opened.record,
        lang,
        sound: true,
        address: None,
        blank_after_ms: (blank_after_s > 0).then(|| u64::from(blank_after_s) * 1_000),
    });
    let (mut ports, _keys) = devices::open(config, lang, &panel.view().game, &send)
        .map_err(|error| anyhow!(texts::NO_THREAD.fill(lang, &[&error])))?;
    ports.store = opened.saver.map(|saver| Box::new(saver) as _);
    let setup = Setup {
        power_off: config.power_off.clone(),
        folder: config.store.as_ref().map(|store| store.folder.clone()),
        first_cell: config.link.as_ref().and_then(|link| link.first_cell),
    };
    let mut host = Host::new(panel, Worker::new(thinker), ports, setup);
    if let Some(trouble) = opened.trouble {
        host.trouble(trouble);
    }
    if opened.other_game {
        host.begin_other_game();
    }
    host.run(&signals)
}

/// What the box's file says of the game, as it is remembered: what is played and by whom in the
/// first lines, how well in the last.
fn in_words(game: &session::Config) -> String {
    let session::Config {
        rules,
        players,
        level,
        ..
    } = game;
    format!("{rules:?}\n{players:?}\n{}\n", level.get())
}

/// What the box's file said of the game when it was read last.
fn remembered(folder: &Path) -> Option<String> {
    let bytes = store::read(&folder.join(REMEMBERED)).ok()?;
    String::from_utf8(bytes).ok()
}

/// Whether the box's file has asked for another game so far. Whoever edits it wants what it says,
/// though the menu may have chosen something else since.
fn is_other_game(folder: &Path, game: &session::Config) -> bool {
    let played = |words: &str| {
        words
            .lines()
            .take(2)
            .map(str::to_string)
            .collect::<Vec<_>>()
    };
    remembered(folder).is_some_and(|words| played(&words) != played(&in_words(game)))
}

/// Whether the box's file has asked for another strength so far: the game goes on with the new
/// one.
fn is_other_level(folder: &Path, game: &session::Config) -> bool {
    let level = |words: &str| words.lines().nth(2).map(str::to_string);
    remembered(folder).is_some_and(|words| level(&words) != level(&in_words(game)))
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

/// The kept game, and who keeps it from now on. A store that cannot be opened is no reason not
/// to play.
fn open_store(config: &Config, send: &Sender<Signal>) -> anyhow::Result<Opened> {
    let mut opened = Opened {
        saver: None,
        game: config.game,
        record: None,
        trouble: None,
        other_game: false,
    };
    let Some(Store {
        folder,
        archive_mib,
    }) = &config.store
    else {
        return Ok(opened);
    };
    let (keeper, found) = match Keeper::open(folder, *archive_mib) {
        Ok(found) => found,
        Err(error) => {
            defmt::error!("store: {}", wording::store_words(&error).as_str());
            opened.trouble = Some(Trouble::StoreFailed);
            return Ok(opened);
        }
    };
    match found {
        Found::Nothing => {}
        Found::Game { .. } if is_other_game(folder, &config.game) => opened.other_game = true,
        Found::Game {
            record,
            players,
            level,
        } => {
            opened.game.players = players.unwrap_or(opened.game.players);
            let kept = level.filter(|_| !is_other_level(folder, &config.game));
            opened.game.level = kept.unwrap_or(opened.game.level);
            opened.record = Some(*record);
        }
        Found::Damaged { kept_as } => {
            defmt::error!(
                "store: the kept game is damaged: {}",
                kept_as.display().to_string().as_str()
            );
            opened.trouble = Some(Trouble::StoreDamaged);
        }
    }
    remember(folder, &config.game);
    let saver = Saver::start(keeper, teller(send, Signal::Store));
    opened.saver =
        Some(saver.map_err(|error| anyhow!(texts::NO_THREAD.fill(config.lang, &[&error])))?);
    Ok(opened)
}
