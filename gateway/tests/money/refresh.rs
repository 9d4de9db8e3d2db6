//! Asking all providers at once: a broken one delays nobody and is soon left alone.

use std::time::Duration;

use reqwest::{Method, StatusCode};
use serde_json::{Value, json};

use crate::stage::{Player, Stage};

const GAMES: [&str; 4] = ["pg", "joker2", "usun", "huayhd"];

async fn funded(open_ms: u64) -> (Stage, Player) {
    let stage = Stage::set_with(|config| {
        config.breaker.open_ms = open_ms;
        for provider in &mut config.providers {
            provider.time_out_ms = 400;
        }
    })
    .await;
    let player = stage.player(1).await;
    stage.deposit(&player, "1000.00").await;
    for game in GAMES {
        stage.activate(&player, game).await;
        stage.transfer(&player, ("WALLET", game), "100").await;
    }
    (stage, player)
}

/// Refreshes; answers what was said of the games.
async fn refresh(stage: &Stage, player: &Player) -> Value {
    let (status, fresh) = stage.post(player, "/wallet/refresh/slot", &json!({})).await;
    assert_eq!(status, StatusCode::OK, "{fresh}");
    assert_eq!(fresh["slots"].as_array().unwrap().len(), GAMES.len());
    fresh
}

fn of<'a>(fresh: &'a Value, game: &str) -> &'a Value {
    let slots = fresh["slots"].as_array().unwrap();
    slots.iter().find(|slot| slot["code"] == game).unwrap()
}

/// How many calls the faults have hit.
async fn hits(stage: &Stage) -> u64 {
    let (_, faults) = stage.control(Method::GET, "/__sandbox/faults", None).await;
    let faults = faults["faults"].as_array().unwrap().iter();
    faults.map(|fault| fault["hits"].as_u64().unwrap()).sum()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_provider_that_hangs_delays_the_others_by_its_own_time_out_at_most() {
    let (stage, player) = funded(30_000).await;
    let fault = json!({ "target": "game:pg", "kind": "hang", "operation": "balance",
        "millis": 25_000 });
    stage.fault(&fault).await;
    for _ in 0..3 {
        let fresh = stage.database.within_looks(3, refresh(&stage, &player));
        let fresh = fresh.await;
        let known = json!({ "code": "pg", "amount": "100.00", "ok": false,
            "message": "SERVICE_UNAVAILABLE" });
        assert_eq!(of(&fresh, "pg"), &known);
        for game in &GAMES[1..] {
            let told = json!({ "code": game, "amount": "100.00", "ok": true });
            assert_eq!(of(&fresh, game), &told);
        }
    }
    // Three in a row: it is not asked any more, so nobody waits for it.
    let fresh = refresh(&stage, &player).await;
    assert_eq!(of(&fresh, "pg")["ok"], false);
    assert_eq!(hits(&stage).await, 3);
}

#[tokio::test(flavor = "multi_thread")]
async fn after_the_pause_one_question_finds_out_whether_it_is_back() {
    let (stage, player) = funded(1_000).await;
    let fault = json!({ "target": "game:pg", "kind": "error_500_before", "operation": "balance" });
    stage.fault(&fault).await;
    for _ in 0..6 {
        refresh(&stage, &player).await;
    }
    assert_eq!(hits(&stage).await, 3, "the breaker is open");
    tokio::time::sleep(Duration::from_millis(1_100)).await;
    let calls = (0..8).map(|_| refresh(&stage, &player));
    futures_util::future::join_all(calls).await;
    assert_eq!(hits(&stage).await, 4, "one probe, and it is open again");
    stage.clear_faults().await;
    tokio::time::sleep(Duration::from_millis(1_100)).await;
    let fresh = refresh(&stage, &player).await;
    assert_eq!(of(&fresh, "pg")["ok"], true, "{fresh}");
    let fresh = refresh(&stage, &player).await;
    assert_eq!(of(&fresh, "pg")["ok"], true, "{fresh}");
}

#[tokio::test(flavor = "multi_thread")]
async fn money_moves_whatever_the_questions_have_come_to() {
    let (stage, player) = funded(30_000).await;
    let fault = json!({ "target": "game:pg", "kind": "error_500_before", "operation": "balance" });
    stage.fault(&fault).await;
    for _ in 0..4 {
        refresh(&stage, &player).await;
    }
    for pair in [("WALLET", "pg"), ("pg", "WALLET"), ("pg", "joker2")] {
        let (status, moved) = stage.transfer(&player, pair, "10").await;
        assert_eq!(status, StatusCode::OK, "{moved}");
    }
    stage.audit().await;
}
