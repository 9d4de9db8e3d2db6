//! Finding a player by whatever a complaint names.

use reqwest::StatusCode;
use serde_json::Value;

use crate::stage::{Player, Stage, expect_error};

async fn search(stage: &Stage, token: &str, text: &str) -> Vec<Value> {
    let text: String = url_of(text);
    let (status, body) = stage
        .get_as(token, &format!("/support/players?q={text}"))
        .await;
    assert_eq!(status, StatusCode::OK, "{body}");
    body["players"].as_array().unwrap().clone()
}

fn url_of(text: &str) -> String {
    use std::fmt::Write as _;
    text.bytes().fold(String::new(), |mut url, byte| {
        let _ = write!(url, "%{byte:02x}");
        url
    })
}

/// The one player who is found, and by what.
async fn found(stage: &Stage, token: &str, text: &str, player: &Player) -> Value {
    let all = search(stage, token, text).await;
    let hit = all.iter().find(|it| it["id"] == player.id.to_string());
    hit.unwrap_or_else(|| panic!("{text}: {all:?}")).clone()
}

#[tokio::test]
async fn a_player_is_found_by_what_a_complaint_names() {
    let stage = Stage::set().await;
    let player = stage.player_with("0812345678", "9999902093").await;
    stage.player(2).await;
    let payment = stage.pay(&player, "512.25").await;
    let picture = stage.slip_picture(&payment, "png").await;
    let (status, slip) = stage.upload(&player, "key-1", picture).await;
    assert_eq!(status, StatusCode::CREATED, "{slip}");
    stage.activate(&player, "pg").await;
    let (status, moved) = stage.transfer(&player, ("WALLET", "pg"), "100").await;
    assert!(status.is_success(), "{moved}");
    stage.settled(&player).await;
    let agent = stage.staff("agent").await;
    let id = player.id.to_string();
    for (text, matched) in [
        (id.as_str(), "id"),
        ("0812345678", "phone"),
        ("+66 81-234-5678", "phone"),
        ("08123", "phone"),
        ("9999902093", "bank"),
        ("somchai", "name"),
        ("Som", "name"),
        ("สมชาย", "name"),
        ("512.25", "amount"),
        (payment["transRef"].as_str().unwrap(), "slip"),
    ] {
        let hit = found(&stage, &agent, text, &player).await;
        assert_eq!(hit["matched"], matched, "{text}");
        assert!(hit.get("password").is_none());
    }
    // A movement leads to its event.
    let operation = &found(&stage, &agent, "512.25", &player).await["operation"];
    assert_eq!(operation["kind"], "deposit");
    let sequence = operation["sequence"].as_i64().unwrap();
    let kind: String = sqlx::query_scalar(
        "select event_type from event where wallet_id::text = $1 and sequence = $2",
    )
    .bind(&id)
    .bind(sequence)
    .fetch_one(&stage.database.owner())
    .await
    .unwrap();
    assert_eq!(kind, "Deposited");
    let by_id = operation["id"].as_str().unwrap().to_owned();
    let hit = found(&stage, &agent, &by_id, &player).await;
    assert_eq!(hit["matched"], "operation");
    assert_eq!(hit["operation"]["sequence"], sequence);
}

#[tokio::test]
async fn a_search_is_bounded_and_takes_no_wildcards() {
    let stage = Stage::set().await;
    for number in 1..=22 {
        stage.player(number).await;
    }
    let agent = stage.staff("agent").await;
    assert_eq!(search(&stage, &agent, "somchai").await.len(), 20);
    for text in [
        "%%",
        "__",
        "som%i",
        "'; drop table member; --",
        "99999",
        "0.00",
    ] {
        assert!(search(&stage, &agent, text).await.is_empty(), "{text}");
    }
    for text in ["", "a", &"x".repeat(101), "a\u{0}b"] {
        let path = format!("/support/players?q={}", url_of(text));
        let answer = stage.get_as(&agent, &path).await;
        expect_error(&answer, 400, "INVALID_INPUT");
    }
    let acts = stage.acts().await;
    let searches = acts.iter().filter(|it| it["kind"] == "search");
    assert_eq!(searches.count(), 11);
}
