//! A door before servers that tests open, turn and shut: what a proxy before a cluster does.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use sqlx::postgres::PgConnectOptions;
use tokio::sync::watch;

use super::eventually;
use super::relay::{Judge, Relay, Verdict, Way};

/// A port on this machine whose target can be changed.
pub struct Switch {
    relay: Relay,
    door: Arc<Door>,
}

struct Door {
    way: watch::Sender<Way>,
    cut: watch::Sender<()>,
    arrivals: AtomicUsize,
}

impl Judge for Door {
    type Connection = watch::Receiver<()>;

    fn take(&self) -> (Self::Connection, Way) {
        self.arrivals.fetch_add(1, Ordering::SeqCst);
        (self.cut.subscribe(), self.way.borrow().clone())
    }

    async fn breaks(&self, cut: &mut Self::Connection) -> Verdict {
        drop(cut.changed().await);
        Verdict::Cut
    }
}

impl Switch {
    /// A door that leads there.
    pub async fn lay(way: Way) -> Self {
        let door = Arc::new(Door {
            way: watch::Sender::new(way),
            cut: watch::Sender::new(()),
            arrivals: AtomicUsize::new(0),
        });
        let relay = Relay::open(Arc::clone(&door)).await;
        Self { relay, door }
    }

    /// Leads elsewhere from now on; the connections of before end.
    pub fn turn(&self, way: Way) {
        self.door.way.send_replace(way);
        self.door.cut.send_replace(());
    }

    /// As [`Self::turn`], for new connections only: those that are made stay as they are.
    pub fn turn_later(&self, way: Way) {
        self.door.way.send_replace(way);
    }

    /// Waits until so many connections have been made, whatever became of them.
    pub async fn arrived(&self, wanted: usize) {
        eventually("connections are made", async || {
            let count = self.arrivals();
            if count >= wanted { Ok(()) } else { Err(count) }
        })
        .await;
    }

    /// How many connections have been made.
    #[must_use]
    pub fn arrivals(&self) -> usize {
        self.door.arrivals.load(Ordering::SeqCst)
    }

    /// How a database is reached through it.
    #[must_use]
    pub fn connect_options(&self, database: &str) -> PgConnectOptions {
        self.relay.connect_options("postgres", database)
    }

    /// As [`Self::connect_options`], for another process.
    #[must_use]
    pub fn url(&self, database: &str) -> String {
        self.relay.url("postgres", database)
    }
}
