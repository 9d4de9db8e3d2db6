//! What wakes the views: this process's own commits, and a word from other processes.
//!
//! The word (`NOTIFY journal_moved`) is sent by this task and never in the append transaction,
//! where it would make all commits wait for one another. It may be lost or late without harm: the
//! views also look by themselves now and then.

use std::sync::Arc;
use std::time::Duration;

use sqlx::postgres::PgListener;
use tokio::sync::watch;

use super::Shared;

/// The channel between processes; its payload is the position that has been committed.
const CHANNEL: &str = "journal_moved";
/// Commits within this time are told to other processes together.
const DEBOUNCE: Duration = Duration::from_millis(20);
/// The pause after the listening connection was lost.
const RETRY: Duration = Duration::from_secs(1);

/// Passes this process's commits on to its views.
pub(super) async fn hear_own(shared: Arc<Shared>, mut committed: watch::Receiver<i64>) {
    loop {
        let position = *committed.borrow_and_update();
        shared.raise_head(position);
        tokio::select! {
            () = shared.stop.cancelled() => return,
            // The book is gone: nothing of this process's own will come any more.
            changed = committed.changed() => if changed.is_err() { return },
        }
    }
}

/// Tells other processes what this one has committed.
pub(super) async fn tell_others(shared: Arc<Shared>, mut committed: watch::Receiver<i64>) {
    committed.mark_unchanged();
    loop {
        tokio::select! {
            () = shared.stop.cancelled() => return,
            changed = committed.changed() => if changed.is_err() { return },
        }
        tokio::time::sleep(DEBOUNCE).await;
        let position = *committed.borrow_and_update();
        let told = sqlx::query!("select pg_notify($1, $2)", CHANNEL, position.to_string())
            .execute(&shared.pool)
            .await;
        if let Err(error) = told {
            // They find it by their own look, and the next commit tells them again.
            tracing::debug!(%error, "other processes were not told of a commit");
        }
    }
}

/// Hears what other processes have committed.
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
    let mut listener = PgListener::connect_with(&shared.pool).await?;
    listener.listen(CHANNEL).await?;
    // `None` is a lost connection: what was said meanwhile is lost too, and the views look.
    while let Some(notification) = listener.try_recv().await? {
        if let Ok(position) = notification.payload().parse() {
            shared.raise_head(position);
        }
    }
    Ok(())
}
