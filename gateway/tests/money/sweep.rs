//! Money from game to game and from all games to one place, through the main wallet.

use std::time::Duration;

use futures_util::future::join_all;
use ledger_testing::eventually;
use reqwest::{Method, StatusCode};
use rust_decimal::Decimal;
use serde_json::{Value, json};

use crate::stage::{Answer, Player, Stage, code, hurried, new_key};

/// What a provider takes for a transfer that is slow.
const SLOW: Duration = Duration::from_mins(1);

/// From, to, amount, status and reason of each leg, in the order of their sources.
fn legs(answer: &Value) -> Vec<String> {
    let legs = answer["legs"]
        .as_array()
        .or(answer["data"]["legs"].as_array());
    let text = |leg: &Value, name: &str| leg[name].as_str().unwrap_or("-").to_owned();
    let mut lines: Vec<String> = legs
        .unwrap()
        .iter()
        .map(|leg| {
            ["from", "to", "amount", "status", "message"]
                .map(|it| text(leg, it))
                .join(" ")
        })
        .collect();
    lines.sort();
    lines
}

fn amount_at(wallet: &Value, game: &str) -> String {
    let slots = wallet["slots"].as_array().unwrap();
    let slot = slots.iter().find(|slot| slot["code"] == game).unwrap();
    slot["amount"].as_str().unwrap().to_owned()
}

/// A player with 1,000 baht and these amounts in games.
async fn funded(stage: &Stage, games: &[(&str, &str)]) -> Player {
    let player = stage.player(1).await;
    stage.deposit(&player, "1000.00").await;
    for (game, amount) in games {
        stage.activate(&player, game).await;
        if *amount != "0" {
            let (status, body) = stage.transfer(&player, ("WALLET", game), amount).await;
            assert_eq!(status, StatusCode::OK, "{body}");
        }
    }
    player
}

async fn transfer_all(stage: &Stage, player: &Player, to: &str, key: &str) -> Answer {
    let body = json!({ "to": to });
    let call = (Some(key), Some(&body));
    stage
        .call(player, Method::POST, "/wallet/transferAll", call)
        .await
}

/// Books and providers hold the same, and together what came in.
async fn assert_agreement(stage: &Stage, player: &Player, games: &[&str], total: &str) {
    let wallet = stage.wallet(player).await;
    let totals = stage.totals().await;
    for game in games {
        assert_eq!(
            amount_at(&wallet, game),
            totals["games"][game]["balance"],
            "{game}"
        );
    }
    assert_eq!(wallet["total"], total);
    assert_eq!(wallet["inTransit"], "0.00");
    stage.audit().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn money_goes_from_game_to_game_once_however_often_it_is_asked_for() {
    let stage = Stage::set().await;
    let player = funded(&stage, &[("pg", "300"), ("joker2", "0")]).await;
    let body = json!({ "from": "pg", "to": "joker2", "amount": "200" });
    let call = (Some("k-1"), Some(&body));
    let calls = (0..10).map(|_| stage.call(&player, Method::POST, "/wallet/transfer", call));
    let answers = join_all(calls).await;
    for (status, answer) in &answers {
        assert_eq!(*status, StatusCode::OK, "{answer}");
        assert_eq!(answer["status"], "SUCCESS");
        assert_eq!(answer["balance"], "700.00");
        assert_eq!(answer["legs"], answers[0].1["legs"]);
        let expected = [
            "WALLET joker2 200.00 SUCCESS -",
            "pg WALLET 200.00 SUCCESS -",
        ];
        assert_eq!(legs(answer), expected);
    }
    assert_eq!(stage.events(&player, "SweepStarted").await, 1);
    assert_eq!(stage.events(&player, "TransferCompleted").await, 3);
    let statement = stage.settled(&player).await;
    for leg in answers[0].1["legs"].as_array().unwrap() {
        let lines = statement["statements"].as_array().unwrap();
        assert!(
            lines.iter().any(|line| line["id"] == leg["id"]),
            "{leg} {statement}"
        );
    }
    assert_agreement(&stage, &player, &["pg", "joker2"], "1000.00").await;
    let other = json!({ "from": "pg", "to": "joker2", "amount": "1" });
    let call = (Some("k-1"), Some(&other));
    let answer = stage
        .call(&player, Method::POST, "/wallet/transfer", call)
        .await;
    assert_eq!(code(&answer), (422, "IDEMPOTENCY_MISMATCH"));
}

#[tokio::test(flavor = "multi_thread")]
async fn what_a_destination_refuses_stays_in_the_main_wallet() {
    let stage = Stage::set().await;
    let player = funded(&stage, &[("pg", "300"), ("joker2", "0")]).await;
    let closed = json!({ "target": "game:joker2", "kind": "maintenance", "operation": "transfer" });
    stage.fault(&closed).await;
    let answer = stage.transfer(&player, ("pg", "joker2"), "200").await;
    assert_eq!(code(&answer), (409, "TRANSFER_FAIL"), "{}", answer.1);
    assert!(answer.1["data"]["id"].is_string());
    let expected = [
        "WALLET joker2 200.00 FAILED TRANSFER_FAIL",
        "pg WALLET 200.00 SUCCESS -",
    ];
    assert_eq!(legs(&answer.1), expected);
    assert_eq!(stage.wallet(&player).await["wallet"]["amount"], "900.00");
    assert_agreement(&stage, &player, &["pg", "joker2"], "1000.00").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn nothing_goes_on_when_the_source_refuses() {
    let stage = Stage::set().await;
    let player = funded(&stage, &[("pg", "100"), ("joker2", "0")]).await;
    let answer = stage.transfer(&player, ("pg", "joker2"), "200").await;
    assert_eq!(code(&answer), (409, "TRANSFER_FAIL"), "{}", answer.1);
    assert_eq!(legs(&answer.1), ["pg WALLET 200.00 FAILED TRANSFER_FAIL"]);
    assert_eq!(stage.events(&player, "TransferStarted").await, 2);
    assert_agreement(&stage, &player, &["pg", "joker2"], "1000.00").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_busy_game_is_left_alone() {
    let mut stage = Stage::set().await;
    let player = funded(&stage, &[("pg", "100"), ("joker2", "100"), ("imi", "0")]).await;
    let patient = stage.config();
    stage.restart(hurried).await;
    // By the world's clock, which is stopped meanwhile.
    let slow = json!({ "target": "game:joker2", "kind": "processing", "operation": "transfer",
        "count": 1, "millis": SLOW.as_millis() });
    stage.fault(&slow).await;
    let (status, taken) = stage.transfer(&player, ("joker2", "WALLET"), "10").await;
    assert_eq!(status, StatusCode::ACCEPTED);
    stage.asked_about(&taken["id"], 1).await;
    stage.restart(|config| *config = patient).await;
    let answer = stage.transfer(&player, ("pg", "joker2"), "10").await;
    assert_eq!(code(&answer), (429, "REQUEST_LIMIT"), "{}", answer.1);
    let (status, answer) = transfer_all(&stage, &player, "imi", "k-1").await;
    assert_eq!(status, StatusCode::OK, "{answer}");
    let expected = [
        "WALLET imi 900.00 SUCCESS -",
        "joker2 WALLET 100.00 FAILED REQUEST_LIMIT",
        "pg WALLET 100.00 SUCCESS -",
    ];
    assert_eq!(legs(&answer), expected);
    stage.world_clock.advance(SLOW);
    stage.settled(&player).await;
    assert_agreement(&stage, &player, &["pg", "joker2", "imi"], "1000.00").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn everything_that_the_providers_hold_comes_home_each_for_itself() {
    let stage = Stage::set().await;
    let games = [
        ("pg", "100"),
        ("joker2", "200"),
        ("usun", "50"),
        ("huayhd", "25"),
        ("imi", "0"),
    ];
    let player = funded(&stage, &games).await;
    // Won meanwhile: the provider's word counts, not our books.
    let username = stage.get(&player, "/wallet/account/pg").await.1["username"].clone();
    let play = format!("/__sandbox/players/pg/{}/play", username.as_str().unwrap());
    let bet = json!({ "stake": "10.00", "win": "60.25" });
    stage.control(Method::POST, &play, Some(&bet)).await;
    for (game, kind, operation) in [
        ("usun", "error_500_before", "balance"),
        ("huayhd", "maintenance", "transfer"),
        ("joker2", "drop_after", "transfer"),
    ] {
        let target = format!("game:{game}");
        stage
            .fault(&json!({ "target": target, "kind": kind, "operation": operation, "count": 1 }))
            .await;
    }
    let (status, answer) = transfer_all(&stage, &player, "WALLET", "k-1").await;
    assert_eq!(status, StatusCode::OK, "{answer}");
    let expected = [
        "huayhd WALLET 25.00 FAILED TRANSFER_FAIL",
        "joker2 WALLET 200.00 SUCCESS -",
        "pg WALLET 150.25 SUCCESS -",
        "usun WALLET 50.00 FAILED SERVICE_UNAVAILABLE",
    ];
    assert_eq!(legs(&answer), expected);
    assert_eq!(answer["balance"], "975.25");
    let games = ["pg", "joker2", "usun", "huayhd"];
    assert_agreement(&stage, &player, &games, "1050.25").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_slow_leg_is_answered_as_pending_and_goes_on_by_itself() {
    let mut stage = Stage::set().await;
    let player = funded(&stage, &[("pg", "100"), ("joker2", "200"), ("imi", "0")]).await;
    stage.restart(hurried).await;
    // By the world's clock, which is stopped meanwhile.
    let slow = json!({ "target": "game:joker2", "kind": "processing", "operation": "transfer",
        "count": 1, "millis": SLOW.as_millis() });
    stage.fault(&slow).await;
    let expected = [
        "WALLET imi 1000.00 PENDING -",
        "joker2 WALLET 200.00 PENDING -",
        "pg WALLET 100.00 SUCCESS -",
    ];
    let answer = eventually("the quick leg is there", async || {
        let (status, answer) = transfer_all(&stage, &player, "imi", "k-1").await;
        assert_eq!(status, StatusCode::ACCEPTED, "{answer}");
        assert_eq!(answer["status"], "PENDING");
        let is_there = legs(&answer) == expected;
        if is_there { Ok(answer) } else { Err(answer) }
    })
    .await;
    stage.world_clock.advance(SLOW);
    stage.has_events(&player, "SweepEnded", 1).await;
    stage.settled(&player).await;
    assert_eq!(amount_at(&stage.wallet(&player).await, "imi"), "1000.00");
    let (status, later) = transfer_all(&stage, &player, "imi", "k-1").await;
    assert_eq!(status, StatusCode::OK, "{later}");
    assert_eq!(later["id"], answer["id"]);
    assert_agreement(&stage, &player, &["pg", "joker2", "imi"], "1000.00").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_repeat_is_the_same_sweep_although_the_balances_differ_now() {
    let stage = Stage::set().await;
    let player = funded(&stage, &[("pg", "100"), ("joker2", "200")]).await;
    let (status, first) = transfer_all(&stage, &player, "WALLET", "k-1").await;
    assert_eq!(status, StatusCode::OK, "{first}");
    // Also when the wallet itself has forgotten the sweep, and when nothing is left to move.
    for (there, back, times) in [("7", None, 1), ("1", Some("1"), 40)] {
        for _ in 0..times {
            stage.transfer(&player, ("WALLET", "pg"), there).await;
            if let Some(back) = back {
                stage.transfer(&player, ("pg", "WALLET"), back).await;
            }
        }
        let head = stage.events(&player, "TransferStarted").await;
        let (status, again) = transfer_all(&stage, &player, "WALLET", "k-1").await;
        assert_eq!(status, StatusCode::OK, "{again}");
        assert_eq!(again["id"], first["id"]);
        assert_eq!(again["legs"], first["legs"]);
        assert_eq!(stage.events(&player, "TransferStarted").await, head);
    }
    assert_eq!(stage.events(&player, "SweepStarted").await, 1);
    stage.transfer(&player, ("pg", "WALLET"), "7").await;
    let (status, again) = transfer_all(&stage, &player, "WALLET", "k-1").await;
    assert_eq!((status, &again["id"]), (StatusCode::OK, &first["id"]));
    let answer = transfer_all(&stage, &player, "joker2", "k-1").await;
    assert_eq!(code(&answer), (422, "IDEMPOTENCY_MISMATCH"));
}

#[tokio::test(flavor = "multi_thread")]
async fn nothing_to_move_differs_from_nobody_to_ask() {
    let stage = Stage::set().await;
    let player = funded(&stage, &[]).await;
    let answer = transfer_all(&stage, &player, "WALLET", &new_key()).await;
    assert_eq!(code(&answer), (422, "MONEY_NOT_ENOUGH"));
    stage.activate(&player, "pg").await;
    let answer = transfer_all(&stage, &player, "WALLET", &new_key()).await;
    assert_eq!(code(&answer), (422, "MONEY_NOT_ENOUGH"));
    stage.transfer(&player, ("WALLET", "pg"), "10").await;
    stage
        .fault(&json!({ "target": "game:pg", "kind": "drop_before", "operation": "balance" }))
        .await;
    let answer = transfer_all(&stage, &player, "WALLET", &new_key()).await;
    assert_eq!(code(&answer), (503, "SERVICE_UNAVAILABLE"));
    assert_eq!(
        legs(&answer.1),
        ["pg WALLET 10.00 FAILED SERVICE_UNAVAILABLE"]
    );
    assert_eq!(stage.events(&player, "SweepStarted").await, 0);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_provider_that_counts_in_thousands_is_converted_at_its_edge() {
    let stage = Stage::set_with(|config| {
        let pg = config
            .providers
            .iter_mut()
            .find(|it| it.code.as_str() == "pg");
        pg.unwrap().ft_wallet_slot = Decimal::from(1_000);
    })
    .await;
    let player = stage.player(1).await;
    stage.deposit(&player, "50000.00").await;
    stage.activate(&player, "pg").await;
    stage.activate(&player, "joker2").await;
    let (status, moved) = stage.transfer(&player, ("WALLET", "pg"), "10010").await;
    assert_eq!(status, StatusCode::OK, "{moved}");
    assert_eq!(stage.totals().await["games"]["pg"]["balance"], "10.01");
    assert_eq!(amount_at(&stage.wallet(&player).await, "pg"), "10010.00");
    let username = stage.get(&player, "/wallet/account/pg").await.1["username"].clone();
    let play = format!("/__sandbox/players/pg/{}/play", username.as_str().unwrap());
    let bet = json!({ "stake": "0.01", "win": "1.00" });
    stage.control(Method::POST, &play, Some(&bet)).await;
    let (_, fresh) = stage
        .post(&player, "/wallet/refresh/slot", &json!({}))
        .await;
    let shown = fresh["slots"].as_array().unwrap();
    let pg = shown.iter().find(|slot| slot["code"] == "pg").unwrap();
    assert_eq!(pg["amount"], "11000.00");

    stage.transfer(&player, ("WALLET", "joker2"), "105").await;
    let before = stage.events(&player, "TransferStarted").await;
    for (from, to, amount) in [
        ("WALLET", "pg", "10005"),
        ("WALLET", "pg", "0.01"),
        ("pg", "WALLET", "5"),
        ("pg", "joker2", "1005"),
        ("joker2", "pg", "105"),
    ] {
        let answer = stage.transfer(&player, (from, to), amount).await;
        assert_eq!(
            code(&answer),
            (422, "TRANSFER_MINIMUM"),
            "{from} {to} {amount}"
        );
    }
    assert_eq!(stage.events(&player, "TransferStarted").await, before);

    let (status, moved) = stage.transfer(&player, ("pg", "joker2"), "990").await;
    assert_eq!(status, StatusCode::OK, "{moved}");
    let totals = stage.totals().await;
    assert_eq!(totals["games"]["pg"]["balance"], "10.01");
    assert_eq!(totals["games"]["joker2"]["balance"], "1095.00");
    let (status, all) = transfer_all(&stage, &player, "WALLET", &new_key()).await;
    assert_eq!(status, StatusCode::OK, "{all}");
    assert_eq!(all["balance"], "50990.00");
    stage.audit().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_gateway_that_takes_over_goes_on_with_a_sweep_once() {
    let mut stage = Stage::set().await;
    let player = funded(&stage, &[("pg", "100"), ("joker2", "0")]).await;
    stage.restart(hurried).await;
    let second = stage.another().await;
    // The first leg is booked by the provider, and nobody can learn of it for now.
    for (kind, operation) in [("drop_after", "transfer"), ("error_500_before", "status")] {
        let fault = json!({ "target": "game:pg", "kind": kind, "operation": operation });
        stage.fault(&fault).await;
    }
    let (status, body) = stage.transfer(&player, ("pg", "joker2"), "100").await;
    assert_eq!(status, StatusCode::ACCEPTED, "{body}");
    let first = std::mem::replace(&mut stage.app, second);
    assert!(first.stop().await, "the first gateway ends in time");
    stage.clear_faults().await;
    stage.has_events(&player, "SweepEnded", 1).await;
    stage.settled(&player).await;
    assert_eq!(stage.events(&player, "TransferStarted").await, 3);
    assert_eq!(stage.events(&player, "TransferCompleted").await, 3);
    assert_eq!(stage.totals().await["games"]["joker2"]["balance"], "100.00");
    assert_agreement(&stage, &player, &["pg", "joker2"], "1000.00").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_player_on_a_break_takes_money_out_and_puts_none_in() {
    let stage = Stage::set().await;
    let player = funded(&stage, &[("pg", "100"), ("joker2", "100")]).await;
    let username = stage.get(&player, "/wallet/account/pg").await.1["username"].clone();
    let login = format!("/autoLogin/pg/{}", username.as_str().unwrap());
    let pause = json!({ "kind": "TIME_OUT", "period": "DAY", "password": "Correct-Horse-9" });
    let (status, body) = stage.post(&player, "/limits/exclusion", &pause).await;
    assert_eq!(status, StatusCode::OK, "{body}");
    let excluded = (403, "PLAYER_EXCLUDED");
    for pair in [("WALLET", "pg"), ("joker2", "pg")] {
        let answer = stage.transfer(&player, pair, "10").await;
        assert_eq!(code(&answer), excluded, "{pair:?}");
    }
    let answer = transfer_all(&stage, &player, "pg", &new_key()).await;
    assert_eq!(code(&answer), excluded);
    for path in [&login, "/wallet/activate/imi"] {
        let answer = stage.post(&player, path, &json!({})).await;
        assert_eq!(code(&answer), excluded, "{path}");
    }
    assert_eq!(stage.totals().await["games"]["imi"]["players"], 0);
    let (status, _) = stage.transfer(&player, ("pg", "WALLET"), "50").await;
    assert_eq!(status, StatusCode::OK);
    let (status, all) = transfer_all(&stage, &player, "WALLET", &new_key()).await;
    assert_eq!(status, StatusCode::OK, "{all}");
    assert_eq!(all["balance"], "1000.00");
}
