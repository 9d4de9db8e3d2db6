//! A line to the database that loses the answer to one commit: the commit has taken place, and
//! nobody on this side knows.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use sqlx::PgPool;

use super::TestDatabase;
use super::relay::{Judge, Relay, Verdict, Way};

/// The line, and whether it has done its work.
pub struct LostCommit {
    /// Connections that run through the line, in the application's role.
    pub pool: PgPool,
    loss: Arc<Loss>,
    _relay: Relay,
}

struct Loss {
    way: Way,
    words: &'static str,
    is_armed: AtomicBool,
}

/// What a connection has seen.
#[derive(Default)]
struct Seen {
    statement: bool,
    commit: bool,
}

impl Judge for Loss {
    type Connection = Seen;

    fn take(&self) -> (Seen, Way) {
        (Seen::default(), self.way.clone())
    }

    fn on_request(&self, seen: &mut Seen, request: &[u8]) -> Verdict {
        seen.statement |= holds(request, self.words);
        seen.commit = seen.statement && holds(request, "commit");
        Verdict::Pass
    }

    fn on_answer(&self, seen: &mut Seen) -> Verdict {
        // The server answers a commit once it has taken place.
        if seen.commit && self.is_armed.swap(false, Ordering::AcqRel) {
            Verdict::Cut
        } else {
            Verdict::Pass
        }
    }
}

fn holds(bytes: &[u8], words: &str) -> bool {
    bytes
        .windows(words.len())
        .any(|it| it.eq_ignore_ascii_case(words.as_bytes()))
}

impl LostCommit {
    /// The answer to the first commit after a statement with these words will be lost.
    pub async fn after(words: &'static str, database: &TestDatabase) -> Self {
        let server = database.connect_options();
        let loss = Arc::new(Loss {
            way: Way::to_server_of(&server),
            words,
            is_armed: AtomicBool::new(true),
        });
        let relay = Relay::open(Arc::clone(&loss)).await;
        Self {
            pool: relay.pool(&server),
            loss,
            _relay: relay,
        }
    }

    /// Whether the answer was lost.
    #[must_use]
    pub fn is_lost(&self) -> bool {
        !self.loss.is_armed.load(Ordering::Acquire)
    }
}
