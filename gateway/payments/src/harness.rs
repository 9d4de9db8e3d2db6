//! A gateway whose steps the tests make themselves, and worlds for it to talk to.

use std::sync::{Arc, Mutex};
use std::time::Duration;

use axum::http::{Method, StatusCode, Uri};
use ledger::wallet::{
    GameCommand, Place, SlipCommand, SlipReference, TransferCommand, TransferStatus,
    WithdrawalCommand, WithdrawalLimits,
};
use ledger::{
    Account, BankAccountId, Currency, Money, SlipId, TransferId, WalletCommand, WalletId,
    WithdrawalId,
};
use ledger_testing::{PATIENCE, TestDatabase};
use serde_json::{Value, json};
use tempfile::TempDir;
use tokio::net::TcpListener;

use super::attempt::Job;
use super::outbound::Schedule;
use super::{Payments, process};
use crate::Process;
use members::member::{self, NewMember};
use members::particulars::BankAccount;
use platform::clock::{Clock, new_id};
use platform::config::{Config, ConnectionsMax, GameProtocol, HashCost, Paces};
use platform::core::Core;
use providers::game::Game;

pub(crate) const GAME: &str = "pg";

/// A gateway without its runner: the tests make each step themselves.
pub struct Harness {
    /// The state of each step: the configuration, the ledger and the clients of services.
    pub state: Payments,
    /// The wallet of the only registered member.
    pub wallet_id: WalletId,
    /// The name that the member gets at a game provider.
    pub username: String,
    /// This test's database, which is dropped with the harness.
    pub database: TestDatabase,
    _folder: TempDir,
}

pub(crate) fn baht(text: &str) -> Money {
    Money::parse(text, Currency::Thb).unwrap()
}

/// Registers a member at a gateway whose outside services are all at the address `world`.
pub async fn harness(world: &str) -> Harness {
    let mut config = Config::parse(include_str!("../../demo.toml"), &|name| {
        (name == "SANDBOX_URL").then(|| world.to_owned())
    })
    .unwrap();
    // Far beyond what a busy machine takes: no call is given up, and nothing is cancelled.
    config.paces = Paces::patient();
    config.hash_cost = HashCost::cheapest();
    config.connections = ConnectionsMax::few();
    config.waits.outside_ms = 20_000;
    config.waits.cancel_after_ms = 3_600_000;
    config.waits.retry_ms = 1;
    config.waits.retry_max_ms = 20;
    let database = TestDatabase::create().await;
    let folder = tempfile::tempdir().unwrap();
    let data_dir = folder.path().to_owned();
    let core = Core::open(&database.url(), data_dir, config, Clock::default()).await;
    let state = Payments::new(&core.unwrap());
    let wallet_id = WalletId(new_id());
    let digits = wallet_id.0.simple().to_string();
    let harness = Harness {
        state,
        wallet_id,
        username: format!("pr{}", &digits[24..]),
        database,
        _folder: folder,
    };
    harness.register().await;
    harness
}

/// Starts the sandbox on a separate port.
pub(crate) async fn sandbox_world() -> String {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let world = format!("http://{}", listener.local_addr().unwrap());
    let sandbox = sandbox::Sandbox::open(sandbox::Config::default()).unwrap();
    tokio::spawn(sandbox::serve(listener, sandbox, std::future::pending()));
    world
}

impl Harness {
    /// Continues with a changed configuration.
    pub(crate) fn configure(&mut self, change: impl FnOnce(&mut Config)) {
        let mut core = self.state.core.clone();
        change(Arc::make_mut(&mut core.config));
        self.state = Payments::new(&core);
    }

    /// Has the test's game provider speak a protocol.
    pub(crate) fn speak(&mut self, protocol: GameProtocol) {
        self.configure(|config| {
            let mut providers = config.providers.iter_mut();
            let game = providers.find(|provider| provider.code.as_str() == GAME);
            game.unwrap().protocol = protocol;
        });
    }

    /// Executes a command on the member's wallet; a refusal fails the test.
    pub async fn execute(&self, command: WalletCommand) {
        let context = self.state.process_context("test", "test".to_owned());
        self.state
            .ledger
            .execute(self.wallet_id, command, context)
            .await
            .unwrap();
    }

    /// The harness's member, as a registration stores it.
    pub fn member(&self) -> NewMember {
        NewMember {
            id: self.wallet_id,
            username: "0812345678".to_owned(),
            name: "Somchai".to_owned(),
            password_hash: "none".to_owned(),
            currency: Currency::Thb,
            source_code: "FRIEND".to_owned(),
            invite_code: None,
            bank_account: BankAccount {
                id: BankAccountId(new_id()),
                bank_code: "SCB".to_owned(),
                account_no: "1230102093".to_owned(),
                holder: "สมชาย ใจดี".to_owned(),
            },
        }
    }

    /// A member with 1,000 baht and an account at the game, by the ledger.
    async fn register(&self) {
        let member = self.member();
        let mut connection = self.state.pool.acquire().await.unwrap();
        member::insert(&mut connection, &self.state, &member)
            .await
            .unwrap();
        let slip_id = SlipId(new_id());
        let currency = Currency::Thb;
        member::ensure_wallet(&self.state, self.wallet_id, currency)
            .await
            .unwrap();
        let reference = SlipReference {
            sending_bank: "014".to_owned(),
            trans_ref: "A1".to_owned(),
        };
        self.execute(WalletCommand::Slip(SlipCommand::Submit {
            slip_id,
            reference: Some(reference.clone()),
        }))
        .await;
        self.execute(WalletCommand::Slip(SlipCommand::Credit {
            slip_id,
            reference,
            amount: baht("1000"),
            deposit_account: "scb-1".to_owned(),
        }))
        .await;
        self.execute(WalletCommand::Game(GameCommand::OpenAccount {
            game: GAME.parse().unwrap(),
            username: self.username.clone(),
        }))
        .await;
    }

    /// The client of the test's game provider.
    pub fn game(&self) -> Game<'_> {
        let provider = self.state.config.provider(&GAME.parse().unwrap()).unwrap();
        Game::new(&self.state, provider)
    }

    pub(crate) async fn held_by_provider(&self) -> Money {
        let balance = self.game().balance(&self.username, Currency::Thb).await;
        balance.unwrap()
    }

    /// The balance of one account of the member's wallet, by the journal.
    pub async fn bucket(&self, account: Account) -> Money {
        let wallet = self.state.ledger.load(self.wallet_id).await.unwrap();
        wallet.bucket(&account).unwrap()
    }

    pub(crate) async fn start_transfer(&self, is_into_game: bool, amount: &str) -> Job {
        let transfer_id = TransferId(new_id());
        let game = Place::Game(GAME.parse().unwrap());
        let (from, to) = if is_into_game {
            (Place::Wallet, game)
        } else {
            (game, Place::Wallet)
        };
        self.execute(WalletCommand::Transfer(TransferCommand::Start {
            transfer_id,
            from,
            to,
            amount: baht(amount),
        }))
        .await;
        self.subject(Process::Transfer, transfer_id.0)
    }

    pub(crate) async fn start_withdrawal(&self, amount: &str) -> Job {
        let withdrawal_id = WithdrawalId(new_id());
        let member = member::load(&self.state, self.wallet_id).await.unwrap();
        self.execute(WalletCommand::Withdrawal(WithdrawalCommand::Request {
            withdrawal_id,
            amount: baht(amount),
            bank_account: member.bank_account.id,
            limits: WithdrawalLimits {
                min: baht("1"),
                max: baht("1000"),
            },
            confirmation: None,
        }))
        .await;
        self.subject(Process::Withdrawal, withdrawal_id.0)
    }

    /// The job of an operation of the member's wallet.
    pub fn subject(&self, process: crate::Process, id: uuid::Uuid) -> Job {
        Job {
            process,
            id,
            wallet_id: self.wallet_id,
        }
    }

    pub(crate) async fn transfer_status(&self, subject: Job) -> TransferStatus {
        let wallet = self.state.ledger.load(self.wallet_id).await.unwrap();
        wallet.transfer(TransferId(subject.id)).unwrap().status
    }

    /// Steps until the subject has ended.
    pub async fn carry(&self, subject: Job) {
        let stepping = async {
            while process::step(&self.state, subject).await.unwrap() != Schedule::Ended {
                tokio::time::sleep(Duration::from_millis(5)).await;
            }
        };
        let ended = tokio::time::timeout(PATIENCE, stepping).await;
        assert!(ended.is_ok(), "{subject:?} does not end");
    }
}

/// The calls that a scripted provider received, in order, each as method and place.
pub type Calls = Arc<Mutex<Vec<String>>>;

/// A provider that answers by a script and notes the calls it received.
pub(crate) async fn scripted(
    reply: impl Fn(&str, &Value) -> (u16, Value) + Clone + Send + Sync + 'static,
) -> (String, Calls) {
    let calls = Calls::default();
    let noted = Arc::clone(&calls);
    let answer = move |method: Method, uri: Uri, body: String| {
        let id = uri.path().rsplit('/').next().unwrap_or_default().to_owned();
        let body: Value =
            serde_json::from_str(&body).unwrap_or_else(|_| json!({ "requestId": id }));
        let place = uri.path().split('/').nth(4).unwrap_or_default();
        let call = format!("{method} {place}");
        let (status, reply) = reply(&call, &body);
        noted.lock().unwrap().push(call);
        std::future::ready((StatusCode::from_u16(status).unwrap(), axum::Json(reply)))
    };
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let world = format!("http://{}", listener.local_addr().unwrap());
    let router = axum::Router::new().fallback(answer);
    tokio::spawn(async move { axum::serve(listener, router).await });
    (world, calls)
}
