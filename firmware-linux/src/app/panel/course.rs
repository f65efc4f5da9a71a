//! The game and its changes, which nobody sees before they are kept.
//!
//! A change is made on a copy of the game. Everybody goes on seeing the game as it was, until the
//! world says that the copy is kept: what has been seen survives a pulled plug. The engine need
//! not wait for that, nor need anything that changes no game; what would change it again waits
//! in line.

use std::collections::VecDeque;

use crate::app::event::{Event, Notice, Reaction, Request};
use crate::app::record::Record;
use crate::app::session::{Config, Session};

/// More events do not wait. Nobody presses so many keys in the second that a disk may take.
const MOST: usize = 64;

/// What an event leads to.
#[derive(Debug)]
pub(super) enum Step {
    /// It has happened.
    Done(Reaction),
    /// It happens as soon as [`Course::coming`] is kept. The request is not to wait for that.
    Keep(Option<Request>, Notice),
    /// It waits for another one to be kept.
    Waits,
}

/// A change that is being kept.
#[derive(Debug)]
struct Change {
    session: Session,
    notice: Notice,
}

/// An event that waits, and whether it was caused by a key.
pub(super) type Waiting = (Event, bool);

#[derive(Debug)]
pub(super) struct Course {
    session: Session,
    change: Option<Box<Change>>,
    waiting: VecDeque<Waiting>,
}

impl Course {
    pub(super) fn new(config: Config) -> Self {
        Self {
            session: Session::new(config),
            change: None,
            waiting: VecDeque::new(),
        }
    }

    /// Sets the game going: the kept one, which is kept already, or a new one.
    pub(super) fn start(&mut self, kept: Option<Record>) -> Reaction {
        match kept {
            Some(record) => self.session.handle(Event::Restore(Box::new(record))),
            None => Reaction {
                notice: None,
                request: self.session.start(),
            },
        }
    }

    /// The game as everybody sees it.
    pub(super) const fn session(&self) -> &Session {
        &self.session
    }

    /// The game as it will be when it is kept.
    pub(super) fn coming(&self) -> &Session {
        self.change.as_ref().map_or(&self.session, |c| &c.session)
    }

    /// Whether a change is being kept.
    pub(super) const fn is_keeping(&self) -> bool {
        self.change.is_some()
    }

    /// Takes an event in.
    pub(super) fn take(&mut self, event: Event, by_key: bool) -> Step {
        match &mut self.change {
            // They change no game.
            Some(change) if matches!(event, Event::Iteration(..) | Event::MoveNow) => {
                Step::Done(change.session.handle(event))
            }
            Some(_) => {
                if self.waiting.len() < MOST {
                    self.waiting.push_back((event, by_key));
                }
                Step::Waits
            }
            None => self.handle(event),
        }
    }

    fn handle(&mut self, event: Event) -> Step {
        let mut session = self.session.clone();
        let reaction = session.handle(event);
        match reaction.notice {
            Some(notice) if notice.is_kept() => {
                self.change = Some(Box::new(Change { session, notice }));
                Step::Keep(reaction.request, notice)
            }
            _ => {
                self.session = session;
                Step::Done(reaction)
            }
        }
    }

    /// The change is kept: what is to be said of it.
    pub(super) fn kept(&mut self) -> Option<Notice> {
        let Change { session, notice } = *self.change.take()?;
        self.session = session;
        Some(notice)
    }

    /// The next event that has waited, if none is being kept.
    pub(super) fn next(&mut self) -> Option<Waiting> {
        if self.is_keeping() {
            return None;
        }
        self.waiting.pop_front()
    }
}
