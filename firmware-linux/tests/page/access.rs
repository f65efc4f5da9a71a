//! For people who do not see the board, or have no pointer.

use fantoccini::Locator;
use fantoccini::elements::Element;

use crate::browser::{DESKTOP, PHONE, SMALL_PHONE, spoken_name, visit};
use crate::page::Page;
use crate::server::Server;

const UP: char = '\u{e013}';
const RIGHT: char = '\u{e014}';
const TAB: char = '\u{e004}';
const ENTER: char = '\u{e007}';

#[tokio::test]
async fn everything_that_acts_has_a_name() {
    let server = Server::start();
    visit(DESKTOP, async move |page: Page| {
        page.open(&server.url).await;
        page.begin("gomoku", "two", 1).await;
        page.play("h8").await;
        page.wait_for_moves(1).await;
        all_have_names(&page, "main ").await;
        all_have_names(&page, "header ").await;
        for name in ["new", "share", "settings", "resign"] {
            page.act(name).await;
            let window = format!("#{name}-dialog[open] ");
            page.wait(&window).await;
            all_have_names(&page, &window).await;
            page.click(&format!("{window}.close")).await;
        }
        server
    })
    .await;
}

async fn all_have_names(page: &Page, within: &str) {
    let kinds = [
        "button",
        "a[href]",
        "input",
        "select",
        "textarea",
        "[role]:not(.cell)",
    ];
    let css = kinds.map(|kind| format!("{within}{kind}")).join(", ");
    let found = page.client.find_all(Locator::Css(&css)).await.unwrap();
    let mut named = 0;
    for element in found {
        if !element.is_displayed().await.unwrap() || !needs_name(&element).await {
            continue;
        }
        let name = spoken_name(&page.client, &element.element_id()).await;
        assert!(
            !name.trim().is_empty(),
            "{}",
            element.html(false).await.unwrap()
        );
        named += 1;
    }
    assert!(named > 1, "{within}");
}

/// All but what only groups other things, or is announced by its content.
async fn needs_name(element: &Element) -> bool {
    let role = element.attr("role").await.unwrap();
    !matches!(role.as_deref(), Some("row" | "status" | "alert"))
}

#[tokio::test]
async fn the_board_can_be_played_by_keys_alone() {
    let server = Server::start();
    visit(DESKTOP, async move |page: Page| {
        page.open(&server.url).await;
        page.begin("gomoku", "first", 1).await;
        for _ in 0..40 {
            page.press(TAB).await;
            if page.value("document.activeElement.matches('.cell')").await == true {
                break;
            }
        }
        assert_eq!(focused(&page).await, "h8, empty");
        page.press(ENTER).await;
        page.wait_for_moves(2).await;
        // The focus is where it was, and tells what lies there now.
        assert_eq!(focused(&page).await, "h8, Black, move 1");
        for key in [UP, UP, UP, UP, UP, RIGHT] {
            page.press(key).await;
        }
        assert_eq!(focused(&page).await, "i13, empty");
        page.press(' ').await;
        page.wait_for_moves(4).await;
        assert_eq!(focused(&page).await, "i13, Black, move 3");
        assert!(page.text("announcer").await.contains("White plays "));
        page.picture("keys-desktop").await;
        server
    })
    .await;
}

async fn focused(page: &Page) -> String {
    let label = page
        .value("document.activeElement.getAttribute('aria-label')")
        .await;
    label.as_str().unwrap_or_default().to_owned()
}

#[tokio::test]
async fn fingers_find_what_they_must_hit() {
    let server = Server::start();
    visit(SMALL_PHONE, async move |page: Page| {
        page.open(&server.url).await;
        for device in [SMALL_PHONE, PHONE] {
            page.resize(device).await;
            let small = page.value(
                "[...document.querySelectorAll('header button, main button, main select')].filter((button) => {
                    const { width, height } = button.getBoundingClientRect();
                    return width > 0 && (width < 40 || height < 40);
                }).map((button) => button.outerHTML)",
            );
            assert_eq!(small.await, serde_json::json!([]));
            assert_eq!(page.value("document.documentElement.scrollWidth - innerWidth").await, 0);
        }
        server
    })
    .await;
}
