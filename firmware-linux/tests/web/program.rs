//! The real program over real sockets.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use serde_json::{Value, json};

const DEADLINE: Duration = Duration::from_secs(60);

/// A server of its own, which ends with the test.
struct Server {
    child: Child,
    address: String,
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl Server {
    fn start(options: &[&str]) -> Self {
        let mut child = program(&["--bind", "127.0.0.1:0"])
            .args(options)
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let mut line = String::new();
        let mut out = BufReader::new(child.stdout.take().unwrap());
        out.read_line(&mut line).unwrap();
        let address = line.trim().strip_prefix("http://").unwrap();
        let address = address.strip_suffix('/').unwrap().into();
        Self { child, address }
    }

    fn connect(&self) -> Client {
        let socket = TcpStream::connect(&self.address).unwrap();
        socket.set_read_timeout(Some(DEADLINE)).unwrap();
        Client(BufReader::new(socket))
    }

    fn searches(&self) -> Value {
        self.connect().ask("GET /api/health", "").1["searches"].clone()
    }

    fn wait_for_searches(&self, count: u64) {
        let began = Instant::now();
        while self.searches() != json!(count) {
            assert!(began.elapsed() < DEADLINE, "{}", self.searches());
        }
    }

    fn signal(&self, name: &str) {
        let pid = self.child.id().to_string();
        let sent = Command::new("kill").args([name, &pid]).status();
        assert!(sent.unwrap().success());
    }
}

fn program(options: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_minmax-h3"));
    command
        .arg("serve")
        .args(options)
        .args(["--lang", "en", "--hash", "1"]);
    command
}

/// A connection.
struct Client(BufReader<TcpStream>);

impl Client {
    fn send(&mut self, head: &str, body: &str) {
        let socket = self.0.get_mut();
        write!(
            socket,
            "{head} HTTP/1.1\r\nHost: test\r\nContent-Type: application/json\r\n\
             Content-Length: {}\r\n\r\n{body}",
            body.len()
        )
        .unwrap();
    }

    fn answer(&mut self) -> (u16, Value) {
        let mut status = String::new();
        self.0.read_line(&mut status).unwrap();
        let code = status.split(' ').nth(1).unwrap().parse().unwrap();
        let mut length = 0;
        loop {
            let mut line = String::new();
            self.0.read_line(&mut line).unwrap();
            let line = line.trim().to_ascii_lowercase();
            if let Some(text) = line.strip_prefix("content-length: ") {
                length = text.parse().unwrap();
            }
            if line.is_empty() {
                break;
            }
        }
        let mut body = vec![0; length];
        self.0.read_exact(&mut body).unwrap();
        (code, serde_json::from_slice(&body).unwrap_or(Value::Null))
    }

    fn ask(&mut self, head: &str, body: &str) -> (u16, Value) {
        self.send(head, body);
        self.answer()
    }
}

const QUICK: &str = r#"{"board":[{"x":7,"y":7,"value":1}],"player":2,"depth":2}"#;
const ENDLESS: &str =
    r#"{"board":[{"x":7,"y":7,"value":1}],"player":2,"depth":60,"time_ms":60000}"#;
const BESTMOVE: &str = "POST /api/bestmove";

#[test]
fn one_connection_serves_many_requests() {
    let server = Server::start(&[]);
    let mut client = server.connect();
    for _ in 0..20 {
        let (code, best) = client.ask(BESTMOVE, QUICK);
        assert_eq!((code, &best["depth"]), (200, &json!(2)));
    }
    assert_eq!(client.ask(BESTMOVE, "{}").0, 400);
    assert_eq!(client.ask(BESTMOVE, QUICK).0, 200);
}

#[test]
fn a_client_that_goes_away_ends_its_search() {
    let server = Server::start(&["--searches", "1"]);
    let mut client = server.connect();
    client.send(BESTMOVE, ENDLESS);
    server.wait_for_searches(1);
    drop(client);
    server.wait_for_searches(0);
    let mut client = server.connect();
    client.send("POST /api/analyze", ENDLESS);
    server.wait_for_searches(1);
    drop(client);
    server.wait_for_searches(0);
}

#[test]
fn at_the_end_whoever_waits_gets_the_best_so_far() {
    for signal in ["-TERM", "-INT"] {
        let mut server = Server::start(&[]);
        let mut client = server.connect();
        client.send(BESTMOVE, ENDLESS);
        server.wait_for_searches(1);
        let told = Instant::now();
        server.signal(signal);
        let (code, best) = client.answer();
        assert_eq!(code, 200);
        assert!(best["x"].is_u64(), "{best}");
        assert!(server.child.wait().unwrap().success());
        assert!(told.elapsed() < Duration::from_secs(30));
        assert!(TcpStream::connect(&server.address).is_err());
    }
}

#[test]
fn clients_that_are_slow_or_speak_nonsense_harm_nobody() {
    let server = Server::start(&[]);
    let mut idle: Vec<_> = (0..50).map(|_| server.connect()).collect();
    for (index, client) in idle.iter_mut().enumerate() {
        let part =
            &b"POST /api/bestmove HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\n{"[..index];
        client.0.get_mut().write_all(part).unwrap();
    }
    let long = format!("GET /{} HTTP/1.1\r\n\r\n", "x".repeat(200_000));
    for nonsense in [
        "\0\u{1}\u{2}\r\n\r\n",
        "\u{16}\u{3}\u{1}",
        "GET\r\n\r\n",
        &long,
    ] {
        let mut client = server.connect();
        // It may have had enough before all is sent.
        let _ = client.0.get_mut().write_all(nonsense.as_bytes());
        let _ = client.0.get_mut().shutdown(std::net::Shutdown::Write);
        let mut answer = Vec::new();
        let _ = client.0.read_to_end(&mut answer);
        let told = String::from_utf8_lossy(&answer);
        assert!(told.is_empty() || told.starts_with("HTTP/1.1 4"), "{told}");
    }
    assert_eq!(server.connect().ask(BESTMOVE, QUICK).0, 200);
}

#[test]
fn a_body_that_is_too_large_is_refused_before_it_has_come() {
    let server = Server::start(&[]);
    let mut client = server.connect();
    let head = "POST /api/bestmove HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n\
                Content-Length: 1000000000\r\n\r\n";
    client.0.get_mut().write_all(head.as_bytes()).unwrap();
    client.0.get_mut().write_all(&[b' '; 70_000]).unwrap();
    assert_eq!(client.answer().0, 413);
}

#[test]
fn it_says_where_it_listens_and_why_it_cannot() {
    let server = Server::start(&[]);
    let run = |bind: &str| {
        let output = program(&["--bind", bind]).output().unwrap();
        let words = String::from_utf8(output.stderr).unwrap();
        assert_eq!(words.lines().count(), 1, "{words}");
        (output.status.code(), words)
    };
    let (code, words) = run(&server.address);
    assert_eq!(code, Some(1));
    assert!(
        words.contains("is in use") && words.contains("--bind"),
        "{words}"
    );
    let (code, words) = run("8000");
    assert_eq!(code, Some(2));
    assert!(words.contains("127.0.0.1:8000"), "{words}");
    let (code, _) = run("203.0.113.7:8000");
    assert_eq!(code, Some(1));
}

#[test]
fn a_token_that_is_none_is_refused_at_the_start() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("token");
    let run = || {
        let name = file.to_str().unwrap();
        let options = ["--bind", "127.0.0.1:0", "--token-file", name];
        let output = program(&options).output().unwrap();
        (
            output.status.code(),
            String::from_utf8(output.stderr).unwrap(),
        )
    };
    assert_eq!(run().0, Some(1));
    std::fs::write(&file, "short\n").unwrap();
    let (code, words) = run();
    assert_eq!(code, Some(1));
    assert!(words.contains("8 to 200"), "{words}");
    std::fs::write(&file, "correct-horse\n").unwrap();
    let name = file.to_str().unwrap();
    let server = Server::start(&["--token-file", name]);
    assert_eq!(server.connect().ask(BESTMOVE, QUICK).0, 401);
}

#[test]
fn a_boxs_file_says_where_and_the_command_line_goes_before_it() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("box.toml");
    std::fs::write(folder.path().join("token"), "correct-horse\n").unwrap();
    let token = folder.path().join("token");
    let bind = "bind = \"203.0.113.7:1\"";
    let text = format!("[http]\n{bind}\ntoken_file = {token:?}\n");
    std::fs::write(&file, text).unwrap();
    let name = file.to_str().unwrap();
    let output = program(&["--config", name]).output().unwrap();
    let words = String::from_utf8(output.stderr).unwrap();
    assert!(words.contains("203.0.113.7:1"), "{words}");
    let server = Server::start(&["--config", name]);
    assert_eq!(server.connect().ask(BESTMOVE, QUICK).0, 401);

    std::fs::write(&file, "[http]\nbimd = \"127.0.0.1:0\"\n").unwrap();
    let output = program(&["--config", name]).output().unwrap();
    let words = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(1));
    assert!(words.contains("bimd") && words.contains("bind"), "{words}");
}

/// Before its first search it is a small thing.
#[cfg(target_os = "linux")]
#[test]
fn it_takes_little_memory_until_it_searches() {
    let server = Server::start(&["--hash", "1024", "--searches", "4"]);
    for _ in 0..20 {
        assert_eq!(server.connect().ask("GET /", "").0, 200);
    }
    let status = std::fs::read_to_string(format!("/proc/{}/status", server.child.id())).unwrap();
    let peak = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    let peak = peak.unwrap().trim().trim_end_matches(" kB");
    let kib: usize = peak.parse().unwrap();
    assert!(kib < 12 << 10, "{kib} KiB");
}
