//! One round: the events behind some views, applied in one transaction.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::panic::AssertUnwindSafe;
use std::sync::Arc;
use std::time::Duration;

use futures_util::FutureExt;
use ledger::journal::{Whereabouts, head, whereabouts};
use ledger::{RecordedEvent, WalletId};
use sqlx::PgConnection;
use tokio::time::timeout;
use tracing::Instrument;

use super::{Notice, Shared, trace, writer};
use crate::feed::FeedError;
use crate::projection::{View, ViewError};

/// Begins a transaction that writes a batch.
///
/// The server ends it when its client falls silent, since it holds the checkpoints' rows.
///
/// It ends without waiting for the disk; the parent module says why that is safe. And it
/// looks rows up by their keys: statements are planned while the tables are empty, and a plan
/// that reads all of such a table would stay in use while it grows.
pub(crate) const BEGIN_BATCH: &str = "begin; set local synchronous_commit = off; \
    set local idle_in_transaction_session_timeout = '10s'; \
    set local enable_seqscan = off; set local enable_hashjoin = off; \
    set local enable_mergejoin = off; set local jit = off";

/// First half of the advisory lock's key; the second is 0.
const LOCK_SPACE: i32 = 0x726f_756e;

/// The views that a round updates.
#[derive(Debug, Clone, Copy)]
pub(super) enum Party<'a> {
    /// The views of the common round. A view that another process has locked makes the round fail,
    /// and is then followed separately.
    Together(&'a [View]),
    /// A separate view. It waits for its turn.
    Apart(View),
}

impl Party<'_> {
    /// Begins the round's transaction, in one round trip.
    ///
    /// One process at a time takes the rows of all views: of two, each could find half of them
    /// taken.
    fn begin(self) -> Cow<'static, str> {
        match self {
            Self::Together(_) => {
                format!("{BEGIN_BATCH}; select pg_advisory_xact_lock({LOCK_SPACE}, 0)").into()
            }
            Self::Apart(_) => BEGIN_BATCH.into(),
        }
    }
}

/// The result of a round.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum FollowOutcome {
    /// There may be more.
    Moved,
    /// The views show everything that was committed when the round began.
    Idle,
}

/// Why a round failed. Nothing of it is stored.
#[derive(Debug, thiserror::Error)]
pub(super) enum RoundError {
    #[error(transparent)]
    Feed(#[from] FeedError),
    #[error(transparent)]
    Database(#[from] sqlx::Error),
    /// One of the views could not apply an event, or its rows could not be read or written.
    #[error("{error}")]
    View { view: View, error: ViewError },
    /// Its rows come from events that are not there: only a rebuild repairs that.
    #[error("it shows the journal up to {checkpoint}, which ended at {head}: rebuild it")]
    Ahead {
        view: View,
        checkpoint: i64,
        head: i64,
    },
    #[error("it was not over in time")]
    Silent {
        /// The view whose turn it was.
        view: Option<View>,
    },
    #[error("somebody else holds its checkpoint")]
    Held { view: View },
    /// Its code has a bug, which the log names.
    #[error("it panicked")]
    Panicked { view: View },
}

impl RoundError {
    /// The view that it is about; `None` if it is about all of them.
    pub(super) fn view(&self) -> Option<View> {
        match self {
            Self::View { view, .. }
            | Self::Ahead { view, .. }
            | Self::Held { view }
            | Self::Panicked { view } => Some(*view),
            Self::Silent { view } => *view,
            Self::Feed(_) | Self::Database(_) => None,
        }
    }

    /// Whether the same round may succeed by itself later: the database is away or busy.
    pub(super) fn is_passing(&self) -> bool {
        match self {
            Self::Database(error)
            | Self::Feed(FeedError::Unavailable(error))
            | Self::View {
                error: ViewError::Database(error),
                ..
            } => is_passing(error),
            Self::Silent { .. } | Self::Held { .. } => true,
            Self::Ahead { .. }
            | Self::Panicked { .. }
            | Self::Feed(
                FeedError::Gap { .. } | FeedError::Unreadable { .. } | FeedError::Ahead { .. },
            )
            | Self::View {
                error: ViewError::Fold(_) | ViewError::Row { .. },
                ..
            } => false,
        }
    }
}

/// Whether a database error is about the moment and not about the view's rows or statements.
fn is_passing(error: &sqlx::Error) -> bool {
    if let sqlx::Error::Database(refusal) = error {
        // Syntax and names, data, constraints: the same again next time.
        let lasting = ["22", "23", "42"];
        let code = refusal.code();
        return !code.is_some_and(|code| lasting.iter().any(|class| code.starts_with(class)));
    }
    !matches!(
        error,
        sqlx::Error::ColumnDecode { .. }
            | sqlx::Error::Decode(_)
            | sqlx::Error::Encode(_)
            | sqlx::Error::RowNotFound
            | sqlx::Error::TypeNotFound { .. }
            | sqlx::Error::ColumnNotFound(_)
    )
}

/// Where the views are and where the journal ends.
struct Locked {
    checkpoints: BTreeMap<View, i64>,
    journal: Whereabouts,
}

/// Applies the missing events to some views, or finds that another process has applied them.
///
/// A round that misses its time limit is given up: its connection goes back to the pool in the
/// middle of a statement, and the pool closes a connection that does not answer.
pub(super) async fn round(
    shared: &Shared,
    party: Party<'_>,
    batch_max: usize,
    patience: Duration,
) -> Result<FollowOutcome, RoundError> {
    let mut turn = None;
    let round = timeout(patience, take_turns(shared, party, batch_max, &mut turn)).await;
    round.unwrap_or(Err(RoundError::Silent { view: turn }))
}

async fn take_turns(
    shared: &Shared,
    party: Party<'_>,
    batch_max: usize,
    turn: &mut Option<View>,
) -> Result<FollowOutcome, RoundError> {
    let known = *shared.head.borrow();
    let mut transaction = shared.pool.begin_with(party.begin()).await?;
    let locked = match party {
        Party::Together(views) => lock_together(&mut transaction, views).await?,
        Party::Apart(view) => lock_apart(&mut transaction, view).await?,
    };
    let head = locked.journal.head;
    shared.lower_head(known, head);
    shared.raise_head(head);
    let mut from = head;
    for (view, checkpoint) in &locked.checkpoints {
        from = from.min(settle(shared, *view, *checkpoint, head)?);
    }
    let feed = &shared.feed;
    let events = feed
        .after_on(&mut transaction, &locked.journal, from, batch_max)
        .await?;
    let Some(last) = events.last().map(|event| event.position) else {
        return Ok(FollowOutcome::Idle);
    };
    let span = trace::batch(&events);
    let storing = store(transaction, &locked.checkpoints, &events, turn);
    storing.instrument(span).await?;
    for (view, checkpoint) in &locked.checkpoints {
        let applied = behind(&events, *checkpoint).len();
        shared.line(*view).progress().applied += applied as u64;
        show(shared, *view, &events);
    }
    Ok(if last < head {
        FollowOutcome::Moved
    } else {
        FollowOutcome::Idle
    })
}

/// Applies to each view the events that it does not show, and moves its checkpoint.
async fn store(
    mut transaction: sqlx::Transaction<'_, sqlx::Postgres>,
    checkpoints: &BTreeMap<View, i64>,
    events: &[Arc<RecordedEvent>],
    turn: &mut Option<View>,
) -> Result<(), RoundError> {
    let mut moved = Vec::new();
    for (view, checkpoint) in checkpoints {
        let new = behind(events, *checkpoint);
        if !new.is_empty() {
            *turn = Some(*view);
            let applying = apply(*view, &mut transaction, new);
            applying.instrument(trace::view(*view, new)).await?;
            moved.push(*view);
        }
    }
    *turn = None;
    if let Some(last) = events.last().filter(|_| !moved.is_empty()) {
        move_checkpoints(&mut transaction, &moved, last.position).await?;
        transaction.commit().await?;
    }
    Ok(())
}

/// Applies events to a view. A panic fails the round as an event that cannot be applied does: it is
/// about this view, and leaves the others alone.
async fn apply(
    view: View,
    connection: &mut PgConnection,
    events: &[Arc<RecordedEvent>],
) -> Result<(), RoundError> {
    let applying = AssertUnwindSafe((writer(view).apply)(connection, events));
    match applying.catch_unwind().await {
        Ok(applied) => applied.map_err(|error| RoundError::View { view, error }),
        Err(_) => Err(RoundError::Panicked { view }),
    }
}

/// The events after a position.
fn behind(events: &[Arc<RecordedEvent>], position: i64) -> &[Arc<RecordedEvent>] {
    &events[events.partition_point(|event| event.position <= position)..]
}

/// Brings this process's knowledge of a view in line with the view's row, and returns the row's
/// position.
///
/// A row behind the known position is followed: the journal, the whole database or only the view
/// has gone back. A row ahead of the journal is not followed, even after the journal has grown past
/// it, because the view shows events in between that are not there. An operator has to move it.
fn settle(shared: &Shared, view: View, checkpoint: i64, head: i64) -> Result<i64, RoundError> {
    let line = shared.line(view);
    let found = line.ahead().filter(|ahead| ahead.0 == checkpoint);
    let ahead = found.or_else(|| (checkpoint > head).then_some((checkpoint, head)));
    line.progress().ahead = ahead;
    if let Some((checkpoint, head)) = ahead {
        return Err(RoundError::Ahead {
            view,
            checkpoint,
            head,
        });
    }
    let seen = *line.as_of.borrow();
    if checkpoint < seen {
        tracing::warn!(%view, seen, checkpoint, "view goes back and follows from there");
        line.as_of.send_replace(checkpoint);
    }
    Ok(seen.min(checkpoint))
}

/// Reports the events' changes to requests that wait for the view, and to listeners.
fn show(shared: &Shared, view: View, events: &[Arc<RecordedEvent>]) {
    let as_of = &shared.line(view).as_of;
    let new = behind(events, *as_of.borrow());
    let Some(last) = new.last() else { return };
    as_of.send_replace(last.position);
    let writer = writer(view);
    let mut changes: BTreeMap<WalletId, Notice> = BTreeMap::new();
    for event in new.iter().filter(|event| (writer.touches)(&event.event)) {
        let notice = changes.entry(event.wallet_id).or_insert(Notice {
            wallet_id: event.wallet_id,
            view,
            position: event.position,
            is_about_qr: false,
        });
        notice.position = event.position;
        notice.is_about_qr |= (writer.is_about_qr_order)(&event.event);
    }
    for notice in changes.into_values() {
        // No listener is no error.
        let _ = shared.notices.send(notice);
    }
}

/// Takes the checkpoint rows of the views that go together, until the transaction ends.
async fn lock_together(
    connection: &mut PgConnection,
    views: &[View],
) -> Result<Locked, RoundError> {
    let names: Vec<String> = views.iter().map(View::to_string).collect();
    let rows = sqlx::query!(
        "select view, position from projection_checkpoint where view = any($1)
         for update skip locked",
        &names
    )
    .fetch_all(&mut *connection)
    .await?;
    let mut checkpoints = BTreeMap::new();
    for view in views {
        let row = rows.iter().find(|row| row.view == view.name());
        let row = row.ok_or(RoundError::Held { view: *view })?;
        checkpoints.insert(*view, row.position);
    }
    Ok(Locked {
        checkpoints,
        // A separate query after the rows are locked: in the same statement its answer could be
        // older than the rows.
        journal: whereabouts(connection).await?,
    })
}

/// Takes a view's checkpoint row until the transaction ends.
async fn lock_apart(connection: &mut PgConnection, view: View) -> Result<Locked, RoundError> {
    let checkpoint = lock_checkpoint(&mut *connection, view).await?;
    Ok(Locked {
        checkpoints: BTreeMap::from([(view, checkpoint)]),
        journal: whereabouts(connection).await?,
    })
}

/// Takes a view's checkpoint row until the transaction ends, and answers its position.
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

/// Makes the checkpoints that are missing, and notes where the views are.
pub(super) async fn read_checkpoints(shared: &Shared) -> Result<(), sqlx::Error> {
    let names = View::ALL.map(|view| view.name().to_owned());
    sqlx::query!(
        "insert into projection_checkpoint (view) select unnest($1::text[])
         on conflict do nothing",
        &names
    )
    .execute(&shared.pool)
    .await?;
    let rows = sqlx::query!("select view, position from projection_checkpoint")
        .fetch_all(&shared.pool)
        .await?;
    for row in rows {
        if let Ok(view) = row.view.parse::<View>() {
            shared.line(view).as_of.send_replace(row.position);
        }
    }
    Ok(())
}

/// Whether the database has news for the views: unannounced events, or checkpoints behind the known
/// positions. Views do not wait for their commits, so their last steps can be lost with a server
/// although the journal was not.
pub(super) async fn is_news(shared: &Shared, views: &[View]) -> Result<bool, sqlx::Error> {
    let rows = sqlx::query!("select view, position from projection_checkpoint")
        .fetch_all(&shared.pool)
        .await?;
    let end = head(&shared.pool).await?;
    let is_other = |view: View| {
        let as_of = *shared.line(view).as_of.borrow();
        let row = rows.iter().find(|row| row.view == view.name());
        end != as_of || row.is_none_or(|row| row.position < as_of)
    };
    Ok(views.iter().any(|view| is_other(*view)))
}

/// Moves views' checkpoints in the transaction that has changed the views.
pub(crate) async fn move_checkpoints(
    connection: &mut PgConnection,
    views: &[View],
    position: i64,
) -> Result<(), sqlx::Error> {
    let names: Vec<String> = views.iter().map(View::to_string).collect();
    sqlx::query!(
        "update projection_checkpoint set position = $2 where view = any($1)",
        &names,
        position
    )
    .execute(connection)
    .await?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use std::sync::Mutex;

    use sqlx::PgPool;
    use tokio::sync::{broadcast, watch};
    use tokio_util::sync::CancellationToken;
    use tokio_util::task::TaskTracker;

    use super::*;
    use crate::feed::Feed;
    use crate::feed::tests::event;
    use crate::runner::{Progress, ViewProgress};

    fn opened(positions: &[i64]) -> Vec<Arc<RecordedEvent>> {
        positions
            .iter()
            .map(|position| Arc::new(event(*position)))
            .collect()
    }

    fn shared() -> Shared {
        let pool = PgPool::connect_lazy("postgres://nobody@localhost/nothing").unwrap();
        Shared {
            feed: Feed::new(pool.clone(), None),
            pool,
            head: watch::Sender::new(0),
            lines: std::array::from_fn(|_| ViewProgress {
                as_of: watch::Sender::new(0),
                progress: Mutex::new(Progress::default()),
            }),
            notices: broadcast::Sender::new(8),
            look_every: Duration::from_hours(1),
            stop: CancellationToken::new(),
            tasks: TaskTracker::new(),
        }
    }

    /// A view that rejoins the common round may already be ahead of the others.
    #[tokio::test]
    async fn a_view_shows_no_event_twice_and_never_goes_back_for_the_others() {
        let shared = shared();
        let mut notices = shared.notices.subscribe();
        show(&shared, View::Wallet, &opened(&[1, 2]));
        assert_eq!(notices.try_recv().unwrap().position, 2);
        show(&shared, View::Wallet, &opened(&[1, 2]));
        assert!(notices.is_empty());
        show(&shared, View::Wallet, &opened(&[1]));
        assert_eq!(*shared.line(View::Wallet).as_of.borrow(), 2);
        show(&shared, View::Wallet, &opened(&[2, 3]));
        assert_eq!(notices.try_recv().unwrap().position, 3);
    }
}
