//! The participants of a conversation.
//!
//! A conversation's row is signed: its MAC, under a key outside the database, covers whose it is and what it has
//! become part of. So nobody with the application's database role opens the conversation of somebody else.

use serde::{Deserialize, Serialize};
use uuid::Uuid;

use platform::error::{ApiError, Code};
use platform::secrets::Secrets;
use platform::signed_row::SignedRow;
use platform::sockets::Subject;
use platform::subject::Visitor;

/// A side of a conversation.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Side {
    /// The member or guest.
    Customer,
    /// Staff.
    Agent,
}

impl Side {
    /// The code on the wire and in the database.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Customer => "customer",
            Self::Agent => "agent",
        }
    }
}

/// The owner of a conversation.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Owner {
    /// A member, by the wallet's id.
    Member(Uuid),
    /// A visitor without an account, by the guest's id.
    Guest(Uuid),
}

impl Owner {
    /// The owner of a conversation's row; the table holds exactly one of the two.
    pub fn of(member: Option<Uuid>, guest: Option<Uuid>) -> Option<Self> {
        member.map(Self::Member).or(guest.map(Self::Guest))
    }

    /// The member's or the guest's id.
    pub const fn id(self) -> Uuid {
        match self {
            Self::Member(id) | Self::Guest(id) => id,
        }
    }

    /// The columns `member_id` and `guest_id`.
    pub const fn columns(self) -> (Option<Uuid>, Option<Uuid>) {
        match self {
            Self::Member(id) => (Some(id), None),
            Self::Guest(id) => (None, Some(id)),
        }
    }

    /// The code for the owner of a file.
    pub const fn kind(self) -> &'static str {
        match self {
            Self::Member(_) => "member",
            Self::Guest(_) => "guest",
        }
    }

    /// The MAC of the owner's conversation, which may have become part of another one.
    pub(super) fn conversation_mac(
        self,
        secrets: &Secrets,
        conversation: Uuid,
        merged_into: Option<Uuid>,
    ) -> [u8; 32] {
        let (member_id, guest_id) = self.columns();
        let row = OwnerRow {
            id: conversation,
            member_id,
            guest_id,
            merged_into,
            mac: Vec::new(),
        };
        row.right_mac(secrets)
    }
}

/// What a conversation's row says of its owner.
#[derive(Debug)]
pub struct OwnerRow {
    /// The conversation.
    pub id: Uuid,
    /// The member whose conversation it is.
    pub member_id: Option<Uuid>,
    /// The guest whose conversation it is.
    pub guest_id: Option<Uuid>,
    /// The member's conversation that it has become part of.
    pub merged_into: Option<Uuid>,
    /// The stored MAC over all of it.
    pub mac: Vec<u8>,
}

platform::signed_row! {
    OwnerRow in "chat_conversation":
    id, member_id, guest_id, merged_into => mac
}

impl OwnerRow {
    /// The owner; none if the gateway has not written so whose conversation it is.
    pub fn owner(&self, secrets: &Secrets) -> Option<Owner> {
        let owner = Owner::of(self.member_id, self.guest_id)?;
        if self.is_signed(secrets) {
            return Some(owner);
        }
        tracing::error!(id = %self.id, "a conversation that the gateway has not written so");
        None
    }
}

impl From<Owner> for Subject {
    fn from(owner: Owner) -> Self {
        match owner {
            Owner::Member(id) => Self::Member(id),
            Owner::Guest(id) => Self::Guest(id),
        }
    }
}

impl From<Visitor> for Owner {
    fn from(visitor: Visitor) -> Self {
        match visitor {
            Visitor::Member(member) => Self::Member(member.id.0),
            Visitor::Guest(guest) => Self::Guest(guest.id),
        }
    }
}

/// Refuses a body that names another visitor, without revealing whether that visitor exists.
pub fn require_named(
    visitor: Visitor,
    user_id: Option<&str>,
    guest_id: Option<&str>,
) -> Result<(), ApiError> {
    let (user, guest) = match visitor {
        Visitor::Member(member) => (Some(member.id.to_string()), None),
        Visitor::Guest(guest) => (None, Some(public_id(guest.id))),
    };
    let is_own =
        |named: Option<&str>, own: &Option<String>| named.is_none() || named == own.as_deref();
    if is_own(user_id, &user) && is_own(guest_id, &guest) {
        Ok(())
    } else {
        Err(Code::NoData.into())
    }
}

/// A guest's public id.
pub fn public_id(guest: Uuid) -> String {
    format!("guest-{}", guest.simple())
}

/// The chat's view of a member of staff.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct StaffIdentity {
    /// Id of the staff account.
    pub id: Uuid,
    /// The name that visitors see.
    pub name: String,
}

/// The author of a message.
#[derive(Debug, Clone)]
pub enum Author {
    /// The owner of the conversation.
    Visitor(Owner),
    /// Staff, in that conversation.
    Staff(StaffIdentity, Uuid),
}

impl Author {
    /// Id of the member, of the guest or of the staff account.
    pub const fn id(&self) -> Uuid {
        match self {
            Self::Visitor(owner) => owner.id(),
            Self::Staff(staff, _) => staff.id,
        }
    }

    /// The side of the conversation that the author writes for.
    pub const fn side(&self) -> Side {
        match self {
            Self::Visitor(_) => Side::Customer,
            Self::Staff(..) => Side::Agent,
        }
    }
}
