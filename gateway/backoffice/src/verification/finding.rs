//! What the background verification has found wrong. A finding stays, across restarts and even if
//! the change is undone, until staff have explained it.
//!
//! 1. A finding is also work for staff: a difference with the finding's id, see [`crate::discrepancy`].
//!    A full verification by a person that finds nothing marks it as no longer seen, and ends nothing.
//! 2. A problem that is found again after it was explained is a new finding, with another id. The
//!    application's role can add a row, and change and remove none.
//! 3. A finding carries a MAC. A row that somebody adds is no finding, and hides none.
//! 4. An explanation carries a MAC over the finding's id, so an earlier one does not fit a later finding.

use std::collections::HashSet;

use chrono::{DateTime, SubsecRound, Utc};
use projections::audit::VoidRows;
use sqlx::PgPool;
use uuid::Uuid;

use super::run::Start;
use crate::discrepancy::record::{explained_subjects, record};
use crate::discrepancy::row::{DiscrepancyKind, JOURNAL, Sighting, VERIFICATION};
use platform::clock::random_id;
use platform::core::Core;
use platform::secrets::Secrets;
use platform::signed_row::SignedRow;

/// How findings name an entry of the audit log.
pub const ACT: &str = "staff act ";

/// The findings that nobody has explained yet.
#[derive(Debug)]
pub(super) struct Open {
    /// The oldest one.
    pub(super) problem: Option<String>,
    pub(super) count: u64,
}

/// A finding as it is stored.
struct Finding {
    id: Uuid,
    problem: String,
    found_at: DateTime<Utc>,
    found_mac: Vec<u8>,
}

platform::signed_row! { Finding in "proof_finding": id, problem, found_at => found_mac }

impl Finding {
    /// A problem that is found now.
    fn new(state: &Core, problem: &str) -> Self {
        let mut finding = Self {
            id: random_id(),
            problem: problem.to_owned(),
            found_at: state.clock.now().trunc_subsecs(6),
            found_mac: Vec::new(),
        };
        finding.found_mac = finding.right_mac(&state.secrets).to_vec();
        finding
    }

    fn is_open(&self, secrets: &Secrets, explained: &HashSet<String>) -> bool {
        self.is_signed(secrets) && !explained.contains(&self.id.to_string())
    }

    /// As work for staff.
    fn sighting(&self) -> Sighting {
        Sighting {
            kind: DiscrepancyKind::Finding,
            subject: self.id.to_string(),
            player: None,
            amount: None,
            ours: None,
            theirs: Some(self.problem.clone()),
            at: None,
        }
    }
}

/// Stores a finding; if the same problem is open, only that it is still there.
pub(super) async fn keep(state: &Core, problem: &str) -> Result<(), sqlx::Error> {
    let mut turn = state.pool.begin().await?;
    // Of two gateways that find the same, the second sees the first one's row.
    sqlx::query!(
        "select pg_advisory_xact_lock(hashtextextended($1, 13))",
        problem
    )
    .execute(&mut *turn)
    .await?;
    let known = sqlx::query_as!(
        Finding,
        "select id, problem, found_at, found_mac from proof_finding where problem = $1",
        problem,
    )
    .fetch_all(&mut *turn)
    .await?;
    let explained = explained_subjects(&mut *turn, &state.secrets, VERIFICATION).await?;
    let mut known = known.into_iter();
    let open = known.find(|finding| finding.is_open(&state.secrets, &explained));
    let is_new = open.is_none();
    let finding = open.unwrap_or_else(|| Finding::new(state, problem));
    if is_new {
        sqlx::query!(
            "insert into proof_finding (id, problem, found_at, found_mac) values ($1, $2, $3, $4)",
            finding.id,
            finding.problem,
            finding.found_at,
            finding.found_mac,
        )
        .execute(&mut *turn)
        .await?;
    }
    let seen = [finding.sighting()];
    record(&mut turn, state, VERIFICATION, &seen, |_| false).await?;
    turn.commit().await?;
    if is_new {
        tracing::error!(problem, "what is stored was changed");
    }
    Ok(())
}

/// All findings, the oldest first, and whatever else is in their table.
async fn stored(pool: &PgPool) -> Result<Vec<Finding>, sqlx::Error> {
    sqlx::query_as!(
        Finding,
        "select id, problem, found_at, found_mac from proof_finding order by found_at, problem, id"
    )
    .fetch_all(pool)
    .await
}

/// The findings that nobody has explained yet, the oldest first.
async fn open_findings(state: &Core) -> Result<Vec<Finding>, sqlx::Error> {
    let mut findings = stored(&state.pool).await?;
    let explained = explained_subjects(&state.pool, &state.secrets, VERIFICATION).await?;
    findings.retain(|finding| finding.is_open(&state.secrets, &explained));
    Ok(findings)
}

/// The oldest of them, and their number.
pub(super) async fn open(state: &Core) -> Result<Open, sqlx::Error> {
    let findings = open_findings(state).await?;
    Ok(Open {
        count: u64::try_from(findings.len()).unwrap_or(u64::MAX),
        problem: findings.into_iter().next().map(|finding| finding.problem),
    })
}

/// Those about the audit log, the oldest first.
pub async fn open_about_acts(state: &Core) -> Result<Vec<String>, sqlx::Error> {
    let findings = open_findings(state).await?.into_iter();
    let problems = findings.map(|finding| finding.problem);
    Ok(problems.filter(|problem| problem.contains(ACT)).collect())
}

/// Marks as no longer seen what was last seen before a person's verification that found nothing. When
/// that began is what its gateway knows, not what its row says.
pub(super) async fn mark_gone(state: &Core, run: &Start) -> Result<(), sqlx::Error> {
    let started_at = run.started_at;
    let mut transaction = state.pool.begin().await?;
    record(&mut transaction, state, VERIFICATION, &[], |item| {
        item.seen_at < started_at
    })
    .await?;
    transaction.commit().await
}

/// Stores the wallets with rows that nobody with the journal's key wrote, and that nobody has declared.
/// What was declared meanwhile is no longer seen.
pub(super) async fn note_voids(state: &Core, voids: &[VoidRows]) -> Result<(), sqlx::Error> {
    let seen: Vec<Sighting> = voids.iter().map(void_sighting).collect();
    let mut transaction = state.pool.begin().await?;
    let first_count = record(&mut transaction, state, JOURNAL, &seen, |_| true).await?;
    transaction.commit().await?;
    if first_count > 0 {
        tracing::error!(
            first_count,
            "wallets have void rows, and no money leaves them"
        );
    }
    Ok(())
}

fn void_sighting(rows: &VoidRows) -> Sighting {
    let VoidRows {
        wallet_id,
        count,
        last,
    } = rows;
    Sighting {
        kind: DiscrepancyKind::Void,
        subject: wallet_id.0.to_string(),
        player: Some(*wallet_id),
        amount: None,
        ours: None,
        theirs: Some(format!("{count} void rows, the last with sequence {last}")),
        at: None,
    }
}

/// Lists the findings that the gateway has not written.
pub(super) async fn verify(pool: &PgPool, secrets: &Secrets) -> Result<Vec<String>, sqlx::Error> {
    let findings = stored(pool).await?;
    let forged = findings
        .iter()
        .filter(|finding| !finding.is_signed(secrets));
    let named = forged.map(|finding| {
        let id = finding.id;
        format!("proof_finding, id {id}: the gateway has not written it")
    });
    Ok(named.collect())
}
