//! The slip process against a service whose answers each test chooses.

use std::path::PathBuf;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use bytes::Bytes;
use ledger::wallet::{SlipCommand, SlipReference, SlipStatus};
use ledger::{Account, SlipId, WalletCommand};
use ledger_testing::PATIENCE;
use projections::View;
use projections::slip as slip_view;
use serde_json::{Value, json};

use super::file::{self, NewSlipFile, SlipFile};
use crate::Process;
use crate::attempt::Job;
use crate::harness::{Calls, Harness, baht, harness, scripted};
use crate::outbound::Schedule;
use crate::process;
use ledger_testing::LostCommit;
use picture::MediaType;
use platform::clock::new_id;
use platform::core::Core;

const REFERENCE: &str = "015073144041ATF00999";
const PAYLOAD: &str = "0041000600000101030140220015073144041ATF009995102TH9104";

/// The service's answer about the payment; a test changes it.
type Said = Arc<Mutex<(u16, Value)>>;

fn payment(now: chrono::DateTime<chrono::Utc>) -> Value {
    json!({
        "success": true, "transRef": REFERENCE, "sendingBank": "014", "receivingBank": "014",
        "transTimestamp": now.to_rfc3339(), "amount": 500, "paidLocalCurrency": "764",
        "sender": { "displayName": "นาย สมชาย ใ", "account": { "value": "xxx-x-x0209-x" } },
        "receiver": { "displayName": "DEMO WALLET CO LTD",
            "account": { "value": "xxx-x-x3456-x" } },
    })
}

/// A harness with one uploaded slip, and the switch of the service's answers.
async fn uploaded() -> (Harness, Job, Said) {
    let (harness, subject, said, _) = counted().await;
    (harness, subject, said)
}

/// The same, with a record of the questions to the service.
async fn counted() -> (Harness, Job, Said, Calls) {
    let said = Said::default();
    let (world, calls) = {
        let said = Arc::clone(&said);
        scripted(move |_, _| said.lock().unwrap().clone()).await
    };
    let harness = harness(&world).await;
    let subject = submit(&harness).await;
    (harness, subject, said, calls)
}

/// Where a picture is.
fn path(harness: &Harness, file: &SlipFile) -> PathBuf {
    harness.state.data_dir.join("slips").join(&file.file_name)
}

async fn submit(harness: &Harness) -> Job {
    let new = upload(harness);
    let bytes = Bytes::from_static(b"picture");
    file::store(&harness.state, &new, &bytes).await.unwrap();
    hand_in(harness, new.slip_id).await
}

fn upload(harness: &Harness) -> NewSlipFile {
    NewSlipFile {
        slip_id: SlipId(new_id()),
        wallet_id: harness.wallet_id,
        kind: MediaType::Png,
        reading: Ok(PAYLOAD.to_owned()),
        uploaded_at: harness.state.clock.now(),
        per_hour_max: 10,
    }
}

async fn hand_in(harness: &Harness, slip_id: SlipId) -> Job {
    let reference = Some(SlipReference {
        sending_bank: "014".to_owned(),
        trans_ref: REFERENCE.to_owned(),
    });
    harness
        .execute(WalletCommand::Slip(SlipCommand::Submit {
            slip_id,
            reference,
        }))
        .await;
    harness.subject(Process::Slip, slip_id.0)
}

/// The reason with which a slip waits for staff.
async fn referral(harness: &Harness, subject: Job) -> Option<String> {
    let wallet = harness.state.ledger.load(harness.wallet_id).await.unwrap();
    let slip = wallet.slip(SlipId(subject.id)).unwrap();
    assert_eq!(slip.status, SlipStatus::Referred);
    reason(harness, subject).await
}

async fn reason(harness: &Harness, subject: Job) -> Option<String> {
    let position = *harness.state.ledger.committed().borrow();
    let projections = &harness.state.projections;
    projections
        .wait_for(View::Slip, position, PATIENCE)
        .await
        .unwrap();
    let slip_id = SlipId(subject.id);
    let entry = slip_view::find_by_id(&harness.state.pool, harness.wallet_id, slip_id).await;
    entry.unwrap().unwrap().reason
}

#[tokio::test(flavor = "multi_thread")]
async fn a_slip_that_the_service_calls_repeated_is_credited_once_by_our_own_claim() {
    let (harness, subject, said) = uploaded().await;
    let data = payment(harness.state.clock.now());
    *said.lock().unwrap() = (400, json!({ "code": 1012, "data": data }));
    harness.carry(subject).await;
    assert_eq!(harness.bucket(Account::Main).await, baht("1500"));
    let again = submit(&harness).await;
    harness.carry(again).await;
    assert_eq!(harness.bucket(Account::Main).await, baht("1500"));
    let why = reason(&harness, again).await;
    assert_eq!(why.as_deref(), Some("SLIP_REFNO_DUPLICATED"));
}

#[tokio::test(flavor = "multi_thread")]
async fn an_unclear_sender_is_left_open_for_staff() {
    let (harness, subject, said) = uploaded().await;
    let mut data = payment(harness.state.clock.now());
    data["sender"] = json!({ "displayName": "", "account": { "value": null } });
    *said.lock().unwrap() = (200, json!({ "success": true, "data": data }));
    assert_eq!(
        process::step(&harness.state, subject).await.unwrap(),
        Schedule::Ended
    );
    let wallet = harness.state.ledger.load(harness.wallet_id).await.unwrap();
    let slip = wallet.slip(SlipId(subject.id)).unwrap();
    assert_eq!(slip.status, SlipStatus::Referred);
    assert_eq!(harness.bucket(Account::Main).await, baht("1000"));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_payment_that_our_books_refuse_is_left_open_for_staff_and_not_asked_about_again() {
    let (mut harness, subject, said, calls) = counted().await;
    let any = serde_json::from_value(json!({ "THB": "1000000000000" })).unwrap();
    harness.configure(|config| config.slip.staff_above = any);
    let mut data = payment(harness.state.clock.now());
    // The largest amount that the ledger can hold, in addition to the player's balance.
    data["amount"] = json!(1_000_000_000_000_u64);
    *said.lock().unwrap() = (200, json!({ "success": true, "data": data }));
    for _ in 0..3 {
        let next = process::step(&harness.state, subject).await.unwrap();
        assert_eq!(next, Schedule::Ended);
    }
    assert_eq!(calls.lock().unwrap().len(), 1);
    let why = referral(&harness, subject).await.unwrap();
    assert!(why.starts_with("LEDGER_"), "{why}");
    assert_eq!(harness.bucket(Account::Main).await, baht("1000"));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_slip_that_cannot_be_decided_about_is_asked_about_less_and_less_often() {
    let (harness, subject, said, calls) = counted().await;
    let data = payment(harness.state.clock.now());
    *said.lock().unwrap() = (200, json!({ "success": true, "data": data }));
    sqlx::query("delete from bank_account where member_id = $1")
        .bind(harness.wallet_id.0)
        .execute(&harness.database.owner())
        .await
        .unwrap();
    let mut pauses = Vec::new();
    for _ in 0..8 {
        let now = harness.state.clock.now();
        let Schedule::At(time) = process::step(&harness.state, subject).await.unwrap() else {
            panic!("a slip without its member has ended");
        };
        pauses.push(time - now);
        let pause = (time - now).to_std().unwrap();
        harness.state.clock.advance(pause + Duration::from_secs(1));
    }
    assert!(
        pauses[7] >= chrono::TimeDelta::milliseconds(20),
        "{pauses:?}"
    );
    let attempt = subject.load(&harness.state.pool).await.unwrap().unwrap();
    assert_eq!(attempt.attempts, 8);
    assert_eq!(
        calls.lock().unwrap().len(),
        8,
        "the pauses are kept across restarts"
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn a_fault_of_ours_at_the_service_leaves_the_slip_open_until_it_is_fixed() {
    let (harness, subject, said) = uploaded().await;
    *said.lock().unwrap() = (401, json!({ "code": 1002, "message": "bad key" }));
    for _ in 0..10 {
        let Schedule::At(time) = process::step(&harness.state, subject).await.unwrap() else {
            panic!("our fault has ended a slip");
        };
        let pause = (time - harness.state.clock.now())
            .to_std()
            .unwrap_or_default();
        harness.state.clock.advance(pause + Duration::from_secs(1));
    }
    let data = {
        let stored = file::find(&harness.state.pool, SlipId(subject.id))
            .await
            .unwrap();
        payment(stored.unwrap().uploaded_at)
    };
    *said.lock().unwrap() = (200, json!({ "success": true, "data": data }));
    harness.carry(subject).await;
    assert_eq!(harness.bucket(Account::Main).await, baht("1500"));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_fault_of_ours_or_of_the_service_is_asked_about_again_and_then_left_for_staff() {
    for code in [
        1000, 1001, 1002, 1003, 1004, 1005, 1006, 1007, 1008, 1013, 1014, 1015, 1999,
    ] {
        let (harness, subject, said, calls) = counted().await;
        *said.lock().unwrap() = (400, json!({ "code": code, "message": "fault" }));
        let next = process::step(&harness.state, subject).await.unwrap();
        assert_ne!(next, Schedule::Ended, "{code} has ended a slip");
        harness.state.clock.advance(Duration::from_mins(91));
        harness.carry(subject).await;
        let why = referral(&harness, subject).await;
        assert_eq!(why.as_deref(), Some("SERVICE_FAULT"), "{code}");
        assert_eq!(calls.lock().unwrap().len(), 2, "{code}");
        assert_eq!(harness.bucket(Account::Main).await, baht("1000"));
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_slip_is_credited_once_the_services_fault_is_over() {
    let (harness, subject, said) = uploaded().await;
    *said.lock().unwrap() = (400, json!({ "code": 1006, "message": "fault" }));
    let data = payment(harness.state.clock.now());
    process::step(&harness.state, subject).await.unwrap();
    *said.lock().unwrap() = (200, json!({ "success": true, "data": data }));
    harness.state.clock.advance(Duration::from_mins(6));
    harness.carry(subject).await;
    assert_eq!(harness.bucket(Account::Main).await, baht("1500"));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_slip_is_refused_when_the_bank_knows_no_such_transfer() {
    let (harness, subject, said) = uploaded().await;
    *said.lock().unwrap() = (400, json!({ "code": 1011, "message": "unknown" }));
    harness.carry(subject).await;
    let why = reason(&harness, subject).await;
    assert_eq!(why.as_deref(), Some("UNSTABLE_REFNO_ON_SLIP"));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_slip_whose_rows_commit_was_not_answered_keeps_its_picture_and_is_credited() {
    let (harness, _, said) = uploaded().await;
    let data = payment(harness.state.clock.now());
    *said.lock().unwrap() = (200, json!({ "success": true, "data": data }));
    let line = LostCommit::after("insert into slip_file", &harness.database).await;
    let new = upload(&harness);
    let mut cut = Core::clone(&harness.state);
    cut.pool = line.pool.clone();
    let bytes = Bytes::from_static(b"picture");
    let stored = file::store(&cut, &new, &bytes).await;
    assert!(stored.is_err() && line.is_lost(), "{stored:?}");
    // The repeated request finds the row, as in the route, and submits the slip.
    let row = file::find(&harness.state.pool, new.slip_id).await.unwrap();
    let path = path(&harness, &row.unwrap());
    assert!(path.exists(), "the picture that the row names is gone");
    file::store(&harness.state, &new, &bytes).await.unwrap();
    let subject = hand_in(&harness, new.slip_id).await;
    harness.carry(subject).await;
    assert_eq!(harness.bucket(Account::Main).await, baht("1500"));
    // Nothing stays of the second picture, which no row names.
    let files = std::fs::read_dir(path.parent().unwrap()).unwrap();
    assert_eq!(files.count(), 2);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_slip_whose_picture_is_gone_or_damaged_waits_for_staff_and_is_never_refused() {
    let (harness, first, said) = uploaded().await;
    let data = payment(harness.state.clock.now());
    *said.lock().unwrap() = (200, json!({ "success": true, "data": data }));
    let path = async |subject: Job| {
        let row = file::find(&harness.state.pool, SlipId(subject.id)).await;
        path(&harness, &row.unwrap().unwrap())
    };
    let (cut, changed, unreadable) = (
        submit(&harness).await,
        submit(&harness).await,
        submit(&harness).await,
    );
    std::fs::remove_file(path(first).await).unwrap();
    std::fs::write(path(cut).await, b"pic").unwrap();
    std::fs::write(path(changed).await, b"PICTURE").unwrap();
    let folder = path(unreadable).await;
    std::fs::remove_file(&folder).unwrap();
    std::fs::create_dir(&folder).unwrap();
    let no_row = submit(&harness).await;
    sqlx::query("delete from slip_file where slip_id = $1")
        .bind(no_row.id)
        .execute(&harness.state.pool)
        .await
        .unwrap();
    for (subject, expected) in [
        (first, "FILE_MISSING"),
        (cut, "FILE_DAMAGED"),
        (changed, "FILE_DAMAGED"),
        (unreadable, "FILE_DAMAGED"),
        (no_row, "FILE_MISSING"),
    ] {
        harness.carry(subject).await;
        assert_eq!(referral(&harness, subject).await.as_deref(), Some(expected));
    }
    assert_eq!(harness.bucket(Account::Main).await, baht("1000"));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_bank_that_gives_no_time_is_asked_after_five_fifteen_and_sixty_minutes() {
    let (harness, subject, said) = uploaded().await;
    *said.lock().unwrap() = (400, json!({ "code": 1010 }));
    let _held = harness.state.clock.hold();
    let mut pauses = Vec::new();
    loop {
        let now = harness.state.clock.now();
        match process::step(&harness.state, subject).await.unwrap() {
            Schedule::Ended => break,
            Schedule::At(time) => {
                pauses.push((time - now).num_minutes());
                let pause = (time - now).to_std().unwrap();
                harness.state.clock.advance(pause + Duration::from_secs(1));
            }
        }
    }
    assert_eq!(pauses[..3], [5, 15, 60]);
    let why = referral(&harness, subject).await;
    assert_eq!(why.as_deref(), Some("NOT_VERIFIED"), "never refused for it");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_slip_that_nobody_can_be_asked_about_for_long_waits_for_staff() {
    let (harness, subject, said) = uploaded().await;
    *said.lock().unwrap() = (502, json!({}));
    let next = process::step(&harness.state, subject).await.unwrap();
    assert_ne!(next, Schedule::Ended);
    harness.state.clock.advance(Duration::from_mins(91));
    harness.carry(subject).await;
    let why = referral(&harness, subject).await;
    assert_eq!(why.as_deref(), Some("NOT_VERIFIED"));
    assert_eq!(harness.bucket(Account::Main).await, baht("1000"));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_delay_of_the_banks_is_not_longer_than_our_own_longest() {
    let (harness, subject, said) = uploaded().await;
    *said.lock().unwrap() = (400, json!({ "code": 1010, "data": { "delay": 1_440 } }));
    let _held = harness.state.clock.hold();
    let now = harness.state.clock.now();
    let next = process::step(&harness.state, subject).await.unwrap();
    assert_eq!(next, Schedule::At(now + chrono::TimeDelta::hours(1)));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_slip_that_a_clock_has_put_off_by_a_day_is_asked_about_once_the_clock_is_right() {
    let (harness, subject, said, calls) = counted().await;
    let data = payment(harness.state.clock.now());
    *said.lock().unwrap() = (502, json!({}));
    let day = Duration::from_hours(24);
    harness.state.clock.advance(day);
    process::step(&harness.state, subject).await.unwrap();
    harness.state.clock.set_back(day);
    let next = process::step(&harness.state, subject).await.unwrap();
    assert_ne!(next, Schedule::Ended);
    assert_eq!(calls.lock().unwrap().len(), 2, "it waits for tomorrow");
    // The time without an answer of the service counts from today.
    let attempt = subject.load(&harness.state.pool).await.unwrap().unwrap();
    assert!(attempt.first_at <= harness.state.clock.now(), "{attempt:?}");
    *said.lock().unwrap() = (200, json!({ "success": true, "data": data }));
    harness.carry(subject).await;
    assert_eq!(harness.bucket(Account::Main).await, baht("1500"));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_slip_that_came_in_while_our_clock_was_ahead_waits_for_staff() {
    let (harness, _, said) = uploaded().await;
    let data = payment(harness.state.clock.now());
    *said.lock().unwrap() = (200, json!({ "success": true, "data": data }));
    let day = Duration::from_hours(24);
    // Verified while the clock is ahead, and again once it is right.
    harness.state.clock.advance(day);
    let (early, late) = (submit(&harness).await, submit(&harness).await);
    harness.carry(early).await;
    harness.state.clock.set_back(day);
    harness.carry(late).await;
    for subject in [early, late] {
        let why = referral(&harness, subject).await;
        assert_eq!(why.as_deref(), Some("TIME_UNCLEAR"));
    }
    // A clock that agrees with the service's may refuse.
    let data = payment(harness.state.clock.now() - chrono::TimeDelta::hours(2));
    *said.lock().unwrap() = (200, json!({ "success": true, "data": data }));
    let old = submit(&harness).await;
    harness.carry(old).await;
    let why = reason(&harness, old).await;
    assert_eq!(why.as_deref(), Some("EXPIRED_SLIP"));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_large_slip_waits_for_staff() {
    let (harness, subject, said) = uploaded().await;
    let mut data = payment(harness.state.clock.now());
    data["amount"] = json!(5_000_000);
    *said.lock().unwrap() = (200, json!({ "success": true, "data": data }));
    harness.carry(subject).await;
    let why = referral(&harness, subject).await;
    assert_eq!(why.as_deref(), Some("LARGE_AMOUNT"));
    assert_eq!(harness.bucket(Account::Main).await, baht("1000"));
}
