//! A database of the release before, taken over with its rows.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

mod story;

use ledger::wallet::SlipReason;
use projections::open_work;
use sqlx::PgPool;
use story::Story;

const OLD_OPEN_WORK: &str = include_str!("../../migrations/20261121110005_open_work.sql");
const OPEN_WORK: &str = include_str!("../../migrations/20261121140000_open_work.sql");
const REFERRED: &str = include_str!("../../migrations/20261121140620_open_work_referred.sql");
const METHOD: &str = include_str!("../../migrations/20261121140001_statement_method.sql");
const REWARD: &str = include_str!("../../migrations/20261121150000_reward.sql");
const GRANT_LINE: &str = include_str!("../../migrations/20261121150001_statement_grant.sql");
const COINS: &str = include_str!("../../migrations/20261121150002_wallet_coins.sql");

async fn run(pool: &PgPool, statements: &str) {
    sqlx::raw_sql(statements).execute(pool).await.unwrap();
}

/// Takes away what the views know of rewards.
async fn set_back_rewards(pool: &PgPool) {
    run(
        pool,
        "drop table reward_head, reward_grant, reward_refund, reward_invite, reward_seed,
                    reward_spin, reward_wheel;
         delete from projection_checkpoint where view = 'reward';",
    )
    .await;
}

/// Sets the views' tables back to what the release before would have written.
async fn set_back(pool: &PgPool) {
    set_back_rewards(pool).await;
    run(pool, OLD_OPEN_WORK).await;
    run(
        pool,
        "insert into open_transfer
         select wallet_id, work_id, detail #>> '{transfer,from}', detail #>> '{transfer,to}',
                currency, amount, status, begun_at, changed_at, opened_position, position
         from open_work where kind = 'transfer';
         insert into open_withdrawal
         select wallet_id, work_id, (detail #>> '{withdrawal,bank_account}')::uuid, currency,
                amount, case status when 'started' then 'requested' else status end, begun_at,
                changed_at, opened_position, position
         from open_work where kind = 'withdrawal';
         insert into open_slip
         select wallet_id, work_id, detail #>> '{slip,reference,sending_bank}',
                detail #>> '{slip,reference,trans_ref}',
                case status when 'started' then 'submitted' else status end, begun_at,
                changed_at, opened_position, position
         from open_work where kind = 'slip';
         drop table open_work;
         alter table statement_line
             drop column method, drop column held_until, drop column grant_kind,
             drop column grant_reference, drop column grant_outcome,
             drop constraint statement_line_kind_check, drop constraint statement_line_check2;
         alter table statement_line
             add check (kind in ('deposit', 'transfer', 'withdraw')), add check (amount > 0);
         alter table wallet_balance drop column coins;
         drop table statement_sweep;",
    )
    .await;
}

#[tokio::test]
async fn an_upgraded_database_shows_what_its_events_say_without_a_rebuild() {
    let story = Story::begin_with_coins().await;
    let running = story.start();
    story.open(1).await;
    for code in ["pg", "joker2", "imi"] {
        story.open_game(1, code).await;
    }
    for round in 1..=4 {
        story.live(1, round).await;
    }
    // With all the other deposits not enough for a coin: there were none.
    story.deposit(1, 1, "90").await;
    story.send_in(1, 1, "pg", "100").await;
    story.send_in(1, 2, "joker2", "50").await;
    story.lose_answer(1, 2).await;
    let account = story::bank_account();
    story.ask_withdrawal(1, 1, "200", account).await;
    story.request_withdrawal(1, 2, "10").await;
    story.submit_slip(1, 2).await;
    story.submit_unread_slip(1, 5).await;
    story.submit_slip(1, 3).await;
    story.refer_slip(1, 3, "bank is not sure").await;
    story.submit_slip(1, 4).await;
    story.reject_slip(1, 4, SlipReason::InvalidSlip).await;
    story.catch_up(&running).await;
    running.stop().await;

    let owner = story.database.owner();
    set_back(&owner).await;
    run(&owner, OPEN_WORK).await;
    run(&owner, METHOD).await;
    run(&owner, REFERRED).await;
    run(&owner, REWARD).await;
    run(&owner, GRANT_LINE).await;
    run(&owner, COINS).await;
    // The new view, too: nothing before concerns it, and it is where the others are.
    story.audit().await;
    let counts = open_work::counts(&story.database.pool()).await.unwrap();
    assert_eq!((counts.transfers, counts.withdrawals), (2, 2));
    assert_eq!((counts.slips, counts.referred_slips), (2, 1));

    // And it continues from there.
    let running = story.start();
    story.complete(1, 1).await;
    story.send_withdrawal(1, 1).await;
    story.credit_slip(1, 3, "5").await;
    story.every_way_in(1, 7_000).await;
    story.open(2).await;
    story.every_reward(2, 9_000).await;
    story.catch_up(&running).await;
    story.audit().await;
    running.stop().await;
}

#[tokio::test]
async fn a_new_view_begins_right_before_the_first_event_that_it_shows() {
    let story = Story::begin_with_coins().await;
    let running = story.start();
    story.open(1).await;
    let before = story.deposit(1, 1, "100").await.position;
    story.every_reward(1, 9_000).await;
    story.catch_up(&running).await;
    running.stop().await;

    // The other views were further on than the new one when it came.
    let owner = story.database.owner();
    set_back_rewards(&owner).await;
    run(&owner, REWARD).await;
    let checkpoint: i64 =
        sqlx::query_scalar("select position from projection_checkpoint where view = 'reward'")
            .fetch_one(&owner)
            .await
            .unwrap();
    assert!(
        checkpoint > before && checkpoint < story.head(),
        "{checkpoint}"
    );
    let running = story.start();
    story.catch_up(&running).await;
    story.audit().await;
    running.stop().await;
}

#[tokio::test]
async fn a_view_without_a_checkpoint_is_filled_from_the_first_event() {
    let story = Story::begin_with_coins().await;
    story.open(1).await;
    story.every_reward(1, 9_000).await;
    run(
        &story.database.owner(),
        "delete from projection_checkpoint where view = 'reward'",
    )
    .await;
    let running = story.start();
    story.catch_up(&running).await;
    story.audit().await;
    running.stop().await;
}
