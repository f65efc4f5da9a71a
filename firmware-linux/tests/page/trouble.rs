//! Reloads, links, files, servers that vanish and come back.

use std::fs;
use std::time::Duration;

use crate::browser::{DESKTOP, PHONE, visit};
use crate::page::Page;
use crate::server::Server;

/// What a browser says of requests that nobody answers.
const NO_ANSWER: &str = "net::ERR_";
/// And of games that a new server does not know.
const UNKNOWN: &str = "status of 404";

#[tokio::test]
async fn a_reload_loses_nothing() {
    let server = Server::start();
    visit(PHONE, async move |page: Page| {
        page.open(&server.url).await;
        page.begin("gomoku", "first", 2).await;
        page.play("h8").await;
        page.wait_for_moves(2).await;
        let moves = page.value("[...document.querySelectorAll('#moves span')].map((move) => move.textContent).join()").await;
        let address = page.value("location.hash").await;
        page.client.refresh().await.unwrap();
        page.ready().await;
        page.wait_for_moves(2).await;
        assert_eq!(page.value("location.hash").await, address);
        // Without the address too: the browser remembers.
        page.open(&server.url).await;
        page.wait_for_moves(2).await;
        assert_eq!(page.value("location.hash").await, address);
        assert_eq!(
            page.value("[...document.querySelectorAll('#moves span')].map((move) => move.textContent).join()").await,
            moves
        );
        page.play("b2").await;
        page.wait_for_moves(4).await;
        server
    })
    .await;
}

#[tokio::test]
async fn a_link_opens_its_position() {
    let server = Server::start();
    visit(DESKTOP, async move |page: Page| {
        page.open(&format!(
            "{}#size=11&rule=standard&moves=f6g7e5",
            server.url
        ))
        .await;
        page.wait_for_moves(3).await;
        assert_eq!(
            page.value("document.querySelectorAll('#board .cell').length")
                .await,
            121
        );
        page.says("rule", "Standard").await;
        // Whoever opens a link has the next move.
        page.says("status-text", "Your move (White).").await;
        page.act("share").await;
        let link = page.value("document.getElementById('link').value").await;
        assert_eq!(
            link,
            format!("{}#size=11&rule=standard&moves=f6g7e5", server.url)
        );
        page.picture("share-desktop").await;
        server
    })
    .await;
}

#[tokio::test]
async fn a_bad_link_is_told_and_another_game_begins() {
    let server = Server::start();
    visit(DESKTOP, async move |page: Page| {
        page.expect("status of 400");
        page.open(&format!("{}#size=15&moves=h8h8", server.url))
            .await;
        page.wait(".trouble").await;
        page.wait_for_moves(0).await;
        page.click(".trouble button").await;
        page.until("!document.querySelector('.trouble')").await;
        server
    })
    .await;
}

#[tokio::test]
async fn games_come_and_go_as_text_and_files() {
    let server = Server::start();
    visit(DESKTOP, async move |page: Page| {
        page.expect("status of 400");
        page.open(&server.url).await;
        page.begin("gomoku", "two", 1).await;
        page.act("share").await;
        load(&page, "nonsense!").await;
        page.until("document.getElementById('load-error').textContent.length > 0")
            .await;
        load(&page, "1. h8 2. g7 3. i9").await;
        loaded(&page, 3).await;
        page.act("share").await;
        load(&page, "(;GM[4]SZ[15];B[hh];W[gg])").await;
        loaded(&page, 2).await;
        page.act("share").await;
        assert_eq!(
            page.value("document.getElementById('move-string').value")
                .await,
            "h8g9"
        );
        upload(&page, "Piskvorky 15x15, 11:11, 0\n8,8,0\n9,9,0\n7,9,0\n").await;
        loaded(&page, 3).await;
        let sgf = page.value("document.getElementById('sgf').href").await;
        let sgf = fetch(&page, sgf.as_str().unwrap()).await;
        assert!(sgf.contains("B[hh]") && sgf.contains("W[ii]"), "{sgf}");
        server
    })
    .await;
}

#[tokio::test]
async fn a_game_with_stones_that_were_set_up_is_played_on() {
    let server = Server::start();
    visit(DESKTOP, async move |page: Page| {
        page.open(&server.url).await;
        page.begin("gomoku", "two", 1).await;
        page.act("share").await;
        load(&page, "(;GM[4]SZ[15]AB[hh][jj]AW[ii])").await;
        loaded(&page, 0).await;
        page.play("c3").await;
        page.wait_for_moves(1).await;
        assert_eq!(page.stones().await, 4);
        // No link could carry such a position.
        page.act("share").await;
        page.wait("#link-field[hidden]").await;
        server
    })
    .await;
}

async fn load(page: &Page, text: &str) {
    let field = page.wait("#load-text").await;
    field.clear().await.unwrap();
    field.send_keys(text).await.unwrap();
    page.click("#share-form > .choice .main").await;
}

/// The game is there, and the window gone.
async fn loaded(page: &Page, moves: u64) {
    page.wait_for_moves(moves).await;
    page.until("!document.getElementById('share-dialog').open")
        .await;
}

/// Chooses a file of this content.
async fn upload(page: &Page, content: &str) {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("game.psq");
    fs::write(&file, content).unwrap();
    let input = page.wait("#file").await;
    input.send_keys(file.to_str().unwrap()).await.unwrap();
    // The folder is needed until the page has read the file.
    page.until("!document.getElementById('share-dialog').open")
        .await;
}

async fn fetch(page: &Page, address: &str) -> String {
    let script = "const [address, done] = arguments; fetch(address).then((answer) => answer.text()).then(done)";
    let text = page
        .client
        .execute_async(script, vec![address.into()])
        .await
        .unwrap();
    text.as_str().unwrap().to_owned()
}

#[tokio::test]
async fn a_game_survives_its_server() {
    let server = Server::start();
    visit(DESKTOP, async move |page: Page| {
        page.expect(NO_ANSWER);
        page.expect(UNKNOWN);
        page.open(&server.url).await;
        page.begin("gomoku", "two", 1).await;
        for (count, point) in (1..).zip(["h8", "g7", "i9"]) {
            page.play(point).await;
            page.wait_for_moves(count).await;
        }
        let server = server.again();
        // The page makes its game again and goes on.
        page.until("document.getElementById('offline').hidden && document.querySelector('#notices .notice') !== null").await;
        page.wait_for_moves(3).await;
        page.play("f6").await;
        page.wait_for_moves(4).await;
        drop(server);
    })
    .await;
}

/// A game of two people with a stone on h8, whose server will go away.
async fn one_stone(page: &Page, server: &Server) {
    page.expect(NO_ANSWER);
    page.expect(UNKNOWN);
    page.open(&server.url).await;
    page.begin("gomoku", "two", 1).await;
    page.play("h8").await;
    page.wait_for_moves(1).await;
}

#[tokio::test]
async fn each_tab_has_its_own_game_and_how_it_ended_is_known() {
    let server = Server::start();
    visit(DESKTOP, async move |page: Page| {
        one_stone(&page, &server).await;
        let first = page.client.window().await.unwrap();
        let second = page.client.new_window(true).await.unwrap().handle;
        page.client.switch_to_window(second).await.unwrap();
        page.open(&format!("{}#size=9&rule=standard&moves=e5d4f6", server.url))
            .await;
        page.wait_for_moves(3).await;
        // Nobody sees the first: it leaves its connection to others.
        let metrics = format!("{}metrics", server.url);
        let left = async {
            while !fetch(&page, &metrics).await.contains("minmax_streams 1\n") {
                tokio::time::sleep(Duration::from_millis(50)).await;
            }
        };
        let left = tokio::time::timeout(Duration::from_secs(30), left).await;
        left.expect("the hidden page keeps its stream");
        page.act("resign").await;
        page.click("#resign-form .main").await;
        page.wait("body[data-over=true]").await;
        let address = page.value("location.hash").await;
        let server = server.again();
        page.until(&format!("location.hash !== {address}")).await;
        page.wait("body[data-over=true] #board[data-moves=\"3\"]")
            .await;
        page.client.switch_to_window(first).await.unwrap();
        page.until("document.querySelector('#notices .notice') !== null")
            .await;
        page.wait("body[data-over=false] #board[data-moves=\"1\"]")
            .await;
        drop(server);
    })
    .await;
}

#[tokio::test]
async fn a_move_without_a_connection_is_kept_and_offered_again() {
    let server = Server::start();
    visit(PHONE, async move |page: Page| {
        one_stone(&page, &server).await;
        let address = server.address();
        drop(server);
        page.wait("#offline:not([hidden])").await;
        page.play("g7").await;
        page.wait(".trouble").await;
        page.says("place", "Play g7").await;
        page.picture("offline-phone").await;
        let server = Server::at(&address);
        page.until("document.getElementById('offline').hidden")
            .await;
        page.ready().await;
        page.wait("#confirm:not([hidden])").await;
        assert_eq!(page.stones().await, 1);
        page.act("place").await;
        page.wait_for_moves(2).await;
        drop(server);
    })
    .await;
}

#[tokio::test]
async fn a_token_is_asked_for_and_kept() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("token");
    fs::write(&file, "let-me-in\n").unwrap();
    let server = Server::with(&[
        "--bind",
        "127.0.0.1:0",
        "--token-file",
        file.to_str().unwrap(),
    ]);
    visit(DESKTOP, async move |page: Page| {
        page.expect("status of 401");
        page.client.goto(&server.url).await.unwrap();
        say(&page, "let-me-out").await;
        page.until("document.getElementById('token-error').textContent !== ''")
            .await;
        say(&page, "let-me-in").await;
        page.ready().await;
        page.client.refresh().await.unwrap();
        page.ready().await;
        page.begin("tictactoe", "two", 1).await;
        page.play("b2").await;
        page.wait_for_moves(1).await;
        server
    })
    .await;
}

/// Writes the token where it is asked for.
async fn say(page: &Page, token: &str) {
    page.wait("#token-dialog[open]").await;
    let field = page.wait("#token").await;
    field.clear().await.unwrap();
    field.send_keys(token).await.unwrap();
    page.click("#token-form .main").await;
}

#[tokio::test]
async fn a_game_that_the_server_has_kept_goes_on_by_its_name() {
    let folder = tempfile::tempdir().unwrap();
    let store = ["--store", folder.path().to_str().unwrap()].map(str::to_owned);
    let server = Server::with(&["--bind", "127.0.0.1:0", &store[0], &store[1]]);
    visit(DESKTOP, async move |page: Page| {
        page.expect(NO_ANSWER);
        page.open(&server.url).await;
        page.begin("gomoku", "two", 1).await;
        page.play("h8").await;
        page.wait_for_moves(1).await;
        let name = page.value("location.hash").await;
        let address = server.address();
        drop(server);
        page.wait("#offline:not([hidden])").await;
        let _server = Server::with(&["--bind", &address, &store[0], &store[1]]);
        page.until("document.getElementById('offline').hidden")
            .await;
        page.play("g7").await;
        page.wait_for_moves(2).await;
        assert_eq!(page.value("location.hash").await, name);
    })
    .await;
    drop(folder);
}
