//! The chat record: a message as both sides see it.

use chrono::{DateTime, Utc};
use serde::Serialize;
use serde_json::{Value, json};
use utoipa::ToSchema;
use uuid::Uuid;

use super::Owner;
use super::party::public_id;

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

/// A message's row, with the owner of its conversation.
pub(super) struct Row {
    pub(super) id: Uuid,
    pub(super) conversation_id: Uuid,
    pub(super) sequence: i64,
    pub(super) session_id: Uuid,
    pub(super) sender: String,
    pub(super) staff_name: Option<String>,
    pub(super) guest_name: Option<String>,
    pub(super) device_token: Option<String>,
    pub(super) client_id: Option<String>,
    pub(super) message_type: String,
    pub(super) payload: Option<Value>,
    pub(super) created_at: DateTime<Utc>,
    pub(super) xact: i64,
    pub(super) member_id: Option<Uuid>,
    pub(super) guest_id: Option<Uuid>,
    pub(super) username: Option<String>,
    pub(super) member_name: Option<String>,
}

impl Row {
    /// The owner of the conversation.
    pub(super) fn owner(&self) -> Option<Owner> {
        Owner::of(self.member_id, self.guest_id)
    }
}

impl From<Row> for Record {
    fn from(row: Row) -> Self {
        let is_erased = row.payload.is_none();
        let message = match row.payload {
            Some(payload) => json!({ "message_type": row.message_type, "payload": payload }),
            None => json!({ "message_type": "unknown", "payload": null }),
        };
        Self {
            id: row.id.to_string(),
            // Only a hash is left of an erased message.
            client_id: row.client_id.filter(|_| !is_erased),
            conversation: row.conversation_id.to_string(),
            sequence: row.sequence.to_string(),
            session_id: row.session_id.to_string(),
            sender: row.sender,
            user_id: row.member_id.map(|id| id.to_string()),
            guest_id: row.guest_id.map(public_id),
            username: row.username,
            name: row.staff_name.or(row.guest_name).or(row.member_name),
            device_token: row.device_token,
            message,
            is_erased,
            created_at: row.created_at,
        }
    }
}
