//! What somebody who holds the application's role writes in the name of staff: it moves no money,
//! and `audit` names it.

use gateway::clock::random_id;
use ledger::wallet::{Correction, FreezeCommand, FreezeReach};
use ledger::{
    Actor, Context, CorrectionId, Currency, GrantId, Ledger, Metadata, Money, RewardCommand,
    StaffId, WalletCommand, WalletId,
};
use ledger_testing::eventually;
use reqwest::StatusCode;
use serde_json::{Value, json};
use uuid::Uuid;

use crate::stage::{Answer, Player, Stage, expect_error, write};
use crate::work::held;

const WHY: &str = "charged twice";

async fn asked(stage: &Stage, token: &str, player: &Player) -> Uuid {
    let path = format!("/support/players/{}/corrections", player.id);
    let body = json!({ "amount": "12.50", "reason": WHY });
    let (status, body) = stage.post_as(token, &path, &body).await;
    assert_eq!(status, StatusCode::ACCEPTED, "{body}");
    body["approvalId"].as_str().unwrap().parse().unwrap()
}

async fn approve(stage: &Stage, token: &str, id: Uuid) -> Answer {
    let path = format!("/support/approvals/{id}/approve");
    let body = json!({ "reason": "seen and right" });
    stage.post_as(token, &path, &body).await
}

/// A correction of 5,000.00 that everybody needed has agreed on, as its row would say.
async fn invent(stage: &Stage, player: &Player, status: &str) -> Uuid {
    let id = random_id();
    let (asker, second) = (
        stage.account("supervisor").await,
        stage.account("supervisor2").await,
    );
    let wallet = player.id;
    let decided = match status {
        "AGREED" => format!("'{second}', now() - interval '1 hour', 'seen and right'"),
        _ => "null, null, null".to_owned(),
    };
    let statement = format!(
        r#"insert into staff_decision
               (id, asked_by, asked_at, expires_at, subject_kind, subject_id, wallet_id, currency,
                amount, decision, terms, moves_money, reason, needs_second, status, decided_by,
                decided_at, decided_reason)
           values ('{id}', '{asker}', now() - interval '1 hour', now() + interval '1 year',
                   'correction', '{id}', '{wallet}', 'THB', 5000,
                   '{{"kind": "correct", "player": "{wallet}", "amount": "5000"}}',
                   '{{"wallet": "{wallet}", "amount": "5000.00", "currency": "THB",
                      "account": null, "reference": null}}',
                   true, '{WHY}', true, '{status}', {decided})"#
    );
    write(stage, &statement).await;
    id
}

/// The entries that would back an invented decision if they were signed.
async fn invent_acts(stage: &Stage, id: Uuid, player: &Player) {
    let (asker, second) = (
        stage.account("supervisor").await,
        stage.account("supervisor2").await,
    );
    let wallet = player.id;
    let said = json!({
        "decision": id,
        "what": { "kind": "correct", "player": wallet, "amount": "5000" },
        "terms": { "wallet": wallet, "amount": "5000.00", "currency": "THB",
                   "account": null, "reference": null },
        "player": wallet,
    });
    let mut agreed = said.clone();
    agreed["askedBy"] = json!(asker);
    agreed["voucher"] = json!("00".repeat(32));
    for (who, kind, reason, detail) in [
        (asker, "decision.ask", WHY, said),
        (second, "decision.agree", "seen and right", agreed),
    ] {
        let statement = format!(
            "select staff_act_append(now(), '{who}', null, '{kind}', 'correction', '{id}',
                                     '{reason}', 'r', '{detail}', gen_random_uuid(),
                                     sha256('forged'))"
        );
        write(stage, &statement).await;
    }
}

/// Waits until nobody tries to carry the decision out any more; answers how it ended.
async fn ended(stage: &Stage, id: Uuid) -> Value {
    eventually("the decision has ended", async || {
        let decision: Value = sqlx::query_scalar(
            "select json_build_object('status', status, 'code', code)
             from staff_decision where id = $1",
        )
        .bind(id)
        .fetch_one(&stage.database.owner())
        .await
        .unwrap();
        if decision["status"] == "AGREED" {
            Err(decision)
        } else {
            Ok(decision)
        }
    })
    .await
}

/// What an audit finds wrong.
async fn wrong(stage: &Stage) -> Vec<String> {
    let report = gateway::operator::audit(&stage.database.url(), stage.data_dir()).await;
    let text = report.unwrap().text;
    let lines = text.lines().filter_map(|line| line.strip_prefix("WRONG: "));
    lines.map(str::to_owned).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_decision_that_is_only_a_row_is_not_carried_out_and_is_found() {
    let stage = Stage::set().await;
    let player = stage.player(1).await;
    let id = invent(&stage, &player, "AGREED").await;
    // The next gateway meets what an earlier life has left behind.
    let next = stage.another().await;
    assert_eq!(
        ended(&stage, id).await,
        json!({ "status": "FAILED", "code": "EVIDENCE_CONTRADICTS" })
    );
    assert!(next.stop().await);
    assert_eq!(stage.events(&player, "Corrected").await, 0);
    assert_eq!(held(&stage, &player).await, "0.00");
    let named = format!("staff_decision, id {id}: no signed audit entry backs it");
    assert_eq!(wrong(&stage).await, [named]);
}

#[tokio::test(flavor = "multi_thread")]
async fn entries_that_the_gateway_has_not_written_prove_nothing() {
    let stage = Stage::set().await;
    let player = stage.player(1).await;
    let id = invent(&stage, &player, "AGREED").await;
    invent_acts(&stage, id, &player).await;
    let next = stage.another().await;
    assert_eq!(ended(&stage, id).await["code"], "EVIDENCE_CONTRADICTS");
    assert!(next.stop().await);
    assert_eq!(held(&stage, &player).await, "0.00");
    let last = stage.acts().await.pop().unwrap()["id"].as_i64().unwrap();
    let expected = [
        format!("staff act {}: its signature is not ours", last - 1),
        format!("staff act {last}: its signature is not ours"),
        format!("staff_decision, id {id}: no signed audit entry backs it"),
        format!("staff_act, id {}: the gateway has not written it", last - 1),
        format!("staff_act, id {last}: the gateway has not written it"),
    ];
    assert_eq!(wrong(&stage).await, expected);
}

#[tokio::test(flavor = "multi_thread")]
async fn nobody_agrees_to_what_only_a_row_asks_for() {
    let stage = Stage::set().await;
    let player = stage.player(1).await;
    let supervisor = stage.staff("supervisor").await;
    let second = stage.staff("supervisor2").await;
    let invented = invent(&stage, &player, "PENDING").await;
    // What was asked for has grown since, in every column.
    let grown = asked(&stage, &supervisor, &player).await;
    write(
        &stage,
        &format!(
            "update staff_decision
             set amount = 5000, decision = jsonb_set(decision, '{{amount}}', '\"5000\"'),
                 terms = jsonb_set(terms, '{{amount}}', '\"5000.00\"')
             where id = '{grown}'"
        ),
    )
    .await;
    for id in [invented, grown] {
        let refused = approve(&stage, &second, id).await;
        expect_error(&refused, 409, "EVIDENCE_CONTRADICTS");
        expect_error(&approve(&stage, &second, id).await, 409, "ALREADY_ENDED");
    }
    let acts = stage.acts().await;
    assert!(acts.iter().all(|act| act["kind"] != "decision.agree"));
    assert_eq!(held(&stage, &player).await, "0.00");
    let mut expected = [invented, grown]
        .map(|id| format!("staff_decision, id {id}: no signed audit entry backs it"));
    expected.sort();
    assert_eq!(wrong(&stage).await, expected);
}

#[tokio::test(flavor = "multi_thread")]
async fn what_nobody_has_agreed_to_is_not_carried_out_whatever_its_row_says() {
    let stage = Stage::set().await;
    let player = stage.player(1).await;
    let agent = stage.staff("agent").await;
    let second = stage.account("supervisor").await;
    let agreed = asked(&stage, &agent, &player).await;
    let alone = asked(&stage, &agent, &player).await;
    write(
        &stage,
        &format!(
            "update staff_decision set status = 'AGREED', decided_by = '{second}',
                 decided_at = now() - interval '1 hour', decided_reason = 'seen and right'
             where id = '{agreed}';
             update staff_decision set status = 'AGREED', needs_second = false
             where id = '{alone}'"
        ),
    )
    .await;
    let next = stage.another().await;
    for id in [agreed, alone] {
        assert_eq!(ended(&stage, id).await["code"], "EVIDENCE_CONTRADICTS");
    }
    assert!(next.stop().await);
    assert_eq!(held(&stage, &player).await, "0.00");
    // The first one has its act, and came to nothing.
    let named = format!("staff_decision, id {alone}: no signed audit entry backs it");
    assert_eq!(wrong(&stage).await, [named]);
}

fn signed_by(stage: &Stage, actor: Actor) -> Context {
    Context {
        metadata: Metadata {
            at: stage.app.clock().now(),
            actor,
            request_id: Uuid::nil().to_string(),
            main: None,
            movements: None,
            key: None,
            settings: None,
        },
        idempotency: None,
    }
}

fn unbacked(position: i64) -> String {
    format!("event, position {position}: no signed decision of staff backs it")
}

/// What somebody appends who holds the role and knows how: every hash is right.
#[tokio::test(flavor = "multi_thread")]
async fn an_event_in_the_name_of_staff_that_nobody_has_decided_is_found() {
    let stage = Stage::set().await;
    let player = stage.player(1).await;
    let supervisor = stage.staff("supervisor").await;
    let second = stage.staff("supervisor2").await;
    let id = asked(&stage, &supervisor, &player).await;
    let (status, done) = approve(&stage, &second, id).await;
    assert_eq!(status, StatusCode::OK, "{done}");
    assert_eq!(wrong(&stage).await, [""; 0]);

    let by = Uuid::new_v5(&id, stage.account("supervisor").await.as_bytes());
    let approved_by = Uuid::new_v5(&id, stage.account("supervisor2").await.as_bytes());
    let ledger = Ledger::open(stage.app.pool().clone(), stage.app.ledger_options()).await;
    let ledger = ledger.unwrap();
    let invented = random_id();
    let name = random_id();
    let mut expected = Vec::new();
    for (actor, correction) in [
        (Actor::Staff { id: by.to_string() }, invented),
        (
            Actor::Staff {
                id: name.to_string(),
            },
            Uuid::nil(),
        ),
        (Actor::Member, random_id()),
    ] {
        let amount = Money::parse("5000", Currency::Thb).unwrap();
        let (by, approved_by) = (StaffId(by), StaffId(approved_by));
        let correct = WalletCommand::Correct(Correction {
            correction_id: CorrectionId(correction),
            amount,
            reason: "CORRECTED_BY_STAFF".to_owned(),
            by,
            approved_by,
            is_unrelated: false,
        });
        let freeze = WalletCommand::Freeze(FreezeCommand::Freeze {
            reach: FreezeReach::All,
            by,
            approved_by,
        });
        let unfreeze = WalletCommand::Freeze(FreezeCommand::Unfreeze { by, approved_by });
        let context = signed_by(&stage, actor);
        for command in [correct, freeze, unfreeze] {
            let done = ledger.execute(WalletId(player.id), command, context.clone());
            expected.push(unbacked(done.await.unwrap().position));
        }
    }
    // The report names ten places, and this is the tenth.
    let coins = WalletCommand::Reward(RewardCommand::GiveCoins {
        grant_id: GrantId(random_id()),
        coins: Money::parse("5", Currency::Coin).unwrap(),
    });
    let context = signed_by(&stage, Actor::Staff { id: by.to_string() });
    let done = ledger.execute(WalletId(player.id), coins, context);
    expected.push(unbacked(done.await.unwrap().position));
    ledger.close().await;
    assert_eq!(wrong(&stage).await, expected);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_decision_that_is_gone_or_called_done_is_found() {
    let stage = Stage::set().await;
    let player = stage.player(1).await;
    let supervisor = stage.staff("supervisor").await;
    let second = stage.staff("supervisor2").await;
    let [done, open] = [
        asked(&stage, &supervisor, &player).await,
        asked(&stage, &supervisor, &player).await,
    ];
    let (status, body) = approve(&stage, &second, done).await;
    assert_eq!(status, StatusCode::OK, "{body}");
    let position: i64 = sqlx::query_scalar("select position from staff_decision where id = $1")
        .bind(done)
        .fetch_one(&stage.database.owner())
        .await
        .unwrap();
    let keep = "create table kept as table staff_decision";
    stage.tamper(keep).await;
    for (change, expected) in [
        (
            format!("delete from staff_decision where id = '{open}'"),
            vec![format!("staff_decision, id {open}: it is gone")],
        ),
        (
            format!("delete from staff_decision where id = '{done}'"),
            vec![
                format!("staff_decision, id {done}: it is gone"),
                format!("event, position {position}: no signed decision of staff backs it"),
            ],
        ),
        (
            format!(
                "update staff_decision set status = 'DONE', position = {position},
                     decided_by = (select decided_by from kept where id = '{done}'),
                     decided_reason = 'seen and right'
                 where id = '{open}'"
            ),
            vec![
                format!(
                    "staff_decision, id {open}: no signed audit entry of a second person backs it"
                ),
                format!("staff_decision, id {open}: the journal knows no end of it"),
            ],
        ),
        // Carried out, and called refused: somebody would ask for it again.
        (
            format!(
                "update staff_decision set status = 'FAILED', code = 'ALREADY_ENDED',
                     position = null
                 where id = '{done}'"
            ),
            vec![format!(
                "event, position {position}: no signed decision of staff backs it"
            )],
        ),
        // Done where the journal does not reach.
        (
            format!("update staff_decision set position = {position} + 1000 where id = '{done}'"),
            vec![format!(
                "staff_decision, id {done}: the journal knows no end of it"
            )],
        ),
        (
            format!("update staff_decision set moves_money = false where id = '{open}'"),
            vec![format!(
                "staff_decision, id {open}: its columns contradict one another"
            )],
        ),
        (
            format!("update staff_decision set decision = '{{}}' where id = '{open}'"),
            vec![format!("staff_decision, id {open}: it cannot be read")],
        ),
    ] {
        stage.tamper(&change).await;
        assert_eq!(wrong(&stage).await, expected, "{change}");
        let repair = "delete from staff_decision; insert into staff_decision table kept";
        stage.tamper(repair).await;
    }
    assert_eq!(wrong(&stage).await, [""; 0]);
}
