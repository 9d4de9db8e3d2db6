//! Decisions about rewards, made again.

use std::collections::{BTreeMap, BTreeSet};

use ledger::wallet::reward::Recheck;
use ledger::{RecordedEvent, WalletId};

use super::Finding;

/// Follows every wallet, and keeps the first finding of each.
#[derive(Default)]
pub(super) struct Rewards {
    wallets: BTreeMap<WalletId, Recheck>,
    wrong: BTreeSet<WalletId>,
    pub(super) findings: Vec<Finding>,
}

impl Rewards {
    pub(super) fn look(&mut self, event: &RecordedEvent) {
        let wallet_id = event.wallet_id;
        // Later contradictions follow from the first wrong decision.
        if self.wrong.contains(&wallet_id) {
            return;
        }
        let recheck = self.wallets.entry(wallet_id).or_default();
        if let Some(contradiction) = recheck.follow(&event.event).into_iter().next() {
            self.wrong.insert(wallet_id);
            self.wallets.remove(&wallet_id);
            self.findings.push(Finding::Reward {
                wallet_id,
                contradiction,
            });
        }
    }
}
