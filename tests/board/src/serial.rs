//! The outer end of one of the board's serial ports.

use std::{
    io::{ErrorKind, Read, Write},
    os::unix::net::UnixStream,
    time::{Duration, Instant},
};

use anyhow::{Context, Result, bail};

/// How long an answer may take. The emulated board shares this machine with others.
pub const PATIENCE: Duration = Duration::from_secs(60);

/// A serial port: what is written goes to the board, and everything that comes back is kept.
pub struct Serial {
    name: &'static str,
    stream: UnixStream,
    /// All that has come in.
    heard: String,
    /// How much of it has been looked at.
    read: usize,
}

impl Serial {
    pub(crate) fn new(name: &'static str, stream: UnixStream) -> Self {
        let heard = String::new();
        Self {
            name,
            stream,
            heard,
            read: 0,
        }
    }

    /// Sends a line.
    pub fn send(&mut self, line: &str) -> Result<()> {
        self.send_bytes(format!("{line}\n").as_bytes())
    }

    /// Sends bytes as they are.
    pub fn send_bytes(&mut self, bytes: &[u8]) -> Result<()> {
        self.stream
            .write_all(bytes)
            .with_context(|| format!("writing to {}", self.name))
    }

    /// Waits for a line that has these words in it, and gives it. What comes after it is still to be read.
    ///
    /// # Errors
    ///
    /// When it has not come within [`PATIENCE`].
    pub fn wait_for(&mut self, words: &str) -> Result<String> {
        self.wait_for_any(&[words])
    }

    /// As [`Serial::wait_for`], for a line with any of these.
    pub fn wait_for_any(&mut self, words: &[&str]) -> Result<String> {
        self.wait_long_for(words, PATIENCE)
    }

    pub(crate) fn wait_long_for(&mut self, words: &[&str], patience: Duration) -> Result<String> {
        let deadline = Instant::now() + patience;
        loop {
            while let Some(line) = self.next_line() {
                if words.iter().any(|&words| line.contains(words)) {
                    return Ok(line);
                }
            }
            if !self.hear(deadline)? {
                bail!("{}: none of {words:?} within {patience:?}", self.name);
            }
        }
    }

    /// The next line that has come in whole, without its end.
    fn next_line(&mut self) -> Option<String> {
        let rest = &self.heard[self.read..];
        let end = rest.find('\n')?;
        let line = rest[..end].trim_end_matches('\r').to_owned();
        self.read += end + 1;
        Some(line)
    }

    /// All that has come in since the board was switched on.
    pub fn heard(&self) -> &str {
        &self.heard
    }

    /// Waits for more to come in; false when the deadline is over.
    fn hear(&mut self, deadline: Instant) -> Result<bool> {
        let left = deadline.saturating_duration_since(Instant::now());
        if left.is_zero() {
            return Ok(false);
        }
        self.stream.set_read_timeout(Some(left))?;
        let mut buffer = [0; 4096];
        match self.stream.read(&mut buffer) {
            Ok(0) => bail!("{}: the emulator has ended", self.name),
            Ok(count) => self
                .heard
                .push_str(&String::from_utf8_lossy(&buffer[..count])),
            Err(error) if error.kind() == ErrorKind::WouldBlock => return Ok(false),
            Err(error) if error.kind() == ErrorKind::Interrupted => {}
            Err(error) => return Err(error).context(self.name),
        }
        Ok(true)
    }
}
