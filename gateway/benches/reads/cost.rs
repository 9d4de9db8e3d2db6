//! What a transfer into a game costs the database: statements, transactions and flushes.
//!
//! The server counts, between two marks. What the gateway does by itself in as much time is
//! measured right after, and subtracted.

use std::fs;
use std::time::{Duration, Instant};

use ledger_testing::measure::{BenchServer, Plan};
use serde_json::json;
use sqlx::{Executor, PgConnection};
use tokio::time::sleep;

use crate::stage::{Gateway, Stage, text};

/// A session that has become idle reports what it has done within ten seconds.
const SETTLING: Duration = Duration::from_secs(12);

/// The first version that counts flushes of the log with all other input and output.
const FLUSHES_IN_IO: i32 = 180_000;

/// What one transfer costs.
pub(crate) struct Cost {
    /// How many transfers were measured.
    pub(crate) transfers: u32,
    pub(crate) statements: f64,
    /// Transactions that write.
    pub(crate) transactions: f64,
    /// Flushes of the write-ahead log.
    pub(crate) flushes: f64,
    /// How long each took until its answer, sorted.
    pub(crate) times: Vec<Duration>,
}

impl Cost {
    pub(crate) async fn measure(
        server: &BenchServer,
        plan: &Plan,
        stage: &Stage<'_>,
        gateway: &Gateway,
    ) -> Self {
        let transfers = if plan.is_quick { 60 } else { 200 };
        eprintln!("{transfers} transfers");
        let token = stage.log_in(gateway).await;
        gateway
            .post(&token, "/wallet/activate/pg", &json!({}))
            .await;
        let mut counter = Counter::begin(server, stage.database).await;
        let transfer = json!({ "from": "WALLET", "to": "pg", "amount": "1.00" });
        let first = gateway.post(&token, "/wallet/transfer", &transfer).await;
        assert_eq!(text(&first, "status"), "SUCCESS", "{first}");
        sleep(SETTLING).await;

        let start = counter.mark().await;
        let mut times = Vec::new();
        for _ in 0..transfers {
            times.push(
                gateway
                    .time_post(&token, "/wallet/transfer", &transfer)
                    .await,
            );
        }
        sleep(SETTLING).await;
        let end = counter.mark().await;
        sleep(end.at - start.at).await;
        let idle = counter.mark().await;

        times.sort_unstable();
        // How often the idle time fits into the measured time: about once.
        let share = (end.at - start.at).as_secs_f64() / (idle.at - end.at).as_secs_f64();
        let each = |of: fn(&Mark) -> i64| {
            let (spent, by_itself) = (of(&end) - of(&start), of(&idle) - of(&end));
            (spent as f64 - by_itself as f64 * share) / f64::from(transfers)
        };
        Self {
            transfers,
            statements: each(|mark| mark.statements),
            transactions: each(|mark| mark.transactions),
            flushes: each(|mark| mark.flushes),
            times,
        }
    }
}

/// What the server has counted so far.
struct Mark {
    at: Instant,
    statements: i64,
    transactions: i64,
    flushes: i64,
}

/// Asks the server, on a connection to another database than the one that is measured.
struct Counter<'a> {
    server: &'a BenchServer,
    owner: PgConnection,
    database: &'static str,
    flushes: &'static str,
}

impl<'a> Counter<'a> {
    /// From now on the server logs every statement, with the name of its database.
    async fn begin(server: &'a BenchServer, database: &'static str) -> Self {
        let mut owner = server.owner("postgres").await;
        for statement in [
            "alter system set log_line_prefix = '%d '",
            "alter system set log_statement = 'all'",
            "select pg_reload_conf()",
        ] {
            let done = owner.execute(statement).await;
            done.expect("the owner may do so");
        }
        let version: Result<i32, _> =
            sqlx::query_scalar("select current_setting('server_version_num')::integer")
                .fetch_one(&mut owner)
                .await;
        let flushes = if version.expect("the server answers") >= FLUSHES_IN_IO {
            "select coalesce(sum(fsyncs), 0)::bigint from pg_stat_io
             where object = 'wal' and context = 'normal'"
        } else {
            "select wal_sync from pg_stat_wal"
        };
        Self {
            server,
            owner,
            database,
            flushes,
        }
    }

    async fn mark(&mut self) -> Mark {
        Mark {
            at: Instant::now(),
            statements: self.statements(),
            // Only a transaction that writes gets a number.
            transactions: self
                .count("select pg_snapshot_xmax(pg_current_snapshot())::text::bigint")
                .await,
            flushes: self.count(self.flushes).await,
        }
    }

    async fn count(&mut self, query: &'static str) -> i64 {
        let count = sqlx::query_scalar(query).fetch_one(&mut self.owner).await;
        count.expect("the server answers")
    }

    /// Statements in the log: simple ones, and executions of prepared ones.
    fn statements(&self) -> i64 {
        let log = fs::read(self.server.log()).expect("the server writes a log");
        let log = String::from_utf8_lossy(&log);
        let kinds = ["statement:", "execute "].map(|it| format!("{} LOG:  {it}", self.database));
        let lines = log
            .lines()
            .filter(|line| kinds.iter().any(|kind| line.starts_with(kind)));
        i64::try_from(lines.count()).unwrap_or(i64::MAX)
    }
}
