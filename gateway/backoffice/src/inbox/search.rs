//! Finds conversations by the words of a message, or by the name or phone number of who writes.
//!
//! Case, accents and the order of marks do not count, as in the search for players. Each page reads
//! a bounded number of messages; the next one begins where it ended.

use std::collections::HashMap;

use serde::Serialize;
use utoipa::ToSchema;
use uuid::Uuid;

use super::listing::{self, Cursor, Entry};
use chat::Record;
use chat::search::{self as messages, Place};
use members::{name, phone};
use platform::core::Core;
use platform::error::ApiError;

/// The length of a search text, in characters.
const LETTERS: std::ops::RangeInclusive<usize> = 2..=100;

/// The fewest digits that count as part of a phone number.
const DIGITS_MIN: usize = 4;

/// The most people on the first page.
const PEOPLE_MAX: i64 = 20;

/// The most conversations that a page finds by their messages.
const SAID_MAX: usize = 20;

/// How many messages are read at a time.
const READ: i64 = 500;

/// How often, for one page.
const READS: usize = 10;

/// What matched the search.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum MatchedBy {
    /// The name or the phone number of the member.
    Person,
    /// The words of a message, or the name that a guest gave.
    Message,
}

/// A conversation that was found.
#[derive(Debug)]
pub struct Hit {
    /// The conversation.
    pub entry: Entry,
    /// What matched.
    pub matched: MatchedBy,
    /// The latest message with the words, among those that this page read.
    pub message: Option<Record>,
}

/// A page of a search.
#[derive(Debug)]
pub struct Page {
    /// People first, then conversations by their latest message with the words.
    pub hits: Vec<Hit>,
    /// Where the next page begins; none once every message was read.
    pub next: Option<Cursor>,
}

/// A conversation's id, and its message with the words.
struct Match {
    conversation: Uuid,
    message: Option<Record>,
}

/// A page of the conversations that match. People are found by the first page.
pub async fn page(state: &Core, text: &str, after: Option<Cursor>) -> Result<Page, ApiError> {
    let text = text.trim();
    let wanted = name::canonical(text);
    let is_plain = !text.chars().any(char::is_control) && !wanted.is_empty();
    if !is_plain || !LETTERS.contains(&text.chars().count()) {
        return Err(ApiError::invalid_fields(&["q"]));
    }
    let mut found = Vec::new();
    if after.is_none() {
        found = people(state, text, &wanted).await?;
    }
    let next = said(state, &wanted, after, &mut found).await?;
    let hits = load(state, found).await?;
    Ok(Page { hits, next })
}

async fn load(state: &Core, found: Vec<Match>) -> Result<Vec<Hit>, ApiError> {
    let ids: Vec<Uuid> = found.iter().map(|known| known.conversation).collect();
    let entries = listing::load(state, &ids).await?;
    let mut messages: HashMap<Uuid, Option<Record>> = found
        .into_iter()
        .map(|known| (known.conversation, known.message))
        .collect();
    let hits = entries.into_iter().map(|entry| {
        let message = messages.remove(&entry.id).flatten();
        let matched = if message.is_some() {
            MatchedBy::Message
        } else {
            MatchedBy::Person
        };
        Hit {
            entry,
            matched,
            message,
        }
    });
    Ok(hits.collect())
}

/// The conversations of members whose name begins with the text or contains it as a word, whose bank
/// account's holder begins with it, or whose phone number does; the latest first.
async fn people(state: &Core, text: &str, wanted: &str) -> Result<Vec<Match>, sqlx::Error> {
    let ids = sqlx::query_scalar!(
        "with found as (
             (select id from member where name_canonical like $1 limit $4)
             union
             (select id from member
              where string_to_array(name_canonical, ' ') @> array[$2::text] limit $4)
             union
             (select member_id from bank_account where holder_canonical like $1 limit $4)
             union
             (select id from member where username like $3 limit $4))
         select c.id from found join chat_conversation c on c.member_id = found.id
         where c.last_message_at is not null
         order by c.last_message_at desc, c.id desc limit $4",
        name::like_pattern(wanted),
        wanted,
        phone_pattern(text, state.config.service.lao_mode),
        PEOPLE_MAX,
    )
    .fetch_all(&state.pool)
    .await?;
    let people = ids.into_iter().map(|conversation| Match {
        conversation,
        message: None,
    });
    Ok(people.collect())
}

/// The beginning of a phone number, in the spelling that is stored. Digits only: nothing in it is a
/// wildcard.
fn phone_pattern(text: &str, is_lao: bool) -> Option<String> {
    let digits = phone::plain_digits(text.trim_start_matches('+'))?;
    if digits.len() < DIGITS_MIN {
        return None;
    }
    let beginning = phone::normalise(text, is_lao).unwrap_or(digits);
    Some(format!("{beginning}%"))
}

/// Adds the conversations in which the words were written, newest first, each once. Answers where
/// the next page begins.
async fn said(
    state: &Core,
    wanted: &str,
    after: Option<Cursor>,
    found: &mut Vec<Match>,
) -> Result<Option<Cursor>, ApiError> {
    let mut end = after;
    let most = found.len() + SAID_MAX;
    for _ in 0..READS {
        let place = end.map(|Cursor { at, id }| Place { at, id });
        let read = messages::before(state, place, READ).await?;
        let is_last = i64::try_from(read.len()).is_ok_and(|count| count < READ);
        for message in read {
            let Place { at, id } = message.place;
            end = Some(Cursor { at, id });
            let has_words = |text: &String| name::canonical(text).contains(wanted);
            let is_known = found
                .iter()
                .any(|known| known.conversation == message.conversation);
            if is_known || !message.texts.iter().any(has_words) {
                continue;
            }
            found.push(Match {
                conversation: message.conversation,
                message: Some(message.record),
            });
            if found.len() == most {
                return Ok(end);
            }
        }
        if is_last {
            return Ok(None);
        }
    }
    Ok(end)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_number_is_searched_as_it_is_stored() {
        let pattern = |text| phone_pattern(text, false);
        assert_eq!(pattern("+66 81-234-5678").as_deref(), Some("0812345678%"));
        assert_eq!(pattern("08123").as_deref(), Some("08123%"));
        for none in ["081", "Somsri", "500 baht"] {
            assert_eq!(pattern(none), None, "{none}");
        }
    }
}
