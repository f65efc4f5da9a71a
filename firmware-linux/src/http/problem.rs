//! What goes wrong with a request, in one line of JSON.

use axum::Json;
use axum::http::header::{RETRY_AFTER, WWW_AUTHENTICATE};
use axum::http::{HeaderValue, StatusCode};
use axum::response::{IntoResponse, Response};
use serde::{Deserialize, Serialize};
use utoipa::{IntoResponses, ToSchema};

use crate::lang::{Lang, texts};
use crate::values::Refusal;

/// Seconds after which a client may try again that came while all were busy.
const RETRY_AFTER_S: u32 = 2;

/// The body of every answer that is no success.
#[derive(Clone, Debug, Serialize, Deserialize, PartialEq, Eq, ToSchema)]
pub struct ErrorBody {
    /// What is wrong, in the client's language.
    pub error: String,
}

/// For the API's document: how whatever has a body may be refused.
#[derive(Debug, IntoResponses)]
pub enum Refusals {
    /// A body, or what it means, that cannot be.
    #[response(status = 400)]
    Bad(ErrorBody),
    /// The token is wanted.
    #[response(status = 401)]
    Stranger(ErrorBody),
    /// A request that the page of another site makes in its reader's name.
    #[response(status = 403)]
    Foreign(ErrorBody),
    /// A body that came too slowly.
    #[response(status = 408)]
    Slow(ErrorBody),
    /// A body of more than 64 KiB.
    #[response(status = 413)]
    TooLarge(ErrorBody),
    /// A body that is not JSON.
    #[response(status = 415)]
    NotJson(ErrorBody),
}

/// Why a request is refused. Nothing has changed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    status: StatusCode,
    words: String,
}

impl Problem {
    /// With this status, 400 to 499 or 503, and these words.
    #[must_use]
    pub fn new(status: StatusCode, words: impl Into<String>) -> Self {
        let words = words.into();
        Self { status, words }
    }

    /// The body, or a value in it, cannot be meant: 400.
    #[must_use]
    pub fn bad(words: impl Into<String>) -> Self {
        Self::new(StatusCode::BAD_REQUEST, words)
    }

    /// There is no such thing: 404.
    #[must_use]
    pub fn missing(words: impl Into<String>) -> Self {
        Self::new(StatusCode::NOT_FOUND, words)
    }

    /// It cannot be done in the state that the game is in: 409.
    #[must_use]
    pub fn conflict(words: impl Into<String>) -> Self {
        Self::new(StatusCode::CONFLICT, words)
    }

    /// As many are served as can be: 503, with the time to wait.
    #[must_use]
    pub fn busy(lang: Lang) -> Self {
        Self::new(
            StatusCode::SERVICE_UNAVAILABLE,
            texts::HTTP_BUSY.plain(lang),
        )
    }

    /// What the client gets as its status.
    #[must_use]
    pub const fn status(&self) -> StatusCode {
        self.status
    }

    /// What is wrong.
    #[must_use]
    pub fn words(&self) -> &str {
        &self.words
    }
}

impl From<Refusal> for Problem {
    fn from(refusal: Refusal) -> Self {
        Self::bad(refusal.to_string())
    }
}

impl IntoResponse for Problem {
    fn into_response(self) -> Response {
        let status = self.status;
        let mut response = (status, Json(ErrorBody { error: self.words })).into_response();
        let headers = response.headers_mut();
        if status == StatusCode::SERVICE_UNAVAILABLE {
            headers.insert(RETRY_AFTER, RETRY_AFTER_S.into());
        }
        if status == StatusCode::UNAUTHORIZED {
            headers.insert(WWW_AUTHENTICATE, HeaderValue::from_static("Bearer"));
        }
        response
    }
}
