//! Asking all providers at once: a broken one delays nobody and is soon left alone.

use std::time::Duration;

use gateway::config::Config;
use reqwest::StatusCode;
use serde_json::{Value, json};

use crate::stage::{Player, Stage};

const GAMES: [&str; 4] = ["pg", "joker2", "usun", "huayhd"];

/// Longer than the gateway takes for any request, and than a test waits for an answer.
pub(crate) const HANGING_MS: u64 = 3_600_000;

/// How long a provider is left alone; nothing here takes so long by itself.
const PAUSE: Duration = Duration::from_mins(20);

async fn funded(change: impl FnOnce(&mut Config)) -> (Stage, Player) {
    let stage = Stage::set_with(|config| {
        config.breaker.open_ms = u64::try_from(PAUSE.as_millis()).unwrap();
        change(config);
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

#[tokio::test(flavor = "multi_thread")]
async fn a_provider_that_hangs_delays_the_others_by_its_own_time_out_at_most() {
    // Every other wait is longer than a request is waited for here.
    let (stage, player) = funded(|config| {
        config.waits.outside_ms = HANGING_MS;
        for provider in &mut config.providers {
            provider.time_out_ms = HANGING_MS;
        }
        let mut providers = config.providers.iter_mut();
        let pg = providers.find(|it| it.code.as_str() == "pg");
        pg.unwrap().time_out_ms = 400;
    })
    .await;
    let fault = json!({ "target": "game:pg", "kind": "hang", "operation": "balance",
        "millis": HANGING_MS });
    stage.fault(&fault).await;
    for _ in 0..3 {
        let fresh = refresh(&stage, &player).await;
        let known = json!({ "code": "pg", "amount": "100.00", "ok": false, "readAt": null,
            "message": "SERVICE_UNAVAILABLE" });
        assert_eq!(of(&fresh, "pg"), &known);
        for game in &GAMES[1..] {
            let mut answer = of(&fresh, game).clone();
            assert!(answer["readAt"].take().is_string(), "{fresh}");
            let shown = json!({ "code": game, "amount": "100.00", "ok": true, "readAt": null });
            assert_eq!(answer, shown);
        }
    }
    // Three in a row: it is not asked any more, so nobody waits for it. It would answer now.
    stage.clear_faults().await;
    let fresh = refresh(&stage, &player).await;
    assert_eq!(of(&fresh, "pg")["ok"], false);
}

#[tokio::test(flavor = "multi_thread")]
async fn after_the_pause_one_question_finds_out_whether_it_is_back() {
    let (stage, player) = funded(|_| {}).await;
    let fault = json!({ "target": "game:pg", "kind": "error_500_before", "operation": "balance" });
    stage.fault(&fault).await;
    for _ in 0..6 {
        refresh(&stage, &player).await;
    }
    assert_eq!(stage.hits().await, 3, "the breaker is open");
    stage.app.clock().advance(PAUSE);
    let calls = (0..8).map(|_| refresh(&stage, &player));
    futures_util::future::join_all(calls).await;
    assert_eq!(stage.hits().await, 4, "one probe, and it is open again");
    stage.clear_faults().await;
    stage.app.clock().advance(PAUSE);
    let fresh = refresh(&stage, &player).await;
    assert_eq!(of(&fresh, "pg")["ok"], true, "{fresh}");
    let fresh = refresh(&stage, &player).await;
    assert_eq!(of(&fresh, "pg")["ok"], true, "{fresh}");
}

#[tokio::test(flavor = "multi_thread")]
async fn money_moves_whatever_the_questions_have_come_to() {
    let (stage, player) = funded(|_| {}).await;
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
