//! Reads messages newest first, for a search by their words.
//!
//! Thai and Lao put no space between words, so an index of words would find little. A search reads
//! along the index of the messages' times instead, a bounded number in each call.

use chrono::{DateTime, Utc};
use serde_json::Value;
use uuid::Uuid;

use super::Record;
use super::record::{Row, select_message};
use platform::core::Core;
use platform::signed_row::SignedRow;

/// Keys of a payload whose texts people read; the others are data.
const SHOWN: [&str; 3] = ["message", "title", "subtitle"];

/// The place of a message among all messages, by time.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Place {
    /// When it was written.
    pub at: DateTime<Utc>,
    /// Its id, for the order of messages of one moment.
    pub id: Uuid,
}

/// A message with its texts.
#[derive(Debug)]
pub struct Message {
    /// Where it is among all messages.
    pub place: Place,
    /// The conversation that it belongs to.
    pub conversation: Uuid,
    /// What people read in it, and the name that a guest gave; empty if the gateway has not written
    /// it so.
    pub texts: Vec<String>,
    /// The message as both sides see it.
    pub record: Record,
}

/// At most `limit` messages before a place, newest first, without the erased ones.
pub async fn before(
    state: &Core,
    place: Option<Place>,
    limit: i64,
) -> Result<Vec<Message>, sqlx::Error> {
    let (at, id) = place.map(|place| (place.at, place.id)).unzip();
    let rows = select_message!(
        "from chat_message m
         join chat_conversation c on c.id = m.conversation_id
         left join member on member.id = c.member_id
         where m.payload is not null
           and ($1::timestamptz is null or (m.created_at, m.id) < ($1, $2::uuid))
         order by m.created_at desc, m.id desc limit $3",
        at,
        id,
        limit,
    )
    .fetch_all(&state.pool)
    .await?;
    let messages = rows.into_iter().map(|row| Message {
        place: Place {
            at: row.created_at,
            id: row.id,
        },
        conversation: row.conversation_id,
        texts: if row.is_signed(&state.secrets) {
            texts(&row)
        } else {
            Vec::new()
        },
        record: Record::of(row, &state.secrets),
    });
    Ok(messages.collect())
}

fn texts(row: &Row) -> Vec<String> {
    let mut found: Vec<String> = row.guest_name.iter().cloned().collect();
    if let Some(payload) = &row.payload {
        collect(payload, &mut found);
    }
    found
}

fn collect(value: &Value, found: &mut Vec<String>) {
    match value {
        Value::Array(items) => {
            for item in items {
                collect(item, found);
            }
        }
        Value::Object(fields) => {
            for (key, field) in fields {
                match field {
                    Value::String(text) if SHOWN.contains(&key.as_str()) => {
                        found.push(text.clone());
                    }
                    Value::Array(_) | Value::Object(_) => collect(field, found),
                    _ => {}
                }
            }
        }
        _ => {}
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn texts_are_what_people_read() {
        let payload = json!([
            { "title": "Slip", "subtitle": "of today", "image_url": "/x" },
            { "title": "Bank", "buttons": [{ "title": "SCB", "payload": "SECRET" }] },
        ]);
        let mut found = Vec::new();
        collect(&payload, &mut found);
        found.sort();
        assert_eq!(found, ["Bank", "SCB", "Slip", "of today"]);
    }
}
