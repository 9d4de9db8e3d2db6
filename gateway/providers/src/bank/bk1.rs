//! BK1, a bank's payouts and receipts (`.github/providers/bank.md`): it recognises a request by its
//! payout id permanently.

use async_trait::async_trait;
use ledger::{Currency, Money};
use reqwest::Method;
use serde_json::{Value, json};

use super::protocol::{MadePayout, PaidOut, PaidTo, Payout, Protocol, Receipt};
use crate::answer::{CallAttempt, HttpOutcome, Outcome, Period, Reading, Unread, judge};
use crate::line::SignedLine;
use crate::records::{self, amount, currency, moment, text, wire_amount};

const PAYOUTS: &str = "/v1/payouts";

/// The client of a bank that speaks BK1.
pub(super) struct Bk1<'a> {
    pub(super) line: SignedLine<'a>,
}

#[async_trait]
impl Protocol for Bk1<'_> {
    async fn pay(&self, payout: &Payout, asked: CallAttempt) -> Outcome<PaidOut> {
        let body = json!({
            "payoutId": payout.id,
            "bankCode": payout.bank_code,
            "accountNo": payout.account_no,
            "accountName": payout.account_name,
            "amount": wire_amount(payout.amount),
            "currency": payout.amount.currency().code(),
        });
        let wire = self.line.call(Method::POST, PAYOUTS, Some(&body)).await;
        judged(asked, payout, &wire)
    }

    async fn status(&self, payout: &Payout) -> Outcome<PaidOut> {
        let path = format!("{PAYOUTS}/{}", payout.id);
        let wire = self.line.call(Method::GET, &path, None).await;
        judged(CallAttempt::Status, payout, &wire)
    }

    async fn resolve(&self, payout: &Payout) -> Outcome<PaidOut> {
        let path = format!("{PAYOUTS}/{}/cancel", payout.id);
        let wire = self.line.call(Method::POST, &path, None).await;
        judged(CallAttempt::Cancel, payout, &wire)
    }

    async fn payouts(&self, period: Period) -> Result<Vec<MadePayout>, Unread> {
        let records = records::fetch(self.line, (PAYOUTS, "payouts"), "", period).await?;
        let made = records.iter().map(read_made);
        made.filter_map(Result::transpose).collect()
    }

    async fn payout(&self, id: &str) -> Result<Option<MadePayout>, Unread> {
        records::one(self.line, (PAYOUTS, id), read_made, |made| &made.id).await
    }

    async fn receipts(
        &self,
        account_no: &str,
        period: Period,
    ) -> Result<Vec<Result<Receipt, Unread>>, Unread> {
        let filter = format!("&account={account_no}");
        let list = ("/v1/receipts", "receipts");
        let records = records::fetch(self.line, list, &filter, period).await?;
        Ok(records.iter().map(read_receipt).collect())
    }
}

fn read_made(record: &Value) -> Result<Option<MadePayout>, Unread> {
    if record["status"] != "SUCCESS" {
        return Ok(None);
    }
    let optional = |field: &str| record[field].as_str().map(str::to_owned);
    let paid_to = optional("bankCode").zip(optional("accountNo"));
    Ok(Some(MadePayout {
        id: text(record, "payoutId")?.to_owned(),
        amount: amount(record, "amount")?,
        currency: currency(record),
        at: moment(record, "paidAt")?,
        paid_to: paid_to.map(|(bank_code, account_no)| PaidTo {
            bank_code,
            account_no,
        }),
    }))
}

fn read_receipt(record: &Value) -> Result<Receipt, Unread> {
    let optional = |field: &str| record[field].as_str().map(str::to_owned);
    Ok(Receipt {
        reference: text(record, "transRef")?.to_owned(),
        amount: amount(record, "amount")?,
        currency: currency(record),
        at: moment(record, "transferredAt")?,
        sending_bank: text(record, "sendingBank")?.to_owned(),
        sender_name: optional("fromName"),
        sender_account: optional("fromAccountNo"),
    })
}

fn judged(asked: CallAttempt, payout: &Payout, wire: &HttpOutcome) -> Outcome<PaidOut> {
    let id = ("payoutId", payout.id.as_str());
    judge(asked, wire, id, |reply| read_paid(payout, reply))
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
    use super::*;
    use crate::signing::{Signable, sign};

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
        let paper = include_str!("../../../../.github/providers/bank.md");
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

    #[test]
    fn a_record_is_read_only_with_all_that_the_comparison_needs() {
        let paid = json!({
            "payoutId": "W1", "status": "SUCCESS", "amount": "100.50", "currency": "THB",
            "paidAt": "2026-11-21T03:15:07Z", "bankCode": "SCB", "accountNo": "1230102093",
        });
        let read = read_made(&paid).unwrap().unwrap();
        assert_eq!(
            (read.id.as_str(), read.currency),
            ("W1", Some(Currency::Thb))
        );
        assert_eq!(read.paid_to.unwrap().account_no, "1230102093");
        for field in ["payoutId", "amount", "paidAt"] {
            let mut without = paid.clone();
            without[field] = Value::Null;
            assert!(read_made(&without).is_err(), "{field}");
        }
        let mut failed = paid;
        failed["status"] = "FAILED".into();
        assert_eq!(read_made(&failed), Ok(None));
    }

    #[test]
    fn a_receipt_is_read_without_its_sender() {
        let receipt = json!({
            "transRef": "A1", "sendingBank": "014", "amount": "300.00", "currency": "LAK",
            "transferredAt": "2026-11-21T03:15:07Z",
        });
        let read = read_receipt(&receipt).unwrap();
        assert_eq!(
            (read.currency, read.sender_name),
            (Some(Currency::Lak), None)
        );
        for field in ["transRef", "sendingBank", "amount", "transferredAt"] {
            let mut without = receipt.clone();
            without[field] = Value::Null;
            assert!(read_receipt(&without).is_err(), "{field}");
        }
    }
}
