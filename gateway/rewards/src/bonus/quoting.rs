//! Quotes an offer's worth to a player, before the player takes it.
//!
//! A quote follows the same steps as an activation and stops before anything is written: the same
//! refusals in the same order, the same queries to providers, the same rules of the ledger.

use std::future::Future;

use chrono::{DateTime, Utc};
use ledger::wallet::reward::{DepositEnd, DepositGap, GameHeld, GrantKind, GrantQuote, Seen};
use ledger::{Account, GrantId, LedgerError, Money, RewardCommand, Wallet};
use tokio::time::{Instant, timeout_at};
use uuid::Uuid;

use super::asking::seen;
use super::decision::{RewardFailure, is_stale};
use super::figures::turnover_since;
use super::offer::{OfferRequest, find, unknown};
use super::quote::{Quote, QuoteBasis, QuoteFigures, QuoteStatus};
use payments::Payments;
use platform::config::Offer;
use platform::error::{ApiError, Code};

/// Quotes for one player. Providers are queried at most once, and only if an offer depends on it.
pub struct Quoting<'a> {
    state: &'a Payments,
    wallet: &'a Wallet,
    /// Until when to wait for providers; none means as long as an activation would wait.
    deadline: Option<Instant>,
    seen: Option<Result<Seen, ApiError>>,
    turnover: Option<Result<Money, ApiError>>,
}

impl<'a> Quoting<'a> {
    /// Waits for providers as long as an activation.
    pub const fn new(state: &'a Payments, wallet: &'a Wallet) -> Self {
        Self {
            state,
            wallet,
            deadline: None,
            seen: None,
            turnover: None,
        }
    }

    /// Waits for providers at most this long.
    pub const fn until(mut self, deadline: Instant) -> Self {
        self.deadline = Some(deadline);
        self
    }

    /// A quote of a bonus or promotion by its code; an error for an unknown code.
    pub async fn by_code(&mut self, kind: GrantKind, code: &str) -> Result<Quote, ApiError> {
        let currency = self.wallet.currency().ok_or(Code::NoWallet)?;
        let offer = find(self.state, kind, code, currency);
        let offer = offer.ok_or_else(|| unknown(self.state, self.wallet, kind))?;
        self.offer(kind, offer).await
    }

    /// A quote of a bonus or promotion.
    pub async fn offer(&mut self, kind: GrantKind, offer: &Offer) -> Result<Quote, ApiError> {
        let id = GrantId(Uuid::nil());
        let request = OfferRequest { id, kind, offer };
        let planned = self.plan_offer(&request).await;
        let refusal = match planned {
            Ok((quote, basis)) => return Ok(Quote::ready(&quote, basis).closing(offer)),
            Err(refusal) => ApiError::from(refusal),
        };
        let status = self.status_of(&refusal, Some(offer))?;
        let mut quote = Quote::refused(status, &refusal);
        match status {
            QuoteStatus::Unknown => {
                let unplayed = Some(self.zero()?);
                let booked = |seen| request.command(self.state, unplayed, None, seen);
                quote.figures = self.by_the_books(booked);
                quote = quote.closing(offer);
            }
            QuoteStatus::DepositFirst
            | QuoteStatus::DepositUsed
            | QuoteStatus::ClosedByWithdrawal
            | QuoteStatus::ClosedByPlay => {
                quote.deposit_needed = offer.deposit_rule().map(|rule| rule.min.digits());
            }
            _ => {}
        }
        Ok(quote)
    }

    /// A quote of a coupon; `claim` is the command that would claim it.
    pub async fn coupon(
        &mut self,
        claim: impl Fn(Option<Seen>) -> RewardCommand,
    ) -> Result<Quote, ApiError> {
        let refusal = match self.plan(&claim).await {
            Ok((quote, basis)) => return Ok(Quote::ready(&quote, basis)),
            Err(refusal) => ApiError::from(refusal),
        };
        let status = self.status_of(&refusal, None)?;
        let mut quote = Quote::refused(status, &refusal);
        if status == QuoteStatus::Unknown {
            quote.figures = self.by_the_books(claim);
        }
        Ok(quote)
    }

    async fn plan_offer(
        &mut self,
        request: &OfferRequest<'_>,
    ) -> Result<(GrantQuote, QuoteBasis), RewardFailure> {
        let state = self.state;
        request.require_open(state, self.wallet).await?;
        let played = match request.unplayed_since(self.wallet) {
            Some(deposited_at) => Some(self.turnover(deposited_at).await?),
            None => None,
        };
        self.plan(|seen| request.command(state, played, None, seen))
            .await
    }

    /// Checks the rules without the providers first, as an activation does.
    async fn plan(
        &mut self,
        command: impl Fn(Option<Seen>) -> RewardCommand,
    ) -> Result<(GrantQuote, QuoteBasis), RewardFailure> {
        let now = self.state.clock.now();
        let quote = match self.wallet.quote_grant(command(None), now) {
            Err(refusal) if is_stale(&refusal) => {
                let seen = self.seen().await?;
                let basis = match seen.games.as_slice() {
                    [] => QuoteBasis::Books,
                    _ => QuoteBasis::Providers,
                };
                let quote = self.wallet.quote_grant(command(Some(seen)), now);
                quote.map(|quote| (quote, basis))
            }
            decided => decided.map(|quote| (quote, QuoteBasis::Books)),
        };
        quote.map_err(|refusal| LedgerError::Refused(refusal).into())
    }

    /// The figures under the assumption that the providers' balances equal the booked ones.
    fn by_the_books(
        &self,
        command: impl FnOnce(Option<Seen>) -> RewardCommand,
    ) -> Option<QuoteFigures> {
        let games = self.wallet.games().filter_map(|game| {
            Some(GameHeld {
                game: game.clone(),
                balance: self.wallet.bucket(&Account::Game(game.clone()))?,
                win_loss: None,
            })
        });
        let booked = Seen {
            at_sequence: self.wallet.sequence(),
            games: games.collect(),
        };
        let now = self.state.clock.now();
        let quote = self.wallet.quote_grant(command(Some(booked)), now).ok()?;
        Some(QuoteFigures::of(&quote, QuoteBasis::Books))
    }

    /// Why taking it would be refused; an error that is no state of the offer stays an error.
    fn status_of(
        &self,
        refusal: &ApiError,
        offer: Option<&Offer>,
    ) -> Result<QuoteStatus, ApiError> {
        Ok(match refusal.code {
            Code::BonusCondition => self.deposit_status(offer),
            Code::BonusAlreadyActive | Code::BonusRemaining => QuoteStatus::GrantActive,
            Code::BonusMaxClaimed | Code::PromotionReceived => QuoteStatus::Received,
            Code::BonusFull => QuoteStatus::AllGone,
            Code::PlayerExcluded => QuoteStatus::Excluded,
            Code::AccountFrozen => QuoteStatus::Frozen,
            Code::CouponExpired => QuoteStatus::Expired,
            Code::InvalidCouponType => QuoteStatus::NotMoney,
            Code::RequestLimit => QuoteStatus::TransferOpen,
            Code::ServiceUnavailable => QuoteStatus::Unknown,
            _ => return Err(refusal.clone()),
        })
    }

    fn deposit_status(&self, offer: Option<&Offer>) -> QuoteStatus {
        let played = self
            .turnover
            .as_ref()
            .and_then(|turnover| turnover.as_ref().ok());
        // No provider was queried yet, so the reason cannot be play.
        let played = played.copied().or_else(|| self.zero().ok());
        let rule = offer.and_then(Offer::deposit_rule);
        match rule.and_then(|rule| self.wallet.deposit_gap(rule, played)) {
            Some(DepositGap::Played) => QuoteStatus::ClosedByPlay,
            Some(DepositGap::Closed(DepositEnd::Withdrawn)) => QuoteStatus::ClosedByWithdrawal,
            Some(DepositGap::Closed(DepositEnd::Granted)) => QuoteStatus::DepositUsed,
            _ => QuoteStatus::DepositFirst,
        }
    }

    fn zero(&self) -> Result<Money, ApiError> {
        Ok(Money::zero(self.wallet.currency().ok_or(Code::NoWallet)?))
    }

    async fn seen(&mut self) -> Result<Seen, ApiError> {
        if self.seen.is_none() {
            self.seen = Some(self.in_time(seen(self.state, self.wallet)).await);
        }
        let unasked = || Err(Code::ServiceUnavailable.into());
        self.seen.clone().unwrap_or_else(unasked)
    }

    /// The bets since the last deposit, the same for every offer that needs them.
    async fn turnover(&mut self, deposited_at: DateTime<Utc>) -> Result<Money, ApiError> {
        if self.turnover.is_none() {
            let asked = turnover_since(self.state, self.wallet, deposited_at);
            self.turnover = Some(self.in_time(asked).await);
        }
        let unasked = || Err(Code::ServiceUnavailable.into());
        self.turnover.clone().unwrap_or_else(unasked)
    }

    async fn in_time<T>(
        &self,
        asked: impl Future<Output = Result<T, ApiError>>,
    ) -> Result<T, ApiError> {
        match self.deadline {
            None => asked.await,
            Some(deadline) => timeout_at(deadline, asked)
                .await
                .unwrap_or_else(|_| Err(Code::ServiceUnavailable.into())),
        }
    }
}
