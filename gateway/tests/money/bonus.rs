//! Bonuses by HTTP: taken, played and ended, and everything that blocks them.

use futures_util::future::join_all;
use reqwest::Method;
use serde_json::{Value, json};

use crate::granting::{DAY, refused, set, set_with};
use crate::stage::{PROTOCOLS, Player, Stage, new_key, speak};

const WELCOME: &str = "/bonus/activate/WELCOME";
const CLEAR: &str = "/bonus/clear";

/// A player with 500 baht and an account at pg; answers the name there.
async fn with_deposit(stage: &Stage, n: u32) -> (Player, String) {
    let player = stage.player(n).await;
    let username = stage.activate(&player, "pg").await;
    stage.deposit(&player, "500.00").await;
    (player, username)
}

async fn active(stage: &Stage, player: &Player) -> Value {
    Stage::granted(stage.get(player, "/bonus/check/active").await)
}

#[tokio::test(flavor = "multi_thread")]
#[expect(clippy::too_many_lines, reason = "one story from its begin to its end")]
async fn a_bonus_is_taken_played_won_and_paid_out() {
    let stage = set().await;
    let (player, username) = with_deposit(&stage, 1).await;
    let offered = stage.bonus(&player, "WELCOME").await;
    assert_eq!(offered["type"], "limit");
    assert_eq!(offered["percentFail"], "10");
    assert_eq!(
        (&offered["cap"], &offered["minDeposit"]),
        (&json!("300.00"), &json!("100.00"))
    );
    let never = json!({ "_id": null, "isActive": false, "received": [] });
    assert_eq!(offered["userBonus"], never);
    assert_eq!(
        (&offered["receivedCount"], &offered["isReceived"]),
        (&json!(0), &json!(false))
    );
    let none = json!({ "status": false, "type": null, "grant": null });
    assert_eq!(active(&stage, &player).await, none);

    // The worked example: deposit 500, bonus 300, base 800.
    let taken = Stage::granted(stage.command(&player, WELCOME).await);
    assert_eq!(
        (&taken["amount"], &taken["balance"]),
        (&json!("300.00"), &json!("800.00"))
    );
    assert_eq!(taken["userBonus"]["isActive"], true);
    assert_eq!(taken["userBonus"]["received"].as_array().unwrap().len(), 1);
    let offered = stage.bonus(&player, "WELCOME").await;
    assert_eq!(offered["userBonus"], taken["userBonus"]);
    assert_eq!(
        (&offered["receivedCount"], &offered["isReceived"]),
        (&json!(1), &json!(true))
    );
    let grant = active(&stage, &player).await;
    assert_eq!(
        (&grant["status"], &grant["type"]),
        (&json!(true), &json!("limit"))
    );
    let grant = &grant["grant"];
    assert_eq!(grant["id"], taken["userBonus"]["_id"]);
    for (field, value) in [
        ("kind", "bonus"),
        ("code", "WELCOME"),
        ("amount", "300.00"),
        ("base", "800.00"),
        ("successFrom", "2400.00"),
        ("failTo", "80.00"),
        ("turnoverNeeded", "0.00"),
        ("total", "800.00"),
        ("percentFail", "10"),
    ] {
        assert_eq!(grant[field], value, "{field}: {grant}");
    }

    refused(
        &stage.command(&player, "/bonus/activate/DAILY20").await,
        409,
        "BONUS_ALREADY_ACTIVE",
    );
    refused(
        &stage.command(&player, "/bonus/activate/NOTHING").await,
        409,
        "BONUS_ALREADY_ACTIVE",
    );
    for path in ["/wallet/withdraw", "/wallet/withdrawAll"] {
        let answer = stage
            .post(&player, path, &json!({ "amount": "100.00" }))
            .await;
        refused(&answer, 409, "BONUS_REMAINING");
    }
    // A later deposit raises the base: nobody wins by depositing.
    stage.moved(&player, ("WALLET", "pg"), "800.00").await;
    stage.deposit(&player, "200.00").await;
    stage.play("pg", &username, "100.00", "350.00").await;
    let open = stage.command(&player, CLEAR).await;
    refused(&open, 422, "BONUS_CONDITION");
    let data = json!({ "total": "1250.00", "successFrom": "3000.00", "failTo": "100.00",
        "turnover": null, "turnoverNeeded": "0.00" });
    assert_eq!(open.1["data"], data);
    // withdrawAll collects nothing for a payout that cannot be.
    let answer = stage
        .post(
            &player,
            "/wallet/withdrawAll",
            &json!({ "amount": "100.00" }),
        )
        .await;
    refused(&answer, 409, "BONUS_REMAINING");
    assert_eq!(stage.events(&player, "SweepStarted").await, 0);

    stage.play("pg", &username, "100.00", "1850.00").await;
    let key = new_key();
    let cleared = Stage::granted(stage.command_as(&player, CLEAR, Some(&key)).await);
    for (field, value) in [
        ("message", "BONUS_CLEAR"),
        ("outcome", "SUCCESS"),
        ("amount", "300.00"),
        ("taken", "0.00"),
        ("total", "3000.00"),
        ("base", "1000.00"),
        ("balance", "200.00"),
    ] {
        assert_eq!(cleared[field], value, "{field}: {cleared}");
    }
    let again = Stage::granted(stage.command_as(&player, CLEAR, Some(&key)).await);
    assert_eq!(again, cleared);
    refused(&stage.command(&player, CLEAR).await, 404, "NO_DATA");
    refused(
        &stage.command(&player, WELCOME).await,
        409,
        "BONUS_MAX_CLAIMED",
    );

    let answer = stage
        .post(
            &player,
            "/wallet/withdrawAll",
            &json!({ "amount": "3000.00" }),
        )
        .await;
    assert!(answer.0.is_success(), "{answer:?}");
    let statement = stage.settled(&player).await;
    let lines = statement["statements"].as_array().unwrap();
    let line = |kind: &str| lines.iter().find(|it| it["statementType"] == kind).unwrap();
    let bonus = line("bonus");
    assert_eq!(
        (&bonus["amount"], &bonus["direction"]),
        (&json!("300.00"), &json!("in"))
    );
    assert_eq!(
        (&bonus["from"], &bonus["to"]),
        (&json!("BONUS"), &json!("WALLET"))
    );
    assert!(
        bonus["bonus"]["description"]["en"]
            .as_str()
            .unwrap()
            .contains("Welcome"),
        "{bonus}"
    );
    let finish = line("finish_bonus");
    assert_eq!(
        (&finish["amount"], &finish["outcome"]),
        (&json!("0.00"), &json!("SUCCESS"))
    );
    assert_eq!(finish["bonus"], bonus["bonus"]);
    let only = json!({ "type": ["finish_bonus"] });
    let (_, filtered) = stage.post(&player, "/statement", &only).await;
    assert_eq!(filtered["total"], 1, "{filtered}");
    stage.audit().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_bonus_is_lost_at_its_lower_bound() {
    let stage = set().await;
    let (player, username) = with_deposit(&stage, 1).await;
    Stage::granted(stage.command(&player, WELCOME).await);
    stage.moved(&player, ("WALLET", "pg"), "800.00").await;
    stage.play("pg", &username, "719.99", "0.00").await;
    refused(&stage.command(&player, CLEAR).await, 422, "BONUS_CONDITION");
    stage.play("pg", &username, "0.01", "0.00").await;
    let cleared = Stage::granted(stage.command(&player, CLEAR).await);
    assert_eq!(
        (&cleared["outcome"], &cleared["total"]),
        (&json!("FAIL"), &json!("80.00"))
    );
    assert_eq!(active(&stage, &player).await["status"], false);
    stage.audit().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_bonus_asks_for_a_deposit_that_is_large_enough_and_unplayed() {
    let stage = set().await;
    let player = stage.player(1).await;
    let username = stage.activate(&player, "pg").await;
    let minimum = Stage::granted(stage.get(&player, "/bonus/check/minimum").await);
    assert_eq!(minimum, json!({ "minimum": "100.00" }));
    refused(
        &stage.command(&player, WELCOME).await,
        422,
        "BONUS_CONDITION",
    );
    refused(
        &stage.command(&player, "/bonus/activate/NOTHING").await,
        404,
        "NO_DATA",
    );
    refused(
        &stage.command(&player, "/bonus/activate/NEWYEAR").await,
        404,
        "NO_DATA",
    );
    stage.deposit(&player, "99.99").await;
    refused(
        &stage.command(&player, WELCOME).await,
        422,
        "BONUS_CONDITION",
    );
    stage.deposit(&player, "100.00").await;
    stage.moved(&player, ("WALLET", "pg"), "50.00").await;
    stage.play("pg", &username, "1.00", "1.00").await;
    refused(
        &stage.command(&player, WELCOME).await,
        422,
        "BONUS_CONDITION",
    );
    assert_eq!(stage.events(&player, "GrantActivated").await, 0);
    // A fresh deposit, and only what was played since counts.
    stage.deposit(&player, "150.00").await;
    let taken = Stage::granted(stage.command(&player, WELCOME).await);
    assert_eq!(taken["amount"], "150.00");
    stage.audit().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_repeat_gets_the_first_answer_and_a_double_tap_one_bonus() {
    let stage = set().await;
    let (player, username) = with_deposit(&stage, 1).await;
    let key = new_key();
    let first = stage.command_as(&player, WELCOME, Some(&key)).await;
    assert_eq!(first.0.as_u16(), 200, "{first:?}");
    // What has happened since then changes no answer.
    stage.moved(&player, ("WALLET", "pg"), "800.00").await;
    assert_eq!(stage.command_as(&player, WELCOME, Some(&key)).await, first);
    let other = stage
        .command_as(&player, "/bonus/activate/DAILY20", Some(&key))
        .await;
    refused(&other, 422, "IDEMPOTENCY_MISMATCH");
    stage.play("pg", &username, "800.00", "0.00").await;
    Stage::granted(stage.command(&player, CLEAR).await);
    assert_eq!(stage.command_as(&player, WELCOME, Some(&key)).await, first);
    let silent = json!({ "target": "game:pg", "kind": "error_500_before" });
    stage.fault(&silent).await;
    assert_eq!(stage.command_as(&player, WELCOME, Some(&key)).await, first);

    stage.clear_faults().await;
    let (tapping, _) = with_deposit(&stage, 2).await;
    let taps = (0..8).map(|_| stage.command_as(&tapping, WELCOME, None));
    let answers = join_all(taps).await;
    let granted = answers
        .iter()
        .filter(|(status, _)| status.is_success())
        .count();
    assert_eq!(granted, 1, "{answers:?}");
    for answer in answers.iter().filter(|(status, _)| !status.is_success()) {
        refused(answer, 409, "BONUS_ALREADY_ACTIVE");
    }
    let (same, _) = with_deposit(&stage, 3).await;
    let key = new_key();
    let answers = join_all((0..8).map(|_| stage.command_as(&same, WELCOME, Some(&key)))).await;
    for answer in &answers {
        assert_eq!(answer.0.as_u16(), 200, "{answer:?}");
        assert_eq!(answer, &answers[0]);
    }
    assert_eq!(stage.events(&same, "GrantActivated").await, 1);
    stage.audit().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_silent_provider_makes_no_guess() {
    let stage = set().await;
    let (player, _) = with_deposit(&stage, 1).await;
    for (kind, operation) in [
        ("error_500_before", "balance"),
        ("error_500_before", "summary"),
        ("drop_before", "balance"),
        ("maintenance", "balance"),
    ] {
        let fault = json!({ "target": "game:pg", "kind": kind, "operation": operation });
        stage.fault(&fault).await;
        let answer = stage.command(&player, WELCOME).await;
        refused(&answer, 503, "SERVICE_UNAVAILABLE");
        stage.clear_faults().await;
    }
    assert_eq!(stage.events(&player, "GrantActivated").await, 0);
    Stage::granted(stage.command(&player, WELCOME).await);
    let fault = json!({ "target": "game:pg", "kind": "error_500_before" });
    stage.fault(&fault).await;
    refused(
        &stage.command(&player, CLEAR).await,
        503,
        "SERVICE_UNAVAILABLE",
    );
    assert_eq!(active(&stage, &player).await["status"], true);
    stage.audit().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_above_the_cap_goes_back_once_it_is_in_the_wallet() {
    let stage = set().await;
    let (player, username) = with_deposit(&stage, 1).await;
    let taken = Stage::granted(stage.command(&player, "/bonus/activate/WEEKEND").await);
    assert_eq!(taken["amount"], "50.00");
    assert_eq!(active(&stage, &player).await["type"], "week");
    stage.moved(&player, ("WALLET", "pg"), "550.00").await;
    stage.play("pg", &username, "50.00", "2050.00").await;
    let collect = stage.command(&player, CLEAR).await;
    refused(&collect, 409, "BONUS_COLLECT_FIRST");
    assert_eq!(collect.1["data"], json!({ "amount": "550.00" }));
    let (status, body) = stage
        .post(&player, "/wallet/transferAll", &json!({ "to": "WALLET" }))
        .await;
    assert!(status.is_success(), "{body}");
    let cleared = Stage::granted(stage.command(&player, CLEAR).await);
    assert_eq!(
        (&cleared["taken"], &cleared["balance"]),
        (&json!("550.00"), &json!("2000.00"))
    );
    let statement = stage.settled(&player).await;
    let finish = &statement["statements"][0];
    assert_eq!(
        (&finish["statementType"], &finish["amount"]),
        (&json!("finish_bonus"), &json!("550.00"))
    );
    assert_eq!(
        (&finish["direction"], &finish["balance"]),
        (&json!("out"), &json!("2000.00"))
    );
    stage.audit().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_daily_bonus_asks_for_turnover_and_comes_back_the_next_day() {
    for protocol in PROTOCOLS {
        let stage = set_with(|config| speak(config, &["pg"], protocol)).await;
        let (player, username) = with_deposit(&stage, 1).await;
        let daily = "/bonus/activate/DAILY20";
        let taken = Stage::granted(stage.command(&player, daily).await);
        assert_eq!(taken["amount"], "100.00");
        assert_eq!(
            active(&stage, &player).await["grant"]["turnoverNeeded"],
            "1800.00"
        );
        stage.moved(&player, ("WALLET", "pg"), "600.00").await;
        stage.play("pg", &username, "600.00", "900.00").await;
        let open = stage.command(&player, CLEAR).await;
        refused(&open, 422, "BONUS_CONDITION");
        assert_eq!(
            (&open.1["data"]["turnover"], &open.1["data"]["total"]),
            (&json!("600.00"), &json!("900.00"))
        );
        stage.play("pg", &username, "900.00", "900.00").await;
        stage.play("pg", &username, "300.00", "300.00").await;
        let cleared = Stage::granted(stage.command(&player, CLEAR).await);
        assert_eq!(cleared["outcome"], "SUCCESS");
        stage.deposit(&player, "100.00").await;
        refused(
            &stage.command(&player, daily).await,
            409,
            "BONUS_MAX_CLAIMED",
        );
        stage.app.clock().advance(DAY);
        let offered = stage.bonus(&player, "DAILY20").await;
        assert_eq!(
            (&offered["receivedCount"], &offered["isReceived"]),
            (&json!(0), &json!(false))
        );
        assert_eq!(
            offered["userBonus"]["received"].as_array().unwrap().len(),
            1
        );
        let taken = Stage::granted(stage.command(&player, daily).await);
        assert_eq!(taken["userBonus"]["received"].as_array().unwrap().len(), 2);
        stage.audit().await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_bonus_whose_time_is_over_goes_back() {
    let stage = set().await;
    let (player, _) = with_deposit(&stage, 1).await;
    Stage::granted(stage.command(&player, WELCOME).await);
    stage.app.clock().advance(DAY * 30);
    let cleared = Stage::granted(stage.command(&player, CLEAR).await);
    assert_eq!(
        (&cleared["outcome"], &cleared["taken"]),
        (&json!("EXPIRED"), &json!("300.00"))
    );
    assert_eq!(cleared["balance"], "500.00");
    stage.audit().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_break_from_playing_lets_a_bonus_be_given_up_and_money_out() {
    let stage = set().await;
    let (player, _) = with_deposit(&stage, 1).await;
    Stage::granted(stage.command(&player, WELCOME).await);
    refused(&stage.command(&player, CLEAR).await, 422, "BONUS_CONDITION");
    let break_ = json!({ "kind": "TIME_OUT", "period": "WEEK", "password": "Correct-Horse-9" });
    Stage::granted(stage.post(&player, "/limits/exclusion", &break_).await);
    // Unknown or not: first of all the break is named.
    let unknown = stage.command(&player, "/bonus/activate/NOTHING").await;
    refused(&unknown, 403, "PLAYER_EXCLUDED");
    let cleared = Stage::granted(stage.command(&player, CLEAR).await);
    assert_eq!(
        (&cleared["outcome"], &cleared["taken"]),
        (&json!("EXCLUDED"), &json!("300.00"))
    );
    let body = json!({ "amount": "500.00" });
    let answer = stage.post(&player, "/wallet/withdraw", &body).await;
    assert!(answer.0.is_success(), "{answer:?}");
    stage.audit().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_products_old_calls_by_get_work_as_well() {
    let stage = set().await;
    let (player, _) = with_deposit(&stage, 1).await;
    let taken = stage
        .call(&player, Method::GET, WELCOME, (None, None))
        .await;
    assert_eq!(Stage::granted(taken)["amount"], "300.00");
    let open = stage.call(&player, Method::GET, CLEAR, (None, None)).await;
    refused(&open, 422, "BONUS_CONDITION");
}
