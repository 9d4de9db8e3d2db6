//! Figures for Prometheus, kept by hand: a handful of counters need no framework.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use axum::http::{Method, StatusCode};

/// Upper bounds of the histogram of answer times, in milliseconds.
const BUCKETS_MS: [u64; 8] = [5, 10, 25, 50, 100, 250, 1_000, 5_000];

#[derive(Debug, Clone, Default)]
struct Series {
    count: u64,
    sum_us: u64,
    buckets: [u64; BUCKETS_MS.len()],
}

/// Counters of this process.
#[derive(Debug, Default)]
pub(crate) struct Metrics {
    requests: Mutex<BTreeMap<(String, String, u16), Series>>,
}

impl Metrics {
    /// Counts an answered request.
    pub(crate) fn note_request(
        &self,
        method: &Method,
        route: &str,
        status: StatusCode,
        took: Duration,
    ) {
        // A made-up method must not make a series of its own.
        let method = match *method {
            Method::GET | Method::POST | Method::PUT | Method::DELETE | Method::HEAD => {
                method.as_str()
            }
            _ => "OTHER",
        };
        let key = (method.to_owned(), route.to_owned(), status.as_u16());
        let mut requests = self.requests.lock().unwrap_or_else(PoisonError::into_inner);
        let series = requests.entry(key).or_default();
        let us = u64::try_from(took.as_micros()).unwrap_or(u64::MAX);
        series.count += 1;
        series.sum_us = series.sum_us.saturating_add(us);
        for (bucket, bound) in series.buckets.iter_mut().zip(BUCKETS_MS) {
            if us <= bound * 1_000 {
                *bucket += 1;
            }
        }
    }

    /// The counters in Prometheus' text form, with the given gauges behind them.
    ///
    /// A gauge is a name, its labels (`view="wallet"`) or nothing, and a value; those of one name
    /// stand together.
    pub(crate) fn render(&self, gauges: &[(&str, String, i64)]) -> String {
        let mut text = String::from("# TYPE http_request_duration_seconds histogram\n");
        let requests = self.requests.lock().unwrap_or_else(PoisonError::into_inner);
        for ((method, route, status), series) in requests.iter() {
            render_series(&mut text, [method, route, &status.to_string()], series);
        }
        let mut last = "";
        for (name, labels, value) in gauges {
            if last != *name {
                writeln!(text, "# TYPE {name} gauge").expect("a text takes any line");
                last = name;
            }
            let labels = if labels.is_empty() {
                String::new()
            } else {
                format!("{{{labels}}}")
            };
            writeln!(text, "{name}{labels} {value}").expect("a text takes any line");
        }
        text
    }
}

fn render_series(text: &mut String, [method, route, status]: [&str; 3], series: &Series) {
    let name = "http_request_duration_seconds";
    let labels = format!("method=\"{method}\",route=\"{route}\",status=\"{status}\"");
    let total = series.count;
    for (bucket, bound) in series.buckets.iter().zip(BUCKETS_MS) {
        let (whole, rest) = (bound / 1_000, bound % 1_000);
        writeln!(
            text,
            "{name}_bucket{{{labels},le=\"{whole}.{rest:03}\"}} {bucket}"
        )
        .expect("a text takes any line");
    }
    let (seconds, us) = (series.sum_us / 1_000_000, series.sum_us % 1_000_000);
    write!(
        text,
        "{name}_bucket{{{labels},le=\"+Inf\"}} {total}\n\
         {name}_sum{{{labels}}} {seconds}.{us:06}\n\
         {name}_count{{{labels}}} {total}\n"
    )
    .expect("a text takes any line");
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_request_is_counted_in_its_buckets_by_its_template() {
        let metrics = Metrics::default();
        let took = Duration::from_micros(12_500);
        metrics.note_request(&Method::GET, "/api/wallet", StatusCode::OK, took);
        let text = metrics.render(&[
            ("sockets", String::new(), 3),
            ("lag", "view=\"slip\"".to_owned(), 0),
        ]);
        let labels = r#"method="GET",route="/api/wallet",status="200""#;
        for line in [
            format!(r#"http_request_duration_seconds_bucket{{{labels},le="0.010"}} 0"#),
            format!(r#"http_request_duration_seconds_bucket{{{labels},le="0.025"}} 1"#),
            format!("http_request_duration_seconds_sum{{{labels}}} 0.012500"),
            format!("http_request_duration_seconds_count{{{labels}}} 1"),
            "# TYPE sockets gauge\nsockets 3\n".to_owned(),
            "# TYPE lag gauge\nlag{view=\"slip\"} 0\n".to_owned(),
        ] {
            assert!(text.contains(&line), "{line}\n{text}");
        }
    }
}
