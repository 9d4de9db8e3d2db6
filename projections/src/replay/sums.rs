//! What each account has got along a stream: two of these, subtracted, are the flows in between.

use std::collections::BTreeMap;

use ledger::{Account, Currency, Money, Posting};

/// What each account, the house's as well, has got since the first event; negative where it gave.
#[derive(Debug, Clone, Default)]
pub(super) struct Sums(BTreeMap<(Account, Currency), Money>);

impl Sums {
    pub(super) fn add(&mut self, postings: &[Posting]) {
        for posting in postings {
            let currency = posting.amount.currency();
            let key = (posting.account.clone(), currency);
            let sum = self.0.entry(key).or_insert(Money::zero(currency));
            // A house account of one player's stream stays within the books as well.
            *sum = sum.checked_add(posting.amount).unwrap_or(*sum);
        }
    }

    /// What each account has got since an earlier event; those that have got nothing are missing.
    pub(super) fn since(&self, earlier: &Self) -> Vec<(Account, Money)> {
        let difference = |(key, sum): (&(Account, Currency), &Money)| {
            let before = earlier.0.get(key).copied();
            let before = before.unwrap_or(Money::zero(key.1));
            let flow = sum.checked_sub(before).unwrap_or(*sum);
            (!flow.is_zero()).then(|| (key.0.clone(), flow))
        };
        self.0.iter().filter_map(difference).collect()
    }
}
