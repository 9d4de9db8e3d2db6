//! A provider goes away for a while and comes back; players continue meanwhile, nobody helps.

use std::time::Duration;

use futures_util::future::join_all;
use ledger_testing::eventually;
use reqwest::{Method, StatusCode};
use rust_decimal::Decimal;
use serde_json::{Value, json};
use uuid::Uuid;

use crate::relay::Relay;
use crate::stage::{CANCEL_AFTER, Player, Stage, new_key};

const PLAYERS: u32 = 4;

/// How the provider goes away.
#[derive(Clone, Copy, PartialEq)]
enum Outage {
    /// Nobody listens.
    Refused,
    /// Somebody listens and never answers.
    Hanging,
    /// It says that it is closed.
    Maintenance,
}

fn amount_at(wallet: &Value, game: &str) -> Decimal {
    let slots = wallet["slots"].as_array().unwrap();
    let slot = slots.iter().find(|slot| slot["code"] == game).unwrap();
    slot["amount"].as_str().unwrap().parse().unwrap()
}

/// In and out of the provider that is away, and of one that is not, for as long as it is away.
async fn go_on(stage: &Stage, player: &Player, rounds: u32) {
    for round in 0..rounds {
        let pair = [("WALLET", "pg"), ("pg", "WALLET"), ("pg", "joker2")][round as usize % 3];
        let (status, body) = stage.transfer(player, pair, "10").await;
        let expected = [
            StatusCode::OK,
            StatusCode::ACCEPTED,
            StatusCode::CONFLICT,
            StatusCode::TOO_MANY_REQUESTS,
        ];
        assert!(expected.contains(&status), "{status} {body}");
        let (key, input) = (
            new_key(),
            json!({ "from": "WALLET", "to": "joker2", "amount": "1" }),
        );
        let other = eventually("the other provider is not touched", async || {
            let call = (Some(key.as_str()), Some(&input));
            let path = "/wallet/transfer";
            let answer = stage.call(player, Method::POST, path, call).await;
            let has_ended = answer.0 != StatusCode::ACCEPTED;
            if has_ended { Ok(answer) } else { Err(answer) }
        });
        let (status, body) = other.await;
        assert!(
            status == StatusCode::OK || status == StatusCode::TOO_MANY_REQUESTS,
            "the other provider is not touched: {status} {body}"
        );
        let all = json!({ "to": "WALLET" });
        stage.post(player, "/wallet/transferAll", &all).await;
        stage.post(player, "/wallet/refresh/slot", &json!({})).await;
    }
}

async fn survive(outage: Outage) {
    let mut relay = Relay::lay().await;
    let url = relay.url();
    let mut stage = Stage::set_with(move |config| {
        let text = format!("\"{url}/games/pg\"");
        let pg = config
            .providers
            .iter_mut()
            .find(|it| it.code.as_str() == "pg");
        pg.unwrap().base_url = serde_json::from_str(&text).unwrap();
    })
    .await;
    relay.connect(&stage.world);
    let mut players = Vec::new();
    for n in 1..=PLAYERS {
        let player = stage.player(n).await;
        stage.deposit(&player, "1000.00").await;
        for game in ["pg", "joker2"] {
            stage.activate(&player, game).await;
            let (status, body) = stage.transfer(&player, ("WALLET", game), "200").await;
            assert_eq!(status, StatusCode::OK, "{body}");
        }
        players.push(player);
    }
    stage
        .restart(|config| {
            // What the provider does not answer is given up soon, and answered as pending.
            config.waits.outside_ms = 300;
            config.waits.transfer_ms = 300;
            for provider in &mut config.providers {
                provider.time_out_ms = 300;
            }
        })
        .await;
    // Some calls are under way when it begins.
    let before = players.iter().map(|player| go_on(&stage, player, 1));
    let away = async {
        tokio::time::sleep(Duration::from_millis(60)).await;
        match outage {
            Outage::Refused => relay.cut().await,
            Outage::Hanging => relay.swallow().await,
            Outage::Maintenance => {
                let fault = json!({ "target": "game:pg", "kind": "maintenance" });
                stage.fault(&fault).await;
            }
        }
    };
    futures_util::join!(join_all(before), away);
    join_all(players.iter().map(|player| go_on(&stage, player, 4))).await;
    // It lasts longer than requests wait: they are cancelled, or tried to be.
    let unknown = attempts(&stage).await;
    stage.app.clock().advance(CANCEL_AFTER);
    eventually("all are asked about again", async || {
        let now = attempts(&stage).await;
        let is_unasked = |it: &&(Uuid, i32)| now.contains(it);
        let unasked = unknown.iter().filter(is_unasked).count();
        if unasked == 0 { Ok(()) } else { Err(unasked) }
    })
    .await;
    match outage {
        Outage::Refused | Outage::Hanging => relay.repair().await,
        Outage::Maintenance => stage.clear_faults().await,
    }
    assert_all_settles(&stage, &players).await;
}

/// What nobody knows the outcome of, and how often it was asked about.
async fn attempts(stage: &Stage) -> Vec<(Uuid, i32)> {
    sqlx::query_as("select subject_id, attempts from process_attempt where not is_halted")
        .fetch_all(&stage.database.owner())
        .await
        .unwrap()
}

async fn assert_all_settles(stage: &Stage, players: &[Player]) {
    let (mut in_pg, mut in_joker2) = (Decimal::ZERO, Decimal::ZERO);
    for player in players {
        let statement = stage.settled(player).await;
        assert!(statement["total"].as_u64().unwrap() > 0);
        let wallet = stage.wallet(player).await;
        assert_eq!(wallet["total"], "1000.00");
        assert_eq!(wallet["inTransit"], "0.00");
        in_pg += amount_at(&wallet, "pg");
        in_joker2 += amount_at(&wallet, "joker2");
        assert_eq!(
            stage.events(player, "SweepStarted").await,
            stage.events(player, "SweepEnded").await
        );
    }
    let totals = stage.totals().await;
    assert_eq!(totals["games"]["pg"]["balance"], in_pg.to_string());
    assert_eq!(totals["games"]["joker2"]["balance"], in_joker2.to_string());
    assert_eq!(totals["games"]["pg"]["waiting"], 0);
    // It serves as before, once it has been left alone for a while.
    for player in players {
        eventually("every provider answers", async || {
            let (status, fresh) = stage.post(player, "/wallet/refresh/slot", &json!({})).await;
            assert_eq!(status, StatusCode::OK);
            let slots = fresh["slots"].as_array().unwrap();
            if slots.iter().all(|slot| slot["ok"] == true) {
                return Ok(());
            }
            // A busy machine may have made it late again.
            stage.app.clock().advance(Duration::from_secs(30));
            Err(fresh)
        })
        .await;
    }
    stage.audit().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn after_a_provider_was_not_there_everything_settles_by_itself() {
    Box::pin(survive(Outage::Refused)).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn after_a_provider_was_silent_everything_settles_by_itself() {
    Box::pin(survive(Outage::Hanging)).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn after_a_provider_was_closed_everything_settles_by_itself() {
    Box::pin(survive(Outage::Maintenance)).await;
}
