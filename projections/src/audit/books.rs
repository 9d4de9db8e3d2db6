//! The audit's own sums, which use none of the views' folds.

use std::collections::BTreeMap;

use ledger::wallet::FreezeEvent;
use ledger::{Account, Currency, Money, RecordedEvent, WalletEvent, WalletId};
use rust_decimal::Decimal;

use super::{Finding, VoidRows};

/// The audit's own sums over the events.
#[derive(Default)]
pub(super) struct Books {
    sequences: BTreeMap<WalletId, i64>,
    buckets: BTreeMap<(WalletId, Account), Decimal>,
    /// How many events of a wallet have moved its main wallet.
    movements: BTreeMap<WalletId, u64>,
    /// The void rows of the group's wallets that nobody has declared yet.
    open_voids: BTreeMap<WalletId, VoidRows>,
    /// Those of the groups that were read.
    pub(super) voids: Vec<VoidRows>,
    /// How many wallets these groups have.
    pub(super) wallets: usize,
    /// The finding with the first position, because later ones follow from it.
    pub(super) finding: Option<Finding>,
}

impl Books {
    fn note(&mut self, finding: Finding) {
        let is_first = |first: &Finding| finding.position() < first.position();
        if self.finding.as_ref().is_none_or(is_first) {
            self.finding = Some(finding);
        }
    }

    /// Forgets the wallets of a group that was read.
    pub(super) fn end_group(&mut self) {
        self.wallets += self.sequences.len();
        self.voids
            .extend(std::mem::take(&mut self.open_voids).into_values());
        self.sequences.clear();
        self.buckets.clear();
        self.movements.clear();
    }

    pub(super) fn look(&mut self, event: &RecordedEvent) {
        let (position, wallet_id) = (event.position, event.wallet_id);
        let sequence = self.sequences.entry(wallet_id).or_default();
        let expected = *sequence + 1;
        *sequence = event.sequence;
        if event.sequence != expected {
            self.note(Finding::Sequence {
                position,
                wallet_id,
                expected,
                found: event.sequence,
            });
        }
        let mut sums: BTreeMap<Currency, Decimal> = BTreeMap::new();
        for posting in event.event.postings() {
            let amount = posting.amount.amount();
            *sums.entry(posting.amount.currency()).or_default() += amount;
            if posting.account.is_players() {
                let key = (wallet_id, posting.account.clone());
                *self.buckets.entry(key).or_default() += amount;
            }
        }
        // After all postings of the event: a bucket may be touched twice.
        for posting in event.event.postings() {
            let key = (wallet_id, posting.account.clone());
            if let Some(amount) = self.buckets.get(&key).copied()
                && amount < Decimal::ZERO
            {
                self.note(Finding::Negative {
                    position,
                    wallet_id,
                    account: key.1,
                    amount,
                });
            }
        }
        // If each event sums to zero, so do all accounts after each.
        for (currency, sum) in sums.into_iter().filter(|(_, sum)| !sum.is_zero()) {
            self.note(Finding::TrialBalance {
                position,
                currency,
                sum,
            });
        }
        self.look_at_voids(event);
        // A void event has a place, and notes nothing.
        if event.event != WalletEvent::Void {
            self.look_at_main(event);
        }
    }

    /// A declaration ends all void rows up to the last one, as in the wallet.
    fn look_at_voids(&mut self, event: &RecordedEvent) {
        let wallet_id = event.wallet_id;
        if event.event == WalletEvent::Void {
            let rows = self.open_voids.entry(wallet_id).or_insert(VoidRows {
                wallet_id,
                count: 0,
                last: 0,
            });
            rows.count += 1;
            rows.last = event.sequence;
        } else if let WalletEvent::Freeze(FreezeEvent::VoidDeclared { last, .. }) = &event.event
            && self
                .open_voids
                .get(&wallet_id)
                .is_some_and(|rows| rows.last == *last)
        {
            self.open_voids.remove(&wallet_id);
        }
    }

    /// A player's receipt shows the balance in the metadata: it must be the events' sum.
    fn look_at_main(&mut self, event: &RecordedEvent) {
        let key = (event.wallet_id, Account::Main);
        let expected = self.buckets.get(&key).copied().unwrap_or_default();
        let found = event.metadata.main;
        // The house has no main wallet.
        let is_house = matches!(event.event, WalletEvent::House(_));
        if found.map(Money::amount) != (!is_house).then_some(expected) {
            self.note(Finding::Main {
                position: event.position,
                wallet_id: event.wallet_id,
                expected,
                found,
            });
        }
        let main = event.event.postings().iter();
        let moved: Decimal = main
            .filter(|posting| posting.account == Account::Main)
            .map(|posting| posting.amount.amount())
            .sum();
        let movements = self.movements.entry(event.wallet_id).or_default();
        *movements += u64::from(!moved.is_zero());
        let expected = *movements;
        if event
            .metadata
            .movements
            .is_some_and(|recorded| recorded != expected)
        {
            self.note(Finding::Movement {
                position: event.position,
                wallet_id: event.wallet_id,
                expected,
            });
        }
    }
}
