//! A wallet opens once.

use super::support::*;
use ledger::wallet::{DecisionContext, Opened, SlipCommand};
use ledger::{Currency, WalletCommand, WalletError};

#[test]
fn a_wallet_opens_once_in_one_currency() {
    let open = |currency| {
        WalletCommand::Open(Opened {
            currency,
            bank_account: ledger_testing::FIRST_ACCOUNT,
        })
    };
    Rule::with(DecisionContext::from(noon()))
        .given_no_previous_events()
        .when(open(Currency::Thb))
        .then_expect_events(vec![opened()]);
    Rule::with(DecisionContext::from(noon()))
        .given(vec![opened()])
        .when(open(Currency::Thb))
        .then_expect_events(vec![]);
    Rule::with(DecisionContext::from(noon()))
        .given(vec![opened()])
        .when(open(Currency::Lak))
        .then_expect_error(WalletError::Money(ledger::MoneyError::CurrencyMismatch));
}

#[test]
fn a_wallet_that_was_never_opened_takes_no_command() {
    let submit = WalletCommand::Slip(SlipCommand::Submit {
        slip_id: slip(1),
        reference: None,
    });
    Rule::with(DecisionContext::from(noon()))
        .given_no_previous_events()
        .when(submit)
        .then_expect_error(WalletError::NotOpen);
}
