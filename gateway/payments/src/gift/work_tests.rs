//! The gift process against a mobile wallet whose answers each test chooses.

use std::sync::{Arc, Mutex};

use ledger::wallet::{GiftCommand, GiftStatus};
use ledger::{Account, GiftId, WalletCommand};
use serde_json::{Value, json};

use super::{link_store, work as gift};
use crate::Process;
use crate::attempt::Job;
use crate::harness::{Calls, Harness, baht, harness, scripted};
use crate::outbound::Schedule;
use crate::process;
use platform::clock::new_id;
use providers::gift::VoucherHash;

const HASH: &str = "Sb1x7Kq2mN9pR4tV8w";
const MOBILE: &str = "0900000001";

/// The wallet's answers to an inspection and to a redemption; a test changes them.
type Said = Arc<Mutex<[(u16, Value); 2]>>;

fn voucher(code: &str, ticket: &Value) -> Value {
    let is_taken = ticket.is_object();
    json!({
        "status": { "code": code },
        "data": {
            "voucher": { "amount_baht": "100.00", "member": 1, "available": u8::from(!is_taken),
                "status": if is_taken { "redeemed" } else { "active" } },
            "my_ticket": ticket, "tickets": if is_taken { json!([ticket]) } else { json!([]) },
        },
    })
}

fn ticket(mobile: &str, amount: &str) -> Value {
    json!({ "mobile": mobile, "amount_baht": amount })
}

/// A harness with one submitted gift that can be redeemed, and the switch of the wallet's answers.
async fn submitted() -> (Harness, Job, Said, Calls) {
    let untouched = (200, voucher("SUCCESS", &Value::Null));
    let said: Said = Arc::new(Mutex::new([untouched, (500, json!({}))]));
    let (world, calls) = {
        let said = Arc::clone(&said);
        // Only a redemption is a POST.
        let reply = move |call: &str, _: &Value| {
            said.lock().unwrap()[usize::from(call.starts_with("POST"))].clone()
        };
        scripted(reply).await
    };
    let harness = harness(&world).await;
    let gift_id = GiftId(new_id());
    let hash = VoucherHash::parse(HASH).unwrap();
    link_store::store(&harness.state, gift_id, harness.wallet_id, &hash)
        .await
        .unwrap();
    let voucher = hash.voucher();
    harness
        .execute(WalletCommand::Gift(GiftCommand::Submit {
            gift_id,
            voucher,
        }))
        .await;
    let subject = harness.subject(Process::Gift, gift_id.0);
    (harness, subject, said, calls)
}

async fn status(harness: &Harness, subject: Job) -> GiftStatus {
    let wallet = harness.state.ledger.load(harness.wallet_id).await.unwrap();
    wallet.gift(GiftId(subject.id)).unwrap().status
}

fn takes(calls: &Calls) -> usize {
    let calls = calls.lock().unwrap();
    calls.iter().filter(|call| call.starts_with("POST")).count()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_success_that_looks_wrong_stops_for_staff_and_credits_nothing() {
    for wrong in [
        ticket("0812345678", "100.00"),
        ticket(MOBILE, "-100.00"),
        ticket(MOBILE, "100.01"),
        ticket(MOBILE, "1e9"),
    ] {
        let (harness, subject, said, calls) = submitted().await;
        said.lock().unwrap()[1] = (200, voucher("SUCCESS", &wrong));
        for _ in 0..4 {
            let next = process::step(&harness.state, subject).await.unwrap();
            assert_ne!(next, Schedule::Ended, "{wrong}");
            harness
                .state
                .clock
                .advance(std::time::Duration::from_mins(6));
        }
        assert_eq!(
            status(&harness, subject).await,
            GiftStatus::Unknown,
            "{wrong}"
        );
        assert_eq!(takes(&calls), 1, "no further call: {wrong}");
        assert!(
            subject
                .load(&harness.state.pool)
                .await
                .unwrap()
                .unwrap()
                .is_halted
        );
        assert_eq!(harness.bucket(Account::Main).await, baht("1000"));
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_gift_that_somebody_else_has_taken_meanwhile_ends_once_that_is_certain() {
    let (harness, subject, said, _) = submitted().await;
    // The first request is lost, and so is every question for a while.
    process::step(&harness.state, subject).await.unwrap();
    assert_eq!(status(&harness, subject).await, GiftStatus::Unknown);
    let theirs = voucher("VOUCHER_OUT_OF_STOCK", &ticket("0812345678", "100.00"));
    {
        let mut said = said.lock().unwrap();
        said[0] = (
            400,
            json!({ "status": { "code": "VOUCHER_OUT_OF_STOCK" }, "data": null }),
        );
        said[1] = (400, theirs.clone());
    }
    for _ in 0..3 {
        harness
            .state
            .clock
            .advance(std::time::Duration::from_secs(1));
        process::step(&harness.state, subject).await.unwrap();
        let status = status(&harness, subject).await;
        assert_eq!(status, GiftStatus::Unknown, "whose it is was not shown");
    }
    let mut shown = theirs;
    shown["data"]["my_ticket"] = Value::Null;
    said.lock().unwrap()[0] = (400, shown);
    harness.carry(subject).await;
    assert_eq!(status(&harness, subject).await, GiftStatus::Rejected);
    let link = link_store::find(&harness.state, GiftId(subject.id))
        .await
        .unwrap();
    let link = link.unwrap();
    assert_eq!(link.reason.as_deref(), Some("TRUELINK_INVALID"));
    assert!(link.hash.is_none());
    assert_eq!(harness.bucket(Account::Main).await, baht("1000"));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_refusal_of_a_later_request_gives_nothing_up() {
    let (harness, subject, said, _) = submitted().await;
    process::step(&harness.state, subject).await.unwrap();
    said.lock().unwrap()[1] = (404, json!({ "status": { "code": "VOUCHER_NOT_FOUND" } }));
    for _ in 0..3 {
        harness
            .state
            .clock
            .advance(std::time::Duration::from_secs(1));
        process::step(&harness.state, subject).await.unwrap();
        assert_eq!(status(&harness, subject).await, GiftStatus::Unknown);
    }
    // It had been applied from the start.
    let ours = voucher("TARGET_USER_REDEEMED", &ticket(MOBILE, "100.00"));
    said.lock().unwrap()[1] = (400, ours);
    harness.carry(subject).await;
    assert_eq!(status(&harness, subject).await, GiftStatus::Credited);
    assert_eq!(harness.bucket(Account::Main).await, baht("1100"));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_voucher_that_our_phone_took_before_is_not_taken_again_under_another_name() {
    let (harness, subject, said, calls) = submitted().await;
    let ours = voucher("TARGET_USER_REDEEMED", &ticket(MOBILE, "100.00"));
    said.lock().unwrap()[1] = (400, ours);
    harness.carry(subject).await;
    assert_eq!(status(&harness, subject).await, GiftStatus::Rejected);
    let link = link_store::find(&harness.state, GiftId(subject.id))
        .await
        .unwrap();
    assert_eq!(link.unwrap().reason.as_deref(), Some("TRUELINK_DUPLICATE"));
    assert_eq!(takes(&calls), 1);
    assert_eq!(harness.bucket(Account::Main).await, baht("1000"));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_process_that_died_while_taking_asks_before_anything_else() {
    let (harness, subject, said, calls) = submitted().await;
    let gift_id = GiftId(subject.id);
    let expected = baht("100");
    harness
        .execute(WalletCommand::Gift(GiftCommand::MarkSent {
            gift_id,
            expected,
        }))
        .await;
    let ours = voucher("TARGET_USER_REDEEMED", &ticket(MOBILE, "100.00"));
    said.lock().unwrap()[0] = (400, ours);
    harness.carry(subject).await;
    assert_eq!(status(&harness, subject).await, GiftStatus::Credited);
    assert_eq!(takes(&calls), 0);
    assert_eq!(harness.bucket(Account::Main).await, baht("1100"));
}

#[tokio::test(flavor = "multi_thread")]
async fn hashes_that_nobody_needs_are_forgotten_and_others_are_kept() {
    let (harness, subject, _, _) = submitted().await;
    let orphan = GiftId(new_id());
    let hash = VoucherHash::parse("NobodyEverSubmitted1").unwrap();
    link_store::store(&harness.state, orphan, harness.wallet_id, &hash)
        .await
        .unwrap();
    assert_eq!(gift::sweep(&harness.state).await.unwrap(), 0);
    harness
        .state
        .clock
        .advance(std::time::Duration::from_mins(61));
    assert_eq!(gift::sweep(&harness.state).await.unwrap(), 1);
    let orphaned = link_store::find(&harness.state, orphan)
        .await
        .unwrap()
        .unwrap();
    assert!(orphaned.hash.is_none());
    let link = link_store::find(&harness.state, GiftId(subject.id))
        .await
        .unwrap();
    assert!(link.unwrap().hash.is_some(), "an open gift still needs it");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_gift_that_another_process_ends_meanwhile_is_over_and_waits_for_nobody() {
    let (harness, subject, _, _) = submitted().await;
    process::step(&harness.state, subject).await.unwrap();
    assert_eq!(status(&harness, subject).await, GiftStatus::Unknown);
    // This process has loaded the wallet, and waits for the link.
    let mut other = harness.database.owner().begin().await.unwrap();
    let alone = "lock table gift_link in access exclusive mode";
    sqlx::query(alone).execute(&mut *other).await.unwrap();
    let state = harness.state.clone();
    let slow = tokio::spawn(async move { process::step(&state, subject).await });
    harness.database.locked_out(1).await;
    harness
        .execute(WalletCommand::Gift(GiftCommand::Credit {
            gift_id: GiftId(subject.id),
            amount: baht("100"),
            deposit_account: harness.state.config.gift.deposit_account.clone(),
        }))
        .await;
    let closed = "update gift_link set sealed = null";
    sqlx::query(closed).execute(&mut *other).await.unwrap();
    other.commit().await.unwrap();
    assert_eq!(slow.await.unwrap().unwrap(), Schedule::Ended);
    assert_eq!(subject.load(&harness.state.pool).await.unwrap(), None);
    assert_eq!(harness.bucket(Account::Main).await, baht("1100"));
}
