//! The nightly run: no night is lost, whatever happens in it.

use gateway::App;
use ledger_testing::eventually;

use super::*;

/// A second gateway, some days later.
async fn gateway_after(stage: &Stage, days: u64) -> App {
    let mut config = stage.config();
    config.reconciliation.is_on = true;
    config.reconciliation.at_hour = 0;
    let options = stage.options(config, days_ahead(stage, days));
    crate::stage::start(options).await
}

/// A stage whose books begin on its own day: the database dates an event by the machine's clock.
async fn with_books() -> Stage {
    let stage = Stage::set().await;
    stage.player(1).await;
    let mut owner = stage.database.owner().acquire().await.unwrap();
    let lift = "alter table event disable trigger append_only";
    sqlx::query(lift).execute(&mut *owner).await.unwrap();
    sqlx::query("update event set recorded_at = $1 where position = 1")
        .bind(stage.app.clock().now())
        .execute(&mut *owner)
        .await
        .unwrap();
    let lay = "alter table event enable always trigger append_only";
    sqlx::query(lay).execute(&mut *owner).await.unwrap();
    stage
}

/// Days of which every source was taken, and the sources that are not done on one of them.
async fn nights(stage: &Stage) -> (i64, Vec<String>) {
    let owner = stage.database.owner();
    // A gateway takes the sources of a day one after the other, the first one's row before the others'.
    let whole = "select count(*)
         from (select day from reconciliation_day group by day
               having count(*) = (select count(distinct source) from reconciliation_day)) as whole";
    let days = sqlx::query_scalar(whole).fetch_one(&owner).await.unwrap();
    let open = sqlx::query_scalar(
        "select distinct source from reconciliation_day where done_at is null order by source",
    )
    .fetch_all(&owner)
    .await
    .unwrap();
    (days, open)
}

/// Waits until nothing but these sources is open on three days.
async fn wait_for(stage: &Stage, open: &[&str]) {
    eventually("nothing else is open", async || {
        let seen = nights(stage).await;
        let is_so = seen.0 == 3 && seen.1 == open;
        is_so.then_some(()).ok_or(seen)
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_missed_day_and_a_silent_source_are_compared_later_and_nothing_twice() {
    let stage = with_books().await;
    let down = json!({ "target": "game:pg", "kind": "error_500_before", "operation": "report" });
    stage.fault(&down).await;
    // Nobody looked for three days; then one source says nothing.
    let app = gateway_after(&stage, 3).await;
    wait_for(&stage, &["game:pg"]).await;
    app.stop().await;
    stage.clear_faults().await;
    let runs = "select count(*) from reconciliation_run";
    let owner = stage.database.owner();
    let before: i64 = sqlx::query_scalar(runs).fetch_one(&owner).await.unwrap();
    // The lease of the source that failed, or of a gateway that died, is over.
    sqlx::query("update reconciliation_day set taken_until = now() where done_at is null")
        .execute(&owner)
        .await
        .unwrap();
    let app = gateway_after(&stage, 3).await;
    wait_for(&stage, &[]).await;
    app.stop().await;
    let after: i64 = sqlx::query_scalar(runs).fetch_one(&owner).await.unwrap();
    assert_eq!(after - before, 3, "the three days of the one source");
}

/// How many reports of a source there are.
async fn reports(stage: &Stage, source: &str) -> i64 {
    let count = sqlx::query_scalar("select count(*) from reconciliation_run where source = $1");
    let owner = stage.database.owner();
    count.bind(source).fetch_one(&owner).await.unwrap()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_source_that_another_gateway_works_on_is_left_to_it() {
    let stage = with_books().await;
    for target in ["game:joker2", "game:pg"] {
        let down = json!({ "target": target, "kind": "error_500_before", "operation": "report" });
        stage.fault(&down).await;
    }
    let app = gateway_after(&stage, 3).await;
    wait_for(&stage, &["game:joker2", "game:pg"]).await;
    app.stop().await;
    stage.clear_faults().await;
    let taken = reports(&stage, "game:joker2").await;
    let free = reports(&stage, "game:pg").await;
    // One of them is still taken.
    let over = "update reconciliation_day set taken_until = now() where source = 'game:pg'";
    sqlx::query(over)
        .execute(&stage.database.owner())
        .await
        .unwrap();
    let app = gateway_after(&stage, 3).await;
    wait_for(&stage, &["game:joker2"]).await;
    app.stop().await;
    assert_eq!(reports(&stage, "game:joker2").await, taken);
    assert_eq!(reports(&stage, "game:pg").await - free, 3);
}

/// Nobody is kept from comparing by what the role writes: neither by a day that it calls done, nor by
/// one that it takes for years.
#[tokio::test(flavor = "multi_thread")]
async fn a_day_that_somebody_calls_done_is_compared_all_the_same() {
    let stage = with_books().await;
    let written = sqlx::query(
        "insert into reconciliation_day (day, source, taken_until, done_at, mac)
         select ($1 at time zone 'Asia/Bangkok')::date + n, source, taken_until, done_at, sha256('made up')
         from generate_series(0, 2) as n,
              (values ('payout', $1, $1), ('game:pg', $1 + interval '9 years', null))
                  as it (source, taken_until, done_at)",
    )
    .bind(stage.app.clock().now())
    .execute(stage.app.pool());
    assert_eq!(written.await.unwrap().rows_affected(), 6);
    let app = gateway_after(&stage, 3).await;
    wait_for(&stage, &[]).await;
    app.stop().await;
    assert_eq!(reports(&stage, "payout").await, 3);
    assert_eq!(reports(&stage, "game:pg").await, 3);
}
