//! A freeze among many withdrawals at once.

use ledger::wallet::{FreezeCommand, FreezeEvent, FreezeReach, WithdrawalEvent};
use ledger::{LedgerError, StaffId, WalletCommand, WalletError, WalletEvent, read_events};
use ledger_testing::TestDatabase;
use uuid::Uuid;

use super::support::{
    ALICE, all, checked_journal, context, fund, keyed, open_ledger, spawned, withdraw,
};

#[tokio::test(flavor = "multi_thread")]
async fn of_a_thousand_withdrawals_around_a_freeze_none_is_asked_for_after_it() {
    let database = TestDatabase::create().await;
    let books = [
        open_ledger(database.pool()).await,
        open_ledger(database.pool()).await,
    ];
    fund(&books[0], ALICE, "1000").await;
    let [by, approved_by] = [1, 2].map(|n| StaffId(Uuid::from_u128(n)));
    let freeze = WalletCommand::Freeze(FreezeCommand::Freeze {
        reach: FreezeReach::MoneyOut,
        by,
        approved_by,
    });
    let (first, rest) = (0..500_u128, 500..1_000_u128);
    let asked = |number: u128| {
        let ledger = &books[usize::try_from(number % 2).unwrap()];
        let key = keyed(&format!("w{number}"), 1);
        spawned(ledger, ALICE, withdraw(number, "1"), key)
    };
    let work = first
        .map(asked)
        .chain([spawned(&books[1], ALICE, freeze, context())])
        .chain(rest.map(asked));
    let work: Vec<_> = work.collect();
    let answers = all(work).await;
    let (taken, refused): (Vec<_>, Vec<_>) = answers.into_iter().partition(Result::is_ok);
    for answer in &refused {
        assert!(
            matches!(answer, Err(LedgerError::Refused(WalletError::Frozen))),
            "{answer:?}"
        );
    }
    let events = read_events(&database.pool(), None, 0, 10_000)
        .await
        .unwrap();
    let mut is_frozen = false;
    let mut requested = 0;
    for recorded in &events {
        match recorded.event {
            WalletEvent::Freeze(FreezeEvent::Frozen { .. }) => is_frozen = true,
            WalletEvent::Withdrawal(WithdrawalEvent::Requested { .. }) => {
                assert!(
                    !is_frozen,
                    "asked for at {} after the freeze",
                    recorded.position
                );
                requested += 1;
            }
            _ => {}
        }
    }
    assert!(is_frozen);
    assert_eq!(
        taken.len(),
        requested + 1,
        "the freeze is one of the answers"
    );
    assert!(
        !refused.is_empty(),
        "the freeze came before the last of them"
    );
    checked_journal(&database.pool()).await;
}
