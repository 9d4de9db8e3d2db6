//! Stories executed on a real ledger with its own database, for the tests of every view.

pub(crate) mod reading;
pub(crate) mod rewards;
mod ways_in;

use std::sync::atomic::{AtomicI64, Ordering};

use chrono::{DateTime, Utc};
use ledger::journal::{Link, link};
use ledger::wallet::{
    GameCommand, NonDeliveryProof, Opened, Place, SlipCommand, SlipReason, SlipReference,
    TransferCommand, WithdrawalCommand,
};
use ledger::{
    Actor, BankAccountId, CommandOutcome, Context, Currency, GameCode, GiftId, JournalKey, Ledger,
    LedgerError, LedgerOptions, ManualDepositId, Metadata, Money, QrOrderId, SlipId, SweepId,
    TransferId, WalletCommand, WalletId, WithdrawalId,
};
use ledger_testing::{PATIENCE, TestDatabase};
use projections::audit::{self, AuditOptions, Report};
use projections::{Projections, View};
use sqlx::PgPool;
use uuid::Uuid;

/// A database, a ledger on it, and a clock that moves by a second a command.
pub(crate) struct Story {
    pub(crate) database: TestDatabase,
    pub(crate) ledger: Ledger,
    seconds: AtomicI64,
}

pub(crate) fn baht(text: &str) -> Money {
    Money::parse(text, Currency::Thb).unwrap()
}

pub(crate) fn wallet(number: u128) -> WalletId {
    WalletId(Uuid::from_u128(0x0A00_0000 + number))
}

pub(crate) fn slip(number: u128) -> SlipId {
    SlipId(Uuid::from_u128(0x0B00_0000 + number))
}

pub(crate) fn transfer(number: u128) -> TransferId {
    TransferId(Uuid::from_u128(0x0C00_0000 + number))
}

pub(crate) fn withdrawal(number: u128) -> WithdrawalId {
    WithdrawalId(Uuid::from_u128(0x0D00_0000 + number))
}

pub(crate) fn order(number: u128) -> QrOrderId {
    QrOrderId(Uuid::from_u128(0x0F00_0000 + number))
}

pub(crate) fn gift(number: u128) -> GiftId {
    GiftId(Uuid::from_u128(0x1000_0000 + number))
}

pub(crate) fn manual(number: u128) -> ManualDepositId {
    ManualDepositId(Uuid::from_u128(0x1100_0000 + number))
}

pub(crate) fn sweep(number: u128) -> SweepId {
    SweepId(Uuid::from_u128(0x1200_0000 + number))
}

pub(crate) fn bank_account() -> BankAccountId {
    ledger_testing::FIRST_ACCOUNT.id
}

pub(crate) fn game(code: &str) -> GameCode {
    code.parse().unwrap()
}

pub(crate) fn reference(number: u128) -> SlipReference {
    SlipReference {
        sending_bank: "014".to_owned(),
        trans_ref: format!("REF{number:012}"),
    }
}

/// Noon in Bangkok on a day in November, plus seconds.
pub(crate) fn time(seconds: i64) -> DateTime<Utc> {
    DateTime::from_timestamp(1_795_237_200 + seconds, 0).unwrap()
}

/// No story is about a ledger whose database does not answer in time.
pub(crate) fn patient() -> LedgerOptions {
    LedgerOptions {
        patience_ms: 120_000,
        ..LedgerOptions::default()
    }
}

impl Story {
    pub(crate) async fn begin() -> Self {
        let database = TestDatabase::create().await;
        let ledger = Ledger::open(database.pool(), patient()).await.unwrap();
        Self {
            database,
            ledger,
            seconds: AtomicI64::new(0),
        }
    }

    /// A separate pool, as another process would have.
    pub(crate) fn another_pool(&self, connections: u32) -> PgPool {
        ledger::pool::options()
            .max_connections(connections)
            .acquire_timeout(PATIENCE)
            .connect_lazy(&self.database.url())
            .unwrap()
    }

    pub(crate) fn start(&self) -> Projections {
        Projections::start(
            self.database.pool(),
            ledger::JournalKey::default(),
            self.ledger.committed(),
        )
    }

    /// Sets the clock; the next command runs at this second.
    pub(crate) fn set_clock(&self, seconds: i64) {
        self.seconds.store(seconds, Ordering::Relaxed);
    }

    fn context(&self) -> Context {
        let seconds = self.seconds.fetch_add(1, Ordering::Relaxed);
        Context {
            metadata: Metadata {
                at: time(seconds),
                actor: Actor::Member,
                request_id: format!("request-{seconds}"),
                main: None,
                movements: None,
                key: None,
                settings: None,
            },
            idempotency: None,
        }
    }

    pub(crate) async fn execute(
        &self,
        wallet_id: WalletId,
        command: WalletCommand,
    ) -> CommandOutcome {
        let shown = format!("{command:?}");
        self.ledger
            .execute(wallet_id, command, self.context())
            .await
            .unwrap_or_else(|error| panic!("{shown}: {error}"))
    }

    /// Asks for something that may well be refused.
    pub(crate) async fn try_execute(&self, wallet_id: WalletId, command: WalletCommand) -> bool {
        let shown = format!("{command:?}");
        match self
            .ledger
            .execute(wallet_id, command, self.context())
            .await
        {
            Ok(_) => true,
            Err(LedgerError::Refused(_)) => false,
            Err(error) => panic!("{shown}: {error}"),
        }
    }

    pub(crate) async fn open(&self, player: u128) -> CommandOutcome {
        let currency = Currency::Thb;
        self.execute(
            wallet(player),
            WalletCommand::Open(Opened {
                currency,
                bank_account: ledger_testing::FIRST_ACCOUNT,
            }),
        )
        .await
    }

    /// Opens a wallet through another ledger.
    pub(crate) async fn open_at(&self, ledger: &Ledger, player: u128) {
        let currency = Currency::Thb;
        let command = WalletCommand::Open(Opened {
            currency,
            bank_account: ledger_testing::FIRST_ACCOUNT,
        });
        ledger
            .execute(wallet(player), command, self.context())
            .await
            .unwrap();
    }

    /// Submits a slip through another ledger.
    pub(crate) async fn submit_at(&self, ledger: &Ledger, player: u128, number: u128) {
        let command = WalletCommand::Slip(SlipCommand::Submit {
            slip_id: slip(number),
            reference: Some(reference(number)),
        });
        ledger
            .execute(wallet(player), command, self.context())
            .await
            .unwrap();
    }

    /// Submits a slip and credits it through another ledger.
    pub(crate) async fn deposit_at(&self, ledger: &Ledger, player: u128, number: u128) {
        self.submit_at(ledger, player, number).await;
        let command = WalletCommand::Slip(SlipCommand::Credit {
            slip_id: slip(number),
            reference: reference(number),
            amount: baht("1.25"),
            deposit_account: "scb-1".to_owned(),
        });
        ledger
            .execute(wallet(player), command, self.context())
            .await
            .unwrap();
    }

    pub(crate) async fn submit_slip(&self, player: u128, number: u128) -> CommandOutcome {
        let command = WalletCommand::Slip(SlipCommand::Submit {
            slip_id: slip(number),
            reference: Some(reference(number)),
        });
        self.execute(wallet(player), command).await
    }

    pub(crate) async fn reject_slip(
        &self,
        player: u128,
        number: u128,
        reason: SlipReason,
    ) -> CommandOutcome {
        let slip_id = slip(number);
        let command = WalletCommand::Slip(SlipCommand::Reject { slip_id, reason });
        self.execute(wallet(player), command).await
    }

    pub(crate) async fn refer_slip(
        &self,
        player: u128,
        number: u128,
        reason: &str,
    ) -> CommandOutcome {
        let command = WalletCommand::Slip(SlipCommand::Refer {
            slip_id: slip(number),
            reason: reason.to_owned(),
            amount: None,
        });
        self.execute(wallet(player), command).await
    }

    pub(crate) async fn credit_slip(
        &self,
        player: u128,
        number: u128,
        amount: &str,
    ) -> CommandOutcome {
        let command = WalletCommand::Slip(SlipCommand::Credit {
            slip_id: slip(number),
            reference: reference(number),
            amount: baht(amount),
            deposit_account: "scb-1".to_owned(),
        });
        self.execute(wallet(player), command).await
    }

    pub(crate) async fn deposit(&self, player: u128, number: u128, amount: &str) -> CommandOutcome {
        self.submit_slip(player, number).await;
        self.credit_slip(player, number, amount).await
    }

    pub(crate) async fn open_game(&self, player: u128, code: &str) -> CommandOutcome {
        let command = WalletCommand::Game(GameCommand::OpenAccount {
            game: game(code),
            username: format!("pr{player:08}"),
        });
        self.execute(wallet(player), command).await
    }

    async fn start_transfer(
        &self,
        player: u128,
        number: u128,
        pair: (Place, Place),
        amount: &str,
    ) -> CommandOutcome {
        let command = WalletCommand::Transfer(TransferCommand::Start {
            transfer_id: transfer(number),
            from: pair.0,
            to: pair.1,
            amount: baht(amount),
        });
        self.execute(wallet(player), command).await
    }

    /// Starts a transfer into a game and says that the provider is being called.
    pub(crate) async fn send_in(&self, player: u128, number: u128, code: &str, amount: &str) {
        let pair = (Place::Wallet, Place::Game(game(code)));
        self.start_transfer(player, number, pair, amount).await;
        self.send(player, number).await;
    }

    /// Starts a transfer out of a game and says that the provider is being called.
    pub(crate) async fn send_out(&self, player: u128, number: u128, code: &str, amount: &str) {
        let pair = (Place::Game(game(code)), Place::Wallet);
        self.start_transfer(player, number, pair, amount).await;
        self.send(player, number).await;
    }

    pub(crate) async fn lose_answer(&self, player: u128, number: u128) {
        let command = WalletCommand::Transfer(TransferCommand::MarkUnknown {
            transfer_id: transfer(number),
            reason: "no answer".to_owned(),
        });
        self.execute(wallet(player), command).await;
    }

    pub(crate) async fn complete(&self, player: u128, number: u128) -> CommandOutcome {
        let command = WalletCommand::Transfer(TransferCommand::Complete {
            transfer_id: transfer(number),
            provider_tx: format!("TX{number}"),
            balance_before: None,
        });
        self.execute(wallet(player), command).await
    }

    pub(crate) async fn return_transfer(&self, player: u128, number: u128) -> CommandOutcome {
        let command = WalletCommand::Transfer(TransferCommand::Return {
            transfer_id: transfer(number),
            reason: "PLAYER_SUSPENDED".to_owned(),
            grounds: NonDeliveryProof::ForEver,
        });
        self.execute(wallet(player), command).await
    }

    /// The provider says what it holds: the player has won or lost the difference.
    pub(crate) async fn observe(&self, player: u128, code: &str, balance: &str) -> CommandOutcome {
        let seen_at = self.ledger.load(wallet(player)).await.unwrap().sequence();
        let command = WalletCommand::Game(GameCommand::ObserveBalance {
            game: game(code),
            balance: baht(balance),
            seen_at,
        });
        self.execute(wallet(player), command).await
    }

    pub(crate) async fn request_withdrawal(&self, player: u128, number: u128, amount: &str) {
        self.ask_withdrawal(player, number, amount, bank_account())
            .await;
        self.send_withdrawal(player, number).await;
    }

    pub(crate) async fn pay(&self, player: u128, number: u128) -> CommandOutcome {
        let command = WalletCommand::Withdrawal(WithdrawalCommand::Pay {
            withdrawal_id: withdrawal(number),
            payout_ref: format!("PAY{number}"),
        });
        self.execute(wallet(player), command).await
    }

    pub(crate) async fn return_withdrawal(&self, player: u128, number: u128) -> CommandOutcome {
        let command = WalletCommand::Withdrawal(WithdrawalCommand::Return {
            withdrawal_id: withdrawal(number),
            reason: "ACCOUNT_INVALID".to_owned(),
            grounds: NonDeliveryProof::ForEver,
        });
        self.execute(wallet(player), command).await
    }

    /// A round trip of many kinds of events: six to fourteen of them, all ended or all open.
    pub(crate) async fn live(&self, player: u128, round: u128) {
        let number = player * 1_000 + round;
        self.deposit(player, number, "100").await;
        self.send_in(player, number * 10, "pg", "60").await;
        if round.is_multiple_of(3) {
            self.return_transfer(player, number * 10).await;
        } else {
            self.complete(player, number * 10).await;
            self.observe(player, "pg", "75.50").await;
            self.send_out(player, number * 10 + 1, "pg", "75.50").await;
            self.complete(player, number * 10 + 1).await;
        }
        self.request_withdrawal(player, number, "30").await;
        if round.is_multiple_of(2) {
            self.pay(player, number).await;
        } else {
            self.return_withdrawal(player, number).await;
        }
    }

    /// Appends a copy of the player's last event as its next one, chained, without the journal's key. Gives
    /// its position.
    pub(crate) async fn forge(&self, player: u128) -> i64 {
        let pool = self.database.pool();
        let last: (i64, String, String, String, Vec<u8>) = sqlx::query_as(
            "select sequence, event_type, payload::text, metadata::text, stream_hash from event
             where wallet_id = $1 order by sequence desc limit 1",
        )
        .bind(wallet(player).0)
        .fetch_one(&pool)
        .await
        .unwrap();
        let (version, event_type, payload, metadata, before) = last;
        let event = Link {
            wallet_id: wallet(player),
            sequence: version + 1,
            event_type: &event_type,
            event_version: "1.0.0",
            payload: &payload,
            metadata: &metadata,
            state_hash: None,
        };
        let hash = link(before.as_slice().try_into().unwrap(), &event);
        sqlx::query_scalar(
            "select first_position from journal_append(
                 is_looking => false,
                 head_wallets => array[$1], head_versions => array[$2], head_nexts => array[$2 + 1],
                 head_hashes => array[$3],
                 asked_wallets => '{}', asked_keys => '{}',
                 key_wallets => '{}', key_texts => '{}', key_fingerprints => '{}',
                 key_sequences => '{}', key_events => '{}',
                 claim_kinds => '{}', claim_references => '{}', claim_wallets => '{}',
                 claim_sequences => '{}',
                 snapshot_wallets => '{}', snapshot_sequences => '{}', snapshot_format => 1,
                 snapshot_states => '{}',
                 event_wallets => array[$1], event_sequences => array[$2 + 1],
                 event_types => array[$4], event_versions => array['1.0.0'],
                 event_payloads => array[$5], event_metadatas => array[$6],
                 event_hashes => array[$3], event_states => array[null::bytea],
                 event_macs => array[substring($3 for 16)])",
        )
        .bind(wallet(player).0)
        .bind(version)
        .bind(hash.as_slice())
        .bind(&event_type)
        .bind(&payload)
        .bind(&metadata)
        .fetch_one(&pool)
        .await
        .unwrap()
    }

    /// Puts an event into the journal behind the ledger's back, at the next position: one that the key's holder
    /// wrote, and no ledger would.
    pub(crate) async fn smuggle(
        &self,
        player: u128,
        kind: &str,
        payload: serde_json::Value,
    ) -> i64 {
        let owner = self.database.owner();
        let last: (i64, String, Vec<u8>) = sqlx::query_as(
            "select sequence, metadata::text, stream_hash from event where wallet_id = $1
             order by sequence desc limit 1",
        )
        .bind(wallet(player).0)
        .fetch_one(&owner)
        .await
        .unwrap();
        let (sequence, metadata, hash) = last;
        let payload = payload.to_string();
        let event = Link {
            wallet_id: wallet(player),
            sequence: sequence + 1,
            event_type: kind,
            event_version: "1.0.0",
            payload: &payload,
            metadata: &metadata,
            state_hash: None,
        };
        sqlx::query_scalar(
            "with head as (update log_head set position = position + 1 returning position)
             insert into event (wallet_id, sequence, event_type, event_version,
                                payload, metadata, position, stream_hash, mac)
             select $1, $2, $3, '1.0.0', $4::json, $5::json, head.position, $6, $7
             from head
             returning position",
        )
        .bind(wallet(player).0)
        .bind(sequence + 1)
        .bind(kind)
        .bind(&payload)
        .bind(&metadata)
        .bind(&hash)
        .bind(JournalKey::default().mac(&event, &hash).as_slice())
        .fetch_one(&owner)
        .await
        .unwrap()
    }

    /// The last position that this ledger has committed.
    pub(crate) fn head(&self) -> i64 {
        *self.ledger.committed().borrow()
    }

    /// Waits until every view shows all that this story's ledger has committed.
    pub(crate) async fn catch_up(&self, projections: &Projections) {
        for view in View::ALL {
            projections
                .wait_for(view, self.head(), PATIENCE)
                .await
                .unwrap();
        }
    }

    pub(crate) async fn audited(&self) -> Report {
        audited(&self.database.pool()).await
    }

    /// All views are the fold of all events, and the events are sound.
    pub(crate) async fn audit(&self) {
        let report = self.audited().await;
        let findings: Vec<_> = report.findings.iter().map(ToString::to_string).collect();
        assert!(report.is_clean(), "{findings:#?}");
        assert_eq!(report.events, self.head());
        for view in report.views {
            assert_eq!(view.position, self.head(), "{}", view.view);
        }
    }
}

/// What the audit of a database finds.
pub(crate) async fn audited(pool: &PgPool) -> Report {
    audit::run(pool, AuditOptions::default(), |_| {})
        .await
        .unwrap()
}
