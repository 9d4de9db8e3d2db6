//! Nobody sees, marks, sends or hears what is another's, whatever is named or guessed.

use ledger_testing::cases;
use reqwest::Method;
use serde_json::{Value, json};

use crate::files::drawn;
use crate::stage::{Stage, hear_nothing, join, message, open_socket, own_origin};

/// Guesses, of each kind; `CHAT_GUESSES` sets another number.
fn guesses() -> usize {
    let number = std::env::var("CHAT_GUESSES").ok();
    let usual = usize::try_from(cases(20, 1_000)).unwrap();
    number.and_then(|it| it.parse().ok()).unwrap_or(usual)
}

#[tokio::test]
async fn naming_somebody_else_is_answered_as_naming_nobody() {
    let stage = Stage::set().await;
    let (owner, thief) = (stage.guest().await, stage.guest().await);
    let (member, other) = (stage.member(1).await, stage.member(2).await);
    for visitor in [&owner, &member] {
        stage.say(visitor, "a secret").await;
    }
    let nobody = "guest-00000000000000000000000000000000";
    for (caller, field, named) in [
        (&thief, "guestId", owner.id.as_str()),
        (&thief, "guestId", nobody),
        (&thief, "guestId", ""),
        (&thief, "userId", member.id.as_str()),
        (&other, "userId", member.id.as_str()),
        (&other, "guestId", owner.id.as_str()),
        // One's own id in the other's place is somebody else's as well.
        (&member, "guestId", member.id.as_str()),
        (&owner, "userId", owner.id.as_str()),
    ] {
        for (method, path) in [
            (Method::POST, "/chat/history"),
            (Method::POST, "/chat/send-message"),
            (Method::PUT, "/chat/read-customer/"),
        ] {
            let mut body = message("x");
            body[field] = named.into();
            let reply = stage.call(caller, method, path, Some(&body)).await;
            reply.expect_error(404, "NO_DATA");
            assert!(!reply.body.to_string().contains("secret"));
        }
    }
    for visitor in [&owner, &member] {
        let mut body = json!({});
        body[visitor.field] = visitor.id.as_str().into();
        let page = stage.post(visitor, "/chat/history", &body).await;
        page.expect(200);
        assert_eq!(page.body.as_array().unwrap().len(), 1);
        assert_eq!(page.header("x-read-by-customer"), "0");
    }
    for visitor in [&thief, &other] {
        assert!(stage.texts(visitor).await.is_empty());
    }
}

#[tokio::test]
async fn a_public_id_without_its_secret_opens_nothing() {
    let stage = Stage::set().await;
    let (owner, thief) = (stage.guest().await, stage.guest().await);
    stage.say(&owner, "a secret").await;
    let own_secret = thief.credential().split_once('.').unwrap().1;
    let owners_secret = owner.credential().split_once('.').unwrap().1;
    let mut credentials = vec![
        format!("{}.{own_secret}", owner.id),
        format!("{}.", owner.id),
        owner.id.clone(),
        format!("{}.{}", owner.id.to_uppercase(), owners_secret),
        format!("{}.{}", owner.id, owners_secret.to_lowercase() + "x"),
    ];
    for number in 0..guesses() {
        credentials.push(format!("{}.{number:043}", owner.id));
        credentials.push(format!("guest-{number:032x}.{owners_secret}"));
    }
    for credential in credentials {
        let mut visitor = thief.clone();
        visitor.authorization = format!("Guest {credential}");
        let reply = stage.post(&visitor, "/chat/history", &json!({})).await;
        reply.expect_error(401, "invalid-token");
    }
}

#[tokio::test]
async fn a_file_is_shown_to_whom_it_was_sent_by_or_to() {
    let stage = Stage::set().await;
    let (owner, thief, member) = (
        stage.guest().await,
        stage.guest().await,
        stage.member(1).await,
    );
    let reply = stage
        .upload(&owner, "/chat/upload-image", "slip.png", drawn())
        .await;
    reply.expect(201);
    let path = reply.body["path"].as_str().unwrap().to_owned();
    let get = path.strip_prefix("/api").unwrap().to_owned();
    stage
        .call(&owner, Method::GET, &get, None)
        .await
        .expect(200);
    let media = |path: &str| {
        let payload = json!({ "message": "", "filePath": path });
        json!({ "message": { "message_type": "media", "payload": payload } })
    };
    for visitor in [&thief, &member] {
        let seen = stage.call(visitor, Method::GET, &get, None).await;
        seen.expect_error(404, "NO_DATA");
        // Nor does sending it as one's own make it so.
        let sent = stage
            .post(visitor, "/chat/send-message", &media(&path))
            .await;
        sent.expect_error(404, "NO_DATA");
        for number in 0..guesses() {
            let id = format!("00000000-0000-4000-8000-{number:012x}");
            let guessed = format!("/chat/file/{id}");
            let seen = stage.call(visitor, Method::GET, &guessed, None).await;
            seen.expect_error(404, "NO_DATA");
        }
        for odd in ["..%2f..%2fsecret.key", "%00", "x", "1"] {
            let odd = format!("/chat/file/{odd}");
            let seen = stage.call(visitor, Method::GET, &odd, None).await;
            seen.expect_error(404, "NO_DATA");
        }
    }
    let sent = stage
        .post(&owner, "/chat/send-message", &media(&path))
        .await;
    sent.expect(201);
    stage
        .call(&owner, Method::GET, &get, None)
        .await
        .expect(200);
    let seen = stage.call(&thief, Method::GET, &get, None).await;
    seen.expect_error(404, "NO_DATA");
}

#[tokio::test]
async fn a_socket_hears_its_own_conversation_whatever_it_names() {
    let stage = Stage::set().await;
    let (owner, thief) = (stage.guest().await, stage.guest().await);
    let sent = stage.say(&owner, "first").await;
    let ticket = stage.post(&thief, "/socket/ticket", &json!({})).await;
    let mut socket = open_socket(&thief.address, Some(&own_origin(&thief)))
        .await
        .unwrap();
    let join = json!({ "event": "join", "id": "1", "data": {
        "ticket": ticket.body["ticket"], "room": format!("CHAT_{}", thief.id),
        "guestId": owner.id, "conversation": sent["conversation"],
    } });
    crate::stage::send_frame(&mut socket, &join).await;
    assert_eq!(crate::stage::hear(&mut socket).await.unwrap()["ok"], true);
    for event in ["join", "typing", "answering", "leave", "messaging"] {
        let data = json!({ "conversation": sent["conversation"], "room": "CHAT_" });
        let frame = json!({ "event": event, "id": event, "data": data });
        crate::stage::send_frame(&mut socket, &frame).await;
        let ack = crate::stage::hear(&mut socket).await.unwrap();
        assert_eq!(ack["event"], "ack", "{ack}");
        assert_eq!(ack["ok"], event == "typing", "{ack}");
    }
    let mut owners = stage.joined(&owner).await;
    stage.say(&owner, "a secret").await;
    crate::stage::hear_text(&mut owners, "a secret").await;
    hear_nothing(&mut socket).await;
}

#[tokio::test]
async fn guessed_tickets_join_nothing() {
    let stage = Stage::set().await;
    let owner = stage.guest().await;
    for number in 0..guesses().min(2_000) {
        let mut socket = open_socket(&owner.address, Some(&own_origin(&owner)))
            .await
            .unwrap();
        let ack: Value = join(&mut socket, &format!("{number:043}")).await.unwrap();
        assert_eq!(ack["ok"], false);
        assert_eq!(ack["code"], "invalid-token");
    }
}
