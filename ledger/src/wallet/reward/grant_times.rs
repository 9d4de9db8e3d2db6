//! When a wallet's grants were under way: a refund leaves out what was lost meanwhile.

use chrono::{DateTime, SubsecRound, Utc};

use super::event::RewardEvent;
use super::terms::Span;
use crate::id::GrantId;
use crate::wallet::WalletEvent;

/// A wallet's grants, by its events from the first.
#[derive(Debug, Clone, Default)]
pub struct GrantTimes(Vec<GrantTime>);

#[derive(Debug, Clone)]
struct GrantTime {
    id: GrantId,
    from: DateTime<Utc>,
    to: Option<DateTime<Utc>>,
}

impl GrantTimes {
    /// Takes the wallet's next event; only grants that begin or end change anything.
    pub fn follow(&mut self, event: &WalletEvent) {
        let WalletEvent::Reward(event) = event else {
            return;
        };
        match &**event {
            RewardEvent::GrantActivated(started) if !started.terms.are_met_at_once() => {
                self.0.push(GrantTime {
                    id: started.grant_id,
                    from: started.at,
                    to: None,
                });
            }
            RewardEvent::GrantEnded(ended) => {
                let grants = self.0.iter_mut();
                for grant in grants.filter(|grant| grant.id == ended.grant_id) {
                    grant.to = Some(ended.at);
                }
            }
            RewardEvent::GrantActivated(_)
            | RewardEvent::RefundReceived(_)
            | RewardEvent::InviteEarned(_)
            | RewardEvent::CoinsEarned(_)
            | RewardEvent::CoinsGiven(_)
            | RewardEvent::WheelSeedCommitted(_)
            | RewardEvent::WheelSeedRevealed(_)
            | RewardEvent::WheelSpun(_) => {}
        }
    }

    /// The part of a span in which each grant was under way, oldest first, to the microsecond: that is how
    /// providers are asked.
    #[must_use]
    pub fn within(&self, span: Span) -> Vec<Span> {
        let parts = self.0.iter().map(|grant| Span {
            from: grant.from.max(span.from),
            to: grant.to.map_or(span.to, |to| to.min(span.to)),
        });
        let parts = parts.filter(|part| part.from < part.to);
        let parts = parts.map(|part| Span {
            from: part.from.trunc_subsecs(6),
            to: part.to.trunc_subsecs(6),
        });
        parts.collect()
    }
}
