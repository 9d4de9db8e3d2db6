//! One-time codes: each code of the catalogue, and the bounds on guessing.

use std::time::Duration;

use serde_json::{Value, json};

use crate::stage::{Reply, Stage, draft, phone};

async fn send(stage: &Stage, phone: &str) -> Reply {
    let body = json!({ "phoneNumber": phone });
    stage.post("/api/otp/send", &body).await
}

async fn send_again(stage: &Stage, phone: &str, token: &str) -> Reply {
    let body = json!({ "phoneNumber": phone, "otpToken": token });
    stage.post("/api/otp/send", &body).await
}

/// A registration that carries the token of a code.
pub(crate) fn proved_draft(number: u32, token: &str) -> Value {
    let mut body = draft(number);
    body["otpToken"] = json!(token);
    body
}

/// Asks for a code, reads it and checks it; answers the token.
pub(crate) async fn prove(stage: &Stage, number: u32) -> String {
    let sent = send(stage, &phone(number)).await;
    let code = stage.last_code(&phone(number)).await;
    let token = sent.text("otpToken");
    verify(stage, &token, &code).await.expect_success();
    token
}

async fn verify(stage: &Stage, token: &str, code: &str) -> Reply {
    let body = json!({ "otpToken": token, "otpCode": code });
    stage.post("/api/otp/verify", &body).await
}

/// Other digits than these.
pub(crate) fn other(code: &str) -> String {
    let number: u32 = code.parse().unwrap();
    format!("{:06}", (number + 1) % 1_000_000)
}

#[tokio::test]
async fn a_code_from_the_inbox_proves_the_number_and_registers_once() {
    let stage = Stage::set().await;
    let number = phone(1);
    stage
        .post("/api/account", &draft(1))
        .await
        .expect_error(403, "UNVERIFIED_OTP");
    let sent = send(&stage, "+66 80 000 0001").await;
    sent.expect_success();
    assert_eq!(sent.body["code"], "OTP_SENT");
    assert_eq!(sent.body["expiresIn"], 300);
    assert_eq!(sent.body["resendIn"], 60);
    let messages = stage.messages(&number).await;
    let text = messages[0]["message"].as_str().unwrap();
    assert!(
        text.contains(&format!("(Ref: {})", sent.text("otpRef"))),
        "{text}"
    );
    let code = stage.last_code(&number).await;
    assert!(
        !sent.body.to_string().contains(&code),
        "the answer holds the digits"
    );
    let verified = verify(&stage, &sent.text("otpToken"), &code).await;
    verified.expect_success();
    assert_eq!(verified.body["code"], "OTP_CODE_VALID");
    // A lost answer is asked for again.
    verify(&stage, &sent.text("otpToken"), &code)
        .await
        .expect_success();
    let token = sent.text("otpToken");
    let again = send_again(&stage, &number, &token).await;
    assert_eq!(again.body["code"], "OTP_VERIFIED");
    assert_eq!(again.text("otpToken"), token);
    let proved = proved_draft(1, &token);
    stage.post("/api/account", &proved).await.expect_success();
    // The proof is used up: it registers nobody else after the first is gone.
    stage.tamper("delete from member").await;
    stage
        .post("/api/account", &proved)
        .await
        .expect_error(403, "UNVERIFIED_OTP");
}

#[tokio::test]
async fn five_wrong_tries_kill_a_code() {
    let stage = Stage::set().await;
    let sent = send(&stage, &phone(1)).await;
    let token = sent.text("otpToken");
    let code = stage.last_code(&phone(1)).await;
    for left in (1..=4).rev() {
        let reply = verify(&stage, &token, &other(&code)).await;
        reply.expect_error(400, "OTP_CODE_INVALID");
        assert_eq!(reply.body["data"]["triesLeft"], left);
    }
    verify(&stage, &token, &other(&code))
        .await
        .expect_error(429, "OTP_BLOCK");
    verify(&stage, &token, &code)
        .await
        .expect_error(429, "OTP_BLOCK");
}

#[tokio::test]
async fn guesses_at_once_are_counted_like_guesses_in_a_row() {
    let stage = Stage::set().await;
    let sent = send(&stage, &phone(1)).await;
    let token = sent.text("otpToken");
    let code = stage.last_code(&phone(1)).await;
    let guesses = (0..40_u32).map(|guess| {
        let digits = format!(
            "{:06}",
            (code.parse::<u32>().unwrap() + 1 + guess) % 1_000_000
        );
        let (stage, token) = (&stage, &token);
        async move { verify(stage, token, &digits).await.code().to_owned() }
    });
    let replies = futures_util::future::join_all(guesses).await;
    let looked_at = replies
        .iter()
        .filter(|it| *it == "OTP_CODE_INVALID")
        .count();
    assert_eq!(looked_at, 4, "{replies:?}");
    assert_eq!(replies.iter().filter(|it| *it == "OTP_BLOCK").count(), 36);
}

#[tokio::test]
async fn a_code_expires_and_a_newer_one_replaces_it() {
    let stage = Stage::set().await;
    let sent = send(&stage, &phone(1)).await;
    let code = stage.last_code(&phone(1)).await;
    stage.app.clock().advance(Duration::from_secs(301));
    verify(&stage, &sent.text("otpToken"), &code)
        .await
        .expect_error(400, "OTP_EXPIRED");
    let older = send(&stage, &phone(1)).await;
    let code = stage.last_code(&phone(1)).await;
    stage.app.clock().advance(Duration::from_secs(61));
    let newer = send(&stage, &phone(1)).await;
    verify(&stage, &older.text("otpToken"), &code)
        .await
        .expect_error(404, "OTP_NOT_EXIST");
    let code = stage.last_code(&phone(1)).await;
    verify(&stage, &newer.text("otpToken"), &code)
        .await
        .expect_success();
}

#[tokio::test]
async fn an_unknown_token_and_what_is_no_code_are_refused() {
    let stage = Stage::set().await;
    verify(&stage, "made-up", "123456")
        .await
        .expect_error(400, "OTP_TOKEN_INVALID");
    let sent = send(&stage, &phone(1)).await;
    for text in ["", "12345", "1234567", "abcdef", "12 34 5", "1e5"] {
        verify(&stage, &sent.text("otpToken"), text)
            .await
            .expect_error(400, "OTP_CODE_INVALID");
    }
    // None of them was a try; Thai digits are digits.
    let thai = |digit: char| char::from_u32(0x0e50 + digit.to_digit(10).unwrap()).unwrap();
    let code: String = stage.last_code(&phone(1)).await.chars().map(thai).collect();
    verify(&stage, &sent.text("otpToken"), &code)
        .await
        .expect_success();
    send(&stage, "12345")
        .await
        .expect_error(400, "PHONE_NUMBER_REQUIRE_10_DIGIT");
}

#[tokio::test]
async fn a_code_of_one_number_proves_no_other() {
    let stage = Stage::set().await;
    let first = send(&stage, &phone(1)).await;
    let second = send(&stage, &phone(2)).await;
    let code = stage.last_code(&phone(2)).await;
    let crossed = verify(&stage, &first.text("otpToken"), &code).await;
    assert_eq!(crossed.code(), "OTP_CODE_INVALID", "{crossed:?}");
    verify(&stage, &second.text("otpToken"), &code)
        .await
        .expect_success();
    for token in [first.text("otpToken"), second.text("otpToken")] {
        stage
            .post("/api/account", &proved_draft(1, &token))
            .await
            .expect_error(403, "UNVERIFIED_OTP");
    }
}

#[tokio::test]
async fn codes_to_one_number_wait_a_minute_and_end_after_five_a_day() {
    let stage = Stage::set().await;
    let _still = stage.app.clock().hold();
    send(&stage, &phone(1)).await.expect_success();
    let soon = send(&stage, &phone(1)).await;
    soon.expect_error(429, "REQUEST_LIMIT_1MIN");
    let wait: u64 = soon.headers["retry-after"]
        .to_str()
        .unwrap()
        .parse()
        .unwrap();
    assert!((50..=60).contains(&wait), "{wait}");
    for _ in 0..4 {
        stage.app.clock().advance(Duration::from_secs(61));
        send(&stage, &phone(1)).await.expect_success();
    }
    stage.app.clock().advance(Duration::from_secs(61));
    let blocked = send(&stage, &phone(1)).await;
    blocked.expect_error(429, "OTP_BLOCK");
    assert_eq!(stage.messages(&phone(1)).await.len(), 5);
    send(&stage, &phone(2)).await.expect_success();
    stage.app.clock().advance(Duration::from_hours(24));
    send(&stage, &phone(1)).await.expect_success();
}

#[tokio::test]
async fn two_requests_at_once_send_one_message() {
    let stage = Stage::set().await;
    let _still = stage.app.clock().hold();
    let number = phone(1);
    let (one, two) = tokio::join!(send(&stage, &number), send(&stage, &number));
    let mut codes = [one.status.as_u16(), two.status.as_u16()];
    codes.sort_unstable();
    assert_eq!(codes, [200, 429], "{one:?} {two:?}");
    assert_eq!(stage.messages(&number).await.len(), 1);
}

#[tokio::test]
async fn messages_asked_for_from_one_address_are_bounded() {
    let stage = Stage::set_with(|config, _| config.otp.sends_per_address_hour_max = 3).await;
    for number in 1..=3 {
        send(&stage, &phone(number)).await.expect_success();
    }
    send(&stage, &phone(4))
        .await
        .expect_error(429, "REQUEST_LIMIT");
    stage.app.clock().advance(Duration::from_secs(3_601));
    send(&stage, &phone(4)).await.expect_success();
}

#[tokio::test]
async fn a_message_that_was_not_taken_is_reported_and_not_counted() {
    let stage = Stage::set().await;
    stage.break_sms("error_500_before").await;
    send(&stage, &phone(1))
        .await
        .expect_error(502, "OTP_SEND_FAIL");
    assert!(stage.messages(&phone(1)).await.is_empty());
}

#[tokio::test]
async fn a_proof_is_good_for_half_an_hour() {
    let stage = Stage::set().await;
    let token = prove(&stage, 1).await;
    stage.app.clock().advance(Duration::from_mins(30));
    stage
        .post("/api/account", &proved_draft(1, &token))
        .await
        .expect_error(403, "UNVERIFIED_OTP");
}

#[tokio::test]
async fn only_the_owner_of_a_number_learns_whether_it_is_a_members() {
    let stage = Stage::set().await;
    let _still = stage.app.clock().hold();
    let token = prove(&stage, 1).await;
    let proved = proved_draft(1, &token);
    stage.post("/api/account", &proved).await.expect_success();
    stage.app.clock().advance(Duration::from_secs(61));
    let bare = |reply: Reply| {
        let mut body = reply.body;
        body["requestId"] = Value::Null;
        (reply.status, body)
    };
    let of = |number: u32, step: &str| {
        let mut body = draft(number);
        body["step"] = json!(step);
        body
    };
    for step in ["phone", "profile", "bank"] {
        let known = stage.post("/api/account/validate", &of(1, step)).await;
        let unknown = stage.post("/api/account/validate", &of(2, step)).await;
        assert_eq!(bare(known), bare(unknown), "{step}");
    }
    let known = stage.post("/api/account", &draft(1)).await;
    known.expect_error(403, "UNVERIFIED_OTP");
    let proof = prove(&stage, 1).await;
    for step in ["phone", "profile", "bank"] {
        let mut body = of(1, step);
        body["otpToken"] = json!(proof);
        let refused = stage.post("/api/account/validate", &body).await;
        refused.expect_error(409, "EXISTING_USER");
    }
}

#[tokio::test]
async fn who_polls_for_a_proved_number_can_neither_register_it_nor_take_the_proof_away() {
    let stage = Stage::set().await;
    let _still = stage.app.clock().hold();
    let token = prove(&stage, 1).await;
    stage.app.clock().advance(Duration::from_secs(61));
    // The owner's token stays secret: a second person gets a code that goes to the owner's phone.
    let polled = send(&stage, &phone(1)).await;
    assert_eq!(polled.body["code"], "OTP_SENT", "{polled:?}");
    let guessed = send_again(&stage, &phone(1), "made-up").await;
    guessed.expect_error(429, "REQUEST_LIMIT_1MIN");
    let mut stolen = draft(1);
    stolen["password"] = json!("Thief-12345");
    let polled_token = polled.text("otpToken");
    for token in [
        json!(null),
        json!(""),
        json!("made-up"),
        json!(polled_token),
    ] {
        stolen["otpToken"] = token;
        for path in ["/api/account", "/api/account/validate"] {
            stage
                .post(path, &stolen)
                .await
                .expect_error(403, "UNVERIFIED_OTP");
        }
    }
    let proved = proved_draft(1, &token);
    stage
        .post("/api/account/validate", &proved)
        .await
        .expect_success();
    stage.post("/api/account", &proved).await.expect_success();
    stage.log_in(1).await;
}

#[tokio::test]
async fn asking_whether_a_number_is_proved_is_bounded_like_asking_for_a_code() {
    let stage = Stage::set_with(|config, _| config.otp.sends_per_address_hour_max = 3).await;
    let token = prove(&stage, 1).await;
    for _ in 0..2 {
        let reply = send_again(&stage, &phone(1), &token).await;
        assert_eq!(reply.body["code"], "OTP_VERIFIED", "{reply:?}");
    }
    send_again(&stage, &phone(1), &token)
        .await
        .expect_error(429, "REQUEST_LIMIT");
}

#[tokio::test]
async fn twenty_repeats_in_flight_of_a_proved_registration_get_the_same_answer() {
    let stage = Stage::set().await;
    let token = prove(&stage, 1).await;
    let sends = (0..20).map(|_| {
        let request = stage
            .request(reqwest::Method::POST, "/api/account")
            .header("idempotency-key", "intent-1")
            .json(&proved_draft(1, &token));
        stage.send(request)
    });
    let replies = futures_util::future::join_all(sends).await;
    for reply in &replies {
        assert_eq!(reply.status.as_u16(), 201, "{reply:?}");
        assert_eq!(reply.body["id"], replies[0].body["id"]);
    }
    assert_eq!(stage.events().await, 1);
}

#[tokio::test]
async fn the_digits_are_nowhere_in_the_database() {
    let stage = Stage::set().await;
    let _still = stage.app.clock().hold();
    send(&stage, &phone(1)).await.expect_success();
    let code = stage.last_code(&phone(1)).await;
    let row: String = sqlx::query_scalar("select otp::text from otp")
        .fetch_one(&stage.database.owner())
        .await
        .unwrap();
    // The clock is at a whole millisecond: no time has six digits behind its seconds.
    let without_times = row.replace(|character: char| !character.is_ascii_digit(), " ");
    assert!(!without_times.split(' ').any(|word| word == code), "{row}");
}

#[tokio::test]
async fn where_codes_are_off_none_is_sent_or_needed() {
    let stage = Stage::set_without_otp().await;
    let sent = send(&stage, &phone(1)).await;
    assert_eq!(sent.body["code"], "OTP_VERIFIED");
    assert!(stage.messages(&phone(1)).await.is_empty());
    let lookup = stage.get("/api/lookup/registerOTP", "").await;
    assert_eq!(lookup.body["registerOTP"], false);
    stage.register(1).await;
}
