//! A small bank: payments with slips, and payouts for the operator.

pub(crate) mod directory;
pub(crate) mod mask;
pub(crate) mod payment;
pub(crate) mod payout;
mod picture;
pub(crate) mod slip_code;

use axum::Router;
use axum::extract::{DefaultBodyLimit, OriginalUri, Request, State};
use axum::http::Method;
use axum::middleware::{self, Next};
use axum::response::{Html, IntoResponse, Response};
use axum::routing::{get, post};

use crate::config::Config;
use crate::sandbox::Sandbox;
use crate::{report, signature, trouble};

/// Everything below `/bank`.
pub(crate) fn routes(sandbox: &Sandbox) -> Router<Sandbox> {
    let signed = Router::new()
        .route(
            "/payouts",
            get(payout::list_payouts).post(payout::make_payout),
        )
        .route("/receipts", get(payment::list_receipts))
        .route("/payouts/{payout_id}", get(payout::read_payout))
        .route("/payouts/{payout_id}/cancel", post(payout::cancel_payout))
        .layer(middleware::from_fn_with_state(sandbox.clone(), check))
        .layer(DefaultBodyLimit::disable());
    Router::new()
        .route("/", get(async || Html(include_str!("../pages/bank.html"))))
        .route("/banks", get(payment::list_banks))
        .route(
            "/payments",
            get(payment::list_payments).post(payment::make_payment),
        )
        .route("/slips/{file}", get(payment::show_slip))
        .nest("/v1", signed)
}

async fn check(
    State(sandbox): State<Sandbox>,
    OriginalUri(uri): OriginalUri,
    request: Request,
    next: Next,
) -> Response {
    let path = uri.path().strip_prefix("/bank").unwrap_or_default();
    let secret = Config::bank_secret();
    let operation = match path.matches('/').count() {
        2 if request.method() == Method::GET => report::OPERATION,
        2 => "payout",
        3 => "status",
        _ => "cancel",
    };
    match signature::verify(&sandbox, "bank", path, &secret, request).await {
        Err(refusal) => refusal.into_response(),
        Ok(request) => trouble::pass(&sandbox, trouble::PAYOUT, operation, request, next).await,
    }
}
