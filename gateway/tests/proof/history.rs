//! Lives that leave lines of every type.

use std::time::Duration;

use reqwest::{Method, StatusCode};
use serde_json::json;

use crate::stage::{Player, Stage};

/// A transfer into a game that arrives.
pub(crate) async fn move_once(stage: &Stage, player: &Player) {
    stage.activate(player, "pg").await;
    let (status, body) = stage.transfer(player, ("WALLET", "pg"), "100").await;
    assert_eq!(status, StatusCode::OK, "{body}");
}

/// A slip, a bonus that is lost, transfers there and back and one that is refused, a withdrawal,
/// a payout that comes back, a correction, a deposit that waits, and a spin's seeds.
pub(crate) async fn mixed(stage: &Stage) -> Player {
    // The bank pays nothing out to an account that ends so.
    let player = stage.player_with("0899990000", "1234560000").await;
    stage.deposit_by_slip(&player, "500.00").await;
    let username = stage.activate(&player, "pg").await;
    let (status, taken) = stage
        .post(&player, "/bonus/activate/WELCOME", &json!({}))
        .await;
    assert_eq!(status, StatusCode::OK, "{taken}");
    let (status, moved) = stage.transfer(&player, ("WALLET", "pg"), "780").await;
    assert_eq!(status, StatusCode::OK, "{moved}");
    // Lost but for a rest below the bonus' lower bound, so that it ends.
    let play = format!("/__sandbox/players/pg/{username}/play");
    let bet = json!({ "stake": "770.00", "win": "0.00" });
    let (status, body) = stage.control(Method::POST, &play, Some(&bet)).await;
    assert_eq!(status, StatusCode::OK, "{body}");
    let (status, moved) = stage.transfer(&player, ("pg", "WALLET"), "10").await;
    assert_eq!(status, StatusCode::OK, "{moved}");
    let (status, ended) = stage.post(&player, "/bonus/clear", &json!({})).await;
    assert_eq!(status, StatusCode::OK, "{ended}");
    correct(stage, &player, "1000.00").await;
    let refusal = json!({ "target": "game:pg", "kind": "maintenance" });
    stage.fault(&refusal).await;
    stage.transfer(&player, ("WALLET", "pg"), "50").await;
    stage.settled(&player).await;
    stage.clear_faults().await;
    let wanted = json!({ "amount": "200.00" });
    let (status, back) = stage.post(&player, "/wallet/withdraw", &wanted).await;
    assert_eq!(status, StatusCode::CONFLICT, "{back}");
    stage.settled(&player).await;
    let (status, seeds) = stage.post(&player, "/spinwheel/seed", &json!({})).await;
    assert_eq!(status, StatusCode::OK, "{seeds}");
    let announced = json!({ "amount": "300.00" });
    let (status, body) = stage.post(&player, "/wallet/add", &announced).await;
    assert!(status.is_success(), "{body}");
    player
}

/// Two supervisors put something right.
pub(crate) async fn correct(stage: &Stage, player: &Player, amount: &str) {
    let asking = stage.staff("supervisor").await;
    let agreeing = stage.staff("supervisor2").await;
    let path = format!("/support/players/{}/corrections", player.id);
    let body = json!({ "amount": amount, "reason": "charged twice" });
    let (status, asked) = stage.post_as(&asking, &path, &body).await;
    assert_eq!(status, StatusCode::ACCEPTED, "{asked}");
    let id = asked["approvalId"].as_str().unwrap();
    let path = format!("/support/approvals/{id}/approve");
    let (status, done) = stage
        .post_as(&agreeing, &path, &json!({ "reason": "seen and right" }))
        .await;
    assert_eq!(status, StatusCode::OK, "{done}");
    // What staff's authenticators show moves the clock; sessions are long.
    stage.app.clock().advance(Duration::from_millis(1));
}
