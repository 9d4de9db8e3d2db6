//! A game provider that keeps a balance for each player, in whichever protocol it speaks.
//!
//! This file chooses the adapter by `protocol` of the operator's `[[provider]]`; callers need not
//! know which one they use.

mod gw1;
mod protocol;
mod reading;
mod sf1;
mod units;

use std::ops::Deref;
use std::time::Duration;

use chrono::{DateTime, Utc};
use ledger::{Currency, Money};
use rust_decimal::Decimal;

use self::gw1::Gw1;
use self::sf1::Sf1;
use self::units::Units;
use super::line::SignedLine;
use platform::config::{GameProtocol, Provider};
use platform::core::Core;
use platform::outside::Service;

pub use self::protocol::{
    BALANCES_MAX, GameError, Moved, Movement, Order, Play, Played, Protocol, Time,
};

/// The client of one game provider.
pub struct Game<'a>(Box<dyn Protocol + 'a>);

impl<'a> Deref for Game<'a> {
    type Target = dyn Protocol + 'a;

    fn deref(&self) -> &Self::Target {
        self.0.as_ref()
    }
}

impl<'a> Game<'a> {
    /// A client of a provider.
    pub fn new(state: &'a Core, provider: &'a Provider) -> Self {
        // A player waits for the answer to a question.
        let question_max = Duration::from_millis(provider.time_out_ms);
        Self::with(state, provider, question_max)
    }

    /// A client whose questions may take as long as every other call, because nobody waits.
    pub fn patient(state: &'a Core, provider: &'a Provider) -> Self {
        Self::with(state, provider, Duration::MAX)
    }

    fn with(state: &'a Core, provider: &'a Provider, question_max: Duration) -> Self {
        let line = SignedLine {
            http: &state.http,
            service: Service::Game(provider.code.as_str()),
            clock: &state.clock,
            base_url: provider.base_url.as_str(),
            agent: &provider.agent,
            secret: provider.secret.reveal(),
            time_out: state.config.waits.outside(),
        };
        let question = SignedLine {
            time_out: line.time_out.min(question_max),
            ..line
        };
        Self::speaking(provider.protocol, (line, question), Units::of(provider))
    }

    /// A client without a configuration, in wallet units at a rate of one.
    pub(crate) fn at(line: SignedLine<'a>, protocol: GameProtocol) -> Self {
        let units = Units::new(protocol, Decimal::ONE);
        Self::speaking(protocol, (line, line), units)
    }

    fn speaking(
        protocol: GameProtocol,
        (line, question): (SignedLine<'a>, SignedLine<'a>),
        units: Units,
    ) -> Self {
        Self(match protocol {
            GameProtocol::Gw1 => Box::new(Gw1 {
                line,
                question,
                units,
            }),
            GameProtocol::Sf1 => Box::new(Sf1 {
                line,
                question,
                units,
            }),
        })
    }

    /// The player's play since `from`, until `to` (exclusive) or now.
    pub async fn summary(
        &self,
        username: &str,
        from: DateTime<Utc>,
        to: Option<DateTime<Utc>>,
        currency: Currency,
    ) -> Result<Played, GameError> {
        let play = self.play(username, (Some(from), to)).await?;
        Ok(Played {
            turnover: whole(play.turnover, currency)?,
            win_loss: whole(play.win_loss, currency)?,
        })
    }
}

/// An amount without what is less than the currency's smallest unit: a wire may be finer than the wallet.
fn whole(amount: Decimal, currency: Currency) -> Result<Money, GameError> {
    let amount = amount.trunc_with_scale(currency.decimals());
    let whole = Money::try_new(amount, currency);
    whole.map_err(|_| GameError::Unreachable("MALFORMED_SUMMARY".to_owned()))
}

/// Whether an amount can be expressed in the provider's units.
pub fn is_divisible(amount: Money, provider: &Provider) -> bool {
    Units::of(provider).units_of(amount).is_some()
}

/// The largest amount up to this one that [`is_divisible`].
pub fn largest_divisible(amount: Money, provider: &Provider) -> Money {
    Units::of(provider).largest(amount)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn play_that_is_finer_than_the_wallet_is_cut_towards_zero() {
        for (currency, amount, expected) in [
            (Currency::Thb, "1.0033", "1.00"),
            (Currency::Thb, "-7.9999", "-7.99"),
            (Currency::Lak, "1500.75", "1500"),
            (Currency::Thb, "0.0099", "0.00"),
        ] {
            let cut = whole(amount.parse().unwrap(), currency).unwrap();
            assert_eq!(cut.digits(), expected, "{amount} {currency}");
        }
        assert!(whole(Decimal::MAX, Currency::Thb).is_err());
    }
}
