//! Views to look at, in `target/page/`, and what can be asserted of them.

use crate::browser::{DESKTOP, PHONE, SMALL_PHONE, visit};
use crate::page::Page;
use crate::server::Server;

/// Black may play neither h8, a double three, nor f3, an overline.
const FOULS: &str = "g8a1i8o1h7a15h9o15c3a8d3o8e3a12g3o12h3h15";

#[tokio::test]
async fn forbidden_points_are_shown_with_their_kind() {
    let server = Server::start();
    visit(PHONE, async move |page: Page| {
        page.expect("status of 4");
        page.open(&format!("{}#size=15&rule=renju&moves={FOULS}", server.url))
            .await;
        page.wait_for_moves(18).await;
        page.wait("#board .foul").await;
        let name = |point: &str| {
            format!("document.querySelector('[data-point={point}]').getAttribute('aria-label')")
        };
        assert_eq!(
            page.value(&name("h8")).await,
            "h8, forbidden to Black: double three"
        );
        assert_eq!(
            page.value(&name("f3")).await,
            "f3, forbidden to Black: overline"
        );
        assert_eq!(page.value(&name("j10")).await, "j10, empty");
        page.picture("renju-phone").await;
        // A foul is refused, and told.
        page.play("h8").await;
        page.wait(".trouble").await;
        page.until("document.querySelectorAll('#board .stone').length === 18")
            .await;
        page.click(".trouble button").await;
        // They are known of earlier positions too.
        page.click("#moves li:nth-child(8) button").await;
        page.wait("#board .foul").await;
        assert_eq!(
            page.value(&name("h8")).await,
            "h8, forbidden to Black: double three"
        );
        server
    })
    .await;
}

#[tokio::test]
async fn the_page_speaks_chinese_and_wears_dark() {
    let server = Server::start();
    visit(PHONE, async move |page: Page| {
        page.colours("dark").await;
        page.open(&format!(
            "{}#size=15&rule=freestyle&moves=h8g9i9g7",
            server.url
        ))
        .await;
        page.wait_for_moves(4).await;
        assert_eq!(
            page.value("document.documentElement.dataset.theme").await,
            "dark"
        );
        page.picture("dark-phone").await;
        page.act("settings").await;
        page.wait("#settings-dialog[open]").await;
        page.picture("settings-phone").await;
        page.choose("#settings-form [name=language]", "zh").await;
        page.choose("#settings-form [name=theme]", "light").await;
        page.click("#settings-form [name=numbers]").await;
        page.click("#settings-dialog .close").await;
        page.until("document.documentElement.dataset.theme === 'light'")
            .await;
        page.until("document.getElementById('status-text').textContent === '请您落子（黑方）。'")
            .await;
        assert_eq!(page.value("document.documentElement.lang").await, "zh-Hans");
        page.wait("#board .number").await;
        page.picture("chinese-phone").await;
        page.resize(DESKTOP).await;
        page.picture("chinese-desktop").await;
        // It is remembered.
        page.client.refresh().await.unwrap();
        page.wait_for_moves(4).await;
        page.says("status-text", "请您落子（黑方）。").await;
        server
    })
    .await;
}

#[tokio::test]
async fn boards_of_all_sizes_fit() {
    let server = Server::start();
    visit(SMALL_PHONE, async move |page: Page| {
        for (size, moves) in [(3, "b2a1"), (4, "b2a1"), (5, "c3b2"), (15, "h8g7"), (20, "j10k11")] {
            page.open(&format!("{}#size={size}&moves={moves}", server.url)).await;
            page.wait_for_moves(2).await;
            for device in [SMALL_PHONE, DESKTOP] {
                page.resize(device).await;
                let inside = "(({ left, right, bottom }) => left >= 0 && right <= innerWidth && bottom <= innerHeight)
                    (document.getElementById('board').getBoundingClientRect())";
                page.until(inside).await;
                assert_eq!(page.value("document.documentElement.scrollWidth <= innerWidth").await, true);
                page.picture(&format!("board-{size}-{}", device.name)).await;
            }
        }
        server
    })
    .await;
}

#[tokio::test]
async fn the_engine_says_what_it_thinks() {
    let server = Server::start();
    visit(DESKTOP, async move |page: Page| {
        page.open(&format!(
            "{}#size=15&rule=freestyle&moves=h8g9i9g7",
            server.url
        ))
        .await;
        page.wait_for_moves(4).await;
        page.act("analyze").await;
        page.until("/depth \\d/.test(document.getElementById('analysis-text').textContent)")
            .await;
        page.click("#analysis-line").await;
        page.wait("#board .ghost").await;
        page.picture("analysis-desktop").await;
        // The position judged is in the graph, and another one shown is judged anew.
        page.wait("#graph .curve").await;
        page.act("previous").await;
        page.until("/depth \\d/.test(document.getElementById('analysis-text').textContent)")
            .await;
        page.act("analyze").await;
        page.wait("#analysis-switch[aria-checked=false]").await;
        server
    })
    .await;
}
