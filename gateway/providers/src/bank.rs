//! The bank that pays out withdrawals: it recognises a request by its payout id permanently.

use ledger::{Currency, Money};
use reqwest::Method;
use serde_json::{Value, json};

use super::answer::{CallAttempt, HttpOutcome, Outcome, Reading, judge};
use super::line::SignedLine;
use platform::core::Core;
use platform::outside::Service;

/// A payout request to the bank.
#[derive(Clone, PartialEq, Eq)]
pub struct Payout {
    /// The withdrawal's own id, so that a repeat is the same request.
    pub id: String,
    /// The product's code of the player's bank.
    pub bank_code: String,
    /// The registered account number.
    pub account_no: String,
    /// The account's holder, in capitals.
    pub account_name: String,
    /// The amount that the bank is to pay.
    pub amount: Money,
}

/// A payout that the bank made.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PaidOut {
    /// The bank's reference of it: 1 to 128 visible ASCII characters.
    pub provider_ref: String,
}

/// The client of the bank.
#[derive(Clone, Copy)]
pub struct PayoutLine<'a> {
    line: SignedLine<'a>,
}

impl<'a> PayoutLine<'a> {
    /// A client of the configured bank.
    pub fn new(state: &'a Core) -> Self {
        let bank = &state.config.payout_bank;
        Self {
            line: SignedLine {
                http: &state.http,
                service: Service::Bank,
                clock: &state.clock,
                base_url: bank.base_url.as_str(),
                agent: &bank.agent,
                secret: bank.secret.reveal(),
                time_out: state.config.waits.outside(),
            },
        }
    }

    /// Requests a payout. `asked` says whether an earlier request may be under way.
    pub async fn pay(&self, payout: &Payout, asked: CallAttempt) -> Outcome<PaidOut> {
        let body = json!({
            "payoutId": payout.id,
            "bankCode": payout.bank_code,
            "accountNo": payout.account_no,
            "accountName": payout.account_name,
            "amount": wire_amount(payout.amount),
            "currency": payout.amount.currency().code(),
        });
        let wire = self
            .line
            .call(Method::POST, "/v1/payouts", Some(&body))
            .await;
        judged(asked, payout, &wire)
    }

    /// Queries a payout's status.
    pub async fn status(&self, payout: &Payout) -> Outcome<PaidOut> {
        let path = format!("/v1/payouts/{}", payout.id);
        let wire = self.line.call(Method::GET, &path, None).await;
        judged(CallAttempt::Status, payout, &wire)
    }

    /// Makes the bank refuse a payout permanently, unless it was made.
    pub async fn cancel(&self, payout: &Payout) -> Outcome<PaidOut> {
        let path = format!("/v1/payouts/{}/cancel", payout.id);
        let wire = self.line.call(Method::POST, &path, None).await;
        judged(CallAttempt::Cancel, payout, &wire)
    }
}

fn judged(asked: CallAttempt, payout: &Payout, wire: &HttpOutcome) -> Outcome<PaidOut> {
    let id = ("payoutId", payout.id.as_str());
    judge(asked, wire, id, |reply| read_paid(payout, reply))
}

/// Amounts in this protocol have two decimals in every currency.
fn wire_amount(amount: Money) -> String {
    let mut decimals = amount.amount();
    decimals.rescale(2);
    decimals.to_string()
}

fn read_paid(payout: &Payout, reply: &Value) -> Reading<PaidOut> {
    let currency = payout.amount.currency();
    let provider_ref = reply["providerRef"].as_str().filter(|id| {
        (1..=128).contains(&id.len()) && id.bytes().all(|byte| byte.is_ascii_graphic())
    });
    let (Some(provider_ref), Some(amount)) = (provider_ref, reply["amount"].as_str()) else {
        return Reading::Malformed;
    };
    if !reply["currency"].is_null() && reply["currency"] != currency.code() {
        return Reading::Contradiction("OTHER_CURRENCY".to_owned());
    }
    // Every currency has two plain decimals here, so values are compared and not spellings.
    let paid = Money::parse(amount, Currency::Thb).map(Money::amount);
    if paid != Ok(payout.amount.amount()) {
        return Reading::Contradiction("OTHER_AMOUNT".to_owned());
    }
    Reading::Done(PaidOut {
        provider_ref: provider_ref.to_owned(),
    })
}

#[cfg(test)]
mod tests {
    use super::super::signing::{Signable, sign};
    use super::*;

    fn payout(amount: &str, currency: Currency) -> Payout {
        Payout {
            id: "W1".to_owned(),
            bank_code: "SCB".to_owned(),
            account_no: "1230102093".to_owned(),
            account_name: "SOMCHAI JAIDEE".to_owned(),
            amount: Money::parse(amount, currency).unwrap(),
        }
    }

    #[test]
    fn the_worked_examples_of_the_paper_have_their_signatures() {
        let paper = include_str!("../../../.github/providers/bank.md");
        let body = paper.lines().find(|line| line.starts_with("{\"payoutId\""));
        let list = paper
            .lines()
            .find(|line| line.starts_with("GET /v1/receipts?"));
        let query = list.unwrap().split_once('?').unwrap().1;
        for (method, path, raw_query, body) in [
            ("POST", "/v1/payouts", "", body.unwrap()),
            ("GET", "/v1/receipts", query, ""),
        ] {
            let call = Signable {
                method,
                path,
                raw_query,
                timestamp: 1_795_251_600,
                nonce: "a1b2c3d4e5f60718",
                body: body.as_bytes(),
            };
            let signature = sign("sandbox-secret-bank", &call);
            assert!(
                paper.contains(&format!("`{signature}`")),
                "{method}: {signature}"
            );
        }
    }

    #[test]
    fn a_payout_of_the_asked_amount_is_paid_in_either_currency() {
        for (amount, currency) in [("100.50", Currency::Thb), ("50000", Currency::Lak)] {
            let payout = payout(amount, currency);
            let reply = json!({
                "payoutId": "W1", "providerRef": "BK1", "amount": wire_amount(payout.amount),
            });
            let paid = PaidOut {
                provider_ref: "BK1".to_owned(),
            };
            assert_eq!(read_paid(&payout, &reply), Reading::Done(paid));
        }
    }

    #[test]
    fn a_payout_of_another_amount_or_currency_contradicts() {
        let payout = payout("100", Currency::Thb);
        for (amount, currency) in [("100.01", "THB"), ("0.00", "THB"), ("100.00", "LAK")] {
            let reply = json!({
                "payoutId": "W1", "providerRef": "BK1", "amount": amount, "currency": currency,
            });
            let reading = read_paid(&payout, &reply);
            assert!(
                matches!(reading, Reading::Contradiction(_)),
                "{amount} {currency}"
            );
        }
        let bare = json!({ "payoutId": "W1", "amount": "100.00" });
        assert_eq!(read_paid(&payout, &bare), Reading::Malformed);
    }
}
