//! Routes of `slip`.

use utoipa_axum::router::OpenApiRouter;

use crate::state::AppState;

/// The routes of this part.
pub(crate) fn routes() -> OpenApiRouter<AppState> {
    OpenApiRouter::new()
}
