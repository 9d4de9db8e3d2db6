//! Coupons of the wheel: each is claimed once, and each refusal has its name.

use std::time::Duration;

use futures_util::future::join_all;
use gateway::config::Config;
use reqwest::{Method, StatusCode};
use serde_json::{Value, json};

use crate::invite::refused;
use crate::stage::{Answer, Player, Stage};
use crate::wheel::{cheap_coins, only, spin_ok, spinner};

const DAY: Duration = Duration::from_hours(24);

async fn set(change: impl FnOnce(&mut Config)) -> Stage {
    Stage::set_with(|config| {
        cheap_coins(config);
        config.session.idle_minutes = 100_000_000;
        config.session.absolute_hours = 10_000_000;
        change(config);
    })
    .await
}

async fn claim(stage: &Stage, player: &Player, prize: &str) -> Answer {
    let body = json!({ "coupon": prize });
    stage.post(player, "/spinwheel/coupon/claim", &body).await
}

async fn list(stage: &Stage, player: &Player, query: &str) -> Value {
    let (status, body) = stage
        .get(player, &format!("/spinwheel/coupon{query}"))
        .await;
    assert_eq!(status, StatusCode::OK, "{body}");
    body
}

/// Spins until there is a coupon of each of these prizes; answers how many of each there are.
async fn win(stage: &Stage, player: &Player, prizes: &[&str]) -> Vec<usize> {
    let mut won = vec![0; prizes.len()];
    while won.contains(&0) {
        let body = spin_ok(stage, player).await;
        let code = body["result"]["code"].as_str().unwrap();
        if let Some(index) = prizes.iter().position(|prize| *prize == code) {
            won[index] += 1;
        }
    }
    won
}

#[tokio::test(flavor = "multi_thread")]
async fn a_coupon_is_credited_once_and_is_in_the_statement() {
    let stage = set(|config| only(config, &["CASH5"])).await;
    let player = spinner(&stage, 10).await;
    spin_ok(&stage, &player).await;
    spin_ok(&stage, &player).await;
    let listed = list(&stage, &player, "").await;
    assert_eq!(listed["total"], 1);
    let coupon = &listed["coupons"][0];
    assert_eq!(
        (&coupon["amount"], &coupon["worth"]),
        (&json!(2), &json!("5.00"))
    );
    assert_eq!(
        (&coupon["type"], &coupon["isExpired"]),
        (&json!("money"), &json!(false))
    );
    assert_eq!(coupon["prize"]["code"], "CASH5");
    assert_eq!(coupon["prize"]["name"]["en"], "5 baht");
    assert_eq!(coupon["prize"]["slice"]["label"]["en"], "5 baht");
    let html = coupon["prize"]["slice"]["htmlDescription"]["en"]
        .as_str()
        .unwrap();
    assert!(html.contains("<strong>5 baht</strong>"), "{html}");

    let body = json!({ "coupon": "CASH5" });
    let path = "/spinwheel/coupon/claim";
    let call = async || {
        stage
            .call(&player, Method::POST, path, (Some("one"), Some(&body)))
            .await
    };
    let answers = join_all((0..10).map(async |_| call().await)).await;
    for answer in &answers {
        assert_eq!(answer.0, StatusCode::OK, "{answer:?}");
        assert_eq!(answer.1, answers[0].1);
    }
    let first = &answers[0].1;
    assert_eq!(
        (&first["status"], &first["amount"]),
        (&json!("SUCCESS"), &json!("5.00"))
    );
    assert_eq!(first["balance"], "15.00");
    assert_eq!(stage.wallet(&player).await["wallet"]["amount"], "15.00");
    // Of many at once with separate keys, one gets the other coupon.
    let answers = join_all((0..10).map(async |_| claim(&stage, &player, "CASH5").await)).await;
    let made = answers.iter().filter(|it| it.0 == StatusCode::OK);
    assert_eq!(made.count(), 1);
    assert_eq!(
        call().await.1,
        *first,
        "an old answer is returned when nothing is left"
    );
    assert_eq!(list(&stage, &player, "").await["total"], 0);
    assert_eq!(stage.wallet(&player).await["wallet"]["amount"], "20.00");
    let statement = stage.settled(&player).await;
    let line = &statement["statements"][0];
    assert_eq!(
        (&line["statementType"], &line["from"]),
        (&json!("bonus"), &json!("COUPON"))
    );
    stage.audit().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn each_refusal_has_its_code() {
    let stage = set(|config| only(config, &["CASH5", "JACKPOT"])).await;
    let player = spinner(&stage, 60).await;
    for prize in ["", "cash5", "CASH 5", "CASH-5", "รางวัล", &"A".repeat(33)] {
        refused(&claim(&stage, &player, prize).await, (400, "INVALID_CODE"));
    }
    // Without any coupon it is not said which prizes there are.
    for prize in ["CASH5", "NOPE"] {
        let answer = claim(&stage, &player, prize).await;
        refused(&answer, (404, "NO_CLAIMABLE_COUPON"));
    }
    win(&stage, &player, &["CASH5", "JACKPOT"]).await;
    let answer = claim(&stage, &player, "NOPE").await;
    refused(&answer, (404, "INVALID_PRIZE_CODE"));
    let answer = claim(&stage, &player, "CASH20").await;
    refused(&answer, (404, "NO_CLAIMABLE_COUPON"));
    let answer = claim(&stage, &player, "JACKPOT").await;
    refused(&answer, (409, "INVALID_COUPON_TYPE"));
    stage.app.clock().advance(DAY * 8);
    let answer = claim(&stage, &player, "CASH5").await;
    refused(&answer, (409, "COUPON_EXPIRED"));
    let listed = list(&stage, &player, "?limit=1").await;
    assert_eq!(listed["total"], 2);
    assert_eq!(listed["coupons"][0]["prize"]["code"], "JACKPOT");
    assert_eq!(listed["coupons"][0]["type"], "gift");
    assert_eq!(listed["coupons"][0]["worth"], Value::Null);
    let second = list(&stage, &player, "?limit=1&page=2").await;
    assert_eq!(second["coupons"][0]["prize"]["code"], "CASH5");
    assert_eq!(second["coupons"][0]["isExpired"], true);
    assert_eq!(stage.wallet(&player).await["wallet"]["amount"], "60.00");
    for query in ["?limit=0", "?limit=101", "?page=0", "?page=x"] {
        let (status, body) = stage
            .get(&player, &format!("/spinwheel/coupon{query}"))
            .await;
        assert_eq!(status, StatusCode::BAD_REQUEST, "{query} {body}");
    }
    stage.audit().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_coupon_with_a_condition_asks_the_providers_and_waits_for_the_grant_before() {
    let stage = set(|config| {
        only(config, &["CASH5"]);
        config.wheel.success_percent = 200;
    })
    .await;
    let player = spinner(&stage, 200).await;
    stage.activate(&player, "pg").await;
    spin_ok(&stage, &player).await;
    spin_ok(&stage, &player).await;
    let silent = json!({ "target": "game:pg", "kind": "error_500_before", "operation": "balance" });
    stage.fault(&silent).await;
    let answer = claim(&stage, &player, "CASH5").await;
    refused(&answer, (503, "SERVICE_UNAVAILABLE"));
    stage.clear_faults().await;
    let (status, body) = claim(&stage, &player, "CASH5").await;
    assert_eq!(status, StatusCode::OK, "{body}");
    let answer = claim(&stage, &player, "CASH5").await;
    refused(&answer, (409, "BONUS_REMAINING"));
    let withdraw = json!({ "amount": "100" });
    let answer = stage.post(&player, "/wallet/withdraw", &withdraw).await;
    refused(&answer, (409, "BONUS_REMAINING"));
    assert_eq!(list(&stage, &player, "").await["coupons"][0]["amount"], 1);
    stage.audit().await;
}
