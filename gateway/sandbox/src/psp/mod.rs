//! Payment services: signed orders for a QR code, callbacks when it was paid, and a page to pay on.

pub(crate) mod channel;
mod notice;
pub(crate) mod order;
mod payload;
mod payment;

use axum::Router;
use axum::extract::{DefaultBodyLimit, OriginalUri, Request, State};
use axum::http::Method;
use axum::middleware::{self, Next};
use axum::response::{Html, IntoResponse, Response};
use axum::routing::{get, post};

use crate::config::Config;
use crate::sandbox::Sandbox;
use crate::{report, signature, trouble};

pub(crate) use notice::{order_callback, send_callbacks};

const PICTURE_BYTES_MAX: usize = 10 * 1024 * 1024;

/// Everything below `/psp`.
pub(crate) fn routes(sandbox: &Sandbox) -> Router<Sandbox> {
    let signed = Router::new()
        .route(
            "/orders",
            get(order::report_orders).post(order::create_order),
        )
        .route(
            "/orders/{order_id}",
            get(order::read_order).delete(order::cancel_order),
        )
        .layer(middleware::from_fn_with_state(sandbox.clone(), check))
        .layer(DefaultBodyLimit::disable());
    let pictures = Router::new()
        .route("/pictures", post(payment::read_picture))
        .layer(DefaultBodyLimit::max(PICTURE_BYTES_MAX));
    Router::new()
        .route("/", get(async || Html(include_str!("../pages/psp.html"))))
        .route("/orders", get(order::list_orders))
        .route("/inquiries", post(payment::inquire))
        .route("/payments", post(payment::pay))
        .merge(pictures)
        .nest("/{psp}/v1", signed)
}

/// Lets in calls to a service that exists, with a right signature; then the fault switch has its say.
async fn check(
    State(sandbox): State<Sandbox>,
    OriginalUri(uri): OriginalUri,
    request: Request,
    next: Next,
) -> Response {
    let mut parts = uri.path().trim_start_matches('/').splitn(3, '/').skip(1);
    let code = parts.next().unwrap_or_default().to_owned();
    let path = format!("/{}", parts.next().unwrap_or_default());
    if let Err(refusal) = channel::require(&code) {
        return refusal.into_response();
    }
    let mount = format!("psp:{code}");
    let secret = Config::psp_secret(&code);
    let operation = operation(request.method(), &path);
    match signature::verify(&sandbox, &mount, &path, &secret, request).await {
        Err(refusal) => refusal.into_response(),
        Ok(request) => trouble::pass(&sandbox, &mount, operation, request, next).await,
    }
}

/// The name of a call at the fault switch.
fn operation(method: &Method, path: &str) -> &'static str {
    match (path, method) {
        ("/v1/orders", &Method::GET) => report::OPERATION,
        ("/v1/orders", _) => "create",
        (_, &Method::DELETE) => "cancel",
        _ => "status",
    }
}
