//! SC1, a part of `SlipOK`'s protocol (`.github/providers/slips.md`).
//!
//! A query does not include duplicates or the receiver (`log` stays off): the ledger's claim and
//! the configured accounts decide.

use std::time::Duration;

use async_trait::async_trait;
use chrono::{DateTime, NaiveDate, NaiveDateTime, NaiveTime, Utc};
use ledger::wallet::INDOCHINA_TIME;
use ledger::wallet::SlipReason;
use ledger::{Currency, Money};
use serde::Deserialize;
use serde_json::{Value, json};

use super::protocol::{CLOSED_MINUTES, Party, Protocol, SlipFacts, Verification};
use crate::answer::HttpOutcome;
use crate::line::send_dated;
use platform::config::SlipChecker;
use platform::extract::Amount;
use platform::outside::{OutsideClient, Service};

/// The client of a service that speaks SC1.
pub(super) struct Sc1<'a> {
    pub(super) http: &'a OutsideClient,
    pub(super) checker: &'a SlipChecker,
    pub(super) time_out: Duration,
}

#[async_trait]
impl Protocol for Sc1<'_> {
    async fn verify(&self, payload: &str) -> Verification {
        let (base_url, branch) = (self.checker.base_url.as_str(), &self.checker.branch);
        let request = self
            .http
            .post(format!("{base_url}/api/line/apikey/{branch}"))
            .header("x-authorization", self.checker.key.reveal())
            .json(&json!({ "data": payload }));
        let sent = send_dated(self.http, Service::SlipChecker, request, self.time_out);
        let (wire, answered_at) = sent.await;
        match judge(&wire) {
            Verification::Confirmed(mut facts) => {
                facts.answered_at = answered_at;
                Verification::Confirmed(facts)
            }
            other => other,
        }
    }
}

/// Maps a reply to its meaning for the slip.
fn judge(wire: &HttpOutcome) -> Verification {
    let Some(body) = wire.json::<Value>(&[200, 400, 401, 403, 404, 422]) else {
        return Verification::Unreachable(wire.seen());
    };
    if matches!(wire, HttpOutcome::Reply { status: 200, .. }) {
        let is_success = body["success"] == true && body["data"]["success"] != false;
        return match read_facts(&body["data"], amount_digits(wire)).filter(|_| is_success) {
            Some(facts) => Verification::Confirmed(Box::new(facts)),
            None => Verification::Unreachable("MALFORMED_SUCCESS".to_owned()),
        };
    }
    let Some(code) = body["code"].as_u64() else {
        return Verification::Unreachable(wire.seen());
    };
    match code {
        1001..=1004 | 1015 => Verification::OurFault(code.to_string()),
        1009 => Verification::Later(Some(CLOSED_MINUTES)),
        1010 => Verification::Later(delay_minutes(&body["data"])),
        1011 => Verification::Refused(SlipReason::UnstableRefnoOnSlip),
        // The service also marks a slip as repeated if the answer to an earlier question was
        // lost.
        1012 => match read_facts(&body["data"], amount_digits(wire)) {
            Some(facts) => Verification::Confirmed(Box::new(facts)),
            None => Verification::Later(None),
        },
        // The gateway read the QR itself and asked about nothing else, so codes about pictures,
        // QRs, amounts and receivers say nothing about the payment.
        _ => Verification::ServiceFault(code.to_string()),
    }
}

fn delay_minutes(data: &Value) -> Option<u32> {
    let delay = &data["delay"];
    let minutes = delay.as_u64().or_else(|| delay.as_str()?.parse().ok())?;
    u32::try_from(minutes)
        .ok()
        .filter(|minutes| (1..=24 * 60).contains(minutes))
}

/// The digits of a payment's amount as received: a number that passes through [`Value`] is rounded
/// to a binary fraction, and a different amount could become this one.
fn amount_digits(wire: &HttpOutcome) -> Option<String> {
    #[derive(Deserialize)]
    struct Reply {
        data: Payment,
    }
    #[derive(Deserialize)]
    struct Payment {
        amount: Amount,
    }
    let HttpOutcome::Reply { body, .. } = wire else {
        return None;
    };
    let reply: Reply = serde_json::from_slice(body).ok()?;
    Some(reply.data.amount.into_text())
}

fn read_facts(data: &Value, amount: Option<String>) -> Option<SlipFacts> {
    let text = |name: &str| {
        data[name]
            .as_str()
            .filter(|text| !text.is_empty())
            .map(str::to_owned)
    };
    let amount = amount?;
    let currency = match data["paidLocalCurrency"].as_str() {
        None | Some("") => Some(Currency::Thb),
        Some(text) => Currency::ALL
            .into_iter()
            .filter(|currency| currency.is_money())
            .find(|currency| [currency.code(), currency.number()].contains(&text)),
    };
    // An amount that no currency can represent is an unreadable reply, not a slip of zero.
    Money::parse(&amount, currency.unwrap_or(Currency::Thb))
        .ok()
        .filter(|amount| amount.is_positive())?;
    Some(SlipFacts {
        trans_ref: text("transRef")?,
        sending_bank: text("sendingBank")?,
        receiving_bank: text("receivingBank"),
        transferred_at: read_time(data)?,
        sender: read_party(&data["sender"]),
        receiver: read_party(&data["receiver"]),
        amount,
        currency,
        answered_at: None,
    })
}

/// The timestamp or, if it is missing, the date and time of day in Thailand.
fn read_time(data: &Value) -> Option<DateTime<Utc>> {
    if let Some(text) = data["transTimestamp"].as_str()
        && let Ok(time) = DateTime::parse_from_rfc3339(text)
    {
        return Some(time.with_timezone(&Utc));
    }
    let day = NaiveDate::parse_from_str(data["transDate"].as_str()?, "%Y%m%d").ok()?;
    let time = NaiveTime::parse_from_str(data["transTime"].as_str()?, "%H:%M:%S").ok()?;
    let local = NaiveDateTime::new(day, time).and_local_timezone(INDOCHINA_TIME);
    Some(local.single()?.with_timezone(&Utc))
}

fn read_party(value: &Value) -> Party {
    let text = |value: &Value| {
        value
            .as_str()
            .map(str::trim)
            .filter(|text| !text.is_empty())
            .map(str::to_owned)
    };
    let phone = (value["proxy"]["type"] == "MSISDN")
        .then(|| text(&value["proxy"]["value"]))
        .flatten();
    Party {
        names: [&value["displayName"], &value["name"]]
            .into_iter()
            .filter_map(text)
            .collect(),
        account: text(&value["account"]["value"]),
        phone,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn data() -> Value {
        json!({
            "success": true, "transRef": "015073144041ATF00999", "sendingBank": "004",
            "receivingBank": "014", "transDate": "20261121", "transTime": "10:15:07",
            "transTimestamp": "2026-11-21T03:15:07.000Z", "amount": 500.5,
            "paidLocalAmount": 500.5, "paidLocalCurrency": "764",
            "sender": { "displayName": "นาย สมชาย ใ", "name": "MR. SOMCHAI J",
                "proxy": { "type": null, "value": null },
                "account": { "type": "BANKAC", "value": "xxx-x-x0209-x" } },
            "receiver": { "displayName": "บจก. เดโม", "name": "",
                "proxy": { "type": "MSISDN", "value": "xxx-xxx-5678" },
                "account": { "type": "BANKAC", "value": "xxx-x-x4567-x" } },
        })
    }

    fn judged(status: u16, body: &Value) -> Verification {
        judge(&HttpOutcome::Reply {
            status,
            body: body.to_string().into_bytes(),
        })
    }

    fn refused(code: u64) -> Verification {
        judged(400, &json!({ "code": code, "message": "x" }))
    }

    #[test]
    fn a_confirmed_slip_is_read_with_all_its_facts() {
        let body = json!({ "success": true, "data": data() });
        let Verification::Confirmed(facts) = judged(200, &body) else {
            panic!("not confirmed");
        };
        assert_eq!(facts.money().unwrap().digits(), "500.50");
        assert_eq!(
            facts.transferred_at.to_rfc3339(),
            "2026-11-21T03:15:07+00:00"
        );
        assert_eq!(facts.sender.names, ["นาย สมชาย ใ", "MR. SOMCHAI J"]);
        assert_eq!(facts.sender.account.as_deref(), Some("xxx-x-x0209-x"));
        assert_eq!(facts.sender.phone, None);
        assert_eq!(facts.receiver.phone.as_deref(), Some("xxx-xxx-5678"));
    }

    #[test]
    fn date_and_time_of_day_are_thai_when_there_is_no_timestamp() {
        let mut data = data();
        data["transTimestamp"] = Value::Null;
        let body = json!({ "success": true, "data": data });
        let Verification::Confirmed(facts) = judged(200, &body) else {
            panic!("not confirmed");
        };
        assert_eq!(
            facts.transferred_at.to_rfc3339(),
            "2026-11-21T03:15:07+00:00"
        );
    }

    #[test]
    fn every_code_of_the_service_has_its_meaning() {
        let unknown = Verification::Refused(SlipReason::UnstableRefnoOnSlip);
        assert_eq!(refused(1011), unknown);
        for code in [1000, 1005, 1006, 1007, 1008, 1013, 1014, 1016, 1999] {
            assert_eq!(refused(code), Verification::ServiceFault(code.to_string()));
        }
        for code in [1001, 1002, 1003, 1004, 1015] {
            assert_eq!(refused(code), Verification::OurFault(code.to_string()));
        }
        assert_eq!(refused(1009), Verification::Later(Some(15)));
        assert_eq!(refused(1010), Verification::Later(None));
        let delayed = json!({ "code": 1010, "data": { "bankCode": "004", "delay": 5 } });
        assert_eq!(judged(400, &delayed), Verification::Later(Some(5)));
        let key = json!({ "code": 1002, "message": "bad key" });
        assert_eq!(judged(401, &key), Verification::OurFault("1002".to_owned()));
    }

    #[test]
    fn a_repeated_slip_is_taken_by_its_facts_because_our_claim_decides() {
        let body = json!({ "code": 1012, "message": "repeated", "data": data() });
        assert!(matches!(judged(400, &body), Verification::Confirmed(_)));
        assert_eq!(refused(1012), Verification::Later(None));
    }

    #[test]
    fn an_amount_is_read_by_its_digits_and_never_rounded() {
        let mut marked = data();
        marked["amount"] = json!("AMOUNT");
        let body = json!({ "success": true, "data": marked }).to_string();
        for (number, digits) in [
            ("500.50", Some("500.50")),
            ("500.5", Some("500.50")),
            ("500.50000000000000001", None),
            ("0.99999999999999999999", None),
            ("5.005e2", None),
        ] {
            let body = body.replace("\"AMOUNT\"", number).into_bytes();
            let judged = judge(&HttpOutcome::Reply { status: 200, body });
            let amount = match judged {
                Verification::Confirmed(facts) => facts.money().map(Money::digits),
                _ => None,
            };
            assert_eq!(amount.as_deref(), digits, "{number}");
        }
    }

    #[test]
    fn what_cannot_be_read_is_asked_again_and_never_credited() {
        let mut without_amount = data();
        without_amount["amount"] = Value::Null;
        let mut negative = data();
        negative["amount"] = Value::from(-5);
        let mut huge = data();
        huge["amount"] = serde_json::from_str("1e30").unwrap();
        for data in [without_amount, negative, huge, Value::Null, json!({})] {
            let body = json!({ "success": true, "data": data });
            assert!(matches!(judged(200, &body), Verification::Unreachable(_)));
        }
        for wire in [
            HttpOutcome::Lost("TIME_OUT".to_owned()),
            HttpOutcome::NotConnected("NOT_CONNECTED".to_owned()),
            HttpOutcome::Reply {
                status: 500,
                body: b"{\"code\":1011}".to_vec(),
            },
            HttpOutcome::Reply {
                status: 200,
                body: b"{\"success\":tr".to_vec(),
            },
        ] {
            assert!(
                matches!(judge(&wire), Verification::Unreachable(_)),
                "{wire:?}"
            );
        }
    }
}
