//! Slips that were refused: staff see them, and may credit or send back what was paid.

use reqwest::StatusCode;
use serde_json::{Value, json};

use crate::stage::{Player, Stage, expect_error};
use crate::work::{decide, held};

/// A slip that was refused because another player has paid it, that player and its reference.
async fn refused(stage: &Stage) -> (Player, String, Player, Value) {
    let handed_in = stage.player(1).await;
    let paid = stage.player_with("0810000099", "9876543210").await;
    let payment = stage.pay(&paid, "500.00").await;
    let (status, body) = upload(stage, &handed_in, "first", &payment).await;
    assert_eq!(status, StatusCode::CREATED, "{body}");
    assert_eq!(body["note"], "NOT_MATCH", "{body}");
    let id = body["id"].as_str().unwrap().to_owned();
    (handed_in, id, paid, payment)
}

async fn upload(stage: &Stage, player: &Player, key: &str, payment: &Value) -> (StatusCode, Value) {
    let picture = stage.slip_picture(payment, "png").await;
    stage.upload(player, key, picture).await
}

async fn slips(stage: &Stage, token: &str, query: &str) -> Vec<Value> {
    let path = format!("/support/work/slips?{query}&after={}", stage.head().await);
    let (status, body) = stage.get_as(token, &path).await;
    assert_eq!(status, StatusCode::OK, "{body}");
    body["items"].as_array().unwrap().clone()
}

async fn approve(stage: &Stage, token: &str, asked: &Value) -> (StatusCode, Value) {
    let approval = asked["approvalId"].as_str().unwrap();
    let path = format!("/support/approvals/{approval}/approve");
    stage
        .post_as(token, &path, &json!({ "reason": "right" }))
        .await
}

#[tokio::test(flavor = "multi_thread")]
async fn a_refused_slip_is_found_shown_and_credited_by_two_people() {
    let stage = Stage::set().await;
    let (player, id, ..) = refused(&stage).await;
    let (one, two) = (
        stage.staff("supervisor").await,
        stage.staff("supervisor2").await,
    );
    let listed = slips(&stage, &one, "state=REFUSED").await;
    assert_eq!(listed[0]["id"], id, "{listed:?}");
    assert_eq!(listed[0]["reason"], "NOT_MATCH");
    let reference = listed[0]["detail"]["reference"].as_str().unwrap();
    for query in [
        format!("reference={reference}"),
        format!("player={}", player.id),
    ] {
        assert_eq!(slips(&stage, &one, &query).await, listed, "{query}");
    }
    for query in ["state=CREDITED", "state=OPEN", "reference=NONE"] {
        assert_eq!(
            slips(&stage, &one, query).await,
            [] as [Value; 0],
            "{query}"
        );
    }
    let slip = format!("/support/work/slips/{id}");
    let (status, shown) = stage.get_as(&one, &slip).await;
    assert_eq!(status, StatusCode::OK, "{shown}");
    assert_eq!(
        (&shown["isRefused"], &shown["isWaiting"]),
        (&json!(true), &json!(false))
    );
    assert_eq!(shown["bank"]["payment"]["amount"], "500.00");
    assert_eq!(shown["bank"]["payment"]["likeness"]["account"], "OTHER");
    let (status, _) = stage.get_as(&one, &format!("{slip}/picture")).await;
    assert_eq!(status, StatusCode::OK);
    let (status, side) = stage
        .get_as(&one, &format!("/support/work/{id}/side"))
        .await;
    assert_eq!(status, StatusCode::OK, "{side}");

    let path = format!("slips/{id}/accept");
    let (status, asked) = decide(&stage, &one, &path, &json!({})).await;
    assert_eq!(status, StatusCode::ACCEPTED, "a small amount: {asked}");
    assert_eq!(held(&stage, &player).await, "0.00");
    expect_error(&approve(&stage, &one, &asked).await, 403, "SECOND_PERSON");
    let (status, done) = approve(&stage, &two, &asked).await;
    assert_eq!(status, StatusCode::OK, "{done}");
    assert_eq!(held(&stage, &player).await, "500.00");
    let credited = slips(&stage, &one, "state=CREDITED").await;
    assert_eq!(credited[0]["id"], id, "{credited:?}");
    // Now it is the player's business, and to see it needs a reason.
    let closed = stage.get_as(&one, &slip).await;
    expect_error(&closed, 403, "LOOK_REQUIRED");
    let late = decide(&stage, &one, &path, &json!({})).await;
    expect_error(&late, 404, "NO_DATA");
    stage.audit().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_second_upload_that_was_credited_meanwhile_wins() {
    let stage = Stage::set().await;
    let (first, id, paid, payment) = refused(&stage).await;
    let (one, two) = (
        stage.staff("supervisor").await,
        stage.staff("supervisor2").await,
    );
    let path = format!("slips/{id}/accept");
    let (status, asked) = decide(&stage, &one, &path, &json!({})).await;
    assert_eq!(status, StatusCode::ACCEPTED, "{asked}");
    let (_, again) = upload(&stage, &paid, "again", &payment).await;
    assert_eq!(again["status"], "SUCCESS", "{again}");
    let refusal = approve(&stage, &two, &asked).await;
    expect_error(&refusal, 409, "SLIP_REFNO_DUPLICATED");
    assert_eq!(held(&stage, &first).await, "0.00");
    assert_eq!(held(&stage, &paid).await, "500.00");
    stage.audit().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn money_that_was_sent_back_is_never_credited() {
    let stage = Stage::set().await;
    let (first, id, paid, payment) = refused(&stage).await;
    let (one, two) = (
        stage.staff("supervisor").await,
        stage.staff("supervisor2").await,
    );
    let accept = format!("slips/{id}/accept");
    let (_, asked) = decide(&stage, &one, &accept, &json!({})).await;
    let path = format!("slips/{id}/return");
    let nameless = decide(&stage, &one, &path, &json!({ "reference": "-" })).await;
    expect_error(&nameless, 400, "INVALID_INPUT");
    // One decision at a time.
    let (status, body) = decide(&stage, &two, &path, &json!({ "reference": "OUT-1" })).await;
    assert_eq!(status, StatusCode::OK, "{body}");
    let gone = approve(&stage, &two, &asked).await;
    assert!(gone.0.is_client_error(), "{gone:?}");
    let shown = slips(&stage, &one, "state=REFUSED").await;
    assert_eq!(shown[0]["reason"], "SLIP_RETURNED", "{shown:?}");
    let (_, again) = upload(&stage, &paid, "again", &payment).await;
    assert_eq!(again["note"], "SLIP_REFNO_DUPLICATED", "{again}");
    for player in [&first, &paid] {
        assert_eq!(held(&stage, player).await, "0.00");
    }
    let late = decide(&stage, &one, &accept, &json!({})).await;
    expect_error(&late, 404, "NO_DATA");
    stage.audit().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_refused_slip_that_a_row_gives_to_another_player_is_not_credited() {
    let stage = Stage::set().await;
    let (_, id, other, _) = refused(&stage).await;
    let one = stage.staff("supervisor").await;
    sqlx::query("update slip_entry set wallet_id = $1 where slip_id = $2::uuid")
        .bind(other.id)
        .bind(&id)
        .execute(&stage.database.owner())
        .await
        .unwrap();
    for (act, more) in [
        ("accept", json!({})),
        ("return", json!({ "reference": "OUT-1" })),
    ] {
        let answer = decide(&stage, &one, &format!("slips/{id}/{act}"), &more).await;
        expect_error(&answer, 409, "EVIDENCE_CONTRADICTS");
    }
    let (status, shown) = stage
        .get_as(&one, &format!("/support/work/slips/{id}"))
        .await;
    assert_eq!(status, StatusCode::OK, "{shown}");
    assert_eq!(shown["bank"]["said"], "UNREAD", "{shown}");
}

#[tokio::test(flavor = "multi_thread")]
async fn what_was_paid_below_the_minimum_waits_for_staff() {
    let stage = Stage::set_with(|config| {
        for bounds in config.bounds.values_mut() {
            bounds.deposit_min = "100".parse().unwrap();
        }
    })
    .await;
    let player = stage.player(1).await;
    let payment = stage.pay(&player, "50.00").await;
    let (status, body) = upload(&stage, &player, "little", &payment).await;
    assert_eq!(status, StatusCode::ACCEPTED, "{body}");
    assert_eq!(body["note"], "DEPOSIT_MINIMUM", "{body}");
    assert_eq!(body["amount"], "50.00", "{body}");
    let id = body["id"].as_str().unwrap();
    let agent = stage.staff("agent").await;
    let (status, done) = decide(&stage, &agent, &format!("slips/{id}/accept"), &json!({})).await;
    assert_eq!(status, StatusCode::OK, "{done}");
    assert_eq!(held(&stage, &player).await, "50.00");
    stage.audit().await;
}
