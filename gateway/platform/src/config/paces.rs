//! Settings that no file holds and that operators cannot change: how long this process waits by
//! itself, how many connections it opens, and the cost of a password's hash. Only tests use other values.

use std::time::Duration;

/// How long this process waits.
#[derive(Debug, Clone)]
pub struct Paces {
    /// For a connection to the database. Without one in time, a request is refused with 503.
    pub connection: Duration,
    /// For the body of anything but a picture.
    pub body: Duration,
    /// For the answer to a request, its body included.
    pub request: Duration,
    /// Like [`Self::request`], for the upload of a picture.
    pub upload: Duration,
    /// For a file to come in.
    pub file: Duration,
    /// For one's turn while earlier pictures are being read.
    pub turn: Duration,
    /// For the first frame of a socket.
    pub join: Duration,
    /// The time between pings on a socket; two without an answer end it.
    pub ping: Duration,
    /// How long the frames of a client are counted together.
    pub flood: Duration,
    /// Between two looks for sessions that have ended: their sockets are closed.
    pub watch: Duration,
    /// Between two searches for chat messages without a notice.
    pub sweep: Duration,
    /// Between two looks at the lists of staff, while a socket of staff is open.
    pub desk: Duration,
    /// How long staff who have a conversation open may be silent about it.
    pub presence: Duration,
    /// Between two announcements of the same one who writes.
    pub typing: Duration,
    /// Between two looks for decisions of staff that were cut off.
    pub resume: Duration,
    /// Between two looks at the standbys.
    pub replication: Duration,
    /// Between two looks at the replicas.
    pub replica: Duration,
    /// For a read at a replica. Without an answer in time, the primary is read.
    pub replica_read: Duration,
    /// How long a commit may wait for its standby before this gateway says that it is not ready.
    pub replication_wait: Duration,
    /// Between two looks through the open work that nothing has called for.
    pub work: Duration,
    /// Between two looks of a view that nothing wakes.
    pub look: Duration,
    /// Between two looks whether a total of what players are owed is due.
    pub total: Duration,
    /// Between two looks for changed settings.
    pub settings: Duration,
    /// How long the right to work is held without being renewed.
    pub lease: Duration,
    /// Between two renewals of it.
    pub lease_renewal: Duration,
    /// How long a trouble lasts before this gateway says that it is not ready.
    pub unready: Duration,
    /// For everything to end at a stop.
    pub stop: Duration,
}

impl Default for Paces {
    fn default() -> Self {
        Self {
            connection: Duration::from_secs(5),
            body: Duration::from_secs(10),
            request: Duration::from_mins(1),
            upload: Duration::from_mins(6),
            file: Duration::from_mins(5),
            turn: Duration::from_secs(15),
            join: Duration::from_secs(10),
            ping: Duration::from_secs(25),
            flood: Duration::from_secs(10),
            watch: Duration::from_secs(1),
            sweep: Duration::from_secs(1),
            desk: Duration::from_secs(1),
            presence: Duration::from_secs(25),
            typing: Duration::from_millis(1_500),
            resume: Duration::from_secs(10),
            replication: Duration::from_secs(5),
            replica: Duration::from_secs(1),
            replica_read: Duration::from_secs(20),
            replication_wait: Duration::from_secs(10),
            work: Duration::from_secs(1),
            look: Duration::from_secs(1),
            total: Duration::from_secs(5),
            settings: Duration::from_millis(500),
            lease: Duration::from_secs(10),
            lease_renewal: Duration::from_secs(3),
            unready: Duration::from_secs(10),
            stop: Duration::from_secs(30),
        }
    }
}

impl Paces {
    /// For tests: gives up on nothing, no matter how slow the machine is.
    #[must_use]
    pub fn patient() -> Self {
        let longest = Duration::from_mins(10);
        Self {
            connection: longest,
            body: longest,
            request: longest,
            upload: longest,
            file: longest,
            turn: longest,
            join: longest,
            ping: longest,
            presence: longest,
            resume: longest,
            stop: longest,
            ..Self::default()
        }
    }
}

/// Connections of a gateway to the database. An alert names this number.
const CONNECTIONS_MAX: u32 = 24;

/// The most connections of this process to the database, listeners apart.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ConnectionsMax(pub(crate) u32);

impl Default for ConnectionsMax {
    fn default() -> Self {
        Self(CONNECTIONS_MAX)
    }
}

impl ConnectionsMax {
    /// For tests: each connection starts a process of the server, which costs more than most tests do.
    #[must_use]
    pub fn few() -> Self {
        Self(8)
    }
}

/// What a password's hash (Argon2id) costs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct HashCost {
    pub(crate) memory_kib: u32,
    /// How many times Argon2 goes over its memory.
    pub passes: u32,
}

impl Default for HashCost {
    fn default() -> Self {
        Self {
            memory_kib: 19_456,
            passes: 2,
        }
    }
}

impl HashCost {
    /// For tests: next to nothing.
    #[must_use]
    pub fn cheapest() -> Self {
        Self {
            memory_kib: argon2::Params::MIN_M_COST,
            passes: argon2::Params::MIN_T_COST,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::config::Config;

    const DEMO: &str = include_str!("../../../demo.toml");

    #[test]
    fn no_file_makes_hashes_cheaper_or_waits_longer() {
        let config = Config::parse(DEMO, &|_| None).unwrap();
        assert_eq!(config.hash_cost, HashCost::default());
        assert_eq!(config.connections, ConnectionsMax(CONNECTIONS_MAX));
        assert_eq!(config.paces.connection, Paces::default().connection);
        for table in ["hash_cost", "hashCost", "paces", "connections"] {
            let text = format!("{DEMO}\n[{table}]\nmemory_kib = 8\npasses = 1\n");
            assert!(Config::parse(&text, &|_| None).is_err(), "{table}");
        }
    }

    #[test]
    fn a_session_that_has_ended_is_looked_for_each_second() {
        assert_eq!(Paces::default().watch, Duration::from_secs(1));
        assert_eq!(Paces::default().sweep, Duration::from_secs(1));
    }
}
