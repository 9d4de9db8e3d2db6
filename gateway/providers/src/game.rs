//! A game provider that keeps a balance for each player: the GW1 protocol.
//!
//! Amounts in this protocol are in the provider's units; everything else in the gateway uses the
//! wallet's units. Only this module converts them.

use std::time::Duration;

use chrono::{DateTime, SecondsFormat, Utc};
use ledger::wallet::NonDeliveryProof;
use ledger::{Currency, Money};
use reqwest::Method;
use rust_decimal::Decimal;
use serde_json::{Value, json};

use super::answer::{CallAttempt, HttpOutcome, Outcome, Reading, Refusal, judge};
use super::line::SignedLine;
use platform::config::Provider;
use platform::core::Core;
use platform::outside::Service;

/// A request to the provider for a movement between the main wallet and a game account.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Order {
    /// The request id: the transfer's own, so that a repeat is the same request.
    pub request_id: String,
    /// The player's name with the provider.
    pub username: String,
    /// Into the game or out of it.
    pub is_into_game: bool,
    /// The amount, in wallet units.
    pub amount: Money,
}

/// A movement that the provider made.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Moved {
    /// The provider's id of it.
    pub provider_tx: String,
    /// The player's balance just before it, in wallet units.
    pub balance_before: Option<Money>,
}

/// A player's play with a provider in a period, in wallet units.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Played {
    /// The sum of the bets that count.
    pub turnover: Money,
    /// The player's net winnings; negative for a loss.
    pub win_loss: Money,
}

/// The bounds of a period; `None` means open.
pub type Time = (Option<DateTime<Utc>>, Option<DateTime<Utc>>);

/// Why a request about a player failed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum GameError {
    /// The provider has definitely refused the request.
    Refused(Refusal),
    /// The provider could not be reached, or its answer was unreadable.
    Unreachable(String),
}

/// The client of one game provider.
#[derive(Clone, Copy)]
pub struct Game<'a> {
    line: SignedLine<'a>,
    /// Wallet units for one unit of the provider.
    rate: Decimal,
    /// How long it may take to report a balance.
    balance_time_out: Duration,
}

impl<'a> Game<'a> {
    /// A client of a provider.
    pub fn new(state: &'a Core, provider: &'a Provider) -> Self {
        let outside = state.config.waits.outside();
        Self {
            line: SignedLine {
                http: &state.http,
                service: Service::Game(provider.code.as_str()),
                clock: &state.clock,
                base_url: provider.base_url.as_str(),
                agent: &provider.agent,
                secret: provider.secret.reveal(),
                time_out: outside,
            },
            rate: provider.ft_wallet_slot,
            balance_time_out: outside.min(Duration::from_millis(provider.time_out_ms)),
        }
    }

    /// Creates the player; a repeat is the same player.
    pub async fn create_player(
        &self,
        username: &str,
        password: &str,
        currency: Currency,
    ) -> Result<(), GameError> {
        let body = json!({
            "username": username, "password": password, "currency": currency.code(),
        });
        let wire = self
            .line
            .call(Method::POST, "/v1/players", Some(&body))
            .await;
        let reply: Value = expect(&wire, &[200, 201])?;
        if reply["username"] == username {
            Ok(())
        } else {
            Err(GameError::Unreachable(wire.seen()))
        }
    }

    /// Sets a new password for the player; a repeat changes nothing.
    pub async fn set_password(&self, username: &str, password: &str) -> Result<(), GameError> {
        let path = format!("/v1/players/{username}/password");
        let body = json!({ "password": password });
        match self.line.call(Method::PUT, &path, Some(&body)).await {
            HttpOutcome::Reply { status: 204, .. } => Ok(()),
            wire => Err(failure(&wire)),
        }
    }

    /// The player's balance with the provider, in wallet units.
    pub async fn balance(&self, username: &str, currency: Currency) -> Result<Money, GameError> {
        let path = format!("/v1/players/{username}/balance");
        let line = SignedLine {
            time_out: self.balance_time_out,
            ..self.line
        };
        let wire = line.call(Method::GET, &path, None).await;
        let reply: Value = expect(&wire, &[200])?;
        let is_right_currency = reply["currency"] == currency.code();
        let balance = from_units(&reply["balance"], self.rate, currency)
            .filter(|balance| is_right_currency && !balance.is_negative());
        balance.ok_or_else(|| GameError::Unreachable("MALFORMED_BALANCE".to_owned()))
    }

    /// The player's play since `from`, until `to` (exclusive) or now.
    pub async fn summary(
        &self,
        username: &str,
        from: DateTime<Utc>,
        to: Option<DateTime<Utc>>,
        currency: Currency,
    ) -> Result<Played, GameError> {
        let line = SignedLine {
            time_out: self.balance_time_out,
            ..self.line
        };
        let (turnover, win_loss) = summary(line, self.rate, username, (Some(from), to)).await?;
        let malformed = |_| GameError::Unreachable("MALFORMED_SUMMARY".to_owned());
        Ok(Played {
            turnover: Money::try_new(turnover, currency).map_err(malformed)?,
            win_loss: Money::try_new(win_loss, currency).map_err(malformed)?,
        })
    }

    /// An address that logs the player in once.
    pub async fn open_session(
        &self,
        username: &str,
        lang: &str,
        return_url: &str,
    ) -> Result<String, GameError> {
        let body = json!({
            "username": username, "lang": lang, "returnUrl": return_url, "device": "web",
        });
        let wire = self
            .line
            .call(Method::POST, "/v1/sessions", Some(&body))
            .await;
        let reply: Value = expect(&wire, &[200, 201])?;
        let url = reply["url"].as_str().filter(|url| {
            reqwest::Url::parse(url).is_ok_and(|url| matches!(url.scheme(), "http" | "https"))
        });
        let malformed = || GameError::Unreachable("MALFORMED_SESSION".to_owned());
        url.map(str::to_owned).ok_or_else(malformed)
    }

    /// Requests a movement. `asked` says whether an earlier request may be under way.
    pub async fn transfer(&self, order: &Order, asked: CallAttempt) -> Outcome<Moved> {
        let Some(amount) = to_units(order.amount, self.rate) else {
            // Never sent: no call with this amount exists, so none can arrive late either.
            let code = "AMOUNT_NOT_DIVISIBLE".to_owned();
            return Outcome::Refused(Refusal {
                code,
                grounds: NonDeliveryProof::FirstAnswer,
            });
        };
        let body = json!({
            "requestId": order.request_id,
            "username": order.username,
            "direction": direction(order),
            "amount": amount,
            "currency": order.amount.currency().code(),
        });
        let wire = self
            .line
            .call(Method::POST, "/v1/transfers", Some(&body))
            .await;
        self.judge(asked, order, &wire)
    }

    /// Queries a movement's status.
    pub async fn status(&self, order: &Order) -> Outcome<Moved> {
        let path = format!("/v1/transfers/{}", order.request_id);
        let wire = self.line.call(Method::GET, &path, None).await;
        self.judge(CallAttempt::Status, order, &wire)
    }

    /// Makes the provider refuse a movement permanently, unless it was made.
    pub async fn cancel(&self, order: &Order) -> Outcome<Moved> {
        let path = format!("/v1/transfers/{}/cancel", order.request_id);
        let wire = self.line.call(Method::POST, &path, None).await;
        self.judge(CallAttempt::Cancel, order, &wire)
    }

    fn judge(&self, asked: CallAttempt, order: &Order, wire: &HttpOutcome) -> Outcome<Moved> {
        let id = ("requestId", order.request_id.as_str());
        judge(asked, wire, id, |reply| read_moved(order, self.rate, reply))
    }
}

/// The bets that count and the net winnings, in wallet units: the only reader of a provider's
/// summary.
pub async fn summary(
    line: SignedLine<'_>,
    rate: Decimal,
    username: &str,
    (from, to): Time,
) -> Result<(Decimal, Decimal), GameError> {
    let path = format!("/v1/players/{username}/summary");
    let moment = |name, at: Option<DateTime<Utc>>| {
        at.map(|at| format!("{name}={}", at.to_rfc3339_opts(SecondsFormat::Micros, true)))
    };
    let bounds = [moment("from", from), moment("to", to)];
    let query = bounds.into_iter().flatten().collect::<Vec<_>>().join("&");
    let wire = line.read(&path, &query).await;
    let reply: Value = expect(&wire, &[200])?;
    read_summary(&reply, rate).ok_or_else(|| GameError::Unreachable("MALFORMED_SUMMARY".to_owned()))
}

/// The bets that count and the net winnings, with the rate applied.
fn read_summary(reply: &Value, rate: Decimal) -> Option<(Decimal, Decimal)> {
    let units = |field: &str| {
        let units = Money::parse(reply[field].as_str()?, Currency::Thb).ok()?;
        units.amount().checked_mul(rate)
    };
    let turnover = units("validTurnover")?;
    let win_loss = units("winLoss")?;
    (!turnover.is_sign_negative()).then_some((turnover, win_loss))
}

fn direction(order: &Order) -> &'static str {
    if order.is_into_game { "IN" } else { "OUT" }
}

/// The body of a reply with one of the specified statuses, or why there is none.
fn expect(wire: &HttpOutcome, statuses: &[u16]) -> Result<Value, GameError> {
    wire.json(statuses).ok_or_else(|| failure(wire))
}

fn failure(wire: &HttpOutcome) -> GameError {
    match (wire, wire.refusal()) {
        (HttpOutcome::Reply { status, .. }, Some(refusal)) if *status != 503 => {
            GameError::Refused(refusal)
        }
        _ => GameError::Unreachable(wire.seen()),
    }
}

/// Whether an amount can be expressed in the provider's units, to two decimals.
pub fn is_divisible(amount: Money, rate: Decimal) -> bool {
    to_units(amount, rate).is_some()
}

/// The largest amount up to this one that [`is_divisible`]: less than a hundredth of the provider's
/// unit cannot be moved there.
pub fn largest_divisible(amount: Money, rate: Decimal) -> Money {
    let smallest = rate * Decimal::new(1, 2);
    let rest = amount.amount().checked_rem(smallest).unwrap_or_default();
    let fits = Money::try_new(amount.amount() - rest, amount.currency());
    fits.ok()
        .filter(|fits| is_divisible(*fits, rate))
        .unwrap_or(Money::zero(amount.currency()))
}

/// Wallet units as provider units with exactly two decimals; none if it does not divide.
fn to_units(amount: Money, rate: Decimal) -> Option<String> {
    let mut units = amount.amount().checked_div(rate)?.normalize();
    if units.scale() > 2 || units.checked_mul(rate)? != amount.amount() {
        return None;
    }
    units.rescale(2);
    Some(units.to_string())
}

/// A provider's decimal string as wallet units.
fn from_units(value: &Value, rate: Decimal, currency: Currency) -> Option<Money> {
    // Parsed as baht first: two plain decimals in every currency.
    let units = Money::parse(value.as_str()?, Currency::Thb).ok()?;
    Money::try_new(units.amount().checked_mul(rate)?, currency).ok()
}

/// Checks that the provider reports exactly the requested movement.
fn read_moved(order: &Order, rate: Decimal, reply: &Value) -> Reading<Moved> {
    let currency = order.amount.currency();
    let provider_tx = reply["providerTxId"].as_str().filter(|id| {
        (1..=128).contains(&id.len()) && id.bytes().all(|byte| byte.is_ascii_graphic())
    });
    let (Some(provider_tx), Some(units)) = (provider_tx, reply["amount"].as_str()) else {
        return Reading::Malformed;
    };
    if reply["direction"] != direction(order) {
        return Reading::Contradiction("OTHER_DIRECTION".to_owned());
    }
    if !reply["currency"].is_null() && reply["currency"] != currency.code() {
        return Reading::Contradiction("OTHER_CURRENCY".to_owned());
    }
    if from_units(&Value::from(units), rate, currency) != Some(order.amount) {
        return Reading::Contradiction("OTHER_AMOUNT".to_owned());
    }
    Reading::Done(Moved {
        provider_tx: provider_tx.to_owned(),
        balance_before: from_units(&reply["balanceBefore"], rate, currency)
            .filter(|balance| !balance.is_negative()),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn order() -> Order {
        Order {
            request_id: "T1".to_owned(),
            username: "pr65f0c1d2".to_owned(),
            is_into_game: true,
            amount: Money::parse("100", Currency::Thb).unwrap(),
        }
    }

    fn reply() -> Value {
        json!({
            "requestId": "T1", "providerTxId": "pg-9", "status": "SUCCESS", "direction": "IN",
            "amount": "100.00", "balanceBefore": "7.50", "balanceAfter": "107.50",
        })
    }

    #[test]
    fn a_success_is_read_with_the_balance_before_it() {
        let Reading::Done(moved) = read_moved(&order(), Decimal::ONE, &reply()) else {
            panic!("not read");
        };
        assert_eq!(moved.provider_tx, "pg-9");
        assert_eq!(moved.balance_before.unwrap().digits(), "7.50");
    }

    #[test]
    fn a_success_of_another_amount_currency_or_direction_contradicts() {
        for (field, value) in [
            ("amount", "10.00"),
            ("amount", "100.001"),
            ("amount", "1e2"),
            ("currency", "LAK"),
            ("direction", "OUT"),
        ] {
            let mut reply = reply();
            reply[field] = Value::from(value);
            let reading = read_moved(&order(), Decimal::ONE, &reply);
            assert!(
                matches!(reading, Reading::Contradiction(_)),
                "{field} {value}"
            );
        }
    }

    #[test]
    fn a_success_without_its_id_or_its_amount_is_malformed() {
        for (field, value) in [
            ("providerTxId", Value::Null),
            ("providerTxId", Value::from("")),
            ("amount", Value::Null),
            ("amount", Value::from(100)),
        ] {
            let mut reply = reply();
            reply[field] = value;
            assert_eq!(
                read_moved(&order(), Decimal::ONE, &reply),
                Reading::Malformed
            );
        }
    }

    #[test]
    fn a_summary_is_read_in_wallet_units_or_not_at_all() {
        let reply = |turnover: &str, won: &str| json!({ "bets": 2, "turnover": "9", "validTurnover": turnover, "winLoss": won });
        let thousand = Decimal::from(1000);
        let read = read_summary(&reply("7.50", "-2.25"), thousand);
        assert_eq!(read, Some((Decimal::from(7500), Decimal::from(-2250))));
        for (turnover, won) in [("-1.00", "0"), ("1e2", "0"), ("1", "0.001"), ("1", "")] {
            let read = read_summary(&reply(turnover, won), Decimal::ONE);
            assert_eq!(read, None, "{turnover} {won}");
        }
        assert_eq!(read_summary(&json!({ "winLoss": "0" }), Decimal::ONE), None);
    }

    #[test]
    fn amounts_are_converted_exactly_or_not_at_all() {
        let kip = |text| Money::parse(text, Currency::Lak).unwrap();
        let thousand = Decimal::from(1000);
        assert_eq!(to_units(kip("50000"), thousand).unwrap(), "50.00");
        assert_eq!(to_units(kip("50010"), thousand).unwrap(), "50.01");
        assert_eq!(to_units(kip("50001"), thousand), None);
        assert_eq!(to_units(kip("1"), Decimal::from(3)), None);
        assert_eq!(largest_divisible(kip("50019"), thousand), kip("50010"));
        assert_eq!(largest_divisible(kip("9"), thousand), kip("0"));
        let baht = |text| Money::parse(text, Currency::Thb).unwrap();
        assert_eq!(largest_divisible(baht("0.99"), Decimal::ONE), baht("0.99"));
        let back = from_units(&Value::from("50.01"), thousand, Currency::Lak);
        assert_eq!(back, Some(kip("50010")));
        assert_eq!(from_units(&Value::from(50), thousand, Currency::Lak), None);
    }
}
