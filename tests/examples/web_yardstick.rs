//! How many best moves a second the service finds, beside a first service in Python:
//!
//! ```text
//! cargo build --release && cargo run --release -p minmax-tests --example web_yardstick -- 60
//! ```
//!
//! Both services run on one core and one after the other, asked by this program on the other cores. One
//! connection first, the same positions in the same order for both, at depth 2; then 64 connections
//! for so many seconds (the argument, 10 unless given) at `minmax-h3 serve` alone. Without Flask
//! (`python3-flask`) only that is measured, and without `taskset` on any core.

use std::error::Error;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use minmax_engine::bench::CASES;
use minmax_engine::game::Game;
use minmax_engine::rules::Rules;

type Result<T> = std::result::Result<T, Box<dyn Error + Send + Sync>>;

/// How long one connection asks each service.
const ONE_CONNECTION: Duration = Duration::from_secs(5);
const CONNECTIONS: usize = 64;
const PATIENCE: Duration = Duration::from_secs(20);

fn main() -> Result<()> {
    let seconds = std::env::args()
        .nth(1)
        .map_or(Ok(10), |text| text.parse())?;
    let requests = requests();
    println!("{} positions, depth 2, one core", requests.len());
    let python = Server::python()?
        .map(|server| one_connection("Flask", &server, &requests))
        .transpose()?;
    let server = Server::own()?;
    let own = one_connection("minmax-h3", &server, &requests)?;
    match python {
        Some(python) => println!("{:>12} {:.0} times as many", "", own / python),
        None => println!("Flask was not found: python3-flask"),
    }
    many_connections(&server, &requests, Duration::from_secs(seconds))
}

/// The bench's freestyle positions on 15×15, as requests.
fn requests() -> Vec<Vec<u8>> {
    let games = CASES.iter().filter_map(|case| case.game());
    let gomoku = games.filter(|game: &Game| game.rules() == Rules::GOMOKU);
    gomoku.map(|game| request(&game)).collect()
}

fn request(game: &Game) -> Vec<u8> {
    let stones = game.moves().iter().enumerate().map(|(index, point)| {
        let (x, y, value) = (point.row(), point.column(), index % 2 + 1);
        format!("{{\"x\":{x},\"y\":{y},\"value\":{value}}}")
    });
    let board = stones.collect::<Vec<_>>().join(",");
    let player = game.moves().len() % 2 + 1;
    let body = format!("{{\"board\":[{board}],\"player\":{player},\"depth\":2}}");
    let head = "POST /api/bestmove HTTP/1.1\r\nHost: yardstick\r\nContent-Type: application/json";
    format!("{head}\r\nContent-Length: {}\r\n\r\n{body}", body.len()).into_bytes()
}

/// A service in a process of its own, which ends with it.
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
    fn own() -> Result<Self> {
        let program = built()?;
        let options = ["serve", "--bind", "127.0.0.1:0", "--searches", "1"];
        let mut child = on_one_core(&program)
            .args(options)
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()?;
        let out = child.stdout.take().ok_or("no output")?;
        let mut line = String::new();
        BufReader::new(out).read_line(&mut line)?;
        let address = line.trim().trim_start_matches("http://");
        let address = address.trim_end_matches('/').into();
        Ok(Self { child, address })
    }

    fn python() -> Result<Option<Self>> {
        let flask = ["-c", "import flask"];
        let found = Command::new("python3")
            .args(flask)
            .stderr(Stdio::null())
            .status();
        if !found.is_ok_and(|status| status.success()) {
            return Ok(None);
        }
        let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("yardstick/service.py");
        let port = TcpListener::bind("127.0.0.1:0")?.local_addr()?.port();
        let child = on_one_core(Path::new("python3"))
            .arg(script)
            .arg(port.to_string())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()?;
        let address = format!("127.0.0.1:{port}");
        let server = Self { child, address };
        let began = Instant::now();
        while TcpStream::connect(&server.address).is_err() {
            if began.elapsed() > PATIENCE {
                return Err("the service in Python does not begin".into());
            }
            thread::sleep(Duration::from_millis(50));
        }
        Ok(Some(server))
    }
}

/// The program beside this one.
fn built() -> Result<PathBuf> {
    let own = std::env::current_exe()?;
    let folder = own.parent().and_then(Path::parent).ok_or("no folder")?;
    let program = folder.join("minmax-h3");
    if program.exists() {
        Ok(program)
    } else {
        Err("build the program first: cargo build --release".into())
    }
}

fn on_one_core(program: &Path) -> Command {
    let pinned = Command::new("taskset").args(["-c", "0", "true"]).status();
    if pinned.is_ok_and(|status| status.success()) {
        let mut command = Command::new("taskset");
        command.args(["-c", "0"]).arg(program);
        command
    } else {
        Command::new(program)
    }
}

struct Client(BufReader<TcpStream>);

impl Client {
    fn new(address: &str) -> Result<Self> {
        let socket = TcpStream::connect(address)?;
        socket.set_nodelay(true)?;
        socket.set_read_timeout(Some(PATIENCE))?;
        Ok(Self(BufReader::new(socket)))
    }

    /// Sends a request; the answer's status, and whether the connection stays.
    fn ask(&mut self, request: &[u8]) -> Result<(u16, bool)> {
        self.0.get_mut().write_all(request)?;
        let (mut status, mut length, mut stays) = (0, 0, true);
        for number in 0.. {
            let mut line = String::new();
            self.0.read_line(&mut line)?;
            let line = line.trim().to_ascii_lowercase();
            if number == 0 {
                let code = line.split(' ').nth(1).ok_or("no answer")?;
                status = code.parse()?;
                stays = line.starts_with("http/1.1");
            } else if let Some(text) = line.strip_prefix("content-length: ") {
                length = text.parse()?;
            } else if line == "connection: close" {
                stays = false;
            } else if line.is_empty() {
                break;
            }
        }
        let mut body = vec![0; length];
        self.0.read_exact(&mut body)?;
        Ok((status, stays))
    }
}

/// The times of the answers, by status; a connection that is closed is opened again.
fn ask_for(
    address: &str,
    requests: &[Vec<u8>],
    first: usize,
    time: Duration,
) -> Result<Vec<(u16, Duration)>> {
    let began = Instant::now();
    let mut client = Client::new(address)?;
    let mut answers = Vec::new();
    for request in requests.iter().cycle().skip(first) {
        let asked = Instant::now();
        if asked - began > time {
            break;
        }
        let (status, stays) = client.ask(request)?;
        answers.push((status, asked.elapsed()));
        if !stays {
            client = Client::new(address)?;
        }
    }
    Ok(answers)
}

fn one_connection(name: &str, server: &Server, requests: &[Vec<u8>]) -> Result<f64> {
    // Each position once, not counted: whatever is made at the first request is made.
    ask_for(&server.address, requests, 0, Duration::from_millis(500))?;
    let answers = ask_for(&server.address, requests, 0, ONE_CONNECTION)?;
    if answers.iter().any(|answer| answer.0 != 200) {
        return Err(format!("{name} has refused a position").into());
    }
    let speed = answers.len() as f64 / ONE_CONNECTION.as_secs_f64();
    println!("{name:>12} {speed:.1} a second, {}", times(&answers));
    Ok(speed)
}

fn many_connections(server: &Server, requests: &[Vec<u8>], time: Duration) -> Result<()> {
    let threads: Vec<_> = (0..CONNECTIONS)
        .map(|first| {
            let (address, requests) = (server.address.clone(), requests.to_vec());
            thread::spawn(move || ask_for(&address, &requests, first, time))
        })
        .collect();
    let mut answers = Vec::new();
    for thread in threads {
        answers.extend(thread.join().map_err(|_| "a client has failed")??);
    }
    let count = |status| answers.iter().filter(|answer| answer.0 == status).count();
    let (good, busy) = (count(200), count(503));
    println!(
        "{CONNECTIONS} connections, {} s: {good} best moves ({:.0} a second), {busy} times busy, {} \
         other answers, {}",
        time.as_secs(),
        good as f64 / time.as_secs_f64(),
        answers.len() - good - busy,
        times(&answers)
    );
    Ok(())
}

fn times(answers: &[(u16, Duration)]) -> String {
    let mut times: Vec<_> = answers.iter().map(|answer| answer.1).collect();
    times.sort_unstable();
    let at = |percent: usize| {
        let index = (times.len() * percent / 100).min(times.len().saturating_sub(1));
        times
            .get(index)
            .map_or(0.0, |time| time.as_secs_f64() * 1e3)
    };
    format!(
        "p50 {:.2} ms, p99 {:.2} ms, max {:.2} ms",
        at(50),
        at(99),
        at(100)
    )
}
