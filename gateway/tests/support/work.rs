//! What waits for staff, and what they decide.

use std::time::Duration;

use reqwest::{Method, StatusCode};
use serde_json::{Value, json};

use crate::stage::{Answer, Player, Stage, expect_error};

/// A player whose slips have an unknown sender.
pub(crate) async fn unclear_player(stage: &Stage, n: u32) -> Player {
    let phone = format!("08123400{n:02}");
    let account = format!("999999999{n:02}");
    stage.player_named(&phone, &account, "SOMCHAI JOKER").await
}

/// A slip of an amount with an unknown sender.
pub(crate) async fn unclear_slip(stage: &Stage, amount: &str) -> (Player, String) {
    let player = unclear_player(stage, 2).await;
    let id = another_slip(stage, &player, "slip", amount).await;
    (player, id)
}

/// Another one of the same player, under a key.
pub(crate) async fn another_slip(
    stage: &Stage,
    player: &Player,
    key: &str,
    amount: &str,
) -> String {
    let change = json!({
        "amount": amount, "fromAccountNo": "1230102093", "fromName": "SOMCHAI JAIDEE",
    });
    let payment = stage.pay_with(player, &change).await;
    let picture = stage.slip_picture(&payment, "png").await;
    let (status, body) = stage.upload(player, key, picture).await;
    assert_eq!(status, StatusCode::ACCEPTED, "{body}");
    body["id"].as_str().unwrap().to_owned()
}

pub(crate) async fn list(stage: &Stage, token: &str, kind: &str) -> Value {
    let path = format!("/support/work?kind={kind}&after={}", stage.head().await);
    let (status, body) = stage.get_as(token, &path).await;
    assert_eq!(status, StatusCode::OK, "{body}");
    body
}

pub(crate) async fn decide(stage: &Stage, token: &str, path: &str, more: &Value) -> Answer {
    let mut body = json!({ "reason": "looked at it" });
    for (name, value) in more.as_object().unwrap() {
        body[name] = value.clone();
    }
    stage
        .post_as(token, &format!("/support/work/{path}"), &body)
        .await
}

/// Approves what another one of staff asked for, refuses it or takes it back.
pub(crate) async fn answer(stage: &Stage, token: &str, id: &str, word: &str) -> Answer {
    let path = format!("/support/approvals/{id}/{word}");
    let body = json!({ "reason": "seen and right" });
    stage.post_as(token, &path, &body).await
}

pub(crate) async fn held(stage: &Stage, player: &Player) -> Value {
    stage.wallet(player).await["wallet"]["amount"].clone()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_slip_in_review_is_shown_with_the_banks_answer_and_is_credited_once() {
    let stage = Stage::set().await;
    let (player, id) = unclear_slip(&stage, "500.00").await;
    let agent = stage.staff("agent").await;
    let body = list(&stage, &agent, "slips").await;
    assert_eq!(body["items"][0]["id"], id, "{body}");
    assert_eq!(body["items"][0]["reason"], "SENDER_UNCLEAR");
    assert_eq!(body["items"][0]["amount"], "500.00");
    assert_eq!(body["items"][0]["player"]["id"], player.id.to_string());
    assert_eq!(body["counts"]["slips"], 1);
    let (status, slip) = stage
        .get_as(&agent, &format!("/support/work/slips/{id}"))
        .await;
    assert_eq!(status, StatusCode::OK, "{slip}");
    assert_eq!(slip["bank"]["said"], "CONFIRMED", "{slip}");
    assert_eq!(slip["bank"]["payment"]["amount"], "500.00");
    assert_eq!(slip["bank"]["payment"]["isSamePayment"], true);
    let picture = format!(
        "http://{}{}",
        stage.app.public_address(),
        slip["picture"].as_str().unwrap()
    );
    let get = |token: &str| {
        let request = stage.http.get(&picture).bearer_auth(token);
        request.header("x-requested-with", "wallet-web").send()
    };
    let reply = get(&agent).await.unwrap();
    assert_eq!(reply.status(), StatusCode::OK);
    assert_eq!(reply.headers()["content-type"], "image/png");
    assert_eq!(
        get(&player.token).await.unwrap().status(),
        StatusCode::UNAUTHORIZED
    );
    let path = format!("slips/{id}/accept");
    let other = decide(&stage, &agent, &path, &json!({ "amount": "501.00" })).await;
    expect_error(&other, 409, "EVIDENCE_CONTRADICTS");
    let nothing_more = json!({});
    let tries = (0..8).map(|_| decide(&stage, &agent, &path, &nothing_more));
    let answers = futures_util::future::join_all(tries).await;
    assert!(
        answers.iter().any(|it| it.0 == StatusCode::OK),
        "{answers:?}"
    );
    assert_eq!(stage.events(&player, "Deposited").await, 1);
    assert_eq!(held(&stage, &player).await, "500.00");
    let gone = list(&stage, &agent, "slips").await;
    assert_eq!(gone["items"], json!([]));
    let late = decide(&stage, &agent, &path, &json!({})).await;
    expect_error(&late, 404, "NO_DATA");
    let acts = stage.acts().await;
    let made = acts
        .iter()
        .find(|it| it["kind"] == "decision.make")
        .unwrap();
    assert_eq!(
        (&made["subject"], &made["reason"]),
        (&json!(id), &json!("looked at it"))
    );
    assert!(
        acts.iter()
            .any(|it| it["kind"] == "read work/slips/{id}/picture")
    );
    stage.audit().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn one_key_gives_one_answer() {
    let stage = Stage::set().await;
    let (player, id) = unclear_slip(&stage, "500.00").await;
    let agent = stage.staff("agent").await;
    let send = |reason: &str| {
        let address = stage.app.public_address();
        let url = format!("http://{address}/api/support/work/slips/{id}/accept");
        let request = stage.http.post(url).bearer_auth(&agent);
        let request = request
            .header("x-requested-with", "wallet-web")
            .header("idempotency-key", "k-1")
            .json(&json!({ "reason": reason }));
        crate::stage::answer(request)
    };
    let first = send("looked at it").await;
    assert_eq!(first.0, StatusCode::OK, "{}", first.1);
    assert_eq!(send("looked at it").await, first);
    expect_error(&send("other reason").await, 422, "IDEMPOTENCY_MISMATCH");
    assert_eq!(stage.events(&player, "Deposited").await, 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_large_slip_takes_two_people() {
    let stage = Stage::set().await;
    let (player, id) = unclear_slip(&stage, "6000.00").await;
    let one = stage.staff("supervisor").await;
    let two = stage.staff("supervisor2").await;
    let path = format!("slips/{id}/accept");
    let (status, body) = decide(&stage, &one, &path, &json!({})).await;
    assert_eq!(status, StatusCode::ACCEPTED, "{body}");
    assert_eq!(held(&stage, &player).await, "0.00");
    let other = decide(&stage, &two, &path, &json!({})).await;
    expect_error(&other, 409, "APPROVAL_PENDING");
    let approval = body["approvalId"].as_str().unwrap();
    assert_eq!(other.1["data"]["approvalId"], approval);
    let approve = format!("/support/approvals/{approval}/approve");
    let why = json!({ "reason": "right" });
    let own = stage.post_as(&one, &approve, &why).await;
    expect_error(&own, 403, "SECOND_PERSON");
    let (status, done) = stage.post_as(&two, &approve, &why).await;
    assert_eq!(status, StatusCode::OK, "{done}");
    assert_eq!(held(&stage, &player).await, "6000.00");
    stage.audit().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_slip_is_rejected_with_a_word_for_the_player() {
    let stage = Stage::set().await;
    let (player, id) = unclear_slip(&stage, "500.00").await;
    let agent = stage.staff("agent").await;
    let path = format!("slips/{id}/reject");
    let wrong = decide(&stage, &agent, &path, &json!({ "code": "NO_SUCH" })).await;
    expect_error(&wrong, 400, "INVALID_INPUT");
    let (status, body) = decide(&stage, &agent, &path, &json!({ "code": "NOT_MATCH" })).await;
    assert_eq!(status, StatusCode::OK, "{body}");
    assert_eq!(stage.events(&player, "SlipRejected").await, 1);
    assert_eq!(stage.events(&player, "Deposited").await, 0);
}

#[tokio::test(flavor = "multi_thread")]
async fn an_announced_deposit_is_credited_as_the_bank_names_it() {
    let stage = Stage::set().await;
    let player = stage.player(1).await;
    let agent = stage.staff("agent").await;
    let (status, made) = stage
        .post(&player, "/wallet/add", &json!({ "amount": "500" }))
        .await;
    assert_eq!(status, StatusCode::ACCEPTED, "{made}");
    let id = made["id"].as_str().unwrap();
    let body = list(&stage, &agent, "manual").await;
    assert_eq!(body["items"][0]["amount"], "500.00", "{body}");
    let path = format!("manual/{id}/accept");
    let payment = stage.pay(&player, "500.00").await;
    let reference = payment["transRef"].as_str().unwrap();
    let found = |account| json!({ "reference": reference, "depositAccount": account });
    let wrong = decide(&stage, &agent, &path, &found("nowhere")).await;
    expect_error(&wrong, 400, "INVALID_INPUT");
    let (status, body) = decide(&stage, &agent, &path, &found("scb-1")).await;
    assert_eq!(status, StatusCode::OK, "{body}");
    assert_eq!(held(&stage, &player).await, "500.00");
    // The same payment, announced again, is not credited again.
    let (_, made) = stage
        .post(&player, "/wallet/add", &json!({ "amount": "500" }))
        .await;
    let path = format!("manual/{}/accept", made["id"].as_str().unwrap());
    let twice = decide(&stage, &agent, &path, &found("scb-1")).await;
    expect_error(&twice, 409, "SLIP_REFNO_DUPLICATED");
    let path = format!("manual/{}/reject", made["id"].as_str().unwrap());
    let (status, body) = decide(&stage, &agent, &path, &json!({})).await;
    assert_eq!(status, StatusCode::OK, "{body}");
    assert_eq!(held(&stage, &player).await, "500.00");
    // What the bank does not show takes a second person.
    let (_, made) = stage
        .post(&player, "/wallet/add", &json!({ "amount": "500" }))
        .await;
    stage
        .credit_announced(&made["id"], "NOT-SHOWN", "scb-1")
        .await;
    assert_eq!(held(&stage, &player).await, "1000.00");
    stage.audit().await;
}

/// A withdrawal that is held because the bank account was changed.
pub(crate) async fn held_withdrawal(stage: &Stage, player: &Player) -> String {
    stage.deposit(player, "500.00").await;
    let change = json!({
        "name": "Somchai", "bankCode": "SCB", "bankAccountName": "สมชาย ใจดี",
        "bankAccountNo": "5550001111", "password": "Correct-Horse-9",
    });
    let call = (None, Some(&change));
    let (status, body) = stage
        .call(player, Method::PUT, "/account/profile", call)
        .await;
    assert!(status.is_success(), "{body}");
    let wanted = json!({ "amount": "300" });
    let (status, body) = stage.post(player, "/wallet/withdraw", &wanted).await;
    assert_eq!(status, StatusCode::ACCEPTED, "{body}");
    assert!(body["heldUntil"].is_string(), "{body}");
    body["id"].as_str().unwrap().to_owned()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_held_withdrawal_is_let_go_and_paid() {
    let stage = Stage::set().await;
    let player = stage.player(1).await;
    let id = held_withdrawal(&stage, &player).await;
    let agent = stage.staff("agent").await;
    let body = list(&stage, &agent, "withdrawals").await;
    assert_eq!(body["items"][0]["id"], id, "{body}");
    assert!(body["items"][0]["detail"]["heldUntil"].is_string());
    let path = format!("withdrawals/{id}/release");
    let (status, body) = decide(&stage, &agent, &path, &json!({})).await;
    assert_eq!(status, StatusCode::OK, "{body}");
    stage.settled(&player).await;
    assert_eq!(stage.events(&player, "WithdrawalPaid").await, 1);
    let late = decide(
        &stage,
        &agent,
        &format!("withdrawals/{id}/return"),
        &json!({}),
    )
    .await;
    expect_error(&late, 404, "NO_DATA");
    assert_eq!(held(&stage, &player).await, "200.00");
    stage.audit().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_held_withdrawal_is_given_back() {
    let stage = Stage::set().await;
    let player = stage.player(1).await;
    let id = held_withdrawal(&stage, &player).await;
    let agent = stage.staff("agent").await;
    let path = format!("withdrawals/{id}/return");
    let (status, body) = decide(&stage, &agent, &path, &json!({})).await;
    assert_eq!(status, StatusCode::OK, "{body}");
    assert_eq!(held(&stage, &player).await, "500.00");
    let late = decide(
        &stage,
        &agent,
        &format!("withdrawals/{id}/release"),
        &json!({}),
    )
    .await;
    expect_error(&late, 404, "NO_DATA");
    stage.app.clock().advance(Duration::from_hours(48));
    assert_eq!(stage.events(&player, "WithdrawalPaid").await, 0);
    stage.audit().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn nobody_but_acting_staff_decides_anything() {
    let stage = Stage::set().await;
    let (player, id) = unclear_slip(&stage, "500.00").await;
    let auditor = stage.staff("auditor").await;
    let agent = stage.staff("agent").await;
    let paths = [
        format!("slips/{id}/accept"),
        format!("slips/{id}/reject"),
        format!("qr/{id}/accept"),
        format!("qr/{id}/reject"),
        format!("manual/{id}/accept"),
        format!("manual/{id}/reject"),
        format!("withdrawals/{id}/release"),
        format!("withdrawals/{id}/return"),
        format!("transfers/{id}/settle"),
    ];
    let more = json!({ "reference": "R", "depositAccount": "scb-1", "outcome": "completed" });
    for path in &paths {
        let read_only = decide(&stage, &auditor, path, &more).await;
        expect_error(&read_only, 403, "ROLE_REQUIRED");
        let thief = decide(&stage, &player.token, path, &more).await;
        expect_error(&thief, 401, "UNAUTHORIZED");
        let short = decide(&stage, &agent, path, &json!({ "reason": "x" })).await;
        assert_eq!(short.0, StatusCode::BAD_REQUEST, "{path}");
    }
    // Of another kind, nothing of that id waits.
    for path in &paths[2..] {
        let other = decide(&stage, &agent, path, &more).await;
        expect_error(&other, 404, "NO_DATA");
    }
    let reads = ["work", "approvals", "operations"];
    for path in reads {
        let path = format!("/support/{path}");
        assert_eq!(stage.get_as(&auditor, &path).await.0, StatusCode::OK);
        expect_error(
            &stage.get_as(&player.token, &path).await,
            401,
            "UNAUTHORIZED",
        );
    }
    assert_eq!(held(&stage, &player).await, "0.00");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_transfer_in_review_ends_only_as_the_provider_says() {
    // The process asks once and then not again for a day: staff is first.
    let stage = Stage::set_with(|config| {
        config.waits.retry_ms = 86_400_000;
        config.waits.retry_max_ms = 86_400_000;
        config.waits.transfer_ms = 50;
    })
    .await;
    let player = stage.player(1).await;
    stage.deposit(&player, "500.00").await;
    stage.activate(&player, "pg").await;
    let silent = json!({ "target": "game:pg", "kind": "error_500_after" });
    stage.fault(&silent).await;
    let (status, body) = stage.transfer(&player, ("WALLET", "pg"), "100").await;
    assert_eq!(status, StatusCode::ACCEPTED, "{body}");
    let id = body["id"].as_str().unwrap();
    stage.unknown(id).await;
    let agent = stage.staff("agent").await;
    let waiting = list(&stage, &agent, "transfers").await;
    assert_eq!(waiting["items"][0]["id"], id, "{waiting}");
    let path = format!("transfers/{id}/settle");
    let done = json!({ "outcome": "completed" });
    let blind = decide(&stage, &agent, &path, &done).await;
    expect_error(&blind, 503, "EVIDENCE_MISSING");
    stage.clear_faults().await;
    let (_, word) = stage
        .get_as(&agent, &format!("/support/work/transfers/{id}"))
        .await;
    assert_eq!(word["provider"]["said"], "COMPLETED", "{word}");
    let guess = decide(&stage, &agent, &path, &json!({ "outcome": "returned" })).await;
    expect_error(&guess, 409, "EVIDENCE_CONTRADICTS");
    let other = json!({ "outcome": "completed", "providerTx": "made-up" });
    let made_up = decide(&stage, &agent, &path, &other).await;
    expect_error(&made_up, 409, "EVIDENCE_CONTRADICTS");
    let (status, body) = decide(&stage, &agent, &path, &done).await;
    assert_eq!(status, StatusCode::OK, "{body}");
    assert_eq!(stage.events(&player, "TransferCompleted").await, 1);
    assert_eq!(held(&stage, &player).await, "400.00");
    stage.audit().await;
}
