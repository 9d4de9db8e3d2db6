//! How sessions end.

use std::time::Duration;

use serde_json::json;

use crate::stage::{PASSWORD, Stage, credentials};

const PROFILE: &str = "/api/account/profile";

#[tokio::test]
async fn a_session_ends_at_log_out_and_others_stay() {
    let stage = Stage::set_without_otp().await;
    let one = stage.member(1).await;
    let two = stage.log_in(1).await;
    stage
        .post_as(&one, "/api/logout", &json!({}))
        .await
        .expect_success();
    stage
        .get(PROFILE, &one)
        .await
        .expect_error(401, "invalid-token");
    stage.get(PROFILE, &two).await.expect_success();
}

#[tokio::test]
async fn a_changed_password_ends_every_other_session() {
    let stage = Stage::set_without_otp().await;
    let mine = stage.member(1).await;
    let others = stage.log_in(1).await;
    let change = json!({ "oldPassword": PASSWORD, "newPassword": "Another-5678" });
    stage
        .put_as(&mine, "/api/account/changepwd", &change)
        .await
        .expect_success();
    stage.get(PROFILE, &mine).await.expect_success();
    stage
        .get(PROFILE, &others)
        .await
        .expect_error(401, "invalid-token");
    stage
        .post("/api/login", &credentials(1))
        .await
        .expect_error(401, "WRONG_CREDENTIAL");
    let mut new = credentials(1);
    new["password"] = json!("Another-5678");
    stage.post("/api/login", &new).await.expect_success();
}

#[tokio::test]
async fn a_session_ends_when_it_is_not_used() {
    let stage = Stage::set_without_otp().await;
    let token = stage.member(1).await;
    for _ in 0..3 {
        stage.app.clock().advance(Duration::from_mins(50));
        stage.get(PROFILE, &token).await.expect_success();
    }
    stage.app.clock().advance(Duration::from_hours(1));
    stage
        .get(PROFILE, &token)
        .await
        .expect_error(401, "EXPIRED_AUTH_TOKEN");
}

#[tokio::test]
async fn a_session_ends_for_good_however_it_is_used() {
    let stage = Stage::set_without_otp().await;
    let token = stage.member(1).await;
    for _ in 0..14 {
        stage.app.clock().advance(Duration::from_mins(50));
        stage.get(PROFILE, &token).await.expect_success();
    }
    stage.app.clock().advance(Duration::from_mins(50));
    stage
        .get(PROFILE, &token)
        .await
        .expect_error(401, "EXPIRED_AUTH_TOKEN");
}

#[tokio::test]
async fn a_remembered_session_lasts_for_weeks() {
    let stage = Stage::set_without_otp().await;
    stage.register(1).await;
    let mut body = credentials(1);
    body["remember"] = json!(true);
    let token = stage.post("/api/login", &body).await.text("token");
    for _ in 0..4 {
        stage.app.clock().advance(Duration::from_hours(6 * 24));
        stage.get(PROFILE, &token).await.expect_success();
    }
    stage.app.clock().advance(Duration::from_hours(6 * 24));
    stage
        .get(PROFILE, &token)
        .await
        .expect_error(401, "EXPIRED_AUTH_TOKEN");
}

#[tokio::test]
async fn a_deactivated_member_is_out_at_once() {
    let stage = Stage::set_without_otp().await;
    let token = stage.member(1).await;
    stage.tamper("update member set is_active = false").await;
    stage
        .get(PROFILE, &token)
        .await
        .expect_error(403, "INACTIVE_USER");
}

#[tokio::test]
async fn a_copy_of_the_database_opens_no_session() {
    let stage = Stage::set_without_otp().await;
    let token = stage.member(1).await;
    let rows: String = sqlx::query_scalar("select string_agg(session::text, '') from session")
        .fetch_one(&stage.database.owner())
        .await
        .unwrap();
    assert!(!rows.contains(&token));
    let hash: Vec<u8> = sqlx::query_scalar("select token_hash from session")
        .fetch_one(&stage.database.owner())
        .await
        .unwrap();
    for stolen in [hex::encode(&hash), format!("\\x{}", hex::encode(&hash))] {
        stage
            .get(PROFILE, &stolen)
            .await
            .expect_error(401, "invalid-token");
    }
}
