//! Who calls, as far as every room knows it.

use ledger::WalletId;
use uuid::Uuid;

/// A member who is signed in.
#[derive(Debug, Clone, Copy)]
pub struct Member {
    /// The member's id, which is the wallet's.
    pub id: WalletId,
    /// The session that the call came with.
    pub session_id: Uuid,
}

/// A visitor without an account, who chats under an identity of ours.
#[derive(Debug, Clone, Copy)]
pub struct Guest {
    /// The public id, which is no secret.
    pub id: Uuid,
}

/// Who may chat: a member or a guest.
#[derive(Debug, Clone, Copy)]
pub enum Visitor {
    /// A member who is signed in.
    Member(Member),
    /// Somebody without an account.
    Guest(Guest),
}
