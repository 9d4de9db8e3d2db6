//! What staff give of the house's, alone up to a limit and as two above it, and the end of a grant.

use reqwest::{Method, StatusCode};
use serde_json::{Value, json};

use crate::stage::{Answer, Player, Stage, expect_error};
use crate::work::{answer, held};

const WHY: &str = "waited for an hour";

async fn give(stage: &Stage, token: &str, player: &Player, what: &str, body: Value) -> Answer {
    let path = format!("/support/players/{}/{what}", player.id);
    let mut body = body;
    body["reason"] = json!(WHY);
    stage.post_as(token, &path, &body).await
}

async fn bonus(stage: &Stage, token: &str, player: &Player, amount: &str) -> Answer {
    let body = json!({ "code": "WELCOME", "amount": amount });
    give(stage, token, player, "bonuses", body).await
}

/// What staff may give, and the active grant.
async fn rewards(stage: &Stage, token: &str, player: &Player) -> Value {
    let look = stage.look(token, player).await;
    let path = format!("/support/players/{}/rewards", player.id);
    let with = (Some(look.as_str()), None);
    let (status, body) = stage.call_as(token, Method::GET, &path, with).await;
    assert_eq!(status, StatusCode::OK, "{body}");
    body
}

/// The id in the one event of a kind.
async fn named_in(stage: &Stage, kind: &str) -> Value {
    sqlx::query_scalar(
        "select payload::json #> array['Reward', $1, 'grant_id'] from event where event_type = $1",
    )
    .bind(kind)
    .fetch_one(&stage.database.owner())
    .await
    .unwrap()
}

#[tokio::test(flavor = "multi_thread")]
async fn one_person_gives_up_to_the_limit_of_a_day_and_two_above_it() {
    let stage = Stage::set().await;
    let player = stage.player(1).await;
    let agent = stage.staff("agent").await;
    let supervisor = stage.staff("supervisor").await;
    let (status, body) = bonus(&stage, &agent, &player, "300").await;
    assert_eq!(status, StatusCode::OK, "{body}");
    assert_eq!(held(&stage, &player).await, "300.00");
    assert_eq!(named_in(&stage, "GrantActivated").await, body["id"]);
    let shown = rewards(&stage, &agent, &player).await;
    assert_eq!(shown["active"]["reference"], "WELCOME", "{shown}");
    assert_eq!(shown["active"]["amount"], "300.00", "{shown}");
    // One grant at a time.
    let second = bonus(&stage, &agent, &player, "10").await;
    expect_error(&second, 409, "BONUS_ALREADY_ACTIVE");

    let (status, body) = give(&stage, &agent, &player, "coins", json!({ "coins": "20" })).await;
    assert_eq!(status, StatusCode::OK, "{body}");
    assert_eq!(named_in(&stage, "CoinsGiven").await, body["id"]);
    let (status, body) = give(&stage, &agent, &player, "coins", json!({ "coins": "1" })).await;
    assert_eq!(status, StatusCode::ACCEPTED, "{body}");
    assert_eq!(rewards(&stage, &agent, &player).await["coins"], "20");
    let id = body["approvalId"].as_str().unwrap();
    let (status, body) = answer(&stage, &supervisor, id, "approve").await;
    assert_eq!(status, StatusCode::OK, "{body}");
    assert_eq!(rewards(&stage, &agent, &player).await["coins"], "21");

    let other = stage.player(2).await;
    let (status, body) = bonus(&stage, &agent, &other, "700.01").await;
    assert_eq!(status, StatusCode::ACCEPTED, "with the 300 before: {body}");
    assert_eq!(held(&stage, &other).await, "0.00");
    assert_eq!(stage.wrong().await, [""; 0]);
    stage.audit().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn two_people_end_a_grant_which_goes_back() {
    let stage = Stage::set().await;
    let player = stage.player(1).await;
    let agent = stage.staff("agent").await;
    let supervisor = stage.staff("supervisor").await;
    stage.deposit(&player, "500.00").await;
    let (status, body) = bonus(&stage, &agent, &player, "300").await;
    assert_eq!(status, StatusCode::OK, "{body}");
    let grant = body["id"].as_str().unwrap();
    let (status, body) = give(
        &stage,
        &agent,
        &player,
        &format!("bonuses/{grant}/end"),
        json!({}),
    )
    .await;
    assert_eq!(status, StatusCode::ACCEPTED, "{body}");
    assert_eq!(held(&stage, &player).await, "800.00");
    let id = body["approvalId"].as_str().unwrap();
    let (status, body) = answer(&stage, &supervisor, id, "approve").await;
    assert_eq!(status, StatusCode::OK, "{body}");
    assert_eq!(held(&stage, &player).await, "500.00");
    let shown = rewards(&stage, &agent, &player).await;
    assert!(shown.get("active").is_none(), "{shown}");
    let gone = give(
        &stage,
        &agent,
        &player,
        &format!("bonuses/{grant}/end"),
        json!({}),
    )
    .await;
    expect_error(&gone, 409, "ALREADY_ENDED");
    assert_eq!(stage.wrong().await, [""; 0]);
    stage.audit().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_coupon_for_money_is_credited_and_nothing_else_is() {
    let stage = Stage::set().await;
    let player = stage.player(1).await;
    let agent = stage.staff("agent").await;
    for (prize, code, status) in [
        ("COIN1", "INVALID_COUPON_TYPE", 409),
        ("NOPRIZE", "INVALID_PRIZE_CODE", 404),
    ] {
        let refused = give(
            &stage,
            &agent,
            &player,
            "coupons",
            json!({ "prize": prize }),
        )
        .await;
        expect_error(&refused, status, code);
    }
    let unknown = json!({ "code": "NOBONUS", "amount": "10" });
    let refused = give(&stage, &agent, &player, "bonuses", unknown).await;
    expect_error(&refused, 404, "NO_PROMOTION");
    let coupon = json!({ "prize": "CASH20" });
    let (status, body) = give(&stage, &agent, &player, "coupons", coupon).await;
    assert_eq!(status, StatusCode::OK, "{body}");
    assert_eq!(held(&stage, &player).await, "20.00");
    assert_eq!(named_in(&stage, "GrantActivated").await, body["id"]);
    assert_eq!(stage.wrong().await, [""; 0]);
    stage.audit().await;
}
