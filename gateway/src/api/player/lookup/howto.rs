//! The clips of the how-to page.

use axum::extract::State;
use gateway_macros::route;
use serde::Serialize;
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::api::state::AppState;
use platform::config::HowtoCaptions;
use platform::extract::Json;

/// The routes of this part.
pub(crate) fn routes() -> OpenApiRouter<AppState> {
    OpenApiRouter::new().routes(routes!(list_clips))
}

/// A clip of the how-to page.
#[derive(Serialize, ToSchema)]
struct Clip {
    /// `wallet`, `play`, `balance`, `getBonus` or `endBonus`.
    topic: &'static str,
    /// Address of the film.
    video: String,
    /// Address of its still picture.
    poster: String,
    /// Addresses of its captions.
    captions: Option<HowtoCaptions>,
}

/// The clips of the how-to page.
#[derive(Serialize, ToSchema)]
struct ClipList {
    clips: Vec<Clip>,
}

/// Lists the clips of the how-to page.
#[route(get, path = "/lookup/howto", tag = "lookup",
    responses((status = 200, body = ClipList)))]
async fn list_clips(State(state): State<AppState>) -> Json<ClipList> {
    let clips = state.config.howto.clips().map(|(topic, clip)| Clip {
        topic,
        video: clip.video.as_str().to_owned(),
        poster: clip.poster.as_str().to_owned(),
        captions: clip.captions.clone(),
    });
    Json(ClipList {
        clips: clips.into(),
    })
}
