//! The journal and the views, read past the product: positions without a gap, each key once, and
//! sums that are zero.

use std::collections::BTreeMap;

use sqlx::{Connection, PgConnection, Row};

use crate::caller::Verdict;
use crate::journal::Fault;
use crate::money;
use crate::oracle::{MemberView, Oracle};
use crate::trouble::Trouble;

/// What must be so, as a question whose answer is zero.
const ZERO: &[(&str, &str)] = &[
    (
        "positions that are missing",
        "select coalesce(max(position), 0) - count(*) from event",
    ),
    (
        "positions between the log's head and its last event",
        "select (select position from log_head) - (select coalesce(max(position), 0) from event)",
    ),
    (
        "sequences that are missing",
        "select count(*) from (select from event group by wallet_id
             having max(sequence) <> count(*)) as gap",
    ),
    (
        "streams whose head is not their last event",
        "select count(*) from stream_head as head where head.version is distinct from
             (select max(sequence) from event where wallet_id = head.wallet_id)",
    ),
    (
        "currencies that do not sum to zero",
        "select count(*) from (select from trial_balance group by currency
             having sum(amount) <> 0) as off",
    ),
    (
        "buckets below zero",
        "select count(*) from wallet_balance where least(main, in_transit, withdrawal) < 0",
    ),
];

impl Oracle {
    /// Looks into the database.
    pub(crate) async fn compare_books(&self, views: &[MemberView]) -> Result<(), Trouble> {
        let mut connection = self.stack.database.connect().await?;
        for (what, query) in ZERO {
            let count: i64 = sqlx::query_scalar(query).fetch_one(&mut connection).await?;
            if count != 0 {
                let seen = format!("{what}: {count}");
                self.journal.find(Fault::Inconsistent, None, seen);
            }
        }
        for one in views {
            self.compare_keys(&mut connection, one).await?;
        }
        connection.close().await?;
        Ok(())
    }

    /// Each command that was answered with an effect has its key in the ledger.
    async fn compare_keys(
        &self,
        connection: &mut PgConnection,
        view: &MemberView,
    ) -> Result<(), Trouble> {
        let query = "select key, events from idempotency where wallet_id = $1";
        let rows = sqlx::query(query)
            .bind(view.member.wallet_id)
            .fetch_all(connection)
            .await?;
        let mut kept: BTreeMap<String, i32> = BTreeMap::new();
        for row in rows {
            kept.insert(row.try_get("key")?, row.try_get("events")?);
        }
        for sent in &view.member.past {
            let is_acked = sent
                .answers
                .iter()
                .any(|it| Verdict::of(it) == Verdict::Acked);
            if is_acked && !kept.contains_key(&sent.key) {
                let seen = format!(
                    "{} was answered, and the ledger knows no such key",
                    sent.key
                );
                view.member.find(Fault::Lost, seen);
            }
        }
        let total = view.member.purse.deposited - view.member.purse.paid;
        self.journal
            .note(serde_json::json!({ "member": view.member.number,
            "keys": kept.len(), "brought in and not paid out": money::show(total) }));
        Ok(())
    }
}
