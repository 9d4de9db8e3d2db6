//! The answers of payment services, and which of them are accepted.

use super::super::payload::PayloadFault;
use super::*;
use ledger::Currency;
use platform::config::Config;

const BILL: &str = concat!(
    "00020101021230630016A00000067701011201150107536000374010212KB0000000001",
    "0304DEP153037645802TH5406300.0062080704T0016304527A"
);
const LAO: &str = concat!(
    "00020101021238580016A00526628466257701082771041802030020315mch000000000001",
    "5204599953034185405500005802LA5914SANDBOX WALLET6003VTE62170113DEP0000000001",
    "63049990"
);
const PERSON: &str = concat!(
    "00020101021229370016A0000006770101110113006681234567853037645802TH5406300.00",
    "6304"
);

fn psp() -> Psp {
    let config = Config::parse(include_str!("../../../../demo.toml"), &|_| None).unwrap();
    config.psps[0].clone()
}

fn baht(digits: &str) -> Money {
    Money::parse(digits, Currency::Thb).unwrap()
}

fn kip(digits: &str) -> Money {
    Money::parse(digits, Currency::Lak).unwrap()
}

fn reply(status: u16, body: &Value) -> HttpOutcome {
    HttpOutcome::Reply {
        status,
        body: body.to_string().into_bytes(),
    }
}

#[test]
fn a_qr_of_our_order_is_shown() {
    let order = ("KB0000000001", baht("300"));
    assert_eq!(check_payload(BILL, &psp(), order.0, order.1), Ok(()));
    let mut bcel = psp();
    bcel.biller_id = "mch000000000001".to_owned();
    assert_eq!(
        check_payload(LAO, &bcel, "DEP0000000001", kip("50000")),
        Ok(())
    );
}

#[test]
fn a_qr_that_pays_anybody_or_anything_else_is_not_shown() {
    use PayloadFault::{OtherAmount, OtherPayee, OtherReference, Unreadable};
    let mut other = psp();
    other.biller_id = "010753600037402".to_owned();
    let ours = ("KB0000000001", baht("300"));
    assert_eq!(check_payload(BILL, &other, ours.0, ours.1), Err(OtherPayee));
    for (text, order, fault) in [
        (BILL, ("KB0000000002", baht("300")), OtherReference),
        (BILL, ("KB0000000001", baht("300.01")), OtherAmount),
        (BILL, ("KB0000000001", kip("300")), OtherPayee),
        (LAO, ("DEP0000000001", kip("50000")), OtherPayee),
        (&BILL[..BILL.len() - 1], ours, Unreadable),
        ("", ours, Unreadable),
    ] {
        assert_eq!(
            check_payload(text, &psp(), order.0, order.1),
            Err(fault),
            "{text}"
        );
    }
    let crc = crate::emv::tlv::checksum(PERSON.as_bytes());
    let person = format!("{PERSON}{crc:04X}");
    assert_eq!(
        check_payload(&person, &psp(), ours.0, ours.1),
        Err(OtherPayee)
    );
}

#[test]
fn an_order_that_is_not_the_one_asked_for_is_refused() {
    let body = |id: &str, amount: &str, currency: &str, payload: &str| json!({ "orderId": id, "amount": amount, "currency": currency, "qrPayload": payload });
    let right = body("KB0000000001", "300.00", "THB", BILL);
    for status in [200, 201] {
        let made = read_making(&reply(status, &right), &psp(), "KB0000000001", baht("300"));
        assert_eq!(made, Making::Made(BILL.to_owned()));
    }
    for wrong in [
        body("KB0000000002", "300.00", "THB", BILL),
        body("KB0000000001", "300.01", "THB", BILL),
        body("KB0000000001", "300.00", "LAK", BILL),
        body("KB0000000001", "300.00", "THB", "free money"),
    ] {
        let made = read_making(&reply(201, &wrong), &psp(), "KB0000000001", baht("300"));
        assert!(matches!(made, Making::Refused(_)), "{wrong}");
    }
    let conflict = reply(409, &json!({ "code": "ORDER_CONFLICT" }));
    let made = read_making(&conflict, &psp(), "KB0000000001", baht("300"));
    assert_eq!(made, Making::Refused("ORDER_CONFLICT".to_owned()));
    for wire in [
        reply(500, &json!({ "code": "INTERNAL" })),
        reply(201, &json!({})),
        HttpOutcome::Lost("TIME_OUT".to_owned()),
    ] {
        let made = read_making(&wire, &psp(), "KB0000000001", baht("300"));
        assert!(matches!(made, Making::Unknown(_)), "{wire:?}");
    }
}

#[test]
fn only_a_payment_of_the_ordered_amount_is_one() {
    let word = |status: &str, amount: &str, currency: &str| {
        let body = json!({ "orderId": "KB1", "status": status, "providerRef": "R1",
            "amount": amount, "currency": currency });
        read_status(&reply(200, &body), "KB1", baht("300"))
    };
    let paid = Paid {
        provider_ref: "R1".to_owned(),
    };
    assert_eq!(word("PAID", "300.00", "THB"), PspWord::Paid(paid));
    let other = |amount| {
        PspWord::OtherPaid(OtherPaid {
            provider_ref: "R1".to_owned(),
            amount,
        })
    };
    let paid = |digits| other(Some(baht(digits)));
    assert_eq!(word("PAID", "3000.00", "THB"), paid("3000"));
    assert_eq!(word("PAID", "299.99", "THB"), paid("299.99"));
    assert_eq!(word("PAID", "300.00", "LAK"), other(Some(kip("300"))));
    // What no wallet can hold is another payment all the same, of an amount that nobody knows.
    for (amount, currency) in [
        ("300.00", "EUR"),
        ("300.00", "thb"),
        ("300.001", "THB"),
        ("0.00", "THB"),
        ("-300.00", "THB"),
        ("+300.00", "THB"),
        ("3e2", "THB"),
        (" 300.00", "THB"),
        ("", "THB"),
    ] {
        assert_eq!(
            word("PAID", amount, currency),
            other(None),
            "{amount} {currency}"
        );
    }
    for status in ["PENDING", "EXPIRED", "CANCELLED"] {
        assert_eq!(word(status, "300.00", "THB"), PspWord::Unpaid);
    }
    assert!(matches!(
        word("SETTLED", "300.00", "THB"),
        PspWord::Unknown(_)
    ));
    let none = reply(404, &json!({ "code": "ORDER_NOT_FOUND" }));
    assert_eq!(read_status(&none, "KB1", baht("300")), PspWord::NotSeen);
    let elsewhere = reply(404, &json!({ "code": "PROVIDER_NOT_FOUND" }));
    assert!(matches!(
        read_status(&elsewhere, "KB1", baht("300")),
        PspWord::Unknown(_)
    ));
}

const NOTICE: &str = concat!(
    r#"{"event":"PAYMENT_SUCCESS","orderId":"Q00000000000000000001","#,
    r#""providerRef":"KB202611210000001","amount":"500.00","currency":"THB","#,
    r#""paidAt":"2026-11-21T10:15:07+07:00"}"#
);
const SENT_AT: i64 = 1_795_251_600;
const SIGNATURE: &str = "ebd950862fdcd6ed79d15f1e88426e1e8948abebd41d927c9313b82d6cbf1fb3";

#[test]
fn the_paper_has_the_published_example() {
    let paper = include_str!("../../../../../.github/providers/payments.md");
    for part in [NOTICE, SIGNATURE, &SENT_AT.to_string()] {
        assert!(paper.contains(part), "{part}");
    }
}

/// The service of the published example.
fn published() -> Psp {
    let text = include_str!("../../../../demo.toml");
    let config = Config::parse(text, &|name| {
        (name == "PSP_KBANK_SECRET").then(|| "sandbox-psp-secret".to_owned())
    });
    config.unwrap().psps[0].clone()
}

fn at(seconds: i64) -> DateTime<Utc> {
    DateTime::from_timestamp(seconds, 0).unwrap()
}

#[test]
fn the_published_notification_is_taken_within_its_window() {
    let psp = published();
    let stamp = SENT_AT.to_string();
    for now in [SENT_AT, SENT_AT + 300, SENT_AT - 300] {
        let notice =
            read_notice(&psp, stamp.as_str(), SIGNATURE, NOTICE.as_bytes(), at(now)).unwrap();
        assert_eq!(notice.order_ref, "Q00000000000000000001");
        let paid = notice.of(baht("500")).unwrap();
        assert_eq!(paid.provider_ref, "KB202611210000001");
        assert_eq!(notice.of(baht("500.01")), None);
        assert_eq!(notice.of(kip("500")), None);
    }
    for now in [SENT_AT + 301, SENT_AT - 301, 0] {
        let notice = read_notice(&psp, stamp.as_str(), SIGNATURE, NOTICE.as_bytes(), at(now));
        assert_eq!(notice, Err(NoticeError::Unsigned), "{now}");
    }
}

#[test]
fn a_time_at_which_the_order_cannot_have_been_paid_is_not_timely() {
    let (psp, now) = (published(), at(SENT_AT));
    let ordered_at = now - chrono::TimeDelta::minutes(20);
    let is_timely = |paid_at: &str| {
        let mut body: Value = serde_json::from_str(NOTICE).unwrap();
        body["paidAt"] = serde_json::from_str(paid_at).unwrap();
        let (stamp, body) = (SENT_AT.to_string(), body.to_string());
        let mut mac = Hmac::<Sha256>::new_from_slice(b"sandbox-psp-secret").unwrap();
        mac.update(format!("{stamp}.{body}").as_bytes());
        let signature = hex::encode(mac.finalize().into_bytes());
        let notice = read_notice(&psp, &stamp, &signature, body.as_bytes(), now);
        notice.unwrap().is_timely(ordered_at, now)
    };
    let text = |moment: DateTime<Utc>| format!("\"{}\"", moment.to_rfc3339());
    let seconds = chrono::TimeDelta::seconds;
    for moment in [
        ordered_at,
        now,
        ordered_at - seconds(300),
        now + seconds(300),
    ] {
        assert!(is_timely(&text(moment)), "{moment}");
    }
    for moment in [
        ordered_at - seconds(301),
        now + seconds(301),
        now - chrono::TimeDelta::days(1),
    ] {
        assert!(!is_timely(&text(moment)), "{moment}");
    }
    for paid_at in [
        "\"2099-01-01T00:00:00+07:00\"",
        "\"yesterday\"",
        "\"\"",
        "null",
        "1795251600",
        "{}",
    ] {
        assert!(!is_timely(paid_at), "{paid_at}");
    }
}

#[test]
fn a_notification_that_was_touched_is_refused() {
    let psp = published();
    let stamp = SENT_AT.to_string();
    let more = NOTICE.replace("500.00", "900.00");
    let later = (SENT_AT + 1).to_string();
    let spaced = format!("{NOTICE} ");
    for (stamp, signature, body) in [
        (stamp.as_str(), SIGNATURE, more.as_str()),
        (stamp.as_str(), SIGNATURE, spaced.as_str()),
        (later.as_str(), SIGNATURE, NOTICE),
        (stamp.as_str(), &SIGNATURE[2..], NOTICE),
        (stamp.as_str(), "", NOTICE),
        (stamp.as_str(), "zz", NOTICE),
        ("", SIGNATURE, NOTICE),
    ] {
        let notice = read_notice(&psp, stamp, signature, body.as_bytes(), at(SENT_AT));
        assert_eq!(notice, Err(NoticeError::Unsigned), "{stamp} {signature}");
    }
    let notice = read_notice(
        &self::psp(),
        &stamp,
        SIGNATURE,
        NOTICE.as_bytes(),
        at(SENT_AT),
    );
    assert_eq!(notice, Err(NoticeError::Unsigned), "another service's key");
}
