//! The events of staff, read in stretches.

use ledger::journal::{JournalKey, StaffEvent, staff_events};
use ledger::wallet::Correction;
use ledger::{Actor, Context, CorrectionId, Metadata, StaffId, WalletCommand};
use ledger_testing::TestDatabase;
use uuid::Uuid;

use super::forged::Forgery;
use super::support::{ALICE, baht, fund, keyed, open_ledger};

fn correct(number: u128) -> WalletCommand {
    WalletCommand::Correct(Correction {
        correction_id: CorrectionId(Uuid::from_u128(number)),
        amount: baht("1"),
        reason: "CORRECTED_BY_STAFF".to_owned(),
        by: StaffId(Uuid::from_u128(1)),
        approved_by: StaffId(Uuid::from_u128(2)),
        is_unrelated: false,
    })
}

/// A context of staff, with a key.
fn by_staff(key: &str) -> Context {
    let context = keyed(key, 1);
    let actor = Actor::Staff {
        id: "nok".to_owned(),
    };
    Context {
        metadata: Metadata {
            actor,
            ..context.metadata
        },
        ..context
    }
}

fn described(events: &[StaffEvent]) -> Vec<String> {
    let described = events.iter().map(|event| {
        let [actor, key] = [&event.actor, &event.key].map(|it| it.as_deref().unwrap());
        format!("{} {} {actor} {key}", event.position, event.kind)
    });
    described.collect()
}

#[tokio::test]
async fn a_stretch_has_the_events_of_staff_after_its_start_and_up_to_its_end() {
    let database = TestDatabase::create().await;
    let ledger = open_ledger(database.pool()).await;
    // Three events of the player, at the positions 1 to 3.
    fund(&ledger, ALICE, "100").await;
    for number in 4..=6 {
        let context = by_staff(&format!("key {number}"));
        let outcome = ledger.execute(ALICE, correct(number), context).await;
        assert_eq!(outcome.unwrap().position, i64::try_from(number).unwrap());
    }
    let pool = database.pool();
    let event = |position: i64| format!("{position} Corrected nok key {position}");
    for (after, upto, positions) in [
        (0, 3, vec![]),
        (0, 4, vec![4]),
        (3, 5, vec![4, 5]),
        (4, 6, vec![5, 6]),
        (5, 100, vec![6]),
        (6, 100, vec![]),
    ] {
        let mut connection = pool.acquire().await.unwrap();
        let key = JournalKey::default();
        let events = staff_events(&mut connection, Some(&key), after, upto).await;
        let events = events.unwrap();
        let wanted: Vec<String> = positions.into_iter().map(event).collect();
        assert_eq!(described(&events), wanted, "after {after} up to {upto}");
    }
}

#[tokio::test]
async fn what_somebody_appends_in_the_name_of_staff_is_no_event_of_theirs() {
    let database = TestDatabase::create().await;
    let ledger = open_ledger(database.pool()).await;
    fund(&ledger, ALICE, "100").await;
    let done = ledger.execute(ALICE, correct(4), by_staff("key 4")).await;
    assert_eq!(done.unwrap().position, 4);
    let pool = database.pool();
    let (payload, metadata): (String, String) =
        sqlx::query_as("select payload::text, metadata::text from event where position = 4")
            .fetch_one(&pool)
            .await
            .unwrap();
    let copy = Forgery {
        of: ALICE,
        event_type: "Corrected",
        payload,
        metadata,
        claim: None,
    };
    assert_eq!(copy.append(&pool).await, 5);
    let key = JournalKey::default();
    for (key, positions) in [(Some(&key), vec![4]), (None, vec![4, 5])] {
        let mut connection = pool.acquire().await.unwrap();
        let events = staff_events(&mut connection, key, 0, 100).await.unwrap();
        let found: Vec<i64> = events.iter().map(|event| event.position).collect();
        assert_eq!(found, positions, "with the key: {}", key.is_some());
    }
}
