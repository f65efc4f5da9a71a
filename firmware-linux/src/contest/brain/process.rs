//! A brain as another process: lines in and out, its end, and how it is ended.

use std::io::{self, Write};
use std::process::{Child, ChildStdin, Command as Start, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, SyncSender, channel, sync_channel};
use std::thread;
use std::time::{Duration, Instant};

use super::lines;
use crate::contest::spec::Command;
use crate::contest::stop::Stop;
use crate::lang::quoted;

/// Lines that wait to be looked at; a brain that writes more has to wait itself.
const WAITING_LINES: usize = 64;
/// How long a brain may take to end when told to.
const FAREWELL: Duration = Duration::from_millis(1_000);
/// How long the end of a process may take to be seen after that of its output.
const LAST_BREATH: Duration = Duration::from_millis(200);
/// How often a waiting thread looks around.
const LOOK: Duration = Duration::from_millis(50);
/// How often a process is asked whether it has ended.
const ASK: Duration = Duration::from_millis(2);

/// A line, and when it came.
#[derive(Debug)]
struct Heard {
    at: Instant,
    line: String,
}

/// Why a wait ended without what was waited for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Silence {
    /// The brain's output has ended.
    Ended,
    /// The time is over, or whoever waited was told to stop.
    TimeOver,
}

/// A running brain. Dropping it ends it.
#[derive(Debug)]
pub(super) struct Process {
    child: Child,
    stdin: Option<ChildStdin>,
    heard: Receiver<Heard>,
    /// The last line on its standard error, once that has ended.
    complaint: Receiver<String>,
}

impl Process {
    /// Starts it, with `more` behind its arguments.
    pub(super) fn start(command: &Command, more: &[String]) -> io::Result<Self> {
        let mut start = Start::new(&command.program);
        start.args(&command.args).args(more);
        let piped = || Stdio::piped();
        start.stdin(piped()).stdout(piped()).stderr(piped());
        own_group(&mut start);
        let mut child = start.spawn()?;
        let (send, heard) = sync_channel(WAITING_LINES);
        let (complain, complaint) = channel();
        let watched = watch(&mut child, send, complain);
        let stdin = child.stdin.take();
        // From here on whatever happens ends the child.
        let process = Self {
            child,
            stdin,
            heard,
            complaint,
        };
        watched.map(|()| process)
    }

    /// Writes these lines.
    pub(super) fn say(&mut self, text: &str) -> io::Result<()> {
        let stdin = self.stdin.as_mut().ok_or(io::ErrorKind::BrokenPipe)?;
        stdin.write_all(text.as_bytes())?;
        stdin.flush()
    }

    /// Forgets what it has said so far: it answers nothing that is still to be asked.
    pub(super) fn forget(&self) {
        self.heard.try_iter().take(WAITING_LINES).for_each(drop);
    }

    /// Waits until it says something that `wanted` makes something of; that, and when it came.
    pub(super) fn wait<T>(
        &self,
        deadline: Instant,
        stop: &Stop,
        mut wanted: impl FnMut(&str) -> Option<T>,
    ) -> Result<(Instant, T), Silence> {
        loop {
            let left = deadline.saturating_duration_since(Instant::now());
            if left.is_zero() || stop.is_set() {
                return Err(Silence::TimeOver);
            }
            match self.heard.recv_timeout(left.min(LOOK)) {
                Ok(heard) => {
                    if let Some(found) = wanted(&heard.line) {
                        return Ok((heard.at, found));
                    }
                }
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => return Err(Silence::Ended),
            }
        }
    }

    /// Tells it to end and sees to it that it does.
    pub(super) fn end(mut self) {
        let _ = self.say("END\r\n"); // it may have ended already
        self.stdin = None;
        self.ended_within(FAREWELL);
    }

    /// How a process whose output has ended went, in English.
    pub(super) fn last_words(mut self) -> String {
        let mut words = match self.ended_within(LAST_BREATH) {
            Some(status) => status.to_string(),
            None => "its output has ended".into(),
        };
        if let Ok(complaint) = self.complaint.recv_timeout(LAST_BREATH) {
            words = format!("{words}: {}", quoted(&complaint));
        }
        words
    }

    fn ended_within(&mut self, time: Duration) -> Option<std::process::ExitStatus> {
        let deadline = Instant::now() + time;
        loop {
            match self.child.try_wait() {
                Ok(None) if Instant::now() < deadline => thread::sleep(ASK),
                ended => return ended.ok().flatten(),
            }
        }
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        if !matches!(self.child.try_wait(), Ok(Some(_))) {
            kill(&mut self.child);
        }
        let _ = self.child.wait(); // it is killed: this does not take long
    }
}

/// Begins to read both of its outputs, each on a thread of its own that ends with the output.
fn watch(child: &mut Child, send: SyncSender<Heard>, complain: Sender<String>) -> io::Result<()> {
    let (Some(stdout), Some(stderr)) = (child.stdout.take(), child.stderr.take()) else {
        return Ok(()); // both were asked for
    };
    let hear = move || {
        lines::read(stdout, |line| {
            let at = Instant::now();
            is_talk(&line) || send.send(Heard { at, line }).is_ok()
        });
    };
    let drain = move || {
        let mut last = None;
        lines::read(stderr, |line| {
            last = Some(line);
            true
        });
        last.map(|line| complain.send(line)); // nobody need ask
    };
    thread::Builder::new().name("brain".into()).spawn(hear)?;
    thread::Builder::new()
        .name("brain's errors".into())
        .spawn(drain)?;
    Ok(())
}

/// What a brain says for people.
fn is_talk(line: &str) -> bool {
    let word = line.split_whitespace().next().unwrap_or_default();
    ["MESSAGE", "DEBUG"]
        .iter()
        .any(|talk| word.eq_ignore_ascii_case(talk))
}

/// Ctrl-C on the terminal is for the match; and what a brain has started goes with it.
#[cfg(unix)]
fn own_group(start: &mut Start) {
    use std::os::unix::process::CommandExt;
    start.process_group(0);
}

#[cfg(not(unix))]
fn own_group(_: &mut Start) {}

#[cfg(target_os = "linux")]
fn kill(child: &mut Child) {
    use nix::sys::signal::{Signal, killpg};
    use nix::unistd::Pid;
    let group = i32::try_from(child.id()).map(Pid::from_raw);
    if !group.is_ok_and(|group| killpg(group, Signal::SIGKILL).is_ok()) {
        let _ = child.kill(); // it has ended meanwhile
    }
}

#[cfg(not(target_os = "linux"))]
fn kill(child: &mut Child) {
    let _ = child.kill(); // it has ended meanwhile
}
