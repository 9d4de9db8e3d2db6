//! Decisions about rewards, made again.

use std::collections::{BTreeMap, BTreeSet};

use ledger::wallet::WalletEvent;
use ledger::wallet::reward::{Contradiction, GrantTimes, Recheck, RewardEvent, Span};
use ledger::{RecordedEvent, WalletId};

use super::Finding;

/// Follows every wallet, and keeps the first finding of each.
#[derive(Default)]
pub(super) struct Rewards {
    wallets: BTreeMap<WalletId, Followed>,
    wrong: BTreeSet<WalletId>,
    pub(super) findings: Vec<Finding>,
}

#[derive(Default)]
struct Followed {
    recheck: Recheck,
    grants: GrantTimes,
}

impl Rewards {
    /// Forgets the wallets of a group that was read.
    pub(super) fn end_group(&mut self) {
        self.wallets.clear();
        self.wrong.clear();
    }

    pub(super) fn look(&mut self, event: &RecordedEvent) {
        let wallet_id = event.wallet_id;
        // Later contradictions follow from the first wrong decision.
        if self.wrong.contains(&wallet_id) {
            return;
        }
        let followed = self.wallets.entry(wallet_id).or_default();
        if let Some(contradiction) = followed.follow(event) {
            self.wrong.insert(wallet_id);
            self.wallets.remove(&wallet_id);
            self.findings.push(Finding::Reward {
                wallet_id,
                contradiction,
            });
        }
    }
}

impl Followed {
    fn follow(&mut self, event: &RecordedEvent) -> Option<Contradiction> {
        let first = self.recheck.follow(&event.event).into_iter().next();
        let first = first.or_else(|| {
            (!self.leaves_out_its_grants(&event.event)).then(|| Contradiction {
                sequence: event.sequence,
                what: "it leaves out other times than those of the wallet's grants".to_owned(),
            })
        });
        self.grants.follow(&event.event);
        first
    }

    /// Whether a refund left out the times of the grants: the rules get them from outside the wallet, which
    /// does not remember what has ended.
    fn leaves_out_its_grants(&self, event: &WalletEvent) -> bool {
        let WalletEvent::Reward(reward) = event else {
            return true;
        };
        let RewardEvent::RefundReceived(refund) = &**reward else {
            return true;
        };
        let left_out: Vec<Span> = refund.during_grants.iter().map(|part| part.span).collect();
        left_out == self.grants.within(refund.figures.span)
    }
}
