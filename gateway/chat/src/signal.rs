//! The signals between the processes of one database, in addition to messages, and their form.
//!
//! Anybody with a log-in may send a `NOTIFY`, and a signal says who is writing. So a notice is sent under a MAC.

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use uuid::Uuid;

use super::{Owner, Side, StaffIdentity};
use platform::secrets::{Secrets, is_same_mac};

/// The longest text of a notice; with its MAC, PostgreSQL accepts less than 8,000 bytes.
const NOTICE_BYTES_MAX: usize = 7_500;

/// Hexadecimal digits of a MAC, in front of the text.
const MAC_DIGITS: usize = 64;

/// A transient fact: a client that misses it can still read everything.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Signal {
    /// A person is writing.
    Typing {
        /// Who writes.
        who: Uuid,
        /// The conversation that is written in.
        conversation: Uuid,
        /// Whose conversation it is.
        owner: Owner,
        /// The side that writes.
        side: Side,
        /// The name of the agent who writes.
        name: Option<String>,
    },
    /// A side has read up to a number.
    Read {
        /// The conversation that was read.
        conversation: Uuid,
        /// Whose conversation it is.
        owner: Owner,
        /// The side that has read.
        side: Side,
        /// The last number that was read.
        sequence: i64,
    },
    /// A member of staff has opened or closed the conversation.
    Answering {
        /// The conversation that was opened or closed.
        conversation: Uuid,
        /// Whose conversation it is.
        owner: Owner,
        /// Who has opened or closed it.
        staff: StaffIdentity,
        /// Whether it is open.
        is_on: bool,
    },
    /// The conversation has changed in the inbox: taken, handed over or ended.
    Inbox {
        /// The conversation that has changed.
        conversation: Uuid,
    },
    /// The messages have changed: erased, or merged with another conversation.
    Changed {
        /// The conversation whose messages have changed.
        conversation: Uuid,
        /// Whose conversation it is.
        owner: Owner,
    },
    /// The guest's secret is no longer valid.
    GuestEnded {
        /// The guest whose secret it was.
        guest: Uuid,
    },
}

impl Signal {
    /// Who is announced as writing, and where: a visitor has one conversation, which the visitor's id
    /// names.
    pub(super) fn writer(&self) -> Option<(Uuid, Uuid)> {
        match self {
            Self::Typing {
                who,
                conversation,
                side,
                ..
            } => match side {
                Side::Customer => Some((*who, *who)),
                Side::Agent => Some((*who, *conversation)),
            },
            _ => None,
        }
    }
}

/// The notice of one process to the others.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Notice {
    /// The sending process, which has already notified its own sockets.
    #[serde(rename = "o")]
    pub(super) origin: Uuid,
    /// Conversations with new messages.
    #[serde(rename = "c", default)]
    pub(super) conversations: Vec<Uuid>,
    #[serde(rename = "s", default)]
    pub(super) signals: Vec<Signal>,
}

/// The text of a `NOTIFY`: a notice under its MAC.
pub(super) fn signed(secrets: &Secrets, text: &str) -> String {
    let mac = right_mac(secrets, text);
    format!("{}{text}", hex::encode(mac))
}

fn right_mac(secrets: &Secrets, text: &str) -> [u8; 32] {
    secrets.row("notify chat", &[&text])
}

/// The notice in the text of a `NOTIFY`; none if no gateway has sent it.
pub(super) fn heard(secrets: &Secrets, signed: &str) -> Option<Notice> {
    let (mac, text) = signed.split_at_checked(MAC_DIGITS)?;
    let mac = hex::decode(mac).ok()?;
    if !is_same_mac(&right_mac(secrets, text), &mac) {
        return None;
    }
    serde_json::from_str(text).ok()
}

/// The texts of as many notices as needed; an item that is too long for a notice is left out.
pub(super) fn texts(origin: Uuid, conversations: &[Uuid], signals: &[Signal]) -> Vec<String> {
    let named = conversations.iter().map(|id| ("c", json!(id)));
    let said = signals.iter().map(|signal| ("s", json!(signal)));
    let mut texts = Vec::new();
    let (mut notice, mut length) = (json!({ "o": origin, "c": [], "s": [] }), 64);
    for (list, item) in named.chain(said) {
        let size = item.to_string().len() + 1;
        if size > NOTICE_BYTES_MAX - 64 {
            continue;
        }
        if length + size > NOTICE_BYTES_MAX {
            texts.push(notice.to_string());
            (notice, length) = (json!({ "o": origin, "c": [], "s": [] }), 64);
        }
        if let Some(Value::Array(items)) = notice.get_mut(list) {
            items.push(item);
        }
        length += size;
    }
    if length > 64 {
        texts.push(notice.to_string());
    }
    texts
}

#[cfg(test)]
mod tests {
    use super::*;
    use platform::clock::random_id;

    #[test]
    fn notices_fit_the_database_and_hold_all_that_was_said() {
        let conversations: Vec<_> = (0..700).map(|_| random_id()).collect();
        let signals: Vec<_> = (0..300)
            .map(|number| Signal::Typing {
                who: random_id(),
                conversation: random_id(),
                owner: Owner::Guest(random_id()),
                side: Side::Agent,
                name: Some("ก".repeat(number % 80)),
            })
            .collect();
        let origin = random_id();
        let texts = texts(origin, &conversations, &signals);
        let (mut named, mut said) = (Vec::new(), Vec::new());
        for text in &texts {
            assert!(text.len() + MAC_DIGITS < 8_000);
            let notice: Notice = serde_json::from_str(text).unwrap();
            assert_eq!(notice.origin, origin);
            named.extend(notice.conversations);
            said.extend(notice.signals);
        }
        assert_eq!(named, conversations);
        assert_eq!(said, signals);
        assert!(super::texts(origin, &[], &[]).is_empty());
    }
}
