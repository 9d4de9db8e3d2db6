//! Short words for what the tests do, and the checks that hold after each of them.

use std::collections::HashMap;
use std::future::Future;

use chrono::DateTime;
use ledger::journal::verify_stream;
use ledger::wallet::{Opened, SlipCommand, SlipReference, WithdrawalCommand, WithdrawalLimits};
use ledger::{
    Account, Actor, BankAccountId, CommandOutcome, Context, Currency, Idempotency, JournalKey,
    Ledger, LedgerError, LedgerOptions, Metadata, Money, RecordedEvent, SlipId, WalletCommand,
    WalletId, WithdrawalId, read_events,
};
use sqlx::PgPool;
use tokio::task::JoinSet;
use uuid::Uuid;

/// The wallet of most tests.
pub(crate) const ALICE: WalletId = wallet(1);

pub(crate) const fn wallet(number: u128) -> WalletId {
    WalletId(Uuid::from_u128(number))
}

pub(crate) fn baht(text: &str) -> Money {
    Money::parse(text, Currency::Thb).unwrap()
}

pub(crate) fn context() -> Context {
    Context {
        metadata: Metadata {
            at: DateTime::from_timestamp(1_790_000_000, 0).unwrap(),
            actor: Actor::Member,
            request_id: "test".to_owned(),
            main: None,
            movements: None,
            key: None,
            settings: None,
        },
        idempotency: None,
    }
}

/// A context with a key; the fingerprint covers the caller's whole request.
pub(crate) fn keyed(key: &str, fingerprint: u8) -> Context {
    Context {
        idempotency: Some(Idempotency {
            key: key.to_owned(),
            fingerprint: [fingerprint; 32],
        }),
        ..context()
    }
}

pub(crate) async fn open_ledger(pool: PgPool) -> Ledger {
    Ledger::open(pool, patient()).await.unwrap()
}

/// Waits for the database longer than any machine lets it wait.
pub(crate) fn patient() -> LedgerOptions {
    LedgerOptions {
        patience_ms: 120_000,
        ..LedgerOptions::default()
    }
}

pub(crate) fn open() -> WalletCommand {
    WalletCommand::Open(Opened {
        currency: Currency::Thb,
        bank_account: ledger_testing::FIRST_ACCOUNT,
    })
}

pub(crate) fn reference(text: &str) -> SlipReference {
    SlipReference {
        sending_bank: "014".to_owned(),
        trans_ref: text.to_owned(),
    }
}

pub(crate) fn submit(slip: u128, trans_ref: &str) -> WalletCommand {
    WalletCommand::Slip(SlipCommand::Submit {
        slip_id: SlipId(Uuid::from_u128(slip)),
        reference: Some(reference(trans_ref)),
    })
}

pub(crate) fn credit(slip: u128, trans_ref: &str, amount: &str) -> WalletCommand {
    WalletCommand::Slip(SlipCommand::Credit {
        slip_id: SlipId(Uuid::from_u128(slip)),
        reference: reference(trans_ref),
        amount: baht(amount),
        deposit_account: "scb-1".to_owned(),
    })
}

pub(crate) fn withdraw(number: u128, amount: &str) -> WalletCommand {
    WalletCommand::Withdrawal(WithdrawalCommand::Request {
        withdrawal_id: WithdrawalId(Uuid::from_u128(number)),
        amount: baht(amount),
        bank_account: BankAccountId(Uuid::from_u128(9)),
        limits: WithdrawalLimits {
            min: baht("0.01"),
            max: baht("100000"),
        },
        confirmation: None,
    })
}

/// Opens a wallet and pays money in: three events.
pub(crate) async fn fund(ledger: &Ledger, wallet: WalletId, amount: &str) -> CommandOutcome {
    let slip = wallet.0.as_u128();
    let trans_ref = format!("fund{slip}");
    for command in [open(), submit(slip, &trans_ref)] {
        ledger.execute(wallet, command, context()).await.unwrap();
    }
    ledger
        .execute(wallet, credit(slip, &trans_ref, amount), context())
        .await
        .unwrap()
}

pub(crate) async fn main_bucket(ledger: &Ledger, wallet: WalletId) -> Money {
    let wallet = ledger.load(wallet).await.unwrap();
    wallet.bucket(&Account::Main).unwrap()
}

/// Runs all at once and gives the answers in the order of the requests.
pub(crate) async fn all<F, T>(requests: impl IntoIterator<Item = F>) -> Vec<T>
where
    F: Future<Output = T> + Send + 'static,
    T: Send + 'static,
{
    let mut running = JoinSet::new();
    for (place, request) in requests.into_iter().enumerate() {
        running.spawn(async move { (place, request.await) });
    }
    let mut answers = running.join_all().await;
    answers.sort_by_key(|(place, _)| *place);
    answers.into_iter().map(|(_, answer)| answer).collect()
}

/// Executes in a separate task.
pub(crate) fn spawned(
    ledger: &Ledger,
    wallet: WalletId,
    command: WalletCommand,
    context: Context,
) -> impl Future<Output = Result<CommandOutcome, LedgerError>> + Send + 'static {
    let ledger = ledger.clone();
    async move { ledger.execute(wallet, command, context).await }
}

/// The whole journal. Checks on the way what holds at any time: positions dense, sequences dense
/// in each stream, every chain right, `log_head` at the last event.
pub(crate) async fn checked_journal(pool: &PgPool) -> Vec<RecordedEvent> {
    let mut events: Vec<RecordedEvent> = Vec::new();
    loop {
        let after = events.last().map_or(0, |event| event.position);
        let page = read_events(pool, Some(&JournalKey::default()), after, 500)
            .await
            .unwrap();
        if page.is_empty() {
            break;
        }
        events.extend(page);
    }
    let mut streams: HashMap<WalletId, i64> = HashMap::new();
    for (position, event) in (1..).zip(&events) {
        assert_eq!(event.position, position, "positions are dense");
        let sequence = streams.entry(event.wallet_id).or_default();
        *sequence += 1;
        assert_eq!(event.sequence, *sequence, "sequences are dense");
    }
    for (wallet, version) in streams {
        let verified = verify_stream(pool, &JournalKey::default(), wallet)
            .await
            .unwrap();
        assert_eq!(verified.version, version);
    }
    let head = ledger::journal::head(pool).await.unwrap();
    assert_eq!(head, i64::try_from(events.len()).unwrap());
    events
}
