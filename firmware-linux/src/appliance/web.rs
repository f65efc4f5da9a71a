//! The web page and its service, on a thread of their own: whatever becomes of them, the box plays on.

use std::fmt;
use std::io;
use std::path::PathBuf;
use std::thread;
use std::time::Duration;

use tokio::net::TcpListener;
use tokio::runtime::Builder;

use super::config::Http;
use super::host::web::WebEvent;
use super::trouble::Words;
use crate::http::room::desk::Desk;
use crate::http::room::rooms::Bounds;
use crate::http::searches::Capacity;
use crate::http::server;
use crate::http::service::{Config, Service, Shared, Token};
use crate::lang::{Lang, texts};
use crate::wording;

/// What cannot be opened is tried again after so long.
const RETRY: Duration = Duration::from_secs(10);
/// Searches that may wait behind those at work.
const WAITING: usize = 16;
/// Size of the transposition table for all games but the box's, in MiB.
const HASH_MIB: usize = 4;
/// The longest search for others than the box's game, in milliseconds.
const LONGEST_MS: u64 = 10_000;
/// Beside the box's game.
const BOUNDS: Bounds = Bounds {
    games: 100,
    watchers: 32,
};

/// What the thread works with.
pub struct Setup {
    /// What the box's file says of it.
    pub http: Http,
    /// The language of trouble.
    pub lang: Lang,
    /// Where the games that are begun on the page are kept.
    pub games: Option<PathBuf>,
    /// The way to the box's game.
    pub desk: Desk,
    /// Hears what has become of it.
    pub tell: Box<dyn FnMut(WebEvent) + Send>,
}

impl fmt::Debug for Setup {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Setup").finish_non_exhaustive()
    }
}

/// Starts the thread, which ends with the program.
///
/// # Errors
/// The system gives no thread.
pub fn start(setup: Setup) -> io::Result<()> {
    thread::Builder::new()
        .name("web".into())
        .spawn(move || run(setup))?;
    Ok(())
}

fn run(mut setup: Setup) {
    match Builder::new_current_thread().enable_all().build() {
        Ok(runtime) => runtime.block_on(serve(&mut setup)),
        Err(error) => {
            let words = wording::io_error(&error, setup.lang);
            setup.failed(&words);
        }
    }
}

/// Opens the service, as soon as that can be done, and answers for ever.
async fn serve(setup: &mut Setup) {
    let mut said = None;
    loop {
        match setup.open().await {
            Ok((listener, service)) => {
                if let Ok(address) = listener.local_addr() {
                    (setup.tell)(WebEvent::Open(address));
                }
                return server::run(listener, service, std::future::pending()).await;
            }
            Err(words) => {
                // The same trouble is said once.
                if said.as_ref() != Some(&words) {
                    setup.failed(&words);
                    said = Some(words);
                }
            }
        }
        tokio::time::sleep(RETRY).await;
    }
}

impl Setup {
    fn failed(&mut self, words: &str) {
        let words = texts::BOX_WEB_FAILED.fill(self.lang, &[&words]);
        (self.tell)(WebEvent::Failed(words));
    }

    async fn open(&self) -> Result<(TcpListener, Shared), String> {
        let words = Words(self.lang);
        let token = match &self.http.token_file {
            None => None,
            // Without its token the page is not opened to everybody.
            Some(path) => match Token::read(path) {
                Ok(Some(token)) => Some(token),
                Ok(None) => return Err(words.token(path, None).what),
                Err(error) => return Err(words.token(path, Some(&error)).what),
            },
        };
        let bind = self.http.bind;
        let listener = TcpListener::bind(bind).await;
        let listener = listener.map_err(|error| words.address(bind, &error).what)?;
        Ok((listener, self.service(token)))
    }

    /// Games that cannot be kept are no reason not to play.
    fn service(&self, token: Option<Token>) -> Shared {
        let config = Config {
            capacity: Capacity {
                at_once: self.http.searches as usize,
                waiting: WAITING,
                hash_mib: HASH_MIB,
            },
            longest_ms: LONGEST_MS,
            token,
            bounds: BOUNDS,
            games: self.games.clone(),
        };
        let desk = Some(self.desk.clone());
        Service::open(config.clone(), desk.clone()).unwrap_or_else(|error| {
            defmt::error!("web: {}", wording::store_words(&error).as_str());
            let games = None;
            Service::without_store(Config { games, ..config }, desk)
        })
    }
}
