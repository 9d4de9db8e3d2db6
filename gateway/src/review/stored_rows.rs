//! Rows beside the journal that decide who is let in: held against the MACs that only the gateway
//! can make.

use sqlx::PgPool;

use crate::identity::session;
use crate::secrets::Secrets;
use crate::staff::session as staff_session;

/// Of what is wrong so many of each kind are named.
const NAMED_MAX: usize = 10;

/// Names what somebody else than the gateway has written. Without the installation's key nothing
/// can be said.
pub(crate) async fn verify(
    pool: &PgPool,
    secrets: Option<&Secrets>,
) -> Result<Vec<String>, sqlx::Error> {
    let Some(secrets) = secrets else {
        return Ok(Vec::new());
    };
    let found = [
        session::verify(pool, secrets).await?,
        staff_session::verify(pool, secrets).await?,
    ];
    let named = found.into_iter().map(|it| it.into_iter().take(NAMED_MAX));
    Ok(named.flatten().collect())
}
