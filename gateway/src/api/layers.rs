//! The layers around every route of the public listener: request id, log line, security headers,
//! deadline, load shedding.
//!
//! A small body is read before its request counts as in progress. So a slow sender occupies a
//! connection, of which each address has a limited share, but no turn. The unread rest of a body is
//! read to its end as well.

mod body;

use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::Instant;

use axum::Router;
use axum::body::Body;
use axum::extract::{MatchedPath, Request, State};
use axum::http::{HeaderName, HeaderValue, Method, header};
use axum::middleware::{Next, from_fn, from_fn_with_state};
use axum::response::{IntoResponse, Response};
use http_body_util::LengthLimitError;
use ledger::trace::TRACES;
use tokio::sync::Semaphore;
use tokio::time::Instant as Deadline;
use tracing::Instrument;
use tracing::field::Empty;

use self::body::Rest;
use platform::clock::new_id;
use platform::config::{Config, Paces, Provider};
use platform::error::{ApiError, Code, REQUEST_ID};
use platform::extract::BODY_BYTES_MAX;
use platform::metrics::Metrics;

/// How much of a body that is refused for its length is still read.
const LONG_BODY_BYTES: usize = 1024 * 1024;

/// The upload routes of pictures and videos, whose bodies are read while they are processed.
const SLIP_UPLOADS: [&str; 1] = ["/api/wallet/slip"];
const CHAT_UPLOADS: [&str; 4] = [
    "/api/chat/upload-image",
    "/api/chat/upload-video",
    "/api/support/upload-image",
    "/api/support/upload-video",
];

static REQUEST_ID_HEADER: HeaderName = HeaderName::from_static("x-request-id");

/// Wraps the public router.
pub(crate) fn wrap(
    router: Router,
    config: &Config,
    room: Arc<Room>,
    metrics: Arc<Metrics>,
) -> Router {
    let policy = Arc::new(content_security_policy(config));
    let paces = Arc::new(config.paces.clone());
    router
        .layer(from_fn_with_state(Arc::clone(&paces), deadline))
        .layer(from_fn_with_state(room, shed))
        .layer(from_fn_with_state(paces, read_body))
        .layer(from_fn_with_state(Arc::new(Rests::of(config)), read_rest))
        .layer(from_fn(refuse_head))
        .layer(tower_http::catch_panic::CatchPanicLayer::custom(panicked))
        .layer(from_fn_with_state(policy, secure))
        .layer(from_fn_with_state(metrics, note))
        .layer(from_fn(name_request))
}

/// Gives the request its id: the caller's id, if it is a harmless text, or a new one.
async fn name_request(request: Request, next: Next) -> Response {
    let given = request
        .headers()
        .get(&REQUEST_ID_HEADER)
        .and_then(|value| value.to_str().ok())
        .filter(|text| is_harmless(text));
    let id = given.map_or_else(|| new_id().to_string(), str::to_owned);
    let header = HeaderValue::from_str(&id).expect("a harmless text is a header value");
    let mut response = REQUEST_ID.scope(id, next.run(request)).await;
    response
        .headers_mut()
        .insert(REQUEST_ID_HEADER.clone(), header);
    response
}

fn is_harmless(text: &str) -> bool {
    (1..=64).contains(&text.len())
        && text
            .bytes()
            .all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_' | b'.'))
}

/// Writes one log line, one measurement and one span per request, by the route's template, because
/// a URI may contain names and passwords. A caller's trace is not continued, or callers would
/// decide what is recorded here.
async fn note(State(metrics): State<Arc<Metrics>>, request: Request, next: Next) -> Response {
    let method = request.method().clone();
    let route = template(&request).to_owned();
    let request_id = platform::error::request_id();
    let span = tracing::info_span!(
        target: TRACES,
        parent: None,
        "request",
        otel.name = format!("{method} {route}"),
        otel.kind = "server",
        otel.status_code = Empty,
        http.request.method = %method,
        http.route = route,
        http.response.status_code = Empty,
        wallet.request_id = request_id,
    );
    let started = Instant::now();
    let response = next.run(request).instrument(span.clone()).await;
    let took = started.elapsed();
    let status = response.status();
    metrics.note_request(&method, &route, status, took);
    span.record("http.response.status_code", status.as_u16());
    if status.is_server_error() {
        span.record("otel.status_code", "ERROR");
    }
    let ms = u64::try_from(took.as_millis()).unwrap_or(u64::MAX);
    if status.is_server_error() {
        tracing::warn!(%method, route, status = status.as_u16(), ms, request_id, "answered");
    } else {
        tracing::info!(%method, route, status = status.as_u16(), ms, request_id, "answered");
    }
    response
}

fn template(request: &Request) -> &str {
    request
        .extensions()
        .get::<MatchedPath>()
        .map_or("portal", MatchedPath::as_str)
}

async fn secure(State(policy): State<Arc<HeaderValue>>, request: Request, next: Next) -> Response {
    let is_api = request.uri().path().starts_with("/api/");
    let mut response = next.run(request).await;
    let headers = response.headers_mut();
    let fixed = [
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (header::X_FRAME_OPTIONS, "DENY"),
        (header::REFERRER_POLICY, "no-referrer"),
        (
            HeaderName::from_static("permissions-policy"),
            "camera=(self), microphone=(), geolocation=(), payment=()",
        ),
        (
            HeaderName::from_static("cross-origin-opener-policy"),
            "same-origin",
        ),
        (
            HeaderName::from_static("cross-origin-resource-policy"),
            "same-origin",
        ),
    ];
    for (name, value) in fixed {
        headers
            .entry(name)
            .or_insert(HeaderValue::from_static(value));
    }
    headers
        .entry(header::CONTENT_SECURITY_POLICY)
        .or_insert_with(|| HeaderValue::clone(&policy));
    if is_api {
        headers
            .entry(header::CACHE_CONTROL)
            .or_insert(HeaderValue::from_static("no-store"));
    }
    response
}

/// Forbids inline scripts. Inline styles are allowed, because elements' attributes set them.
fn content_security_policy(config: &Config) -> HeaderValue {
    let mut images = "'self' data: blob:".to_owned();
    for host in &config.service.image_hosts {
        images.push(' ');
        images.push_str(host);
    }
    for host in config.howto.poster_origins() {
        images.push(' ');
        images.push_str(&host);
    }
    let mut media = "'self'".to_owned();
    for host in config.howto.video_origins() {
        media.push(' ');
        media.push_str(&host);
    }
    let mut frames = "'self'".to_owned();
    let sites = config.providers.iter().flat_map(Provider::frame_origins);
    for site in sites.collect::<BTreeSet<_>>() {
        frames.push(' ');
        frames.push_str(&site);
    }
    let policy = format!(
        "default-src 'self'; script-src 'self'; style-src 'self' 'unsafe-inline'; \
         img-src {images}; media-src {media}; frame-src {frames}; font-src 'self' data:; connect-src 'self'; \
         worker-src 'self'; manifest-src 'self'; object-src 'none'; \
         base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
    );
    HeaderValue::from_str(&policy).expect("the image hosts were checked with the configuration")
}

/// `get()` answers HEAD as well, and some GETs of the contract change state.
async fn refuse_head(request: Request, next: Next) -> Response {
    if request.method() == Method::HEAD && request.uri().path().starts_with("/api/") {
        return ApiError::from(Code::MethodNotAllowed).into_response();
    }
    next.run(request).await
}

/// The turns for requests in progress; without one, the answer is "try again in a moment".
pub(crate) struct Room {
    requests: Semaphore,
    slips: Semaphore,
    chat_files: Semaphore,
}

impl Room {
    pub(crate) fn of(config: &Config) -> Self {
        let most = config.service.requests_in_progress_max;
        Self {
            requests: Semaphore::new(most),
            // A picture holds its turn while it is read, which can take minutes, so pictures have
            // separate turns. Slips, which are money, do not wait for pictures in the chat.
            slips: Semaphore::new(most.div_ceil(8)),
            chat_files: Semaphore::new(most.div_ceil(8)),
        }
    }
}

fn is_upload(template: &str) -> bool {
    SLIP_UPLOADS.contains(&template) || CHAT_UPLOADS.contains(&template)
}

/// Reads the body as a whole, unless it is a picture.
async fn read_body(State(paces): State<Arc<Paces>>, request: Request, next: Next) -> Response {
    if is_upload(template(&request)) {
        return next.run(request).await;
    }
    let (parts, body) = request.into_parts();
    let read = axum::body::to_bytes(body, BODY_BYTES_MAX);
    match tokio::time::timeout(paces.body, read).await {
        Ok(Ok(bytes)) => {
            next.run(Request::from_parts(parts, Body::from(bytes)))
                .await
        }
        Ok(Err(error)) => {
            let is_too_long = error.into_inner().is::<LengthLimitError>();
            let code = if is_too_long {
                Code::PayloadTooLarge
            } else {
                Code::InvalidInput
            };
            ApiError::from(code).into_response()
        }
        Err(_) => ApiError::from(Code::RequestTimeout).into_response(),
    }
}

/// How long the unread rest of a body may be, and how long reading it may take.
struct Rests {
    paces: Paces,
    largest_file: usize,
}

impl Rests {
    fn of(config: &Config) -> Self {
        let chat = config.chat.image_bytes.max(config.chat.video_bytes);
        Self {
            paces: config.paces.clone(),
            largest_file: config.slip.file_bytes_max.max(chat),
        }
    }

    fn of_route(&self, template: &str) -> Rest {
        let (bytes_max, longest) = if is_upload(template) {
            (self.largest_file + BODY_BYTES_MAX, self.paces.file)
        } else {
            (LONG_BODY_BYTES, self.paces.body)
        };
        let until = Deadline::now() + longest;
        Rest { bytes_max, until }
    }
}

async fn read_rest(State(rests): State<Arc<Rests>>, request: Request, next: Next) -> Response {
    let rest = rests.of_route(template(&request));
    next.run(body::read_to_end(request, rest)).await
}

async fn shed(State(room): State<Arc<Room>>, request: Request, next: Next) -> Response {
    let template = template(&request);
    let turns = if SLIP_UPLOADS.contains(&template) {
        &room.slips
    } else if CHAT_UPLOADS.contains(&template) {
        &room.chat_files
    } else {
        &room.requests
    };
    match turns.try_acquire() {
        Ok(_permit) => next.run(request).await,
        Err(_) => ApiError::from(Code::ServiceUnavailable)
            .with_retry_after(1)
            .into_response(),
    }
}

async fn deadline(State(paces): State<Arc<Paces>>, request: Request, next: Next) -> Response {
    let bound = if is_upload(template(&request)) {
        paces.upload
    } else {
        paces.request
    };
    match tokio::time::timeout(bound, next.run(request)).await {
        Ok(response) => response,
        Err(_) => ApiError::from(Code::RequestTimeout).into_response(),
    }
}

#[expect(
    clippy::needless_pass_by_value,
    reason = "the layer hands the panic over"
)]
fn panicked(panic: Box<dyn std::any::Any + Send>) -> Response {
    let what = panic
        .downcast_ref::<String>()
        .map(String::as_str)
        .or_else(|| panic.downcast_ref::<&str>().copied())
        .unwrap_or("unknown");
    ApiError::internal(&what).into_response()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_route_that_takes_a_form_is_one_of_uploads() {
        let document = crate::api::openapi::recorded();
        let mut forms = Vec::new();
        for (path, item) in document["paths"].as_object().unwrap() {
            let takes_form = item.as_object().unwrap().values().any(|operation| {
                !operation["requestBody"]["content"]["multipart/form-data"].is_null()
            });
            if takes_form {
                forms.push(path.clone());
            }
        }
        let mut uploads = [&SLIP_UPLOADS[..], &CHAT_UPLOADS[..]].concat();
        uploads.sort_unstable();
        forms.sort_unstable();
        assert_eq!(forms, uploads);
    }

    #[test]
    fn only_a_short_plain_request_id_is_echoed() {
        assert!(is_harmless("019a-b_c.d"));
        for text in ["", "a b", "a\"b", "ก", &"x".repeat(65)] {
            assert!(!is_harmless(text), "{text:?}");
        }
    }
}
