//! Lists of players whom staff should look at: who is in one, why, and that each look is counted.

use std::collections::BTreeSet;

use reqwest::{Method, StatusCode};
use serde_json::{Value, json};

use crate::freeze::decided;
use crate::stage::{Player, Stage, expect_error};

async fn page(stage: &Stage, token: &str, list: &str) -> Value {
    let head = stage.head().await;
    let path = format!("/support/players/lists/{list}?after={head}");
    let (status, body) = stage.get_as(token, &path).await;
    assert_eq!(status, StatusCode::OK, "{list}: {body}");
    body
}

/// The row of a player in a list.
async fn row(stage: &Stage, token: &str, list: &str, player: &Player) -> Option<Value> {
    let page = page(stage, token, list).await;
    let mut rows = page["players"].as_array().unwrap().iter();
    let found = rows.find(|each| each["id"] == player.id.to_string());
    found.cloned()
}

async fn searches(stage: &Stage) -> usize {
    let acts = stage.acts().await;
    acts.iter().filter(|each| each["kind"] == "search").count()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_list_has_a_player_with_the_reason_and_not_once_it_is_over() {
    let stage = Stage::set().await;
    let (player, other) = (stage.player(1).await, stage.player(2).await);
    let agent = stage.staff("agent").await;
    for list in ["flagged", "frozen", "excluded", "limit", "deposits"] {
        let listed = page(&stage, &agent, list).await;
        assert_eq!(listed["players"], json!([]), "{list}");
    }
    let path = format!("/support/players/{}/notes", player.id);
    let note = json!({ "text": "three cards in a week", "flag": "SUSPECTED_FRAUD" });
    let (status, body) = stage.post_as(&agent, &path, &note).await;
    assert_eq!(status, StatusCode::OK, "{body}");
    let flagged = row(&stage, &agent, "flagged", &player).await.unwrap();
    assert_eq!(flagged["reason"], "FLAG");
    assert_eq!(flagged["facts"]["flag"], "SUSPECTED_FRAUD");
    let clear = json!({ "text": "all his own", "flag": "SUSPECTED_FRAUD", "clears": true });
    let (status, body) = stage.post_as(&agent, &path, &clear).await;
    assert_eq!(status, StatusCode::OK, "{body}");
    assert_eq!(row(&stage, &agent, "flagged", &player).await, None);

    decided(&stage, &player, Some("ALL")).await;
    let agent = stage.staff("agent").await;
    let frozen = row(&stage, &agent, "frozen", &player).await.unwrap();
    assert_eq!(frozen["reason"], "MONEY_FROZEN");
    decided(&stage, &player, None).await;
    let agent = stage.staff("agent").await;
    assert_eq!(row(&stage, &agent, "frozen", &player).await, None);
    let path = format!("/support/players/{}/login-freeze", other.id);
    let why = json!({ "reason": "the phone was stolen" });
    let (status, body) = stage.post_as(&agent, &path, &why).await;
    assert_eq!(status, StatusCode::OK, "{body}");
    let frozen = row(&stage, &agent, "frozen", &other).await.unwrap();
    assert_eq!(frozen["reason"], "LOGIN_FROZEN");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_break_a_limit_and_fast_deposits_bring_a_player_into_a_list() {
    let stage = Stage::set().await;
    let (player, other) = (stage.player(1).await, stage.player(2).await);
    for _ in 0..5 {
        stage.deposit(&player, "100.00").await;
    }
    let agent = stage.staff("agent").await;
    let path = format!("/support/players/{}/limits", player.id);
    let limit = json!({ "period": "DAY", "limit": "500", "reason": "asked on the phone" });
    let (status, body) = stage.post_as(&agent, &path, &limit).await;
    assert_eq!(status, StatusCode::OK, "{body}");
    let deposits = row(&stage, &agent, "deposits", &player).await.unwrap();
    assert_eq!(deposits["reason"], "FAST_DEPOSITS");
    assert_eq!(deposits["facts"]["count"], 5);
    let limited = row(&stage, &agent, "limit", &player).await.unwrap();
    assert_eq!(limited["reason"], "LIMIT_REACHED");
    assert_eq!(limited["facts"]["period"], "day");
    assert_eq!(limited["facts"]["used"], "500.00");
    let pause = json!({ "kind": "TIME_OUT", "period": "DAY", "password": "Correct-Horse-9" });
    let (status, body) = stage.post(&other, "/limits/exclusion", &pause).await;
    assert_eq!(status, StatusCode::OK, "{body}");
    let excluded = row(&stage, &agent, "excluded", &other).await.unwrap();
    assert_eq!(excluded["reason"], "BREAK");
    assert!(excluded["facts"]["until"].is_string(), "{excluded}");
    assert_eq!(row(&stage, &agent, "excluded", &player).await, None);
    stage.audit().await;
}

#[tokio::test]
async fn members_who_share_a_bank_account_or_a_device_are_listed_with_each_other() {
    let stage = Stage::set().await;
    let one = stage.player(1).await;
    let two = stage.player(2).await;
    let alone = stage
        .player_named("0812345678", "9999902093", "มานี มีนา")
        .await;
    let agent = stage.staff("agent").await;
    let shared = row(&stage, &agent, "bank", &one).await.unwrap();
    assert_eq!(shared["reason"], "SHARED_BANK_ACCOUNT");
    assert_eq!(shared["facts"]["others"], json!([two.id.to_string()]));
    assert_eq!(row(&stage, &agent, "bank", &alone).await, None);
    let device = "insert into member_device (member_id, device, mac, seen_at)
        select it::uuid, decode('c0ffee00c0ffee00c0ffee00c0ffee00', 'hex'),
               decode(repeat('00', 32), 'hex'), now()
        from unnest($1::text[]) as it";
    sqlx::query(device)
        .bind(vec![one.id.to_string(), alone.id.to_string()])
        .execute(&stage.database.owner())
        .await
        .unwrap();
    let shared = row(&stage, &agent, "device", &alone).await.unwrap();
    assert_eq!(shared["reason"], "SHARED_DEVICE");
    assert_eq!(shared["facts"]["others"], json!([one.id.to_string()]));
    assert_eq!(row(&stage, &agent, "device", &two).await, None);
}

#[tokio::test]
async fn a_list_is_read_page_by_page_and_each_page_and_file_is_counted_like_searches() {
    let stage = Stage::set_with(|config| config.support.searches_per_hour = 4).await;
    for number in 1..=22 {
        stage.player(number).await;
    }
    let agent = stage.staff("agent").await;
    let first = page(&stage, &agent, "new").await;
    let cursor = first["nextCursor"].as_str().unwrap();
    let path = format!("/support/players/lists/new?cursor={cursor}");
    let (status, second) = stage.get_as(&agent, &path).await;
    assert_eq!(status, StatusCode::OK, "{second}");
    assert!(second.get("nextCursor").is_none(), "{second}");
    let rows = [&first, &second].map(|each| each["players"].as_array().unwrap().clone());
    assert_eq!((rows[0].len(), rows[1].len()), (20, 2));
    let ids: BTreeSet<String> = rows
        .iter()
        .flatten()
        .map(|each| each["id"].to_string())
        .collect();
    assert_eq!(ids.len(), 22);
    assert_eq!(searches(&stage).await, 2);
    // A file of two pages is two searches, and nothing is left.
    let path = "/support/players/lists/new/export";
    let request = stage.request(Method::GET, path).bearer_auth(&agent);
    let file = request.send().await.unwrap();
    assert_eq!(file.status(), StatusCode::OK);
    let text = file.text().await.unwrap();
    assert_eq!(text.trim_end().lines().count(), 23, "{text}");
    assert_eq!(searches(&stage).await, 4);
    for path in [
        "/support/players/lists/new",
        "/support/players?q=somchai",
        path,
    ] {
        expect_error(&stage.get_as(&agent, path).await, 429, "STAFF_QUOTA");
    }
    assert_eq!(searches(&stage).await, 4);
}

#[tokio::test]
async fn a_file_that_would_use_the_quota_up_is_refused_as_a_whole() {
    let stage = Stage::set_with(|config| config.support.searches_per_hour = 1).await;
    for number in 1..=21 {
        stage.player(number).await;
    }
    let agent = stage.staff("agent").await;
    let refused = stage
        .get_as(&agent, "/support/players/lists/new/export")
        .await;
    expect_error(&refused, 429, "STAFF_QUOTA");
    assert_eq!(searches(&stage).await, 1);
}

#[tokio::test]
async fn a_list_that_does_not_exist_and_a_wrong_cursor_are_refused() {
    let stage = Stage::set().await;
    let agent = stage.staff("agent").await;
    let unknown = stage.get_as(&agent, "/support/players/lists/rich").await;
    expect_error(&unknown, 404, "NO_DATA");
    let path = "/support/players/lists/new?cursor=yesterday";
    expect_error(&stage.get_as(&agent, path).await, 400, "INVALID_INPUT");
}
