use super::*;

const UPLOADED: &str = "2026-11-21T10:30:00Z";

fn config() -> Config {
    Config::parse(include_str!("../../../../demo.toml"), &|_| None).unwrap()
}

fn time(text: &str) -> DateTime<Utc> {
    DateTime::parse_from_rfc3339(text).unwrap().to_utc()
}

fn party(name: &str, account: &str) -> Party {
    Party {
        names: vec![name.to_owned()],
        account: Some(account.to_owned()),
        phone: None,
    }
}

/// 500 baht from Somchai at SCB to the operator's SCB account, half an hour before.
fn facts() -> SlipFacts {
    SlipFacts {
        trans_ref: "202611218WqTzK3mN0pX9aB1c".to_owned(),
        sending_bank: "014".to_owned(),
        receiving_bank: Some("014".to_owned()),
        transferred_at: time("2026-11-21T10:00:00Z"),
        sender: party("นาย สมชาย ใ", "xxx-x-x0209-x"),
        receiver: party("บริษัท เดโม วอลเล็ท จำกัด", "xxx-x-x3456-x"),
        amount: "500".to_owned(),
        currency: Some(Currency::Thb),
        answered_at: Some(time(UPLOADED)),
    }
}

fn somchai() -> Depositor {
    Depositor {
        bank_code: "SCB".to_owned(),
        account_no: "1230102093".to_owned(),
        account_name: "สมชาย ใจดี".to_owned(),
        phone: "0812345678".to_owned(),
        currency: Currency::Thb,
    }
}

/// What happens to [`facts`] if its sender is unclear: staff see what was paid.
fn unclear_sender() -> SlipDecision {
    SlipDecision::Refer {
        reason: "SENDER_UNCLEAR",
        amount: Some(Money::parse("500", Currency::Thb).unwrap()),
    }
}

/// The reference in the QR of this payment's slip.
fn reference(facts: &SlipFacts) -> SlipReference {
    SlipReference {
        sending_bank: facts.sending_bank.clone(),
        trans_ref: facts.trans_ref.clone(),
    }
}

fn ruled(change: impl FnOnce(&mut SlipFacts, &mut Depositor)) -> SlipDecision {
    let (mut facts, mut depositor) = (facts(), somchai());
    let reference = reference(&facts);
    change(&mut facts, &mut depositor);
    rule(&config(), &facts, inquiry(&reference), &depositor)
}

fn inquiry(reference: &SlipReference) -> Inquiry<'_> {
    Inquiry {
        reference,
        uploaded_at: time(UPLOADED),
        made_at: time(UPLOADED),
    }
}

fn rejected(reason: SlipReason) -> SlipDecision {
    SlipDecision::Reject(reason)
}

#[test]
fn the_operators_name_in_each_language_is_the_operators() {
    for name in [
        "บริษัท เดโม วอลเล็ท จำกัด",
        "ບໍລິສັດ ເດໂມ ວອລເລັດ ຈຳກັດ",
        "DEMO WALLET CO LTD",
    ] {
        let decision = ruled(|facts, _| facts.receiver = party(name, "xxx-x-x3456-x"));
        assert!(
            matches!(decision, SlipDecision::Credit { .. }),
            "{name}: {decision:?}"
        );
    }
    let decision = ruled(|facts, _| facts.receiver = party("ບໍລິສັດ ອື່ນ ຈຳກັດ", "xxx-x-x3456-x"));
    assert!(
        !matches!(decision, SlipDecision::Credit { .. }),
        "{decision:?}"
    );
}

#[test]
fn a_payment_of_the_player_to_the_operator_is_credited() {
    let credit = SlipDecision::Credit {
        reference: reference(&facts()),
        amount: Money::parse("500", Currency::Thb).unwrap(),
        deposit_account: "scb-1".to_owned(),
    };
    assert_eq!(ruled(|_, _| {}), credit);
    let by_english_name = |facts: &mut SlipFacts, _: &mut Depositor| {
        facts.receiver.names = vec!["DEMO WALLET CO LTD".to_owned()];
    };
    assert_eq!(ruled(by_english_name), credit);
    assert_eq!(ruled(|facts, _| facts.receiver.names.clear()), credit);
    assert_eq!(ruled(|facts, _| facts.sender.names.clear()), credit);
    let by_whole_name = |facts: &mut SlipFacts, _: &mut Depositor| {
        facts.sender.account = None;
        facts.sender.names = vec!["นาย สมชาย ใจดี".to_owned()];
    };
    assert_eq!(ruled(by_whole_name), credit);
}

#[test]
fn a_payment_from_before_the_window_is_expired() {
    for (transferred_at, is_expired) in [
        ("2026-11-21T09:30:00Z", false),
        ("2026-11-21T09:29:59Z", true),
        ("2026-11-21T10:35:00Z", false),
        ("2025-11-21T10:00:00Z", true),
    ] {
        let ruling = ruled(|facts, _| facts.transferred_at = time(transferred_at));
        let expired = rejected(SlipReason::ExpiredSlip);
        assert_eq!(ruling == expired, is_expired, "{transferred_at}");
    }
}

#[test]
fn a_slip_whose_time_cannot_be_right_waits_for_staff_and_is_never_refused() {
    let unclear = refer("TIME_UNCLEAR");
    // Paid in the future.
    for transferred_at in ["2026-11-21T10:35:01Z", "2099-01-01T00:00:00Z"] {
        let ruling = ruled(|facts, _| facts.transferred_at = time(transferred_at));
        assert_eq!(ruling, unclear, "{transferred_at}");
    }
    // Outside of the window, but the clocks disagree or the service reports no time.
    for answered_at in [
        Some("2026-11-21T10:24:59Z"),
        Some("2026-11-21T10:35:01Z"),
        Some("2026-11-20T10:30:00Z"),
        None,
    ] {
        let late = |facts: &mut SlipFacts, _: &mut Depositor| {
            facts.transferred_at = time("2026-11-21T09:00:00Z");
            facts.answered_at = answered_at.map(time);
        };
        assert_eq!(ruled(late), unclear, "{answered_at:?}");
    }
    // It was uploaded tomorrow: the gateway's clock was ahead then, and no longer is.
    let (facts, reference) = (
        facts(),
        SlipReference {
            sending_bank: facts().sending_bank,
            trans_ref: facts().trans_ref,
        },
    );
    let ahead = Inquiry {
        uploaded_at: time(UPLOADED) + TimeDelta::days(1),
        ..inquiry(&reference)
    };
    assert_eq!(rule(&config(), &facts, ahead, &somchai()), unclear);
    // It was verified long after the upload: clocks that agree now may have differed then.
    let asked_at = time(UPLOADED) + TimeDelta::minutes(6);
    let (mut facts, mut later) = (facts, inquiry(&reference));
    facts.transferred_at = time("2026-11-21T09:00:00Z");
    facts.answered_at = Some(asked_at);
    later.made_at = asked_at;
    assert_eq!(rule(&config(), &facts, later, &somchai()), unclear);
}

#[test]
fn clocks_that_do_not_agree_keep_no_timely_payment_out() {
    let doubtful = |facts: &mut SlipFacts, _: &mut Depositor| facts.answered_at = None;
    assert!(matches!(ruled(doubtful), SlipDecision::Credit { .. }));
}

#[test]
fn a_large_payment_waits_for_staff_whatever_else_is_right_about_it() {
    for (amount, is_large) in [("200000", false), ("200000.01", true), ("5000000.00", true)] {
        let ruling = ruled(|facts, _| facts.amount = amount.to_owned());
        let waits = matches!(
            ruling,
            SlipDecision::Refer {
                reason: "LARGE_AMOUNT",
                amount: Some(_)
            }
        );
        assert_eq!(waits, is_large, "{amount}: {ruling:?}");
    }
    // A payment of another player is refused as usual.
    let another = |facts: &mut SlipFacts, me: &mut Depositor| {
        facts.amount = "5000000.00".to_owned();
        me.bank_code = "KBANK".to_owned();
    };
    assert_eq!(ruled(another), rejected(SlipReason::NotMatch));
}

#[test]
fn a_payment_to_another_account_is_refused() {
    let another = rejected(SlipReason::DestAccInvalid);
    let bank = |facts: &mut SlipFacts, _: &mut Depositor| {
        facts.receiving_bank = Some("006".to_owned());
    };
    assert_eq!(ruled(bank), another);
    let number = |facts: &mut SlipFacts, _: &mut Depositor| {
        facts.receiver.account = Some("xxx-x-x3457-x".to_owned());
    };
    assert_eq!(ruled(number), another);
    let hidden_number = |facts: &mut SlipFacts, _: &mut Depositor| {
        facts.receiver = party("นาย แดง ม", "xxx-x-xxxxx-x");
    };
    assert_eq!(ruled(hidden_number), another);
}

#[test]
fn money_that_is_here_under_another_spelling_of_our_name_waits_for_staff() {
    for name in [
        "บจก. เดโม วอลเล็ท",
        "บจก.เดโมวอลเล็ท",
        "DEMO WALLET CO.,LTD.",
        "THE DEMO WALLET COMPANY LIMITED",
        "นาย แดง ม",
    ] {
        let spelled = |facts: &mut SlipFacts, _: &mut Depositor| {
            facts.receiver.names = vec![name.to_owned()];
        };
        let decision = ruled(spelled);
        let is_ours = matches!(decision, SlipDecision::Credit { .. });
        assert!(
            is_ours || decision == refer("RECEIVER_UNCLEAR"),
            "{name}: {decision:?}"
        );
    }
}

#[test]
fn an_unclear_receiver_waits_for_staff() {
    let unclear = refer("RECEIVER_UNCLEAR");
    assert_eq!(ruled(|facts, _| facts.receiver.account = None), unclear);
    assert_eq!(ruled(|facts, _| facts.receiving_bank = None), unclear);
}

#[test]
fn a_payment_from_another_account_is_refused() {
    let not_mine = rejected(SlipReason::NotMatch);
    let number = |facts: &mut SlipFacts, _: &mut Depositor| {
        facts.sender.account = Some("xxx-x-x0309-x".to_owned());
    };
    assert_eq!(ruled(number), not_mine);
    assert_eq!(ruled(|_, me| me.bank_code = "KBANK".to_owned()), not_mine);
    for account in [Some("xxx-x-xxxxx-x"), Some("xxx-x-x020x-x"), None] {
        let name = |facts: &mut SlipFacts, _: &mut Depositor| {
            facts.sender.names = vec!["นาย สมชาย ด".to_owned()];
            facts.sender.account = account.map(str::to_owned);
        };
        assert_eq!(ruled(name), not_mine, "{account:?}");
    }
}

#[test]
fn another_name_at_the_registered_account_waits_for_staff() {
    let unclear = unclear_sender();
    for name in ["นาย สมชาย ด", "นาง สมหญิง ร", "MR. SOMCHAI"]
    {
        let named = |facts: &mut SlipFacts, me: &mut Depositor| {
            facts.sender.names = vec![name.to_owned()];
            if name.is_ascii() {
                me.account_name = "SOMYING JAIDEE".to_owned();
            }
        };
        assert_eq!(ruled(named), unclear, "{name}");
    }
}

#[test]
fn a_masked_name_waits_for_staff_and_is_never_refused() {
    for name in [
        "นาย สมช** ใจ**",
        "สม** ใจ**",
        "ส*****",
        "XXXชาย XXดี",
        "ม*** ด***",
    ] {
        for account in ["xxx-x-x0209-x", "2093", "••••••0209•", "#########3", ""] {
            let masked = |facts: &mut SlipFacts, _: &mut Depositor| {
                facts.sender = party(name, account);
            };
            assert_eq!(ruled(masked), unclear_sender(), "{name} {account}");
        }
    }
}

#[test]
fn an_unclear_sender_waits_for_staff_and_is_never_credited() {
    let unclear = unclear_sender();
    let nobody = |facts: &mut SlipFacts, _: &mut Depositor| facts.sender = Party::default();
    assert_eq!(ruled(nobody), unclear);
    let latin = |facts: &mut SlipFacts, _: &mut Depositor| {
        facts.sender = party("MR. SOMCHAI J", "xxx-x-xxxxx-x");
    };
    assert_eq!(ruled(latin), unclear);
    let cut_name = |facts: &mut SlipFacts, _: &mut Depositor| facts.sender.account = None;
    assert_eq!(ruled(cut_name), unclear, "a cut name alone fits thousands");
    let hidden = |facts: &mut SlipFacts, _: &mut Depositor| {
        facts.sender = party("นาย สมชาย ใจดี", "xxx-x-xxxxx-x");
    };
    assert_eq!(
        ruled(hidden),
        unclear,
        "a name next to a number is not enough"
    );
    let by_phone = |facts: &mut SlipFacts, _: &mut Depositor| {
        facts.sender = party("MR. SOMCHAI J", "");
        facts.sender.phone = Some("xxx-xxx-5678".to_owned());
    };
    assert!(matches!(ruled(by_phone), SlipDecision::Credit { .. }));
}

#[test]
fn a_registered_number_of_another_length_never_earns_anybodys_slip() {
    let unclear = unclear_sender();
    for number in ["12301020930", "01230102093", "123010209", "99999999999", ""] {
        let other_length = |_: &mut SlipFacts, me: &mut Depositor| {
            me.account_no = number.to_owned();
        };
        assert_eq!(ruled(other_length), unclear, "{number}");
        let with_everything_else = |facts: &mut SlipFacts, me: &mut Depositor| {
            me.account_no = number.to_owned();
            facts.sender.names = vec![me.account_name.clone()];
            facts.sender.phone = Some("xxx-xxx-5678".to_owned());
        };
        assert_eq!(ruled(with_everything_else), unclear, "{number}");
    }
    let joker = |facts: &mut SlipFacts, me: &mut Depositor| {
        facts.sender.names = vec!["MR. SOMCHAI J".to_owned()];
        me.account_name = "SOMCHAI JOKER".to_owned();
        me.account_no = "99999999999".to_owned();
    };
    assert_eq!(ruled(joker), unclear);
}

#[test]
fn a_mobile_wallet_is_known_by_its_phone_and_name() {
    let by_wallet = |phone: Option<&str>, name: &str| {
        let (mut facts, depositor) = (facts(), somchai());
        facts.sender = party(name, "");
        facts.sender.account = None;
        facts.sender.phone = phone.map(str::to_owned);
        facts.sending_bank = "000".to_owned();
        let reference = SlipReference {
            sending_bank: TRUEMONEY.to_owned(),
            trans_ref: facts.trans_ref.clone(),
        };
        rule(&config(), &facts, inquiry(&reference), &depositor)
    };
    let mine = by_wallet(Some("xxx-xxx-5678"), "นาย สมชาย ใ");
    assert!(matches!(mine, SlipDecision::Credit { .. }), "{mine:?}");
    let not_mine = rejected(SlipReason::NotMatch);
    assert_eq!(by_wallet(Some("xxx-xxx-5679"), "นาย สมชาย ใ"), not_mine);
    let unclear = unclear_sender();
    assert_eq!(by_wallet(Some("xxx-xxx-5678"), "นาย สมหมาย ใ"), unclear);
    assert_eq!(by_wallet(Some("xxx-xxx-xxxx"), "นาย สมหมาย ใ"), not_mine);
    assert_eq!(by_wallet(None, "นาย สมชาย ใ"), unclear);
    assert_eq!(by_wallet(Some("xxx-xxx-5678"), "MR. SOMCHAI J"), unclear);
}

#[test]
fn a_payment_to_a_payment_services_account_is_no_slips() {
    let to_service = |facts: &mut SlipFacts, _: &mut Depositor| {
        facts.receiving_bank = Some("004".to_owned());
        facts.receiver.account = Some("010753600037401".to_owned());
    };
    assert_eq!(ruled(to_service), refer("RECEIVER_UNCLEAR"));
}

#[test]
fn another_payment_than_the_one_asked_about_waits_for_staff() {
    let unclear = refer("PAYMENT_UNCLEAR");
    assert_eq!(
        ruled(|facts, _| facts.trans_ref = "2026112199".to_owned()),
        unclear
    );
    assert_eq!(
        ruled(|facts, _| facts.sending_bank = "004".to_owned()),
        unclear
    );
    // A name that leaves nothing to claim, and a name that no claim can hold.
    assert_eq!(
        ruled(|facts, _| facts.trans_ref = "-/-".to_owned()),
        unclear
    );
    assert_eq!(ruled(|facts, _| facts.trans_ref = "A".repeat(65)), unclear);
}

#[test]
fn a_credit_claims_the_reference_that_the_bank_answers() {
    let claimed = |asked: &str, answered: &str| {
        let mut facts = facts();
        facts.trans_ref = answered.to_owned();
        let asked = SlipReference {
            trans_ref: asked.to_owned(),
            ..reference(&facts)
        };
        match rule(&config(), &facts, inquiry(&asked), &somchai()) {
            SlipDecision::Credit { reference, .. } => Some(reference.trans_ref),
            _ => None,
        }
    };
    for (asked, answered) in [
        ("202611218WqTzK3mN0pX9aB1c", "202611218wqtzk3mn0px9ab1c"),
        ("2026-1121/8WqTz", "202611218WQTZ"),
        ("FT-2026.11.21 0815 #4711", "FT202611210815"),
        ("จ่าย 0815", "0815"),
        (&"7".repeat(64), &"7".repeat(64)),
    ] {
        assert_eq!(
            claimed(asked, answered).as_deref(),
            Some(answered),
            "{asked}"
        );
    }
    assert_eq!(claimed("202611218WqTz", "202611218WqTy"), None);
}

#[test]
fn another_currency_and_too_little_wait_for_staff() {
    let currency = refer("OTHER_CURRENCY");
    assert_eq!(
        ruled(|facts, _| facts.currency = Some(Currency::Lak)),
        currency
    );
    assert_eq!(ruled(|facts, _| facts.currency = None), currency);
    assert_eq!(ruled(|_, me| me.currency = Currency::Lak), currency);
    let little = ruled(|facts, _| facts.amount = "0.99".to_owned());
    let amount = Some(Money::parse("0.99", Currency::Thb).unwrap());
    let reason = "DEPOSIT_MINIMUM";
    assert_eq!(little, SlipDecision::Refer { reason, amount });
}
