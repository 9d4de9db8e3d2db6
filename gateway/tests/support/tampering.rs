//! What an insider changes outside the events: the owner of the database, or somebody who holds the
//! application's role. `verify` finds and names each change, or the threat model says why it cannot.

use std::fs;

use reqwest::StatusCode;
use serde_json::json;

use crate::money::new_key;
use crate::stage::{Player, Stage, expect_error};

/// A change, how it is taken back, and what must be said of it.
struct Change {
    /// As the owner of the database.
    made: String,
    undone: String,
    /// A part of the one finding.
    named: String,
}

fn change(made: impl Into<String>, undone: impl Into<String>, named: impl Into<String>) -> Change {
    Change {
        made: made.into(),
        undone: undone.into(),
        named: named.into(),
    }
}

/// A change of one table that is put back from a copy of it.
fn row(table: &str, statement: &str, named: impl Into<String>) -> Change {
    change(
        format!(
            "create table kept as table {table};
             alter table {table} disable trigger all;
             {statement};"
        ),
        format!(
            "delete from {table}; insert into {table} table kept; drop table kept;
             alter table {table} enable trigger all;"
        ),
        named,
    )
}

/// As [`row`], of a table that only takes new rows.
fn kept_row(table: &str, statement: &str, named: impl Into<String>) -> Change {
    let row = row(table, statement, named);
    let guarded = format!("alter table {table} enable always trigger append_only;");
    Change {
        made: format!(
            "{} alter table {table} enable trigger all; {guarded}",
            row.made
        ),
        undone: format!(
            "alter table {table} disable trigger all; {} {guarded}",
            row.undone
        ),
        ..row
    }
}

async fn wrong(stage: &Stage) -> Vec<String> {
    stage.wrong().await
}

/// A player with a credited slip, a game, an ordered QR and a refused withdrawal.
async fn busy_player(stage: &Stage) -> Player {
    let player = stage.player(1).await;
    stage.deposit_by_slip(&player, "500.00").await;
    stage.activate(&player, "pg").await;
    let (status, body) = stage
        .post(&player, "/qrcode/KBANK", &json!({ "amount": "300" }))
        .await;
    assert_eq!(status, StatusCode::OK, "{body}");
    let (status, body) = stage
        .post(&player, "/wallet/withdraw", &json!({ "amount": "900" }))
        .await;
    assert_eq!(status, StatusCode::UNPROCESSABLE_ENTITY, "{body}");
    player
}

/// Rows that let somebody in, that name money, or that keep a command from running twice.
fn changed_rows() -> Vec<Change> {
    let keyed = "key = (select min(key) from idempotency where events > 0)";
    vec![
        kept_row(
            "idempotency",
            &format!("delete from idempotency where {keyed}"),
            "idempotency, ",
        ),
        kept_row(
            "idempotency",
            &format!("update idempotency set fingerprint = sha256('x') where {keyed}"),
            "made under another key",
        ),
        kept_row(
            "idempotency",
            &format!("update idempotency set key = 'free again' where {keyed}"),
            "made under another key",
        ),
        kept_row(
            "idempotency",
            "delete from idempotency where events = 0",
            "idempotency, ",
        ),
        row(
            "staff",
            "update staff set role = 'supervisor' where username = 'agent'",
            "(agent): the gateway has not written it so",
        ),
        row(
            "staff",
            "update staff set password_hash = (select password_hash from staff
             where username = 'agent') where username = 'supervisor'",
            "(supervisor): the gateway has not written it so",
        ),
        row(
            "bank_account",
            "update bank_account set account_no = '1112223334'",
            "bank_account, id",
        ),
        row(
            "member",
            "update member set password_hash = '$argon2id$v=19$m=8,t=1,p=1$AAAA$AAAA'",
            "member, id",
        ),
        row("qr_order", "update qr_order set amount = 3", "qr_order, id"),
        row(
            "game_credential",
            "update game_credential set username = 'another1'",
            "knows the player by another name",
        ),
        row(
            "game_credential",
            "delete from game_credential",
            "game_credential, wallet",
        ),
        row(
            "slip_file",
            "update slip_file set payload = payload || '0'",
            "slip_file, id",
        ),
        row("slip_file", "delete from slip_file", "slip_file, id"),
        change(
            "insert into staff_session (id, token_hash, staff_id, created_at, last_seen_at,
                                        ends_before, idle_seconds, expires_at, mac)
             select gen_random_uuid(), sha256('mine'), id, now(), now(), 0, 60000,
                    now() + interval '3 years', sha256('mine')
             from staff where username = 'supervisor'",
            "delete from staff_session where token_hash = sha256('mine')",
            "staff_session, id",
        ),
    ]
}

/// What keeps the application's role from changing history.
fn changed_guards() -> Vec<Change> {
    let enabled = "alter table event enable always trigger append_only";
    let made = "create trigger append_only before update or delete or truncate on event
        for each statement execute function refuse_change(); "
        .to_owned();
    let trigger = "trigger append_only on event: it is";
    vec![
        change(
            "drop trigger append_only on event",
            made + enabled,
            format!("{trigger} gone"),
        ),
        change(
            "alter table event disable trigger append_only",
            enabled,
            format!("{trigger} not as the migrations made it"),
        ),
        change(
            "alter table event enable trigger append_only",
            enabled,
            format!("{trigger} not as the migrations made it"),
        ),
        change(
            "grant update on event to wallet_app",
            "revoke update on event from wallet_app",
            "role wallet_app: it may update event",
        ),
        change(
            "grant delete on staff_act to wallet_app",
            "revoke delete on staff_act from wallet_app",
            "role wallet_app: it may delete staff_act",
        ),
        change(
            "grant update (payload) on event to wallet_app",
            "revoke update (payload) on event from wallet_app",
            "role wallet_app: it may update event.payload",
        ),
        change(
            "alter function refuse_change() rename to refuse_change_once;
             create function refuse_change() returns trigger language plpgsql
             as $$ begin return null; end $$",
            "drop function refuse_change();
             alter function refuse_change_once() rename to refuse_change",
            "function refuse_change(): it is not as the migrations made it",
        ),
        change(
            "create rule forget as on insert to staff_act do instead nothing",
            "drop rule forget on staff_act",
            "rule forget on staff_act: no migration has made it",
        ),
    ]
}

#[tokio::test(flavor = "multi_thread")]
async fn what_an_insider_changes_outside_the_events_is_found_and_named() {
    let stage = Stage::set().await;
    busy_player(&stage).await;
    drop(stage.staff("supervisor").await);
    assert_eq!(wrong(&stage).await, [""; 0]);
    for it in changed_rows().into_iter().chain(changed_guards()) {
        stage.tamper(&it.made).await;
        let found = wrong(&stage).await;
        let is_named = found.iter().any(|line| line.contains(&it.named));
        assert!(is_named, "{}: {found:#?}", it.made);
        stage.tamper(&it.undone).await;
        assert_eq!(wrong(&stage).await, [""; 0], "after {}", it.undone);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_slips_row_that_is_replaced_together_with_its_picture_is_found() {
    let stage = Stage::set().await;
    busy_player(&stage).await;
    // With the rights of the application, which may delete a slip's row and insert one.
    let mut transaction = stage.app.pool().begin().await.unwrap();
    for statement in [
        "create temporary table former on commit drop as table slip_file",
        "delete from slip_file",
    ] {
        sqlx::query(statement)
            .execute(&mut *transaction)
            .await
            .unwrap();
    }
    let name: String = sqlx::query_scalar(
        "insert into slip_file (slip_id, wallet_id, file_name, media_type, byte_count, sha256,
                                payload, refusal, uploaded_at, mac)
         select slip_id, wallet_id, file_name, media_type, 5, sha256('other'), payload, refusal,
                uploaded_at, mac
         from former returning file_name",
    )
    .fetch_one(&mut *transaction)
    .await
    .unwrap();
    transaction.commit().await.unwrap();
    fs::write(stage.data_dir().join("slips").join(name), "other").unwrap();
    let found = wrong(&stage).await;
    assert_eq!(found.len(), 1, "{found:?}");
    assert!(
        found[0].contains("it is not as the slip was uploaded"),
        "{found:?}"
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn a_role_or_a_password_that_somebody_else_has_written_opens_nothing() {
    let stage = Stage::set().await;
    let player = stage.player(1).await;
    let agent = stage.staff("agent").await;
    let raised = "update staff set role = 'supervisor' where username = 'agent'";
    sqlx::query(raised).execute(stage.app.pool()).await.unwrap();
    // The session of before, and a new one.
    expect_error(
        &stage.get_as(&agent, "/support/work").await,
        401,
        "invalid-token",
    );
    let refused = stage.log_in(&stage.credentials("agent")).await;
    expect_error(&refused, 401, "WRONG_CREDENTIAL");
    // A member's password of one's own.
    let other = stage.player(2).await;
    let taken = "update member set password_hash = (select password_hash from member
        where id = $1) where id = $2";
    let taken = sqlx::query(taken).bind(other.id).bind(player.id);
    taken.execute(stage.app.pool()).await.unwrap();
    let credential = json!({ "username": "0810000001", "password": "Correct-Horse-9" });
    let url = format!("http://{}/api/login", stage.app.public_address());
    let request = stage.http.post(url).json(&credential);
    let request = request.header("x-requested-with", "wallet-web");
    let reply = request.send().await.unwrap();
    assert_eq!(reply.status(), StatusCode::UNAUTHORIZED);
}

#[tokio::test(flavor = "multi_thread")]
async fn an_account_of_staff_that_is_put_back_to_an_earlier_state_is_found() {
    let stage = Stage::set().await;
    stage.tamper("create table kept as table staff").await;
    stage.command(&["disable", "agent"]).await;
    assert_eq!(wrong(&stage).await, [""; 0]);
    let back = "update staff set is_active = kept.is_active, changed_at = kept.changed_at,
            mac = kept.mac
        from kept where kept.id = staff.id";
    stage.tamper(back).await;
    let found = wrong(&stage).await;
    let is_named =
        found[0].ends_with("(agent): it was put back to what it was before its last change");
    assert!(found.len() == 1 && is_named, "{found:?}");
}

/// What the threat model calls harmless: attempts say when to ask again and nothing else.
#[tokio::test(flavor = "multi_thread")]
async fn attempts_that_somebody_deletes_cost_patience_and_no_money() {
    let stage = Stage::set_with(|config| config.waits.transfer_ms = 0).await;
    let player = stage.player(1).await;
    stage.deposit_by_slip(&player, "500.00").await;
    stage.activate(&player, "pg").await;
    for (kind, operation) in [("drop_after", "transfer"), ("error_500_before", "status")] {
        let fault = json!({ "target": "game:pg", "kind": kind, "operation": operation });
        stage.fault(&fault).await;
    }
    let body = json!({ "from": "WALLET", "to": "pg", "amount": "100" });
    let (status, body) = stage.post(&player, "/wallet/transfer", &body).await;
    assert_eq!(status, StatusCode::ACCEPTED, "{body}");
    stage.asked_about(&body["id"], 1).await;
    let deleted = "delete from process_attempt";
    sqlx::query(deleted)
        .execute(stage.app.pool())
        .await
        .unwrap();
    stage.clear_faults().await;
    let statement = stage.settled(&player).await;
    assert_eq!(
        statement["statements"][0]["status"], "SUCCESS",
        "{statement}"
    );
    assert_eq!(stage.totals().await["games"]["pg"]["balance"], "100.00");
    assert_eq!(wrong(&stage).await, [""; 0]);
}

/// What the threat model says that nobody can see: with both of its rows gone, a refusal that wrote no event has
/// never been.
#[tokio::test(flavor = "multi_thread")]
async fn a_refusal_is_forgotten_only_by_the_owner_and_with_both_of_its_rows() {
    let stage = Stage::set().await;
    let player = busy_player(&stage).await;
    for table in ["idempotency", "kept_answer"] {
        let deleted = format!("delete from {table}");
        let refused = sqlx::query(&deleted).execute(stage.app.pool()).await;
        assert!(refused.is_err(), "{table}");
    }
    let forget = |table: &str, which: &str| {
        format!(
            "alter table {table} disable trigger append_only;
             delete from {table} where {which};
             alter table {table} enable always trigger append_only"
        )
    };
    stage.tamper(&forget("idempotency", "events = 0")).await;
    let found = wrong(&stage).await;
    assert!(
        found.len() == 1 && found[0].starts_with("idempotency"),
        "{found:?}"
    );
    stage.tamper(&forget("kept_answer", "status = 422")).await;
    assert_eq!(wrong(&stage).await, [""; 0]);
    // The command may be sent again, and is decided by the rules of now.
    let again = json!({ "amount": "900" });
    let (status, body) = stage
        .call(
            &player,
            reqwest::Method::POST,
            "/wallet/withdraw",
            (Some(&new_key()), Some(&again)),
        )
        .await;
    assert_eq!(status, StatusCode::UNPROCESSABLE_ENTITY, "{body}");
}
