//! The SF1 protocol ("signed forms, version 1"): forms with a signature over their sorted fields,
//! whole satang, a numeric code in every reply, and no cancel call.
//!
//! Why an unknown outcome ends without a cancel call:
//! 1. A reference is bound to its first outcome permanently, and a refusal is an outcome too. Sending
//!    the same request again therefore moves the money once at most.
//! 2. If the request was lost, the repeat is decided now, and the reference is bound. A late arrival
//!    of the first one then finds that outcome: it moves nothing.
//! 3. A refusal is proof for all requests under a reference only as the answer to the question about
//!    it. A provider may look at the balance before it looks for the reference: its answer to a repeat
//!    would then be a refusal although the first request was done. So a refused repeat is followed by
//!    the question, and the answer to that counts.
//! 4. A code that says "not taken" proves something about one call only.

mod form;
mod word;

use async_trait::async_trait;
use chrono::{DateTime, SecondsFormat, Utc};
use ledger::{Currency, Money};
use rust_decimal::Decimal;
use serde_json::Value;

use self::form::post;
use self::word::{Meaning, expect, is_refusal, judge, reply};
use super::protocol::{GameError, Moved, Movement, Order, Play, Protocol, Time};
use super::reading::{receipt_id, web_link};
use super::units::{Units, not_divisible};
use crate::answer::{CallAttempt, HttpOutcome, Outcome, Reading};
use crate::line::SignedLine;

/// The most pages of one list; more than that cannot be a correct list.
const PAGES_MAX: i64 = 100_000;

/// The client of a provider that speaks SF1.
pub(crate) struct Sf1<'a> {
    pub(crate) line: SignedLine<'a>,
    /// The same with the time that a question about one player may take.
    pub(crate) question: SignedLine<'a>,
    pub(crate) units: Units,
}

#[async_trait]
impl Protocol for Sf1<'_> {
    async fn create_player(
        &self,
        username: &str,
        password: &str,
        currency: Currency,
    ) -> Result<(), GameError> {
        let fields = [
            ("player", username),
            ("password", password),
            ("currency", currency.code()),
        ];
        self.about(self.line, "/sf1/player/create", username, &fields)
            .await
            .map(drop)
    }

    async fn set_password(&self, username: &str, password: &str) -> Result<(), GameError> {
        let fields = [("player", username), ("password", password)];
        self.about(self.line, "/sf1/player/password", username, &fields)
            .await
            .map(drop)
    }

    async fn balance(&self, username: &str, currency: Currency) -> Result<Money, GameError> {
        let fields = [("player", username)];
        let reply = self
            .about(self.question, "/sf1/player/balance", username, &fields)
            .await?;
        let is_right_currency = reply["currency"] == currency.code();
        let balance = worth(&reply, "balance", self.units)
            .and_then(|balance| Money::try_new(balance, currency).ok())
            .filter(|balance| is_right_currency && !balance.is_negative());
        balance.ok_or_else(|| malformed("BALANCE"))
    }

    async fn balances(&self, usernames: &[String]) -> Result<Vec<Option<Decimal>>, GameError> {
        let players = usernames.join(",");
        let wire = post(
            self.line,
            "/sf1/player/balances",
            &[("players", players.as_str())],
        )
        .await;
        let reply = expect(&wire)?;
        let list = reply["balances"].as_array();
        let list = list.ok_or_else(|| malformed("BALANCES"))?;
        let of = |name: &str| list.iter().find(|balance| balance["player"] == name);
        usernames
            .iter()
            .map(|name| match of(name) {
                Some(known) => worth(known, "balance", self.units)
                    .map(Some)
                    .ok_or_else(|| malformed("BALANCES")),
                None => Ok(None),
            })
            .collect()
    }

    async fn play(&self, username: &str, (from, to): Time) -> Result<Play, GameError> {
        let (from, to) = (from.map(moment), to.map(moment));
        let mut fields = vec![("player", username)];
        fields.extend(from.as_deref().map(|from| ("from", from)));
        fields.extend(to.as_deref().map(|to| ("to", to)));
        let reply = self
            .about(self.question, "/sf1/player/play", username, &fields)
            .await?;
        let turnover = worth(&reply, "turnover", self.units);
        let win_loss = worth(&reply, "winLoss", self.units);
        match (turnover, win_loss) {
            (Some(turnover), Some(win_loss)) if turnover >= Decimal::ZERO => {
                Ok(Play { turnover, win_loss })
            }
            _ => Err(malformed("SUMMARY")),
        }
    }

    async fn open_session(
        &self,
        username: &str,
        lang: &str,
        return_url: &str,
    ) -> Result<String, GameError> {
        let fields = [("player", username), ("lang", lang), ("return", return_url)];
        let wire = post(self.line, "/sf1/player/login", &fields).await;
        web_link(&expect(&wire)?["url"]).ok_or_else(|| malformed("SESSION"))
    }

    async fn transfer(&self, order: &Order, asked: CallAttempt) -> Outcome<Moved> {
        let Some(amount) = self.units.parts_of(order.amount) else {
            return not_divisible(asked);
        };
        let fields = [
            ("reference", order.request_id.as_str()),
            ("player", order.username.as_str()),
            ("direction", direction(order.is_into_game)),
            ("amount", &amount.to_string()),
            ("currency", order.amount.currency().code()),
        ];
        let wire = post(self.line, "/sf1/transfer/make", &fields).await;
        if asked != CallAttempt::First && is_refusal(&wire) {
            return self.status(order).await;
        }
        self.judge(asked, order, &wire)
    }

    async fn status(&self, order: &Order) -> Outcome<Moved> {
        let wire = self.ask(&order.request_id).await;
        self.judge(CallAttempt::Status, order, &wire)
    }

    /// Sends it again: from then on the reference is bound to an outcome, whichever it is.
    async fn resolve(&self, order: &Order) -> Outcome<Moved> {
        self.transfer(order, CallAttempt::Again).await
    }

    async fn movements(
        &self,
        from: DateTime<Utc>,
        to: DateTime<Utc>,
    ) -> Result<Vec<Movement>, GameError> {
        let (from, to) = (moment(from), moment(to));
        let mut movements = Vec::new();
        for page in 1..=PAGES_MAX {
            let number = page.to_string();
            let fields = [("from", &*from), ("to", &*to), ("page", &*number)];
            let wire = post(self.line, "/sf1/transfer/list", &fields).await;
            let reply = expect(&wire)?;
            let (Some(list), Some(pages), true) = (
                reply["transfers"].as_array(),
                reply["pages"].as_i64(),
                reply["page"] == page,
            ) else {
                return Err(malformed("LIST"));
            };
            for record in list {
                let movement = read_movement(record, self.units);
                movements.push(movement.ok_or_else(|| malformed("LIST"))?);
            }
            if page >= pages {
                return Ok(movements);
            }
        }
        Err(GameError::Unreachable("NO_LAST_PAGE".to_owned()))
    }

    async fn movement(&self, request_id: &str) -> Result<Option<Movement>, GameError> {
        let wire = self.ask(request_id).await;
        match reply(&wire) {
            Some((Meaning::Done, record)) => {
                // A record with another reference proves nothing about the requested one.
                let movement = read_movement(&record, self.units);
                let movement = movement.filter(|movement| movement.request_id == request_id);
                movement.map(Some).ok_or_else(|| malformed("TRANSFER"))
            }
            Some((Meaning::NotSeen | Meaning::InProgress | Meaning::Refused(_), _)) => Ok(None),
            Some((meaning, _)) => Err(GameError::Unreachable(meaning.seen())),
            None => Err(GameError::Unreachable(wire.seen())),
        }
    }
}

impl Sf1<'_> {
    /// A call about one player, whose reply must name the player.
    async fn about(
        &self,
        line: SignedLine<'_>,
        path: &str,
        username: &str,
        fields: &[(&str, &str)],
    ) -> Result<Value, GameError> {
        let wire = post(line, path, fields).await;
        let reply = expect(&wire)?;
        if reply["player"] == username {
            Ok(reply)
        } else {
            Err(malformed("PLAYER"))
        }
    }

    async fn ask(&self, reference: &str) -> HttpOutcome {
        post(
            self.line,
            "/sf1/transfer/status",
            &[("reference", reference)],
        )
        .await
    }

    fn judge(&self, asked: CallAttempt, order: &Order, wire: &HttpOutcome) -> Outcome<Moved> {
        judge(asked, wire, &order.request_id, |reply| {
            read_moved(order, self.units, reply)
        })
    }
}

fn malformed(what: &str) -> GameError {
    GameError::Unreachable(format!("MALFORMED_{what}"))
}

fn moment(at: DateTime<Utc>) -> String {
    at.to_rfc3339_opts(SecondsFormat::Micros, true)
}

fn direction(is_into_game: bool) -> &'static str {
    if is_into_game { "in" } else { "out" }
}

/// An amount as a bare number of wallet units; its record names the currency that it is in.
fn worth(record: &Value, field: &str, units: Units) -> Option<Decimal> {
    let currency: Currency = record["currency"].as_str()?.parse().ok()?;
    units.parts_worth(record[field].as_i64()?, currency)
}

/// Checks that the provider reports exactly the requested movement.
fn read_moved(order: &Order, units: Units, reply: &Value) -> Reading<Moved> {
    let currency = order.amount.currency();
    let money = |field: &str| {
        let worth = units.parts_worth(reply[field].as_i64()?, currency)?;
        Money::try_new(worth, currency).ok()
    };
    let (Some(provider_tx), true) = (receipt_id(&reply["tx"]), reply["amount"].is_i64()) else {
        return Reading::Malformed;
    };
    for (field, expected, contradiction) in [
        ("player", order.username.as_str(), "OTHER_PLAYER"),
        (
            "direction",
            direction(order.is_into_game),
            "OTHER_DIRECTION",
        ),
        ("currency", currency.code(), "OTHER_CURRENCY"),
    ] {
        if reply[field] != expected {
            return Reading::Contradiction(contradiction.to_owned());
        }
    }
    if money("amount") != Some(order.amount) {
        return Reading::Contradiction("OTHER_AMOUNT".to_owned());
    }
    Reading::Done(Moved {
        provider_tx: provider_tx.to_owned(),
        balance_before: money("before").filter(|balance| !balance.is_negative()),
    })
}

fn read_movement(record: &Value, units: Units) -> Option<Movement> {
    let is_into_game = match record["direction"].as_str()? {
        "in" => true,
        "out" => false,
        _ => return None,
    };
    Some(Movement {
        request_id: record["reference"].as_str()?.to_owned(),
        username: record["player"].as_str().map(str::to_owned),
        is_into_game,
        amount: worth(record, "amount", units)?,
        at: record["at"].as_str()?.parse().ok()?,
    })
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::super::units::Parts;
    use super::*;

    fn units(rate: i64) -> Units {
        Units {
            rate: Decimal::from(rate),
            parts: Parts::MinorUnits,
        }
    }

    fn order(amount: &str, currency: Currency) -> Order {
        Order {
            request_id: "T1".to_owned(),
            username: "pr65f0c1d2".to_owned(),
            is_into_game: true,
            amount: Money::parse(amount, currency).unwrap(),
        }
    }

    fn done(amount: i64, currency: &str) -> Value {
        json!({
            "code": 0, "reference": "T1", "tx": "HH-9", "player": "pr65f0c1d2",
            "direction": "in", "amount": amount, "currency": currency, "before": 750,
            "after": 750 + amount, "at": "2026-11-30T12:00:00.000000Z",
        })
    }

    #[test]
    fn a_success_is_read_in_wallet_units() {
        for (rate, amount, currency, parts, before) in [
            (1, "100.00", Currency::Thb, 10_000, "7.50"),
            (1, "50001", Currency::Lak, 50_001, "750"),
            (1000, "50000", Currency::Lak, 50, "750000"),
        ] {
            let reply = done(parts, currency.code());
            let reading = read_moved(&order(amount, currency), units(rate), &reply);
            let Reading::Done(moved) = reading else {
                panic!("not read: {reading:?}");
            };
            assert_eq!(moved.provider_tx, "HH-9");
            assert_eq!(moved.balance_before.unwrap().digits(), before);
            let movement = read_movement(&reply, units(rate)).unwrap();
            let amount = Money::parse(amount, currency).unwrap();
            assert_eq!(movement.amount, amount.amount());
        }
    }

    #[test]
    fn a_success_about_something_else_contradicts() {
        for (field, value) in [
            ("amount", json!(1_000)),
            ("amount", json!(-10_000)),
            ("currency", json!("LAK")),
            ("currency", Value::Null),
            ("direction", json!("out")),
            ("direction", json!("IN")),
            ("player", json!("pr00000000")),
            ("player", Value::Null),
        ] {
            let mut reply = done(10_000, "THB");
            reply[field] = value;
            let reading = read_moved(&order("100", Currency::Thb), units(1), &reply);
            let is_contradiction = matches!(reading, Reading::Contradiction(_));
            assert!(is_contradiction, "{field}: {reading:?}");
        }
        // The rate was changed since the request.
        let reading = read_moved(&order("100", Currency::Thb), units(3), &done(10_000, "THB"));
        assert_eq!(reading, Reading::Contradiction("OTHER_AMOUNT".to_owned()));
    }

    #[test]
    fn a_success_without_its_id_or_a_whole_amount_is_malformed() {
        for (field, value) in [
            ("tx", Value::Null),
            ("tx", json!("")),
            ("tx", json!("two words")),
            ("amount", Value::Null),
            ("amount", json!("10000")),
            ("amount", json!(10_000.5)),
        ] {
            let mut reply = done(10_000, "THB");
            reply[field] = value;
            let reading = read_moved(&order("100", Currency::Thb), units(1), &reply);
            assert_eq!(reading, Reading::Malformed, "{field}");
        }
    }
}
