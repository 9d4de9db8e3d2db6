//! The member's own profile.

use serde_json::json;

use crate::stage::{PASSWORD, Stage, draft};

#[tokio::test]
async fn the_name_changes_and_the_bank_account_does_not() {
    let stage = Stage::set_without_otp().await;
    let token = stage.member(1).await;
    let path = "/api/account/profile";
    let same = json!({
        "name": " มาลี ", "bankCode": "KBANK",
        "bankAccountName": "สมชาย ใจดี", "bankAccountNo": "120-0000-001",
    });
    stage.put_as(&token, path, &same).await.expect_success();
    let profile = stage.get(path, &token).await;
    assert_eq!(profile.body["name"], "มาลี");
    for (field, value) in [
        ("bankCode", "SCB"),
        ("bankAccountName", "โจร ใจร้าย"),
        ("bankAccountNo", "9999999999"),
    ] {
        let mut swapped = same.clone();
        swapped[field] = json!(value);
        let reply = stage.put_as(&token, path, &swapped).await;
        reply.expect_error(400, "INVALID_USER_INFO");
        assert_eq!(reply.body["data"]["fields"], json!([field]));
    }
    let blank = json!({ "name": " " });
    stage
        .put_as(&token, path, &blank)
        .await
        .expect_error(400, "INVALID_USER_INFO");
    let after = stage.get(path, &token).await;
    assert_eq!(after.body, profile.body);
}

#[tokio::test]
async fn a_holder_is_corrected_to_english_once_and_for_its_banks_only() {
    let stage = Stage::set_without_otp().await;
    let path = "/api/account/bankAccountName";
    let token = stage.member(1).await;
    let update = json!({ "bankCode": "KBANK", "bankAccountName": "SOMCHAI JAIDEE" });
    stage
        .put_as(&token, path, &update)
        .await
        .expect_error(400, "INVALID_BANK");
    let mut body = draft(2);
    body["bankCode"] = json!("KTB");
    body["bankAccountName"] = json!("MALEE SUKJAI");
    stage.post("/api/account", &body).await.expect_success();
    // As a member has it who registered before the bank's rule.
    stage
        .tamper("update bank_account set holder = 'มาลี สุขใจ' where bank_code = 'KTB'")
        .await;
    let token = stage.log_in(2).await;
    let put = |name: &str| {
        let body = json!({ "bankCode": "KTB", "bankAccountName": name });
        let (stage, token) = (&stage, &token);
        async move { stage.put_as(token, path, &body).await }
    };
    put("มาลี สุขใจ")
        .await
        .expect_error(400, "BANK_ACCOUNT_NAME_ENG");
    put("").await.expect_error(400, "BANK_ACCOUNT_NAME_ENG");
    put("malee sukjai").await.expect_success();
    let profile = stage.get("/api/account/profile", &token).await;
    assert_eq!(
        profile.body["bankAccount"]["bankAccountName"],
        "MALEE SUKJAI"
    );
    put("SOMEBODY ELSE")
        .await
        .expect_error(400, "INVALID_USER_INFO");
}

#[tokio::test]
async fn a_password_changes_only_with_the_old_one_and_guesses_wait() {
    let stage = Stage::set_without_otp().await;
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
