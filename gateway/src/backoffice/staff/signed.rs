//! Staff's acts held against what the proof log has signed of them.
//!
//! The chain of acts has no key: somebody who may write to its table can write all of it again, with
//! right hashes. So each checkpoint names the last act and its hash. A change of an act that a
//! checkpoint covers is found here, by everybody who has kept that checkpoint.

use ledger::proof;
use ledger::proof::{Checkpoint, LastAct, SealError};
use sqlx::PgPool;

/// Checkpoints looked at together.
const PAGE: i64 = 1_000;
/// So many contradictions are named.
const NAMED_MAX: usize = 10;

/// The last act, for the next checkpoint; none where staff have done nothing yet.
///
/// It is the row's own word: a head that names another hash, or an act that is not there, is signed
/// by nobody, because that could never be taken back.
pub(crate) async fn last_act(pool: &PgPool) -> Result<Option<LastAct>, SealError> {
    let row = sqlx::query!(
        r#"select head.id, head.hash, act.hash as "act_hash?"
           from staff_act_head as head left join staff_act as act on act.id = head.id"#
    )
    .fetch_one(pool)
    .await?;
    if row.id == 0 {
        return Ok(None);
    }
    match <[u8; 32]>::try_from(row.hash) {
        Ok(hash) if row.act_hash.as_deref() == Some(&hash[..]) => Ok(Some(LastAct {
            number: row.id,
            hash,
        })),
        _ => {
            let what = format!("staff act {} is not the one that was last", row.id);
            Err(SealError::Corrupt(what))
        }
    }
}

/// How the acts contradict this note; nothing where they do not, or it names none. Who has signed
/// the note is not asked.
pub(crate) async fn contradiction(
    pool: &PgPool,
    note: &str,
) -> Result<Option<String>, sqlx::Error> {
    let Some(act) = named(note) else {
        return Ok(None);
    };
    Ok(contradictions(pool, &[act]).await?.pop().flatten())
}

/// What contradicts the checkpoints that the database holds, and these, which come with a name.
pub(crate) async fn verify(
    pool: &PgPool,
    kept: &[(String, String)],
) -> Result<Vec<String>, sqlx::Error> {
    let mut findings = Vec::new();
    for (name, note) in kept {
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
        let (sizes, acts): (Vec<i64>, Vec<LastAct>) = rows
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

fn named(note: &str) -> Option<LastAct> {
    Checkpoint::unverified(note)?.last_act
}

/// Of each act what is wrong with it, if anything is.
async fn contradictions(
    pool: &PgPool,
    signed: &[LastAct],
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
