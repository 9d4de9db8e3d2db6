//! Money that two people of staff freeze: none leaves, what came in waits, and two let it go again.

use std::time::Duration;

use gateway::clock::random_id;
use gateway::config::Config;
use ledger_testing::eventually;
use reqwest::{Method, StatusCode};
use serde_json::{Value, json};

use crate::stage::{Answer, Player, Stage, expect_error, write};
use crate::work::{answer, decide, held, held_withdrawal, list};

const WHY: &str = "the phone was stolen, the owner called";

/// Days pass without the end of a player's session, and a paid QR is noticed soon.
fn lasting(config: &mut Config) {
    config.qr.poll_ms = 100;
    config.qr.late_poll_ms = 100;
    config.session.idle_minutes = 1_000_000;
    config.session.absolute_hours = 100_000;
    config.support.absolute_hours = 1_000;
    config.support.idle_minutes = 1_000_000;
}

async fn ask(stage: &Stage, token: &str, player: &Player, reach: Option<&str>) -> Answer {
    let (word, body) = match reach {
        Some(reach) => ("freezes", json!({ "reach": reach, "reason": WHY })),
        None => ("unfreezes", json!({ "reason": WHY })),
    };
    let path = format!("/support/players/{}/{word}", player.id);
    stage.post_as(token, &path, &body).await
}

async fn asked(stage: &Stage, token: &str, player: &Player, reach: Option<&str>) -> String {
    let (status, body) = ask(stage, token, player, reach).await;
    assert_eq!(status, StatusCode::ACCEPTED, "{body}");
    body["approvalId"].as_str().unwrap().to_owned()
}

/// The agent asks and the supervisor approves: a freeze, or its end where no reach is given.
pub(crate) async fn decided(stage: &Stage, player: &Player, reach: Option<&str>) -> String {
    let (agent, supervisor) = (stage.staff("agent").await, stage.staff("supervisor").await);
    let id = asked(stage, &agent, player, reach).await;
    let (status, body) = answer(stage, &supervisor, &id, "approve").await;
    assert_eq!(status, StatusCode::OK, "{body}");
    id
}

pub(crate) async fn withdraw(stage: &Stage, player: &Player, amount: &str) -> Answer {
    let wanted = json!({ "amount": amount });
    stage.post(player, "/wallet/withdraw", &wanted).await
}

async fn limits(stage: &Stage, player: &Player) -> Value {
    let (status, body) = stage.get(player, "/limits").await;
    assert_eq!(status, StatusCode::OK, "{body}");
    body
}

/// What staff is shown of a player.
pub(crate) async fn shown(stage: &Stage, player: &Player) -> Value {
    let agent = stage.staff("agent").await;
    let look = stage.look(&agent, player).await;
    let path = format!("/support/players/{}", player.id);
    let call = (Some(look.as_str()), None);
    let (status, body) = stage.call_as(&agent, Method::GET, &path, call).await;
    assert_eq!(status, StatusCode::OK, "{body}");
    body
}

#[tokio::test(flavor = "multi_thread")]
async fn no_money_leaves_while_two_people_have_frozen_it_and_what_waited_is_paid_after() {
    let stage = Stage::set_with(lasting).await;
    let player = stage.player(1).await;
    let waiting = held_withdrawal(&stage, &player).await;
    let other = stage.player(2).await;
    stage.deposit(&other, "500.00").await;
    decided(&stage, &player, Some("MONEY_OUT")).await;
    assert_eq!(stage.events(&player, "Frozen").await, 1);
    assert_eq!(limits(&stage, &player).await["frozen"], "MONEY_OUT");
    let (_, lookup) = stage.get(&player, "/lookup/withdraw").await;
    assert_eq!(lookup["isFrozen"], true, "{lookup}");
    expect_error(
        &withdraw(&stage, &player, "100").await,
        403,
        "ACCOUNT_FROZEN",
    );
    let change = json!({
        "name": "Somchai", "bankCode": "SCB", "bankAccountName": "สมชาย ใจดี",
        "bankAccountNo": "5550002222", "password": "Correct-Horse-9",
    });
    let call = (None, Some(&change));
    let changed = stage
        .call(&player, Method::PUT, "/account/profile", call)
        .await;
    expect_error(&changed, 403, "ACCOUNT_FROZEN");
    // Everything else works as before.
    let payment = json!({ "amount": "100.00", "fromAccountNo": "5550001111" });
    let payment = stage.pay_with(&player, &payment).await;
    let picture = stage.slip_picture(&payment, "png").await;
    let (status, body) = stage.upload(&player, "slip", picture).await;
    assert_eq!(
        (status, &body["status"]),
        (StatusCode::CREATED, &json!("SUCCESS")),
        "{body}"
    );
    stage.activate(&player, "pg").await;
    let (status, body) = stage.transfer(&player, ("WALLET", "pg"), "50").await;
    assert_eq!(status, StatusCode::OK, "{body}");
    // Staff lets the payout go, and the hold of the new account is over: it waits all the same.
    let agent = stage.staff("agent").await;
    let path = format!("withdrawals/{waiting}/release");
    let (status, body) = decide(&stage, &agent, &path, &json!({})).await;
    assert_eq!(status, StatusCode::OK, "{body}");
    stage.app.clock().advance(Duration::from_hours(48));
    let (status, body) = withdraw(&stage, &other, "100").await;
    assert!(status.is_success(), "{body}");
    stage.settled(&other).await;
    assert_eq!(stage.events(&other, "WithdrawalPaid").await, 1);
    assert_eq!(stage.events(&player, "WithdrawalReleased").await, 1);
    assert_eq!(stage.events(&player, "WithdrawalSent").await, 0);
    let freeze = shown(&stage, &player).await["freeze"].clone();
    assert_eq!(freeze["reach"], "MONEY_OUT", "{freeze}");
    assert_eq!(freeze["reason"], WHY);
    let name = |username: &str| {
        let staff = stage.config().demo_staff;
        let found = staff.iter().find(|it| it.username == username).unwrap();
        json!(found.name)
    };
    assert_eq!(freeze["askedBy"], name("agent"), "{freeze}");
    assert_eq!(freeze["approvedBy"], name("supervisor"), "{freeze}");
    let twice = ask(&stage, &agent, &player, Some("MONEY_OUT")).await;
    expect_error(&twice, 409, "ALREADY_ENDED");
    decided(&stage, &player, None).await;
    stage.app.clock().advance(Duration::from_secs(6));
    stage.settled(&player).await;
    assert_eq!(stage.events(&player, "WithdrawalPaid").await, 1);
    assert_eq!(shown(&stage, &player).await["freeze"], Value::Null);
    assert_eq!(limits(&stage, &player).await["frozen"], Value::Null);
    let (status, body) = withdraw(&stage, &player, "100").await;
    assert!(status.is_success(), "{body}");
    stage.audit().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_comes_in_while_everything_is_frozen_waits_for_staff_and_is_credited_once_after() {
    let stage = Stage::set_with(lasting).await;
    let player = stage.player(1).await;
    stage.deposit(&player, "500.00").await;
    stage.activate(&player, "pg").await;
    let order = json!({ "amount": "300" });
    let (status, qr) = stage.post(&player, "/qrcode/KBANK", &order).await;
    assert_eq!(status, StatusCode::OK, "{qr}");
    decided(&stage, &player, Some("ALL")).await;
    assert_eq!(limits(&stage, &player).await["frozen"], "ALL");
    let into_game = stage.transfer(&player, ("WALLET", "pg"), "50").await;
    expect_error(&into_game, 403, "ACCOUNT_FROZEN");
    let again = stage.post(&player, "/qrcode/KBANK", &order).await;
    expect_error(&again, 403, "ACCOUNT_FROZEN");
    // The money is at the bank already.
    let scan = json!({ "payload": qr["payload"] });
    let (status, body) = stage
        .control(Method::POST, "/psp/payments", Some(&scan))
        .await;
    assert!(status.is_success(), "{body}");
    stage.has_events(&player, "QrReferred", 1).await;
    let payment = stage.pay(&player, "200.00").await;
    let picture = stage.slip_picture(&payment, "png").await;
    let (status, slip) = stage.upload(&player, "slip", picture).await;
    assert_eq!(status, StatusCode::ACCEPTED, "{slip}");
    stage.has_events(&player, "SlipReferred", 1).await;
    assert_eq!(held(&stage, &player).await, "500.00");
    let agent = stage.staff("agent").await;
    for (kind, id) in [("slips", &slip["id"]), ("qr", &qr["qrcodeId"])] {
        let waiting = list(&stage, &agent, kind).await;
        assert_eq!(&waiting["items"][0]["id"], id, "{waiting}");
        let path = format!("{kind}/{}/accept", id.as_str().unwrap());
        let early = decide(&stage, &agent, &path, &json!({})).await;
        expect_error(&early, 403, "ACCOUNT_FROZEN");
    }
    decided(&stage, &player, None).await;
    let agent = stage.staff("agent").await;
    for (kind, id) in [("slips", &slip["id"]), ("qr", &qr["qrcodeId"])] {
        let path = format!("{kind}/{}/accept", id.as_str().unwrap());
        let (status, body) = decide(&stage, &agent, &path, &json!({})).await;
        assert_eq!(status, StatusCode::OK, "{body}");
    }
    assert_eq!(held(&stage, &player).await, "1000.00");
    stage.audit().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn nobody_freezes_or_lets_go_alone() {
    let stage = Stage::set().await;
    let player = stage.player(1).await;
    let [agent, first, other, auditor] = [
        stage.staff("agent").await,
        stage.staff("supervisor").await,
        stage.staff("supervisor2").await,
        stage.staff("auditor").await,
    ];
    let by_auditor = ask(&stage, &auditor, &player, Some("ALL")).await;
    expect_error(&by_auditor, 403, "ROLE_REQUIRED");
    expect_error(
        &ask(&stage, &agent, &player, None).await,
        409,
        "ALREADY_ENDED",
    );
    for reach in [Some("ALL"), None] {
        let id = asked(&stage, &first, &player, reach).await;
        let twice = ask(&stage, &agent, &player, Some("MONEY_OUT")).await;
        expect_error(&twice, 409, "APPROVAL_PENDING");
        expect_error(
            &answer(&stage, &first, &id, "approve").await,
            403,
            "SECOND_PERSON",
        );
        expect_error(
            &answer(&stage, &agent, &id, "approve").await,
            403,
            "ROLE_REQUIRED",
        );
        let (status, body) = answer(&stage, &other, &id, "approve").await;
        assert_eq!(status, StatusCode::OK, "{body}");
    }
    for kind in ["Frozen", "Unfrozen"] {
        assert_eq!(stage.events(&player, kind).await, 1, "{kind}");
    }
    let refused = asked(&stage, &first, &player, Some("ALL")).await;
    let (status, body) = answer(&stage, &other, &refused, "refuse").await;
    assert_eq!(status, StatusCode::OK, "{body}");
    assert_eq!(stage.events(&player, "Frozen").await, 1);
    stage.audit().await;
}

async fn status_of(stage: &Stage, id: &str) -> String {
    sqlx::query_scalar("select status from staff_decision where id = $1::text::uuid")
        .bind(id)
        .fetch_one(&stage.database.owner())
        .await
        .unwrap()
}

async fn ended(stage: &Stage, id: &str) -> String {
    eventually("the decision has ended", async || {
        let status = status_of(stage, id).await;
        if status == "AGREED" {
            Err(status)
        } else {
            Ok(status)
        }
    })
    .await
}

#[tokio::test(flavor = "multi_thread")]
async fn what_only_a_row_decides_lets_no_money_go() {
    let stage = Stage::set().await;
    let player = stage.player(1).await;
    stage.deposit(&player, "500.00").await;
    let real = decided(&stage, &player, Some("MONEY_OUT")).await;
    let (asker, second) = (
        stage.account("supervisor").await,
        stage.account("supervisor2").await,
    );
    let (id, wallet) = (random_id(), player.id);
    let what = json!({ "kind": "unfreeze", "player": wallet });
    let terms = json!({ "wallet": wallet, "amount": null, "currency": null, "account": null,
        "reference": null });
    write(
        &stage,
        &format!(
            "insert into staff_decision
                 (id, asked_by, asked_at, expires_at, subject_kind, subject_id, wallet_id,
                  decision, terms, moves_money, reason, needs_second, status, decided_by,
                  decided_at, decided_reason)
             values ('{id}', '{asker}', now() - interval '1 hour', now() + interval '1 year',
                     'freeze', '{wallet}', '{wallet}', '{what}', '{terms}', false, '{WHY}', true,
                     'AGREED', '{second}', now() - interval '1 hour', 'seen and right')"
        ),
    )
    .await;
    let next = stage.another().await;
    assert_eq!(ended(&stage, &id.to_string()).await, "FAILED");
    assert!(next.stop().await);
    assert_eq!(stage.events(&player, "Unfrozen").await, 0);
    // Whatever becomes of the decisions, the journal keeps the money.
    write(
        &stage,
        &format!(
            "update staff_decision set decision = '{what}', status = 'FAILED', position = null,
                 code = 'NO_DATA' where id = '{real}'"
        ),
    )
    .await;
    let refused = withdraw(&stage, &player, "100").await;
    expect_error(&refused, 403, "ACCOUNT_FROZEN");
    let freeze = shown(&stage, &player).await["freeze"].clone();
    assert_eq!(freeze["reach"], "MONEY_OUT", "{freeze}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_freeze_that_was_cut_off_before_its_event_is_carried_out_by_the_next_gateway() {
    let stage = Stage::set().await;
    let player = stage.player(1).await;
    stage.deposit(&player, "500.00").await;
    let (agent, supervisor) = (stage.staff("agent").await, stage.staff("supervisor").await);
    let id = asked(&stage, &agent, &player, Some("ALL")).await;
    stage
        .tamper(
            "create function die() returns trigger language plpgsql as
             $$begin raise exception 'gone' using errcode = '57P01'; end$$;
             create trigger die before insert on event for each row
                 when (new.event_type = 'Frozen') execute function die()",
        )
        .await;
    let cut = answer(&stage, &supervisor, &id, "approve").await;
    assert!(cut.0.is_server_error(), "{cut:?}");
    assert_eq!(status_of(&stage, &id).await, "AGREED");
    assert_eq!(stage.events(&player, "Frozen").await, 0);
    stage.tamper("drop function die cascade").await;
    let next = stage.another().await;
    assert_eq!(ended(&stage, &id).await, "DONE");
    assert!(next.stop().await);
    assert_eq!(stage.events(&player, "Frozen").await, 1);
    let refused = withdraw(&stage, &player, "100").await;
    expect_error(&refused, 403, "ACCOUNT_FROZEN");
    stage.audit().await;
}
