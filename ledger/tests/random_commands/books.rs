//! What the events of a story add up to, and what none of them may do.

use std::collections::{BTreeMap, HashSet};

use ledger::posting::is_balanced;
use ledger::wallet::WithdrawalEvent;
use ledger::wallet::reward::{GrantActivated, GrantEnded};
use ledger::{Account, Claim, Currency, GrantId, Money, RewardEvent, WalletEvent};

/// What all events of a story have left.
#[derive(Default)]
pub(crate) struct Books {
    pub(crate) written: Vec<String>,
    trial: BTreeMap<Account, Money>,
    claims: HashSet<Claim>,
    /// How often money came in.
    credits: usize,
    pub(crate) events: Vec<WalletEvent>,
    /// The grant that has not ended.
    pub(crate) active: Option<GrantId>,
}

/// Facts that the wallet leaves to the journal, which refuses the second use.
const LEFT_TO_THE_JOURNAL: [&str; 3] = ["invite", "quota", "wheel_seed"];

/// The kinds of facts that bring money in.
const CREDITED: [&str; 3] = ["receipt", "psp_order", "gift"];

impl Books {
    pub(crate) fn take(&mut self, event: &WalletEvent) {
        assert!(is_balanced(event.postings()).unwrap(), "{event:?}");
        self.written.push(serde_json::to_string(event).unwrap());
        self.events.push(event.clone());
        self.follow_grants(event);
        for posting in event.postings() {
            let zero = Money::zero(posting.amount.currency());
            let sum = self.trial.entry(posting.account.clone()).or_insert(zero);
            *sum = sum.checked_add(posting.amount).unwrap();
        }
        for claim in event.claims() {
            assert!(self.claims.insert(claim), "credited twice: {event:?}");
        }
        // A voucher's claim comes before its credit, each other one with it.
        self.credits += usize::from(is_credit(event));
        let facts = self
            .claims
            .iter()
            .filter(|claim| CREDITED.contains(&claim.kind));
        assert!(
            self.credits <= facts.count(),
            "money out of nowhere: {event:?}"
        );
    }

    /// At most one grant is active, and while it is no money leaves for the bank.
    fn follow_grants(&mut self, event: &WalletEvent) {
        match event {
            WalletEvent::Withdrawal(WithdrawalEvent::Requested { .. }) => {
                assert_eq!(self.active, None, "{event:?}");
            }
            WalletEvent::Reward(reward) => match &**reward {
                RewardEvent::GrantActivated(GrantActivated {
                    grant_id, terms, ..
                }) => {
                    assert_eq!(self.active, None, "{event:?}");
                    let is_met = terms.success_percent <= 100 && terms.turnover_times == 0;
                    self.active = (!is_met).then_some(*grant_id);
                }
                RewardEvent::GrantEnded(GrantEnded { grant_id, .. }) => {
                    assert_eq!(self.active.take(), Some(*grant_id));
                }
                _ => {}
            },
            _ => {}
        }
    }

    /// An account's balance, in satang or coins.
    pub(crate) fn at(&self, account: &Account) -> i64 {
        let Some(sum) = self.trial.get(account) else {
            return 0;
        };
        let digits = sum.digits().replace('.', "");
        digits.parse().unwrap()
    }

    /// The trial balance is zero, of money and of coins.
    pub(crate) fn assert_balanced(&self) {
        for currency in [Currency::Thb, Currency::Coin] {
            let sum = self
                .trial
                .values()
                .filter(|amount| amount.currency() == currency)
                .try_fold(Money::zero(currency), |sum, amount| {
                    sum.checked_add(*amount)
                });
            assert!(sum.unwrap().is_zero(), "trial balance {sum:?}");
        }
    }

    pub(crate) fn is_refused_by_the_journal(&self, events: &[WalletEvent]) -> bool {
        let mut claims = events.iter().flat_map(WalletEvent::claims);
        claims
            .any(|claim| LEFT_TO_THE_JOURNAL.contains(&claim.kind) && self.claims.contains(&claim))
    }
}

/// Whether money came in from a bank.
pub(crate) fn is_credit(event: &WalletEvent) -> bool {
    let mut postings = event.postings().iter();
    postings.any(|posting| matches!(posting.account, Account::Bank(_)))
}
