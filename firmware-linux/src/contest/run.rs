//! The match itself: games on threads, their results in order.

use std::collections::BTreeMap;
use std::io;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread::{self, Scope};

use minmax_engine::side::Side;

use super::brain::{Brain, Patience};
use super::own::Own;
use super::player::{Fault, Player};
use super::random::Random;
use super::referee::{self, Conditions, End, Played, Seat};
use super::schedule::{Schedule, Ticket};
use super::spec::{Kind, Spec};
use super::stats::{Decision, Sprt};
use super::stop::Stop;
use super::tally::Tally;
use crate::pool::StartError;

/// The stack of a thread that plays: the search recurses once a ply.
const STACK_BYTES: usize = 8 << 20;

/// A match: one player against others, one after the other.
#[derive(Clone, Debug)]
pub struct Contest {
    /// What holds for every game.
    pub conditions: Conditions,
    /// The player who meets all others.
    pub first: Spec,
    /// The others.
    pub others: Vec<Spec>,
    /// Games that are played at once.
    pub jobs: usize,
    /// A test that may end the games against an opponent early.
    pub sprt: Option<Sprt>,
    /// How long brains are waited for.
    pub patience: Patience,
}

/// Why a match cannot go on.
#[derive(Debug)]
pub enum Failure {
    /// The player of this name cannot be started, or does not begin a game.
    NotReady(String, Fault),
    /// There is no memory or no thread for a player's search.
    Engine(StartError),
    /// The system gives no thread.
    Thread(io::Error),
}

/// Hears of a match while it goes on, on the thread that runs it.
pub trait Observer {
    /// A game has ended.
    fn ended(&mut self, ticket: &Ticket, played: &Played);

    /// Games were counted; there is one tally for each opponent. A game is counted when all that
    /// stand before it have been.
    fn counted(&mut self, tallies: &[Tally]);
}

/// What a match came to.
#[derive(Debug)]
pub struct Course {
    /// The counts against each opponent.
    pub tallies: Vec<Tally>,
    /// Why it could not go on; `None` if it did, or was stopped.
    pub failure: Option<Failure>,
}

/// Plays until all games are played, all tests are decided, or somebody sets `stop`: then the
/// games in progress are given up. At the end `stop` is set.
///
/// The counts that come back do not depend on how many games are played at once, unless time or a
/// stop decides.
pub fn run(
    contest: &Contest,
    schedule: Schedule,
    stop: &Stop,
    observer: &mut dyn Observer,
) -> Course {
    let schedule = Mutex::new(schedule);
    let mut ledger = Ledger::new(contest);
    let played = ready(contest).and_then(|()| {
        thread::scope(|scope| {
            let results = start(scope, contest, &schedule, stop)?;
            let collected = collect(&results, &schedule, &mut ledger, observer);
            stop.set();
            collected
        })
    });
    Course {
        tallies: ledger.close(),
        failure: played.err(),
    }
}

/// Whether every brain begins a game. Who cannot do so now will not do so later.
fn ready(contest: &Contest) -> Result<(), Failure> {
    for spec in std::iter::once(&contest.first).chain(&contest.others) {
        if let Kind::Brain(_) = spec.kind {
            let mut player = player(spec, contest.patience)?;
            let begun = player.begin(contest.conditions.rules, 0);
            begun.map_err(|fault| Failure::NotReady(spec.name.clone(), fault))?;
            player.end();
        }
    }
    Ok(())
}

fn player(spec: &Spec, patience: Patience) -> Result<Box<dyn Player>, Failure> {
    Ok(match &spec.kind {
        Kind::Random => Box::new(Random::new()),
        Kind::Brain(command) => Box::new(Brain::new(command.clone(), spec.terms, patience)),
        Kind::Own(level) => Box::new(Own::new(*level, spec.terms).map_err(Failure::Engine)?),
    })
}

type Ended = Result<(Ticket, Played), Failure>;

/// Starts the threads. Their results end when they have.
fn start<'s>(
    scope: &'s Scope<'s, '_>,
    contest: &'s Contest,
    schedule: &'s Mutex<Schedule>,
    stop: &'s Stop,
) -> Result<Receiver<Ended>, Failure> {
    let (send, results) = channel();
    for _ in 0..contest.jobs {
        let send = send.clone();
        let work = move || work(contest, schedule, stop, &send);
        let builder = thread::Builder::new().name("game".into());
        let started = builder.stack_size(STACK_BYTES).spawn_scoped(scope, work);
        if let Err(error) = started {
            stop.set();
            return Err(Failure::Thread(error));
        }
    }
    Ok(results)
}

/// Plays one game after the other.
fn work(contest: &Contest, schedule: &Mutex<Schedule>, stop: &Stop, send: &Sender<Ended>) {
    let mut players = Players::new(contest);
    while !stop.is_set() {
        let Some(ticket) = locked(schedule).deal() else {
            return;
        };
        let ended = match players.play(&ticket, stop) {
            Ok(Some(played)) => Ok((ticket, played)),
            Ok(None) => return,
            Err(failure) => Err(failure),
        };
        let failed = ended.is_err();
        if send.send(ended).is_err() || failed {
            return;
        }
    }
}

fn locked(schedule: &Mutex<Schedule>) -> MutexGuard<'_, Schedule> {
    schedule.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The players of one thread: the first, and the opponent of the game before.
struct Players<'a> {
    contest: &'a Contest,
    first: Option<Box<dyn Player>>,
    other: Option<(usize, Box<dyn Player>)>,
}

impl<'a> Players<'a> {
    const fn new(contest: &'a Contest) -> Self {
        Self {
            contest,
            first: None,
            other: None,
        }
    }

    fn play(&mut self, ticket: &Ticket, stop: &Stop) -> Result<Option<Played>, Failure> {
        let contest = self.contest;
        let (first, opponent) = (&contest.first, ticket.opponent);
        let Some(other) = contest.others.get(opponent) else {
            return Ok(None);
        };
        let own = match self.first.take() {
            Some(player) => player,
            None => player(first, contest.patience)?,
        };
        let own = self.first.insert(own);
        let theirs = match self.other.take() {
            Some((of, player)) if of == opponent => player,
            _ => player(other, contest.patience)?,
        };
        let (_, theirs) = self.other.insert((opponent, theirs));
        let mut seats = [(own, first, 0), (theirs, other, 1)].map(|(player, spec, who)| Seat {
            player: &mut **player,
            terms: spec.terms,
            seed: ticket.seeds[who],
        });
        if ticket.first == Side::White {
            seats.reverse();
        }
        let played = referee::play(&contest.conditions, &ticket.opening, seats, stop);
        match played.as_ref().map(|played| &played.end) {
            Some(End::Fault(side, fault @ Fault::NoStart(_))) => {
                let spec = if *side == ticket.first { first } else { other };
                Err(Failure::NotReady(spec.name.clone(), fault.clone()))
            }
            _ => Ok(played),
        }
    }
}

fn collect(
    results: &Receiver<Ended>,
    schedule: &Mutex<Schedule>,
    ledger: &mut Ledger,
    observer: &mut dyn Observer,
) -> Result<(), Failure> {
    for ended in results {
        let (ticket, played) = ended?;
        observer.ended(&ticket, &played);
        let opponent = ticket.opponent;
        ledger.enter(&ticket, played);
        observer.counted(&ledger.tallies);
        if ledger.is_decided(opponent) {
            locked(schedule).skip(opponent);
        }
        if ledger.is_all_decided() {
            return Ok(());
        }
    }
    Ok(())
}

/// Counts games in the order in which they were given out, whatever order they end in.
struct Ledger {
    sprt: Option<Sprt>,
    tallies: Vec<Tally>,
    pages: Vec<Page>,
}

/// What is not counted yet against one opponent.
#[derive(Default)]
struct Page {
    /// The number of the next game to be counted.
    next: u32,
    /// Games that ended before it, with the side of the first player.
    waiting: BTreeMap<u32, (Side, Played)>,
    decided: bool,
}

impl Ledger {
    fn new(contest: &Contest) -> Self {
        let all = || contest.others.iter();
        Self {
            sprt: contest.sprt,
            tallies: all().map(|_| Tally::default()).collect(),
            pages: all().map(|_| Page::default()).collect(),
        }
    }

    fn enter(&mut self, ticket: &Ticket, played: Played) {
        let opponent = ticket.opponent;
        let (Some(page), Some(tally)) =
            (self.pages.get_mut(opponent), self.tallies.get_mut(opponent))
        else {
            return;
        };
        page.waiting.insert(ticket.number, (ticket.first, played));
        while let Some((first, played)) = page.waiting.remove(&page.next) {
            if !page.decided {
                tally.add(page.next, first, &played);
                page.decided = self.sprt.is_some_and(|sprt| is_decided(&sprt, tally));
            }
            page.next += 1;
        }
    }

    fn is_decided(&self, opponent: usize) -> bool {
        self.pages.get(opponent).is_some_and(|page| page.decided)
    }

    fn is_all_decided(&self) -> bool {
        self.pages.iter().all(|page| page.decided)
    }

    /// Counts the games of a match that was stopped although others before them are missing.
    fn close(mut self) -> Vec<Tally> {
        for (page, tally) in self.pages.iter().zip(&mut self.tallies) {
            let rest = page.waiting.iter().filter(|_| !page.decided);
            rest.for_each(|(&number, (first, played))| tally.add(number, *first, played));
        }
        self.tallies
    }
}

fn is_decided(sprt: &Sprt, tally: &Tally) -> bool {
    sprt.decision(tally.ratio(sprt)) != Decision::Open
}
