//! A wire between a program under test and its database that can fall silent: nothing is carried
//! any more, and neither side notices.

use std::sync::Arc;

use ledger::pool::REST_MAX;
use sqlx::postgres::PgConnectOptions;
use tokio::sync::watch;
use tokio::time::sleep;

use super::TestDatabase;
use super::relay::{Judge, Relay, Verdict, Way, named};

/// A wire to a test's database; its connections break when it is dropped.
pub struct Wire {
    relay: Relay,
    server: PgConnectOptions,
    line: Arc<Line>,
}

struct Line {
    way: Way,
    made: watch::Sender<u64>,
    /// Connections made before this one are silent, by their number.
    silent_before: watch::Sender<u64>,
}

impl Judge for Line {
    type Connection = (u64, watch::Receiver<u64>);

    fn take(&self) -> (Self::Connection, Way) {
        let number = *self.made.borrow();
        self.made.send_replace(number + 1);
        let connection = (number, self.silent_before.subscribe());
        (connection, self.way.clone())
    }

    async fn breaks(&self, (number, silent_before): &mut Self::Connection) -> Verdict {
        drop(silent_before.wait_for(|before| *number < *before).await);
        Verdict::Hold
    }
}

impl Wire {
    /// Lays a wire to a database.
    pub async fn to(database: &TestDatabase) -> Self {
        let server = database.connect_options();
        let line = Arc::new(Line {
            way: Way::to_server_of(&server),
            made: watch::Sender::new(0),
            silent_before: watch::Sender::new(0),
        });
        let relay = Relay::open(Arc::clone(&line)).await;
        Self {
            relay,
            server,
            line,
        }
    }

    /// Where a program finds the database behind it, as its owner.
    #[must_use]
    pub fn url(&self) -> String {
        let (username, database) = named(&self.server);
        self.relay.url(username, database)
    }

    /// The same, for a pool.
    #[must_use]
    pub fn options(&self) -> PgConnectOptions {
        let (username, database) = named(&self.server);
        self.relay.connect_options(username, database)
    }

    /// How many connections have been made through it.
    #[must_use]
    pub fn made(&self) -> u64 {
        *self.line.made.borrow()
    }

    /// All open connections fall silent, for good; new ones work. Returns when a pool pings its idle
    /// connections again, see [`REST_MAX`].
    pub async fn silence_old(&self) {
        self.line.silent_before.send_replace(self.made());
        sleep(REST_MAX).await;
    }

    /// All connections fall silent, and so do new ones.
    pub fn silence(&self) {
        self.line.silent_before.send_replace(u64::MAX);
    }
}
