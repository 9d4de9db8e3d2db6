//! Rows beside the journal that decide who is let in and who gets money: held against the MACs that
//! only the gateway can make, and against the events.

use ledger::journal::JournalError;
use sqlx::PgPool;

use crate::backoffice::staff::session as staff_session;
use crate::members::{particulars, session};
use crate::payments::qr::order;
use crate::platform::secrets::Secrets;

/// Of what is wrong so many of each kind are named.
const NAMED_MAX: usize = 10;

/// Names what somebody else than the gateway has written. Without the installation's key only the
/// orders can be held against something.
pub(crate) async fn verify(
    pool: &PgPool,
    secrets: Option<&Secrets>,
) -> Result<Vec<String>, JournalError> {
    let mut findings = order::verify(pool, NAMED_MAX).await?;
    let Some(secrets) = secrets else {
        return Ok(findings);
    };
    for found in [
        particulars::verify(pool, secrets).await?,
        session::verify(pool, secrets).await?,
        staff_session::verify(pool, secrets).await?,
    ] {
        findings.extend(found.into_iter().take(NAMED_MAX));
    }
    Ok(findings)
}
