//! The migration of a filled journal, while commands go in and the feed is read.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

use chrono::DateTime;
use ledger::journal::{head, partitions, read_events};
use ledger::{Ledger, LedgerOptions};
use ledger_testing::journal::Players;
use ledger_testing::measure::command::{context, credit_qr, wallet};
use ledger_testing::measure::percentile;
use sqlx::PgPool;
use tokio::task::JoinSet;
use tokio::time::sleep;

use crate::settings::Settings;
use crate::stage::{MIGRATING, Stage, remaining, run};

/// Clients that send commands all the time.
pub(crate) const CLIENTS: usize = 8;

/// How long they do so before the migration, and after it.
const AROUND: Duration = Duration::from_secs(10);

/// Events that the feed's reader asks for at once, and its pause.
const PAGE: i64 = 500;
const PAUSE: Duration = Duration::from_millis(20);

/// A part of the time.
pub(crate) struct Step {
    pub(crate) name: String,
    pub(crate) took: Duration,
    /// How long each command took that was under way in it, the shortest first.
    pub(crate) commits: Vec<Duration>,
}

pub(crate) struct Migrated {
    /// Before, each migration, after.
    pub(crate) steps: Vec<Step>,
    pub(crate) committed: usize,
    pub(crate) failed: usize,
    pub(crate) partitions: usize,
}

/// A command and its answer.
#[derive(Clone)]
struct Sent {
    at: Instant,
    took: Duration,
    is_committed: bool,
}

/// Clients at work.
struct Load {
    is_over: Arc<AtomicBool>,
    clients: JoinSet<Vec<Sent>>,
    reader: JoinSet<()>,
}

pub(crate) async fn measure(stage: &Stage, settings: &Settings) -> Migrated {
    settings.note("migrating");
    let pool = stage.server.pool(MIGRATING, 8);
    let before = head(&pool).await.expect("the server answers");
    let opened = Ledger::open(pool.clone(), LedgerOptions::default()).await;
    let load = Load::begin(&opened.expect("the database"), &pool, stage.players);

    let mut spans = Vec::new();
    let mut started = Instant::now();
    sleep(AROUND).await;
    spans.push(("before".to_owned(), started, Instant::now()));
    for (version, migrator) in remaining() {
        let mut owner = stage.server.owner(MIGRATING).await;
        started = Instant::now();
        let migrated = migrator.run(&mut owner).await;
        migrated.expect("the migration applies");
        spans.push((version.to_string(), started, Instant::now()));
    }
    started = Instant::now();
    sleep(AROUND).await;
    spans.push(("after".to_owned(), started, Instant::now()));
    let sent = load.end().await;

    let committed = sent.iter().filter(|it| it.is_committed).count();
    let after = head(&pool).await.expect("the server answers");
    assert_eq!(
        usize::try_from(after - before),
        Ok(committed),
        "each command that was confirmed is one event"
    );
    let partitions = partitions(&pool).await.expect("the server answers");
    pool.close().await;
    let mut admin = stage.server.owner("postgres").await;
    run(
        &mut admin,
        &format!("drop database {MIGRATING} with (force)"),
    )
    .await;
    let migrated = Migrated {
        steps: spans
            .into_iter()
            .map(|(name, started, ended)| step(name, started, ended, &sent))
            .collect(),
        committed,
        failed: sent.len() - committed,
        partitions: partitions.len(),
    };
    for step in &migrated.steps {
        let most = percentile(&step.commits, 100);
        settings.note(&format!("{}: {:?}, longest {most:?}", step.name, step.took));
    }
    migrated
}

fn step(name: String, started: Instant, ended: Instant, sent: &[Sent]) -> Step {
    let under_way = sent
        .iter()
        .filter(|it| it.at <= ended && it.at + it.took >= started);
    let mut commits: Vec<Duration> = under_way.map(|it| it.took).collect();
    commits.sort_unstable();
    Step {
        name,
        took: ended - started,
        commits,
    }
}

impl Load {
    fn begin(ledger: &Ledger, pool: &PgPool, players: Players) -> Self {
        let is_over = Arc::new(AtomicBool::new(false));
        let counter = Arc::new(AtomicU64::new(1));
        let mut clients = JoinSet::new();
        for _ in 0..CLIENTS {
            let (ledger, is_over) = (ledger.clone(), Arc::clone(&is_over));
            let counter = Arc::clone(&counter);
            clients.spawn(async move {
                let mut sent = Vec::new();
                while !is_over.load(Ordering::Relaxed) {
                    let number = counter.fetch_add(1, Ordering::Relaxed);
                    sent.push(send(&ledger, players, number).await);
                }
                sent
            });
        }
        let mut reader = JoinSet::new();
        reader.spawn(follow(pool.clone(), Arc::clone(&is_over)));
        Self {
            is_over,
            clients,
            reader,
        }
    }

    async fn end(self) -> Vec<Sent> {
        self.is_over.store(true, Ordering::Relaxed);
        self.reader.join_all().await;
        self.clients.join_all().await.concat()
    }
}

async fn send(ledger: &Ledger, players: Players, number: u64) -> Sent {
    let casual = players.busy + 1..=players.busy + players.casual;
    let wallet = wallet(rand::random_range(casual));
    let context = context(DateTime::UNIX_EPOCH, Some(number));
    let at = Instant::now();
    let outcome = ledger.execute(wallet, credit_qr(number), context).await;
    if let Err(error) = &outcome {
        eprintln!("refused: {error}");
    }
    Sent {
        at,
        took: at.elapsed(),
        is_committed: outcome.is_ok_and(|it| it.events.len() == 1),
    }
}

/// Reads the journal's end as the views do.
async fn follow(pool: PgPool, is_over: Arc<AtomicBool>) {
    while !is_over.load(Ordering::Relaxed) {
        let last = head(&pool).await.expect("the server answers");
        let events = read_events(&pool, (last - PAGE).max(0), PAGE).await;
        events.expect("the journal is valid");
        sleep(PAUSE).await;
    }
}
