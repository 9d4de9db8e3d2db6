//! The fast check of everything that is stored: by another program than the one that wrote it, from
//! the running database or from a dump of it.
//!
//! It goes through all events once, in their order: each one's hash, sequence and postings, the
//! balance that it notes, its leaf in the tree, the tree's stored hashes and signed roots; then the
//! other tables: heads, claims, command keys, snapshots. An exported checkpoint shows what the
//! database alone cannot: that its tail was cut off, or that all of it was rewritten.
//!
//! An archive of the oldest partitions is another database: events, tree, checkpoints and keys up to
//! some checkpoint, and none of the other tables.
//!
//! What no check here can see: a key whose command wrote nothing, and the keys of events from before
//! keys were noted; when a checkpoint was stored, and a checkpoint in the middle that was taken away.

mod archive;
mod books;
mod claims;
mod commands;
mod copy;
mod dump;
mod edge;
mod ending;
mod finding;
mod fold;
mod mark;
mod money;
mod online;
mod order;
mod pace;
mod paced;
mod pass;
mod reading;
mod row;
mod stored_tables;
mod tree;
mod walk;

use std::collections::HashMap;
use std::path::{Path, PathBuf};

use sqlx::{Connection, Executor, PgConnection, PgPool};
use tokio::sync::mpsc::{Sender, channel};
use tokio::task::spawn_blocking;
use uuid::Uuid;

use self::copy::{ARCHIVED_TABLES, Feed, STORED_TABLES, STORED_TABLES_ONLINE, Table};
use self::fold::{Folds, fold, fold_pages};
use self::pace::Pace;
use self::pass::{Pass, WAITING_MAX, parse_events};
use self::row::Depth;
use self::stored_tables::Snapshot;

use crate::journal::JournalKey;

pub use self::dump::DumpError;
pub use self::finding::{Problem, Report};
pub use self::walk::{Step, Walk};

/// Rows in the one form that is read, however the server is set; and no limit of time, because a
/// slow check is not a stuck one.
const SESSION: &str = "set local timezone = 'UTC'; set local datestyle = 'ISO';
    set local bytea_output = 'hex'; set local statement_timeout = 0;
    set local idle_in_transaction_session_timeout = 0";

/// What to check in addition, and how fast.
#[derive(Debug, Clone, Default)]
pub struct VerifyOptions {
    /// Exported checkpoints: a name and the note's text.
    pub exported: Vec<(String, String)>,
    /// Not more events a second than this.
    pub per_second: Option<u32>,
    /// The key of the events' MACs; without it nobody can say who wrote an event.
    pub key: Option<JournalKey>,
}

/// Why a check did not come to its end.
#[derive(Debug, thiserror::Error)]
pub enum VerifyError {
    /// The database did not answer.
    #[error("the database is not available: {0}")]
    Database(#[from] sqlx::Error),
    /// The dump.
    #[error(transparent)]
    Dump(#[from] DumpError),
}

/// Checks the running database; `progress` hears of positions. In one picture of it, unless a rate
/// is asked for: what takes its time does not hold one for so long.
pub async fn verify_database(
    pool: &PgPool,
    options: &VerifyOptions,
    progress: impl FnMut(i64) + Send,
) -> Result<Report, VerifyError> {
    if let Some(per_second) = options.per_second {
        return paced::verify(pool, options, per_second, progress).await;
    }
    verify_picture(pool, database, options, progress).await
}

/// Checks an archive of the journal's oldest partitions. In one picture also at a bound rate: nobody
/// writes there.
pub async fn verify_archive(
    pool: &PgPool,
    options: &VerifyOptions,
    progress: impl FnMut(i64) + Send,
) -> Result<Report, VerifyError> {
    verify_picture(pool, archived, options, progress).await
}

async fn verify_picture(
    pool: &PgPool,
    source: for<'a> fn(&'a mut PgConnection) -> Source<'a>,
    options: &VerifyOptions,
    progress: impl FnMut(i64) + Send,
) -> Result<Report, VerifyError> {
    let mut connection = pool.acquire().await?;
    let mut picture = begin_picture(&mut connection).await?;
    let report = run(&mut source(&mut picture), options, progress).await;
    // A check that broke off has left rows behind: the connection is not used again.
    if report.is_err() {
        drop(picture);
        connection.detach().close_hard().await?;
        return report;
    }
    picture.commit().await?;
    report
}

/// Checks a dump, plain or custom.
pub async fn verify_dump(
    dump: &Path,
    options: &VerifyOptions,
    progress: impl FnMut(i64) + Send,
) -> Result<Report, VerifyError> {
    run(&mut Source::Dump(dump.to_owned()), options, progress).await
}

async fn begin_picture(
    connection: &mut PgConnection,
) -> Result<sqlx::Transaction<'_, sqlx::Postgres>, sqlx::Error> {
    let mut picture = connection
        .begin_with("begin isolation level repeatable read read only")
        .await?;
    picture.execute(SESSION).await?;
    Ok(picture)
}

/// Where rows come from.
enum Source<'a> {
    Online(&'a mut PgConnection),
    Archive(&'a mut PgConnection),
    Dump(PathBuf),
}

fn database(connection: &mut PgConnection) -> Source<'_> {
    Source::Online(connection)
}

fn archived(connection: &mut PgConnection) -> Source<'_> {
    Source::Archive(connection)
}

#[derive(Clone, Copy)]
enum Part {
    Keys,
    StoredTables,
    Events,
}

impl Source<'_> {
    /// The tables other than the keys and the events.
    fn stored_tables(&self) -> &'static [Table] {
        match self {
            Self::Online(_) => &STORED_TABLES_ONLINE,
            Self::Archive(_) => &ARCHIVED_TABLES,
            Self::Dump(_) => &STORED_TABLES,
        }
    }

    async fn feed(&mut self, part: Part, to: Sender<Feed>) -> Result<(), VerifyError> {
        let tables: &[Table] = match part {
            Part::Keys => &[Table::Key],
            Part::StoredTables => self.stored_tables(),
            Part::Events => &[Table::Event],
        };
        match self {
            Self::Online(connection) | Self::Archive(connection) => {
                for table in tables {
                    online::feed(connection, *table, "", &to).await?;
                }
                Ok(())
            }
            Self::Dump(path) => {
                let path = path.clone();
                let reading = spawn_blocking(move || dump::feed(&path, tables, &to));
                Ok(reading.await.expect("a reader does not panic")?)
            }
        }
    }

    fn is_ordered(&self) -> bool {
        !matches!(self, Self::Dump(_))
    }
}

async fn run(
    source: &mut Source<'_>,
    options: &VerifyOptions,
    progress: impl FnMut(i64) + Send,
) -> Result<Report, VerifyError> {
    let mut pass = Pass::default();
    pass.books.key.clone_from(&options.key);
    if let Source::Archive(connection) = source {
        pass.archive = Some(archive::read(connection).await?);
    } else {
        pass.keyed.is_wanted = true;
    }
    let pass = read_tables(source, Part::Keys, pass).await?;
    let pass = read_tables(source, Part::StoredTables, pass).await?;
    let pass = read_events(source, pass, options, progress).await?;
    let ended = spawn_blocking(move || {
        let mut pass = pass;
        let snapshots = pass.end_events();
        (pass, snapshots)
    });
    let (pass, snapshots) = ended.await.expect("a check does not panic");
    let pass = match source {
        Source::Online(connection) => {
            let pass = read_commands(connection, pass).await?;
            fold_pages(connection, pass, snapshots.into_keys().collect()).await?
        }
        Source::Dump(_) => {
            let mut pass = fold_all(source, pass, snapshots).await?;
            pass.end_commands();
            pass
        }
        Source::Archive(_) => pass,
    };
    Ok(pass.end())
}

/// The names of commands of a running database, in their order.
async fn read_commands(connection: &mut PgConnection, mut pass: Pass) -> Result<Pass, VerifyError> {
    let (send, feed) = channel(WAITING_MAX);
    let reading = spawn_blocking(move || {
        pass.read_commands(feed);
        pass
    });
    let outcome = online::feed(connection, Table::Idempotency, "", &send).await;
    drop(send);
    let pass = reading.await.expect("a check does not panic");
    outcome?;
    Ok(pass)
}

/// Folds the snapshots of a dump, all in one more pass.
async fn fold_all(
    source: &mut Source<'_>,
    pass: Pass,
    snapshots: HashMap<Uuid, Snapshot>,
) -> Result<Pass, VerifyError> {
    let wanted = snapshots
        .into_iter()
        .filter_map(|(wallet, it)| Some((wallet, it.sequence, it.state?)));
    let folds = Folds::new(wanted);
    if folds.is_empty() {
        return Ok(pass);
    }
    let (send, feed) = channel(WAITING_MAX);
    let folding = fold(folds, feed, false, pass);
    source.feed(Part::Events, send).await?;
    Ok(folding.await.expect("a check does not panic"))
}

async fn read_tables(
    source: &mut Source<'_>,
    part: Part,
    mut pass: Pass,
) -> Result<Pass, VerifyError> {
    let (send, feed) = channel(WAITING_MAX);
    let reading = spawn_blocking(move || {
        pass.read_tables(feed);
        pass
    });
    source.feed(part, send).await?;
    Ok(reading.await.expect("a check does not panic"))
}

async fn read_events(
    source: &mut Source<'_>,
    mut pass: Pass,
    options: &VerifyOptions,
    mut progress: impl FnMut(i64) + Send,
) -> Result<Pass, VerifyError> {
    let is_ordered = source.is_ordered();
    let (send, feed) = channel(WAITING_MAX);
    let batches = parse_events(feed, Depth::Checked);
    let (report, mut positions) = channel(WAITING_MAX);
    let pace = Pace::new(options.per_second);
    let exported = options.exported.clone();
    let wanted = source.stored_tables();
    let checking = spawn_blocking(move || {
        pass.begin_events(wanted, &exported);
        pass.read_events(batches, is_ordered, &pace, &report);
        pass
    });
    let listening = async {
        while let Some(position) = positions.recv().await {
            progress(position);
        }
    };
    let (outcome, ()) = tokio::join!(source.feed(Part::Events, send), listening);
    outcome?;
    Ok(checking.await.expect("a check does not panic"))
}
