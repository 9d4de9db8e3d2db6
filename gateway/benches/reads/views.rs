//! How fast the views follow the journal, and how fast one is rebuilt.

use std::time::{Duration, Instant};

use ledger::JournalKey;
use ledger_testing::PATIENCE;
use ledger_testing::measure::{BenchServer, Plan, Spread};
use projections::{Projections, View, rebuild};
use sqlx::PgPool;
use tokio::sync::watch;

use crate::fill::Filler;

/// The journal that every round gets a copy of.
const SOURCE: &str = "journal";

/// As many connections as the gateway has.
const CONNECTIONS: u32 = 24;

/// What the views did.
pub(crate) struct Views {
    /// Events of the journal.
    pub(crate) events: i64,
    /// Events a second, until every view shows the last one.
    pub(crate) followed: Spread,
    /// Lines of the statement.
    pub(crate) lines: i64,
    /// Lines a second that a rebuild of the statement writes.
    pub(crate) rebuilt: Spread,
}

impl Views {
    pub(crate) async fn measure(server: &BenchServer, plan: &Plan) -> Self {
        server.create(SOURCE).await;
        let filler = Filler::open(server, SOURCE, JournalKey::default()).await;
        let wanted = if plan.is_quick { 4_000 } else { 20_000 };
        filler.many_players(wanted).await;
        let events = filler.head().await;
        filler.close().await;
        let (mut followed, mut rebuilt, mut lines) = (Vec::new(), Vec::new(), 0);
        for round in 1..=plan.rounds {
            eprintln!("views: round {round} of {}", plan.rounds);
            let database = format!("views_{round}");
            server.copy(SOURCE, &database).await;
            let pool = server.pool(&database, CONNECTIONS);
            followed.push(events as f64 / follow(&pool, events).await.as_secs_f64());
            lines = lines_of(&pool).await;
            rebuilt.push(lines as f64 / rebuild_statement(&pool).await.as_secs_f64());
            pool.close().await;
        }
        Self {
            events,
            followed: Spread::of(followed),
            lines,
            rebuilt: Spread::of(rebuilt),
        }
    }
}

/// Runs all views from the first event to the last one.
async fn follow(pool: &PgPool, head: i64) -> Duration {
    // It lives as long as the views: a ledger is what sends here.
    let (_sender, receiver) = watch::channel(head);
    let start = Instant::now();
    let projections = Projections::start(pool.clone(), JournalKey::default(), receiver);
    for view in View::ALL {
        let seen = projections.wait_for(view, head, PATIENCE).await;
        seen.expect("every view comes to the end");
    }
    let time = start.elapsed();
    projections.stop().await;
    time
}

async fn rebuild_statement(pool: &PgPool) -> Duration {
    let start = Instant::now();
    let rebuilt = rebuild::run(pool, &JournalKey::default(), View::Statement, |_| {}).await;
    rebuilt.expect("nobody reads the old tables");
    start.elapsed()
}

async fn lines_of(pool: &PgPool) -> i64 {
    let lines = sqlx::query_scalar("select count(*) from statement_line")
        .fetch_one(pool)
        .await;
    lines.expect("the server answers")
}
