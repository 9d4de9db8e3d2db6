//! A wallet's stream in memory: its state and where the chain stands.

use cqrs_es::Aggregate;

use super::chain::{Digest, START};
use crate::posting::is_balanced;
use crate::wallet::{Wallet, WalletEvent};

/// A wallet and the end of its chain.
#[derive(Debug, Clone)]
pub(crate) struct Stream {
    pub(crate) wallet: Wallet,
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
            wallet: Wallet::default(),
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

    /// Applies an event and checks what must hold at every event position, before an append and
    /// after a read. The text says what does not; the state is unusable then.
    pub(crate) fn remember(&mut self, event: &WalletEvent) -> Result<(), String> {
        self.check_postings(event)?;
        let before = self.version();
        self.wallet.apply(event.clone());
        if self.version() != before + 1 {
            return Err(format!(
                "event {} left the wallet at {}",
                before + 1,
                self.version()
            ));
        }
        match self.wallet.broken_invariant() {
            None => Ok(()),
            Some(what) => Err(format!("after event {}: {what}", self.version())),
        }
    }

    /// Sums to zero, and fits the books (`apply` may not refuse).
    fn check_postings(&self, event: &WalletEvent) -> Result<(), String> {
        let next = self.version() + 1;
        let postings = event.postings();
        if !is_balanced(postings).is_ok_and(|is_balanced| is_balanced) {
            return Err(format!("the postings of event {next} do not sum to zero"));
        }
        for posting in postings {
            let held = self.wallet.bucket(&posting.account);
            if posting.account.is_players()
                && held.is_none_or(|held| held.checked_add(posting.amount).is_err())
            {
                return Err(format!(
                    "event {next} puts {} on {}",
                    posting.amount, posting.account
                ));
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::id::TransferId;
    use crate::money::{Currency, Money};
    use crate::posting::{Account, movement};
    use crate::wallet::Place;
    use uuid::Uuid;

    fn started(amount: &str, keep: usize) -> WalletEvent {
        let amount = Money::parse(amount, Currency::Thb).unwrap();
        let mut postings = movement(Account::Main, Account::InTransit, amount);
        postings.truncate(keep);
        WalletEvent::TransferStarted {
            transfer_id: TransferId(Uuid::from_u128(1)),
            from: Place::Wallet,
            to: "pg".parse().unwrap(),
            amount,
            postings,
        }
    }

    fn open() -> Stream {
        let mut stream = Stream::empty();
        let currency = Currency::Thb;
        stream
            .remember(&WalletEvent::Opened {
                currency,
                bank_account: None,
            })
            .unwrap();
        stream
    }

    #[test]
    fn postings_that_do_not_sum_to_zero_are_never_remembered() {
        let what = open().remember(&started("1.00", 1)).unwrap_err();
        assert!(what.contains("sum to zero"), "{what}");
    }

    #[test]
    fn a_bucket_below_zero_is_never_remembered() {
        let what = open().remember(&started("1.00", 2)).unwrap_err();
        assert!(what.contains("main holds -1.00"), "{what}");
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
