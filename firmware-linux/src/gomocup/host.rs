//! Standard input, the engine and the brain in one loop.
//!
//! Lines are read on a thread of their own and everything arrives on one channel, so the loop is
//! never deaf. The reader is held back while too much waits, so that an endless input does not
//! pile up.

use std::collections::VecDeque;
use std::io::{self, BufWriter, Read, Write};
use std::sync::mpsc::{Receiver, Sender, SyncSender, channel, sync_channel};
use std::thread;
use std::time::{Duration, Instant};

use super::brain::{Brain, Config, Engine, Heard, Output};
use super::clock::shortened;
use super::command::parse;
use super::lines::Lines;
use crate::pool::StartError;
use crate::thinker::{Answer, Thinker};

/// Bytes that are read at a time.
const CHUNK: usize = 16 << 10;
/// How many batches of lines are read ahead.
const AHEAD: usize = 2;
/// What is left to the engine for its move when the input has ended.
const LAST_WORD: Duration = Duration::from_millis(40);

/// Something that the loop hears.
enum Signal {
    /// Lines that have come together, and when.
    Lines(Vec<Heard>, Instant),
    /// There are no more lines.
    End,
    /// From the engine.
    Answer(Answer),
}

/// What the loop works with.
struct Host<W: Write> {
    brain: Brain,
    engine: Option<(Engine, Thinker)>,
    send: Sender<Signal>,
    signals: Receiver<Signal>,
    tokens: Receiver<()>,
    /// Batches that were heard, but for which the reader has not been let go on.
    held: usize,
    began: Instant,
    deadline: Option<Instant>,
    out: BufWriter<W>,
}

/// Speaks the protocol on standard input and output until `END` or the end of the input.
///
/// # Errors
/// The system gives no thread, or standard output cannot be written.
pub fn run(config: Config) -> io::Result<()> {
    let (send, signals) = channel();
    let (token, tokens) = sync_channel(AHEAD);
    let lines = send.clone();
    let read = move || read(io::stdin().lock(), &token, &lines);
    thread::Builder::new().name("input".into()).spawn(read)?;
    let host = Host {
        brain: Brain::new(config),
        engine: None,
        send,
        signals,
        tokens,
        held: 0,
        began: Instant::now(),
        deadline: None,
        out: BufWriter::new(io::stdout()),
    };
    host.run()
}

/// Reads until the end, which errors are too. A token is sent before each batch, and waits when
/// too many were.
fn read(mut input: impl Read, token: &SyncSender<()>, tell: &Sender<Signal>) {
    let mut lines = Lines::default();
    let mut chunk = vec![0; CHUNK];
    loop {
        let count = match input.read(&mut chunk) {
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            Ok(count) => count,
            Err(_) => 0,
        };
        let at = Instant::now();
        let mut batch = Vec::new();
        let mut hear = |line: Result<&[u8], _>| {
            let parsed = line.and_then(parse).transpose();
            batch.extend(parsed);
        };
        lines.take(chunk.get(..count).unwrap_or_default(), &mut hear);
        if count == 0 {
            lines.finish(&mut hear);
        }
        let heard = token.send(()).is_ok() && tell.send(Signal::Lines(batch, at)).is_ok();
        if !heard || count == 0 {
            let _ = tell.send(Signal::End); // nobody listens any more
            return;
        }
    }
}

impl<W: Write> Host<W> {
    fn run(mut self) -> io::Result<()> {
        loop {
            let Some(signal) = self.next() else {
                return self.leave();
            };
            let mut out = Vec::new();
            match signal {
                Signal::Lines(batch, at) => {
                    self.held += 1;
                    let now_ms = self.ms(at);
                    for heard in batch {
                        self.brain.hear(heard, now_ms, &mut out);
                        if self.act(&mut out)? {
                            return self.leave();
                        }
                    }
                }
                Signal::End => {
                    self.deadline = Some(Instant::now() + LAST_WORD);
                    self.brain.end(&mut out);
                }
                Signal::Answer(answer) => self.answer(answer, &mut out),
            }
            if self.act(&mut out)? {
                return self.leave();
            }
            self.out.flush()?;
            self.let_go_on();
        }
    }

    /// The process is about to end: the system takes a table back faster with it than the engine
    /// would before.
    fn leave(mut self) -> io::Result<()> {
        if let Some((_, thinker)) = self.engine.take() {
            thinker.stop();
            std::mem::forget(thinker);
        }
        self.out.flush()
    }

    /// Nothing when the last word was not spoken in time.
    fn next(&self) -> Option<Signal> {
        let Some(deadline) = self.deadline else {
            return self.signals.recv().ok();
        };
        let left = deadline.saturating_duration_since(Instant::now());
        self.signals.recv_timeout(left).ok()
    }

    fn answer(&mut self, answer: Answer, out: &mut Vec<Output>) {
        let now_ms = self.ms(Instant::now());
        match answer {
            Answer::Iteration(id, line, thought) => {
                self.brain.deeper(id, line.rank, line.moves, &thought, out)
            }
            Answer::Done(id, answer) => self.brain.answered(id, answer, now_ms, out),
            Answer::Failed(why) => {
                self.engine = None;
                self.brain.failed(why, now_ms, out);
            }
        }
    }

    fn ms(&self, at: Instant) -> u64 {
        let since = at.saturating_duration_since(self.began);
        u64::try_from(since.as_millis()).unwrap_or(u64::MAX)
    }

    /// Does what the brain asks for; whether that is to leave.
    fn act(&mut self, out: &mut Vec<Output>) -> io::Result<bool> {
        let mut todo: VecDeque<_> = out.drain(..).collect();
        while let Some(output) = todo.pop_front() {
            match output {
                Output::Say(reply) => writeln!(self.out, "{reply}")?,
                Output::Prepare(engine) => {
                    if let Err(why) = self.prepare(engine) {
                        let mut more = Vec::new();
                        self.brain.failed(why, self.ms(Instant::now()), &mut more);
                        todo.extend(more);
                    }
                }
                Output::Think(mut task, asked_ms) => {
                    let late_ms = self.ms(Instant::now()).saturating_sub(asked_ms);
                    task.limits = shortened(task.limits, late_ms);
                    if let Some((_, thinker)) = &mut self.engine {
                        thinker.think(task);
                    }
                }
                Output::Stop => {
                    if let Some((_, thinker)) = &self.engine {
                        thinker.stop();
                    }
                }
                Output::Leave => return Ok(true),
            }
        }
        Ok(false)
    }

    /// Has an engine of this size; of a smaller one if there is no memory for it.
    fn prepare(&mut self, wanted: Engine) -> Result<(), String> {
        if self
            .engine
            .as_ref()
            .is_some_and(|(engine, _)| *engine == wanted)
        {
            return Ok(());
        }
        self.engine = None; // its memory first
        let mut hash_mib = wanted.hash_mib;
        loop {
            let send = self.send.clone();
            let tell = move |answer| drop(send.send(Signal::Answer(answer)));
            match Thinker::start(wanted.threads, hash_mib, tell) {
                Ok(thinker) => {
                    self.engine = Some((wanted, thinker));
                    return Ok(());
                }
                Err(StartError::Memory(_)) if hash_mib > 1 => hash_mib /= 2,
                Err(StartError::Memory(_)) => return Err("no memory for a table".into()),
                Err(StartError::Thread(error)) => return Err(format!("no thread: {error}")),
            }
        }
    }

    /// The reader may go on, unless too much waits.
    fn let_go_on(&mut self) {
        while self.held > 0 && !self.brain.is_full() {
            self.held -= 1;
            let _ = self.tokens.try_recv(); // each was sent before its batch was told
        }
    }
}
