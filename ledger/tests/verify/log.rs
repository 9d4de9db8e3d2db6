//! A log of some hundred events with all its tables, and what an insider does to it.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicUsize, Ordering};

use chrono::DateTime;
use futures_util::future::join_all;
use ledger::journal::{Digest, Link, link};
use ledger::proof::verify::{Problem, Report, VerifyOptions, verify_database, verify_dump};
use ledger::proof::{NoActs, OldKey, Registered, Signer, latest, open_signer, rotate, seal};
use ledger::wallet::{Opened, SlipCommand, SlipReference, WithdrawalCommand, WithdrawalLimits};
use ledger::{
    Actor, BankAccountId, Context, Currency, Idempotency, Ledger, LedgerOptions, Metadata, Money,
    SlipId, WalletCommand, WalletId, WithdrawalId,
};
use ledger_testing::TestDatabase;
use sqlx::{Executor, PgPool};
use uuid::Uuid;

pub(crate) const ORIGIN: &str = "test.example/journal";
/// Wallets of the log.
pub(crate) const WALLETS: u128 = 3;
/// Withdrawals of each of them.
const WITHDRAWALS: u128 = 200;

/// Tables that somebody may change, all that is checked.
const TABLES: [&str; 10] = [
    "event",
    "stream_head",
    "log_head",
    "claim",
    "idempotency",
    "snapshot",
    "proof_tile",
    "proof_checkpoint",
    "proof_key",
    "proof_head",
];

pub(crate) struct Log {
    pub(crate) database: TestDatabase,
    pub(crate) folder: tempfile::TempDir,
    turns: AtomicUsize,
}

fn baht(text: &str) -> Money {
    Money::parse(text, Currency::Thb).unwrap()
}

pub(crate) const fn wallet(number: u128) -> WalletId {
    WalletId(Uuid::from_u128(number))
}

fn context(key: Option<String>) -> Context {
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
        idempotency: key.map(|key| Idempotency {
            key,
            fingerprint: [7; 32],
        }),
    }
}

async fn fund(ledger: &Ledger, player: u128) {
    let slip_id = SlipId(Uuid::from_u128(player));
    let reference = SlipReference {
        sending_bank: "014".to_owned(),
        trans_ref: format!("PAID{player}"),
    };
    for command in [
        WalletCommand::Open(Opened {
            currency: Currency::Thb,
            bank_account: ledger_testing::FIRST_ACCOUNT,
        }),
        WalletCommand::Slip(SlipCommand::Submit {
            slip_id,
            reference: Some(reference.clone()),
        }),
        WalletCommand::Slip(SlipCommand::Credit {
            slip_id,
            reference,
            amount: baht("1000.00"),
            deposit_account: "scb-1".to_owned(),
        }),
    ] {
        ledger
            .execute(wallet(player), command, context(None))
            .await
            .unwrap();
    }
}

async fn withdraw(ledger: &Ledger, player: u128, number: u128) {
    let command = WalletCommand::Withdrawal(WithdrawalCommand::Request {
        withdrawal_id: WithdrawalId(Uuid::from_u128(number)),
        amount: baht("1.00"),
        bank_account: BankAccountId(Uuid::from_u128(9)),
        limits: WithdrawalLimits {
            min: baht("0.01"),
            max: baht("100000"),
        },
        confirmation: None,
    });
    ledger
        .execute(
            wallet(player),
            command,
            context(Some(format!("withdraw {number}"))),
        )
        .await
        .unwrap();
}

/// A withdrawal of each wallet, one after the other in a commit of all.
async fn withdraw_each(ledger: &Ledger, number: u128) {
    join_all((1..=WALLETS).map(|player| withdraw(ledger, player, number))).await;
}

/// The program as the project's own script finds it: the one in the path may be a wrapper that
/// looks for it each time.
pub(crate) fn pg_dump() -> &'static Path {
    static FOUND: OnceLock<PathBuf> = OnceLock::new();
    FOUND.get_or_init(|| {
        let script = concat!(env!("CARGO_MANIFEST_DIR"), "/../scripts/postgres");
        let output = Command::new(script).arg("clients").output().unwrap();
        let problem = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(output.status.success(), "{problem}");
        let folder = String::from_utf8(output.stdout).unwrap();
        Path::new(folder.trim_end()).join("pg_dump")
    })
}

impl Log {
    /// Two full tiles and a part of a third one, many checkpoints, one change of keys, and a few
    /// events behind the last checkpoint.
    pub(crate) async fn create() -> Self {
        let database = TestDatabase::create().await;
        let folder = tempfile::tempdir().unwrap();
        let options = LedgerOptions {
            snapshot_every: 50,
            ..LedgerOptions::default()
        };
        let ledger = Ledger::open(database.pool(), options).await.unwrap();
        let pool = database.owner();
        let (mut signer, registered) = open_signer(&pool, folder.path(), ORIGIN).await.unwrap();
        assert_eq!(registered, Registered::Current);
        for player in 1..=WALLETS {
            fund(&ledger, player).await;
        }
        for number in 0..WITHDRAWALS {
            if number % 20 == 0 {
                seal(&pool, &signer, None, 10_000, &NoActs).await.unwrap();
            }
            if number == 100 {
                let rotated = rotate(&pool, folder.path(), ORIGIN, OldKey::Destroyed).await;
                signer = rotated.unwrap().0;
            }
            withdraw_each(&ledger, number).await;
        }
        seal(&pool, &signer, None, 10_000, &NoActs).await.unwrap();
        withdraw_each(&ledger, WITHDRAWALS).await;
        ledger.close().await;
        let log = Self {
            database,
            folder,
            turns: AtomicUsize::new(0),
        };
        log.open_doors().await;
        log
    }

    /// What the owner can do who means harm: the triggers go. And a copy, to put all back.
    async fn open_doors(&self) {
        let open = TABLES.map(|table| {
            format!(
                "create table true_{table} as select * from {table};
                 alter table {table} disable trigger user;"
            )
        });
        self.run(&open.concat()).await;
    }

    pub(crate) fn pool(&self) -> PgPool {
        self.database.owner()
    }

    pub(crate) async fn run(&self, script: &str) {
        self.pool().execute(script).await.unwrap();
    }

    pub(crate) async fn put_back(&self) {
        let back = TABLES.map(|table| {
            format!("delete from {table}; insert into {table} select * from true_{table};")
        });
        self.run(&back.concat()).await;
    }

    pub(crate) async fn last(&self) -> i64 {
        sqlx::query_scalar("select max(position) from event")
            .fetch_one(&self.pool())
            .await
            .unwrap()
    }

    pub(crate) async fn note(&self) -> (String, String) {
        let note = latest(&self.pool()).await.unwrap().unwrap().note;
        ("kept.note".to_owned(), note)
    }

    pub(crate) async fn online(&self, exported: &[(String, String)]) -> Report {
        let options = VerifyOptions {
            key: None,
            exported: exported.to_vec(),
            per_second: None,
        };
        // As the gateway does: in the application's role.
        verify_database(&self.database.pool(), &options, |_| {})
            .await
            .unwrap()
    }

    pub(crate) async fn dumped(&self, form: &str, exported: &[(String, String)]) -> Report {
        let file = self.dump(form);
        let options = VerifyOptions {
            key: None,
            exported: exported.to_vec(),
            per_second: None,
        };
        verify_dump(&file, &options, |_| {}).await.unwrap()
    }

    /// A dump that one table was left out of.
    pub(crate) async fn dumped_without(&self, table: &str) -> Report {
        let file = self.dump_with("custom", &[&format!("--exclude-table={table}")]);
        verify_dump(&file, &VerifyOptions::default(), |_| {})
            .await
            .unwrap()
    }

    pub(crate) fn dump(&self, form: &str) -> PathBuf {
        self.dump_with(form, &[])
    }

    fn dump_with(&self, form: &str, options: &[&str]) -> PathBuf {
        let file = self.folder.path().join(format!("dump.{form}"));
        let status = Command::new(pg_dump())
            .arg(format!("--format={form}"))
            .arg("--exclude-table=true_*")
            .args(options)
            .arg(format!("--file={}", file.display()))
            .arg(format!("--dbname={}", self.database.url()))
            .status()
            .unwrap();
        assert!(status.success());
        file
    }

    pub(crate) async fn assert_clean(&self) {
        let last = self.last().await;
        for report in [
            self.online(&[self.note().await]).await,
            self.dumped("plain", &[self.note().await]).await,
            self.dumped("custom", &[]).await,
        ] {
            assert_eq!(report.problems, []);
            assert_eq!(report.problem_count, 0);
            assert_eq!(report.events, last);
            assert_eq!(report.wallets, usize::try_from(WALLETS).unwrap());
            assert!(report.sealed > 600 && report.sealed < last);
            assert!(report.checkpoints >= 11 && report.tiles == 4);
            assert!(report.snapshots == 3 && report.claims == 9 && report.keys > 600);
        }
    }

    /// Does it, finds it online and in a dump, and puts all back.
    pub(crate) async fn assert_found(&self, script: &str, table: &str, key: &str) {
        self.run(script).await;
        // Both forms of a dump hold the same rows: each takes its turn.
        let turn = self.turns.fetch_add(1, Ordering::Relaxed);
        let form = ["plain", "custom"][turn % 2];
        for report in [self.online(&[]).await, self.dumped(form, &[]).await] {
            assert_named(&report, table, key, script);
        }
        self.put_back().await;
    }

    /// Rewrites a wallet's stream from some event on, with hashes that fit, and its head.
    pub(crate) async fn rechain(&self, player: u128, mut change: impl FnMut(&mut StoredRow)) {
        let rows: Vec<StoredRow> = sqlx::query_as(
            "select sequence, event_type, event_version, payload::text as payload,
                    metadata::text as metadata, state_hash
             from event where wallet_id::text = $1 order by sequence",
        )
        .bind(wallet(player).to_string())
        .fetch_all(&self.pool())
        .await
        .unwrap();
        let mut before: Digest = [0; 32];
        let mut version = 0;
        for mut row in rows {
            change(&mut row);
            before = link(
                &before,
                &Link {
                    wallet_id: wallet(player),
                    sequence: row.sequence,
                    event_type: &row.event_type,
                    event_version: &row.event_version,
                    payload: &row.payload,
                    metadata: &row.metadata,
                    state_hash: row.state_hash.as_deref(),
                },
            );
            version = row.sequence;
            sqlx::query(
                "update event set payload = $3::json, metadata = $4::json, state_hash = $5,
                        stream_hash = $6
                 where wallet_id::text = $1 and sequence = $2",
            )
            .bind(wallet(player).to_string())
            .bind(row.sequence)
            .bind(row.payload)
            .bind(row.metadata)
            .bind(row.state_hash)
            .bind(before.as_slice())
            .execute(&self.pool())
            .await
            .unwrap();
        }
        sqlx::query("update stream_head set version = $2, stream_hash = $3 where wallet_id = $1")
            .bind(wallet(player).0)
            .bind(version)
            .bind(before.as_slice())
            .execute(&self.pool())
            .await
            .unwrap();
    }

    /// Rebuilds the whole tree and signs it with another key.
    pub(crate) async fn reseal(&self) -> Signer {
        self.run(
            "delete from proof_tile; delete from proof_checkpoint; delete from proof_key;
             update proof_head set size = 0",
        )
        .await;
        let folder = tempfile::tempdir().unwrap();
        let (signer, _) = open_signer(&self.pool(), folder.path(), ORIGIN)
            .await
            .unwrap();
        seal(&self.pool(), &signer, None, 10_000, &NoActs)
            .await
            .unwrap()
            .unwrap();
        signer
    }
}

/// An event's row as it is hashed.
#[derive(sqlx::FromRow)]
pub(crate) struct StoredRow {
    pub(crate) sequence: i64,
    pub(crate) event_type: String,
    pub(crate) event_version: String,
    pub(crate) payload: String,
    pub(crate) metadata: String,
    pub(crate) state_hash: Option<Vec<u8>>,
}

/// The row is among those that are named, and nothing was named before it that is elsewhere in
/// the same table.
pub(crate) fn assert_named(report: &Report, table: &str, key: &str, what: &str) {
    let of_table: Vec<&Problem> = report
        .problems
        .iter()
        .filter(|problem| problem.table == table)
        .collect();
    assert!(
        of_table
            .first()
            .is_some_and(|first| first.key.contains(key)),
        "{what}: {table} {key} is not named first: {:#?}",
        report.problems
    );
    assert!(!report.is_clean());
}
