//! Games of the service as a program, over real sockets, through its end and a new beginning.
#![cfg(unix)]
#![allow(clippy::unwrap_used, clippy::expect_used, reason = "tests")]

mod client;

use std::fs;
use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Child, Command, Stdio};

use client::{Client, moves, state_with};
use serde_json::{Value, json};

/// The program, serving.
struct Service {
    program: Child,
    client: Client,
}

impl Service {
    fn start(store: &Path) -> Self {
        let mut program = Command::new(env!("CARGO_BIN_EXE_minmax-h3"))
            .args([
                "serve",
                "--bind",
                "127.0.0.1:0",
                "--searches",
                "1",
                "--store",
            ])
            .arg(store)
            .env("LC_ALL", "C.UTF-8")
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let mut line = String::new();
        let out = program.stdout.take().unwrap();
        BufReader::new(out).read_line(&mut line).unwrap();
        let address = line.trim().trim_start_matches("http://");
        let client = Client(address.trim_end_matches('/').into());
        Self { program, client }
    }

    fn terminate(mut self) {
        let pid = self.program.id().to_string();
        let told = Command::new("kill").args(["-TERM", &pid]).status();
        assert!(told.unwrap().success());
        assert!(self.program.wait().unwrap().success());
    }

    fn begin(&self, body: &Value) -> String {
        let made = self.client.ask("POST", "/api/games", &body.to_string());
        made["id"].as_str().unwrap().into()
    }

    fn play(&self, game: &str, x: usize, y: usize) -> Value {
        let body = json!({"x": x, "y": y}).to_string();
        let path = format!("/api/games/{game}/moves");
        self.client.ask("POST", &path, &body)
    }
}

impl Drop for Service {
    fn drop(&mut self) {
        let _ = self.program.kill();
        let _ = self.program.wait();
    }
}

#[test]
fn a_game_over_a_socket_with_somebody_who_watches() {
    let store = tempfile::tempdir().unwrap();
    let service = Service::start(store.path());
    let game = service.begin(&json!({"size": 3, "level": 10}));
    let events = service.client.events(&game);
    let mut state = state_with(&events, |state| moves(state) == 0);
    while state["ending"].is_null() {
        let taken: Vec<_> = state["moves"].as_array().unwrap().iter().collect();
        let is_free = |cell: &usize| {
            let same = |played: &&Value| played["x"] == cell / 3 && played["y"] == cell % 3;
            !taken.iter().any(same)
        };
        let cell = (0..9).find(is_free).unwrap();
        let before = moves(&state);
        service.play(&game, cell / 3, cell % 3);
        let answered = |state: &Value| moves(state) == before + 2 || !state["ending"].is_null();
        state = state_with(&events, answered);
    }
    let ending = &state["ending"]["kind"];
    assert!(ending == "win" || ending == "draw", "{state}");
}

#[test]
fn games_go_on_after_the_service_has_ended_or_was_killed() {
    let store = tempfile::tempdir().unwrap();
    let service = Service::start(store.path());
    let body = json!({"rule": "renju", "level": 1, "players": ["human", "human"]});
    let (game, other) = (service.begin(&body), service.begin(&body));
    service.play(&game, 7, 7);
    service.play(&game, 6, 6);
    let change = json!({"level": 3, "players": ["human", "engine"]}).to_string();
    service
        .client
        .ask("PATCH", &format!("/api/games/{game}"), &change);
    service
        .client
        .ask("POST", &format!("/api/games/{other}/resign"), "{}");
    let same = |service: &Service, game: &str| {
        let mut state = service.client.state(game);
        for passing in ["rev", "message"] {
            state.as_object_mut().unwrap().remove(passing);
        }
        state
    };
    let before = (same(&service, &game), same(&service, &other));
    assert_eq!(before.1["ending"]["kind"], "resigned");
    service.terminate();
    let service = Service::start(store.path());
    assert_eq!((same(&service, &game), same(&service, &other)), before);
    // The engine answers in the game that goes on.
    let events = service.client.events(&game);
    service.play(&game, 5, 7);
    let state = state_with(&events, |state| moves(state) == 4);
    let file = store.path().join("games").join(format!("{game}.sgf"));
    let kept = wait_for_moves(&file, 4);
    assert!(kept.contains("MP[human,engine]ML[3]"), "{kept}");
    drop(service); // killed
    let service = Service::start(store.path());
    assert_eq!(service.client.state(&game)["moves"], state["moves"]);
}

fn wait_for_moves(file: &Path, count: usize) -> String {
    let end = std::time::Instant::now() + client::DEADLINE;
    loop {
        let text = fs::read_to_string(file).unwrap_or_default();
        if text.matches(";B[").count() + text.matches(";W[").count() == count {
            return text;
        }
        assert!(std::time::Instant::now() < end, "{text}");
        std::thread::sleep(std::time::Duration::from_millis(20));
    }
}

#[test]
fn a_damaged_game_is_kept_aside_and_the_others_are_there() {
    let store = tempfile::tempdir().unwrap();
    let games = store.path().join("games");
    fs::create_dir(&games).unwrap();
    fs::write(games.join("broken.sgf"), "(;GM[4]SZ[15];B[hh];W[h").unwrap();
    // Two people: an engine would answer at once.
    fs::write(
        games.join("good.sgf"),
        "(;GM[4]SZ[15]MP[human,human];B[hh])",
    )
    .unwrap();
    let service = Service::start(store.path());
    assert_eq!(moves(&service.client.state("good")), 1);
    let (status, _) = service.client.send("GET", "/api/games/broken", "");
    assert_eq!(status, 404);
    assert!(games.join("broken.sgf.damaged").exists());
}
