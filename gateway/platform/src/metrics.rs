//! Metrics for Prometheus, in the `OpenMetrics` text format.

mod commits;
mod outside;

use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use axum::http::{Method, StatusCode};
use prometheus_client::encoding::EncodeLabelSet;
use prometheus_client::encoding::text::{encode_eof, encode_registry};
use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::family::Family;
use prometheus_client::metrics::gauge::Gauge;
use prometheus_client::metrics::histogram::Histogram;
use prometheus_client::registry::Registry;

use super::clock::Clock;
pub use commits::{Commits, Credit};
pub use outside::{CallLabels, OutsideCalls};

/// The content type of what `render` returns.
pub const CONTENT_TYPE: &str = "application/openmetrics-text; version=1.0.0; charset=utf-8";

/// Upper bounds of the histogram of response times, in seconds.
const BUCKETS: [f64; 8] = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1.0, 5.0];

#[derive(Debug, Clone, PartialEq, Eq, Hash, EncodeLabelSet)]
struct RequestLabels {
    method: String,
    /// The template, never the path: a path may name a person.
    route: String,
    status: u16,
}

/// The outcome of a read that a replica could answer.
#[derive(Debug, Clone, Copy)]
pub(crate) enum ReplicaOutcome {
    Answered,
    /// None was there in time.
    Behind,
    /// It was away, or answered with anything but success.
    Failed,
}

#[derive(Debug, Clone, PartialEq, Eq, Hash, EncodeLabelSet)]
struct ReplicaLabels {
    outcome: &'static str,
}

/// A gauge's value at the time of a scrape.
pub struct Reading {
    name: &'static str,
    help: &'static str,
    labels: Vec<(&'static str, String)>,
    value: i64,
}

impl Reading {
    /// A value without labels; `help` explains the gauge to a reader of the metrics.
    pub fn new(name: &'static str, help: &'static str, value: i64) -> Self {
        Self {
            name,
            help,
            labels: Vec::new(),
            value,
        }
    }

    /// Adds a label, which distinguishes it from other values of the same gauge.
    pub fn with(mut self, label: &'static str, value: impl fmt::Display) -> Self {
        self.labels.push((label, value.to_string()));
        self
    }
}

/// The counters of this process.
#[derive(Debug)]
pub struct Metrics {
    registry: Registry,
    requests: Family<RequestLabels, Histogram>,
    replica: Family<ReplicaLabels, Counter>,
    commits: Arc<Commits>,
    outside: Arc<OutsideCalls>,
}

impl Metrics {
    /// Counters that have counted nothing.
    pub fn new(clock: Clock) -> Self {
        let mut registry = Registry::default();
        let requests = Family::new_with_constructor((|| Histogram::new(BUCKETS)) as fn() -> _);
        registry.register(
            "http_request_duration_seconds",
            "Time from a request's arrival to its response",
            requests.clone(),
        );
        let replica = Family::default();
        registry.register(
            "wallet_replica_reads",
            "Reads that a replica could answer, by what became of it",
            Family::clone(&replica),
        );
        let commits = Arc::new(Commits::new(&mut registry, clock));
        let outside = Arc::new(OutsideCalls::new(&mut registry));
        Self {
            registry,
            requests,
            replica,
            commits,
            outside,
        }
    }

    /// The counters of the ledger's commits.
    pub fn commits(&self) -> Arc<Commits> {
        Arc::clone(&self.commits)
    }

    /// Counts calls of others.
    pub fn outside(&self) -> Arc<OutsideCalls> {
        Arc::clone(&self.outside)
    }

    /// Counts an answered request.
    pub fn note_request(&self, method: &Method, route: &str, status: StatusCode, took: Duration) {
        // An invented method must not make a series.
        let method = match *method {
            Method::GET | Method::POST | Method::PUT | Method::DELETE | Method::HEAD => {
                method.as_str()
            }
            _ => "OTHER",
        };
        let labels = RequestLabels {
            method: method.to_owned(),
            route: route.to_owned(),
            status: status.as_u16(),
        };
        self.requests
            .get_or_create(&labels)
            .observe(took.as_secs_f64());
    }

    /// Counts a read that a replica could answer.
    pub(crate) fn note_replica(&self, outcome: ReplicaOutcome) {
        let outcome = match outcome {
            ReplicaOutcome::Answered => "answered",
            ReplicaOutcome::Behind => "behind",
            ReplicaOutcome::Failed => "failed",
        };
        self.replica.get_or_create(&ReplicaLabels { outcome }).inc();
    }

    /// The counters, followed by the readings. Readings of one name must be adjacent.
    pub fn render(&self, readings: &[Reading]) -> Result<String, fmt::Error> {
        let mut gauges = Registry::default();
        for of_one_name in readings.chunk_by(|a, b| a.name == b.name) {
            let family = Family::<Vec<(&'static str, String)>, Gauge>::default();
            for reading in of_one_name {
                family.get_or_create(&reading.labels).set(reading.value);
            }
            gauges.register(of_one_name[0].name, of_one_name[0].help, family);
        }
        let mut text = String::new();
        encode_registry(&mut text, &self.registry)?;
        encode_registry(&mut text, &gauges)?;
        encode_eof(&mut text)?;
        Ok(text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_request_is_counted_in_its_buckets_by_its_template() {
        let metrics = Metrics::new(Clock::default());
        let took = Duration::from_micros(12_500);
        metrics.note_request(&Method::GET, "/api/wallet", StatusCode::OK, took);
        let readings = [
            Reading::new("sockets", "Open sockets", 3),
            Reading::new("lag", "Events behind", 0).with("view", "slip"),
            Reading::new("lag", "Events behind", 7).with("view", "wallet"),
        ];
        let text = metrics.render(&readings).unwrap();
        let labels = r#"method="GET",route="/api/wallet",status="200""#;
        for line in [
            format!(r#"http_request_duration_seconds_bucket{{le="0.01",{labels}}} 0"#),
            format!(r#"http_request_duration_seconds_bucket{{le="0.025",{labels}}} 1"#),
            format!("http_request_duration_seconds_sum{{{labels}}} 0.0125"),
            format!("http_request_duration_seconds_count{{{labels}}} 1"),
            "# HELP sockets Open sockets.\n# TYPE sockets gauge\nsockets 3\n".to_owned(),
            "lag{view=\"slip\"} 0\n".to_owned(),
            "lag{view=\"wallet\"} 7\n".to_owned(),
        ] {
            assert!(text.contains(&line), "{line}\n{text}");
        }
        assert!(text.ends_with("# EOF\n"), "{text}");
    }
}
