//! The inviter's earnings from each invited player: collected, and still waiting.

use ledger::{Money, WalletId};
use sqlx::PgPool;
use uuid::Uuid;

use crate::projection::{ViewError, stored_currency, stored_money};

use super::stored::INVITE;

/// The inviter's earnings from one invited player.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FriendEarnings {
    /// Wallet of the invited player.
    pub invitee: WalletId,
    /// The amount credited to the inviter's wallet.
    pub collected: Money,
    /// The amount that the inviter can still collect.
    pub waiting: Money,
}

/// An inviter's earnings from each of these invited players, in no order. A player without earnings
/// is missing.
///
/// A collection takes all earlier earnings, so only later earnings wait.
pub async fn friend_earnings(
    pool: &PgPool,
    inviter: WalletId,
    invitees: &[WalletId],
) -> Result<Vec<FriendEarnings>, ViewError> {
    let ids: Vec<Uuid> = invitees.iter().map(|id| id.0).collect();
    let rows = sqlx::query!(
        r#"with collection as (
               select coalesce(max(position), 0) as last from reward_grant
               where wallet_id = $1 and kind = 'invite'
           )
           select invitee, currency,
                  coalesce(sum(amount) filter (where position < last), 0) as "collected!",
                  coalesce(sum(amount) filter (where position > last), 0) as "waiting!"
           from reward_invite, collection
           where wallet_id = $1 and invitee = any($2)
           group by invitee, currency"#,
        inviter.0,
        &ids,
    )
    .fetch_all(pool)
    .await?;
    let read = rows.into_iter().map(|row| {
        let currency = stored_currency(INVITE, &row.currency)?;
        Ok(FriendEarnings {
            invitee: WalletId(row.invitee),
            collected: stored_money(INVITE, row.collected, currency)?,
            waiting: stored_money(INVITE, row.waiting, currency)?,
        })
    });
    read.collect()
}
