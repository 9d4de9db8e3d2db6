//! Payouts that the player confirms by a PIN.

use ledger::wallet::{
    Confirmation, PayoutCommand, PayoutEvent, WithdrawalCommand, WithdrawalEvent,
};
use ledger::{PinId, WalletCommand, WalletError, WalletEvent};
use uuid::Uuid;

use super::support::*;

fn pin(n: u128) -> PinId {
    PinId(Uuid::from_u128(n))
}

fn set_pin(n: u128) -> WalletCommand {
    WalletCommand::Payout(PayoutCommand::SetPin { pin_id: pin(n) })
}

fn pin_set(n: u128) -> WalletEvent {
    WalletEvent::Payout(PayoutEvent::PinSet { pin_id: pin(n) })
}

fn by(n: u128) -> Confirmation {
    Confirmation::Pin(pin(n))
}

fn request(it: Option<Confirmation>) -> WalletCommand {
    let mut command = request_withdrawal(1, "100");
    if let WalletCommand::Withdrawal(WithdrawalCommand::Request { confirmation, .. }) = &mut command
    {
        *confirmation = it;
    }
    command
}

fn requested(it: Option<Confirmation>) -> WalletEvent {
    let mut event = withdrawal_requested(1, "100");
    if let WalletEvent::Withdrawal(WithdrawalEvent::Requested { confirmation, .. }) = &mut event {
        *confirmation = it;
    }
    event
}

#[test]
fn a_wallet_with_a_pin_pays_nothing_out_that_the_pin_has_not_confirmed() {
    for other in [None, Some(by(2))] {
        given([pin_set(1)])
            .when(request(other))
            .then_expect_error(WalletError::Unconfirmed);
    }
    given([pin_set(1)])
        .when(request(Some(by(1))))
        .then_expect_events(vec![requested(Some(by(1)))]);
}

#[test]
fn a_pin_confirms_nothing_once_it_is_replaced() {
    let replaced = [pin_set(1), pin_set(2)];
    given(replaced.clone())
        .when(request(Some(by(1))))
        .then_expect_error(WalletError::Unconfirmed);
    given(replaced)
        .when(request(Some(by(2))))
        .then_expect_events(vec![requested(Some(by(2)))]);
}

#[test]
fn a_wallet_without_a_pin_pays_out_unconfirmed() {
    given([])
        .when(request(None))
        .then_expect_events(vec![requested(None)]);
}

#[test]
fn a_pin_is_set_once_and_replaced_by_another_one() {
    given([])
        .when(set_pin(1))
        .then_expect_events(vec![pin_set(1)]);
    given([pin_set(1)])
        .when(set_pin(1))
        .then_expect_events(vec![]);
    given([pin_set(1)])
        .when(set_pin(2))
        .then_expect_events(vec![pin_set(2)]);
}

/// A payout that was asked for before the PIN was set continues, and a repeat of it adds nothing.
#[test]
fn a_pin_stops_no_payout_of_before() {
    let before = [withdrawal_requested(1, "100"), pin_set(1)];
    given(before.clone())
        .when(WalletCommand::Withdrawal(WithdrawalCommand::MarkSent {
            withdrawal_id: withdrawal(1),
        }))
        .then_expect_events(vec![withdrawal_sent(1)]);
    given(before).when(request(None)).then_expect_events(vec![]);
}
