//! Who invited whom. The registration decides it from the code in the inviter's link: the member's
//! short code, or `PR{member id}`.
//!
//! A code that belongs to no member, past or present, is refused: it was mistyped. All others are
//! accepted in silence, even the code of an inviter who is inactive, was erased, or looks like the
//! new member. An error would reveal a member's state, or how to pass the check.

use std::collections::{HashMap, HashSet};

use futures_util::TryStreamExt;
use ledger::journal::{self, JournalError, JournalKey, RecordedEvent};
use ledger::wallet::reward::{InviteEarned, RewardEvent};
use ledger::{WalletEvent, WalletId};
use serde_json::json;
use sqlx::{PgConnection, PgExecutor, PgPool};
use uuid::Uuid;

use super::throttle::{self, Rule};
use super::{invite_code, particulars};
use platform::core::Core;
use platform::error::{ApiError, Code};
use platform::secrets::Secrets;
use platform::signed_row::SignedRow;

/// The scope of the limit on unknown codes.
const ADDRESS: &str = "invite:address";

/// The member whom a code `PR{member id}` names.
fn named(code: &str) -> Option<WalletId> {
    let (mark, id) = code.split_at_checked(2)?;
    let id = mark.eq_ignore_ascii_case("PR").then_some(id)?;
    Uuid::try_parse(id).ok().map(WalletId)
}

/// Refuses a code that belongs to no member, past or present. Such tries are limited by address, so
/// that guessing codes finds no member.
pub(crate) async fn require_known(
    state: &Core,
    code: Option<&str>,
    address: &str,
) -> Result<(), ApiError> {
    let Some(code) = code else {
        return Ok(());
    };
    let unknown =
        || ApiError::from(Code::Unrecognised).with_data(json!({ "fields": ["inviteCode"] }));
    let member = named(code).map(|id| id.0);
    let short_code = invite_code::read(code);
    // A text that cannot be a code says nothing about members.
    if member.is_none() && short_code.is_none() {
        return Err(unknown());
    }
    let limit = Rule::Window {
        max: state.config.login.registrations_per_address_hour,
        seconds: 3_600,
    };
    throttle::charge(state, ADDRESS, address, limit).await?;
    let is_known = match &short_code {
        Some(code) => {
            let row = invite_code::find(&state.pool, &state.secrets, code).await?;
            row.is_some()
        }
        None => {
            sqlx::query_scalar!(
                r#"select exists (select from member where id = $1) as "is_known!""#,
                member,
            )
            .fetch_one(&state.pool)
            .await?
        }
    };
    if !is_known {
        return Err(unknown());
    }
    throttle::refund(state, ADDRESS, address).await
}

/// Records who invited a member that was just stored with bank account and device. Records nobody
/// if the two look like one person.
pub(crate) async fn settle(
    state: &Core,
    connection: &mut PgConnection,
    member: WalletId,
    code: Option<&str>,
) -> Result<(), sqlx::Error> {
    let Some(code) = code else {
        return Ok(());
    };
    let Some(inviter) = member_of(&mut *connection, &state.secrets, code).await? else {
        return Ok(());
    };
    let pair = Invited {
        member,
        inviter: WalletId(inviter),
        mac: None,
    };
    if pair
        .share_a_holder(&mut *connection, &state.secrets)
        .await?
    {
        return Ok(());
    }
    let settled = sqlx::query!(
        "update member set inviter_id = inviter.id from member as inviter
         where member.id = $1 and inviter.id = $2 and inviter.is_active
             and not share_a_device(member.id, inviter.id)",
        member.0,
        inviter,
    )
    .execute(&mut *connection)
    .await?;
    if settled.rows_affected() == 0 {
        return Ok(());
    }
    sqlx::query!(
        "update member set inviter_mac = $2 where id = $1",
        member.0,
        &pair.right_mac(&state.secrets)[..],
    )
    .execute(connection)
    .await
    .map(drop)
}

/// The member whom a code names, by the id or as the member's short code.
async fn member_of(
    connection: &mut PgConnection,
    secrets: &Secrets,
    code: &str,
) -> Result<Option<Uuid>, sqlx::Error> {
    if let Some(id) = named(code) {
        return Ok(Some(id.0));
    }
    let Some(code) = invite_code::read(code) else {
        return Ok(None);
    };
    let row = invite_code::find(connection, secrets, &code).await?;
    Ok(row.and_then(|row| row.member_id))
}

/// A member and who invited the member. One that is not signed moves no money.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Invited {
    /// The invited member.
    pub member: WalletId,
    /// Who earns a share of this one's losses.
    pub inviter: WalletId,
    /// The stored MAC over both.
    pub mac: Option<Vec<u8>>,
}

platform::signed_row! { Invited in "member inviter": member, inviter => mac }

impl Invited {
    /// Whether the two have bank accounts in one name, as one person has.
    pub async fn share_a_holder(
        &self,
        executor: impl PgExecutor<'_>,
        secrets: &Secrets,
    ) -> Result<bool, sqlx::Error> {
        particulars::share_a_holder(executor, secrets, [self.member, self.inviter]).await
    }
}

/// Lists the members with an inviter whom the gateway has not settled, and the earnings by an invited
/// player who is another member's.
pub async fn verify(
    pool: &PgPool,
    secrets: &Secrets,
    key: Option<&JournalKey>,
) -> Result<Vec<String>, JournalError> {
    let mut rows = sqlx::query!(
        "select id, inviter_id, inviter_mac from member
         where inviter_id is not null or inviter_mac is not null order by id"
    )
    .fetch(pool);
    let (mut findings, mut settled) = (Vec::new(), HashMap::new());
    while let Some(row) = rows.try_next().await? {
        let pair = row.inviter_id.map(|inviter| Invited {
            member: WalletId(row.id),
            inviter: WalletId(inviter),
            mac: row.inviter_mac.clone(),
        });
        match pair.filter(|pair| pair.is_signed(secrets)) {
            Some(pair) => drop(settled.insert(pair.member, pair.inviter)),
            None => findings.push(format!(
                "member, id {}: the inviter is not the one of the registration",
                row.id
            )),
        }
    }
    drop(rows);
    let mut named = HashSet::new();
    let mut events = journal::events_of(pool, key, &["InviteEarned"]);
    while let Some(RecordedEvent {
        wallet_id, event, ..
    }) = events.try_next().await?
    {
        let WalletEvent::Reward(reward) = event else {
            continue;
        };
        let RewardEvent::InviteEarned(InviteEarned { invitee, .. }) = *reward else {
            continue;
        };
        let is_own = settled.get(&invitee) == Some(&wallet_id);
        if !is_own && named.insert((wallet_id, invitee)) {
            findings.push(format!(
                "event, wallet {wallet_id}: it earns by {invitee}, whom another member or nobody has invited"
            ));
        }
    }
    Ok(findings)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_code_names_a_member_by_id() {
        let id = "01a1fdd8-2731-70b2-a92f-d498fe5cc7e5";
        let member = Some(WalletId(id.parse().unwrap()));
        assert_eq!(named(&format!("PR{id}")), member);
        assert_eq!(named(&format!("pr{}", id.replace('-', ""))), member);
        for code in ["", "P", "PR", "PR-", "AB1234", id, "PR1234", "ลอง"] {
            assert_eq!(named(code), None, "{code}");
        }
    }
}
