//! The support chat.

use serde::Deserialize;

use super::Text;
use super::mistake::Place;

/// Whether there is a chat, its invitation, and how much a visitor may send.
#[derive(Debug, Clone, Deserialize, schemars::JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ChatRules {
    /// Whether players and guests may chat.
    pub is_on: bool,
    /// The invitation in the bubble; text, not HTML.
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
    /// Uploads of guests that are in progress at once; as many of members, and of staff.
    #[serde(default = "uploads_at_once")]
    pub uploads_at_once: usize,
    /// Messages of a guest's conversation, of both sides: a guest with more to say signs in.
    #[serde(default = "guest_conversation_messages")]
    pub guest_conversation_messages: u32,
    /// Tickets for the live socket for one guest within a minute.
    #[serde(default = "guest_tickets_per_minute")]
    pub guest_tickets_per_minute: u32,
    /// Pages of history that one guest reads within a minute.
    #[serde(default = "guest_reads_per_minute")]
    pub guest_reads_per_minute: u32,
    /// Bytes of files that one guest adds within a day.
    #[serde(default = "guest_file_bytes_per_day")]
    pub guest_file_bytes_per_day: u32,
    /// Bytes of files that all guests of one address add within a day.
    #[serde(default = "address_file_bytes_per_day")]
    pub address_file_bytes_per_day: u32,
    /// Bytes of files that one member adds within a day.
    #[serde(default = "member_file_bytes_per_day")]
    pub member_file_bytes_per_day: u32,
    /// Bytes that the files of all guests take on the disk.
    #[serde(default = "guest_file_bytes_total")]
    pub guest_file_bytes_total: i64,
    /// Bytes that the files of all members take on the disk.
    #[serde(default = "member_file_bytes_total")]
    pub member_file_bytes_total: i64,
    /// Days after which a visitor's file is removed, even if it was sent.
    #[serde(default = "file_days")]
    pub file_days: u32,
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

const fn uploads_at_once() -> usize {
    8
}

const fn guest_conversation_messages() -> u32 {
    1_000
}

const fn guest_tickets_per_minute() -> u32 {
    30
}

const fn guest_reads_per_minute() -> u32 {
    120
}

const fn guest_file_bytes_per_day() -> u32 {
    60 * 1024 * 1024
}

const fn address_file_bytes_per_day() -> u32 {
    240 * 1024 * 1024
}

const fn member_file_bytes_per_day() -> u32 {
    240 * 1024 * 1024
}

const fn guest_file_bytes_total() -> i64 {
    5 * 1024 * 1024 * 1024
}

const fn member_file_bytes_total() -> i64 {
    20 * 1024 * 1024 * 1024
}

const fn file_days() -> u32 {
    365
}

impl Default for ChatRules {
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
            uploads_at_once: uploads_at_once(),
            guest_conversation_messages: guest_conversation_messages(),
            guest_tickets_per_minute: guest_tickets_per_minute(),
            guest_reads_per_minute: guest_reads_per_minute(),
            guest_file_bytes_per_day: guest_file_bytes_per_day(),
            address_file_bytes_per_day: address_file_bytes_per_day(),
            member_file_bytes_per_day: member_file_bytes_per_day(),
            guest_file_bytes_total: guest_file_bytes_total(),
            member_file_bytes_total: member_file_bytes_total(),
            file_days: file_days(),
        }
    }
}

impl ChatRules {
    /// Refuses a bound that lets nothing or anything through.
    pub(super) fn check(&self, mut at: Place<'_>) {
        for (key, count) in [
            ("session_minutes", i64::from(self.session_minutes)),
            ("guest_days", i64::from(self.guest_days)),
            (
                "guests_per_address_hour",
                i64::from(self.guests_per_address_hour),
            ),
            (
                "guest_messages_per_minute",
                i64::from(self.guest_messages_per_minute),
            ),
            (
                "address_messages_per_minute",
                i64::from(self.address_messages_per_minute),
            ),
            (
                "member_messages_per_minute",
                i64::from(self.member_messages_per_minute),
            ),
            (
                "guest_uploads_per_hour",
                i64::from(self.guest_uploads_per_hour),
            ),
            (
                "address_uploads_per_hour",
                i64::from(self.address_uploads_per_hour),
            ),
            (
                "member_uploads_per_hour",
                i64::from(self.member_uploads_per_hour),
            ),
            (
                "guest_conversation_messages",
                i64::from(self.guest_conversation_messages),
            ),
            (
                "guest_tickets_per_minute",
                i64::from(self.guest_tickets_per_minute),
            ),
            (
                "guest_reads_per_minute",
                i64::from(self.guest_reads_per_minute),
            ),
            (
                "guest_file_bytes_per_day",
                i64::from(self.guest_file_bytes_per_day),
            ),
            (
                "address_file_bytes_per_day",
                i64::from(self.address_file_bytes_per_day),
            ),
            (
                "member_file_bytes_per_day",
                i64::from(self.member_file_bytes_per_day),
            ),
            ("file_days", i64::from(self.file_days)),
            ("guest_file_bytes_total", self.guest_file_bytes_total),
            ("member_file_bytes_total", self.member_file_bytes_total),
        ] {
            at.at(key).require(count > 0, "is not above zero");
        }
        at.at("uploads_at_once").require(
            (1..=64).contains(&self.uploads_at_once),
            "is not from 1 to 64",
        );
        let largest = 64 * 1024 * 1024;
        for (key, bytes) in [
            ("image_bytes", self.image_bytes),
            ("video_bytes", self.video_bytes),
        ] {
            at.at(key).require(
                (1..=largest).contains(&bytes),
                "is not from 1 byte to 64 MiB",
            );
        }
    }
}
