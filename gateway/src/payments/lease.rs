//! The right to work: one gateway of a database holds it, the others stand by.
//!
//! 1. The right is a row that runs out by the server's clock. Its holder renews it on a connection
//!    of its own, and on another one when that falls silent.
//! 2. The holder stops a margin before the end, by its own monotonic clock, counted from when the
//!    renewal was *sent*: the row cannot have been written before, so the row ends later than that.
//! 3. Each change of hands makes the token greater. A renewal names the token, and so does giving
//!    back, which changes it: a renewal that comes late takes nothing again that was given up.
//! 4. What a holder notes of its attempts names the token as well ([`super::attempt`]), so it writes
//!    nothing after another one has taken over. Its commands need no such fence: they say what the
//!    outside has answered, which stays true, and the ledger checks them. A call that it had begun
//!    is safe too: every call carries its request's own id, only the process that wrote "sent" makes
//!    the first request, and the ledger gives nothing back on the refusal of a first request once
//!    another process has noted its outcome as unknown.
//! 5. A row that ends far later than any holder may ask for was written under a clock that was
//!    wrong, and may be taken.
//! 6. Releases before the row held an advisory lock. Holders of the row share that lock, so that
//!    such a release does not work beside them, nor they beside it.

mod line;
#[cfg(test)]
mod tests;

use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use tokio::task::JoinHandle;
use tokio::time::{Instant, sleep, sleep_until, timeout_at};
use tokio_util::sync::{CancellationToken, DropGuard};
use uuid::Uuid;

use crate::platform::core::Core;

use line::LeaseConnection;
pub(crate) use line::{NAME, is_held};

/// Between two tries to take what another one holds.
const TRY_EVERY: Duration = Duration::from_secs(1);

/// A term in office: its token, and until when work may be begun.
#[derive(Debug, Clone)]
pub(super) struct Term {
    pub(super) token: i64,
    until: Arc<Mutex<Instant>>,
}

impl Term {
    /// Whether it is not over, by this process's own clock.
    pub(super) fn lasts(&self) -> bool {
        Instant::now() < self.until()
    }

    fn until(&self) -> Instant {
        *self.until.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn prolong(&self, until: Instant) {
        *self.until.lock().unwrap_or_else(PoisonError::into_inner) = until;
    }
}

/// The lease, as long as it is held; given back when dropped.
pub(super) struct Lease {
    pub(super) term: Term,
    /// Says that it is lost.
    pub(super) lost: CancellationToken,
    released: DropGuard,
    keeping: JoinHandle<()>,
}

impl Lease {
    /// Waits until this gateway, which asks under the name `holder`, holds the lease.
    pub(super) async fn acquire(state: &Core, holder: Uuid) -> Self {
        let mut line = LeaseConnection::new(state, holder);
        loop {
            let sent = Instant::now();
            match line.take().await {
                Ok(Some(token)) => return Self::begin(line, token, sent),
                Ok(None) => {}
                Err(error) => tracing::warn!(%error, "the processes' lease cannot be asked for"),
            }
            sleep(TRY_EVERY).await;
        }
    }

    fn begin(line: LeaseConnection, token: i64, sent: Instant) -> Self {
        let until = Arc::new(Mutex::new(line.end_of(sent)));
        let term = Term { token, until };
        let (lost, released) = (CancellationToken::new(), CancellationToken::new());
        let keeper = Keeper {
            line,
            term: term.clone(),
            renewed_at: sent,
        };
        let keeping = tokio::spawn(keeper.run(lost.clone(), released.clone()));
        Self {
            term,
            lost,
            released: released.drop_guard(),
            keeping,
        }
    }

    /// Gives it back, so that another gateway need not wait for its end.
    pub(super) async fn give_back(self) {
        drop(self.released);
        if let Err(error) = self.keeping.await {
            tracing::warn!(%error, "the processes' lease ends by itself");
        }
    }
}

/// Renews a lease in a task of its own: work that takes long holds no renewal up.
struct Keeper {
    line: LeaseConnection,
    term: Term,
    renewed_at: Instant,
}

impl Keeper {
    async fn run(mut self, lost: CancellationToken, released: CancellationToken) {
        loop {
            tokio::select! {
                () = released.cancelled() => return self.line.give_back(self.term.token).await,
                () = sleep_until(self.renewed_at + self.line.renew_every) => {}
            }
            let until = self.term.until();
            let renewed = tokio::select! {
                () = released.cancelled() => return self.line.give_back(self.term.token).await,
                renewed = timeout_at(until, self.line.renewed(self.term.token)) => renewed,
            };
            match renewed {
                Ok(Some(sent)) => {
                    self.renewed_at = sent;
                    self.term.prolong(self.line.end_of(sent));
                }
                Ok(None) => tracing::warn!("another gateway holds the processes' lease"),
                Err(_) => tracing::warn!("the processes' lease cannot be renewed and ends"),
            }
            if !matches!(renewed, Ok(Some(_))) {
                // Nothing is begun any more, also where the row went before its time.
                self.term.prolong(Instant::now());
                return lost.cancel();
            }
        }
    }
}
