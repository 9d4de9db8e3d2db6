//! Checkpoints that witnesses have signed, as the database keeps them. A row is believed for its signature
//! alone: anybody who can write to the database can write one.

use sqlx::{PgConnection, PgPool};

use super::cosignature::{Cosignature, WitnessVerifier};
use super::error::ProofError;
use super::read::{StoredCheckpoint, checkpoint};

/// How many checkpoints are looked through for one with a quorum. More of them have wrong rows only where
/// somebody writes them, and then none is shown as witnessed.
const LOOKED_THROUGH: i64 = 20;

/// How many of which witnesses must have signed.
#[derive(Debug, Clone, Default)]
pub struct WitnessPolicy {
    /// So many of them; 0 where no witness is asked.
    pub quorum: usize,
    /// Each of them another party.
    pub witnesses: Vec<WitnessVerifier>,
}

/// Keeps what a witness has signed.
pub async fn keep_cosignature(
    pool: &PgPool,
    size: i64,
    witness: &WitnessVerifier,
    signed: &Cosignature,
) -> Result<(), sqlx::Error> {
    sqlx::query!(
        "insert into proof_cosignature (size, witness, line) values ($1, $2, $3)
         on conflict do nothing",
        size,
        witness.name(),
        signed.line
    )
    .execute(pool)
    .await?;
    Ok(())
}

/// A checkpoint's note with the signatures of the witnesses that have signed it, and how many these are.
pub async fn with_cosignatures(
    connection: &mut PgConnection,
    sealed: StoredCheckpoint,
    policy: &WitnessPolicy,
) -> Result<(StoredCheckpoint, usize), ProofError> {
    let lines = sqlx::query_scalar!(
        "select line from proof_cosignature where size = $1 order by witness",
        sealed.size
    )
    .fetch_all(connection)
    .await?;
    let lines = lines.concat();
    let find = |witness: &WitnessVerifier| witness.find(&sealed.note, &lines);
    let signed: Vec<Cosignature> = policy.witnesses.iter().filter_map(find).collect();
    let count = signed.len();
    let lines: String = signed.into_iter().map(|it| it.line).collect();
    let note = format!("{}{lines}", sealed.note);
    Ok((StoredCheckpoint { note, ..sealed }, count))
}

/// The newest checkpoint that a quorum of witnesses has signed, with their signatures; `None` without one, or
/// where no witness is asked.
pub async fn latest_witnessed(
    connection: &mut PgConnection,
    policy: &WitnessPolicy,
) -> Result<Option<StoredCheckpoint>, ProofError> {
    if policy.quorum == 0 {
        return Ok(None);
    }
    let names = policy.witnesses.iter().map(|it| it.name().to_owned());
    let names: Vec<String> = names.collect();
    let sizes = sqlx::query_scalar!(
        "select size from proof_cosignature
         where witness = any($1) and size <= (select size from proof_head)
         group by size having count(*) >= $2
         order by size desc limit $3",
        &names,
        i64::try_from(policy.quorum).unwrap_or(i64::MAX),
        LOOKED_THROUGH
    )
    .fetch_all(&mut *connection)
    .await?;
    for size in sizes {
        let Some(sealed) = checkpoint(&mut *connection, size).await? else {
            continue;
        };
        let (signed, count) = with_cosignatures(&mut *connection, sealed, policy).await?;
        if count >= policy.quorum {
            return Ok(Some(signed));
        }
    }
    Ok(None)
}
