//! Sessions that somebody writes who holds the application's role open nothing, and `verify` names
//! them.

use std::time::Duration;

use reqwest::StatusCode;
use serde_json::{Value, json};
use uuid::Uuid;

use crate::stage::{Stage, expect_error, write};

/// A session of a supervisor under a token of one's own; answers its id.
async fn forge(stage: &Stage, username: &str, token: &str) -> Uuid {
    let (id, staff) = (gateway::clock::random_id(), stage.account(username).await);
    let statement = format!(
        "insert into staff_session (id, token_hash, staff_id, created_at, last_seen_at,
                                    ends_before, idle_seconds, expires_at, mac)
         values ('{id}', sha256('{token}'), '{staff}', now(), now(), 0, 100000000,
                 now() + interval '3 years', sha256('{token}'))"
    );
    write(stage, &statement).await;
    id
}

/// Replaces a session by a copy with another value in a column that the role may not update.
async fn rewrite(stage: &Stage, table: &str, which: &str, (column, value): (&str, Value)) {
    let mut rows = stage.copied(table, which).await;
    rows[0][column] = value;
    assert_eq!(rows.as_array().map(Vec::len), Some(1), "{rows}");
    write(stage, &format!("delete from {table} where {which}")).await;
    stage.put_back(table, &rows).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn two_forged_sessions_of_staff_mint_no_money() {
    let stage = Stage::set().await;
    let player = stage.player(1).await;
    let [first, second] = ["st_forged-one", "st_forged-two"];
    let mut forged = [
        forge(&stage, "supervisor", first).await,
        forge(&stage, "supervisor2", second).await,
    ];
    let path = format!("/support/players/{}/corrections", player.id);
    let body = json!({ "amount": "5000.00", "reason": "charged twice" });
    expect_error(
        &stage.post_as(first, &path, &body).await,
        401,
        "invalid-token",
    );
    let genuine = stage.staff("supervisor").await;
    let (status, asked) = stage.post_as(&genuine, &path, &body).await;
    assert_eq!(status, StatusCode::ACCEPTED, "{asked}");
    let id = asked["approvalId"].as_str().unwrap();
    let path = format!("/support/approvals/{id}/approve");
    let body = json!({ "reason": "seen and right" });
    expect_error(
        &stage.post_as(second, &path, &body).await,
        401,
        "invalid-token",
    );
    assert_eq!(stage.events(&player, "Corrected").await, 0);
    forged.sort();
    let named = forged.map(|id| format!("staff_session, id {id}: the gateway has not written it"));
    assert_eq!(stage.wrong().await, named);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_session_that_is_given_to_somebody_else_or_lengthened_ends() {
    let stage = Stage::set().await;
    let (thief, victim) = (stage.player(1).await, stage.player(2).await);
    let agent = stage.staff("agent").await;
    let supervisor = stage.account("supervisor").await;
    assert_eq!(stage.get(&thief, "/wallet").await.0, StatusCode::OK);
    let own = format!("member_id = '{}'", thief.id);
    rewrite(&stage, "session", &own, ("member_id", json!(victim.id))).await;
    let to = ("staff_id", json!(supervisor));
    rewrite(&stage, "staff_session", "true", to).await;
    expect_error(&stage.get(&thief, "/wallet").await, 401, "invalid-token");
    expect_error(
        &stage.get_as(&agent, "/support/approvals").await,
        401,
        "invalid-token",
    );
    assert_eq!(stage.get(&victim, "/wallet").await.0, StatusCode::OK);
    assert_eq!(stage.wrong().await.len(), 2);

    let other = stage.player(3).await;
    let later = json!(stage.app.clock().now() + Duration::from_hours(24 * 365));
    let own = format!("member_id = '{}'", other.id);
    rewrite(&stage, "session", &own, ("expires_at", later)).await;
    expect_error(&stage.get(&other, "/wallet").await, 401, "invalid-token");
}
