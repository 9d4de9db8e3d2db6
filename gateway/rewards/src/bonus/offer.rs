//! Activating a bonus or a promotion.
//!
//! Refusals are checked in this order: a break from playing, an active grant, an unknown code, the
//! player's maximum reached, a limited number used up, no qualifying deposit.

use chrono::{DateTime, Utc};
use ledger::wallet::reward::{GrantActivation, GrantKind, Seen};
use ledger::{
    CommandOutcome, Currency, GrantId, LedgerError, Money, RewardCommand, RewardError, Wallet,
    WalletCommand, WalletError,
};
use projections::reward;

use super::decision::{RewardFailure, RewardRequest, is_stale};
use super::figures::turnover_since;
use payments::Payments;
use platform::config::Offer;
use platform::error::{ApiError, Code};
use platform::extract::IdempotencyKey;
use platform::intent::intent_id;
use platform::subject::Member;

/// Grants a bonus or a promotion by its code; a repeat of the key gets the first answer.
pub async fn activate(
    state: &Payments,
    caller: Member,
    key: &IdempotencyKey,
    kind: GrantKind,
    code: &str,
) -> Result<CommandOutcome, ApiError> {
    let name = format!("{}/activate", kind.code());
    let asking = RewardRequest {
        state,
        caller,
        context: state.member_context(key.for_command(&name, &code)),
    };
    let id = GrantId(intent_id(caller.id, &name, key));
    let granted = grant(&asking, id, kind, code).await;
    asking.or_recall(granted).await
}

/// A request to take or to quote an offer.
pub(super) struct OfferRequest<'a> {
    pub(super) id: GrantId,
    pub(super) kind: GrantKind,
    pub(super) offer: &'a Offer,
}

async fn grant(
    asking: &RewardRequest<'_>,
    id: GrantId,
    kind: GrantKind,
    code: &str,
) -> Result<CommandOutcome, RewardFailure> {
    let state = asking.state;
    let wallet = state.ledger.load(asking.caller.id).await?;
    let currency = wallet.currency().ok_or(ApiError::from(Code::NoWallet))?;
    let offer = find(state, kind, code, currency).ok_or_else(|| unknown(state, &wallet, kind))?;
    let request = OfferRequest { id, kind, offer };
    request.require_open(state, &wallet).await?;
    let played = match request.unplayed_since(&wallet) {
        Some(deposited_at) => Some(turnover_since(state, &wallet, deposited_at).await?),
        None => None,
    };
    request.take(asking, played).await
}

/// The offers for wallets of a currency.
pub(crate) fn find<'a>(
    state: &'a Payments,
    kind: GrantKind,
    code: &str,
    currency: Currency,
) -> Option<&'a Offer> {
    let offer = match kind {
        GrantKind::Promotion => state.config.promotion(code),
        _ => state.config.bonus(code),
    };
    offer.filter(|offer| offer.is_offered_in(currency))
}

/// Why an unknown code is refused: reasons that would block any offer come first.
pub(super) fn unknown(state: &Payments, wallet: &Wallet, kind: GrantKind) -> ApiError {
    if let Err(refusal) = wallet.require_playing(state.clock.now()) {
        return refusal.into();
    }
    match (wallet.active_grant(), kind) {
        (Some(_), _) => Code::BonusAlreadyActive.into(),
        (None, GrantKind::Promotion) => Code::NoPromotion.into(),
        (None, _) => Code::NoData.into(),
    }
}

impl OfferRequest<'_> {
    /// Refuses requests that no answer of a provider could allow, so that no provider is queried.
    pub(super) async fn require_open(
        &self,
        state: &Payments,
        wallet: &Wallet,
    ) -> Result<(), RewardFailure> {
        // Assumes that nothing has been played.
        let nothing = Money::zero(wallet.currency().ok_or(ApiError::from(Code::NoWallet))?);
        let command = self.command(state, Some(nothing), None, None);
        let refusal = wallet.decide(WalletCommand::Reward(command), state.clock.now());
        let refusal = refusal.err().filter(|refusal| !is_stale(refusal));
        let lacks_deposit = WalletError::Reward(RewardError::NoQualifyingDeposit);
        if refusal
            .as_ref()
            .is_none_or(|refusal| *refusal == lacks_deposit)
        {
            self.require_left(state).await?;
        }
        match refusal {
            Some(refusal) => Err(LedgerError::Refused(refusal).into()),
            None => Ok(()),
        }
    }

    /// Since when nothing may have been bet, if the offer requires an unplayed deposit.
    pub(super) fn unplayed_since(&self, wallet: &Wallet) -> Option<DateTime<Utc>> {
        let rule = self.offer.deposit_rule()?;
        let deposit = wallet.qualifying_deposit()?;
        rule.is_unplayed.then_some(deposit.at)
    }

    pub(super) fn command(
        &self,
        state: &Payments,
        played: Option<Money>,
        quota_no: Option<u32>,
        seen: Option<Seen>,
    ) -> RewardCommand {
        RewardCommand::ActivateGrant(GrantActivation {
            grant_id: self.id,
            kind: self.kind,
            reference: self.offer.code.clone(),
            award: self.offer.award(),
            deposit: self.offer.deposit_rule(),
            played,
            limit: Some(self.offer.limit()),
            quota_no,
            terms: self.offer.terms(state.clock.now()),
            seen,
        })
    }

    /// Refuses if a limited number is used up.
    async fn require_left(&self, state: &Payments) -> Result<(), ApiError> {
        let Some(quota) = self.offer.quota else {
            return Ok(());
        };
        if self.used(state).await? >= quota {
            return Err(Code::BonusFull.into());
        }
        Ok(())
    }

    /// How many of a limited number are taken, by the view.
    async fn used(&self, state: &Payments) -> Result<u32, ApiError> {
        let used = reward::quota_used(&state.pool, self.kind, &self.offer.code).await;
        Ok(u32::try_from(used?).unwrap_or(u32::MAX))
    }

    /// Takes the offer; of a limited number, the first piece that no other request takes at the
    /// same time. The ledger lets each piece be taken once, so the operator's number is never
    /// exceeded.
    async fn take(
        &self,
        asking: &RewardRequest<'_>,
        played: Option<Money>,
    ) -> Result<CommandOutcome, RewardFailure> {
        let state = asking.state;
        let mut known = None;
        let Some(quota) = self.offer.quota else {
            let command = |seen| self.command(state, played, None, seen);
            return asking.decide_knowing(&mut known, command).await;
        };
        let mut number = 0;
        loop {
            number = self.used(state).await?.max(number).saturating_add(1);
            if number > quota {
                return Err(ApiError::from(Code::BonusFull).into());
            }
            let command = |seen| self.command(state, played, Some(number), seen);
            match asking.decide_knowing(&mut known, command).await {
                Err(RewardFailure::Ledger(LedgerError::ClaimTaken { kind: "quota", .. })) => {}
                taken => return taken,
            }
        }
    }
}
