//! What staff say: every type, once, in one order with what the visitor says.

use futures_util::future::join_all;
use reqwest::{Method, StatusCode};
use serde_json::{Value, json};

use super::desk::{Caller, guest, text, words};
use crate::stage::{Stage, expect_error};

#[tokio::test]
async fn staff_send_every_type_of_message_and_the_visitor_reads_it() {
    let stage = Stage::set().await;
    let agent = Caller::staff(&stage, &stage.staff("agent").await);
    let visitor = guest(&stage).await;
    let conversation = visitor.say(&stage, "help").await;
    let path = format!("/support/conversations/{conversation}/messages");
    let (status, file) = agent.upload(&stage, "/support/upload-image").await;
    assert_eq!(status, StatusCode::CREATED, "{file}");
    let button = json!({ "title": "Deposit", "type": "postback", "payload": "DEPOSIT" });
    let all = [
        ("text", json!({ "message": "hello" })),
        (
            "buttons",
            json!({ "message": "choose", "buttons": [button] }),
        ),
        (
            "media",
            json!({ "message": "look", "filePath": file["path"] }),
        ),
        (
            "quick_replies",
            json!({ "message": "how much", "quick_replies": [{ "title": "100", "payload": "Q100" }] }),
        ),
        (
            "generic",
            json!([{ "title": "A game", "buttons": [button] }]),
        ),
        ("postback", json!({ "title": "Menu", "payload": "MENU" })),
    ];
    for (kind, payload) in &all {
        let message = json!({ "message_type": kind, "payload": payload });
        let body = json!({ "message": message, "clientId": format!("c-{kind}") });
        let (status, sent) = agent.post(&stage, &path, &body).await;
        assert_eq!(status, StatusCode::CREATED, "{kind}: {sent}");
        let again = agent.post(&stage, &path, &body).await;
        assert_eq!(again, (status, sent), "{kind}");
    }
    let ask = json!({ "limit": 50 });
    let (_, history) = visitor.post(&stage, "/chat/history", &ask).await;
    let history = history.as_array().unwrap();
    assert_eq!(history.len(), all.len() + 1);
    for (record, (kind, _)) in history.iter().rev().skip(1).zip(&all) {
        assert_eq!(record["message"]["message_type"], *kind);
        assert_eq!(
            (&record["sender"], &record["name"]),
            (&json!("agent"), &json!("Nok"))
        );
    }
    let media = &history[3]["message"]["payload"];
    assert_eq!(media["fileType"], "image");
    let shown = file["path"].as_str().unwrap().strip_prefix("/api").unwrap();
    assert_eq!(visitor.file(&stage, shown).await, StatusCode::OK);
    assert_eq!(
        guest(&stage).await.file(&stage, shown).await,
        StatusCode::NOT_FOUND
    );
    let id = shown.rsplit('/').next().unwrap();
    assert_eq!(
        agent.file(&stage, &format!("/support/files/{id}")).await,
        StatusCode::OK
    );
}

#[tokio::test]
async fn a_message_that_is_sent_twice_is_one_and_another_text_under_its_id_is_refused() {
    let stage = Stage::set().await;
    let agent = Caller::staff(&stage, &stage.staff("agent").await);
    let conversation = guest(&stage).await.say(&stage, "help").await;
    let path = format!("/support/conversations/{conversation}/messages");
    let mut body = text("once");
    body["clientId"] = json!("one");
    let at_once = join_all((0..8).map(|_| agent.post(&stage, &path, &body))).await;
    for sent in &at_once {
        assert_eq!(sent, &at_once[0]);
        assert_eq!(sent.0, StatusCode::CREATED, "{}", sent.1);
    }
    let mut other = text("another");
    other["clientId"] = json!("one");
    let refused = agent.post(&stage, &path, &other).await;
    expect_error(&refused, 422, "IDEMPOTENCY_MISMATCH");
    for wrong in [text("no id"), json!({ "clientId": "x" })] {
        expect_error(
            &agent.post(&stage, &path, &wrong).await,
            400,
            "INVALID_INPUT",
        );
    }
    let mut unusable = text("x");
    unusable["clientId"] = json!("");
    expect_error(
        &agent.post(&stage, &path, &unusable).await,
        400,
        "INVALID_INPUT",
    );
    assert_eq!(agent.get(&stage, &path).await.1["total"], "2");
}

#[tokio::test]
async fn both_sides_at_once_are_in_one_order_without_a_gap() {
    let stage = Stage::set_with(|config| config.chat.guest_messages_per_minute = 1_000).await;
    let other = stage.another().await;
    let agent = Caller::staff(&stage, &stage.staff("agent").await);
    let visitor = guest(&stage).await;
    let there = visitor.at(other.public_address());
    let conversation = visitor.say(&stage, "first").await;
    let asking = async {
        for number in 0..20 {
            there.say(&stage, &format!("v{number}")).await;
        }
    };
    let answering = async {
        for number in 0..20 {
            let sent = agent
                .reply(&stage, &conversation, &format!("a{number}"))
                .await;
            assert_eq!(sent.0, StatusCode::CREATED, "{}", sent.1);
        }
    };
    tokio::join!(asking, answering);
    let path = format!("/support/conversations/{conversation}/messages");
    let mut messages: Vec<Value> = Vec::new();
    let mut before = String::new();
    loop {
        let (_, page) = agent.get(&stage, &format!("{path}?limit=7{before}")).await;
        assert_eq!(page["total"], "41");
        let page = page["messages"].as_array().unwrap().clone();
        let Some(oldest) = page.last() else { break };
        before = format!("&before={}", oldest["sequence"].as_str().unwrap());
        messages.extend(page);
    }
    messages.reverse();
    let numbers: Vec<_> = messages.iter().map(|it| it["sequence"].clone()).collect();
    let expected: Vec<_> = (1..=41).map(|it| json!(it.to_string())).collect();
    assert_eq!(numbers, expected);
    for side in ["v", "a"] {
        let said = messages.iter().map(words).filter(|it| it.starts_with(side));
        let in_order: Vec<_> = (0..20).map(|number| format!("{side}{number}")).collect();
        assert_eq!(said.collect::<Vec<_>>(), in_order);
    }
    let (_, rest) = agent.get(&stage, &format!("{path}?after=39")).await;
    let rest = rest["messages"].as_array().unwrap();
    assert_eq!(
        rest.iter().map(|it| &it["sequence"]).collect::<Vec<_>>(),
        ["41", "40"]
    );
    other.stop().await;
}

#[tokio::test]
async fn the_side_shows_wallet_and_lines_and_is_a_look_that_is_written_down() {
    let stage = Stage::set().await;
    let agent = Caller::staff(&stage, &stage.staff("agent").await);
    let player = stage.player(1).await;
    stage.deposit(&player, "750.00").await;
    stage.settled(&player).await;
    let conversation = Caller::player(&stage, &player)
        .say(&stage, "where is it")
        .await;
    let path = format!("/support/conversations/{conversation}/side");
    let (status, side) = agent.get(&stage, &path).await;
    assert_eq!(status, StatusCode::OK, "{side}");
    assert_eq!(side["player"], player.id.to_string());
    assert_eq!(side["wallet"]["main"], "750.00");
    assert_eq!(side["wallet"]["currency"], "THB");
    let lines = side["lines"].as_array().unwrap();
    assert_eq!(lines.len(), 1);
    assert_eq!(lines[0]["statementType"], "deposit");
    assert_eq!(lines[0]["balance"], "750.00");
    let acts = stage.acts().await;
    let look = acts.last().unwrap();
    assert_eq!(look["kind"], "look.chat");
    assert_eq!(look["by"], "agent");
    assert_eq!(look["subjectKind"], "player");
    assert_eq!(look["subject"], player.id.to_string());
    assert_eq!(look["reason"], "chat");
    let other_guest = guest(&stage).await.say(&stage, "hi").await;
    let path = format!("/support/conversations/{other_guest}/side");
    let (status, side) = agent.call(&stage, Method::GET, &path, None).await;
    assert_eq!(status, StatusCode::OK);
    assert_eq!(
        side,
        json!({
            "player": null, "wallet": null, "notes": null, "work": [], "decisions": [], "lines": []
        })
    );
}
