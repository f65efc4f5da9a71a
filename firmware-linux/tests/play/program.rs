//! The program as a child process: lines in, lines out, and a deadline for everything.

use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, Command, ExitStatus, Output, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::thread;
use std::time::{Duration, Instant};

/// Far more than anything here takes: whoever meets it hangs.
pub(crate) const DEADLINE: Duration = Duration::from_secs(60);

/// The program with these arguments, in English, whatever the environment says.
pub(crate) fn command(args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_minmax-h3"));
    command.args(args);
    for name in ["LC_ALL", "LC_MESSAGES", "LANG", "NO_COLOR"] {
        command.env_remove(name);
    }
    command
}

/// The arguments and a small search that plays the same everywhere.
pub(crate) fn quick<'a>(args: &[&'a str]) -> Vec<&'a str> {
    [args, &["--nodes", "300", "--seed", "1", "--hash", "1"]].concat()
}

/// Waits for the end of the program, without a look at what it says.
///
/// # Panics
/// If it does not come.
pub(crate) fn wait(child: &mut Child) -> ExitStatus {
    let began = Instant::now();
    loop {
        if let Some(status) = child.try_wait().unwrap() {
            return status;
        }
        if began.elapsed() > DEADLINE {
            child.kill().unwrap();
            panic!("the program has not ended in time");
        }
        thread::sleep(Duration::from_millis(5));
    }
}

/// Waits for the end of the program.
///
/// # Panics
/// If it does not come.
pub(crate) fn finish(mut child: Child) -> Output {
    let (mut out, mut err) = (child.stdout.take(), child.stderr.take());
    let all = |pipe: Option<Box<dyn Read + Send>>| {
        thread::spawn(move || {
            let mut bytes = Vec::new();
            let read = pipe.map(|mut pipe| pipe.read_to_end(&mut bytes));
            read.transpose().unwrap();
            bytes
        })
    };
    let stdout = all(out.take().map(|pipe| Box::new(pipe) as _));
    let stderr = all(err.take().map(|pipe| Box::new(pipe) as _));
    let status = wait(&mut child);
    Output {
        status,
        stdout: stdout.join().unwrap(),
        stderr: stderr.join().unwrap(),
    }
}

/// The program run with this input; what it printed, its errors and its exit code.
pub(crate) fn run(args: &[&str], input: impl Into<Vec<u8>>) -> (String, String, i32) {
    let mut child = spawn(&mut command(args));
    let mut stdin = child.stdin.take().unwrap();
    let input = input.into();
    // The program may leave before it has read everything.
    let writer = thread::spawn(move || drop(stdin.write_all(&input)));
    let output = finish(child);
    writer.join().unwrap();
    (
        String::from_utf8(output.stdout).unwrap(),
        String::from_utf8(output.stderr).unwrap(),
        output.status.code().unwrap(),
    )
}

/// What the program prints to this script, having ended well.
pub(crate) fn script(args: &[&str], lines: &[&str]) -> String {
    let (stdout, stderr, code) = run(args, lines.join("\n") + "\n");
    assert_eq!((stderr.as_str(), code), ("", 0));
    stdout
}

/// Starts with pipes on all three ends.
pub(crate) fn spawn(command: &mut Command) -> Child {
    let command = command.stdin(Stdio::piped()).stdout(Stdio::piped());
    command.stderr(Stdio::piped()).spawn().unwrap()
}

/// A conversation with the program.
pub(crate) struct Talk {
    pub(crate) child: Child,
    stdin: Option<ChildStdin>,
    lines: Receiver<String>,
}

impl Talk {
    /// Starts the program.
    pub(crate) fn new(args: &[&str]) -> Self {
        let mut child = spawn(&mut command(args));
        let stdin = child.stdin.take();
        let stdout = BufReader::new(child.stdout.take().unwrap());
        let (send, lines) = channel();
        thread::spawn(move || {
            for line in stdout.lines() {
                if send.send(line.unwrap()).is_err() {
                    return;
                }
            }
        });
        Self {
            child,
            stdin,
            lines,
        }
    }

    /// Types bytes.
    pub(crate) fn send_bytes(&mut self, bytes: &[u8]) {
        let stdin = self.stdin.as_mut().unwrap();
        stdin.write_all(bytes).unwrap();
        stdin.flush().unwrap();
    }

    /// Types a line.
    pub(crate) fn send(&mut self, line: &str) {
        self.send_bytes(format!("{line}\n").as_bytes());
    }

    /// All lines up to the first that `wanted` likes, that one last.
    pub(crate) fn until(&self, wanted: impl Fn(&str) -> bool) -> Vec<String> {
        let mut seen = Vec::new();
        loop {
            let Ok(line) = self.lines.recv_timeout(DEADLINE) else {
                panic!("not said: after\n{}", seen.join("\n"));
            };
            let found = wanted(&line);
            seen.push(line);
            if found {
                return seen;
            }
        }
    }

    /// Waits for a line that holds this text.
    pub(crate) fn expect(&self, text: &str) -> String {
        self.until(|line| line.contains(text)).pop().unwrap()
    }

    /// All lines from here to the end of the output.
    #[allow(dead_code, reason = "shared with another test")]
    pub(crate) fn rest(&self) -> Vec<String> {
        let mut rest = Vec::new();
        loop {
            match self.lines.recv_timeout(DEADLINE) {
                Ok(line) => rest.push(line),
                Err(RecvTimeoutError::Disconnected) => return rest,
                Err(RecvTimeoutError::Timeout) => panic!("no end: after\n{}", rest.join("\n")),
            }
        }
    }

    /// Ends the input.
    pub(crate) fn close_input(&mut self) {
        self.stdin = None;
    }

    /// Waits for the end: the exit code.
    pub(crate) fn end(self) -> i32 {
        finish(self.child).status.code().unwrap()
    }
}
