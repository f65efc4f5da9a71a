//! The page as somebody who looks at it and touches it.

use std::fs;
use std::path::Path;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use fantoccini::actions::{InputSource, KeyAction, KeyActions};
use fantoccini::elements::Element;
use fantoccini::{Client, Locator};
use serde_json::{Value, json};

use crate::browser::{Device, console, tools};

/// Far more than anything here takes: whoever meets it hangs.
const DEADLINE: Duration = Duration::from_secs(60);
const LOOK: Duration = Duration::from_millis(40);

/// A tab with the page in it.
#[derive(Clone)]
pub(crate) struct Page {
    pub(crate) client: Client,
    /// Words in console messages that a test has brought about itself.
    expected: Arc<Mutex<Vec<&'static str>>>,
}

impl Page {
    pub(crate) fn new(client: Client) -> Self {
        let expected = Arc::default();
        Self { client, expected }
    }

    /// Opens an address, and waits for the game.
    pub(crate) async fn open(&self, url: &str) {
        // Only another address loads the page again: a fragment alone does not.
        self.client.goto("about:blank").await.unwrap();
        self.client.goto(url).await.unwrap();
        self.ready().await;
    }

    pub(crate) async fn ready(&self) {
        self.wait("body:not(.loading) #board[data-moves]").await;
    }

    pub(crate) async fn resize(&self, device: Device) {
        device.emulate(&self.client).await;
    }

    /// `light` or `dark`, as if the device said so.
    pub(crate) async fn colours(&self, scheme: &str) {
        let feature = json!({ "name": "prefers-color-scheme", "value": scheme });
        let features = json!({ "features": [feature] });
        tools(&self.client, "Emulation.setEmulatedMedia", features).await;
    }

    /// Waits until there is an element.
    pub(crate) async fn wait(&self, css: &str) -> Element {
        let wait = self.client.wait().at_most(DEADLINE).every(LOOK);
        let found = wait.for_element(Locator::Css(css)).await;
        found.unwrap_or_else(|error| panic!("{css}: {error}"))
    }

    /// Waits until an expression is true.
    pub(crate) async fn until(&self, expression: &str) {
        let began = Instant::now();
        while self.value(expression).await != true {
            assert!(began.elapsed() < DEADLINE, "never true: {expression}");
            tokio::time::sleep(LOOK).await;
        }
    }

    /// What an expression comes to.
    pub(crate) async fn value(&self, expression: &str) -> Value {
        let script = format!("return {expression}");
        self.client.execute(&script, Vec::new()).await.unwrap()
    }

    /// The text of an element.
    pub(crate) async fn text(&self, id: &str) -> String {
        let text = self
            .value(&format!("document.getElementById('{id}').innerText"))
            .await;
        text.as_str().unwrap().to_owned()
    }

    /// Waits until an element has this text: the page is drawn once a frame.
    pub(crate) async fn says(&self, id: &str, text: &str) {
        let text = serde_json::to_string(text).unwrap();
        self.until(&format!(
            "document.getElementById('{id}').innerText === {text}"
        ))
        .await;
    }

    /// How many stones lie there.
    pub(crate) async fn stones(&self) -> u64 {
        self.value("document.querySelectorAll('#board .stone').length")
            .await
            .as_u64()
            .unwrap()
    }

    pub(crate) async fn wait_for_moves(&self, count: u64) {
        self.wait(&format!("#board[data-moves=\"{count}\"]")).await;
    }

    /// Touches an element.
    pub(crate) async fn click(&self, css: &str) {
        let clicked = self.wait(css).await.click().await;
        clicked.unwrap_or_else(|error| panic!("{css}: {error}"));
    }

    /// A button that acts, by its name in the markup.
    pub(crate) async fn act(&self, name: &str) {
        self.click(&format!("[data-act=\"{name}\"]:enabled")).await;
    }

    /// Chooses in a list.
    pub(crate) async fn choose(&self, css: &str, value: &str) {
        self.wait(css).await.select_by_value(value).await.unwrap();
    }

    /// Begins another game by the window for it.
    pub(crate) async fn begin(&self, kind: &str, who: &str, level: u8) {
        self.act("new").await;
        self.choose("#new-form [name=kind]", kind).await;
        self.choose("#new-form [name=who]", who).await;
        let level = format!(
            "const level = document.querySelector('#new-form [name=level]'); level.value = {level}"
        );
        self.client.execute(&level, Vec::new()).await.unwrap();
        let rev = self
            .value("document.getElementById('board').dataset.rev")
            .await;
        self.click("#new-form button.main").await;
        self.until(&format!(
            "document.getElementById('board').dataset.rev !== {rev}"
        ))
        .await;
    }

    /// Plays a point, with a second tap where the page asks for it.
    pub(crate) async fn play(&self, point: &str) {
        self.wait("#board.playable").await;
        let stones = self.stones().await;
        self.click(&format!("[data-point=\"{point}\"]")).await;
        let asks = "!document.getElementById('confirm').hidden";
        let heard = format!(
            "{asks} || document.querySelectorAll('#board .stone').length > {stones} || document.querySelector('.trouble') !== null"
        );
        self.until(&heard).await;
        if self.value(asks).await == true {
            self.click("#place").await;
        }
    }

    /// Presses a key, wherever the focus is.
    pub(crate) async fn press(&self, key: char) {
        let stroke = KeyActions::new("keys".into())
            .then(KeyAction::Down { value: key })
            .then(KeyAction::Up { value: key });
        self.client.perform_actions(stroke).await.unwrap();
    }

    /// Keeps what is seen, when it stands still, as `target/page/NAME.png`.
    pub(crate) async fn picture(&self, name: &str) {
        // Stones and windows appear gradually; what turns for ever takes longer than that.
        let still = "document.getAnimations().every(({ playState, effect }) =>
            playState === 'finished' || effect.getComputedTiming().duration >= 1000)";
        self.until(still).await;
        self.keep(name).await;
    }

    /// Keeps what is seen just now.
    pub(crate) async fn keep(&self, name: &str) {
        let target = Path::new(env!("CARGO_TARGET_TMPDIR")).with_file_name("page");
        fs::create_dir_all(&target).unwrap();
        let png = self.client.screenshot().await.unwrap();
        fs::write(target.join(format!("{name}.png")), png).unwrap();
    }

    /// Console messages with these words are no failure.
    pub(crate) fn expect(&self, words: &'static str) {
        self.expected.lock().unwrap().push(words);
    }

    /// The messages in the console that nobody expects.
    pub(crate) async fn console(&self) -> Vec<String> {
        let messages = console(&self.client).await;
        let expected = self.expected.lock().unwrap();
        let bad = |(level, message): &(String, String)| {
            ["SEVERE", "WARNING"].contains(&&**level)
                && !expected.iter().any(|words| message.contains(words))
        };
        messages
            .into_iter()
            .filter(bad)
            .map(|(_, message)| message)
            .collect()
    }
}
