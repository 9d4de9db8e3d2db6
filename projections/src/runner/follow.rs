//! One view's task.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

use ledger::journal::whereabouts;
use ledger::{RecordedEvent, WalletId};
use sqlx::PgConnection;

use super::round::{FollowOutcome, RoundError};
use crate::feed::{FeedError, Stretch};
use crate::projection::{Projection, View, ViewError, apply};

use super::back::go_back;
use super::{Notice, Shared, ViewProgress};

/// Events that one transaction applies at most.
const BATCH_MAX: usize = 1_000;
/// The first pause after the database was away; doubled up to the last.
const RETRY_FIRST: Duration = Duration::from_millis(50);
const RETRY_LAST: Duration = Duration::from_secs(2);
/// A round has so long, at first and at last: each one that was not over in time gives the next one
/// twice as long and half as many events. A connection that says nothing any more costs one round.
const ROUND_FIRST: Duration = Duration::from_secs(5);
const ROUND_LAST: Duration = Duration::from_mins(1);
/// Begins a transaction that writes a batch, in one round trip.
///
/// The server ends it when its client falls silent, since it holds the checkpoint's row.
///
/// It ends without waiting for the disk; the parent module says why that is safe. And it
/// looks rows up by their keys: statements are planned while the tables are empty, and a plan
/// that reads all of such a table would stay in use while it grows.
pub(crate) const BEGIN_BATCH: &str = "begin; set local synchronous_commit = off; \
    set local idle_in_transaction_session_timeout = '10s'; \
    set local enable_seqscan = off; set local enable_hashjoin = off; \
    set local enable_mergejoin = off; set local jit = off";
/// How often a stopped view tries again: an operator may have repaired or rebuilt it.
const STOPPED_RETRY: Duration = Duration::from_secs(5);

/// Follows the journal with one view until the runner is stopped.
pub(super) async fn follow<P: Projection>(shared: Arc<Shared>) {
    let line = shared.line(P::VIEW);
    let mut head = shared.head.subscribe();
    let mut seen = None;
    let mut batch_max = BATCH_MAX;
    let mut pause = RETRY_FIRST;
    let mut patience = ROUND_FIRST;
    loop {
        // Noted before the round, so that a commit during it is not slept over.
        head.borrow_and_update();
        let round = tokio::select! {
            () = shared.stop.cancelled() => return,
            round = in_time(patience, round::<P>(&shared, &mut seen, batch_max)) => round,
        };
        patience = match &round {
            Ok(_) => ROUND_FIRST,
            Err(RoundError::Silent(_)) => (patience * 2).min(ROUND_LAST),
            Err(_) => patience,
        };
        let wait = match round {
            Ok(FollowOutcome::Moved) => {
                (pause, batch_max) = (RETRY_FIRST, BATCH_MAX);
                recover(line, P::VIEW);
                continue;
            }
            Ok(FollowOutcome::Idle) => {
                pause = RETRY_FIRST;
                recover(line, P::VIEW);
                tokio::select! {
                    () = shared.stop.cancelled() => return,
                    _ = head.changed() => {}
                    () = tokio::time::sleep(shared.look_every) => {
                        // Nothing has happened that would show it otherwise.
                        if let Err(error) = look_back(&shared, P::VIEW, &mut seen).await {
                            tracing::debug!(view = %P::VIEW, %error, "the checkpoint is not seen");
                        }
                    }
                }
                continue;
            }
            Err(RoundError::View(ViewError::Fold(error))) if batch_max > 1 => {
                // The events before the bad one are applied; then it comes first, and stops us.
                batch_max = before(seen, error.position);
                continue;
            }
            Err(error) if error.is_passing() => {
                tracing::warn!(view = %P::VIEW, %error, "view waits for the database");
                if matches!(error, RoundError::Silent(_)) {
                    batch_max = (batch_max / 2).max(1);
                }
                let wait = pause;
                pause = (pause * 2).min(RETRY_LAST);
                wait
            }
            Err(error) => {
                stop(line, P::VIEW, &error);
                STOPPED_RETRY
            }
        };
        tokio::select! {
            () = shared.stop.cancelled() => return,
            () = tokio::time::sleep(wait) => {}
        }
    }
}

/// A round, given up when its time is over: its connection goes back to the pool in the middle of
/// something, and the pool hangs up on one that does not answer.
async fn in_time(
    patience: Duration,
    round: impl Future<Output = Result<FollowOutcome, RoundError>>,
) -> Result<FollowOutcome, RoundError> {
    let ended = tokio::time::timeout(patience, round).await;
    ended.unwrap_or(Err(RoundError::Silent(patience)))
}

/// Follows the row where that is before what was seen. Views do not wait for their commits, so
/// their last steps can be lost with a server although the journal was not.
async fn look_back(shared: &Shared, view: View, seen: &mut Option<i64>) -> Result<(), RoundError> {
    let line = shared.line(view);
    let Some(position) = seen.filter(|_| line.ahead().is_none()) else {
        return Ok(());
    };
    let looking = tokio::time::timeout(ROUND_FIRST, read_checkpoint(shared, view));
    let checkpoint = looking
        .await
        .map_err(|_| RoundError::Silent(ROUND_FIRST))??;
    if checkpoint < position {
        tracing::warn!(%view, position, checkpoint, "view makes its last steps again");
        *seen = Some(checkpoint);
        line.as_of.send_replace(checkpoint);
    }
    Ok(())
}

/// How many events are between what was seen and a bad one; 1 when it is next.
fn before(seen: Option<i64>, bad: i64) -> usize {
    let good = bad - seen.unwrap_or(0) - 1;
    usize::try_from(good).unwrap_or(1).max(1)
}

fn stop(line: &ViewProgress, view: View, error: &RoundError) {
    let why = error.to_string();
    let mut progress = line.progress();
    if progress.stopped.as_ref() != Some(&why) {
        tracing::error!(%view, %error, "view has stopped and is not shown up to date");
    }
    progress.stopped = Some(why);
}

fn recover(line: &ViewProgress, view: View) {
    if line.progress().stopped.take().is_some() {
        tracing::info!(%view, "view continues");
    }
}

/// Applies the events behind the checkpoint, or finds them applied by another process.
async fn round<P: Projection>(
    shared: &Shared,
    seen: &mut Option<i64>,
    batch_max: usize,
) -> Result<FollowOutcome, RoundError> {
    let line = shared.line(P::VIEW);
    let from = if let Some(position) = *seen {
        position
    } else {
        let position = read_checkpoint(shared, P::VIEW).await?;
        *seen = Some(position);
        line.as_of.send_replace(position);
        position
    };
    if line.ahead().is_some() {
        return go_back(shared, P::VIEW, seen).await;
    }
    let heard = *shared.head.borrow();
    let Stretch {
        events,
        timeline,
        head,
    } = match shared.feed.stretch(from, batch_max).await {
        Err(FeedError::Ahead { .. }) => return go_back(shared, P::VIEW, seen).await,
        stretch => stretch?,
    };
    let Some(last) = events.last().map(|event| event.position) else {
        shared.lower_head(heard, head.unwrap_or(heard));
        return Ok(FollowOutcome::Idle);
    };
    shared.raise_head(last);
    let mut transaction = shared.pool.begin_with(BEGIN_BATCH).await?;
    let checkpoint = lock_checkpoint(&mut transaction, P::VIEW).await?;
    if whereabouts(&mut *transaction).await?.timeline != timeline {
        shared.feed.forget().await;
        return Err(RoundError::Turned);
    }
    if checkpoint < from {
        // The database was set back, or the view was emptied by hand: follow the row, not memory.
        *seen = Some(checkpoint);
        line.as_of.send_replace(checkpoint);
        return Ok(FollowOutcome::Moved);
    }
    let first_new = events.partition_point(|event| event.position <= checkpoint);
    let new = &events[first_new..];
    if !new.is_empty() {
        apply::<P>(&mut transaction, new).await?;
        move_checkpoint(&mut transaction, P::VIEW, last).await?;
        transaction.commit().await?;
        line.progress().applied += new.len() as u64;
    }
    *seen = Some(last);
    line.as_of.send_replace(last);
    notify::<P>(shared, &events);
    Ok(FollowOutcome::Moved)
}

/// Notifies listeners which wallets the view now shows differently.
fn notify<P: Projection>(shared: &Shared, events: &[Arc<RecordedEvent>]) {
    let mut last: BTreeMap<WalletId, (i64, bool)> = BTreeMap::new();
    for event in events.iter().filter(|event| P::touches(&event.event)) {
        let (position, is_about_qr) = last.entry(event.wallet_id).or_default();
        *position = event.position;
        *is_about_qr |= P::is_about_qr_order(&event.event);
    }
    for (wallet_id, (position, is_about_qr)) in last {
        // Nobody listening is no error.
        let _ = shared.notices.send(Notice {
            wallet_id,
            view: P::VIEW,
            position,
            is_about_qr,
        });
    }
}

async fn read_checkpoint(shared: &Shared, view: View) -> Result<i64, sqlx::Error> {
    sqlx::query!(
        "insert into projection_checkpoint (view) values ($1) on conflict do nothing",
        view.name()
    )
    .execute(&shared.pool)
    .await?;
    sqlx::query_scalar!(
        "select position from projection_checkpoint where view = $1",
        view.name()
    )
    .fetch_one(&shared.pool)
    .await
}

/// Takes a view's checkpoint row until the transaction ends.
pub(crate) async fn lock_checkpoint(
    connection: &mut PgConnection,
    view: View,
) -> Result<i64, sqlx::Error> {
    sqlx::query_scalar!(
        "select position from projection_checkpoint where view = $1 for update",
        view.name()
    )
    .fetch_one(connection)
    .await
}

/// Moves a view's checkpoint in the transaction that has changed the view.
pub(crate) async fn move_checkpoint(
    connection: &mut PgConnection,
    view: View,
    position: i64,
) -> Result<(), ViewError> {
    let moved = sqlx::query!(
        "update projection_checkpoint set position = $2 where view = $1",
        view.name(),
        position
    )
    .execute(connection)
    .await?
    .rows_affected();
    if moved == 1 {
        Ok(())
    } else {
        Err(ViewError::Row {
            table: "projection_checkpoint",
            what: format!("{moved} rows for {view}"),
        })
    }
}
