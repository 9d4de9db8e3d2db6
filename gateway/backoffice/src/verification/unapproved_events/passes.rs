//! The check in several passes, and in stretches shorter than the journal.

use chrono::DateTime;
use ledger::wallet::{Correction, Opened};
use ledger::{
    Actor, Context, CorrectionId, Currency, Idempotency, Ledger, LedgerOptions, Metadata, Money,
    StaffId, WalletCommand, WalletId,
};
use ledger_testing::TestDatabase;
use serde_json::{Value, json};

use super::*;
use crate::review::pseudonym;
use crate::review::signature::{AGREE, ASK, SignedFields};

const PLAYER: Uuid = Uuid::from_u128(1);
const ASKER: Uuid = Uuid::from_u128(2);
const SECOND: Uuid = Uuid::from_u128(3);
const WHY: &str = "charged twice";
const SEEN: &str = "seen and right";

/// A journal with one wallet, and two members of staff.
struct Stage {
    database: TestDatabase,
    ledger: Ledger,
    secrets: Secrets,
}

impl Stage {
    async fn set() -> Self {
        let database = TestDatabase::create().await;
        let folder = tempfile::tempdir().unwrap();
        let ledger = Ledger::open(database.pool(), LedgerOptions::default()).await;
        let stage = Self {
            ledger: ledger.unwrap(),
            secrets: Secrets::load(folder.path()).unwrap(),
            database,
        };
        for (id, name) in [(ASKER, "asker"), (SECOND, "second")] {
            sqlx::query(
                "insert into staff
                    (id, username, name, role, password_hash, totp_sealed, created_at, changed_at,
                     mac)
                 values ($1, $2, $2, 'supervisor', 'none', '', now(), now(), sha256('none'))",
            )
            .bind(id)
            .bind(name)
            .execute(&stage.database.owner())
            .await
            .unwrap();
        }
        let open = WalletCommand::Open(Opened {
            currency: Currency::Thb,
            bank_account: ledger_testing::FIRST_ACCOUNT,
        });
        stage.execute(open, Actor::Member, None).await;
        stage
    }

    /// Executes a command; returns the position of its event.
    async fn execute(&self, command: WalletCommand, actor: Actor, key: Option<String>) -> i64 {
        let metadata = Metadata {
            at: DateTime::from_timestamp(1_790_000_000, 0).unwrap(),
            actor,
            request_id: "test".to_owned(),
            main: None,
            movements: None,
            key: None,
            settings: None,
        };
        let idempotency = key.map(|key| Idempotency {
            key,
            fingerprint: [0; 32],
        });
        let context = Context {
            metadata,
            idempotency,
        };
        let outcome = self.ledger.execute(WalletId(PLAYER), command, context);
        outcome.await.unwrap().position
    }

    async fn correct(&self, id: Uuid, key: Option<String>) -> i64 {
        let [by, approved_by] = [ASKER, SECOND].map(|staff| pseudonym::of(id, staff));
        let command = WalletCommand::Correct(Correction {
            correction_id: CorrectionId(id),
            amount: Money::parse("5", Currency::Thb).unwrap(),
            reason: pseudonym::CORRECTION.to_owned(),
            by: StaffId(by),
            approved_by: StaffId(approved_by),
            is_unrelated: false,
        });
        let actor = Actor::Staff { id: by.to_string() };
        self.execute(command, actor, key).await
    }

    /// A correction that nobody has decided; returns the position of its event.
    async fn invented(&self, number: u128) -> i64 {
        self.correct(Uuid::from_u128(number), None).await
    }

    /// A correction that two people have decided; returns the position of its event.
    async fn decided(&self, id: Uuid) -> i64 {
        let key = format!("staff decision {id}");
        let position = self.correct(id, Some(key)).await;
        let asked = json!({
            "decision": id,
            "what": { "kind": "correct", "player": PLAYER, "amount": "5" },
            "terms": { "wallet": PLAYER, "amount": "5.00", "currency": "THB",
                       "account": null, "reference": null },
            "player": PLAYER,
        });
        let mut agreed = asked.clone();
        agreed["askedBy"] = json!(ASKER);
        self.enter(ASKER, ASK, WHY, &asked).await;
        self.enter(SECOND, AGREE, SEEN, &agreed).await;
        sqlx::query(
            "insert into staff_decision
                (id, asked_by, asked_at, expires_at, subject_kind, subject_id, wallet_id, currency,
                 amount, decision, terms, moves_money, reason, needs_second, status, decided_by,
                 decided_at, decided_reason, position)
             values ($1, $2, now(), now(), 'correction', $1, $3, 'THB', 5, $4, $5, true, $6, true,
                     'DONE', $7, now(), $8, $9)",
        )
        .bind(id)
        .bind(ASKER)
        .bind(PLAYER)
        .bind(&asked["what"])
        .bind(&asked["terms"])
        .bind(WHY)
        .bind(SECOND)
        .bind(SEEN)
        .bind(position)
        .execute(&self.database.owner())
        .await
        .unwrap();
        position
    }

    /// Writes a signed audit entry about a correction.
    async fn enter(&self, by: Uuid, kind: &str, reason: &str, said: &Value) {
        let id = said["decision"].as_str().unwrap();
        let covered = SignedFields {
            by: Some(by),
            kind,
            subject: ("correction", id),
            reason: Some(reason),
        };
        let detail = covered.sign(&self.secrets, said.clone());
        sqlx::query(
            "select staff_act_append(now(), $1, null, $2, 'correction', $3, $4, 'test', $5,
                                     gen_random_uuid(), sha256('forged'))",
        )
        .bind(by)
        .bind(kind)
        .bind(id)
        .bind(reason)
        .bind(detail.to_string())
        .execute(&self.database.owner())
        .await
        .unwrap();
    }

    /// A statement that only the owner of the tables may run.
    async fn tamper(&self, statement: &str) {
        let owner = self.database.owner();
        sqlx::raw_sql(statement).execute(&owner).await.unwrap();
    }

    /// Gives an event a different actor, who is in no decision.
    async fn disown(&self, position: i64) {
        self.tamper(&format!(
            "alter table event disable trigger append_only;
             update event set metadata = jsonb_set(metadata::jsonb, '{{actor,id}}', '\"x\"')::json
             where position = {position}"
        ))
        .await;
    }

    async fn found(&self, progress: &mut Progress) -> Vec<String> {
        let pool = self.database.pool();
        verify(&pool, Some(&self.secrets), None, progress)
            .await
            .unwrap()
    }
}

fn unbacked(position: i64) -> String {
    format!("event, position {position}: no signed decision of staff backs it")
}

fn without_end(id: Uuid) -> String {
    format!("staff_decision, id {id}: the journal knows no end of it")
}

#[tokio::test(flavor = "multi_thread")]
async fn an_event_that_nothing_backs_is_found_however_short_the_stretches_are() {
    let stage = Stage::set().await;
    for number in 10..14 {
        stage.decided(Uuid::from_u128(number)).await;
    }
    let invented = stage.invented(20).await;
    stage.decided(Uuid::from_u128(14)).await;
    for stretch in [1, 2, 3, STRETCH] {
        let mut progress = Progress {
            stretch,
            ..Progress::default()
        };
        for pass in ["first", "second"] {
            let found = stage.found(&mut progress).await;
            assert_eq!(found, [unbacked(invented)], "stretch {stretch}, {pass}");
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_later_pass_reads_only_later_events_and_still_reports_the_earlier_findings() {
    let stage = Stage::set().await;
    let [early, late] = [10, 11].map(Uuid::from_u128);
    let backed = stage.decided(early).await;
    let invented = stage.invented(20).await;
    let mut progress = Progress::default();
    assert_eq!(stage.found(&mut progress).await, [unbacked(invented)]);

    stage.decided(late).await;
    let next = stage.invented(21).await;
    // A check that reads this event again finds the change.
    stage.disown(backed).await;
    let findings = [unbacked(invented), unbacked(next)];
    assert_eq!(stage.found(&mut progress).await, findings);
    assert_eq!(stage.found(&mut progress).await, findings);
    let from_start = [
        unbacked(backed),
        unbacked(invented),
        unbacked(next),
        without_end(early),
    ];
    assert_eq!(stage.found(&mut Progress::default()).await, from_start);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_decision_that_changes_after_its_event_was_compared_is_found() {
    let stage = Stage::set().await;
    let [id, other] = [10, 11].map(Uuid::from_u128);
    let position = stage.decided(id).await;
    stage.decided(other).await;
    stage
        .tamper("create table saved as table staff_decision")
        .await;
    let mut progress = Progress::default();
    assert_eq!(stage.found(&mut progress).await, [""; 0]);
    for change in [
        "delete from staff_decision",
        "update staff_decision set status = 'FAILED', code = 'ALREADY_ENDED', position = null",
        "update staff_decision set wallet_id = gen_random_uuid()",
        "update staff_decision set asked_by = decided_by, decided_by = asked_by",
        "update staff_decision set needs_second = false",
        "update staff_decision set terms = jsonb_set(terms, '{amount}', '\"6.00\"')",
        "update staff_decision set moves_money = false",
        "update staff_decision set decision = jsonb_set(decision, '{amount}', '\"6\"')",
        "update staff_decision set decision = '{}'",
        "update staff_decision set decided_reason = 'not seen'",
    ] {
        stage.tamper(&format!("{change} where id = '{id}'")).await;
        let from_start = stage.found(&mut Progress::default()).await;
        assert!(from_start.contains(&unbacked(position)), "{change}");
        for pass in ["first", "second"] {
            let found = stage.found(&mut progress).await;
            assert_eq!(found, from_start, "{change}, {pass} pass");
        }
        let repair = "delete from staff_decision; insert into staff_decision table saved";
        stage.tamper(repair).await;
        assert_eq!(stage.found(&mut progress).await, [""; 0], "{change}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_journal_that_may_be_another_one_is_compared_from_its_start() {
    let stage = Stage::set().await;
    let id = Uuid::from_u128(10);
    let position = stage.decided(id).await;
    let (mut failed_over, mut cut_short) = (Progress::default(), Progress::default());
    for progress in [&mut failed_over, &mut cut_short] {
        assert_eq!(stage.found(progress).await, [""; 0]);
    }
    stage.disown(position).await;
    failed_over.timeline = "another".to_owned();
    cut_short.position += 1;
    for progress in [&mut failed_over, &mut cut_short] {
        let findings = [unbacked(position), without_end(id)];
        assert_eq!(stage.found(progress).await, findings);
    }
}
