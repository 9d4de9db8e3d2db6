//! Frames for sockets; each is serialised once, however many sockets it goes to.

use axum::extract::ws::Utf8Bytes;
use serde_json::{Value, json};
use uuid::Uuid;

use super::{Record, Side, StaffIdentity};

/// A frame of an event with its data.
pub fn frame(event: &str, data: &Value) -> Utf8Bytes {
    json!({ "event": event, "data": data }).to_string().into()
}

pub(crate) fn messaging(record: &Record) -> Utf8Bytes {
    frame("messaging", &json!(record))
}

/// A side is writing; `name` is the agent's, if staff write.
pub fn typing(conversation: Uuid, side: Side, name: Option<&str>) -> Utf8Bytes {
    let data = json!({ "conversation": conversation, "who": side.as_str(), "name": name });
    frame("typing", &data)
}

/// A side has read up to a number.
pub fn read(conversation: Uuid, side: Side, sequence: i64) -> Utf8Bytes {
    let data = json!({
        "conversation": conversation,
        "side": side.as_str(),
        "sequence": sequence.to_string(),
    });
    frame("read", &data)
}

/// Which staff have the conversation open; visitors get names only.
pub(crate) fn presence(conversation: Uuid, staff: &[StaffIdentity], to: Side) -> Utf8Bytes {
    let answering: Vec<Value> = staff
        .iter()
        .map(|person| match to {
            Side::Customer => json!({ "name": person.name }),
            Side::Agent => json!({ "id": person.id, "name": person.name }),
        })
        .collect();
    let data = json!({ "conversation": conversation, "answering": answering });
    frame("presence", &data)
}

/// A conversation has changed in the inbox.
pub fn inbox(conversation: Uuid) -> Utf8Bytes {
    frame("inbox", &json!({ "conversation": conversation }))
}

/// The messages have changed: a client that shows them must read them again.
pub(crate) fn chat_changed() -> Utf8Bytes {
    frame("changed", &json!({ "view": "chat", "position": "0" }))
}
