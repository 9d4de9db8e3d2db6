//! Somebody who holds the application's role changes a row that money follows: it arrives nowhere
//! but where it belongs, and `verify` names the row.

use std::time::Duration;

use reqwest::{Method, StatusCode};
use serde_json::{Value, json};
use sqlx::PgPool;
use uuid::Uuid;

use crate::qr::{made, scan, set_with, unasked};
use crate::stage::{Player, Stage};

const STOLEN: &str = "6660001112";

/// As the application's own role.
async fn write(stage: &Stage, statement: &str) {
    write_by(&stage.database.pool(), statement).await;
}

async fn write_by(pool: &PgPool, statement: &str) {
    let written = sqlx::raw_sql(statement).execute(pool).await;
    assert_eq!(written.unwrap().rows_affected(), 1, "{statement}");
}

async fn held(stage: &Stage, player: &Player) -> Value {
    stage.wallet(player).await["wallet"]["amount"].clone()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_qr_order_that_is_given_to_another_wallet_credits_nobody_and_waits_for_staff() {
    let (stage, _relay) = set_with(unasked).await;
    let (victim, thief) = (stage.player(1).await, stage.player(2).await);
    let qr = made(&stage, &victim, "KBANK", "300").await;
    let id = qr["qrcodeId"].as_str().unwrap();
    let moved = format!(
        "update qr_order set wallet_id = '{}' where order_id = '{id}'",
        thief.id
    );
    write(&stage, &moved).await;
    assert_eq!(scan(&stage, &qr).await.0, StatusCode::OK);
    stage.has_events(&thief, "QrReferred", 1).await;
    assert_eq!(held(&stage, &thief).await, "0.00");
    assert_eq!(stage.events(&thief, "QrPaid").await, 0);
    let named = format!("qr_order, id {id}: it is not as it was ordered");
    assert_eq!(stage.wrong().await, [named]);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_qr_order_under_anothers_reference_credits_nobody_and_waits_for_staff() {
    let (stage, _relay) = set_with(unasked).await;
    let (victim, thief) = (stage.player(1).await, stage.player(2).await);
    let paid = made(&stage, &victim, "KBANK", "300").await;
    let unpaid = made(&stage, &thief, "KBANK", "300").await;
    let id = |qr: &Value| qr["qrcodeId"].as_str().unwrap().to_owned();
    let freed = format!(
        "update qr_order set order_ref = 'GONE' where order_id = '{}'",
        id(&paid)
    );
    let reference: String =
        sqlx::query_scalar("select order_ref from qr_order where order_id = $1::text::uuid")
            .bind(id(&paid))
            .fetch_one(&stage.database.owner())
            .await
            .unwrap();
    write(&stage, &freed).await;
    let taken = format!(
        "update qr_order set order_ref = '{reference}' where order_id = '{}'",
        id(&unpaid)
    );
    write(&stage, &taken).await;
    assert_eq!(scan(&stage, &paid).await.0, StatusCode::OK);
    stage.has_events(&thief, "QrReferred", 1).await;
    assert_eq!(held(&stage, &thief).await, "0.00");
    assert_eq!(stage.wrong().await.len(), 2);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_qr_that_was_exchanged_for_one_of_another_order_is_not_shown() {
    let (stage, _relay) = set_with(unasked).await;
    let (victim, thief) = (stage.player(1).await, stage.player(2).await);
    let shown = made(&stage, &victim, "KBANK", "300").await;
    let other = made(&stage, &thief, "KBANK", "300").await;
    let exchanged = format!(
        "update qr_order set payload = '{}' where order_id = '{}'",
        other["payload"].as_str().unwrap(),
        shown["qrcodeId"].as_str().unwrap()
    );
    write(&stage, &exchanged).await;
    let (status, qr) = stage.get(&victim, "/qrcode/KBANK").await;
    assert_ne!(status, StatusCode::OK, "{qr}");
    assert_eq!(qr["message"], "QR_FAIL");
}

/// Account numbers that the bank has paid to.
async fn paid_to(stage: &Stage) -> Vec<String> {
    let (_, body) = stage.control(Method::GET, "/__sandbox/payouts", None).await;
    let payouts = body["payouts"].as_array().unwrap().iter();
    let paid = payouts.filter(|payout| payout["status"] == "SUCCESS");
    paid.map(|payout| payout["accountNo"].as_str().unwrap().to_owned())
        .collect()
}

async fn account_id(stage: &Stage, player: &Player) -> Uuid {
    sqlx::query_scalar("select id from bank_account where member_id = $1")
        .bind(player.id)
        .fetch_one(&stage.database.owner())
        .await
        .unwrap()
}

fn named(account: Uuid) -> String {
    format!("bank_account, id {account}: the particulars are not the ones that the member gave")
}

#[tokio::test(flavor = "multi_thread")]
async fn a_bank_account_that_was_changed_in_its_row_is_paid_nothing() {
    let stage = Stage::set().await;
    let player = stage.player(1).await;
    stage.deposit(&player, "500.00").await;
    let account = account_id(&stage, &player).await;
    for (column, stolen) in [
        ("account_no", STOLEN),
        ("bank_code", "KBANK"),
        ("holder", "SOMEBODY ELSE"),
        ("salt", "\\x00112233445566778899aabbccddeeff"),
        ("mac", &format!("\\x{}", "07".repeat(32))),
    ] {
        let kept: String = sqlx::query_scalar(&format!(
            "select {column}::text from bank_account where id = $1"
        ))
        .bind(account)
        .fetch_one(&stage.database.owner())
        .await
        .unwrap();
        let set = |value: &str| {
            format!("update bank_account set {column} = '{value}' where id = '{account}'")
        };
        // The role has no right to change the bank.
        let pool = if column == "bank_code" {
            stage.database.owner()
        } else {
            stage.database.pool()
        };
        write_by(&pool, &set(stolen)).await;
        let body = json!({ "amount": "200" });
        let (status, refused) = stage.post(&player, "/wallet/withdraw", &body).await;
        assert_eq!(status, StatusCode::CONFLICT, "{column}: {refused}");
        assert_eq!(refused["message"], "BANK_ACCOUNT_UNCONFIRMED", "{column}");
        assert_eq!(stage.wrong().await, [named(account)], "{column}");
        // What the player holds is still shown.
        assert_eq!(held(&stage, &player).await, "500.00", "{column}");
        write_by(&pool, &set(&kept)).await;
    }
    assert_eq!(held(&stage, &player).await, "500.00");
    assert!(paid_to(&stage).await.is_empty());
    let body = json!({ "amount": "200" });
    let (status, paid) = stage.post(&player, "/wallet/withdraw", &body).await;
    assert_eq!(status, StatusCode::OK, "{paid}");
    assert_eq!(
        paid_to(&stage).await,
        std::slice::from_ref(&player.account_no)
    );
    assert!(stage.wrong().await.is_empty());
    stage.audit().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_open_withdrawal_is_not_paid_to_an_account_that_was_changed_meanwhile() {
    let mut stage = Stage::set_with(|config| config.waits.withdrawal_ms = 0).await;
    let player = stage.player(1).await;
    stage.deposit(&player, "500.00").await;
    let account = account_id(&stage, &player).await;
    let fault = json!({ "target": "payout", "kind": "drop_before", "operation": "payout" });
    stage.fault(&fault).await;
    let body = json!({ "amount": "200" });
    let (status, open) = stage.post(&player, "/wallet/withdraw", &body).await;
    assert_eq!(status, StatusCode::ACCEPTED, "{open}");
    // Time passes only after the first attempt is noted: the time to cancel counts from there.
    stage.asked_about(&open["id"], 1).await;
    let changed = format!("update bank_account set account_no = '{STOLEN}' where id = '{account}'");
    // A step that has looked at the account before may still pay to it, and rightly so.
    stage
        .while_stopped(async |stage| {
            write(stage, &changed).await;
            stage.clear_faults().await;
            let cancel_after = stage.config().waits.cancel_after_ms;
            stage.pass(Duration::from_millis(2 * cancel_after));
        })
        .await;
    // It is cancelled in the end, and the money comes back.
    stage.has_events(&player, "WithdrawalReturned", 1).await;
    assert!(paid_to(&stage).await.is_empty());
    assert_eq!(held(&stage, &player).await, "500.00");
    assert_eq!(stage.wrong().await, [named(account)]);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_withdrawal_that_nobody_was_called_about_comes_back_when_its_account_was_changed() {
    let mut stage = Stage::set().await;
    let player = stage.player(1).await;
    stage.deposit(&player, "500.00").await;
    let body = json!({ "name": "Somchai", "bankCode": "SCB", "bankAccountName": "สมชาย ใจดี",
        "bankAccountNo": "7770001112", "password": "Correct-Horse-9" });
    let saved = stage
        .call(
            &player,
            Method::PUT,
            "/account/profile",
            (None, Some(&body)),
        )
        .await;
    assert_eq!(saved.0, StatusCode::OK, "{}", saved.1);
    let body = json!({ "amount": "200" });
    let (status, open) = stage.post(&player, "/wallet/withdraw", &body).await;
    assert_eq!(status, StatusCode::ACCEPTED, "{open}");
    let changed =
        format!("update bank_account set account_no = '{STOLEN}' where account_no = '7770001112'");
    write(&stage, &changed).await;
    stage.pass(Duration::from_hours(25));
    stage.restart(|_| {}).await;
    stage.has_events(&player, "WithdrawalReturned", 1).await;
    assert!(paid_to(&stage).await.is_empty());
}

#[tokio::test(flavor = "multi_thread")]
async fn an_account_that_is_not_believed_is_paid_again_once_its_owner_has_given_it_again() {
    let mut stage = Stage::set_with(|config| {
        config.session.idle_minutes = 1_000_000;
        config.session.absolute_hours = 100_000;
    })
    .await;
    let player = stage.player(1).await;
    stage.deposit(&player, "500.00").await;
    let (_, profile) = stage.get(&player, "/account/profile").await;
    let account = &profile["bankAccount"];
    // As if the key were another one: no MAC of the row is one that the ledger knows.
    write(
        &stage,
        "update bank_account set salt = '\\x00112233445566778899aabbccddeeff'",
    )
    .await;
    // The password alone says nothing about the particulars.
    let bare = json!({ "name": "Somchai", "password": "Correct-Horse-9" });
    let bare = stage
        .call(
            &player,
            Method::PUT,
            "/account/profile",
            (None, Some(&bare)),
        )
        .await;
    assert_eq!(bare.0, StatusCode::OK, "{}", bare.1);
    let amount = json!({ "amount": "200" });
    let refused = stage.post(&player, "/wallet/withdraw", &amount).await;
    assert_eq!(refused.1["message"], "BANK_ACCOUNT_UNCONFIRMED");
    let mut body = json!({ "name": "Somchai", "bankCode": account["bankCode"],
        "bankAccountName": account["bankAccountName"],
        "bankAccountNo": account["bankAccountNo"], "password": "Correct-Horse-9" });
    let saved = stage
        .call(
            &player,
            Method::PUT,
            "/account/profile",
            (None, Some(&body)),
        )
        .await;
    assert_eq!(saved.0, StatusCode::OK, "{}", saved.1);
    assert!(saved.1["heldUntil"].is_string(), "{}", saved.1);
    let (status, open) = stage.post(&player, "/wallet/withdraw", &amount).await;
    assert_eq!(status, StatusCode::ACCEPTED, "{open}");
    assert!(open["heldUntil"].is_string(), "{open}");
    stage.pass(Duration::from_hours(25));
    stage.restart(|_| {}).await;
    stage.settled(&player).await;
    assert_eq!(
        paid_to(&stage).await,
        std::slice::from_ref(&player.account_no)
    );
    assert!(stage.wrong().await.is_empty());
    // As it was typed, and without the password nothing is asked for.
    body["password"] = Value::Null;
    let same = stage
        .call(
            &player,
            Method::PUT,
            "/account/profile",
            (None, Some(&body)),
        )
        .await;
    assert_eq!(same.0, StatusCode::OK, "{}", same.1);
}

#[tokio::test(flavor = "multi_thread")]
async fn an_account_of_the_thief_is_nobody_elses_and_an_older_row_is_none() {
    let stage = Stage::set().await;
    let (victim, thief) = (stage.player(1).await, stage.player(2).await);
    stage.deposit(&victim, "500.00").await;
    let account = account_id(&stage, &victim).await;
    // The thief's own particulars, with the MAC that belongs to them. Only the owner of the database may
    // delete a row.
    let taken = format!(
        "with theirs as (delete from bank_account where member_id = '{}' returning *)
         update bank_account set bank_code = theirs.bank_code, account_no = theirs.account_no || '9',
                                 holder = theirs.holder, salt = theirs.salt, mac = theirs.mac
         from theirs where bank_account.id = '{account}'",
        thief.id
    );
    write_by(&stage.database.owner(), &taken).await;
    let body = json!({ "amount": "200" });
    let refused = stage.post(&victim, "/wallet/withdraw", &body).await;
    assert_eq!(refused.1["message"], "BANK_ACCOUNT_UNCONFIRMED");
    assert_eq!(stage.wrong().await.len(), 2);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_withdrawal_that_was_accepted_is_answered_again_though_its_account_was_changed_since() {
    let stage = Stage::set().await;
    let player = stage.player(1).await;
    stage.deposit(&player, "500.00").await;
    stage.activate(&player, "pg").await;
    let (_, moved) = stage.transfer(&player, ("WALLET", "pg"), "100").await;
    assert_eq!(moved["status"], "SUCCESS", "{moved}");
    let body = json!({ "amount": "200" });
    let call = (Some("first"), Some(&body));
    let path = "/wallet/withdraw";
    let first = stage.call(&player, Method::POST, path, call).await;
    assert_eq!(first.0, StatusCode::OK, "{}", first.1);
    let account = account_id(&stage, &player).await;
    let changed = format!("update bank_account set account_no = '{STOLEN}' where id = '{account}'");
    write(&stage, &changed).await;
    // As if the gateway had died between the payout and its answer.
    sqlx::raw_sql(
        "alter table kept_answer disable trigger append_only;
         delete from kept_answer;
         alter table kept_answer enable always trigger append_only",
    )
    .execute(&stage.database.owner())
    .await
    .unwrap();
    let again = stage.call(&player, Method::POST, path, call).await;
    assert_eq!(again.0, StatusCode::OK, "{}", again.1);
    assert_eq!(again.1["id"], first.1["id"]);
    // What cannot be paid out collects nothing either.
    let refused = stage.post(&player, "/wallet/withdrawAll", &body).await;
    assert_eq!(refused.1["message"], "BANK_ACCOUNT_UNCONFIRMED");
    assert_eq!(held(&stage, &player).await, "200.00");
    assert_eq!(paid_to(&stage).await.len(), 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_slip_of_somebody_else_is_not_credited_to_an_account_that_was_changed_to_theirs() {
    let stage = Stage::set().await;
    let thief = stage.player(1).await;
    let changed = format!(
        "update bank_account set account_no = '{STOLEN}', holder = 'สมหญิง ใจงาม'
         where member_id = '{}'",
        thief.id
    );
    write(&stage, &changed).await;
    let sender = json!({ "amount": "500.00", "fromAccountNo": STOLEN, "fromName": "สมหญิง ใจงาม" });
    let payment = stage.pay_with(&thief, &sender).await;
    let picture = stage.slip_picture(&payment, "png").await;
    let (status, body) = stage.upload(&thief, "stolen", picture).await;
    assert_eq!(status, StatusCode::ACCEPTED, "{body}");
    assert_eq!(stage.events(&thief, "SlipReferred").await, 1);
    assert_eq!(held(&stage, &thief).await, "0.00");
}
