//! Every address of games, and every way to be refused there, without a socket.

use std::time::Duration;

use axum::Router;
use axum::body::{Body as Bytes, BodyDataStream};
use axum::http::{HeaderMap, Method, Request};
use serde_json::{Value, json};
use tokio_stream::StreamExt;
use tower::ServiceExt;

use super::*;
use crate::http::room::rooms::Bounds;
use crate::http::router::router;
use crate::http::searches::Capacity;
use crate::http::service::{Config, Token};

const DEADLINE: Duration = Duration::from_secs(60);

/// The service, and how it answers.
struct Bench {
    service: Shared,
    router: Router,
}

/// What came back.
struct Answer {
    status: u16,
    headers: HeaderMap,
    text: String,
}

impl Answer {
    fn json(&self) -> Value {
        serde_json::from_str(&self.text).unwrap_or_else(|error| panic!("{error}: {}", self.text))
    }

    fn error(&self) -> String {
        self.json()["error"].as_str().unwrap().into()
    }
}

impl Bench {
    fn new() -> Self {
        Self::with(None, Bounds::default())
    }

    fn with(token: Option<&str>, bounds: Bounds) -> Self {
        let config = Config {
            capacity: Capacity {
                at_once: 1,
                waiting: 4,
                hash_mib: 1,
            },
            longest_ms: 60_000,
            token: token.map(|word| Token::new(word).unwrap()),
            bounds,
            games: None,
        };
        let service = Service::without_store(config, None);
        let router = router(service.clone());
        Self { service, router }
    }

    async fn send(&self, request: Request<Bytes>) -> Response {
        self.router.clone().oneshot(request).await.unwrap()
    }

    async fn ask(&self, request: Request<Bytes>) -> Answer {
        let response = self.send(request).await;
        let (status, headers) = (response.status().as_u16(), response.headers().clone());
        let bytes = axum::body::to_bytes(response.into_body(), 1 << 20).await;
        let text = String::from_utf8(bytes.unwrap().to_vec()).unwrap();
        Answer {
            status,
            headers,
            text,
        }
    }

    async fn get(&self, path: &str) -> Answer {
        self.ask(request(Method::GET, path, "")).await
    }

    async fn post(&self, path: &str, body: Value) -> Answer {
        self.ask(request(Method::POST, path, &body.to_string()))
            .await
    }

    async fn patch(&self, path: &str, body: Value) -> Answer {
        self.ask(request(Method::PATCH, path, &body.to_string()))
            .await
    }

    /// A game that begins so: where it is.
    async fn begin(&self, body: Value) -> String {
        let made = self.post("/api/games", body).await;
        assert_eq!(made.status, 201, "{}", made.text);
        let location = made.headers[LOCATION].to_str().unwrap().to_string();
        assert_eq!(
            location,
            format!("/api/games/{}", made.json()["id"].as_str().unwrap())
        );
        location
    }

    async fn two_people(&self) -> String {
        self.begin(json!({"players": ["human", "human"]})).await
    }

    /// Waits until the game is so.
    async fn wait(&self, path: &str, is_so: impl Fn(&Value) -> bool) -> Value {
        let end = tokio::time::Instant::now() + DEADLINE;
        loop {
            let state = self.get(path).await.json();
            if is_so(&state) {
                return state;
            }
            assert!(tokio::time::Instant::now() < end, "{state}");
            tokio::time::sleep(Duration::from_millis(2)).await;
        }
    }
}

fn request(method: Method, path: &str, body: &str) -> Request<Bytes> {
    let builder = Request::builder().method(method).uri(path);
    let builder = builder.header(CONTENT_TYPE, "application/json");
    builder.body(Bytes::from(body.to_string())).unwrap()
}

/// The events of a stream.
struct Events {
    stream: BodyDataStream,
    text: String,
}

impl Events {
    async fn of(bench: &Bench, path: &str) -> Self {
        let response = bench.send(request(Method::GET, path, "")).await;
        assert_eq!(response.status(), 200);
        let kind = &response.headers()[CONTENT_TYPE];
        assert_eq!(kind, "text/event-stream");
        Self {
            stream: response.into_body().into_data_stream(),
            text: String::new(),
        }
    }

    /// The next event: its name, its id and its data. Nothing at the end.
    async fn next(&mut self) -> Option<(String, String, Value)> {
        loop {
            if let Some((event, rest)) = self.text.split_once("\n\n") {
                let (event, rest) = (event.to_string(), rest.to_string());
                self.text = rest;
                let field = |name: &str| {
                    let mut lines = event.lines();
                    let value = lines.find_map(|line| line.strip_prefix(name));
                    value.unwrap_or_default().trim().to_string()
                };
                let data = serde_json::from_str(&field("data:")).unwrap();
                return Some((field("event:"), field("id:"), data));
            }
            let read = tokio::time::timeout(DEADLINE, self.stream.next()).await;
            let bytes = read.expect("an event in time")?;
            self.text += str::from_utf8(&bytes.unwrap()).unwrap();
        }
    }
}

#[tokio::test]
async fn a_game_is_begun_as_asked_for() {
    let bench = Bench::new();
    let path = bench.begin(json!({})).await;
    let state = bench.get(&path).await.json();
    assert_eq!(
        state,
        json!({
            "id": path.rsplit('/').next().unwrap(), "rev": 1, "game": "gomoku", "columns": 15,
            "rows": 15, "win": 5, "size": 15, "rule": "freestyle", "players": ["human", "engine"],
            "level": 5, "setup": [], "moves": [], "to_move": 1, "can_undo": false,
            "can_redo": false, "ending": null, "winning": [], "forbidden": [], "hint": null,
            "thinking": null, "message": "A new game."
        })
    );
    for (body, game, size, rule) in [
        (json!({"size": 3}), "tictactoe", 3, "freestyle"),
        (json!({"size": 4}), "4x4", 4, "freestyle"),
        (json!({"size": 20, "rule": "caro"}), "gomoku", 20, "caro"),
        (json!({"rule": "renju"}), "renju", 15, "renju"),
    ] {
        let path = bench.begin(body).await;
        let state = bench.get(&path).await.json();
        assert_eq!(state["game"], game);
        assert_eq!(
            (&state["size"], &state["rule"]),
            (&size.into(), &rule.into())
        );
    }
    let body = json!({"moves": "h8 g7i9", "players": ["human", "human"], "level": 3});
    let state = bench.get(&bench.begin(body).await).await.json();
    assert_eq!(
        state["moves"][1],
        json!({"x": 8, "y": 6, "value": 2, "name": "g7",
        "score": null, "win_in": null, "depth": null, "nodes": null, "time_ms": null, "pv": []})
    );
    assert_eq!((&state["to_move"], &state["level"]), (&2.into(), &3.into()));
}

#[tokio::test]
async fn games_of_other_programs_are_gone_on_with() {
    let bench = Bench::new();
    let sgf = "(;GM[4]SZ[15]RU[renju]PB[张三]AB[hh][ii]AW[gg]PL[W]C[start];W[aa]C[mine])";
    let path = bench
        .begin(json!({"sgf": sgf, "players": ["human", "human"]}))
        .await;
    let state = bench.get(&path).await.json();
    assert_eq!(state["rule"], "renju");
    assert_eq!(state["setup"].as_array().unwrap().len(), 3);
    assert_eq!(state["setup"][0], json!({"x": 6, "y": 6, "value": 2}));
    assert_eq!(state["moves"][0]["value"], 2);
    assert_eq!(state["to_move"], 1);
    let file = bench.get(&format!("{path}.sgf")).await;
    assert_eq!(file.status, 200);
    assert!(
        file.text.contains("PB[张三]") && file.text.contains("C[mine"),
        "{}",
        file.text
    );
    let name = format!(
        "attachment; filename=\"minmax-h3-{}.sgf\"",
        &path["/api/games/".len()..]
    );
    assert_eq!(file.headers[CONTENT_DISPOSITION], name.as_str());
    let refused = bench.get(&format!("{path}.psq")).await;
    assert_eq!(refused.status, 409, "stones were set up");

    let psq = "Piskvorky 15x15, 11:11, 0\n8,8,0\n9,7,250\none\ntwo\n-1\n";
    let body = json!({"psq": psq, "rule": "standard", "players": ["human", "human"]});
    let path = bench.begin(body).await;
    let state = bench.get(&path).await.json();
    assert_eq!(
        (&state["rule"], &state["moves"][1]["name"]),
        (&"standard".into(), &"i9".into())
    );
    let file = bench.get(&format!("{path}.psq")).await;
    assert!(
        file.text
            .starts_with("Piskvorky 15x15, 11:11, 0\r\n8,8,0\r\n9,7,0\r\n")
    );
    let file = bench.get(&format!("{path}.sgf")).await;
    assert!(file.text.contains("PB[one]PW[two]"), "{}", file.text);
    let small = bench.begin(json!({"size": 3})).await;
    assert_eq!(bench.get(&format!("{small}.psq")).await.status, 409);
}

#[tokio::test]
async fn a_game_that_cannot_be_is_refused_with_its_reason() {
    let bench = Bench::new();
    for (body, words) in [
        (json!({"size": 2}), "size 2"),
        (json!({"size": 21}), "size 21"),
        (json!({"size": "15"}), "size"),
        (json!({"size": 3, "rule": "renju"}), "rule renju"),
        (json!({"rule": "chess"}), "rule chess"),
        (json!({"level": 0}), "level 0"),
        (json!({"level": 11}), "level 11"),
        (json!({"players": ["human"]}), "players"),
        (json!({"players": ["human", "dog"]}), "players human,dog"),
        (json!({"colour": 1}), "unknown field `colour`"),
        (json!([]), "expected"),
        (json!({"moves": "h8", "psq": ""}), "give one of them"),
        (
            json!({"moves": "h8h8"}),
            "move 2, h8, cannot be played: the point is taken",
        ),
        (json!({"moves": "h8x9"}), "move 2"),
        (json!({"moves": "88"}), "move 1"),
        (json!({"moves": "a1a2b1b2c1c2", "size": 3}), "move 6"),
        (json!({"sgf": "(;GM[1])"}), "GM[1]"),
        (json!({"sgf": "hello"}), "sgf: it is not an SGF file"),
        (json!({"sgf": "(;GM[4];B[hh"}), "sgf: the file ends"),
        (
            json!({"sgf": "(;GM[4])", "size": 15}),
            "size: the game in sgf says that itself",
        ),
        (
            json!({"sgf": "(;GM[4])", "rule": "caro"}),
            "rule: the game in sgf",
        ),
        (
            json!({"psq": "hello"}),
            "psq: it is not a game in Piskvork's format",
        ),
        (
            json!({"psq": "Piskvorky 99x99, 0:0, 0\n"}),
            "psq: a board has",
        ),
        (
            json!({"psq": "Piskvorky 15x15, 0:0, 0\n1,1,0\n1,1,0\n"}),
            "psq: move 2",
        ),
        (
            json!({"psq": "Piskvorky 15x15, 0:0, 0\n", "size": 15}),
            "size: the game in psq",
        ),
    ] {
        let refused = bench.post("/api/games", body.clone()).await;
        assert_eq!(refused.status, 400, "{body}: {}", refused.text);
        let error = refused.error();
        assert!(error.contains(words), "{body}: {error}");
        assert!(error.lines().count() == 1, "{error}");
    }
    assert_eq!(bench.service.rooms.count(), 0);
}

#[tokio::test]
async fn bodies_are_checked_at_every_address() {
    let bench = Bench::new();
    let game = bench.two_people().await;
    let paths = [
        "",
        "/moves",
        "/undo",
        "/redo",
        "/hint",
        "/resign",
        "/move-now",
        "/new",
    ];
    for path in paths.map(|end| format!("{game}{end}")) {
        let method = if path == game {
            Method::PATCH
        } else {
            Method::POST
        };
        let ask = async |body: &str, kind: &str| {
            let builder = Request::builder().method(method.clone()).uri(&path);
            let builder = builder.header(CONTENT_TYPE, kind);
            let request = builder.body(Bytes::from(body.to_string())).unwrap();
            bench.ask(request).await
        };
        for (body, kind, status) in [
            ("{", "application/json", 400),
            ("[1]", "application/json", 400),
            ("{\"nonsense\":1}", "application/json", 400),
            ("{\"x\":1}", "text/plain", 415),
            (&" ".repeat(70_000), "application/json", 413),
        ] {
            let answer = ask(body, kind).await;
            assert_eq!(answer.status, status, "{path}: {}", answer.text);
            assert!(!answer.error().is_empty());
        }
    }
    let before = bench.get(&game).await.json();
    assert_eq!(before["rev"], 1, "nothing has changed");
}

#[tokio::test]
async fn unknown_games_and_wrong_methods_are_told() {
    let bench = Bench::new();
    let body = || json!({});
    for end in ["", ".sgf", ".psq", "/events"] {
        let answer = bench.get(&format!("/api/games/nosuchgame22{end}")).await;
        assert_eq!(answer.status, 404, "{end}");
        assert!(
            answer.error().contains("no game nosuchgame22"),
            "{}",
            answer.text
        );
    }
    for end in ["undo", "redo", "hint", "resign", "move-now", "new"] {
        let answer = bench.post(&format!("/api/games/none/{end}"), body()).await;
        assert_eq!(answer.status, 404, "{end}");
    }
    let answer = bench
        .post("/api/games/none/moves", json!({"x": 1, "y": 1}))
        .await;
    assert_eq!(answer.status, 404);
    let answer = bench.patch("/api/games/none", json!({"level": 1})).await;
    assert_eq!(answer.status, 404);
    // There is no box here.
    assert_eq!(bench.get("/api/games/box").await.status, 404);
    assert_eq!(bench.get("/api/info").await.json()["box"], false);
    for (method, path) in [
        (Method::DELETE, "/api/games/x"),
        (Method::GET, "/api/games"),
        (Method::GET, "/api/games/x/undo"),
        (Method::POST, "/api/games/x/events"),
    ] {
        let answer = bench.ask(request(method, path, "")).await;
        assert_eq!(answer.status, 405, "{path}");
        assert!(!answer.error().is_empty());
    }
    let answer = bench.get("/api/games/x/y").await;
    assert_eq!(answer.status, 404);
}

#[tokio::test]
async fn moves_are_played_and_refused() {
    let bench = Bench::new();
    let game = bench
        .begin(json!({"size": 3, "players": ["human", "human"]}))
        .await;
    let moves = format!("{game}/moves");
    let state = bench.post(&moves, json!({"x": 1, "y": 2})).await.json();
    assert_eq!(state["moves"][0]["name"], "c2");
    assert_eq!((&state["to_move"], &state["rev"]), (&2.into(), &2.into()));
    for (body, status, words) in [
        (json!({"x": 1, "y": 2}), 409, "c2 (6) is taken"),
        (json!({"x": 3, "y": 0}), 400, "x 3"),
        (json!({"x": 0, "y": -1}), 400, "y -1"),
        (json!({"x": 0}), 400, "missing field `y`"),
        (
            json!({"x": 0, "y": 0, "number": 0}),
            409,
            "there are 1 stones",
        ),
        (json!({"x": 0, "y": 0, "number": 10}), 400, "number 10"),
        (json!({"x": 1.5, "y": 0}), 400, "x"),
    ] {
        let refused = bench.post(&moves, body.clone()).await;
        assert_eq!(refused.status, status, "{body}: {}", refused.text);
        assert!(refused.error().contains(words), "{body}: {}", refused.text);
    }
    for (x, y) in [(0, 0), (1, 1), (0, 1), (1, 0)] {
        let played = bench.post(&moves, json!({"x": x, "y": y})).await;
        assert_eq!(played.status, 200, "{}", played.text);
    }
    let state = bench.get(&game).await.json();
    assert_eq!(state["ending"], json!({"kind": "win", "winner": 1}));
    assert_eq!(state["winning"].as_array().unwrap().len(), 3);
    let over = bench.post(&moves, json!({"x": 2, "y": 2})).await;
    assert_eq!(
        (over.status, over.error().as_str()),
        (409, "the game is over")
    );
    for end in ["hint", "resign"] {
        let over = bench.post(&format!("{game}/{end}"), json!({})).await;
        assert_eq!(
            (over.status, over.error().as_str()),
            (409, "the game is over")
        );
    }
}

#[tokio::test]
async fn forbidden_points_are_shown_and_refused_with_their_kind() {
    let bench = Bench::new();
    // Black's threes h8 i8 and g7 g6 would cross.
    let moves = "h8a1i8a3g9a5g10a7";
    let body = json!({"rule": "renju", "moves": moves, "players": ["human", "human"]});
    let game = bench.begin(body).await;
    let state = bench.get(&game).await.json();
    let point = json!({"x": 7, "y": 6, "kind": "double-three"});
    assert_eq!(state["forbidden"], json!([point]), "{state}");
    let foul = bench
        .post(&format!("{game}/moves"), json!({"x": 7, "y": 6}))
        .await;
    assert_eq!(foul.status, 409);
    assert!(
        foul.error()
            .contains("g8 is forbidden to Black: a double three")
    );
    let mut chinese = request(Method::POST, &format!("{game}/moves"), "{\"x\":7,\"y\":6}");
    let headers = chinese.headers_mut();
    headers.insert("accept-language", "zh-CN".parse().unwrap());
    assert!(bench.ask(chinese).await.error().contains("禁手"));
}

#[tokio::test]
async fn what_was_played_is_taken_back_and_played_again() {
    let bench = Bench::new();
    let game = bench.two_people().await;
    let post = async |end: &str| bench.post(&format!("{game}/{end}"), json!({})).await;
    assert_eq!(post("undo").await.status, 409);
    assert_eq!(post("redo").await.status, 409);
    assert_eq!(post("move-now").await.status, 409);
    bench
        .post(&format!("{game}/moves"), json!({"x": 7, "y": 7}))
        .await;
    let undone = post("undo").await.json();
    assert_eq!(undone["moves"], json!([]));
    assert_eq!(
        (&undone["can_undo"], &undone["can_redo"]),
        (&false.into(), &true.into())
    );
    assert_eq!(post("redo").await.json()["moves"][0]["name"], "h8");
    let resigned = post("resign").await.json();
    assert_eq!(resigned["ending"], json!({"kind": "resigned", "winner": 1}));
    assert_eq!(post("undo").await.json()["ending"], Value::Null);
}

fn begins_with_its_move(thought: &Value) {
    let cell = json!({"x": thought["x"], "y": thought["y"]});
    assert_eq!(thought["pv"][0], cell, "{thought}");
    assert!(thought["pv"][1].is_object(), "{thought}");
}

#[tokio::test]
async fn the_engine_answers_advises_and_is_waited_for() {
    let bench = Bench::new();
    // One that plays what it thinks best.
    let game = bench.begin(json!({"level": 8})).await;
    let asked = bench
        .post(&format!("{game}/moves"), json!({"x": 7, "y": 7}))
        .await;
    assert_eq!(asked.json()["thinking"]["purpose"], "move");
    let state = bench
        .wait(&game, |state| state["moves"][1].is_object())
        .await;
    assert!(state["moves"][1]["score"].is_i64() && state["moves"][1]["nodes"].is_u64());
    assert_eq!(state["thinking"], Value::Null);
    assert_eq!(state["moves"][0]["pv"], json!([]), "a person's");
    begins_with_its_move(&state["moves"][1]);
    bench.post(&format!("{game}/hint"), json!({})).await;
    let state = bench.wait(&game, |state| state["hint"].is_object()).await;
    assert!(state["hint"]["x"].is_u64() && state["hint"]["depth"].is_u64());
    begins_with_its_move(&state["hint"]);
    // What it thought of its move is told as long as the move is there.
    let before = state["moves"][1].clone();
    bench.post(&format!("{game}/undo"), json!({})).await;
    let after = bench.post(&format!("{game}/redo"), json!({})).await;
    assert_eq!(after.json()["moves"][1], before);
    let sgf = bench.get(&format!("{game}.sgf")).await.text;
    let loaded = bench.begin(json!({"sgf": sgf})).await;
    assert_eq!(bench.get(&loaded).await.json()["moves"][1], before);
    // While others keep the engine busy.
    let occupied = bench.service.searches.occupied();
    let body = json!({"players": ["engine", "human"], "level": 10});
    let game = bench.begin(body).await;
    let refused = bench
        .post(&format!("{game}/moves"), json!({"x": 7, "y": 7}))
        .await;
    assert_eq!(
        (refused.status, refused.error().as_str()),
        (409, "it is the engine's turn")
    );
    let refused = bench.post(&format!("{game}/hint"), json!({})).await;
    assert_eq!(refused.status, 409);
    let told = bench.post(&format!("{game}/move-now"), json!({})).await;
    assert_eq!(told.status, 200);
    drop(occupied);
    bench
        .wait(&game, |state| state["moves"][0].is_object())
        .await;
    let both = bench
        .begin(json!({"players": ["engine", "engine"], "size": 3, "level": 1}))
        .await;
    let refused = bench.post(&format!("{both}/undo"), json!({})).await;
    assert_eq!(refused.status, 409);
}

#[tokio::test]
async fn another_game_begins_under_the_same_name_and_level_and_players_change() {
    let bench = Bench::new();
    let game = bench
        .begin(json!({"size": 19, "rule": "standard", "players": ["human", "human"], "level": 2}))
        .await;
    let new = format!("{game}/new");
    bench
        .post(&format!("{game}/moves"), json!({"x": 7, "y": 7}))
        .await;
    let same = bench.post(&new, json!({})).await.json();
    assert_eq!(
        (&same["size"], &same["rule"]),
        (&19.into(), &"standard".into())
    );
    assert_eq!((&same["moves"], &same["level"]), (&json!([]), &2.into()));
    assert_eq!(same["players"], json!(["human", "human"]));
    let smaller = bench
        .post(&new, json!({"size": 3, "level": 4}))
        .await
        .json();
    assert_eq!(
        (&smaller["game"], &smaller["level"]),
        (&"tictactoe".into(), &4.into())
    );
    let larger = bench
        .post(&new, json!({"size": 15, "moves": "h8"}))
        .await
        .json();
    assert_eq!(
        (&larger["rule"], &larger["to_move"]),
        (&"freestyle".into(), &2.into())
    );
    let ruled = bench.post(&new, json!({"rule": "caro"})).await.json();
    assert_eq!(
        (&ruled["rule"], &ruled["size"]),
        (&"caro".into(), &15.into())
    );
    let read = bench
        .post(&new, json!({"sgf": "(;GM[4]SZ[7:6]MK[4];B[aa])"}))
        .await
        .json();
    assert_eq!(
        (&read["game"], &read["size"]),
        (&"mnk".into(), &Value::Null)
    );
    assert_eq!((&read["columns"], &read["win"]), (&7.into(), &4.into()));
    let again = bench.post(&new, json!({})).await.json();
    assert_eq!(
        (&again["columns"], &again["moves"]),
        (&7.into(), &json!([]))
    );
    assert_eq!(bench.post(&new, json!({"size": 99})).await.status, 400);

    let changed = bench
        .patch(&game, json!({"level": 1, "players": ["engine", "human"]}))
        .await;
    assert_eq!((changed.status, &changed.json()["level"]), (200, &1.into()));
    bench
        .wait(&game, |state| state["moves"][0].is_object())
        .await;
    for body in [
        json!({}),
        json!({"level": 0}),
        json!({"players": ["a", "b"]}),
    ] {
        assert_eq!(bench.patch(&game, body).await.status, 400);
    }
}

#[tokio::test]
async fn a_token_is_wanted_for_what_changes_something_and_for_nothing_else() {
    let bench = Bench::with(Some("correct-horse"), Bounds::default());
    let with_token = |method, path: &str, body: Value| {
        let mut request = request(method, path, &body.to_string());
        let headers = request.headers_mut();
        headers.insert("authorization", "Bearer correct-horse".parse().unwrap());
        request
    };
    let made = bench
        .ask(with_token(Method::POST, "/api/games", json!({})))
        .await;
    assert_eq!(made.status, 201);
    let game = made.headers[LOCATION].to_str().unwrap().to_string();
    assert_eq!(bench.post("/api/games", json!({})).await.status, 401);
    for end in ["undo", "redo", "hint", "resign", "move-now", "new"] {
        let refused = bench.post(&format!("{game}/{end}"), json!({})).await;
        assert_eq!(refused.status, 401, "{end}");
        assert_eq!(refused.headers["www-authenticate"], "Bearer");
    }
    let refused = bench
        .post(&format!("{game}/moves"), json!({"x": 1, "y": 1}))
        .await;
    assert_eq!(refused.status, 401);
    assert_eq!(bench.patch(&game, json!({"level": 1})).await.status, 401);
    for end in ["", ".sgf", ".psq"] {
        assert_eq!(bench.get(&format!("{game}{end}")).await.status, 200);
    }
    let mut events = Events::of(&bench, &format!("{game}/events")).await;
    assert_eq!(events.next().await.unwrap().0, "state");
    let played = with_token(
        Method::POST,
        &format!("{game}/moves"),
        json!({"x": 1, "y": 1}),
    );
    assert_eq!(bench.ask(played).await.status, 200);
}

#[tokio::test]
async fn whoever_watches_is_told_everything_that_is_new() {
    let bench = Bench::new();
    let game = bench.begin(json!({"level": 6})).await;
    let mut events = Events::of(&bench, &format!("{game}/events")).await;
    let (name, id, state) = events.next().await.unwrap();
    assert_eq!((name.as_str(), id.as_str()), ("state", "1"));
    assert_eq!(state, bench.get(&game).await.json());
    bench
        .post(&format!("{game}/moves"), json!({"x": 7, "y": 7}))
        .await;
    let (mut rev, mut depths) = (1, 0);
    loop {
        let (name, id, data) = events.next().await.unwrap();
        match name.as_str() {
            "state" => {
                assert_eq!(data["rev"].as_u64(), id.parse().ok());
                assert!(data["rev"].as_u64().unwrap() > rev);
                rev = data["rev"].as_u64().unwrap();
                if data["moves"][1].is_object() {
                    break;
                }
            }
            "thinking" => {
                depths += 1;
                assert!(data["pv"][0].is_object() && data["nps"].is_u64(), "{data}");
            }
            other => panic!("{other}"),
        }
    }
    assert!(rev > 1 && depths < 100);
}

#[tokio::test]
async fn whoever_watches_is_told_in_his_language() {
    let bench = Bench::new();
    let game = bench.two_people().await;
    let mut events = Events::of(&bench, &format!("{game}/events?lang=zh")).await;
    let (_, _, state) = events.next().await.unwrap();
    assert_eq!(state["message"], "新的一局。");
    let refused = bench.get(&format!("{game}/events?lang=fr")).await;
    assert_eq!(refused.status, 400);
}

#[tokio::test]
async fn a_slow_reader_is_told_the_newest_and_nobody_waits_for_him() {
    let bench = Bench::new();
    let game = bench.two_people().await;
    let mut slow = Events::of(&bench, &format!("{game}/events")).await;
    slow.next().await.unwrap();
    for x in 0..15 {
        for y in 0..2 {
            let body = json!({"x": x, "y": 7 * y + 2 * (x % 3)});
            let played = bench.post(&format!("{game}/moves"), body).await;
            assert_eq!(played.status, 200);
        }
    }
    let (_, id, state) = slow.next().await.unwrap();
    assert_eq!(
        (id.as_str(), state["moves"].as_array().unwrap().len()),
        ("31", 30)
    );
}

#[tokio::test]
async fn games_and_watchers_are_bounded() {
    let bounds = Bounds {
        games: 1,
        watchers: 1,
    };
    let bench = Bench::with(None, bounds);
    let first = bench.two_people().await;
    let mut watcher = Events::of(&bench, &format!("{first}/events")).await;
    watcher.next().await.unwrap();
    let refused = bench.get(&format!("{first}/events")).await;
    assert_eq!(refused.status, 503);
    assert!(refused.headers.contains_key("retry-after"));
    let refused = bench.post("/api/games", json!({})).await;
    assert_eq!(refused.status, 503, "somebody is at the only game");
    assert!(refused.headers.contains_key("retry-after"));
    drop(watcher);
    let second = bench.two_people().await;
    assert_eq!(bench.get(&first).await.status, 404);
    assert_eq!(bench.get(&second).await.status, 200);
    assert_eq!(bench.service.rooms.watching(), 0);
}

#[tokio::test]
async fn a_dropped_game_and_the_end_of_the_service_end_the_streams() {
    let bench = Bench::new();
    let game = bench.two_people().await;
    let mut events = Events::of(&bench, &format!("{game}/events")).await;
    events.next().await.unwrap();
    let Some(Table::Room(room)) = bench.service.rooms.find(&game["/api/games/".len()..]) else {
        panic!("it is there");
    };
    room.leave();
    assert_eq!(events.next().await.unwrap().0, "gone");
    assert!(events.next().await.is_none());
    let other = bench.two_people().await;
    let mut events = Events::of(&bench, &format!("{other}/events")).await;
    events.next().await.unwrap();
    bench.service.close();
    assert!(events.next().await.is_none());
}

/// Whatever the addresses say of themselves in the document is there.
#[tokio::test]
async fn the_document_knows_every_address_of_games() {
    let document = serde_json::to_value(crate::http::router::document()).unwrap();
    for (path, methods) in [
        ("/api/games", &["post"][..]),
        ("/api/games/{id}", &["get", "patch"]),
        ("/api/games/{id}.sgf", &["get"]),
        ("/api/games/{id}.psq", &["get"]),
        ("/api/games/{id}/moves", &["post"]),
        ("/api/games/{id}/undo", &["post"]),
        ("/api/games/{id}/redo", &["post"]),
        ("/api/games/{id}/hint", &["post"]),
        ("/api/games/{id}/resign", &["post"]),
        ("/api/games/{id}/move-now", &["post"]),
        ("/api/games/{id}/new", &["post"]),
        ("/api/games/{id}/events", &["get"]),
    ] {
        let found = document["paths"][path].as_object().unwrap();
        let mut known: Vec<_> = found.keys().map(String::as_str).collect();
        known.retain(|key| ["get", "post", "patch", "put", "delete"].contains(key));
        assert_eq!(known, methods, "{path}");
    }
}
