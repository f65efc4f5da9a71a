//! Input, the engine and the brain in one loop.
//!
//! Everything arrives on one channel. Lines that the brain has no room for wait as they came.

use std::collections::VecDeque;
use std::io::{self, BufWriter, Write};
use std::process;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread;
use std::time::{Duration, Instant};

use super::brain::{Brain, Config, Engine, Output};
use super::clock::shortened;
use super::command::parse;
use super::dialect::Dialect;
use super::input::{Ahead, Chunk, read};
use super::lines::Lines;
use super::peek;
use crate::pool::StartError;
use crate::thinker::{Answer, Thinker};

/// So long what stands before an `END` may still be answered, and an engine that was stopped at the
/// end of the input may still come with its move.
const LAST_WORD: Duration = Duration::from_millis(25);
/// So many lines before an `END` are answered however long the machine keeps the loop waiting.
const LAST_LINES: usize = 50;
/// Who takes longer than this over writing, after an `END`, is stuck: nobody reads.
const WRITING: Duration = Duration::from_millis(15);
/// So long after an `END` the process ends whatever the loop does.
const GRACE: Duration = Duration::from_secs(1);

/// Something that the loop hears.
enum Signal {
    /// From standard input.
    Chunk(Chunk),
    /// From the engine.
    Answer(Answer),
}

/// What the loop works with.
struct Host<W: Write> {
    brain: Brain,
    dialect: Dialect,
    engine: Option<(Engine, Thinker)>,
    send: Sender<Signal>,
    signals: Receiver<Signal>,
    ahead: Arc<Ahead>,
    lines: Lines,
    /// What was read, but not heard yet.
    unheard: VecDeque<Chunk>,
    began: Instant,
    /// When the engine was told to move at once.
    stopped: Option<Instant>,
    /// Lines heard since an `END` was read.
    last_lines: usize,
    out: BufWriter<Watched<W>>,
}

/// An output that tells whether somebody writes: an odd number while he does.
struct Watched<W> {
    out: W,
    writes: Arc<AtomicU32>,
}

impl<W: Write> Write for Watched<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.writes.fetch_add(1, Ordering::Relaxed);
        let written = self.out.write(bytes);
        self.writes.fetch_add(1, Ordering::Relaxed);
        written
    }

    fn flush(&mut self) -> io::Result<()> {
        self.writes.fetch_add(1, Ordering::Relaxed);
        let flushed = self.out.flush();
        self.writes.fetch_add(1, Ordering::Relaxed);
        flushed
    }
}

/// Speaks the protocol on standard input and output until `END` or the end of the input.
///
/// # Errors
/// The system gives no thread, or standard output cannot be written.
pub fn run(config: Config) -> io::Result<()> {
    let (send, signals) = channel();
    let (ahead, writes) = (Arc::default(), Arc::default());
    let (tell, ahead_of) = (send.clone(), Arc::clone(&ahead));
    let writes_of = Arc::clone(&writes);
    let input = move || listen(&ahead_of, &writes_of, &tell);
    thread::Builder::new().name("input".into()).spawn(input)?;
    let host = Host {
        dialect: config.dialect,
        brain: Brain::new(config),
        engine: None,
        send,
        signals,
        ahead,
        lines: Lines::default(),
        unheard: VecDeque::new(),
        began: Instant::now(),
        stopped: None,
        last_lines: 0,
        out: BufWriter::new(Watched {
            out: io::stdout(),
            writes,
        }),
    };
    host.run()
}

fn listen(ahead: &Ahead, writes: &AtomicU32, tell: &Sender<Signal>) {
    read(io::stdin().lock(), peek::stdin, ahead, |chunk| {
        tell.send(Signal::Chunk(chunk)).is_ok()
    });
    if let Some(at) = ahead.end() {
        thread::sleep(LAST_WORD.saturating_sub(WRITING));
        while at.elapsed() < GRACE {
            let before = writes.load(Ordering::Relaxed);
            thread::sleep(WRITING);
            if before % 2 == 1 && writes.load(Ordering::Relaxed) == before {
                break;
            }
        }
        process::exit(0);
    }
}

impl<W: Write> Host<W> {
    fn run(mut self) -> io::Result<()> {
        while let Some(signal) = self.next() {
            let mut out = Vec::new();
            match signal {
                Signal::Chunk(chunk) => self.unheard.push_back(chunk),
                Signal::Answer(answer) => self.answer(answer, &mut out),
            }
            if self.act(&mut out)? || self.go_on()? {
                break;
            }
            self.out.flush()?;
        }
        self.leave()
    }

    /// Goes on with what waits, as far as the brain has room for it; whether to leave.
    fn go_on(&mut self) -> io::Result<bool> {
        loop {
            if self.catch_up()? {
                return Ok(true);
            }
            if self.brain.is_full() {
                return Ok(false);
            }
            let Some(chunk) = self.unheard.pop_front() else {
                return Ok(false);
            };
            if self.hear(&chunk)? {
                return Ok(true);
            }
            self.ahead.release(&chunk);
            self.out.flush()?;
        }
    }

    /// Obeys what has waited for the engine; whether to leave.
    fn catch_up(&mut self) -> io::Result<bool> {
        let mut out = Vec::new();
        while self.brain.go_on(self.ms(Instant::now()), &mut out) {
            if self.act(&mut out)? || self.is_late() {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Hears the lines of a chunk; whether to leave.
    fn hear(&mut self, chunk: &Chunk) -> io::Result<bool> {
        let mut batch = Vec::new();
        let dialect = self.dialect;
        let mut add = |line: Result<&[u8], _>| {
            let parsed = line.and_then(|line| parse(line, dialect)).transpose();
            batch.extend(parsed);
        };
        self.lines.take(&chunk.bytes, &mut add);
        let ended = chunk.bytes.is_empty();
        if ended {
            self.lines.finish(&mut add);
        }
        let (now_ms, mut out) = (self.ms(chunk.at), Vec::new());
        for heard in batch {
            self.brain.hear(heard, now_ms, &mut out);
            if self.act(&mut out)? || self.is_late() {
                return Ok(true);
            }
        }
        if ended {
            self.brain.end(&mut out);
        }
        self.act(&mut out)
    }

    /// Whether there is no time left for what stands before an `END`, after one line more.
    fn is_late(&mut self) -> bool {
        let Some(at) = self.ahead.end() else {
            return false;
        };
        self.last_lines += 1;
        self.last_lines > LAST_LINES && at.elapsed() >= LAST_WORD
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
        let stopped = self.stopped.filter(|_| self.brain.is_at_its_last());
        let last = self.ahead.end().or(stopped);
        match last.filter(|_| self.brain.is_thinking()) {
            None => self.signals.recv().ok(),
            Some(at) => {
                let left = LAST_WORD.saturating_sub(at.elapsed());
                self.signals.recv_timeout(left).ok()
            }
        }
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
                self.brain.failed(why, out);
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
                        self.brain.failed(why, &mut more);
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
                    self.stopped = Some(Instant::now());
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
}
