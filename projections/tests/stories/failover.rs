//! Views when the journal goes back: none shows what is not there, and none passes over what is.

use crate::story::{self, Story, audited, baht, time, wallet};
use ledger::wallet::{Opened, SlipCommand, SlipReference};
use ledger::{Actor, Context, Currency, Ledger, Metadata, SlipId, WalletCommand};
use ledger_testing::pair::{DATABASE, Pair, pool};
use ledger_testing::relay::Way;
use ledger_testing::switch::Switch;
use ledger_testing::{PATIENCE, eventually};
use projections::{Projections, View};
use sqlx::{Connection, PgPool};
use tokio::sync::watch;
use uuid::Uuid;

#[tokio::test]
async fn a_view_whose_last_steps_were_lost_makes_them_again_without_a_new_event() {
    let story = Story::begin().await;
    let running = story.start();
    story.open(1).await;
    story.deposit(1, 1, "10").await;
    story.catch_up(&running).await;
    // As on another server after a failover: the journal is whole, and the view is not.
    let lost = "delete from slip_entry;
                update slip_head set slips = 0;
                update projection_checkpoint set position = 1 where view = 'slip'";
    let owner = story.database.owner();
    sqlx::raw_sql(lost).execute(&owner).await.unwrap();
    eventually("the view shows everything again", async || {
        let checkpoint = "select position from projection_checkpoint where view = 'slip'";
        let checkpoint: i64 = sqlx::query_scalar(checkpoint)
            .fetch_one(&owner)
            .await
            .unwrap();
        if checkpoint == story.head() {
            Ok(())
        } else {
            Err(checkpoint)
        }
    })
    .await;
    running.stop().await;
    let report = audited(&owner).await;
    assert!(report.is_clean(), "{:?}", report.findings);
}

async fn stopped(running: &Projections, view: View) -> String {
    eventually("the view says why it stopped", async || {
        let figures = running.figures();
        figures[view as usize].stopped.clone().ok_or(figures)
    })
    .await
}

#[tokio::test]
async fn a_view_that_is_ahead_of_the_journal_says_so_and_stops_until_it_is_rebuilt() {
    let story = Story::begin().await;
    let running = story.start();
    story.open(1).await;
    story.catch_up(&running).await;
    running.stop().await;
    let ahead = "update projection_checkpoint set position = 3 where view = 'slip'";
    sqlx::query(ahead)
        .execute(&story.database.owner())
        .await
        .unwrap();
    let running = story.start();
    let why = stopped(&running, View::Slip).await;
    assert!(
        why.contains("up to 3") && why.contains("ended at 1"),
        "{why}"
    );
    // The journal grows past it: the events in between were never shown.
    story.deposit(1, 1, "10").await;
    story.deposit(1, 2, "10").await;
    running
        .wait_for(View::Statement, story.head(), PATIENCE)
        .await
        .unwrap();
    assert!(stopped(&running, View::Slip).await.contains("up to 3"));
    assert!(running.as_of(View::Slip) <= 3);
    let owner = story.database.owner();
    projections::rebuild::run(&owner, &ledger::JournalKey::default(), View::Slip, |_| {})
        .await
        .unwrap();
    running
        .wait_for(View::Slip, story.head(), PATIENCE)
        .await
        .unwrap();
    story.audit().await;
    running.stop().await;
}

async fn execute(ledger: &Ledger, command: WalletCommand) {
    let context = Context {
        metadata: Metadata {
            at: time(0),
            actor: Actor::Member,
            request_id: "test".to_owned(),
            main: None,
            movements: None,
            key: None,
            settings: None,
        },
        idempotency: None,
    };
    ledger.execute(wallet(1), command, context).await.unwrap();
}

async fn deposit(ledger: &Ledger, number: u128, amount: &str) {
    let slip_id = SlipId(Uuid::from_u128(number));
    let reference = SlipReference {
        sending_bank: "014".to_owned(),
        trans_ref: format!("REF{number}"),
    };
    let submitted = WalletCommand::Slip(SlipCommand::Submit {
        slip_id,
        reference: Some(reference.clone()),
    });
    execute(ledger, submitted).await;
    let credited = WalletCommand::Slip(SlipCommand::Credit {
        slip_id,
        reference,
        amount: baht(amount),
        deposit_account: "scb-1".to_owned(),
    });
    execute(ledger, credited).await;
}

async fn shows(running: &Projections, view: View, position: i64) {
    running.wait_for(view, position, PATIENCE).await.unwrap();
}

/// The lines of the journal that each view is behind, by the figures.
async fn is_level(running: &Projections, pool: &PgPool) {
    eventually("every view shows all there is", async || {
        let head = ledger::journal::head(pool).await.unwrap();
        let figures = running.figures();
        let is_level = figures.iter().all(|it| it.as_of == head && it.lag == 0);
        if is_level {
            Ok(())
        } else {
            Err((head, figures))
        }
    })
    .await;
}

#[tokio::test]
async fn no_view_shows_what_a_failover_has_lost() {
    let mut pair = Pair::asynchronous().await;
    let door = Switch::lay(Way::To(pair.primary().socket())).await;
    let ledger = Ledger::open(pair.primary().pool(), story::patient())
        .await
        .unwrap();
    let (_never, committed) = watch::channel(0);
    let running = Projections::start(
        pool(door.connect_options(DATABASE)),
        ledger::JournalKey::default(),
        committed,
    );
    let currency = Currency::Thb;
    execute(
        &ledger,
        WalletCommand::Open(Opened {
            currency,
            bank_account: ledger_testing::FIRST_ACCOUNT,
        }),
    )
    .await;
    for view in View::ALL {
        shows(&running, view, 1).await;
    }
    pair.standby_has(1).await;
    pair.freeze().await;
    // One view is held up while the others read on: their events stay in memory.
    let mut holder = pair.primary().admin(DATABASE).await;
    let mut held = holder.begin().await.unwrap();
    sqlx::query("select from projection_checkpoint where view = 'slip' for update")
        .execute(&mut *held)
        .await
        .unwrap();
    for number in 1..=3 {
        deposit(&ledger, number, "100").await;
    }
    shows(&running, View::Statement, 7).await;
    door.turn(Way::Shut);
    pair.fail_over().await;
    let other = Ledger::open(pair.standby().pool(), story::patient())
        .await
        .unwrap();
    for number in 11..=12 {
        deposit(&other, number, "1").await;
    }
    door.turn(Way::To(pair.standby().socket()));
    let there = pair.standby().pool();
    is_level(&running, &there).await;
    let report = audited(&there).await;
    assert!(report.is_clean(), "{:?}", report.findings);
    running.stop().await;
}
