//! Announces to the other people in a conversation who is writing.

use super::hub::Hub;
use super::{Owner, Side, Signal, store};

/// Announces that a visitor is writing in the visitor's conversation.
pub async fn visitor(hub: &Hub, owner: Owner) -> Result<(), sqlx::Error> {
    // A notice is sent equally often, however many sockets announce it.
    if !hub.announced.is_due(owner.id(), owner.id()) {
        return Ok(());
    }
    if let Some(found) = store::find_own(&hub.pool, &hub.secrets, owner).await? {
        hub.signal(Signal::Typing {
            who: owner.id(),
            conversation: found.id,
            owner: found.owner,
            side: Side::Customer,
            name: None,
        });
    }
    Ok(())
}
