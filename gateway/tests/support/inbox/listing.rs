//! Who waits, what is unread, and page after page of it.

use std::collections::BTreeSet;

use reqwest::StatusCode;
use serde_json::{Value, json};

use super::desk::{Caller, guest, words};
use crate::stage::{Stage, expect_error};

/// All pages of a filter, two conversations at a time.
async fn all(stage: &Stage, staff: &Caller, filter: &str) -> Vec<Value> {
    let mut found = Vec::new();
    let mut cursor = String::new();
    loop {
        let path = format!("/support/conversations?filter={filter}&limit=2{cursor}");
        let (status, page) = staff.get(stage, &path).await;
        assert_eq!(status, StatusCode::OK, "{page}");
        let shown = page["conversations"].as_array().unwrap();
        assert!((1..=2).contains(&shown.len()), "{page}");
        found.extend(shown.iter().cloned());
        match page["nextCursor"].as_str() {
            Some(next) => cursor = format!("&cursor={next}"),
            None => return found,
        }
    }
}

fn ids(conversations: &[Value]) -> Vec<&str> {
    let ids = conversations.iter().map(|it| it["id"].as_str().unwrap());
    ids.collect()
}

#[tokio::test]
async fn the_longest_wait_comes_first_and_an_answer_ends_it() {
    let stage = Stage::set().await;
    let agent = Caller::staff(&stage, &stage.staff("agent").await);
    let player = stage.player(1).await;
    let mut said = Vec::new();
    for number in 0..4 {
        let words = format!("question {number}");
        said.push(guest(&stage).await.say(&stage, &words).await);
    }
    let visitor = Caller::player(&stage, &player);
    said.push(visitor.say(&stage, "and mine").await);
    visitor.say(&stage, "and one more").await;
    let waiting = all(&stage, &agent, "waiting").await;
    assert_eq!(ids(&waiting), said);
    let last = &waiting[4];
    assert_eq!(last["unread"], 2);
    assert_eq!(last["who"]["kind"], "member");
    assert_eq!(last["who"]["id"], player.id.to_string());
    assert_eq!(words(&last["lastMessage"]), "and one more");
    assert_eq!(last["lastSequence"], "2");
    assert_eq!(waiting[0]["who"]["kind"], "guest");
    assert_eq!(waiting[0]["unread"], 1);
    assert_eq!(waiting[0]["assignedTo"], Value::Null);
    // Everybody's list has the latest first.
    let every = all(&stage, &agent, "all").await;
    let mut latest = said.clone();
    latest.reverse();
    assert_eq!(ids(&every), latest);
    for conversation in &said[..3] {
        let sent = agent.reply(&stage, conversation, "here").await;
        // The same id in another conversation is another's message.
        assert_eq!(sent.0 == StatusCode::CREATED, conversation == &said[0]);
        let sent = agent
            .reply(&stage, conversation, &format!("to {conversation}"))
            .await;
        assert_eq!(sent.0, StatusCode::CREATED, "{}", sent.1);
    }
    assert_eq!(ids(&all(&stage, &agent, "waiting").await), &said[3..]);
    let mine: BTreeSet<_> = all(&stage, &agent, "mine")
        .await
        .iter()
        .map(|it| it["id"].as_str().unwrap().to_owned())
        .collect();
    assert_eq!(mine, said[..3].iter().cloned().collect());
    let (_, page) = agent
        .get(&stage, "/support/conversations?filter=waiting")
        .await;
    assert_eq!(page["counts"], json!({ "waiting": 2, "mine": 3 }));
    for wrong in ["cursor=x", "limit=0", "limit=101", "filter=some"] {
        let refused = agent
            .get(&stage, &format!("/support/conversations?{wrong}"))
            .await;
        expect_error(&refused, 400, "INVALID_INPUT");
    }
}

#[tokio::test]
async fn what_staff_have_read_is_unread_no_more_and_the_visitor_sees_it() {
    let stage = Stage::set().await;
    let agent = Caller::staff(&stage, &stage.staff("agent").await);
    let visitor = guest(&stage).await;
    let conversation = visitor.say(&stage, "one").await;
    visitor.say(&stage, "two").await;
    let path = format!("/support/conversations/{conversation}");
    let read = format!("{path}/read");
    for (sequence, unread, mark) in [("1", 1, "1"), ("99", 0, "2"), ("1", 0, "2")] {
        let (status, body) = agent
            .post(&stage, &read, &json!({ "sequence": sequence }))
            .await;
        assert_eq!(status, StatusCode::OK, "{body}");
        let now = agent.get(&stage, &path).await.1;
        assert_eq!(
            (&now["unread"], &now["readByAgent"]),
            (&json!(unread), &json!(mark))
        );
    }
    // An answer of staff is nobody's unread message in the inbox.
    agent.reply(&stage, &conversation, "answer").await;
    assert_eq!(agent.get(&stage, &path).await.1["unread"], 0);
    let nowhere = "/support/conversations/01a1fdd8-2731-70b2-a92f-d498fe5cc7e5";
    expect_error(&agent.get(&stage, nowhere).await, 404, "NO_DATA");
}
