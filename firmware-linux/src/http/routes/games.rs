//! Games: begun, played, watched and taken home.

use std::convert::Infallible;
use std::time::Duration;

use axum::Json;
use axum::extract::{Path, State};
use axum::http::header::{CACHE_CONTROL, CONTENT_DISPOSITION, CONTENT_TYPE, LOCATION};
use axum::http::{StatusCode, Uri};
use axum::response::sse::{Event, KeepAlive, Sse};
use axum::response::{IntoResponse, Response};
use futures_util::stream::{self, Stream};
use minmax_engine::game::PlayError;
use minmax_engine::rules::Rules;
use minmax_engine::side::Side;
use tokio::sync::{OwnedSemaphorePermit, watch};

use crate::app::event::Notice;
use crate::app::record::Ending;
use crate::app::thought::Thought;
use crate::http::body::Body;
use crate::http::problem::{ErrorBody, Problem, Refusals};
use crate::http::room::command::{Command, Refusal};
use crate::http::room::rooms::Table;
use crate::http::room::shown::{News, Shown};
use crate::http::service::{Service, Shared, Writer};
use crate::http::tongue::Tongue;
use crate::http::wire::game::{self, AtWork, Change, Move, NewGame, Nothing};
use crate::lang::{Lang, quoted, texts};
use crate::psq::{self, Psq};
use crate::{sgf, wording};

/// How often a stream shows that it lives, where it has nothing to say.
const HEARTBEAT: Duration = Duration::from_secs(15);

/// Begins a game.
#[utoipa::path(
    post,
    path = "/api/games",
    tag = "games",
    request_body = NewGame,
    responses(
        (status = 201, description = "The game as it begins", body = game::State, headers(("Location", description = "Where the game is"))),
        Refusals,
        (status = 503, description = "As many games as may be, and somebody is at each of them", body = ErrorBody),
    ),
    security((), ("token" = [])),
)]
pub async fn create(
    State(service): State<Shared>,
    Tongue(lang): Tongue,
    _: Writer,
    Body(body): Body<NewGame>,
) -> Result<impl IntoResponse, Problem> {
    let start = service.door(lang).start(&body, None)?;
    let room = service.rooms.create(start).map_err(|_| {
        let words = texts::HTTP_NO_ROOM.plain(lang);
        Problem::new(StatusCode::SERVICE_UNAVAILABLE, words)
    })?;
    let state = game::State::new(room.id(), &room.news(), lang);
    let location = [(LOCATION, format!("/api/games/{}", room.id()))];
    Ok((StatusCode::CREATED, location, Json(state)))
}

/// A game as it stands.
#[utoipa::path(
    get,
    path = "/api/games/{id}",
    tag = "games",
    params(("id" = String, Path, description = "The game's name")),
    responses(
        (status = 200, description = "The game as it stands", body = game::State),
        (status = 404, description = "There is no such game", body = ErrorBody),
    ),
)]
pub async fn show(
    State(service): State<Shared>,
    Tongue(lang): Tongue,
    Path(id): Path<String>,
) -> Result<Response, Problem> {
    // A route cannot end in a part of a segment: the files are told from the games here.
    match id.rsplit_once('.') {
        Some((id, "sgf")) => Ok(sgf_file(&find(&service, id, lang)?)),
        Some((id, "psq")) => psq_file(&find(&service, id, lang)?, lang),
        _ => {
            let table = find(&service, &id, lang)?;
            let state = game::State::new(table.id(), &table.news(), lang);
            Ok(([(CACHE_CONTROL, "no-store")], Json(state)).into_response())
        }
    }
}

/// A game as a file in the Smart Game Format.
#[utoipa::path(
    get,
    path = "/api/games/{id}.sgf",
    tag = "games",
    params(("id" = String, Path, description = "The game's name")),
    responses(
        (status = 200, description = "The file", body = String, content_type = "application/x-go-sgf"),
        (status = 404, description = "There is no such game", body = ErrorBody),
    ),
)]
#[expect(dead_code, reason = "only its description: `show` answers")]
pub(crate) async fn sgf_document() {}

/// A game as a file in Piskvork's format.
#[utoipa::path(
    get,
    path = "/api/games/{id}.psq",
    tag = "games",
    params(("id" = String, Path, description = "The game's name")),
    responses(
        (status = 200, description = "The file", body = String, content_type = "text/plain"),
        (status = 404, description = "There is no such game", body = ErrorBody),
        (status = 409, description = "It is not five in a row from the empty board", body = ErrorBody),
    ),
)]
#[expect(dead_code, reason = "only its description: `show` answers")]
pub(crate) async fn psq_document() {}

/// Plays a move.
#[utoipa::path(
    post,
    path = "/api/games/{id}/moves",
    tag = "games",
    params(("id" = String, Path, description = "The game's name")),
    request_body = Move,
    responses(
        (status = 200, description = "The game after it", body = game::State),
        (status = 404, description = "There is no such game", body = ErrorBody),
        (status = 409, description = "Not this move, not now: another's turn, a stone there, a forbidden point, the end, or another position than the client sees", body = ErrorBody),
        Refusals,
        (status = 503, description = "The box is busy", body = ErrorBody),
    ),
    security((), ("token" = [])),
)]
pub async fn play(
    State(service): State<Shared>,
    Tongue(lang): Tongue,
    Path(id): Path<String>,
    _: Writer,
    Body(body): Body<Move>,
) -> Result<Json<game::State>, Problem> {
    let table = find(&service, &id, lang)?;
    let rules = table.news().shown.kept.record.game().rules();
    let command = service.door(lang).play(&body, rules)?;
    answer(&table, command, lang).await
}

/// Makes a handler of a command that needs nothing but the game.
macro_rules! commands {
    ($($(#[doc = $doc:literal])* $name:ident, $path:literal, $command:expr, $conflict:literal;)*) => { $(
        $(#[doc = $doc])*
        #[utoipa::path(
            post,
            path = $path,
            tag = "games",
            params(("id" = String, Path, description = "The game's name")),
            request_body = Nothing,
            responses(
                (status = 200, description = "The game after it", body = game::State),
                (status = 404, description = "There is no such game", body = ErrorBody),
                (status = 409, description = $conflict, body = ErrorBody),
                Refusals,
                (status = 503, description = "The box is busy", body = ErrorBody),
            ),
            security((), ("token" = [])),
        )]
        pub async fn $name(
            State(service): State<Shared>,
            Tongue(lang): Tongue,
            Path(id): Path<String>,
            _: Writer,
            Body(Nothing {}): Body<Nothing>,
        ) -> Result<Json<game::State>, Problem> {
            answer(&find(&service, &id, lang)?, $command, lang).await
        }
    )* };
}

commands! {
    /// Takes a person's last move back, and the engine's reply with it.
    undo, "/api/games/{id}/undo", Command::Undo, "There is nothing to take back, or no person plays";
    /// Plays again what was taken back.
    redo, "/api/games/{id}/redo", Command::Redo, "There is nothing to play again";
    /// Asks the engine for advice, which comes in `hint` in a while.
    hint, "/api/games/{id}/hint", Command::Hint, "The game is over, or it is the engine's turn";
    /// A person gives up.
    resign, "/api/games/{id}/resign", Command::Resign, "The game is over, or no person plays";
    /// The engine shall move now, or give its advice.
    move_now, "/api/games/{id}/move-now", Command::MoveNow, "The engine does not think";
}

/// Begins another game under the same name. What is not named is as it was.
#[utoipa::path(
    post,
    path = "/api/games/{id}/new",
    tag = "games",
    params(("id" = String, Path, description = "The game's name")),
    request_body = NewGame,
    responses(
        (status = 200, description = "The game as it begins", body = game::State),
        (status = 404, description = "There is no such game", body = ErrorBody),
        Refusals,
        (status = 503, description = "The box is busy", body = ErrorBody),
    ),
    security((), ("token" = [])),
)]
pub async fn another(
    State(service): State<Shared>,
    Tongue(lang): Tongue,
    Path(id): Path<String>,
    _: Writer,
    Body(body): Body<NewGame>,
) -> Result<Json<game::State>, Problem> {
    let table = find(&service, &id, lang)?;
    let before = table.news().shown;
    let start = service.door(lang).start(&body, Some(&before.kept))?;
    answer(&table, Command::Start(Box::new(start)), lang).await
}

/// Changes the engine's level or who plays; the game goes on.
#[utoipa::path(
    patch,
    path = "/api/games/{id}",
    tag = "games",
    params(("id" = String, Path, description = "The game's name")),
    request_body = Change,
    responses(
        (status = 200, description = "The game after it", body = game::State),
        (status = 404, description = "There is no such game", body = ErrorBody),
        Refusals,
        (status = 503, description = "The box is busy", body = ErrorBody),
    ),
    security((), ("token" = [])),
)]
pub async fn change(
    State(service): State<Shared>,
    Tongue(lang): Tongue,
    Path(id): Path<String>,
    _: Writer,
    Body(body): Body<Change>,
) -> Result<Json<game::State>, Problem> {
    let table = find(&service, &id, lang)?;
    let command = service.door(lang).change(&body)?;
    answer(&table, command, lang).await
}

/// The game from now on: events `state` (the whole game, at once and after each change, with `rev` as the
/// event's id), `thinking` (the engine at work, after each finished depth) and `gone` (the game was
/// dropped). A slow reader gets the newest and misses what was between.
#[utoipa::path(
    get,
    path = "/api/games/{id}/events",
    tag = "games",
    params(
        ("id" = String, Path, description = "The game's name"),
        ("lang" = Option<String>, Query, description = "`en` or `zh`, for clients that cannot choose their headers"),
    ),
    responses(
        (status = 200, description = "Server-sent events", body = game::State, content_type = "text/event-stream"),
        (status = 400, description = "A language that nobody speaks here", body = ErrorBody),
        (status = 404, description = "There is no such game", body = ErrorBody),
        (status = 503, description = "As many watch as may", body = ErrorBody),
    ),
)]
pub async fn events(
    State(service): State<Shared>,
    Tongue(lang): Tongue,
    Path(id): Path<String>,
    uri: Uri,
) -> Result<Sse<impl Stream<Item = Result<Event, Infallible>>>, Problem> {
    let lang = chosen_lang(&service, &uri, lang)?;
    let table = find(&service, &id, lang)?;
    let place = service.rooms.watcher().map_err(|_| {
        let words = texts::HTTP_NO_PLACE.plain(lang);
        Problem::new(StatusCode::SERVICE_UNAVAILABLE, words)
    })?;
    let watcher = Watcher {
        id: table.id().into(),
        lang,
        news: table.subscribe(),
        closing: service.rooms.closing(),
        told: None,
        over: false,
        _place: place,
    };
    let events = stream::unfold(watcher, |mut watcher| async move {
        let event = watcher.next().await?;
        Some((Ok(event), watcher))
    });
    Ok(Sse::new(events).keep_alive(KeepAlive::new().interval(HEARTBEAT)))
}

fn chosen_lang(service: &Service, uri: &Uri, usual: Lang) -> Result<Lang, Problem> {
    let mut pairs = uri.query().unwrap_or_default().split('&');
    match pairs.find_map(|pair| pair.strip_prefix("lang=")) {
        Some(name) => service.door(usual).language(name),
        None => Ok(usual),
    }
}

/// Somebody who watches a game.
struct Watcher {
    id: String,
    lang: Lang,
    news: watch::Receiver<News>,
    closing: watch::Receiver<bool>,
    /// The last that he was told: revision and beat.
    told: Option<(u64, u64)>,
    over: bool,
    _place: OwnedSemaphorePermit,
}

impl Watcher {
    /// The next that there is to tell: always of the newest.
    async fn next(&mut self) -> Option<Event> {
        while !self.over {
            let news = self.news.borrow_and_update().clone();
            if let Some(event) = self.event(&news) {
                return Some(event);
            }
            tokio::select! {
                changed = self.news.changed() => changed.ok()?,
                _ = self.closing.wait_for(|closing| *closing) => return None,
            }
        }
        None
    }

    fn event(&mut self, news: &News) -> Option<Event> {
        if news.gone {
            self.over = true;
            return Some(Event::default().event("gone").data("{}"));
        }
        let (rev, beat) = (news.rev, news.beat);
        let told = self.told.replace((rev, beat));
        match told {
            Some(told) if told == (rev, beat) => None,
            Some((known, _)) if known == rev => {
                let thinking = news.thinking.map(AtWork::from);
                let event = Event::default().event("thinking");
                event.json_data(thinking).ok()
            }
            _ => {
                let state = game::State::new(&self.id, news, self.lang);
                let event = Event::default().event("state").id(rev.to_string());
                event.json_data(state).ok()
            }
        }
    }
}

fn find(service: &Service, id: &str, lang: Lang) -> Result<Table, Problem> {
    let table = service.rooms.find(id);
    table.ok_or_else(|| Problem::missing(texts::HTTP_NO_GAME.fill(lang, &[&quoted(id)])))
}

async fn answer(table: &Table, command: Command, lang: Lang) -> Result<Json<game::State>, Problem> {
    let rules = table.news().shown.kept.record.game().rules();
    match table.command(command).await {
        Ok(news) => Ok(Json(game::State::new(table.id(), &news, lang))),
        Err(refusal) => Err(refused(refusal, table.id(), rules, lang)),
    }
}

fn refused(refusal: Refusal, id: &str, rules: Rules, lang: Lang) -> Problem {
    match refusal {
        Refusal::Game(Notice::EngineThinks) => {
            Problem::conflict(texts::HTTP_ENGINE_THINKS.plain(lang))
        }
        Refusal::Game(Notice::GameOver | Notice::Refused(PlayError::GameOver)) => {
            Problem::conflict(texts::HTTP_GAME_OVER.plain(lang))
        }
        Refusal::Game(notice) => Problem::conflict(wording::notice(notice, rules, lang)),
        Refusal::Stones { here, seen } => {
            Problem::conflict(texts::HTTP_STONES.fill(lang, &[&here, &seen]))
        }
        Refusal::NotThinking => Problem::conflict(texts::HTTP_NOT_THINKING.plain(lang)),
        Refusal::Busy => {
            let words = texts::HTTP_BOX_BUSY.plain(lang);
            Problem::new(StatusCode::SERVICE_UNAVAILABLE, words)
        }
        Refusal::Gone => Problem::missing(texts::HTTP_NO_GAME.fill(lang, &[&quoted(id)])),
    }
}

fn sgf_file(table: &Table) -> Response {
    let kept = &table.news().shown.kept;
    let names = kept.names();
    let text = sgf::write(&kept.record, names.each_ref().map(String::as_str));
    file(table, "sgf", "application/x-go-sgf; charset=utf-8", text)
}

fn psq_file(table: &Table, lang: Lang) -> Result<Response, Problem> {
    let text = psq_text(&table.news().shown);
    let text = text.ok_or_else(|| Problem::conflict(texts::HTTP_NO_PSQ.plain(lang)))?;
    Ok(file(table, "psq", "text/plain; charset=utf-8", text))
}

/// Nothing where the format cannot tell the game: it knows no other length than five, no stones that
/// were set up, and no rule.
fn psq_text(shown: &Shown) -> Option<String> {
    let record = &shown.kept.record;
    let game = record.game();
    let begun_by_black =
        game.moves().len().is_multiple_of(2) == (game.side_to_move() == Side::Black);
    if game.rules().k() != 5 || !shown.set_up.is_empty() || !begun_by_black {
        return None;
    }
    let ms = |thought: Option<Thought>| thought.map_or(0, |thought| thought.elapsed_ms);
    Some(psq::write(&Psq {
        game: game.clone(),
        times_ms: record.moves().map(|(_, thought)| ms(thought)).collect(),
        players: Some(shown.kept.names()),
        ending: match shown.ending {
            Some(Ending::Row(_) | Ending::Draw | Ending::Stuck) => psq::Ending::Regular,
            Some(Ending::Foul(_)) => psq::Ending::Error,
            Some(Ending::Resigned(_)) | None => psq::Ending::Unknown,
        },
    }))
}

fn file(table: &Table, end: &str, kind: &'static str, text: String) -> Response {
    let name = format!("attachment; filename=\"minmax-h3-{}.{end}\"", table.id());
    let headers = [
        (CONTENT_TYPE, kind.to_string()),
        (CONTENT_DISPOSITION, name),
        (CACHE_CONTROL, "no-store".into()),
    ];
    (headers, text).into_response()
}

#[cfg(test)]
mod tests;
