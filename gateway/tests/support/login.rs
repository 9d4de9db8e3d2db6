//! Staff coming in and going out.

use std::time::Duration;

use reqwest::StatusCode;
use serde_json::{Value, json};

use crate::stage::{Stage, expect_error};

#[tokio::test]
async fn staff_comes_in_with_a_password_and_a_code_and_goes_out() {
    let stage = Stage::set().await;
    let _still = stage.app.clock().hold();
    let credentials = stage.credentials("agent");
    let (status, body) = stage.log_in(&credentials).await;
    assert_eq!(status, StatusCode::OK, "{body}");
    let token = body["token"].as_str().unwrap();
    assert!(token.starts_with("st_"), "{token}");
    let (status, me) = stage.get_as(token, "/support/me").await;
    assert_eq!(status, StatusCode::OK, "{me}");
    assert_eq!(me["staff"], body["staff"]);
    assert_eq!(me["staff"]["role"], "agent");
    assert_eq!(me["expiresAt"], body["expiresAt"]);
    let (status, _) = stage.post_as(token, "/support/logout", &json!({})).await;
    assert_eq!(status, StatusCode::OK);
    let after = stage.get_as(token, "/support/me").await;
    expect_error(&after, 401, "invalid-token");
    let kinds: Vec<Value> = stage.acts().await;
    let kinds: Vec<_> = kinds.iter().map(|it| it["kind"].clone()).collect();
    let mut wanted = vec!["staff.add"; 4];
    wanted.extend(["login", "read me", "post logout"]);
    assert_eq!(kinds, wanted);
}

#[tokio::test]
async fn whatever_is_wrong_the_answer_is_one() {
    let stage = Stage::set().await;
    let _still = stage.app.clock().hold();
    stage.command(&["disable", "auditor"]).await;
    let right = stage.credentials("agent");
    let with = |field: &str, value: &str| {
        let mut changed = right.clone();
        changed[field] = json!(value);
        changed
    };
    let code = right["code"].as_str().unwrap();
    let other_code = if code == "000000" { "000001" } else { "000000" };
    let tries = [
        with("username", "nobody"),
        with("password", "Demo-1234-supervisor"),
        with("code", other_code),
        with("code", ""),
        stage.credentials("auditor"),
    ];
    for credentials in tries {
        let mut answer = stage.log_in(&credentials).await;
        expect_error(&answer, 401, "WRONG_CREDENTIAL");
        answer.1["requestId"] = json!("");
        let wanted = json!({ "message": "WRONG_CREDENTIAL", "requestId": "" });
        assert_eq!(answer.1, wanted, "{credentials}");
    }
    let acts = stage.acts().await;
    let refused: Vec<_> = acts
        .iter()
        .filter(|it| it["kind"] == "login.refused")
        .collect();
    // The one of nobody is counted elsewhere.
    assert_eq!(refused.len(), 4);
    assert_eq!(refused[0]["by"], "agent");
    assert_eq!(refused[3]["by"], "auditor");
}

#[tokio::test]
async fn a_code_opens_once_also_for_many_at_once() {
    let stage = Stage::set().await;
    let _still = stage.app.clock().hold();
    let credentials = stage.credentials("agent");
    let tries = (0..4).map(|_| stage.log_in(&credentials));
    let answers = futures_util::future::join_all(tries).await;
    let opened = answers.iter().filter(|it| it.0 == StatusCode::OK).count();
    assert_eq!(opened, 1, "{answers:?}");
    let again = stage.log_in(&credentials).await;
    expect_error(&again, 401, "WRONG_CREDENTIAL");
    // An older code that nobody has used is no better than the used one.
    let late = stage.next_code("agent");
    let mut newest = credentials.clone();
    newest["code"] = json!(stage.next_code("agent"));
    assert_eq!(stage.log_in(&newest).await.0, StatusCode::OK);
    newest["code"] = json!(late);
    expect_error(&stage.log_in(&newest).await, 401, "WRONG_CREDENTIAL");
}

#[tokio::test]
async fn guesses_wait_longer_and_longer() {
    let stage = Stage::set_with(|config| config.login.account_tries = 3).await;
    let _still = stage.app.clock().hold();
    let right = stage.credentials("supervisor");
    let mut guess = right.clone();
    guess["code"] = json!("12345");
    for _ in 0..3 {
        expect_error(&stage.log_in(&guess).await, 401, "WRONG_CREDENTIAL");
    }
    // The right one waits as well, so that guesses reveal nothing.
    expect_error(&stage.log_in(&right).await, 429, "REQUEST_LIMIT");
    let right = stage.credentials("supervisor");
    assert_eq!(stage.log_in(&right).await.0, StatusCode::OK);
}

#[tokio::test]
async fn a_session_ends_by_itself() {
    let stage = Stage::set().await;
    let idle = stage.staff("agent").await;
    stage.app.clock().advance(Duration::from_mins(29));
    assert_eq!(stage.get_as(&idle, "/support/me").await.0, StatusCode::OK);
    stage.app.clock().advance(Duration::from_mins(30));
    let ended = stage.get_as(&idle, "/support/me").await;
    expect_error(&ended, 401, "EXPIRED_AUTH_TOKEN");
    // What the console asks by itself keeps nobody logged in.
    let away = stage.staff("agent").await;
    stage.app.clock().advance(Duration::from_mins(29));
    let path = "/support/waiting";
    assert_eq!(stage.get_as(&away, path).await.0, StatusCode::OK);
    stage.app.clock().advance(Duration::from_mins(2));
    expect_error(&stage.get_as(&away, path).await, 401, "EXPIRED_AUTH_TOKEN");
    let busy = stage.staff("agent").await;
    for _ in 0..(12 * 60 / 20 - 1) {
        stage.app.clock().advance(Duration::from_mins(20));
        assert_eq!(stage.get_as(&busy, "/support/me").await.0, StatusCode::OK);
    }
    stage.app.clock().advance(Duration::from_mins(20));
    let ended = stage.get_as(&busy, "/support/me").await;
    expect_error(&ended, 401, "EXPIRED_AUTH_TOKEN");
}

#[tokio::test]
async fn disabled_or_renewed_staff_is_out_at_once() {
    let stage = Stage::set().await;
    let _still = stage.app.clock().hold();
    let (agent, supervisor) = (stage.staff("agent").await, stage.staff("supervisor").await);
    stage.command(&["disable", "agent"]).await;
    let out = stage.get_as(&agent, "/support/me").await;
    expect_error(&out, 401, "invalid-token");
    assert_eq!(
        stage.get_as(&supervisor, "/support/me").await.0,
        StatusCode::OK
    );
    stage.command(&["enable", "agent"]).await;
    // What was open stays closed.
    let out = stage.get_as(&agent, "/support/me").await;
    expect_error(&out, 401, "invalid-token");
    let again = stage.staff("agent").await;
    let shown = stage.command(&["reset", "agent"]).await;
    let out = stage.get_as(&again, "/support/me").await;
    expect_error(&out, 401, "invalid-token");
    assert!(shown.contains("otpauth://totp/"), "{shown}");
    // The old password and the old authenticator open nothing any more.
    let old = stage.credentials("agent");
    expect_error(&stage.log_in(&old).await, 401, "WRONG_CREDENTIAL");
}

#[tokio::test]
async fn a_new_account_comes_in_with_what_was_shown_once() {
    let stage = Stage::set().await;
    let _still = stage.app.clock().hold();
    let words = ["add", "mali", "--name", "มะลิ", "--role", "auditor"];
    let shown = stage.command(&words).await;
    let password = shown.split("password").nth(1).unwrap();
    let password = password.split_whitespace().next().unwrap();
    let secret = shown.split("secret=").nth(1).unwrap();
    let secret = secret.split('&').next().unwrap();
    // The authenticator: the configuration's own, with the secret that was shown.
    let mut config = stage.config();
    config.demo_staff[0].username = "mali".to_owned();
    config.demo_staff[0].totp_secret = serde_json::from_value(json!(secret)).unwrap();
    let code = gateway::operator::staff_code(&config, "mali", stage.app.clock()).unwrap();
    let credentials = json!({ "username": " Mali", "password": password, "code": &code[..6] });
    let (status, body) = stage.log_in(&credentials).await;
    assert_eq!(status, StatusCode::OK, "{body}");
    assert_eq!(body["staff"]["name"], "มะลิ");
    let listed = stage.command(&["list"]).await;
    let row = listed.lines().find(|it| it.starts_with("mali")).unwrap();
    assert!(row.contains("auditor  active"), "{row}");
    assert!(!listed.contains(secret) && !listed.contains(password));
}

#[tokio::test]
async fn a_token_of_one_world_opens_nothing_of_the_other() {
    let stage = Stage::set().await;
    let player = stage.player(1).await;
    let staff = stage.staff("supervisor").await;
    let answer = stage.get_as(&player.token, "/support/me").await;
    expect_error(&answer, 401, "UNAUTHORIZED");
    let answer = stage.get_as(&staff, "/wallet").await;
    expect_error(&answer, 401, "invalid-token");
}
