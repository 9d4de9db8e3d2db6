//! The sums of each account along a stream: the difference of two is the flow in between.

use std::collections::BTreeMap;

use ledger::{Account, Currency, Money, Posting};

/// The sum of each account since the first event, including the house's; negative if more left it.
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

    /// The flow into each account since an earlier event; accounts without a flow are missing.
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
