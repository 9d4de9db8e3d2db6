//! Short words for events and commands; a wallet to begin with.

use chrono::{DateTime, TimeDelta, Utc};
use cqrs_es::test::TestFramework;
use ledger::posting::movement;
use ledger::wallet::{DecidedAt, Grounds, Place, SlipReference, WithdrawalLimits};
use ledger::{
    Account, BankAccountId, Currency, GameCode, Money, SlipId, TransferId, Wallet, WalletCommand,
    WalletEvent, WithdrawalId,
};
use uuid::Uuid;

pub(crate) type Rule = TestFramework<Wallet>;

/// A Wednesday in Bangkok.
pub(crate) fn noon() -> DateTime<Utc> {
    "2026-03-11T05:00:00Z".parse().unwrap()
}

pub(crate) fn hours(hours: i64) -> TimeDelta {
    TimeDelta::hours(hours)
}

pub(crate) fn baht(text: &str) -> Money {
    Money::parse(text, Currency::Thb).unwrap()
}

pub(crate) fn game(code: &str) -> GameCode {
    code.parse().unwrap()
}

pub(crate) fn slip(n: u128) -> SlipId {
    SlipId(Uuid::from_u128(n))
}

pub(crate) fn transfer(n: u128) -> TransferId {
    TransferId(Uuid::from_u128(n))
}

pub(crate) fn withdrawal(n: u128) -> WithdrawalId {
    WithdrawalId(Uuid::from_u128(n))
}

pub(crate) fn reference() -> SlipReference {
    SlipReference {
        sending_bank: "004".into(),
        trans_ref: "015073144041ATF00999".into(),
    }
}

pub(crate) fn limits() -> WithdrawalLimits {
    WithdrawalLimits {
        min: baht("100"),
        max: baht("1000"),
    }
}

pub(crate) fn opened() -> WalletEvent {
    WalletEvent::Opened {
        currency: Currency::Thb,
    }
}

pub(crate) fn slip_submitted(n: u128) -> WalletEvent {
    WalletEvent::SlipSubmitted {
        slip_id: slip(n),
        reference: Some(reference()),
    }
}

pub(crate) fn deposited(n: u128, amount: &str) -> WalletEvent {
    WalletEvent::Deposited {
        slip_id: slip(n),
        reference: reference(),
        deposit_account: "scb-1".into(),
        amount: baht(amount),
        at: Some(noon()),
        postings: movement(Account::Bank("scb-1".into()), Account::Main, baht(amount)),
    }
}

/// A wallet that has deposited 500 and has an account with `pg`.
pub(crate) fn funded() -> Vec<WalletEvent> {
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

pub(crate) fn given(
    more: impl IntoIterator<Item = WalletEvent>,
) -> cqrs_es::test::AggregateTestExecutor<Wallet> {
    Rule::with(DecidedAt(noon())).given(funded().into_iter().chain(more).collect())
}

pub(crate) fn started_in(n: u128, amount: &str) -> WalletEvent {
    WalletEvent::TransferStarted {
        transfer_id: transfer(n),
        from: Place::Wallet,
        to: Place::Game(game("pg")),
        amount: baht(amount),
        postings: movement(Account::Main, Account::InTransit, baht(amount)),
    }
}

pub(crate) fn started_out(n: u128, amount: &str) -> WalletEvent {
    WalletEvent::TransferStarted {
        transfer_id: transfer(n),
        from: Place::Game(game("pg")),
        to: Place::Wallet,
        amount: baht(amount),
        postings: Vec::new(),
    }
}

pub(crate) fn sent(n: u128) -> WalletEvent {
    WalletEvent::TransferSent {
        transfer_id: transfer(n),
    }
}

pub(crate) fn completed_in(n: u128, amount: &str) -> WalletEvent {
    WalletEvent::TransferCompleted {
        transfer_id: transfer(n),
        game: game("pg"),
        provider_tx: format!("tx-{n}"),
        postings: movement(Account::InTransit, Account::Game(game("pg")), baht(amount)),
    }
}

pub(crate) fn completed_out(n: u128, amount: &str) -> WalletEvent {
    WalletEvent::TransferCompleted {
        transfer_id: transfer(n),
        game: game("pg"),
        provider_tx: format!("tx-{n}"),
        postings: movement(Account::Game(game("pg")), Account::Main, baht(amount)),
    }
}

pub(crate) fn won(balance: &str, by: &str) -> WalletEvent {
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

pub(crate) fn lost(balance: &str, by: &str) -> WalletEvent {
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

pub(crate) fn start(n: u128, from: Place, to: Place, amount: &str) -> WalletCommand {
    WalletCommand::StartTransfer {
        transfer_id: transfer(n),
        from,
        to,
        amount: baht(amount),
    }
}

pub(crate) fn start_in(n: u128, amount: &str) -> WalletCommand {
    start(n, Place::Wallet, Place::Game(game("pg")), amount)
}

pub(crate) fn start_out(n: u128, amount: &str) -> WalletCommand {
    start(n, Place::Game(game("pg")), Place::Wallet, amount)
}

pub(crate) fn complete(n: u128, balance_before: Option<&str>) -> WalletCommand {
    WalletCommand::CompleteTransfer {
        transfer_id: transfer(n),
        provider_tx: format!("tx-{n}"),
        balance_before: balance_before.map(baht),
    }
}

pub(crate) fn give_back(n: u128) -> WalletCommand {
    give_back_on(n, Grounds::FirstAnswer)
}

pub(crate) fn give_back_on(n: u128, grounds: Grounds) -> WalletCommand {
    WalletCommand::ReturnTransfer {
        transfer_id: transfer(n),
        reason: "refused".into(),
        grounds,
    }
}

pub(crate) fn observe(balance: &str, seen_at: i64) -> WalletCommand {
    WalletCommand::ObserveGameBalance {
        game: game("pg"),
        balance: baht(balance),
        seen_at,
    }
}

pub(crate) fn request_withdrawal(n: u128, amount: &str) -> WalletCommand {
    WalletCommand::RequestWithdrawal {
        withdrawal_id: withdrawal(n),
        amount: baht(amount),
        bank_account: BankAccountId(Uuid::from_u128(9)),
        limits: limits(),
    }
}

pub(crate) fn withdrawal_requested(n: u128, amount: &str) -> WalletEvent {
    WalletEvent::WithdrawalRequested {
        withdrawal_id: withdrawal(n),
        amount: baht(amount),
        bank_account: BankAccountId(Uuid::from_u128(9)),
        not_before: None,
        postings: movement(Account::Main, Account::Withdrawal, baht(amount)),
    }
}

pub(crate) fn withdrawal_sent(n: u128) -> WalletEvent {
    WalletEvent::WithdrawalSent {
        withdrawal_id: withdrawal(n),
    }
}

pub(crate) fn credit(n: u128, amount: &str) -> WalletCommand {
    WalletCommand::CreditSlip {
        slip_id: slip(n),
        reference: reference(),
        amount: baht(amount),
        deposit_account: "scb-1".into(),
    }
}
