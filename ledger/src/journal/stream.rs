//! A wallet's stream in memory: its state and the end of its chain.

use super::chain::{Digest, START};
use crate::wallet::{Wallet, WalletEvent};

/// A wallet and the end of its chain.
#[derive(Debug, Clone)]
pub(crate) struct Stream {
    /// Large, and handed from the cache to a batch and back.
    pub(crate) wallet: Box<Wallet>,
    /// The chain up to the wallet's last event.
    pub(crate) hash: Digest,
    /// Position of the wallet's last event; 0 before the first.
    pub(crate) position: i64,
    /// The sequence of the last snapshot; 0 without one.
    pub(crate) snapshot_at: i64,
}

impl Stream {
    /// A wallet that nothing has happened to.
    pub(crate) fn empty() -> Self {
        Self {
            wallet: Box::default(),
            hash: START,
            position: 0,
            snapshot_at: 0,
        }
    }

    /// How many events the stream has.
    pub(crate) fn version(&self) -> i64 {
        self.wallet.sequence()
    }

    /// Whether the next event should carry a snapshot. The state is small however long the history
    /// is (ended work leaves it), so that a fixed interval keeps every cold load short.
    pub(crate) fn is_snapshot_due(&self, every: i64) -> bool {
        self.version() - self.snapshot_at >= every
    }

    /// Applies an event, see [`Wallet::remember`].
    pub(crate) fn remember(&mut self, event: &WalletEvent) -> Result<(), String> {
        self.wallet.remember(event)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::money::Currency;
    use crate::wallet::Opened;

    fn open() -> Stream {
        let mut stream = Stream::empty();
        let currency = Currency::Thb;
        stream
            .remember(&WalletEvent::Opened(Opened {
                currency,
                bank_account: crate::wallet::first_account(),
            }))
            .unwrap();
        stream
    }

    #[test]
    fn a_snapshot_is_due_after_every_so_many_events_and_a_quarter_of_the_stream() {
        let mut stream = open();
        assert!(stream.is_snapshot_due(1));
        assert!(!stream.is_snapshot_due(2));
        stream.snapshot_at = 1;
        assert!(!stream.is_snapshot_due(1));
    }
}
