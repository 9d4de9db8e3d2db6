//! What inviting earns: noted for each invited player and period, collected all at once.

use chrono::{DateTime, Utc};

use crate::id::{GrantId, WalletId};
use crate::money::{Currency, Money};
use crate::posting::GrantKind;
use crate::wallet::{Wallet, WalletError, WalletEvent};

use super::band::share_of_loss;
use super::error::RewardError;
use super::event::{InviteEarned, RewardEvent};
use super::grant::Grant;
use super::state::{InviteState, Rewards};
use super::terms::{GrantTerms, LossShare, Seen, SpanFigures};

impl Wallet {
    /// What inviting has earned.
    #[must_use]
    pub fn invites(&self) -> &InviteState {
        &self.rewards.invites
    }

    /// Who was invited by whom is not the wallet's knowledge, and that one invitee's period earns
    /// once is its event's claim.
    pub(super) fn earn_invite(
        invitee: WalletId,
        figures: SpanFigures,
        share: LossShare,
        currency: Currency,
        at: DateTime<Utc>,
    ) -> Result<Vec<WalletEvent>, WalletError> {
        if !figures.span.is_over(at) {
            // The rest of it would never be looked at: its claim is used up.
            return Err(RewardError::Stale.into());
        }
        let (net_loss, amount) = share_of_loss(&figures, &[], share, currency)?;
        if !amount.is_positive() {
            return Ok(Vec::new());
        }
        Ok(vec![WalletEvent::from(RewardEvent::InviteEarned(
            InviteEarned {
                invitee,
                figures,
                share,
                net_loss,
                amount,
                at,
            },
        ))])
    }

    pub(super) fn collect_invites(
        &self,
        grant_id: GrantId,
        terms: GrantTerms,
        seen: Option<&Seen>,
        at: DateTime<Utc>,
    ) -> Result<Vec<WalletEvent>, WalletError> {
        if self.rewards.knows_grant(grant_id) {
            return Ok(Vec::new());
        }
        self.require_playing(at)?;
        self.require_no_grant()?;
        let invites = &self.rewards.invites;
        let nothing = match invites.collections {
            0 => RewardError::NoInviteBonus,
            _ => RewardError::InviteCollected,
        };
        let uncollected = invites.uncollected.filter(|sum| sum.is_positive());
        let amount = uncollected.ok_or(nothing)?;
        let number = (invites.collections + 1).to_string();
        let grant = Grant::fixed(grant_id, GrantKind::Invite, number, amount, terms);
        self.grant(grant, seen, at)
    }
}

impl Rewards {
    pub(super) fn apply_invite(&mut self, amount: Money) {
        let before = self.invites.uncollected;
        // Beyond the books the rest is forgone: no player has earned a trillion.
        let after = before.map_or(amount, |sum| sum.checked_add(amount).unwrap_or(sum));
        self.invites.uncollected = Some(after);
    }

    pub(super) fn collected(&mut self) {
        self.invites.uncollected = None;
        self.invites.collections = self.invites.collections.saturating_add(1);
    }
}
