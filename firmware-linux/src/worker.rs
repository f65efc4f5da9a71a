//! The engine at work for a game: one task at a time, whose answer comes no sooner than people
//! find natural.

use std::time::{Duration, Instant};

use minmax_engine::point::Point;
use minmax_engine::strategy::handicap::Level;

use crate::app::event::{Event, Request, TaskId};
use crate::app::thought::Thought;
use crate::app::view::{Purpose, View};
use crate::thinker::Thinker;

/// A reply below full strength comes no sooner where people watch: an answer in no time looks
/// like no thought at all.
const NATURAL_PAUSE: Duration = Duration::from_millis(700);

/// How long people expect the engine to take for what it thinks about now.
#[must_use]
pub fn natural_pause(view: &View<'_>) -> Duration {
    let own_move = view.thinking.is_some_and(|t| t.purpose == Purpose::Move);
    if own_move && view.level != Level::FULL {
        NATURAL_PAUSE
    } else {
        Duration::ZERO
    }
}

/// The task at hand, as far as the clock goes.
#[derive(Debug)]
struct Busy {
    id: TaskId,
    since: Instant,
    /// Somebody does not want to wait.
    hurried: bool,
    /// An answer that waits until the natural pause is over.
    held: Option<(Point, Thought)>,
}

/// A thinker with at most one task.
#[derive(Debug)]
pub struct Worker {
    thinker: Thinker,
    busy: Option<Busy>,
}

impl Worker {
    /// Without a task.
    #[must_use]
    pub const fn new(thinker: Thinker) -> Self {
        Self {
            thinker,
            busy: None,
        }
    }

    /// Does what the game asks for.
    pub fn obey(&mut self, request: Request) {
        match request {
            Request::Think(task) => {
                self.busy = Some(Busy {
                    id: task.id,
                    since: Instant::now(),
                    hurried: false,
                    held: None,
                });
                self.thinker.think(task);
            }
            Request::MoveNow => self.thinker.stop(),
            Request::Abandon => {
                self.thinker.stop();
                self.busy = None;
            }
        }
    }

    /// Whether there is a task.
    #[must_use]
    pub const fn is_busy(&self) -> bool {
        self.busy.is_some()
    }

    /// How long the task at hand has taken, and whether its answer is there and only waits.
    #[must_use]
    pub fn progress(&self) -> Option<(Duration, bool)> {
        let busy = self.busy.as_ref()?;
        Some((busy.since.elapsed(), busy.held.is_some()))
    }

    /// Ends the search; its answer comes as usual.
    pub fn stop(&self) {
        self.thinker.stop();
    }

    /// The thinker has an answer. The event for the game, unless the answer is to a task that was
    /// given up, or has to wait; see [`due`](Self::due).
    pub fn done(
        &mut self,
        id: TaskId,
        answer: Option<(Point, Thought)>,
        pause: Duration,
    ) -> Option<Event> {
        let busy = self.busy.as_mut().filter(|busy| busy.id == id)?;
        if answer.is_some() && !busy.hurried && busy.since.elapsed() < pause {
            busy.held = answer;
            return None;
        }
        self.busy = None;
        Some(Event::Answer(id, answer))
    }

    /// The answer that has waited long enough.
    pub fn due(&mut self) -> Option<Event> {
        self.release(|busy| busy.since.elapsed() >= NATURAL_PAUSE)
    }

    /// Somebody does not want to wait: the answer that is held back, or a word to the engine.
    pub fn hurry(&mut self) -> Option<Event> {
        self.busy.as_mut()?.hurried = true;
        self.release(|_| true).or(Some(Event::MoveNow))
    }

    fn release(&mut self, when: impl Fn(&Busy) -> bool) -> Option<Event> {
        let busy = self.busy.take_if(|b| b.held.is_some() && when(b))?;
        Some(Event::Answer(busy.id, busy.held))
    }
}
