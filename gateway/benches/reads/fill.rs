//! Real events: what many clients ask of a ledger of this process.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use chrono::{DateTime, Utc};
use gateway::clock::Clock;
use ledger::wallet::{Place, QrPayment, SlipReference};
use ledger::{
    Actor, Context, Currency, GameCode, Idempotency, Ledger, LedgerOptions, Metadata, Money,
    QrOrderId, SlipId, TransferId, WalletCommand, WalletId,
};
use ledger_testing::measure::BenchServer;
use sqlx::PgPool;
use tokio::task::JoinSet;
use uuid::Uuid;

/// They send one command after the other.
const CLIENTS: usize = 64;

/// Wallets that a journal of many players has.
const WALLETS: u64 = 500;

/// Events of a wallet before its first round.
const EVENTS_BEFORE: u64 = 2;

/// Events of one round: a QR deposit, a slip deposit and a transfer into a game.
const EVENTS_OF_ROUND: u64 = 6;

/// A ledger on a database that nobody else writes to.
pub(crate) struct Filler {
    ledger: Ledger,
    pool: PgPool,
    /// The time of all its events.
    at: DateTime<Utc>,
}

impl Filler {
    pub(crate) async fn open(server: &BenchServer, database: &str) -> Self {
        let pool = server.pool(database, 8);
        let opened = Ledger::open(pool.clone(), LedgerOptions::default()).await;
        Self {
            ledger: opened.expect("a migrated database"),
            pool,
            at: Clock::default().now(),
        }
    }

    /// Ends all its connections.
    pub(crate) async fn close(self) {
        self.ledger.close().await;
        drop(self.ledger);
        self.pool.close().await;
    }

    /// The last position.
    pub(crate) async fn head(&self) -> i64 {
        let head = ledger::journal::head(&self.pool).await;
        head.expect("the server answers")
    }

    /// Writes about so many events of many players.
    pub(crate) async fn many_players(&self, events: u64) {
        let at = self.at;
        self.share(WALLETS, move |ledger, number| async move {
            let open = WalletCommand::Open {
                currency: Currency::Thb,
                bank_account: None,
            };
            let play = WalletCommand::OpenGameAccount {
                game: game(),
                username: format!("player{number}"),
            };
            for command in [open, play] {
                execute(&ledger, wallet(number), command, context(at, None)).await;
            }
        })
        .await;
        let rounds = events.saturating_sub(WALLETS * EVENTS_BEFORE) / EVENTS_OF_ROUND;
        self.share(rounds, move |ledger, number| async move {
            let wallet = wallet(number % WALLETS);
            let key = Some(number);
            execute(&ledger, wallet, credit(number), context(at, key)).await;
            for command in slip(number).into_iter().chain(transfer(number)) {
                execute(&ledger, wallet, command, context(at, None)).await;
            }
        })
        .await;
    }

    /// Credits so many QR orders, of one baht each, to one wallet.
    pub(crate) async fn deposits(&self, wallet: WalletId, count: u64) {
        let at = self.at;
        self.share(count, move |ledger, number| async move {
            let key = Some(number);
            execute(&ledger, wallet, credit(number), context(at, key)).await;
        })
        .await;
    }

    /// Lets the clients do this for every number below `count`.
    async fn share<F>(
        &self,
        count: u64,
        work: impl Fn(Ledger, u64) -> F + Clone + Send + Sync + 'static,
    ) where
        F: Future<Output = ()> + Send + 'static,
    {
        let next = Arc::new(AtomicU64::new(0));
        let mut clients = JoinSet::new();
        for _ in 0..CLIENTS {
            let (ledger, next, work) = (self.ledger.clone(), Arc::clone(&next), work.clone());
            clients.spawn(async move {
                loop {
                    let number = next.fetch_add(1, Ordering::Relaxed);
                    if number >= count {
                        return;
                    }
                    work(ledger.clone(), number).await;
                }
            });
        }
        clients.join_all().await;
    }
}

fn credit(number: u64) -> WalletCommand {
    let payment = QrPayment {
        channel: "KBANK".to_owned(),
        amount: baht(),
    };
    WalletCommand::CreditQr {
        order_id: QrOrderId(operation(number, 0)),
        channel: payment.channel.clone(),
        amount: payment.amount,
        provider_ref: format!("psp-{number}"),
        deposit_account: "kbank-psp".to_owned(),
        ordered: Some(payment),
    }
}

fn slip(number: u64) -> [WalletCommand; 2] {
    let slip_id = SlipId(operation(number, 1));
    let reference = SlipReference {
        sending_bank: "014".to_owned(),
        trans_ref: format!("0150731{number:010}ATF"),
    };
    let submit = WalletCommand::SubmitSlip {
        slip_id,
        reference: Some(reference.clone()),
    };
    let credit = WalletCommand::CreditSlip {
        slip_id,
        reference,
        amount: baht(),
        deposit_account: "scb-1".to_owned(),
    };
    [submit, credit]
}

fn transfer(number: u64) -> [WalletCommand; 3] {
    let transfer_id = TransferId(operation(number, 2));
    let start = WalletCommand::StartTransfer {
        transfer_id,
        from: Place::Wallet,
        to: Place::Game(game()),
        amount: baht(),
    };
    let complete = WalletCommand::CompleteTransfer {
        transfer_id,
        provider_tx: format!("TX{number}"),
        balance_before: None,
    };
    [
        start,
        WalletCommand::MarkTransferSent { transfer_id },
        complete,
    ]
}

fn context(at: DateTime<Utc>, key: Option<u64>) -> Context {
    Context {
        metadata: Metadata {
            at,
            actor: Actor::Member,
            request_id: "0f8fad5b-d9cb-469f-a165-70867728950e".to_owned(),
            main: None,
            movements: None,
        },
        idempotency: key.map(|number| Idempotency {
            key: format!("0f8fad5b-d9cb-469f-a165-{number:012}"),
            fingerprint: [7; 32],
        }),
    }
}

async fn execute(ledger: &Ledger, wallet: WalletId, command: WalletCommand, context: Context) {
    let outcome = ledger.execute(wallet, command, context).await;
    let outcome = outcome.expect("the command is carried out");
    assert!(!outcome.events.is_empty(), "the command writes an event");
}

fn id(number: u64) -> Uuid {
    // None is nil.
    Uuid::from_u128(u128::from(number) + 1)
}

/// Operations of one number have separate ids: a statement keeps its lines by them.
fn operation(number: u64, kind: u64) -> Uuid {
    id(number * 3 + kind)
}

fn wallet(number: u64) -> WalletId {
    WalletId(id(number))
}

fn game() -> GameCode {
    GameCode::try_from("pg".to_owned()).expect("a game's code")
}

fn baht() -> Money {
    Money::parse("1.00", Currency::Thb).expect("two digits after the point")
}
