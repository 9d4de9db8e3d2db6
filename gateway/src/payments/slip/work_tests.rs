//! The slip process against a service that says whatever a test wants it to say.

use std::sync::{Arc, Mutex};
use std::time::Duration;

use bytes::Bytes;
use ledger::wallet::SlipReference;
use ledger::{Account, SlipId, WalletCommand};
use ledger_testing::PATIENCE;
use projections::View;
use projections::slip as slip_view;
use serde_json::{Value, json};

use super::file::{self, NewSlipFile};
use super::picture::MediaType;
use crate::payments::Process;
use crate::payments::attempt::Job;
use crate::payments::bench::{Calls, Harness, baht, bench, scripted};
use crate::payments::outbound::Schedule;
use crate::payments::process;
use crate::platform::clock::new_id;
use ledger_testing::LostCommit;

const REFERENCE: &str = "015073144041ATF00999";
const PAYLOAD: &str = "0041000600000101030140220015073144041ATF009995102TH9104";

/// What the service says about the payment; a test changes it.
type Said = Arc<Mutex<(u16, Value)>>;

fn payment(bench_now: chrono::DateTime<chrono::Utc>) -> Value {
    json!({
        "success": true, "transRef": REFERENCE, "sendingBank": "014", "receivingBank": "014",
        "transTimestamp": bench_now.to_rfc3339(), "amount": 500, "paidLocalCurrency": "764",
        "sender": { "displayName": "นาย สมชาย ใ", "account": { "value": "xxx-x-x0209-x" } },
        "receiver": { "displayName": "DEMO WALLET CO LTD",
            "account": { "value": "xxx-x-x3456-x" } },
    })
}

/// A bench with one uploaded slip, and the switch of what the service says.
async fn uploaded() -> (Harness, Job, Said) {
    let (bench, subject, said, _) = counted().await;
    (bench, subject, said)
}

/// The same, with the questions that the service was asked.
async fn counted() -> (Harness, Job, Said, Calls) {
    let said = Said::default();
    let (world, calls) = {
        let said = Arc::clone(&said);
        scripted(move |_, _| said.lock().unwrap().clone()).await
    };
    let bench = bench(&world).await;
    let subject = submit(&bench).await;
    (bench, subject, said, calls)
}

async fn submit(bench: &Harness) -> Job {
    let new = upload(bench);
    let bytes = Bytes::from_static(b"picture");
    file::store(&bench.state.pool, &bench.state.data_dir, &new, &bytes)
        .await
        .unwrap();
    hand_in(bench, new.slip_id).await
}

fn upload(bench: &Harness) -> NewSlipFile {
    NewSlipFile {
        slip_id: SlipId(new_id()),
        wallet_id: bench.wallet_id,
        kind: MediaType::Png,
        reading: Ok(PAYLOAD.to_owned()),
        uploaded_at: bench.state.clock.now(),
        per_hour_max: 10,
    }
}

async fn hand_in(bench: &Harness, slip_id: SlipId) -> Job {
    let reference = Some(SlipReference {
        sending_bank: "014".to_owned(),
        trans_ref: REFERENCE.to_owned(),
    });
    bench
        .execute(WalletCommand::SubmitSlip { slip_id, reference })
        .await;
    bench.subject(Process::Slip, slip_id.0)
}

/// What a slip waits for staff with.
async fn referral(bench: &Harness, subject: Job) -> Option<String> {
    let wallet = bench.state.ledger.load(bench.wallet_id).await.unwrap();
    let slip = wallet.slip(SlipId(subject.id)).unwrap();
    assert!(slip.is_open && slip.is_referred && !slip.is_credited);
    reason(bench, subject).await
}

async fn reason(bench: &Harness, subject: Job) -> Option<String> {
    let position = *bench.state.ledger.committed().borrow();
    let projections = &bench.state.projections;
    projections
        .wait_for(View::Slip, position, PATIENCE)
        .await
        .unwrap();
    let slip_id = SlipId(subject.id);
    let entry = slip_view::find_by_id(&bench.state.pool, bench.wallet_id, slip_id).await;
    entry.unwrap().unwrap().reason
}

#[tokio::test(flavor = "multi_thread")]
async fn a_slip_that_the_service_calls_repeated_is_credited_once_by_our_own_claim() {
    let (bench, subject, said) = uploaded().await;
    let data = payment(bench.state.clock.now());
    *said.lock().unwrap() = (400, json!({ "code": 1012, "data": data }));
    bench.carry(subject).await;
    assert_eq!(bench.bucket(Account::Main).await, baht("1500"));
    let again = submit(&bench).await;
    bench.carry(again).await;
    assert_eq!(bench.bucket(Account::Main).await, baht("1500"));
    let why = reason(&bench, again).await;
    assert_eq!(why.as_deref(), Some("SLIP_REFNO_DUPLICATED"));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_sender_that_nobody_can_tell_is_left_open_for_staff() {
    let (bench, subject, said) = uploaded().await;
    let mut data = payment(bench.state.clock.now());
    data["sender"] = json!({ "displayName": "", "account": { "value": null } });
    *said.lock().unwrap() = (200, json!({ "success": true, "data": data }));
    assert_eq!(
        process::step(&bench.state.payments, subject).await.unwrap(),
        Schedule::Ended
    );
    let wallet = bench.state.ledger.load(bench.wallet_id).await.unwrap();
    let slip = wallet.slip(SlipId(subject.id)).unwrap();
    assert!(slip.is_open && slip.is_referred && !slip.is_credited);
    assert_eq!(bench.bucket(Account::Main).await, baht("1000"));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_payment_that_our_books_refuse_is_left_open_for_staff_and_not_asked_about_again() {
    let (mut bench, subject, said, calls) = counted().await;
    let any = serde_json::from_value(json!({ "THB": "1000000000000" })).unwrap();
    bench.configure(|config| config.slip.staff_above = any);
    let mut data = payment(bench.state.clock.now());
    // The most that the books hold, on top of what the player has.
    data["amount"] = json!(1_000_000_000_000_u64);
    *said.lock().unwrap() = (200, json!({ "success": true, "data": data }));
    for _ in 0..3 {
        let next = process::step(&bench.state.payments, subject).await.unwrap();
        assert_eq!(next, Schedule::Ended);
    }
    assert_eq!(calls.lock().unwrap().len(), 1);
    let why = referral(&bench, subject).await.unwrap();
    assert!(why.starts_with("LEDGER_"), "{why}");
    assert_eq!(bench.bucket(Account::Main).await, baht("1000"));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_slip_that_cannot_be_decided_about_is_asked_about_less_and_less_often() {
    let (bench, subject, said, calls) = counted().await;
    let data = payment(bench.state.clock.now());
    *said.lock().unwrap() = (200, json!({ "success": true, "data": data }));
    sqlx::query("delete from bank_account where member_id = $1")
        .bind(bench.wallet_id.0)
        .execute(&bench.state.pool)
        .await
        .unwrap();
    let mut pauses = Vec::new();
    for _ in 0..8 {
        let now = bench.state.clock.now();
        let Schedule::At(time) = process::step(&bench.state.payments, subject).await.unwrap()
        else {
            panic!("a slip without its member has ended");
        };
        pauses.push(time - now);
        let pause = (time - now).to_std().unwrap();
        bench.state.clock.advance(pause + Duration::from_secs(1));
    }
    assert!(
        pauses[7] >= chrono::TimeDelta::milliseconds(20),
        "{pauses:?}"
    );
    let attempt = subject.load(&bench.state.pool).await.unwrap().unwrap();
    assert_eq!(attempt.attempts, 8);
    assert_eq!(
        calls.lock().unwrap().len(),
        8,
        "the pauses are kept across restarts"
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn a_fault_of_ours_at_the_service_leaves_the_slip_open_until_it_is_mended() {
    let (bench, subject, said) = uploaded().await;
    *said.lock().unwrap() = (401, json!({ "code": 1002, "message": "bad key" }));
    for _ in 0..10 {
        let Schedule::At(time) = process::step(&bench.state.payments, subject).await.unwrap()
        else {
            panic!("our fault has ended a slip");
        };
        let pause = (time - bench.state.clock.now())
            .to_std()
            .unwrap_or_default();
        bench.state.clock.advance(pause + Duration::from_secs(1));
    }
    let data = {
        let stored = file::find(&bench.state.pool, SlipId(subject.id))
            .await
            .unwrap();
        payment(stored.unwrap().uploaded_at)
    };
    *said.lock().unwrap() = (200, json!({ "success": true, "data": data }));
    bench.carry(subject).await;
    assert_eq!(bench.bucket(Account::Main).await, baht("1500"));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_fault_of_ours_or_of_the_service_is_asked_about_again_and_then_left_for_staff() {
    for code in [
        1000, 1001, 1002, 1003, 1004, 1005, 1006, 1007, 1008, 1013, 1014, 1015, 1999,
    ] {
        let (bench, subject, said, calls) = counted().await;
        *said.lock().unwrap() = (400, json!({ "code": code, "message": "fault" }));
        let next = process::step(&bench.state.payments, subject).await.unwrap();
        assert_ne!(next, Schedule::Ended, "{code} has ended a slip");
        bench.state.clock.advance(Duration::from_mins(91));
        bench.carry(subject).await;
        let why = referral(&bench, subject).await;
        assert_eq!(why.as_deref(), Some("SERVICE_FAULT"), "{code}");
        assert_eq!(calls.lock().unwrap().len(), 2, "{code}");
        assert_eq!(bench.bucket(Account::Main).await, baht("1000"));
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_slip_is_credited_once_the_services_fault_is_over() {
    let (bench, subject, said) = uploaded().await;
    *said.lock().unwrap() = (400, json!({ "code": 1006, "message": "fault" }));
    let data = payment(bench.state.clock.now());
    process::step(&bench.state.payments, subject).await.unwrap();
    *said.lock().unwrap() = (200, json!({ "success": true, "data": data }));
    bench.state.clock.advance(Duration::from_mins(6));
    bench.carry(subject).await;
    assert_eq!(bench.bucket(Account::Main).await, baht("1500"));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_slip_is_refused_when_the_bank_knows_no_such_transfer() {
    let (bench, subject, said) = uploaded().await;
    *said.lock().unwrap() = (400, json!({ "code": 1011, "message": "unknown" }));
    bench.carry(subject).await;
    let why = reason(&bench, subject).await;
    assert_eq!(why.as_deref(), Some("UNSTABLE_REFNO_ON_SLIP"));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_slip_whose_rows_commit_was_not_answered_keeps_its_picture_and_is_credited() {
    let (bench, _, said) = uploaded().await;
    let data = payment(bench.state.clock.now());
    *said.lock().unwrap() = (200, json!({ "success": true, "data": data }));
    let line = LostCommit::after("insert into slip_file", &bench.database).await;
    let (new, folder) = (upload(&bench), &bench.state.data_dir);
    let bytes = Bytes::from_static(b"picture");
    let stored = file::store(&line.pool, folder, &new, &bytes).await;
    assert!(stored.is_err() && line.is_lost(), "{stored:?}");
    // The same request once more finds the row, as the route does, and hands the slip in.
    let row = file::find(&bench.state.pool, new.slip_id).await.unwrap();
    let path = file::path(folder, &row.unwrap());
    assert!(path.exists(), "the picture that the row names is gone");
    file::store(&bench.state.pool, folder, &new, &bytes)
        .await
        .unwrap();
    let subject = hand_in(&bench, new.slip_id).await;
    bench.carry(subject).await;
    assert_eq!(bench.bucket(Account::Main).await, baht("1500"));
    // Of the second picture, which nobody names, nothing stays.
    let files = std::fs::read_dir(path.parent().unwrap()).unwrap();
    assert_eq!(files.count(), 2);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_slip_whose_picture_is_gone_or_damaged_waits_for_staff_and_is_never_refused() {
    let (bench, first, said) = uploaded().await;
    let data = payment(bench.state.clock.now());
    *said.lock().unwrap() = (200, json!({ "success": true, "data": data }));
    let path = async |subject: Job| {
        let row = file::find(&bench.state.pool, SlipId(subject.id)).await;
        file::path(&bench.state.data_dir, &row.unwrap().unwrap())
    };
    let (cut, changed, unreadable) = (
        submit(&bench).await,
        submit(&bench).await,
        submit(&bench).await,
    );
    std::fs::remove_file(path(first).await).unwrap();
    std::fs::write(path(cut).await, b"pic").unwrap();
    std::fs::write(path(changed).await, b"PICTURE").unwrap();
    let folder = path(unreadable).await;
    std::fs::remove_file(&folder).unwrap();
    std::fs::create_dir(&folder).unwrap();
    let no_row = submit(&bench).await;
    sqlx::query("delete from slip_file where slip_id = $1")
        .bind(no_row.id)
        .execute(&bench.state.pool)
        .await
        .unwrap();
    for (subject, expected) in [
        (first, "FILE_MISSING"),
        (cut, "FILE_DAMAGED"),
        (changed, "FILE_DAMAGED"),
        (unreadable, "FILE_DAMAGED"),
        (no_row, "FILE_MISSING"),
    ] {
        bench.carry(subject).await;
        assert_eq!(referral(&bench, subject).await.as_deref(), Some(expected));
    }
    assert_eq!(bench.bucket(Account::Main).await, baht("1000"));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_bank_that_gives_no_time_is_asked_after_five_fifteen_and_sixty_minutes() {
    let (bench, subject, said) = uploaded().await;
    *said.lock().unwrap() = (400, json!({ "code": 1010 }));
    let _held = bench.state.clock.hold();
    let mut pauses = Vec::new();
    loop {
        let now = bench.state.clock.now();
        match process::step(&bench.state.payments, subject).await.unwrap() {
            Schedule::Ended => break,
            Schedule::At(time) => {
                pauses.push((time - now).num_minutes());
                let pause = (time - now).to_std().unwrap();
                bench.state.clock.advance(pause + Duration::from_secs(1));
            }
        }
    }
    assert_eq!(pauses[..3], [5, 15, 60]);
    let why = referral(&bench, subject).await;
    assert_eq!(why.as_deref(), Some("NOT_VERIFIED"), "never refused for it");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_slip_that_nobody_can_be_asked_about_for_long_waits_for_staff() {
    let (bench, subject, said) = uploaded().await;
    *said.lock().unwrap() = (502, json!({}));
    let next = process::step(&bench.state.payments, subject).await.unwrap();
    assert_ne!(next, Schedule::Ended);
    bench.state.clock.advance(Duration::from_mins(91));
    bench.carry(subject).await;
    let why = referral(&bench, subject).await;
    assert_eq!(why.as_deref(), Some("NOT_VERIFIED"));
    assert_eq!(bench.bucket(Account::Main).await, baht("1000"));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_delay_of_the_banks_is_not_longer_than_our_own_longest() {
    let (bench, subject, said) = uploaded().await;
    *said.lock().unwrap() = (400, json!({ "code": 1010, "data": { "delay": 1_440 } }));
    let _held = bench.state.clock.hold();
    let now = bench.state.clock.now();
    let next = process::step(&bench.state.payments, subject).await.unwrap();
    assert_eq!(next, Schedule::At(now + chrono::TimeDelta::hours(1)));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_slip_that_a_clock_has_put_off_by_a_day_is_asked_about_once_the_clock_is_right() {
    let (bench, subject, said, calls) = counted().await;
    let data = payment(bench.state.clock.now());
    *said.lock().unwrap() = (502, json!({}));
    let day = Duration::from_hours(24);
    bench.state.clock.advance(day);
    process::step(&bench.state.payments, subject).await.unwrap();
    bench.state.clock.set_back(day);
    let next = process::step(&bench.state.payments, subject).await.unwrap();
    assert_ne!(next, Schedule::Ended);
    assert_eq!(calls.lock().unwrap().len(), 2, "it waits for tomorrow");
    // How long nobody could be asked counts from today.
    let attempt = subject.load(&bench.state.pool).await.unwrap().unwrap();
    assert!(attempt.first_at <= bench.state.clock.now(), "{attempt:?}");
    *said.lock().unwrap() = (200, json!({ "success": true, "data": data }));
    bench.carry(subject).await;
    assert_eq!(bench.bucket(Account::Main).await, baht("1500"));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_slip_that_came_in_while_our_clock_was_ahead_waits_for_staff() {
    let (bench, _, said) = uploaded().await;
    let data = payment(bench.state.clock.now());
    *said.lock().unwrap() = (200, json!({ "success": true, "data": data }));
    let day = Duration::from_hours(24);
    // Asked about while it is ahead, and once it is right again.
    bench.state.clock.advance(day);
    let (early, late) = (submit(&bench).await, submit(&bench).await);
    bench.carry(early).await;
    bench.state.clock.set_back(day);
    bench.carry(late).await;
    for subject in [early, late] {
        let why = referral(&bench, subject).await;
        assert_eq!(why.as_deref(), Some("TIME_UNCLEAR"));
    }
    // A clock that agrees with the service's may refuse.
    let data = payment(bench.state.clock.now() - chrono::TimeDelta::hours(2));
    *said.lock().unwrap() = (200, json!({ "success": true, "data": data }));
    let old = submit(&bench).await;
    bench.carry(old).await;
    let why = reason(&bench, old).await;
    assert_eq!(why.as_deref(), Some("EXPIRED_SLIP"));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_large_slip_waits_for_staff() {
    let (bench, subject, said) = uploaded().await;
    let mut data = payment(bench.state.clock.now());
    data["amount"] = json!(5_000_000);
    *said.lock().unwrap() = (200, json!({ "success": true, "data": data }));
    bench.carry(subject).await;
    let why = referral(&bench, subject).await;
    assert_eq!(why.as_deref(), Some("LARGE_AMOUNT"));
    assert_eq!(bench.bucket(Account::Main).await, baht("1000"));
}
