//! Notifications between gateways about payments. A gateway without the lease names new work to the
//! holder, and the holder reports when that has moved. Otherwise both would find it in the views,
//! which follow other gateways' commits tens of milliseconds later.
//!
//! A lost notification does no harm: the open work is looked through, and a caller that waits looks again.

use std::sync::PoisonError;
use std::time::Duration;

use ledger::pool::Listener;
use serde::{Deserialize, Serialize};
use sqlx::Postgres;
use sqlx::pool::PoolConnection;
use tokio::sync::mpsc;
use tokio::time::timeout;
use uuid::Uuid;

use super::Payments;
use super::handle::Notification;
use platform::database::within;

/// The channel of `NOTIFY`.
const CHANNEL: &str = "payments";

/// Notifications in one `NOTIFY`: PostgreSQL accepts less than 8,000 bytes.
const NOTIFICATIONS_MAX: usize = 40;

/// An idle connection goes back to the pool after this.
const LINE_KEPT: Duration = Duration::from_secs(5);

/// How long sending may take.
const SENDING_MAX: Duration = Duration::from_secs(5);

/// The pause after the listening connection was lost.
const PAUSE: Duration = Duration::from_secs(1);

#[derive(Debug, Serialize, Deserialize)]
struct Message {
    /// The gateway that sent it.
    from: Uuid,
    notifications: Vec<Notification>,
}

/// Sends and receives, until the gateway stops.
pub(super) fn start(payments: &Payments) {
    let outbox = payments.outbox.lock();
    if let Some(notifications) = outbox.unwrap_or_else(PoisonError::into_inner).take() {
        payments.spawn(send(payments.clone(), notifications));
    }
    payments.spawn(receive(payments.clone()));
}

/// Sends notifications, all that have gathered in one message.
async fn send(payments: Payments, mut notifications: mpsc::Receiver<Notification>) {
    let (mut gathered, mut line) = (Vec::new(), None);
    loop {
        // A busy connection stays out of the pool: getting it from the pool costs a round trip.
        let next = notifications.recv_many(&mut gathered, NOTIFICATIONS_MAX);
        match timeout(LINE_KEPT, next).await {
            Ok(0) => return,
            Ok(_) => {}
            Err(_) => {
                line = None;
                continue;
            }
        }
        let message = Message {
            from: payments.holder,
            notifications: std::mem::take(&mut gathered),
        };
        let text = serde_json::to_string(&message).expect("ids and names are JSON");
        line = match within(SENDING_MAX, notify(&payments, line, &text)).await {
            Ok(line) => Some(line),
            Err(error) => {
                tracing::debug!(%error, "other gateways were not notified of payments");
                None
            }
        };
    }
}

type Line = PoolConnection<Postgres>;

async fn notify(payments: &Payments, line: Option<Line>, text: &str) -> Result<Line, sqlx::Error> {
    let mut line = match line {
        Some(line) => line,
        None => payments.pool.acquire().await?,
    };
    // It promises nothing, so its commit waits for no disk and no standby.
    sqlx::query!(
        "select set_config('synchronous_commit', 'off', true), pg_notify($1, $2)",
        CHANNEL,
        text
    )
    .fetch_one(&mut *line)
    .await?;
    Ok(line)
}

/// Receives the notifications of the other gateways.
async fn receive(payments: Payments) {
    loop {
        if let Err(error) = listen(&payments).await {
            tracing::warn!(%error, "no notifications from other gateways, trying again");
        }
        tokio::time::sleep(PAUSE).await;
    }
}

async fn listen(payments: &Payments) -> Result<(), sqlx::Error> {
    let mut listener = Listener::connect(&payments.pool, CHANNEL).await?;
    loop {
        let heard = listener.recv().await?;
        let Ok(message) = serde_json::from_str::<Message>(heard.payload()) else {
            tracing::debug!("a notification of another release");
            continue;
        };
        if message.from == payments.holder {
            continue;
        }
        for notification in message.notifications {
            match notification {
                Notification::New(job) => payments.take_over(job),
                Notification::Moved(id) => payments.announce_here(id),
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use ledger::WalletId;

    use std::sync::atomic::Ordering;

    use ledger_testing::PATIENCE;

    use super::*;
    use crate::harness::harness;
    use crate::{Job, Process};
    use platform::clock::new_id;

    #[tokio::test(flavor = "multi_thread")]
    async fn new_work_reaches_the_lease_holder_and_who_waits_hears_that_it_has_moved() {
        let harness = harness("http://127.0.0.1:9").await;
        let (holder, other) = (&harness.state, Payments::new(&harness.state));
        holder.is_holder.store(true, Ordering::Relaxed);
        for payments in [holder, &other] {
            start(payments);
        }
        harness.database.listened_to(CHANNEL, 2).await;
        let job = Job {
            process: Process::Transfer,
            id: new_id(),
            wallet_id: harness.wallet_id,
        };
        other.hint(job);
        let mut hinted = holder.hinted.lock().await;
        let named = timeout(PATIENCE, hinted.recv()).await;
        assert_eq!(named.unwrap(), Some(job));
        let mut moved = other.moved.subscribe();
        // No other gateway waits for this subject.
        holder.announce(new_id());
        holder.announce(job.id);
        let heard = timeout(PATIENCE, moved.recv()).await;
        assert_eq!(heard.unwrap(), Ok(job.id));
        // A subject that has ended is forgotten.
        holder.note_end(job.id);
        assert!(holder.awaited().is_empty());
    }

    #[test]
    fn as_many_notifications_as_are_sent_at_once_fit_a_message() {
        let job = |process| Job {
            process,
            id: new_id(),
            wallet_id: WalletId(new_id()),
        };
        let notifications =
            [Notification::New(job(Process::Withdrawal)); NOTIFICATIONS_MAX].to_vec();
        let from = new_id();
        let text = serde_json::to_string(&Message {
            from,
            notifications,
        })
        .unwrap();
        assert!(text.len() < 8_000, "{}", text.len());
        let heard: Message = serde_json::from_str(&text).unwrap();
        assert_eq!(heard.notifications.len(), NOTIFICATIONS_MAX);
    }
}
