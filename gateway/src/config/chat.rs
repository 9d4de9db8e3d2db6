//! The support chat.

use serde::Deserialize;

use super::check::{contradiction, require};
use super::{ConfigError, Text};

/// Whether there is a chat, what it invites with, and how much one may send.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ChatRules {
    /// Whether players and guests may chat.
    pub is_on: bool,
    /// What the bubble invites with; text, not HTML.
    pub invite: Text,
    /// After this much silence the next message begins a new session.
    #[serde(default = "session_minutes")]
    pub session_minutes: u32,
    /// A guest who has not been here for so many days is forgotten by the door.
    #[serde(default = "guest_days")]
    pub guest_days: u32,
    /// Guest identities for one address within an hour.
    #[serde(default = "guests_per_address_hour")]
    pub guests_per_address_hour: u32,
    /// Messages of one guest within a minute.
    #[serde(default = "guest_messages_per_minute")]
    pub guest_messages_per_minute: u32,
    /// Messages of all guests of one address within a minute.
    #[serde(default = "address_messages_per_minute")]
    pub address_messages_per_minute: u32,
    /// Messages of one member within a minute.
    #[serde(default = "member_messages_per_minute")]
    pub member_messages_per_minute: u32,
    /// Files of one guest within an hour.
    #[serde(default = "guest_uploads_per_hour")]
    pub guest_uploads_per_hour: u32,
    /// Files of all guests of one address within an hour.
    #[serde(default = "address_uploads_per_hour")]
    pub address_uploads_per_hour: u32,
    /// Files of one member within an hour.
    #[serde(default = "member_uploads_per_hour")]
    pub member_uploads_per_hour: u32,
    /// The largest picture.
    #[serde(default = "image_bytes")]
    pub image_bytes: usize,
    /// The largest video.
    #[serde(default = "video_bytes")]
    pub video_bytes: usize,
}

const fn session_minutes() -> u32 {
    30
}

const fn guest_days() -> u32 {
    90
}

const fn guests_per_address_hour() -> u32 {
    60
}

const fn guest_messages_per_minute() -> u32 {
    20
}

const fn address_messages_per_minute() -> u32 {
    120
}

const fn member_messages_per_minute() -> u32 {
    60
}

const fn guest_uploads_per_hour() -> u32 {
    10
}

const fn address_uploads_per_hour() -> u32 {
    40
}

const fn member_uploads_per_hour() -> u32 {
    60
}

const fn image_bytes() -> usize {
    10 * 1024 * 1024
}

const fn video_bytes() -> usize {
    20 * 1024 * 1024
}

impl Default for ChatRules {
    /// No chat.
    fn default() -> Self {
        Self {
            is_on: false,
            invite: Text {
                th: String::new(),
                la: String::new(),
                en: String::new(),
            },
            session_minutes: session_minutes(),
            guest_days: guest_days(),
            guests_per_address_hour: guests_per_address_hour(),
            guest_messages_per_minute: guest_messages_per_minute(),
            address_messages_per_minute: address_messages_per_minute(),
            member_messages_per_minute: member_messages_per_minute(),
            guest_uploads_per_hour: guest_uploads_per_hour(),
            address_uploads_per_hour: address_uploads_per_hour(),
            member_uploads_per_hour: member_uploads_per_hour(),
            image_bytes: image_bytes(),
            video_bytes: video_bytes(),
        }
    }
}

impl ChatRules {
    /// Refuses a bound that lets nothing or anything through.
    pub(super) fn check(&self) -> Result<(), ConfigError> {
        let counts = [
            self.session_minutes,
            self.guest_days,
            self.guests_per_address_hour,
            self.guest_messages_per_minute,
            self.address_messages_per_minute,
            self.member_messages_per_minute,
            self.guest_uploads_per_hour,
            self.address_uploads_per_hour,
            self.member_uploads_per_hour,
        ];
        require(counts.iter().all(|count| *count > 0), || {
            "chat: a bound is 0".to_owned()
        })?;
        let largest = 64 * 1024 * 1024;
        for bytes in [self.image_bytes, self.video_bytes] {
            if !(1..=largest).contains(&bytes) {
                return Err(contradiction("chat: a file is 1 byte to 64 MiB".to_owned()));
            }
        }
        Ok(())
    }
}
