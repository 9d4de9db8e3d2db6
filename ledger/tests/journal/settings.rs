//! The settings that a command was decided under: the journal takes none that have been replaced for a while.

use chrono::DateTime;
use ledger::journal::settings_after;
use ledger::wallet::{HouseEvent, SETTINGS, SettingsAuthor};
use ledger::{
    CommandOutcome, Context, JournalKey, Ledger, LedgerError, WalletCommand, WalletId, read_events,
};
use ledger_testing::TestDatabase;

use super::support::{
    ALICE, all, checked_journal, context, credit, fund, keyed, open_ledger, spawned, submit,
    wallet, withdraw,
};

const BOB: WalletId = wallet(2);

/// The next change of the settings, which nobody has copied.
async fn change(ledger: &Ledger, before: u64) {
    try_change(ledger, before).await.unwrap();
}

async fn try_change(ledger: &Ledger, before: u64) -> Result<CommandOutcome, LedgerError> {
    let event = HouseEvent::SettingsChanged {
        at: DateTime::UNIX_EPOCH,
        section: "hours".to_owned(),
        before,
        digest: String::new(),
        document: "{}".to_owned(),
        from: None,
        until: None,
        by: SettingsAuthor::File,
        approved_by: None,
        why: "a test".to_owned(),
    };
    let command = WalletCommand::House(event);
    ledger.execute(SETTINGS, command, context()).await
}

/// Copies the changes as a gateway did so many seconds ago.
async fn copied(database: &TestDatabase, seconds: i32) {
    sqlx::query(
        "insert into setting_event
             (wallet_id, sequence, event_type, event_version, payload, metadata, position, stream_hash,
              state_hash, mac, recorded_at)
         select wallet_id, sequence, event_type, event_version, payload, metadata, position, stream_hash,
                state_hash, mac, clock_timestamp() - make_interval(secs => $1)
         from event where event_type = 'SettingsChanged'
         on conflict do nothing",
    )
    .bind(f64::from(seconds))
    .execute(&database.pool())
    .await
    .unwrap();
}

fn under(settings: i64, mut context: Context) -> Context {
    context.metadata.settings = Some(settings);
    context
}

#[tokio::test]
async fn what_was_decided_before_a_change_of_two_seconds_ago_is_refused() {
    let database = TestDatabase::create().await;
    let ledger = open_ledger(database.pool()).await;
    fund(&ledger, ALICE, "1000").await;
    change(&ledger, 0).await;
    // Copied a moment ago: others may not have read it.
    let (pool, key) = (database.pool(), JournalKey::default());
    assert_eq!(settings_after(&pool, &key, 0).await.unwrap().len(), 1);
    let first = under(0, keyed("a", 1));
    ledger
        .execute(ALICE, withdraw(1, "1"), first)
        .await
        .unwrap();
    change(&ledger, 1).await;
    copied(&database, 3).await;
    let before = read_events(&database.pool(), None, 0, 100)
        .await
        .unwrap()
        .len();
    for settings in [0, 1] {
        let late = under(settings, keyed("b", 1));
        let refused = ledger.execute(ALICE, withdraw(2, "1"), late).await;
        assert!(
            matches!(refused, Err(LedgerError::OutdatedSettings)),
            "{refused:?}"
        );
    }
    let after = read_events(&database.pool(), None, 0, 100)
        .await
        .unwrap()
        .len();
    assert_eq!(after, before);
    // The same, decided again; and what rests on no setting.
    let again = under(2, keyed("b", 1));
    let taken = ledger
        .execute(ALICE, withdraw(2, "1"), again)
        .await
        .unwrap();
    assert!(!taken.is_replayed);
    assert_eq!(taken.events[0].metadata.settings, Some(2));
    ledger
        .execute(ALICE, withdraw(3, "1"), context())
        .await
        .unwrap();
    // A repeat of what has taken effect is answered under new settings.
    let repeat = under(2, keyed("a", 1));
    assert!(
        ledger
            .execute(ALICE, withdraw(1, "1"), repeat)
            .await
            .unwrap()
            .is_replayed
    );
    checked_journal(&database.pool()).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn of_a_batch_only_what_is_outdated_is_refused() {
    let database = TestDatabase::create().await;
    let ledger = open_ledger(database.pool()).await;
    for each in [ALICE, BOB] {
        fund(&ledger, each, "1000").await;
    }
    change(&ledger, 0).await;
    copied(&database, 3).await;
    let asked = |number: u128| {
        let wallet = if number.is_multiple_of(2) { ALICE } else { BOB };
        let settings = i64::from(number.is_multiple_of(3));
        let context = under(settings, keyed(&format!("w{number}"), 1));
        spawned(&ledger, wallet, withdraw(number, "1"), context)
    };
    let work: Vec<_> = (0..300).map(asked).collect();
    let answers = all(work).await;
    for (number, answer) in answers.iter().enumerate() {
        let is_taken = number.is_multiple_of(3);
        assert_eq!(answer.is_ok(), is_taken, "{number}: {answer:?}");
        let is_outdated = matches!(answer, Err(LedgerError::OutdatedSettings));
        assert_eq!(is_outdated, !is_taken);
    }
    checked_journal(&database.pool()).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn of_changes_of_one_version_at_once_one_is_written() {
    let database = TestDatabase::create().await;
    let books = [
        open_ledger(database.pool()).await,
        open_ledger(database.pool()).await,
    ];
    let tries = (0..20).map(|number| {
        let ledger = books[number % 2].clone();
        async move { try_change(&ledger, 0).await }
    });
    let answers = all(tries.collect::<Vec<_>>()).await;
    let (written, refused): (Vec<_>, Vec<_>) = answers.into_iter().partition(Result::is_ok);
    assert_eq!(written.len(), 1);
    for answer in refused {
        let kind = answer.unwrap_err();
        let is_taken = matches!(
            kind,
            LedgerError::ClaimTaken {
                kind: "settings",
                ..
            }
        );
        assert!(is_taken, "{kind}");
    }
}

#[tokio::test]
async fn a_copy_with_another_content_keeps_the_change_from_nobody() {
    let database = TestDatabase::create().await;
    let ledger = open_ledger(database.pool()).await;
    change(&ledger, 0).await;
    // The application's role is faster than every gateway.
    let forged = sqlx::query(
        "insert into setting_event
             (wallet_id, sequence, event_type, event_version, payload, metadata, position, stream_hash, mac)
         select wallet_id, sequence, event_type, event_version, replace(payload::text, 'hours', 'games')::json,
                metadata, position, stream_hash, mac
         from event",
    );
    forged.execute(&database.pool()).await.unwrap();
    let (pool, key) = (database.pool(), JournalKey::default());
    let read = settings_after(&pool, &key, 0).await.unwrap();
    let [change] = &read[..] else {
        panic!("{read:?}")
    };
    let text = format!("{:?}", change.event);
    assert!(text.contains("hours") && !text.contains("games"), "{text}");
}

#[tokio::test]
async fn a_change_that_nobody_has_made_refuses_nothing() {
    let database = TestDatabase::create().await;
    let ledger = open_ledger(database.pool()).await;
    fund(&ledger, ALICE, "1000").await;
    change(&ledger, 0).await;
    copied(&database, 3).await;
    // The application's role adds a copy of the next change, which there is not.
    sqlx::query(
        "insert into setting_event
             (wallet_id, sequence, event_type, event_version, payload, metadata, position, stream_hash, mac,
              recorded_at)
         select wallet_id, 2, event_type, event_version, payload, metadata, position, stream_hash, mac,
                recorded_at
         from setting_event",
    )
    .execute(&database.pool())
    .await
    .unwrap();
    for command in [submit(7, "other"), credit(7, "other", "5")] {
        ledger
            .execute(ALICE, command, under(1, context()))
            .await
            .unwrap();
    }
}
