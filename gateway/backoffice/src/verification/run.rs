//! The rows of long operations, and the proof that the gateway has written their results.
//!
//! A result is believed with what it is of and with its times: an earlier verification that found
//! nothing is no later one, and a rebuild is no verification. Nobody changes the row of a run that
//! has ended.

use chrono::{DateTime, Utc};
use serde_json::Value;
use sqlx::PgPool;
use uuid::Uuid;

use platform::core::Core;
use platform::error::ApiError;
use platform::secrets::{Part, Secrets, is_same_mac};

/// Why a run failed whose result somebody else has written.
const FORGED: &str = "FORGED";

/// A run as stored.
#[derive(Debug, Clone)]
pub struct Run {
    /// Id of the run in `operation_run`.
    pub id: Uuid,
    /// Name of the view that is rebuilt; none for a verification.
    pub view: Option<String>,
    /// Display name of the member of staff who started the run.
    pub started_by: String,
    /// When the run was started.
    pub started_at: DateTime<Utc>,
    /// How many events the run has processed.
    pub done: i64,
    /// How many events the run has to process.
    pub total: i64,
    /// When the run ended; none while it is in progress.
    pub ended_at: Option<DateTime<Utc>>,
    /// Why the run failed, as a code or an error's text; none if it did not fail.
    pub failure: Option<String>,
    /// What the run found, as JSON; none unless it was completed.
    pub result: Option<Value>,
}

/// A run as it begins. Its result is bound to all of this.
#[derive(Debug, Clone)]
pub(super) struct Start {
    pub(super) id: Uuid,
    /// `rebuild` or `verify`.
    pub(super) kind: String,
    /// Name of the view that is rebuilt.
    pub(super) view: Option<String>,
    /// Id of the member of staff who started it.
    pub(super) started_by: Uuid,
    /// In microseconds, as the database stores it.
    pub(super) started_at: DateTime<Utc>,
}

impl Start {
    /// The MAC of the result with which the run has ended.
    pub(super) fn result_mac(
        &self,
        secrets: &Secrets,
        ended_at: DateTime<Utc>,
        result: &Value,
    ) -> [u8; 32] {
        let parts: [&dyn Part; 7] = [
            &self.id,
            &self.kind,
            &self.view,
            &self.started_by,
            &self.started_at,
            &ended_at,
            result,
        ];
        secrets.row("operation_run", &parts)
    }
}

/// A row with the name of who started the run.
struct Row {
    id: Uuid,
    kind: String,
    view: Option<String>,
    started_by: Uuid,
    name: String,
    started_at: DateTime<Utc>,
    done: i64,
    total: i64,
    ended_at: Option<DateTime<Utc>>,
    failure: Option<String>,
    result: Option<Value>,
    mac: Option<Vec<u8>>,
}

impl Row {
    fn start(&self) -> Start {
        Start {
            id: self.id,
            kind: self.kind.clone(),
            view: self.view.clone(),
            started_by: self.started_by,
            started_at: self.started_at,
        }
    }

    /// Whether there is a result that the gateway has not written.
    fn is_forged(&self, secrets: &Secrets) -> bool {
        let Some(result) = &self.result else {
            return false;
        };
        let (Some(ended_at), Some(mac)) = (self.ended_at, &self.mac) else {
            return true;
        };
        !is_same_mac(&self.start().result_mac(secrets, ended_at, result), mac)
    }

    /// The run, without a result that the gateway has not written.
    fn believed(self, secrets: &Secrets) -> Run {
        let is_forged = self.is_forged(secrets);
        let failure = is_forged.then(|| FORGED.to_owned()).or(self.failure);
        Run {
            id: self.id,
            view: self.view,
            started_by: self.name,
            started_at: self.started_at,
            done: self.done,
            total: self.total,
            ended_at: self.ended_at,
            failure,
            result: self.result.filter(|_| !is_forged),
        }
    }
}

/// The latest run of a kind, in progress or ended.
pub async fn latest(state: &Core, kind: &str) -> Result<Option<Run>, ApiError> {
    let row = sqlx::query_as!(
        Row,
        "select it.id, it.kind, it.view, it.started_by, staff.name, it.started_at, it.done,
                it.total, it.ended_at, it.failure, it.result, it.mac
         from operation_run it join staff on staff.id = it.started_by
         where it.kind = $1
         order by it.started_at desc
         limit 1",
        kind,
    )
    .fetch_optional(&state.pool)
    .await?;
    Ok(row.map(|row| row.believed(&state.secrets)))
}

/// The latest verification that was completed.
pub async fn latest_verified(state: &Core) -> Result<Option<Run>, ApiError> {
    let rows = sqlx::query_as!(
        Row,
        "select it.id, it.kind, it.view, it.started_by, staff.name, it.started_at, it.done,
                it.total, it.ended_at, it.failure, it.result, it.mac
         from operation_run it join staff on staff.id = it.started_by
         where it.kind = 'verify' and it.result is not null
         order by it.started_at desc
         limit 100",
    )
    .fetch_all(&state.pool)
    .await?;
    let mut runs = rows.into_iter().map(|row| row.believed(&state.secrets));
    Ok(runs.find(|run| run.result.is_some()))
}

/// Lists the runs whose result the gateway has not written.
pub(super) async fn verify(pool: &PgPool, secrets: &Secrets) -> Result<Vec<String>, sqlx::Error> {
    let rows = sqlx::query_as!(
        Row,
        "select it.id, it.kind, it.view, it.started_by, staff.name, it.started_at, it.done,
                it.total, it.ended_at, it.failure, it.result, it.mac
         from operation_run it join staff on staff.id = it.started_by
         where it.result is not null
         order by it.id",
    )
    .fetch_all(pool)
    .await?;
    let forged = rows.iter().filter(|row| row.is_forged(secrets));
    let findings = forged.map(|row| {
        let id = row.id;
        format!("operation_run, id {id}: the gateway has not written its result")
    });
    Ok(findings.collect())
}
