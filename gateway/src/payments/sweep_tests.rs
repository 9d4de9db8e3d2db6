//! Sweeps at each of their steps: the onward transfer starts exactly once, whoever is killed.

use ledger::wallet::{Place, SweepLeg, TransferStatus};
use ledger::{Account, Currency, GameCode, Money, SweepId, TransferId, WalletCommand};

use super::attempt::Job;
use super::bench::{GAME, Harness, baht, bench, sandbox_world};
use super::process;
use super::tests::{Killing, step_and_kill};
use crate::payments::Process;
use crate::platform::clock::new_id;
use crate::providers::game::Game;

const OTHER: &str = "joker2";

fn code(text: &str) -> GameCode {
    text.parse().unwrap()
}

fn game<'a>(bench: &'a Harness, text: &str) -> Game<'a> {
    Game::new(
        &bench.state,
        bench.state.config.provider(&code(text)).unwrap(),
    )
}

async fn held(bench: &Harness, text: &str) -> Money {
    let game = game(bench, text);
    game.balance(&bench.username, Currency::Thb).await.unwrap()
}

/// A player with 300 baht in one game and an account with another.
async fn funded() -> Harness {
    let bench = bench(&sandbox_world().await).await;
    for text in [GAME, OTHER] {
        let created = game(&bench, text);
        created
            .create_player(&bench.username, "Secret12", Currency::Thb)
            .await
            .unwrap();
    }
    bench
        .execute(WalletCommand::OpenGameAccount {
            game: code(OTHER),
            username: bench.username.clone(),
        })
        .await;
    let subject = bench.start_transfer(true, "300").await;
    bench.carry(subject).await;
    bench
}

/// Begins to move one baht from game to game; the leg, and what follows it.
async fn start_sweep(bench: &Harness) -> (SweepId, Job, Job) {
    let (id, leg, onward) = (
        SweepId(new_id()),
        TransferId(new_id()),
        TransferId(new_id()),
    );
    bench
        .execute(WalletCommand::StartSweep {
            sweep_id: id,
            to: Place::Game(code(OTHER)),
            legs: vec![SweepLeg {
                transfer_id: leg,
                game: code(GAME),
                amount: baht("1"),
            }],
            onward,
        })
        .await;
    let subject = |id: TransferId| bench.subject(Process::Transfer, id.0);
    (id, subject(leg), subject(onward))
}

async fn assert_moved(bench: &Harness, id: SweepId, onward: Job, moved: Money) {
    let wallet = bench.state.ledger.load(bench.wallet_id).await.unwrap();
    let sweep = wallet.sweep(id).unwrap();
    assert!(!sweep.is_open && sweep.refused.is_none());
    assert_eq!(sweep.collected, baht("1"));
    let status = bench.transfer_status(onward).await;
    assert_eq!(status, TransferStatus::Completed);
    assert_eq!(held(bench, OTHER).await, moved);
    assert_eq!(bench.bucket(Account::Game(code(OTHER))).await, moved);
    let left = baht("300").checked_sub(moved).unwrap();
    assert_eq!(held(bench, GAME).await, left);
    assert_eq!(bench.bucket(Account::InTransit).await, baht("0"));
    assert_eq!(bench.bucket(Account::Main).await, baht("700"));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_sweep_killed_between_any_two_steps_goes_on_once() {
    let bench = funded().await;
    let (mut moved, mut killing) = (baht("0"), Killing::default());
    loop {
        let polls = killing.next();
        let (id, leg, onward) = start_sweep(&bench).await;
        let mut is_whole = step_and_kill(&bench.state.payments, leg, polls).await;
        bench.carry(leg).await;
        is_whole &= step_and_kill(&bench.state.payments, onward, polls).await;
        bench.carry(onward).await;
        moved = moved.checked_add(baht("1")).unwrap();
        assert_moved(&bench, id, onward, moved).await;
        if killing.is_over(is_whole) {
            break;
        }
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn two_processes_at_once_take_a_sweep_on_once() {
    let bench = funded().await;
    let mut moved = baht("0");
    for _ in 0..10 {
        let (id, leg, onward) = start_sweep(&bench).await;
        for subject in [leg, onward] {
            let (state, other) = (bench.state.clone(), bench.state.clone());
            let both = [state, other].map(|state| {
                tokio::spawn(async move { process::step(&state.payments, subject).await.unwrap() })
            });
            for process in both {
                process.await.unwrap();
            }
            bench.carry(subject).await;
        }
        moved = moved.checked_add(baht("1")).unwrap();
        assert_moved(&bench, id, onward, moved).await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_step_that_follows_is_found_without_its_request() {
    let bench = funded().await;
    let (id, leg, onward) = start_sweep(&bench).await;
    bench.carry(leg).await;
    // Nobody but the ledger has started it: any process finds it in the open work.
    assert_eq!(bench.transfer_status(onward).await, TransferStatus::Started);
    bench.carry(onward).await;
    assert_moved(&bench, id, onward, baht("1")).await;
}
