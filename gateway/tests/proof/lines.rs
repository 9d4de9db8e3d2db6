//! What a line's receipt shows, by the documented rule: section 6 of `.github/proofs.md`.

use chrono::{DateTime, SubsecRound, Utc};
use reqwest::StatusCode;
use rust_decimal::Decimal;
use serde_json::{Map, Value, json};

use crate::history::{mixed, move_once};
use crate::reading::{
    anybody, check_path, read_note, receipt, sealed, set, set_with, statement, verifiers,
};
use crate::stage::expect_error;

pub(crate) const TYPES: &[(&str, &str)] = &[
    ("Deposited", "deposit"),
    ("QrPaid", "deposit"),
    ("QrReferred", "deposit"),
    ("GiftSent", "deposit"),
    ("GiftCredited", "deposit"),
    ("ManualDepositRequested", "deposit"),
    ("ManualDepositCredited", "deposit"),
    ("TransferStarted", "transfer"),
    ("TransferCompleted", "transfer"),
    ("TransferReturned", "transfer"),
    ("SweepEnded", "transfer"),
    ("WithdrawalRequested", "withdraw"),
    ("WithdrawalReturned", "withdraw"),
    ("GrantActivated", "bonus"),
    ("GrantEnded", "finish_bonus"),
    ("Corrected", "correction"),
];

fn single(value: &Value) -> (&str, &Value) {
    let object: &Map<String, Value> = value.as_object().unwrap();
    assert_eq!(object.len(), 1, "{value}");
    let (name, inner) = object.iter().next().unwrap();
    (name, inner)
}

pub(crate) fn time(value: &Value) -> DateTime<Utc> {
    value.as_str().unwrap().parse().unwrap()
}

/// What an event says of its line.
pub(crate) fn follow(receipt: &Value) -> Value {
    let payload: Value = serde_json::from_str(receipt["payload"].as_str().unwrap()).unwrap();
    let metadata: Value = serde_json::from_str(receipt["metadata"].as_str().unwrap()).unwrap();
    let (mut name, mut event) = single(&payload);
    if name == "Reward" {
        (name, event) = single(event);
    }
    assert_eq!(receipt["eventType"], name);
    let kind = TYPES.iter().find(|row| row.0 == name).unwrap().1;
    let none = Vec::new();
    let postings = event["postings"].as_array().unwrap_or(&none);
    let amounts = postings
        .iter()
        .filter(|posting| posting["account"] == "main");
    let amounts = amounts.map(|posting| posting["amount"]["amount"].as_str().unwrap());
    let moved: Decimal = amounts.map(|text| text.parse::<Decimal>().unwrap()).sum();
    let mut line = json!({
        "statementType": kind,
        "createdAt": time(&metadata["at"]).trunc_subsecs(6),
        "direction": if moved.is_zero() { "none" } else if moved > Decimal::ZERO { "in" } else { "out" },
    });
    if moved.is_zero() {
        line["balance"] = Value::Null;
    } else {
        line["amount"] = json!(moved.abs().to_string());
        line["balance"] = metadata["main"]["amount"].clone();
        line["currency"] = metadata["main"]["currency"].clone();
    }
    line
}

/// The number of the main wallet's last movement, as an event notes it.
fn movement(receipt: &Value) -> u64 {
    let metadata: Value = serde_json::from_str(receipt["metadata"].as_str().unwrap()).unwrap();
    metadata["movements"].as_u64().unwrap()
}

#[tokio::test(flavor = "multi_thread")]
async fn every_line_of_a_mixed_history_has_a_receipt_that_gives_what_it_shows() {
    let stage = set().await;
    let player = mixed(&stage).await;
    let lines = statement(&stage, &player).await;
    sealed(&stage).await;
    let mut kinds: Vec<&str> = Vec::new();
    let mut unmoved = 0;
    let mut movements = Vec::new();
    for line in &lines {
        let body = receipt(&stage, &player, line["position"].as_str().unwrap()).await;
        let checkpoint = read_note(&stage, body["checkpoint"].as_str().unwrap()).await;
        let receipt = &body["receipt"];
        assert_eq!(receipt["format"], "wallet-receipt/2");
        assert_eq!(receipt["position"], line["position"]);
        assert_eq!(receipt["walletId"], player.id.to_string());
        check_path(receipt, &checkpoint);
        let shown = follow(receipt);
        for (field, value) in shown.as_object().unwrap() {
            if field == "createdAt" {
                assert_eq!(time(value), time(&line["createdAt"]), "{line}");
            } else {
                assert_eq!(&line[field], value, "{field}: {line}");
            }
        }
        movements.push((movement(receipt), shown["balance"].is_null()));
        unmoved += usize::from(line["balance"].is_null());
        kinds.push(line["statementType"].as_str().unwrap());
    }
    // From the beginning on: 1, 2, 3 …, and where nothing has moved the last number again.
    let mut count = 0;
    for (noted, is_unmoved) in movements.into_iter().rev() {
        count += u64::from(!is_unmoved);
        assert_eq!(noted, count);
    }
    assert!(count > 5, "{count} movements");
    for kind in [
        "deposit",
        "transfer",
        "withdraw",
        "bonus",
        "finish_bonus",
        "correction",
    ] {
        assert!(kinds.contains(&kind), "no {kind} in {kinds:?}");
    }
    assert!(
        unmoved > 0,
        "a line that has moved nothing belongs to a mixed history"
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn many_receipts_come_in_the_order_asked_for_and_under_any_checkpoint() {
    let stage = set().await;
    let player = stage.player(1).await;
    stage.deposit(&player, "500.00").await;
    let (first, early) = sealed(&stage).await;
    move_once(&stage, &player).await;
    stage.settled(&player).await;
    let (_, late) = sealed(&stage).await;
    assert!(early.size < late.size);
    let lines = statement(&stage, &player).await;
    let positions: Vec<&Value> = lines.iter().map(|line| &line["position"]).collect();
    let ask = json!({ "positions": positions });
    let (status, body) = stage.post(&player, "/proof/receipts", &ask).await;
    assert_eq!(status, StatusCode::OK, "{body}");
    let found: Vec<&Value> = body["receipts"].as_array().unwrap().iter().collect();
    let order: Vec<&Value> = found.iter().map(|it| &it["position"]).collect();
    assert_eq!(order, positions);
    let checkpoint = read_note(&stage, body["checkpoint"].as_str().unwrap()).await;
    for receipt in found {
        check_path(receipt, &checkpoint);
    }
    // The oldest line, the deposit, under the checkpoint of that time.
    let oldest = positions.last().unwrap().as_str().unwrap();
    let path = format!("/proof/receipt/{oldest}?size={}", early.size);
    let (status, body) = stage.get(&player, &path).await;
    assert_eq!(status, StatusCode::OK, "{body}");
    assert_eq!(body["checkpoint"], first);
    check_path(&body["receipt"], &early);
    // What came later is not under it, and a size that was never sealed is none.
    let newest = positions[0].as_str().unwrap();
    for path in [
        format!("/proof/receipt/{newest}?size={}", early.size),
        format!("/proof/receipt/{newest}?size={}", late.size + 1_000),
        format!("/proof/receipt/{newest}?size=0"),
        format!("/proof/receipt/{newest}?size=-1"),
        format!("/proof/receipt/{newest}?size=+{}", late.size),
    ] {
        let refused = stage.get(&player, &path).await;
        expect_error(&refused, 400, "INVALID_INPUT");
        assert_eq!(refused.1["data"]["fields"], json!(["size"]), "{path}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_not_sealed_yet_is_pending_and_then_there() {
    let stage = set_with(|config| config.proof.seal_every_ms = 3_600_000).await;
    let player = stage.player(1).await;
    stage.deposit(&player, "500.00").await;
    let lines = statement(&stage, &player).await;
    let path = format!("/proof/receipt/{}", lines[0]["position"].as_str().unwrap());
    let url = format!("http://{}/api{path}", stage.app.public_address());
    let request = stage.http.get(url).bearer_auth(&player.token);
    let reply = request
        .header("x-requested-with", "wallet-web")
        .send()
        .await
        .unwrap();
    assert_eq!(reply.headers()["retry-after"], "1");
    assert_eq!(reply.status(), StatusCode::CONFLICT);
    expect_error(&stage.get(&player, &path).await, 409, "PROOF_PENDING");
    expect_error(
        &stage.get(&player, "/proof/bundle").await,
        409,
        "PROOF_PENDING",
    );
    let origin = stage.config().proof.origin;
    let signer = ledger::proof::Signer::load_or_create(stage.data_dir(), &origin).unwrap();
    assert_eq!(verifiers(&stage).await, [signer.verifier()]);
    while ledger::proof::seal(
        &stage.database.pool(),
        &signer,
        None,
        10,
        &ledger::proof::NoActs,
    )
    .await
    .unwrap()
    .is_some()
    {}
    let body = receipt(&stage, &player, lines[0]["position"].as_str().unwrap()).await;
    let checkpoint = read_note(&stage, body["checkpoint"].as_str().unwrap()).await;
    check_path(&body["receipt"], &checkpoint);
}

#[tokio::test(flavor = "multi_thread")]
async fn an_operator_who_keeps_no_log_says_so() {
    let stage = set_with(|config| config.proof.is_on = false).await;
    let player = stage.player(1).await;
    for path in [
        "/proof/checkpoint",
        "/proof/key",
        "/proof/consistency?from=1&to=1",
    ] {
        expect_error(&anybody(&stage, path).await, 404, "PROOF_OFF");
    }
    for path in ["/proof/receipt/1", "/proof/bundle"] {
        expect_error(&stage.get(&player, path).await, 404, "PROOF_OFF");
    }
    let ask = json!({ "positions": ["1"] });
    let refused = stage.post(&player, "/proof/receipts", &ask).await;
    expect_error(&refused, 404, "PROOF_OFF");
}
