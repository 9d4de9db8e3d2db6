//! What the second person sees before they agree, and how who asked takes the question back.

use reqwest::{Method, StatusCode};
use serde_json::{Value, json};

use crate::evidence::unknown_transfer;
use crate::stage::{Player, Stage, expect_error};
use crate::work::{answer, decide, held, list, unclear_slip};

const LARGE: &str = "6000.00";

async fn approvals(stage: &Stage, token: &str) -> Value {
    let (status, body) = stage.get_as(token, "/support/approvals").await;
    assert_eq!(status, StatusCode::OK, "{body}");
    body["approvals"].clone()
}

/// Asks for a decision that takes two people; answers its id.
async fn ask(stage: &Stage, token: &str, path: &str, more: &Value) -> String {
    let (status, body) = decide(stage, token, path, more).await;
    assert_eq!(status, StatusCode::ACCEPTED, "{body}");
    body["approvalId"].as_str().unwrap().to_owned()
}

/// Announces a deposit and asks for its credit under a reference.
async fn ask_manual(stage: &Stage, token: &str, player: &Player, reference: &str) -> String {
    let input = json!({ "amount": "300" });
    let (status, made) = stage.post(player, "/wallet/add", &input).await;
    assert_eq!(status, StatusCode::ACCEPTED, "{made}");
    let _ = list(stage, token, "manual").await;
    let path = format!("manual/{}/accept", made["id"].as_str().unwrap());
    let found = json!({ "reference": reference, "depositAccount": "scb-1" });
    ask(stage, token, &path, &found).await
}

pub(crate) async fn correction(
    stage: &Stage,
    token: &str,
    player: &Player,
    amount: &str,
) -> String {
    let path = format!("/support/players/{}/corrections", player.id);
    let body = json!({ "amount": amount, "reason": "charged twice", "unrelated": "of last week" });
    let (status, body) = stage.post_as(token, &path, &body).await;
    assert_eq!(status, StatusCode::ACCEPTED, "{body}");
    body["approvalId"].as_str().unwrap().to_owned()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_second_person_sees_the_payment_our_account_the_player_and_the_slips_picture() {
    let stage = Stage::set().await;
    let (_, slip) = unclear_slip(&stage, LARGE).await;
    let agent = stage.staff("agent").await;
    let supervisor = stage.staff("supervisor").await;
    ask(&stage, &agent, &format!("slips/{slip}/accept"), &json!({})).await;
    let all = approvals(&stage, &supervisor).await;
    let evidence = &all[0]["evidence"];
    let (_, word) = stage
        .get_as(&agent, &format!("/support/work/slips/{slip}"))
        .await;
    assert_eq!(
        evidence["reference"], word["bank"]["payment"]["reference"],
        "{all}"
    );
    assert_eq!(evidence["ourAccount"]["id"], "scb-1");
    assert_eq!(evidence["ourAccount"]["bankCode"], "SCB");
    assert!(evidence["ourAccount"]["accountNo"].is_string(), "{all}");
    // The same words as next to the slip, with the number as masked there.
    assert_eq!(evidence["player"], word["owner"]);
    assert_eq!(evidence["player"]["phone"], "0812340002");
    assert_eq!(evidence["paidTo"], Value::Null);
    assert_eq!(evidence["referenceUses"], json!([]));
    let picture = format!(
        "http://{}{}",
        stage.app.public_address(),
        evidence["picture"].as_str().unwrap()
    );
    let request = stage.http.get(picture).bearer_auth(&supervisor);
    let request = request.header("x-requested-with", "wallet-web");
    let shown = request.send().await.unwrap();
    assert_eq!(shown.status(), StatusCode::OK);
    assert_eq!(shown.headers()["content-type"], "image/png");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_held_withdrawal_shows_the_account_that_it_is_paid_to() {
    let stage = Stage::set_with(|config| {
        config.support.second_person_above.clear();
    })
    .await;
    let player = stage.player(1).await;
    stage.deposit(&player, "500.00").await;
    let change = json!({
        "name": "Somchai", "bankCode": "SCB", "bankAccountName": "สมชาย ใจดี",
        "bankAccountNo": "5550001111", "password": "Correct-Horse-9",
    });
    let call = (None, Some(&change));
    let (status, body) = stage
        .call(&player, Method::PUT, "/account/profile", call)
        .await;
    assert!(status.is_success(), "{body}");
    let wanted = json!({ "amount": "300" });
    let (status, body) = stage.post(&player, "/wallet/withdraw", &wanted).await;
    assert_eq!(status, StatusCode::ACCEPTED, "{body}");
    let id = body["id"].as_str().unwrap();
    let agent = stage.staff("agent").await;
    let _ = list(&stage, &agent, "withdrawals").await;
    ask(
        &stage,
        &agent,
        &format!("withdrawals/{id}/release"),
        &json!({}),
    )
    .await;
    let all = approvals(&stage, &agent).await;
    let evidence = &all[0]["evidence"];
    assert_eq!(evidence["paidTo"]["accountNo"], "••••••1111", "{all}");
    assert_eq!(evidence["paidTo"]["bankCode"], "SCB");
    assert_eq!(evidence["ourAccount"], Value::Null);
    assert_eq!(evidence["picture"], Value::Null);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_transfer_shows_how_its_provider_names_it_and_waits_in_its_list() {
    // The process asks once and then not again for a day: staff is first.
    let stage = Stage::set_with(|config| {
        config.waits.retry_ms = 86_400_000;
        config.waits.retry_max_ms = 86_400_000;
        config.waits.transfer_ms = 50;
        config.support.second_person_above.clear();
    })
    .await;
    let (_, id) = unknown_transfer(&stage).await;
    let agent = stage.staff("agent").await;
    let _ = list(&stage, &agent, "transfers").await;
    let one = format!("/support/work/transfers/{id}");
    let (_, word) = stage.get_as(&agent, &one).await;
    let path = format!("transfers/{id}/settle");
    let asked = ask(&stage, &agent, &path, &json!({ "outcome": "completed" })).await;
    let all = approvals(&stage, &agent).await;
    let evidence = &all[0]["evidence"];
    assert_eq!(
        evidence["reference"], word["provider"]["providerTx"],
        "{all}"
    );
    assert!(evidence["reference"].is_string(), "{all}");
    assert_eq!(evidence["ourAccount"], Value::Null);
    assert_eq!(evidence["referenceUses"], json!([]));
    let (_, review) = stage.get_as(&agent, &one).await;
    assert_eq!(review["item"]["waiting"]["decisionId"], asked, "{review}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_reference_that_was_credited_before_is_shown_with_whose_and_how_much() {
    let stage = Stage::set().await;
    let first = stage.player(1).await;
    let payment = stage.pay(&first, "500.00").await;
    let picture = stage.slip_picture(&payment, "png").await;
    let (status, body) = stage.upload(&first, "slip", picture).await;
    assert_eq!(status, StatusCode::CREATED, "{body}");
    let second = stage.player(3).await;
    let agent = stage.staff("agent").await;
    // Only the ledger knows now: the bank cannot be asked, and staff spell it otherwise.
    let silent = json!({ "target": "payout", "kind": "error_500_before" });
    stage.fault(&silent).await;
    let reference = payment["transRef"].as_str().unwrap();
    let (head, tail) = reference.split_at(4);
    let spelled = format!("{head}-{}", tail.to_lowercase());
    ask_manual(&stage, &agent, &second, &spelled).await;
    let all = approvals(&stage, &agent).await;
    let evidence = &all[0]["evidence"];
    assert_eq!(evidence["reference"], spelled, "{all}");
    let uses = evidence["referenceUses"].as_array().unwrap();
    assert_eq!(uses.len(), 1, "{all}");
    assert_eq!(uses[0]["player"]["id"], first.id.to_string());
    assert_eq!(uses[0]["player"]["name"], "Somchai");
    assert_eq!(uses[0]["amount"], "500.00");
    assert_eq!(uses[0]["currency"], "THB");
    assert_eq!(uses[0]["isCredited"], true);
    assert!(uses[0]["at"].is_string(), "{all}");
}

#[tokio::test(flavor = "multi_thread")]
async fn two_questions_about_one_payment_point_at_each_other() {
    let stage = Stage::set().await;
    let (one, other) = (stage.player(1).await, stage.player(3).await);
    let agent = stage.staff("agent").await;
    ask_manual(&stage, &agent, &one, "REF-0001").await;
    ask_manual(&stage, &agent, &other, "ref0001").await;
    ask_manual(&stage, &agent, &other, "REF-0002").await;
    let all = approvals(&stage, &agent).await;
    let uses = |n: usize| all[n]["evidence"]["referenceUses"].clone();
    assert_eq!(uses(0)[0]["player"]["id"], other.id.to_string(), "{all}");
    assert_eq!(uses(0)[0]["isCredited"], false);
    assert_eq!(uses(0)[0]["amount"], "300.00");
    assert_eq!(uses(1)[0]["player"]["id"], one.id.to_string(), "{all}");
    assert_eq!(uses(2), json!([]));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_decision_that_nobody_signed_has_no_evidence() {
    let stage = Stage::set().await;
    let player = stage.player(1).await;
    let agent = stage.staff("agent").await;
    ask_manual(&stage, &agent, &player, "REF-0001").await;
    stage
        .tamper("update staff_decision set terms = jsonb_set(terms, '{reference}', '\"REF-2\"')")
        .await;
    let all = approvals(&stage, &agent).await;
    assert_eq!(all[0]["evidence"], Value::Null, "{all}");
}

#[tokio::test(flavor = "multi_thread")]
async fn what_waits_for_a_second_person_says_so_in_its_own_list() {
    let stage = Stage::set().await;
    let (_, slip) = unclear_slip(&stage, LARGE).await;
    let agent = stage.staff("agent").await;
    let supervisor = stage.staff("supervisor").await;
    let before = list(&stage, &agent, "slips").await;
    assert_eq!(before["items"][0]["waiting"], Value::Null, "{before}");
    let id = ask(&stage, &agent, &format!("slips/{slip}/accept"), &json!({})).await;
    for (token, is_mine) in [(&agent, true), (&supervisor, false)] {
        let work = list(&stage, token, "slips").await;
        let one = format!("/support/work/slips/{slip}");
        let (_, review) = stage.get_as(token, &one).await;
        for waiting in [&work["items"][0]["waiting"], &review["item"]["waiting"]] {
            assert_eq!(waiting["decisionId"], id, "{work} {review}");
            assert_eq!(waiting["askedBy"]["name"], "Nok");
            assert!(waiting["askedAt"].is_string());
            assert_eq!(waiting["isMine"], is_mine);
            assert_eq!(waiting["isAgreed"], false);
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn who_asked_takes_the_question_back_once_and_may_ask_again() {
    let stage = Stage::set().await;
    let (player, slip) = unclear_slip(&stage, LARGE).await;
    let agent = stage.staff("agent").await;
    let supervisor = stage.staff("supervisor").await;
    let path = format!("slips/{slip}/accept");
    let id = ask(&stage, &agent, &path, &json!({})).await;
    let foreign = answer(&stage, &supervisor, &id, "withdraw").await;
    expect_error(&foreign, 403, "ONLY_ASKER");
    let auditor = stage.staff("auditor").await;
    let read_only = answer(&stage, &auditor, &id, "withdraw").await;
    expect_error(&read_only, 403, "ROLE_REQUIRED");
    for _ in 0..2 {
        let (status, body) = answer(&stage, &agent, &id, "withdraw").await;
        assert_eq!(status, StatusCode::OK, "{body}");
    }
    assert_eq!(approvals(&stage, &supervisor).await, json!([]));
    let work = list(&stage, &agent, "slips").await;
    assert_eq!(work["items"][0]["waiting"], Value::Null, "{work}");
    for word in ["approve", "refuse"] {
        let late = answer(&stage, &supervisor, &id, word).await;
        expect_error(&late, 409, "ALREADY_ENDED");
    }
    let acts = stage.acts().await;
    let said = acts.iter().filter(|it| it["kind"] == "decision.withdraw");
    let said: Vec<&Value> = said.collect();
    assert_eq!(said.len(), 1, "{said:?}");
    assert_eq!(said[0]["by"], "agent");
    assert_eq!(said[0]["reason"], "seen and right");
    assert_eq!(said[0]["detail"]["decision"], id);
    // Another question, and this one is agreed on.
    let again = ask(&stage, &agent, &path, &json!({})).await;
    assert_ne!(again, id);
    let (status, done) = answer(&stage, &supervisor, &again, "approve").await;
    assert_eq!(status, StatusCode::OK, "{done}");
    let late = answer(&stage, &agent, &again, "withdraw").await;
    expect_error(&late, 409, "ALREADY_ENDED");
    assert_eq!(held(&stage, &player).await, LARGE);
    stage.audit().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn withdrawing_and_agreeing_at_once_leaves_one_of_them() {
    let stage = Stage::set().await;
    let player = stage.player(1).await;
    let agent = stage.staff("agent").await;
    let supervisor = stage.staff("supervisor").await;
    let id = correction(&stage, &agent, &player, "100").await;
    let (back, yes) = tokio::join!(
        answer(&stage, &agent, &id, "withdraw"),
        answer(&stage, &supervisor, &id, "approve"),
    );
    let is_agreed = yes.0 == StatusCode::OK;
    assert_ne!(is_agreed, back.0 == StatusCode::OK, "{yes:?} {back:?}");
    let events = stage.events(&player, "Corrected").await;
    assert_eq!(events, i64::from(is_agreed));
    stage.audit().await;
}

/// As an attempt sees it that began before the question was taken back.
#[tokio::test(flavor = "multi_thread")]
async fn what_was_taken_back_is_not_carried_out_by_an_attempt_on_its_way() {
    let stage = Stage::set().await;
    let player = stage.player(1).await;
    let agent = stage.staff("agent").await;
    let supervisor = stage.staff("supervisor").await;
    let id = correction(&stage, &agent, &player, "100").await;
    let (status, body) = answer(&stage, &agent, &id, "withdraw").await;
    assert_eq!(status, StatusCode::OK, "{body}");
    stage
        .tamper(&format!(
            "update staff_decision set status = 'AGREED', decided_at = now(),
                 decided_by = (select id from staff where username = 'supervisor')
             where id = '{id}'"
        ))
        .await;
    let late = answer(&stage, &supervisor, &id, "approve").await;
    expect_error(&late, 409, "ALREADY_ENDED");
    assert_eq!(stage.events(&player, "Corrected").await, 0);
}

#[tokio::test(flavor = "multi_thread")]
async fn the_menu_counts_each_thing_once_and_what_the_caller_may_answer() {
    let stage = Stage::set().await;
    let (player, slip) = unclear_slip(&stage, LARGE).await;
    let agent = stage.staff("agent").await;
    let supervisor = stage.staff("supervisor").await;
    let other = stage.staff("supervisor2").await;
    let path = format!("slips/{slip}/accept");
    ask(&stage, &supervisor, &path, &json!({})).await;
    correction(&stage, &agent, &player, "5").await;
    let _ = list(&stage, &agent, "slips").await;
    for (token, answerable) in [(&agent, 0), (&supervisor, 1), (&other, 2)] {
        let (status, counts) = stage.get_as(token, "/support/waiting").await;
        assert_eq!(status, StatusCode::OK, "{counts}");
        assert_eq!(counts["work"]["slips"], 1, "{counts}");
        assert_eq!(counts["work"]["approvals"], 2);
        assert_eq!(counts["workTotal"], 2);
        assert_eq!(counts["approvalsToAnswer"], answerable);
        assert_eq!(counts["conversations"]["waiting"], 0);
    }
}
