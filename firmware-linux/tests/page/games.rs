//! Whole games on the page, and what one does in them.

use crate::browser::{DESKTOP, Device, PHONE, visit};
use crate::page::Page;
use crate::server::Server;

/// Plays a whole tic-tac-toe by touching the first free cell again and again.
async fn tic_tac_toe(device: Device) {
    let server = Server::start();
    visit(device, async move |page: Page| {
        page.open(&server.url).await;
        page.begin("tictactoe", "first", 1).await;
        loop {
            page.wait("#board.playable, body[data-over=true]").await;
            if page.value("document.body.dataset.over").await == "true" {
                break;
            }
            let moves = page.stones().await;
            page.click("#board .free").await;
            page.until(&format!(
                "document.querySelector('#board').dataset.moves > {moves}"
            ))
            .await;
        }
        let stones = page.stones().await;
        let said = page.text("status-text").await;
        let row = page
            .value("document.querySelectorAll('#board .win').length")
            .await;
        match said.as_str() {
            "You win!" | "The engine wins." => assert_eq!(row, 1, "{said}"),
            "A draw." => assert_eq!((row.as_u64(), stones), (Some(0), 9)),
            _ => panic!("{said}"),
        }
        assert_eq!(
            page.value("document.getElementById('announcer').textContent.length > 0")
                .await,
            true
        );
        page.picture(&format!("tic-tac-toe-{}", device.name)).await;
        server
    })
    .await;
}

#[tokio::test]
async fn a_whole_tic_tac_toe_on_a_phone() {
    tic_tac_toe(PHONE).await;
}

#[tokio::test]
async fn a_whole_tic_tac_toe_on_a_desktop() {
    tic_tac_toe(DESKTOP).await;
}

/// Moves of a person's, most of them in corners, so that the engine leaves them free; one more, and it
/// could have won.
const CORNERS: [&str; 4] = ["h8", "b2", "n2", "b14"];

/// The opening of a gomoku game with everything that one may do in it.
async fn gomoku(device: Device) {
    let server = Server::start();
    visit(device, async move |page: Page| {
        page.open(&server.url).await;
        page.begin("gomoku", "first", 3).await;
        for (round, point) in (1..).zip(CORNERS) {
            page.play(point).await;
            page.wait_for_moves(2 * round).await;
        }
        page.picture(&format!("gomoku-{}", device.name)).await;
        assert!(page.text("thought-text").await.starts_with("White played"));
        take_back(&page).await;
        ask_for_a_hint(&page, device).await;
        look_back(&page).await;
        give_up(&page, device).await;
        server
    })
    .await;
}

async fn take_back(page: &Page) {
    page.act("undo").await;
    page.wait_for_moves(6).await;
    assert_eq!(page.stones().await, 6);
    page.act("redo").await;
    page.wait_for_moves(8).await;
}

async fn ask_for_a_hint(page: &Page, device: Device) {
    page.wait("#board.playable").await;
    page.act("hint").await;
    page.wait("#board .hint").await;
    assert!(page.text("thought-text").await.starts_with("Hint: "));
    // What would follow is shown on the board.
    page.click("#thought-line").await;
    page.wait("#board .ghost").await;
    page.click("#thought-line").await;
    page.picture(&format!("hint-{}", device.name)).await;
}

async fn look_back(page: &Page) {
    page.act("first").await;
    page.until("document.querySelectorAll('#board .stone').length === 0")
        .await;
    page.click("#moves li:nth-child(3) button").await;
    page.until("document.querySelectorAll('#board .stone').length === 3")
        .await;
    page.says("status-text", "Position after move 3 of 8.")
        .await;
    // The middle of the graph is the middle of the game.
    page.click("#graph").await;
    page.until("document.querySelectorAll('#board .stone').length === 4")
        .await;
    page.act("live").await;
    page.until("document.querySelectorAll('#board .stone').length === 8")
        .await;
}

async fn give_up(page: &Page, device: Device) {
    page.act("resign").await;
    page.click("#resign-form .close").await;
    assert_eq!(page.value("document.body.dataset.over").await, "false");
    page.act("resign").await;
    page.click("#resign-form .main").await;
    page.wait("body[data-over=true]").await;
    page.says("status-text", "Black has resigned. The engine wins.")
        .await;
    page.picture(&format!("resigned-{}", device.name)).await;
}

#[tokio::test]
async fn a_gomoku_opening_on_a_phone() {
    gomoku(PHONE).await;
}

#[tokio::test]
async fn a_gomoku_opening_on_a_desktop() {
    gomoku(DESKTOP).await;
}

#[tokio::test]
async fn what_the_engine_thought_is_still_there_after_a_reload() {
    let server = Server::start();
    visit(DESKTOP, async move |page: Page| {
        page.open(&server.url).await;
        page.begin("gomoku", "first", 8).await; // one that plays what it thinks best
        page.play("h8").await;
        page.wait_for_moves(2).await;
        page.wait("#thought-line:not([hidden])").await;
        let before = (
            page.text("thought-text").await,
            page.text("thought-line").await,
        );
        page.client.refresh().await.unwrap();
        page.ready().await;
        let after = (
            page.text("thought-text").await,
            page.text("thought-line").await,
        );
        assert_eq!(after, before);
        server
    })
    .await;
}

#[tokio::test]
async fn a_tap_on_a_large_board_asks_before_it_plays() {
    let server = Server::start();
    visit(PHONE, async move |page: Page| {
        page.open(&server.url).await;
        page.begin("gomoku", "two", 1).await;
        page.click("[data-point=\"c5\"]").await;
        page.wait("#board .candidate").await;
        page.picture("confirm-phone").await;
        page.act("cancel").await;
        page.until("document.getElementById('confirm').hidden")
            .await;
        assert_eq!(page.stones().await, 0);
        page.click("[data-point=\"c5\"]").await;
        page.click("[data-point=\"d5\"]").await;
        page.says("place", "Play d5").await;
        page.act("place").await;
        page.wait_for_moves(1).await;
        page.says("status-text", "White to move.").await;
        server
    })
    .await;
}

#[tokio::test]
async fn an_answer_waits_until_the_own_stone_was_seen() {
    let server = Server::start();
    visit(DESKTOP, async move |page: Page| {
        page.open(&server.url).await;
        page.begin("tictactoe", "first", 1).await;
        // When stones are added to the board, as somebody sees it.
        let watch = "window.seen = []; new MutationObserver((changes) => {
            for (const { addedNodes: [node] } of changes) if (node?.matches?.('.stone')) seen.push(performance.now());
        }).observe(document.getElementById('board'), { childList: true, subtree: true })";
        page.client.execute(watch, Vec::new()).await.unwrap();
        page.play("a1").await;
        page.wait_for_moves(2).await;
        let pause = page.value("seen[1] - seen[0]").await;
        // Drawn once a frame, a stone may be seen a little late.
        assert!(pause.as_f64().unwrap() > 350.0, "{pause} ms");
        server
    })
    .await;
}

#[tokio::test]
async fn two_engines_play_while_one_looks_on() {
    let server = Server::start();
    visit(DESKTOP, async move |page: Page| {
        page.open(&server.url).await;
        page.begin("tictactoe", "watch", 10).await;
        page.wait("body[data-over=true]").await;
        page.says("status-text", "A draw.").await;
        page.act("new").await;
        page.wait("#new-dialog[open]").await;
        page.picture("new-game-desktop").await;
        server
    })
    .await;
}

#[tokio::test]
async fn the_engine_takes_over_in_the_middle() {
    let server = Server::start();
    visit(DESKTOP, async move |page: Page| {
        page.open(&server.url).await;
        page.begin("gomoku", "two", 2).await;
        page.play("h8").await;
        page.wait_for_moves(1).await;
        page.choose("#player2", "engine").await;
        page.wait_for_moves(2).await;
        page.says("status-text", "Your move (Black).").await;
        server
    })
    .await;
}
