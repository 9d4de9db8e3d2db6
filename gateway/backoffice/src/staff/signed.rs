//! Checks the audit log against the checkpoints of the proof log.
//!
//! The audit log has no key: anyone who may write to its table can rewrite it completely, with
//! correct hashes. So each checkpoint names the last entry and its hash. Anyone who has stored a
//! checkpoint can detect a change of the entries that it covers.

use ledger::proof;
use ledger::proof::{ActLog, ChainEnd, Checkpoint, SealError};
use sqlx::{PgConnection, PgPool};

/// How many checkpoints are checked together.
const PAGE: i64 = 1_000;
/// How many contradictions are named.
const NAMED_MAX: usize = 10;

/// The audit log, as checkpoints name it.
pub(crate) struct AuditLog;

impl ActLog for AuditLog {
    async fn last(&self, connection: &mut PgConnection) -> Result<Option<ChainEnd>, SealError> {
        last_act(connection).await
    }
}

/// The last entry, for the next checkpoint; none if staff have done nothing yet.
///
/// The row itself is read. If the head names a different hash or a missing entry, nothing is
/// signed, because a signature cannot be revoked.
async fn last_act(connection: &mut PgConnection) -> Result<Option<ChainEnd>, SealError> {
    let row = sqlx::query!(
        r#"select head.id, head.hash, act.hash as "act_hash?"
           from staff_act_head as head left join staff_act as act on act.id = head.id"#
    )
    .fetch_one(connection)
    .await?;
    if row.id == 0 {
        return Ok(None);
    }
    match <[u8; 32]>::try_from(row.hash) {
        Ok(hash) if row.act_hash.as_deref() == Some(&hash[..]) => Ok(Some(ChainEnd {
            number: row.id,
            hash,
        })),
        _ => {
            let what = format!("staff act {} is not the one that was last", row.id);
            Err(SealError::Corrupt(what))
        }
    }
}

/// How the audit log contradicts this note; none if it does not, or if the note names no entry. The
/// note's signature is not checked here.
pub async fn contradiction(pool: &PgPool, note: &str) -> Result<Option<String>, sqlx::Error> {
    let Some(act) = named(note) else {
        return Ok(None);
    };
    Ok(contradictions(pool, &[act]).await?.pop().flatten())
}

/// The contradictions to the checkpoints in the database and to these named ones.
pub async fn verify(pool: &PgPool, notes: &[(String, String)]) -> Result<Vec<String>, sqlx::Error> {
    let mut findings = Vec::new();
    for (name, note) in notes {
        let found = contradiction(pool, note).await?;
        findings.extend(found.map(|what| format!("{name}: {what}")));
    }
    let mut after = 0;
    loop {
        let rows = proof::read::checkpoints_after(pool, after, PAGE).await?;
        let Some(last) = rows.last() else {
            break;
        };
        after = last.size;
        let (sizes, acts): (Vec<i64>, Vec<ChainEnd>) = rows
            .iter()
            .filter_map(|row| Some((row.size, named(&row.note)?)))
            .unzip();
        let found = contradictions(pool, &acts).await?;
        let found = sizes.into_iter().zip(found);
        findings.extend(
            found.filter_map(|(size, what)| {
                Some(format!("proof_checkpoint, size {size}: {}", what?))
            }),
        );
        findings.truncate(NAMED_MAX);
        if findings.len() == NAMED_MAX {
            break;
        }
    }
    Ok(findings)
}

fn named(note: &str) -> Option<ChainEnd> {
    Checkpoint::unverified(note)?.last_act
}

/// The problem of each entry, if it has one.
async fn contradictions(
    pool: &PgPool,
    signed: &[ChainEnd],
) -> Result<Vec<Option<String>>, sqlx::Error> {
    let numbers: Vec<i64> = signed.iter().map(|act| act.number).collect();
    let hashes = sqlx::query_scalar!(
        r#"select act.hash as "hash?"
           from unnest($1::bigint[]) with ordinality as signed (id, ordinality)
           left join staff_act as act on act.id = signed.id
           order by signed.ordinality"#,
        &numbers,
    )
    .fetch_all(pool)
    .await?;
    let found = signed.iter().zip(hashes).map(|(act, hash)| {
        let what = match hash {
            None => "is gone",
            Some(hash) if hash != act.hash => "is not the one that was signed",
            Some(_) => return None,
        };
        Some(format!("staff act {} {what}", act.number))
    });
    Ok(found.collect())
}
