//! The engine on threads of its own: tasks in, answers out, one stop signal a task.

use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread;
use std::time::Instant;

use defmt::Display2Format;
use minmax_engine::notation::PointName;
use minmax_engine::point::Point;
use minmax_engine::search::report::{Listener, Report};

use crate::app::event::{Task, TaskId};
use crate::app::thought::{Thought, Variation};
use crate::pool::{Order, Pool, StartError};

/// The thread's stack: the search recurses once a ply.
const STACK_BYTES: usize = 8 << 20;

/// What comes out of the thinker.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answer {
    /// A depth is finished, for the best move so far, or for as many as were asked for.
    Iteration(TaskId, Line, Thought),
    /// The move; nothing if the game was over.
    Done(TaskId, Option<(Point, Thought)>),
    /// The engine's thread has ended by a fault of its own, with these last words. There are no
    /// more answers.
    Failed(String),
}

/// What both sides would play.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// 1 for the best move, 2 for the best of the others, and so on.
    pub rank: u8,
    /// The move, and what would follow it.
    pub moves: Box<[Point]>,
}

impl Line {
    /// The best move of all; nothing if this is another one's line.
    #[must_use]
    pub fn best(&self) -> Option<Point> {
        self.moves.first().copied().filter(|_| self.rank == 1)
    }
}

impl From<&Report<'_>> for Line {
    fn from(report: &Report<'_>) -> Self {
        Self {
            rank: report.rank,
            moves: report.pv.into(),
        }
    }
}

struct Job {
    task: Box<Task>,
    stop: Arc<AtomicBool>,
    began: Instant,
}

/// A handle on the engine's thread. The thread ends after it.
#[derive(Debug)]
pub struct Thinker {
    jobs: Sender<Job>,
    stop: Arc<AtomicBool>,
}

impl Thinker {
    /// Starts the engine on so many search threads (1 to 64) with a transposition table of
    /// `hash_mib` MiB. `tell` hears the answers, on the engine's main thread.
    ///
    /// # Errors
    /// The system gives no memory or no thread.
    pub fn start(
        threads: usize,
        hash_mib: usize,
        tell: impl FnMut(Answer) + Send + 'static,
    ) -> Result<Self, StartError> {
        let pool = Pool::start(threads, hash_mib)?;
        Self::spawn(tell, move |jobs, tell| serve(pool, &jobs, tell))
    }

    fn spawn<T: FnMut(Answer) + Send + 'static>(
        mut tell: T,
        work: impl FnOnce(Receiver<Job>, &mut T) + Send + 'static,
    ) -> Result<Self, StartError> {
        let (jobs, inbox) = channel();
        let body = move || {
            let worked = catch_unwind(AssertUnwindSafe(|| work(inbox, &mut tell)));
            if let Err(fault) = worked {
                tell(Answer::Failed(last_words(fault.as_ref())));
            }
        };
        thread::Builder::new()
            .name("thinker".into())
            .stack_size(STACK_BYTES)
            .spawn(body)
            .map_err(StartError::Thread)?;
        Ok(Self {
            jobs,
            stop: Arc::default(),
        })
    }

    /// Begins a task, and gives up the one before.
    pub fn think(&mut self, task: Box<Task>) {
        self.stop();
        self.stop = Arc::default();
        let job = Job {
            task,
            stop: Arc::clone(&self.stop),
            began: Instant::now(),
        };
        // A thread that is gone has said so by `Answer::Failed`.
        let _ = self.jobs.send(job);
    }

    /// Ends the task within milliseconds; its answer is the best move so far.
    pub fn stop(&self) {
        self.stop.store(true, Ordering::Relaxed);
    }
}

impl Drop for Thinker {
    fn drop(&mut self) {
        self.stop();
    }
}

/// Works until the handle is dropped.
fn serve(mut pool: Pool, jobs: &Receiver<Job>, tell: &mut impl FnMut(Answer)) {
    while let Ok(job) = jobs.recv() {
        if job.task.afresh {
            pool.forget();
        }
        let answer = think(&mut pool, &job, tell);
        tell(Answer::Done(job.task.id, answer));
    }
}

fn think(pool: &mut Pool, job: &Job, tell: &mut impl FnMut(Answer)) -> Option<(Point, Thought)> {
    let Task {
        id,
        game,
        level,
        limits,
        seed,
        ..
    } = &*job.task;
    let order = Order {
        game: game.clone(),
        limits: *limits,
        weakness: level.weakness(game.rules(), *seed),
        stop: Arc::clone(&job.stop),
        began: job.began,
    };
    let pv = Variation::default();
    let mut teller = Teller { id: *id, tell, pv };
    let verdict = pool.search(&order, &mut teller)?;
    let (best, thought) = (verdict.best, Thought::last(&verdict, teller.pv));
    defmt::info!(
        "position {=u64:016x}: {}, {}",
        game.board().key(),
        Display2Format(&PointName::new(best, game.rules())),
        Display2Format(&thought)
    );
    Some((best, thought))
}

struct Teller<'a, T> {
    id: TaskId,
    tell: &'a mut T,
    /// The best move's, of the last depth.
    pv: Variation,
}

impl<T: FnMut(Answer)> Listener for Teller<'_, T> {
    fn iteration(&mut self, report: &Report<'_>) {
        self.pv.iteration(report);
        let thought = Thought::from(report);
        (self.tell)(Answer::Iteration(self.id, report.into(), thought));
    }
}

fn last_words(fault: &(dyn Any + Send)) -> String {
    let text = fault.downcast_ref::<&str>().map(|text| (*text).into());
    text.or_else(|| fault.downcast_ref::<String>().cloned())
        .unwrap_or_else(|| "?".into())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::event::{Event, Player, Request};
    use crate::app::session::{Config, Session};
    use minmax_engine::rules::Rules;
    use minmax_engine::search::limits::Limits;
    use minmax_engine::strategy::handicap::Level;
    use std::time::Duration;

    const DEADLINE: Duration = Duration::from_secs(20);

    fn session(limits: Limits) -> Session {
        Session::new(Config {
            rules: Rules::GOMOKU,
            players: [Player::Engine; 2],
            level: Level::FULL,
            limits: Some(limits.into()),
            seed: 1,
        })
    }

    fn task(session: &mut Session) -> Box<Task> {
        match session.start() {
            Some(Request::Think(task)) => task,
            other => panic!("no task but {other:?}"),
        }
    }

    fn started() -> (Thinker, Receiver<Answer>) {
        let (send, answers) = channel();
        let thinker = Thinker::start(1, 1, move |answer| drop(send.send(answer))).unwrap();
        (thinker, answers)
    }

    /// The answer to the task, past all reports and all answers to other tasks.
    fn done(answers: &Receiver<Answer>, id: TaskId) -> Option<(Point, Thought)> {
        loop {
            match answers.recv_timeout(DEADLINE).unwrap() {
                Answer::Done(of, answer) if of == id => return answer,
                Answer::Failed(why) => panic!("{why}"),
                _ => {}
            }
        }
    }

    #[test]
    fn an_endless_task_ends_when_told() {
        let (mut thinker, answers) = started();
        let task = task(&mut session(Limits::default()));
        let id = task.id;
        thinker.think(task);
        thread::sleep(Duration::from_millis(50));
        let told = Instant::now();
        thinker.stop();
        assert!(done(&answers, id).is_some());
        assert!(told.elapsed() < Duration::from_secs(2));
    }

    #[test]
    fn a_new_task_takes_the_place_of_the_old_one() {
        let (mut thinker, answers) = started();
        let mut session = session(Limits::default());
        let first = task(&mut session);
        thinker.think(first);
        let mut second = task(&mut session);
        second.limits = Limits::nodes(200);
        let id = second.id;
        thinker.think(second);
        let (point, _) = done(&answers, id).unwrap();
        let moved = session.handle(Event::Answer(id, Some((point, thought()))));
        assert!(moved.notice.is_some());
    }

    fn thought() -> Thought {
        Thought {
            score: 0,
            depth: 1,
            nodes: 1,
            elapsed_ms: 1,
            ..Thought::default()
        }
    }

    #[test]
    fn a_fault_of_the_thread_is_told() {
        let (send, answers) = channel();
        let tell = move |answer| drop(send.send(answer));
        let mut thinker = Thinker::spawn(tell, |jobs: Receiver<Job>, _| {
            jobs.recv().unwrap();
            panic!("out of {}", "thoughts");
        })
        .unwrap();
        thinker.think(task(&mut session(Limits::nodes(1))));
        let answer = answers.recv_timeout(DEADLINE).unwrap();
        assert_eq!(answer, Answer::Failed("out of thoughts".into()));
        assert!(
            answers.recv_timeout(DEADLINE).is_err(),
            "the thread is gone"
        );
    }

    #[test]
    fn a_table_beyond_all_memory_is_an_error() {
        let refused = Thinker::start(1, usize::MAX >> 20, drop);
        assert!(matches!(refused, Err(StartError::Memory(_))));
    }
}
