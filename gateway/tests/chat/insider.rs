//! What somebody writes about the chat who holds the application's role: it opens no conversation and no file,
//! nobody speaks by it, and `verify` names each row that the gateway has not written.

use std::time::Duration;

use reqwest::Method;
use serde_json::{Value, json};

use crate::files::drawn;
use crate::link::{consent, link};
use crate::stage::{Stage, Visitor, hear_event, message};

const HISTORY: &str = "/chat/history";

/// Writes with the rights of the application's role.
async fn write(stage: &Stage, statement: &str) {
    let written = sqlx::raw_sql(statement).execute(stage.app.pool()).await;
    written.unwrap();
}

/// Panics unless the role has no right to do this.
async fn expect_no_right(stage: &Stage, statement: &str) {
    let done = sqlx::raw_sql(statement).execute(stage.app.pool()).await;
    let error = done.expect_err(statement);
    let code = error
        .as_database_error()
        .and_then(sqlx::error::DatabaseError::code);
    assert_eq!(code.as_deref(), Some("42501"), "{statement}: {error}");
}

async fn expect_over(stage: &Stage, guest: &Visitor) {
    for path in [HISTORY, "/socket/ticket"] {
        let refused = stage.post(guest, path, &json!({})).await;
        refused.expect_error(401, "invalid-token");
    }
}

#[tokio::test]
async fn a_guest_who_became_a_member_does_not_come_back_with_the_row() {
    let stage = Stage::set().await;
    let (guest, member, other) = (
        stage.guest().await,
        stage.member(1).await,
        stage.member(2).await,
    );
    stage.say(&guest, "as a guest").await;
    let former = stage.copied("guest", "true").await;
    let linked = link(&stage, &member, guest.credential(), &consent()).await;
    linked.expect(200);
    let back = "update guest set linked_to = null, mac = former.mac
        from jsonb_populate_recordset(null::guest, $1) as former where former.id = guest.id";
    let back = sqlx::query(back).bind(&former);
    back.execute(stage.app.pool()).await.unwrap();
    expect_over(&stage, &guest).await;
    // Nor does somebody else take the conversation along.
    let again = link(&stage, &other, guest.credential(), &consent()).await;
    again.expect_error(409, "ALREADY_ENDED");
    write(&stage, "delete from guest").await;
    stage.put_back("guest", &former).await;
    expect_over(&stage, &guest).await;
    assert_eq!(stage.texts(&member).await, ["as a guest"]);
    // The row is the gateway's own.
    assert_eq!(stage.wrong().await, [""; 0]);
}

#[tokio::test]
async fn a_guest_who_stayed_away_does_not_come_back_by_a_visit_that_nobody_made() {
    let stage = Stage::set().await;
    let guest = stage.guest().await;
    stage.say(&guest, "hello").await;
    let days = stage.config().chat.guest_days;
    stage
        .app
        .clock()
        .advance(Duration::from_hours(24 * u64::from(days + 1)));
    let late = stage.post(&guest, HISTORY, &json!({})).await;
    late.expect_error(401, "EXPIRED_AUTH_TOKEN");
    let visited = format!("update guest set last_seen_at = last_seen_at + interval '{days} days'");
    write(&stage, &visited).await;
    expect_over(&stage, &guest).await;
    let id = stage.copied("guest", "true").await[0]["id"].clone();
    let named = format!(
        "guest, id {}: the gateway has not written it so",
        id.as_str().unwrap()
    );
    assert_eq!(stage.wrong().await, [named]);
}

/// The messages of a visitor's conversation, newest first.
async fn history(stage: &Stage, visitor: &Visitor) -> Vec<Value> {
    let page = stage.post(visitor, HISTORY, &json!({ "limit": 50 })).await;
    page.expect(200);
    page.body.as_array().unwrap().clone()
}

/// Panics unless nothing of a message is shown but its place.
#[track_caller]
fn expect_hidden(record: &Value) {
    let hidden = json!({ "message_type": "unknown", "payload": null });
    assert_eq!(record["message"], hidden, "{record}");
    assert_eq!(record["isErased"], true, "{record}");
    assert_eq!(record["name"], Value::Null, "{record}");
}

#[tokio::test]
async fn nobody_speaks_as_staff_by_a_row() {
    let stage = Stage::set().await;
    let agent = stage.agent().await;
    let (victim, other) = (stage.member(1).await, stage.member(2).await);
    let asked = stage.say(&victim, "help").await;
    let elsewhere = stage.say(&other, "help").await;
    let path = |said: &Value| {
        let conversation = said["conversation"].as_str().unwrap();
        format!("/support/conversations/{conversation}/messages")
    };
    let mut answer = message("pay to your new account");
    answer["clientId"] = "a-1".into();
    let answered = stage.post(&agent, &path(&elsewhere), &answer).await;
    answered.expect(201);
    assert_eq!(stage.wrong().await, [""; 0]);
    let mut socket = stage.joined(&victim).await;
    let own = asked["conversation"].as_str().unwrap();
    // With the content and the MAC of an answer, under a name that says more.
    let made_up = format!(
        "with place as (update chat_conversation set last_sequence = last_sequence + 1
                        where id = '{own}' returning id, last_sequence, session_id)
         insert into chat_message (id, conversation_id, sequence, session_id, sender, author_id,
                                   staff_name, message_type, payload, mac, created_at)
         select gen_random_uuid(), place.id, place.last_sequence, place.session_id, it.sender,
                it.author_id, 'pay to 666-0-00111-2', it.message_type, it.payload, it.mac, now()
         from place, chat_message as it where it.sender = 'agent'"
    );
    write(&stage, &made_up).await;
    let heard = loop {
        let record = hear_event(&mut socket, "messaging").await;
        if record["sequence"] == "2" {
            break record;
        }
    };
    expect_hidden(&heard);
    // The answer to somebody else, and another text in place of the visitor's.
    let moved = format!(
        "update chat_message set conversation_id = '{own}', sequence = 3
         where sender = 'agent' and conversation_id <> '{own}';
         update chat_conversation set last_sequence = 3 where id = '{own}';
         update chat_message set payload = '{{\"message\": \"yes, I agree\"}}'
         where conversation_id = '{own}' and sequence = 1"
    );
    write(&stage, &moved).await;
    let seen = history(&stage, &victim).await;
    let at_staff = stage.call(&agent, Method::GET, &path(&asked), None).await;
    at_staff.expect(200);
    for records in [&seen, at_staff.body["messages"].as_array().unwrap()] {
        assert_eq!(records.len(), 3);
        records.iter().for_each(expect_hidden);
    }
    let named = stage.wrong().await;
    let is_message = |line: &String| line.starts_with("chat_message, id ");
    assert!(
        named.len() == 3 && named.iter().all(is_message),
        "{named:?}"
    );
    expect_no_right(&stage, "update chat_message set sender = 'agent'").await;
}

#[tokio::test]
async fn a_conversation_that_somebody_gives_away_opens_to_nobody() {
    let stage = Stage::set().await;
    let agent = stage.agent().await;
    let (victim, thief) = (stage.member(1).await, stage.member(2).await);
    let said = stage.say(&victim, "a secret").await;
    let own = said["conversation"].as_str().unwrap();
    let given = |to: &Visitor| format!("update chat_conversation set member_id = '{}'", to.id);
    expect_no_right(&stage, &given(&thief)).await;
    // The owner of the database may.
    stage.tamper(&given(&thief)).await;
    let named = |id: &str| {
        format!("chat_conversation, id {id}: the gateway has not written so whose it is")
    };
    let expect_closed = async |id: &str| {
        for path in ["", "/messages"] {
            let path = format!("/support/conversations/{id}{path}");
            let refused = stage.call(&agent, Method::GET, &path, None).await;
            refused.expect_error(404, "NO_DATA");
        }
        assert_eq!(stage.wrong().await, [named(id)]);
    };
    for visitor in [&victim, &thief] {
        assert_eq!(history(&stage, visitor).await, [""; 0]);
    }
    expect_closed(own).await;
    stage.tamper(&given(&victim)).await;
    assert_eq!(stage.texts(&victim).await, ["a secret"]);
    // A guest's conversation leads staff to no other one.
    let guest = stage.guest().await;
    let left = stage.say(&guest, "hello").await;
    let merged =
        format!("update chat_conversation set merged_into = '{own}' where guest_id is not null");
    write(&stage, &merged).await;
    expect_closed(left["conversation"].as_str().unwrap()).await;
}

#[tokio::test]
async fn a_file_of_somebody_else_opens_by_no_row() {
    let stage = Stage::set().await;
    let (owner, thief) = (stage.guest().await, stage.guest().await);
    let uploaded = stage
        .upload(&owner, "/chat/upload-image", "a.png", drawn())
        .await;
    let path = uploaded.body["path"].as_str().unwrap();
    let path = path.strip_prefix("/api").unwrap().to_owned();
    stage.say(&thief, "hello").await;
    let id_of = |guest: &Visitor| guest.id.strip_prefix("guest-").unwrap().to_owned();
    let given = |to: &Visitor| format!("update chat_file set owner_id = '{}'", id_of(to));
    let get = async |visitor: &Visitor, path: &str| {
        let request = stage.call(visitor, Method::GET, path, None);
        request.await.status.as_u16()
    };
    let id = path.strip_prefix("/chat/file/").unwrap();
    let named = |id: &str| {
        [format!(
            "chat_file, id {id}: the gateway has not written it so"
        )]
    };
    write(&stage, &given(&thief)).await;
    for visitor in [&owner, &thief] {
        assert_eq!(get(visitor, &path).await, 404);
    }
    assert_eq!(stage.wrong().await, named(id));
    write(&stage, &given(&owner)).await;
    assert_eq!(get(&owner, &path).await, 200);
    // A message shows the file that its content names.
    write(&stage, &format!("update chat_message set file_id = '{id}'")).await;
    assert_eq!(get(&thief, &path).await, 404);
    assert_eq!(stage.wrong().await, [""; 0]);
    expect_no_right(&stage, "update chat_file set file_name = 'another.png'").await;
    // Nor does a row of one's own open what another one stores.
    let mut row = stage.copied("chat_file", "true").await;
    let other = gateway::clock::random_id().to_string();
    row[0]["id"] = json!(other);
    row[0]["owner_id"] = json!(id_of(&thief));
    write(
        &stage,
        "update chat_message set file_id = null; delete from chat_file",
    )
    .await;
    stage.put_back("chat_file", &row).await;
    assert_eq!(get(&thief, &format!("/chat/file/{other}")).await, 404);
    assert_eq!(stage.wrong().await, named(&other));
}
