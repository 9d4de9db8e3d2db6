//! A forgotten password: its member gets in again, and who only knows the number does not.

use std::time::Duration;

use ledger_testing::eventually;
use reqwest::Method;
use serde_json::{Value, json};

use crate::otp::{other, prove, proved_draft};
use crate::stage::{PASSWORD, Reply, Stage, credentials, phone};

const ANOTHER: &str = "Another-5678";

/// A member whose number was proved, some time ago.
async fn registered(stage: &Stage, number: u32) {
    let token = prove(stage, number).await;
    let draft = proved_draft(number, &token);
    stage.post("/api/account", &draft).await.expect_success();
    stage.app.clock().advance(Duration::from_secs(61));
}

async fn ask(stage: &Stage, number: u32) -> Reply {
    let body = json!({ "phoneNumber": phone(number) });
    stage.post("/api/account/password/code", &body).await
}

async fn ask_from(stage: &Stage, number: u32, device: &str) -> Reply {
    let request = stage.request(Method::POST, "/api/account/password/code");
    let body = json!({ "phoneNumber": phone(number) });
    let request = request.header("x-device-id", device).json(&body);
    stage.send(request).await
}

/// The digits that belong to an answer, when their message is there.
async fn code_of(stage: &Stage, number: u32, sent: &Reply) -> String {
    let reference = format!("(Ref: {})", sent.text("otpRef"));
    eventually("the message arrives", async || {
        let messages = stage.messages(&phone(number)).await;
        let mut texts = messages.iter().filter_map(|it| it["message"].as_str());
        let text = texts.find(|text| text.contains(&reference));
        let digits = text.and_then(|text| text.split(' ').nth(1));
        digits.map(str::to_owned).ok_or(messages.len())
    })
    .await
}

async fn reset(stage: &Stage, number: u32, token: &str, code: &str) -> Reply {
    let body = json!({
        "phoneNumber": phone(number), "otpToken": token, "otpCode": code, "password": ANOTHER,
    });
    stage.post("/api/account/password/reset", &body).await
}

async fn holds(stage: &Stage) -> i64 {
    sqlx::query_scalar("select count(*) from event where event_type = 'PayoutsHeld'")
        .fetch_one(&stage.database.owner())
        .await
        .unwrap()
}

fn with_another(number: u32) -> Value {
    json!({ "username": phone(number), "password": ANOTHER })
}

#[tokio::test]
async fn a_member_who_has_forgotten_the_password_gets_in_again() {
    let stage = Stage::set().await;
    let _still = stage.app.clock().hold();
    registered(&stage, 1).await;
    let session = stage.log_in(1).await;
    for _ in 0..5 {
        let guess = json!({ "username": phone(1), "password": "Forgotten-1" });
        stage.post("/api/login", &guess).await;
    }
    let sent = ask(&stage, 1).await;
    sent.expect_success();
    let code = code_of(&stage, 1, &sent).await;
    let token = sent.text("otpToken");
    reset(&stage, 1, &token, &code).await.expect_success();
    let before = stage.get("/api/account/profile", &session).await;
    before.expect_error(401, "invalid-token");
    let former = stage.post("/api/login", &credentials(1)).await;
    former.expect_error(401, "WRONG_CREDENTIAL");
    // At once: the wrong guesses of before keep nobody waiting.
    let answer = stage.post("/api/login", &with_another(1)).await;
    answer.expect_success();
    let path = "/api/account/notices";
    let listed = stage.get(path, &answer.text("token")).await;
    let mut notices = listed.body["list"].as_array().unwrap().iter();
    let notice = notices.find(|it| it["kind"] == "PASSWORD_SET").unwrap();
    assert!(notice["heldUntil"].is_string(), "{notice}");
    assert_eq!(holds(&stage).await, 1);
    let until: String = sqlx::query_scalar(
        "select payload -> 'PayoutsHeld' ->> 'until' from event where event_type = 'PayoutsHeld'",
    )
    .fetch_one(&stage.database.owner())
    .await
    .unwrap();
    let until = chrono::DateTime::parse_from_rfc3339(&until).unwrap();
    let hours = (until.to_utc() - stage.app.clock().now()).num_hours();
    assert_eq!(hours, 24, "{until}");
    eventually("the member is notified", async || {
        let messages = stage.messages(&phone(1)).await;
        let text = messages[0]["message"]
            .as_str()
            .unwrap_or_default()
            .to_owned();
        if text.contains("24 ชม.") {
            Ok(())
        } else {
            Err(text)
        }
    })
    .await;
    // A code is good for one password.
    let again = reset(&stage, 1, &token, &code).await;
    again.expect_error(404, "OTP_NOT_EXIST");
}

#[tokio::test]
async fn who_only_knows_a_number_learns_nothing_and_gets_nothing() {
    let stage = Stage::set().await;
    let _still = stage.app.clock().hold();
    registered(&stage, 1).await;
    let bare = |reply: &Reply| {
        let mut body = reply.body.clone();
        for name in ["otpRef", "otpToken", "requestId"] {
            if body[name].is_string() {
                body[name] = json!("");
            }
        }
        (reply.status, body)
    };
    let (member, stranger) = (ask(&stage, 1).await, ask(&stage, 2).await);
    member.expect_success();
    assert_eq!(bare(&member), bare(&stranger));
    let soon = (ask(&stage, 1).await, ask(&stage, 2).await);
    assert_eq!(bare(&soon.0), bare(&soon.1));
    soon.0.expect_error(429, "REQUEST_LIMIT_1MIN");
    let code = code_of(&stage, 1, &member).await;
    assert_eq!(stage.messages(&phone(2)).await, [] as [Value; 0]);
    for (left, expected) in [
        (2, "OTP_CODE_INVALID"),
        (1, "OTP_CODE_INVALID"),
        (0, "OTP_BLOCK"),
    ] {
        let guess = reset(&stage, 1, &member.text("otpToken"), &other(&code)).await;
        let blind = reset(&stage, 2, &stranger.text("otpToken"), &other(&code)).await;
        assert_eq!(bare(&guess), bare(&blind), "{left}");
        assert_eq!(guess.code(), expected);
    }
    // Also the right one, now that all tries are made.
    let late = reset(&stage, 1, &member.text("otpToken"), &code).await;
    assert_eq!(late.code(), "OTP_BLOCK");
    // What proves a number for a registration proves nothing here, nor another number's code.
    stage.app.clock().advance(Duration::from_secs(61));
    let body = json!({ "phoneNumber": phone(1) });
    let register = stage.post("/api/otp/send", &body).await;
    let code = code_of(&stage, 1, &register).await;
    let crossed = reset(&stage, 1, &register.text("otpToken"), &code).await;
    assert!(crossed.status.is_client_error(), "{crossed:?}");
    let sent = ask(&stage, 1).await;
    let code = code_of(&stage, 1, &sent).await;
    let crossed = reset(&stage, 3, &sent.text("otpToken"), &code).await;
    assert!(crossed.status.is_client_error(), "{crossed:?}");
    stage.log_in(1).await;
    assert_eq!(holds(&stage).await, 0);
}

#[tokio::test]
async fn who_can_write_the_applications_tables_sets_no_password() {
    let stage = Stage::set().await;
    let _still = stage.app.clock().hold();
    registered(&stage, 1).await;
    let app = stage.database.pool();
    let run = async |statement: &str| {
        sqlx::query(statement).execute(&app).await.unwrap();
    };
    // The count of guesses is set back, and the code lives on.
    let sent = ask(&stage, 1).await;
    let code = code_of(&stage, 1, &sent).await;
    for _ in 0..3 {
        reset(&stage, 1, &sent.text("otpToken"), &other(&code)).await;
        run("update otp set tries = 0").await;
    }
    let guess = reset(&stage, 1, &sent.text("otpToken"), &code).await;
    assert_eq!(guess.code(), "OTP_BLOCK");
    stage.app.clock().advance(Duration::from_secs(61));
    let sent = ask(&stage, 1).await;
    let code = code_of(&stage, 1, &sent).await;
    run("update otp set expires_at = expires_at + interval '1 hour'").await;
    let longer = reset(&stage, 1, &sent.text("otpToken"), &code).await;
    assert_eq!(longer.code(), "OTP_CODE_INVALID");
    // The row of a member gets the number of a phone that the insider has.
    run("update member set username = '0899999999'").await;
    let body = json!({ "phoneNumber": "0899999999" });
    let sent = stage.post("/api/account/password/code", &body).await;
    sent.expect_success();
    let reference = sent.text("otpRef");
    let code = eventually("the message arrives", async || {
        let messages = stage.messages("0899999999").await;
        let mut texts = messages.iter().filter_map(|it| it["message"].as_str());
        let text = texts.find(|text| text.contains(&reference));
        let digits = text.and_then(|text| text.split(' ').nth(1));
        digits.map(str::to_owned).ok_or(messages.len())
    })
    .await;
    let body = json!({
        "phoneNumber": "0899999999", "otpToken": sent.text("otpToken"), "otpCode": code,
        "password": ANOTHER,
    });
    let taken = stage.post("/api/account/password/reset", &body).await;
    taken.expect_error(404, "OTP_NOT_EXIST");
    run(&format!("update member set username = '{}'", phone(1))).await;
    let entered = json!({ "username": phone(1), "password": PASSWORD });
    stage.post("/api/login", &entered).await.expect_success();
    assert_eq!(holds(&stage).await, 0);
}

#[tokio::test]
async fn strangers_use_up_no_code_of_a_device_that_the_member_has_used() {
    let stage = Stage::set().await;
    let _still = stage.app.clock().hold();
    registered(&stage, 1).await;
    let (own, others) = ("0a".repeat(16), "0b".repeat(16));
    let request = stage.request(Method::POST, "/api/login");
    let request = request.header("x-device-id", &own).json(&credentials(1));
    stage.send(request).await.expect_success();
    for _ in 0..5 {
        ask_from(&stage, 1, &others).await.expect_success();
        stage.app.clock().advance(Duration::from_secs(61));
    }
    let refused = ask_from(&stage, 1, &others).await;
    assert_eq!(refused.code(), "OTP_BLOCK");
    let sent = ask_from(&stage, 1, &own).await;
    sent.expect_success();
    let code = code_of(&stage, 1, &sent).await;
    let done = reset(&stage, 1, &sent.text("otpToken"), &code).await;
    done.expect_success();
}

#[tokio::test]
async fn payouts_are_held_before_the_password_is_another_one() {
    let stage = Stage::set().await;
    let _still = stage.app.clock().hold();
    registered(&stage, 1).await;
    let sent = ask(&stage, 1).await;
    let code = code_of(&stage, 1, &sent).await;
    let owner = stage.database.owner();
    let mut holder = owner.begin().await.unwrap();
    sqlx::query("select from member for update")
        .execute(&mut *holder)
        .await
        .unwrap();
    let meanwhile = async {
        stage.database.locked_out(1).await;
        assert_eq!(holds(&stage).await, 1);
        holder.commit().await.unwrap();
    };
    let token = sent.text("otpToken");
    let (done, ()) = tokio::join!(reset(&stage, 1, &token, &code), meanwhile);
    done.expect_success();
}
