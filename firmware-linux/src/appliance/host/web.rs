//! What comes through the net, and the game as it is told there.
//!
//! The box's game stays the loop's own: a command waits, as a line of the serial terminal does, until no
//! change is being kept, and is answered when what it has changed is shown. Whoever watches is told the
//! newest after each round; nobody who reads slowly is waited for.

use std::collections::VecDeque;
use std::net::{IpAddr, SocketAddr};
use std::time::{Duration, Instant};

use tokio::sync::{oneshot, watch};

use super::{Host, Source};
use crate::app::event::{Event, Notice};
use crate::app::panel::message::Message;
use crate::app::panel::outcome::Outcome;
use crate::http::room::command::{Command, Refusal};
use crate::http::room::desk::Ask;
use crate::http::room::shown::News;
use crate::hw::network;

/// So many commands wait for a slow disk.
const MOST: usize = 64;
/// How often the machine's address is asked for: networks come and go.
const LOOK: Duration = Duration::from_secs(5);

/// What the net's part has to say.
#[derive(Debug)]
pub enum WebEvent {
    /// Somebody wants something.
    Ask(Ask),
    /// The service listens there.
    Open(SocketAddr),
    /// The service cannot be opened, in the box's words; it is tried again.
    Failed(String),
}

/// Where whoever watches through the net is told.
#[derive(Debug)]
pub struct Stage {
    news: watch::Sender<News>,
}

type Reply = oneshot::Sender<Result<News, Refusal>>;

/// The net's part of the loop.
#[derive(Debug)]
pub(super) struct Web {
    stage: Stage,
    waiting: VecDeque<Ask>,
    /// Who is to be told when the change at hand is shown.
    answering: Option<Reply>,
    rev: u64,
    /// Something has changed since the last news.
    changed: bool,
    /// What was said last of the game.
    said: Option<Message>,
    /// What the last news have said.
    told: Option<Message>,
    listens: Option<SocketAddr>,
    looked: Option<Instant>,
}

impl Stage {
    /// Begins with these news.
    #[must_use]
    pub fn new(news: News) -> (Self, watch::Receiver<News>) {
        let (news, receiver) = watch::channel(news);
        (Self { news }, receiver)
    }
}

impl Web {
    pub(super) fn new(stage: Stage) -> Self {
        let rev = stage.news.borrow().rev;
        Self {
            stage,
            waiting: VecDeque::new(),
            answering: None,
            rev,
            changed: true,
            said: None,
            told: None,
            listens: None,
            looked: None,
        }
    }

    /// Something has come of an event: perhaps a change, perhaps words.
    pub(super) fn follow(&mut self, outcome: &Outcome) {
        let mut notices = outcome.notices.iter().rev();
        if let Some(notice) = notices.find(|notice| !notice.is_refusal()) {
            self.said = Some(Message::Notice(*notice));
            self.changed = true;
        }
        self.changed |= !outcome.requests.is_empty();
    }
}

impl Host {
    pub(super) fn web(&mut self, event: WebEvent) {
        match event {
            WebEvent::Ask(ask) => self.wait_or_refuse(ask),
            WebEvent::Open(address) => {
                defmt::info!("web: listens on {}", address.to_string().as_str());
                if let Some(web) = &mut self.web {
                    web.listens = Some(address);
                    web.looked = None;
                }
                self.look_for_address();
            }
            WebEvent::Failed(words) => {
                defmt::error!("web: {}", words.as_str());
                self.say(Message::Words(words));
            }
        }
    }

    fn wait_or_refuse(&mut self, ask: Ask) {
        let Some(web) = &mut self.web else { return };
        if web.waiting.len() >= MOST {
            // Whoever has gone away need not hear it.
            let _ = ask.reply.send(Err(Refusal::Busy));
        } else {
            web.waiting.push_back(ask);
        }
        self.ask_on();
    }

    /// Hears what has waited, as long as no change is being kept.
    pub(super) fn ask_on(&mut self) {
        self.publish();
        while !self.panel.is_keeping()
            && let Some(web) = &mut self.web
            && let Some(ask) = web.waiting.pop_front()
        {
            self.ask(ask);
        }
    }

    fn ask(&mut self, Ask { command, reply }: Ask) {
        if reply.is_closed() {
            return; // whoever wanted it has gone, and does not know whether it was done
        }
        match self.perform(command) {
            Err(refusal) => drop(reply.send(Err(refusal))),
            Ok(()) if self.panel.is_keeping() => {
                if let Some(web) = &mut self.web {
                    web.answering = Some(reply);
                }
            }
            Ok(()) => self.answer_web(reply),
        }
    }

    fn perform(&mut self, command: Command) -> Result<(), Refusal> {
        let hurries = matches!(command, Command::MoveNow);
        let mut events = command.events(&Self::view(&self.panel))?;
        // An answer that is held back comes now.
        if hurries && let Some(event) = self.worker.hurry() {
            events = vec![event];
        }
        for event in events {
            self.happen(event)?;
        }
        Ok(())
    }

    fn happen(&mut self, event: Event) -> Result<(), Refusal> {
        let outcome = self.panel.event(event);
        let refusal = outcome.notices.iter().copied().find(|n| n.is_refusal());
        self.apply(outcome, Source::Net);
        refusal.map_or(Ok(()), |notice: Notice| Err(Refusal::Game(notice)))
    }

    fn answer_web(&mut self, reply: Reply) {
        self.publish();
        if let Some(web) = &self.web {
            let news = web.stage.news.borrow().clone();
            let _ = reply.send(Ok(news));
        }
    }

    /// A depth is finished.
    pub(super) fn tell_depth(&mut self) {
        let Some(web) = &mut self.web else { return };
        let thinking = self.panel.session().view().thinking;
        web.stage.news.send_modify(|news| {
            news.thinking = thinking;
            news.beat += 1;
        });
    }

    /// Tells whoever watches what is new, and whoever has asked for it that it is done.
    pub(super) fn publish(&mut self) {
        let Some(web) = &mut self.web else { return };
        let view = self.panel.view();
        // What is wrong with the box goes before what has happened to the game.
        let trouble = view
            .message
            .filter(|message| matches!(message, Message::Trouble(_) | Message::Words(_)));
        let said = trouble.cloned().or_else(|| web.said.clone());
        if web.changed || said != web.told {
            web.changed = false;
            web.told.clone_from(&said);
            web.rev += 1;
            let news = News::new(web.rev, self.panel.session(), said);
            web.stage.news.send_replace(news);
        }
        if !self.panel.is_keeping()
            && let Some(reply) = web.answering.take()
        {
            let news = web.stage.news.borrow().clone();
            let _ = reply.send(Ok(news));
        }
    }

    /// The displays show where the page is found, as soon as the machine has an address.
    pub(super) fn look_for_address(&mut self) {
        let Some(web) = &mut self.web else { return };
        let (Some(listens), now) = (web.listens, Instant::now()) else {
            return;
        };
        if web.looked.is_some_and(|looked| now - looked < LOOK) {
            return;
        }
        web.looked = Some(now);
        let addresses = if listens.ip().is_unspecified() {
            network::addresses()
        } else {
            Vec::<IpAddr>::new()
        };
        let address = network::reached_at(listens, &addresses);
        self.panel.set_address(address);
    }
}
