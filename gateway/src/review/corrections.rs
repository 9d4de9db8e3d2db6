//! Corrections in the journal, held against staff's decisions: behind each stand two people.
//!
//! An event with a right hash, sealed and signed, may still be one that nobody has decided: whoever
//! holds the database can append it. The decision stands elsewhere and names the people whose
//! pseudonyms the event holds.

use sqlx::PgPool;
use uuid::Uuid;

use super::pseudonym;

/// Of what is wrong so many are named.
const NAMED_MAX: usize = 10;

/// A correction's event, with the decision that it names.
struct Row {
    position: i64,
    decision: Option<Uuid>,
    by: Option<Uuid>,
    approved_by: Option<Uuid>,
    asked_by: Option<Uuid>,
    decided_by: Option<Uuid>,
    is_the_same: bool,
}

/// The first corrections that no decision of two people stands behind.
pub(crate) async fn verify(pool: &PgPool) -> Result<Vec<String>, sqlx::Error> {
    let rows = sqlx::query_as!(
        Row,
        r#"select told.position as "position!", told.decision, told.by, told.approved_by,
                  it.asked_by as "asked_by?", it.decided_by,
                  coalesce(it.wallet_id::text = told.wallet
                      and it.decision ->> 'kind' = 'correct'
                      and it.status in ('AGREED', 'DONE')
                      and it.amount::text = told.amount
                      and it.currency = told.currency, false) as "is_the_same!"
           from (
               select position, aggregate_id as wallet,
                      (payload -> 'Corrected' ->> 'correction_id')::uuid as decision,
                      (payload -> 'Corrected' ->> 'by')::uuid as by,
                      (payload -> 'Corrected' ->> 'approved_by')::uuid as approved_by,
                      payload -> 'Corrected' -> 'amount' ->> 'amount' as amount,
                      payload -> 'Corrected' -> 'amount' ->> 'currency' as currency
               from event where event_type = 'Corrected'
           ) as told
           left join staff_decision as it on it.id = told.decision
           order by told.position"#
    )
    .fetch_all(pool)
    .await?;
    let wrong = rows.into_iter().filter(|row| !row.is_decided());
    let named = wrong.take(NAMED_MAX);
    Ok(named
        .map(|row| {
            let position = row.position;
            format!("event, position {position}: no decision of two people stands behind it")
        })
        .collect())
}

impl Row {
    fn is_decided(&self) -> bool {
        let (Some(id), Some(asked_by), Some(decided_by)) =
            (self.decision, self.asked_by, self.decided_by)
        else {
            return false;
        };
        // Older events hold the accounts' own ids.
        let is = |found: Option<Uuid>, staff: Uuid| {
            found == Some(staff) || found == Some(pseudonym::of(id, staff))
        };
        self.is_the_same && is(self.by, asked_by) && is(self.approved_by, decided_by)
    }
}
