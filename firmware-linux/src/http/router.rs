//! All addresses, and what holds for every request.

use std::time::Instant;

use axum::Router;
use axum::extract::{DefaultBodyLimit, MatchedPath, Request, State};
use axum::http::header::{
    ALLOW, CONTENT_SECURITY_POLICY, CONTENT_TYPE, REFERRER_POLICY, X_CONTENT_TYPE_OPTIONS,
    X_FRAME_OPTIONS,
};
use axum::http::{HeaderValue, StatusCode};
use axum::middleware::{self, Next};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use utoipa::OpenApi;
use utoipa::openapi::security::{HttpAuthScheme, HttpBuilder, SecurityScheme};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::body::LONGEST_BODY;
use super::problem::Problem;
use super::routes::{about, games, page, position};
use super::service::Shared;
use super::tongue::Tongue;
use crate::lang::{Lang, quoted, texts};

/// What the page may do: load its own files and speak to this service.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; \
    connect-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'; \
    frame-ancestors 'none'";

#[derive(OpenApi)]
#[openapi(
    paths(games::sgf_document, games::psq_document),
    info(
        title = "minmax-h3",
        description = "Best moves of tic-tac-toe, gomoku and renju, and games against the engine. Every error is an object \
        with a line of words in `error`, in Chinese where `Accept-Language` asks for it."
    )
)]
struct Document;

/// The document of the API, OpenAPI 3.1.
#[must_use]
pub fn document() -> utoipa::openapi::OpenApi {
    api().split_for_parts().1
}

fn api() -> OpenApiRouter<Shared> {
    let mut document = Document::openapi();
    let bearer = HttpBuilder::new().scheme(HttpAuthScheme::Bearer).build();
    document
        .components
        .get_or_insert_default()
        .add_security_scheme("token", SecurityScheme::Http(bearer));
    OpenApiRouter::with_openapi(document)
        .routes(routes!(position::bestmove))
        .routes(routes!(position::analyze))
        .routes(routes!(position::forbidden))
        .routes(routes!(games::create))
        .routes(routes!(games::show, games::change))
        .routes(routes!(games::play))
        .routes(routes!(games::undo))
        .routes(routes!(games::redo))
        .routes(routes!(games::hint))
        .routes(routes!(games::resign))
        .routes(routes!(games::move_now))
        .routes(routes!(games::another))
        .routes(routes!(games::events))
        .routes(routes!(about::info))
        .routes(routes!(about::health))
        .routes(routes!(about::metrics))
}

/// Everything that is answered.
pub fn router(service: Shared) -> Router {
    let (router, document) = api().split_for_parts();
    let document = document.to_json().unwrap_or_default();
    let document = async move || ([(CONTENT_TYPE, "application/json")], document.clone());
    router
        .route("/api/openapi.json", get(document))
        .merge(page::routes())
        .fallback(async |Tongue(lang): Tongue| Problem::missing(texts::HTTP_NOT_FOUND.plain(lang)))
        .layer(DefaultBodyLimit::max(LONGEST_BODY))
        .layer(middleware::from_fn_with_state(service.clone(), attend))
        .with_state(service)
}

/// Around every request: words for what has none, headers, counters, log.
async fn attend(State(service): State<Shared>, request: Request, next: Next) -> Response {
    let began = Instant::now();
    let Tongue(lang) = Tongue::of(request.headers());
    let method = request.method().clone();
    let route = request.extensions().get::<MatchedPath>().cloned();
    let mut response = next.run(request).await;
    if is_wordless(&response) {
        response = worded(&response, method.as_str(), lang);
    }
    safe(&mut response);
    let route = route.as_ref().map_or("other", MatchedPath::as_str);
    let (status, elapsed) = (response.status().as_u16(), began.elapsed());
    service.metrics.answered(route, status, elapsed);
    defmt::debug!(
        "web {=str} {=str}: {=u16}, {=u128} us",
        method.as_str(),
        route,
        status,
        elapsed.as_micros()
    );
    response
}

/// Whether it is a refusal of the libraries', which have their own words, or none.
fn is_wordless(response: &Response) -> bool {
    let status = response.status();
    let kind = response.headers().get(CONTENT_TYPE);
    let json = kind.is_some_and(|kind| kind.as_bytes().starts_with(b"application/json"));
    (status.is_client_error() || status.is_server_error()) && !json
}

/// The same answer, in our words.
fn worded(response: &Response, method: &str, lang: Lang) -> Response {
    let words = match response.status() {
        StatusCode::METHOD_NOT_ALLOWED => texts::HTTP_METHOD.fill(lang, &[&quoted(method)]),
        _ => texts::HTTP_NOT_UNDERSTOOD.plain(lang).into(),
    };
    let mut worded = Problem::new(response.status(), words).into_response();
    if let Some(methods) = response.headers().get(ALLOW) {
        worded.headers_mut().insert(ALLOW, methods.clone());
    }
    worded
}

fn safe(response: &mut Response) {
    let headers = response.headers_mut();
    for (name, value) in [
        (CONTENT_SECURITY_POLICY, POLICY),
        (X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (X_FRAME_OPTIONS, "DENY"),
        (REFERRER_POLICY, "no-referrer"),
    ] {
        headers.insert(name, HeaderValue::from_static(value));
    }
}
