//! The way to the box's game: it lives in the box's own loop, which tells here what is new.

use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use tokio::sync::{oneshot, watch};
use tokio::time::timeout;

use super::command::{Command, Refusal};
use super::shown::News;

/// How long the box may take for a command: longer than a slow disk, before which nothing is shown.
const PATIENCE: Duration = Duration::from_secs(10);

/// A command for the box, and where its answer goes.
#[derive(Debug)]
pub struct Ask {
    /// What is wanted.
    pub command: Command,
    /// Hears what has come of it. An answer that nobody waits for is lost.
    pub reply: oneshot::Sender<Result<News, Refusal>>,
}

/// The way to the box's game.
#[derive(Clone)]
pub struct Desk {
    send: Arc<dyn Fn(Ask) + Send + Sync>,
    news: watch::Receiver<News>,
}

impl fmt::Debug for Desk {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Desk").finish_non_exhaustive()
    }
}

impl Desk {
    /// `send` passes commands on and never waits; the newest of the game comes through `news`.
    pub fn new(send: impl Fn(Ask) + Send + Sync + 'static, news: watch::Receiver<News>) -> Self {
        let send = Arc::new(send);
        Self { send, news }
    }

    /// The newest.
    #[must_use]
    pub fn news(&self) -> News {
        self.news.borrow().clone()
    }

    /// The newest from now on.
    #[must_use]
    pub fn subscribe(&self) -> watch::Receiver<News> {
        let mut news = self.news.clone();
        news.mark_changed();
        news
    }

    /// Does what somebody wants: the game after it.
    ///
    /// # Errors
    /// It was not done. A box that does not answer in time is busy, and may do it later.
    pub async fn command(&self, command: Command) -> Result<News, Refusal> {
        let (reply, answer) = oneshot::channel();
        (self.send)(Ask { command, reply });
        match timeout(PATIENCE, answer).await {
            Ok(Ok(answer)) => answer,
            Ok(Err(_)) | Err(_) => Err(Refusal::Busy),
        }
    }
}
