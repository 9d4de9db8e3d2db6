//! Whom a receipt is shown to, and how often.

use std::collections::BTreeSet;

use serde_json::{Value, json};

use crate::history::{mixed, move_once};
use crate::reading::{anybody, sealed, set, set_with, statement};
use crate::stage::{Player, Stage, expect_error};

/// The refusal without what differs from one request to the next.
async fn refusal(stage: &Stage, player: &Player, position: &str) -> (u16, Value) {
    let path = format!("/proof/receipt/{position}");
    let (status, mut body) = stage.get(player, &path).await;
    body["requestId"] = Value::Null;
    (status.as_u16(), body)
}

async fn positions(stage: &Stage, condition: &str) -> BTreeSet<String> {
    let text = format!("select position::text from event where {condition}");
    let rows: Vec<String> = sqlx::query_scalar(&text)
        .fetch_all(&stage.database.owner())
        .await
        .unwrap();
    rows.into_iter().collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_receipt_is_for_ones_own_lines_and_all_else_looks_alike() {
    let stage = set().await;
    let player = mixed(&stage).await;
    let other = stage.player(2).await;
    stage.deposit(&other, "500.00").await;
    let lines = statement(&stage, &player).await;
    let foreign = statement(&stage, &other).await;
    let (_, checkpoint) = sealed(&stage).await;
    let position = |line: &Value| line["position"].as_str().unwrap().to_owned();
    let own: BTreeSet<String> = lines.iter().map(position).collect();
    let id = player.id;
    let events = positions(&stage, &format!("wallet_id = '{id}'")).await;
    let silent: BTreeSet<String> = events.difference(&own).cloned().collect();
    let seeds = "event_type in ('WheelSeedCommitted', 'WheelSeedRevealed')";
    let seeds = positions(&stage, &format!("wallet_id = '{id}' and {seeds}")).await;
    assert!(seeds.len() > 2 && seeds.is_subset(&silent), "{seeds:?}");

    let unknown = refusal(&stage, &player, "999999").await;
    assert_eq!((unknown.0, &unknown.1["message"]), (404, &json!("NO_DATA")));
    let mut refused: Vec<String> = silent.into_iter().collect();
    refused.extend(foreign.iter().map(position));
    refused.push((checkpoint.size + 1).to_string());
    let wrong = [
        "0",
        "-1",
        "x",
        "01",
        "+1",
        "1.0",
        "%20",
        "9223372036854775808",
    ];
    refused.extend(wrong.map(str::to_owned));
    for position in &refused {
        assert_eq!(
            refusal(&stage, &player, position).await,
            unknown,
            "{position}"
        );
    }
    // Together with one's own it is refused as a whole, without a word of what is right.
    let mine = position(&lines[0]);
    for position in refused
        .iter()
        .filter(|it| it.parse::<u32>().is_ok_and(|it| it > 1))
    {
        if position.starts_with(['0', '+']) {
            continue;
        }
        let ask = json!({ "positions": [mine, position] });
        let answer = stage.post(&player, "/proof/receipts", &ask).await;
        expect_error(&answer, 404, "NO_DATA");
        assert_eq!(answer.1.get("data"), None);
    }
    for line in &foreign {
        let (status, _) = stage
            .get(&other, &format!("/proof/receipt/{}", position(line)))
            .await;
        assert!(status.is_success(), "it is the other's own");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_hundred_receipts_are_one_request_and_no_more() {
    let stage = set().await;
    let player = stage.player(1).await;
    stage.deposit(&player, "500.00").await;
    move_once(&stage, &player).await;
    let lines = statement(&stage, &player).await;
    sealed(&stage).await;
    let own = lines[0]["position"].as_str().unwrap();
    let ask = json!({ "positions": vec![own; 100] });
    let (status, body) = stage.post(&player, "/proof/receipts", &ask).await;
    assert!(status.is_success(), "{body}");
    assert_eq!(body["receipts"].as_array().unwrap().len(), 100);
    for positions in [
        json!(vec![own; 101]),
        json!([]),
        json!(["x"]),
        json!([own, "0"]),
        json!([own, "007"]),
        json!([format!(" {own}")]),
    ] {
        let ask = json!({ "positions": positions });
        let answer = stage.post(&player, "/proof/receipts", &ask).await;
        expect_error(&answer, 400, "INVALID_INPUT");
        assert_eq!(answer.1["data"]["fields"], json!(["positions"]), "{ask}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn who_asks_too_often_waits() {
    let stage = set_with(|config| {
        config.proof.reads_per_address_minute = 3;
        config.proof.receipts_per_member_minute = 3;
    })
    .await;
    let player = stage.player(1).await;
    let other = stage.player(2).await;
    for _ in 0..3 {
        expect_error(
            &stage.get(&player, "/proof/receipt/999").await,
            404,
            "NO_DATA",
        );
        let (status, body) = anybody(&stage, "/proof/key").await;
        assert!(status.is_success(), "{body}");
    }
    // The minute in which they count lasts as long as this takes.
    stage
        .tamper("update throttle set since = since + interval '1 day'")
        .await;
    let ask = json!({ "positions": ["999"] });
    let answer = stage.post(&player, "/proof/receipts", &ask).await;
    expect_error(&answer, 429, "REQUEST_LIMIT");
    expect_error(
        &stage.get(&player, "/proof/receipt/1").await,
        429,
        "REQUEST_LIMIT",
    );
    expect_error(&stage.get(&other, "/proof/receipt/1").await, 404, "NO_DATA");
    for path in [
        "/proof/checkpoint",
        "/proof/key",
        "/proof/consistency?from=1&to=1",
    ] {
        expect_error(&anybody(&stage, path).await, 429, "REQUEST_LIMIT");
    }
}
