//! Rewards that staff give, and grants that staff end.
//!
//! The terms are the operator's, from the configuration; only the amount of a bonus and the number of
//! coins are the word of staff. The id of what is given is the decision's, so its event names it. What
//! the providers hold is asked each time, because a grant is measured by it.

use ledger::wallet::GrantKind;
use ledger::wallet::reward::{Award, GrantActivation, GrantTerms, Seen};
use ledger::{Currency, GrantId, Money, RewardCommand, Wallet, WalletCommand, WalletId};
use uuid::Uuid;

use super::refusal::Refusal;
use payments::Payments;
use platform::config::WheelPrize;
use platform::core::Core;
use platform::error::Code;
use rewards::bonus::seen;

/// What the ledger executes for such a decision.
pub(super) struct RewardPlan {
    pub(super) wallet_id: WalletId,
    /// What is given; none where a grant ends.
    pub(super) amount: Option<Money>,
    pub(super) command: WalletCommand,
}

/// The player whom a reward is for.
struct Recipient {
    id: WalletId,
    wallet: Wallet,
    currency: Currency,
}

impl Recipient {
    async fn load(core: &Core, player: Uuid) -> Result<Self, Refusal> {
        let id = WalletId(player);
        let wallet = core.ledger.load(id).await?;
        let unopened = Refusal::no(Code::NoData, "no such player, or no wallet");
        let currency = wallet.currency().ok_or(unopened)?;
        Ok(Self {
            id,
            wallet,
            currency,
        })
    }

    fn planned(&self, amount: Option<Money>, command: RewardCommand) -> RewardPlan {
        RewardPlan {
            wallet_id: self.id,
            amount,
            command: WalletCommand::Reward(command),
        }
    }

    /// What the providers hold, where the terms are measured by it.
    async fn seen(&self, payments: &Payments, terms: &GrantTerms) -> Result<Option<Seen>, Refusal> {
        if terms.are_met_at_once() {
            return Ok(None);
        }
        self.asked(payments).await.map(Some)
    }

    async fn asked(&self, payments: &Payments) -> Result<Seen, Refusal> {
        let asked = seen(payments, &self.wallet).await;
        asked.map_err(|_| Refusal::Later("a provider does not say now what it holds"))
    }
}

/// A bonus or promotion of the configuration, with an amount that staff name and without the deposit
/// that it asks players for.
pub(super) async fn grant_bonus(
    payments: &Payments,
    id: Uuid,
    player: Uuid,
    code: &str,
    amount: &str,
) -> Result<RewardPlan, Refusal> {
    let to = Recipient::load(payments, player).await?;
    let config = &payments.config;
    let (kind, offer) = match config.bonus(code) {
        Some(bonus) => (GrantKind::Bonus, Some(bonus)),
        None => (GrantKind::Promotion, config.promotion(code)),
    };
    let offer = offer.filter(|offer| offer.is_offered_in(to.currency));
    let unknown = Refusal::no(Code::NoPromotion, "no such bonus in the wallet's currency");
    let offer = offer.ok_or(unknown)?;
    let amount = Money::parse(amount, to.currency)
        .map_err(|_| Refusal::no(Code::InvalidAmount, "no amount of the wallet's currency"))?;
    let terms = offer.terms(payments.clock.now());
    let command = RewardCommand::ActivateGrant(GrantActivation {
        grant_id: GrantId(id),
        kind,
        reference: offer.code.clone(),
        award: Award::Fixed { amount },
        deposit: None,
        played: None,
        limit: None,
        quota_no: None,
        seen: to.seen(payments, &terms).await?,
        terms,
    });
    Ok(to.planned(Some(amount), command))
}

/// Ends the active grant; the request names it, so that no later one is ended.
pub(super) async fn end_bonus(
    payments: &Payments,
    player: Uuid,
    grant: Uuid,
) -> Result<RewardPlan, Refusal> {
    let of = Recipient::load(payments, player).await?;
    let grant_id = GrantId(grant);
    let active = of.wallet.active_grant();
    if active.is_none_or(|active| active.grant_id != grant_id) {
        return Err(Refusal::no(Code::AlreadyEnded, "this grant is not active"));
    }
    let seen = of.asked(payments).await?;
    Ok(of.planned(None, RewardCommand::CancelGrant { grant_id, seen }))
}

/// A prize of the wheel that is worth money, credited as if its coupon were claimed.
pub(super) async fn give_coupon(
    payments: &Payments,
    id: Uuid,
    player: Uuid,
    prize: &str,
) -> Result<RewardPlan, Refusal> {
    let to = Recipient::load(payments, player).await?;
    let wheel = &payments.config.wheel;
    let unknown = Refusal::no(Code::UnknownPrize, "no such prize in the wallet's currency");
    let slice = wheel.slice(prize).filter(|_| wheel.currency == to.currency);
    let no_money = Refusal::no(Code::InvalidCouponType, "the prize is no coupon for money");
    let amount = match slice.ok_or(unknown)?.prize {
        WheelPrize::Coupon { amount, .. } => Money::try_new(amount, wheel.currency).ok(),
        WheelPrize::Nothing {} | WheelPrize::Coins { .. } | WheelPrize::Gift {} => None,
    };
    let amount = amount.ok_or(no_money)?;
    let terms = GrantTerms {
        success_percent: wheel.success_percent,
        fail_percent: wheel.fail_percent,
        turnover_times: 0,
        max_withdraw: None,
        expires_at: None,
        takes_back: false,
    };
    let command = RewardCommand::ActivateGrant(GrantActivation {
        grant_id: GrantId(id),
        kind: GrantKind::Coupon,
        reference: prize.to_owned(),
        award: Award::Fixed { amount },
        deposit: None,
        played: None,
        limit: None,
        quota_no: None,
        seen: to.seen(payments, &terms).await?,
        terms,
    });
    Ok(to.planned(Some(amount), command))
}

/// Coins for the wheel.
pub(super) async fn give_coins(
    core: &Core,
    id: Uuid,
    player: Uuid,
    coins: u32,
) -> Result<RewardPlan, Refusal> {
    let to = Recipient::load(core, player).await?;
    let coins = Money::try_new(coins.into(), Currency::Coin)
        .map_err(|_| Refusal::no(Code::InvalidAmount, "no number of coins"))?;
    let grant_id = GrantId(id);
    Ok(to.planned(Some(coins), RewardCommand::GiveCoins { grant_id, coins }))
}
