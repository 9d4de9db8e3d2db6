//! The rows that name a person: all in one transaction.

use ledger::WalletId;
use serde_json::json;
use sqlx::PgConnection;
use uuid::Uuid;

use super::{EraseError, Order, record};
use crate::staff::audit_log::{self, AuditEntry};
use members::invite_code;
use platform::core::Core;

/// Blanks every row and writes the audit entry; false if that was done before.
pub(super) async fn begin(state: &Core, order: &Order) -> Result<bool, EraseError> {
    let id = order.member.0;
    let mut transaction = state.pool.begin().await?;
    // Waits for transactions that write a row of this member, and makes later ones wait.
    let member = sqlx::query!(
        "select username, erased_at from member where id = $1 for update",
        id
    )
    .fetch_optional(&mut *transaction)
    .await?
    .ok_or(EraseError::Unknown)?;
    if member.erased_at.is_some() {
        return Ok(false);
    }
    require_rest(state, &mut transaction, order.member).await?;
    let numbers = [member.username.clone(), id.to_string()];
    close_doors(state, &mut transaction, id, &numbers).await?;
    blank(state, &mut transaction, id).await?;
    record::insert(state, &mut transaction, order).await?;
    append_entry(state, &mut transaction, "member.erase", order).await?;
    transaction.commit().await?;
    Ok(true)
}

/// Records that nothing is left; an erasure ends once.
pub(super) async fn end(state: &Core, order: &Order) -> Result<(), EraseError> {
    let mut transaction = state.pool.begin().await?;
    let ended = sqlx::query!(
        "update erasure set ended_at = $2 where member_id = $1 and ended_at is null",
        order.member.0,
        state.clock.now(),
    )
    .execute(&mut *transaction)
    .await?;
    if ended.rows_affected() > 0 {
        append_entry(state, &mut transaction, "member.erased", order).await?;
    }
    transaction.commit().await?;
    Ok(())
}

/// The operator has no staff account, so the name is in the entry's detail.
async fn append_entry(
    state: &Core,
    connection: &mut PgConnection,
    kind: &str,
    order: &Order,
) -> Result<(), sqlx::Error> {
    let entry = AuditEntry::of(kind)
        .to("player", &order.member)
        .because(&order.reason)
        .with(json!({ "by": order.by }));
    audit_log::append(connection, state, None, None, entry).await?;
    Ok(())
}

/// Refuses while the wallet holds money, or anything about it has not ended.
async fn require_rest(
    state: &Core,
    connection: &mut PgConnection,
    member: WalletId,
) -> Result<(), EraseError> {
    let wallet = state.ledger.load(member).await?;
    let mut reasons = Vec::new();
    for (account, amount) in wallet.buckets() {
        let is_money = amount.currency() != ledger::Currency::Coin;
        if is_money && !amount.is_zero() {
            let (digits, currency) = (amount.digits(), amount.currency());
            reasons.push(format!("{account} holds {digits} {currency}"));
        }
    }
    if wallet.freeze().is_some() {
        reasons.push("staff has frozen the wallet".to_owned());
    }
    for (count, what) in [
        (wallet.open_slips().count(), "slips"),
        (wallet.open_transfers().count(), "transfers"),
        (wallet.open_withdrawals().count(), "withdrawals"),
        (wallet.open_qr_orders().count(), "QR orders"),
        (wallet.open_gifts().count(), "gift links"),
        (wallet.open_manual_deposits().count(), "announced deposits"),
    ] {
        if count > 0 {
            reasons.push(format!("{what} that have not ended: {count}"));
        }
    }
    let decisions = sqlx::query_scalar!(
        r#"select count(*) as "count!" from staff_decision
           where wallet_id = $1 and status in ('PENDING', 'AGREED')"#,
        member.0,
    )
    .fetch_one(connection)
    .await?;
    if decisions > 0 {
        reasons.push(format!("decisions of staff that wait: {decisions}"));
    }
    if reasons.is_empty() {
        Ok(())
    } else {
        Err(EraseError::Busy(reasons.join("; ")))
    }
}

/// Ends every login, and deletes throttles and proofs of the phone number.
async fn close_doors(
    state: &Core,
    connection: &mut PgConnection,
    member: Uuid,
    numbers: &[String; 2],
) -> Result<(), sqlx::Error> {
    // Socket tickets are deleted with their sessions.
    sqlx::query!("delete from session where member_id = $1", member)
        .execute(&mut *connection)
        .await?;
    sqlx::query!("delete from otp where phone = $1", numbers[0])
        .execute(&mut *connection)
        .await?;
    let subjects: Vec<Vec<u8>> = numbers
        .iter()
        .map(|number| state.secrets.subject(number))
        .collect();
    sqlx::query!("delete from throttle where subject = any($1)", &subjects)
        .execute(&mut *connection)
        .await?;
    sqlx::query!("delete from player_note where member_id = $1", member)
        .execute(&mut *connection)
        .await?;
    sqlx::query!(
        "delete from discrepancy_note as note using discrepancy it
         where it.id = note.discrepancy_id and it.player = $1",
        member
    )
    .execute(&mut *connection)
    .await?;
    sqlx::query!("delete from member_device where member_id = $1", member)
        .execute(&mut *connection)
        .await?;
    sqlx::query!("delete from member_notice where member_id = $1", member)
        .execute(&mut *connection)
        .await?;
    sqlx::query!("delete from member_pin where member_id = $1", member)
        .execute(&mut *connection)
        .await?;
    // The member has taken over these guests' conversations; their remaining rows are deleted too.
    sqlx::query!("delete from guest where linked_to = $1", member)
        .execute(connection)
        .await?;
    Ok(())
}

/// Blanks the rows that must stay because events name their ids, and deletes the others. The member
/// comes last: from then on the triggers refuse writes.
async fn blank(
    state: &Core,
    connection: &mut PgConnection,
    member: Uuid,
) -> Result<(), sqlx::Error> {
    let now = state.clock.now();
    // Every row gets a different filler: equal ones would look like one person and one number.
    sqlx::query!(
        "update bank_account
         set account_no = 'erased-' || id, holder = 'erased-' || id,
             holder_canonical = 'erased-' || id, salt = null, mac = null, updated_at = $2
         where member_id = $1",
        member,
        now,
    )
    .execute(&mut *connection)
    .await?;
    sqlx::query!(
        "update game_credential
         set sealed = '', sealed_next = null, opened_by_key = null, changed_at = $2
         where wallet_id = $1",
        member,
        now,
    )
    .execute(&mut *connection)
    .await?;
    // From now on the name identifies nobody, and no other member can take it.
    invite_code::forget_member(&mut *connection, &state.secrets, member).await?;
    sqlx::query!("delete from gift_link where wallet_id = $1", member)
        .execute(&mut *connection)
        .await?;
    sqlx::query!("delete from process_attempt where wallet_id = $1", member)
        .execute(&mut *connection)
        .await?;
    sqlx::query!(
        "update member
         set username = 'erased-' || id, name = 'erased', name_canonical = 'erased', password_hash = '',
             credential_mac = null, source_code = '', invite_code = null, is_active = false, updated_at = $2, erased_at = $2
         where id = $1",
        member,
        now,
    )
    .execute(connection)
    .await?;
    Ok(())
}
