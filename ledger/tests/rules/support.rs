//! Short words for events and commands; a wallet to begin with.

use chrono::{DateTime, TimeDelta, Utc};
use cqrs_es::Aggregate;
use cqrs_es::test::TestFramework;
use ledger::posting::{is_balanced, movement};
use ledger::wallet::{
    DecisionContext, ExclusionKind, GameCommand, GameEvent, GiftEvent, LimitPeriod, ManualEvent,
    NonDeliveryProof, Opened, Place, ProtectionCommand, ProtectionEvent, QrCommand, QrEvent,
    QrPayment, SlipCommand, SlipEvent, SlipReference, TransferCommand, TransferEvent,
    WithdrawalCommand, WithdrawalEvent, WithdrawalLimits,
};
use ledger::{
    Account, BankAccountId, Currency, GameCode, GiftId, ManualDepositId, Money, QrOrderId, SlipId,
    TransferId, Wallet, WalletCommand, WalletError, WalletEvent, WithdrawalId,
};
use uuid::Uuid;

use super::quote::was_quoted;

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
    WalletEvent::Opened(Opened {
        currency: Currency::Thb,
        bank_account: ledger_testing::FIRST_ACCOUNT,
    })
}

pub(crate) fn slip_submitted(n: u128) -> WalletEvent {
    WalletEvent::Slip(SlipEvent::Submitted {
        slip_id: slip(n),
        reference: Some(reference()),
    })
}

pub(crate) fn deposited(n: u128, amount: &str) -> WalletEvent {
    WalletEvent::Slip(SlipEvent::Credited {
        slip_id: slip(n),
        reference: reference(),
        deposit_account: "scb-1".into(),
        amount: baht(amount),
        at: noon(),
        postings: movement(Account::Bank("scb-1".into()), Account::Main, baht(amount)),
    })
}

/// A wallet that has deposited 500 and has an account with `pg`.
pub(crate) fn funded() -> Vec<WalletEvent> {
    vec![
        opened(),
        slip_submitted(1),
        deposited(1, "500"),
        WalletEvent::Game(GameEvent::AccountOpened {
            game: game("pg"),
            username: "pr00000001".into(),
        }),
    ]
}

pub(crate) fn given(
    more: impl IntoIterator<Item = WalletEvent>,
) -> cqrs_es::test::AggregateTestExecutor<Wallet> {
    Rule::with(DecisionContext::from(noon())).given(funded().into_iter().chain(more).collect())
}

/// The same at another moment than [`noon`].
pub(crate) fn given_at(
    at: DateTime<Utc>,
    more: impl IntoIterator<Item = WalletEvent>,
) -> cqrs_es::test::AggregateTestExecutor<Wallet> {
    Rule::with(DecisionContext::from(at)).given(funded().into_iter().chain(more).collect())
}

/// A wallet after these events.
pub(crate) fn folded(events: impl IntoIterator<Item = WalletEvent>) -> Wallet {
    let mut wallet = Wallet::default();
    for event in events {
        wallet.apply(event);
    }
    wallet
}

/// Carries a command out, and gives what it wrote.
pub(crate) fn execute(
    wallet: &mut Wallet,
    command: WalletCommand,
    at: DateTime<Utc>,
) -> Result<Vec<WalletEvent>, WalletError> {
    let asked = command.clone();
    let decided = wallet.decide(command, at);
    was_quoted(wallet, &asked, at, &decided);
    let events = decided?;
    for event in &events {
        assert!(is_balanced(event.postings()).unwrap(), "{event:?}");
        wallet.apply(event.clone());
    }
    assert_eq!(wallet.broken_invariant(), None);
    Ok(events)
}

pub(crate) fn set_limit(period: LimitPeriod, limit: Option<&str>) -> WalletCommand {
    let limit = limit.map(baht);
    WalletCommand::Protection(ProtectionCommand::SetDepositLimit { period, limit })
}

/// A limit that holds since [`noon`].
pub(crate) fn limited(period: LimitPeriod, limit: &str) -> WalletEvent {
    WalletEvent::Protection(ProtectionEvent::DepositLimitSet {
        period,
        limit: Some(baht(limit)),
        effective_at: noon(),
        at: noon(),
        by: None,
    })
}

/// A break from [`noon`] on.
pub(crate) fn excluded(kind: ExclusionKind, until: Option<DateTime<Utc>>) -> WalletEvent {
    let at = noon();
    WalletEvent::Protection(ProtectionEvent::Excluded { kind, until, at })
}

/// A break for an hour, and what it is refused with.
pub(crate) fn on_a_break() -> (WalletEvent, WalletError) {
    let until = Some(noon() + hours(1));
    let refusal = WalletError::Excluded { until };
    (excluded(ExclusionKind::TimeOut, until), refusal)
}

pub(crate) fn order_id(n: u128) -> QrOrderId {
    QrOrderId(Uuid::from_u128(n))
}

pub(crate) fn order(n: u128, amount: &str) -> WalletCommand {
    WalletCommand::Qr(QrCommand::Order {
        order_id: order_id(n),
        channel: "KBANK".into(),
        amount: baht(amount),
        expires_at: noon() + hours(1),
    })
}

pub(crate) fn ordered(n: u128, amount: &str) -> WalletEvent {
    WalletEvent::Qr(QrEvent::Ordered {
        order_id: order_id(n),
        channel: "KBANK".into(),
        amount: baht(amount),
        expires_at: noon() + hours(1),
    })
}

pub(crate) fn pay_qr(n: u128, amount: &str) -> WalletCommand {
    WalletCommand::Qr(QrCommand::Credit {
        order_id: order_id(n),
        channel: "KBANK".into(),
        amount: baht(amount),
        provider_ref: format!("PSP{n}"),
        deposit_account: "kbank-qr".into(),
        ordered: Some(QrPayment {
            channel: "KBANK".into(),
            amount: baht(amount),
        }),
    })
}

pub(crate) fn gift_id(n: u128) -> GiftId {
    GiftId(Uuid::from_u128(n))
}

pub(crate) fn gift_submitted(n: u128, voucher: &str) -> WalletEvent {
    WalletEvent::Gift(GiftEvent::Submitted {
        gift_id: gift_id(n),
        voucher: voucher.into(),
    })
}

pub(crate) fn gift_sent(n: u128, voucher: &str, expected: &str) -> WalletEvent {
    WalletEvent::Gift(GiftEvent::Sent {
        gift_id: gift_id(n),
        expected: baht(expected),
        voucher: voucher.into(),
    })
}

pub(crate) fn deposit_id(n: u128) -> ManualDepositId {
    ManualDepositId(Uuid::from_u128(n))
}

pub(crate) fn announced(n: u128, amount: &str) -> WalletEvent {
    WalletEvent::Manual(ManualEvent::Requested {
        deposit_id: deposit_id(n),
        amount: baht(amount),
        at: noon(),
    })
}

pub(crate) fn started_in(n: u128, amount: &str) -> WalletEvent {
    WalletEvent::Transfer(TransferEvent::Started {
        transfer_id: transfer(n),
        from: Place::Wallet,
        to: Place::Game(game("pg")),
        amount: baht(amount),
        postings: movement(Account::Main, Account::InTransit, baht(amount)),
    })
}

pub(crate) fn started_out(n: u128, amount: &str) -> WalletEvent {
    WalletEvent::Transfer(TransferEvent::Started {
        transfer_id: transfer(n),
        from: Place::Game(game("pg")),
        to: Place::Wallet,
        amount: baht(amount),
        postings: Vec::new(),
    })
}

pub(crate) fn sent(n: u128) -> WalletEvent {
    WalletEvent::Transfer(TransferEvent::Sent {
        transfer_id: transfer(n),
    })
}

pub(crate) fn completed_in(n: u128, amount: &str) -> WalletEvent {
    WalletEvent::Transfer(TransferEvent::Completed {
        transfer_id: transfer(n),
        game: game("pg"),
        provider_tx: format!("tx-{n}"),
        postings: movement(Account::InTransit, Account::Game(game("pg")), baht(amount)),
    })
}

pub(crate) fn completed_out(n: u128, amount: &str) -> WalletEvent {
    WalletEvent::Transfer(TransferEvent::Completed {
        transfer_id: transfer(n),
        game: game("pg"),
        provider_tx: format!("tx-{n}"),
        postings: movement(Account::Game(game("pg")), Account::Main, baht(amount)),
    })
}

pub(crate) fn won(balance: &str, by: &str) -> WalletEvent {
    let postings = movement(
        Account::Provider(game("pg")),
        Account::Game(game("pg")),
        baht(by),
    );
    WalletEvent::Game(GameEvent::BalanceObserved {
        game: game("pg"),
        balance: baht(balance),
        postings,
    })
}

pub(crate) fn lost(balance: &str, by: &str) -> WalletEvent {
    let postings = movement(
        Account::Game(game("pg")),
        Account::Provider(game("pg")),
        baht(by),
    );
    WalletEvent::Game(GameEvent::BalanceObserved {
        game: game("pg"),
        balance: baht(balance),
        postings,
    })
}

pub(crate) fn start(n: u128, from: Place, to: Place, amount: &str) -> WalletCommand {
    WalletCommand::Transfer(TransferCommand::Start {
        transfer_id: transfer(n),
        from,
        to,
        amount: baht(amount),
    })
}

pub(crate) fn start_in(n: u128, amount: &str) -> WalletCommand {
    start(n, Place::Wallet, Place::Game(game("pg")), amount)
}

pub(crate) fn start_out(n: u128, amount: &str) -> WalletCommand {
    start(n, Place::Game(game("pg")), Place::Wallet, amount)
}

pub(crate) fn complete(n: u128, balance_before: Option<&str>) -> WalletCommand {
    WalletCommand::Transfer(TransferCommand::Complete {
        transfer_id: transfer(n),
        provider_tx: format!("tx-{n}"),
        balance_before: balance_before.map(baht),
    })
}

pub(crate) fn give_back(n: u128) -> WalletCommand {
    give_back_on(n, NonDeliveryProof::FirstAnswer)
}

pub(crate) fn give_back_on(n: u128, grounds: NonDeliveryProof) -> WalletCommand {
    WalletCommand::Transfer(TransferCommand::Return {
        transfer_id: transfer(n),
        reason: "refused".into(),
        grounds,
    })
}

pub(crate) fn observe(balance: &str, seen_at: i64) -> WalletCommand {
    WalletCommand::Game(GameCommand::ObserveBalance {
        game: game("pg"),
        balance: baht(balance),
        seen_at,
    })
}

pub(crate) fn request_withdrawal(n: u128, amount: &str) -> WalletCommand {
    WalletCommand::Withdrawal(WithdrawalCommand::Request {
        withdrawal_id: withdrawal(n),
        amount: baht(amount),
        bank_account: BankAccountId(Uuid::from_u128(9)),
        limits: limits(),
        confirmation: None,
    })
}

pub(crate) fn withdrawal_requested(n: u128, amount: &str) -> WalletEvent {
    WalletEvent::Withdrawal(WithdrawalEvent::Requested {
        withdrawal_id: withdrawal(n),
        amount: baht(amount),
        bank_account: BankAccountId(Uuid::from_u128(9)),
        not_before: None,
        confirmation: None,
        postings: movement(Account::Main, Account::Withdrawal, baht(amount)),
    })
}

pub(crate) fn withdrawal_sent(n: u128) -> WalletEvent {
    WalletEvent::Withdrawal(WithdrawalEvent::Sent {
        withdrawal_id: withdrawal(n),
    })
}

pub(crate) fn credit(n: u128, amount: &str) -> WalletCommand {
    WalletCommand::Slip(SlipCommand::Credit {
        slip_id: slip(n),
        reference: reference(),
        amount: baht(amount),
        deposit_account: "scb-1".into(),
    })
}
