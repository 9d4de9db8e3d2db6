//! The band rule, version 1: when a grant is won or lost, and what a part of a loss is worth.
//!
//! The product names percentages for success and failure without saying of what. This is our
//! reading of them, and the only place that knows it. Let B be the grant's base: all that the
//! player held right after the grant was credited, plus whatever came in since. Let T be what the
//! player holds now, in the main wallet, on its way into games, and at games. The grant is
//!
//! * **won** when T ≥ B × success % and what was bet since reaches the asked-for multiple of
//!   deposit and grant,
//! * **lost** when T ≤ B × fail %,
//! * **over** when its time is, and it is neither,
//! * **given up** when it is none of these and the player takes a break from playing: a player who may
//!   not play cannot reach a bound, and withdrawals stay open during a break. The grant goes back,
//!   and so does whatever was won with it,
//! * and otherwise continues, until staff end it: then it goes back as one that is given up.
//!
//! A bet that still runs is not in T: its stake has left the game's balance and may come back. So
//! the rule also knows what the providers say was won and lost in bets that have ended, W since the
//! grant, and B + W is what the player would hold if no bet ran. A grant is won only when both
//! figures reach the bound, and lost only when both have fallen to it.
//!
//! 100 % and 0 % without turnover are no condition at all: the grant is won at once.
//!
//! What goes back when it ends rests on the player's own money, B − grant: all that the player put
//! in or had before. A cap on what may be kept never reaches below that, so that a small bonus
//! takes nobody's savings. What was lost was lost of the own money first and of the grant last:
//! else a player would stake the grant alone, and give it up for nothing when it is lost.

use chrono::{DateTime, Utc};
use rust_decimal::{Decimal, RoundingStrategy};

use crate::money::{Currency, Money, MoneyError};

use super::state::ActiveGrant;
use super::terms::{GrantOutcome, GrantTerms, LossShare, SpanFigures};

/// The bounds of a grant, in money. Shown to players; decisions compare exactly.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Band {
    /// Won from here on.
    pub success_from: Decimal,
    /// Lost down to here.
    pub fail_to: Decimal,
    /// What must have been bet.
    pub turnover: Decimal,
}

/// What a grant is judged by.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct GrantInputs {
    /// What the player holds.
    pub total: Money,
    /// The player's total win at all games; none where it is unknown.
    pub won: Option<Money>,
    /// What was bet since it began; none when nobody was asked.
    pub turnover: Option<Money>,
    /// Time of the event, in UTC.
    pub at: DateTime<Utc>,
    /// Whether the player takes a break from playing.
    pub is_excluded: bool,
}

impl Band {
    /// The bounds under these terms: of what the percentages are, and what is to be played through.
    pub(super) fn of(terms: &GrantTerms, base: Money, stake: Money) -> Self {
        let percent = |percent: u32| base.amount() * Decimal::from(percent);
        Self {
            success_from: percent(terms.success_percent) / Decimal::ONE_HUNDRED,
            fail_to: percent(terms.fail_percent) / Decimal::ONE_HUNDRED,
            turnover: stake.amount() * Decimal::from(terms.turnover_times),
        }
    }
}

impl GrantTerms {
    /// Whether they are met in the moment of the grant.
    #[must_use]
    pub fn are_met_at_once(&self) -> bool {
        self.success_percent <= 100 && self.turnover_times == 0
    }
}

impl ActiveGrant {
    /// The bounds in money.
    #[must_use]
    pub fn band(&self) -> Band {
        Band::of(&self.terms, self.base, self.stake)
    }

    /// How it ends now; `None` while it continues.
    #[must_use]
    pub fn judge(&self, standing: GrantInputs) -> Option<GrantOutcome> {
        let (least, most) = self.held(&standing);
        let percent = |percent: u32| self.base.amount() * Decimal::from(percent);
        let turnover = standing.turnover.map_or(Decimal::ZERO, Money::amount);
        if least * Decimal::ONE_HUNDRED >= percent(self.terms.success_percent)
            && turnover >= self.band().turnover
        {
            return Some(GrantOutcome::Success);
        }
        if most * Decimal::ONE_HUNDRED <= percent(self.terms.fail_percent) {
            return Some(GrantOutcome::Fail);
        }
        let is_over = self.terms.expires_at.is_some_and(|end| end <= standing.at);
        let excluded = standing.is_excluded.then_some(GrantOutcome::Excluded);
        is_over.then_some(GrantOutcome::Expired).or(excluded)
    }

    /// What the player holds at least and at most, whatever becomes of bets that still run.
    fn held(&self, standing: &GrantInputs) -> (Decimal, Decimal) {
        let total = standing.total.amount();
        let settled = match (self.won, standing.won) {
            (Some(before), Some(now)) => self.base.amount() + now.amount() - before.amount(),
            _ => total,
        };
        (total.min(settled), total.max(settled))
    }

    /// What goes back to the house when it ends so: all above the cap of what may be kept, the
    /// grant itself when it was only lent for a time, or that and all that was won with it.
    #[must_use]
    pub fn taken(&self, outcome: GrantOutcome, standing: &GrantInputs) -> Money {
        let zero = Decimal::ZERO;
        let (least, most) = self.held(standing);
        // A stake that comes back later is not beyond reach, and one that came back is no prize.
        let held = match outcome {
            GrantOutcome::Success | GrantOutcome::Fail => least,
            GrantOutcome::Expired | GrantOutcome::Excluded | GrantOutcome::Cancelled => most,
        };
        let granted = self.amount.amount();
        let own = (self.base.amount() - granted).max(zero);
        let cap = self.terms.max_withdraw.map(Money::amount);
        let above_cap = cap.map_or(zero, |cap| held - cap.max(own));
        let taken = match outcome {
            GrantOutcome::Fail => zero,
            GrantOutcome::Excluded | GrantOutcome::Cancelled => granted.max(held - own),
            GrantOutcome::Expired if self.terms.takes_back => granted.max(above_cap),
            GrantOutcome::Success | GrantOutcome::Expired => above_cap,
        };
        // What an activation refuses (a cap in another currency) has no decimals to round.
        let taken = taken.min(held).max(zero);
        round_down(taken, standing.total.currency()).expect("between nothing and what is held")
    }
}

/// A part of a loss: the loss itself, and what it is worth rounded down to what the currency
/// shows. Losses made while a grant was active do not count; winnings then do not help.
pub fn share_of_loss(
    figures: &SpanFigures,
    during_grants: &[SpanFigures],
    share: LossShare,
    currency: Currency,
) -> Result<(Money, Money), MoneyError> {
    if share.cap.is_some_and(|cap| cap.currency() != currency) {
        return Err(MoneyError::CurrencyMismatch);
    }
    let mut net = loss_of(figures, currency)?;
    for span in during_grants {
        net = net
            .checked_sub(loss_of(span, currency)?)
            .ok_or(MoneyError::TooLarge)?;
    }
    let net = net.max(Decimal::ZERO);
    let net_loss = Money::try_new(net, currency)?;
    let worth = net.checked_mul(share.percent).ok_or(MoneyError::TooLarge)? / Decimal::ONE_HUNDRED;
    let capped = share.cap.map_or(worth, |cap| worth.min(cap.amount()));
    Ok((net_loss, round_down(capped, currency)?))
}

/// An amount rounded down to what the currency shows.
pub(super) fn round_down(amount: Decimal, currency: Currency) -> Result<Money, MoneyError> {
    let rounded = amount.round_dp_with_strategy(currency.decimals(), RoundingStrategy::ToZero);
    Money::try_new(rounded, currency)
}

fn loss_of(figures: &SpanFigures, currency: Currency) -> Result<Decimal, MoneyError> {
    let mut lost = Decimal::ZERO;
    for game in &figures.games {
        if game.win_loss.currency() != currency {
            return Err(MoneyError::CurrencyMismatch);
        }
        lost = lost
            .checked_sub(game.win_loss.amount())
            .ok_or(MoneyError::TooLarge)?;
    }
    Ok(lost.max(Decimal::ZERO))
}
