//! Traces by the OpenTelemetry protocol (OTLP over HTTP), where the environment names a collector.
//!
//! A thread of the SDK sends finished spans from a bounded queue. A collector that is away, slow or
//! silent therefore costs spans, and never a request.
//!
//! Only spans of [`TRACES`] leave, with the few fields that their places write: no log line, no
//! wallet, no person, no path, no body.

use std::env;
use std::future::Future;
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use bytes::Bytes;
use ledger::trace::TRACES;
use opentelemetry::KeyValue;
use opentelemetry::trace::TracerProvider;
use opentelemetry_http::{HttpClient, HttpError, Request, Response};
use opentelemetry_otlp::{SpanExporter, WithHttpConfig};
use opentelemetry_sdk::Resource;
use opentelemetry_sdk::trace::SdkTracerProvider;
use tokio::runtime::Handle;
use tracing::Subscriber;
use tracing::level_filters::LevelFilter;
use tracing_subscriber::Layer;
use tracing_subscriber::filter::FilterFn;
use tracing_subscriber::registry::LookupSpan;

/// How the gateway calls itself where `OTEL_SERVICE_NAME` does not say it.
const SERVICE: &str = "wallet-gateway";

/// How long the last spans may take to leave when the gateway stops.
const FLUSH_MAX: Duration = Duration::from_secs(3);

/// How long the collector may take, where the environment does not say it.
const TIME_OUT: Duration = Duration::from_secs(10);

/// The most that is read of a collector's answer.
const ANSWER_BYTES_MAX: usize = 64 * 1024;

/// Why there are no traces although the environment enables them.
#[derive(Debug, thiserror::Error)]
pub enum TracesError {
    /// The environment's variables for OTLP do not fit.
    #[error("the collector of traces: {0}")]
    Exporter(#[from] opentelemetry_otlp::ExporterBuildError),
    /// The client cannot be made.
    #[error("the client of the collector of traces: {0}")]
    Client(#[from] reqwest::Error),
}

/// The exporter of spans.
#[derive(Debug)]
pub struct Traces {
    provider: SdkTracerProvider,
}

impl Traces {
    /// Reads the standard variables of OpenTelemetry; none where they name no collector.
    pub fn from_environment(runtime: Handle) -> Result<Option<Self>, TracesError> {
        if !is_wanted(&|name| env::var(name).ok()) {
            return Ok(None);
        }
        let http = reqwest::Client::builder()
            .redirect(reqwest::redirect::Policy::none())
            .no_proxy()
            .timeout(time_out(&|name| env::var(name).ok()))
            .build()?;
        let exporter = SpanExporter::builder()
            .with_http()
            .with_http_client(Sender {
                http,
                runtime,
                is_failing: Arc::default(),
            })
            .build()?;
        let provider = SdkTracerProvider::builder()
            .with_resource(resource(&|name| env::var(name).ok()))
            .with_batch_exporter(exporter)
            .build();
        Ok(Some(Self { provider }))
    }

    /// The layer of a subscriber that hands the spans of [`TRACES`] over.
    #[must_use]
    pub fn layer<S>(&self) -> impl Layer<S> + use<S>
    where
        S: Subscriber + for<'a> LookupSpan<'a>,
    {
        let ours = FilterFn::new(|metadata| metadata.target() == TRACES);
        tracing_opentelemetry::layer()
            .with_tracer(self.provider.tracer(SERVICE))
            .with_context_activation(false)
            .with_tracked_inactivity(false)
            .with_location(false)
            .with_threads(false)
            .with_target(false)
            .with_level(false)
            .with_filter(ours.with_max_level_hint(LevelFilter::INFO))
    }

    /// Sends the remaining spans, for three seconds at most.
    pub async fn finish(self) {
        let finished =
            tokio::task::spawn_blocking(move || self.provider.shutdown_with_timeout(FLUSH_MAX));
        match finished.await {
            Ok(Ok(())) => {}
            Ok(Err(error)) => tracing::warn!(%error, "the last traces are lost"),
            Err(error) => tracing::warn!(%error, "the last traces are lost"),
        }
    }
}

type Variables<'a> = &'a dyn Fn(&str) -> Option<String>;

fn is_wanted(variables: Variables<'_>) -> bool {
    let said = |name: &str| variables(name).filter(|text| !text.is_empty());
    let is =
        |name: &str, word: &str| said(name).is_some_and(|text| text.eq_ignore_ascii_case(word));
    let has_collector = said("OTEL_EXPORTER_OTLP_TRACES_ENDPOINT").is_some()
        || said("OTEL_EXPORTER_OTLP_ENDPOINT").is_some();
    has_collector && !is("OTEL_SDK_DISABLED", "true") && !is("OTEL_TRACES_EXPORTER", "none")
}

fn time_out(variables: Variables<'_>) -> Duration {
    let said = variables("OTEL_EXPORTER_OTLP_TRACES_TIMEOUT")
        .or_else(|| variables("OTEL_EXPORTER_OTLP_TIMEOUT"));
    let ms = said.and_then(|text| text.parse().ok());
    ms.map_or(TIME_OUT, Duration::from_millis)
}

fn resource(variables: Variables<'_>) -> Resource {
    let version = KeyValue::new("service.version", env!("CARGO_PKG_VERSION"));
    let resource = Resource::builder().with_attribute(version);
    let attributes = variables("OTEL_RESOURCE_ATTRIBUTES").unwrap_or_default();
    let has_name = variables("OTEL_SERVICE_NAME").is_some_and(|name| !name.is_empty())
        || attributes.contains("service.name=");
    if has_name {
        resource.build()
    } else {
        resource.with_service_name(SERVICE).build()
    }
}

/// Sends to the collector by the HTTP client that the gateway has, on the gateway's runtime: the
/// SDK's thread has none.
#[derive(Debug)]
struct Sender {
    http: reqwest::Client,
    runtime: Handle,
    /// Whether the last try failed: the log says so once, and again when it has worked in between.
    is_failing: Arc<AtomicBool>,
}

impl HttpClient for Sender {
    fn send_bytes<'a, 'async_trait>(
        &'a self,
        request: Request<Bytes>,
    ) -> Pin<Box<dyn Future<Output = Result<Response<Bytes>, HttpError>> + Send + 'async_trait>>
    where
        'a: 'async_trait,
        Self: 'async_trait,
    {
        Box::pin(async move {
            let sent = self.runtime.spawn(exchange(self.http.clone(), request));
            let answer = sent.await.map_err(HttpError::from).flatten();
            self.note(&answer);
            answer
        })
    }
}

impl Sender {
    fn note(&self, answer: &Result<Response<Bytes>, HttpError>) {
        let trouble = match answer {
            Ok(answer) if answer.status().is_success() => None,
            Ok(answer) => Some(answer.status().to_string()),
            Err(error) => Some(error.to_string()),
        };
        let was_failing = self.is_failing.swap(trouble.is_some(), Ordering::Relaxed);
        if let Some(trouble) = trouble.filter(|_| !was_failing) {
            tracing::warn!(trouble, "the collector does not take traces");
        }
    }
}

async fn exchange(
    http: reqwest::Client,
    request: Request<Bytes>,
) -> Result<Response<Bytes>, HttpError> {
    let request = reqwest::Request::try_from(request)?;
    // Its address may hold a password.
    let failed = |error: reqwest::Error| HttpError::from(error.without_url());
    let mut response = http.execute(request).await.map_err(failed)?;
    let mut answer = Response::builder().status(response.status());
    if let Some(pause) = response.headers().get("retry-after") {
        answer = answer.header("retry-after", pause);
    }
    let mut body = Vec::new();
    while let Some(chunk) = response.chunk().await.map_err(failed)? {
        if body.len() + chunk.len() > ANSWER_BYTES_MAX {
            return Err("the collector's answer is too long".into());
        }
        body.extend_from_slice(&chunk);
    }
    Ok(answer.body(body.into())?)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn wanted(variables: &[(&str, &str)]) -> bool {
        let found = |name: &str| variables.iter().find(|(known, _)| *known == name);
        is_wanted(&|name| found(name).map(|(_, value)| (*value).to_owned()))
    }

    #[test]
    fn there_are_traces_where_a_collector_is_named_and_nobody_turns_them_off() {
        let named = ("OTEL_EXPORTER_OTLP_ENDPOINT", "http://127.0.0.1:4318");
        assert!(!wanted(&[]));
        assert!(wanted(&[named]));
        assert!(wanted(&[(
            "OTEL_EXPORTER_OTLP_TRACES_ENDPOINT",
            "http://127.0.0.1:4318/v1/traces"
        )]));
        assert!(!wanted(&[("OTEL_EXPORTER_OTLP_ENDPOINT", "")]));
        assert!(!wanted(&[named, ("OTEL_SDK_DISABLED", "True")]));
        assert!(!wanted(&[named, ("OTEL_TRACES_EXPORTER", "none")]));
        assert!(wanted(&[named, ("OTEL_TRACES_EXPORTER", "otlp")]));
    }

    #[test]
    fn the_service_has_a_name_of_the_operator_or_ours() {
        let name = |variables: Variables<'_>| {
            let resource = resource(variables);
            resource
                .get(&"service.name".into())
                .map(|value| value.to_string())
        };
        assert_eq!(name(&|_| None).as_deref(), Some(SERVICE));
    }
}
