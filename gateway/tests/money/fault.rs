//! Every fault on every call that moves money: nothing lost, nothing doubled, nothing guessed.

use std::time::Duration;

use gateway::config::{Config, GameProtocol};
use ledger_testing::eventually;
use reqwest::{Method, StatusCode};
use serde_json::{Value, json};

use crate::stage::{CANCEL_AFTER, PROTOCOLS, Player, Stage, hurried, speak};

/// A fault that hits one call, and how the movement must end.
const FAULTS: [(&str, &str); 9] = [
    ("delay", "SUCCESS"),
    ("drop_before", "SUCCESS"),
    ("drop_after", "SUCCESS"),
    ("error_500_before", "SUCCESS"),
    ("error_500_after", "SUCCESS"),
    ("malformed", "SUCCESS"),
    ("processing", "SUCCESS"),
    ("late", "SUCCESS"),
    ("maintenance", "FAILED"),
];

/// A reply that takes so long comes after the gateway has given it up.
const SLOW_MS: u64 = 600;

/// The gateway gives a call up early. Where a busy machine makes it give others up as well, their
/// outcome is asked for, so every movement ends alike.
fn soon_given_up(config: &mut Config) {
    config.waits.outside_ms = SLOW_MS / 2;
}

/// A refusal is believed only if it comes in time: one that was given up is asked about, and sent
/// again after its fault is used up. So here no call is given up, however busy the machine is.
fn never_given_up(config: &mut Config) {
    config.waits.outside_ms = 60_000;
}

/// What the provider holds for all players.
async fn held(stage: &Stage, game: &str) -> String {
    let totals = stage.totals().await;
    totals["games"][game]["balance"]
        .as_str()
        .unwrap()
        .to_owned()
}

/// The newest operation of the settled statement; a line that only brings money back follows one.
async fn last_line(stage: &Stage, player: &Player) -> Value {
    let statement = stage.settled(player).await;
    let lines = statement["statements"].as_array().unwrap();
    let is_first = |line: &&Value| !line["id"].as_str().unwrap().ends_with("-returned");
    lines.iter().find(is_first).unwrap().clone()
}

/// A player with money and an account at pg, which speaks a protocol.
async fn funded(protocol: GameProtocol) -> (Stage, Player) {
    let stage = Stage::set_with(|config| speak(config, &["pg"], protocol)).await;
    let player = stage.player(1).await;
    stage.deposit(&player, "10000.00").await;
    stage.activate(&player, "pg").await;
    (stage, player)
}

/// The ledger and the provider hold the same, and together what came in.
async fn assert_agreement(stage: &Stage, player: &Player, kind: &str) {
    let wallet = stage.wallet(player).await;
    let slots = wallet["slots"].as_array().unwrap();
    let pg = slots.iter().find(|slot| slot["code"] == "pg").unwrap();
    assert_eq!(wallet["total"], "10000.00", "{kind}");
    assert_eq!(wallet["inTransit"], "0.00", "{kind}");
    assert_eq!(
        pg["amount"].as_str().unwrap(),
        held(stage, "pg").await,
        "{kind}"
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn every_fault_on_the_way_into_a_game_ends_right() {
    for protocol in PROTOCOLS {
        let (mut stage, player) = funded(protocol).await;
        stage.restart(soon_given_up).await;
        for (kind, end) in FAULTS {
            if end == "FAILED" {
                stage.restart(never_given_up).await;
            }
            let fault = json!({ "target": "game:pg", "kind": kind, "count": 1, "millis": SLOW_MS,
            "operation": "transfer" });
            stage.fault(&fault).await;
            let (status, body) = stage.transfer(&player, ("WALLET", "pg"), "100").await;
            assert!(
                matches!(
                    status,
                    StatusCode::OK | StatusCode::ACCEPTED | StatusCode::CONFLICT
                ),
                "{protocol:?} {kind}: {status} {body}"
            );
            let line = last_line(&stage, &player).await;
            assert_eq!(line["status"], end, "{protocol:?} {kind}: {line}");
            assert_agreement(&stage, &player, kind).await;
        }
        stage.audit().await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn every_fault_on_the_way_out_of_a_game_ends_right() {
    for protocol in PROTOCOLS {
        let (mut stage, player) = funded(protocol).await;
        let (status, body) = stage.transfer(&player, ("WALLET", "pg"), "5000").await;
        assert_eq!(status, StatusCode::OK, "{body}");
        stage.restart(soon_given_up).await;
        for (kind, end) in FAULTS {
            if end == "FAILED" {
                stage.restart(never_given_up).await;
            }
            let fault = json!({ "target": "game:pg", "kind": kind, "count": 1, "millis": SLOW_MS,
            "operation": "transfer" });
            stage.fault(&fault).await;
            stage.transfer(&player, ("pg", "WALLET"), "100").await;
            let line = last_line(&stage, &player).await;
            assert_eq!(line["status"], end, "{protocol:?} {kind}: {line}");
            assert_agreement(&stage, &player, kind).await;
        }
        stage.audit().await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn every_fault_on_a_payout_ends_right() {
    let mut stage = Stage::set().await;
    let player = stage.player(1).await;
    stage.deposit(&player, "10000.00").await;
    stage.restart(soon_given_up).await;
    let mut paid = 0;
    for (kind, end) in FAULTS {
        if end == "FAILED" {
            stage.restart(never_given_up).await;
        }
        let fault = json!({ "target": "payout", "kind": kind, "count": 1, "millis": SLOW_MS,
            "operation": "payout" });
        stage.fault(&fault).await;
        let body = json!({ "amount": "100" });
        stage.post(&player, "/wallet/withdraw", &body).await;
        stage.settled(&player).await;
        paid += u32::from(end == "SUCCESS") * 100;
        let totals = stage.totals().await;
        assert_eq!(totals["payouts"]["amount"], format!("{paid}.00"), "{kind}");
        let wallet = stage.wallet(&player).await;
        assert_eq!(wallet["total"], format!("{}.00", 10_000 - paid), "{kind}");
        assert_eq!(wallet["pendingWithdrawal"], "0.00", "{kind}");
    }
    stage.audit().await;
}

/// Invariant 9: a transfer whose outcome is unknown is never refunded on a guess.
#[tokio::test(flavor = "multi_thread")]
async fn a_time_out_after_the_provider_has_booked_is_never_refunded() {
    for protocol in PROTOCOLS {
        let (mut stage, player) = funded(protocol).await;
        stage.restart(hurried).await;
        // Booked, and then neither the reply nor any status comes through.
        for (kind, operation) in [("drop_after", "transfer"), ("drop_before", "status")] {
            let fault = json!({ "target": "game:pg", "kind": kind, "operation": operation });
            stage.fault(&fault).await;
        }
        let cancel = json!({ "target": "game:pg", "kind": "drop_before", "operation": "cancel" });
        stage.fault(&cancel).await;
        // The last resort: a cancel, or the same request again, which the first one counts for as well.
        let (resort, in_vain) = match protocol {
            GameProtocol::Gw1 => ("cancel", 2),
            GameProtocol::Sf1 => ("transfer", 3),
        };
        let (status, body) = stage.transfer(&player, ("WALLET", "pg"), "100").await;
        assert_eq!(status, StatusCode::ACCEPTED, "{body}");
        assert_eq!(body["status"], "PENDING");
        // Longer than the time after which it is decided, and that is tried in vain: it stays in review.
        stage.asked_about(&body["id"], 1).await;
        stage.app.clock().advance(CANCEL_AFTER);
        eventually("the last resort is tried more than once", async || {
            let (_, faults) = stage.control(Method::GET, "/__sandbox/faults", None).await;
            let faults = faults["faults"].as_array().unwrap();
            let last = faults.iter().find(|it| it["operation"] == resort);
            let hits = last.unwrap()["hits"].as_u64().unwrap();
            if hits >= in_vain { Ok(()) } else { Err(hits) }
        })
        .await;
        let wallet = stage.wallet(&player).await;
        assert_eq!(wallet["wallet"]["amount"], "9900.00");
        assert_eq!(wallet["inTransit"], "100.00");
        assert_eq!(stage.events(&player, "TransferReturned").await, 0);
        let (status, busy) = stage.transfer(&player, ("WALLET", "pg"), "1").await;
        assert_eq!(status, StatusCode::TOO_MANY_REQUESTS, "{busy}");
        assert_eq!(busy["message"], "REQUEST_LIMIT");
        stage.clear_faults().await;
        let line = last_line(&stage, &player).await;
        assert_eq!(line["status"], "SUCCESS", "{line}");
        assert_agreement(&stage, &player, "review").await;
        stage.audit().await;
    }
}

/// The provider books it, the answer is lost, and every question is turned away. That refusal is about the question;
/// the last word says that the movement was done.
#[tokio::test(flavor = "multi_thread")]
async fn a_question_that_is_turned_away_returns_no_money() {
    for protocol in PROTOCOLS {
        let (mut stage, player) = funded(protocol).await;
        stage.restart(hurried).await;
        for kind in ["maintenance", "error_500_before"] {
            let lost = json!({ "target": "game:pg", "kind": "drop_after", "count": 1,
                "operation": "transfer" });
            stage.fault(&lost).await;
            let turned_away = json!({ "target": "game:pg", "kind": kind, "operation": "status" });
            stage.fault(&turned_away).await;
            let (status, body) = stage.transfer(&player, ("WALLET", "pg"), "100").await;
            assert_eq!(status, StatusCode::ACCEPTED, "{protocol:?} {kind}: {body}");
            stage.asked_about(&body["id"], 1).await;
            assert_eq!(stage.events(&player, "TransferReturned").await, 0);
            stage.app.clock().advance(CANCEL_AFTER);
            let line = last_line(&stage, &player).await;
            assert_eq!(line["status"], "SUCCESS", "{protocol:?} {kind}: {line}");
            stage.clear_faults().await;
            assert_agreement(&stage, &player, kind).await;
        }
        stage.audit().await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_provider_that_never_takes_the_request_refuses_it_permanently() {
    let (mut stage, player) = funded(GameProtocol::Gw1).await;
    stage.restart(hurried).await;
    let fault = json!({ "target": "game:pg", "kind": "late", "operation": "transfer",
        "millis": 3_600_000 });
    stage.fault(&fault).await;
    for pair in [("WALLET", "pg"), ("pg", "WALLET")] {
        let (status, body) = stage.transfer(&player, pair, "100").await;
        assert_eq!(status, StatusCode::ACCEPTED, "{body}");
        stage.asked_about(&body["id"], 1).await;
        stage.app.clock().advance(CANCEL_AFTER);
        let line = last_line(&stage, &player).await;
        assert_eq!(line["status"], "FAILED", "{line}");
        assert_agreement(&stage, &player, "cancelled").await;
    }
    assert_eq!(held(&stage, "pg").await, "0.00");
    let (_, transfers) = stage
        .control(Method::GET, "/__sandbox/transfers/pg", None)
        .await;
    for transfer in transfers["transfers"].as_array().unwrap() {
        assert_eq!(transfer["status"], "CANCELLED", "{transfer}");
    }
    stage.audit().await;
}

/// A protocol without a cancel call: no money is given back on a guess, and nothing waits without end.
#[tokio::test(flavor = "multi_thread")]
async fn without_a_cancel_call_the_request_is_sent_again_until_its_answer_decides() {
    let (mut stage, player) = funded(GameProtocol::Sf1).await;
    let (_, account) = stage.get(&player, "/wallet/account/pg").await;
    let username = account["username"].as_str().unwrap();
    stage.restart(hurried).await;
    for (is_suspended, end, total) in [(false, "SUCCESS", "100.00"), (true, "FAILED", "100.00")] {
        let fault = json!({ "target": "game:pg", "kind": "late", "operation": "transfer",
            "millis": 3_600_000 });
        stage.fault(&fault).await;
        let (status, body) = stage.transfer(&player, ("WALLET", "pg"), "100").await;
        assert_eq!(status, StatusCode::ACCEPTED, "{body}");
        stage.asked_about(&body["id"], 1).await;
        stage.app.clock().advance(CANCEL_AFTER);
        let before = stage.hits().await;
        eventually("it is sent again and again", async || {
            let hits = stage.hits().await;
            if hits > before + 1 { Ok(()) } else { Err(hits) }
        })
        .await;
        assert_eq!(stage.wallet(&player).await["inTransit"], "100.00");
        assert_eq!(stage.events(&player, "TransferReturned").await, 0);
        let change = json!({ "suspended": is_suspended });
        let path = format!("/__sandbox/players/pg/{username}");
        stage.control(Method::POST, &path, Some(&change)).await;
        stage.clear_faults().await;
        let line = last_line(&stage, &player).await;
        assert_eq!(line["status"], end, "{line}");
        // The first request arrives at last, and finds its reference bound.
        stage.world_clock.advance(Duration::from_hours(1));
        assert_eq!(held(&stage, "pg").await, total);
        assert_agreement(&stage, &player, end).await;
    }
    stage.audit().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_provider_that_hangs_is_waited_for_in_the_background() {
    for protocol in PROTOCOLS {
        let (mut stage, player) = funded(protocol).await;
        stage.restart(soon_given_up).await;
        let fault = json!({ "target": "game:pg", "kind": "hang", "count": 1, "millis": 3_600_000,
        "operation": "transfer" });
        stage.fault(&fault).await;
        stage.transfer(&player, ("WALLET", "pg"), "100").await;
        let line = last_line(&stage, &player).await;
        assert_eq!(line["status"], "SUCCESS", "{line}");
        assert_agreement(&stage, &player, "hang").await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn an_account_that_the_bank_refuses_gives_the_money_back() {
    let stage = Stage::set().await;
    let player = stage.player_with("0899990000", "1230100000").await;
    stage.deposit(&player, "500.00").await;
    let body = json!({ "amount": "100" });
    let (status, refused) = stage.post(&player, "/wallet/withdraw", &body).await;
    assert_eq!(status, StatusCode::CONFLICT, "{refused}");
    assert_eq!(refused["message"], "TRANSFER_FAIL");
    assert!(refused["data"]["id"].is_string());
    let wallet = stage.wallet(&player).await;
    assert_eq!(wallet["wallet"]["amount"], "500.00");
    stage.audit().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn many_transfers_under_many_faults_all_settle_and_every_sum_agrees() {
    for protocol in PROTOCOLS {
        let stage = Stage::set_with(|config| speak(config, &["pg"], protocol)).await;
        let mut players = Vec::new();
        for n in 1..=4 {
            let player = stage.player(n).await;
            stage.deposit(&player, "10000.00").await;
            stage.activate(&player, "pg").await;
            players.push(player);
        }
        for kind in [
            "drop_before",
            "drop_after",
            "error_500_after",
            "malformed",
            "late",
        ] {
            let fault = json!({ "target": "game:pg", "kind": kind, "probability": 8,
            "millis": 700 });
            stage.fault(&fault).await;
        }
        let work = players.iter().map(|player| async {
            for n in 0..12 {
                let pair = if n % 3 == 2 {
                    ("pg", "WALLET")
                } else {
                    ("WALLET", "pg")
                };
                stage.transfer(player, pair, "10").await;
            }
        });
        futures_util::future::join_all(work).await;
        stage.clear_faults().await;
        for player in &players {
            stage.settled(player).await;
            let wallet = stage.wallet(player).await;
            assert_eq!(wallet["total"], "10000.00");
            assert_eq!(wallet["inTransit"], "0.00");
        }
        let mut in_games = rust_decimal::Decimal::ZERO;
        for player in &players {
            let wallet = stage.wallet(player).await;
            let slots = wallet["slots"].as_array().unwrap();
            let pg = slots.iter().find(|slot| slot["code"] == "pg").unwrap();
            let amount: rust_decimal::Decimal = pg["amount"].as_str().unwrap().parse().unwrap();
            in_games += amount;
        }
        assert_eq!(in_games.to_string(), held(&stage, "pg").await);
        stage.audit().await;
    }
}
