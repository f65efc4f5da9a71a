//! The service without a socket.

use axum::Router;
use axum::body::{Body, to_bytes};
use axum::http::{HeaderMap, Method, Request, StatusCode};
use minmax_h3::http::room::rooms::Bounds;
use minmax_h3::http::router::router;
use minmax_h3::http::searches::Capacity;
use minmax_h3::http::service::{Config, Service, Shared, Token};
use serde_json::{Value, json};
use tower::ServiceExt;

/// An answer.
pub(crate) struct Answer {
    pub(crate) status: StatusCode,
    pub(crate) headers: HeaderMap,
    pub(crate) text: String,
}

impl Answer {
    pub(crate) fn json(&self) -> Value {
        serde_json::from_str(&self.text).unwrap_or_else(|_| panic!("no JSON: {}", self.text))
    }

    /// What is wrong, checked to be one line in an object of its own.
    pub(crate) fn error(&self) -> String {
        let body = self.json();
        let object = body.as_object().expect("an object");
        assert_eq!(object.len(), 1, "{body}");
        let words = object["error"].as_str().expect("words").to_string();
        assert!(!words.is_empty() && !words.contains('\n'), "{words}");
        words
    }
}

/// A service and its addresses.
pub(crate) struct Desk {
    pub(crate) router: Router,
    pub(crate) service: Shared,
}

impl Desk {
    pub(crate) fn new(at_once: usize, waiting: usize, token: Option<&str>) -> Self {
        let config = Config {
            capacity: Capacity {
                at_once,
                waiting,
                hash_mib: 1,
            },
            longest_ms: 60_000,
            token: token.map(|word| Token::new(word).unwrap()),
            bounds: Bounds::default(),
            games: None,
        };
        let service = Service::without_store(config, None);
        let router = router(service.clone());
        Self { router, service }
    }

    pub(crate) async fn send(&self, request: Request<Body>) -> axum::response::Response {
        self.router.clone().oneshot(request).await.unwrap()
    }

    pub(crate) async fn ask(&self, request: Request<Body>) -> Answer {
        let response = self.send(request).await;
        let (parts, body) = response.into_parts();
        let bytes = to_bytes(body, 10 << 20).await.unwrap();
        Answer {
            status: parts.status,
            headers: parts.headers,
            text: String::from_utf8(bytes.into()).unwrap(),
        }
    }

    pub(crate) async fn get(&self, path: &str) -> Answer {
        self.ask(request(Method::GET, path).body(Body::empty()).unwrap())
            .await
    }

    pub(crate) async fn post(&self, path: &str, body: &Value) -> Answer {
        self.ask(posted(path, body.to_string())).await
    }
}

impl Default for Desk {
    fn default() -> Self {
        Self::new(2, 64, None)
    }
}

pub(crate) fn request(method: Method, path: &str) -> axum::http::request::Builder {
    Request::builder().method(method).uri(path)
}

pub(crate) fn posted(path: &str, body: impl Into<Body>) -> Request<Body> {
    request(Method::POST, path)
        .header("content-type", "application/json")
        .body(body.into())
        .unwrap()
}

/// Stones as the API has them.
pub(crate) fn stones(black: &[(u8, u8)], white: &[(u8, u8)]) -> Value {
    let of = |value, cells: &[(u8, u8)]| {
        let stones = cells
            .iter()
            .map(|&(x, y)| json!({"x": x, "y": y, "value": value}));
        stones.collect::<Vec<_>>()
    };
    [of(1, black), of(2, white)].concat().into()
}
