//! `minmax-h3 serve`: the web page and the move service.

use std::io::{self, Write};
use std::net::{IpAddr, Ipv4Addr, SocketAddr, TcpListener};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::thread;
use std::time::Duration;

use anyhow::anyhow;

use super::{faulty, read_box_file, start_log};
use crate::cli::serve::{MOST_SEARCHES, ServeSettings};
use crate::http::room::rooms::Bounds;
use crate::http::searches::Capacity;
use crate::http::server;
use crate::http::service::{Config, Service, Shared, Token};
#[cfg(target_os = "linux")]
use crate::hw::network;
use crate::lang::{Lang, texts};
use crate::wording;

/// Where it listens unless told otherwise: nobody else can come in.
const USUAL_ADDRESS: SocketAddr = SocketAddr::new(IpAddr::V4(Ipv4Addr::LOCALHOST), 8000);
/// Threads that read and write for all clients; searches have their own.
const IO_THREADS: usize = 2;

/// The folder in the store's that holds the games.
const GAMES: &str = "games";
/// What is left for keeping the games when the service ends.
const LAST_WRITE: Duration = Duration::from_secs(5);

/// Serves until SIGINT or SIGTERM. The address by which it is reached is the one line on standard output, so
/// that others can wait for it and read the port.
///
/// # Errors
/// The address is not to be had, or the token's file holds none.
pub fn run(settings: &ServeSettings) -> anyhow::Result<ExitCode> {
    start_log(&settings.log, settings.lang)?;
    let lang = settings.lang;
    let plan = Plan::new(settings)?;
    let token = plan.token_file.as_deref();
    let token = token.map(|path| token_in(path, lang)).transpose()?;
    let listener = bind(plan.bind, lang)?;
    let address = listener.local_addr()?;
    let guarded = token.is_some();
    let service = service(settings, plan, token)?;
    announce(address, guarded, lang)?;
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .worker_threads(IO_THREADS)
        .thread_name("web")
        .thread_stack_size(1 << 20)
        .enable_all()
        .build()?;
    runtime.block_on(async {
        let listener = tokio::net::TcpListener::from_std(listener)?;
        server::run(listener, Shared::clone(&service), told_to_end()).await;
        anyhow::Ok(())
    })?;
    if !service.rooms.finish(LAST_WRITE) {
        defmt::error!("the games could not be kept in time");
    }
    // What still hangs is not waited for.
    runtime.shutdown_background();
    Ok(ExitCode::SUCCESS)
}

/// What command line and file say together.
struct Plan {
    bind: SocketAddr,
    searches: usize,
    token_file: Option<PathBuf>,
    store: Option<PathBuf>,
}

impl Plan {
    /// The command line goes before the file, and the file before what is usual.
    fn new(settings: &ServeSettings) -> anyhow::Result<Self> {
        let file = settings.config.as_deref();
        let file = file.map(|path| {
            // Whatever pins it names are no concern here.
            let config = read_box_file(path, settings.lang, &|_| None)?;
            config.map_err(|faults| faulty(path, &faults, settings.lang))
        });
        let (http, store) = match file.transpose()? {
            Some(config) => (config.http, config.store),
            None => (None, None),
        };
        let (bind, token_file, searches) = match http {
            Some(http) => (Some(http.bind), http.token_file, Some(http.searches)),
            None => (None, None, None),
        };
        let cores = thread::available_parallelism().map_or(1, usize::from);
        let searches = searches.and_then(|searches| usize::try_from(searches).ok());
        Ok(Self {
            bind: settings.bind.or(bind).unwrap_or(USUAL_ADDRESS),
            searches: settings
                .searches
                .or(searches)
                .unwrap_or(cores.min(MOST_SEARCHES)),
            token_file: settings.token_file.clone().or(token_file),
            store: settings.store.clone().or(store.map(|store| store.folder)),
        })
    }
}

fn service(settings: &ServeSettings, plan: Plan, token: Option<Token>) -> anyhow::Result<Shared> {
    let games = plan.store.map(|folder| folder.join(GAMES));
    let config = Config {
        capacity: Capacity {
            at_once: plan.searches,
            waiting: settings.waiting,
            hash_mib: settings.hash_mib,
        },
        longest_ms: settings.longest_ms,
        token,
        bounds: Bounds::default(),
        games: games.clone(),
    };
    Service::open(config, None).map_err(|error| {
        let folder = games.unwrap_or_default();
        anyhow!(wording::store_error(&folder, &error, settings.lang))
    })
}

fn token_in(path: &Path, lang: Lang) -> anyhow::Result<Token> {
    let name = wording::quoted_path(path);
    let read = Token::read(path).map_err(|error| {
        let why = wording::io_error(&error, lang);
        anyhow!(texts::SERVE_NO_ADDRESS.fill(lang, &[&name, &why]))
    })?;
    read.ok_or_else(|| anyhow!(texts::SERVE_NO_TOKEN.fill(lang, &[&name])))
}

fn bind(address: SocketAddr, lang: Lang) -> anyhow::Result<TcpListener> {
    let listener = TcpListener::bind(address).map_err(|error| match error.kind() {
        io::ErrorKind::AddrInUse => {
            anyhow!(texts::SERVE_ADDRESS_USED.fill(lang, &[&address]))
        }
        _ => {
            let why = wording::io_error(&error, lang);
            anyhow!(texts::SERVE_NO_ADDRESS.fill(lang, &[&address, &why]))
        }
    })?;
    listener.set_nonblocking(true)?;
    Ok(listener)
}

fn announce(address: SocketAddr, guarded: bool, lang: Lang) -> io::Result<()> {
    let mut out = io::stdout().lock();
    let known = reached_at(address).unwrap_or_else(|| address.to_string());
    writeln!(out, "http://{known}/")?;
    out.flush()?;
    let hint = if address.ip().is_loopback() {
        texts::SERVE_ONLY_HERE.fill(lang, &[&address.port()])
    } else if !guarded {
        texts::SERVE_OPEN.plain(lang).into()
    } else {
        return Ok(());
    };
    writeln!(io::stderr(), "{hint}")
}

/// What others type to come here, where that is known: nobody can type `0.0.0.0`.
#[cfg(target_os = "linux")]
fn reached_at(address: SocketAddr) -> Option<String> {
    network::reached_at(address, &network::addresses())
}

#[cfg(not(target_os = "linux"))]
fn reached_at(_: SocketAddr) -> Option<String> {
    None
}

#[cfg(unix)]
async fn told_to_end() {
    use tokio::signal::unix::{SignalKind, signal};
    let (Ok(mut interrupt), Ok(mut terminate)) = (
        signal(SignalKind::interrupt()),
        signal(SignalKind::terminate()),
    ) else {
        return std::future::pending().await;
    };
    tokio::select! {
        _ = interrupt.recv() => {}
        _ = terminate.recv() => {}
    }
}

#[cfg(not(unix))]
async fn told_to_end() {
    if tokio::signal::ctrl_c().await.is_err() {
        std::future::pending().await
    }
}
