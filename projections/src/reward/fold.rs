//! How events change a player's view of rewards.

use chrono::{DateTime, SubsecRound, Utc};
use ledger::wallet::WithdrawalEvent;
use ledger::wallet::reward::{
    GrantActivated, GrantEnded, GrantKind, InviteEarned, RefundReceived, Span, SpanFigures,
};
use ledger::{
    Account, GrantId, RecordedEvent, RewardEvent, SpinId, WalletEvent, WalletId, WheelSeedId,
};

use crate::projection::{FoldReason, time_of};
use crate::rows::Rows;

use super::{
    GrantEnd, GrantRow, GrantStatus, InviteRow, RefundRow, RefundStatus, SeedRow, SpinRow, WheelRow,
};

pub(super) type GrantKey = (WalletId, GrantId);
pub(super) type RefundKey = (WalletId, DateTime<Utc>);
pub(super) type InviteKey = (WalletId, WalletId, DateTime<Utc>);
pub(super) type SeedKey = (WalletId, WheelSeedId);
pub(super) type SpinKey = (WalletId, SpinId);

/// A row of `reward_head`: the facts about earlier events that the next event needs.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct HeadRow {
    pub(super) active_grant: Option<GrantId>,
    /// The first moment of the refund that was received last and not added.
    pub(super) pending_refund: Option<DateTime<Utc>>,
    pub(super) refunds: i64,
    pub(super) invites: i64,
    pub(super) spins: i64,
    pub(super) coins: i64,
}

/// The reward view's writer.
#[derive(Debug, Default)]
pub(crate) struct RewardProjection {
    pub(super) heads: Rows<WalletId, HeadRow>,
    pub(super) grants: Rows<GrantKey, GrantRow>,
    pub(super) refunds: Rows<RefundKey, RefundRow>,
    pub(super) invites: Rows<InviteKey, InviteRow>,
    pub(super) seeds: Rows<SeedKey, SeedRow>,
    pub(super) spins: Rows<SpinKey, SpinRow>,
    pub(super) wheels: Rows<String, WheelRow>,
}

impl RewardProjection {
    pub(super) fn fold_event(&mut self, event: &RecordedEvent) -> Result<(), FoldReason> {
        let WalletEvent::Reward(reward) = &event.event else {
            self.come_in(event);
            return Ok(());
        };
        if !ledger::posting::is_balanced(reward.postings())? {
            return Err(FoldReason::Unbalanced);
        }
        match &**reward {
            RewardEvent::GrantActivated(reward) => self.activate(event, reward),
            RewardEvent::GrantEnded(reward) => self.end(event, reward),
            RewardEvent::RefundReceived(reward) => self.receive_refund(event, reward),
            RewardEvent::InviteEarned(reward) => self.earn_invite(event, reward),
            RewardEvent::CoinsEarned(_) | RewardEvent::CoinsGiven(_) => {
                self.count_coins(event).map(drop)
            }
            RewardEvent::WheelSeedCommitted(reward) => self.commit(event, reward),
            RewardEvent::WheelSeedRevealed(reward) => self.reveal(event, reward),
            RewardEvent::WheelSpun(reward) => self.spin(event, reward),
        }
    }

    /// Money that comes in from outside raises the active grant's base, as in the wallet itself. A correction
    /// does not.
    fn come_in(&mut self, event: &RecordedEvent) {
        let amount = match &event.event {
            WalletEvent::Withdrawal(WithdrawalEvent::Returned { postings, .. }) => postings
                .iter()
                .find(|posting| posting.account == Account::Main)
                .map(|posting| posting.amount),
            other @ (WalletEvent::Slip(_)
            | WalletEvent::Qr(_)
            | WalletEvent::Gift(_)
            | WalletEvent::Manual(_)) => other.deposit().map(|(_, amount, _)| amount),
            WalletEvent::Withdrawal(
                WithdrawalEvent::Requested { .. }
                | WithdrawalEvent::Released { .. }
                | WithdrawalEvent::Sent { .. }
                | WithdrawalEvent::Unknown { .. }
                | WithdrawalEvent::Paid { .. },
            )
            | WalletEvent::Corrected(_)
            | WalletEvent::Opened(_)
            | WalletEvent::Game(_)
            | WalletEvent::Transfer(_)
            | WalletEvent::Sweep(_)
            | WalletEvent::BankAccount(_)
            | WalletEvent::Payout(_)
            | WalletEvent::Freeze(_)
            | WalletEvent::Protection(_)
            | WalletEvent::House(_)
            | WalletEvent::Reward(_)
            | WalletEvent::Void => None,
        };
        let active = self.heads.get(&event.wallet_id);
        let active = active.and_then(|head| head.active_grant);
        if let (Some(amount), Some(grant_id)) = (amount, active)
            && let Some(grant) = self.grants.change(&(event.wallet_id, grant_id))
        {
            // Beyond the books nothing could have come in.
            grant.base = grant.base.checked_add(amount).unwrap_or(grant.base);
        }
    }

    /// The wallet's head, made by its first reward.
    pub(super) fn head(&mut self, wallet_id: WalletId) -> &mut HeadRow {
        if !self.heads.contains(&wallet_id) {
            self.heads.put(wallet_id, HeadRow::default());
        }
        let head = self.heads.change(&wallet_id);
        head.expect("it was there, or was put there")
    }

    fn activate(
        &mut self,
        event: &RecordedEvent,
        activated: &GrantActivated,
    ) -> Result<(), FoldReason> {
        let row = granted(event, activated);
        let (kind, grant_id) = (row.kind, row.grant_id);
        let key = (event.wallet_id, grant_id);
        if self.grants.contains(&key) {
            return Err(FoldReason::AlreadyThere("grant"));
        }
        let head = self.head(event.wallet_id);
        if row.status == GrantStatus::Active && head.active_grant.replace(grant_id).is_some() {
            return Err(FoldReason::AlreadyThere("active grant"));
        }
        match kind {
            GrantKind::Bonus | GrantKind::Promotion | GrantKind::Invite => {}
            GrantKind::Refund => {
                let from = head.pending_refund.take();
                let from = from.ok_or(FoldReason::Unknown("refund"))?;
                let refund = self.refunds.change(&(event.wallet_id, from));
                let refund = refund.ok_or(FoldReason::Unknown("refund"))?;
                refund.status = RefundStatus::Added;
                refund.grant_id = Some(grant_id);
            }
            GrantKind::Coupon => {
                let spin_id = row.coupon.ok_or(FoldReason::Unknown("coupon"))?;
                let spin = self.spins.change(&(event.wallet_id, spin_id));
                let spin = spin.ok_or(FoldReason::Unknown("spin"))?;
                if spin.grant_id.replace(grant_id).is_some() {
                    return Err(FoldReason::AlreadyThere("claim of this coupon"));
                }
            }
        }
        self.grants.put(key, row);
        Ok(())
    }

    fn end(&mut self, event: &RecordedEvent, ended: &GrantEnded) -> Result<(), FoldReason> {
        let GrantEnded {
            grant_id,
            outcome,
            base,
            total,
            turnover,
            taken,
            ..
        } = ended;
        let head = self.head(event.wallet_id);
        if head.active_grant.take() != Some(*grant_id) {
            return Err(FoldReason::Unknown("active grant"));
        }
        let grant = self.grants.change(&(event.wallet_id, *grant_id));
        let grant = grant.ok_or(FoldReason::Unknown("grant"))?;
        grant.status = GrantStatus::Ended(*outcome);
        grant.base = *base;
        grant.end = Some(GrantEnd {
            at: time_of(event),
            total: *total,
            turnover: *turnover,
            taken: *taken,
        });
        Ok(())
    }

    fn receive_refund(
        &mut self,
        event: &RecordedEvent,
        received: &RefundReceived,
    ) -> Result<(), FoldReason> {
        let RefundReceived {
            figures,
            net_loss,
            amount,
            keep_until,
            ..
        } = received;
        let row = RefundRow {
            span: span_of(figures),
            status: RefundStatus::Received,
            net_loss: *net_loss,
            amount: *amount,
            keep_until: keep_until.trunc_subsecs(6),
            grant_id: None,
            created_at: time_of(event),
            position: event.position,
        };
        let key = (event.wallet_id, row.span.from);
        if self.refunds.contains(&key) {
            return Err(FoldReason::AlreadyThere("refund of this period"));
        }
        let head = self.head(event.wallet_id);
        head.pending_refund = Some(row.span.from);
        head.refunds += 1;
        self.refunds.put(key, row);
        Ok(())
    }

    fn earn_invite(
        &mut self,
        event: &RecordedEvent,
        earned: &InviteEarned,
    ) -> Result<(), FoldReason> {
        let InviteEarned {
            invitee,
            figures,
            net_loss,
            amount,
            ..
        } = earned;
        let row = InviteRow {
            invitee: *invitee,
            span: span_of(figures),
            net_loss: *net_loss,
            amount: *amount,
            created_at: time_of(event),
            position: event.position,
        };
        let key = (event.wallet_id, *invitee, row.span.from);
        if self.invites.contains(&key) {
            return Err(FoldReason::AlreadyThere("earning of this invitee"));
        }
        self.head(event.wallet_id).invites += 1;
        self.invites.put(key, row);
        Ok(())
    }
}

fn span_of(figures: &SpanFigures) -> Span {
    Span {
        from: figures.span.from.trunc_subsecs(6),
        to: figures.span.to.trunc_subsecs(6),
    }
}

/// The row that a grant begins with.
fn granted(event: &RecordedEvent, activated: &GrantActivated) -> GrantRow {
    let GrantActivated {
        grant_id,
        kind,
        reference,
        amount,
        base,
        deposit,
        quota_no,
        coupon,
        terms,
        ..
    } = activated;
    let mut terms = terms.clone();
    terms.expires_at = terms.expires_at.map(|until| until.trunc_subsecs(6));
    GrantRow {
        wallet_id: event.wallet_id,
        grant_id: *grant_id,
        kind: *kind,
        reference: reference.clone(),
        status: if terms.are_met_at_once() {
            GrantStatus::Met
        } else {
            GrantStatus::Active
        },
        amount: *amount,
        base: *base,
        deposit: deposit.as_ref().map(|deposit| deposit.amount),
        terms,
        quota_no: *quota_no,
        coupon: *coupon,
        started_at: time_of(event),
        end: None,
        position: event.position,
    }
}
