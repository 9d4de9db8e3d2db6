//! An outside fact is credited once, no matter who asks and how many at once.

use ledger::wallet::{ManualCommand, SlipEvent};
use ledger::{LedgerError, ManualDepositId, WalletCommand, WalletEvent, WalletId};
use ledger_testing::TestDatabase;
use uuid::Uuid;

use super::support::{
    ALICE, all, baht, checked_journal, context, credit, keyed, main_bucket, open, open_ledger,
    spawned, submit, wallet,
};

async fn credited(pool: &sqlx::PgPool) -> usize {
    let events = checked_journal(pool).await;
    let is_deposit =
        |event: &WalletEvent| matches!(event, WalletEvent::Slip(SlipEvent::Credited { .. }));
    events.iter().filter(|e| is_deposit(&e.event)).count()
}

#[tokio::test]
async fn a_slip_used_by_another_player_names_its_owner_and_writes_nothing() {
    let database = TestDatabase::create().await;
    let ledger = open_ledger(database.pool()).await;
    let bob = wallet(2);
    for (player, slip) in [(ALICE, 1), (bob, 2)] {
        for command in [open(), submit(slip, "SAME")] {
            ledger.execute(player, command, context()).await.unwrap();
        }
    }
    ledger
        .execute(ALICE, credit(1, "SAME", "50"), context())
        .await
        .unwrap();
    let refused = ledger
        .execute(bob, credit(2, "SAME", "50"), context())
        .await;
    assert!(
        matches!(
            &refused,
            Err(LedgerError::ClaimTaken { kind: "slip", reference, by: ALICE })
                if reference == "014:SAME"
        ),
        "{refused:?}"
    );
    assert_eq!(main_bucket(&ledger, bob).await, baht("0"));
    assert_eq!(credited(&database.pool()).await, 1);
}

#[tokio::test]
async fn a_payment_that_a_slip_has_brought_is_not_found_once_more_by_hand() {
    let database = TestDatabase::create().await;
    let ledger = open_ledger(database.pool()).await;
    let bob = wallet(2);
    for command in [open(), submit(1, "007SAME"), credit(1, "007SAME", "50")] {
        ledger.execute(ALICE, command, context()).await.unwrap();
    }
    ledger.execute(bob, open(), context()).await.unwrap();
    for (number, (reference, account)) in (1..).zip([
        ("007SAME", "scb-1"),
        ("007SAME", "kbank-1"),
        ("007same", "scb-1"),
        ("7-same", "kbank-1"),
    ]) {
        let deposit_id = ManualDepositId(Uuid::from_u128(number));
        let announce = WalletCommand::Manual(ManualCommand::Request {
            deposit_id,
            amount: baht("50"),
        });
        ledger.execute(bob, announce, context()).await.unwrap();
        let find = WalletCommand::Manual(ManualCommand::Credit {
            deposit_id,
            reference: reference.to_owned(),
            deposit_account: account.to_owned(),
        });
        let refused = ledger.execute(bob, find, context()).await;
        let is_taken = matches!(refused, Err(LedgerError::ClaimTaken { by: ALICE, .. }));
        assert!(is_taken, "{reference} on {account}");
        let reason = "not found".to_owned();
        let reject = WalletCommand::Manual(ManualCommand::Reject { deposit_id, reason });
        ledger.execute(bob, reject, context()).await.unwrap();
    }
    assert_eq!(main_bucket(&ledger, bob).await, baht("0"));
    checked_journal(&database.pool()).await;
}

#[tokio::test]
async fn one_slip_sent_by_fifty_players_at_once_is_credited_once() {
    let database = TestDatabase::create().await;
    let ledger = open_ledger(database.pool()).await;
    let players: Vec<WalletId> = (1..=50).map(wallet).collect();
    for player in &players {
        for command in [open(), submit(player.0.as_u128(), "RACE")] {
            ledger.execute(*player, command, context()).await.unwrap();
        }
    }
    let answers = all(players.iter().map(|player| {
        let slip = player.0.as_u128();
        spawned(
            &ledger,
            *player,
            credit(slip, "RACE", "50"),
            keyed("credit", 1),
        )
    }))
    .await;
    let winner = answers
        .iter()
        .find_map(|answer| answer.as_ref().ok())
        .expect("one is credited")
        .events[0]
        .wallet_id;
    for answer in answers {
        match answer {
            Ok(receipt) => assert_eq!(receipt.events[0].wallet_id, winner),
            Err(LedgerError::ClaimTaken { by, .. }) => assert_eq!(by, winner),
            Err(other) => panic!("{other}"),
        }
    }
    assert_eq!(credited(&database.pool()).await, 1);
}

#[tokio::test]
async fn one_slip_submitted_twice_by_one_player_is_credited_once() {
    let database = TestDatabase::create().await;
    let ledger = open_ledger(database.pool()).await;
    for command in [open(), submit(1, "TWICE"), submit(2, "TWICE")] {
        ledger.execute(ALICE, command, context()).await.unwrap();
    }
    let slips = [1, 2].map(|slip| spawned(&ledger, ALICE, credit(slip, "TWICE", "50"), context()));
    let answers = all(slips).await;
    assert_eq!(answers.iter().filter(|answer| answer.is_ok()).count(), 1);
    assert_eq!(main_bucket(&ledger, ALICE).await, baht("50"));
    assert_eq!(credited(&database.pool()).await, 1);
}

#[tokio::test]
async fn a_taken_claim_fails_its_own_command_and_not_its_neighbours() {
    let database = TestDatabase::create().await;
    let ledger = open_ledger(database.pool()).await;
    let bob = wallet(2);
    let commands = [open(), submit(1, "TAKEN"), credit(1, "TAKEN", "50")];
    for command in commands {
        ledger.execute(ALICE, command, context()).await.unwrap();
    }
    ledger.execute(bob, open(), context()).await.unwrap();
    // All queued before the writer runs: one batch.
    let answers = all([
        spawned(&ledger, bob, submit(11, "NEW"), context()),
        spawned(&ledger, bob, submit(12, "TAKEN"), context()),
        spawned(&ledger, bob, credit(12, "TAKEN", "50"), context()),
        spawned(&ledger, bob, credit(11, "NEW", "20"), context()),
        spawned(&ledger, wallet(3), open(), context()),
    ])
    .await;
    for (place, answer) in answers.iter().enumerate() {
        match answer {
            Err(LedgerError::ClaimTaken { by: ALICE, .. }) if place == 2 => {}
            Ok(_) if place != 2 => {}
            other => panic!("{place}: {other:?}"),
        }
    }
    assert_eq!(main_bucket(&ledger, bob).await, baht("20"));
    checked_journal(&database.pool()).await;
}
