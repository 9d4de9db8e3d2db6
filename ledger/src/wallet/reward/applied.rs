//! What a wallet remembers of grants, deposits and what left it: `apply` only.

use crate::money::Money;
use crate::posting::GrantKind;

use super::event::GrantActivated;
use super::grant::{receipt_key, stake_of, sum_of};
use super::state::{ActiveGrant, DepositEnd, LastDeposit, Rewards};

impl Rewards {
    pub(super) fn apply_activated(&mut self, event: &GrantActivated) {
        let GrantActivated {
            grant_id,
            kind,
            reference,
            amount,
            base,
            deposit,
            coupon,
            terms,
            won,
            at,
            ..
        } = event;
        self.remember_grant(*grant_id);
        match kind {
            GrantKind::Bonus | GrantKind::Promotion => {
                // Without a limit as well: one may be set later.
                let key = receipt_key(*kind, reference);
                self.received.entry(key).or_default().count(*at);
                self.close_deposit(DepositEnd::Granted);
            }
            GrantKind::Refund => self.refund = None,
            GrantKind::Invite => self.collected(),
            GrantKind::Coupon => self.coupons.retain(|held| Some(held.spin_id) != *coupon),
        }
        if terms.are_met_at_once() {
            return;
        }
        self.active = Some(ActiveGrant {
            grant_id: *grant_id,
            kind: *kind,
            reference: reference.clone(),
            amount: *amount,
            base: *base,
            stake: stake_of(deposit.as_ref(), *amount),
            terms: terms.clone(),
            started_at: *at,
            won: *won,
        });
    }

    /// The grant has ended; what came in while it was active counted towards its base, and is
    /// nothing that another grant may ask for.
    pub(super) fn apply_ended(&mut self) {
        self.active = None;
        self.close_deposit(DepositEnd::Granted);
    }

    /// Money came in from outside: nobody wins a grant by it.
    pub(in crate::wallet) fn came_in(&mut self, amount: Money) {
        if let Some(active) = &mut self.active {
            active.base = sum_of(active.base, amount);
        }
    }

    /// A deposit came in: it raises the base, and another grant may ask for it.
    pub(in crate::wallet) fn deposited(&mut self, deposit: LastDeposit) {
        self.came_in(deposit.amount);
        self.deposit = Some(deposit);
        self.deposit_end = None;
    }

    /// No grant may ask for the last deposit any more. The first reason stays the reason.
    fn close_deposit(&mut self, end: DepositEnd) {
        if self.deposit.take().is_some() {
            self.deposit_end = Some(end);
        }
    }

    /// Money left: no grant may be asked for what is gone, and it earns no coin when it comes in
    /// again.
    pub(in crate::wallet) fn went_out(&mut self, amount: Money, end: DepositEnd) {
        self.close_deposit(end);
        self.uncount_for_coins(amount);
    }
}
