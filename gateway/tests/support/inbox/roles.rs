//! Who may do what: visitors nothing here, auditors read, and every call is written down.

use reqwest::{Method, StatusCode};
use serde_json::{Value, json};

use super::desk::{Caller, guest, hear, send_frame, text};
use crate::stage::{Stage, expect_error};

const NOBODY: &str = "01a1fdd8-2731-70b2-a92f-d498fe5cc7e5";

/// Every call of the inbox.
fn calls(conversation: &str) -> Vec<(Method, String, Option<Value>)> {
    let at = |rest: &str| format!("/support/conversations/{conversation}{rest}");
    let mut message = text("x");
    message["clientId"] = json!("x");
    let reply = json!({
        "title": "x", "shortcut": "x", "message": text("x")["message"],
    });
    let replies = "/support/replies".to_owned();
    let one = format!("/support/replies/{NOBODY}");
    vec![
        (Method::GET, "/support/conversations".to_owned(), None),
        (Method::GET, at(""), None),
        (Method::GET, at("/messages"), None),
        (Method::GET, at("/side"), None),
        (Method::GET, "/support/colleagues".to_owned(), None),
        (Method::GET, replies.clone(), None),
        (Method::GET, at(&format!("/replies/{NOBODY}")), None),
        (Method::GET, format!("/support/files/{NOBODY}"), None),
        (Method::POST, at("/messages"), Some(message)),
        (Method::POST, at("/read"), Some(json!({ "sequence": "1" }))),
        (Method::POST, at("/take"), Some(json!({}))),
        (
            Method::POST,
            at("/hand-over"),
            Some(json!({ "to": NOBODY })),
        ),
        (Method::POST, at("/end"), Some(json!({}))),
        (
            Method::DELETE,
            at("/text"),
            Some(json!({ "reason": "because" })),
        ),
        (Method::POST, replies, Some(reply.clone())),
        (Method::PUT, one.clone(), Some(reply)),
        (Method::DELETE, one, None),
        (Method::POST, "/support/upload-image".to_owned(), None),
        (Method::POST, "/support/upload-video".to_owned(), None),
        (Method::POST, "/support/ticket".to_owned(), Some(json!({}))),
    ]
}

#[tokio::test]
async fn a_players_and_a_guests_token_open_nothing_of_the_inbox() {
    let stage = Stage::set().await;
    let player = Caller::player(&stage, &stage.player(1).await);
    let visitor = guest(&stage).await;
    let conversation = visitor.say(&stage, "help").await;
    let before = stage.act_count().await;
    for (method, path, body) in calls(&conversation) {
        for caller in [&player, &visitor] {
            let refused = caller
                .call(&stage, method.clone(), &path, body.as_ref())
                .await;
            expect_error(&refused, 401, "UNAUTHORIZED");
        }
    }
    assert_eq!(stage.act_count().await, before);
    // Nor does a token of staff open a visitor's routes.
    let agent = Caller::staff(&stage, &stage.staff("agent").await);
    for path in ["/chat/history", "/chat/send-message", "/socket/ticket"] {
        let (status, body) = agent.post(&stage, path, &text("x")).await;
        assert_eq!(status, StatusCode::UNAUTHORIZED, "{path}: {body}");
    }
}

#[tokio::test]
async fn an_auditor_reads_everything_and_writes_nothing() {
    let stage = Stage::set().await;
    let auditor = Caller::staff(&stage, &stage.staff("auditor").await);
    let conversation = guest(&stage).await.say(&stage, "help").await;
    for (method, path, body) in calls(&conversation) {
        let is_reading = method == Method::GET;
        let before = stage.act_count().await;
        let answer = auditor.call(&stage, method, &path, body.as_ref()).await;
        assert!(stage.act_count().await > before, "{path} leaves no trace");
        let fills = path.contains("/replies/");
        if path == "/support/ticket" {
            assert_eq!(answer.0, StatusCode::OK);
        } else if !is_reading || fills {
            expect_error(&answer, 403, "ROLE_REQUIRED");
        } else if path.contains("/files/") {
            expect_error(&answer, 404, "NO_DATA");
        } else {
            assert_eq!(answer.0, StatusCode::OK, "{path}: {}", answer.1);
        }
    }
    let mut socket = auditor.staff_socket(&stage).await;
    for event in ["typing", "answering"] {
        let data = json!({ "conversation": conversation });
        send_frame(
            &mut socket,
            &json!({ "event": event, "id": "2", "data": data }),
        )
        .await;
        let ack = hear(&mut socket).await.unwrap();
        assert_eq!(
            (&ack["ok"], &ack["code"]),
            (&json!(false), &json!("ROLE_REQUIRED"))
        );
    }
    let path = format!("/support/conversations/{conversation}");
    let now = auditor.get(&stage, &path).await.1;
    assert_eq!(now["answering"], json!([]));
    assert_eq!(now["unread"], 1);
}

#[tokio::test]
async fn a_call_that_cannot_be_written_down_changes_no_conversation() {
    let stage = Stage::set().await;
    let agent = Caller::staff(&stage, &stage.staff("agent").await);
    let conversation = guest(&stage).await.say(&stage, "help").await;
    let full = "alter table staff_act add constraint full_disk check (false) not valid";
    stage.tamper(full).await;
    for (method, path, body) in calls(&conversation) {
        let answer = agent.call(&stage, method, &path, body.as_ref()).await;
        expect_error(&answer, 503, "SERVICE_UNAVAILABLE");
    }
    stage
        .tamper("alter table staff_act drop constraint full_disk")
        .await;
    let path = format!("/support/conversations/{conversation}");
    let now = agent.get(&stage, &path).await.1;
    assert_eq!(now["lastSequence"], "1");
    assert_eq!(now["assignedTo"], Value::Null);
    assert_eq!(now["readByAgent"], "0");
    assert!(now["waitingSince"].is_string());
}
