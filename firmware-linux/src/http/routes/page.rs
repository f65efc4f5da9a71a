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
    ($($path:literal, $name:literal, $kind:expr;)*) => {
        &[$(File {
            path: $path,
            kind: $kind,
            content: include_bytes!(concat!("../page/", $name)),
        },)*]
    };
}

const SCRIPT: &str = "text/javascript; charset=utf-8";

const FILES: &[File] = files! {
    "/", "index.html", "text/html; charset=utf-8";
    "/style.css", "style.css", "text/css; charset=utf-8";
    "/icon.svg", "icon.svg", "image/svg+xml";
    "/manifest.webmanifest", "manifest.webmanifest", "application/manifest+json";
    "/analysis.js", "analysis.js", SCRIPT;
    "/api.js", "api.js", SCRIPT;
    "/board.js", "board.js", SCRIPT;
    "/dialogs.js", "dialogs.js", SCRIPT;
    "/dom.js", "dom.js", SCRIPT;
    "/events.js", "events.js", SCRIPT;
    "/fouls.js", "fouls.js", SCRIPT;
    "/game.js", "game.js", SCRIPT;
    "/graph.js", "graph.js", SCRIPT;
    "/line.js", "line.js", SCRIPT;
    "/main.js", "main.js", SCRIPT;
    "/notation.js", "notation.js", SCRIPT;
    "/notices.js", "notices.js", SCRIPT;
    "/panel.js", "panel.js", SCRIPT;
    "/score.js", "score.js", SCRIPT;
    "/session.js", "session.js", SCRIPT;
    "/settings.js", "settings.js", SCRIPT;
    "/sse.js", "sse.js", SCRIPT;
    "/status.js", "status.js", SCRIPT;
    "/thought.js", "thought.js", SCRIPT;
    "/view.js", "view.js", SCRIPT;
    "/words.js", "words.js", SCRIPT;
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

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;
    use std::path::Path;

    /// All of the page together, in bytes: it shall be there at once on a slow line.
    const LARGEST: usize = 100 * 1024;

    fn text(file: &File) -> &'static str {
        std::str::from_utf8(file.content).unwrap()
    }

    #[test]
    fn the_page_is_small() {
        let all: usize = FILES.iter().map(|file| file.content.len()).sum();
        assert!(all < LARGEST, "{all} bytes");
    }

    #[test]
    fn every_file_of_the_page_is_served() {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/http/page");
        let there = folder.read_dir().unwrap();
        let there: BTreeSet<_> = there.map(|file| file.unwrap().path()).collect();
        let served = FILES.iter().map(|file| match file.path {
            "/" => folder.join("index.html"),
            path => folder.join(&path[1..]),
        });
        assert_eq!(there, served.collect());
    }

    /// The names after these words in a file.
    fn named(text: &'static str, before: &str, quote: char) -> impl Iterator<Item = &'static str> {
        let parts = text.split(before).skip(1).collect::<Vec<_>>();
        parts
            .into_iter()
            .filter_map(move |part| part.split(quote).next())
    }

    #[test]
    fn every_file_that_the_page_names_is_served() {
        let served: Vec<_> = FILES.iter().map(|file| file.path).collect();
        for file in FILES {
            for name in named(text(file), " from './", '\'') {
                assert!(
                    served.contains(&&*format!("/{name}")),
                    "{}: {name}",
                    file.path
                );
            }
        }
        let index = text(&FILES[0]);
        for name in named(index, "<link rel=", '>').chain(named(index, "<script", '>')) {
            let name = name.split(['"']).find(|part| part.contains('.')).unwrap();
            assert!(served.contains(&&*format!("/{name}")), "{name}");
        }
    }

    #[test]
    fn nothing_comes_from_elsewhere() {
        for file in FILES {
            let text = text(file).replace("http://www.w3.org/2000/svg", "");
            for scheme in ["http://", "https://", "ws://", "\"//", "'//", "url(//"] {
                assert!(!text.contains(scheme), "{}: {scheme}", file.path);
            }
        }
    }

    /// What the content security policy would refuse.
    #[test]
    fn no_markup_holds_scripts_or_styles() {
        let index = text(&FILES[0]);
        for script in named(index, "<script", '<') {
            assert!(
                script.contains(" src=") && script.ends_with('>'),
                "{script}"
            );
        }
        for file in FILES {
            let text = text(file);
            for refused in [
                "<style",
                " style=",
                "javascript:",
                "eval(",
                "innerHTML",
                "'style'",
            ] {
                assert!(!text.contains(refused), "{}: {refused}", file.path);
            }
        }
        let tags = index.split('<').filter_map(|rest| rest.split('>').next());
        for tag in tags.filter(|tag| !tag.starts_with("!--")) {
            assert!(
                !tag.split_whitespace()
                    .any(|word| word.starts_with("on") && word.contains('=')),
                "{tag}"
            );
        }
    }
}
