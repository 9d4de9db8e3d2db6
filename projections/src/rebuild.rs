//! Rebuild: computes a view from the first event while the old one serves, then swaps them.
//!
//! 1. The copy is in its own schema (`rebuild_<view>`), table for table like the serving
//!    one; `search_path` leads the view's own writer there. The runner never sees it.
//! 2. The copy is folded from position 0 and catches up with the journal while the serving view
//!    is still written and read. It gets the indexes that only readers use when it has caught up:
//!    one built over all rows costs less than one that each row is written to.
//! 3. The swap is one transaction: it locks the view's checkpoint row, which holds every runner,
//!    applies the last few events, puts the new tables in place of the old ones and moves the
//!    checkpoint. A crash at any point leaves the serving view as it was.
//! 4. An interrupted rebuild starts again from 0 and is never continued, because the program that
//!    made its first half may fold differently. Its leftovers are dropped.
//! 5. Readers must read a view in `read committed` (each statement sees the tables it has
//!    locked); a longer snapshot has to lock the tables first, as the audit does.

use std::sync::Arc;
use std::time::Duration;

use ledger::{JournalKey, RecordedEvent};
use sqlx::{Connection, PgConnection, PgPool};

use crate::feed::{Feed, FeedError};
use crate::open_work::OpenWorkProjection;
use crate::projection::{Projection, View, ViewError, apply};
use crate::reward::RewardProjection;
use crate::runner::{BEGIN_BATCH, lock_checkpoint, move_checkpoints};
use crate::slip::SlipProjection;
use crate::statement::StatementProjection;
use crate::trial_balance::TrialBalanceProjection;
use crate::wallet::WalletProjection;

/// Events that one transaction folds into the copy.
const BATCH_MAX: usize = 5_000;
/// So close to the journal's end the swap may begin: it holds the runners for this many events.
const CLOSE: usize = 500;
/// How often the swap is tried while readers hold the old tables.
const SWAP_TRIES: u32 = 100;
/// The pause between two tries, so that waiting readers get through.
const SWAP_PAUSE: Duration = Duration::from_millis(200);
/// How long one part of a rebuild may take: beyond it the connection is silent.
const PART_MAX: Duration = Duration::from_mins(10);
/// First half of the advisory lock's key; the second is the view.
const LOCK_SPACE: i32 = 0x7265_6275;
/// The error code of `PostgreSQL` when a lock was not available in time.
const LOCK_NOT_AVAILABLE: &str = "55P03";

/// How far a rebuild is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Progress {
    /// Name of the view.
    pub view: View,
    /// The last event that the copy holds.
    pub position: i64,
    /// The last event that the serving view holds.
    pub serving: i64,
}

/// Why a view was not rebuilt. The serving view is unchanged.
#[derive(Debug, thiserror::Error)]
pub enum RebuildError {
    /// Another process is rebuilding this view.
    #[error("{0} is being rebuilt already")]
    AlreadyRunning(View),
    /// The database is away, or refused.
    #[error(transparent)]
    Database(#[from] sqlx::Error),
    /// The journal cannot be read on.
    #[error(transparent)]
    Feed(#[from] FeedError),
    /// An event cannot be folded.
    #[error(transparent)]
    View(#[from] ViewError),
    /// Readers held the old tables all the time.
    #[error("{0} is read without a pause, its tables cannot be swapped")]
    Held(View),
}

/// Rebuilds a view and answers with the position that it then shows.
///
/// Needs a role that owns the view's tables and may create a schema: if connections work under a
/// different role, this one goes back to the role of its log-in.
pub async fn run(
    pool: &PgPool,
    key: &JournalKey,
    view: View,
    progress: impl FnMut(Progress) + Send,
) -> Result<i64, RebuildError> {
    match view {
        View::Wallet => rebuild::<WalletProjection>(pool, key, progress).await,
        View::Statement => rebuild::<StatementProjection>(pool, key, progress).await,
        View::Slip => rebuild::<SlipProjection>(pool, key, progress).await,
        View::TrialBalance => rebuild::<TrialBalanceProjection>(pool, key, progress).await,
        View::OpenWork => rebuild::<OpenWorkProjection>(pool, key, progress).await,
        View::Reward => rebuild::<RewardProjection>(pool, key, progress).await,
    }
}

async fn rebuild<P: Projection>(
    pool: &PgPool,
    key: &JournalKey,
    progress: impl FnMut(Progress) + Send,
) -> Result<i64, RebuildError> {
    // A separate connection: it changes its role and path, and the lock ends with it.
    let mut connection = pool.acquire().await?.detach();
    let number = i32::try_from(P::VIEW.index()).unwrap_or(i32::MAX);
    let is_ours = sqlx::query_scalar!(
        r#"select pg_try_advisory_lock($1, $2) as "is_ours!""#,
        LOCK_SPACE,
        number
    )
    .fetch_one(&mut connection)
    .await?;
    let outcome = if is_ours {
        build::<P>(
            &mut connection,
            &Feed::new(pool.clone(), Some(key.clone())),
            progress,
        )
        .await
    } else {
        Err(RebuildError::AlreadyRunning(P::VIEW))
    };
    // The answer counts; a connection that does not close politely is closed by its drop.
    let _ = connection.close().await;
    outcome
}

async fn build<P: Projection>(
    connection: &mut PgConnection,
    feed: &Feed,
    mut progress: impl FnMut(Progress) + Send,
) -> Result<i64, RebuildError> {
    in_time(prepare::<P>(connection)).await?;
    let mut events = in_time(feed.after(0, BATCH_MAX)).await?;
    let mut position = 0;
    while let Some(last) = events.last() {
        position = last.position;
        // The next ones are read and decoded while the server writes these.
        let (folded, next) = tokio::join!(
            in_time(fold::<P>(connection, &events)),
            in_time(feed.after(position, BATCH_MAX))
        );
        folded?;
        let serving = in_time(serving_position(connection, P::VIEW)).await?;
        progress(Progress {
            view: P::VIEW,
            position,
            serving,
        });
        if events.len() <= CLOSE {
            break;
        }
        events = next?;
    }
    in_time(index::<P>(connection)).await?;
    for table in P::TABLES {
        let statement = format!("analyze {table}");
        in_time(sqlx::raw_sql(&statement).execute(&mut *connection)).await?;
    }
    for _ in 0..SWAP_TRIES {
        match in_time(swap::<P>(connection, feed, position)).await {
            Err(error) if is_lock_timeout(&error) => tokio::time::sleep(SWAP_PAUSE).await,
            outcome => return outcome,
        }
    }
    Err(RebuildError::Held(P::VIEW))
}

/// Folds events into the copy.
async fn fold<P: Projection>(
    connection: &mut PgConnection,
    events: &[Arc<RecordedEvent>],
) -> Result<(), RebuildError> {
    let mut transaction = connection.begin_with(BEGIN_BATCH).await?;
    apply::<P>(&mut transaction, events).await?;
    Ok(transaction.commit().await?)
}

/// A part's result, or an error if its connection has fallen silent. The server ends that session
/// and its lock; the next rebuild drops the leftovers.
async fn in_time<T, E: Into<RebuildError>>(
    part: impl Future<Output = Result<T, E>>,
) -> Result<T, RebuildError> {
    if let Ok(done) = tokio::time::timeout(PART_MAX, part).await {
        return done.map_err(Into::into);
    }
    let silent = std::io::Error::from(std::io::ErrorKind::TimedOut);
    Err(RebuildError::Database(silent.into()))
}

/// Makes the empty copy, and leads unqualified names to it.
async fn prepare<P: Projection>(connection: &mut PgConnection) -> Result<(), RebuildError> {
    let schema = schema_of(P::VIEW);
    sqlx::raw_sql("set role none")
        .execute(&mut *connection)
        .await?;
    let mut transaction = connection.begin().await?;
    let mut statements = vec![
        format!("drop schema if exists {schema} cascade"),
        format!("create schema {schema}"),
    ];
    for table in P::TABLES {
        statements.push(format!(
            "create table {schema}.{table} (like public.{table} including all excluding indexes)"
        ));
        // `like` copies neither storage parameters, owner nor rights.
        statements.extend(belongings(&mut transaction, &schema, table).await?);
        statements.extend(indexes(&mut transaction, &schema, table, true).await?);
    }
    for statement in statements {
        sqlx::raw_sql(&statement).execute(&mut *transaction).await?;
    }
    transaction.commit().await?;
    sqlx::raw_sql(&format!("set search_path to {schema}, public"))
        .execute(connection)
        .await?;
    Ok(())
}

/// The statements that give a copy the parameters, the owner and the rights of its original.
async fn belongings(
    connection: &mut PgConnection,
    schema: &str,
    table: &str,
) -> Result<Vec<String>, sqlx::Error> {
    sqlx::query_scalar!(
        r#"with original as (select * from pg_class where oid = ('public.' || $2)::regclass)
           select format('alter table %I.%I set (%s)', $1::text, $2::text,
                         array_to_string(reloptions, ', ')) as "statement!"
           from original where reloptions is not null
           union all
           select format('alter table %I.%I owner to %I', $1::text, $2::text,
                         pg_get_userbyid(relowner))
           from original
           union all
           select format('grant %s on table %I.%I to %s',
                         string_agg(acl.privilege_type, ', '), $1::text, $2::text,
                         case acl.grantee when 0 then 'public'
                              else quote_ident(pg_get_userbyid(acl.grantee)) end)
           from original cross join lateral aclexplode(relacl) as acl
           where acl.grantee <> relowner
           group by acl.grantee"#,
        schema,
        table
    )
    .fetch_all(connection)
    .await
}

/// Gives the copy the indexes that folding does without.
async fn index<P: Projection>(connection: &mut PgConnection) -> Result<(), RebuildError> {
    let schema = schema_of(P::VIEW);
    let mut transaction = connection.begin().await?;
    for table in P::TABLES {
        for statement in indexes(&mut transaction, &schema, table, false).await? {
            sqlx::raw_sql(&statement).execute(&mut *transaction).await?;
        }
    }
    Ok(transaction.commit().await?)
}

/// The statements that give a copy the primary key of its original, by which rows are folded, or
/// all other indexes.
async fn indexes(
    connection: &mut PgConnection,
    schema: &str,
    table: &str,
    is_primary: bool,
) -> Result<Vec<String>, sqlx::Error> {
    sqlx::query_scalar!(
        r#"select case when indisprimary
                      then format('alter table %I.%I add constraint %I %s', $1::text, $2::text,
                                  conname, pg_get_constraintdef(pg_constraint.oid))
                      else replace(pg_get_indexdef(indexrelid), ' ON public.',
                                   format(' ON %I.', $1::text)) end as "statement!"
           from pg_index left join pg_constraint on conindid = indexrelid and contype = 'p'
           where indrelid = ('public.' || $2)::regclass and indisprimary = $3
           order by indexrelid"#,
        schema,
        table,
        is_primary
    )
    .fetch_all(connection)
    .await
}

/// Brings the copy to where the serving view is and puts it in its place, or changes nothing.
async fn swap<P: Projection>(
    connection: &mut PgConnection,
    feed: &Feed,
    mut position: i64,
) -> Result<i64, RebuildError> {
    let schema = schema_of(P::VIEW);
    let mut transaction = connection.begin_with(BEGIN_BATCH).await?;
    sqlx::raw_sql("set local lock_timeout = '2s'")
        .execute(&mut *transaction)
        .await?;
    let serving = lock_checkpoint(&mut transaction, P::VIEW).await?;
    while position < serving {
        let missing = usize::try_from(serving - position).unwrap_or(BATCH_MAX);
        let events: Vec<Arc<RecordedEvent>> = feed.after(position, missing.min(BATCH_MAX)).await?;
        let Some(last) = events.last() else {
            return Err(RebuildError::Feed(FeedError::Gap {
                after: position,
                found: serving,
            }));
        };
        apply::<P>(&mut transaction, &events).await?;
        position = last.position;
    }
    // A reader of several tables and this transaction may wait for each other. This one gives way,
    // long before the server would choose a victim: a second after the wait began.
    let serving: Vec<_> = P::TABLES
        .iter()
        .map(|table| format!("public.{table}"))
        .collect();
    sqlx::raw_sql(&format!(
        "set local lock_timeout = '100ms'; lock table {} in access exclusive mode",
        serving.join(", ")
    ))
    .execute(&mut *transaction)
    .await?;
    for table in P::TABLES {
        sqlx::raw_sql(&format!(
            "drop table public.{table}; alter table {schema}.{table} set schema public"
        ))
        .execute(&mut *transaction)
        .await?;
    }
    sqlx::raw_sql(&format!("drop schema {schema}"))
        .execute(&mut *transaction)
        .await?;
    move_checkpoints(&mut transaction, &[P::VIEW], position).await?;
    // Unlike a batch, a swap cannot be folded again after a crash, so it waits for the disk.
    sqlx::raw_sql("set local synchronous_commit = on")
        .execute(&mut *transaction)
        .await?;
    transaction.commit().await?;
    Ok(position)
}

async fn serving_position(connection: &mut PgConnection, view: View) -> Result<i64, sqlx::Error> {
    sqlx::query_scalar!(
        "select position from projection_checkpoint where view = $1",
        view.name()
    )
    .fetch_one(connection)
    .await
}

fn schema_of(view: View) -> String {
    format!("rebuild_{view}")
}

fn is_lock_timeout(error: &RebuildError) -> bool {
    let (RebuildError::Database(error) | RebuildError::View(ViewError::Database(error))) = error
    else {
        return false;
    };
    error
        .as_database_error()
        .and_then(sqlx::error::DatabaseError::code)
        .is_some_and(|code| code == LOCK_NOT_AVAILABLE)
}
