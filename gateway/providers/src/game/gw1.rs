//! The GW1 protocol: signed JSON, HTTP statuses, decimal texts, a cancel call.

use async_trait::async_trait;
use chrono::{DateTime, SecondsFormat, Utc};
use ledger::{Currency, Money};
use reqwest::Method;
use rust_decimal::Decimal;
use serde_json::{Value, json};

use super::protocol::{GameError, Moved, Movement, Order, Play, Protocol, Time};
use super::reading::{receipt_id, web_link};
use super::units::{Units, not_divisible};
use crate::answer::{CallAttempt, HttpOutcome, Outcome, Reading, Unread, judge};
use crate::line::SignedLine;
use crate::records;

/// The client of a provider that speaks GW1.
pub(crate) struct Gw1<'a> {
    pub(crate) line: SignedLine<'a>,
    /// The same with the time that a question about one player may take.
    pub(crate) question: SignedLine<'a>,
    pub(crate) units: Units,
}

#[async_trait]
impl Protocol for Gw1<'_> {
    async fn create_player(
        &self,
        username: &str,
        password: &str,
        currency: Currency,
    ) -> Result<(), GameError> {
        let body = json!({
            "username": username, "password": password, "currency": currency.code(),
        });
        let wire = self.post("/v1/players", &body).await;
        let reply = expect(&wire, &[200, 201])?;
        if reply["username"] == username {
            Ok(())
        } else {
            Err(GameError::Unreachable(wire.seen()))
        }
    }

    async fn set_password(&self, username: &str, password: &str) -> Result<(), GameError> {
        let path = format!("/v1/players/{username}/password");
        let body = json!({ "password": password });
        match self.line.call(Method::PUT, &path, Some(&body)).await {
            HttpOutcome::Reply { status: 204, .. } => Ok(()),
            wire => Err(failure(&wire)),
        }
    }

    async fn balance(&self, username: &str, currency: Currency) -> Result<Money, GameError> {
        let path = format!("/v1/players/{username}/balance");
        let wire = self.question.call(Method::GET, &path, None).await;
        let reply = expect(&wire, &[200])?;
        let is_right_currency = reply["currency"] == currency.code();
        let balance = from_units(&reply["balance"], self.units, currency)
            .filter(|balance| is_right_currency && !balance.is_negative());
        balance.ok_or_else(|| malformed("BALANCE"))
    }

    async fn balances(&self, usernames: &[String]) -> Result<Vec<Option<Decimal>>, GameError> {
        let body = json!({ "usernames": usernames });
        let wire = self.post("/v1/balances", &body).await;
        let reply = expect(&wire, &[200])?;
        let list = reply["balances"].as_array();
        let list = list.ok_or_else(|| malformed("BALANCES"))?;
        let of = |name: &str| list.iter().find(|balance| balance["username"] == name);
        usernames
            .iter()
            .map(|name| match of(name) {
                Some(known) if known["balance"].is_string() => {
                    let balance = worth(&known["balance"], self.units);
                    balance.map(Some).ok_or_else(|| malformed("BALANCES"))
                }
                _ => Ok(None),
            })
            .collect()
    }

    async fn play(&self, username: &str, (from, to): Time) -> Result<Play, GameError> {
        let path = format!("/v1/players/{username}/summary");
        let moment = |name, at: Option<DateTime<Utc>>| {
            at.map(|at| format!("{name}={}", at.to_rfc3339_opts(SecondsFormat::Micros, true)))
        };
        let bounds = [moment("from", from), moment("to", to)];
        let query = bounds.into_iter().flatten().collect::<Vec<_>>().join("&");
        let wire = self.question.read(&path, &query).await;
        let reply = expect(&wire, &[200])?;
        read_play(&reply, self.units).ok_or_else(|| malformed("SUMMARY"))
    }

    async fn open_session(
        &self,
        username: &str,
        lang: &str,
        return_url: &str,
    ) -> Result<String, GameError> {
        let body = json!({
            "username": username, "lang": lang, "returnUrl": return_url, "device": "web",
        });
        let wire = self.post("/v1/sessions", &body).await;
        let reply = expect(&wire, &[200, 201])?;
        web_link(&reply["url"]).ok_or_else(|| malformed("SESSION"))
    }

    async fn transfer(&self, order: &Order, asked: CallAttempt) -> Outcome<Moved> {
        let Some(amount) = self.units.units_of(order.amount) else {
            return not_divisible(asked);
        };
        let body = json!({
            "requestId": order.request_id,
            "username": order.username,
            "direction": direction(order),
            "amount": amount.to_string(),
            "currency": order.amount.currency().code(),
        });
        let wire = self.post("/v1/transfers", &body).await;
        self.judge(asked, order, &wire)
    }

    async fn status(&self, order: &Order) -> Outcome<Moved> {
        let path = format!("/v1/transfers/{}", order.request_id);
        let wire = self.line.call(Method::GET, &path, None).await;
        self.judge(CallAttempt::Status, order, &wire)
    }

    /// Cancels it: from then on a late arrival of the request is refused.
    async fn resolve(&self, order: &Order) -> Outcome<Moved> {
        let path = format!("/v1/transfers/{}/cancel", order.request_id);
        let wire = self.line.call(Method::POST, &path, None).await;
        self.judge(CallAttempt::Cancel, order, &wire)
    }

    async fn movements(
        &self,
        from: DateTime<Utc>,
        to: DateTime<Utc>,
    ) -> Result<Vec<Movement>, GameError> {
        let list = ("/v1/transfers", "transfers");
        let records = records::fetch(self.line, list, "", (from, to)).await;
        let records = records.map_err(|Unread(seen)| GameError::Unreachable(seen))?;
        let done = records.iter().filter(|record| is_done(record));
        done.map(|record| read_movement(record, self.units).ok_or_else(|| malformed("TRANSFERS")))
            .collect()
    }

    async fn movement(&self, request_id: &str) -> Result<Option<Movement>, GameError> {
        let path = format!("/v1/transfers/{request_id}");
        let wire = self.line.call(Method::GET, &path, None).await;
        let Some(record) = wire.json::<Value>(&[200]) else {
            return match wire.refusal() {
                Some(refusal) if refusal.code.ends_with("_NOT_FOUND") => Ok(None),
                _ => Err(GameError::Unreachable(wire.seen())),
            };
        };
        if !is_done(&record) {
            return Ok(None);
        }
        // A record with another id proves nothing about the requested one.
        let movement = read_movement(&record, self.units);
        let movement = movement.filter(|movement| movement.request_id == request_id);
        movement.map(Some).ok_or_else(|| malformed("TRANSFER"))
    }
}

impl Gw1<'_> {
    async fn post(&self, path: &str, body: &Value) -> HttpOutcome {
        self.line.call(Method::POST, path, Some(body)).await
    }

    fn judge(&self, asked: CallAttempt, order: &Order, wire: &HttpOutcome) -> Outcome<Moved> {
        let id = ("requestId", order.request_id.as_str());
        judge(asked, wire, id, |reply| {
            read_moved(order, self.units, reply)
        })
    }
}

fn malformed(what: &str) -> GameError {
    GameError::Unreachable(format!("MALFORMED_{what}"))
}

/// The bets that count and the net winnings: the only reader of a provider's summary.
fn read_play(reply: &Value, units: Units) -> Option<Play> {
    let worth = |field: &str| {
        let amount = Money::parse(reply[field].as_str()?, Currency::Thb).ok()?;
        units.worth(amount.amount())
    };
    let turnover = worth("validTurnover")?;
    let win_loss = worth("winLoss")?;
    (!turnover.is_sign_negative()).then_some(Play { turnover, win_loss })
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

/// A provider's decimal text as wallet units.
fn from_units(value: &Value, units: Units, currency: Currency) -> Option<Money> {
    // Parsed as baht first: two plain decimals in every currency.
    let amount = Money::parse(value.as_str()?, Currency::Thb).ok()?;
    Money::try_new(units.worth(amount.amount())?, currency).ok()
}

/// A provider's decimal text as a bare number. Lists are read with any precision: what the books
/// cannot hold must show as a difference.
fn worth(value: &Value, units: Units) -> Option<Decimal> {
    let amount: Decimal = value.as_str()?.parse().ok()?;
    units.worth(amount)
}

/// Checks that the provider reports exactly the requested movement.
fn read_moved(order: &Order, units: Units, reply: &Value) -> Reading<Moved> {
    let currency = order.amount.currency();
    let (Some(provider_tx), true) = (
        receipt_id(&reply["providerTxId"]),
        reply["amount"].is_string(),
    ) else {
        return Reading::Malformed;
    };
    if reply["direction"] != direction(order) {
        return Reading::Contradiction("OTHER_DIRECTION".to_owned());
    }
    if !reply["currency"].is_null() && reply["currency"] != currency.code() {
        return Reading::Contradiction("OTHER_CURRENCY".to_owned());
    }
    if from_units(&reply["amount"], units, currency) != Some(order.amount) {
        return Reading::Contradiction("OTHER_AMOUNT".to_owned());
    }
    Reading::Done(Moved {
        provider_tx: provider_tx.to_owned(),
        balance_before: from_units(&reply["balanceBefore"], units, currency)
            .filter(|balance| !balance.is_negative()),
    })
}

/// Whether a record is of a movement that was made.
fn is_done(record: &Value) -> bool {
    record["status"] == "SUCCESS"
}

fn read_movement(record: &Value, units: Units) -> Option<Movement> {
    Some(Movement {
        request_id: record["requestId"].as_str()?.to_owned(),
        username: record["username"].as_str().map(str::to_owned),
        is_into_game: record["direction"].as_str()? == "IN",
        amount: worth(&record["amount"], units)?,
        at: record["createdAt"].as_str()?.parse().ok()?,
    })
}

#[cfg(test)]
mod tests {
    use super::super::units::Parts;
    use super::*;

    const fn units(rate: Decimal) -> Units {
        Units {
            rate,
            parts: Parts::Hundredths,
        }
    }

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
        let Reading::Done(moved) = read_moved(&order(), units(Decimal::ONE), &reply()) else {
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
            let reading = read_moved(&order(), units(Decimal::ONE), &reply);
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
                read_moved(&order(), units(Decimal::ONE), &reply),
                Reading::Malformed
            );
        }
    }

    #[test]
    fn a_summary_is_read_in_wallet_units_or_not_at_all() {
        let reply = |turnover: &str, won: &str| json!({ "bets": 2, "turnover": "9", "validTurnover": turnover, "winLoss": won });
        let thousand = units(Decimal::from(1000));
        let read = read_play(&reply("7.50", "-2.25"), thousand).unwrap();
        assert_eq!(read.turnover, Decimal::from(7500));
        assert_eq!(read.win_loss, Decimal::from(-2250));
        for (turnover, won) in [("-1.00", "0"), ("1e2", "0"), ("1", "0.001"), ("1", "")] {
            let read = read_play(&reply(turnover, won), units(Decimal::ONE));
            assert_eq!(read, None, "{turnover} {won}");
        }
        let read = read_play(&json!({ "winLoss": "0" }), units(Decimal::ONE));
        assert_eq!(read, None);
    }
}
