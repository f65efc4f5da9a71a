//! The box's web page: one game, whoever plays, and a box that plays on whatever becomes of the page.

use std::net::TcpListener;

use serde_json::{Value, json};

use crate::client::{Client, moves, state_with};
use crate::desk::Desk;

/// A port that nobody uses at the moment.
fn free_port() -> u16 {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    listener.local_addr().unwrap().port()
}

fn desk(game: &str) -> (Desk, Client) {
    let address = format!("127.0.0.1:{}", free_port());
    let sections = format!("[http]\nbind = \"{address}\"\n");
    let mut desk = Desk::with(game, &sections);
    desk.start();
    desk.read_to("to move.");
    (desk, Client(address))
}

fn at(x: usize, y: usize) -> String {
    json!({"x": x, "y": y}).to_string()
}

#[test]
fn the_page_and_the_terminal_play_one_game() {
    let (mut desk, client) = desk("game = \"gomoku\"\nlevel = 1");
    assert_eq!(client.ask("GET", "/api/info", "")["box"], true);
    let events = client.events("box");
    let state = state_with(&events, |_| true);
    assert_eq!((&state["id"], &state["level"]), (&json!("box"), &json!(1)));

    let played = client.ask("POST", "/api/games/box/moves", &at(7, 7));
    assert_eq!(played["moves"][0]["name"], "h8");
    desk.read_to("Black (X) plays h8");
    desk.read_to("White (O) plays ");
    desk.read_to("Black (X) to move.");
    let state = state_with(&events, |state| moves(state) == 2);
    assert!(state["moves"][1]["score"].is_i64());

    desk.type_line("a1");
    state_with(&events, |state| moves(state) == 4);
    desk.read_to("White (O) plays ");
    let (status, error) = client.send("POST", "/api/games/box/moves", &at(7, 7));
    assert!(status == 409 && error.contains("h8 is taken"), "{error}");
    client.ask("POST", "/api/games/box/undo", "{}");
    desk.read_to("Moves taken back: 2.");
    desk.type_line("undo");
    state_with(&events, |state| moves(state) == 0);
    let change = json!({"level": 3, "players": ["human", "human"]}).to_string();
    let changed = client.ask("PATCH", "/api/games/box", &change);
    assert_eq!(
        (&changed["level"], &changed["players"][1]),
        (&json!(3), &json!("human"))
    );
    desk.read_to("Level 3.");

    let new = json!({"size": 3}).to_string();
    client.ask("POST", "/api/games/box/new", &new);
    desk.read_to("A new game.");
    client.ask("POST", "/api/games/box/moves", &at(1, 1));
    let kept = Desk::wait_for(&desk.kept(), ";B[bb]");
    assert!(kept.contains("ML[3]"), "{kept}");
    let (_, file) = client.send("GET", "/api/games/box.sgf", "");
    assert!(file.contains(";B[bb]"), "{file}");
}

#[test]
fn games_of_the_page_live_beside_the_boxs_own_and_are_kept() {
    let (mut desk, client) = desk("game = \"gomoku\"\nlevel = 1");
    let made = client.ask("POST", "/api/games", "{\"size\":3,\"level\":2}");
    let game = made["id"].as_str().unwrap().to_string();
    let events = client.events(&game);
    client.ask("POST", &format!("/api/games/{game}/moves"), &at(1, 1));
    let state = state_with(&events, |state: &Value| moves(state) == 2);
    assert_eq!(moves(&client.state("box")), 0);
    let file = desk.store().join("games").join(format!("{game}.sgf"));
    Desk::wait_for(&file, ";W[");
    assert!(desk.terminate().1);
    desk.start();
    desk.read_to("to move.");
    assert_eq!(client.state(&game)["moves"], state["moves"]);
    desk.type_line("save games");
    desk.read_to("is no name for a file here");
}

#[test]
fn a_page_that_cannot_be_opened_is_told_of_and_the_box_plays() {
    let taken = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = taken.local_addr().unwrap();
    let sections = format!("[http]\nbind = \"{address}\"\n");
    let mut desk = Desk::with("game = \"gomoku\"\nlevel = 1", &sections);
    desk.start();
    desk.read_to(&format!("No web page: {address} is in use."));
    desk.type_line("h8");
    desk.read_to("White (O) plays ");
    drop(taken); // it is tried again
    let client = Client(address.to_string());
    let events = client.events("box");
    let state = state_with(&events, |_| true);
    assert_eq!(moves(&state), 2);
    assert!(desk.terminate().1, "with a client that watches");
}

#[test]
fn a_page_without_its_token_is_not_opened() {
    let address = format!("127.0.0.1:{}", free_port());
    let sections = format!("[http]\nbind = \"{address}\"\ntoken_file = \"/no/such/token\"\n");
    let mut desk = Desk::with("game = \"gomoku\"\nlevel = 1", &sections);
    desk.start();
    desk.read_to("No web page: /no/such/token cannot be read");
    assert!(std::net::TcpStream::connect(&address).is_err());
}
