//! What one person may move without a second one: so much a day, however it is cut.

use std::time::Duration;

use reqwest::StatusCode;
use serde_json::{Value, json};

use crate::stage::{Answer, Player, Stage, expect_error};
use crate::work::{another_slip, decide, held, unclear_player};

async fn accept(stage: &Stage, token: &str, slip: &str) -> StatusCode {
    let path = format!("slips/{slip}/accept");
    let (status, body) = decide(stage, token, &path, &json!({})).await;
    assert!(status.is_success(), "{body}");
    status
}

#[tokio::test(flavor = "multi_thread")]
async fn a_large_amount_takes_two_people_in_slices_as_well() {
    let stage = Stage::set().await;
    let agent = stage.staff("agent").await;
    let supervisor = stage.staff("supervisor").await;
    let (one, two) = (
        unclear_player(&stage, 1).await,
        unclear_player(&stage, 2).await,
    );
    let mut slips = Vec::new();
    for (key, amount) in [
        ("a", "3000"),
        ("b", "2000.01"),
        ("c", "2000"),
        ("d", "0.01"),
    ] {
        slips.push(another_slip(&stage, &one, key, amount).await);
    }
    let other = another_slip(&stage, &two, "e", "1000").await;
    let alone = StatusCode::OK;
    let waits = StatusCode::ACCEPTED;
    // Exactly as much as one may move, and no more: neither for this player nor for another one.
    assert_eq!(accept(&stage, &agent, &slips[0]).await, alone);
    assert_eq!(accept(&stage, &agent, &slips[1]).await, waits);
    assert_eq!(accept(&stage, &agent, &slips[2]).await, alone);
    assert_eq!(accept(&stage, &agent, &other).await, waits);
    // Nor does the player's wallet get more from a colleague who has moved nothing yet.
    assert_eq!(accept(&stage, &supervisor, &slips[3]).await, waits);
    assert_eq!(held(&stage, &one).await, "5000.00");
    // A day later it starts again.
    let late = another_slip(&stage, &two, "f", "5000").await;
    stage.app.clock().advance(Duration::from_hours(25));
    let agent = stage.staff("agent").await;
    assert_eq!(accept(&stage, &agent, &late).await, alone);
    stage.audit().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn slices_at_the_same_moment_see_one_another() {
    let stage = Stage::set().await;
    let agent = stage.staff("agent").await;
    let mut slips = Vec::new();
    for n in 1..=6 {
        let player = unclear_player(&stage, n).await;
        slips.push(another_slip(&stage, &player, "slip", "3000").await);
    }
    let tries = slips.iter().map(|slip| accept(&stage, &agent, slip));
    let answers = futures_util::future::join_all(tries).await;
    let alone = answers.iter().filter(|it| **it == StatusCode::OK).count();
    assert_eq!(alone, 1, "{answers:?}");
    stage.audit().await;
}

pub(crate) async fn announce(stage: &Stage, player: &Player, amount: &str) -> String {
    let input = json!({ "amount": amount });
    let (status, made) = stage.post(player, "/wallet/add", &input).await;
    assert_eq!(status, StatusCode::ACCEPTED, "{made}");
    made["id"].as_str().unwrap().to_owned()
}

pub(crate) async fn find(
    stage: &Stage,
    token: &str,
    id: &str,
    name: &str,
    account: &str,
) -> Answer {
    let found = json!({ "reference": name, "depositAccount": account });
    decide(stage, token, &format!("manual/{id}/accept"), &found).await
}

async fn approve(stage: &Stage, token: &str, asked: &Value) -> Answer {
    let id = asked["approvalId"].as_str().unwrap();
    let path = format!("/support/approvals/{id}/approve");
    let why = json!({ "reason": "seen at the bank" });
    stage.post_as(token, &path, &why).await
}

#[tokio::test(flavor = "multi_thread")]
async fn an_announced_deposit_takes_two_people_or_the_banks_own_line() {
    let stage = Stage::set().await;
    let player = stage.player(1).await;
    let agent = stage.staff("agent").await;
    let supervisor = stage.staff("supervisor").await;
    // Staff's word alone, however small.
    let id = announce(&stage, &player, "100").await;
    let (status, asked) = find(&stage, &agent, &id, "MADEUP1", "scb-1").await;
    assert_eq!(status, StatusCode::ACCEPTED, "{asked}");
    assert_eq!(held(&stage, &player).await, "0.00");
    let (status, done) = approve(&stage, &supervisor, &asked).await;
    assert_eq!(status, StatusCode::OK, "{done}");
    assert_eq!(held(&stage, &player).await, "100.00");
    // A payment of another amount is another payment, no matter who agrees.
    let id = announce(&stage, &player, "300").await;
    let payment = stage.pay(&player, "200.00").await;
    let name = payment["transRef"].as_str().unwrap();
    let wrong = find(&stage, &agent, &id, name, "scb-1").await;
    expect_error(&wrong, 409, "EVIDENCE_CONTRADICTS");
    // The bank shows it: one is enough, by the slip's code as well as by the name in it.
    let payment = stage.pay(&player, "300.00").await;
    let code = payment["qrPayload"].as_str().unwrap();
    let (status, done) = find(&stage, &agent, &id, code, "scb-1").await;
    assert_eq!(status, StatusCode::OK, "{done}");
    assert_eq!(held(&stage, &player).await, "400.00");
    // But not with more than one may move.
    let id = announce(&stage, &player, "4800").await;
    let payment = stage.pay(&player, "4800.00").await;
    let name = payment["transRef"].as_str().unwrap();
    let (status, body) = find(&stage, &agent, &id, name, "scb-1").await;
    assert_eq!(status, StatusCode::ACCEPTED, "{body}");
    stage.audit().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_bank_that_cannot_be_asked_shows_nothing() {
    let stage = Stage::set().await;
    let player = stage.player(1).await;
    let agent = stage.staff("agent").await;
    let id = announce(&stage, &player, "300").await;
    let payment = stage.pay(&player, "300.00").await;
    let name = payment["transRef"].as_str().unwrap();
    let silent = json!({ "target": "payout", "kind": "error_500_before" });
    stage.fault(&silent).await;
    let (status, body) = find(&stage, &agent, &id, name, "scb-1").await;
    assert_eq!(status, StatusCode::ACCEPTED, "{body}");
    assert_eq!(held(&stage, &player).await, "0.00");
}

#[tokio::test(flavor = "multi_thread")]
async fn one_payment_is_credited_once_by_slip_and_by_hand_in_any_spelling() {
    let stage = Stage::set().await;
    let player = stage.player(1).await;
    let agent = stage.staff("agent").await;
    let supervisor = stage.staff("supervisor").await;
    let payment = stage.pay(&player, "300.00").await;
    let picture = stage.slip_picture(&payment, "png").await;
    let (_, slip) = stage.upload(&player, "slip", picture).await;
    assert_eq!(slip["status"], "SUCCESS", "{slip}");
    let name = payment["transRef"].as_str().unwrap().to_owned();
    let code = payment["qrPayload"].as_str().unwrap();
    let (body, sum) = code.split_at(code.len() - 4);
    let spellings = [
        (name.clone(), "scb-1"),
        (name.to_lowercase(), "scb-1"),
        (format!("000{name}"), "scb-1"),
        (format!("{}-{}", &name[..4], &name[4..]), "scb-1"),
        (code.to_owned(), "scb-1"),
        (format!("{body}{}", sum.to_lowercase()), "scb-1"),
        (name.clone(), "kbank-1"),
    ];
    for (spelling, account) in spellings {
        let known = stage.config().deposit_account(account).is_some();
        assert!(known, "{account} is not configured");
        let id = announce(&stage, &player, "300").await;
        let mut answer = find(&stage, &agent, &id, &spelling, account).await;
        if answer.0 == StatusCode::ACCEPTED {
            answer = approve(&stage, &supervisor, &answer.1).await;
        }
        expect_error(&answer, 409, "SLIP_REFNO_DUPLICATED");
        let path = format!("manual/{id}/reject");
        let (status, body) = decide(&stage, &agent, &path, &json!({})).await;
        assert_eq!(status, StatusCode::OK, "{body}");
    }
    assert_eq!(held(&stage, &player).await, "300.00");
    stage.audit().await;
}
