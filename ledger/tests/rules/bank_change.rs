//! A changed bank account: what nobody was called about comes back, and payouts wait.

use chrono::{DateTime, Utc};
use ledger::posting::movement;
use ledger::wallet::{
    BankAccountCommand, BankAccountEvent, BankAccountMac, BankAccountRecord, Opened,
    WithdrawalCommand, WithdrawalEvent,
};
use ledger::{Account, BankAccountId, Currency, WalletCommand, WalletError, WalletEvent};
use uuid::Uuid;

use super::support::*;

fn account(n: u128) -> BankAccountId {
    BankAccountId(Uuid::from_u128(n))
}

fn recorded(n: u128, mac: u8) -> BankAccountRecord {
    BankAccountRecord {
        id: account(n),
        mac: BankAccountMac([mac; 32]),
    }
}

fn change(n: u128, hold_until: Option<DateTime<Utc>>) -> WalletCommand {
    WalletCommand::BankAccount(BankAccountCommand::Change {
        account: recorded(n, 1),
        hold_until,
    })
}

fn changed(n: u128, hold_until: Option<DateTime<Utc>>) -> WalletEvent {
    WalletEvent::BankAccount(BankAccountEvent::Changed {
        bank_account: account(n),
        mac: recorded(n, 1).mac,
        hold_until,
    })
}

fn request_to(n: u128, to: u128) -> WalletCommand {
    let mut command = request_withdrawal(n, "100");
    if let WalletCommand::Withdrawal(WithdrawalCommand::Request { bank_account, .. }) = &mut command
    {
        *bank_account = account(to);
    }
    command
}

fn requested_to(n: u128, to: u128, held: Option<DateTime<Utc>>) -> WalletEvent {
    let mut event = withdrawal_requested(n, "100");
    if let WalletEvent::Withdrawal(WithdrawalEvent::Requested {
        bank_account,
        not_before,
        ..
    }) = &mut event
    {
        *bank_account = account(to);
        *not_before = held;
    }
    event
}

fn returned(n: u128) -> WalletEvent {
    WalletEvent::Withdrawal(WithdrawalEvent::Returned {
        withdrawal_id: withdrawal(n),
        reason: "BANK_ACCOUNT_CHANGED".into(),
        postings: movement(Account::Withdrawal, Account::Main, baht("100")),
    })
}

fn send(n: u128) -> WalletCommand {
    WalletCommand::Withdrawal(WithdrawalCommand::MarkSent {
        withdrawal_id: withdrawal(n),
    })
}

fn hour(n: i64) -> DateTime<Utc> {
    noon() + hours(n)
}

#[test]
fn a_changed_account_gives_back_what_nobody_was_called_about() {
    given([requested_to(1, 9, None)])
        .when(change(10, Some(hour(24))))
        .then_expect_events(vec![changed(10, Some(hour(24))), returned(1)]);
    // The bank may be paying these: only its word ends them.
    let unknown = WalletEvent::Withdrawal(WithdrawalEvent::Unknown {
        withdrawal_id: withdrawal(2),
        reason: "time-out".into(),
    });
    let asked = [
        requested_to(1, 9, None),
        withdrawal_sent(1),
        requested_to(2, 9, None),
        withdrawal_sent(2),
        unknown,
    ];
    given(asked)
        .when(change(10, None))
        .then_expect_events(vec![changed(10, None)]);
}

#[test]
fn a_payout_to_a_new_account_waits_until_the_hold_is_over() {
    let more = [changed(10, Some(hour(24)))];
    given(more.clone())
        .when(request_to(1, 10))
        .then_expect_events(vec![requested_to(1, 10, Some(hour(24)))]);
    let held = || {
        more.clone()
            .into_iter()
            .chain([requested_to(1, 10, Some(hour(24)))])
    };
    let until = noon() + hours(24);
    given_at(until - chrono::TimeDelta::nanoseconds(1), held())
        .when(send(1))
        .then_expect_error(WalletError::Held { until });
    given_at(until, held())
        .when(send(1))
        .then_expect_events(vec![withdrawal_sent(1)]);
    given_at(until, more)
        .when(request_to(1, 10))
        .then_expect_events(vec![requested_to(1, 10, None)]);
    assert_eq!(WalletError::Held { until }.code(), "WITHDRAW_HELD");
}

#[test]
fn a_payout_to_a_former_account_is_refused() {
    given([changed(10, None)])
        .when(request_to(1, 9))
        .then_expect_error(WalletError::StaleBankAccount);
    given([changed(10, None), changed(9, None)])
        .when(request_to(1, 9))
        .then_expect_events(vec![requested_to(1, 9, None)]);
    assert_eq!(WalletError::StaleBankAccount.code(), "REQUEST_LIMIT");
}

#[test]
fn the_same_account_again_changes_nothing() {
    given([
        changed(10, Some(hour(24))),
        requested_to(1, 10, Some(hour(24))),
    ])
    .when(change(10, None))
    .then_expect_events(vec![]);
}

#[test]
fn changing_to_and_fro_neither_lifts_the_hold_nor_shortens_it() {
    let held = [
        changed(10, Some(hour(24))),
        requested_to(1, 10, Some(hour(24))),
    ];
    for sooner in [None, Some(hour(1))] {
        given(held.clone())
            .when(change(9, sooner))
            .then_expect_events(vec![changed(9, Some(hour(24))), returned(1)]);
    }
    given(held.clone())
        .when(change(9, Some(hour(30))))
        .then_expect_events(vec![changed(9, Some(hour(30))), returned(1)]);
    // A hold that is over is not carried on.
    given_at(noon() + hours(24), held)
        .when(change(9, None))
        .then_expect_events(vec![changed(9, None), returned(1)]);
}

#[test]
fn a_payout_to_an_account_that_was_confirmed_later_waits_as_well() {
    let until = noon() + hours(24);
    given([requested_to(1, 10, None), changed(10, Some(until))])
        .when(send(1))
        .then_expect_error(WalletError::Held { until });
}

#[test]
fn a_held_payout_can_be_given_back_and_the_wallet_says_until_when_it_waits() {
    let wallet = folded(funded().into_iter().chain([changed(10, Some(hour(24)))]));
    assert_eq!(wallet.withdrawals_held_until(noon()), Some(hour(24)));
    assert_eq!(wallet.withdrawals_held_until(noon() + hours(24)), None);
    assert_eq!(wallet.bank_account(), Some(account(10)));
    given([
        changed(10, Some(hour(24))),
        requested_to(1, 10, Some(hour(24))),
    ])
    .when(WalletCommand::Withdrawal(WithdrawalCommand::Return {
        withdrawal_id: withdrawal(1),
        reason: "BANK_ACCOUNT_CHANGED".into(),
        grounds: ledger::wallet::NonDeliveryProof::NeverCalled,
    }))
    .then_expect_events(vec![returned(1)]);
}

fn release(n: u128) -> WalletCommand {
    WalletCommand::Withdrawal(WithdrawalCommand::Release {
        withdrawal_id: withdrawal(n),
        reason: "spoken to".into(),
    })
}

fn released(n: u128) -> WalletEvent {
    WalletEvent::Withdrawal(WithdrawalEvent::Released {
        withdrawal_id: withdrawal(n),
        reason: "spoken to".into(),
    })
}

#[test]
fn staff_lets_a_held_payout_go_and_that_one_only() {
    let held = [
        changed(10, Some(hour(24))),
        requested_to(1, 10, Some(hour(24))),
        requested_to(2, 10, Some(hour(24))),
    ];
    let let_go = || held.clone().into_iter().chain([released(1)]);
    given(held.clone())
        .when(release(1))
        .then_expect_events(vec![released(1)]);
    given(let_go()).when(release(1)).then_expect_events(vec![]);
    given(let_go())
        .when(send(1))
        .then_expect_events(vec![withdrawal_sent(1)]);
    given(let_go())
        .when(send(2))
        .then_expect_error(WalletError::Held { until: hour(24) });
    // One that waits for nothing is on its way without them.
    given([requested_to(1, 9, None)])
        .when(release(1))
        .then_expect_events(vec![]);
}

#[test]
fn a_payout_that_was_let_go_comes_back_when_the_account_is_changed_again() {
    given([
        changed(10, Some(hour(24))),
        requested_to(1, 10, Some(hour(24))),
        released(1),
    ])
    .when(change(11, Some(hour(24))))
    .then_expect_events(vec![changed(11, Some(hour(24))), returned(1)]);
}

#[test]
fn a_payout_that_has_ended_is_not_let_go() {
    given([
        changed(10, Some(hour(24))),
        requested_to(1, 10, Some(hour(24))),
        returned(1),
    ])
    .when(release(1))
    .then_expect_error(WalletError::Ended("withdrawal"));
    given([])
        .when(release(1))
        .then_expect_error(WalletError::Unknown("withdrawal"));
}

fn opened_with(account: BankAccountRecord) -> WalletEvent {
    WalletEvent::Opened(Opened {
        currency: Currency::Thb,
        bank_account: account,
    })
}

#[test]
fn the_last_two_macs_of_an_account_are_good_and_of_a_former_one_while_a_payout_is_known() {
    let mut wallet = folded([opened_with(recorded(9, 1))]);
    assert_eq!(wallet.bank_account(), Some(account(9)));
    for mac in [2, 2, 3] {
        let record = WalletCommand::BankAccount(BankAccountCommand::Record(recorded(9, mac)));
        let events = execute(&mut wallet, record, noon()).unwrap();
        assert!(events.len() <= 1);
    }
    let macs = [2, 3].map(|mac| BankAccountMac([mac; 32]));
    assert_eq!(wallet.bank_account_macs(account(9)), macs);
    assert_eq!(wallet.sequence(), 3);

    // Given again under a MAC that nobody knows, it is held as another account would be.
    let again = |mac| {
        WalletCommand::BankAccount(BankAccountCommand::Change {
            account: recorded(9, mac),
            hold_until: Some(noon() + hours(24)),
        })
    };
    assert_eq!(execute(&mut wallet, again(3), noon()).unwrap(), []);
    assert_eq!(execute(&mut wallet, again(4), noon()).unwrap().len(), 1);
    let held = wallet.withdrawals_held_until(noon());
    assert_eq!(held, Some(noon() + hours(24)));

    execute(&mut wallet, change(10, None), noon()).unwrap();
    assert_eq!(wallet.bank_account_macs(account(9)), []);
    assert_eq!(wallet.bank_account_macs(account(10)).len(), 1);
    // One that is not in force is not put there by being recorded.
    let record = WalletCommand::BankAccount(BankAccountCommand::Record(recorded(11, 1)));
    execute(&mut wallet, record, noon()).unwrap();
    assert_eq!(wallet.bank_account(), Some(account(10)));
}
