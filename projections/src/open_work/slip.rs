//! The table of open slips.

use chrono::{DateTime, Utc};
use ledger::wallet::SlipReference;
use ledger::{SlipId, WalletId};
use sqlx::{PgConnection, PgPool};
use uuid::Uuid;

use crate::projection::ViewError;

use super::OpenSlip;
use super::fold::OpenWorkProjection;
use super::store::column;

pub(super) const SLIP: &str = "open_slip";

pub(super) struct StoredSlip {
    pub(super) wallet_id: Uuid,
    pub(super) slip_id: Uuid,
    pub(super) sending_bank: Option<String>,
    pub(super) trans_ref: Option<String>,
    pub(super) status: String,
    pub(super) submitted_at: DateTime<Utc>,
    pub(super) changed_at: DateTime<Utc>,
    pub(super) opened_position: i64,
    pub(super) position: i64,
}

impl StoredSlip {
    fn read(self) -> OpenSlip {
        let reference = self.sending_bank.zip(self.trans_ref);
        OpenSlip {
            wallet_id: WalletId(self.wallet_id),
            slip_id: SlipId(self.slip_id),
            reference: reference.map(|(sending_bank, trans_ref)| SlipReference {
                sending_bank,
                trans_ref,
            }),
            is_referred: self.status == "referred",
            submitted_at: self.submitted_at,
            changed_at: self.changed_at,
            opened_position: self.opened_position,
            position: self.position,
        }
    }
}

pub(super) async fn slips(
    pool: &PgPool,
    status: &str,
    after: i64,
    limit: i64,
) -> Result<Vec<OpenSlip>, ViewError> {
    let rows = sqlx::query_as!(
        StoredSlip,
        "select * from open_slip where status = $1 and opened_position > $2
         order by opened_position limit $3",
        status,
        after,
        limit
    )
    .fetch_all(pool)
    .await?;
    Ok(rows.into_iter().map(StoredSlip::read).collect())
}

impl OpenWorkProjection {
    pub(super) fn load_slip(&mut self, row: StoredSlip) {
        let row = row.read();
        self.slips.load((row.wallet_id, row.slip_id), row);
    }

    pub(super) async fn save_slips(&self, connection: &mut PgConnection) -> Result<(), ViewError> {
        let (wallets, ids): (Vec<Uuid>, Vec<Uuid>) =
            self.slips.removed().map(|key| (key.0.0, key.1.0)).unzip();
        if !ids.is_empty() {
            sqlx::query!(
                "delete from open_slip where (wallet_id, slip_id) in
                     (select * from unnest($1::uuid[], $2::uuid[]))",
                &wallets,
                &ids
            )
            .execute(&mut *connection)
            .await?;
        }
        let rows: Vec<&OpenSlip> = self.slips.changed().map(|(_, row)| row).collect();
        if rows.is_empty() {
            return Ok(());
        }
        let status = |row: &OpenSlip| {
            let word = if row.is_referred {
                "referred"
            } else {
                "submitted"
            };
            word.to_owned()
        };
        sqlx::query!(
            "insert into open_slip
                 (wallet_id, slip_id, sending_bank, trans_ref, status, submitted_at,
                  changed_at, opened_position, position)
             select * from unnest($1::uuid[], $2::uuid[], $3::text[], $4::text[], $5::text[],
                 $6::timestamptz[], $7::timestamptz[], $8::bigint[], $9::bigint[])
             on conflict (wallet_id, slip_id) do update
             set status = excluded.status, changed_at = excluded.changed_at,
                 position = excluded.position",
            &column(&rows, |row| row.wallet_id.0),
            &column(&rows, |row| row.slip_id.0),
            &column(&rows, |row| bank_of(row)) as _,
            &column(&rows, |row| trans_ref_of(row)) as _,
            &column(&rows, status),
            &column(&rows, |row| row.submitted_at) as _,
            &column(&rows, |row| row.changed_at) as _,
            &column(&rows, |row| row.opened_position),
            &column(&rows, |row| row.position)
        )
        .execute(connection)
        .await?;
        Ok(())
    }
}

fn bank_of(slip: &OpenSlip) -> Option<String> {
    slip.reference.as_ref().map(|it| it.sending_bank.clone())
}

fn trans_ref_of(slip: &OpenSlip) -> Option<String> {
    slip.reference.as_ref().map(|it| it.trans_ref.clone())
}
