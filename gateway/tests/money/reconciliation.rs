//! Our books against the outside's records: every planted difference is found, nothing else is.

mod nights;
mod timing;

use std::collections::BTreeSet;
use std::time::Duration;

use futures_util::future::join_all;
use gateway::DatabaseAccess;
use gateway::clock::Clock;
use gateway::operator::{self, OperatorError, ReconciliationReport};
use gateway::reconciliation::SourceReport;
use reqwest::{Method, StatusCode};
use serde_json::{Value, json};

use crate::stage::{PROTOCOLS, Player, Stage, speak};

const PLAYERS: u32 = 8;

/// What a player did, by the ids that both sides know.
struct Traces {
    player: Player,
    username: String,
    into_pg: String,
    into_joker: String,
    withdrawal: String,
    slip: String,
    order: String,
}

async fn reconcile(stage: &Stage) -> ReconciliationReport {
    reconcile_at(stage, (24, days_ahead(stage, 0)))
        .await
        .unwrap()
}

/// The command with other hours, or at another time.
async fn reconcile_at(
    stage: &Stage,
    input: (u32, Clock),
) -> Result<ReconciliationReport, OperatorError> {
    let folder = stage.data_dir().to_owned();
    operator::reconcile(
        &DatabaseAccess::of_owner(stage.database.url()),
        folder,
        stage.config(),
        input.0,
        input.1,
    )
    .await
}

/// A clock ahead of the world's. Each log-in of staff moves the gateway's own by half a minute: so
/// far it is ahead.
fn days_ahead(stage: &Stage, days: u64) -> Clock {
    stage.later(Duration::from_hours(24 * days) + Duration::from_mins(5))
}

fn of<'a>(report: &'a ReconciliationReport, name: &str) -> &'a SourceReport {
    let mut sources = report.sources.iter();
    sources.find(|it| it.source == name).unwrap()
}

/// The differences: source, kind and subject.
fn found(report: &ReconciliationReport) -> Vec<(String, String, String)> {
    let sources = report.sources.iter();
    let found = sources.flat_map(|source| {
        source.differences.iter().map(|it| {
            let kind = it.kind.as_str().to_owned();
            (source.source.clone(), kind, it.subject.clone())
        })
    });
    found.collect()
}

fn difference(source: &str, kind: &str, subject: &str) -> (String, String, String) {
    (source.to_owned(), kind.to_owned(), subject.to_owned())
}

async fn act(stage: &Stage, path: &str, body: &Value) -> Value {
    let (status, reply) = stage.control(Method::POST, path, Some(body)).await;
    assert!(status.is_success(), "{path} {body}: {reply}");
    reply
}

/// Orders a QR and pays it at the service; answers the order's name there.
async fn pay_by_qr(stage: &Stage, player: &Player) -> String {
    let amount = json!({ "amount": "60.00" });
    let (status, qr) = stage.post(player, "/qrcode/KBANK", &amount).await;
    assert_eq!(status, StatusCode::OK, "{qr}");
    let paid = act(stage, "/psp/payments", &json!({ "payload": qr["payload"] })).await;
    stage.has_events(player, "QrPaid", 1).await;
    paid["orderId"].as_str().unwrap().to_owned()
}

/// A player who deposits, moves money into two games, plays and withdraws.
async fn live(stage: &Stage, n: u32) -> Traces {
    let player = stage.player(n).await;
    let payment = stage.pay(&player, "1000.00").await;
    let picture = stage.slip_picture(&payment, "png").await;
    let (status, _) = stage
        .upload(&player, &crate::stage::new_key(), picture)
        .await;
    assert_eq!(status, StatusCode::CREATED);
    let username = stage.activate(&player, "pg").await;
    stage.activate(&player, "joker2").await;
    let (_, pg) = stage.transfer(&player, ("WALLET", "pg"), "300").await;
    let (_, joker) = stage.transfer(&player, ("WALLET", "joker2"), "200").await;
    let play = format!("/__sandbox/players/pg/{username}/play");
    act(stage, &play, &json!({ "stake": "50.00", "win": "20.00" })).await;
    let (_, back) = stage.transfer(&player, ("pg", "WALLET"), "100").await;
    assert_eq!(back["status"], "SUCCESS", "{back}");
    let order = pay_by_qr(stage, &player).await;
    let body = json!({ "amount": "150.00" });
    let (_, paid) = stage.post(&player, "/wallet/withdraw", &body).await;
    stage.settled(&player).await;
    let id = |reply: &Value| reply["id"].as_str().unwrap().to_owned();
    Traces {
        username,
        into_pg: id(&pg),
        into_joker: id(&joker),
        withdrawal: id(&paid),
        order,
        slip: payment["transRef"].as_str().unwrap().to_owned(),
        player,
    }
}

/// Changes the outside's records; answers what has to be found: source, kind and subject.
async fn tamper(stage: &Stage, all: &[Traces]) -> BTreeSet<(String, String, String)> {
    let mut planted = BTreeSet::new();
    let mut plant = |source: &str, kind: &str, subject: &str| {
        let entry = difference(source, kind, subject);
        assert!(planted.insert(entry), "{source} {kind} {subject} twice");
    };
    let change = async |input: Value| act(stage, "/__sandbox/tamper", &input).await;
    for (n, traces) in all.iter().enumerate() {
        let Traces {
            username,
            into_pg,
            into_joker,
            withdrawal,
            slip,
            order,
            ..
        } = traces;
        change(
            json!({ "kind": "transfer_amount", "provider": "pg", "id": into_pg,
            "amount": "300.01" }),
        )
        .await;
        plant("game:pg", "amount", into_pg);
        change(json!({ "kind": "transfer_missing", "provider": "joker2", "id": into_joker })).await;
        plant("game:joker2", "missing_outside", into_joker);
        change(
            json!({ "kind": "balance", "provider": "pg", "username": username,
            "amount": format!("9{n}.00") }),
        )
        .await;
        plant("game:pg", "balance", username);
        match n {
            0 => {
                let input = json!({ "kind": "psp_amount", "provider": "kbank", "id": order,
                    "amount": "61.00" });
                change(input).await;
                plant("psp:KBANK", "amount", order);
            }
            1 => {
                let input = json!({ "kind": "psp_missing", "provider": "kbank", "id": order });
                change(input).await;
                plant("psp:KBANK", "missing_outside", order);
            }
            _ => {
                let id = format!("EXTRAT{n}");
                let input = json!({ "kind": "transfer_extra", "provider": "pg",
                    "username": username, "amount": "5.00", "id": id });
                change(input).await;
                plant("game:pg", "missing_here", &id);
            }
        }
        if n % 2 == 0 {
            change(json!({ "kind": "payout_amount", "id": withdrawal, "amount": "151.00" })).await;
            plant("payout", "amount", withdrawal);
            change(json!({ "kind": "receipt_amount", "id": slip, "amount": "999.99" })).await;
            let reference = format!("014:{slip}");
            plant("bank:scb-1", "amount", &reference);
        } else {
            change(json!({ "kind": "payout_missing", "id": withdrawal })).await;
            plant("payout", "missing_outside", withdrawal);
            change(json!({ "kind": "receipt_missing", "id": slip })).await;
            let reference = format!("014:{slip}");
            plant("bank:scb-1", "missing_outside", &reference);
        }
    }
    let id = "EXTRAPAYOUT".to_owned();
    change(json!({ "kind": "payout_extra", "amount": "77.00", "id": id })).await;
    plant("payout", "missing_here", &id);
    let id = "EXTRAORDER".to_owned();
    change(json!({ "kind": "psp_extra", "provider": "kbank", "amount": "88.00", "id": id })).await;
    plant("psp:KBANK", "missing_here", &id);
    planted
}

#[tokio::test(flavor = "multi_thread")]
async fn fifty_planted_differences_are_found_and_no_other_and_nothing_is_changed() {
    for protocol in PROTOCOLS {
        let stage = Stage::set_with(|config| speak(config, &["pg", "joker2"], protocol)).await;
        let all = join_all((1..=PLAYERS).map(|n| live(&stage, n))).await;
        let honest = reconcile(&stage).await;
        assert!(honest.is_clean, "{}", honest.text);
        let compared: usize = honest.sources.iter().map(|source| source.compared).sum();
        // Three transfers, two balances, a payout, a receipt and an order of each player.
        assert_eq!(compared, 8 * all.len(), "{}", honest.text);

        let planted = tamper(&stage, &all).await;
        assert_eq!(planted.len(), 50);
        let before = (stage.head().await, stage.wallet(&all[0].player).await);
        let report = reconcile(&stage).await;
        assert!(!report.is_clean);
        let found = found(&report);
        assert_eq!(found.len(), 50, "{}", report.text);
        assert_eq!(found.into_iter().collect::<BTreeSet<_>>(), planted);
        let after = (stage.head().await, stage.wallet(&all[0].player).await);
        assert_eq!(after, before);
        let kept: i64 = sqlx::query_scalar("select count(*) from reconciliation_difference")
            .fetch_one(&stage.database.owner())
            .await
            .unwrap();
        assert_eq!(kept, 50);
        stage.audit().await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn work_under_way_and_payments_nobody_claimed_are_counted_and_raise_no_alarm() {
    for protocol in PROTOCOLS {
        let stage = Stage::set_with(|config| {
            config.waits.transfer_ms = 0;
            speak(config, &["pg"], protocol);
        })
        .await;
        let player = stage.player(1).await;
        stage.deposit_by_slip(&player, "500.00").await;
        stage.pay(&player, "40.00").await;
        stage.activate(&player, "pg").await;
        let lost = json!({ "target": "game:pg", "kind": "drop_after", "operation": "transfer" });
        stage.fault(&lost).await;
        let silent = json!({ "target": "game:pg", "kind": "drop_before", "operation": "status" });
        stage.fault(&silent).await;
        let cancel = json!({ "target": "game:pg", "kind": "drop_before", "operation": "cancel" });
        stage.fault(&cancel).await;
        let (status, moved) = stage.transfer(&player, ("WALLET", "pg"), "100").await;
        assert_eq!(status, StatusCode::ACCEPTED, "{moved}");
        stage.asked_about(&moved["id"], 1).await;
        let report = reconcile(&stage).await;
        assert!(report.is_clean, "{}", report.text);
        // The transfer itself, and the player's balance there.
        assert_eq!(of(&report, "game:pg").open, 2, "{}", report.text);
        assert_eq!(of(&report, "bank:scb-1").unclaimed, 1, "{}", report.text);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_source_that_answers_nothing_is_reported_and_proves_nothing() {
    for protocol in PROTOCOLS {
        let stage = Stage::set_with(|config| speak(config, &["pg", "joker2"], protocol)).await;
        let down =
            json!({ "target": "game:pg", "kind": "error_500_before", "operation": "report" });
        stage.fault(&down).await;
        let report = reconcile(&stage).await;
        assert!(!report.is_clean);
        let problems: Vec<_> = report
            .sources
            .iter()
            .filter(|source| source.problem.is_some())
            .map(|source| source.source.as_str())
            .collect();
        assert_eq!(problems, ["game:pg"]);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_comparison_of_no_time_or_of_ages_is_refused_in_plain_words() {
    let stage = Stage::set().await;
    for hours in [0, 8_785, u32::MAX] {
        let refused = reconcile_at(&stage, (hours, days_ahead(&stage, 0))).await;
        let words = refused.unwrap_err().to_string();
        assert!(words.contains("1 to 8784 hours"), "{hours}: {words}");
    }
}
