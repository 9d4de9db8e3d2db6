//! What each invited player has earned the inviter: collected, and still waiting.

use ledger::{Money, WalletId};
use sqlx::PgPool;
use uuid::Uuid;

use crate::projection::{ViewError, stored_currency, stored_money};

use super::stored::INVITE;

/// What one invited player has earned the inviter.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FriendEarnings {
    /// Wallet of the invited player.
    pub invitee: WalletId,
    /// What the inviter's wallet was credited with.
    pub collected: Money,
    /// What the inviter can still collect.
    pub waiting: Money,
}

/// What each of these invited players has earned an inviter, in no order. A player who has earned nothing
/// is missing.
///
/// A collection takes all that was earned before it, so what was earned after the last one waits.
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
