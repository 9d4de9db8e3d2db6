//! The audit finds what has been planted and names it.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

mod story;

use ledger::{GameCode, Money, Posting, WalletEvent};
use projections::audit::{self, Finding};
use story::{Story, baht};

async fn two_players() -> Story {
    let story = Story::begin().await;
    let running = story.start();
    for player in 1..=2 {
        story.open(player).await;
        story.open_game(player, "pg").await;
        story.live(player, 1).await;
        story.live(player, 2).await;
        story.submit_slip(player, player * 1_000 + 900).await;
        story.every_way_in(player, player * 1_000).await;
    }
    story.catch_up(&running).await;
    running.stop().await;
    story
}

async fn findings(story: &Story) -> Vec<String> {
    let report = audit::run(&story.database.pool()).await.unwrap();
    report.findings.iter().map(ToString::to_string).collect()
}

async fn plant(story: &Story, statement: &str) {
    let planted = sqlx::raw_sql(statement)
        .execute(&story.database.owner())
        .await
        .unwrap();
    assert!(planted.rows_affected() > 0, "{statement}");
}

#[tokio::test]
async fn a_changed_row_of_any_view_is_found_and_named() {
    let player = story::wallet(2).to_string();
    let plants = [
        (
            "update wallet_balance set main = main + 1",
            "wallet_balance",
        ),
        (
            "update game_account set amount = amount + 0.01",
            "game_account",
        ),
        (
            "update wallet_balance set last_sync = null",
            "wallet_balance",
        ),
        (
            "update statement_head set balance = balance + 1",
            "statement_head",
        ),
        (
            "update statement_count set lines = lines + 1",
            "statement_count",
        ),
        (
            "update statement_line set status = 'FAILED' where status = 'SUCCESS'",
            "statement_line",
        ),
        (
            "update statement_line set bank_account = null",
            "statement_line",
        ),
        ("update slip_entry set amount = 1", "slip_entry"),
        ("update slip_head set slips = slips + 1", "slip_head"),
        (
            "update statement_line set method = 'slip' where method = 'gift'",
            "statement_line",
        ),
        (
            "update statement_line set held_until = null",
            "statement_line",
        ),
        (
            "update statement_sweep set to_place = 'pg'",
            "statement_sweep",
        ),
        ("delete from open_work where kind = 'slip'", "open_work"),
        (
            "update open_work set status = 'started' where kind = 'qr' and status = 'referred'",
            "open_work",
        ),
        (
            "update open_work set amount = amount + 1 where kind = 'gift'",
            "open_work",
        ),
        (
            "update open_work set changed_at = now() where kind = 'manual_deposit'",
            "open_work",
        ),
        (
            "update open_work set detail = detail #- '{withdrawal,not_before}'
             where kind = 'withdrawal'",
            "open_work",
        ),
    ];
    let story = two_players().await;
    story.audit().await;
    for (statement, table) in plants {
        let filter = if statement.contains("where") {
            "and"
        } else {
            "where"
        };
        let pool = story.database.owner();
        let mut copy = pool.acquire().await.unwrap();
        let keep = format!("create table kept as select * from {table}");
        sqlx::raw_sql(&keep).execute(&mut *copy).await.unwrap();
        plant(
            &story,
            &format!("{statement} {filter} wallet_id = '{player}'"),
        )
        .await;
        let found = findings(&story).await;
        assert!(
            found
                .iter()
                .any(|it| it.contains(table) && it.contains(&player)),
            "{statement}: {found:?}"
        );
        let restore =
            format!("delete from {table}; insert into {table} select * from kept; drop table kept");
        sqlx::raw_sql(&restore).execute(&mut *copy).await.unwrap();
        assert!(findings(&story).await.is_empty(), "{statement}");
    }
}

#[tokio::test]
async fn a_wrong_trial_balance_is_found_with_its_account() {
    let story = two_players().await;
    plant(
        &story,
        "update trial_balance set amount = amount + 5 where account = 'payout'",
    )
    .await;
    let found = findings(&story).await;
    assert!(found.iter().any(|it| it.contains("payout")), "{found:?}");
    assert!(found.iter().any(|it| it.contains("sum to 5")), "{found:?}");
}

#[tokio::test]
async fn a_flipped_balance_of_a_line_is_found_as_not_adding_up() {
    let story = two_players().await;
    plant(
        &story,
        "update statement_line set balance = balance + 1
         where position = (select max(position) from statement_line)",
    )
    .await;
    let found = findings(&story).await;
    assert!(
        found.iter().any(|it| it.contains("do not add up")),
        "{found:?}"
    );
}

#[tokio::test]
async fn a_view_ahead_of_the_journal_is_found() {
    let story = two_players().await;
    plant(
        &story,
        "update projection_checkpoint set position = 100000 where view = 'slip'",
    )
    .await;
    let found = findings(&story).await;
    assert_eq!(found.len(), 1, "{found:?}");
    assert!(
        found[0].starts_with("slip: shows event 100000"),
        "{found:?}"
    );
}

fn observed(postings: Vec<(&str, Money)>) -> serde_json::Value {
    let postings = postings.into_iter().map(|(account, amount)| Posting {
        account: account.to_owned().try_into().unwrap(),
        amount,
    });
    serde_json::to_value(WalletEvent::GameBalanceObserved {
        game: GameCode::try_from("pg".to_owned()).unwrap(),
        balance: baht("1"),
        postings: postings.collect(),
    })
    .unwrap()
}

#[tokio::test]
async fn postings_that_do_not_sum_to_zero_are_found_at_their_event() {
    let story = two_players().await;
    let event = observed(vec![("game:pg", baht("7")), ("provider:pg", baht("-6"))]);
    let position = story.smuggle(1, "GameBalanceObserved", event).await;
    let report = audit::run(&story.database.pool()).await.unwrap();
    // The journal's own reader may refuse such an event before the audit adds it up.
    assert!(
        report.findings.iter().any(|finding| match finding {
            Finding::TrialBalance {
                position: at, sum, ..
            } => *at == position && sum.to_string() == "1.00",
            Finding::Journal { what } => what.contains(&format!("after {}", position - 1)),
            _ => false,
        }),
        "{:?}",
        report.findings
    );
}

#[tokio::test]
async fn a_bucket_below_zero_is_found_at_its_event() {
    let story = two_players().await;
    let event = observed(vec![
        ("game:pg", baht("-100000")),
        ("provider:pg", baht("100000")),
    ]);
    let position = story.smuggle(2, "GameBalanceObserved", event).await;
    let report = audit::run(&story.database.pool()).await.unwrap();
    let owner = story::wallet(2);
    assert!(
        report.findings.iter().any(|finding| matches!(
            finding,
            Finding::Negative { position: at, wallet_id, .. }
                if *at == position && *wallet_id == owner
        )),
        "{:?}",
        report.findings
    );
}

#[tokio::test]
async fn an_unknown_event_is_found_and_ends_the_audit() {
    let story = two_players().await;
    let position = story
        .smuggle(1, "Mystery", serde_json::json!({"Mystery": {}}))
        .await;
    let report = audit::run(&story.database.pool()).await.unwrap();
    let [Finding::Journal { what }] = &report.findings[..] else {
        panic!("{:?}", report.findings);
    };
    assert!(what.contains(&format!("after {}", position - 1)), "{what}");
    assert_eq!(report.events, position - 1);
}
