//! Accounts of staff in the console: what one supervisor may do, and what takes two.

use reqwest::{Method, StatusCode};
use serde_json::{Value, json};
use uuid::Uuid;

use crate::stage::{Answer, Stage, expect_error};

const WHY: &str = "a new colleague";

async fn post(stage: &Stage, token: &str, path: &str, mut body: Value) -> Answer {
    body["reason"] = json!(WHY);
    stage
        .post_as(token, &format!("/support/{path}"), &body)
        .await
}

async fn about(stage: &Stage, token: &str, name: &str, act: &str) -> Answer {
    let id = stage.account(name).await;
    post(stage, token, &format!("staff/{id}/{act}"), json!({})).await
}

async fn agree(stage: &Stage, token: &str, asked: &Answer) -> Answer {
    assert_eq!(asked.0, StatusCode::ACCEPTED, "{}", asked.1);
    let id = asked.1["id"].as_str().unwrap();
    let path = format!("staff-requests/{id}/approve");
    post(stage, token, &path, json!({})).await
}

async fn supervisors(stage: &Stage) -> i64 {
    let open = "select count(*) from staff where role = 'supervisor' and is_active";
    let count = sqlx::query_scalar(open);
    count.fetch_one(&stage.database.owner()).await.unwrap()
}

/// What an authenticator with this address shows.
fn code_of(otpauth: &str, stage: &Stage) -> String {
    let secret = otpauth.split("secret=").nth(1).unwrap();
    let secret = secret.split('&').next().unwrap();
    let mut config = stage.config();
    let text = format!(
        "username = \"new\"\nname = \"New\"\nrole = \"agent\"\npassword = \"x\"\n\
         totp_secret = \"{secret}\"\n"
    );
    config.demo_staff = vec![toml::from_str(&text).unwrap()];
    let shown = gateway::operator::staff_code(&config, "new", stage.app.clock()).unwrap();
    shown[..6].to_owned()
}

async fn log_in(stage: &Stage, username: &str, password: &Value, otpauth: &Value) -> Answer {
    let _still = stage.app.clock().hold();
    let code = code_of(otpauth.as_str().unwrap(), stage);
    let credentials = json!({ "username": username, "password": password, "code": code });
    stage.log_in(&credentials).await
}

#[tokio::test]
async fn a_new_account_takes_two_and_neither_of_them_holds_all_of_its_credentials() {
    let stage = Stage::set().await;
    let first = stage.staff("supervisor").await;
    let second = stage.staff("supervisor2").await;
    let new = json!({ "username": "mali", "name": "Mali", "role": "agent" });
    let asked = post(&stage, &first, "staff", new.clone()).await;
    assert_eq!(asked.0, StatusCode::ACCEPTED, "{}", asked.1);
    let password = asked.1["password"].clone();
    assert!(password.as_str().unwrap().len() >= 32, "{}", asked.1);
    assert!(asked.1.get("otpauth").is_none());
    // Not before somebody else has agreed.
    let made: i64 = sqlx::query_scalar("select count(*) from staff where username = 'mali'")
        .fetch_one(&stage.database.owner())
        .await
        .unwrap();
    assert_eq!(made, 0);
    expect_error(&agree(&stage, &first, &asked).await, 403, "SECOND_PERSON");
    let twice = post(&stage, &second, "staff", new).await;
    expect_error(&twice, 409, "APPROVAL_PENDING");
    let (_, list) = stage.get_as(&second, "/support/staff").await;
    let waiting = &list["requests"][0];
    assert_eq!(
        (&waiting["kind"], &waiting["askedBy"], &waiting["isMine"]),
        (&json!("add"), &json!("supervisor"), &json!(false))
    );
    assert!(!list.to_string().contains(password.as_str().unwrap()));
    let agreed = agree(&stage, &second, &asked).await;
    assert_eq!(agreed.0, StatusCode::OK, "{}", agreed.1);
    assert!(agreed.1.get("password").is_none());
    let again = agree(&stage, &second, &asked).await;
    expect_error(&again, 409, "ALREADY_ENDED");
    let entered = log_in(&stage, "mali", &password, &agreed.1["otpauth"]).await;
    assert_eq!(entered.0, StatusCode::OK, "{}", entered.1);
    assert_eq!(entered.1["staff"]["role"], "agent");
    let acts = stage.acts().await;
    for (kind, by) in [("staff.ask", "supervisor"), ("staff.add", "supervisor2")] {
        let found = acts
            .iter()
            .rfind(|it| it["kind"] == kind && it["detail"]["username"] == "mali");
        let found = found.unwrap();
        assert_eq!((&found["by"], &found["reason"]), (&json!(by), &json!(WHY)));
    }
    let kept: Vec<String> = sqlx::query_scalar(
        "select detail::text from staff_act union all select staff_request::text from staff_request",
    )
    .fetch_all(&stage.database.owner())
    .await
    .unwrap();
    let secret = password.as_str().unwrap();
    assert!(!kept.iter().any(|it| it.contains(secret)));
}

#[tokio::test]
async fn nobody_but_supervisors_asks_and_nobody_for_oneself() {
    let stage = Stage::set().await;
    let new = json!({ "username": "mali", "name": "Mali", "role": "supervisor" });
    for name in ["agent", "auditor"] {
        let token = stage.staff(name).await;
        let answer = post(&stage, &token, "staff", new.clone()).await;
        expect_error(&answer, 403, "ROLE_REQUIRED");
        let answer = about(&stage, &token, "supervisor", "disable").await;
        expect_error(&answer, 403, "ROLE_REQUIRED");
    }
    let agent = stage.staff("agent").await;
    let answer = stage.get_as(&agent, "/support/staff").await;
    expect_error(&answer, 403, "ROLE_REQUIRED");
    let supervisor = stage.staff("supervisor").await;
    for act in ["disable", "reset", "enable"] {
        let answer = about(&stage, &supervisor, "supervisor", act).await;
        expect_error(&answer, 403, "SECOND_PERSON");
    }
    let own = stage.account("supervisor").await;
    let path = format!("staff/{own}/role");
    let answer = post(&stage, &supervisor, &path, json!({ "role": "auditor" })).await;
    expect_error(&answer, 403, "SECOND_PERSON");
    for (body, field) in [
        (
            json!({ "username": "Mali", "name": "x", "role": "agent" }),
            "username",
        ),
        (
            json!({ "username": "mali", "name": " ", "role": "agent" }),
            "name",
        ),
        (
            json!({ "username": "mali", "name": "x", "role": "owner" }),
            "role",
        ),
    ] {
        let answer = post(&stage, &supervisor, "staff", body).await;
        expect_error(&answer, 400, "INVALID_INPUT");
        assert_eq!(answer.1["data"]["fields"], json!([field]));
    }
    let taken = json!({ "username": "agent", "name": "x", "role": "agent" });
    let answer = post(&stage, &supervisor, "staff", taken).await;
    expect_error(&answer, 409, "EXISTING_USER");
}

#[tokio::test]
async fn a_raised_role_takes_two_and_not_the_one_who_is_raised() {
    let stage = Stage::set().await;
    let first = stage.staff("supervisor").await;
    let agent = stage.account("agent").await;
    let path = format!("staff/{agent}/role");
    let same = post(&stage, &first, &path, json!({ "role": "agent" })).await;
    expect_error(&same, 409, "ALREADY_ENDED");
    let asked = post(&stage, &first, &path, json!({ "role": "supervisor" })).await;
    let token = stage.staff("agent").await;
    expect_error(&agree(&stage, &token, &asked).await, 403, "ROLE_REQUIRED");
    let second = stage.staff("supervisor2").await;
    let agreed = agree(&stage, &second, &asked).await;
    assert_eq!(agreed, (StatusCode::OK, json!({})));
    // The session of before is over; the next one has the role.
    expect_error(
        &stage.get_as(&token, "/support/me").await,
        401,
        "invalid-token",
    );
    let token = stage.staff("agent").await;
    let (_, me) = stage.get_as(&token, "/support/me").await;
    assert_eq!(me["staff"]["role"], "supervisor");
}

#[tokio::test]
async fn a_reset_takes_two_and_what_was_before_opens_nothing() {
    let stage = Stage::set().await;
    let agent = stage.staff("agent").await;
    let first = stage.staff("supervisor").await;
    let second = stage.staff("supervisor2").await;
    let asked = about(&stage, &first, "agent", "reset").await;
    assert_eq!(stage.get_as(&agent, "/support/me").await.0, StatusCode::OK);
    let agreed = agree(&stage, &second, &asked).await;
    assert_eq!(agreed.0, StatusCode::OK, "{}", agreed.1);
    expect_error(
        &stage.get_as(&agent, "/support/me").await,
        401,
        "invalid-token",
    );
    let old = stage.log_in(&stage.credentials("agent")).await;
    expect_error(&old, 401, "WRONG_CREDENTIAL");
    let entered = log_in(&stage, "agent", &asked.1["password"], &agreed.1["otpauth"]).await;
    assert_eq!(entered.0, StatusCode::OK, "{}", entered.1);
}

#[tokio::test]
async fn a_closed_account_ends_at_once_and_is_opened_again_by_two() {
    let stage = Stage::set().await;
    let agent = stage.staff("agent").await;
    let first = stage.staff("supervisor").await;
    let (status, body) = about(&stage, &first, "agent", "disable").await;
    assert_eq!(status, StatusCode::OK, "{body}");
    expect_error(
        &stage.get_as(&agent, "/support/me").await,
        401,
        "invalid-token",
    );
    let closed = stage.log_in(&stage.credentials("agent")).await;
    expect_error(&closed, 401, "WRONG_CREDENTIAL");
    let twice = about(&stage, &first, "agent", "disable").await;
    expect_error(&twice, 409, "ALREADY_ENDED");
    let asked = about(&stage, &first, "agent", "enable").await;
    let second = stage.staff("supervisor2").await;
    let agreed = agree(&stage, &second, &asked).await;
    assert_eq!(agreed.0, StatusCode::OK, "{}", agreed.1);
    let entered = stage.log_in(&stage.credentials("agent")).await;
    assert_eq!(entered.0, StatusCode::OK, "{}", entered.1);
}

#[tokio::test]
async fn of_two_supervisors_who_close_each_other_at_once_one_remains() {
    let stage = Stage::set().await;
    let tokens = [
        stage.staff("supervisor").await,
        stage.staff("supervisor2").await,
    ];
    // Both calls are let in, and wait for the same rows. A stronger lock would stop them earlier, at their
    // entries in the audit log.
    let mut owner = stage.database.owner().acquire().await.unwrap();
    sqlx::raw_sql("begin; select id from staff where role = 'supervisor' for no key update")
        .execute(&mut *owner)
        .await
        .unwrap();
    let both = async {
        tokio::join!(
            about(&stage, &tokens[0], "supervisor2", "disable"),
            about(&stage, &tokens[1], "supervisor", "disable"),
        )
    };
    let release = async {
        ledger_testing::eventually("both wait", async || {
            let waiting: i64 = sqlx::query_scalar(
                "select count(*) from pg_stat_activity
                 where datname = current_database() and wait_event_type = 'Lock'
                   and query like '%for no key update%'",
            )
            .fetch_one(&stage.database.owner())
            .await
            .unwrap();
            if waiting == 2 { Ok(()) } else { Err(waiting) }
        })
        .await;
        sqlx::raw_sql("commit").execute(&mut *owner).await.unwrap();
    };
    let ((one, other), ()) = tokio::join!(both, release);
    let done = [&one, &other]
        .into_iter()
        .filter(|it| it.0 == StatusCode::OK)
        .count();
    assert_eq!(done, 1, "{one:?} {other:?}");
    assert_eq!(supervisors(&stage).await, 1);
    // And the last one has nobody to close it.
    let left = usize::from(one.0 != StatusCode::OK);
    let name = ["supervisor", "supervisor2"][left];
    let answer = about(&stage, &tokens[left], name, "disable").await;
    expect_error(&answer, 403, "SECOND_PERSON");
}

#[tokio::test]
async fn what_somebody_asked_for_who_is_closed_meanwhile_is_void() {
    let stage = Stage::set().await;
    let first = stage.staff("supervisor").await;
    let second = stage.staff("supervisor2").await;
    let asked = about(&stage, &first, "agent", "reset").await;
    about(&stage, &second, "supervisor", "disable").await;
    expect_error(
        &agree(&stage, &second, &asked).await,
        409,
        "APPROVAL_EXPIRED",
    );
}

#[tokio::test]
async fn a_refused_or_expired_request_changes_nothing() {
    let stage = Stage::set().await;
    let first = stage.staff("supervisor").await;
    let second = stage.staff("supervisor2").await;
    let asked = about(&stage, &first, "agent", "reset").await;
    let id = asked.1["id"].as_str().unwrap();
    let path = format!("staff-requests/{id}/refuse");
    let (status, body) = post(&stage, &second, &path, json!({})).await;
    assert_eq!(status, StatusCode::OK, "{body}");
    expect_error(&agree(&stage, &second, &asked).await, 409, "ALREADY_ENDED");
    let asked = about(&stage, &first, "agent", "reset").await;
    stage
        .app
        .clock()
        .advance(std::time::Duration::from_hours(25));
    let second = stage.staff("supervisor2").await;
    expect_error(
        &agree(&stage, &second, &asked).await,
        409,
        "APPROVAL_EXPIRED",
    );
    // Another one may be asked for now.
    let first = stage.staff("supervisor").await;
    let asked = about(&stage, &first, "agent", "reset").await;
    assert_eq!(asked.0, StatusCode::ACCEPTED, "{}", asked.1);
}

#[tokio::test]
async fn a_request_that_an_insider_writes_or_changes_gives_nothing() {
    let stage = Stage::set().await;
    let first = stage.staff("supervisor").await;
    let second = stage.staff("supervisor2").await;
    let agent = stage.account("agent").await;
    let path = format!("staff/{agent}/role");
    let asked = post(&stage, &first, &path, json!({ "role": "auditor" })).await;
    for change in [
        "role = 'supervisor'",
        "staff_id = (select id from staff where username = 'auditor')",
        "asked_by = (select id from staff where username = 'supervisor2')",
        "expires_at = expires_at + interval '1 day'",
        "kind = 'enable'",
    ] {
        let keep = "create table kept as table staff_request";
        stage.tamper(keep).await;
        let sql = format!("update staff_request set {change}");
        sqlx::query(&sql).execute(stage.app.pool()).await.unwrap();
        // Who would agree: never the one whom the row now names.
        let token = if change.starts_with("asked_by") {
            &first
        } else {
            &second
        };
        let answer = agree(&stage, token, &asked).await;
        expect_error(&answer, 500, "INTERNAL_SERVER_ERROR");
        stage
            .tamper(
                "delete from staff_request; insert into staff_request table kept; drop table kept",
            )
            .await;
    }
    let role: String = sqlx::query_scalar("select role from staff where id = $1")
        .bind(agent)
        .fetch_one(&stage.database.owner())
        .await
        .unwrap();
    assert_eq!(role, "agent");
    // Nor does the MAC of one request sign another.
    let made_up = format!(
        "insert into staff_request select '{}', kind, staff_id, 'x', name, 'supervisor',
            password_hash, reason, asked_by, asked_at, expires_at, status, null, null, mac
         from staff_request",
        Uuid::from_u128(7)
    );
    sqlx::query(&made_up)
        .execute(stage.app.pool())
        .await
        .unwrap();
    let forged = (StatusCode::ACCEPTED, json!({ "id": Uuid::from_u128(7) }));
    let answer = agree(&stage, &second, &forged).await;
    expect_error(&answer, 500, "INTERNAL_SERVER_ERROR");
}

#[tokio::test]
async fn another_password_takes_the_current_one_and_a_code_and_ends_other_sessions() {
    let stage = Stage::set().await;
    let (token, other) = (stage.staff("auditor").await, stage.staff("auditor").await);
    let credentials = stage.credentials("auditor");
    let _still = stage.app.clock().hold();
    let new = "a much better password";
    let change = async |current: &Value, code: &Value, password: &str| {
        let body = json!({ "current": current, "code": code, "password": password });
        stage.post_as(&token, "/support/password", &body).await
    };
    let (current, code) = (&credentials["password"], &credentials["code"]);
    let answer = change(&json!("wrong"), code, new).await;
    expect_error(&answer, 401, "WRONG_PASSWORD");
    let answer = change(current, &json!("000000"), new).await;
    expect_error(&answer, 401, "WRONG_PASSWORD");
    expect_error(&change(current, code, "short").await, 400, "INVALID_INPUT");
    assert_eq!(stage.get_as(&other, "/support/me").await.0, StatusCode::OK);
    let (status, body) = change(current, code, new).await;
    assert_eq!(status, StatusCode::OK, "{body}");
    assert_eq!(stage.get_as(&token, "/support/me").await.0, StatusCode::OK);
    expect_error(
        &stage.get_as(&other, "/support/me").await,
        401,
        "invalid-token",
    );
    // The code is used up, and the old password is nobody's.
    let old = stage.log_in(&credentials).await;
    expect_error(&old, 401, "WRONG_CREDENTIAL");
    let acts = stage.acts().await;
    assert!(acts.iter().any(|it| it["kind"] == "staff.password"));
    assert!(!acts.iter().any(|it| it.to_string().contains(new)));
}

#[tokio::test]
async fn guesses_of_the_current_password_wait() {
    let stage = Stage::set().await;
    let token = stage.staff("agent").await;
    let _still = stage.app.clock().hold();
    let body = json!({ "current": "wrong", "code": "000000", "password": "a much better one" });
    let mut answers = Vec::new();
    for _ in 0..20 {
        answers.push(stage.post_as(&token, "/support/password", &body).await);
    }
    expect_error(answers.last().unwrap(), 429, "REQUEST_LIMIT");
}

#[tokio::test]
async fn everybody_sees_and_ends_sessions_of_their_own_only() {
    let stage = Stage::set().await;
    let (token, other) = (stage.staff("agent").await, stage.staff("agent").await);
    let supervisor = stage.staff("supervisor").await;
    let (_, list) = stage.get_as(&token, "/support/sessions").await;
    let list = list["list"].as_array().unwrap();
    assert_eq!(list.len(), 2, "{list:?}");
    assert_eq!(list[0]["isOwn"], true);
    let end = async |token: &str, id: &Value| {
        let path = format!("/support/sessions/{}", id.as_str().unwrap());
        stage
            .call_as(token, Method::DELETE, &path, (None, None))
            .await
    };
    expect_error(&end(&supervisor, &list[1]["id"]).await, 404, "NO_DATA");
    assert_eq!(stage.get_as(&other, "/support/me").await.0, StatusCode::OK);
    let (status, body) = end(&token, &list[1]["id"]).await;
    assert_eq!(status, StatusCode::OK, "{body}");
    expect_error(
        &stage.get_as(&other, "/support/me").await,
        401,
        "invalid-token",
    );
    expect_error(&end(&token, &list[1]["id"]).await, 404, "NO_DATA");
}
