//! What the number of partitions costs: the same events in one, ten and sixty-four.

use ledger_testing::journal::{Players, fill};
use ledger_testing::measure::BenchServer;
use sqlx::Row;
use sqlx::postgres::PgConnection;

use crate::layout::{Layout, Who, Work};
use crate::settings::Settings;
use crate::stage::{finish, owners, partition, run};
use crate::{Compared, compare};

/// Journals with different numbers of partitions.
pub(crate) const VARIANTS: [Variant; 4] = [
    Variant {
        name: "1",
        database: "partitions_1",
        partitions: 1,
        is_planned_once: false,
    },
    Variant {
        name: "10",
        database: "partitions_10",
        partitions: 10,
        is_planned_once: false,
    },
    Variant {
        name: "64",
        database: "partitions_64",
        partitions: 64,
        is_planned_once: false,
    },
    Variant {
        name: "64, all planned once",
        database: "partitions_64_once",
        partitions: 64,
        is_planned_once: true,
    },
];

/// A journal with so many partitions.
#[derive(Clone, Copy)]
pub(crate) struct Variant {
    /// Its column in the tables.
    pub(crate) name: &'static str,
    database: &'static str,
    partitions: u64,
    /// Its sessions never plan a prepared statement again.
    is_planned_once: bool,
}

/// Events that are spread over them, at most.
const EVENTS: u64 = 640_000;

const WORKS: [Work; 7] = [
    Work::Append(1),
    Work::Append(64),
    Work::AppendCold(64),
    Work::Read(Who::Busy, 1),
    Work::Read(Who::Casual, 1),
    Work::Read(Who::Casual, 16),
    Work::Feed,
];

/// The statement by which the function `journal_read_streams` reads streams, which plans it once.
const STREAM: &str = "select event.position, wanted.id, event.sequence, event.event_type,
           event.event_version, event.payload, event.metadata, event.stream_hash, event.state_hash
    from unnest($1::uuid[], $2::bigint[], $3::bigint[]) as wanted (id, first, last)
             cross join lateral (
        select position, sequence, event_type, event_version, payload::text as payload,
               metadata::text as metadata, stream_hash, state_hash
        from event
        where wallet_id = wanted.id
          and sequence between wanted.first and wanted.last
          and position > $4 and position <= $5
        order by sequence
        ) as event";

/// How often it is explained.
const TURNS: u64 = 50;

/// Half of the plans took no longer than this, in milliseconds.
#[derive(Clone, Copy)]
pub(crate) struct Explained {
    pub(crate) planning: f64,
    pub(crate) execution: f64,
}

pub(crate) struct Planned {
    pub(crate) events: u64,
    pub(crate) compared: Vec<Compared>,
    /// For each number of partitions: planned for each execution, and once for all.
    pub(crate) explained: Vec<[Explained; 2]>,
}

pub(crate) async fn measure(server: &BenchServer, settings: &Settings) -> Planned {
    let events = settings.events.min(EVENTS);
    let players = Players::of(events);
    let mut admin = server.owner("postgres").await;
    for variant in VARIANTS {
        let database = variant.database;
        server.create(database).await;
        partition(
            server,
            database,
            events,
            events.div_ceil(variant.partitions),
        )
        .await;
        if variant.is_planned_once {
            let set = format!("alter database {database} set plan_cache_mode = force_generic_plan");
            run(&mut admin, &set).await;
        }
    }
    settings.note(&format!(
        "writing {events} events into several numbers of partitions"
    ));
    let pools = VARIANTS.map(|it| owners(server, it.database));
    fill(&pools, events, |it| players.wallet_of(it)).await;
    for pool in pools {
        finish(&pool).await;
        pool.close().await;
    }
    let mut explained = Vec::new();
    for variant in VARIANTS {
        let mut owner = server.owner(variant.database).await;
        run(
            &mut owner,
            &format!("prepare stream (uuid[], bigint[], bigint[], bigint, bigint) as {STREAM}"),
        )
        .await;
        // Once for nothing, so that all find the same in memory.
        explain(&mut owner, players, "force_generic_plan").await;
        let each = explain(&mut owner, players, "force_custom_plan").await;
        let once = explain(&mut owner, players, "force_generic_plan").await;
        settings.note(&format!(
            "{}: planned each time {:.3} + {:.3} ms, once {:.3} + {:.3} ms",
            variant.database, each.planning, each.execution, once.planning, once.execution
        ));
        explained.push([each, once]);
    }
    let mut layouts = Vec::new();
    for variant in VARIANTS {
        layouts.push(Layout::open(server, variant.database, players).await);
    }
    Planned {
        events,
        compared: compare(server, settings, &WORKS, &layouts).await,
        explained,
    }
}

async fn explain(owner: &mut PgConnection, players: Players, mode: &str) -> Explained {
    run(owner, &format!("set plan_cache_mode = {mode}")).await;
    let (mut planning, mut execution) = (Vec::new(), Vec::new());
    for turn in 0..TURNS {
        let wallet = players.busy + 1 + turn * (players.casual / TURNS).max(1);
        let statement = format!(
            "explain (analyze, timing off, format json) execute stream (
                 array['{:032x}']::uuid[], array[1], array[10000], 0, 9223372036854775807)",
            wallet.min(players.busy + players.casual)
        );
        let row = sqlx::raw_sql(&statement).fetch_one(&mut *owner).await;
        let row = row.expect("the statement is valid");
        let text: String = row.try_get_unchecked(0).expect("a plan is a text");
        let plan: serde_json::Value = serde_json::from_str(&text).expect("a plan is JSON");
        planning.push(plan[0]["Planning Time"].as_f64().expect("a number"));
        execution.push(plan[0]["Execution Time"].as_f64().expect("a number"));
    }
    Explained {
        planning: middle(planning),
        execution: middle(execution),
    }
}

fn middle(mut figures: Vec<f64>) -> f64 {
    figures.sort_by(f64::total_cmp);
    figures[figures.len() / 2]
}
