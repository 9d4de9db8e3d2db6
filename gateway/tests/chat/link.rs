//! A guest who becomes a member takes the conversation along, once.

use std::time::Duration;

use ledger_testing::eventually;
use reqwest::Method;
use serde_json::{Value, json};

use crate::files::drawn;
use crate::stage::{Reply, Stage, Visitor, hear, hear_messages, message};

pub(crate) async fn link(stage: &Stage, member: &Visitor, credential: &str, body: &Value) -> Reply {
    let request = stage
        .request(Method::POST, &member.address, "/chat/link")
        .header("authorization", &member.authorization)
        .header("x-guest", credential);
    stage.send(request.json(body)).await
}

pub(crate) fn consent() -> Value {
    json!({ "consent": true })
}

#[tokio::test]
async fn a_linked_conversation_is_the_members_and_the_secret_opens_nothing() {
    // Nobody looks for ended guests within the hour: the link itself ends the guest's sockets.
    let stage = Stage::set_with(|config| config.paces.watch = Duration::from_hours(1)).await;
    let guest = stage.guest().await;
    let mut sent = message("as a guest");
    sent["clientId"] = "c-1".into();
    let first = stage.post(&guest, "/chat/send-message", &sent).await;
    let uploaded = stage
        .upload(&guest, "/chat/upload-image", "a.png", drawn())
        .await;
    let file = uploaded.body["path"].as_str().unwrap();
    let file = file.strip_prefix("/api").unwrap();
    let mut guests = stage.joined(&guest).await;
    let member = stage.member(1).await;
    let mut members = stage.joined(&member).await;
    link(&stage, &member, guest.credential(), &consent())
        .await
        .expect(200);
    // What the guest had said may arrive again before the end.
    let ended = loop {
        if let Err(code) = hear(&mut guests).await {
            break code;
        }
    };
    assert_eq!(ended, 4001);
    assert_eq!(hear_messages(&mut members, 1).await, [1]);
    let page = stage.post(&member, "/chat/history", &json!({})).await;
    assert_eq!(page.body[0]["_id"], first.body["_id"]);
    assert_eq!(page.body[0]["createdAt"], first.body["createdAt"]);
    assert_eq!(page.body[0]["userId"], json!(member.id));
    assert_eq!(page.body[0]["guestId"], Value::Null);
    stage
        .call(&member, Method::GET, file, None)
        .await
        .expect(200);
    for (path, body) in [
        ("/chat/history", json!({})),
        ("/chat/send-message", message("still here")),
        ("/socket/ticket", json!({})),
    ] {
        let reply = stage.post(&guest, path, &body).await;
        reply.expect_error(401, "invalid-token");
    }
    // What was on its way when the guest became a member is the same message.
    let again = stage.post(&member, "/chat/send-message", &sent).await;
    assert_eq!(again.body["_id"], first.body["_id"]);
    // The same link again is answered alike.
    link(&stage, &member, guest.credential(), &consent())
        .await
        .expect(200);
    assert_eq!(stage.texts(&member).await, ["as a guest"]);
}

#[tokio::test]
async fn a_member_who_has_chatted_before_has_one_history_without_gaps() {
    let stage = Stage::set().await;
    let member = stage.member(1).await;
    for text in ["m1", "m2"] {
        stage.say(&member, text).await;
    }
    for round in ["a", "b"] {
        let guest = stage.guest().await;
        for number in 1..=3 {
            stage.say(&guest, &format!("{round}{number}")).await;
        }
        link(&stage, &member, guest.credential(), &consent())
            .await
            .expect(200);
    }
    let all = ["m1", "m2", "a1", "a2", "a3", "b1", "b2", "b3"];
    assert_eq!(stage.texts(&member).await, all);
    assert_eq!(stage.say(&member, "m3").await["sequence"], "9");
    let counts: (i64, i64) = sqlx::query_as("select count(*), max(sequence) from chat_message")
        .fetch_one(&stage.database.owner())
        .await
        .unwrap();
    assert_eq!(counts, (9, 9));
}

#[tokio::test]
async fn of_parallel_links_of_one_guest_one_member_has_it() {
    let stage = Stage::set().await;
    let members = [stage.member(1).await, stage.member(2).await];
    let guest = stage.guest().await;
    stage.say(&guest, "whose").await;
    let body = consent();
    let links = (0..8).map(|number| link(&stage, &members[number % 2], guest.credential(), &body));
    let replies = futures_util::future::join_all(links).await;
    let mut won = [0, 0];
    for (number, reply) in replies.iter().enumerate() {
        match reply.status.as_u16() {
            200 => won[number % 2] += 1,
            _ => reply.expect_error(409, "ALREADY_ENDED"),
        }
    }
    assert!(won == [4, 0] || won == [0, 4], "{won:?}");
    let winner = usize::from(won[0] == 0);
    assert_eq!(stage.texts(&members[winner]).await, ["whose"]);
    assert!(stage.texts(&members[1 - winner]).await.is_empty());
}

#[tokio::test]
async fn no_message_is_lost_between_the_guest_and_the_member() {
    let stage = Stage::set().await;
    let member = stage.member(1).await;
    let guest = stage.guest().await;
    let sends = (0..40).map(|number| {
        let (stage, guest) = (&stage, &guest);
        async move {
            let body = message(&number.to_string());
            let reply = stage.post(guest, "/chat/send-message", &body).await;
            (number.to_string(), reply.status.as_u16())
        }
    });
    let body = consent();
    let linking = async {
        // The others are still on their way.
        eventually("something is said", async || {
            let said: i64 = sqlx::query_scalar("select count(*) from chat_message")
                .fetch_one(&stage.database.owner())
                .await
                .unwrap();
            if said > 0 { Ok(()) } else { Err(said) }
        })
        .await;
        link(&stage, &member, guest.credential(), &body)
            .await
            .expect(200);
    };
    let (sent, ()) =
        futures_util::future::join(futures_util::future::join_all(sends), linking).await;
    let mut taken: Vec<_> = sent
        .iter()
        .filter(|it| it.1 == 201)
        .map(|it| it.0.clone())
        .collect();
    assert!(sent.iter().all(|it| matches!(it.1, 201 | 401)), "{sent:?}");
    let mut kept = stage.texts(&member).await;
    taken.sort();
    kept.sort();
    assert_eq!(kept, taken);
}

#[tokio::test]
async fn without_consent_or_the_secret_nothing_is_linked() {
    let stage = Stage::set().await;
    let (member, guest) = (stage.member(1).await, stage.guest().await);
    stage.say(&guest, "mine").await;
    let own = guest.credential();
    let refused = link(&stage, &member, own, &json!({ "consent": false })).await;
    refused.expect_error(400, "INVALID_INPUT");
    let refused = link(&stage, &member, own, &json!({})).await;
    refused.expect_error(400, "INVALID_INPUT");
    let unknown = format!("guest-{:032x}.{}", 7, "x".repeat(43));
    for credential in [
        &format!("{}.{}", guest.id, "x".repeat(43)),
        &guest.id,
        &unknown,
    ] {
        let refused = link(&stage, &member, credential, &consent()).await;
        refused.expect_error(404, "NO_DATA");
    }
    assert_eq!(stage.texts(&guest).await, ["mine"]);
    assert!(stage.texts(&member).await.is_empty());
}
