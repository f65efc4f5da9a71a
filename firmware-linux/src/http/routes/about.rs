//! The service itself: what it can do, how it is, its document.

use axum::Json;
use axum::extract::State;
use axum::http::header::CONTENT_TYPE;
use axum::response::IntoResponse;
use minmax_engine::strategy::handicap::Level;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::http::service::Shared;
use crate::names;

/// The kind of Prometheus's text.
const METRICS_TYPE: &str = "application/openmetrics-text; version=1.0.0; charset=utf-8";

/// What the service can do.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
pub struct Info {
    /// The program's version.
    pub version: String,
    /// Whether this is a game box: its own game has the name `box`.
    #[serde(rename = "box")]
    pub has_box: bool,
    /// Whether a token is wanted of whoever changes something.
    pub token: bool,
    /// The longest that a search may be asked to take, in milliseconds.
    pub max_time_ms: u64,
    /// The rules.
    pub rules: Vec<String>,
    /// Sides of boards.
    pub sizes: Vec<u8>,
    /// The highest level.
    pub levels: u8,
}

/// How the service is.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
pub struct Health {
    /// `ok`
    pub status: String,
    /// The program's version.
    pub version: String,
    /// Searches that run.
    pub searches: usize,
    /// Searches that wait.
    pub queued: usize,
    /// Games.
    pub games: usize,
}

/// What the service can do.
#[utoipa::path(get, path = "/api/info", tag = "about", responses((status = 200, body = Info)))]
pub async fn info(State(service): State<Shared>) -> Json<Info> {
    Json(Info {
        version: env!("CARGO_PKG_VERSION").into(),
        has_box: service.rooms.has_box(),
        token: service.config().token.is_some(),
        max_time_ms: service.config().longest_ms,
        rules: names::RULES.map(|(name, _)| name.into()).into(),
        sizes: [3, 4].into_iter().chain(5..=20).collect(),
        levels: Level::FULL.get(),
    })
}

/// Whether the service answers, and how busy it is.
#[utoipa::path(get, path = "/api/health", tag = "about", responses((status = 200, body = Health)))]
pub async fn health(State(service): State<Shared>) -> Json<Health> {
    let load = service.searches.load();
    Json(Health {
        status: "ok".into(),
        version: env!("CARGO_PKG_VERSION").into(),
        searches: load.running,
        queued: load.waiting,
        games: service.rooms.count(),
    })
}

/// Counters for Prometheus.
#[utoipa::path(get, path = "/metrics", tag = "about", responses((status = 200, description = "Prometheus's text format", body = String, content_type = "application/openmetrics-text")))]
pub async fn metrics(State(service): State<Shared>) -> impl IntoResponse {
    service.metrics.games(service.rooms.count());
    service.metrics.streams(service.rooms.watching());
    let text = service.metrics.text(service.searches.load());
    ([(CONTENT_TYPE, METRICS_TYPE)], text)
}
