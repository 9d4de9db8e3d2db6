//! Transfers into a game.

use super::support::*;
use ledger::posting::movement;
use ledger::wallet::{NonDeliveryProof, Place, TransferCommand, TransferEvent};
use ledger::{Account, Currency, Money, WalletCommand, WalletError, WalletEvent};

#[test]
fn money_leaves_the_main_wallet_before_the_provider_is_called() {
    given([])
        .when(start_in(1, "200"))
        .then_expect_events(vec![started_in(1, "200")]);
}

#[test]
fn a_transfer_beyond_the_balance_is_refused() {
    given([])
        .when(start_in(1, "500.01"))
        .then_expect_error(WalletError::InsufficientFunds {
            needed: baht("500.01"),
            held: baht("500"),
        });
}

#[test]
fn money_in_transit_cannot_be_spent_again() {
    given([started_in(1, "500"), sent(1)])
        .when(request_withdrawal(1, "100"))
        .then_expect_error(WalletError::InsufficientFunds {
            needed: baht("100"),
            held: baht("0"),
        });
}

#[test]
fn a_transfer_of_nothing_or_less_or_of_another_currency_is_refused() {
    for amount in ["0", "-5"] {
        given([])
            .when(start_in(1, amount))
            .then_expect_error(WalletError::AmountNotPositive);
    }
    let kip = WalletCommand::Transfer(TransferCommand::Start {
        transfer_id: transfer(1),
        from: Place::Wallet,
        to: Place::Game(game("pg")),
        amount: Money::parse("100", Currency::Lak).unwrap(),
    });
    given([])
        .when(kip)
        .then_expect_error(WalletError::Money(ledger::MoneyError::CurrencyMismatch));
}

#[test]
fn a_transfer_needs_an_account_with_the_provider() {
    given([])
        .when(start(1, Place::Wallet, Place::Game(game("joker2")), "1"))
        .then_expect_error(WalletError::NoGameAccount(game("joker2")));
}

#[test]
fn a_transfer_joins_the_main_wallet_and_one_game() {
    for (from, to) in [
        (Place::Wallet, Place::Wallet),
        (Place::Game(game("pg")), Place::Game(game("pg"))),
    ] {
        given([])
            .when(start(1, from, to, "1"))
            .then_expect_error(WalletError::NotATransferPair);
    }
}

#[test]
fn a_second_transfer_with_the_same_provider_waits_for_the_first_to_end() {
    given([started_in(1, "200"), sent(1)])
        .when(start_out(2, "1"))
        .then_expect_error(WalletError::TransferOpen(transfer(1)));
    given([started_in(1, "200"), sent(1), completed_in(1, "200")])
        .when(start_out(2, "1"))
        .then_expect_events(vec![started_out(2, "1")]);
}

#[test]
fn a_repeated_start_of_the_same_transfer_writes_nothing() {
    given([started_in(1, "200")])
        .when(start_in(1, "200"))
        .then_expect_events(vec![]);
}

#[test]
fn a_definite_refusal_returns_the_money_to_the_main_wallet() {
    let returned = WalletEvent::Transfer(TransferEvent::Returned {
        transfer_id: transfer(1),
        reason: "refused".into(),
        postings: movement(Account::InTransit, Account::Main, baht("200")),
    });
    given([started_in(1, "200"), sent(1)])
        .when(give_back(1))
        .then_expect_events(vec![returned.clone()]);
    given([started_in(1, "200"), sent(1), returned.clone()])
        .when(give_back(1))
        .then_expect_events(vec![]);
    given([started_in(1, "200"), sent(1), returned])
        .when(complete(1, None))
        .then_expect_error(WalletError::Ended("transfer"));
}

#[test]
fn an_unknown_answer_moves_no_money_and_both_ends_stay_possible() {
    let mark = || {
        WalletCommand::Transfer(TransferCommand::MarkUnknown {
            transfer_id: transfer(1),
            reason: "time-out".into(),
        })
    };
    let unknown = WalletEvent::Transfer(TransferEvent::Unknown {
        transfer_id: transfer(1),
        reason: "time-out".into(),
    });
    given([started_in(1, "200"), sent(1)])
        .when(mark())
        .then_expect_events(vec![unknown.clone()]);
    assert!(unknown.postings().is_empty());
    given([started_in(1, "200"), sent(1), unknown])
        .when(complete(1, None))
        .then_expect_events(vec![completed_in(1, "200")]);
}

#[test]
fn money_is_given_back_only_while_it_is_certain_that_nobody_took_it() {
    let unknown = WalletEvent::Transfer(TransferEvent::Unknown {
        transfer_id: transfer(1),
        reason: "time-out".into(),
    });
    let stages = [
        (
            vec![started_in(1, "200")],
            NonDeliveryProof::NeverCalled,
            vec![],
        ),
        (
            vec![started_in(1, "200"), sent(1)],
            NonDeliveryProof::FirstAnswer,
            vec![NonDeliveryProof::ForEver],
        ),
        (
            vec![started_in(1, "200"), sent(1), unknown],
            NonDeliveryProof::ForEver,
            vec![],
        ),
    ];
    for (events, certain, also) in stages {
        for grounds in [
            NonDeliveryProof::NeverCalled,
            NonDeliveryProof::FirstAnswer,
            NonDeliveryProof::ForEver,
        ] {
            let result = given(events.clone())
                .when(give_back_on(1, grounds))
                .inspect_result();
            if grounds == certain || also.contains(&grounds) {
                assert_eq!(result.unwrap().len(), 1, "{events:?} {grounds:?}");
            } else {
                let refusal = WalletError::NotDefinite("transfer");
                assert_eq!(result, Err(refusal), "{events:?} {grounds:?}");
            }
        }
    }
}

#[test]
fn a_transfer_that_was_never_sent_can_be_neither_unknown_nor_completed() {
    let call = WalletError::Unknown("call to the provider");
    let mark = WalletCommand::Transfer(TransferCommand::MarkUnknown {
        transfer_id: transfer(1),
        reason: "time-out".into(),
    });
    given([started_in(1, "200")])
        .when(mark)
        .then_expect_error(call.clone());
    given([started_in(1, "200")])
        .when(complete(1, None))
        .then_expect_error(call);
}

#[test]
fn a_completed_transfer_is_never_returned_and_completes_once() {
    let done = [started_in(1, "200"), sent(1), completed_in(1, "200")];
    given(done.clone())
        .when(give_back(1))
        .then_expect_error(WalletError::Ended("transfer"));
    given(done)
        .when(complete(1, None))
        .then_expect_events(vec![]);
}

#[test]
fn what_the_provider_held_before_a_transfer_is_booked_first() {
    given([started_in(1, "200"), sent(1)])
        .when(complete(1, Some("30")))
        .then_expect_events(vec![won("30", "30"), completed_in(1, "200")]);
}
