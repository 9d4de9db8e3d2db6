//! Finding a player by whatever a complaint names.

use reqwest::StatusCode;
use serde_json::{Value, json};

use crate::stage::{Player, Stage, expect_error};
use crate::work::unclear_slip;

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
        ("2093", "bank"),
        ("somchai", "name"),
        ("Som", "name"),
        ("สมชาย", "name"),
        ("  ＳＯＭＣＨＡＩ ", "name"),
        ("512.25", "amount"),
        ("฿512.25", "amount"),
        ("512.25 บาท", "amount"),
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
async fn a_player_is_found_by_a_slip_that_waits_and_by_the_holders_family_name() {
    let stage = Stage::set().await;
    let (player, slip) = unclear_slip(&stage, "333.33").await;
    let agent = stage.staff("agent").await;
    // The search waits for no view by itself.
    let path = format!("/support/work/slips/{slip}?after={}", stage.head().await);
    let (status, shown) = stage.get_as(&agent, &path).await;
    assert_eq!(status, StatusCode::OK, "{shown}");
    let hit = found(&stage, &agent, "333.33", &player).await;
    assert_eq!(hit["matched"], "amount");
    assert_eq!(hit["operation"]["kind"], "slip");
    assert_eq!(hit["operation"]["id"], slip);
    stage
        .tamper("update bank_account set holder_canonical = 'MALEE SUKJAI'")
        .await;
    let hit = found(&stage, &agent, "Sukjai", &player).await;
    assert_eq!(hit["matched"], "name");
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

/// An id as the console shows it.
fn short(id: &str) -> &str {
    &id[..13]
}

#[tokio::test]
async fn a_player_is_found_by_the_short_form_of_each_id_that_the_console_shows() {
    let stage = Stage::set().await;
    let player = stage.player(1).await;
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
    let owner = stage.database.owner();
    let id = player.id.to_string();
    let hit = found(&stage, &agent, short(&id), &player).await;
    assert_eq!(hit["matched"], "id");
    let ids = "select distinct operation_id::text from statement_line where wallet_id::text = $1";
    let operations: Vec<String> = sqlx::query_scalar(ids)
        .bind(&id)
        .fetch_all(&owner)
        .await
        .unwrap();
    assert_eq!(operations.len(), 2);
    for operation in operations {
        let hit = found(&stage, &agent, short(&operation), &player).await;
        assert_eq!(hit["matched"], "operation");
        assert_eq!(hit["operation"]["id"], operation);
    }
    let account = "select id::text from bank_account where member_id::text = $1";
    let account: String = sqlx::query_scalar(account)
        .bind(&id)
        .fetch_one(&owner)
        .await
        .unwrap();
    let hit = found(&stage, &agent, short(&account), &player).await;
    assert_eq!(hit["matched"], "bank");
}

#[tokio::test]
async fn a_player_is_found_by_a_device_and_by_a_flag_that_is_set() {
    let stage = Stage::set().await;
    let player = stage.player(1).await;
    stage.player(2).await;
    let device = "insert into member_device (member_id, device, mac, seen_at)
        values ($1::uuid, decode('c0ffee00c0ffee00c0ffee00c0ffee00', 'hex'),
                decode(repeat('00', 32), 'hex'), now())";
    sqlx::query(device)
        .bind(player.id.to_string())
        .execute(&stage.database.owner())
        .await
        .unwrap();
    let agent = stage.staff("agent").await;
    for text in ["c0ffee00-c0ff", "c0ffee00c0ffee00c0ffee00c0ffee00"] {
        let hit = found(&stage, &agent, text, &player).await;
        assert_eq!(hit["matched"], "device", "{text}");
    }
    assert!(search(&stage, &agent, "vulnerable").await.is_empty());
    let path = format!("/support/players/{}/notes", player.id);
    let note = json!({ "text": "asked for help", "flag": "VULNERABLE", "clears": false });
    let (status, body) = stage.post_as(&agent, &path, &note).await;
    assert!(status.is_success(), "{body}");
    for text in ["vulnerable", "VULNERABLE"] {
        let hit = found(&stage, &agent, text, &player).await;
        assert_eq!(hit["matched"], "flag", "{text}");
    }
    let note = json!({ "text": "is well", "flag": "VULNERABLE", "clears": true });
    let (status, body) = stage.post_as(&agent, &path, &note).await;
    assert!(status.is_success(), "{body}");
    assert!(search(&stage, &agent, "vulnerable").await.is_empty());
}
