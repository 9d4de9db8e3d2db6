//! Finding a conversation by what was written, and by who writes.

use reqwest::StatusCode;
use serde_json::{Value, json};

use super::desk::{Caller, guest, words};
use crate::stage::{Stage, expect_error};

/// The text in an address, each byte of it.
fn in_address(text: &str) -> String {
    use std::fmt::Write as _;
    text.bytes().fold(String::new(), |mut address, byte| {
        let _ = write!(address, "%{byte:02x}");
        address
    })
}

fn path_of(text: &str) -> String {
    format!("/support/conversations/search?q={}", in_address(text))
}

async fn search(stage: &Stage, staff: &Caller, text: &str) -> Vec<Value> {
    let (status, mut body) = staff.get(stage, &path_of(text)).await;
    assert_eq!(status, StatusCode::OK, "{body}");
    // So few messages are searched at once.
    assert_eq!(body["nextCursor"], Value::Null, "{body}");
    assert_eq!(body["searchedUntil"], Value::Null, "{body}");
    serde_json::from_value(body["found"].take()).unwrap()
}

fn ids(found: &[Value]) -> Vec<&str> {
    let ids = found
        .iter()
        .map(|each| each["conversation"]["id"].as_str().unwrap());
    ids.collect()
}

#[tokio::test]
async fn a_conversation_is_found_by_what_was_written_newest_first() {
    let stage = Stage::set().await;
    let agent = Caller::staff(&stage, &stage.staff("agent").await);
    let first = guest(&stage).await;
    let older = first.say(&stage, "Where is my SLIP?").await;
    let newer = guest(&stage).await.say(&stage, "the slip of today").await;
    let thai = guest(&stage).await.say(&stage, "เงินยังไม่เข้าค่ะ").await;
    assert_eq!(ids(&search(&stage, &agent, "slip").await), [&newer, &older]);
    // Thai has no space between words.
    assert_eq!(ids(&search(&stage, &agent, "ไม่เข้า").await), [&thai]);
    // Each is found once, by its latest message.
    first.say(&stage, "No Slíp so far").await;
    let found = search(&stage, &agent, "slip").await;
    assert_eq!(ids(&found), [&older, &newer]);
    assert_eq!(words(&found[0]["message"]), "No Slíp so far");
    assert_eq!(found[0]["matched"], "message");
    // What staff have answered is found as well.
    let sent = agent.reply(&stage, &thai, "It is credited now").await;
    assert_eq!(sent.0, StatusCode::CREATED, "{}", sent.1);
    assert_eq!(ids(&search(&stage, &agent, "credited").await), [&thai]);
    for text in ["%%", "__", "s_ip", "nobody wrote this"] {
        assert!(search(&stage, &agent, text).await.is_empty(), "{text}");
    }
}

#[tokio::test]
async fn a_conversation_is_found_by_who_writes() {
    let stage = Stage::set().await;
    let agent = Caller::staff(&stage, &stage.staff("agent").await);
    let player = stage.player_with("0812345678", "9999902093").await;
    // Who has written nothing is found among the players only.
    stage.player(2).await;
    let said = Caller::player(&stage, &player).say(&stage, "hello").await;
    for text in ["0812345678", "+66 81-234-5678", "08123", "somchai", "สมชาย"] {
        let found = search(&stage, &agent, text).await;
        assert_eq!(ids(&found), [&said], "{text}");
        assert_eq!(found[0]["matched"], "person", "{text}");
        assert_eq!(found[0]["message"], Value::Null, "{text}");
    }
}

#[tokio::test]
async fn what_was_erased_or_written_by_somebody_else_is_not_found() {
    let stage = Stage::set().await;
    let supervisor = Caller::staff(&stage, &stage.staff("supervisor").await);
    let erased = guest(&stage).await.say(&stage, "my secret word").await;
    guest(&stage).await.say(&stage, "another word").await;
    let path = format!("/support/conversations/{erased}/text");
    let why = json!({ "reason": "the visitor asked for it" });
    let (status, body) = supervisor
        .call(&stage, reqwest::Method::DELETE, &path, Some(&why))
        .await;
    assert_eq!(status, StatusCode::OK, "{body}");
    assert!(search(&stage, &supervisor, "secret").await.is_empty());
    stage
        .tamper("update chat_message set payload = '{\"message\": \"planted\"}' where payload is not null")
        .await;
    assert!(search(&stage, &supervisor, "planted").await.is_empty());
}

#[tokio::test]
async fn a_search_of_conversations_is_recorded_and_uses_the_quota_up() {
    let stage = Stage::set_with(|config| config.support.searches_per_hour = 2).await;
    let agent = Caller::staff(&stage, &stage.staff("agent").await);
    for wrong in ["", "a", &"x".repeat(101), "a\u{0}b"] {
        let refused = agent.get(&stage, &path_of(wrong)).await;
        let code = refused.1["message"].as_str().unwrap().to_owned();
        assert!(
            ["INVALID_INPUT", "STAFF_QUOTA"].contains(&code.as_str()),
            "{code}"
        );
    }
    let refused = agent.get(&stage, &path_of("somchai")).await;
    expect_error(&refused, 429, "STAFF_QUOTA");
    let acts = stage.acts().await;
    let searches: Vec<_> = acts
        .iter()
        .filter(|each| each["kind"] == "search")
        .collect();
    assert_eq!(searches.len(), 2);
    let route = &searches[0]["detail"]["route"];
    assert_eq!(route, "/api/support/conversations/search");
    // The text is recorded as a keyed hash.
    let details = acts.iter().map(|each| each["detail"].to_string());
    assert!(!details.into_iter().any(|each| each.contains("somchai")));
}

#[tokio::test]
async fn the_next_page_of_a_search_begins_where_the_last_one_ended() {
    let stage = Stage::set().await;
    let agent = Caller::staff(&stage, &stage.staff("agent").await);
    let mut said = Vec::new();
    for number in 1..=21 {
        let player = stage.player(number).await;
        let words = format!("slip number {number}");
        said.push(Caller::player(&stage, &player).say(&stage, &words).await);
    }
    said.reverse();
    let (status, first) = agent.get(&stage, &path_of("slip number")).await;
    assert_eq!(status, StatusCode::OK, "{first}");
    assert_eq!(ids(first["found"].as_array().unwrap()), &said[..20]);
    assert!(first["searchedUntil"].is_string(), "{first}");
    let cursor = first["nextCursor"].as_str().unwrap();
    let path = format!("{}&cursor={cursor}", path_of("slip number"));
    let (status, second) = agent.get(&stage, &path).await;
    assert_eq!(status, StatusCode::OK, "{second}");
    assert_eq!(ids(second["found"].as_array().unwrap()), &said[20..]);
    assert_eq!(second["nextCursor"], Value::Null);
    let wrong = format!("{}&cursor=x", path_of("slip number"));
    expect_error(&agent.get(&stage, &wrong).await, 400, "INVALID_INPUT");
}
