//! cqrs-es with postgres-es as the documentation of both shows them: the events of a wallet are
//! read for each command, and a conflict is tried again.

use cqrs_es::event_sink::EventSink;
use cqrs_es::{Aggregate, AggregateError, DomainEvent};
use ledger_testing::measure::{BenchServer, Plan, Window, drive};
use postgres_es::{PostgresCqrs, postgres_cqrs};
use serde::{Deserialize, Serialize};
use sqlx::Executor;
use sqlx::postgres::PgPoolOptions;
use std::sync::Arc;

use crate::load::Load;

const DATABASE: &str = "library";

/// The table as postgres-es documents it.
const EVENTS: &str = "create table events (
    aggregate_type text not null, aggregate_id text not null,
    sequence bigint check (sequence >= 0) not null,
    event_type text not null, event_version text not null,
    payload json not null, metadata json not null,
    primary key (aggregate_type, aggregate_id, sequence))";

/// As many connections as `default_postgress_pool` has.
const CONNECTIONS: u32 = 10;

/// A balance and nothing else: the least that a wallet can be.
#[derive(Debug, Default, Serialize, Deserialize)]
struct Account {
    balance: i64,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
enum AccountEvent {
    Deposited { amount: i64, reference: String },
}

impl DomainEvent for AccountEvent {
    fn event_type(&self) -> String {
        "Deposited".to_owned()
    }

    fn event_version(&self) -> String {
        "1.0.0".to_owned()
    }
}

#[derive(Debug, thiserror::Error)]
#[error("an account refuses nothing")]
struct Never;

impl Aggregate for Account {
    const TYPE: &'static str = "account";
    type Command = i64;
    type Event = AccountEvent;
    type Error = Never;
    type Services = ();

    async fn handle(&mut self, amount: i64, (): &(), sink: &EventSink<Self>) -> Result<(), Never> {
        let reference = "015073144041ATF00999".to_owned();
        sink.write(AccountEvent::Deposited { amount, reference }, self)
            .await;
        Ok(())
    }

    fn apply(&mut self, AccountEvent::Deposited { amount, .. }: AccountEvent) {
        self.balance += amount;
    }
}

pub(crate) struct Library {
    framework: Arc<PostgresCqrs<Account>>,
}

impl Library {
    pub(crate) async fn prepare(server: &BenchServer) -> Self {
        server.create(DATABASE).await;
        let mut owner = server.owner(DATABASE).await;
        owner.execute(EVENTS).await.expect("the table is new");
        let pool = PgPoolOptions::new()
            .max_connections(CONNECTIONS)
            .acquire_timeout(ledger_testing::PATIENCE)
            .connect_lazy_with(server.connect_options(DATABASE));
        let framework = Arc::new(postgres_cqrs(pool, Vec::new(), ()));
        Self { framework }
    }

    pub(crate) async fn drive(&self, server: &BenchServer, plan: &Plan, load: Load) -> Window {
        drive(server, plan, load.clients, |_| {
            let framework = Arc::clone(&self.framework);
            move || {
                let framework = Arc::clone(&framework);
                async move {
                    let wallet = rand::random_range(1..=load.wallets).to_string();
                    loop {
                        match framework.execute(&wallet, 100).await {
                            Ok(()) => return,
                            Err(AggregateError::AggregateConflict) => {}
                            Err(error) => panic!("postgres-es: {error}"),
                        }
                    }
                }
            }
        })
        .await
    }
}
