//! The player's data next to the chat. Reading it is access to the player's data and is recorded
//! as such, with the chat as its reason.

use ledger::WalletId;
use projections::wallet::{self, WalletView};
use serde_json::json;

use crate::staff::audit_log::{self, AuditEntry};
use crate::staff::session::Staff;
use chat::Owner;
use chat::store::Conversation;
use platform::core::Core;
use platform::error::ApiError;

const REASON: &str = "chat";

/// Records that staff access the player of a conversation, and returns the player; none for a
/// guest.
pub async fn look(
    state: &Core,
    staff: &Staff,
    conversation: &Conversation,
) -> Result<Option<WalletId>, ApiError> {
    let Owner::Member(player) = conversation.owner else {
        return Ok(None);
    };
    let act = AuditEntry::of("look.chat")
        .to("player", &player)
        .because(REASON);
    let detail = json!({ "conversation": conversation.id });
    audit_log::record(state, staff, act.with(detail)).await?;
    Ok(Some(WalletId(player)))
}

/// The player's wallet; none if no wallet was opened.
async fn wallet(state: &Core, player: WalletId) -> Result<Option<WalletView>, ApiError> {
    Ok(wallet::find(&state.pool, player).await?)
}

pub(super) async fn name(state: &Core, owner: Owner) -> Result<Option<String>, sqlx::Error> {
    let Owner::Member(id) = owner else {
        return Ok(None);
    };
    sqlx::query_scalar!("select name from member where id = $1", id)
        .fetch_optional(&state.pool)
        .await
}

/// The balance of the member's main wallet.
pub(super) async fn balance(
    state: &Core,
    staff: &Staff,
    conversation: &Conversation,
) -> Result<Option<String>, ApiError> {
    let Some(player) = look(state, staff, conversation).await? else {
        return Ok(None);
    };
    let found = wallet(state, player).await?;
    Ok(found.map(|wallet| wallet.main.digits()))
}
