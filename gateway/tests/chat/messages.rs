//! Sending and reading: numbers without gaps, one message an id, sessions, marks, quotas.

use std::time::Duration;

use reqwest::Method;
use serde_json::{Value, json};

use crate::stage::{Stage, message};

#[tokio::test]
async fn a_message_is_read_as_it_was_sent() {
    let stage = Stage::set().await;
    let (guest, member) = (stage.guest().await, stage.member(1).await);
    let body = json!({
        "message": { "message_type": "text", "payload": { "message": " สวัสดีค่ะ <b> " } },
        "guestId": guest.id, "userId": null, "sender": "customer", "clientId": "c-1",
        "username": "somebody else", "name": "  Noi   from Vientiane ", "deviceToken": "x:1",
        "createdAt": "2000-01-01T00:00:00Z", "session_id": "made-up",
    });
    let sent = stage.post(&guest, "/chat/send-message", &body).await;
    sent.expect(201);
    let page = stage.post(&guest, "/chat/history", &json!({})).await;
    let record = &page.body[0];
    assert_eq!(
        record["message"]["payload"],
        json!({ "message": "สวัสดีค่ะ <b>" })
    );
    assert_eq!(record["sender"], "customer");
    assert_eq!(record["guestId"], json!(guest.id));
    assert_eq!(record["sequence"], "1");
    assert_eq!(record["clientId"], "c-1");
    for field in ["userId", "username"] {
        assert_eq!(record[field], Value::Null, "{field}");
    }
    assert_eq!(record["name"], "Noi from Vientiane");
    assert_eq!(record["deviceToken"], "x:1");
    for field in ["_id", "session_id", "createdAt", "sequence"] {
        assert_eq!(record[field], sent.body[field], "{field}");
    }
    stage.say(&member, "hello").await;
    let page = stage.post(&member, "/chat/history", &json!({})).await;
    assert_eq!(page.body[0]["name"], "Somchai");
    assert_eq!(page.body[0]["userId"], json!(member.id));
    assert_eq!(page.body[0]["username"], "0800000001");
}

#[tokio::test]
async fn a_name_or_token_that_cannot_be_one_is_refused_by_its_field() {
    let stage = Stage::set().await;
    let guest = stage.guest().await;
    for (field, value) in [
        ("name", "x".repeat(61)),
        ("name", "Noi\u{200b}".to_owned()),
        ("deviceToken", "x".repeat(513)),
        ("deviceToken", "with space".to_owned()),
    ] {
        let mut body = message("hello");
        body[field] = json!(value);
        let reply = stage.post(&guest, "/chat/send-message", &body).await;
        reply.expect_error(400, "INVALID_INPUT");
        assert_eq!(reply.body["data"]["fields"], json!([field]));
    }
    // A member has the name of the profile.
    let member = stage.member(1).await;
    let mut body = message("hello");
    body["name"] = json!("somebody else");
    body["deviceToken"] = json!("");
    stage
        .post(&member, "/chat/send-message", &body)
        .await
        .expect(201);
    let page = stage.post(&member, "/chat/history", &json!({})).await;
    assert_eq!(page.body[0]["name"], "Somchai");
    assert_eq!(page.body[0]["deviceToken"], Value::Null);
}

#[tokio::test]
async fn one_client_id_is_one_message_however_often_and_at_once() {
    let stage = Stage::set().await;
    let guest = stage.guest().await;
    let mut body = message("once");
    body["clientId"] = "c-1".into();
    let sends = (0..24).map(|_| stage.post(&guest, "/chat/send-message", &body));
    let replies = futures_util::future::join_all(sends).await;
    for reply in &replies {
        reply.expect(201);
        assert_eq!(reply.body, replies[0].body);
    }
    assert_eq!(stage.texts(&guest).await, ["once"]);
    let mut other = message("another");
    other["clientId"] = "c-1".into();
    let reply = stage.post(&guest, "/chat/send-message", &other).await;
    reply.expect_error(422, "IDEMPOTENCY_MISMATCH");
    // What another guest calls its message is no concern of this one.
    let stranger = stage.guest().await;
    let reply = stage.post(&stranger, "/chat/send-message", &other).await;
    reply.expect(201);
    // A refused or repeated message takes no number.
    assert_eq!(stage.say(&guest, "next").await["sequence"], "2");
}

#[tokio::test]
async fn numbers_have_no_gaps_under_parallel_senders_of_two_gateways() {
    let stage = Stage::set_with(|config| config.chat.member_messages_per_minute = 1_000).await;
    let other = stage.another().await;
    let here = stage.member(1).await;
    let there = here.at(&other);
    let sends = (0..60).map(|number| {
        let (stage, visitor) = (&stage, if number % 2 == 0 { &here } else { &there });
        async move { stage.say(visitor, &number.to_string()).await }
    });
    let sent = futures_util::future::join_all(sends).await;
    let mut numbers: Vec<i64> = sent
        .iter()
        .map(|it| it["sequence"].as_str().unwrap().parse().unwrap())
        .collect();
    numbers.sort_unstable();
    assert_eq!(numbers, (1..=60).collect::<Vec<_>>());
    assert_eq!(stage.texts(&here).await.len(), 60);
    other.stop().await;
}

#[tokio::test]
async fn the_history_is_read_by_pages_by_number_and_by_skipping() {
    let stage = Stage::set().await;
    let guest = stage.guest().await;
    for number in 1..=12 {
        stage.say(&guest, &number.to_string()).await;
    }
    for (body, expected) in [
        (json!({}), (3..=12).rev().collect::<Vec<_>>()),
        (json!({ "limit": 3, "skip": 2 }), vec![10, 9, 8]),
        (json!({ "limit": 2, "before": "4" }), vec![3, 2]),
        (json!({ "limit": 50, "after": "9" }), vec![12, 11, 10]),
        (
            json!({ "limit": 50, "after": 9, "before": 12 }),
            vec![11, 10],
        ),
        (json!({ "skip": 12 }), vec![]),
        (json!({ "skip": i64::MAX }), vec![]),
    ] {
        let page = stage.post(&guest, "/chat/history", &body).await;
        page.expect(200);
        assert_eq!(page.header("x-total"), "12");
        let records = page.body.as_array().unwrap().iter();
        let numbers: Vec<i32> = records
            .map(|it| it["sequence"].as_str().unwrap().parse().unwrap())
            .collect();
        assert_eq!(numbers, expected, "{body}");
    }
    for (body, field) in [
        (json!({ "limit": 0 }), "limit"),
        (json!({ "limit": 51 }), "limit"),
        (json!({ "skip": -1 }), "skip"),
        (json!({ "after": "x" }), "after"),
        (json!({ "before": -1 }), "before"),
    ] {
        let page = stage.post(&guest, "/chat/history", &body).await;
        page.expect_error(400, "INVALID_INPUT");
        assert_eq!(page.body["data"]["fields"], json!([field]), "{body}");
    }
}

#[tokio::test]
async fn a_session_ends_after_half_an_hour_of_silence() {
    let stage = Stage::set().await;
    let _still = stage.app.clock().hold();
    let guest = stage.guest().await;
    let first = stage.say(&guest, "one").await;
    stage.app.clock().advance(Duration::from_mins(29));
    let second = stage.say(&guest, "two").await;
    assert_eq!(first["session_id"], second["session_id"]);
    stage.app.clock().advance(Duration::from_mins(30));
    let third = stage.say(&guest, "three").await;
    assert_ne!(second["session_id"], third["session_id"]);
    assert_eq!(third["sequence"], "3");
}

#[tokio::test]
async fn a_read_mark_goes_forward_only_and_not_beyond_the_end() {
    let stage = Stage::set().await;
    let guest = stage.guest().await;
    let mark = |body: Value| {
        let (stage, guest) = (&stage, &guest);
        async move {
            let path = "/chat/read-customer/";
            let reply = stage.call(guest, Method::PUT, path, Some(&body)).await;
            reply.expect(200);
            assert_eq!(reply.body["status"], "SUCCESS");
            let page = stage.post(guest, "/chat/history", &json!({})).await;
            page.header("x-read-by-customer").to_owned()
        }
    };
    assert_eq!(mark(json!({})).await, "0");
    for text in ["one", "two", "three"] {
        stage.say(&guest, text).await;
    }
    assert_eq!(mark(json!({ "sequence": "2" })).await, "2");
    assert_eq!(mark(json!({ "sequence": 1 })).await, "2");
    assert_eq!(mark(json!({ "sequence": "900" })).await, "3");
    stage.say(&guest, "four").await;
    assert_eq!(mark(json!({})).await, "4");
}

#[tokio::test]
async fn a_message_that_is_none_is_refused() {
    let stage = Stage::set().await;
    let guest = stage.guest().await;
    let with = |kind: &str, payload: Value| json!({ "message": { "message_type": kind, "payload": payload } });
    let web = json!({ "title": "x", "type": "web", "payload": "javascript:alert(1)" });
    for body in [
        json!({}),
        message(""),
        message("  \n "),
        message(&"ก".repeat(2_001)),
        message("a\u{0}b"),
        with("text", Value::Null),
        with("text", json!({ "message": 7 })),
        with("dance", json!({})),
        with("unknown", json!({})),
        with("buttons", json!({ "message": "m", "buttons": [web] })),
        with("generic", json!([{ "title": "t" }])),
        with("media", json!({ "filePath": "/api/chat/file/x" })),
        json!({ "message": message("x")["message"], "sender": "agent" }),
        json!({ "message": message("x")["message"], "clientId": "" }),
        json!({ "message": message("x")["message"], "clientId": "a b" }),
        json!({ "message": message("x")["message"], "clientId": "x".repeat(65) }),
    ] {
        let reply = stage.post(&guest, "/chat/send-message", &body).await;
        reply.expect_error(400, "INVALID_INPUT");
    }
    stage.say(&guest, &"ก".repeat(2_000)).await;
    assert_eq!(stage.texts(&guest).await.len(), 1);
}

#[tokio::test]
async fn guests_are_limited_each_and_by_their_address() {
    let stage = Stage::set_with(|config| {
        config.chat.guests_per_address_hour = 3;
        config.chat.guest_messages_per_minute = 4;
        config.chat.address_messages_per_minute = 6;
    })
    .await;
    let _still = stage.app.clock().hold();
    let (first, second) = (stage.guest().await, stage.guest().await);
    stage.guest().await;
    let request = stage.request(Method::POST, &stage.address(), "/guest");
    stage.send(request).await.expect_error(429, "REQUEST_LIMIT");
    for number in 0..4 {
        stage.say(&first, &number.to_string()).await;
    }
    let refused = stage
        .post(&first, "/chat/send-message", &message("5"))
        .await;
    refused.expect_error(429, "REQUEST_LIMIT");
    assert!(refused.headers.contains_key("retry-after"));
    stage.say(&second, "1").await;
    stage.say(&second, "2").await;
    let refused = stage
        .post(&second, "/chat/send-message", &message("3"))
        .await;
    refused.expect_error(429, "REQUEST_LIMIT");
    // A member at the same address writes on.
    let member = stage.member(1).await;
    stage.say(&member, "hello").await;
    stage.app.clock().advance(Duration::from_secs(61));
    stage.say(&first, "5").await;
}

#[tokio::test]
async fn a_guest_of_two_gateways_may_write_as_much_as_of_one() {
    let stage = Stage::set_with(|config| {
        config.chat.guest_messages_per_minute = 4;
        config.chat.guest_reads_per_minute = 3;
    })
    .await;
    let other = stage.another().await;
    let _still = (stage.app.clock().hold(), other.clock().hold());
    let here = stage.guest().await;
    let there = here.at(&other);
    for (number, at) in [&here, &there, &here, &there].into_iter().enumerate() {
        stage.say(at, &number.to_string()).await;
    }
    for at in [&here, &there] {
        let refused = stage.post(at, "/chat/send-message", &message("5")).await;
        refused.expect_error(429, "REQUEST_LIMIT");
    }
    let mut statuses = Vec::new();
    for at in [&here, &there, &here, &there, &here] {
        let read = stage.post(at, "/chat/history", &json!({})).await;
        statuses.push(read.status);
    }
    assert_eq!(statuses, [200, 200, 200, 429, 429]);
}

#[tokio::test]
async fn without_a_chat_there_is_none() {
    let stage = Stage::set_with(|config| config.chat.is_on = false).await;
    let request = |method, path| stage.request(method, &stage.address(), path);
    let made = stage.send(request(Method::POST, "/guest")).await;
    made.expect_error(404, "NO_DATA");
    let member = stage.member(1).await;
    let sent = stage
        .post(&member, "/chat/send-message", &message("x"))
        .await;
    sent.expect_error(404, "NO_DATA");
    let config = stage.send(request(Method::GET, "/chat/config")).await;
    assert_eq!(config.body["isOn"], false);
    assert_eq!(config.body["PREFIX"], "CHAT_");
    let lookup = stage
        .send(request(Method::GET, "/lookup/enableChatWidget"))
        .await;
    assert_eq!(lookup.body["enableChatWidget"], false);
}
