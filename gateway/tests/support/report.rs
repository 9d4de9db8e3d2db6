//! The report of a range of days: its sums, its bounds, its file, and that each look is recorded.

use std::time::Duration;

use reqwest::{Method, StatusCode};
use serde_json::{Value, json};

use crate::stage::{Stage, expect_error};

/// The local day of the stage's clock.
fn today(stage: &Stage) -> String {
    let now = stage.app.clock().now();
    let local = now.with_timezone(&ledger::wallet::INDOCHINA_TIME);
    local.date_naive().to_string()
}

async fn report(stage: &Stage, token: &str, from: &str, to: &str) -> Value {
    let head = stage.head().await;
    let path = format!("/support/report?from={from}&to={to}&after={head}");
    let (status, body) = stage.get_as(token, &path).await;
    assert_eq!(status, StatusCode::OK, "{body}");
    body
}

/// The line of a kind in figures.
fn line<'a>(figures: &'a Value, kind: &str) -> &'a Value {
    let mut lines = figures["lines"].as_array().unwrap().iter();
    lines.find(|line| line["kind"] == kind).unwrap()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_report_adds_up_its_days_and_each_look_and_file_is_recorded() {
    let stage = Stage::set().await;
    let clock = stage.app.clock();
    let _still = clock.hold();
    let player = stage.player(1).await;
    let first = today(&stage);
    stage.deposit(&player, "500.00").await;
    stage.activate(&player, "pg").await;
    let (status, moved) = stage.transfer(&player, ("WALLET", "pg"), "100").await;
    assert!(status.is_success(), "{moved}");
    stage.settled(&player).await;

    clock.advance(Duration::from_hours(24));
    let auditor = stage.staff("auditor").await;
    let second = today(&stage);
    let whole = report(&stage, &auditor, &first, &second).await;
    let thb = &whole["currencies"][0];
    assert_eq!(thb["currency"], "THB", "{whole}");
    let deposit = line(&thb["total"], "DEPOSIT");
    let expected = json!({ "kind": "DEPOSIT", "part": "gift", "amount": "500.00", "count": 1 });
    assert_eq!(*deposit, expected, "{whole}");
    let transfer = line(&thb["total"], "GAME_TRANSFER");
    assert_eq!(transfer["part"], "pg", "{whole}");
    assert_eq!(transfer["amount"], "100.00", "{whole}");
    assert_eq!(thb["total"]["net"], "500.00", "{whole}");
    assert_eq!(thb["total"]["held"], "500.00", "{whole}");
    assert_eq!(thb["days"].as_array().unwrap().len(), 1, "{whole}");
    assert_eq!(thb["days"][0]["day"], first, "{whole}");
    assert_eq!(thb["days"][0]["figures"], thb["total"], "{whole}");
    let nothing = report(&stage, &auditor, &second, &second).await;
    assert_eq!(nothing["currencies"], json!([]), "{nothing}");
    assert_eq!(nothing["players"]["active"], 0, "{nothing}");
    assert_eq!(whole["players"]["new"], 1, "{whole}");
    assert_eq!(whole["players"]["active"], 1, "{whole}");

    let path = format!("/support/report/export?from={first}&to={second}");
    let request = stage.request(Method::GET, &path).bearer_auth(&auditor);
    let file = request.send().await.unwrap();
    assert_eq!(file.status(), StatusCode::OK);
    let text = file.text().await.unwrap();
    let row = format!("\"{first}\",\"THB\",\"DEPOSIT\",\"gift\",\"500.00\",\"1\"");
    assert!(text.lines().any(|line| line == row), "{text}");
    let kinds: Vec<String> = stage
        .acts()
        .await
        .iter()
        .map(|act| act["kind"].as_str().unwrap().to_owned())
        .collect();
    for kind in ["read report", "read report/export"] {
        assert!(kinds.contains(&kind.to_owned()), "{kinds:?}");
    }
}

#[tokio::test]
async fn a_report_of_no_day_or_of_more_than_a_year_is_refused() {
    let stage = Stage::set().await;
    let agent = stage.staff("agent").await;
    for query in [
        "from=2026-11-26&to=2026-11-25",
        "from=2025-11-25&to=2026-11-26",
        "from=2026-11-26",
        "from=yesterday&to=2026-11-26",
        "from=1999-12-31&to=2000-01-01",
    ] {
        for path in ["report", "report/export"] {
            let path = format!("/support/{path}?{query}");
            expect_error(&stage.get_as(&agent, &path).await, 400, "INVALID_INPUT");
        }
    }
}
