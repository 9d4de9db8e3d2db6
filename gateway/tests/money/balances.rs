//! What games hold is asked, not remembered: after play, the books follow the provider's word, and
//! "all" means what is there when it is moved.

use reqwest::{Method, StatusCode};
use serde_json::{Value, json};

use crate::stage::{Player, Stage, code, new_key};

const ALL: &str = "ALL";

/// A player with 1,000 baht, some of it in pg; answers the name there.
async fn funded(stage: &Stage, in_game: &str) -> (Player, String) {
    let player = stage.player(1).await;
    stage.deposit(&player, "1000.00").await;
    let username = stage.activate(&player, "pg").await;
    let (status, moved) = stage.transfer(&player, ("WALLET", "pg"), in_game).await;
    assert_eq!(status, StatusCode::OK, "{moved}");
    (player, username)
}

/// A round of play at pg.
async fn play_round(stage: &Stage, username: &str, bet: &str, win: &str) {
    let path = format!("/__sandbox/players/pg/{username}/play");
    let round = json!({ "stake": bet, "win": win });
    let (status, played) = stage.control(Method::POST, &path, Some(&round)).await;
    assert_eq!(status, StatusCode::OK, "{played}");
}

/// The wallet as a screen reads it that waits for no position.
async fn seen(stage: &Stage, player: &Player) -> Value {
    let (status, wallet) = stage.get(player, "/wallet").await;
    assert_eq!(status, StatusCode::OK, "{wallet}");
    wallet
}

pub(crate) fn slot<'a>(wallet: &'a Value, code: &str) -> &'a Value {
    let slots = wallet["slots"].as_array().unwrap();
    slots.iter().find(|slot| slot["code"] == code).unwrap()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_refused_transfer_says_why_and_what_the_game_holds() {
    let stage = Stage::set().await;
    let (player, name) = funded(&stage, "500").await;
    play_round(&stage, &name, "200.00", "0.00").await;
    let answer = stage.transfer(&player, ("pg", "WALLET"), "500").await;
    assert_eq!(code(&answer), (409, "TRANSFER_FAIL"), "{}", answer.1);
    let data = &answer.1["data"];
    assert_eq!(data["reason"], "INSUFFICIENT_BALANCE", "{data}");
    assert_eq!(data["games"][0]["code"], "pg", "{data}");
    assert_eq!(data["games"][0]["amount"], "300.00", "{data}");
    assert_eq!(data["games"][0]["ok"], true, "{data}");
    let wallet = seen(&stage, &player).await;
    assert_eq!(slot(&wallet, "pg")["amount"], "300.00");
    assert_eq!(slot(&wallet, "pg")["readAt"], data["games"][0]["readAt"]);
    let (status, moved) = stage.transfer(&player, ("pg", "WALLET"), "300").await;
    assert_eq!(status, StatusCode::OK, "{moved}");
    assert_eq!(moved["amount"], "300.00");
    stage.audit().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_movement_between_games_says_why_it_failed_and_what_the_game_holds() {
    let stage = Stage::set().await;
    let (player, name) = funded(&stage, "500").await;
    stage.activate(&player, "joker2").await;
    play_round(&stage, &name, "200.00", "0.00").await;
    let answer = stage.transfer(&player, ("pg", "joker2"), "500").await;
    assert_eq!(code(&answer), (409, "TRANSFER_FAIL"), "{}", answer.1);
    let data = &answer.1["data"];
    assert_eq!(data["reason"], "INSUFFICIENT_BALANCE", "{data}");
    assert_eq!(data["legs"][0]["reason"], "INSUFFICIENT_BALANCE", "{data}");
    assert_eq!(data["games"][0]["amount"], "300.00", "{data}");
}

#[tokio::test(flavor = "multi_thread")]
async fn all_is_what_the_game_holds_when_it_is_moved() {
    let stage = Stage::set().await;
    let (player, name) = funded(&stage, "500").await;
    for (bet, win, held) in [("200.00", "0.00", "300.00"), ("10.00", "310.00", "600.00")] {
        play_round(&stage, &name, bet, win).await;
        let key = new_key();
        let body = json!({ "from": "pg", "to": "WALLET", "amount": ALL });
        let call = (Some(key.as_str()), Some(&body));
        let path = "/wallet/transfer";
        let (status, moved) = stage.call(&player, Method::POST, path, call).await;
        assert_eq!(status, StatusCode::OK, "{moved}");
        assert_eq!(moved["amount"], held, "{moved}");
        let wallet = stage.wallet(&player).await;
        assert_eq!(slot(&wallet, "pg")["amount"], "0.00");
        // A repeat moves nothing, whatever is there by then, and says what was moved.
        stage.transfer(&player, ("WALLET", "pg"), "300").await;
        let (status, again) = stage.call(&player, Method::POST, path, call).await;
        assert_eq!(status, StatusCode::OK, "{again}");
        assert_eq!(again["amount"], held, "{again}");
        assert_eq!(stage.wallet(&player).await["slots"][0]["amount"], "300.00");
    }
    stage.audit().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn all_of_an_empty_game_is_refused_with_its_balance() {
    let stage = Stage::set().await;
    let (player, name) = funded(&stage, "500").await;
    play_round(&stage, &name, "500.00", "0.00").await;
    let answer = stage.transfer(&player, ("pg", "WALLET"), ALL).await;
    assert_eq!(code(&answer), (422, "MONEY_NOT_ENOUGH"), "{}", answer.1);
    assert_eq!(answer.1["data"]["games"][0]["amount"], "0.00");
    assert_eq!(slot(&seen(&stage, &player).await, "pg")["amount"], "0.00");
    let fault = json!({ "target": "game:pg", "kind": "drop_before", "operation": "balance" });
    stage.fault(&fault).await;
    let answer = stage.transfer(&player, ("pg", "WALLET"), ALL).await;
    assert_eq!(code(&answer), (503, "SERVICE_UNAVAILABLE"), "{}", answer.1);
}

#[tokio::test(flavor = "multi_thread")]
async fn all_of_the_main_wallet_goes_into_a_game_once() {
    let stage = Stage::set().await;
    let (player, _) = funded(&stage, "100.50").await;
    let key = new_key();
    let body = json!({ "from": "WALLET", "to": "pg", "amount": ALL });
    let call = (Some(key.as_str()), Some(&body));
    for _ in 0..2 {
        let path = "/wallet/transfer";
        let (status, moved) = stage.call(&player, Method::POST, path, call).await;
        assert_eq!(status, StatusCode::OK, "{moved}");
        assert_eq!(moved["amount"], "899.50", "{moved}");
        assert_eq!(moved["balance"], "0.00", "{moved}");
    }
    assert_eq!(stage.events(&player, "TransferStarted").await, 2);
    let answer = stage.transfer(&player, ("WALLET", "pg"), ALL).await;
    assert_eq!(code(&answer), (422, "MONEY_NOT_ENOUGH"), "{}", answer.1);
    stage.audit().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn all_goes_from_game_to_game_as_the_provider_says() {
    let stage = Stage::set().await;
    let (player, name) = funded(&stage, "500").await;
    stage.activate(&player, "joker2").await;
    play_round(&stage, &name, "200.00", "50.00").await;
    let (status, moved) = stage.transfer(&player, ("pg", "joker2"), ALL).await;
    assert_eq!(status, StatusCode::OK, "{moved}");
    assert_eq!(moved["amount"], "350.00", "{moved}");
    let wallet = stage.wallet(&player).await;
    assert_eq!(slot(&wallet, "pg")["amount"], "0.00");
    assert_eq!(slot(&wallet, "joker2")["amount"], "350.00");
    stage.audit().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn all_that_can_be_withdrawn_is_withdrawn_with_what_games_hold() {
    let stage = Stage::set().await;
    let (player, name) = funded(&stage, "500").await;
    play_round(&stage, &name, "200.00", "0.00").await;
    let key = new_key();
    let body = json!({ "amount": ALL });
    let call = (Some(key.as_str()), Some(&body));
    for _ in 0..2 {
        let path = "/wallet/withdrawAll";
        let (status, paid) = stage.call(&player, Method::POST, path, call).await;
        assert_eq!(status, StatusCode::OK, "{paid}");
        assert_eq!(paid["amount"], "800.00", "{paid}");
        assert_eq!(paid["balance"], "0.00", "{paid}");
    }
    assert_eq!(stage.events(&player, "WithdrawalRequested").await, 1);
    for path in ["/wallet/withdraw", "/wallet/withdrawAll"] {
        let answer = stage.post(&player, path, &body).await;
        assert_eq!(code(&answer), (422, "MONEY_NOT_ENOUGH"), "{}", answer.1);
    }
    stage.audit().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_withdrawal_beyond_what_there_is_says_how_much_there_is() {
    let stage = Stage::set().await;
    let (player, name) = funded(&stage, "500").await;
    play_round(&stage, &name, "200.00", "0.00").await;
    let body = json!({ "amount": "900" });
    let answer = stage.post(&player, "/wallet/withdrawAll", &body).await;
    assert_eq!(code(&answer), (422, "MONEY_NOT_ENOUGH"), "{}", answer.1);
    assert_eq!(answer.1["data"]["balance"], "800.00", "{}", answer.1);
}

#[tokio::test(flavor = "multi_thread")]
async fn what_was_refreshed_is_read_back_at_once() {
    let stage = Stage::set().await;
    let (player, name) = funded(&stage, "500").await;
    assert_eq!(
        slot(&seen(&stage, &player).await, "imi")["readAt"],
        Value::Null
    );
    for round in 1..=20 {
        play_round(&stage, &name, "10.00", "0.00").await;
        let path = "/wallet/refresh/slot";
        let (status, fresh) = stage.get(&player, path).await;
        assert_eq!(status, StatusCode::OK, "{fresh}");
        let held = format!("{}.00", 500 - 10 * round);
        assert_eq!(fresh["slots"][0]["amount"], held, "{fresh}");
        let wallet = seen(&stage, &player).await;
        assert_eq!(slot(&wallet, "pg")["amount"], held);
        assert_eq!(slot(&wallet, "pg")["readAt"], fresh["slots"][0]["readAt"]);
        assert!(wallet["lastSync"].is_string());
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn only_the_games_that_are_named_are_asked() {
    let stage = Stage::set().await;
    let (player, name) = funded(&stage, "500").await;
    stage.activate(&player, "joker2").await;
    play_round(&stage, &name, "200.00", "0.00").await;
    let refresh = async |games: &str| {
        let path = format!("/wallet/refresh/slot?games={games}");
        stage.get(&player, &path).await
    };
    let (status, fresh) = refresh("joker2").await;
    assert_eq!(status, StatusCode::OK, "{fresh}");
    assert_eq!(fresh["slots"].as_array().unwrap().len(), 1, "{fresh}");
    let wallet = seen(&stage, &player).await;
    assert_eq!(slot(&wallet, "pg")["amount"], "500.00");
    assert_eq!(slot(&wallet, "pg")["readAt"], Value::Null);
    assert!(slot(&wallet, "joker2")["readAt"].is_string());
    let (status, fresh) = refresh("joker2,pg").await;
    assert_eq!(status, StatusCode::OK, "{fresh}");
    assert_eq!(slot(&seen(&stage, &player).await, "pg")["amount"], "300.00");
    assert_eq!(code(&refresh("imi").await), (404, "SLOT_NO_ACCOUNT"));
    assert_eq!(code(&refresh("no%20game").await), (404, "NO_GAME"));
    assert_eq!(code(&refresh("").await), (404, "NO_GAME"));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_game_that_does_not_answer_keeps_its_age() {
    let stage = Stage::set().await;
    let (player, name) = funded(&stage, "500").await;
    let (_, first) = stage.get(&player, "/wallet/refresh/slot").await;
    play_round(&stage, &name, "200.00", "0.00").await;
    let fault = json!({ "target": "game:pg", "kind": "drop_before", "operation": "balance" });
    stage.fault(&fault).await;
    let (status, fresh) = stage.get(&player, "/wallet/refresh/slot").await;
    assert_eq!(status, StatusCode::OK, "{fresh}");
    let known = &fresh["slots"][0];
    assert_eq!(known["ok"], false, "{fresh}");
    assert_eq!(known["amount"], "500.00", "{fresh}");
    assert_eq!(known["readAt"], first["slots"][0]["readAt"], "{fresh}");
}
