//! What somebody writes about checks who holds the application's role: no check looks better for it.

use std::time::Duration;

use gateway::DatabaseAccess;
use gateway::operator;
use ledger_testing::eventually;
use reqwest::{Method, StatusCode};
use serde_json::{Value, json};

use crate::discrepancy;
use crate::operations::{ended, findings, found, verified};
use crate::stage::{Stage, write};

/// The code with which the database refuses a statement of the application's role.
async fn refusal(stage: &Stage, statement: &str) -> String {
    let done = sqlx::raw_sql(statement).execute(stage.app.pool()).await;
    let error = done.expect_err(statement);
    let code = error
        .as_database_error()
        .and_then(sqlx::error::DatabaseError::code);
    code.expect("the database's own refusal").into_owned()
}

const NO_RIGHT: &str = "42501";

async fn page(stage: &Stage, token: &str) -> Value {
    let (status, page) = stage.get_as(token, "/support/operations").await;
    assert_eq!(status, StatusCode::OK, "{page}");
    page
}

#[tokio::test(flavor = "multi_thread")]
async fn an_earlier_verification_is_no_later_one_whatever_is_written() {
    let stage = Stage::set().await;
    let player = stage.player(1).await;
    stage.deposit(&player, "500.00").await;
    stage.wallet(&player).await;
    let supervisor = stage.staff("supervisor").await;
    let clean = verified(&stage, &supervisor).await;
    assert_eq!(clean["problems"], json!([]), "{clean}");
    stage
        .tamper("update wallet_balance set main = main + 1")
        .await;
    let wrong = verified(&stage, &supervisor).await;
    assert_eq!(wrong["problemCount"], 1, "{wrong}");
    // The one that found something neither goes nor becomes the earlier one.
    for statement in [
        "delete from operation_run",
        "update operation_run set started_at = started_at - interval '1 year'",
        "update operation_run set kind = 'rebuild', view = 'statement'",
        "update operation_run set result = null, mac = null",
    ] {
        let code = refusal(&stage, statement).await;
        assert_eq!(code, NO_RIGHT, "{statement}");
    }
    // A copy of the other one, as if it were the latest.
    write(
        &stage,
        "insert into operation_run (id, kind, started_by, started_at, beat_at, ended_at, done, total,
                                    result, mac)
         select gen_random_uuid(), kind, started_by, started_at + interval '1 day', beat_at, ended_at,
                done, total, result, mac
         from operation_run order by started_at limit 1",
    )
    .await;
    let shown = page(&stage, &supervisor).await;
    assert_eq!(shown["verification"]["problems"], wrong["problems"]);
    let latest = ended(&stage, &supervisor, "verify").await;
    assert_eq!(latest["failure"], "FORGED", "{latest}");
    assert_eq!(latest["result"], Value::Null, "{latest}");
    stage
        .tamper("update wallet_balance set main = main - 1")
        .await;
    let id = latest["id"].as_str().unwrap();
    let named = format!("operation_run, id {id}: the gateway has not written its result");
    assert_eq!(stage.wrong().await, [named]);
}

const TAMPER: &str = "alter table claim disable trigger user;
    update claim set sequence = sequence + 1";
const REPAIR: &str = "update claim set sequence = sequence - 1;
    alter table claim enable always trigger append_only";

/// Changes something, has the background check find it, and changes it back.
async fn find_something(stage: &Stage) {
    stage.tamper(TAMPER).await;
    // The first round of another gateway begins at once.
    let other = stage.another().await;
    found(stage).await;
    other.stop().await;
    stage.tamper(REPAIR).await;
}

/// Waits until a gateway that starts now reports so many findings.
async fn reported(stage: &Stage, count: i64) {
    let other = stage.another().await;
    let figures = format!("http://{}/metrics", other.internal_address());
    let shown = format!("wallet_verify_failures {count}");
    eventually("it is reported", async || {
        let text = stage.http.get(&figures).send().await.unwrap();
        let text = text.text().await.unwrap();
        if text.lines().any(|line| line == shown) {
            Ok(())
        } else {
            Err(text)
        }
    })
    .await;
    other.stop().await;
}

/// The ids of a table's rows that this condition is true of.
async fn ids(stage: &Stage, table: &str, which: &str) -> Vec<String> {
    let query = format!("select id::text from {table} where {which}");
    let owner = stage.database.owner();
    let rows = sqlx::query_scalar(&query).fetch_all(&owner);
    rows.await.unwrap()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_finding_that_somebody_writes_is_none_and_no_earlier_explanation_fits_a_later_one() {
    let stage = Stage::set().await;
    let player = stage.player(1).await;
    stage.deposit(&player, "500.00").await;
    stage.wallet(&player).await;
    let supervisor = stage.staff("supervisor").await;
    find_something(&stage).await;
    let clean = verified(&stage, &supervisor).await;
    assert_eq!(clean["problems"], json!([]), "{clean}");
    assert_eq!(findings(&stage).await.0, 0);
    for finding in discrepancy::open(&stage, &supervisor).await {
        let (status, body) = discrepancy::explain(&stage, &supervisor, &finding["id"]).await;
        assert_eq!(status, StatusCode::OK, "{body}");
    }
    find_something(&stage).await;
    let (open, _) = findings(&stage).await;
    let later = ids(&stage, "discrepancy", "explained_at is null").await;
    for statement in [
        "delete from proof_finding",
        "update proof_finding set found_at = found_at - interval '1 year'",
        "update proof_finding set problem = 'nothing'",
    ] {
        let code = refusal(&stage, statement).await;
        assert_eq!(code, NO_RIGHT, "{statement}");
    }
    // The explanation that there was of the same, and a finding that the gateway has not made.
    write(
        &stage,
        "update discrepancy as it
         set explained_by = earlier.explained_by, explained_at = earlier.explained_at,
             mac = earlier.mac
         from (select * from discrepancy where explained_at is not null limit 1) as earlier
         where it.explained_at is null;
         insert into proof_finding (id, problem, found_at, found_mac)
         select gen_random_uuid(), 'made up', found_at, found_mac from proof_finding limit 1",
    )
    .await;
    reported(&stage, open).await;
    let made_up = ids(&stage, "proof_finding", "problem = 'made up'").await;
    let later = later
        .iter()
        .map(|id| format!("discrepancy, id {id}: the gateway has not written it so"));
    let made_up = made_up
        .iter()
        .map(|id| format!("proof_finding, id {id}: the gateway has not written it"));
    let mut named: Vec<String> = later.chain(made_up).collect();
    named.sort();
    let mut wrong = stage.wrong().await;
    wrong.sort();
    assert_eq!(wrong, named);
}

/// Compares everything; answers how many records differ.
async fn reconcile(stage: &Stage) -> usize {
    let database = DatabaseAccess::of_owner(stage.database.url());
    let (folder, clock) = (
        stage.data_dir().to_owned(),
        stage.later(Duration::from_mins(5)),
    );
    let made = Box::pin(operator::reconcile(
        &database,
        folder,
        stage.config(),
        24,
        clock,
    ));
    let report = made.await.unwrap();
    let differences = report.sources.iter().map(|source| source.differences.len());
    differences.sum()
}

/// The report of a source, as the console shows it.
async fn shown_report(stage: &Stage, token: &str, source: &str) -> Value {
    let shown = page(stage, token).await;
    let mut reports = shown["reconciliation"].as_array().unwrap().iter();
    let report = reports.find(|report| report["source"] == source);
    report.unwrap().clone()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_report_that_somebody_writes_hides_none_and_is_named() {
    let stage = Stage::set().await;
    let supervisor = stage.staff("supervisor").await;
    let extra = json!({ "kind": "payout_extra", "amount": "77.00", "id": "EXTRAPAYOUT" });
    let path = "/__sandbox/tamper";
    let (status, body) = stage.control(Method::POST, path, Some(&extra)).await;
    assert!(status.is_success(), "{body}");
    assert_eq!(reconcile(&stage).await, 1);
    let found = shown_report(&stage, &supervisor, "payout").await;
    assert_eq!(found["differences"], 1, "{found}");
    assert_eq!(found["found"][0]["subject"], "EXTRAPAYOUT", "{found}");
    for statement in [
        "delete from reconciliation_run",
        "update reconciliation_run set differences = 0",
        "update reconciliation_difference set subject = 'nobody'",
    ] {
        let code = refusal(&stage, statement).await;
        assert_eq!(code, NO_RIGHT, "{statement}");
    }
    // Later reports in which nothing differs, of this source and of one that there is not; and one
    // difference more.
    write(
        &stage,
        "insert into reconciliation_run (run_id, source, from_at, to_at, ran_at, compared, open,
                                         unclaimed, differences, digest, mac)
         select gen_random_uuid(), it.source, from_at, to_at, ran_at + interval '1 hour', compared,
                open, unclaimed, 0, digest, mac
         from reconciliation_run as run, (values ('payout'), ('made up')) as it (source)
         where run.source = 'bank:scb-1';
         insert into reconciliation_difference (run_id, ordinal, kind, subject)
         select run_id, 1, 'amount', 'nobody' from reconciliation_run
         where source = 'payout' and differences = 1",
    )
    .await;
    let still = shown_report(&stage, &supervisor, "payout").await;
    assert_eq!(still, found);
    let made_up = shown_report(&stage, &supervisor, "made up").await;
    let problem = "the gateway has not written this report";
    assert_eq!(made_up["problem"], problem, "{made_up}");
    let mut wrong = stage.wrong().await;
    wrong.sort();
    assert_eq!(wrong.len(), 3, "{wrong:?}");
    assert!(wrong[0].starts_with("reconciliation_difference, run"));
    for line in &wrong[1..] {
        assert!(line.starts_with("reconciliation_run, id"), "{line}");
    }
}
