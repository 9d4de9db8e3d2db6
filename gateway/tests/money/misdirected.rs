//! Somebody who holds the application's role changes a row that money follows: it arrives nowhere
//! but where it belongs, and `verify` names the row.

use gateway::operator::{self, VerifyWish};
use reqwest::StatusCode;
use serde_json::Value;

use crate::qr::{made, scan, set_with, unasked};
use crate::stage::{Player, Stage};

/// As the application's own role.
async fn write(stage: &Stage, statement: &str) {
    let written = sqlx::raw_sql(statement).execute(stage.app.pool()).await;
    assert_eq!(written.unwrap().rows_affected(), 1, "{statement}");
}

/// What `verify` finds wrong.
async fn wrong(stage: &Stage) -> Vec<String> {
    let wish = VerifyWish::default();
    let report = operator::verify(&stage.database.url(), stage.data_dir(), &wish).await;
    let text = report.unwrap().text;
    let lines = text.lines().filter_map(|line| line.strip_prefix("WRONG: "));
    lines.map(str::to_owned).collect()
}

async fn held(stage: &Stage, player: &Player) -> Value {
    stage.wallet(player).await["wallet"]["amount"].clone()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_qr_order_that_is_given_to_another_wallet_credits_nobody_and_waits_for_staff() {
    let (stage, _relay) = set_with(unasked).await;
    let (victim, thief) = (stage.player(1).await, stage.player(2).await);
    let qr = made(&stage, &victim, "KBANK", "300").await;
    let id = qr["qrcodeId"].as_str().unwrap();
    let moved = format!(
        "update qr_order set wallet_id = '{}' where order_id = '{id}'",
        thief.id
    );
    write(&stage, &moved).await;
    assert_eq!(scan(&stage, &qr).await.0, StatusCode::OK);
    stage.has_events(&thief, "QrReferred", 1).await;
    assert_eq!(held(&stage, &thief).await, "0.00");
    assert_eq!(stage.events(&thief, "QrPaid").await, 0);
    let named = format!("qr_order, id {id}: it is not as it was ordered");
    assert_eq!(wrong(&stage).await, [named]);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_qr_order_under_anothers_reference_credits_nobody_and_waits_for_staff() {
    let (stage, _relay) = set_with(unasked).await;
    let (victim, thief) = (stage.player(1).await, stage.player(2).await);
    let paid = made(&stage, &victim, "KBANK", "300").await;
    let unpaid = made(&stage, &thief, "KBANK", "300").await;
    let id = |qr: &Value| qr["qrcodeId"].as_str().unwrap().to_owned();
    let freed = format!(
        "update qr_order set order_ref = 'GONE' where order_id = '{}'",
        id(&paid)
    );
    let reference: String =
        sqlx::query_scalar("select order_ref from qr_order where order_id = $1::text::uuid")
            .bind(id(&paid))
            .fetch_one(&stage.database.owner())
            .await
            .unwrap();
    write(&stage, &freed).await;
    let taken = format!(
        "update qr_order set order_ref = '{reference}' where order_id = '{}'",
        id(&unpaid)
    );
    write(&stage, &taken).await;
    assert_eq!(scan(&stage, &paid).await.0, StatusCode::OK);
    stage.has_events(&thief, "QrReferred", 1).await;
    assert_eq!(held(&stage, &thief).await, "0.00");
    assert_eq!(wrong(&stage).await.len(), 2);
}
