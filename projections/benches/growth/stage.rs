//! The two databases: the same events as one partition, and as many.

use std::path::Path;

use ledger::proof::{NoActs, open_signer, seal};
use ledger_testing::PATIENCE;
use ledger_testing::journal::{Players, fill};
use ledger_testing::measure::BenchServer;
use sqlx::PgPool;
use sqlx::postgres::PgConnection;

use crate::settings::Settings;

/// Its journal is one partition.
pub(crate) const PLAIN: &str = "plain";

/// Its journal has partitions.
pub(crate) const PARTITIONED: &str = "partitioned";

/// Events that are sealed at once: a service that has always sealed has small steps, and the same tree.
const SEALED_AT_ONCE: i64 = 50_000;

/// Room behind the last event, so that nothing is measured in an empty partition.
const ROOM: u64 = 1 << 24;

pub(crate) struct Stage {
    pub(crate) server: BenchServer,
    pub(crate) players: Players,
}

/// Bytes on the disk.
#[derive(Clone, Copy)]
pub(crate) struct Size {
    pub(crate) table: i64,
    pub(crate) indexes: i64,
    pub(crate) partitions: i64,
}

impl Stage {
    pub(crate) async fn prepare(settings: &Settings) -> Self {
        let server = BenchServer::start(Path::new(env!("CARGO_TARGET_TMPDIR"))).await;
        let players = Players::of(settings.events);
        server.create(PLAIN).await;
        server.create(PARTITIONED).await;
        partition(&server, PARTITIONED, settings.events, settings.width).await;

        let pools = [PLAIN, PARTITIONED].map(|it| owners(&server, it));
        settings.note(&format!("writing {} events twice", settings.events));
        fill(&pools, settings.events, |it| players.wallet_of(it)).await;
        settings.note("sealing");
        let [one, other] = &pools;
        tokio::join!(finish(one), finish(other));
        for pool in pools {
            pool.close().await;
        }
        run(&mut server.owner("postgres").await, "checkpoint").await;
        Self { server, players }
    }

    /// What the journal takes.
    pub(crate) async fn size(&self, database: &str) -> Size {
        let (table, indexes, partitions) = sqlx::query_as(
            "select sum(pg_table_size(oid))::bigint, sum(pg_indexes_size(oid))::bigint, count(*)
             from pg_class where relkind = 'r' and relname ~ '^event(_from_\\d+)?$'",
        )
        .fetch_one(&mut self.server.owner(database).await)
        .await
        .expect("the catalogue can be read");
        Size {
            table,
            indexes,
            partitions,
        }
    }
}

/// Gives an empty journal partitions of this width for so many events.
pub(crate) async fn partition(server: &BenchServer, database: &str, events: u64, width: u64) {
    let mut owner = server.owner(database).await;
    run(&mut owner, "drop table event_from_000000000001").await;
    let mut first = 1;
    loop {
        let is_last = first + width > events;
        let behind = first + if is_last { ROOM } else { width };
        let add = format!("select journal_partition_add({first}, {behind})");
        run(&mut owner, &add).await;
        if is_last {
            return;
        }
        first = behind;
    }
}

/// Connections of the owner.
pub(crate) fn owners(server: &BenchServer, database: &str) -> PgPool {
    ledger::pool::options()
        .max_connections(4)
        .acquire_timeout(PATIENCE)
        .connect_lazy_with(server.connect_options(database))
}

/// Seals all events, and leaves the tables as they are after a while.
pub(crate) async fn finish(owner: &PgPool) {
    let folder = tempfile::tempdir().expect("a folder can be made");
    let (signer, _) = open_signer(owner, folder.path(), "bench.example/journal")
        .await
        .expect("a database without a key");
    while seal(owner, &signer, None, SEALED_AT_ONCE, &NoActs)
        .await
        .expect("the journal is valid")
        .is_some()
    {}
    let vacuumed = sqlx::query("vacuum (analyze)").execute(owner).await;
    vacuumed.expect("the owner may");
}

pub(crate) async fn run(connection: &mut PgConnection, statement: &str) {
    if let Err(error) = sqlx::raw_sql(statement).execute(connection).await {
        panic!("{statement}: {error}");
    }
}
