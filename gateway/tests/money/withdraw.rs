//! Withdrawals: their bounds, collecting the games' balances first, and payouts that fail.

use futures_util::future::join_all;
use ledger_testing::eventually;
use reqwest::{Method, StatusCode};
use serde_json::{Value, json};

use crate::stage::{Player, Stage};

const ROUTES: [&str; 2] = ["/wallet/withdraw", "/wallet/withdrawAll"];

async fn funded() -> (Stage, Player) {
    let stage = Stage::set().await;
    let player = stage.player(1).await;
    stage.deposit(&player, "1000.00").await;
    (stage, player)
}

/// With 300 at one game and 200 at another, and 500 in the wallet.
async fn spread() -> (Stage, Player) {
    let (stage, player) = funded().await;
    for (game, amount) in [("pg", "300"), ("joker2", "200")] {
        stage.activate(&player, game).await;
        let (status, body) = stage.transfer(&player, ("WALLET", game), amount).await;
        assert_eq!(status, StatusCode::OK, "{body}");
    }
    (stage, player)
}

async fn game_totals(stage: &Stage, games: &[&str]) -> Vec<String> {
    let totals = stage.totals().await;
    let held = |game: &&str| {
        totals["games"][*game]["balance"]
            .as_str()
            .unwrap()
            .to_owned()
    };
    games.iter().map(held).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn the_bounds_are_the_servers_and_hold_at_the_edge() {
    let stage = Stage::set_with(|config| {
        let bounds = config.bounds.get_mut(&ledger::Currency::Thb).unwrap();
        bounds.withdraw_min = "150.00".parse().unwrap();
        bounds.withdraw_max = "400.00".parse().unwrap();
    })
    .await;
    let player = stage.player(1).await;
    stage.deposit(&player, "2000.00").await;
    let (_, lookup) = stage.get(&player, "/lookup/withdraw").await;
    assert_eq!(lookup["withdrawMin"], "150.00");
    assert_eq!(lookup["withdrawMax"], "400.00");
    for path in ROUTES {
        for amount in ["149.99", "400.01", "0"] {
            let body = json!({ "amount": amount });
            let (status, body) = stage.post(&player, path, &body).await;
            assert_eq!(
                status,
                StatusCode::UNPROCESSABLE_ENTITY,
                "{path} {amount}: {body}"
            );
        }
        for amount in ["150", "400"] {
            let body = json!({ "amount": amount });
            let (status, body) = stage.post(&player, path, &body).await;
            assert_eq!(status, StatusCode::OK, "{path} {amount}: {body}");
        }
        let body = json!({ "amount": "400.01" });
        let (_, body) = stage.post(&player, path, &body).await;
        assert_eq!(body["message"], "WITHDRAW_LIMIT");
        assert_eq!(body["data"], json!({ "min": "150.00", "max": "400.00" }));
    }
    stage.audit().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_amount_that_is_none_moves_nothing() {
    let (stage, player) = Box::pin(spread()).await;
    let before = stage.head().await;
    for path in ROUTES {
        for amount in [
            json!("0.001"),
            json!(0.001),
            json!("NaN"),
            json!("Infinity"),
            json!("1e309"),
            json!("1e2"),
            json!("100 THB"),
            json!("100 LAK"),
            json!("₭100"),
            json!("๑๐๐"),
            json!("１００"),
            json!("1,000"),
            json!(" 100"),
            json!(""),
            json!(null),
            json!(true),
            json!([100]),
            json!({ "amount": "100", "currency": "LAK" }),
            json!("9".repeat(39)),
        ] {
            let (status, body) = stage
                .post(&player, path, &json!({ "amount": amount }))
                .await;
            assert_eq!(status, StatusCode::BAD_REQUEST, "{path} {amount}: {body}");
        }
        for amount in [
            json!("-100"),
            json!(-100),
            json!("99.99"),
            json!("50000.01"),
        ] {
            let (status, body) = stage
                .post(&player, path, &json!({ "amount": amount }))
                .await;
            assert_eq!(
                status,
                StatusCode::UNPROCESSABLE_ENTITY,
                "{path} {amount}: {body}"
            );
        }
        let (status, _) = stage.post(&player, path, &json!({})).await;
        assert_eq!(status, StatusCode::BAD_REQUEST);
    }
    // Not representable in JSON text that serde would write.
    for raw in [
        "{\"amount\":1e309}",
        "{\"amount\":NaN}",
        "{\"amount\":100}x",
        "100",
        "",
    ] {
        let url = format!(
            "http://{}/api/wallet/withdrawAll",
            stage.app.public_address()
        );
        let request = stage.http.post(url).bearer_auth(&player.token);
        let request = request.header("x-requested-with", "wallet-web");
        let request = request.header("content-type", "application/json");
        let reply = request.body(raw).send().await.unwrap();
        assert_eq!(reply.status(), StatusCode::BAD_REQUEST, "{raw}");
    }
    assert_eq!(stage.head().await, before);
    assert_eq!(
        game_totals(&stage, &["pg", "joker2"]).await,
        ["300.00", "200.00"]
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn withdraw_all_collects_the_games_and_pays_once_for_a_key() {
    let (stage, player) = Box::pin(spread()).await;
    let body = json!({ "amount": "900" });
    let path = "/wallet/withdrawAll";
    let call = || stage.call(&player, Method::POST, path, (Some("w-1"), Some(&body)));
    let answers = join_all((0..10).map(|_| call())).await;
    for (status, answer) in &answers {
        assert!(status.is_success(), "{status} {answer}");
        assert_eq!(answer["id"], answers[0].1["id"]);
    }
    stage.settled(&player).await;
    let (status, answer) = call().await;
    assert_eq!(status, StatusCode::OK, "{answer}");
    assert_eq!(answer["balance"], "100.00");
    assert_eq!(
        game_totals(&stage, &["pg", "joker2"]).await,
        ["0.00", "0.00"]
    );
    let totals = stage.totals().await;
    assert_eq!(totals["payouts"]["amount"], "900.00");
    assert_eq!(totals["payouts"]["count"], 1);
    let other = json!({ "amount": "100" });
    let (status, refused) = stage
        .call(&player, Method::POST, path, (Some("w-1"), Some(&other)))
        .await;
    assert_eq!(status, StatusCode::UNPROCESSABLE_ENTITY, "{refused}");
    stage.audit().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn withdraw_all_without_enough_keeps_all_and_only_another_key_goes_on() {
    let (stage, player) = Box::pin(spread()).await;
    let body = json!({ "amount": "1100" });
    let path = "/wallet/withdrawAll";
    let call = || stage.call(&player, Method::POST, path, (Some("w-2"), Some(&body)));
    let (status, refused) = call().await;
    assert_eq!(status, StatusCode::UNPROCESSABLE_ENTITY, "{refused}");
    assert_eq!(refused["message"], "MONEY_NOT_ENOUGH");
    stage.settled(&player).await;
    let wallet = stage.wallet(&player).await;
    assert_eq!(wallet["wallet"]["amount"], "1000.00");
    assert_eq!(stage.totals().await["payouts"]["count"], 0);
    stage.deposit(&player, "100.00").await;
    let (status, again) = call().await;
    assert_eq!(status, StatusCode::UNPROCESSABLE_ENTITY, "{again}");
    assert_eq!(stage.totals().await["payouts"]["count"], 0);
    let (status, answer) = stage.post(&player, path, &body).await;
    assert_eq!(status, StatusCode::OK, "{answer}");
    assert_eq!(stage.totals().await["payouts"]["amount"], "1100.00");
    stage.audit().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn withdraw_all_that_died_before_it_was_answered_goes_on_with_its_key() {
    let (stage, player) = Box::pin(spread()).await;
    let body = json!({ "amount": "1100" });
    let path = "/wallet/withdrawAll";
    let call = || stage.call(&player, Method::POST, path, (Some("w-2"), Some(&body)));
    let (status, refused) = call().await;
    assert_eq!(status, StatusCode::UNPROCESSABLE_ENTITY, "{refused}");
    // As after a death between collecting and paying: nobody saw a refusal.
    sqlx::raw_sql(
        "alter table kept_answer disable trigger append_only;
         alter table idempotency disable trigger append_only;
         delete from kept_answer where key like 'w-2 %';
         delete from idempotency where key = 'w-2';
         alter table kept_answer enable always trigger append_only;
         alter table idempotency enable always trigger append_only",
    )
    .execute(&stage.database.owner())
    .await
    .unwrap();
    stage.deposit(&player, "100.00").await;
    let (status, answer) = call().await;
    assert_eq!(status, StatusCode::OK, "{answer}");
    assert_eq!(stage.totals().await["payouts"]["amount"], "1100.00");
    stage.audit().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn withdraw_all_pays_from_the_wallet_while_a_provider_is_away() {
    let (stage, player) = Box::pin(spread()).await;
    let fault = json!({ "target": "game:pg", "kind": "drop_before" });
    stage.fault(&fault).await;
    let body = json!({ "amount": "600" });
    let (status, answer) = stage.post(&player, "/wallet/withdrawAll", &body).await;
    assert!(status.is_success(), "{status} {answer}");
    stage.clear_faults().await;
    stage.settled(&player).await;
    let wallet = stage.wallet(&player).await;
    assert_eq!(wallet["total"], "400.00", "{wallet}");
    let totals = stage.totals().await;
    assert_eq!(totals["payouts"]["amount"], "600.00");
    stage.audit().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_payout_to_an_account_that_is_none_is_returned() {
    let stage = Stage::set().await;
    let player = stage.player_with("0899990000", "1234560000").await;
    let payment = json!({ "amount": "500.00" });
    let payment = stage.pay_with(&player, &payment).await;
    let picture = stage.slip_picture(&payment, "png").await;
    let (_, body) = stage.upload(&player, "slip-1", picture).await;
    assert_eq!(body["status"], "SUCCESS", "{body}");
    for path in ROUTES {
        let body = json!({ "amount": "200" });
        let (status, body) = stage.post(&player, path, &body).await;
        assert_eq!(status, StatusCode::CONFLICT, "{body}");
        assert_eq!(body["message"], "TRANSFER_FAIL");
        let wallet = stage.wallet(&player).await;
        assert_eq!(wallet["wallet"]["amount"], "500.00");
        assert_eq!(wallet["pendingWithdrawal"], "0.00");
    }
    let statement = stage.settled(&player).await;
    let lines = statement["statements"].as_array().unwrap();
    let failed = lines.iter().filter(|line| line["status"] == "FAILED");
    assert!(failed.clone().count() >= 2, "{statement}");
    assert!(
        failed
            .clone()
            .any(|line| line["reason"] == "ACCOUNT_INVALID"),
        "{statement}"
    );
    assert_eq!(stage.totals().await["payouts"]["amount"], "0.00");
    stage.audit().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn every_fault_of_the_bank_ends_paid_once_or_returned() {
    let (mut stage, player) = funded().await;
    // What is slow is given up; where a busy machine is slow by itself, it is asked about as well.
    stage.restart(|config| config.waits.outside_ms = 300).await;
    let mut paid = 0;
    for (kind, is_paid) in [
        ("delay", true),
        ("drop_before", true),
        ("drop_after", true),
        ("error_500_before", true),
        ("error_500_after", true),
        ("malformed", true),
        ("processing", true),
        ("late", true),
        ("maintenance", false),
    ] {
        // The first call fails, and the first question about it.
        for operation in ["payout", "status"] {
            let is_asked = operation == "payout" || kind != "maintenance";
            let fault = json!({ "target": "payout", "kind": kind, "count": 1, "millis": 600,
                "operation": operation });
            if is_asked && (operation == "payout" || !matches!(kind, "processing" | "late")) {
                stage.fault(&fault).await;
            }
        }
        let body = json!({ "amount": "100" });
        stage.post(&player, "/wallet/withdrawAll", &body).await;
        stage.settled(&player).await;
        stage.clear_faults().await;
        paid += i32::from(is_paid) * 100;
        let totals = stage.totals().await;
        assert_eq!(totals["payouts"]["amount"], format!("{paid}.00"), "{kind}");
        let wallet = stage.wallet(&player).await;
        assert_eq!(wallet["total"], format!("{}.00", 1_000 - paid), "{kind}");
        assert_eq!(wallet["pendingWithdrawal"], Value::from("0.00"), "{kind}");
    }
    stage.audit().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn gifts_that_nobody_answers_hold_up_no_withdrawal() {
    const HANGING_MS: u64 = 3_600_000;
    let mut stage = Stage::set().await;
    let player = stage.player(1).await;
    stage.deposit(&player, "500.00").await;
    stage
        .restart(|config| {
            config.waits.outside_ms = HANGING_MS;
            config.waits.slip_ms = 0;
        })
        .await;
    let hanging = json!({ "target": "truemoney", "kind": "hang", "millis": HANGING_MS });
    stage.fault(&hanging).await;
    let mut links = Vec::new();
    for n in 2..4 {
        let giver = stage.player(n).await;
        for _ in 0..24 {
            let gift = json!({ "amount": "20.00" });
            let path = "/truemoney/vouchers";
            let (_, gift) = stage.control(Method::POST, path, Some(&gift)).await;
            links.push((giver.clone(), json!({ "link": gift["link"] })));
        }
    }
    let gifts = links
        .iter()
        .map(|(giver, link)| stage.post(giver, "/wallet/truelink", link));
    for (status, body) in join_all(gifts).await {
        assert_eq!(status, StatusCode::ACCEPTED, "{body}");
    }
    eventually("as many as may be hang at once", async || {
        let hits = stage.hits().await;
        if hits >= 16 { Ok(()) } else { Err(hits) }
    })
    .await;
    let amount = json!({ "amount": "100.00" });
    let (status, paid) = stage.post(&player, "/wallet/withdraw", &amount).await;
    assert_eq!(
        (status, &paid["status"]),
        (StatusCode::OK, &json!("SUCCESS"))
    );
}
