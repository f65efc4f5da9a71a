//! Sockets, from the first connection to the last answer.

use std::future::Future;
use std::io;
use std::pin::pin;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::server::graceful::GracefulShutdown;
use hyper_util::service::TowerToHyperService;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::Semaphore;
use tower::ServiceExt;

use super::router::router;
use super::service::Shared;

/// Connections at once; others wait.
const MOST_CONNECTIONS: usize = 512;
/// How long a client may take to send the head of its request, or to begin the next one.
const HEAD_PATIENCE: Duration = Duration::from_secs(30);
/// How long the last answers may take once it is to end.
const FAREWELL: Duration = Duration::from_secs(3);
/// How long until it is tried again where the system has no place for a connection.
const PAUSE: Duration = Duration::from_millis(50);

/// Answers connections until `end`; then those that have sent a request get their answer, with what
/// the searches have found until then.
pub async fn run(listener: TcpListener, service: Shared, end: impl Future<Output = ()>) {
    let router = router(service.clone());
    let places = Arc::new(Semaphore::new(MOST_CONNECTIONS));
    let graceful = GracefulShutdown::new();
    let mut end = pin!(end);
    loop {
        // A place first: connections beyond wait in the system's own queue.
        let place = tokio::select! {
            place = Arc::clone(&places).acquire_owned() => place,
            () = &mut end => break,
        };
        let accepted = tokio::select! {
            accepted = listener.accept() => accepted,
            () = &mut end => break,
        };
        match accepted {
            Ok((socket, _)) => {
                let served = serve(socket, router.clone(), &graceful);
                tokio::spawn(async move {
                    served.await;
                    drop(place);
                });
            }
            Err(error) if is_of_the_client(&error) => {}
            Err(_) => tokio::time::sleep(PAUSE).await,
        }
    }
    drop(listener);
    service.close();
    let _ = tokio::time::timeout(FAREWELL, graceful.shutdown()).await;
}

fn is_of_the_client(error: &io::Error) -> bool {
    matches!(
        error.kind(),
        io::ErrorKind::ConnectionAborted
            | io::ErrorKind::ConnectionReset
            | io::ErrorKind::ConnectionRefused
    )
}

fn serve(
    socket: TcpStream,
    router: Router,
    graceful: &GracefulShutdown,
) -> impl Future<Output = ()> + Send + 'static {
    // Small answers are not to wait for more.
    let _ = socket.set_nodelay(true);
    let service = router.map_request(|request: hyper::Request<hyper::body::Incoming>| {
        request.map(axum::body::Body::new)
    });
    let connection = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(HEAD_PATIENCE)
        .max_buf_size(32 << 10)
        .serve_connection(TokioIo::new(socket), TowerToHyperService::new(service));
    let watched = graceful.watch(connection);
    async move {
        // A client that went away, or does not speak HTTP, is no concern.
        let _ = watched.await;
    }
}
