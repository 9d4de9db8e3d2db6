//! The processes at each of their steps: killed, interrupted, lied to.

use std::collections::BTreeSet;
use std::future::Future;
use std::pin::{Pin, pin};
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::sync::{Arc, Condvar, Mutex};
use std::task::{Context, Poll};
use std::time::Duration;

use ledger::wallet::{TransferCommand, TransferStatus, WithdrawalStatus};
use ledger::{Account, BankAccountId, Currency, TransferId, WalletCommand, WalletId, WithdrawalId};
use ledger_testing::eventually;
use serde_json::{Value, json};

use super::attempt::Job;
use super::harness::{GAME, baht, harness, sandbox_world, scripted};
use super::outbound::Schedule;
use super::{Payments, process};
use members::{member, particulars};
use platform::clock::new_id;
use platform::config::GameProtocol;
use platform::error::Code;

/// The protocols of games.
const PROTOCOLS: [GameProtocol; 2] = [GameProtocol::Gw1, GameProtocol::Sf1];

/// A future that is dropped after a number of polls, as if its process were killed there.
struct Killed<F> {
    work: Pin<Box<F>>,
    polls_left: u32,
}

impl<F: Future> Future for Killed<F> {
    type Output = Option<F::Output>;

    fn poll(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Self::Output> {
        if self.polls_left == 0 {
            return Poll::Ready(None);
        }
        self.polls_left -= 1;
        self.work.as_mut().poll(context).map(Some)
    }
}

/// Whether the step ended before it was killed.
pub(super) async fn step_and_kill(state: &Payments, subject: Job, polls_left: u32) -> bool {
    let work = Box::pin(process::step(state, subject));
    pin!(Killed { work, polls_left }).await.is_some()
}

/// The places at which to kill a step, one after another. A busy machine has fewer of them, because
/// an answer may be there before it is awaited; then they are tried again.
#[derive(Default)]
pub(super) struct Killing {
    tries: u32,
    polls: u32,
    places: BTreeSet<u32>,
}

impl Killing {
    /// After how many polls the next step is killed.
    pub(super) fn next(&mut self) -> u32 {
        self.tries += 1;
        self.polls += 1;
        let seen = self.places.len();
        assert!(self.tries < 150, "only {seen} places to be killed at");
        self.polls
    }

    /// Whether there were enough kills, including this one.
    pub(super) fn is_over(&mut self, is_whole: bool) -> bool {
        if !is_whole {
            self.places.insert(self.polls);
            return false;
        }
        self.polls = 0;
        self.places.len() >= 4
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_transfer_killed_between_any_two_steps_moves_its_money_once() {
    for protocol in PROTOCOLS {
        let mut harness = harness(&sandbox_world().await).await;
        harness.speak(protocol);
        let created = harness.game();
        created
            .create_player(&harness.username, "Secret12", Currency::Thb)
            .await
            .unwrap();
        let mut expected = baht("0");
        for is_into_game in [true, false] {
            let mut killing = Killing::default();
            loop {
                let polls = killing.next();
                let amount = baht("1");
                let subject = harness.start_transfer(is_into_game, "1").await;
                let is_whole = step_and_kill(&harness.state, subject, polls).await;
                harness.carry(subject).await;
                let status = harness.transfer_status(subject).await;
                assert_eq!(status, TransferStatus::Completed, "killed at poll {polls}");
                let step = if is_into_game {
                    amount
                } else {
                    amount.negated()
                };
                expected = expected.checked_add(step).unwrap();
                assert_eq!(
                    harness.held_by_provider().await,
                    expected,
                    "killed at poll {polls}"
                );
                let game = Account::Game(GAME.parse().unwrap());
                assert_eq!(
                    harness.bucket(game).await,
                    expected,
                    "killed at poll {polls}"
                );
                if killing.is_over(is_whole) {
                    break;
                }
            }
            if is_into_game {
                let subject = harness.start_transfer(true, "300").await;
                harness.carry(subject).await;
                expected = expected.checked_add(baht("300")).unwrap();
            }
        }
        assert_eq!(harness.bucket(Account::InTransit).await, baht("0"));
        let main = baht("1000").checked_sub(expected).unwrap();
        assert_eq!(harness.bucket(Account::Main).await, main);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_withdrawal_killed_between_any_two_steps_is_paid_once() {
    let world = sandbox_world().await;
    let harness = harness(&world).await;
    let mut paid = 0;
    let mut killing = Killing::default();
    loop {
        let polls = killing.next();
        let subject = harness.start_withdrawal("1").await;
        let is_whole = step_and_kill(&harness.state, subject, polls).await;
        harness.carry(subject).await;
        let wallet = harness.state.ledger.load(harness.wallet_id).await.unwrap();
        let status = wallet.withdrawal(WithdrawalId(subject.id)).unwrap().status;
        assert_eq!(status, WithdrawalStatus::Paid, "killed at poll {polls}");
        paid += 1;
        if killing.is_over(is_whole) {
            break;
        }
    }
    let totals = harness.state.http.get(format!("{world}/__sandbox/totals"));
    let totals: Value = totals.send().await.unwrap().json().await.unwrap();
    assert_eq!(totals["payouts"]["amount"], format!("{paid}.00"));
    let main = baht("1000").checked_sub(baht(&paid.to_string())).unwrap();
    assert_eq!(harness.bucket(Account::Main).await, main);
    assert_eq!(harness.bucket(Account::Withdrawal).await, baht("0"));
}

fn success(body: &Value, amount: &str) -> (u16, Value) {
    let reply = json!({
        "requestId": body["requestId"], "providerTxId": "tx-1", "status": "SUCCESS",
        "direction": "IN", "amount": amount, "balanceBefore": "0.00", "balanceAfter": amount,
    });
    (200, reply)
}

#[tokio::test(flavor = "multi_thread")]
async fn a_success_of_another_amount_is_left_for_a_person_and_not_credited() {
    let (world, calls) = scripted(|_, body| success(body, "1000.00")).await;
    let harness = harness(&world).await;
    let subject = harness.start_transfer(true, "100").await;
    for _ in 0..5 {
        process::step(&harness.state, subject).await.unwrap();
        harness.state.clock.advance(Duration::from_mins(1));
    }
    assert_eq!(
        harness.transfer_status(subject).await,
        TransferStatus::Unknown
    );
    assert_eq!(harness.bucket(Account::Main).await, baht("900"));
    assert_eq!(harness.bucket(Account::InTransit).await, baht("100"));
    assert_eq!(
        *calls.lock().unwrap(),
        ["POST transfers"],
        "it was called once and then left"
    );
    let attempt = subject.load(&harness.state.pool).await.unwrap().unwrap();
    assert!(attempt.is_halted);
}

/// A provider that refuses the first request only when the gate opens, and meanwhile books the same
/// request when it is sent again.
async fn provider_with_a_gate(gate: Arc<Gate>) -> String {
    let requests = Arc::new(AtomicU32::new(0));
    let reply = move |call: &str, body: &Value| match call {
        "POST transfers" if requests.fetch_add(1, Ordering::SeqCst) == 0 => {
            gate.pass();
            (429, json!({ "code": "RATE_LIMITED" }))
        }
        "POST transfers" => success(body, "100.00"),
        _ => (404, json!({ "code": "TRANSFER_NOT_FOUND" })),
    };
    scripted(reply).await.0
}

/// Holds a thread of the provider until it is opened.
#[derive(Default)]
struct Gate {
    has_arrived: AtomicBool,
    is_open: (Mutex<bool>, Condvar),
}

impl Gate {
    fn pass(&self) {
        self.has_arrived.store(true, Ordering::SeqCst);
        let (is_open, opened) = &self.is_open;
        // The runtime must know, or a task that is next in line on this thread waits for the gate too.
        tokio::task::block_in_place(|| {
            let waits = opened.wait_while(is_open.lock().unwrap(), |is_open| !*is_open);
            drop(waits.unwrap());
        });
    }

    fn open(&self) {
        let (is_open, opened) = &self.is_open;
        *is_open.lock().unwrap() = true;
        opened.notify_all();
    }

    async fn arrival(&self) {
        eventually("the request arrives", async || {
            let has_arrived = self.has_arrived.load(Ordering::SeqCst);
            has_arrived.then_some(()).ok_or(())
        })
        .await;
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn a_process_that_slept_through_a_takeover_gives_nothing_back() {
    let gate = Arc::new(Gate::default());
    let harness = harness(&provider_with_a_gate(Arc::clone(&gate)).await).await;
    let subject = harness.start_transfer(true, "100").await;
    let state = harness.state.clone();
    let asleep = tokio::spawn(async move { process::step(&state, subject).await.unwrap() });
    gate.arrival().await;
    // Another process finds the transfer in Sent, learns that it was not seen, and sends it again.
    process::step(&harness.state, subject).await.unwrap();
    assert_eq!(
        harness.transfer_status(subject).await,
        TransferStatus::Completed
    );
    gate.open();
    asleep.await.unwrap();
    let at_the_provider = Account::Game(GAME.parse().unwrap());
    assert_eq!(harness.bucket(Account::Main).await, baht("900"));
    assert_eq!(harness.bucket(at_the_provider).await, baht("100"));
    let attempt = subject.load(&harness.state.pool).await.unwrap().unwrap();
    assert!(attempt.is_halted, "the contradiction is left for a person");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn a_refusal_that_comes_after_the_outcome_was_noted_as_unknown_gives_nothing_back() {
    let gate = Arc::new(Gate::default());
    let harness = harness(&provider_with_a_gate(Arc::clone(&gate)).await).await;
    let subject = harness.start_transfer(true, "100").await;
    let state = harness.state.clone();
    let asleep = tokio::spawn(async move { process::step(&state, subject).await.unwrap() });
    gate.arrival().await;
    let command = WalletCommand::Transfer(TransferCommand::MarkUnknown {
        transfer_id: TransferId(subject.id),
        reason: "INTERRUPTED".to_owned(),
    });
    let context = harness
        .state
        .process_context("transfer", "other".to_owned());
    let recorded = harness
        .state
        .ledger
        .execute(harness.wallet_id, command, context)
        .await;
    recorded.unwrap();
    gate.open();
    asleep.await.unwrap();
    assert_eq!(
        harness.transfer_status(subject).await,
        TransferStatus::Unknown
    );
    assert_eq!(harness.bucket(Account::InTransit).await, baht("100"));
    harness.carry(subject).await;
    assert_eq!(
        harness.transfer_status(subject).await,
        TransferStatus::Completed
    );
    assert_eq!(harness.bucket(Account::Main).await, baht("900"));
}

#[tokio::test(flavor = "multi_thread")]
async fn an_interrupted_transfer_is_asked_about_before_it_is_sent_again() {
    let (world, calls) = scripted(|call, body| match call {
        "GET transfers" => (404, json!({ "code": "TRANSFER_NOT_FOUND" })),
        _ => success(body, "100.00"),
    })
    .await;
    let harness = harness(&world).await;
    let subject = harness.start_transfer(true, "100").await;
    // The state after a process was killed just before its call.
    harness
        .execute(WalletCommand::Transfer(TransferCommand::MarkSent {
            transfer_id: TransferId(subject.id),
        }))
        .await;
    harness.carry(subject).await;
    assert_eq!(
        harness.transfer_status(subject).await,
        TransferStatus::Completed
    );
    assert_eq!(*calls.lock().unwrap(), ["GET transfers", "POST transfers"]);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_refusal_of_the_second_request_gives_nothing_back() {
    // The first request is lost and may arrive late; the second one meets a limit.
    let (world, calls) = scripted(|call, _| match call {
        "GET transfers" => (404, json!({ "code": "TRANSFER_NOT_FOUND" })),
        _ => (429, json!({ "code": "RATE_LIMITED" })),
    })
    .await;
    let harness = harness(&world).await;
    let subject = harness.start_transfer(true, "100").await;
    harness
        .execute(WalletCommand::Transfer(TransferCommand::MarkSent {
            transfer_id: TransferId(subject.id),
        }))
        .await;
    for _ in 0..10 {
        process::step(&harness.state, subject).await.unwrap();
        harness.state.clock.advance(Duration::from_secs(1));
    }
    assert_eq!(
        harness.transfer_status(subject).await,
        TransferStatus::Unknown
    );
    assert_eq!(harness.bucket(Account::InTransit).await, baht("100"));
    assert!(calls.lock().unwrap().len() >= 4);
}

/// A provider that looks at the balance before it looks for the reference refuses a repeat of what it
/// has done.
#[tokio::test(flavor = "multi_thread")]
async fn a_refused_repeat_of_a_form_is_believed_only_if_the_status_says_so_too() {
    for (status, expected) in [
        (0, TransferStatus::Completed),
        (23, TransferStatus::Returned),
        (30, TransferStatus::Unknown),
    ] {
        let ids = Arc::new(Mutex::new((String::new(), String::new())));
        let seen = Arc::clone(&ids);
        let questions = Arc::new(AtomicU32::new(0));
        let (world, _) = scripted(move |_, body| {
            // The first question comes before the repeat.
            let code = match body["requestId"].as_str() {
                Some("make") => 23,
                _ if questions.fetch_add(1, Ordering::SeqCst) == 0 => 30,
                _ => status,
            };
            let (reference, player) = seen.lock().unwrap().clone();
            let reply = json!({
                "code": code, "reference": reference, "player": player, "tx": "tx-1",
                "direction": "in", "amount": 10_000, "currency": "THB", "before": 0,
            });
            (200, reply)
        })
        .await;
        let mut harness = harness(&world).await;
        harness.speak(GameProtocol::Sf1);
        let subject = harness.start_transfer(true, "100").await;
        *ids.lock().unwrap() = (subject.id.to_string(), harness.username.clone());
        harness
            .execute(WalletCommand::Transfer(TransferCommand::MarkSent {
                transfer_id: TransferId(subject.id),
            }))
            .await;
        process::step(&harness.state, subject).await.unwrap();
        assert_eq!(harness.transfer_status(subject).await, expected, "{status}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn the_pause_after_an_unknown_outcome_outlives_the_process() {
    let (world, calls) = scripted(|_, _| (500, json!({ "code": "INTERNAL" }))).await;
    let mut harness = harness(&world).await;
    harness.configure(|config| {
        config.waits.retry_ms = 60_000;
        config.waits.retry_max_ms = 600_000;
    });
    let subject = harness.start_transfer(true, "100").await;
    let _held = harness.state.clock.hold();
    let pauses: Vec<i64> = {
        let mut pauses = Vec::new();
        for _ in 0..5 {
            let now = harness.state.clock.now();
            // Each step knows only the database's rows, as after a restart.
            let Schedule::At(time) = process::step(&harness.state, subject).await.unwrap() else {
                panic!("it cannot have ended");
            };
            let called = calls.lock().unwrap().len();
            let early = process::step(&harness.state, subject).await.unwrap();
            // The database stores microseconds.
            let Schedule::At(kept) = early else {
                panic!("it cannot have ended");
            };
            assert_eq!(kept.timestamp_micros(), time.timestamp_micros());
            assert_eq!(calls.lock().unwrap().len(), called, "and no call is made");
            pauses.push((time - now).num_minutes());
            harness.state.clock.advance((time - now).to_std().unwrap());
        }
        pauses
    };
    assert_eq!(pauses, [1, 2, 4, 8, 10]);
}

/// A correction of the holder's spelling writes an event and a row. After a crash between the two,
/// and for a wallet that was loaded before both, the account may still be paid.
#[tokio::test(flavor = "multi_thread")]
async fn a_correction_of_the_holder_that_is_killed_anywhere_leaves_an_account_that_is_paid() {
    let harness = harness("http://127.0.0.1:1").await;
    let state = &harness.state;
    let before = state.ledger.load(harness.wallet_id).await.unwrap();
    let id = before.bank_account().unwrap();
    let stored = async || {
        let found = particulars::find(&state.pool, harness.wallet_id, Some(id)).await;
        found.unwrap().unwrap()
    };
    let mut killing = Killing::default();
    loop {
        let polls_left = killing.next();
        let holder = format!("SOMCHAI JAIDEE {polls_left}");
        let work = Box::pin(particulars::correct_holder(
            state,
            harness.wallet_id,
            id,
            &holder,
        ));
        let is_whole = pin!(Killed { work, polls_left }).await.is_some();
        let row = stored().await;
        assert!(
            row.is_confirmed(state, &before).await.unwrap(),
            "killed at poll {polls_left}"
        );
        if is_whole {
            assert_eq!(row.account.holder, holder);
        }
        if killing.is_over(is_whole) {
            break;
        }
    }
}

/// A registration died before it opened the wallet, and an attacker with the application's database
/// role has put a different number into the row meanwhile.
#[tokio::test(flavor = "multi_thread")]
async fn a_wallet_is_never_opened_with_an_account_that_the_gateway_has_not_stored() {
    let harness = harness("http://127.0.0.1:1").await;
    let state = &harness.state;
    let mut new = harness.member();
    new.id = WalletId(new_id());
    new.username = "0898765432".to_owned();
    new.bank_account.id = BankAccountId(new_id());
    new.bank_account.account_no = "1230102094".to_owned();
    let mut connection = state.pool.acquire().await.unwrap();
    member::insert(&mut connection, state, &new).await.unwrap();
    drop(connection);
    let number = async |account_no: &str| {
        sqlx::query("update bank_account set account_no = $2 where id = $1")
            .bind(new.bank_account.id.0)
            .bind(account_no)
            .execute(&state.pool)
            .await
            .unwrap();
    };
    number("6660001112").await;
    let refused = member::ensure_wallet(state, new.id, Currency::Thb).await;
    assert_eq!(refused.unwrap_err().code, Code::InternalServerError);
    assert_eq!(state.ledger.load(new.id).await.unwrap().currency(), None);
    // The next log-in opens it, once the row is the member's again.
    number("1230102094").await;
    member::ensure_wallet(state, new.id, Currency::Thb)
        .await
        .unwrap();
    let wallet = state.ledger.load(new.id).await.unwrap();
    assert_eq!(wallet.bank_account(), Some(new.bank_account.id));
}
