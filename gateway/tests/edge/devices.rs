//! Where a member is logged in, and the notices to every device.

use std::time::Duration;

use reqwest::Method;
use serde_json::{Value, json};

use crate::stage::{PASSWORD, Reply, Stage, credentials, draft, phone};

const SESSIONS: &str = "/api/account/sessions";
const NOTICES: &str = "/api/account/notices";
const PROFILE: &str = "/api/account/profile";
const PHONE: &str = "Mozilla/5.0 (Linux; Android 14) Chrome/130.0";
const OWN: &str = "0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a";
const OTHER: &str = "0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b";

/// A stage behind a proxy, without one-time codes.
async fn stage() -> Stage {
    Stage::set_with(|config, _| {
        config.otp.is_on = false;
        config.service.trusted_proxies = vec!["127.0.0.0/8".parse().unwrap()];
    })
    .await
}

/// A call from a device, as a browser at that address makes it.
async fn from(stage: &Stage, device: &str, path: &str, body: &Value) -> Reply {
    let request = stage
        .request(Method::POST, path)
        .header("x-device-id", device)
        .header("x-forwarded-for", "203.0.113.77")
        .header("user-agent", PHONE);
    stage.send(request.json(body)).await
}

async fn log_in(stage: &Stage, device: &str) -> String {
    let reply = from(stage, device, "/api/login", &credentials(1)).await;
    reply.expect_success();
    reply.text("token")
}

async fn registered(stage: &Stage) {
    let reply = from(stage, OWN, "/api/account", &draft(1)).await;
    reply.expect_success();
}

async fn list(stage: &Stage, path: &str, token: &str) -> Vec<Value> {
    let request = stage.request(Method::GET, path).bearer_auth(token);
    let reply = stage.send(request.header("x-device-id", OWN)).await;
    reply.expect_success();
    reply.body["list"].as_array().unwrap().clone()
}

async fn end(stage: &Stage, path: &str, token: &str) -> i64 {
    let request = stage.request(Method::DELETE, path).bearer_auth(token);
    let reply = stage.send(request).await;
    reply.expect_success();
    reply.body["ended"].as_i64().unwrap()
}

fn kinds(notices: &[Value]) -> Vec<&str> {
    notices
        .iter()
        .map(|it| it["kind"].as_str().unwrap())
        .collect()
}

#[tokio::test]
async fn a_member_sees_each_session_and_ends_one_or_all_others() {
    let stage = stage().await;
    registered(&stage).await;
    let mine = log_in(&stage, OWN).await;
    stage.app.clock().advance(Duration::from_mins(5));
    let other = log_in(&stage, OTHER).await;
    let third = log_in(&stage, OTHER).await;
    let seen = list(&stage, SESSIONS, &mine).await;
    assert_eq!(seen.len(), 3, "{seen:?}");
    let current: Vec<_> = seen.iter().map(|it| it["isCurrent"] == true).collect();
    assert_eq!(current, [true, false, false]);
    for session in &seen {
        assert_eq!(session["agent"], PHONE);
        assert_eq!(
            session["network"], "203.0.113.*",
            "the address is kept back"
        );
    }
    let theirs = list(&stage, SESSIONS, &other).await;
    let own = theirs.iter().find(|it| it["isCurrent"] == true).unwrap();
    let path = format!("{SESSIONS}/{}", own["id"].as_str().unwrap());
    assert_eq!(end(&stage, &path, &mine).await, 1);
    let ended = stage.get(PROFILE, &other).await;
    ended.expect_error(401, "invalid-token");
    assert_eq!(end(&stage, &path, &mine).await, 0, "it had ended");
    assert_eq!(end(&stage, SESSIONS, &mine).await, 1);
    let ended = stage.get(PROFILE, &third).await;
    ended.expect_error(401, "invalid-token");
    stage.get(PROFILE, &mine).await.expect_success();
    assert_eq!(list(&stage, SESSIONS, &mine).await.len(), 1);
}

#[tokio::test]
async fn nobody_sees_or_ends_the_sessions_of_another_member() {
    let stage = stage().await;
    registered(&stage).await;
    let mine = log_in(&stage, OWN).await;
    let stranger = stage.member(2).await;
    let seen = list(&stage, SESSIONS, &mine).await;
    let path = format!("{SESSIONS}/{}", seen[0]["id"].as_str().unwrap());
    assert_eq!(end(&stage, &path, &stranger).await, 0);
    assert_eq!(end(&stage, SESSIONS, &stranger).await, 0);
    stage.get(PROFILE, &mine).await.expect_success();
    assert_eq!(list(&stage, SESSIONS, &stranger).await.len(), 1);
    // Neither is a session listed that the gateway has not opened, nor one that time has ended.
    stage
        .tamper("update session set idle_seconds = idle_seconds + 1")
        .await;
    let request = stage.request(Method::GET, SESSIONS).bearer_auth(&mine);
    stage.send(request).await.expect_error(401, "invalid-token");
}

#[tokio::test]
async fn every_device_hears_of_a_new_one_once_and_nobody_can_hide_it() {
    let stage = stage().await;
    registered(&stage).await;
    let mine = log_in(&stage, OWN).await;
    assert_eq!(kinds(&list(&stage, NOTICES, &mine).await), [""; 0]);
    let thief = log_in(&stage, OTHER).await;
    log_in(&stage, OTHER).await;
    let notices = list(&stage, NOTICES, &mine).await;
    assert_eq!(kinds(&notices), ["NEW_DEVICE"]);
    assert_eq!(notices[0]["agent"], PHONE);
    assert_eq!(notices[0]["network"], "203.0.113.*");
    assert_eq!(notices[0]["isThisDevice"], false);
    // The thief reads it, ends the member's session and drops the own one: the notice stays.
    list(&stage, NOTICES, &thief).await;
    assert_eq!(end(&stage, SESSIONS, &thief).await, 2);
    let mine = log_in(&stage, OWN).await;
    assert_eq!(kinds(&list(&stage, NOTICES, &mine).await), ["NEW_DEVICE"]);
    stage.app.clock().advance(Duration::from_hours(24 * 30 + 1));
    let mine = log_in(&stage, OWN).await;
    assert_eq!(kinds(&list(&stage, NOTICES, &mine).await), [""; 0]);
}

#[tokio::test]
async fn a_login_that_names_no_device_counts_as_a_new_one() {
    let stage = stage().await;
    registered(&stage).await;
    stage.log_in(1).await;
    let mine = log_in(&stage, OWN).await;
    let notices = list(&stage, NOTICES, &mine).await;
    assert_eq!(kinds(&notices), ["NEW_DEVICE"]);
    assert_eq!(notices[0]["isThisDevice"], false);
}

#[tokio::test]
async fn a_changed_password_is_a_notice_to_the_other_devices() {
    let stage = stage().await;
    registered(&stage).await;
    let mine = log_in(&stage, OWN).await;
    let request = stage.request(Method::PUT, "/api/account/changepwd");
    let request = request.header("x-device-id", OWN).bearer_auth(&mine);
    let change = json!({ "oldPassword": PASSWORD, "newPassword": "Another-5678" });
    stage.send(request.json(&change)).await.expect_success();
    let notices = list(&stage, NOTICES, &mine).await;
    assert_eq!(kinds(&notices), ["PASSWORD_CHANGED"]);
    assert_eq!(notices[0]["isThisDevice"], true);
    assert_eq!(notices[0]["heldUntil"], Value::Null);
}

#[tokio::test]
async fn a_refused_login_leaves_neither_a_session_nor_a_notice() {
    let stage = stage().await;
    registered(&stage).await;
    let wrong = json!({ "username": phone(1), "password": "Wrong-1234" });
    let reply = from(&stage, OTHER, "/api/login", &wrong).await;
    reply.expect_error(401, "WRONG_CREDENTIAL");
    let mine = log_in(&stage, OWN).await;
    assert_eq!(kinds(&list(&stage, NOTICES, &mine).await), [""; 0]);
    assert_eq!(list(&stage, SESSIONS, &mine).await.len(), 1);
}
