//! A proxy that loses the next request or the next answer, or is away.

use std::sync::Arc;
use std::sync::atomic::{AtomicU8, Ordering};

use sqlx::PgPool;

use super::TestDatabase;
use super::relay::{Judge, Relay, Verdict, Way};

/// What happens to the next message.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(u8)]
pub enum Fault {
    /// Nothing is lost.
    None,
    /// The next request is dropped and the connection cut; then all is well again.
    LoseRequest,
    /// The next request arrives, its answer is dropped and the connection cut; then all is well.
    LoseAnswer,
    /// Connections are cut as soon as they are made or used.
    Away,
}

/// A pool whose connections all run through the proxy, and its switch.
pub struct Proxy {
    /// Connections in the application's role.
    pub pool: PgPool,
    faults: Arc<Faults>,
    _relay: Relay,
}

struct Faults {
    way: Way,
    next: AtomicU8,
}

impl Faults {
    fn is(&self, fault: Fault) -> bool {
        self.next.load(Ordering::Acquire) == fault as u8
    }

    /// Whether the fault was to happen next; it happens once.
    fn take_once(&self, fault: Fault) -> bool {
        let (fault, none) = (fault as u8, Fault::None as u8);
        self.next
            .compare_exchange(fault, none, Ordering::AcqRel, Ordering::Acquire)
            .is_ok()
    }
}

impl Judge for Faults {
    type Connection = ();

    fn take(&self) -> ((), Way) {
        let is_away = self.is(Fault::Away);
        ((), if is_away { Way::Shut } else { self.way.clone() })
    }

    fn on_request(&self, (): &mut (), _request: &[u8]) -> Verdict {
        if self.is(Fault::Away) || self.take_once(Fault::LoseRequest) {
            Verdict::Cut
        } else {
            Verdict::Pass
        }
    }

    fn on_answer(&self, (): &mut ()) -> Verdict {
        if self.take_once(Fault::LoseAnswer) {
            Verdict::Cut
        } else {
            Verdict::Pass
        }
    }
}

impl Proxy {
    /// A proxy before a database.
    pub async fn before(database: &TestDatabase) -> Self {
        let server = database.connect_options();
        let faults = Arc::new(Faults {
            way: Way::to_server_of(&server),
            next: AtomicU8::new(Fault::None as u8),
        });
        let relay = Relay::open(Arc::clone(&faults)).await;
        Self {
            pool: relay.pool(&server),
            faults,
            _relay: relay,
        }
    }

    /// Says what happens to the next message.
    pub fn set(&self, fault: Fault) {
        self.faults.next.store(fault as u8, Ordering::Release);
    }

    /// Whether the fault that was set has happened.
    #[must_use]
    pub fn is_over(&self) -> bool {
        self.faults.is(Fault::None)
    }
}
