//! The page and its files, which are part of the program.

use axum::Router;
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE, ETAG, IF_NONE_MATCH};
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use axum::routing::get;

use crate::http::service::Shared;

/// A file of the page.
struct File {
    path: &'static str,
    kind: &'static str,
    content: &'static [u8],
}

macro_rules! files {
    ($($path:literal, $name:literal, $kind:literal;)*) => {
        &[$(File {
            path: $path,
            kind: $kind,
            content: include_bytes!(concat!("../page/", $name)),
        },)*]
    };
}

const FILES: &[File] = files! {
    "/", "index.html", "text/html; charset=utf-8";
};

/// The routes of the page's files.
pub fn routes() -> Router<Shared> {
    FILES.iter().fold(Router::new(), |router, file| {
        router.route(file.path, get(async move |headers| file.answer(&headers)))
    })
}

impl File {
    /// The file, or that the client has it.
    fn answer(&self, headers: &HeaderMap) -> Response {
        let tag = self.tag();
        let cached = [(ETAG, tag.clone()), (CACHE_CONTROL, "no-cache".into())];
        let known = headers
            .get(IF_NONE_MATCH)
            .and_then(|tags| tags.to_str().ok());
        if known.is_some_and(|known| known.contains(&tag)) {
            return (StatusCode::NOT_MODIFIED, cached).into_response();
        }
        (cached, [(CONTENT_TYPE, self.kind)], self.content).into_response()
    }

    /// Another one for every content.
    fn tag(&self) -> String {
        let sum = crc::Crc::<u64>::new(&crc::CRC_64_XZ).checksum(self.content);
        format!("\"{sum:016x}\"")
    }
}
