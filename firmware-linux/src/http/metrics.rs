//! What is counted, for Prometheus.

use std::fmt::{self, Write};
use std::time::Duration;

use prometheus_client::encoding::text::encode;
use prometheus_client::encoding::{EncodeLabelSet, EncodeLabelValue, LabelValueEncoder};
use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::family::Family;
use prometheus_client::metrics::gauge::Gauge;
use prometheus_client::metrics::histogram::Histogram;
use prometheus_client::registry::{Registry, Unit};

use super::searches::{Found, Load};

/// Upper bounds of the classes of times, in seconds.
const SECONDS: [f64; 10] = [0.001, 0.003, 0.01, 0.03, 0.1, 0.3, 1.0, 3.0, 10.0, 60.0];

/// The answers to a kind of request.
#[derive(Clone, Debug, Hash, PartialEq, Eq, EncodeLabelSet)]
struct Answers {
    /// The route, with `{id}` for what varies.
    route: String,
    status: Status,
}

#[derive(Clone, Copy, Debug, Hash, PartialEq, Eq)]
struct Status(u16);

impl EncodeLabelValue for Status {
    fn encode(&self, encoder: &mut LabelValueEncoder<'_>) -> Result<(), fmt::Error> {
        write!(encoder, "{}", self.0)
    }
}

/// Counters and clocks. Counting takes no lock but for a new kind of answer.
#[derive(Debug)]
pub struct Metrics {
    registry: Registry,
    answers: Family<Answers, Counter>,
    seconds: Histogram,
    search_seconds: Histogram,
    nodes: Counter,
    running: Gauge,
    waiting: Gauge,
    games: Gauge,
    streams: Gauge,
}

impl Default for Metrics {
    fn default() -> Self {
        Self::new()
    }
}

impl Metrics {
    /// All zero.
    #[must_use]
    pub fn new() -> Self {
        let metrics = Self {
            registry: Registry::with_prefix("minmax"),
            answers: Family::default(),
            seconds: Histogram::new(SECONDS),
            search_seconds: Histogram::new(SECONDS),
            nodes: Counter::default(),
            running: Gauge::default(),
            waiting: Gauge::default(),
            games: Gauge::default(),
            streams: Gauge::default(),
        };
        metrics.registered()
    }

    fn registered(mut self) -> Self {
        let registry = &mut self.registry;
        registry.register("requests", "Requests answered", self.answers.clone());
        registry.register_with_unit(
            "request",
            "Time to the beginning of an answer",
            Unit::Seconds,
            self.seconds.clone(),
        );
        registry.register_with_unit(
            "search",
            "Time of a search",
            Unit::Seconds,
            self.search_seconds.clone(),
        );
        registry.register("nodes", "Nodes searched", self.nodes.clone());
        registry.register(
            "searches_running",
            "Searches that run",
            self.running.clone(),
        );
        registry.register(
            "searches_waiting",
            "Searches that wait",
            self.waiting.clone(),
        );
        registry.register("games", "Games in memory", self.games.clone());
        registry.register("streams", "Open streams of events", self.streams.clone());
        self
    }

    /// A request was answered.
    pub fn answered(&self, route: &str, status: u16, after: Duration) {
        let answers = Answers {
            route: route.into(),
            status: Status(status),
        };
        self.answers.get_or_create(&answers).inc();
        self.seconds.observe(after.as_secs_f64());
    }

    /// A search has ended.
    pub fn searched(&self, found: &Found) {
        self.nodes.inc_by(found.nodes);
        self.search_seconds.observe(found.elapsed.as_secs_f64());
    }

    /// So many games live here.
    pub fn games(&self, count: usize) {
        self.games.set(i64::try_from(count).unwrap_or(i64::MAX));
    }

    /// So many streams of events are open.
    pub fn streams(&self, count: usize) {
        self.streams.set(i64::try_from(count).unwrap_or(i64::MAX));
    }

    /// Everything in Prometheus's text format, with how busy it is now.
    #[must_use]
    pub fn text(&self, load: Load) -> String {
        self.running
            .set(i64::try_from(load.running).unwrap_or(i64::MAX));
        self.waiting
            .set(i64::try_from(load.waiting).unwrap_or(i64::MAX));
        let mut text = String::new();
        // Writing to a string never fails.
        let _ = encode(&mut text, &self.registry);
        text
    }
}
