//! The table of contents: every route of the public listener.

use std::sync::Arc;

use axum::Router;
use axum::extract::DefaultBodyLimit;
use axum::middleware::from_fn_with_state;
use axum::routing::get;
use utoipa::openapi::OpenApi;
use utoipa_axum::router::OpenApiRouter;

use crate::api::state::AppState;
use crate::error::{ApiError, Code};
use crate::extract::BODY_BYTES_MAX;
use crate::{layers, openapi, portal, routes, staff};

/// All of the API, with its document.
fn api() -> (Router<AppState>, OpenApi) {
    let parts = OpenApiRouter::new()
        .merge(routes::lookup::routes())
        .merge(routes::lookup_howto::routes())
        .merge(routes::lookup_money::routes())
        .merge(routes::otp::routes())
        .merge(routes::account::routes())
        .merge(routes::profile::routes())
        .merge(routes::login::routes())
        .merge(routes::wallet::routes())
        .merge(routes::game::routes())
        .merge(routes::autologin::routes())
        .merge(routes::transfer::routes())
        .merge(routes::transfer_all::routes())
        .merge(routes::withdraw::routes())
        .merge(routes::limits::routes())
        .merge(routes::bonus::routes())
        .merge(routes::quote::routes())
        .merge(routes::bonus_clear::routes())
        .merge(routes::promotion::routes())
        .merge(routes::refund::routes())
        .merge(routes::slip::routes())
        .merge(routes::gift::routes())
        .merge(routes::manual_deposit::routes())
        .merge(routes::qrcode::routes())
        .merge(routes::psp_callback::routes())
        .merge(routes::spinwheel::routes())
        .merge(routes::spin_check::routes())
        .merge(routes::coupon::routes())
        .merge(routes::invitation::routes())
        .merge(routes::invite::routes())
        .merge(routes::statement::routes())
        .merge(routes::statement_export::routes())
        .merge(routes::proof::routes())
        .merge(routes::slip_list::routes())
        .merge(routes::guest::routes())
        .merge(routes::chat::routes())
        .merge(routes::chat_file::routes())
        .merge(routes::socket::routes())
        .merge(routes::support::routes());
    let (router, document) = OpenApiRouter::with_openapi(openapi::base())
        .nest("/api", parts)
        .split_for_parts();
    (router, openapi::complete(document))
}

/// The OpenAPI document as JSON.
#[must_use]
pub fn openapi_json() -> String {
    api()
        .1
        .to_pretty_json()
        .expect("the document is plain data")
}

/// The public listener: API, document and portal, behind the layers that all of them share.
pub(crate) fn router(state: AppState, portal: portal::Portal) -> Router {
    let (api, described) = api();
    let json = described.to_json().expect("the document is plain data");
    let document = move || std::future::ready(([("content-type", "application/json")], json));
    let api = api
        .route("/api/openapi.json", get(document))
        .route("/api", axum::routing::any(unknown))
        .route("/api/{*rest}", axum::routing::any(unknown))
        .method_not_allowed_fallback(wrong_method)
        .layer(from_fn_with_state(state.core.clone(), staff::trace::guard))
        .layer(DefaultBodyLimit::max(BODY_BYTES_MAX));
    let (config, metrics) = (Arc::clone(&state.config), Arc::clone(&state.metrics));
    layers::wrap(portal.serve(api).with_state(state), &config, metrics)
}

async fn unknown() -> ApiError {
    Code::NoData.into()
}

async fn wrong_method() -> ApiError {
    Code::MethodNotAllowed.into()
}
