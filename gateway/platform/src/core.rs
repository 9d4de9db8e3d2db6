//! The shared state of every handler and background task; cheap to clone.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use ledger::{Actor, Context, Idempotency, Ledger, Metadata, WalletId};
use projections::{Projections, View, WaitError};
use sqlx::PgPool;
use tokio::sync::watch;
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

use super::clock::Clock;
use super::config::Config;
use super::error::{ApiError, Code, request_id};
use super::extract::AfterPosition;
use super::files::FileStore;
use super::guesses::Guesses;
use super::metrics::Metrics;
use super::outside::OutsideClient;
use super::passwords::Passwords;
use super::replica::Replica;
use super::secrets::Secrets;
use super::sockets::Live;

/// The parts that belong to no room.
#[derive(Clone)]
pub struct Core {
    /// The database, as the role that may only append events.
    pub pool: PgPool,
    /// Where reads may happen instead; none without replicas.
    pub replica: Option<Arc<Replica>>,
    /// Executes commands on wallets and loads wallets from the journal.
    pub ledger: Ledger,
    /// The read views, which follow the journal.
    pub projections: Projections,
    /// What the operator decided, as it was when this request or piece of work began.
    pub config: Arc<Config>,
    /// What the operator decided, as it is now.
    pub newest: watch::Sender<Arc<Config>>,
    /// The time, which tests can move.
    pub clock: Clock,
    /// The client for every outside service: no redirects, no proxies from the environment.
    pub http: OutsideClient,
    /// Figures of this process.
    pub metrics: Arc<Metrics>,
    /// The open sockets of this process.
    pub live: Live,
    /// The keys that are derived from the installation's secret key.
    pub secrets: Arc<Secrets>,
    /// The password hasher with its bound on parallel work.
    pub passwords: Passwords,
    /// Guesses at one-time codes.
    pub code_guesses: Arc<Guesses>,
    /// The files of slips and chats.
    pub files: FileStore,
    /// Where keys are kept.
    pub data_dir: Arc<PathBuf>,
    /// Tasks that a graceful stop waits for.
    pub tasks: TaskTracker,
    /// Cancelled when the gateway is about to stop, and is no longer ready.
    pub leaving: CancellationToken,
    /// Says that the gateway stops.
    pub stop: CancellationToken,
}

impl Core {
    /// The same parts under today's decisions of the operator: for a request or a piece of work that begins.
    pub fn renewed(&self) -> Self {
        Self {
            config: Arc::clone(&self.newest.borrow()),
            ..self.clone()
        }
    }

    /// The context of a member's own command within the current request.
    pub fn member_context(&self, idempotency: Option<Idempotency>) -> Context {
        self.context(Actor::Member, request_id(), idempotency)
    }

    /// The context of a process's command; `run` names what it acts on.
    pub fn process_context(&self, name: &str, run: String) -> Context {
        let actor = Actor::Process {
            name: name.to_owned(),
        };
        self.context(actor, run, None)
    }

    /// The context of a decision of staff; `run` names what it is about.
    pub fn staff_context(&self, by: &str, run: String) -> Context {
        self.context(Actor::Staff { id: by.to_owned() }, run, None)
    }

    /// Runs work in the background until it ends or the gateway stops.
    pub fn spawn(&self, work: impl Future<Output = ()> + Send + 'static) {
        let stop = self.stop.clone();
        self.tasks.spawn(async move {
            tokio::select! {
                () = work => {}
                () = stop.cancelled() => {}
            }
        });
    }

    /// Waits until a view shows the position that the caller has seen, and returns the view's
    /// position.
    ///
    /// A view that does not get there in time answers as it is: the caller sees `asOf`.
    pub async fn show(&self, view: View, after: AfterPosition) -> Result<i64, ApiError> {
        let Some(position) = after.0 else {
            return Ok(self.projections.as_of(view));
        };
        let patience = Duration::from_millis(self.config.waits.view_ms);
        match self.projections.wait_for(view, position, patience).await {
            Ok(as_of) | Err(WaitError::TimedOut { as_of, .. }) => Ok(as_of),
            Err(WaitError::Stopped { as_of, why, .. }) => {
                tracing::error!(%view, why, "a view is stopped");
                Ok(as_of)
            }
            Err(WaitError::Closed) => Err(Code::ServiceUnavailable.into()),
        }
    }

    /// Whether a view shows the position that the caller has seen, so that [`Self::show`] waits for nothing.
    pub fn is_shown(&self, view: View, after: AfterPosition) -> bool {
        let shown = self.projections.as_of(view);
        after.0.is_none_or(|position| position <= shown)
    }

    /// Like [`Self::show`], for a member's own data: without a position, it waits for the last
    /// event of the member's wallet. So a member reads what they have just done, through any
    /// gateway.
    pub async fn show_own(
        &self,
        view: View,
        member: WalletId,
        after: AfterPosition,
    ) -> Result<i64, ApiError> {
        if after.0.is_some() {
            return self.show(view, after).await;
        }
        match self.ledger.load_positioned(member).await {
            Ok((_, last)) => self.show(view, self.or_last(view, after, last)).await,
            // The views can be read without it.
            Err(error) => {
                tracing::warn!(%error, "a wallet's last event is not known");
                Ok(self.projections.as_of(view))
            }
        }
    }

    /// The position that a read names, or else the reader's last event. A view that has stopped is
    /// not waited for.
    pub fn or_last(&self, view: View, after: AfterPosition, last: i64) -> AfterPosition {
        let last = Some(last).filter(|_| !self.projections.is_stopped(view));
        AfterPosition(after.0.or(last))
    }

    fn context(
        &self,
        actor: Actor,
        request_id: String,
        idempotency: Option<Idempotency>,
    ) -> Context {
        Context {
            metadata: Metadata {
                at: self.clock.now(),
                actor,
                request_id,
                main: None,
                movements: None,
                key: None,
                settings: Some(self.config.settings),
            },
            idempotency,
        }
    }
}
