//! Who calls, as far as every room knows it.

use ledger::WalletId;
use uuid::Uuid;

#[derive(Debug, Clone, Copy)]
pub(crate) struct Member {
    /// The member's id, which is the wallet's.
    pub(crate) id: WalletId,
    /// The session that the call came with.
    pub(crate) session_id: Uuid,
}

/// Somebody without an account, who chats under an identity of ours.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Guest {
    /// The public id, which is no secret.
    pub(crate) id: Uuid,
}

/// Who may chat: a member or a guest.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Visitor {
    Member(Member),
    /// Somebody without an account.
    Guest(Guest),
}
