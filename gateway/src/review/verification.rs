//! Everything that can be checked about what is stored: the events and every view, each wallet's
//! chain of hashes, and the chain of staff's acts.

use ledger::WalletId;
use ledger::journal::{JournalError, verify_stream};
use projections::{ViewError, audit};
use sqlx::PgPool;

use crate::staff::audit::{self as acts, Verified};

/// What was looked at and found.
#[derive(Debug)]
pub(crate) struct Verification {
    /// The events and the views.
    pub(crate) report: audit::Report,
    /// Wallets whose chain is whole.
    pub(crate) streams: usize,
    /// What is wrong with the others.
    pub(crate) damaged: Vec<String>,
    /// Staff's acts.
    pub(crate) acts: Verified,
}

impl Verification {
    /// Everything that is wrong, for people.
    pub(crate) fn problems(&self) -> Vec<String> {
        let findings = self.report.findings.iter().map(ToString::to_string);
        let damaged = self.damaged.iter().cloned();
        let acts = self.acts.problem.iter().cloned();
        findings.chain(damaged).chain(acts).collect()
    }
}

/// Checks everything; `progress` hears how many events were gone through.
pub(crate) async fn verify(
    pool: &PgPool,
    progress: impl FnMut(i64) + Send,
) -> Result<Verification, ViewError> {
    let report = audit::run_with(pool, progress).await?;
    let (streams, damaged) = verify_streams(pool).await?;
    let acts = acts::verify(pool).await?;
    Ok(Verification {
        report,
        streams,
        damaged,
        acts,
    })
}

async fn verify_streams(pool: &PgPool) -> Result<(usize, Vec<String>), sqlx::Error> {
    let wallets = sqlx::query_scalar!("select distinct aggregate_id from event order by 1")
        .fetch_all(pool)
        .await?;
    let mut damaged = Vec::new();
    for wallet_id in &wallets {
        let Ok(wallet_id) = wallet_id.parse::<WalletId>() else {
            damaged.push(format!("{wallet_id:?} is no wallet"));
            continue;
        };
        match verify_stream(pool, wallet_id).await {
            Ok(_) => {}
            Err(JournalError::Database(error)) => return Err(error),
            Err(error) => damaged.push(error.to_string()),
        }
    }
    Ok((wallets.len() - damaged.len(), damaged))
}
