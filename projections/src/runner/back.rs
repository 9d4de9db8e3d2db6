//! When the journal ends before what a view has seen: a server answers that does not have all that
//! another has committed.

use super::Shared;
use super::round::{FollowOutcome, RoundError};
use crate::projection::View;

/// Follows the row, if the journal goes as far as that. A view that is itself ahead stops
/// and says so, also once the journal has grown past it: what it shows in between is not there.
pub(super) async fn go_back(
    shared: &Shared,
    view: View,
    seen: &mut Option<i64>,
) -> Result<FollowOutcome, RoundError> {
    shared.feed.forget().await;
    // One statement: no matter who else follows, a row is at most where the journal is at that moment.
    let place = sqlx::query!(
        r#"select position as checkpoint, (select position from log_head) as "head!"
           from projection_checkpoint where view = $1"#,
        view.name()
    )
    .fetch_one(&shared.pool)
    .await?;
    let line = shared.line(view);
    let is_found_ahead = place.checkpoint > place.head;
    let ahead = match line.ahead() {
        // Nobody has moved it.
        Some(ahead) if ahead.0 == place.checkpoint => Some(ahead),
        _ => is_found_ahead.then_some((place.checkpoint, place.head)),
    };
    line.progress().ahead = ahead;
    if let Some((checkpoint, head)) = ahead {
        return Err(RoundError::Ahead { checkpoint, head });
    }
    let before = seen.replace(place.checkpoint);
    line.as_of.send_replace(place.checkpoint);
    if before == *seen {
        // Two servers answer, and do not agree.
        return Err(RoundError::Turned);
    }
    tracing::warn!(%view, before, checkpoint = place.checkpoint, "view goes back with the journal");
    Ok(FollowOutcome::Moved)
}
