//! `minmax-h3 serve` as a child process.

use std::io::{BufRead, BufReader};
use std::process::{Child, ChildStdout, Command, Stdio};

/// A server that listens; it ends with this.
pub(crate) struct Server {
    child: Child,
    /// What it prints: it may go on.
    _lines: BufReader<ChildStdout>,
    /// `http://127.0.0.1:PORT/`
    pub(crate) url: String,
}

impl Server {
    /// A server on any free port.
    pub(crate) fn start() -> Self {
        Self::with(&["--bind", "127.0.0.1:0"])
    }

    /// A server with these arguments.
    pub(crate) fn with(arguments: &[&str]) -> Self {
        let mut child = Command::new(env!("CARGO_BIN_EXE_minmax-h3"))
            .arg("serve")
            .args(arguments)
            .env("LC_ALL", "C.UTF-8")
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut url = String::new();
        let mut lines = BufReader::new(child.stdout.take().unwrap());
        lines.read_line(&mut url).unwrap();
        let url = url.trim().to_owned();
        assert!(url.starts_with("http://127.0.0.1:"), "{url}");
        Self {
            child,
            _lines: lines,
            url,
        }
    }

    /// Another server at the same address, which has forgotten every game.
    pub(crate) fn again(self) -> Self {
        let address = self.address();
        drop(self);
        Self::at(&address)
    }

    /// A server at this address.
    pub(crate) fn at(address: &str) -> Self {
        Self::with(&["--bind", address])
    }

    /// `127.0.0.1:PORT`
    pub(crate) fn address(&self) -> String {
        self.url[7..].trim_end_matches('/').to_owned()
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        // As a pulled plug: there is nothing that it could still say.
        drop(self.child.kill());
        drop(self.child.wait());
    }
}
