//! Promotions by HTTP: found by their code, received once, and never more than there are.

use futures_util::future::join_all;
use serde_json::json;

use crate::granting::{refused, set, set_with};
use crate::stage::{Stage, new_key};

const NEWYEAR: &str = "/promotion/activate/newyear";

#[tokio::test(flavor = "multi_thread")]
async fn a_promotion_is_found_by_its_code_and_received_once() {
    let stage = set().await;
    let player = stage.player(1).await;
    let username = stage.activate(&player, "pg").await;
    let found = Stage::granted(stage.get(&player, "/promotion/find/newyear").await);
    assert_eq!(found["code"], "NEWYEAR");
    assert_eq!(
        (&found["percentFail"], &found["amount"]),
        (&json!("5"), &json!("100.00"))
    );
    assert!(
        found["description"]["en"]
            .as_str()
            .unwrap()
            .contains("100 baht"),
        "{found}"
    );
    refused(
        &stage.get(&player, "/promotion/find/WELCOME").await,
        404,
        "NO_PROMOTION",
    );
    refused(
        &stage.command(&player, "/promotion/activate/OTHER").await,
        404,
        "NO_PROMOTION",
    );
    refused(
        &stage.command(&player, "/promotion/activate/TOPUP50").await,
        422,
        "BONUS_CONDITION",
    );
    let none = json!({ "status": false, "code": null, "description": null });
    assert_eq!(
        Stage::granted(stage.get(&player, "/promotion/current").await),
        none
    );

    let taken = Stage::granted(stage.command(&player, NEWYEAR).await);
    assert_eq!(
        (&taken["amount"], &taken["balance"]),
        (&json!("100.00"), &json!("100.00"))
    );
    let current = Stage::granted(stage.get(&player, "/promotion/current").await);
    assert_eq!(
        (&current["status"], &current["code"]),
        (&json!(true), &json!("NEWYEAR"))
    );
    let active = Stage::granted(stage.get(&player, "/bonus/check/active").await);
    assert_eq!(active["type"], "promotion");
    refused(
        &stage.command(&player, NEWYEAR).await,
        409,
        "BONUS_ALREADY_ACTIVE",
    );
    refused(
        &stage.command(&player, "/promotion/activate/OTHER").await,
        409,
        "BONUS_ALREADY_ACTIVE",
    );

    stage.moved(&player, ("WALLET", "pg"), "100.00").await;
    stage.play("pg", &username, "95.00", "0.00").await;
    let cleared = Stage::granted(stage.command(&player, "/bonus/clear").await);
    assert_eq!(cleared["outcome"], "FAIL");
    refused(
        &stage.command(&player, NEWYEAR).await,
        409,
        "PROMOTION_RECEIVED",
    );
    let statement = stage.settled(&player).await;
    let finish = &statement["statements"][0];
    assert_eq!(finish["outcome"], "FAIL");
    assert!(
        finish["promotion"]["description"]["th"].is_string(),
        "{finish}"
    );
    stage.audit().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn of_fifty_promotions_fifty_are_granted_to_many_who_ask_at_once() {
    const MEMBERS: u32 = 68;
    let stage = set().await;
    let mut players = Vec::new();
    for n in 1..=MEMBERS {
        players.push(stage.player(n).await);
    }
    // Each asks three times, with separate keys: more than 200 at once.
    let asked = players.iter().flat_map(|player| [player; 3]);
    let answers = join_all(asked.map(|player| stage.command(player, NEWYEAR))).await;
    let count = |code: &str| {
        let is = |body: &serde_json::Value| body["message"] == code || body["status"] == code;
        answers.iter().filter(|(_, body)| is(body)).count()
    };
    let (granted, full) = (count("SUCCESS"), count("BONUS_FULL"));
    let again = count("BONUS_ALREADY_ACTIVE");
    assert_eq!(granted, 50);
    assert_eq!(granted + full + again, answers.len(), "{answers:?}");
    assert!(full > 0);
    let numbers: Vec<String> =
        sqlx::query_scalar("select reference from claim where kind = 'quota' order by reference")
            .fetch_all(&stage.database.owner())
            .await
            .unwrap();
    assert_eq!(numbers.len(), 50);
    let late = stage.player(MEMBERS + 1).await;
    refused(&stage.command(&late, NEWYEAR).await, 409, "BONUS_FULL");
    stage.audit().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn all_gone_is_said_before_a_missing_deposit_and_after_an_own_receipt() {
    let stage = set_with(|config| {
        let code = |it: &&mut gateway::config::Offer| it.code == "TOPUP50";
        config.promotions.iter_mut().find(code).unwrap().quota = Some(1);
    })
    .await;
    let topup = "/promotion/activate/TOPUP50";
    let first = stage.player(1).await;
    stage.deposit(&first, "200.00").await;
    let key = new_key();
    let taken = stage.command_as(&first, topup, Some(&key)).await;
    assert_eq!(Stage::granted(taken.clone())["amount"], "100.00");
    let second = stage.player(2).await;
    refused(&stage.command(&second, topup).await, 409, "BONUS_FULL");
    refused(
        &stage.command(&first, topup).await,
        409,
        "BONUS_ALREADY_ACTIVE",
    );
    assert_eq!(stage.command_as(&first, topup, Some(&key)).await, taken);
    stage.audit().await;
}
