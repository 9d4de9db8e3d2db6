//! What the background verification has found wrong. A finding stays, across restarts and even if
//! the change is undone, until a full verification by a person finds nothing.
//!
//! 1. A problem that is found again after it was cleared is a new finding, with another id. The
//!    application's role can add a row and write its clearing; it can change and remove nothing else.
//! 2. A finding carries a MAC. A row that somebody adds is no finding, and hides none.
//! 3. A clearing carries a MAC over the finding's id, so an earlier one does not fit a later finding.
//!    Whatever else a row says, the finding is open.

use chrono::{DateTime, SubsecRound, Utc};
use sqlx::PgPool;
use uuid::Uuid;

use super::run::Start;
use platform::clock::random_id;
use platform::core::Core;
use platform::secrets::{Secrets, is_same_mac};
use platform::signed_row::SignedRow;

/// How findings name an entry of the audit log.
pub const ACT: &str = "staff act ";

/// The findings that nobody has cleared yet.
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
    cleared_by: Option<Uuid>,
    cleared_at: Option<DateTime<Utc>>,
    cleared_mac: Option<Vec<u8>>,
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
            cleared_by: None,
            cleared_at: None,
            cleared_mac: None,
        };
        finding.found_mac = finding.right_mac(&state.secrets).to_vec();
        finding
    }

    /// The MAC of its clearing by a run.
    fn clearing_mac(&self, secrets: &Secrets, run: Uuid, at: DateTime<Utc>) -> [u8; 32] {
        secrets.row(
            "proof_finding clearing",
            &[&self.id, &self.problem, &self.found_at, &run, &at],
        )
    }

    /// Whether a verification by a person has cleared it.
    fn is_cleared(&self, secrets: &Secrets) -> bool {
        let cleared = (self.cleared_by, self.cleared_at, &self.cleared_mac);
        let (Some(run), Some(at), Some(mac)) = cleared else {
            return false;
        };
        is_same_mac(&self.clearing_mac(secrets, run, at), mac)
    }

    fn is_open(&self, secrets: &Secrets) -> bool {
        self.is_signed(secrets) && !self.is_cleared(secrets)
    }

    /// Why the row is not as the gateway wrote it; none if it is.
    fn forgery(&self, secrets: &Secrets) -> Option<String> {
        let id = self.id;
        let says_cleared = self.cleared_at.is_some() || self.cleared_mac.is_some();
        if !self.is_signed(secrets) {
            Some(format!(
                "proof_finding, id {id}: the gateway has not written it"
            ))
        } else if says_cleared && !self.is_cleared(secrets) {
            Some(format!(
                "proof_finding, id {id}: no verification has cleared it"
            ))
        } else {
            None
        }
    }
}

/// Stores a finding, unless the same problem is open.
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
        "select id, problem, found_at, found_mac, cleared_by, cleared_at, cleared_mac
         from proof_finding where problem = $1",
        problem,
    )
    .fetch_all(&mut *turn)
    .await?;
    if known.iter().any(|finding| finding.is_open(&state.secrets)) {
        return Ok(());
    }
    let finding = Finding::new(state, problem);
    sqlx::query!(
        "insert into proof_finding (id, problem, found_at, found_mac) values ($1, $2, $3, $4)",
        finding.id,
        finding.problem,
        finding.found_at,
        finding.found_mac,
    )
    .execute(&mut *turn)
    .await?;
    turn.commit().await?;
    tracing::error!(problem, "what is stored was changed");
    Ok(())
}

/// All findings, the oldest first, and whatever else is in their table.
async fn stored(pool: &PgPool) -> Result<Vec<Finding>, sqlx::Error> {
    sqlx::query_as!(
        Finding,
        "select id, problem, found_at, found_mac, cleared_by, cleared_at, cleared_mac
         from proof_finding order by found_at, problem, id"
    )
    .fetch_all(pool)
    .await
}

/// The findings that nobody has looked into yet, the oldest first.
async fn open_findings(state: &Core) -> Result<Vec<Finding>, sqlx::Error> {
    let mut findings = stored(&state.pool).await?;
    findings.retain(|finding| finding.is_open(&state.secrets));
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

/// Clears the findings from before a person's verification that found nothing. When that began is
/// what its gateway knows, not what its row says.
pub(super) async fn clear(state: &Core, run: &Start) -> Result<(), sqlx::Error> {
    let at = state.clock.now().trunc_subsecs(6);
    for finding in open_findings(state).await? {
        if finding.found_at >= run.started_at {
            continue;
        }
        sqlx::query!(
            "update proof_finding set cleared_by = $2, cleared_at = $3, cleared_mac = $4
             where id = $1",
            finding.id,
            run.id,
            at,
            &finding.clearing_mac(&state.secrets, run.id, at)[..],
        )
        .execute(&state.pool)
        .await?;
    }
    Ok(())
}

/// Lists the findings and clearings that the gateway has not written.
pub(super) async fn verify(pool: &PgPool, secrets: &Secrets) -> Result<Vec<String>, sqlx::Error> {
    let findings = stored(pool).await?.into_iter();
    Ok(findings
        .filter_map(|finding| finding.forgery(secrets))
        .collect())
}
