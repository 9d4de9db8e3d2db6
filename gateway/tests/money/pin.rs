//! A PIN: what a stolen session, a guesser and somebody who writes the tables cannot do without it.

use std::time::Duration;

use futures_util::future::join_all;
use ledger_testing::eventually;
use reqwest::{Method, StatusCode};
use serde_json::{Value, json};

use crate::stage::{Answer, Player, Stage, answer, new_key};

const PASSWORD: &str = "Correct-Horse-9";
const PIN: &str = "246813";
const WRONG: &str = "135790";
const ROUTES: [&str; 2] = ["/wallet/withdraw", "/wallet/withdrawAll"];

/// A call of the portal, with a PIN.
async fn call(
    stage: &Stage,
    player: &Player,
    (method, path): (Method, &str),
    pin: Option<&str>,
    (key, body): (&str, &Value),
) -> Answer {
    let mut request = stage
        .request(method, path)
        .bearer_auth(&player.token)
        .header("idempotency-key", key)
        .json(body);
    if let Some(pin) = pin {
        request = request.header("x-pin", pin);
    }
    answer(request).await
}

async fn withdraw(
    stage: &Stage,
    player: &Player,
    path: &str,
    pin: Option<&str>,
    (key, amount): (&str, &str),
) -> Answer {
    let body = json!({ "amount": amount });
    call(stage, player, (Method::POST, path), pin, (key, &body)).await
}

fn expect_refusal((status, body): &Answer, expected: u16, code: &str) {
    let found = (status.as_u16(), body["message"].as_str());
    assert_eq!(found, (expected, Some(code)), "{body}");
}

fn expect_success((status, body): &Answer) {
    assert!(status.is_success(), "{status} {body}");
}

async fn set_pin(stage: &Stage, player: &Player, body: &Value) -> Answer {
    let path = "/account/pin";
    stage
        .call(player, Method::PUT, path, (None, Some(body)))
        .await
}

async fn with_pin(stage: &Stage, n: u32) -> Player {
    let player = stage.player(n).await;
    stage.deposit(&player, "1000.00").await;
    let set = set_pin(stage, &player, &json!({ "pin": PIN, "password": PASSWORD })).await;
    expect_success(&set);
    assert_eq!(set.1["heldUntil"], Value::Null);
    player
}

#[tokio::test(flavor = "multi_thread")]
async fn a_withdrawal_of_a_member_with_a_pin_needs_it_and_a_repeat_does_not() {
    let stage = Stage::set().await;
    let player = with_pin(&stage, 1).await;
    stage.activate(&player, "pg").await;
    let (status, body) = stage.transfer(&player, ("WALLET", "pg"), "300").await;
    assert_eq!(status, StatusCode::OK, "{body}");
    let before = stage.head().await;
    let (_, lookup) = stage.get(&player, "/lookup/withdraw").await;
    assert_eq!(lookup["isPinSet"], true);
    for path in ROUTES {
        for amount in ["100", "ALL"] {
            let refused = withdraw(&stage, &player, path, None, ("w-1", amount)).await;
            expect_refusal(&refused, 403, "PIN_REQUIRED");
        }
        for other in [WRONG, "", "24681", "246813x"] {
            let refused = withdraw(&stage, &player, path, Some(other), ("w-1", "100")).await;
            expect_refusal(&refused, 403, "PIN_INVALID");
        }
    }
    assert_eq!(stage.head().await, before);
    // The key of a refusal about the caller is still good; the games were left alone.
    let paid = withdraw(&stage, &player, ROUTES[0], Some(PIN), ("w-1", "100")).await;
    expect_success(&paid);
    let again = withdraw(&stage, &player, ROUTES[0], None, ("w-1", "100")).await;
    assert_eq!((again.0, &again.1["id"]), (paid.0, &paid.1["id"]));
    let other = withdraw(&stage, &player, ROUTES[0], None, ("w-2", "100")).await;
    expect_refusal(&other, 403, "PIN_REQUIRED");
    let noted: Vec<Option<Value>> = sqlx::query_scalar(
        "select payload -> 'WithdrawalRequested' -> 'confirmation' from event
         where event_type = 'WithdrawalRequested'",
    )
    .fetch_all(&stage.database.owner())
    .await
    .unwrap();
    assert!(!noted.is_empty());
    for confirmation in noted {
        assert!(confirmation.is_some_and(|it| it["PIN"].is_string()));
    }
    stage.audit().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_withdrawal_that_was_never_answered_goes_on_without_the_pin() {
    let stage = Stage::set_with(|config| config.waits.withdrawal_ms = 0).await;
    let player = with_pin(&stage, 1).await;
    for (key, path) in ["w-1", "w-2"].into_iter().zip(ROUTES) {
        // In progress: this answer is not stored.
        let asked = withdraw(&stage, &player, path, Some(PIN), (key, "100")).await;
        expect_success(&asked);
        let again = withdraw(&stage, &player, path, None, (key, "100")).await;
        expect_success(&again);
        assert_eq!(again.1["id"], asked.1["id"]);
        stage.settled(&player).await;
    }
    assert_eq!(stage.events(&player, "WithdrawalRequested").await, 2);
    stage.audit().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn guesses_at_a_pin_end_after_five_and_another_pin_by_a_code_holds_payouts() {
    let mut stage = Stage::set().await;
    let player = with_pin(&stage, 1).await;
    let still = stage.app.clock().hold();
    let keys: Vec<String> = (0..20).map(|_| new_key()).collect();
    let guesses = keys
        .iter()
        .map(|key| withdraw(&stage, &player, ROUTES[0], Some(WRONG), (key, "100")));
    let answers = join_all(guesses).await;
    let wrong = answers.iter().filter(|it| it.1["message"] == "PIN_INVALID");
    assert_eq!(wrong.count(), 5);
    let closed = answers.iter().filter(|it| it.1["message"] == "PIN_BLOCKED");
    assert_eq!(closed.count(), 15);
    let right = withdraw(&stage, &player, ROUTES[0], Some(PIN), ("w-1", "100")).await;
    expect_refusal(&right, 429, "PIN_BLOCKED");
    // Nor for somebody who sets the stored count back.
    stage
        .database
        .tamper("delete from throttle where scope = 'pin'")
        .await;
    let right = withdraw(&stage, &player, ROUTES[0], Some(PIN), ("w-1", "100")).await;
    expect_refusal(&right, 429, "PIN_BLOCKED");
    drop(still);
    stage.restart(|config| config.otp.is_on = true).await;
    let body = json!({ "pin": "975310", "password": PASSWORD });
    expect_refusal(
        &set_pin(&stage, &player, &body).await,
        400,
        "INVALID_USER_INFO",
    );
    let (status, by_sms) = stage.post(&player, "/account/pin/code", &json!({})).await;
    assert_eq!(status, StatusCode::OK, "{by_sms}");
    let code = code_of(&stage, "0810000001", &by_sms).await;
    let mut body = json!({ "pin": "975310", "password": PASSWORD,
        "otpToken": by_sms["otpToken"], "otpCode": if code == "000000" { "000001" } else { "000000" } });
    expect_refusal(
        &set_pin(&stage, &player, &body).await,
        400,
        "OTP_CODE_INVALID",
    );
    body["otpCode"] = code.into();
    let set = set_pin(&stage, &player, &body).await;
    expect_success(&set);
    assert!(set.1["heldUntil"].is_string());
    expect_refusal(&set_pin(&stage, &player, &body).await, 404, "OTP_NOT_EXIST");
    let former = withdraw(&stage, &player, ROUTES[0], Some(PIN), ("w-1", "100")).await;
    expect_refusal(&former, 403, "PIN_INVALID");
    let held = withdraw(&stage, &player, ROUTES[0], Some("975310"), ("w-1", "100")).await;
    assert_eq!(held.0, StatusCode::ACCEPTED, "{}", held.1);
    assert_eq!(held.1["heldUntil"], set.1["heldUntil"]);
    let (_, notices) = stage.get(&player, "/account/notices").await;
    let notices = notices["list"].as_array().unwrap();
    let of_pin = notices.iter().filter(|it| it["kind"] == "PIN_SET");
    assert_eq!(of_pin.count(), 2, "{notices:?}");
    stage.audit().await;
}

/// The digits that belong to an answer, when their message is there.
async fn code_of(stage: &Stage, phone: &str, sent: &Value) -> String {
    let reference = format!("(Ref: {})", sent["otpRef"].as_str().unwrap());
    let path = format!("/sms/messages?phone={phone}");
    eventually("the message arrives", async || {
        let (_, inbox) = stage.control(Method::GET, &path, None).await;
        let messages = inbox["messages"].as_array().cloned().unwrap_or_default();
        let mut texts = messages.iter().filter_map(|it| it["message"].as_str());
        let text = texts.find(|text| text.contains(&reference));
        let digits = text.and_then(|text| text.split(' ').nth(1));
        digits.map(str::to_owned).ok_or(messages.len())
    })
    .await
}

#[tokio::test(flavor = "multi_thread")]
async fn a_pin_is_replaced_by_who_knows_it_without_a_hold_and_by_no_stolen_session() {
    let stage = Stage::set().await;
    let player = with_pin(&stage, 1).await;
    let body =
        |pin: &str, password: &str| json!({ "pin": pin, "password": password, "currentPin": PIN });
    let stolen = set_pin(&stage, &player, &body("975310", "Guessed-1")).await;
    expect_refusal(&stolen, 401, "WRONG_PASSWORD");
    for common in ["000000", "123456", "654321", "12345", "12345a", ""] {
        let refused = set_pin(&stage, &player, &body(common, PASSWORD)).await;
        expect_refusal(&refused, 400, "INVALID_USER_INFO");
    }
    let mut wrong = body("975310", PASSWORD);
    wrong["currentPin"] = WRONG.into();
    expect_refusal(&set_pin(&stage, &player, &wrong).await, 403, "PIN_INVALID");
    let set = set_pin(&stage, &player, &body("975310", PASSWORD)).await;
    expect_success(&set);
    assert_eq!(set.1["heldUntil"], Value::Null);
    let paid = withdraw(&stage, &player, ROUTES[0], Some("975310"), ("w-1", "100")).await;
    assert_eq!(paid.0, StatusCode::OK, "{}", paid.1);
    let kept: i64 = sqlx::query_scalar("select count(*) from member_pin")
        .fetch_one(&stage.database.owner())
        .await
        .unwrap();
    assert_eq!(kept, 1);
    stage.audit().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn who_writes_the_tables_confirms_nothing() {
    let stage = Stage::set().await;
    let player = with_pin(&stage, 1).await;
    let thief = stage.player(2).await;
    let own = json!({ "pin": WRONG, "password": PASSWORD });
    expect_success(&set_pin(&stage, &thief, &own).await);
    let owner = stage.database.owner();
    let swap = "update member_pin as it set hash = other.hash from member_pin as other
                where it.member_id = $1 and other.member_id = $2";
    let swapped = sqlx::query(swap).bind(player.id).bind(thief.id);
    assert_eq!(swapped.execute(&owner).await.unwrap().rows_affected(), 1);
    let refused = withdraw(&stage, &player, ROUTES[0], Some(WRONG), ("w-1", "100")).await;
    expect_refusal(&refused, 403, "PIN_INVALID");
    let gone = sqlx::query("delete from member_pin where member_id = $1").bind(player.id);
    assert_eq!(gone.execute(&owner).await.unwrap().rows_affected(), 1);
    let refused = withdraw(&stage, &player, ROUTES[0], None, ("w-1", "100")).await;
    expect_refusal(&refused, 403, "PIN_REQUIRED");
    let refused = withdraw(&stage, &player, ROUTES[0], Some(PIN), ("w-1", "100")).await;
    expect_refusal(&refused, 403, "PIN_INVALID");
    assert_eq!(stage.events(&player, "WithdrawalRequested").await, 0);
    stage.audit().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn another_bank_account_and_a_higher_limit_need_the_pin() {
    let stage = Stage::set().await;
    let player = with_pin(&stage, 1).await;
    let account = json!({ "name": "Somchai", "bankCode": "SCB", "bankAccountName": "สมชาย ใจดี",
        "bankAccountNo": "4444444444", "password": PASSWORD });
    let profile = (Method::PUT, "/account/profile");
    let put = |pin| call(&stage, &player, profile.clone(), pin, ("p-1", &account));
    expect_refusal(&put(None).await, 403, "PIN_REQUIRED");
    expect_refusal(&put(Some(WRONG)).await, 403, "PIN_INVALID");
    assert_eq!(stage.events(&player, "BankAccountChanged").await, 0);
    expect_success(&put(Some(PIN)).await);
    expect_success(&put(None).await);
    let name = json!({ "name": "Somsak" });
    let renamed = call(&stage, &player, profile.clone(), None, ("p-2", &name)).await;
    expect_success(&renamed);

    let limits = (Method::PUT, "/limits");
    let set = async |key: &str, day: Option<&str>, pin: Option<&str>| {
        let body = json!({ "deposit": { "day": day } });
        call(&stage, &player, limits.clone(), pin, (key, &body)).await
    };
    expect_success(&set("l-1", Some("1000"), None).await);
    expect_success(&set("l-2", Some("500"), None).await);
    for looser in [Some("500.01"), None] {
        expect_refusal(&set("l-3", looser, None).await, 403, "PIN_REQUIRED");
    }
    assert_eq!(stage.events(&player, "DepositLimitSet").await, 2);
    expect_success(&set("l-3", Some("500.01"), Some(PIN)).await);
    expect_success(&set("l-3", Some("500.01"), None).await);
    assert_eq!(stage.events(&player, "DepositLimitSet").await, 3);
}

#[tokio::test(flavor = "multi_thread")]
async fn above_the_operators_amount_nothing_is_paid_without_a_pin() {
    let stage = Stage::set_with(|config| {
        let max = (ledger::Currency::Thb, "500.00".parse().unwrap());
        config.withdrawal.without_pin_max = [max].into();
    })
    .await;
    let player = stage.player(1).await;
    stage.deposit(&player, "1000.00").await;
    let (_, lookup) = stage.get(&player, "/lookup/withdraw").await;
    assert_eq!(lookup["withoutPinMax"], "500.00");
    for path in ROUTES {
        for amount in ["500.01", "ALL"] {
            let refused = withdraw(&stage, &player, path, None, (&new_key(), amount)).await;
            expect_refusal(&refused, 403, "PIN_UNSET");
        }
    }
    let paid = withdraw(&stage, &player, ROUTES[0], None, ("w-1", "400")).await;
    expect_success(&paid);
    let refused = withdraw(&stage, &player, ROUTES[0], None, ("w-2", "550")).await;
    expect_refusal(&refused, 403, "PIN_UNSET");
    let body = json!({ "pin": PIN, "password": PASSWORD });
    expect_success(&set_pin(&stage, &player, &body).await);
    let paid = withdraw(&stage, &player, ROUTES[0], Some(PIN), ("w-2", "550")).await;
    expect_success(&paid);
    stage.app.clock().advance(Duration::from_secs(1));
    stage.audit().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_digits_of_a_pin_are_stored_nowhere() {
    let stage = Stage::set().await;
    let player = with_pin(&stage, 1).await;
    let paid = withdraw(&stage, &player, ROUTES[0], Some(PIN), ("w-1", "100")).await;
    expect_success(&paid);
    let tables: Vec<String> = sqlx::query_scalar(
        "select table_name::text from information_schema.tables
         where table_schema = current_schema() and table_type = 'BASE TABLE'",
    )
    .fetch_all(&stage.database.owner())
    .await
    .unwrap();
    assert!(tables.iter().any(|it| it == "member_pin"), "{tables:?}");
    for table in tables {
        let rows = format!("select count(*) from {table} as it where it::text like '%{PIN}%'");
        let found: i64 = sqlx::query_scalar(&rows)
            .fetch_one(&stage.database.owner())
            .await
            .unwrap();
        assert_eq!(found, 0, "{table}");
    }
}
