//! A second reader of the journal: the framework's own.
//!
//! cqrs-es's event store folds each wallet from all events that postgres-es reads, and the result is
//! compared with the wallet that our own loading leads to. The two share the rules of an event, and
//! nothing else: neither statements, nor snapshots, nor the order and the bounds in which events are
//! read. Events in an archive are not here: a wallet that has some there is left out.

use std::collections::HashMap;

use cqrs_es::EventStore;
use cqrs_es::persist::{EventUpcaster, PersistedEventStore, SerializedEvent};
use postgres_es::PostgresEventRepository;
use serde_json::Value;
use sqlx::PgPool;
use uuid::Uuid;

use super::load::{LoadError, load_streams};
use super::mac::JournalKey;
use super::stored::upcasters;
use super::stream::Stream;
use crate::id::WalletId;
use crate::posting::Account;
use crate::wallet::Wallet;

/// Wallets that are in memory at once.
const PAGE: i64 = 200;

/// So many wallets are named; the others are counted.
const NAMED_MAX: usize = 3;

/// What the second reader has read, and found.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct SecondReading {
    /// Wallets that were folded and compared.
    pub wallets: u64,
    /// Wallets that have events in the archive.
    pub archived: u64,
    /// The first differences, each with its wallet.
    pub differences: Vec<String>,
    /// How many wallets differ.
    pub difference_count: u64,
}

impl SecondReading {
    fn note(&mut self, wallet_id: WalletId, what: &str) {
        self.difference_count += 1;
        if self.differences.len() < NAMED_MAX {
            self.differences.push(format!("wallet {wallet_id}: {what}"));
        }
    }
}

/// Reads all wallets again, page by page.
pub async fn read_again(
    pool: &PgPool,
    key: Option<&JournalKey>,
) -> Result<SecondReading, sqlx::Error> {
    let mut reading = SecondReading::default();
    let mut last = Uuid::nil();
    loop {
        let page = sqlx::query!(
            r#"select wallet_id, exists (select from event
                   where event.wallet_id = stream_head.wallet_id and event.sequence = 1) as "is_whole!"
               from stream_head where wallet_id > $1 order by wallet_id limit $2"#,
            last,
            PAGE
        )
        .fetch_all(pool)
        .await?;
        let Some(end) = page.last() else {
            return Ok(reading);
        };
        last = end.wallet_id;
        let whole = page.iter().filter(|row| row.is_whole);
        let whole: Vec<WalletId> = whole.map(|row| WalletId(row.wallet_id)).collect();
        reading.archived += u64::try_from(page.len() - whole.len()).unwrap_or(0);
        let mut connection = pool.acquire().await?;
        let mut ours = load_streams(&mut connection, key, &whole).await?;
        drop(connection);
        for wallet_id in whole {
            reading.wallets += 1;
            if let Err(what) = compare(pool, wallet_id, &mut ours).await? {
                reading.note(wallet_id, &what);
            }
        }
    }
}

async fn compare(
    pool: &PgPool,
    wallet_id: WalletId,
    ours: &mut HashMap<WalletId, Result<Stream, LoadError>>,
) -> Result<Result<(), String>, sqlx::Error> {
    let ours = match ours.remove(&wallet_id) {
        Some(Ok(stream)) if stream.wallet.last_void().is_none() => stream,
        // Named by the check of the journal. Where an event is void, the framework would read it: it has
        // no key.
        Some(Ok(_) | Err(LoadError::Corrupt(_))) => return Ok(Ok(())),
        Some(Err(LoadError::Archive(error))) => return Err(error),
        None => return Ok(Err("it was not loaded".to_owned())),
    };
    let folding = fold(pool.clone(), wallet_id, ours.version());
    // What contradicts itself may stop the fold with a panic.
    let theirs = match tokio::spawn(folding).await {
        Ok(Ok(theirs)) => theirs,
        Ok(Err(what)) => return Ok(Err(what)),
        Err(_) => return Ok(Err("the framework's reader stopped".to_owned())),
    };
    Ok(difference(&ours, &theirs))
}

/// A wallet as the framework reads it, and the sequence of its last event.
struct Folded {
    wallet: Wallet,
    version: i64,
}

/// Folds the first `version` events: what comes in the meantime is no difference.
async fn fold(pool: PgPool, wallet_id: WalletId, version: i64) -> Result<Folded, String> {
    // The id is a UUID and the version a number, so neither can end the statement.
    let stream = format!(
        "(select * from event_by_aggregate where wallet_id = '{wallet_id}' and sequence <= {version}) \
         as stream"
    );
    let repository = PostgresEventRepository::new(pool).with_tables(&stream, "snapshot");
    let mut upcasters = upcasters();
    upcasters.push(Box::new(PlainMetadata));
    let store = PersistedEventStore::<_, Wallet>::new_event_store(repository);
    let store = store.with_upcasters(upcasters);
    let context = store.load_aggregate(&wallet_id.to_string()).await;
    let context = context.map_err(|error| format!("the framework cannot read it: {error}"))?;
    Ok(Folded {
        version: i64::try_from(context.current_sequence).unwrap_or(i64::MAX),
        wallet: context.aggregate,
    })
}

fn difference(ours: &Stream, theirs: &Folded) -> Result<(), String> {
    if ours.version() != theirs.version {
        let (ours, theirs) = (ours.version(), theirs.version);
        return Err(format!("{ours} events here, {theirs} by the framework"));
    }
    let held = |wallet: &Wallet| wallet.bucket(&Account::Main).map(|it| it.to_string());
    if !ours.wallet.buckets().eq(theirs.wallet.buckets()) {
        let [ours, theirs] = [&*ours.wallet, &theirs.wallet].map(|it| held(it).unwrap_or_default());
        return Err(format!(
            "the balances differ; the main wallet holds {ours} here, {theirs} by the framework"
        ));
    }
    if *ours.wallet != theirs.wallet {
        return Err("the state differs from the one by the framework".to_owned());
    }
    Ok(())
}

/// The framework knows metadata as texts only, and ours has structure. A fold does not look at it.
struct PlainMetadata;

impl EventUpcaster for PlainMetadata {
    fn can_upcast(&self, _event_type: &str, _event_version: &str) -> bool {
        true
    }

    fn upcast(&self, event: SerializedEvent) -> SerializedEvent {
        let metadata = Value::Object(serde_json::Map::new());
        SerializedEvent { metadata, ..event }
    }
}
