//! Blocking a player's log-in, allowing it again, and ending the player's sessions. Each takes one
//! person with a reason. The change and its audit entry are written in one transaction.

use chrono::{DateTime, Utc};
use ledger::WalletId;
use serde_json::json;

use super::audit_log::{self, AuditEntry};
use super::session::Staff;
use members::login_freeze;
use members::session::{self, Which};
use platform::core::Core;
use platform::error::ApiError;

const FREEZE: &str = "login.freeze";
const UNFREEZE: &str = "login.unfreeze";
const END_SESSIONS: &str = "sessions.end";

/// Blocks a player's log-in and ends every session. A repeat ends the sessions opened since.
pub async fn freeze(
    state: &Core,
    staff: &Staff,
    player: WalletId,
    why: &str,
) -> Result<(), ApiError> {
    let mut transaction = state.pool.begin().await?;
    login_freeze::begin(state, &mut transaction, player).await?;
    end_all(state, transaction, staff, player, (FREEZE, why)).await
}

/// Unblocks a player's log-in.
pub async fn unfreeze(
    state: &Core,
    staff: &Staff,
    player: WalletId,
    why: &str,
) -> Result<(), ApiError> {
    let mut transaction = state.pool.begin().await?;
    if !login_freeze::end(state, &mut transaction, player).await? {
        return Ok(());
    }
    let entry = AuditEntry::of(UNFREEZE).to("player", &player).because(why);
    audit_log::record_in(&mut transaction, state, staff, entry).await?;
    transaction.commit().await?;
    Ok(())
}

/// Ends all sessions of a player, who can log in again at once.
pub async fn end_sessions(
    state: &Core,
    staff: &Staff,
    player: WalletId,
    why: &str,
) -> Result<(), ApiError> {
    let mut transaction = state.pool.begin().await?;
    login_freeze::lock(&mut transaction, player).await?;
    end_all(state, transaction, staff, player, (END_SESSIONS, why)).await
}

async fn end_all(
    state: &Core,
    mut transaction: sqlx::Transaction<'_, sqlx::Postgres>,
    staff: &Staff,
    player: WalletId,
    (kind, why): (&str, &str),
) -> Result<(), ApiError> {
    let ended = session::revoke_in(state, &mut transaction, player, Which::All).await?;
    let entry = AuditEntry::of(kind)
        .to("player", &player)
        .because(why)
        .with(json!({ "sessions": ended.len() }));
    audit_log::record_in(&mut transaction, state, staff, entry).await?;
    transaction.commit().await?;
    for session_id in ended {
        state.live.end_session(session_id);
    }
    Ok(())
}

/// The freeze of a player's log-in, with who did it.
#[derive(Debug)]
pub struct KnownLoginFreeze {
    /// When the log-in was frozen.
    pub since: DateTime<Utc>,
    /// Who did it last, and why.
    pub by: Option<String>,
    /// Reason that staff gave, from the audit log; none if no entry has it.
    pub reason: Option<String>,
}

/// The freeze of a player's log-in in force; none if the player may log in.
pub async fn login_freeze_of(
    state: &Core,
    player: WalletId,
) -> Result<Option<KnownLoginFreeze>, sqlx::Error> {
    let Some(since) = login_freeze::since(state, player).await? else {
        return Ok(None);
    };
    let entry = sqlx::query!(
        "select staff.name, act.reason
         from staff_act as act join staff on staff.id = act.staff_id
         where act.subject_kind = 'player' and act.subject_id = $1 and act.kind = $2
         order by act.id desc limit 1",
        player.0.to_string(),
        FREEZE,
    )
    .fetch_optional(&state.pool)
    .await?;
    let (by, reason) = entry.map_or((None, None), |entry| (Some(entry.name), entry.reason));
    Ok(Some(KnownLoginFreeze { since, by, reason }))
}
