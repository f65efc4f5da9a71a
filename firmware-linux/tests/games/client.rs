//! A client of the service, as small as can be: a request a connection, and streams of events.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::sync::mpsc::{Receiver, channel};
use std::thread;
use std::time::{Duration, Instant};

use serde_json::Value;

pub(crate) const DEADLINE: Duration = Duration::from_secs(60);

/// Where the service is: `127.0.0.1:8000`.
#[derive(Clone)]
pub(crate) struct Client(pub(crate) String);

/// Events of a stream: name and data.
pub(crate) type Events = Receiver<(String, Value)>;

impl Client {
    /// Waits until somebody listens there.
    pub(crate) fn connect(&self) -> TcpStream {
        let end = Instant::now() + DEADLINE;
        loop {
            match TcpStream::connect(&self.0) {
                Ok(stream) => {
                    stream.set_read_timeout(Some(DEADLINE)).unwrap();
                    return stream;
                }
                Err(error) => assert!(Instant::now() < end, "{}: {error}", self.0),
            }
            thread::sleep(Duration::from_millis(20));
        }
    }

    /// The answer's status and body.
    pub(crate) fn send(&self, method: &str, path: &str, body: &str) -> (u16, String) {
        let mut stream = self.connect();
        let (host, length) = (&self.0, body.len());
        let head = format!(
            "{method} {path} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\
             Content-Type: application/json\r\nContent-Length: {length}\r\n\r\n{body}"
        );
        stream.write_all(head.as_bytes()).unwrap();
        let mut text = String::new();
        stream.read_to_string(&mut text).unwrap();
        let (head, body) = text.split_once("\r\n\r\n").unwrap();
        let status = head.split(' ').nth(1).unwrap().parse().unwrap();
        (status, body.into())
    }

    /// The value of a successful answer.
    pub(crate) fn ask(&self, method: &str, path: &str, body: &str) -> Value {
        let (status, text) = self.send(method, path, body);
        assert!((200..300).contains(&status), "{path}: {status} {text}");
        serde_json::from_str(&text).unwrap()
    }

    pub(crate) fn state(&self, game: &str) -> Value {
        self.ask("GET", &format!("/api/games/{game}"), "")
    }

    /// What is told of a game from now on.
    pub(crate) fn events(&self, game: &str) -> Events {
        let mut stream = self.connect();
        let head = format!(
            "GET /api/games/{game}/events HTTP/1.1\r\nHost: {}\r\n\r\n",
            self.0
        );
        stream.write_all(head.as_bytes()).unwrap();
        let (send, events) = channel();
        thread::spawn(move || {
            let mut name = String::new();
            // Chunks end where events do; their lengths stand on lines of their own.
            for line in BufReader::new(stream).lines().map_while(Result::ok) {
                if let Some(event) = line.strip_prefix("event:") {
                    name = event.trim().into();
                } else if let Some(data) = line.strip_prefix("data:") {
                    let data = serde_json::from_str(data).unwrap();
                    if send.send((name.clone(), data)).is_err() {
                        return;
                    }
                }
            }
        });
        events
    }
}

/// Waits for a state that is so.
pub(crate) fn state_with(events: &Events, is_so: impl Fn(&Value) -> bool) -> Value {
    let end = Instant::now() + DEADLINE;
    loop {
        let left = end.saturating_duration_since(Instant::now());
        let (name, data) = events.recv_timeout(left).expect("an event in time");
        if name == "state" && is_so(&data) {
            return data;
        }
    }
}

/// How many moves were made.
pub(crate) fn moves(state: &Value) -> usize {
    state["moves"].as_array().unwrap().len()
}
