//! Chromium and its driver: found, started, and ended whatever happens.

use std::env;
use std::io::{BufRead, BufReader, Lines};
use std::path::PathBuf;
use std::process::{Child, ChildStdout, Command, Stdio};

use axum::http::Method;
use fantoccini::error::CmdError;
use fantoccini::wd::{Capabilities, WebDriverCompatibleCommand};
use fantoccini::{Client, ClientBuilder};
use hyper_util::client::legacy::connect::HttpConnector;
use serde_json::{Value, json};
use tokio::sync::Mutex;
use url::{ParseError, Url};

use crate::page::Page;

/// The screen of a device.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Device {
    pub(crate) name: &'static str,
    width: u32,
    height: u32,
    touch: bool,
}

pub(crate) const PHONE: Device = Device {
    name: "phone",
    width: 390,
    height: 844,
    touch: true,
};

pub(crate) const SMALL_PHONE: Device = Device {
    name: "small-phone",
    width: 360,
    height: 640,
    touch: true,
};

pub(crate) const DESKTOP: Device = Device {
    name: "desktop",
    width: 1280,
    height: 800,
    touch: false,
};

/// One browser at a time: several are too much for a small machine.
static TURN: Mutex<()> = Mutex::const_new(());

/// Runs a test on an empty page of a device, in English; at its end the console must hold no errors.
/// What the test comes to, the server say, is there until then.
///
/// Without a browser the test is left out, but not where everything must be tried.
pub(crate) async fn visit<T, F>(device: Device, test: T)
where
    T: FnOnce(Page) -> F,
    F: Future<Output: Send + 'static> + Send + 'static,
{
    let Some(programs) = Programs::find() else {
        return;
    };
    let _turn = TURN.lock().await;
    let driver = Driver::start(&programs);
    let page = Page::new(driver.connect(&programs).await);
    page.resize(device).await;
    let outcome = tokio::spawn(test(page.clone())).await;
    let console = page.console().await;
    if outcome.is_err() {
        page.keep("failed").await;
        eprintln!("console: {console:#?}");
    }
    page.client.close().await.unwrap();
    if let Err(failed) = outcome {
        std::panic::resume_unwind(failed.into_panic());
    }
    assert_eq!(console, Vec::<String>::new());
}

/// Where the browser and its driver are.
struct Programs {
    browser: PathBuf,
    driver: PathBuf,
}

impl Programs {
    fn find() -> Option<Self> {
        let found = on_path(&["chromium", "chromium-browser", "google-chrome"])
            .zip(on_path(&["chromedriver"]))
            .map(|(browser, driver)| Self { browser, driver });
        if found.is_none() {
            let must = env::var("CI").is_ok_and(|ci| ci == "true");
            let advice = "apt-get install chromium chromium-driver";
            assert!(!must, "no browser to test the page with: {advice}");
            eprintln!("skipped: no browser to test the page with; {advice}");
        }
        found
    }
}

fn on_path(names: &[&str]) -> Option<PathBuf> {
    let path = env::var_os("PATH")?;
    let folders: Vec<_> = env::split_paths(&path).collect();
    let mut files = names
        .iter()
        .flat_map(|name| folders.iter().map(move |folder| folder.join(name)));
    files.find(|file| file.is_file())
}

/// The driver, a server that speaks WebDriver.
struct Driver {
    child: Child,
    /// What it prints: it may go on.
    _lines: Lines<BufReader<ChildStdout>>,
    url: String,
}

impl Driver {
    fn start(programs: &Programs) -> Self {
        let mut child = Command::new(&programs.driver)
            .arg("--port=0")
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
        let port = lines.by_ref().map_while(Result::ok).find_map(|line| {
            line.split_once("on port ")?
                .1
                .strip_suffix('.')?
                .parse()
                .ok()
        });
        let port: u16 = port.expect("the driver tells its port");
        let url = format!("http://127.0.0.1:{port}");
        Self {
            child,
            _lines: lines,
            url,
        }
    }

    async fn connect(&self, programs: &Programs) -> Client {
        let options = json!({
            "goog:loggingPrefs": { "browser": "ALL" },
            "goog:chromeOptions": {
                "binary": programs.browser,
                // No sandbox, for it does not work as root or in a container.
                "args": ["--headless=new", "--no-sandbox", "--disable-dev-shm-usage", "--disable-gpu", "--lang=en-US"],
                "prefs": { "intl.accept_languages": "en-US" },
            },
        });
        let capabilities: Capabilities = serde_json::from_value(options).unwrap();
        ClientBuilder::new(HttpConnector::new())
            .capabilities(capabilities)
            .connect(&self.url)
            .await
            .unwrap()
    }
}

impl Drop for Driver {
    fn drop(&mut self) {
        drop(self.child.kill());
        drop(self.child.wait());
    }
}

/// A command of Chromium's own, or one that is not in the library.
#[derive(Debug)]
struct Extra {
    path: String,
    body: Option<Value>,
}

impl WebDriverCompatibleCommand for Extra {
    fn endpoint(&self, base: &Url, session: Option<&str>) -> Result<Url, ParseError> {
        base.join(&format!(
            "session/{}/{}",
            session.unwrap_or_default(),
            self.path
        ))
    }

    fn method_and_body(&self, _: &Url) -> (Method, Option<String>) {
        match &self.body {
            Some(body) => (Method::POST, Some(body.to_string())),
            None => (Method::GET, None),
        }
    }
}

async fn extra(client: &Client, path: &str, body: Option<Value>) -> Result<Value, CmdError> {
    let path = path.to_owned();
    client.issue_cmd(Extra { path, body }).await
}

/// A command of Chromium's development tools.
pub(crate) async fn tools(client: &Client, command: &str, parameters: Value) {
    let body = json!({ "cmd": command, "params": parameters });
    extra(client, "goog/cdp/execute", Some(body)).await.unwrap();
}

/// What the browser's console has been told since it was asked last.
pub(crate) async fn console(client: &Client) -> Vec<(String, String)> {
    let entries = extra(client, "se/log", Some(json!({ "type": "browser" }))).await;
    let entries = entries.unwrap();
    let text = |entry: &Value, key: &str| entry[key].as_str().unwrap_or_default().to_owned();
    let entries = entries.as_array().unwrap().iter();
    entries
        .map(|entry| (text(entry, "level"), text(entry, "message")))
        .collect()
}

/// What a screen reader calls an element.
pub(crate) async fn spoken_name(client: &Client, element: &str) -> String {
    let name = extra(client, &format!("element/{element}/computedlabel"), None).await;
    name.unwrap().as_str().unwrap_or_default().to_owned()
}

impl Device {
    /// Makes the browser believe that it is this one.
    pub(crate) async fn emulate(self, client: &Client) {
        let metrics = json!({
            "width": self.width, "height": self.height,
            "deviceScaleFactor": if self.touch { 2 } else { 1 }, "mobile": self.touch,
        });
        tools(client, "Emulation.setDeviceMetricsOverride", metrics).await;
        let touch = json!({ "enabled": self.touch });
        tools(client, "Emulation.setTouchEmulationEnabled", touch).await;
    }
}
