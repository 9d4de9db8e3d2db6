//! Deposit limits: never over by one satang, stricter at once, looser after a day.

use chrono::{DateTime, Utc};
use ledger::wallet::LimitPeriod::{Day, Month, Week};
use ledger::wallet::{
    LimitPeriod, PendingLimit, ProtectionCommand, ProtectionEvent, QrEvent, SlipCommand, SlipEvent,
    WithdrawalCommand,
};
use ledger::{Currency, Money, StaffId, Wallet, WalletCommand, WalletError, WalletEvent};
use uuid::Uuid;

use super::support::*;

fn at(text: &str) -> DateTime<Utc> {
    text.parse().unwrap()
}

fn loosened(period: LimitPeriod, limit: Option<&str>) -> WalletEvent {
    WalletEvent::Protection(ProtectionEvent::DepositLimitSet {
        period,
        limit: limit.map(baht),
        effective_at: noon() + hours(24),
        at: noon(),
        by: None,
    })
}

/// Carries a slip of `amount` through; `None` when its credit was refused.
fn pay_in(wallet: &mut Wallet, n: u128, amount: &str, at: DateTime<Utc>) -> Option<()> {
    let submit = WalletCommand::Slip(SlipCommand::Submit {
        slip_id: slip(n),
        reference: Some(reference()),
    });
    execute(wallet, submit, at).unwrap();
    match execute(wallet, credit(n, amount), at) {
        Ok(_) => Some(()),
        Err(WalletError::DepositLimit { .. }) => None,
        Err(other) => panic!("{other}"),
    }
}

#[test]
fn a_first_or_a_lower_limit_holds_at_once() {
    given([])
        .when(set_limit(Day, Some("600")))
        .then_expect_events(vec![limited(Day, "600")]);
    given([limited(Day, "600")])
        .when(set_limit(Day, Some("599.99")))
        .then_expect_events(vec![limited(Day, "599.99")]);
}

#[test]
fn a_higher_or_lifted_limit_holds_after_a_day() {
    for limit in [Some("600.01"), None] {
        given([limited(Day, "600")])
            .when(set_limit(Day, limit))
            .then_expect_events(vec![loosened(Day, limit)]);
        let wallet = folded([opened(), limited(Day, "600"), loosened(Day, limit)]);
        let held = |at| wallet.protection(at).unwrap().limits[0];
        let waits = held(noon() + hours(24) - chrono::TimeDelta::nanoseconds(1));
        assert_eq!(waits.limit, Some(baht("600")));
        let (limit, from) = (limit.map(baht), noon() + hours(24));
        assert_eq!(waits.pending, Some(PendingLimit { limit, from }));
        let holds = held(noon() + hours(24));
        assert_eq!((holds.limit, holds.pending), (limit, None));
    }
}

#[test]
fn asking_again_for_a_looser_limit_does_not_make_it_wait_longer() {
    let events = [limited(Day, "600"), loosened(Day, Some("900"))];
    given_at(noon() + hours(5), events.clone())
        .when(set_limit(Day, Some("900")))
        .then_expect_events(vec![]);
    given([limited(Day, "600")])
        .when(set_limit(Day, Some("600")))
        .then_expect_events(vec![]);
    given([])
        .when(set_limit(Day, None))
        .then_expect_events(vec![]);
    // It holds by now.
    given_at(noon() + hours(24), events)
        .when(set_limit(Day, Some("900")))
        .then_expect_events(vec![]);
}

#[test]
fn a_limit_raised_and_lowered_again_stays_low() {
    let mut wallet = folded([opened(), limited(Day, "600"), loosened(Day, Some("900"))]);
    let hour = |n| noon() + hours(n);
    execute(&mut wallet, set_limit(Day, Some("600")), hour(1)).unwrap();
    let view = wallet.protection(hour(30)).unwrap().limits[0];
    assert_eq!((view.limit, view.pending), (Some(baht("600")), None));
    // Lowered and raised back: the raise waits its whole day.
    execute(&mut wallet, set_limit(Day, Some("100")), hour(31)).unwrap();
    execute(&mut wallet, set_limit(Day, Some("600")), hour(32)).unwrap();
    let limit = |at| wallet.protection(at).unwrap().limits[0].limit;
    assert_eq!(limit(hour(55)), Some(baht("100")));
    assert_eq!(limit(hour(56)), Some(baht("600")));
}

#[test]
fn a_looser_limit_that_came_to_hold_is_what_the_next_one_is_measured_by() {
    let day = noon() + hours(24);
    let events = [limited(Day, "600"), loosened(Day, Some("900"))];
    let events = given_at(day, events)
        .when(set_limit(Day, Some("800")))
        .inspect_result()
        .unwrap();
    let WalletEvent::Protection(ProtectionEvent::DepositLimitSet { effective_at, .. }) = events[0]
    else {
        panic!("{events:?}");
    };
    assert_eq!(effective_at, day);
}

#[test]
fn a_limit_below_nothing_or_in_another_currency_is_refused() {
    given([])
        .when(set_limit(Day, Some("-0.01")))
        .then_expect_error(WalletError::AmountNotPositive);
    given([])
        .when(WalletCommand::Protection(
            ProtectionCommand::SetDepositLimit {
                period: Day,
                limit: Some(Money::zero(Currency::Lak)),
            },
        ))
        .then_expect_error(WalletError::Money(ledger::MoneyError::CurrencyMismatch));
}

#[test]
fn a_credit_fills_a_limit_to_the_satang_and_never_over_it() {
    let given = || given([limited(Day, "600"), slip_submitted(2)]);
    given()
        .when(credit(2, "100"))
        .then_expect_events(vec![deposited(2, "100")]);
    given()
        .when(credit(2, "100.01"))
        .then_expect_error(WalletError::DepositLimit {
            period: Day,
            limit: baht("600"),
            remaining: baht("100"),
        });
}

#[test]
fn the_tightest_of_the_three_limits_refuses() {
    let limits = [
        limited(Day, "900"),
        limited(Week, "550"),
        limited(Month, "580"),
    ];
    let more = limits.into_iter().chain([slip_submitted(2)]);
    given(more)
        .when(credit(2, "50.01"))
        .then_expect_error(WalletError::DepositLimit {
            period: Week,
            limit: baht("550"),
            remaining: baht("50"),
        });
}

#[test]
fn a_limit_below_what_came_in_leaves_nothing_and_takes_nothing_back() {
    let more = [limited(Day, "10"), slip_submitted(2)];
    let wallet = folded(funded().into_iter().chain(more.clone()));
    let view = wallet.protection(noon()).unwrap().limits[0];
    assert_eq!((view.used, view.remaining), (baht("500"), Some(baht("0"))));
    given(more)
        .when(credit(2, "0.01"))
        .then_expect_error(WalletError::DepositLimit {
            period: Day,
            limit: baht("10"),
            remaining: baht("0"),
        });
}

#[test]
fn a_day_a_week_and_a_month_begin_in_the_players_calendar() {
    // Each limit is one deposit wide; Bangkok's midnight is 17:00 UTC, 2026-03-16 is a Monday.
    let cases = [
        (Day, "2026-03-11T16:59:59Z", "2026-03-11T17:00:00Z"),
        (Week, "2026-03-15T16:59:59Z", "2026-03-15T17:00:00Z"),
        (Month, "2026-03-31T16:59:59Z", "2026-03-31T17:00:00Z"),
    ];
    for (period, last, next) in cases {
        let mut wallet = folded([opened(), limited(period, "100")]);
        assert_eq!(pay_in(&mut wallet, 1, "100", noon()), Some(()), "{period}");
        assert_eq!(pay_in(&mut wallet, 2, "0.01", at(last)), None, "{period}");
        assert_eq!(
            pay_in(&mut wallet, 3, "100", at(next)),
            Some(()),
            "{period}"
        );
        assert_eq!(pay_in(&mut wallet, 4, "0.01", at(next)), None, "{period}");
    }
}

#[test]
fn a_clock_that_is_behind_finds_no_room_in_a_day_that_is_over() {
    let mut wallet = folded([opened(), limited(Day, "100")]);
    let (before, after) = (at("2026-03-11T16:59:59Z"), at("2026-03-11T17:00:00Z"));
    pay_in(&mut wallet, 1, "100", before).unwrap();
    pay_in(&mut wallet, 2, "60", after).unwrap();
    // Decided in another process, whose clock is before midnight.
    assert_eq!(pay_in(&mut wallet, 3, "40.01", before), None);
    let events = execute(&mut wallet, pay_qr(4, "40"), before).unwrap();
    let WalletEvent::Qr(QrEvent::Paid { at, .. }) = events[0] else {
        panic!("{events:?}");
    };
    // Also who sums up the events by their own time finds no day above its limit.
    assert_eq!(at, after);
    assert_eq!(
        wallet.protection(after).unwrap().limits[0].used,
        baht("100")
    );
}

#[test]
fn a_deposit_that_a_clock_behind_has_stamped_does_not_empty_the_current_day() {
    let (before, after) = (at("2026-03-11T16:59:59Z"), at("2026-03-11T17:00:00Z"));
    let stamped = |n, amount, moment| {
        let mut event = deposited(n, amount);
        if let WalletEvent::Slip(SlipEvent::Credited { at, .. }) = &mut event {
            *at = moment;
        }
        [slip_submitted(n), event]
    };
    // Two gateways, a second apart at midnight, or one whose clock was set back.
    let mut events = vec![opened(), limited(Day, "100")];
    events.extend(stamped(1, "60", after));
    events.extend(stamped(2, "30", before));
    let mut wallet = folded(events);
    for moment in [before, after] {
        let day = wallet.protection(moment).unwrap().limits[0];
        assert_eq!((day.used, day.remaining), (baht("90"), Some(baht("10"))));
    }
    assert_eq!(pay_in(&mut wallet, 3, "10.01", after), None);
    assert_eq!(pay_in(&mut wallet, 4, "10.01", before), None);
    assert_eq!(pay_in(&mut wallet, 5, "10", before), Some(()));
    assert_eq!(pay_in(&mut wallet, 6, "0.01", after), None);
}

#[test]
fn sums_beyond_the_books_let_nothing_in_instead_of_breaking_the_wallet() {
    let most = "1000000000000";
    let mut wallet = folded([opened(), limited(Day, most)]);
    pay_in(&mut wallet, 1, most, noon()).unwrap();
    let withdraw = |n| {
        let mut command = request_withdrawal(n, most);
        if let WalletCommand::Withdrawal(WithdrawalCommand::Request { limits, .. }) = &mut command {
            limits.max = baht(most);
        }
        command
    };
    execute(&mut wallet, withdraw(1), noon()).unwrap();
    assert_eq!(pay_in(&mut wallet, 2, "0.01", noon()), None);
    // Without a limit the sum has no say, and stays at the most it can hold.
    let next = noon() + hours(48);
    execute(&mut wallet, set_limit(Day, None), noon()).unwrap();
    pay_in(&mut wallet, 3, most, next).unwrap();
    let sums = wallet.protection(next).unwrap().limits;
    assert_eq!(sums.map(|sum| sum.used), [baht(most); 3]);
    assert_eq!(sums[0].limit, None);
}

#[test]
fn what_is_on_its_way_is_shown_with_what_came_in() {
    let more = [
        limited(Day, "1000"),
        ordered(1, "100"),
        gift_submitted(1, "v"),
        gift_sent(1, "v", "30"),
        gift_submitted(2, "w"),
        announced(1, "7"),
    ];
    let wallet = folded(funded().into_iter().chain(more));
    let day = wallet.protection(noon()).unwrap().limits[0];
    assert_eq!((day.used, day.reserved), (baht("500"), baht("137")));
    assert_eq!(day.remaining, Some(baht("363")));
}

#[test]
fn a_reminder_is_set_changed_and_given_up() {
    let set = |minutes| WalletCommand::Protection(ProtectionCommand::SetRealityCheck { minutes });
    let was_set = |minutes| WalletEvent::Protection(ProtectionEvent::RealityCheckSet { minutes });
    given([])
        .when(set(Some(30)))
        .then_expect_events(vec![was_set(Some(30))]);
    given([was_set(Some(30))])
        .when(set(Some(30)))
        .then_expect_events(vec![]);
    given([was_set(Some(30))])
        .when(set(None))
        .then_expect_events(vec![was_set(None)]);
}

#[test]
fn staff_makes_a_limit_stricter_at_once_and_never_looser() {
    let by = StaffId(Uuid::from_u128(1));
    let tighten = |limit| {
        WalletCommand::Protection(ProtectionCommand::TightenDepositLimit {
            period: LimitPeriod::Day,
            limit: baht(limit),
            by,
        })
    };
    let tightened = |limit| {
        WalletEvent::Protection(ProtectionEvent::DepositLimitSet {
            period: LimitPeriod::Day,
            limit: Some(baht(limit)),
            effective_at: noon(),
            at: noon(),
            by: Some(by),
        })
    };
    given([])
        .when(tighten("100"))
        .then_expect_events(vec![tightened("100")]);
    let held = limited(LimitPeriod::Day, "100");
    given([held.clone()])
        .when(tighten("99.99"))
        .then_expect_events(vec![tightened("99.99")]);
    for looser in ["100", "100.01"] {
        given([held.clone()])
            .when(tighten(looser))
            .then_expect_error(WalletError::NotStricter);
    }
    given([])
        .when(tighten("-1"))
        .then_expect_error(WalletError::AmountNotPositive);
    // The player's looser limit, which would hold tomorrow, is given up.
    let mut wallet = folded([
        opened(),
        held,
        loosened(LimitPeriod::Day, Some("500")),
        tightened("50"),
    ]);
    let tomorrow = noon() + hours(25);
    let limits = wallet.protection(tomorrow).unwrap().limits;
    assert_eq!(limits[0].limit, Some(baht("50")));
    assert_eq!(limits[0].pending, None);
    // The player may loosen it again, after a day.
    let loosen = set_limit(LimitPeriod::Day, Some("80"));
    execute(&mut wallet, loosen, tomorrow).unwrap();
    let at = |at| wallet.protection(at).unwrap().limits[0].limit;
    assert_eq!(at(tomorrow), Some(baht("50")));
    assert_eq!(at(tomorrow + hours(24)), Some(baht("80")));
}
