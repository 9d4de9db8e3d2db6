//! The member's own profile.

use serde_json::{Value, json};

use crate::stage::{PASSWORD, Stage, draft};

#[tokio::test]
async fn the_name_changes_and_the_bank_account_does_not_without_the_password() {
    let stage = Stage::set_without_otp().await;
    let token = stage.member(1).await;
    let path = "/api/account/profile";
    let same = json!({
        "name": " มาลี ", "bankCode": "KBANK",
        "bankAccountName": "สมชาย ใจดี", "bankAccountNo": "120-0000-001",
    });
    let saved = stage.put_as(&token, path, &same).await;
    saved.expect_success();
    assert_eq!(saved.body["heldUntil"], Value::Null);
    assert!(saved.body["position"].is_string(), "{saved:?}");
    let profile = stage.get(path, &token).await;
    assert_eq!(profile.body["name"], "มาลี");
    let before = stage.events().await;
    for (field, value) in [
        ("bankCode", "SCB"),
        ("bankAccountName", "โจร ใจร้าย"),
        ("bankAccountNo", "9999999999"),
    ] {
        let mut swapped = same.clone();
        swapped["name"] = json!("Thief");
        swapped[field] = json!(value);
        let reply = stage.put_as(&token, path, &swapped).await;
        reply.expect_error(400, "INVALID_USER_INFO");
        assert_eq!(reply.body["data"]["fields"], json!(["password"]));
        swapped["password"] = json!("Wrong-1234");
        let reply = stage.put_as(&token, path, &swapped).await;
        reply.expect_error(401, "WRONG_PASSWORD");
    }
    let elsewhere = json!({ "name": "Thief", "bankCode": "SCB" });
    let reply = stage.put_as(&token, path, &elsewhere).await;
    reply.expect_error(400, "INVALID_USER_INFO");
    assert_eq!(reply.body["data"]["fields"], json!(["bankAccountNo"]));
    let blank = json!({ "name": " " });
    stage
        .put_as(&token, path, &blank)
        .await
        .expect_error(400, "INVALID_USER_INFO");
    let after = stage.get(path, &token).await;
    assert_eq!(after.body, profile.body);
    assert_eq!(stage.events().await, before);
}

/// The money goes where it went before: nothing is held, and the ledger takes down that the
/// particulars are the member's own.
#[tokio::test]
async fn another_spelling_of_the_holder_takes_the_password_and_holds_nothing() {
    let stage = Stage::set_without_otp().await;
    let token = stage.member(1).await;
    let path = "/api/account/profile";
    let before = stage.events().await;
    let input = json!({ "name": "Somchai", "bankAccountName": "somchai jaidee",
        "password": PASSWORD });
    let saved = stage.put_as(&token, path, &input).await;
    saved.expect_success();
    assert_eq!(saved.body["heldUntil"], Value::Null);
    let profile = stage.get(path, &token).await;
    let account = &profile.body["bankAccount"];
    assert_eq!(account["bankAccountName"], "SOMCHAI JAIDEE");
    assert_eq!(stage.events().await, before + 1);
}

#[tokio::test]
async fn a_holder_is_corrected_to_english_once_and_for_its_banks_only() {
    // Members who registered before the banks' rule.
    let mut stage = Stage::set_with(|config, _| {
        config.otp.is_on = false;
        for bank in &mut config.banks {
            bank.english_name_only = false;
        }
    })
    .await;
    let banks = ["KTB", "TMB", "BBL"];
    for (number, bank) in (2..).zip(banks) {
        let mut body = draft(number);
        body["bankCode"] = json!(bank);
        body["bankAccountName"] = json!("มาลี สุขใจ");
        stage.post("/api/account", &body).await.expect_success();
    }
    let path = "/api/account/bankAccountName";
    let token = stage.member(1).await;
    let ruled = stage.another().await;
    assert!(std::mem::replace(&mut stage.app, ruled).stop().await);
    for bank in ["KBANK", "KTB", "TMB", "BBL", "NOPE", ""] {
        let update = json!({ "bankCode": bank, "bankAccountName": "SOMCHAI JAIDEE" });
        let reply = stage.put_as(&token, path, &update).await;
        reply.expect_error(400, "INVALID_BANK");
    }
    for (number, bank) in (2..).zip(banks) {
        let token = stage.log_in(number).await;
        let put = |name: &str| {
            let body = json!({ "bankCode": bank, "bankAccountName": name });
            let (stage, token) = (&stage, &token);
            async move { stage.put_as(token, path, &body).await }
        };
        for name in [
            "มาลี สุขใจ",
            "",
            " ",
            "MALEE 2",
            "MALEE.S",
            "MALÉE SUKJAI",
            "ＭＡＬＥＥ",
            "-1",
        ] {
            put(name).await.expect_error(400, "BANK_ACCOUNT_NAME_ENG");
        }
        put("  malee   sukjai ").await.expect_success();
        let profile = stage.get("/api/account/profile", &token).await;
        let account = &profile.body["bankAccount"];
        assert_eq!(account["bankAccountName"], "MALEE SUKJAI");
        // Once English it stays: the second try with the same name is a repeat, another is refused.
        put("Malee Sukjai").await.expect_success();
        put("SOMEBODY ELSE")
            .await
            .expect_error(400, "INVALID_USER_INFO");
    }
}

#[tokio::test]
async fn a_password_changes_only_with_the_old_one_and_guesses_wait() {
    let stage = Stage::set_without_otp().await;
    let _still = stage.app.clock().hold();
    let token = stage.member(1).await;
    let path = "/api/account/changepwd";
    let short = json!({ "oldPassword": PASSWORD, "newPassword": "short" });
    stage
        .put_as(&token, path, &short)
        .await
        .expect_error(400, "INVALID_USER_INFO");
    let guess = json!({ "oldPassword": "Wrong-1234", "newPassword": "Another-5678" });
    for _ in 0..5 {
        stage
            .put_as(&token, path, &guess)
            .await
            .expect_error(401, "WRONG_PASSWORD");
    }
    stage
        .put_as(&token, path, &guess)
        .await
        .expect_error(429, "REQUEST_LIMIT");
}
