//! One position: best move, analysis, forbidden points, and everything that can be wrong with them.

use axum::body::Body;
use axum::http::{Method, StatusCode};
use serde_json::{Value, json};

use crate::desk::{Desk, posted, request, stones};

#[tokio::test]
async fn the_tutorials_request_gets_the_tutorials_answer() {
    let desk = Desk::default();
    let body = json!({"board": [{"x": 7, "y": 7, "value": 1}], "player": 2});
    let answer = desk.post("/api/bestmove", &body).await;
    assert_eq!(answer.status, StatusCode::OK);
    let best = answer.json();
    for field in ["x", "y", "score", "depth", "nodes", "nps", "time_ms"] {
        assert!(best[field].is_i64(), "{field}: {best}");
    }
    assert_eq!(best["pv"][0], json!({"x": best["x"], "y": best["y"]}));
    assert_eq!(best["win_in"], Value::Null);
}

#[tokio::test]
async fn the_empty_board_is_answered_in_its_centre() {
    let desk = Desk::default();
    for (size, centre) in [(15, 7), (3, 1), (20, 9)] {
        let body = json!({"board": [], "player": 1, "size": size, "depth": 4});
        let best = desk.post("/api/bestmove", &body).await.json();
        let near = |value: &Value| (value.as_i64().unwrap() - centre).abs() <= 1;
        assert!(near(&best["x"]) && near(&best["y"]), "{size}: {best}");
    }
}

#[tokio::test]
async fn rows_count_from_the_top_and_columns_from_the_left() {
    let desk = Desk::default();
    // Black has four in the upper row, closed at the left edge: x 0, y 4 wins.
    let board = stones(
        &[(0, 0), (0, 1), (0, 2), (0, 3)],
        &[(5, 5), (6, 7), (9, 9), (9, 3)],
    );
    let body = json!({"board": board, "player": 1});
    let best = desk.post("/api/bestmove", &body).await.json();
    assert_eq!((&best["x"], &best["y"]), (&json!(0), &json!(4)));
    assert_eq!(best["win_in"], 1);
}

#[tokio::test]
async fn wins_and_losses_are_told_in_plies() {
    let desk = Desk::default();
    let four = [(7, 4), (7, 5), (7, 6), (7, 7)];
    let others = [(1, 1), (1, 12), (12, 1)];
    let body =
        json!({"board": stones(&four, &[others.as_slice(), &[(3, 9)]].concat()), "player": 1});
    assert_eq!(desk.post("/api/bestmove", &body).await.json()["win_in"], 1);
    let body = json!({"board": stones(&four, &others), "player": 2});
    assert_eq!(desk.post("/api/bestmove", &body).await.json()["win_in"], -2);
}

#[tokio::test]
async fn a_level_plays_as_it_does_and_limits_hold() {
    let desk = Desk::default();
    let board = stones(&[(7, 7), (8, 8)], &[(6, 7)]);
    for (name, value) in [("level", 1), ("depth", 2), ("time_ms", 5), ("level", 10)] {
        let body = json!({"board": board, "player": 2, "rule": "renju", name: value});
        let answer = desk.post("/api/bestmove", &body).await;
        assert_eq!(answer.status, StatusCode::OK, "{}", answer.text);
        let best = answer.json();
        match name {
            "depth" => assert_eq!(best["depth"], 2),
            "level" if value == 1 => assert!(best["nodes"].as_i64().unwrap() < 200),
            _ => {}
        }
    }
}

/// What is wrong, and a word that the answer must have.
fn wrong_bodies() -> Vec<(Value, &'static str)> {
    let board = json!([{"x": 7, "y": 7, "value": 1}]);
    let with = |name: &str, value: Value| {
        let mut body = json!({"board": board, "player": 2});
        body[name] = value;
        body
    };
    let on_board = |stone: Value| json!({"board": [stone], "player": 2});
    vec![
        (json!({"player": 1}), "board"),
        (json!({"board": []}), "player"),
        (json!([]), "an object"),
        (json!(null), "an object"),
        (with("player", json!(3)), "player 3"),
        (with("player", json!("2")), "player"),
        (with("player", json!(1)), "1 black and 0 white"),
        (with("size", json!(2)), "size 2"),
        (with("size", json!(21)), "size 21"),
        (with("size", json!(-1)), "size -1"),
        (with("size", json!(7)), "board[0].x 7"),
        (with("size", json!(1e3)), "size"),
        (with("rule", json!("rinju")), "did you mean renju"),
        (with("rule", json!(5)), "rule"),
        (with("level", json!(0)), "level 0"),
        (with("level", json!(11)), "level 11"),
        (with("depth", json!(0)), "depth 0"),
        (with("depth", json!(61)), "depth 61"),
        (with("time_ms", json!(0)), "time_ms 0"),
        (with("time_ms", json!(60_001)), "time_ms 60001"),
        (with("time_ms", json!(i64::MAX)), "time_ms"),
        (with("time_ms", json!(u64::MAX)), "time_ms"),
        (with("time", json!(1)), "unknown field `time`"),
        (
            on_board(json!({"x": 15, "y": 0, "value": 1})),
            "board[0].x 15",
        ),
        (
            on_board(json!({"x": 0, "y": -1, "value": 1})),
            "board[0].y -1",
        ),
        (
            on_board(json!({"x": 0, "y": 0, "value": 0})),
            "board[0].value 0",
        ),
        (on_board(json!({"x": 0, "y": 0})), "value"),
        (on_board(json!({"x": 0, "y": 0, "value": 1, "z": 1})), "`z`"),
        (on_board(json!(7)), "board[0]"),
        (on_board(json!([7, 7, 1])), "an object"),
        (json!([[], 1]), "an object"),
        (json!({"board": 7, "player": 1}), "board"),
    ]
}

#[tokio::test]
async fn a_wrong_body_is_refused_with_the_field_and_the_reason() {
    let desk = Desk::default();
    for path in ["/api/bestmove", "/api/analyze"] {
        for (body, words) in wrong_bodies() {
            let answer = desk.post(path, &body).await;
            assert_eq!(answer.status, StatusCode::BAD_REQUEST, "{body}");
            let error = answer.error();
            assert!(error.contains(words), "{body}: {error}");
        }
    }
}

#[tokio::test]
async fn a_position_that_cannot_be_is_refused() {
    let desk = Desk::default();
    let row = [(3, 3), (3, 4), (3, 5), (3, 6), (3, 7)];
    let other = [(9, 3), (9, 4), (9, 5), (9, 6), (9, 7)];
    let mixed = [(9, 3), (9, 4), (9, 5), (9, 6), (12, 7)];
    let twice = json!([
        {"x": 7, "y": 7, "value": 1}, {"x": 7, "y": 7, "value": 2}]);
    let full: Vec<_> = (0..9).map(|cell| (cell / 3, cell % 3)).collect();
    let at = |cells: &[usize]| cells.iter().map(|&cell| full[cell]).collect::<Vec<_>>();
    let drawn = stones(&at(&[0, 1, 5, 6, 8]), &at(&[2, 3, 4, 7]));
    for (body, words) in [
        (json!({"board": twice, "player": 1}), "two stones"),
        (
            json!({"board": stones(&row, &mixed), "player": 1}),
            "Black has won",
        ),
        (
            json!({"board": stones(&mixed, &row), "player": 1}),
            "White has won",
        ),
        (
            json!({"board": stones(&row, &other), "player": 1}),
            "both sides",
        ),
        (json!({"board": drawn, "player": 2, "size": 3}), "full"),
        (
            json!({"board": stones(&[(1, 1), (2, 2)], &[]), "player": 2}),
            "2 black and 0 white",
        ),
        (
            json!({"board": stones(&[(1, 1)], &[]), "player": 1, "rule": "renju"}),
            "1 black and 0",
        ),
        (
            json!({"board": stones(&[], &[(1, 1)]), "player": 1, "rule": "renju"}),
            "renju",
        ),
        (json!({"board": [], "player": 2, "rule": "renju"}), "renju"),
        (
            json!({"board": [], "player": 1, "rule": "caro", "size": 3}),
            "rule caro",
        ),
    ] {
        let answer = desk.post("/api/bestmove", &body).await;
        assert_eq!(answer.status, StatusCode::BAD_REQUEST, "{body}");
        let error = answer.error();
        assert!(error.contains(words), "{body}: {error}");
    }
    // Whoever began: White may have.
    let body = json!({"board": stones(&[], &[(1, 1)]), "player": 1, "depth": 1});
    assert_eq!(
        desk.post("/api/bestmove", &body).await.status,
        StatusCode::OK
    );
}

#[tokio::test]
async fn bytes_that_are_no_body_are_refused_by_their_kind() {
    let desk = Desk::default();
    let good = json!({"board": [], "player": 1, "depth": 1}).to_string();
    let plain = request(Method::POST, "/api/bestmove").body(Body::from(good.clone()));
    let answer = desk.ask(plain.unwrap()).await;
    assert_eq!(answer.status, StatusCode::UNSUPPORTED_MEDIA_TYPE);
    answer.error();
    let form = request(Method::POST, "/api/bestmove")
        .header("content-type", "application/x-www-form-urlencoded")
        .body(Body::from(good.clone()));
    let answer = desk.ask(form.unwrap()).await;
    assert_eq!(answer.status, StatusCode::UNSUPPORTED_MEDIA_TYPE);

    let spaces = |count: usize| good.clone() + &" ".repeat(count - good.len());
    let answer = desk.ask(posted("/api/bestmove", spaces(65_536))).await;
    assert_eq!(answer.status, StatusCode::OK);
    let answer = desk.ask(posted("/api/bestmove", spaces(65_537))).await;
    assert_eq!(answer.status, StatusCode::PAYLOAD_TOO_LARGE);
    answer.error();
    for bytes in [
        &b"{\"board\""[..],
        b"\xff\xfe",
        b"\0",
        b"nul",
        b"{}{}",
        b"[[[[",
    ] {
        let answer = desk.ask(posted("/api/bestmove", bytes.to_vec())).await;
        assert_eq!(answer.status, StatusCode::BAD_REQUEST, "{bytes:?}");
        answer.error();
    }
    let charset = request(Method::POST, "/api/bestmove")
        .header("content-type", "Application/JSON; charset=utf-8")
        .body(Body::from(good));
    assert_eq!(desk.ask(charset.unwrap()).await.status, StatusCode::OK);
}

#[tokio::test]
async fn other_addresses_and_methods_are_refused_in_words() {
    let desk = Desk::default();
    for path in ["/nix", "/api", "/api/bestmove/", "/../etc/passwd", "/%00"] {
        let answer = desk.get(path).await;
        assert_eq!(answer.status, StatusCode::NOT_FOUND, "{path}");
        answer.error();
    }
    let answer = desk.get("/api/games/%ff").await;
    assert_eq!(answer.status, StatusCode::BAD_REQUEST);
    answer.error();
    let answer = desk.get("/api/bestmove").await;
    assert_eq!(answer.status, StatusCode::METHOD_NOT_ALLOWED);
    assert_eq!(answer.headers["allow"], "POST");
    assert!(answer.error().contains("GET"));
}

#[tokio::test]
async fn errors_are_told_in_the_clients_language() {
    let desk = Desk::default();
    let body = json!({"board": [], "player": 7}).to_string();
    let mut asked = posted("/api/bestmove", body);
    let chinese = "zh-CN,zh;q=0.9".parse().unwrap();
    asked.headers_mut().insert("accept-language", chinese);
    assert!(desk.ask(asked).await.error().contains("整数"));
}

#[tokio::test]
async fn the_token_is_wanted_of_whoever_writes() {
    let desk = Desk::new(1, 1, Some("correct-horse"));
    let body = json!({"board": [], "player": 1, "depth": 1}).to_string();
    let with = |word: Option<&str>| {
        let mut asked = posted("/api/bestmove", body.clone());
        if let Some(word) = word {
            let word = word.parse().unwrap();
            asked.headers_mut().insert("authorization", word);
        }
        asked
    };
    for word in [
        None,
        Some("Bearer"),
        Some("Bearer wrong-horse"),
        Some("Basic correct-horse"),
    ] {
        let answer = desk.ask(with(word)).await;
        assert_eq!(answer.status, StatusCode::UNAUTHORIZED, "{word:?}");
        assert_eq!(answer.headers["www-authenticate"], "Bearer");
        answer.error();
    }
    for word in ["Bearer correct-horse", "bearer  correct-horse"] {
        assert_eq!(desk.ask(with(Some(word))).await.status, StatusCode::OK);
    }
    assert_eq!(desk.get("/api/health").await.status, StatusCode::OK);
    assert_eq!(desk.get("/api/info").await.json()["token"], true);
    // To look needs none.
    let fouls = desk.post("/api/forbidden", &json!({"board": []})).await;
    assert_eq!(fouls.status, StatusCode::OK);
}

#[tokio::test]
async fn the_page_of_another_site_is_refused() {
    let desk = Desk::default();
    for path in ["/api/bestmove", "/api/analyze", "/api/games"] {
        let mut asked = posted(path, "");
        let (host, origin) = ("box:8000".parse(), "http://evil.example".parse());
        asked.headers_mut().insert("host", host.unwrap());
        asked.headers_mut().insert("origin", origin.unwrap());
        let answer = desk.ask(asked).await;
        assert_eq!(answer.status, StatusCode::FORBIDDEN, "{path}");
        answer.error();
    }
}

/// The events of a finished stream: names and data.
fn events(text: &str) -> Vec<(String, Value)> {
    let events = text
        .split("\n\n")
        .filter(|event| event.starts_with("event: "));
    let split = events.map(|event| {
        let (name, data) = event.split_once("\ndata: ").unwrap();
        let name = name.strip_prefix("event: ").unwrap();
        (name.to_string(), serde_json::from_str(data).unwrap())
    });
    split.collect()
}

#[tokio::test]
async fn an_analysis_tells_every_depth_and_the_end() {
    let desk = Desk::default();
    let board = stones(&[(7, 7), (8, 8)], &[(6, 7), (5, 5)]);
    let body = json!({"board": board, "player": 1, "depth": 5});
    let answer = desk.post("/api/analyze", &body).await;
    assert_eq!(answer.headers["content-type"], "text/event-stream");
    let events = events(&answer.text);
    let depths: Vec<_> = events
        .iter()
        .map(|(_, data)| data["depth"].clone())
        .collect();
    assert_eq!(depths, [1, 2, 3, 4, 5, 5].map(Value::from));
    let (last, before) = events.split_last().unwrap();
    assert_eq!(last.0, "done");
    assert!(before.iter().all(|(name, _)| name == "depth"));
    assert_eq!(last.1["pv"], before[4].1["pv"]);
}

#[tokio::test]
async fn who_comes_while_all_are_busy_is_told_when_to_come_again() {
    let desk = Desk::new(1, 0, None);
    let board = stones(&[(7, 7)], &[]);
    let endless = json!({"board": board, "player": 2, "depth": 60, "time_ms": 60_000});
    let stream = desk.send(posted("/api/analyze", endless.to_string())).await;
    assert_eq!(stream.status(), StatusCode::OK);
    let short = json!({"board": board, "player": 2, "depth": 1});
    let answer = desk.post("/api/bestmove", &short).await;
    assert_eq!(answer.status, StatusCode::SERVICE_UNAVAILABLE);
    assert!(
        answer.headers["retry-after"]
            .to_str()
            .unwrap()
            .parse::<u32>()
            .unwrap()
            > 0
    );
    answer.error();
    assert_eq!(desk.get("/api/health").await.json()["searches"], 1);
    // Whoever reads no more has gone away, and the search ends.
    drop(stream);
    while desk.service.searches.load().running > 0 {
        tokio::task::yield_now().await;
    }
    assert_eq!(
        desk.post("/api/bestmove", &short).await.status,
        StatusCode::OK
    );
}

#[tokio::test]
async fn whoever_lets_go_of_his_request_is_not_searched_for() {
    let desk = Desk::new(1, 5, None);
    let endless =
        json!({"board": stones(&[(7, 7)], &[]), "player": 2, "time_ms": 60_000, "depth": 60});
    let asked = desk.post("/api/bestmove", &endless);
    let gone = tokio::time::timeout(std::time::Duration::from_millis(200), asked).await;
    assert!(gone.is_err());
    while desk.service.searches.load().running > 0 {
        tokio::task::yield_now().await;
    }
}

#[tokio::test]
async fn forbidden_points_have_their_kinds() {
    let desk = Desk::default();
    let kinds = |points: &Value| {
        let points = points["points"].as_array().unwrap().iter();
        let told = points.map(|point| format!("{},{} {}", point["x"], point["y"], point["kind"]));
        told.collect::<Vec<_>>().join("; ")
    };
    let threes = stones(
        &[(7, 5), (7, 6), (5, 7), (6, 7)],
        &[(0, 0), (0, 14), (14, 0), (14, 14)],
    );
    let answer = desk.post("/api/forbidden", &json!({"board": threes})).await;
    assert_eq!(kinds(&answer.json()), "7,7 \"double-three\"");
    let six = stones(&[(3, 2), (3, 3), (3, 4), (3, 6), (3, 7)], &[]);
    let answer = desk
        .post("/api/forbidden", &json!({"board": six, "rule": "renju"}))
        .await;
    assert_eq!(kinds(&answer.json()), "3,5 \"overline\"");
    let fours = stones(&[(7, 4), (7, 5), (7, 6), (4, 7), (5, 7), (6, 7)], &[]);
    let answer = desk
        .post("/api/forbidden", &json!({"board": fours, "player": 1}))
        .await;
    assert_eq!(kinds(&answer.json()), "7,7 \"double-four\"");
    let answer = desk
        .post("/api/forbidden", &json!({"board": fours, "player": 2}))
        .await;
    assert_eq!(kinds(&answer.json()), "");
    for (body, words) in [
        (json!({"board": fours, "rule": "freestyle"}), "renju only"),
        (json!({"board": fours, "size": 5}), "board[0].x 7"),
        (json!({"board": fours, "size": 3}), "rule renju"),
        (json!({"board": fours, "player": 0}), "player 0"),
        (json!({"board": fours, "depth": 1}), "unknown field `depth`"),
    ] {
        let answer = desk.post("/api/forbidden", &body).await;
        assert_eq!(answer.status, StatusCode::BAD_REQUEST, "{body}");
        assert!(answer.error().contains(words), "{body}: {}", answer.error());
    }
}

#[tokio::test]
async fn every_answer_forbids_what_the_page_does_not_need() {
    let desk = Desk::default();
    for path in ["/", "/nix", "/api/health", "/api/bestmove"] {
        let headers = desk.get(path).await.headers;
        let policy = headers["content-security-policy"].to_str().unwrap();
        assert!(policy.starts_with("default-src 'none'; script-src 'self';"));
        assert!(!policy.contains("unsafe"), "{path}");
        assert_eq!(headers["x-content-type-options"], "nosniff");
        assert!(!headers.contains_key("set-cookie"));
        assert!(!headers.contains_key("access-control-allow-origin"));
    }
}

#[tokio::test]
async fn what_is_done_is_counted() {
    let desk = Desk::default();
    let body = json!({"board": [], "player": 1, "depth": 1});
    desk.post("/api/bestmove", &body).await;
    desk.post("/api/bestmove", &json!({})).await;
    desk.get("/nix").await;
    let text = desk.get("/metrics").await.text;
    for line in [
        "minmax_requests_total{route=\"/api/bestmove\",status=\"200\"} 1",
        "minmax_requests_total{route=\"/api/bestmove\",status=\"400\"} 1",
        "minmax_requests_total{route=\"other\",status=\"404\"} 1",
        "minmax_search_seconds_count 1",
        "minmax_searches_running 0",
    ] {
        assert!(text.lines().any(|found| found == line), "{line}\n{text}");
    }
    assert!(text.ends_with("# EOF\n"));
}

#[tokio::test]
async fn a_file_that_the_client_has_is_not_sent_again() {
    let desk = Desk::default();
    let first = desk.get("/").await;
    assert_eq!(first.headers["content-type"], "text/html; charset=utf-8");
    let tag = &first.headers["etag"];
    let again = request(Method::GET, "/").header("if-none-match", tag);
    let answer = desk.ask(again.body(Body::empty()).unwrap()).await;
    assert_eq!(answer.status, StatusCode::NOT_MODIFIED);
    assert_eq!(answer.text, "");
}
