//! Staff decide about work as the wallet's events have it, whatever the application's role writes into the
//! rows that lead there.

use reqwest::{Method, StatusCode};
use serde_json::json;

use crate::evidence::unknown_transfer;
use crate::stage::{Stage, expect_error, write};
use crate::work::{
    another_slip, decide, held, held_withdrawal, list, unclear_player, unclear_slip,
};

/// The process asks once and then not again for a day: staff is first.
async fn stage_for_staff() -> Stage {
    Stage::set_with(|config| {
        config.waits.retry_ms = 86_400_000;
        config.waits.retry_max_ms = 86_400_000;
        config.waits.transfer_ms = 50;
    })
    .await
}

/// Waits until the work of a kind is in its list.
async fn show(stage: &Stage, kind: &str) {
    let agent = stage.staff("agent").await;
    let shown = list(stage, &agent, kind).await;
    assert_ne!(shown["items"], json!([]), "{kind}");
}

async fn expect_contradiction(stage: &Stage, path: &str, more: &serde_json::Value) {
    let agent = stage.staff("agent").await;
    let refused = decide(stage, &agent, path, more).await;
    expect_error(&refused, 409, "EVIDENCE_CONTRADICTS");
}

#[tokio::test(flavor = "multi_thread")]
async fn an_announced_deposit_is_not_credited_with_an_amount_that_its_row_was_given() {
    let stage = Stage::set().await;
    let player = stage.player(1).await;
    let input = json!({ "amount": "100" });
    let (_, made) = stage.post(&player, "/wallet/add", &input).await;
    let id = made["id"].as_str().unwrap();
    // The bank shows a payment of the larger amount.
    let payment = stage.pay(&player, "4000.00").await;
    show(&stage, "manual").await;
    write(&stage, "update open_work set amount = 4000").await;
    let found = json!({ "reference": payment["transRef"], "depositAccount": "scb-1" });
    expect_contradiction(&stage, &format!("manual/{id}/accept"), &found).await;
    let why = json!({ "code": "NOT_FOUND" });
    expect_contradiction(&stage, &format!("manual/{id}/reject"), &why).await;
    assert_eq!(held(&stage, &player).await, "0.00");
    assert_eq!(stage.events(&player, "ManualDepositRejected").await, 0);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_held_payout_is_not_let_go_by_a_row_with_another_amount_or_account() {
    let stage = Stage::set().await;
    let player = stage.player(1).await;
    let id = held_withdrawal(&stage, &player).await;
    show(&stage, "withdrawals").await;
    for change in [
        "amount = 1",
        "detail = jsonb_set(detail::jsonb, '{withdrawal,bank_account}', to_jsonb(gen_random_uuid()))",
    ] {
        write(&stage, &format!("update open_work set {change}")).await;
        for word in ["release", "return"] {
            let path = format!("withdrawals/{id}/{word}");
            expect_contradiction(&stage, &path, &json!({})).await;
        }
        write(&stage, "update open_work set amount = 300").await;
    }
    assert_eq!(stage.events(&player, "WithdrawalReleased").await, 0);
    assert_eq!(stage.events(&player, "WithdrawalReturned").await, 0);
}

#[tokio::test(flavor = "multi_thread")]
async fn an_unknown_transfer_is_not_settled_with_an_amount_that_its_row_was_given() {
    let stage = stage_for_staff().await;
    let (player, id) = unknown_transfer(&stage).await;
    show(&stage, "transfers").await;
    write(&stage, "update open_work set amount = 1").await;
    let done = json!({ "outcome": "completed" });
    expect_contradiction(&stage, &format!("transfers/{id}/settle"), &done).await;
    assert_eq!(stage.events(&player, "TransferCompleted").await, 0);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_slip_whose_row_names_another_payment_is_not_credited_by_staff() {
    let stage = Stage::set().await;
    let (player, slip) = unclear_slip(&stage, "500.00").await;
    // A larger payment of somebody else, which the bank confirms.
    let other = stage.pay(&stage.player(1).await, "4000.00").await;
    let [code, reference] = ["qrPayload", "transRef"].map(|name| other[name].as_str().unwrap());
    let agent = stage.staff("agent").await;
    let shown = format!("/support/work/slips?after={}", stage.head().await);
    let (status, body) = stage.get_as(&agent, &shown).await;
    assert_eq!(status, StatusCode::OK, "{body}");
    let which = format!("slip_id = '{slip}'");
    let mut row = stage.copied("slip_file", &which).await;
    row[0]["payload"] = json!(code);
    write(&stage, &format!("delete from slip_file where {which}")).await;
    stage.put_back("slip_file", &row).await;
    // The view names that payment as well, so only the row's MAC is against it.
    let named = format!("update slip_entry set trans_ref = '{reference}' where {which}");
    write(&stage, &named).await;
    expect_contradiction(&stage, &format!("slips/{slip}/accept"), &json!({})).await;
    assert_eq!(held(&stage, &player).await, "0.00");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_row_that_forgets_what_one_person_moved_raises_nobodys_limit() {
    let stage = Stage::set().await;
    let agent = stage.staff("agent").await;
    let player = unclear_player(&stage, 1).await;
    let first = another_slip(&stage, &player, "a", "3000").await;
    let accept = |slip: String| format!("slips/{slip}/accept");
    let (status, body) = decide(&stage, &agent, &accept(first), &json!({})).await;
    assert_eq!(status, StatusCode::OK, "{body}");
    for (key, change) in [
        ("b", "status = 'FAILED', code = 'NO_DATA', position = null"),
        ("c", "amount = 0"),
        ("d", "moves_money = false"),
        ("e", "ended_at = ended_at - interval '2 days'"),
        (
            "f",
            "asked_by = (select id from staff where username = 'auditor'), wallet_id = gen_random_uuid()",
        ),
    ] {
        let change = format!("update staff_decision set {change} where status <> 'PENDING'");
        write(&stage, &change).await;
        let slip = another_slip(&stage, &player, key, "2500").await;
        let (status, body) = decide(&stage, &agent, &accept(slip), &json!({})).await;
        assert_eq!(status, StatusCode::ACCEPTED, "{change}: {body}");
    }
    assert_eq!(held(&stage, &player).await, "3000.00");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_look_that_somebody_writes_opens_no_player() {
    let stage = Stage::set().await;
    let (mine, other) = (stage.player(1).await, stage.player(2).await);
    let agent = stage.staff("agent").await;
    let look = stage.look(&agent, &mine).await;
    let made = format!(
        "insert into staff_look (id, staff_id, wallet_id, reason, opened_at, until, mac)
         select gen_random_uuid(), staff_id, '{}', reason, opened_at, until, mac
         from staff_look where id = '{look}' returning id",
        other.id
    );
    let forged: uuid::Uuid = sqlx::query_scalar(&made)
        .fetch_one(stage.app.pool())
        .await
        .unwrap();
    let path = format!("/support/players/{}", other.id);
    for look in [look, forged.to_string()] {
        let call = (Some(look.as_str()), None);
        let shut = stage.call_as(&agent, Method::GET, &path, call).await;
        expect_error(&shut, 403, "LOOK_REQUIRED");
    }
}
