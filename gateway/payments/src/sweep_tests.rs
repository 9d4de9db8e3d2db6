//! Sweeps at each of their steps: the onward transfer starts exactly once, whichever process is
//! killed.

use ledger::wallet::{GameCommand, Place, SweepCommand, SweepLeg, TransferStatus};
use ledger::{Account, Currency, GameCode, Money, SweepId, TransferId, WalletCommand};

use super::attempt::Job;
use super::harness::{GAME, Harness, baht, harness, sandbox_world};
use super::process;
use super::tests::{Killing, step_and_kill};
use crate::Process;
use platform::clock::new_id;
use providers::game::Game;

const OTHER: &str = "joker2";

fn code(text: &str) -> GameCode {
    text.parse().unwrap()
}

fn game<'a>(harness: &'a Harness, text: &str) -> Game<'a> {
    Game::new(
        &harness.state,
        harness.state.config.provider(&code(text)).unwrap(),
    )
}

async fn held(harness: &Harness, text: &str) -> Money {
    let game = game(harness, text);
    game.balance(&harness.username, Currency::Thb)
        .await
        .unwrap()
}

/// A player with 300 baht in one game and an account with another.
async fn funded() -> Harness {
    let harness = harness(&sandbox_world().await).await;
    for text in [GAME, OTHER] {
        let created = game(&harness, text);
        created
            .create_player(&harness.username, "Secret12", Currency::Thb)
            .await
            .unwrap();
    }
    harness
        .execute(WalletCommand::Game(GameCommand::OpenAccount {
            game: code(OTHER),
            username: harness.username.clone(),
        }))
        .await;
    let subject = harness.start_transfer(true, "300").await;
    harness.carry(subject).await;
    harness
}

/// Starts to move one baht from game to game; returns the leg and the onward transfer.
async fn start_sweep(harness: &Harness) -> (SweepId, Job, Job) {
    let (id, leg, onward) = (
        SweepId(new_id()),
        TransferId(new_id()),
        TransferId(new_id()),
    );
    harness
        .execute(WalletCommand::Sweep(SweepCommand {
            sweep_id: id,
            to: Place::Game(code(OTHER)),
            legs: vec![SweepLeg {
                transfer_id: leg,
                game: code(GAME),
                amount: baht("1"),
            }],
            onward,
            from_main: None,
        }))
        .await;
    let subject = |id: TransferId| harness.subject(Process::Transfer, id.0);
    (id, subject(leg), subject(onward))
}

async fn assert_moved(harness: &Harness, id: SweepId, onward: Job, moved: Money) {
    let wallet = harness.state.ledger.load(harness.wallet_id).await.unwrap();
    let sweep = wallet.sweep(id).unwrap();
    assert!(!sweep.is_open && sweep.refused.is_none());
    assert_eq!(sweep.collected, baht("1"));
    let status = harness.transfer_status(onward).await;
    assert_eq!(status, TransferStatus::Completed);
    assert_eq!(held(harness, OTHER).await, moved);
    assert_eq!(harness.bucket(Account::Game(code(OTHER))).await, moved);
    let left = baht("300").checked_sub(moved).unwrap();
    assert_eq!(held(harness, GAME).await, left);
    assert_eq!(harness.bucket(Account::InTransit).await, baht("0"));
    assert_eq!(harness.bucket(Account::Main).await, baht("700"));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_sweep_killed_between_any_two_steps_continues_once() {
    let harness = funded().await;
    let (mut moved, mut killing) = (baht("0"), Killing::default());
    loop {
        let polls = killing.next();
        let (id, leg, onward) = start_sweep(&harness).await;
        let mut is_whole = step_and_kill(&harness.state, leg, polls).await;
        harness.carry(leg).await;
        is_whole &= step_and_kill(&harness.state, onward, polls).await;
        harness.carry(onward).await;
        moved = moved.checked_add(baht("1")).unwrap();
        assert_moved(&harness, id, onward, moved).await;
        if killing.is_over(is_whole) {
            break;
        }
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn two_processes_at_once_take_a_sweep_on_once() {
    let harness = funded().await;
    let mut moved = baht("0");
    for _ in 0..10 {
        let (id, leg, onward) = start_sweep(&harness).await;
        for subject in [leg, onward] {
            let (state, other) = (harness.state.clone(), harness.state.clone());
            let both = [state, other].map(|state| {
                tokio::spawn(async move { process::step(&state, subject).await.unwrap() })
            });
            for process in both {
                process.await.unwrap();
            }
            harness.carry(subject).await;
        }
        moved = moved.checked_add(baht("1")).unwrap();
        assert_moved(&harness, id, onward, moved).await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_step_that_follows_is_found_without_its_request() {
    let harness = funded().await;
    let (id, leg, onward) = start_sweep(&harness).await;
    harness.carry(leg).await;
    // The ledger itself started it, so any process finds it in the open work.
    assert_eq!(
        harness.transfer_status(onward).await,
        TransferStatus::Started
    );
    harness.carry(onward).await;
    assert_moved(&harness, id, onward, baht("1")).await;
}
