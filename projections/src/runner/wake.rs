//! The signals that wake the views: this process's own commits, and notifications from other
//! processes.
//!
//! This task sends the notification (`NOTIFY journal_moved`), never the append transaction, where
//! it would make all commits wait for one another. It may be lost or late without harm: the views
//! also check by themselves now and then.

use std::sync::Arc;
use std::time::Duration;

use ledger::journal;
use ledger::pool::Listener;
use tokio::sync::watch;
use tokio::time::timeout;

use super::Shared;

/// The channel between processes; its payload is the position that has been committed.
const CHANNEL: &str = "journal_moved";
/// Commits within this time are sent to other processes together.
const DEBOUNCE: Duration = Duration::from_millis(20);
/// How long a notification may take: a lost one is repeated with the next commit.
const NOTIFY_MAX: Duration = Duration::from_secs(5);
/// The pause after the listening connection was lost.
const RETRY: Duration = Duration::from_secs(1);

/// Passes this process's commits on to its views.
pub(super) async fn hear_own(shared: Arc<Shared>, mut committed: watch::Receiver<i64>) {
    loop {
        let position = *committed.borrow_and_update();
        shared.raise_head(position);
        tokio::select! {
            () = shared.stop.cancelled() => return,
            // The ledger is gone: this process will commit nothing more.
            changed = committed.changed() => if changed.is_err() { return },
        }
    }
}

/// Notifies other processes of this one's commits.
pub(super) async fn notify_others(shared: Arc<Shared>, mut committed: watch::Receiver<i64>) {
    committed.mark_unchanged();
    loop {
        tokio::select! {
            () = shared.stop.cancelled() => return,
            changed = committed.changed() => if changed.is_err() { return },
        }
        tokio::time::sleep(DEBOUNCE).await;
        let position = *committed.borrow_and_update();
        let position = position.to_string();
        let notification = sqlx::query!("select pg_notify($1, $2)", CHANNEL, position);
        // They find it when they poll, and the next commit notifies them again.
        match timeout(NOTIFY_MAX, notification.execute(&shared.pool)).await {
            Ok(Ok(_)) => {}
            Ok(Err(error)) => {
                tracing::debug!(%error, "other processes were not notified of a commit");
            }
            Err(_) => tracing::debug!("other processes were not notified of a commit in time"),
        }
    }
}

/// Listens for the commits of other processes.
pub(super) async fn hear_others(shared: Arc<Shared>) {
    loop {
        let heard = tokio::select! {
            () = shared.stop.cancelled() => return,
            heard = listen(&shared) => heard,
        };
        if let Err(error) = heard {
            tracing::warn!(%error, "not hearing other processes' commits, trying again");
        }
        tokio::select! {
            () = shared.stop.cancelled() => return,
            () = tokio::time::sleep(RETRY) => {}
        }
    }
}

async fn listen(shared: &Shared) -> Result<(), sqlx::Error> {
    let mut listener = Listener::connect(&shared.pool, CHANNEL).await?;
    // Notifications sent while no connection listened are lost, so the head is read instead.
    let head = journal::head(&shared.pool);
    if let Ok(head) = timeout(NOTIFY_MAX, head).await {
        shared.raise_head(head?);
    }
    loop {
        if let Ok(position) = listener.recv().await?.payload().parse() {
            shared.raise_head(position);
        }
    }
}
