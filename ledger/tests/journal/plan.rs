//! What an append reads does not grow with the tables, whatever the planner took them for.

use ledger_testing::{TestDatabase, eventually};
use sqlx::PgPool;

use super::support::{ALICE, context, credit, keyed, open, open_ledger, submit, wallet, withdraw};

/// The tables that an append looks into.
const TABLES: [&str; 5] = [
    "idempotency",
    "claim",
    "stream_head",
    "snapshot",
    "log_head",
];

/// So many rows come into each of the tables after the plans were made.
const FILLED: i64 = 5_000;

/// More than all commands of the test may read together, and far less than one scan reads.
const READ_MAX: i64 = 500;

/// A prepared statement keeps its plan after its first five runs.
const RUNS: u128 = 12;

const FILL: &str = "
    insert into idempotency
    select gen_random_uuid(), 'key ' || number, sha256('x'), 1, 1
    from generate_series(1, 5000) as number;
    insert into claim
    select 'slip', 'filled ' || number, gen_random_uuid(), 1
    from generate_series(1, 5000) as number;
    insert into stream_head
    select gen_random_uuid(), 1, sha256('x') from generate_series(1, 5000);
    insert into snapshot
    select gen_random_uuid(), 1, 1, '{}' from generate_series(1, 5000)";

async fn analyze(owner: &PgPool) {
    for table in TABLES {
        // The test decides when the statistics are taken.
        let statement = format!("alter table {table} set (autovacuum_enabled = off)");
        sqlx::raw_sql(&statement).execute(owner).await.unwrap();
        let statement = format!("analyze {table}");
        sqlx::raw_sql(&statement).execute(owner).await.unwrap();
    }
}

/// All rows that were read of the tables so far. Sessions report what they have read at their end
/// at the latest, so all others are ended first.
async fn rows_read(owner: &PgPool) -> i64 {
    let mut session = owner.acquire().await.unwrap();
    eventually("all other sessions end", async || {
        let others: i64 = sqlx::query_scalar(
            "select count(pg_terminate_backend(pid)) from pg_stat_activity
             where datname = current_database() and pid <> pg_backend_pid()
                 and backend_type = 'client backend'",
        )
        .fetch_one(&mut *session)
        .await
        .unwrap();
        if others == 0 { Ok(()) } else { Err(others) }
    })
    .await;
    sqlx::query_scalar(
        "select (sum(of_table.seq_tup_read + coalesce(of_table.idx_tup_fetch, 0)) + sum((
             select coalesce(sum(idx_tup_read), 0) from pg_stat_user_indexes as of_index
             where of_index.relid = of_table.relid)))::bigint
         from pg_stat_user_tables as of_table where relname = any ($1)",
    )
    .bind(TABLES.as_slice())
    .fetch_one(&mut *session)
    .await
    .unwrap()
}

/// Autovacuum finds the tables of a new installation as good as empty, and the first commands,
/// which have no keys, settle the plans.
#[tokio::test]
async fn an_append_reads_a_few_rows_though_the_tables_were_empty_when_its_plan_was_made() {
    for known in [0, 1] {
        let database = TestDatabase::create().await;
        let (ledger, owner) = (open_ledger(database.pool()).await, database.owner());
        for number in 1..=known {
            ledger
                .execute(wallet(number), open(), context())
                .await
                .unwrap();
        }
        analyze(&owner).await;
        for number in known + 1..=RUNS {
            ledger
                .execute(wallet(number), open(), context())
                .await
                .unwrap();
            let slip = submit(number, &format!("slip {number}"));
            ledger.execute(ALICE, slip, context()).await.unwrap();
            // Only what writes nothing is looked for first.
            let refused = ledger
                .execute(ALICE, withdraw(number, "1"), context())
                .await;
            refused.unwrap_err();
        }
        sqlx::raw_sql(FILL).execute(&owner).await.unwrap();
        let credited = credit(RUNS, &format!("slip {RUNS}"), "5");
        ledger
            .execute(ALICE, credited, keyed("credit", 1))
            .await
            .unwrap();
        ledger
            .execute(wallet(RUNS + 1), open(), keyed("open", 1))
            .await
            .unwrap();

        let refused = ledger.execute(ALICE, withdraw(1, "10"), keyed("withdraw", 1));
        refused.await.unwrap_err();

        let read = rows_read(&owner).await;
        assert!(
            read < READ_MAX,
            "{known} wallets were there at the analyze: {read} rows read, of {FILLED} a table"
        );
    }
}
