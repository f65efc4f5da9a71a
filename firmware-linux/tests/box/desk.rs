//! A desk with a box on it: the program, and the far ends of its serial lines.

use std::fs::{self, File, OpenOptions};
use std::io::{Read, Write};
use std::os::fd::OwnedFd;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::thread;
use std::time::{Duration, Instant};

use nix::fcntl::OFlag;
use nix::pty::{grantpt, posix_openpt, ptsname_r, unlockpt};
use tempfile::TempDir;

pub(crate) const DEADLINE: Duration = Duration::from_secs(60);

/// The far end of a serial line.
pub(crate) struct Wire {
    pub(crate) line: File,
    pub(crate) device: PathBuf,
    pub(crate) heard: Receiver<Vec<u8>>,
}

impl Wire {
    pub(crate) fn new() -> Self {
        let master = posix_openpt(OFlag::O_RDWR | OFlag::O_NOCTTY).unwrap();
        grantpt(&master).unwrap();
        unlockpt(&master).unwrap();
        let device = PathBuf::from(ptsname_r(&master).unwrap());
        let line = File::from(OwnedFd::from(master));
        let mut reader = line.try_clone().unwrap();
        // Somebody else has the device open too, so that it outlives the box.
        let mut options = OpenOptions::new();
        let keeper = options.read(true).write(true).open(&device).unwrap();
        let (send, heard) = channel();
        thread::spawn(move || {
            let _keeper = keeper;
            let mut bytes = [0; 4096];
            while let Ok(count) = reader.read(&mut bytes) {
                if count == 0 || send.send(bytes[..count].to_vec()).is_err() {
                    return;
                }
            }
        });
        Self {
            line,
            device,
            heard,
        }
    }
}

/// A serial terminal, and the box at the other end of its line.
pub(crate) struct Desk {
    pub(crate) folder: TempDir,
    pub(crate) terminal: Wire,
    text: String,
    program: Option<Child>,
}

impl Desk {
    pub(crate) fn new(game: &str) -> Self {
        Self::with(game, "")
    }

    /// With more sections in the box's file.
    pub(crate) fn with(game: &str, sections: &str) -> Self {
        let desk = Self {
            folder: tempfile::tempdir().unwrap(),
            terminal: Wire::new(),
            text: String::new(),
            program: None,
        };
        let device = desk.terminal.device.display();
        let store = desk.store();
        let store = store.display();
        let file = format!(
            "{game}\n[uart]\npath = \"{device}\"\n[store]\nfolder = \"{store}\"\n{sections}"
        );
        fs::write(desk.file(), file).unwrap();
        desk
    }

    pub(crate) fn file(&self) -> PathBuf {
        self.folder.path().join("box.toml")
    }

    pub(crate) fn store(&self) -> PathBuf {
        self.folder.path().join("store")
    }

    pub(crate) fn kept(&self) -> PathBuf {
        self.store().join("game.sgf")
    }

    pub(crate) fn start(&mut self) {
        let program = Command::new(env!("CARGO_BIN_EXE_minmax-h3"))
            .args(["box", "--config"])
            .arg(self.file())
            .env("LC_ALL", "C.UTF-8")
            .stdin(Stdio::null())
            .stderr(Stdio::null())
            .spawn();
        self.program = Some(program.unwrap());
        self.text.clear();
    }

    pub(crate) fn kill(&mut self) {
        let mut program = self.program.take().unwrap();
        program.kill().unwrap();
        program.wait().unwrap();
    }

    /// By `SIGTERM`: how long it took, and whether all was well.
    pub(crate) fn terminate(&mut self) -> (Duration, bool) {
        let mut program = self.program.take().unwrap();
        let begin = Instant::now();
        let pid = program.id().to_string();
        let told = Command::new("kill").args(["-TERM", &pid]).status();
        assert!(told.unwrap().success());
        let ended = program.wait().unwrap();
        (begin.elapsed(), ended.success())
    }

    pub(crate) fn type_line(&mut self, line: &str) {
        self.terminal
            .line
            .write_all(format!("{line}\r").as_bytes())
            .unwrap();
    }

    /// Waits for words, and forgets everything up to their end.
    pub(crate) fn read_to(&mut self, words: &str) -> String {
        let end = Instant::now() + DEADLINE;
        loop {
            if let Some(at) = self.text.find(words) {
                let rest = self.text.split_off(at + words.len());
                return std::mem::replace(&mut self.text, rest);
            }
            match self
                .terminal
                .heard
                .recv_timeout(end.saturating_duration_since(Instant::now()))
            {
                Ok(bytes) => self.text.push_str(&String::from_utf8_lossy(&bytes)),
                Err(RecvTimeoutError::Timeout) => panic!("no '{words}' in: {}", self.text),
                Err(RecvTimeoutError::Disconnected) => panic!("the line is gone"),
            }
        }
    }

    /// Waits until the file holds that.
    pub(crate) fn wait_for(path: &Path, words: &str) -> String {
        let end = Instant::now() + DEADLINE;
        loop {
            let text = fs::read_to_string(path).unwrap_or_default();
            if text.contains(words) {
                return text;
            }
            assert!(
                Instant::now() < end,
                "no {words} in {}: {text}",
                path.display()
            );
            thread::sleep(Duration::from_millis(20));
        }
    }
}

impl Drop for Desk {
    fn drop(&mut self) {
        if let Some(mut program) = self.program.take() {
            let _ = program.kill();
            let _ = program.wait();
        }
    }
}
