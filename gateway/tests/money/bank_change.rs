//! A changed bank account: who may change it, and where and when money goes then.

use std::collections::BTreeSet;
use std::time::Duration;

use chrono::{DateTime, TimeDelta, Utc};
use futures_util::future::join_all;
use ledger_testing::eventually;
use reqwest::{Method, StatusCode};
use serde_json::{Value, json};

use crate::stage::{Answer, Player, Stage};

const PASSWORD: &str = "Correct-Horse-9";
const DAY: Duration = Duration::from_hours(24);

/// A stage on which days pass without the sessions' end.
async fn set() -> Stage {
    Stage::set_with(|config| {
        config.session.idle_minutes = 1_000_000;
        config.session.absolute_hours = 100_000;
    })
    .await
}

async fn put_profile(stage: &Stage, player: &Player, body: &Value) -> Answer {
    let path = "/account/profile";
    stage
        .call(player, Method::PUT, path, (None, Some(body)))
        .await
}

fn moment(value: &Value) -> DateTime<Utc> {
    value.as_str().unwrap().parse().unwrap()
}

/// What the portal sends when the player has typed another number.
fn with_number(number: &str) -> Value {
    json!({ "name": "Somchai", "bankCode": "SCB", "bankAccountName": "สมชาย ใจดี",
        "bankAccountNo": number, "password": PASSWORD })
}

async fn change(stage: &Stage, player: &Player, number: &str) -> Value {
    let (status, body) = put_profile(stage, player, &with_number(number)).await;
    assert_eq!(status, StatusCode::OK, "{body}");
    body
}

async fn withdraw(stage: &Stage, player: &Player, amount: &str) -> Answer {
    let body = json!({ "amount": amount });
    stage.post(player, "/wallet/withdraw", &body).await
}

/// Account number and amount of everything that the bank has paid.
async fn paid(stage: &Stage) -> Vec<(String, String)> {
    let path = "/__sandbox/payouts";
    let (_, body) = stage.control(Method::GET, path, None).await;
    let paid = body["payouts"].as_array().unwrap().iter();
    let paid = paid.filter(|payout| payout["status"] == "SUCCESS");
    let text = |value: &Value| value.as_str().unwrap().to_owned();
    paid.map(|payout| (text(&payout["accountNo"]), text(&payout["amount"])))
        .collect()
}

/// The number of the account in force, as the profile and the wallet both show it.
async fn shown_number(stage: &Stage, player: &Player) -> String {
    let (_, profile) = stage.get(player, "/account/profile").await;
    let account = &profile["bankAccount"];
    assert_eq!(stage.wallet(player).await["bankAccount"], *account);
    account["bankAccountNo"].as_str().unwrap().to_owned()
}

async fn newest(stage: &Stage, player: &Player) -> Value {
    let path = format!("/statement?after={}", stage.head().await);
    let (_, statement) = stage.post(player, &path, &json!({})).await;
    statement["statements"][0].clone()
}

/// Waits until the gateway has looked through all that is open at this time: it does so as it
/// starts, before it takes the slip of somebody who comes afterwards.
async fn everything_due_is_started(stage: &mut Stage) {
    stage.restart(|_| {}).await;
    let other = stage.player(99).await;
    stage.deposit(&other, "100.00").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn withdrawals_wait_a_day_after_a_changed_bank_account() {
    let mut stage = set().await;
    let player = stage.player(1).await;
    stage.deposit(&player, "500.00").await;
    let (_, lookup) = stage.get(&player, "/lookup/withdraw").await;
    assert_eq!(lookup["heldUntil"], Value::Null);
    let before = stage.app.clock().now();
    let saved = change(&stage, &player, "7770001112").await;
    let until = moment(&saved["heldUntil"]);
    let changed_at = until - TimeDelta::days(1);
    // It is sent in whole seconds.
    let is_between = before - TimeDelta::seconds(1) <= changed_at;
    assert!(
        is_between && changed_at <= stage.app.clock().now(),
        "{saved}"
    );
    let (_, lookup) = stage.get(&player, "/lookup/withdraw").await;
    assert_eq!(moment(&lookup["heldUntil"]), until);
    assert_eq!(shown_number(&stage, &player).await, "7770001112");

    let (status, body) = withdraw(&stage, &player, "100").await;
    assert_eq!(status, StatusCode::ACCEPTED, "{body}");
    assert_eq!(moment(&body["heldUntil"]), until, "{body}");
    assert_eq!(body["balance"], "400.00");
    let line = newest(&stage, &player).await;
    assert_eq!(line["status"], "PENDING");
    assert_eq!(moment(&line["heldUntil"]), until, "{line}");
    stage.pass(DAY.checked_sub(Duration::from_mins(1)).unwrap());
    everything_due_is_started(&mut stage).await;
    assert_eq!(stage.totals().await["payouts"]["count"], 0);
    assert_eq!(stage.events(&player, "WithdrawalSent").await, 0);

    stage.pass(Duration::from_mins(2));
    let statement = stage.settled(&player).await;
    assert_eq!(
        statement["statements"][0]["status"], "SUCCESS",
        "{statement}"
    );
    let expected = [("7770001112".to_owned(), "100.00".to_owned())];
    assert_eq!(paid(&stage).await, expected);
    let (_, lookup) = stage.get(&player, "/lookup/withdraw").await;
    assert_eq!(lookup["heldUntil"], Value::Null);
    stage.audit().await;
}

/// Its time has not come: nobody has to call the bank.
#[tokio::test(flavor = "multi_thread")]
async fn a_held_withdrawal_is_no_late_one() {
    let stage = set().await;
    let player = stage.player(1).await;
    stage.deposit(&player, "500.00").await;
    change(&stage, &player, "7770001112").await;
    withdraw(&stage, &player, "100").await;
    stage.pass(DAY.checked_sub(Duration::from_mins(1)).unwrap());
    let url = format!("http://{}/metrics", stage.app.internal_address());
    let text = eventually("the metrics show it", async || {
        let text = stage.http.get(&url).send().await.unwrap();
        let text = text.text().await.unwrap();
        let is_shown = text.contains("wallet_open_work{kind=\"withdrawal\"} 1");
        if is_shown { Ok(text) } else { Err(text) }
    })
    .await;
    for age in [60, 3_600] {
        let series = format!("wallet_withdrawals_open{{older_than=\"{age}\"}} 0");
        assert!(text.contains(&series), "{series}: {text}");
    }
    // It is the oldest work of its kind all the same.
    let oldest = "wallet_oldest_work_seconds{kind=\"withdrawal\"} 8";
    assert!(text.contains(oldest), "{text}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_held_withdrawal_waits_across_a_restart() {
    let mut stage = set().await;
    let player = stage.player(1).await;
    stage.deposit(&player, "500.00").await;
    change(&stage, &player, "7770001112").await;
    withdraw(&stage, &player, "100").await;
    // It keeps nobody from stopping.
    stage.restart(|_| {}).await;
    everything_due_is_started(&mut stage).await;
    assert_eq!(stage.totals().await["payouts"]["count"], 0);
    stage.pass(DAY);
    let statement = stage.settled(&player).await;
    assert_eq!(
        statement["statements"][0]["status"], "SUCCESS",
        "{statement}"
    );
    assert_eq!(paid(&stage).await.len(), 1);
    stage.audit().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn changing_back_returns_what_waited_for_the_other_account() {
    let mut stage = set().await;
    let player = stage.player(1).await;
    stage.deposit(&player, "500.00").await;
    change(&stage, &player, "7770001112").await;
    let (_, asked) = withdraw(&stage, &player, "300").await;
    change(&stage, &player, &player.account_no).await;
    let wallet = stage.wallet(&player).await;
    assert_eq!(wallet["wallet"]["amount"], "500.00");
    assert_eq!(wallet["pendingWithdrawal"], "0.00");
    let statement = stage.settled(&player).await;
    let lines = statement["statements"].as_array().unwrap();
    let line = lines.iter().find(|line| line["id"] == asked["id"]).unwrap();
    assert_eq!(line["status"], "FAILED", "{line}");
    assert_eq!(line["reason"], "BANK_ACCOUNT_CHANGED", "{line}");
    assert_eq!(shown_number(&stage, &player).await, player.account_no);
    stage.pass(DAY * 3);
    everything_due_is_started(&mut stage).await;
    assert_eq!(stage.totals().await["payouts"]["count"], 0);
    stage.audit().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_withdrawal_under_way_is_paid_where_it_was_asked_to_go() {
    let stage = Stage::set_with(|config| config.waits.withdrawal_ms = 0).await;
    let player = stage.player(1).await;
    stage.deposit(&player, "500.00").await;
    // Neither the request nor any question gets through for now.
    for operation in ["payout", "status"] {
        let fault = json!({ "target": "payout", "kind": "drop_before", "operation": operation });
        stage.fault(&fault).await;
    }
    let (status, body) = withdraw(&stage, &player, "100").await;
    assert_eq!(status, StatusCode::ACCEPTED, "{body}");
    stage.asked_about(&body["id"], 1).await;
    let moved = json!({ "name": "Somchai", "bankCode": "KBANK", "bankAccountNo": "7770001112",
        "password": PASSWORD });
    let (status, body) = put_profile(&stage, &player, &moved).await;
    assert_eq!(status, StatusCode::OK, "{body}");
    assert_eq!(stage.events(&player, "WithdrawalReturned").await, 0);
    stage.clear_faults().await;
    let statement = stage.settled(&player).await;
    let line = &statement["statements"][0];
    assert_eq!(line["status"], "SUCCESS", "{line}");
    assert_eq!(line["to"], "SCB", "{line}");
    let expected = [(player.account_no.clone(), "100.00".to_owned())];
    assert_eq!(paid(&stage).await, expected);
    stage.audit().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_race_of_withdrawals_and_changes_pays_nothing_to_an_account_that_was_not_held() {
    let stage = set().await;
    let player = stage.player(1).await;
    stage.deposit(&player, "5000.00").await;
    let withdrawals = join_all((0..30).map(|_| withdraw(&stage, &player, "100")));
    let changes = async {
        for number in ["7770001112", "7770001113", "7770001114"] {
            change(&stage, &player, number).await;
            tokio::time::sleep(Duration::from_millis(30)).await;
        }
    };
    let (answers, ()) = tokio::join!(withdrawals, changes);
    let known = ["MONEY_NOT_ENOUGH", "REQUEST_LIMIT", "TRANSFER_FAIL"];
    for (status, body) in &answers {
        let is_known = known.iter().any(|code| body["message"] == *code);
        assert!(status.is_success() || is_known, "{status} {body}");
    }
    // Each of them is paid or held now: so long its request has waited.
    for (number, _) in paid(&stage).await {
        assert_eq!(number, player.account_no);
    }
    stage.app.clock().advance(DAY);
    stage.settled(&player).await;
    let allowed = [player.account_no.as_str(), "7770001114"];
    let numbers: BTreeSet<_> = paid(&stage).await.into_iter().map(|it| it.0).collect();
    assert!(
        numbers.iter().all(|it| allowed.contains(&it.as_str())),
        "{numbers:?}"
    );
    stage.audit().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn only_the_password_changes_the_bank_account_and_guesses_wait_also_in_parallel() {
    let stage = set().await;
    let player = stage.player(1).await;
    let mut input = with_number("7770001112");
    for missing in [Value::Null, json!("")] {
        input["password"] = missing;
        let (status, body) = put_profile(&stage, &player, &input).await;
        assert_eq!(
            (status.as_u16(), &body["message"]),
            (400, &json!("INVALID_USER_INFO"))
        );
        assert_eq!(body["data"]["fields"], json!(["password"]));
    }
    let before = stage.head().await;
    // All at one moment: the first wait is a second only.
    let _held = stage.app.clock().hold();
    let guesses = join_all((0..40).map(|n| {
        let mut guess = input.clone();
        guess["password"] = json!(format!("Guess-{n}"));
        let (stage, player) = (&stage, &player);
        async move { put_profile(stage, player, &guess).await }
    }))
    .await;
    let tried = guesses.iter().filter(|it| it.0 == StatusCode::UNAUTHORIZED);
    assert_eq!(tried.count(), 5);
    let refused = guesses
        .iter()
        .filter(|it| it.1["message"] == "REQUEST_LIMIT");
    assert_eq!(refused.count(), 35);
    let (status, body) = put_profile(&stage, &player, &with_number("7770001112")).await;
    assert_eq!(status, StatusCode::TOO_MANY_REQUESTS, "{body}");
    assert_eq!(stage.head().await, before);
    stage.app.clock().advance(Duration::from_secs(30));
    change(&stage, &player, "7770001112").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_account_is_changed_so_often_a_day_only() {
    let stage = set().await;
    let player = stage.player(1).await;
    for n in 0..5 {
        change(&stage, &player, &format!("777000111{n}")).await;
    }
    let (status, body) = put_profile(&stage, &player, &with_number("7770001119")).await;
    assert_eq!(status, StatusCode::TOO_MANY_REQUESTS, "{body}");
    stage.app.clock().advance(DAY);
    change(&stage, &player, "7770001119").await;
    assert_eq!(stage.events(&player, "BankAccountChanged").await, 6);
}

#[tokio::test(flavor = "multi_thread")]
async fn an_account_belongs_to_one_member_also_when_many_want_it_at_once() {
    let stage = set().await;
    let players = join_all((1..=8).map(|n| stage.player(n))).await;
    let (first, second) = (&players[0], &players[1]);
    let taken = with_number(&second.account_no);
    let (status, body) = put_profile(&stage, first, &taken).await;
    assert_eq!(
        (status.as_u16(), &body["message"]),
        (409, &json!("EXISTING_BANK"))
    );
    let input = with_number("7770001112");
    let answers = join_all(players.iter().map(|it| put_profile(&stage, it, &input))).await;
    let won: Vec<_> = (0..8).filter(|n| answers[*n].0 == StatusCode::OK).collect();
    assert_eq!(won.len(), 1, "{answers:?}");
    let lost = answers
        .iter()
        .filter(|it| it.1["message"] == "EXISTING_BANK");
    assert_eq!(lost.count(), 7, "{answers:?}");
    // What the winner has left stays the winner's: nobody else registers or takes it.
    let winner = &players[won[0]];
    let other = &players[(won[0] + 1) % 8];
    let left = with_number(&winner.account_no);
    let (_, body) = put_profile(&stage, other, &left).await;
    assert_eq!(body["message"], "EXISTING_BANK");
    for player in &players {
        let changes = i64::from(player.id == winner.id);
        assert_eq!(stage.events(player, "BankAccountChanged").await, changes);
    }
}

/// Cut off after the particulars were kept and before the ledger was asked.
#[tokio::test(flavor = "multi_thread")]
async fn a_change_that_was_cut_off_has_not_happened_and_can_be_repeated() {
    let stage = set().await;
    let player = stage.player(1).await;
    stage.deposit(&player, "500.00").await;
    sqlx::query(
        "insert into bank_account (id, member_id, bank_code, account_no, holder, holder_canonical,
                                   is_first, created_at, updated_at)
         values (gen_random_uuid(), $1, 'SCB', '7770001112', 'สมชาย ใจดี', 'สมชาย ใจดี',
                 false, now(), now())",
    )
    .bind(player.id)
    .execute(&stage.database.owner())
    .await
    .unwrap();
    assert_eq!(shown_number(&stage, &player).await, player.account_no);
    let (status, body) = withdraw(&stage, &player, "100").await;
    assert_eq!(status, StatusCode::OK, "{body}");
    assert_eq!(paid(&stage).await[0].0, player.account_no);
    change(&stage, &player, "7770001112").await;
    assert_eq!(shown_number(&stage, &player).await, "7770001112");
    let rows: i64 = sqlx::query_scalar("select count(*) from bank_account where member_id = $1")
        .bind(player.id)
        .fetch_one(&stage.database.owner())
        .await
        .unwrap();
    assert_eq!(rows, 2);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_repeated_change_neither_changes_again_nor_holds_longer() {
    let stage = set().await;
    let player = stage.player(1).await;
    let input = with_number("7770001112");
    let path = "/account/profile";
    let send = || stage.call(&player, Method::PUT, path, (Some("c-1"), Some(&input)));
    let first = send().await;
    assert_eq!(first.0, StatusCode::OK, "{first:?}");
    stage.app.clock().advance(Duration::from_hours(1));
    assert_eq!(send().await.1["heldUntil"], first.1["heldUntil"]);
    let same = change(&stage, &player, "777-000-1112").await;
    assert_eq!(same["heldUntil"], first.1["heldUntil"]);
    // A late repeat does not undo what the player has decided since.
    change(&stage, &player, &player.account_no).await;
    send().await;
    let (_, profile) = stage.get(&player, path).await;
    let number = &profile["bankAccount"]["bankAccountNo"];
    assert_eq!(*number, player.account_no.as_str());
    assert_eq!(stage.events(&player, "BankAccountChanged").await, 2);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_wrong_bank_account_is_named_by_its_field_and_changes_nothing() {
    let stage = set().await;
    let player = stage.player(1).await;
    let before = stage.head().await;
    for (field, value, code) in [
        ("bankCode", json!("NOPE"), "INVALID_BANK"),
        ("bankCode", json!(""), "INVALID_BANK"),
        ("bankAccountNo", json!("-1"), "INVALID_USER_INFO"),
        ("bankAccountNo", json!("NaN"), "INVALID_USER_INFO"),
        ("bankAccountNo", json!("0000000000"), "INVALID_USER_INFO"),
        (
            "bankAccountNo",
            json!("1".repeat(5_000)),
            "INVALID_USER_INFO",
        ),
        ("bankAccountNo", json!(1_230_102_093), "INVALID_INPUT"),
        ("bankAccountName", json!("ONEWORD"), "INVALID_USER_INFO"),
        ("bankAccountName", json!("<b>X Y</b>"), "INVALID_USER_INFO"),
        ("bankAccountName", json!("A\u{0} B"), "INVALID_USER_INFO"),
        ("name", json!(" "), "INVALID_USER_INFO"),
        ("password", json!(7), "INVALID_INPUT"),
    ] {
        let mut input = with_number("7770001112");
        input[field] = value.clone();
        let (status, body) = put_profile(&stage, &player, &input).await;
        assert_eq!(status, StatusCode::BAD_REQUEST, "{field} {value}: {body}");
        assert_eq!(body["message"], code, "{field} {value}: {body}");
    }
    let mut english_only = with_number("7770001112");
    english_only["bankCode"] = json!("KTB");
    let (_, body) = put_profile(&stage, &player, &english_only).await;
    assert_eq!(body["message"], "BANK_ACCOUNT_NAME_ENG");
    assert_eq!(stage.head().await, before);
    // Thai digits are digits.
    let saved = change(&stage, &player, "๗๗๗๐๐๐๑๑๑๒").await;
    assert!(saved["heldUntil"].is_string(), "{saved}");
}

#[tokio::test(flavor = "multi_thread")]
async fn without_a_hold_withdrawals_do_not_wait() {
    let stage = Stage::set_with(|config| config.withdrawal.hold_hours = 0).await;
    let player = stage.player(1).await;
    stage.deposit(&player, "500.00").await;
    let saved = change(&stage, &player, "7770001112").await;
    assert_eq!(saved["heldUntil"], Value::Null);
    let (status, body) = withdraw(&stage, &player, "100").await;
    assert_eq!(status, StatusCode::OK, "{body}");
    assert_eq!(paid(&stage).await[0].0, "7770001112");
}
