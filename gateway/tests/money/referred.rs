//! What was paid and left for staff: in sight, and decided by them alone.

use std::time::Duration;

use gateway::config::Config;
use gateway::operator::{self, Referred};
use ledger::testing::eventually;
use reqwest::{Method, StatusCode};
use serde_json::{Value, json};

use crate::qr::{made, set_with};
use crate::stage::{Player, Stage};

/// Days pass without the sessions' end.
fn lasting(config: &mut Config) {
    config.session.idle_minutes = 1_000_000;
    config.session.absolute_hours = 100_000;
}

/// Staff's command beside the running gateway.
pub(crate) async fn staff(stage: &Stage, words: &[&str]) -> Result<String, String> {
    let wish = Referred::parse(words).unwrap();
    let (url, folder) = (stage.database.url(), stage.data_dir().to_owned());
    let clock = stage.app.clock().clone();
    operator::referred(&url, folder, stage.config(), (wish, clock))
        .await
        .map_err(|error| error.to_string())
}

/// The one line of the statement, once it has a status.
async fn line(stage: &Stage, player: &Player, status: &str) -> Value {
    eventually(status, async || {
        let path = format!("/statement?after={}", stage.head().await);
        let body = json!({ "page": 1, "limit": 100 });
        let (_, statement) = stage.post(player, &path, &body).await;
        let line = statement["statements"][0].clone();
        let is_so = line["status"] == status;
        if is_so { Ok(line) } else { Err(line) }
    })
    .await
}

/// A QR order of a player, paid and beyond the limit that was set meanwhile.
async fn beyond_the_limit(stage: &Stage, player: &Player) -> String {
    let qr = made(stage, player, "KBANK", "300").await;
    let body = json!({ "deposit": { "day": "200.00" } });
    let call = (None, Some(&body));
    let (status, answer) = stage.call(player, Method::PUT, "/limits", call).await;
    assert_eq!(status, StatusCode::OK, "{answer}");
    let body = json!({ "payload": qr["payload"] });
    let (status, answer) = stage
        .control(Method::POST, "/psp/payments", Some(&body))
        .await;
    assert!(status.is_success(), "{answer}");
    let line = line(stage, player, "PENDING").await;
    assert_eq!(line["method"], "qr", "{line}");
    assert_eq!(line["amount"], "300.00");
    let id = qr["qrcodeId"].as_str().unwrap();
    let list = staff(stage, &["list"]).await.unwrap();
    let phone: String = sqlx::query_scalar("select username from member where id = $1")
        .bind(player.id)
        .fetch_one(&stage.database.owner())
        .await
        .unwrap();
    for part in [id, "300.00 THB", phone.as_str(), "DEPOSIT_LIMIT"] {
        assert!(list.contains(part), "{part} in {list}");
    }
    id.to_owned()
}

async fn raise_the_limit(stage: &Stage, player: &Player) {
    let body = json!({ "deposit": { "day": "1000.00" } });
    let call = (None, Some(&body));
    let (status, answer) = stage.call(player, Method::PUT, "/limits", call).await;
    assert_eq!(status, StatusCode::OK, "{answer}");
    stage.app.clock().advance(Duration::from_hours(25));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_referred_qr_order_is_credited_by_staff_once_the_player_lets_it_in() {
    let (stage, _relay) = set_with(lasting).await;
    let player = stage.player(1).await;
    let id = beyond_the_limit(&stage, &player).await;
    let credit = ["credit", &id, "--by", "Nok"];
    let refused = staff(&stage, &credit).await.unwrap_err();
    assert!(refused.contains("DEPOSIT_LIMIT"), "{refused}");
    raise_the_limit(&stage, &player).await;
    staff(&stage, &credit).await.unwrap();
    assert!(staff(&stage, &credit).await.is_err());
    let line = line(&stage, &player, "SUCCESS").await;
    assert_eq!(line["balance"], "300.00", "{line}");
    assert_eq!(stage.events(&player, "QrPaid").await, 1);
    assert_eq!(staff(&stage, &["list"]).await.unwrap(), "nothing waits");
    assert_eq!(stage.operator_behind("QrPaid").await, "Nok");
    stage.audit().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_referred_qr_order_that_is_sent_back_ends_without_money() {
    let (stage, _relay) = set_with(lasting).await;
    let player = stage.player(1).await;
    let id = beyond_the_limit(&stage, &player).await;
    let reject = ["reject", &id, "--reason", "SENT_BACK", "--by", "Nok"];
    let told = staff(&stage, &reject).await.unwrap();
    assert!(
        told.contains("300.00 THB") && told.contains("sent back"),
        "{told}"
    );
    let line = line(&stage, &player, "FAILED").await;
    assert_eq!(line["balance"], Value::Null, "{line}");
    raise_the_limit(&stage, &player).await;
    assert!(
        staff(&stage, &["credit", &id, "--by", "Nok"])
            .await
            .is_err()
    );
    assert_eq!(stage.events(&player, "QrPaid").await, 0);
    assert_eq!(stage.wallet(&player).await["wallet"]["amount"], "0.00");
    stage.audit().await;
}

/// A slip whose sender nobody can tell.
async fn unclear_slip(stage: &Stage) -> (Player, String) {
    let holder = "SOMCHAI JOKER";
    let player = stage
        .player_named("0812340002", "99999999999", holder)
        .await;
    let change = json!({
        "amount": "500.00", "fromAccountNo": "1230102093", "fromName": "SOMCHAI JAIDEE",
    });
    let payment = stage.pay_with(&player, &change).await;
    let picture = stage.slip_picture(&payment, "png").await;
    let (status, body) = stage.upload(&player, "slip", picture).await;
    assert_eq!(status, StatusCode::ACCEPTED, "{body}");
    let list = staff(stage, &["list"]).await.unwrap();
    assert!(list.contains("SENDER_UNCLEAR"), "{list}");
    let id = list.split(' ').next().unwrap().to_owned();
    (player, id)
}

#[tokio::test(flavor = "multi_thread")]
async fn a_referred_slip_is_credited_with_what_the_bank_says() {
    let stage = Stage::set().await;
    let (player, id) = unclear_slip(&stage).await;
    let elsewhere = ["credit", &id, "--account", "nowhere", "--by", "Nok"];
    assert!(staff(&stage, &elsewhere).await.is_err());
    staff(&stage, &["credit", &id, "--by", "Nok"])
        .await
        .unwrap();
    let line = line(&stage, &player, "SUCCESS").await;
    assert_eq!(line["balance"], "500.00", "{line}");
    assert_eq!(staff(&stage, &["list"]).await.unwrap(), "nothing waits");
    stage.audit().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_referred_slip_is_rejected_for_a_reason_of_the_catalogue() {
    let stage = Stage::set().await;
    let (player, id) = unclear_slip(&stage).await;
    let reject = |reason| ["reject", id.as_str(), "--reason", reason, "--by", "Nok"];
    let refused = staff(&stage, &reject("NO_SUCH_REASON")).await.unwrap_err();
    assert!(refused.contains("no reason"), "{refused}");
    staff(&stage, &reject("NOT_MATCH")).await.unwrap();
    assert_eq!(stage.events(&player, "SlipRejected").await, 1);
    assert_eq!(stage.events(&player, "Deposited").await, 0);
    assert_eq!(staff(&stage, &["list"]).await.unwrap(), "nothing waits");
    stage.audit().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_large_slip_is_credited_by_staff_and_by_nobody_else() {
    let stage = Stage::set().await;
    let player = stage.player(1).await;
    let payment = stage.pay(&player, "5000000.00").await;
    let picture = stage.slip_picture(&payment, "png").await;
    let (status, body) = stage.upload(&player, "large", picture).await;
    assert_eq!(status, StatusCode::ACCEPTED, "{body}");
    assert_eq!(stage.wallet(&player).await["wallet"]["amount"], "0.00");
    let list = staff(&stage, &["list"]).await.unwrap();
    assert!(list.contains("LARGE_AMOUNT"), "{list}");
    let id = body["id"].as_str().unwrap();
    staff(&stage, &["credit", id, "--by", "Nok"]).await.unwrap();
    let line = line(&stage, &player, "SUCCESS").await;
    assert_eq!(line["balance"], "5000000.00", "{line}");
    stage.audit().await;
}
