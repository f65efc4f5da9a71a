//! The box as a program: a whole game on a pseudo-terminal, a pulled plug, and its last words.
#![cfg(target_os = "linux")]
#![allow(clippy::unwrap_used, clippy::expect_used, reason = "tests")]

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

const DEADLINE: Duration = Duration::from_secs(60);

/// A serial terminal, and the box at the other end of its line.
struct Desk {
    folder: TempDir,
    line: File,
    device: PathBuf,
    heard: Receiver<Vec<u8>>,
    text: String,
    program: Option<Child>,
}

impl Desk {
    fn new(game: &str) -> Self {
        let master = posix_openpt(OFlag::O_RDWR | OFlag::O_NOCTTY).unwrap();
        grantpt(&master).unwrap();
        unlockpt(&master).unwrap();
        let device = PathBuf::from(ptsname_r(&master).unwrap());
        let line = File::from(OwnedFd::from(master));
        let mut reader = line.try_clone().unwrap();
        // Somebody else has the device open too, so that it outlives the box.
        let keeper = OpenOptions::new()
            .read(true)
            .write(true)
            .open(&device)
            .unwrap();
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
        let desk = Self {
            folder: tempfile::tempdir().unwrap(),
            line,
            device,
            heard,
            text: String::new(),
            program: None,
        };
        let device = desk.device.display();
        let store = desk.store();
        let store = store.display();
        let file = format!("{game}\n[uart]\npath = \"{device}\"\n[store]\nfolder = \"{store}\"\n");
        fs::write(desk.file(), file).unwrap();
        desk
    }

    fn file(&self) -> PathBuf {
        self.folder.path().join("box.toml")
    }

    fn store(&self) -> PathBuf {
        self.folder.path().join("store")
    }

    fn kept(&self) -> PathBuf {
        self.store().join("game.sgf")
    }

    fn start(&mut self) {
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

    fn kill(&mut self) {
        let mut program = self.program.take().unwrap();
        program.kill().unwrap();
        program.wait().unwrap();
    }

    /// By `SIGTERM`: how long it took, and whether all was well.
    fn terminate(&mut self) -> (Duration, bool) {
        let mut program = self.program.take().unwrap();
        let begin = Instant::now();
        let pid = program.id().to_string();
        let told = Command::new("kill").args(["-TERM", &pid]).status();
        assert!(told.unwrap().success());
        let ended = program.wait().unwrap();
        (begin.elapsed(), ended.success())
    }

    fn type_line(&mut self, line: &str) {
        self.line.write_all(format!("{line}\r").as_bytes()).unwrap();
    }

    /// Waits for words, and forgets everything up to their end.
    fn read_to(&mut self, words: &str) -> String {
        let end = Instant::now() + DEADLINE;
        loop {
            if let Some(at) = self.text.find(words) {
                let rest = self.text.split_off(at + words.len());
                return std::mem::replace(&mut self.text, rest);
            }
            match self
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
    fn wait_for(path: &Path, words: &str) -> String {
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

/// The game is played on free cells in order until it is over.
#[test]
fn a_whole_game_over_a_serial_line() {
    let mut desk = Desk::new("game = \"tictactoe\"\nlevel = 10");
    desk.start();
    desk.read_to("tic-tac-toe");
    let mut board = desk.read_to("Black (X) to move.");
    let over = ["White (O) wins", "A draw"];
    for _ in 0..5 {
        let cell = ('1'..='9')
            .find(|&cell| is_free(&board, cell))
            .expect("a free cell");
        desk.type_line(&cell.to_string());
        board = desk.read_to("   a b c");
        let rest = desk.read_to(".");
        if over.iter().any(|words| rest.contains(words)) {
            let kept = Desk::wait_for(&desk.kept(), "RE[");
            assert!(
                kept.contains("RE[W+]") || kept.contains("RE[Draw]") || kept.contains("RE[0]"),
                "{kept}"
            );
            assert!(desk.terminate().1);
            return;
        }
    }
    panic!("five moves, and no end: {board}");
}

/// On the last diagram, where cells that are free show their numbers.
fn is_free(board: &str, cell: char) -> bool {
    let rows: Vec<_> = board
        .lines()
        .filter(|line| line.trim_start().starts_with(['1', '2', '3']))
        .collect();
    let last = rows.len().saturating_sub(3);
    rows[last..]
        .iter()
        .any(|row| row.get(2..).is_some_and(|cells| cells.contains(cell)))
}

#[test]
fn a_pulled_plug_loses_nothing() {
    let mut desk = Desk::new("game = \"gomoku\"\nlevel = 2");
    desk.start();
    desk.read_to("Black (X) to move.");
    desk.type_line("h8");
    desk.read_to("White (O) plays");
    desk.read_to("Black (X) to move.");
    desk.type_line("level 3");
    desk.read_to("Level 3.");
    let before = Desk::wait_for(&desk.kept(), "ML[3]");
    desk.kill();

    desk.start();
    let shown = desk.read_to("Black (X) to move.");
    assert!(shown.contains("engine, level 3"), "{shown}");
    let stones = |stone| {
        let rows = shown.lines().filter(|row| row.starts_with([' ', '1']));
        rows.flat_map(str::chars).filter(|&c| c == stone).count()
    };
    assert_eq!((stones('X'), stones('O')), (1, 1), "{shown}");
    desk.type_line("undo");
    desk.read_to("Moves taken back: 2.");
    assert!(before.contains(";B[hh]"));
}

#[test]
fn a_damaged_game_is_kept_aside() {
    let mut desk = Desk::new("game = \"gomoku\"");
    fs::create_dir(desk.store()).unwrap();
    fs::write(desk.kept(), "(;GM[4]SZ[15];B[hh];W[h").unwrap();
    desk.start();
    desk.read_to("Black (X) to move.");
    desk.read_to("Kept game damaged");
    let names: Vec<_> = fs::read_dir(desk.store())
        .unwrap()
        .map(|e| e.unwrap().path())
        .collect();
    let aside = names
        .iter()
        .find(|path| path.display().to_string().contains("damaged"));
    assert_eq!(
        fs::read_to_string(aside.unwrap()).unwrap(),
        "(;GM[4]SZ[15];B[hh];W[h"
    );
}

#[test]
fn the_systems_signal_ends_it_with_the_game_kept() {
    let mut desk = Desk::new("game = \"gomoku\"\nlevel = 10");
    desk.start();
    desk.read_to("Black (X) to move.");
    desk.type_line("h8");
    desk.read_to("Black (X) plays h8");
    let (took, well) = desk.terminate(); // while the engine thinks
    assert!(well && took < Duration::from_secs(10), "{took:?}");
    assert!(fs::read_to_string(desk.kept()).unwrap().contains(";B[hh]"));
    desk.start(); // and the engine answers by itself
    desk.read_to("White (O) plays");
    desk.read_to("Black (X) to move.");
}

#[test]
fn a_line_that_is_not_there_is_no_reason_to_end() {
    let mut desk = Desk::new("game = \"gomoku\"");
    let text = fs::read_to_string(desk.file()).unwrap();
    let nowhere = desk.folder.path().join("adapter");
    let device = desk.device.display().to_string();
    fs::write(
        desk.file(),
        text.replace(&device, &nowhere.display().to_string()),
    )
    .unwrap();
    desk.start();
    thread::sleep(Duration::from_millis(300));
    std::os::unix::fs::symlink(&desk.device, &nowhere).unwrap();
    desk.read_to("Black (X) to move.");
    desk.type_line("h8");
    desk.read_to("Black (X) plays h8");
}
