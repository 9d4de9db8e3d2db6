//! The router: every route of the public listener.

use std::sync::{Arc, LazyLock, PoisonError, RwLock};

use axum::Router;
use axum::extract::{DefaultBodyLimit, Request};
use axum::middleware::from_fn_with_state;
use axum::routing::get;
use tower::{ServiceExt, service_fn};
use utoipa::openapi::OpenApi;
use utoipa_axum::router::OpenApiRouter;

use super::gate::{self, Door};
use super::layers::Room;
use super::state::AppState;
use super::{layers, log, openapi, portal, termination};
use backoffice::staff;
use platform::config::Config;
use platform::error::{ApiError, Code};
use platform::extract::BODY_BYTES_MAX;

/// The document as it is served. It is written on the first request, so that no start waits for it.
static DOCUMENT: LazyLock<String> = LazyLock::new(|| {
    let json = document().to_json();
    json.expect("the document is plain data")
});

/// The complete API: the routes, with their document.
fn api() -> (Router<AppState>, OpenApi) {
    let parts = OpenApiRouter::new()
        .merge(crate::api::player::lookup::routes())
        .merge(crate::api::player::lookup::howto::routes())
        .merge(crate::api::player::lookup::money::routes())
        .merge(crate::api::player::account::otp::routes())
        .merge(crate::api::player::account::forgotten::routes())
        .merge(crate::api::player::account::routes())
        .merge(crate::api::player::account::profile::routes())
        .merge(crate::api::player::account::login::routes())
        .merge(crate::api::player::account::sessions::routes())
        .merge(crate::api::player::account::pin::routes())
        .merge(crate::api::player::wallet::routes())
        .merge(crate::api::player::game::routes())
        .merge(crate::api::player::game::autologin::routes())
        .merge(crate::api::player::transfer::routes())
        .merge(crate::api::player::transfer::transfer_all::routes())
        .merge(crate::api::player::withdraw::routes())
        .merge(crate::api::player::account::limits::routes())
        .merge(crate::api::player::bonus::routes())
        .merge(crate::api::player::bonus::quote::routes())
        .merge(crate::api::player::bonus::clear::routes())
        .merge(crate::api::player::bonus::promotion::routes())
        .merge(crate::api::player::refund::routes())
        .merge(crate::api::player::deposit::slip::routes())
        .merge(crate::api::player::deposit::gift::routes())
        .merge(crate::api::player::deposit::manual_deposit::routes())
        .merge(crate::api::player::deposit::qrcode::routes())
        .merge(crate::api::player::deposit::psp_callback::routes())
        .merge(crate::api::player::wheel::routes())
        .merge(crate::api::player::wheel::spin_check::routes())
        .merge(crate::api::player::wheel::coupon::routes())
        .merge(crate::api::player::invite::invitation::routes())
        .merge(crate::api::player::invite::routes())
        .merge(crate::api::player::statement::routes())
        .merge(crate::api::player::statement::export::routes())
        .merge(crate::api::player::proof::routes())
        .merge(crate::api::player::deposit::slip_list::routes())
        .merge(crate::api::player::chat::guest::routes())
        .merge(crate::api::player::chat::routes())
        .merge(crate::api::player::chat::file::routes())
        .merge(crate::api::player::chat::socket::routes())
        .merge(crate::api::console::routes());
    OpenApiRouter::with_openapi(openapi::base())
        .nest("/api", parts)
        .split_for_parts()
}

/// The OpenAPI document.
fn document() -> OpenApi {
    openapi::complete(api().1)
}

/// The OpenAPI document as JSON.
#[must_use]
pub fn openapi_json() -> String {
    let json = document().to_pretty_json();
    json.expect("the document is plain data")
}

/// A listener for clients: API, document and portal. A request is answered by what the operator had decided when
/// it began, and the next one by what is decided then.
pub(crate) fn router(state: AppState, portal: portal::Portal, door: Door) -> Router {
    let room = Arc::new(Room::of(&state.config));
    let build = move |state| fixed(state, portal.clone(), door, Arc::clone(&room));
    let following = Arc::new(Following::new(state, build));
    Router::new().fallback_service(service_fn(move |request: Request| {
        following.current().oneshot(request)
    }))
}

/// The router of the newest configuration.
struct Following<B> {
    state: AppState,
    build: B,
    /// The last router that was built, and what it was built for.
    last: RwLock<(Arc<Config>, Router)>,
}

impl<B: Fn(AppState) -> Router> Following<B> {
    fn new(state: AppState, build: B) -> Self {
        let first = state.renewed();
        let last = RwLock::new((Arc::clone(&first.config), build(first)));
        Self { state, build, last }
    }

    fn current(&self) -> Router {
        let newest = Arc::clone(&self.state.newest.borrow());
        {
            let last = self.last.read().unwrap_or_else(PoisonError::into_inner);
            if Arc::ptr_eq(&last.0, &newest) {
                return last.1.clone();
            }
        }
        let mut last = self.last.write().unwrap_or_else(PoisonError::into_inner);
        let renewed = self.state.renewed();
        // Of the requests that come at once after a change, the first one builds it for all.
        if !Arc::ptr_eq(&last.0, &renewed.config) {
            *last = (Arc::clone(&renewed.config), (self.build)(renewed));
        }
        last.1.clone()
    }
}

/// The router under one configuration, behind the layers that all routes share.
fn fixed(state: AppState, portal: portal::Portal, door: Door, room: Arc<Room>) -> Router {
    let (api, _) = api();
    let document = async || ([("content-type", "application/json")], DOCUMENT.as_str());
    let pages = portal.clone();
    let reference = move |request| pages.clone().reference(request);
    let api = api
        .route("/api/openapi.json", get(document))
        .route("/api/docs", get(reference))
        .route("/api", axum::routing::any(unknown))
        .route("/api/{*rest}", axum::routing::any(unknown))
        .method_not_allowed_fallback(wrong_method)
        .layer(from_fn_with_state(
            state.core.clone(),
            staff::audit_guard::guard,
        ))
        .layer(from_fn_with_state(state.clone(), termination::refuse))
        .layer(DefaultBodyLimit::max(BODY_BYTES_MAX));
    let (config, metrics) = (Arc::clone(&state.config), Arc::clone(&state.metrics));
    let gate = from_fn_with_state((state.clone(), door), gate::gate);
    let served = portal.serve(api.merge(log::routes()));
    let served = served.with_state(state).layer(gate);
    layers::wrap(served, &config, room, metrics)
}

async fn unknown() -> ApiError {
    Code::NoData.into()
}

async fn wrong_method() -> ApiError {
    Code::MethodNotAllowed.into()
}
