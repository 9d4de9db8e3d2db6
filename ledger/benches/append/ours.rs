//! The ledger itself: commands as the gateway sends them.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use chrono::DateTime;
use ledger::wallet::{QrPayment, SlipReference};
use ledger::{
    Actor, Context, Currency, GameCode, Idempotency, Ledger, LedgerOptions, Metadata, Money,
    QrOrderId, SlipId, WalletCommand, WalletId,
};
use ledger_testing::measure::{BenchServer, Plan, Window, drive};
use sqlx::PgPool;
use tokio::task::JoinSet;
use uuid::Uuid;

use crate::load::{Load, WALLETS};

/// Where the payments come in.
const DEPOSIT_ACCOUNT: &str = "scb-1";

/// A command, or two that belong together.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Work {
    /// A game's balance is noted: one event with postings.
    Event,
    /// A paid QR order is credited: one event with a key and a claim.
    Claim,
    /// A slip is submitted under a key, then credited with its two claims.
    Slip,
}

/// A ledger on its own database, with wallets that are open.
pub(crate) struct Ours {
    ledger: Ledger,
    pool: PgPool,
    /// Makes keys, references and balances that were not there before.
    counter: Arc<AtomicU64>,
}

impl Ours {
    pub(crate) async fn open(server: &BenchServer, database: &str, writers: usize) -> Self {
        let pool = server.pool(database, 8);
        let options = LedgerOptions {
            writers,
            ..LedgerOptions::default()
        };
        let opened = Ledger::open(pool.clone(), options).await;
        let ours = Self {
            ledger: opened.expect("a migrated database"),
            pool,
            counter: Arc::default(),
        };
        ours.open_wallets().await;
        ours
    }

    async fn open_wallets(&self) {
        let mut opening = JoinSet::new();
        for number in 1..=WALLETS {
            let ledger = self.ledger.clone();
            opening.spawn(async move {
                let open = WalletCommand::Open {
                    currency: Currency::Thb,
                    bank_account: None,
                };
                let play = WalletCommand::OpenGameAccount {
                    game: game(),
                    username: format!("player{number}"),
                };
                for command in [open, play] {
                    execute(&ledger, wallet(number), command, None).await;
                }
            });
        }
        opening.join_all().await;
    }

    pub(crate) async fn drive(
        &self,
        server: &BenchServer,
        plan: &Plan,
        load: Load,
        work: Work,
    ) -> Window {
        let head = self.head().await;
        let mut window = drive(server, plan, load.clients, |_| {
            let (ledger, counter) = (self.ledger.clone(), Arc::clone(&self.counter));
            move || {
                let number = counter.fetch_add(1, Ordering::Relaxed);
                let wallet = wallet(rand::random_range(1..=load.wallets));
                send(ledger.clone(), wallet, work, number)
            }
        })
        .await;
        window.batch = Some(self.batch_since(head).await);
        window
    }

    async fn head(&self) -> i64 {
        let head = ledger::journal::head(&self.pool).await;
        head.expect("the server answers")
    }

    /// Events in a transaction, on average: each transaction has its own time.
    async fn batch_since(&self, position: i64) -> f64 {
        sqlx::query_scalar(
            "select count(*)::float8 / greatest(count(distinct recorded_at), 1)
             from event where position > $1",
        )
        .bind(position)
        .fetch_one(&self.pool)
        .await
        .expect("the server answers")
    }
}

async fn send(ledger: Ledger, wallet: WalletId, work: Work, number: u64) {
    match work {
        Work::Event => {
            let observe = WalletCommand::ObserveGameBalance {
                game: game(),
                balance: money(i64::try_from(number).unwrap_or(0) + 1),
                seen_at: i64::MAX,
            };
            execute(&ledger, wallet, observe, None).await;
        }
        Work::Claim => {
            let payment = QrPayment {
                channel: "KBANK".to_owned(),
                amount: money(100),
            };
            let credit = WalletCommand::CreditQr {
                order_id: QrOrderId(Uuid::from_u128(number.into())),
                channel: payment.channel.clone(),
                amount: payment.amount,
                provider_ref: format!("psp-{number}"),
                deposit_account: DEPOSIT_ACCOUNT.to_owned(),
                ordered: Some(payment),
            };
            execute(&ledger, wallet, credit, Some(number)).await;
        }
        Work::Slip => {
            let slip_id = SlipId(Uuid::from_u128(number.into()));
            let reference = SlipReference {
                sending_bank: "014".to_owned(),
                trans_ref: format!("0150731{number:010}ATF"),
            };
            let submit = WalletCommand::SubmitSlip {
                slip_id,
                reference: Some(reference.clone()),
            };
            execute(&ledger, wallet, submit, Some(number)).await;
            let credit = WalletCommand::CreditSlip {
                slip_id,
                reference,
                amount: money(100),
                deposit_account: DEPOSIT_ACCOUNT.to_owned(),
            };
            execute(&ledger, wallet, credit, None).await;
        }
    }
}

async fn execute(ledger: &Ledger, wallet: WalletId, command: WalletCommand, key: Option<u64>) {
    let context = Context {
        metadata: Metadata {
            at: DateTime::from_timestamp(1_790_000_000, 0).expect("a time"),
            actor: Actor::Member,
            request_id: "0f8fad5b-d9cb-469f-a165-70867728950e".to_owned(),
            main: None,
            movements: None,
        },
        idempotency: key.map(|number| Idempotency {
            key: format!("0f8fad5b-d9cb-469f-a165-{number:012}"),
            fingerprint: [7; 32],
        }),
    };
    let outcome = ledger.execute(wallet, command, context).await;
    let outcome = outcome.expect("the command is carried out");
    assert!(!outcome.events.is_empty(), "the command writes an event");
}

fn wallet(number: usize) -> WalletId {
    // Neighbours go to separate writers.
    WalletId(Uuid::from_u128(number as u128))
}

fn game() -> GameCode {
    GameCode::try_from("spg".to_owned()).expect("a game's code")
}

fn money(satang: i64) -> Money {
    let text = format!("{}.{:02}", satang / 100, satang % 100);
    Money::parse(&text, Currency::Thb).expect("two digits behind the point")
}
