//! GL1, `TrueMoney`'s gift vouchers (`.github/providers/gifts.md`).
//!
//! Refusals come with any HTTP status, so the body's code is read. The hash occurs only in
//! addresses and bodies of calls, never in a result, a row or a log.

use std::time::Duration;

use async_trait::async_trait;
use ledger::Money;
use ledger::wallet::NonDeliveryProof;
use serde_json::{Value, json};

use super::protocol::{
    DUPLICATE, INVALID, OWN_FAULT, Protocol, TOO_LITTLE, VoucherHash, VoucherState,
};
use crate::answer::{CallAttempt, HttpOutcome, Outcome, Refusal};
use crate::line::send;
use platform::config::GiftRules;
use platform::outside::{OutsideClient, Service};

/// The client of a wallet that speaks GL1.
pub(super) struct Gl1<'a> {
    pub(super) http: &'a OutsideClient,
    pub(super) rules: &'a GiftRules,
    pub(super) time_out: Duration,
}

#[async_trait]
impl Protocol for Gl1<'_> {
    async fn is_closed(&self) -> bool {
        let url = self.url("configuration");
        let wire = self.send(self.http.get(url)).await;
        body(&wire).is_some_and(|said| says_maintenance(&said))
    }

    async fn look(&self, hash: &VoucherHash) -> VoucherState {
        sight(&self.verify(hash).await, hash, self.rules)
    }

    async fn redeem(
        &self,
        hash: &VoucherHash,
        expected: Money,
        asked: CallAttempt,
    ) -> Outcome<Money> {
        taken(&self.take(hash).await, asked, expected, &self.rules.mobile)
    }

    async fn resolve(&self, hash: &VoucherHash, expected: Money) -> Outcome<Money> {
        let wire = self.verify(hash).await;
        let Some(said) = body(&wire) else {
            return Outcome::NotSeen;
        };
        let mobile = self.rules.mobile.as_str();
        let trace = trace(&said, mobile);
        match trace {
            Trace::Ours(ticket) => return judge_ticket(&ticket, expected, mobile),
            Trace::Untouched => return Outcome::NotSeen,
            Trace::Unclear if says_maintenance(&said) => return Outcome::Unknown(seen(&wire)),
            Trace::Hidden | Trace::OutOfReach | Trace::Unclear => {}
        }
        // It was redeemed, or can no longer be redeemed. Redeeming again is safe, and its answer
        // says whether the operator's phone has it.
        let again = self.take(hash).await;
        match (taken(&again, CallAttempt::Again, expected, mobile), trace) {
            (Outcome::Unknown(_), Trace::OutOfReach) if is_gone(&again) => {
                Outcome::Refused(Refusal {
                    code: INVALID.to_owned(),
                    grounds: NonDeliveryProof::ForEver,
                })
            }
            // A half-hidden number does not show whose ticket it is.
            (Outcome::Unknown(_), Trace::Hidden) if is_gone(&again) => {
                Outcome::Contradiction("TICKET_OF_HIDDEN_MOBILE".to_owned())
            }
            (outcome, _) => outcome,
        }
    }
}

impl Gl1<'_> {
    async fn verify(&self, hash: &VoucherHash) -> HttpOutcome {
        let url = self.url(&format!("{}/verify", hash.reveal()));
        let query = [("mobile", self.rules.mobile.as_str())];
        self.send(self.http.get(url).query(&query)).await
    }

    async fn take(&self, hash: &VoucherHash) -> HttpOutcome {
        let url = self.url(&format!("{}/redeem", hash.reveal()));
        let request = json!({ "mobile": self.rules.mobile, "voucher_hash": hash.reveal() });
        self.send(self.http.post(url).json(&request)).await
    }

    async fn send(&self, request: reqwest::RequestBuilder) -> HttpOutcome {
        send(self.http, Service::Gift, request, self.time_out).await
    }

    fn url(&self, rest: &str) -> String {
        format!("{}/campaign/vouchers/{rest}", self.rules.base_url.as_str())
    }
}

/// A readable reply: an object with a code. A server error is not one.
fn body(wire: &HttpOutcome) -> Option<Value> {
    let HttpOutcome::Reply { status, body } = wire else {
        return None;
    };
    let said: Value = serde_json::from_slice(body).ok()?;
    let is_word = *status < 500 || code(&said) == "MAINTENANCE";
    (is_word && !code(&said).is_empty()).then_some(said)
}

fn code(said: &Value) -> &str {
    said["status"]["code"].as_str().unwrap_or_default()
}

/// A short description of the reply, safe to store.
fn seen(wire: &HttpOutcome) -> String {
    let Some(said) = body(wire) else {
        return wire.seen();
    };
    let code = code(&said);
    let is_word = code.len() <= 64
        && code
            .bytes()
            .all(|byte| byte.is_ascii_uppercase() || byte.is_ascii_digit() || byte == b'_');
    if is_word {
        code.to_owned()
    } else {
        "OTHER_CODE".to_owned()
    }
}

fn says_maintenance(said: &Value) -> bool {
    let notice = &said["data"]["ma"];
    let is_announced = ["title_th", "title_en", "message_th", "message_en"]
        .iter()
        .any(|name| {
            notice[name]
                .as_str()
                .is_some_and(|text| !text.trim().is_empty())
        });
    code(said) == "MAINTENANCE" || is_announced
}

/// An amount above zero; the wallet writes thousands with commas.
fn amount(value: &Value) -> Option<Money> {
    let text = value.as_str()?.replace(',', "");
    let amount = Money::parse(&text, GiftRules::CURRENCY).ok()?;
    amount.is_positive().then_some(amount)
}

fn sight(wire: &HttpOutcome, hash: &VoucherHash, rules: &GiftRules) -> VoucherState {
    let Some(said) = body(wire) else {
        return VoucherState::Later(seen(wire));
    };
    match code(&said) {
        "SUCCESS" => {}
        "TARGET_USER_REDEEMED" => return VoucherState::Unusable(DUPLICATE),
        "VOUCHER_NOT_FOUND" | "VOUCHER_OUT_OF_STOCK" | "VOUCHER_EXPIRED" | "BAD_PARAM" => {
            return match trace(&said, &rules.mobile) {
                Trace::Ours(_) => VoucherState::Unusable(DUPLICATE),
                _ => VoucherState::Unusable(INVALID),
            };
        }
        "CANNOT_GET_OWN_VOUCHER" => return VoucherState::Unusable(OWN_FAULT),
        _ => return VoucherState::Later(seen(wire)),
    }
    match trace(&said, &rules.mobile) {
        Trace::Untouched if is_spelled(&said, hash) => {}
        Trace::Ours(_) => return VoucherState::Unusable(DUPLICATE),
        Trace::Unclear => return VoucherState::Later("MALFORMED_SUCCESS".to_owned()),
        Trace::Untouched | Trace::OutOfReach | Trace::Hidden => {
            return VoucherState::Unusable(INVALID);
        }
    }
    let voucher = &said["data"]["voucher"];
    let is_whole = voucher["member"].as_u64() == Some(1)
        && voucher["available"]
            .as_u64()
            .is_some_and(|count| count >= 1);
    match (amount(&voucher["amount_baht"]), rules.minimum()) {
        (Some(amount), Ok(minimum)) if is_whole && amount.amount() < minimum.amount() => {
            VoucherState::Unusable(TOO_LITTLE)
        }
        (Some(amount), Ok(_)) if is_whole => VoucherState::Takeable(amount),
        _ => VoucherState::Unusable(INVALID),
    }
}

/// The wallet must use the same spelling of the voucher: the claim uses the gateway's spelling, and
/// one voucher must not have two names.
fn is_spelled(said: &Value, hash: &VoucherHash) -> bool {
    let link = said["data"]["voucher"]["link"].as_str();
    let named = link.and_then(|link| {
        let url = reqwest::Url::parse(link).ok()?;
        let (_, hash) = url.query_pairs().find(|(name, _)| name == "v")?;
        Some(hash.into_owned())
    });
    named.is_none_or(|named| named == hash.reveal())
}

/// Who has redeemed a voucher, as the reply shows it.
#[derive(Debug, PartialEq)]
enum Trace {
    /// No phone, and it can be redeemed.
    Untouched,
    /// The operator's phone, with this ticket.
    Ours(Value),
    /// A phone whose number is half hidden and may be the operator's.
    Hidden,
    /// A different phone, or it can no longer be redeemed.
    OutOfReach,
    /// The reply does not say.
    Unclear,
}

fn trace(said: &Value, mobile: &str) -> Trace {
    let data = &said["data"];
    let own = &data["my_ticket"];
    let listed = data["tickets"].as_array().map_or(&[][..], Vec::as_slice);
    let tickets = || listed.iter().chain((!own.is_null()).then_some(own));
    let alike = |ticket: &Value| likeness(ticket["mobile"].as_str().unwrap_or_default(), mobile);
    if let Some(ticket) = tickets().find(|ticket| alike(ticket) == Alike::Same) {
        return Trace::Ours(ticket.clone());
    }
    if tickets().any(|ticket| alike(ticket) == Alike::Perhaps) {
        return Trace::Hidden;
    }
    match data["voucher"]["status"].as_str() {
        Some("active") if tickets().next().is_none() => Trace::Untouched,
        // It was redeemed, so there must be a ticket that shows whether it is the operator's.
        Some("redeemed") if tickets().next().is_some() => Trace::OutOfReach,
        Some("expired") => Trace::OutOfReach,
        Some("active") if code(said) == "VOUCHER_OUT_OF_STOCK" => Trace::OutOfReach,
        _ => Trace::Unclear,
    }
}

#[derive(Debug, PartialEq, Eq)]
enum Alike {
    Same,
    Perhaps,
    Other,
}

/// Compares a number in the wallet's form, which may hide digits, with the operator's number.
fn likeness(shown: &str, mobile: &str) -> Alike {
    let shown: String = shown
        .chars()
        .filter(|letter| !matches!(letter, '-' | ' ' | '+'))
        .collect();
    if shown.bytes().all(|byte| byte.is_ascii_digit()) {
        let local = match shown.strip_prefix("66") {
            Some(rest) if shown.len() == 11 => format!("0{rest}"),
            _ => shown,
        };
        return if local == mobile {
            Alike::Same
        } else {
            Alike::Other
        };
    }
    let fits = shown.chars().count() == mobile.len()
        && shown
            .chars()
            .zip(mobile.chars())
            .all(|(shown, ours)| !shown.is_ascii_digit() || shown == ours);
    if fits { Alike::Perhaps } else { Alike::Other }
}

/// Whether the other side reports that it can no longer be redeemed.
fn is_gone(wire: &HttpOutcome) -> bool {
    let said = body(wire);
    said.is_some_and(|said| {
        matches!(
            code(&said),
            "VOUCHER_OUT_OF_STOCK" | "VOUCHER_EXPIRED" | "CANNOT_GET_OWN_VOUCHER"
        )
    })
}

fn taken(wire: &HttpOutcome, asked: CallAttempt, expected: Money, mobile: &str) -> Outcome<Money> {
    let Some(said) = body(wire) else {
        return match wire {
            // Nothing was sent, and only this gateway sends again under this name.
            HttpOutcome::NotConnected(what) | HttpOutcome::Lost(what) => {
                Outcome::Unknown(what.clone())
            }
            HttpOutcome::Reply { .. } => Outcome::Unknown(seen(wire)),
        };
    };
    let refused = |code: &str| Refusal {
        code: code.to_owned(),
        grounds: NonDeliveryProof::FirstAnswer,
    };
    let ticket = &said["data"]["my_ticket"];
    match (code(&said), asked) {
        // The operator's phone redeemed it before this gift's first request: another gift's money.
        ("TARGET_USER_REDEEMED", CallAttempt::First) => Outcome::Refused(refused(DUPLICATE)),
        ("SUCCESS" | "TARGET_USER_REDEEMED", _) if ticket.is_object() => {
            judge_ticket(ticket, expected, mobile)
        }
        (
            "VOUCHER_OUT_OF_STOCK" | "VOUCHER_EXPIRED" | "VOUCHER_NOT_FOUND" | "BAD_PARAM",
            CallAttempt::First,
        ) => Outcome::Refused(refused(INVALID)),
        ("CANNOT_GET_OWN_VOUCHER", CallAttempt::First) => Outcome::Refused(refused(OWN_FAULT)),
        (code @ ("TARGET_USER_NOT_FOUND" | "TARGET_USER_STATUS_INACTIVE"), _) => {
            tracing::error!(code, "the operator's mobile wallet takes no gifts");
            Outcome::Unknown(code.to_owned())
        }
        _ => Outcome::Unknown(seen(wire)),
    }
}

/// The ticket of a single-person voucher covers the whole voucher, with the operator's number.
fn judge_ticket(ticket: &Value, expected: Money, mobile: &str) -> Outcome<Money> {
    let shown = ticket["mobile"].as_str().unwrap_or_default();
    if likeness(shown, mobile) == Alike::Other {
        return Outcome::Contradiction("OTHER_MOBILE".to_owned());
    }
    match amount(&ticket["amount_baht"]) {
        Some(amount) if amount.amount() <= expected.amount() => Outcome::Done(amount),
        _ => Outcome::Contradiction("OTHER_AMOUNT".to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use platform::config::Config;

    const HASH: &str = "Sb1x7Kq2mN9pR4tV8w";
    const MOBILE: &str = "0900000001";

    fn rules() -> GiftRules {
        let text = include_str!("../../../demo.toml");
        Config::parse(text, &|_| None).unwrap().gift
    }

    fn baht(text: &str) -> Money {
        Money::parse(text, GiftRules::CURRENCY).unwrap()
    }

    fn reply(status: u16, said: &Value) -> HttpOutcome {
        HttpOutcome::Reply {
            status,
            body: said.to_string().into_bytes(),
        }
    }

    fn ticket(mobile: &str, amount: &str) -> Value {
        json!({ "mobile": mobile, "amount_baht": amount, "full_name": "x" })
    }

    fn voucher(code: &str) -> Value {
        json!({
            "status": { "code": code, "message": "x" },
            "data": {
                "voucher": { "voucher_id": "1", "amount_baht": "1,100.00", "member": 1,
                    "status": "active", "available": 1, "redeemed": 0, "type": "F",
                    "link": format!("https://gift.truemoney.com/campaign/?v={HASH}") },
                "my_ticket": null, "tickets": [],
            },
        })
    }

    fn seen_as(change: impl FnOnce(&mut Value)) -> VoucherState {
        let mut said = voucher("SUCCESS");
        change(&mut said);
        let hash = VoucherHash::parse(HASH).unwrap();
        sight(&reply(200, &said), &hash, &rules())
    }

    #[test]
    fn a_whole_active_voucher_can_be_taken() {
        assert_eq!(seen_as(|_| {}), VoucherState::Takeable(baht("1100")));
        let least = |said: &mut Value| said["data"]["voucher"]["amount_baht"] = json!("2.00");
        assert_eq!(seen_as(least), VoucherState::Takeable(baht("2")));
    }

    #[test]
    fn a_voucher_that_is_shared_used_up_too_small_or_misspelled_is_left_alone() {
        for (name, value) in [
            ("member", json!(2)),
            ("member", json!(null)),
            ("available", json!(0)),
            ("status", json!("expired")),
            ("amount_baht", json!("-5.00")),
            ("amount_baht", json!("0.00")),
            ("amount_baht", json!(100)),
            (
                "link",
                json!("https://gift.truemoney.com/campaign/?v=SB1X7KQ2MN9PR4TV8W"),
            ),
        ] {
            let sight = seen_as(|said| said["data"]["voucher"][name] = value.clone());
            assert_eq!(sight, VoucherState::Unusable(INVALID), "{name} {value}");
        }
        let little = |said: &mut Value| said["data"]["voucher"]["amount_baht"] = json!("1.99");
        assert_eq!(seen_as(little), VoucherState::Unusable(TOO_LITTLE));
        let ours = |said: &mut Value| said["data"]["tickets"] = json!([ticket(MOBILE, "5.00")]);
        assert_eq!(seen_as(ours), VoucherState::Unusable(DUPLICATE));
    }

    #[test]
    fn every_code_of_a_look_has_its_meaning() {
        for (code, expected) in [
            ("VOUCHER_NOT_FOUND", VoucherState::Unusable(INVALID)),
            ("VOUCHER_OUT_OF_STOCK", VoucherState::Unusable(INVALID)),
            ("VOUCHER_EXPIRED", VoucherState::Unusable(INVALID)),
            ("BAD_PARAM", VoucherState::Unusable(INVALID)),
            ("TARGET_USER_REDEEMED", VoucherState::Unusable(DUPLICATE)),
            ("CANNOT_GET_OWN_VOUCHER", VoucherState::Unusable(OWN_FAULT)),
            ("MAINTENANCE", VoucherState::Later("MAINTENANCE".to_owned())),
            (
                "INTERNAL_ERROR",
                VoucherState::Later("INTERNAL_ERROR".to_owned()),
            ),
            ("<b>", VoucherState::Later("OTHER_CODE".to_owned())),
        ] {
            let hash = VoucherHash::parse(HASH).unwrap();
            for status in [200, 400, 404] {
                let said = json!({ "status": { "code": code }, "data": null });
                let sight = sight(&reply(status, &said), &hash, &rules());
                assert_eq!(sight, expected, "{code} {status}");
            }
            let lost = reply(500, &json!({ "status": { "code": "VOUCHER_NOT_FOUND" } }));
            assert!(matches!(
                sight(&lost, &hash, &rules()),
                VoucherState::Later(_)
            ));
        }
    }

    fn taken_as(asked: CallAttempt, said: &Value) -> Outcome<Money> {
        taken(&reply(200, said), asked, baht("1100"), MOBILE)
    }

    #[test]
    fn the_ticket_of_our_phone_is_credited_with_its_own_amount() {
        for (mobile, amount, credited) in [
            (MOBILE, "1,100.00", "1100.00"),
            ("090-000-0001", "1100.00", "1100.00"),
            ("66900000001", "900.50", "900.50"),
            ("090-xxx-0001", "1100.00", "1100.00"),
        ] {
            let mut said = voucher("SUCCESS");
            said["data"]["my_ticket"] = ticket(mobile, amount);
            for asked in [CallAttempt::First, CallAttempt::Again] {
                let done = Outcome::Done(baht(credited));
                assert_eq!(taken_as(asked, &said), done, "{mobile}");
            }
        }
    }

    #[test]
    fn a_success_that_looks_wrong_is_no_success() {
        for (mobile, amount) in [
            ("0812345678", "1100.00"),
            ("081-xxx-5678", "1100.00"),
            ("", "1100.00"),
            (MOBILE, "-1100.00"),
            (MOBILE, "0.00"),
            (MOBILE, "1100.01"),
            (MOBILE, "99999999999999999999.00"),
            (MOBILE, "1e3"),
            (MOBILE, ""),
        ] {
            let mut said = voucher("SUCCESS");
            said["data"]["my_ticket"] = ticket(mobile, amount);
            let outcome = taken_as(CallAttempt::First, &said);
            assert!(
                matches!(outcome, Outcome::Contradiction(_)),
                "{mobile} {amount}: {outcome:?}"
            );
        }
        let bare = taken_as(CallAttempt::First, &voucher("SUCCESS"));
        assert!(matches!(bare, Outcome::Unknown(_)));
    }

    #[test]
    fn only_the_first_request_is_refused_by_a_code() {
        for (code, reason) in [
            ("VOUCHER_OUT_OF_STOCK", INVALID),
            ("VOUCHER_EXPIRED", INVALID),
            ("VOUCHER_NOT_FOUND", INVALID),
            ("BAD_PARAM", INVALID),
            ("CANNOT_GET_OWN_VOUCHER", OWN_FAULT),
            ("TARGET_USER_REDEEMED", DUPLICATE),
        ] {
            let said = json!({ "status": { "code": code }, "data": null });
            let refusal = Refusal {
                code: reason.to_owned(),
                grounds: NonDeliveryProof::FirstAnswer,
            };
            assert_eq!(
                taken_as(CallAttempt::First, &said),
                Outcome::Refused(refusal)
            );
            assert!(matches!(
                taken_as(CallAttempt::Again, &said),
                Outcome::Unknown(_)
            ));
        }
        for code in [
            "MAINTENANCE",
            "INTERNAL_ERROR",
            "TARGET_USER_STATUS_INACTIVE",
        ] {
            let said = json!({ "status": { "code": code }, "data": null });
            for asked in [CallAttempt::First, CallAttempt::Again] {
                assert!(matches!(taken_as(asked, &said), Outcome::Unknown(_)));
            }
        }
    }

    #[test]
    fn a_repeat_that_our_phone_has_already_taken_is_our_money() {
        let mut said = voucher("TARGET_USER_REDEEMED");
        said["data"]["my_ticket"] = ticket(MOBILE, "1100.00");
        let done = Outcome::Done(baht("1100"));
        assert_eq!(taken_as(CallAttempt::Again, &said), done);
        assert!(matches!(
            taken_as(CallAttempt::First, &said),
            Outcome::Refused(_)
        ));
    }

    #[test]
    fn a_trace_says_whose_a_voucher_is_only_where_it_shows_it() {
        let traced = |change: &dyn Fn(&mut Value)| {
            let mut said = voucher("SUCCESS");
            change(&mut said);
            trace(&said, MOBILE)
        };
        assert_eq!(traced(&|_| {}), Trace::Untouched);
        let status = |said: &mut Value, word: &str| said["data"]["voucher"]["status"] = json!(word);
        assert_eq!(traced(&|said| status(said, "expired")), Trace::OutOfReach);
        assert_eq!(
            traced(&|said| status(said, "redeemed")),
            Trace::Unclear,
            "taken, but by whom is not shown"
        );
        let theirs = |said: &mut Value| {
            status(said, "redeemed");
            said["data"]["tickets"] = json!([ticket("0812345678", "1100.00")]);
        };
        assert_eq!(traced(&theirs), Trace::OutOfReach);
        let hidden = |said: &mut Value| {
            status(said, "redeemed");
            said["data"]["tickets"] = json!([ticket("09x-xxx-0001", "1100.00")]);
        };
        assert_eq!(traced(&hidden), Trace::Hidden);
        let ours = |said: &mut Value| {
            status(said, "expired");
            said["data"]["tickets"] = json!([ticket(MOBILE, "1100.00")]);
        };
        assert!(matches!(traced(&ours), Trace::Ours(_)));
    }

    #[test]
    fn a_notice_of_maintenance_closes_the_way() {
        let open = json!({ "status": { "code": "SUCCESS" }, "data": { "ma": { "title_th": "" } } });
        assert!(!says_maintenance(&open));
        let noted =
            json!({ "status": { "code": "SUCCESS" }, "data": { "ma": { "title_th": "ปิด" } } });
        assert!(says_maintenance(&noted));
        assert!(says_maintenance(
            &json!({ "status": { "code": "MAINTENANCE" } })
        ));
    }
}
