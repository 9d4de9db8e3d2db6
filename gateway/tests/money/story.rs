//! The main job: from a bank slip to an auditable statement.

use reqwest::{Method, StatusCode};
use serde_json::json;

use crate::balances::slot;
use crate::stage::Stage;

#[tokio::test(flavor = "multi_thread")]
async fn a_player_deposits_plays_wins_and_withdraws_and_every_sum_agrees() {
    let stage = Stage::set().await;
    let player = stage.player(1).await;
    stage.deposit_by_slip(&player, "500.00").await;
    let wallet = stage.wallet(&player).await;
    assert_eq!(wallet["wallet"]["amount"], "500.00");
    assert_eq!(slot(&wallet, "pg")["isActive"], false);

    let username = stage.activate(&player, "pg").await;
    let (status, moved) = stage.transfer(&player, ("WALLET", "pg"), "300").await;
    assert_eq!(status, StatusCode::OK, "{moved}");
    assert_eq!(moved["status"], "SUCCESS");
    assert_eq!(moved["balance"], "200.00");

    let play = format!("/__sandbox/players/pg/{username}/play");
    let bet = json!({ "stake": "50.00", "win": "170.50" });
    let (status, body) = stage.control(Method::POST, &play, Some(&bet)).await;
    assert!(status.is_success(), "{body}");
    let (status, fresh) = stage
        .post(&player, "/wallet/refresh/slot", &json!({}))
        .await;
    assert_eq!(status, StatusCode::OK, "{fresh}");
    assert_eq!(fresh["slots"][0]["amount"], "420.50");
    assert_eq!(fresh["slots"][0]["ok"], true);

    let (status, moved) = stage.transfer(&player, ("pg", "WALLET"), "420.50").await;
    assert_eq!(status, StatusCode::OK, "{moved}");
    assert_eq!(moved["balance"], "620.50");
    let body = json!({ "amount": "600.00" });
    let (status, paid) = stage.post(&player, "/wallet/withdraw", &body).await;
    assert_eq!(status, StatusCode::OK, "{paid}");
    assert_eq!(paid["balance"], "20.50");

    let wallet = stage.wallet(&player).await;
    assert_eq!(wallet["total"], "20.50");
    assert_eq!(wallet["pendingWithdrawal"], "0.00");
    assert!(wallet["lastSync"].is_string());
    let statement = stage.settled(&player).await;
    let balances: Vec<&str> = statement["statements"]
        .as_array()
        .unwrap()
        .iter()
        .map(|line| line["balance"].as_str().unwrap())
        .collect();
    assert_eq!(balances, ["20.50", "620.50", "200.00", "500.00"]);
    let totals = stage.totals().await;
    assert_eq!(totals["payouts"]["amount"], "600.00");
    assert_eq!(totals["games"]["pg"]["balance"], "0.00");
    stage.audit().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_loss_is_seen_by_the_transfer_back_even_without_a_refresh() {
    let stage = Stage::set().await;
    let player = stage.player(1).await;
    stage.deposit_by_slip(&player, "500.00").await;
    let username = stage.activate(&player, "pg").await;
    stage.transfer(&player, ("WALLET", "pg"), "300").await;
    let play = format!("/__sandbox/players/pg/{username}/play");
    let bet = json!({ "stake": "100.00", "win": "0.00" });
    stage.control(Method::POST, &play, Some(&bet)).await;
    let (status, refused) = stage.transfer(&player, ("pg", "WALLET"), "300").await;
    assert_eq!(status, StatusCode::CONFLICT, "{refused}");
    assert_eq!(refused["message"], "TRANSFER_FAIL");
    let (status, moved) = stage.transfer(&player, ("pg", "WALLET"), "150").await;
    assert_eq!(status, StatusCode::OK, "{moved}");
    let wallet = stage.wallet(&player).await;
    assert_eq!(wallet["wallet"]["amount"], "350.00");
    assert_eq!(slot(&wallet, "pg")["amount"], "50.00");
    stage.audit().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_provider_that_does_not_answer_keeps_its_last_amount() {
    let stage = Stage::set().await;
    let player = stage.player(1).await;
    stage.deposit_by_slip(&player, "500.00").await;
    stage.activate(&player, "pg").await;
    stage.activate(&player, "joker2").await;
    stage.transfer(&player, ("WALLET", "pg"), "100").await;
    stage
        .fault(&json!({ "target": "game:pg", "kind": "drop_before" }))
        .await;
    let (status, fresh) = stage
        .post(&player, "/wallet/refresh/slot", &json!({}))
        .await;
    assert_eq!(status, StatusCode::OK, "{fresh}");
    let shown = |code: &str| {
        let slots = fresh["slots"].as_array().unwrap();
        slots
            .iter()
            .find(|slot| slot["code"] == code)
            .unwrap()
            .clone()
    };
    assert_eq!(
        shown("pg"),
        json!({ "code": "pg", "amount": "100.00", "ok": false, "readAt": null,
            "message": "SERVICE_UNAVAILABLE" })
    );
    let mut other = shown("joker2");
    assert!(other["readAt"].take().is_string(), "{fresh}");
    assert_eq!(
        other,
        json!({ "code": "joker2", "amount": "0.00", "ok": true, "readAt": null })
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn a_game_account_shows_its_password_to_its_owner_only() {
    let stage = Stage::set().await;
    let (player, other) = (stage.player(1).await, stage.player(2).await);
    let (status, none) = stage.get(&player, "/wallet/account/pg").await;
    assert_eq!(
        (status, &none["message"]),
        (StatusCode::NOT_FOUND, &json!("SLOT_NO_ACCOUNT"))
    );
    let username = stage.activate(&player, "pg").await;
    let (_, account) = stage.get(&player, "/wallet/account/pg").await;
    assert_eq!(account["username"], username.as_str());
    assert_eq!(account["password"].as_str().unwrap().len(), 8);
    let (status, again) = stage.post(&player, "/wallet/activate/pg", &json!({})).await;
    assert_eq!(status, StatusCode::CONFLICT);
    assert_eq!(again["message"], "SLOT_ALREADY_ACTIVE");

    let (status, reset) = stage
        .post(&player, "/wallet/resetpassword/pg", &json!({}))
        .await;
    assert_eq!(status, StatusCode::OK, "{reset}");
    assert_ne!(reset["password"], account["password"]);
    let (_, now) = stage.get(&player, "/wallet/account/pg").await;
    assert_eq!(now["password"], reset["password"]);

    let (status, link) = stage
        .post(&player, &format!("/autoLogin/pg/{username}"), &json!({}))
        .await;
    assert_eq!(status, StatusCode::OK, "{link}");
    assert!(link["link"].as_str().unwrap().starts_with(&stage.world));
    let with_another = format!("/autoLogin/pg/{username}/whatever");
    let (status, _) = stage.get(&player, &with_another).await;
    assert_eq!(status, StatusCode::UNAUTHORIZED);
    stage.activate(&other, "pg").await;
    let (status, refused) = stage
        .get(&other, &format!("/autoLogin/pg/{username}"))
        .await;
    assert_eq!(status, StatusCode::NOT_FOUND);
    assert_eq!(refused["message"], "SLOT_NO_ACCOUNT");
    let stored: Vec<Vec<u8>> = sqlx::query_scalar("select sealed from game_credential")
        .fetch_all(&stage.database.owner())
        .await
        .unwrap();
    let password = now["password"].as_str().unwrap().as_bytes();
    for sealed in stored {
        assert!(
            !sealed
                .windows(password.len())
                .any(|window| window == password)
        );
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_lost_activation_or_reset_is_finished_by_its_repeat() {
    let stage = Stage::set().await;
    let player = stage.player(1).await;
    let lose = json!({ "target": "game:pg", "kind": "drop_after", "count": 1 });
    stage.fault(&lose).await;
    let (status, failure) = stage.post(&player, "/wallet/activate/pg", &json!({})).await;
    assert_eq!(status, StatusCode::BAD_GATEWAY, "{failure}");
    assert_eq!(failure["message"], "SLOT_ACTIVATE_FAIL");
    stage.activate(&player, "pg").await;
    stage.fault(&lose).await;
    let (status, failure) = stage
        .post(&player, "/wallet/resetpassword/pg", &json!({}))
        .await;
    assert_eq!(status, StatusCode::BAD_GATEWAY, "{failure}");
    assert_eq!(failure["message"], "SLOT_RESET_PASSWORD_FAIL");
    let (status, _) = stage
        .post(&player, "/wallet/resetpassword/pg", &json!({}))
        .await;
    assert_eq!(status, StatusCode::OK);
}
