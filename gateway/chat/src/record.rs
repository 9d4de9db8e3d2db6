//! The chat record: a message as both sides see it.
//!
//! A message's MAC covers where it was written, by whom, under which name, and its content, under a key outside
//! the database. So nobody with the application's database role speaks as staff, or as a visitor. A message
//! without its MAC is shown like an erased one: a client takes a gap in the numbers for a loss.

use chrono::{DateTime, Utc};
use serde::Serialize;
use serde_json::{Value, json};
use sqlx::PgPool;
use utoipa::ToSchema;
use uuid::Uuid;

use super::Owner;
use super::party::{OwnerRow, public_id};
use platform::secrets::{Part, Secrets};
use platform::signed_row::{self, SignedRow};

/// A message on the wire.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct Record {
    #[serde(rename = "_id")]
    id: String,
    /// The client's id of it.
    #[serde(rename = "clientId")]
    client_id: Option<String>,
    /// The conversation that it belongs to.
    conversation: String,
    /// Its number in the conversation, without gaps.
    sequence: String,
    /// The session; it changes when staff end the conversation and it starts again.
    session_id: String,
    /// `customer` or `agent`.
    sender: String,
    #[serde(rename = "userId")]
    user_id: Option<String>,
    #[serde(rename = "guestId")]
    guest_id: Option<String>,
    /// The member's phone number.
    username: Option<String>,
    /// The name of the member or agent who wrote it, or the name that a guest gave.
    name: Option<String>,
    /// The token of the device that it was written on, as the visitor has given it.
    #[serde(rename = "deviceToken")]
    device_token: Option<String>,
    /// Its type and content; `unknown` and null for an erased message.
    #[schema(value_type = Object)]
    message: Value,
    /// Whether its text was erased.
    #[serde(rename = "isErased")]
    is_erased: bool,
    #[serde(rename = "createdAt")]
    created_at: DateTime<Utc>,
}

/// Selects messages as [`Row`]s.
macro_rules! select_message {
    ($tail:literal $(, $argument:expr)* $(,)?) => {
        sqlx::query_as!(
            $crate::record::Row,
            r#"select m.id, m.conversation_id, m.sequence, m.session_id, m.sender, m.author_id,
                m.staff_name, m.guest_name, m.device_token, m.client_id, m.message_type, m.payload,
                m.mac, m.created_at, m.xact, c.member_id, c.guest_id, c.merged_into,
                c.mac as conversation_mac, member.username as "username?",
                member.name as "member_name?" "# + $tail
            $(, $argument)*
        )
    };
}
pub(super) use select_message;

/// A message's row, with the owner of its conversation.
pub(super) struct Row {
    pub(super) id: Uuid,
    pub(super) conversation_id: Uuid,
    pub(super) sequence: i64,
    pub(super) session_id: Uuid,
    pub(super) sender: String,
    pub(super) author_id: Uuid,
    pub(super) staff_name: Option<String>,
    pub(super) guest_name: Option<String>,
    pub(super) device_token: Option<String>,
    pub(super) client_id: Option<String>,
    pub(super) message_type: String,
    /// Absent once the message is erased, and so is the MAC.
    pub(super) payload: Option<Value>,
    pub(super) mac: Option<Vec<u8>>,
    pub(super) created_at: DateTime<Utc>,
    pub(super) xact: i64,
    pub(super) member_id: Option<Uuid>,
    pub(super) guest_id: Option<Uuid>,
    pub(super) merged_into: Option<Uuid>,
    pub(super) conversation_mac: Vec<u8>,
    pub(super) username: Option<String>,
    pub(super) member_name: Option<String>,
}

impl Row {
    /// The owner of the conversation; none if the gateway has not written so whose it is.
    pub(super) fn owner(&self, secrets: &Secrets) -> Option<Owner> {
        let row = OwnerRow {
            id: self.conversation_id,
            member_id: self.member_id,
            guest_id: self.guest_id,
            merged_into: self.merged_into,
            mac: self.conversation_mac.clone(),
        };
        row.owner(secrets)
    }

    /// What the message says in a conversation.
    pub(super) fn said_in(&self, conversation: Uuid) -> Said<'_> {
        Said {
            id: self.id,
            conversation,
            sender: &self.sender,
            author: self.author_id,
            staff_name: self.staff_name.as_deref(),
            guest_name: self.guest_name.as_deref(),
            message_type: &self.message_type,
            payload: self.payload.as_ref(),
        }
    }
}

impl SignedRow for Row {
    fn right_mac(&self, secrets: &Secrets) -> [u8; 32] {
        self.said_in(self.conversation_id).mac(secrets)
    }

    /// Nobody signs an erased message.
    fn mac(&self) -> &[u8] {
        self.mac.as_deref().unwrap_or_default()
    }
}

/// What a message's MAC covers.
pub(super) struct Said<'a> {
    pub(super) id: Uuid,
    pub(super) conversation: Uuid,
    pub(super) sender: &'a str,
    pub(super) author: Uuid,
    pub(super) staff_name: Option<&'a str>,
    pub(super) guest_name: Option<&'a str>,
    pub(super) message_type: &'a str,
    /// Absent once the message is erased.
    pub(super) payload: Option<&'a Value>,
}

impl Said<'_> {
    pub(super) fn mac(&self, secrets: &Secrets) -> [u8; 32] {
        let parts: [&dyn Part; 8] = [
            &self.id,
            &self.conversation,
            &self.sender,
            &self.author,
            &self.staff_name,
            &self.guest_name,
            &self.message_type,
            &self.payload,
        ];
        secrets.row("chat_message", &parts)
    }
}

impl Record {
    /// A message for both sides.
    pub(super) fn of(row: Row, secrets: &Secrets) -> Self {
        let is_signed = row.is_signed(secrets);
        if !is_signed && row.payload.is_some() {
            tracing::error!(id = %row.id, "a message that the gateway has not written so");
        }
        let shown = |text: Option<String>| text.filter(|_| is_signed);
        let message = match row.payload {
            Some(payload) if is_signed => {
                json!({ "message_type": row.message_type, "payload": payload })
            }
            _ => json!({ "message_type": "unknown", "payload": null }),
        };
        Self {
            id: row.id.to_string(),
            // Only a hash is left of an erased message.
            client_id: shown(row.client_id),
            conversation: row.conversation_id.to_string(),
            sequence: row.sequence.to_string(),
            session_id: row.session_id.to_string(),
            sender: row.sender,
            user_id: row.member_id.map(|id| id.to_string()),
            guest_id: row.guest_id.map(public_id),
            username: row.username,
            name: shown(row.staff_name.or(row.guest_name).or(row.member_name)),
            device_token: shown(row.device_token),
            message,
            is_erased: !is_signed,
            created_at: row.created_at,
        }
    }
}

/// Lists the messages that the gateway has not written so. An erased one says nothing.
pub async fn verify(pool: &PgPool, secrets: &Secrets) -> Result<Vec<String>, sqlx::Error> {
    let rows = select_message!(
        "from chat_message m
         join chat_conversation c on c.id = m.conversation_id
         left join member on member.id = c.member_id
         where m.erased_at is null order by m.id"
    )
    .fetch(pool);
    let finding = |row: &Row| {
        let id = row.id;
        format!("chat_message, id {id}: the gateway has not written it so")
    };
    signed_row::unsigned(rows, secrets, finding).await
}
