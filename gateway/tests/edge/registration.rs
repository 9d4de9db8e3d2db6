//! Each rule of a registration with its code.

use serde_json::{Value, json};

use crate::stage::{PASSWORD, Stage, draft};

fn with(number: u32, field: &str, value: &Value) -> Value {
    let mut body = draft(number);
    body[field] = value.clone();
    body
}

#[tokio::test]
async fn a_registered_player_can_log_in_and_has_an_open_wallet() {
    let stage = Stage::set_without_otp().await;
    let id = stage.register(1).await;
    assert_eq!(stage.events().await, 1);
    let token = stage.log_in(1).await;
    let profile = stage.get("/api/account/profile", &token).await;
    assert_eq!(profile.body["_id"], json!(id));
    assert_eq!(profile.body["username"], "0800000001");
    assert_eq!(profile.body["bankAccount"]["bankAccountName"], "สมชาย ใจดี");
    assert_eq!(
        profile.body["bankAccount"]["bank"]["nameEN"],
        "Kasikornbank"
    );
    assert_eq!(profile.body["coin"], 0);
}

#[tokio::test]
async fn each_broken_rule_has_its_code_and_names_its_field() {
    let stage = Stage::set_without_otp().await;
    let long = "x".repeat(200);
    let cases = [
        (
            "username",
            json!("081234567"),
            "PHONE_NUMBER_REQUIRE_10_DIGIT",
        ),
        ("username", json!(""), "PHONE_NUMBER_REQUIRE_10_DIGIT"),
        (
            "username",
            json!("021234567"),
            "PHONE_NUMBER_REQUIRE_10_DIGIT",
        ),
        ("name", json!("  "), "INVALID_USER_INFO"),
        ("name", json!(long), "INVALID_USER_INFO"),
        ("password", json!("short"), "INVALID_USER_INFO"),
        ("password", json!(""), "INVALID_USER_INFO"),
        ("password", json!(long), "INVALID_USER_INFO"),
        ("sourceCode", json!("NOWHERE"), "INVALID_USER_INFO"),
        ("inviteCode", json!("PR<script>"), "INVALID_USER_INFO"),
        ("currency", json!("LAK"), "INVALID_USER_INFO"),
        ("bankCode", json!("XYZ"), "INVALID_BANK"),
        ("bankCode", json!(""), "INVALID_BANK"),
        ("bankAccountName", json!(""), "INVALID_USER_INFO"),
        ("bankAccountName", json!("สมชาย"), "INVALID_USER_INFO"),
        ("bankAccountName", json!("JOHN <b>"), "INVALID_USER_INFO"),
        ("bankAccountNo", json!("123"), "INVALID_USER_INFO"),
        ("bankAccountNo", json!("12345abcde"), "INVALID_USER_INFO"),
        (
            "bankAccountNo",
            json!("1234567890123456"),
            "INVALID_USER_INFO",
        ),
    ];
    for (field, value, code) in cases {
        let body = with(1, field, &value);
        for path in ["/api/account/validate", "/api/account"] {
            let reply = stage.post(path, &body).await;
            reply.expect_error(400, code);
            if code == "INVALID_USER_INFO" {
                assert_eq!(reply.body["data"]["fields"], json!([field]), "{reply:?}");
            }
        }
    }
    assert_eq!(stage.events().await, 0);
}

#[tokio::test]
async fn a_field_of_another_type_is_malformed_input() {
    let stage = Stage::set_without_otp().await;
    for field in ["username", "name", "password", "bankCode", "bankAccountNo"] {
        for value in [json!(1), json!(null), json!({}), json!([])] {
            let reply = stage.post("/api/account", &with(1, field, &value)).await;
            reply.expect_error(400, "INVALID_INPUT");
            assert_eq!(reply.body["data"]["fields"], json!([field]), "{reply:?}");
        }
    }
}

#[tokio::test]
async fn some_banks_take_english_names_only() {
    let stage = Stage::set_without_otp().await;
    for bank in ["KTB", "TMB", "BBL"] {
        let body = with(1, "bankCode", &json!(bank));
        stage
            .post("/api/account", &body)
            .await
            .expect_error(400, "BANK_ACCOUNT_NAME_ENG");
    }
    let mut body = with(1, "bankCode", &json!("BBL"));
    body["bankAccountName"] = json!("somchai  jaidee");
    stage.post("/api/account", &body).await.expect_success();
    let token = stage.log_in(1).await;
    let profile = stage.get("/api/account/profile", &token).await;
    assert_eq!(
        profile.body["bankAccount"]["bankAccountName"],
        "SOMCHAI JAIDEE"
    );
}

#[tokio::test]
async fn a_phone_and_a_bank_account_belong_to_one_member() {
    let stage = Stage::set_without_otp().await;
    stage.register(1).await;
    let respelled = with(2, "username", &json!("+66 80-000-0001"));
    stage
        .post("/api/account", &respelled)
        .await
        .expect_error(409, "EXISTING_USER");
    let respelled = with(2, "bankAccountNo", &json!("120-0-00000-1"));
    stage
        .post("/api/account", &respelled)
        .await
        .expect_error(409, "EXISTING_BANK");
    let other_bank = {
        let mut body = with(2, "bankAccountNo", &json!("1200000001"));
        body["bankCode"] = json!("SCB");
        body
    };
    stage
        .post("/api/account", &other_bank)
        .await
        .expect_success();
}

#[tokio::test]
async fn of_many_registrations_of_one_phone_at_once_one_succeeds() {
    let stage = Stage::set_without_otp().await;
    let attempts = (1..=8).map(|number| {
        let body = with(number, "username", &json!("0811111111"));
        let stage = &stage;
        async move { stage.post("/api/account", &body).await }
    });
    let replies = futures_util::future::join_all(attempts).await;
    let made = replies
        .iter()
        .filter(|it| it.status.as_u16() == 201)
        .count();
    assert_eq!(made, 1);
    for reply in replies.iter().filter(|it| it.status.as_u16() != 201) {
        reply.expect_error(409, "EXISTING_USER");
    }
    assert_eq!(stage.events().await, 1);
}

#[tokio::test]
async fn the_wizard_is_checked_step_by_step() {
    let stage = Stage::set().await;
    let phone = json!({ "step": "phone", "username": "0812345678" });
    stage
        .post("/api/account/validate", &phone)
        .await
        .expect_success();
    let profile = json!({
        "step": "profile", "username": "0812345678", "name": "สมชาย",
        "password": PASSWORD, "sourceCode": "LINE",
    });
    stage
        .post("/api/account/validate", &profile)
        .await
        .expect_success();
    let mut bank = draft(1);
    bank["step"] = json!("bank");
    stage
        .post("/api/account/validate", &bank)
        .await
        .expect_error(403, "UNVERIFIED_OTP");
    let unknown = json!({ "step": "wedding", "username": "0812345678" });
    stage
        .post("/api/account/validate", &unknown)
        .await
        .expect_error(400, "INVALID_INPUT");
}

#[tokio::test]
async fn a_repeat_with_the_same_key_answers_the_same_member() {
    let stage = Stage::set_without_otp().await;
    let send = |body: Value| {
        let request = stage
            .request(reqwest::Method::POST, "/api/account")
            .header("idempotency-key", "intent-1")
            .json(&body);
        stage.send(request)
    };
    let first = send(draft(1)).await;
    let again = send(draft(1)).await;
    assert_eq!(first.status.as_u16(), 201, "{first:?}");
    assert_eq!(again.status.as_u16(), 201, "{again:?}");
    assert_eq!(first.body["id"], again.body["id"]);
    assert_eq!(again.headers["idempotency-replayed"], "true");
    assert!(!first.headers.contains_key("idempotency-replayed"));
    send(with(1, "name", &json!("อื่น")))
        .await
        .expect_error(409, "EXISTING_USER");
}

#[tokio::test]
async fn repeats_in_flight_with_one_key_are_one_registration() {
    let stage = Stage::set_without_otp().await;
    let sends = (0..6).map(|_| {
        let request = stage
            .request(reqwest::Method::POST, "/api/account")
            .header("idempotency-key", "intent-2")
            .json(&draft(1));
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
async fn who_is_registered_cannot_be_asked_without_end() {
    let stage = Stage::set_with(|config, _| {
        config.otp.is_on = false;
        config.login.registrations_per_address_hour = 1;
    })
    .await;
    stage.register(1).await;
    let mut answers = Vec::new();
    for _ in 0..12 {
        answers.push(
            stage
                .post("/api/account", &draft(1))
                .await
                .code()
                .to_owned(),
        );
    }
    assert_eq!(answers[0], "EXISTING_USER");
    assert_eq!(answers[11], "REQUEST_LIMIT");
}

#[tokio::test]
async fn registrations_from_one_address_are_bounded() {
    let stage = Stage::set_with(|config, _| {
        config.otp.is_on = false;
        config.login.registrations_per_address_hour = 2;
    })
    .await;
    stage.register(1).await;
    stage.register(2).await;
    let refused = stage.post("/api/account", &draft(3)).await;
    refused.expect_error(429, "REQUEST_LIMIT");
    assert!(refused.headers.contains_key("retry-after"));
    stage
        .app
        .clock()
        .advance(std::time::Duration::from_secs(3_601));
    stage.register(3).await;
}

#[tokio::test]
async fn a_wallet_that_was_not_opened_is_opened_at_log_in() {
    let stage = Stage::set_without_otp().await;
    stage.register(1).await;
    // The member is stored, and then the journal takes nothing.
    stage
        .tamper("revoke execute on function journal_append from wallet_app")
        .await;
    stage.register(2).await;
    stage
        .tamper("grant execute on function journal_append to wallet_app")
        .await;
    assert_eq!(stage.events().await, 1);
    stage.log_in(2).await;
    assert_eq!(stage.events().await, 2);
    stage.log_in(2).await;
    assert_eq!(stage.events().await, 2);
}

/// A Lao installation, and an account that is whole but for its phone.
async fn lao_stage() -> (Stage, Value) {
    let stage = Stage::set_with(|config, _| {
        config.otp.is_on = false;
        config.service.lao_mode = true;
        let mut bcel = config.bank("SCB").unwrap().clone();
        "BCEL".clone_into(&mut bcel.code);
        bcel.number = None;
        config.banks.push(bcel);
    })
    .await;
    let mut body = draft(1);
    body["bankCode"] = json!("BCEL");
    body["bankAccountNo"] = json!("010-12-00-01234567-001");
    body["bankAccountName"] = json!("ມະນີ ສີສຸກ");
    (stage, body)
}

/// What a player of this phone withdraws at least, as it is shown to them.
async fn withdraw_min(stage: &Stage, username: &str) -> Value {
    let login = json!({ "username": username, "password": PASSWORD });
    let token = stage.post("/api/login", &login).await.text("token");
    let limits = stage.get("/api/lookup/withdraw", &token).await;
    limits.body["withdrawMin"].clone()
}

#[tokio::test]
async fn lao_mode_takes_lao_phones_accounts_and_kip() {
    let (stage, mut body) = lao_stage().await;
    let reply = stage.post("/api/account", &body).await;
    reply.expect_error(400, "INVALID_USER_INFO");
    assert_eq!(reply.body["data"]["fields"], json!(["username"]));
    body["username"] = json!("+856 20 5551 2345");
    stage.post("/api/account", &body).await.expect_success();
    assert_eq!(withdraw_min(&stage, "2055512345").await, "50000");
    let info = stage.get("/api/lookup/info", "").await;
    assert_eq!(info.body["currency"], "LAK");
}

#[tokio::test]
async fn in_lao_mode_a_player_who_chooses_baht_has_baht() {
    let (stage, mut body) = lao_stage().await;
    body["username"] = json!("+856 20 5551 2346");
    body["currency"] = json!("BAHT");
    stage.post("/api/account", &body).await.expect_success();
    assert_eq!(withdraw_min(&stage, "2055512346").await, "100.00");
}

#[tokio::test]
async fn a_registration_that_the_database_refuses_says_that_it_failed() {
    let stage = Stage::set_without_otp().await;
    stage
        .tamper("alter table member add constraint closed check (username <> '0800000002')")
        .await;
    let reply = stage.post("/api/account", &draft(2)).await;
    reply.expect_error(500, "REGISTER_FAIL");
    stage.register(3).await;
}
