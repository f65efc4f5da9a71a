//! One game, with the engine at work on it.

use std::sync::atomic::{AtomicU32, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};

use defmt::Display2Format;
use minmax_engine::notation::PointName;
use minmax_engine::point::Point;
use tokio::sync::watch;

use super::command::{Command, Refusal};
use super::shown::News;
use crate::app::event::{Event, Notice, Request, Start, Task, TaskId};
use crate::app::panel::message::{Message, Trouble};
use crate::app::session::{Config, Session};
use crate::app::thought::Thought;
use crate::http::searches::{self, Found, Rank, Search, Searches, Ticket};
use crate::store::keeper::Kept;
use crate::store::shelf::Shelf;

/// So many letters of a name stand in the log: whoever reads it does not learn the name.
const LOGGED: usize = 4;

/// What all games have in common.
#[derive(Debug)]
pub(super) struct House {
    pub(super) searches: Searches,
    pub(super) shelf: Option<Shelf>,
    /// Counts visits to games: the higher the later.
    pub(super) visits: AtomicU64,
    /// Counts what is kept: the higher the later.
    pub(super) kept: AtomicU32,
}

/// A game that people play and watch.
#[derive(Debug)]
pub struct Room {
    id: String,
    own: Weak<Self>,
    house: Arc<House>,
    live: Mutex<Live>,
    news: watch::Sender<News>,
    visited: AtomicU64,
}

#[derive(Debug)]
struct Live {
    session: Session,
    rev: u64,
    said: Option<Message>,
    /// The search at work, and for which task.
    search: Option<(TaskId, Ticket)>,
    gone: bool,
}

impl Room {
    /// Begins a game, or goes on with one. `keep`: it is not kept yet.
    pub(super) fn open(
        id: String,
        house: Arc<House>,
        start: Start,
        seed: u64,
        keep: bool,
    ) -> Arc<Self> {
        let mut session = Session::new(Config {
            rules: start.record.game().rules(),
            players: start.players,
            level: start.level,
            limits: None,
            seed,
        });
        let begun = session.handle(Event::Start(Box::new(start)));
        let said = begun.notice.map(Message::Notice);
        let (news, _) = watch::channel(News::new(1, &session, said.clone()));
        let live = Mutex::new(Live {
            session,
            rev: 1,
            said,
            search: None,
            gone: false,
        });
        let visited = AtomicU64::new(0);
        let room = Arc::new_cyclic(|own| Self {
            id,
            own: Weak::clone(own),
            house,
            live,
            news,
            visited,
        });
        room.visit();
        let mut live = room.lock();
        if let Some(request) = begun.request {
            room.obey(&mut live, request);
        }
        if keep {
            room.keep(&live);
        }
        drop(live);
        room
    }

    /// Its name.
    #[must_use]
    pub fn id(&self) -> &str {
        &self.id
    }

    /// The newest.
    #[must_use]
    pub fn news(&self) -> News {
        self.news.borrow().clone()
    }

    /// The newest from now on. Whoever holds it is at the game.
    #[must_use]
    pub fn subscribe(&self) -> watch::Receiver<News> {
        self.news.subscribe()
    }

    /// Somebody has asked for it.
    pub(super) fn visit(&self) {
        let visit = self.house.visits.fetch_add(1, Ordering::Relaxed);
        self.visited.store(visit, Ordering::Relaxed);
    }

    /// When somebody asked for it last: the higher the later.
    pub(super) fn visited(&self) -> u64 {
        self.visited.load(Ordering::Relaxed)
    }

    /// Nobody is at it, and the engine does not think.
    pub(super) fn is_idle(&self) -> bool {
        self.news.receiver_count() == 0 && self.lock().search.is_none()
    }

    /// The game is dropped: whoever watches is told, and the engine need not think.
    pub fn leave(&self) {
        let mut live = self.lock();
        live.gone = true;
        live.search = None;
        self.news.send_modify(|news| news.gone = true);
    }

    /// Does what somebody wants: the game after it.
    ///
    /// # Errors
    /// It was not done.
    pub fn command(&self, command: Command) -> Result<News, Refusal> {
        let mut live = self.lock();
        if live.gone {
            return Err(Refusal::Gone);
        }
        let events = command.events(&live.session.view())?;
        for event in events {
            self.happen(&mut live, event)?;
        }
        // Before the engine's answer, which waits for the lock.
        let news = self.news();
        drop(live);
        Ok(news)
    }

    fn lock(&self) -> MutexGuard<'_, Live> {
        self.live.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn happen(&self, live: &mut Live, event: Event) -> Result<(), Refusal> {
        let reaction = live.session.handle(event);
        if let Some(notice) = reaction.notice {
            if notice.is_refusal() {
                return Err(Refusal::Game(notice));
            }
            live.said = Some(Message::Notice(notice));
        }
        if let Some(request) = reaction.request {
            self.obey(live, request);
        }
        self.publish(live);
        if reaction.notice.is_some_and(Notice::is_kept) {
            self.keep(live);
        }
        Ok(())
    }

    fn obey(&self, live: &mut Live, request: Request) {
        match request {
            Request::Think(task) => self.think(live, *task),
            Request::Abandon => live.search = None,
            Request::MoveNow => {
                if let Some((_, ticket)) = &live.search {
                    ticket.stop();
                }
            }
        }
    }

    fn think(&self, live: &mut Live, task: Task) {
        live.search = None;
        let search = Search {
            weakness: task.level.weakness(task.game.rules(), task.seed),
            game: task.game,
            limits: task.limits,
        };
        let (id, room) = (task.id, Weak::clone(&self.own));
        let submitted = self.house.searches.submit(search, Rank::Game, move |news| {
            if let Some(room) = room.upgrade() {
                room.hear(id, news);
            }
        });
        match submitted {
            Ok(ticket) => live.search = Some((id, ticket)),
            Err(searches::Busy) => Self::give_up(live, id),
        }
    }

    /// There is no answer to that task.
    fn give_up(live: &mut Live, id: TaskId) {
        live.session.handle(Event::Answer(id, None));
        live.said = Some(Message::Trouble(Trouble::Engine));
    }

    /// The search for that task tells something.
    fn hear(&self, id: TaskId, news: searches::News) {
        let mut live = self.lock();
        if live.search.as_ref().is_none_or(|(task, _)| *task != id) {
            return; // it was given up
        }
        match news {
            searches::News::Begun => {}
            searches::News::Depth(found) => self.deeper(&mut live, id, &found),
            searches::News::Done(found) => {
                live.search = None;
                let answer = found.map(|found| (found.best, Thought::from(&found)));
                self.log(&live, answer);
                if self.happen(&mut live, Event::Answer(id, answer)).is_err() {
                    live.said = Some(Message::Trouble(Trouble::Engine)); // never: it knows the rules
                    self.publish(&mut live);
                }
            }
            searches::News::Failed => {
                live.search = None;
                Self::give_up(&mut live, id);
                self.publish(&mut live);
            }
        }
    }

    fn deeper(&self, live: &mut Live, id: TaskId, found: &Found) {
        let event = Event::Iteration(id, found.best, Thought::from(found));
        live.session.handle(event);
        let thinking = live.session.view().thinking;
        self.news.send_modify(|news| {
            news.thinking = thinking;
            news.beat += 1;
        });
    }

    fn log(&self, live: &Live, answer: Option<(Point, Thought)>) {
        let game = live.session.record().game();
        if let Some((point, thought)) = answer {
            defmt::info!(
                "game {=str}, position {=u64:016x}: {}, {}",
                self.id.get(..LOGGED).unwrap_or_default(),
                game.board().key(),
                Display2Format(&PointName::new(point, game.rules())),
                Display2Format(&thought)
            );
        }
    }

    fn publish(&self, live: &mut Live) {
        live.rev += 1;
        let said = live.said.clone();
        self.news
            .send_replace(News::new(live.rev, &live.session, said));
    }

    fn keep(&self, live: &Live) {
        if let Some(shelf) = &self.house.shelf {
            let config = live.session.config();
            let kept = Kept {
                record: live.session.record().clone(),
                players: config.players,
                level: config.level,
            };
            let number = self.house.kept.fetch_add(1, Ordering::Relaxed);
            shelf.put(&self.id, kept, number);
        }
    }
}

#[cfg(test)]
mod tests;
