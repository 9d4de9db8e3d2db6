//! Checks the rows outside the journal that decide who may log in and who gets money, against the
//! MACs that only the gateway can make and against the events.

use ledger::journal::JournalError;
use sqlx::PgPool;

use crate::backoffice::staff::session as staff_session;
use crate::members::{particulars, session};
use crate::payments::qr::order;
use crate::platform::secrets::Secrets;

/// How many problems of each kind are named.
const NAMED_MAX: usize = 10;

/// Lists rows that the gateway did not write. Without the installation's key only the orders can be
/// checked.
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
