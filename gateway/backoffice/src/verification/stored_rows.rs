//! Checks the rows outside the journal that decide who may log in and who gets money, against the
//! MACs that only the gateway can make and against the events.

use ledger::journal::{JournalError, JournalKey};
use sqlx::PgPool;

use super::{finding, run};
use crate::discrepancy::row as discrepancy;
use crate::erasure;
use crate::reconciliation::{night, report};
use crate::settings;
use crate::staff::{account_row, audit_log, place, request, session as staff_session};
use chat::{file as chat_file, guest, record as chat_message, store as chat_conversation};
use members::{
    credential, device, game_credential, invite_code, inviter, login_freeze, particulars, session,
};
use payments::gift::link_store;
use payments::qr::order;
use payments::slip::file as slip_file;
use platform::idempotency;
use platform::secrets::Secrets;
use platform::{revocation, sessions};

/// How many problems of each kind are named.
const NAMED_MAX: usize = 10;

/// Lists rows that the gateway did not write. Without the installation's key it can only compare
/// them with the events.
pub(crate) async fn verify(
    pool: &PgPool,
    secrets: Option<&Secrets>,
    key: Option<&JournalKey>,
) -> Result<Vec<String>, JournalError> {
    let mut found = vec![
        order::verify(pool, key, NAMED_MAX).await?,
        game_credential::verify(pool, key).await?,
        link_store::verify(pool, key).await?,
        idempotency::verify(pool, secrets).await?,
    ];
    if let Some(secrets) = secrets {
        found.extend([
            credential::verify(pool, secrets).await?,
            particulars::verify(pool, secrets, key).await?,
            inviter::verify(pool, secrets, key).await?,
            invite_code::verify(pool, secrets).await?,
            device::verify(pool, secrets).await?,
            erasure::verify(pool, secrets).await?,
            revocation::verify(pool, secrets).await?,
            sessions::verify_ends(pool, secrets).await?,
            session::verify(pool, secrets).await?,
            login_freeze::verify(pool, secrets).await?,
            guest::verify(pool, secrets).await?,
            chat_conversation::verify(pool, secrets).await?,
            chat_message::verify(pool, secrets).await?,
            chat_file::verify(pool, secrets).await?,
            account_row::verify(pool, secrets).await?,
            staff_session::verify(pool, secrets).await?,
            place::verify(pool, secrets).await?,
            request::verify(pool, secrets).await?,
            settings::verify(pool, secrets).await?,
            audit_log::verify(pool, secrets).await?,
            slip_file::verify(pool, secrets, key).await?,
            run::verify(pool, secrets).await?,
            finding::verify(pool, secrets).await?,
            report::verify(pool, secrets).await?,
            night::verify(pool, secrets).await?,
            discrepancy::verify(pool, secrets).await?,
        ]);
    }
    if let Some(key) = key {
        found.push(settings::unbacked(pool, key).await?);
    }
    let named = found.into_iter().map(|kind| first(kind, NAMED_MAX));
    Ok(named.flatten().collect())
}

/// The first findings of a kind and the number of the others, so that no kind hides another.
pub(super) fn first(mut findings: Vec<String>, named_max: usize) -> Vec<String> {
    let others = findings.len().saturating_sub(named_max);
    findings.truncate(named_max);
    if others > 0
        && let Some(last) = findings.last()
    {
        let table = last.split([',', ':']).next().unwrap_or_default();
        findings.push(format!("{table}: {others} more are wrong like these"));
    }
    findings
}
