//! The routes of the support console. All of them stand behind the guard of `staff::trace`, which
//! lets staff through and writes every call down.

pub(crate) mod login;
pub(crate) mod look;
pub(crate) mod me;

use utoipa_axum::router::OpenApiRouter;

use crate::state::AppState;

/// All of them, below `/support`.
pub(crate) fn routes() -> OpenApiRouter<AppState> {
    let parts = OpenApiRouter::new()
        .merge(login::routes())
        .merge(me::routes())
        .merge(look::routes());
    OpenApiRouter::new().nest("/support", parts)
}
