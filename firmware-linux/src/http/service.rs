//! What all requests share.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::{fs, io};

use axum::extract::FromRequestParts;
use axum::http::header::{AUTHORIZATION, HOST, HeaderName, ORIGIN};
use axum::http::request::Parts;
use axum::http::{HeaderMap, StatusCode};

use super::door::Door;
use super::metrics::Metrics;
use super::problem::Problem;
use super::room::desk::Desk;
use super::room::rooms::{Bounds, Rooms};
use super::searches::{Capacity, Searches};
use super::tongue::Tongue;
use crate::lang::{Lang, texts};
use crate::store::StoreError;

/// How the service is to be.
#[derive(Clone, Debug)]
pub struct Config {
    /// How much is searched at once, and how much may wait.
    pub capacity: Capacity,
    /// The longest that a search may take, in milliseconds.
    pub longest_ms: u64,
    /// What whoever wants to change something must know.
    pub token: Option<Token>,
    /// How many games there may be, and how many watch them.
    pub bounds: Bounds,
    /// Where games are kept; nowhere without.
    pub games: Option<PathBuf>,
}

/// A word that is known to those who may change something.
#[derive(Clone, PartialEq, Eq)]
pub struct Token(String);

/// Not shown to whoever reads a log.
impl std::fmt::Debug for Token {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Token(…)")
    }
}

impl Token {
    /// A word of 8 to 200 visible ASCII characters; `None` for any other.
    #[must_use]
    pub fn new(word: &str) -> Option<Self> {
        let visible = word.bytes().all(|byte| byte.is_ascii_graphic());
        ((8..=200).contains(&word.len()) && visible).then(|| Self(word.into()))
    }

    /// The word in the file, without the end of its line; `None` if it is no token.
    ///
    /// # Errors
    /// The file cannot be read.
    pub fn read(path: &Path) -> io::Result<Option<Self>> {
        Ok(Self::new(fs::read_to_string(path)?.trim()))
    }

    /// Takes the same time wherever a wrong word differs.
    fn is(&self, word: &str) -> bool {
        let (own, other) = (self.0.as_bytes(), word.as_bytes());
        let differences = own.iter().zip(other).fold(0, |sum, (a, b)| sum | (a ^ b));
        own.len() == other.len() && differences == 0
    }
}

/// The service.
#[derive(Debug)]
pub struct Service {
    config: Config,
    /// The searches of requests and games.
    pub searches: Searches,
    /// The games.
    pub rooms: Rooms,
    /// What is counted.
    pub metrics: Metrics,
}

/// As handlers get it.
pub type Shared = Arc<Service>;

impl Service {
    /// The service, with the games that are kept and, in a box, the way to the box's own. Where none are
    /// kept nothing but a little memory is taken yet.
    ///
    /// # Errors
    /// The folder of the games cannot be created or read.
    pub fn open(config: Config, desk: Option<Desk>) -> Result<Shared, StoreError> {
        let searches = Searches::new(config.capacity);
        let rooms = match &config.games {
            None => Rooms::new(searches.clone(), config.bounds, desk),
            Some(folder) => Rooms::open(searches.clone(), config.bounds, desk, folder)?,
        };
        Ok(Self::with(config, searches, rooms))
    }

    /// The same with games that are kept nowhere, whatever `config` says.
    #[must_use]
    pub fn without_store(config: Config, desk: Option<Desk>) -> Shared {
        let searches = Searches::new(config.capacity);
        let rooms = Rooms::new(searches.clone(), config.bounds, desk);
        Self::with(config, searches, rooms)
    }

    fn with(config: Config, searches: Searches, rooms: Rooms) -> Shared {
        Arc::new(Self {
            config,
            searches,
            rooms,
            metrics: Metrics::new(),
        })
    }

    /// The service is about to end: whoever watches leaves, and what is searched ends.
    pub fn close(&self) {
        self.rooms.close();
        self.searches.close();
    }

    /// How it is.
    #[must_use]
    pub const fn config(&self) -> &Config {
        &self.config
    }

    /// The check of what clients send.
    #[must_use]
    pub const fn door(&self, lang: Lang) -> Door {
        Door {
            lang,
            longest_ms: self.config.longest_ms,
        }
    }

    fn may_write(&self, headers: &HeaderMap) -> Result<(), Problem> {
        if is_foreign(headers) {
            let Tongue(lang) = Tongue::of(headers);
            let words = texts::HTTP_FOREIGN.plain(lang);
            return Err(Problem::new(StatusCode::FORBIDDEN, words));
        }
        let Some(token) = &self.config.token else {
            return Ok(());
        };
        let given = headers.get(AUTHORIZATION);
        let given = given.and_then(|value| value.to_str().ok());
        let word = given.and_then(|value| {
            let (kind, word) = value.split_once(' ')?;
            kind.eq_ignore_ascii_case("bearer").then(|| word.trim())
        });
        if word.is_some_and(|word| token.is(word)) {
            return Ok(());
        }
        let Tongue(lang) = Tongue::of(headers);
        let words = texts::HTTP_TOKEN.plain(lang);
        Err(Problem::new(StatusCode::UNAUTHORIZED, words))
    }
}

/// Whether a browser sends this for the page of another site, whose author may neither see nor change
/// what is here. Newer browsers say so, older ones and those on a plain network name the page's origin.
fn is_foreign(headers: &HeaderMap) -> bool {
    let text = |name| headers.get(name).and_then(|value| value.to_str().ok());
    if let Some(site) = text(HeaderName::from_static("sec-fetch-site")) {
        return site == "cross-site";
    }
    let origin = text(ORIGIN).map(|origin| origin.split_once("://").map_or(origin, |(_, at)| at));
    origin.is_some_and(|origin| text(HOST) != Some(origin))
}

/// Whoever may change something, or have something searched: a request without the token, if there is one,
/// is refused with 401, one of another site's page with 403, before its body is read.
#[derive(Clone, Copy, Debug)]
pub struct Writer;

impl FromRequestParts<Shared> for Writer {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, service: &Shared) -> Result<Self, Problem> {
        service.may_write(&parts.headers).map(|()| Self)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_page_of_another_site_may_not_write() {
        let foreign = |headers: &[(&'static str, &'static str)]| {
            let pairs = headers.iter().map(|&(name, value)| {
                let name = HeaderName::from_static(name);
                (name, value.parse().unwrap())
            });
            is_foreign(&pairs.collect())
        };
        let host = ("host", "192.168.1.5:8000");
        assert!(!foreign(&[host]), "no browser");
        assert!(!foreign(&[host, ("origin", "http://192.168.1.5:8000")]));
        assert!(foreign(&[host, ("origin", "http://evil.example")]));
        assert!(foreign(&[host, ("origin", "http://192.168.1.5:8001")]));
        assert!(foreign(&[host, ("origin", "null")]));
        assert!(foreign(&[host, ("sec-fetch-site", "cross-site")]));
        for own in ["same-origin", "same-site", "none"] {
            let proxied = ("origin", "https://box.example");
            assert!(!foreign(&[host, proxied, ("sec-fetch-site", own)]));
        }
    }

    #[test]
    fn tokens_are_words() {
        let long = "x".repeat(201);
        for wrong in ["", "short", "with a space", "tab\there", "ünïcödé!", &long] {
            assert_eq!(Token::new(wrong), None, "{wrong}");
        }
        let token = Token::new("correct-horse").unwrap();
        assert!(token.is("correct-horse"));
        for wrong in ["", "correct-hors", "correct-horse1", "Correct-horse"] {
            assert!(!token.is(wrong), "{wrong}");
        }
        assert!(!format!("{token:?}").contains("horse"));
    }
}
