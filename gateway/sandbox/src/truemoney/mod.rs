//! Gift vouchers in the shape of the one service that has them, and a page to make one.

pub(crate) mod voucher;
mod wire;

use axum::Json;
use axum::Router;
use axum::extract::{OriginalUri, Request, State};
use axum::http::StatusCode;
use axum::middleware::{self, Next};
use axum::response::{Html, IntoResponse, Response};
use axum::routing::{get, post};
use serde_json::{Value, json};

use crate::sandbox::Sandbox;
use crate::trouble;

/// Everything below `/truemoney`.
pub(crate) fn routes(sandbox: &Sandbox) -> Router<Sandbox> {
    let service = Router::new()
        .route("/configuration", get(show_configuration))
        .route("/{hash}/verify", get(wire::verify))
        .route("/{hash}/redeem", post(wire::redeem))
        .layer(middleware::from_fn_with_state(sandbox.clone(), check));
    Router::new()
        .route(
            "/",
            get(async || Html(include_str!("../pages/truemoney.html"))),
        )
        .route(
            "/vouchers",
            get(voucher::list_vouchers).post(voucher::make_voucher),
        )
        .nest("/campaign/vouchers", service)
}

/// The service knows no keys: anyone with the hash may call.
async fn check(
    State(sandbox): State<Sandbox>,
    OriginalUri(uri): OriginalUri,
    request: Request,
    next: Next,
) -> Response {
    let operation = match uri.path().rsplit('/').next() {
        Some("configuration") => "configuration",
        Some("redeem") => "redeem",
        _ => "verify",
    };
    // The configuration reports maintenance, so maintenance does not hit it.
    let is_reported = operation == "configuration"
        && sandbox
            .faults()
            .in_maintenance(trouble::TRUEMONEY, Some(operation));
    if is_reported {
        return next.run(request).await;
    }
    trouble::pass(&sandbox, trouble::TRUEMONEY, operation, request, next).await
}

/// `GET /campaign/vouchers/configuration`
async fn show_configuration(State(sandbox): State<Sandbox>) -> Json<Value> {
    let closed = sandbox
        .faults()
        .in_maintenance(trouble::TRUEMONEY, Some("configuration"));
    let (code, notice) = if closed {
        let notice = json!({
            "title_th": "ปิดปรับปรุงระบบ",
            "title_en": "Maintenance",
            "message_th": "กรุณาลองใหม่ภายหลัง",
            "message_en": "Please try again later",
        });
        ("MAINTENANCE", notice)
    } else {
        let notice = json!({
            "title_th": null, "title_en": null, "message_th": null, "message_en": null,
        });
        ("SUCCESS", notice)
    };
    Json(json!({
        "status": {"message": message(code), "code": code},
        "data": {
            "deeplink_register": "",
            "deeplink_app": "",
            "theme": {},
            "ma": notice,
        },
    }))
}

/// A reply of the service's shape without data.
pub(crate) fn refused(code: &str) -> Response {
    answer(code, &Value::Null)
}

/// A reply of the service's shape: callers read the code in the body, the status varies.
fn answer(code: &str, data: &Value) -> Response {
    let status = match code {
        "SUCCESS" | "VOUCHER_EXPIRED" => StatusCode::OK,
        "VOUCHER_NOT_FOUND" => StatusCode::NOT_FOUND,
        "INTERNAL_ERROR" => StatusCode::INTERNAL_SERVER_ERROR,
        "MAINTENANCE" => StatusCode::SERVICE_UNAVAILABLE,
        _ => StatusCode::BAD_REQUEST,
    };
    let body = json!({"status": {"message": message(code), "code": code}, "data": data});
    (status, Json(body)).into_response()
}

fn message(code: &str) -> &'static str {
    match code {
        "SUCCESS" => "success",
        "BAD_PARAM" => "Bad parameters.",
        "VOUCHER_NOT_FOUND" => "Voucher doesn't exist.",
        "VOUCHER_OUT_OF_STOCK" => "Voucher ticket is out of stock.",
        "VOUCHER_EXPIRED" => "Voucher is expired.",
        "CANNOT_GET_OWN_VOUCHER" => "Cannot redeem your voucher by yourself.",
        "TARGET_USER_NOT_FOUND" => "Target user doesn't exist.",
        "TARGET_USER_REDEEMED" => "Target user already redeemed the voucher.",
        "TARGET_USER_STATUS_INACTIVE" => "Target user is inactive.",
        "MAINTENANCE" => "Under maintenance.",
        _ => "Internal error.",
    }
}
