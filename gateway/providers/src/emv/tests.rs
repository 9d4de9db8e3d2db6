//! Published payment QRs, and any other text.

use ledger::{Currency, Money};
use proptest::prelude::*;

use super::compose::{object, sealed, write};
use super::payment::{NotAPayment, Payee, PaymentQr, read};
use super::tlv::{checksum, objects, split_checksum};

const MOBILE: &str = "00020101021129370016A0000006770101110113006681234567853037645802TH6304823E";
const MOBILE_500: &str = concat!(
    "00020101021229370016A0000006770101110113006681234567853037645802TH5406500.00",
    "6304BC16"
);
const CITIZEN: &str = concat!(
    "00020101021229370016A0000006770101110213110170023070853037645802TH54071250.75",
    "6304CA91"
);
const E_WALLET: &str = concat!(
    "00020101021229390016A000000677010111031500499900000000153037645802TH5406100.00",
    "63045B30"
);
const TRUEMONEY: &str = concat!(
    "00020101021229390016A000000677010111031514000081234567853037645802TH5406100.00",
    "6304E53A"
);
const BILL: &str = concat!(
    "00020101021230630016A00000067701011201150107536000374010212KB0000000001",
    "0304DEP153037645802TH5406300.0062080704T0016304527A"
);
const MOBILE_OTHER_ORDER: &str = concat!(
    "00020101021229370016A000000677010111011300668123456785802TH53037645406500.00",
    "630416BF"
);
const BILL_PUBLISHED: &str = concat!(
    "00020101021230650016A00000067701011201150994000165501000212123456789012",
    "030667042953037645802TH54073649.2263044534"
);
const LAO_STATIC: &str = concat!(
    "00020101021138580016A00526628466257701082771041802030020315mch000000000001",
    "5204599953034185802LA5914SANDBOX WALLET6003VTE6304BB78"
);
const LAO_DYNAMIC: &str = concat!(
    "00020101021238580016A00526628466257701082771041802030020315mch000000000001",
    "5204599953034185405500005802LA5914SANDBOX WALLET6003VTE62170113DEP0000000001",
    "63049990"
);
const LAO_PERSON: &str = concat!(
    "00020101021138670016A00526628466257701082771041802030010324abcdefghijklmnopqrstuvwx",
    "53034185802LA6304E6A4"
);
const ONE_PAY: &str = concat!(
    "00020101021133370004BCEL0106ONEPAY0215mch0000000000015204599953034185405500005802LA",
    "6003VTE62380107INV00010506TX00010702T10807deposit6304D77C"
);

fn baht(digits: &str) -> Money {
    Money::parse(digits, Currency::Thb).unwrap()
}

fn kip(digits: &str) -> Money {
    Money::parse(digits, Currency::Lak).unwrap()
}

fn prompt_pay(kind: &str, number: &str) -> Payee {
    Payee::PromptPay {
        kind: kind.to_owned(),
        number: number.to_owned(),
    }
}

fn lap_net(kind: &str, receiver: &str, bill: Option<&str>) -> Payee {
    Payee::LapNet {
        iin: "27710418".to_owned(),
        kind: kind.to_owned(),
        receiver: receiver.to_owned(),
        bill: bill.map(str::to_owned),
    }
}

fn bill(biller_id: &str, reference: &str, reference2: Option<&str>) -> Payee {
    Payee::Bill {
        biller_id: biller_id.to_owned(),
        reference: reference.to_owned(),
        reference2: reference2.map(str::to_owned),
    }
}

#[test]
fn every_published_payment_qr_is_read() {
    let phone = || prompt_pay("01", "0066812345678");
    let mch = "mch000000000001";
    for (text, payee, amount, is_single_use) in [
        (MOBILE, phone(), None, false),
        (MOBILE_500, phone(), Some(baht("500")), true),
        (
            CITIZEN,
            prompt_pay("02", "1101700230708"),
            Some(baht("1250.75")),
            true,
        ),
        (
            E_WALLET,
            prompt_pay("03", "004999000000001"),
            Some(baht("100")),
            true,
        ),
        (
            TRUEMONEY,
            prompt_pay("03", "140000812345678"),
            Some(baht("100")),
            true,
        ),
        (
            BILL,
            bill("010753600037401", "KB0000000001", Some("DEP1")),
            Some(baht("300")),
            true,
        ),
        (MOBILE_OTHER_ORDER, phone(), Some(baht("500")), true),
        (
            BILL_PUBLISHED,
            bill("099400016550100", "123456789012", Some("670429")),
            Some(baht("3649.22")),
            true,
        ),
        (LAO_STATIC, lap_net("002", mch, None), None, false),
        (
            LAO_DYNAMIC,
            lap_net("002", mch, Some("DEP0000000001")),
            Some(kip("50000")),
            true,
        ),
        (
            LAO_PERSON,
            lap_net("001", "abcdefghijklmnopqrstuvwx", None),
            None,
            false,
        ),
        (
            ONE_PAY,
            Payee::OnePay {
                merchant: mch.to_owned(),
                invoice: Some("INV0001".to_owned()),
            },
            Some(kip("50000")),
            false,
        ),
    ] {
        let qr = read(text).unwrap_or_else(|error| panic!("{text}: {error}"));
        assert_eq!(qr.payee, payee, "{text}");
        assert_eq!((qr.amount, qr.is_single_use), (amount, is_single_use));
    }
}

#[test]
fn kip_are_read_with_and_without_decimals() {
    let body = LAO_DYNAMIC.replace("540550000", "540850000.00");
    let text = sealed(&body[..body.len() - 8]);
    assert_eq!(read(&text).unwrap().amount, Some(kip("50000")));
}

#[test]
fn a_lao_checksum_may_be_lower_case_and_a_thai_one_may_not() {
    let lower = LAO_STATIC.replace("6304BB78", "6304bb78");
    assert_eq!(read(&lower), read(LAO_STATIC));
    let lower = MOBILE.replace("6304823E", "6304823e");
    assert_eq!(read(&lower), Err(NotAPayment::WrongChecksum));
}

#[test]
fn a_checksum_without_its_leading_zeros_is_taken_from_one_pay_only() {
    let short = |text: &str| {
        (0..100_000).find_map(|n| {
            let body = text[..text.len() - 8].replace("58", &format!("99{:02}{n:05}58", 5));
            let text = sealed(&body);
            let (body, digits) = text.split_at(text.len() - 4);
            let digits = digits.strip_prefix('0')?;
            Some(format!("{body}{digits}"))
        })
    };
    let body = |account: &str, rest: &str| object("00", "01") + account + rest;
    let one_pay = "00".to_owned() + "04BCEL0106ONEPAY0202m1";
    let lao = body(&object("33", &one_pay), "53034185802LA");
    assert!(read(&short(&(lao + "63040000")).unwrap()).is_ok());
    let thai = body(
        &object("29", "0016A00000067701011101130066812345678"),
        "53037645802TH",
    );
    let thai = short(&(thai + "63040000")).unwrap();
    assert_eq!(read(&thai), Err(NotAPayment::WrongChecksum));
}

#[test]
fn a_qr_that_two_apps_could_read_differently_is_refused() {
    let account = object("30", "0016A00000067701011201150107536000374010202K1");
    let other = object("29", "0016A00000067701011101130066812345678");
    let rest = "53037645802TH5406300.00";
    let head = object("00", "01");
    let whole = sealed(&format!("{head}{account}{rest}"));
    assert!(read(&whole).is_ok());
    for body in [
        // Two payees, two amounts, two currencies, two references.
        format!("{head}{account}{other}{rest}"),
        format!("{head}{account}{account}{rest}"),
        format!("{head}{account}{rest}54041.00"),
        format!("{head}{account}{rest}5303764"),
        format!(
            "{head}{}{rest}",
            object("30", "0016A00000067701011201150107536000374010202K10202K2")
        ),
        // Further text after a valid checksum.
        format!("{head}{account}{rest}6304ABCD"),
    ] {
        assert!(read(&sealed(&body)).is_err(), "{body}");
    }
}

#[test]
fn another_currency_country_or_amount_is_refused() {
    let account = object("30", "0016A00000067701011201150107536000374010202K1");
    let head = object("00", "01");
    for rest in [
        "53034185802TH5406300.00",
        "53037645802LA5406300.00",
        "5802TH5406300.00",
        "53037645802TH54040.00",
        "53037645802TH5405-1.00",
        "53037645802TH54051.001",
        "53037645802TH54031e3",
        "53037645802TH5400",
    ] {
        let text = sealed(&format!("{head}{account}{rest}"));
        assert_eq!(read(&text), Err(NotAPayment::WrongAmount), "{rest}");
    }
}

#[test]
fn what_is_no_payment_qr_is_refused_without_a_panic() {
    for text in [
        "",
        "000201",
        "00020163",
        "0002016304",
        "00020100990",
        "0041000600000101030040220015073144041ATF009995102TH91048693",
        "https://example.test",
        "จ่าย",
        "000201ก",
    ] {
        assert!(read(text).is_err(), "{text:?}");
    }
    // The proof of a BCEL payment is a slip, and cannot be paid.
    let proof = concat!(
        "00020101021133630004BCEL0108ONEPROOF0203TRF0312ABCDEFGHIJ12",
        "0416001IBFT26325000163043E72"
    );
    assert_eq!(read(proof), Err(NotAPayment::OtherScheme));
}

fn reference() -> impl Strategy<Value = String> {
    "[A-Z0-9]{1,20}"
}

fn thai_payee() -> impl Strategy<Value = Payee> {
    let receiver = prop_oneof![
        ("0[12]", "[0-9]{13}"),
        ("03", "[0-9]{15}"),
        ("04", "[0-9]{4,30}"),
    ];
    let personal = receiver.prop_map(|(kind, number)| Payee::PromptPay { kind, number });
    let bill = ("[0-9]{15}", reference(), proptest::option::of(reference()));
    let bill = bill.prop_map(|(biller_id, reference, reference2)| Payee::Bill {
        biller_id,
        reference,
        reference2,
    });
    prop_oneof![personal, bill]
}

fn lao_payee() -> impl Strategy<Value = Payee> {
    let lap_net = (
        "[0-9]{4}0418",
        "00[12]",
        "[a-zA-Z0-9]{1,30}",
        proptest::option::of(reference()),
    );
    let lap_net = lap_net.prop_map(|(iin, kind, receiver, bill)| Payee::LapNet {
        iin,
        kind,
        receiver,
        bill,
    });
    let one_pay = ("[a-z0-9]{1,25}", proptest::option::of(reference()));
    let one_pay = one_pay.prop_map(|(merchant, invoice)| Payee::OnePay { merchant, invoice });
    prop_oneof![lap_net, one_pay]
}

fn payment_qr() -> impl Strategy<Value = PaymentQr> {
    let thai =
        (thai_payee(), proptest::option::of(1_i64..10_000_000)).prop_map(|(payee, units)| {
            let amount = units.map(|units| format!("{}.{:02}", units / 100, units % 100));
            (payee, Currency::Thb, amount)
        });
    let lao = (lao_payee(), proptest::option::of(1_i64..1_000_000_000))
        .prop_map(|(payee, units)| (payee, Currency::Lak, units.map(|units| units.to_string())));
    (prop_oneof![thai, lao], any::<bool>()).prop_map(
        |((payee, currency, amount), is_single_use)| PaymentQr {
            payee,
            currency,
            amount: amount.map(|digits| Money::parse(&digits, currency).unwrap()),
            is_single_use,
        },
    )
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(512))]

    #[test]
    fn no_text_makes_a_reader_panic(text in ".{0,200}") {
        let _ = read(&text);
        let _ = objects(&text);
        let _ = split_checksum(&text, "63");
    }

    #[test]
    fn no_text_of_tags_and_lengths_makes_a_reader_panic(
        text in "000201([0-9]{2}(0[0-9]|[0-9]{2})[0-9A-Zก]{0,12}){0,12}(6304|9104)?[0-9A-Fa-f]{0,5}"
    ) {
        let _ = read(&text);
        let _ = objects(&text);
    }

    #[test]
    fn what_is_written_is_read_again(qr in payment_qr()) {
        let text = write(&qr);
        prop_assert_eq!(read(&text), Ok(qr), "{}", text);
    }

    #[test]
    fn objects_are_read_as_they_were_written(
        all in proptest::collection::vec(("[0-9]{2}", "[ -~]{0,99}"), 0..8)
    ) {
        let text: String = all.iter().map(|(tag, value)| object(tag, value)).collect();
        let found = objects(&text).unwrap();
        let found: Vec<_> = found.iter().map(|object| (object.tag.to_owned(), object.value.to_owned())).collect();
        prop_assert_eq!(found, all);
    }

    #[test]
    fn one_changed_character_is_found(
        qr in payment_qr(), place in any::<prop::sample::Index>(), other in "[ -~]"
    ) {
        let text = write(&qr);
        let place = place.index(text.len());
        let mut changed = text.clone();
        changed.replace_range(place..=place, &other);
        // The checksum's own letters mean the same in either case; nothing else does.
        prop_assume!(!changed.eq_ignore_ascii_case(&text) || place < text.len() - 4);
        prop_assume!(changed != text);
        prop_assert!(read(&changed).is_err(), "{} became {}", text, changed);
    }

    #[test]
    fn the_checksum_finds_every_burst_of_two_bytes(
        bytes in proptest::collection::vec(any::<u8>(), 2..64),
        place in any::<prop::sample::Index>(), flips in 1_u16..
    ) {
        let mut changed = bytes.clone();
        let place = place.index(bytes.len() - 1);
        let [high, low] = flips.to_be_bytes();
        changed[place] ^= high;
        changed[place + 1] ^= low;
        prop_assert_ne!(checksum(&changed), checksum(&bytes));
    }
}
