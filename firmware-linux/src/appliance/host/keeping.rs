//! The game on its way to the disk, and the power switch.
//!
//! A change is shown when the store has it. A disk that is too slow for people, or does not work,
//! is told of and not waited for.

use std::process;
use std::time::{Duration, Instant};

use super::{Host, LAST_WRITE, Source};
use crate::app::panel::message::{Message, Subject, Trouble};
use crate::store::keeper::Kept;

/// A change is shown after so long, kept or not.
const PATIENCE: Duration = Duration::from_secs(1);

/// What is being kept.
#[derive(Debug, Default)]
pub(super) struct Keeping {
    /// The number of what was given to the store last, and when.
    given: Option<(u64, Instant)>,
    /// The store has not done with it in time, as was said.
    late: bool,
    /// Another game has begun since a game was kept last.
    begins: bool,
}

impl Keeping {
    /// What is kept next is another game than the one before.
    pub(super) const fn another_game(&mut self) {
        self.begins = true;
    }
}

impl Host {
    /// Gives the game as it will be shown to the store.
    pub(super) fn keep(&mut self) {
        let coming = self.panel.coming();
        let config = coming.config();
        let kept = Kept {
            record: coming.record().clone(),
            players: config.players,
            level: config.level,
        };
        if let Some(store) = &mut self.ports.store {
            let number = store.keep(kept, std::mem::take(&mut self.keeping.begins));
            self.keeping.given = Some((number, Instant::now()));
        }
    }

    /// The same for a change that is shown when it is kept. A disk that is late already is not
    /// waited for again.
    pub(super) fn keep_change(&mut self, begins: bool) {
        self.keeping.begins |= begins;
        self.keep();
        if self.ports.store.is_none() || self.keeping.late {
            self.show_change();
        }
    }

    /// The store has done with everything up to this number.
    pub(super) fn stored(&mut self, number: u64) {
        if self.keeping.given.is_none_or(|(given, _)| given > number) {
            return;
        }
        self.keeping.given = None;
        if std::mem::take(&mut self.keeping.late) {
            self.panel.mended(Subject::Store);
        }
        self.show_change();
    }

    /// Whether people have waited long enough for the disk.
    pub(super) fn watch_store(&mut self) {
        let late = |(_, since): (u64, Instant)| since.elapsed() >= PATIENCE;
        if self.panel.is_keeping() && self.keeping.given.is_some_and(late) {
            self.show_change_unkept();
        }
    }

    /// Says that a change is not kept yet, and shows it.
    pub(super) fn show_change_unkept(&mut self) {
        self.keeping.late = true;
        defmt::warn!("store: the disk is slow");
        self.say(Message::Trouble(Trouble::StoreSlow));
        self.show_change();
    }

    fn show_change(&mut self) {
        let outcome = self.panel.kept();
        let mut notices = outcome.notices.iter();
        let told = notices.any(|notice| notice.changes_position());
        self.apply(outcome, Source::Elsewhere);
        if std::mem::take(&mut self.by_arrow) && !told {
            self.show_panel();
        }
    }

    /// Keeps the game and switches the power off; without a command for that the box says
    /// goodbye and waits for the plug to be pulled.
    pub(super) fn power_off(&mut self) {
        self.keep();
        let kept = self.ports.store.as_mut();
        if kept.is_some_and(|store| !store.flush(LAST_WRITE)) {
            self.say(Message::Trouble(Trouble::StoreFailed));
        }
        let Some((program, arguments)) = self
            .setup
            .power_off
            .as_deref()
            .and_then(<[String]>::split_first)
        else {
            return;
        };
        match process::Command::new(program).args(arguments).spawn() {
            Ok(child) => self.power_off = Some(child),
            Err(error) => {
                defmt::error!("power: {}", error.to_string().as_str());
                self.say(Message::Trouble(Trouble::Power));
            }
        }
    }

    /// Whether the command that was to switch the power off has failed.
    pub(super) fn watch_power_off(&mut self) {
        let Some(child) = &mut self.power_off else {
            return;
        };
        let failed = match child.try_wait() {
            Ok(None) => return,
            Ok(Some(status)) => !status.success(),
            Err(_) => true,
        };
        self.power_off = None;
        if failed {
            defmt::error!("power: the command has failed");
            self.say(Message::Trouble(Trouble::Power));
        }
    }
}
