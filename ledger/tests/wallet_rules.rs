//! The wallet's rules, each as given (events) / when (a command) / then (events or a refusal).

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

use cqrs_es::test::TestFramework;
use ledger::posting::movement;
use ledger::wallet::{Grounds, Place, SlipReason, SlipReference, WithdrawalLimits};
use ledger::{
    Account, BankAccountId, Currency, GameCode, Money, SlipId, TransferId, Wallet, WalletCommand,
    WalletError, WalletEvent, WithdrawalId,
};
use uuid::Uuid;

type Rule = TestFramework<Wallet>;

fn baht(text: &str) -> Money {
    Money::parse(text, Currency::Thb).unwrap()
}

fn game(code: &str) -> GameCode {
    code.parse().unwrap()
}

fn slip(n: u128) -> SlipId {
    SlipId(Uuid::from_u128(n))
}

fn transfer(n: u128) -> TransferId {
    TransferId(Uuid::from_u128(n))
}

fn withdrawal(n: u128) -> WithdrawalId {
    WithdrawalId(Uuid::from_u128(n))
}

fn reference() -> SlipReference {
    SlipReference {
        sending_bank: "004".into(),
        trans_ref: "015073144041ATF00999".into(),
    }
}

fn limits() -> WithdrawalLimits {
    WithdrawalLimits {
        min: baht("100"),
        max: baht("1000"),
    }
}

fn opened() -> WalletEvent {
    WalletEvent::Opened {
        currency: Currency::Thb,
    }
}

fn slip_submitted(n: u128) -> WalletEvent {
    WalletEvent::SlipSubmitted {
        slip_id: slip(n),
        reference: Some(reference()),
    }
}

fn deposited(n: u128, amount: &str) -> WalletEvent {
    WalletEvent::Deposited {
        slip_id: slip(n),
        reference: reference(),
        deposit_account: "scb-1".into(),
        amount: baht(amount),
        postings: movement(Account::Bank("scb-1".into()), Account::Main, baht(amount)),
    }
}

/// A wallet that has deposited 500 and has an account with `pg`.
fn funded() -> Vec<WalletEvent> {
    vec![
        opened(),
        slip_submitted(1),
        deposited(1, "500"),
        WalletEvent::GameAccountOpened {
            game: game("pg"),
            username: "pr00000001".into(),
        },
    ]
}

fn given(
    more: impl IntoIterator<Item = WalletEvent>,
) -> cqrs_es::test::AggregateTestExecutor<Wallet> {
    Rule::with(()).given(funded().into_iter().chain(more).collect())
}

fn started_in(n: u128, amount: &str) -> WalletEvent {
    WalletEvent::TransferStarted {
        transfer_id: transfer(n),
        from: Place::Wallet,
        to: Place::Game(game("pg")),
        amount: baht(amount),
        postings: movement(Account::Main, Account::InTransit, baht(amount)),
    }
}

fn started_out(n: u128, amount: &str) -> WalletEvent {
    WalletEvent::TransferStarted {
        transfer_id: transfer(n),
        from: Place::Game(game("pg")),
        to: Place::Wallet,
        amount: baht(amount),
        postings: Vec::new(),
    }
}

fn sent(n: u128) -> WalletEvent {
    WalletEvent::TransferSent {
        transfer_id: transfer(n),
    }
}

fn completed_in(n: u128, amount: &str) -> WalletEvent {
    WalletEvent::TransferCompleted {
        transfer_id: transfer(n),
        game: game("pg"),
        provider_tx: format!("tx-{n}"),
        postings: movement(Account::InTransit, Account::Game(game("pg")), baht(amount)),
    }
}

fn completed_out(n: u128, amount: &str) -> WalletEvent {
    WalletEvent::TransferCompleted {
        transfer_id: transfer(n),
        game: game("pg"),
        provider_tx: format!("tx-{n}"),
        postings: movement(Account::Game(game("pg")), Account::Main, baht(amount)),
    }
}

fn won(balance: &str, by: &str) -> WalletEvent {
    let postings = movement(
        Account::Provider(game("pg")),
        Account::Game(game("pg")),
        baht(by),
    );
    WalletEvent::GameBalanceObserved {
        game: game("pg"),
        balance: baht(balance),
        postings,
    }
}

fn lost(balance: &str, by: &str) -> WalletEvent {
    let postings = movement(
        Account::Game(game("pg")),
        Account::Provider(game("pg")),
        baht(by),
    );
    WalletEvent::GameBalanceObserved {
        game: game("pg"),
        balance: baht(balance),
        postings,
    }
}

fn start(n: u128, from: Place, to: Place, amount: &str) -> WalletCommand {
    WalletCommand::StartTransfer {
        transfer_id: transfer(n),
        from,
        to,
        amount: baht(amount),
    }
}

fn start_in(n: u128, amount: &str) -> WalletCommand {
    start(n, Place::Wallet, Place::Game(game("pg")), amount)
}

fn start_out(n: u128, amount: &str) -> WalletCommand {
    start(n, Place::Game(game("pg")), Place::Wallet, amount)
}

fn complete(n: u128, balance_before: Option<&str>) -> WalletCommand {
    WalletCommand::CompleteTransfer {
        transfer_id: transfer(n),
        provider_tx: format!("tx-{n}"),
        balance_before: balance_before.map(baht),
    }
}

fn give_back(n: u128) -> WalletCommand {
    give_back_on(n, Grounds::FirstAnswer)
}

fn give_back_on(n: u128, grounds: Grounds) -> WalletCommand {
    WalletCommand::ReturnTransfer {
        transfer_id: transfer(n),
        reason: "refused".into(),
        grounds,
    }
}

fn observe(balance: &str, seen_at: i64) -> WalletCommand {
    WalletCommand::ObserveGameBalance {
        game: game("pg"),
        balance: baht(balance),
        seen_at,
    }
}

fn request_withdrawal(n: u128, amount: &str) -> WalletCommand {
    WalletCommand::RequestWithdrawal {
        withdrawal_id: withdrawal(n),
        amount: baht(amount),
        bank_account: BankAccountId(Uuid::from_u128(9)),
        limits: limits(),
    }
}

fn withdrawal_requested(n: u128, amount: &str) -> WalletEvent {
    WalletEvent::WithdrawalRequested {
        withdrawal_id: withdrawal(n),
        amount: baht(amount),
        bank_account: BankAccountId(Uuid::from_u128(9)),
        postings: movement(Account::Main, Account::Withdrawal, baht(amount)),
    }
}

fn withdrawal_sent(n: u128) -> WalletEvent {
    WalletEvent::WithdrawalSent {
        withdrawal_id: withdrawal(n),
    }
}

// Opening.

#[test]
fn a_wallet_opens_once_in_one_currency() {
    let open = |currency| WalletCommand::Open { currency };
    Rule::with(())
        .given_no_previous_events()
        .when(open(Currency::Thb))
        .then_expect_events(vec![opened()]);
    Rule::with(())
        .given(vec![opened()])
        .when(open(Currency::Thb))
        .then_expect_events(vec![]);
    Rule::with(())
        .given(vec![opened()])
        .when(open(Currency::Lak))
        .then_expect_error(WalletError::Money(ledger::MoneyError::CurrencyMismatch));
}

#[test]
fn a_wallet_that_was_never_opened_takes_no_command() {
    let submit = WalletCommand::SubmitSlip {
        slip_id: slip(1),
        reference: None,
    };
    Rule::with(())
        .given_no_previous_events()
        .when(submit)
        .then_expect_error(WalletError::NotOpen);
}

// Slips.

fn credit(n: u128, amount: &str) -> WalletCommand {
    WalletCommand::CreditSlip {
        slip_id: slip(n),
        reference: reference(),
        amount: baht(amount),
        deposit_account: "scb-1".into(),
    }
}

#[test]
fn a_confirmed_slip_is_credited_with_the_banks_amount() {
    Rule::with(())
        .given(vec![opened(), slip_submitted(1)])
        .when(credit(1, "500"))
        .then_expect_events(vec![deposited(1, "500")]);
}

#[test]
fn a_slip_is_credited_once() {
    given([]).when(credit(1, "500")).then_expect_events(vec![]);
}

#[test]
fn a_slip_of_nothing_or_less_is_not_credited() {
    for amount in ["0", "-1"] {
        Rule::with(())
            .given(vec![opened(), slip_submitted(1)])
            .when(credit(1, amount))
            .then_expect_error(WalletError::AmountNotPositive);
    }
}

#[test]
fn a_rejected_slip_is_never_credited_and_a_credited_one_never_rejected() {
    let reject = |n| WalletCommand::RejectSlip {
        slip_id: slip(n),
        reason: SlipReason::NotMatch,
    };
    let rejected = WalletEvent::SlipRejected {
        slip_id: slip(2),
        reason: SlipReason::NotMatch,
    };
    given([slip_submitted(2)])
        .when(reject(2))
        .then_expect_events(vec![rejected.clone()]);
    given([slip_submitted(2), rejected.clone()])
        .when(reject(2))
        .then_expect_events(vec![]);
    given([slip_submitted(2), rejected])
        .when(credit(2, "1"))
        .then_expect_error(WalletError::Ended("slip"));
    given([])
        .when(reject(1))
        .then_expect_error(WalletError::Ended("slip"));
}

#[test]
fn a_slip_left_for_staff_may_still_be_credited_or_rejected() {
    let refer = || WalletCommand::ReferSlip {
        slip_id: slip(2),
        reason: "names differ".into(),
    };
    let referred = WalletEvent::SlipReferred {
        slip_id: slip(2),
        reason: "names differ".into(),
    };
    given([slip_submitted(2)])
        .when(refer())
        .then_expect_events(vec![referred.clone()]);
    given([slip_submitted(2), referred.clone()])
        .when(refer())
        .then_expect_events(vec![]);
    given([slip_submitted(2), referred])
        .when(credit(2, "7"))
        .then_expect_events(vec![deposited(2, "7")]);
}

#[test]
fn a_slip_without_a_readable_reference_cannot_be_credited() {
    let unreadable = WalletEvent::SlipSubmitted {
        slip_id: slip(2),
        reference: None,
    };
    given([unreadable])
        .when(credit(2, "1"))
        .then_expect_error(WalletError::NoReference);
}

#[test]
fn a_credit_beyond_the_books_is_refused_instead_of_breaking_the_wallet() {
    given([slip_submitted(2)])
        .when(credit(2, "999999999999"))
        .then_expect_error(WalletError::Money(ledger::MoneyError::TooLarge));
}

// Transfers into a game.

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
    let kip = WalletCommand::StartTransfer {
        transfer_id: transfer(1),
        from: Place::Wallet,
        to: Place::Game(game("pg")),
        amount: Money::parse("100", Currency::Lak).unwrap(),
    };
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
    let returned = WalletEvent::TransferReturned {
        transfer_id: transfer(1),
        reason: "refused".into(),
        postings: movement(Account::InTransit, Account::Main, baht("200")),
    };
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
    let mark = || WalletCommand::MarkTransferUnknown {
        transfer_id: transfer(1),
        reason: "time-out".into(),
    };
    let unknown = WalletEvent::TransferUnknown {
        transfer_id: transfer(1),
        reason: "time-out".into(),
    };
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
    let unknown = WalletEvent::TransferUnknown {
        transfer_id: transfer(1),
        reason: "time-out".into(),
    };
    let stages = [
        (vec![started_in(1, "200")], Grounds::NeverCalled, vec![]),
        (
            vec![started_in(1, "200"), sent(1)],
            Grounds::FirstAnswer,
            vec![Grounds::ForEver],
        ),
        (
            vec![started_in(1, "200"), sent(1), unknown],
            Grounds::ForEver,
            vec![],
        ),
    ];
    for (events, certain, also) in stages {
        for grounds in [Grounds::NeverCalled, Grounds::FirstAnswer, Grounds::ForEver] {
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
fn a_payout_is_given_back_only_while_it_is_certain_that_the_bank_has_not_paid() {
    let unknown = WalletEvent::WithdrawalUnknown {
        withdrawal_id: withdrawal(1),
        reason: "time-out".into(),
    };
    let give_back = |grounds| WalletCommand::ReturnWithdrawal {
        withdrawal_id: withdrawal(1),
        reason: "refused".into(),
        grounds,
    };
    let requested = [withdrawal_requested(1, "400")];
    given(requested.clone())
        .when(give_back(Grounds::FirstAnswer))
        .then_expect_error(WalletError::NotDefinite("withdrawal"));
    let asked = [withdrawal_requested(1, "400"), withdrawal_sent(1), unknown];
    given(asked)
        .when(give_back(Grounds::FirstAnswer))
        .then_expect_error(WalletError::NotDefinite("withdrawal"));
}

#[test]
fn a_slip_is_claimed_under_the_name_that_the_bank_gives_the_payment() {
    let by_the_bank = SlipReference {
        sending_bank: "014".into(),
        trans_ref: "P2P0001".into(),
    };
    let command = WalletCommand::CreditSlip {
        slip_id: slip(2),
        reference: by_the_bank,
        amount: baht("7"),
        deposit_account: "scb-1".into(),
    };
    let events = given([slip_submitted(2)])
        .when(command)
        .inspect_result()
        .unwrap();
    assert_eq!(events[0].claim().unwrap().reference, "014:P2P0001");
}

#[test]
fn a_transfer_that_was_never_sent_can_be_neither_unknown_nor_completed() {
    let call = WalletError::Unknown("call to the provider");
    let mark = WalletCommand::MarkTransferUnknown {
        transfer_id: transfer(1),
        reason: "time-out".into(),
    };
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

// Transfers out of a game.

/// 200 stand with `pg`, 300 in the main wallet.
fn played() -> Vec<WalletEvent> {
    vec![started_in(1, "200"), sent(1), completed_in(1, "200")]
}

#[test]
fn out_of_a_game_nothing_is_credited_before_the_provider_has_paid() {
    given(played())
        .when(start_out(2, "150"))
        .then_expect_events(vec![started_out(2, "150")]);
    assert!(started_out(2, "150").postings().is_empty());
    let more = played().into_iter().chain([started_out(2, "150"), sent(2)]);
    given(more)
        .when(complete(2, Some("200")))
        .then_expect_events(vec![completed_out(2, "150")]);
}

#[test]
fn winnings_come_out_with_the_transfer_and_are_booked_against_the_provider() {
    let more = played().into_iter().chain([started_out(2, "900"), sent(2)]);
    given(more)
        .when(complete(2, Some("1000")))
        .then_expect_events(vec![won("1000", "800"), completed_out(2, "900")]);
}

#[test]
fn a_provider_that_paid_held_at_least_what_it_paid() {
    for before in [None, Some("10")] {
        let more = played().into_iter().chain([started_out(2, "900"), sent(2)]);
        given(more)
            .when(complete(2, before))
            .then_expect_events(vec![won("900", "700"), completed_out(2, "900")]);
    }
}

#[test]
fn a_refused_transfer_out_of_a_game_moves_nothing() {
    let returned = WalletEvent::TransferReturned {
        transfer_id: transfer(2),
        reason: "refused".into(),
        postings: Vec::new(),
    };
    let more = played().into_iter().chain([started_out(2, "900"), sent(2)]);
    given(more)
        .when(give_back(2))
        .then_expect_events(vec![returned]);
}

// Observed balances.

#[test]
fn a_balance_above_our_books_is_a_win_and_one_below_a_loss() {
    given(played())
        .when(observe("260.50", 7))
        .then_expect_events(vec![won("260.50", "60.50")]);
    given(played())
        .when(observe("0", 7))
        .then_expect_events(vec![lost("0", "200")]);
    given(played())
        .when(observe("200", 7))
        .then_expect_events(vec![]);
}

#[test]
fn an_answer_older_than_a_transfer_writes_nothing() {
    // The seventh event is the completion: an answer asked for at six does not know of it.
    given(played())
        .when(observe("0", 6))
        .then_expect_events(vec![]);
}

#[test]
fn an_answer_during_a_transfer_writes_nothing() {
    let more = played().into_iter().chain([started_out(2, "150"), sent(2)]);
    given(more)
        .when(observe("50", 99))
        .then_expect_events(vec![]);
}

#[test]
fn a_negative_balance_of_a_provider_is_refused() {
    given(played())
        .when(observe("-1", 7))
        .then_expect_error(WalletError::Money(ledger::MoneyError::NotANumber));
}

#[test]
fn a_game_account_opens_once_under_one_name() {
    let open = |username: &str| WalletCommand::OpenGameAccount {
        game: game("pg"),
        username: username.into(),
    };
    given([])
        .when(open("pr00000001"))
        .then_expect_events(vec![]);
    given([])
        .when(open("pr00000002"))
        .then_expect_error(WalletError::GameAccountExists(game("pg")));
}

// Withdrawals.

#[test]
fn a_withdrawal_sets_its_money_aside() {
    given([])
        .when(request_withdrawal(1, "400"))
        .then_expect_events(vec![withdrawal_requested(1, "400")]);
    given([withdrawal_requested(1, "400")])
        .when(request_withdrawal(1, "400"))
        .then_expect_events(vec![]);
}

#[test]
fn a_withdrawal_beyond_the_balance_is_refused() {
    given([withdrawal_requested(1, "400")])
        .when(request_withdrawal(2, "200"))
        .then_expect_error(WalletError::InsufficientFunds {
            needed: baht("200"),
            held: baht("100"),
        });
}

#[test]
fn a_withdrawal_outside_the_operators_limits_is_refused_and_the_limits_themselves_are_not() {
    for amount in ["99.99", "1000.01"] {
        given([slip_submitted(2), deposited(2, "2000")])
            .when(request_withdrawal(1, amount))
            .then_expect_error(WalletError::WithdrawalOutOfLimits {
                min: baht("100"),
                max: baht("1000"),
            });
    }
    for amount in ["100", "1000"] {
        given([slip_submitted(2), deposited(2, "2000")])
            .when(request_withdrawal(1, amount))
            .then_expect_events(vec![withdrawal_requested(1, amount)]);
    }
}

#[test]
fn a_paid_withdrawal_leaves_the_house_and_is_never_returned() {
    let pay = || WalletCommand::PayWithdrawal {
        withdrawal_id: withdrawal(1),
        payout_ref: "p-1".into(),
    };
    let give_back = || WalletCommand::ReturnWithdrawal {
        withdrawal_id: withdrawal(1),
        reason: "no such account".into(),
        grounds: Grounds::FirstAnswer,
    };
    let paid = WalletEvent::WithdrawalPaid {
        withdrawal_id: withdrawal(1),
        payout_ref: "p-1".into(),
        postings: movement(Account::Withdrawal, Account::Payout, baht("400")),
    };
    let on_its_way = [withdrawal_requested(1, "400"), withdrawal_sent(1)];
    given(on_its_way.clone())
        .when(pay())
        .then_expect_events(vec![paid.clone()]);
    let done = on_its_way.into_iter().chain([paid]);
    given(done.clone()).when(pay()).then_expect_events(vec![]);
    given(done)
        .when(give_back())
        .then_expect_error(WalletError::Ended("withdrawal"));
}

#[test]
fn a_refused_withdrawal_returns_to_the_main_wallet() {
    let returned = WalletEvent::WithdrawalReturned {
        withdrawal_id: withdrawal(1),
        reason: "no such account".into(),
        postings: movement(Account::Withdrawal, Account::Main, baht("400")),
    };
    given([withdrawal_requested(1, "400"), withdrawal_sent(1)])
        .when(WalletCommand::ReturnWithdrawal {
            withdrawal_id: withdrawal(1),
            reason: "no such account".into(),
            grounds: Grounds::FirstAnswer,
        })
        .then_expect_events(vec![returned]);
}

#[test]
fn an_unknown_payout_keeps_the_money_aside() {
    let unknown = WalletEvent::WithdrawalUnknown {
        withdrawal_id: withdrawal(1),
        reason: "time-out".into(),
    };
    assert!(unknown.postings().is_empty());
    given([withdrawal_requested(1, "400"), withdrawal_sent(1), unknown])
        .when(request_withdrawal(2, "200"))
        .then_expect_error(WalletError::InsufficientFunds {
            needed: baht("200"),
            held: baht("100"),
        });
}

// What has ended long ago.

#[test]
fn the_state_of_a_long_history_stays_small_and_an_old_outcome_is_refused() {
    let mut wallet = Wallet::default();
    let apply = |wallet: &mut Wallet, command| {
        for event in wallet.decide(command).unwrap() {
            cqrs_es::Aggregate::apply(wallet, event);
        }
    };
    apply(
        &mut wallet,
        WalletCommand::Open {
            currency: Currency::Thb,
        },
    );
    let mut sizes = Vec::new();
    for n in 1..=300 {
        let submit = WalletCommand::SubmitSlip {
            slip_id: slip(n),
            reference: Some(reference()),
        };
        apply(&mut wallet, submit);
        apply(&mut wallet, credit(n, "1"));
        sizes.push(serde_json::to_string(&wallet).unwrap().len());
    }
    assert_eq!(wallet.bucket(&Account::Main), Some(baht("300")));
    assert!(
        sizes[299] < sizes[99] + 100,
        "{} then {}",
        sizes[99],
        sizes[299]
    );
    assert_eq!(
        wallet.decide(credit(1, "1")),
        Err(WalletError::Unknown("slip"))
    );
}
