//! Who has guests whom: settled at the registration, and nobody is the own inviter.

use gateway::operator::{self, EraseArgs};
use ledger::WalletId;
use reqwest::Method;
use serde_json::{Value, json};
use uuid::Uuid;

use crate::stage::{PASSWORD, Reply, Stage, demo, draft, phone};

const DEVICE: &str = "0123456789abcdef0123456789abcdef";
const OTHER_DEVICE: &str = "fedcba9876543210fedcba9876543210";

/// Registers a member from a device, by a code.
async fn register(stage: &Stage, number: u32, change: Value, device: &str) -> Reply {
    let mut body = draft(number);
    for (name, value) in change.as_object().unwrap() {
        body[name] = value.clone();
    }
    let request = stage.request(Method::POST, "/api/account").json(&body);
    stage.send(request.header("x-device-id", device)).await
}

async fn log_in(stage: &Stage, number: u32, device: &str) {
    let body = json!({ "username": phone(number), "password": PASSWORD });
    let request = stage.request(Method::POST, "/api/login").json(&body);
    let reply = stage.send(request.header("x-device-id", device)).await;
    reply.expect_success();
}

async fn inviter_of(stage: &Stage, number: u32) -> Option<Uuid> {
    sqlx::query_scalar("select inviter_id from member where username = $1")
        .bind(phone(number))
        .fetch_one(&stage.database.owner())
        .await
        .unwrap()
}

/// Another holder of the bank account, and an inviter.
fn somebody(holder: &str, code: &str) -> Value {
    json!({ "bankAccountName": holder, "inviteCode": code })
}

#[tokio::test]
async fn a_code_names_the_inviter_unless_both_look_like_one_person() {
    let stage = Stage::set_without_otp().await;
    let made = register(&stage, 1, json!({}), DEVICE).await;
    made.expect_success();
    let inviter = made.text("id");
    let code = format!("PR{inviter}");
    // Somebody else, from elsewhere.
    let reply = register(&stage, 2, somebody("มาลี สุขใจ", &code), OTHER_DEVICE).await;
    reply.expect_success();
    assert_eq!(inviter_of(&stage, 2).await, inviter.parse().ok());
    // The same name at the bank; the same device, however it is spelled.
    let reply = register(&stage, 3, somebody("สมชาย ใจดี", &code), OTHER_DEVICE).await;
    reply.expect_success();
    assert_eq!(inviter_of(&stage, 3).await, None);
    let device = DEVICE.to_uppercase();
    let reply = register(&stage, 4, somebody("วิชัย ดีงาม", &code), &device).await;
    reply.expect_success();
    assert_eq!(inviter_of(&stage, 4).await, None);
    // A device that the inviter has only signed in from.
    log_in(&stage, 1, "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa").await;
    let device = "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa";
    let reply = register(&stage, 5, somebody("สมศรี มีสุข", &code), device).await;
    reply.expect_success();
    assert_eq!(inviter_of(&stage, 5).await, None);
    // A device that cannot be one keeps nobody out.
    let reply = register(&stage, 6, somebody("สมปอง มีสุข", &code), "my phone").await;
    reply.expect_success();
    assert_eq!(inviter_of(&stage, 6).await, inviter.parse().ok());
}

#[tokio::test]
async fn a_short_code_names_the_inviter_under_the_same_guard() {
    let stage = Stage::set_without_otp().await;
    let made = register(&stage, 1, json!({}), DEVICE).await;
    made.expect_success();
    let token = stage.log_in(1).await;
    let request = stage.request(Method::GET, "/api/invite");
    let reply = stage.send(request.bearer_auth(&token)).await;
    reply.expect_success();
    let code = reply.text("code");
    for (number, holder, device, is_invited) in [
        (2, "มาลี สุขใจ", OTHER_DEVICE, true),
        (3, "สมชาย ใจดี", OTHER_DEVICE, false),
        (4, "วิชัย ดีงาม", DEVICE, false),
    ] {
        let reply = register(&stage, number, somebody(holder, &code), device).await;
        reply.expect_success();
        let found = inviter_of(&stage, number).await.map(|id| id.to_string());
        assert_eq!(found, is_invited.then(|| made.text("id")), "{holder}");
    }
}

/// What a wizard asks before the last step.
async fn validate(stage: &Stage, step: &str, number: u32, code: &str) -> Reply {
    let mut body = draft(number);
    body["inviteCode"] = json!(code);
    body["step"] = json!(step);
    stage.post("/api/account/validate", &body).await
}

#[tokio::test]
async fn a_code_that_belongs_to_nobody_is_refused_at_its_field() {
    let stage = Stage::set_without_otp().await;
    let id = stage.register(1).await;
    let unknown = format!("PR{}", Uuid::nil());
    for code in ["FRIEND1", "ABCD2345", "PR", unknown.as_str(), id.as_str()] {
        for step in ["profile", "bank"] {
            let reply = validate(&stage, step, 2, code).await;
            reply.expect_error(400, "INVALID_CODE");
            assert_eq!(reply.body["data"], json!({ "fields": ["inviteCode"] }));
        }
        let reply = register(&stage, 2, somebody("มาลี สุขใจ", code), DEVICE).await;
        reply.expect_error(400, "INVALID_CODE");
    }
    register(&stage, 2, somebody("มาลี สุขใจ", " "), DEVICE)
        .await
        .expect_success();
}

#[tokio::test]
async fn what_became_of_an_inviter_stays_private() {
    let stage = Stage::set_without_otp().await;
    let (left, erased) = (stage.register(1).await, stage.register(9).await);
    let token = stage.log_in(9).await;
    let short_code = stage.get("/api/invite", &token).await.text("code");
    stage
        .tamper("update member set is_active = false where username = '0800000001'")
        .await;
    let args = EraseArgs {
        member: WalletId(erased.parse().unwrap()),
        by: "Nok".to_owned(),
        reason: "asked for it".to_owned(),
    };
    let (url, folder) = (stage.database.url(), stage.data_dir().to_owned());
    let clock = stage.app.clock().clone();
    operator::erase(&url, folder, demo("http://127.0.0.1:9"), args, clock)
        .await
        .unwrap();
    let codes = [format!("PR{left}"), format!("PR{erased}"), short_code];
    for (number, code) in (2..).zip(&codes) {
        validate(&stage, "profile", number, code)
            .await
            .expect_success();
        let reply = register(&stage, number, somebody("มาลี สุขใจ", code), DEVICE).await;
        assert_eq!(reply.status.as_u16(), 201, "{code}: {reply:?}");
        assert_eq!(inviter_of(&stage, number).await, None, "{code}");
        let kept: Option<String> =
            sqlx::query_scalar("select invite_code from member where username = $1")
                .bind(phone(number))
                .fetch_one(&stage.database.owner())
                .await
                .unwrap();
        assert_eq!(kept.as_ref(), Some(code));
    }
}

#[tokio::test]
async fn codes_are_not_guessed_from_one_address() {
    let stage = Stage::set_with(|config, _| {
        config.otp.is_on = false;
        config.login.registrations_per_address_hour = 3;
    })
    .await;
    let id = stage.register(1).await;
    // A right code uses nothing up.
    for _ in 0..5 {
        let reply = validate(&stage, "profile", 2, &format!("PR{id}")).await;
        reply.expect_success();
    }
    for _ in 0..3 {
        let reply = validate(&stage, "profile", 2, "ABCD2345").await;
        reply.expect_error(400, "INVALID_CODE");
    }
    let reply = validate(&stage, "profile", 2, "ABCD2346").await;
    reply.expect_error(429, "REQUEST_LIMIT");
    // Without a code, the address can still register.
    let reply = validate(&stage, "profile", 2, "").await;
    reply.expect_success();
}

#[tokio::test]
async fn a_device_is_kept_as_a_digest_and_the_last_twenty_of_them() {
    let stage = Stage::set_without_otp().await;
    register(&stage, 1, json!({}), DEVICE)
        .await
        .expect_success();
    for number in 0..22 {
        log_in(&stage, 1, &format!("{number:032x}")).await;
    }
    let kept: Vec<String> = sqlx::query_scalar("select encode(device, 'hex') from member_device")
        .fetch_all(&stage.database.owner())
        .await
        .unwrap();
    assert_eq!(kept.len(), 20);
    for device in &kept {
        assert!(!DEVICE.contains(device.as_str()), "{device}");
        assert!(!device.contains("00000000"), "{device}");
    }
    log_in(&stage, 1, DEVICE).await;
    let made = register(&stage, 2, json!({}), DEVICE).await;
    made.expect_success();
    let of_both: i64 = sqlx::query_scalar(
        "select count(*) from member_device as one join member_device as other using (device)
         where one.member_id < other.member_id",
    )
    .fetch_one(&stage.database.owner())
    .await
    .unwrap();
    assert_eq!(of_both, 1);
}

#[tokio::test]
async fn two_who_use_one_device_later_earn_nothing_by_each_other() {
    let stage = Stage::set_without_otp().await;
    let inviter = stage.register(1).await;
    let code = format!("PR{inviter}");
    let reply = register(&stage, 2, somebody("มาลี สุขใจ", &code), DEVICE).await;
    reply.expect_success();
    stage
        .tamper(
            "insert into game_credential (wallet_id, game, username, sealed, created_at, changed_at)
             select id, 'pg', 'prname01', 'x', now(), now() from member where inviter_id is not null",
        )
        .await;
    let guests = async || -> i64 {
        sqlx::query_scalar("select count(*) from invitee")
            .fetch_one(&stage.database.owner())
            .await
            .unwrap()
    };
    assert_eq!(guests().await, 1);
    log_in(&stage, 1, DEVICE).await;
    assert_eq!(guests().await, 0);
}
