//! The lease: one gateway of a database holds it and works; the others are on standby.
//!
//! 1. The lease is a row that expires by the server's clock. Its holder renews it on a dedicated
//!    connection, and on a new one when that connection is dead.
//! 2. The holder stops a margin before the end, by its own monotonic clock, counted from the moment
//!    it *sent* the renewal. The row was written later, so it also expires later.
//! 3. Every change of holder increases the token. A renewal names the token. Giving back names it
//!    too and changes it, so a late renewal cannot take a lease back that was given up.
//! 4. A holder's notes about its attempts also name the token ([`super::attempt`]), so it writes
//!    none after another holder took over. Its commands need no such fence: they report an answer
//!    from outside, which stays true, and the ledger checks them. A call in progress is safe too:
//!    every call carries its request's id, only the process that wrote "sent" makes the first
//!    request, and once another process has noted the outcome as unknown, the ledger gives nothing
//!    back on the refusal of a first request.
//! 5. A row that ends far later than any holder may request was written under a wrong clock, and
//!    may be taken.
//! 6. Releases before this table held an advisory lock. Holders of the row share that lock, so
//!    that such a release and this one never work at the same time.

mod line;
#[cfg(test)]
mod tests;

use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use tokio::task::JoinHandle;
use tokio::time::{Instant, sleep, sleep_until, timeout_at};
use tokio_util::sync::{CancellationToken, DropGuard};
use uuid::Uuid;

use platform::core::Core;

use line::LeaseConnection;
pub(crate) use line::NAME;
pub use line::is_held;

/// The pause between two tries to take a lease that another gateway holds.
const TRY_EVERY: Duration = Duration::from_secs(1);

/// A holder's term: its token, and until when work may be started.
#[derive(Debug, Clone)]
pub(super) struct Term {
    pub(super) token: i64,
    until: Arc<Mutex<Instant>>,
}

impl Term {
    /// Whether it still lasts, by this process's clock.
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

/// The lease while it is held; given back when dropped.
pub(super) struct Lease {
    pub(super) term: Term,
    /// Cancelled when the lease is lost.
    pub(super) lost: CancellationToken,
    released: DropGuard,
    keeping: JoinHandle<()>,
}

impl Lease {
    /// Waits until this gateway holds the lease, under the name `holder`.
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

    /// Gives it back, so that another gateway need not wait for it to expire.
    pub(super) async fn give_back(self) {
        drop(self.released);
        if let Err(error) = self.keeping.await {
            tracing::warn!(%error, "the processes' lease ends by itself");
        }
    }
}

/// Renews a lease in a separate task, so that long work does not delay the renewal.
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
                // From now on no work is started, even if the row was lost early.
                self.term.prolong(Instant::now());
                return lost.cancel();
            }
        }
    }
}
