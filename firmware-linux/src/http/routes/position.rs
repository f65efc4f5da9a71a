//! One position: best move, analysis, forbidden points. Nothing is remembered of it.

use std::convert::Infallible;
use std::time::Duration;

use axum::Json;
use axum::extract::State;
use axum::response::sse::{Event, KeepAlive, Sse};
use defmt::Display2Format;
use minmax_engine::game::Game;
use minmax_engine::rules::renju::{self, Foul};
use minmax_engine::side::Side;
use tokio::sync::mpsc::{UnboundedReceiver, unbounded_channel};
use tokio_stream::{Stream, StreamExt, wrappers::UnboundedReceiverStream};

use crate::app::thought::Thought;
use crate::http::body::Body;
use crate::http::problem::{ErrorBody, Problem, Refusals};
use crate::http::searches::{Found, News, Rank, Search, Ticket};
use crate::http::service::{Service, Shared, Writer};
use crate::http::tongue::Tongue;
use crate::http::wire::position::{
    ForbiddenBody, ForbiddenPoint, ForbiddenPoints, MoveBody, PositionBody,
};
use crate::lang::{Lang, texts};

/// How long a request waits for its turn.
const PATIENCE: Duration = Duration::from_secs(10);
/// How often a stream shows that it lives, where it has nothing to say.
const HEARTBEAT: Duration = Duration::from_secs(15);

/// The best move of a position.
#[utoipa::path(
    post,
    path = "/api/bestmove",
    tag = "position",
    request_body = PositionBody,
    responses(
        (status = 200, description = "The best move", body = MoveBody),
        Refusals,
        (status = 503, description = "Too many searches at once", body = ErrorBody),
    ),
    security((), ("token" = [])),
)]
pub async fn bestmove(
    State(service): State<Shared>,
    Tongue(lang): Tongue,
    _: Writer,
    Body(body): Body<PositionBody>,
) -> Result<Json<MoveBody>, Problem> {
    let search = service.door(lang).search(&body)?;
    let game = search.game.clone();
    let mut asked = Asked::submit(&service, search, Rank::Request, lang)?;
    asked.begun(lang).await?;
    let found = asked.done(lang).await?;
    tell(&service, &game, &found);
    Ok(Json(MoveBody::from(&found)))
}

/// What the engine thinks of a position, depth by depth: events `depth`, then one `done`, or `error`. It ends
/// early where somebody waits for the engine's move in a game.
#[utoipa::path(
    post,
    path = "/api/analyze",
    tag = "position",
    request_body = PositionBody,
    responses(
        (status = 200, description = "Server-sent events: `depth` for each finished depth, then `done`; the data of both is as the best move's answer", body = MoveBody, content_type = "text/event-stream"),
        Refusals,
        (status = 503, description = "Too many searches at once", body = ErrorBody),
    ),
    security((), ("token" = [])),
)]
pub async fn analyze(
    State(service): State<Shared>,
    Tongue(lang): Tongue,
    _: Writer,
    Body(body): Body<PositionBody>,
) -> Result<Sse<impl Stream<Item = Result<Event, Infallible>>>, Problem> {
    let search = service.door(lang).search(&body)?;
    let game = search.game.clone();
    let mut asked = Asked::submit(&service, search, Rank::Analysis, lang)?;
    asked.begun(lang).await?;
    let Asked { ticket, news } = asked;
    let events = UnboundedReceiverStream::new(news).filter_map(move |news| {
        // The search lives as long as the stream.
        let _ = &ticket;
        if let News::Done(Some(found)) = &news {
            tell(&service, &game, found);
        }
        event(&news, lang).map(Ok)
    });
    Ok(Sse::new(events).keep_alive(KeepAlive::new().interval(HEARTBEAT)))
}

/// The points that renju forbids Black, whoever's turn it is. Nothing is searched, and nobody needs a token.
#[utoipa::path(
    post,
    path = "/api/forbidden",
    tag = "position",
    request_body = ForbiddenBody,
    responses(
        (status = 200, description = "The forbidden points, row by row", body = ForbiddenPoints),
        Refusals,
    ),
)]
pub async fn forbidden(
    State(service): State<Shared>,
    Tongue(lang): Tongue,
    Body(body): Body<ForbiddenBody>,
) -> Result<Json<ForbiddenPoints>, Problem> {
    let (game, side) = service.door(lang).forbidden(&body)?;
    let points = match side {
        Side::Black => forbidden_points(&game),
        Side::White => Vec::new(),
    };
    Ok(Json(ForbiddenPoints { points }))
}

/// The points that are forbidden to the side to move, row by row from the top.
#[must_use]
pub fn forbidden_points(game: &Game) -> Vec<ForbiddenPoint> {
    let board = game.board();
    let forbidden = game.forbidden();
    let found = forbidden.iter().filter_map(|point| {
        let kind = match renju::foul(board, point)? {
            Foul::Overline => "overline",
            Foul::DoubleFour => "double-four",
            Foul::DoubleThree => "double-three",
        };
        Some(ForbiddenPoint {
            x: point.row(),
            y: point.column(),
            kind: kind.into(),
        })
    });
    found.collect()
}

/// A search that was asked for. Whoever lets go of it gives it up.
struct Asked {
    ticket: Ticket,
    news: UnboundedReceiver<News>,
}

impl Asked {
    fn submit(service: &Service, search: Search, rank: Rank, lang: Lang) -> Result<Self, Problem> {
        // A search has a few dozen depths: what it says is bounded.
        let (send, news) = unbounded_channel();
        let hear = move |one| drop(send.send(one));
        let ticket = service.searches.submit(search, rank, hear);
        let ticket = ticket.map_err(|_| Problem::busy(lang))?;
        Ok(Self { ticket, news })
    }

    /// Waits for its turn, not for ever.
    async fn begun(&mut self, lang: Lang) -> Result<(), Problem> {
        match tokio::time::timeout(PATIENCE, self.news.recv()).await {
            Ok(Some(_)) => Ok(()),
            Ok(None) | Err(_) => Err(Problem::busy(lang)),
        }
    }

    async fn done(&mut self, lang: Lang) -> Result<Found, Problem> {
        while let Some(news) = self.news.recv().await {
            if let News::Done(Some(found)) = news {
                return Ok(found);
            }
        }
        Err(failed(lang))
    }
}

/// A game that is over was refused before: only a fault leaves a search without a move.
fn failed(lang: Lang) -> Problem {
    let words = texts::HTTP_FAILED.plain(lang);
    Problem::new(axum::http::StatusCode::SERVICE_UNAVAILABLE, words)
}

fn event(news: &News, lang: Lang) -> Option<Event> {
    let (name, found) = match news {
        News::Begun => return None,
        News::Depth(found) => ("depth", found),
        News::Done(Some(found)) => ("done", found),
        News::Done(None) | News::Failed => {
            let error = failed(lang).words().into();
            return Event::default()
                .event("error")
                .json_data(ErrorBody { error })
                .ok();
        }
    };
    let event = Event::default().event(name);
    event.json_data(MoveBody::from(found)).ok()
}

/// For the log and the counters.
fn tell(service: &Service, game: &Game, found: &Found) {
    service.metrics.searched(found);
    let thought = Thought::from(found);
    let name = minmax_engine::notation::PointName::new(found.best, game.rules());
    defmt::info!(
        "web position {=u64:016x}: {}, {}",
        game.board().key(),
        Display2Format(&name),
        Display2Format(&thought)
    );
}
