//! The JSON that clients send: read whole, checked for size, kind and shape.

use std::time::Duration;

use axum::body::Bytes;
use axum::extract::rejection::BytesRejection;
use axum::extract::{FromRequest, Request};
use axum::http::header::CONTENT_TYPE;
use axum::http::{HeaderMap, StatusCode};
use serde::de::DeserializeOwned;

use super::plain::plain;
use super::problem::Problem;
use super::tongue::Tongue;
use super::wire::object::Object;
use crate::lang::{Lang, quoted, texts};

/// The longest body that is read, in bytes.
pub const LONGEST_BODY: usize = 64 << 10;
/// How long a client may take to send its body.
const PATIENCE: Duration = Duration::from_secs(10);

/// The value that a request's body holds; no body at all counts as an empty object.
#[derive(Clone, Debug)]
pub struct Body<T>(pub T);

impl<S: Send + Sync, T: DeserializeOwned> FromRequest<S> for Body<T> {
    type Rejection = Problem;

    async fn from_request(request: Request, state: &S) -> Result<Self, Problem> {
        let Tongue(lang) = Tongue::of(request.headers());
        let is_json = is_json(request.headers());
        let read = Bytes::from_request(request, state);
        let bytes = match tokio::time::timeout(PATIENCE, read).await {
            Ok(read) => read.map_err(|rejection| unread(&rejection, lang))?,
            Err(_) => return Err(slow(lang)),
        };
        match (bytes.is_empty(), is_json) {
            (true, _) => parse(b"{}", lang),
            (false, true) => parse(&bytes, lang),
            (false, false) => Err(Problem::new(
                StatusCode::UNSUPPORTED_MEDIA_TYPE,
                texts::HTTP_NOT_JSON.plain(lang),
            )),
        }
        .map(Self)
    }
}

fn is_json(headers: &HeaderMap) -> bool {
    let kind = headers
        .get(CONTENT_TYPE)
        .and_then(|kind| kind.to_str().ok());
    let kind = kind.and_then(|kind| kind.split(';').next());
    kind.is_some_and(|kind| kind.trim().eq_ignore_ascii_case("application/json"))
}

fn unread(rejection: &BytesRejection, lang: Lang) -> Problem {
    if rejection.status() == StatusCode::PAYLOAD_TOO_LARGE {
        let words = texts::HTTP_TOO_LARGE.fill(lang, &[&(LONGEST_BODY >> 10)]);
        Problem::new(StatusCode::PAYLOAD_TOO_LARGE, words)
    } else {
        Problem::bad(texts::HTTP_CUT_OFF.plain(lang))
    }
}

fn slow(lang: Lang) -> Problem {
    let words = texts::HTTP_SLOW.plain(lang);
    Problem::new(StatusCode::REQUEST_TIMEOUT, words)
}

/// The value that these bytes are, or where they are none: `board[3].x: …`.
fn parse<T: DeserializeOwned>(bytes: &[u8], lang: Lang) -> Result<T, Problem> {
    let mut json = serde_json::Deserializer::from_slice(bytes);
    let value: Object<T> = serde_path_to_error::deserialize(&mut json).map_err(|error| {
        let (path, why) = (error.path().to_string(), error.inner());
        // Names of unknown fields come from the client.
        let why = one_line(&plain(&why.to_string(), lang));
        match path.as_str() {
            "." | "?" => Problem::bad(texts::HTTP_BODY.fill(lang, &[&why])),
            path => Problem::bad(texts::HTTP_FIELD.fill(lang, &[&quoted(path), &why])),
        }
    })?;
    json.end().map_err(|why| {
        Problem::bad(texts::HTTP_BODY.fill(lang, &[&plain(&why.to_string(), lang)]))
    })?;
    Ok(value.0)
}

/// Control characters made visible, and no longer than a line of people.
fn one_line(words: &str) -> String {
    const LONGEST: usize = 300;
    let visible = words.chars().take(LONGEST).map(|c| match c {
        c if c.is_control() => c.escape_default().to_string(),
        c => c.to_string(),
    });
    visible.collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::http::wire::position::PositionBody;

    fn wrong(body: &str) -> String {
        let parsed: Result<PositionBody, _> = parse(body.as_bytes(), Lang::English);
        let problem = parsed.expect_err(body);
        assert_eq!(problem.status(), StatusCode::BAD_REQUEST);
        problem.words().into()
    }

    #[test]
    fn what_is_wrong_is_said_with_its_place() {
        for (body, words) in [
            ("", "EOF"),
            ("[]", "expected"),
            ("{", "EOF"),
            ("{\"board\":[]}", "missing field `player`"),
            ("{\"player\":1}", "missing field `board`"),
            (
                "{\"board\":[],\"player\":1,\"sise\":3}",
                "unknown field `sise`",
            ),
            ("{\"board\":[],\"player\":1} x", "trailing"),
            (
                "{\"board\":[],\"board\":[],\"player\":1}",
                "duplicate field",
            ),
        ] {
            let said = wrong(body);
            assert!(said.contains(words), "{body}: {said}");
        }
        let said = wrong("{\"board\":[{\"x\":1,\"y\":2,\"value\":1},{\"x\":\"a\"}],\"player\":1}");
        assert!(said.contains("board[1].x"), "{said}");
        let said = wrong("{\"board\":[{\"x\":1.5}],\"player\":1}");
        assert!(said.contains("board[0].x"), "{said}");
    }

    #[test]
    fn no_answer_is_long_or_has_control_characters() {
        let said = wrong(&format!("{{\"{}\":1}}", "\\n".repeat(5_000)));
        assert!(said.len() < 1_000 && !said.contains('\n'), "{said}");
        wrong(&"[".repeat(60_000));
    }
}
