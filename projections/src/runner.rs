//! The runner: keeps every view up to date with the journal and notifies waiting requests.
//!
//! All views move together, in one transaction a round:
//!
//! 1. The views' checkpoint rows are locked. Several processes may follow; one at a time does this.
//! 2. The events after them are read and applied to each view, and the checkpoints are moved. A
//!    process that had to wait finds the events applied, and only notifies its own listeners.
//! 3. After the commit the process's waiters and listeners are notified.
//!
//! A view that cannot apply an event, is locked by another process, or is far behind does not hold
//! up the others: a separate task follows the journal with it until it has caught up, and then it
//! rejoins them.
//!
//! A commit whose outcome is unknown needs no care: the next round reads the checkpoints again.
//!
//! These transactions do not wait for the disk (`synchronous_commit = off`, for this transaction
//! only). That is safe: the events of a batch were durable before it was read, and a crash of the
//! database can only lose a view's last moment together with its checkpoint, which is folded again
//! from the events.

mod follow;
mod pace;
mod round;
mod trace;
mod wake;

use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use ledger::{JournalKey, WalletId};
use sqlx::PgPool;
use tokio::sync::{broadcast, watch};
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

use crate::feed::Feed;
use crate::open_work::OpenWorkProjection;
use crate::projection::{View, Writer};
use crate::reward::RewardProjection;
use crate::slip::SlipProjection;
use crate::statement::StatementProjection;
use crate::trial_balance::TrialBalanceProjection;
use crate::wallet::WalletProjection;

pub(crate) use round::{BEGIN_BATCH, lock_checkpoint, move_checkpoints};

/// How often a view looks for events without having been woken.
const LOOK_EVERY: Duration = Duration::from_secs(1);

/// Notices that a slow listener may leave unread before some are dropped for it.
const NOTICES_MAX: usize = 4_096;

/// A wallet has changed in a view. Carries no data: a listener with permission reads it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Notice {
    /// Id of the wallet.
    pub wallet_id: WalletId,
    /// Which view shows the change.
    pub view: View,
    /// The last event that the view shows of this wallet.
    pub position: i64,
    /// Whether a QR order changed.
    pub is_about_qr: bool,
}

/// Why a view has not reached a position.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum WaitError {
    /// It is further behind than the caller has time.
    #[error("{view} is at {as_of} and not yet where it is awaited")]
    TimedOut {
        /// Name of the view.
        view: View,
        /// Position that the view shows.
        as_of: i64,
    },
    /// It has stopped at an event that it cannot apply.
    #[error("{view} has stopped at {as_of}: {why}")]
    Stopped {
        /// Name of the view.
        view: View,
        /// Position that the view shows.
        as_of: i64,
        /// Why it cannot apply an event.
        why: String,
    },
    /// The runner was stopped.
    #[error("the runner has been stopped")]
    Closed,
}

/// How a view is doing, for the metrics.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ViewFigures {
    /// Name of the view.
    pub view: View,
    /// The last event that it shows.
    pub as_of: i64,
    /// How many committed events it does not show yet, as far as this process knows.
    pub lag: i64,
    /// Events that this process has applied to it.
    pub applied: u64,
    /// Why it is stopped, when it is.
    pub stopped: Option<String>,
}

/// The runner's knowledge of one view.
#[derive(Debug)]
struct ViewProgress {
    as_of: watch::Sender<i64>,
    progress: Mutex<Progress>,
}

#[derive(Debug, Default)]
struct Progress {
    applied: u64,
    stopped: Option<String>,
    /// Whether a separate task follows the journal with it.
    is_apart: bool,
    /// A checkpoint ahead of the journal: the view shows events that are not there, even after the
    /// journal has grown past it. An operator has to move it.
    ahead: Option<(i64, i64)>,
}

impl ViewProgress {
    fn new() -> Self {
        Self {
            as_of: watch::Sender::new(0),
            progress: Mutex::new(Progress::default()),
        }
    }

    fn ahead(&self) -> Option<(i64, i64)> {
        self.progress().ahead
    }

    fn stopped(&self) -> Option<String> {
        self.progress().stopped.clone()
    }

    fn progress(&self) -> std::sync::MutexGuard<'_, Progress> {
        // Nothing that holds this lock can panic half-way through a change.
        self.progress.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The code that keeps a view up to date.
fn writer(view: View) -> Writer {
    match view {
        View::Wallet => Writer::of::<WalletProjection>(),
        View::Statement => Writer::of::<StatementProjection>(),
        View::Slip => Writer::of::<SlipProjection>(),
        View::TrialBalance => Writer::of::<TrialBalanceProjection>(),
        View::OpenWork => Writer::of::<OpenWorkProjection>(),
        View::Reward => Writer::of::<RewardProjection>(),
    }
}

/// The tasks' shared state.
struct Shared {
    pool: PgPool,
    feed: Feed,
    /// The last committed position that this process has heard of.
    head: watch::Sender<i64>,
    lines: [ViewProgress; View::ALL.len()],
    notices: broadcast::Sender<Notice>,
    look_every: Duration,
    stop: CancellationToken,
    tasks: TaskTracker,
}

impl Shared {
    fn line(&self, view: View) -> &ViewProgress {
        &self.lines[view.index()]
    }

    /// The views of the common round.
    fn together(&self) -> Vec<View> {
        let mut views = View::ALL.to_vec();
        views.retain(|view| !self.line(*view).progress().is_apart);
        views
    }

    /// Notes that the journal has come at least this far.
    fn raise_head(&self, position: i64) {
        self.head.send_if_modified(|head| {
            let is_news = position > *head;
            *head = (*head).max(position);
            is_news
        });
    }

    /// Notes that the journal ends before the announced position: it has gone back. It does nothing
    /// if a later position was announced meanwhile.
    fn lower_head(&self, heard: i64, end: i64) {
        self.head.send_if_modified(|head| {
            let has_gone_back = *head == heard && end < heard;
            if has_gone_back {
                *head = end;
            }
            has_gone_back
        });
    }
}

/// The running views of a process: one for the process, cheap to clone.
#[derive(Clone)]
pub struct Projections {
    shared: Arc<Shared>,
}

impl Projections {
    /// Starts following the journal with every view, on a migrated database.
    ///
    /// `committed` is the position of this process's own commits; the database announces the
    /// commits of others. `key` is the ledger's: the views show no event without its MAC.
    #[must_use]
    pub fn start(pool: PgPool, key: JournalKey, committed: watch::Receiver<i64>) -> Self {
        Self::start_looking(pool, key, committed, LOOK_EVERY)
    }

    /// Like [`Projections::start`], with a different pause between two checks of a view that
    /// nothing wakes.
    #[must_use]
    pub fn start_looking(
        pool: PgPool,
        key: JournalKey,
        committed: watch::Receiver<i64>,
        look_every: Duration,
    ) -> Self {
        let shared = Arc::new(Shared {
            feed: Feed::new(pool.clone(), Some(key)),
            pool,
            head: watch::Sender::new(0),
            lines: std::array::from_fn(|_| ViewProgress::new()),
            notices: broadcast::Sender::new(NOTICES_MAX),
            look_every,
            stop: CancellationToken::new(),
            tasks: TaskTracker::new(),
        });
        let spawn = &shared.tasks;
        spawn.spawn(wake::hear_own(shared.clone(), committed.clone()));
        spawn.spawn(wake::notify_others(shared.clone(), committed));
        spawn.spawn(wake::hear_others(shared.clone()));
        spawn.spawn(follow::follow_together(shared.clone()));
        shared.tasks.close();
        Self { shared }
    }

    /// Waits until a view shows a position, and says how far it then is.
    pub async fn wait_for(
        &self,
        view: View,
        position: i64,
        timeout: Duration,
    ) -> Result<i64, WaitError> {
        let line = self.shared.line(view);
        let mut as_of = line.as_of.subscribe();
        let reached = async {
            as_of
                .wait_for(|as_of| *as_of >= position)
                .await
                .map(|as_of| *as_of)
        };
        tokio::select! {
            biased;
            Ok(as_of) = reached => return Ok(as_of),
            () = self.shared.stop.cancelled() => return Err(WaitError::Closed),
            () = tokio::time::sleep(timeout) => {}
        }
        let as_of = self.as_of(view);
        Err(match line.stopped() {
            Some(why) => WaitError::Stopped { view, as_of, why },
            None => WaitError::TimedOut { view, as_of },
        })
    }

    /// Whether a view has stopped: it waits for a person, which takes longer than a request waits.
    #[must_use]
    pub fn is_stopped(&self, view: View) -> bool {
        self.shared.line(view).stopped().is_some()
    }

    /// The last event that a view shows; 0 until its checkpoint has been read. Read it before
    /// the view's tables, and they show at least as much.
    #[must_use]
    pub fn as_of(&self, view: View) -> i64 {
        *self.shared.line(view).as_of.borrow()
    }

    /// The last committed position that this process has heard of.
    #[must_use]
    pub fn head(&self) -> i64 {
        *self.shared.head.borrow()
    }

    /// How many callers wait for a view at this moment.
    #[must_use]
    pub fn waiting(&self, view: View) -> usize {
        self.shared.line(view).as_of.receiver_count()
    }

    /// Notices about every change of every wallet from now on, whichever process applied it.
    ///
    /// The receiver reports to a listener that it fell behind; the listener should read again.
    #[must_use]
    pub fn subscribe(&self) -> broadcast::Receiver<Notice> {
        self.shared.notices.subscribe()
    }

    /// How each view is doing.
    #[must_use]
    pub fn figures(&self) -> Vec<ViewFigures> {
        let head = *self.shared.head.borrow();
        View::ALL
            .into_iter()
            .map(|view| {
                let as_of = self.as_of(view);
                let progress = self.shared.line(view).progress();
                ViewFigures {
                    view,
                    as_of,
                    lag: head.saturating_sub(as_of).max(0),
                    applied: progress.applied,
                    stopped: progress.stopped.clone(),
                }
            })
            .collect()
    }

    /// Stops all tasks, between two batches or by giving up the one under way, and returns when
    /// they have ended.
    pub async fn stop(&self) {
        self.shared.stop.cancel();
        self.shared.tasks.wait().await;
    }
}
