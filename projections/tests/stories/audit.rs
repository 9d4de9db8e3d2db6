//! The audit finds what has been planted and names it.

use crate::story::{self, Story, baht};
use ledger::wallet::GameEvent;
use ledger::wallet::reward::{GameFigure, InviteEarned, LossShare, SpanFigures, WheelVersion};
use ledger::{GameCode, Money, Posting, RewardEvent, WalletEvent};
use projections::audit::{self, AuditOptions, Finding};
use sqlx::Postgres;
use sqlx::pool::PoolConnection;

/// What is planted into the views of money, and the table that must be named.
const MONEY_PLANTS: &[(&str, &str)] = &[
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
        "update wallet_balance set limited_at = now()",
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
    (
        "update trial_balance_player set wallet_id = gen_random_uuid()",
        "trial_balance_player",
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

/// What is planted into what the views know of rewards.
const REWARD_PLANTS: &[(&str, &str)] = &[
    (
        "update statement_line set grant_outcome = 'FAIL' where kind = 'finish_bonus'",
        "statement_line",
    ),
    (
        "update statement_line set grant_reference = 'OTHER' where kind = 'bonus'",
        "statement_line",
    ),
    (
        "update wallet_balance set coins = coins + 1",
        "wallet_balance",
    ),
    ("update reward_head set coins = coins + 1", "reward_head"),
    (
        "update reward_head set pending_refund = null",
        "reward_head",
    ),
    (
        "update reward_head set active_grant = gen_random_uuid()",
        "reward_head",
    ),
    ("update reward_head set spins = spins - 1", "reward_head"),
    (
        "update reward_grant set base = base + 1 where kind = 'bonus'",
        "reward_grant",
    ),
    (
        "update reward_grant set status = 'FAIL' where status = 'SUCCESS'",
        "reward_grant",
    ),
    (
        "update reward_grant set taken = 0 where kind = 'coupon'",
        "reward_grant",
    ),
    (
        "update reward_grant set quota_no = quota_no + 1 where quota_no is not null",
        "reward_grant",
    ),
    (
        "update reward_refund set status = 'RECEIVED', grant_id = null
         where status = 'ADDED'",
        "reward_refund",
    ),
    (
        "update reward_refund set keep_until = keep_until + interval '1 day'",
        "reward_refund",
    ),
    (
        "update reward_invite set amount = amount + 1",
        "reward_invite",
    ),
    ("delete from reward_invite", "reward_invite"),
    ("update reward_seed set spins = spins + 1", "reward_seed"),
    (
        "update reward_seed set commit_hash = repeat('0', 64)",
        "reward_seed",
    ),
    ("update reward_spin set ticket = ticket + 1", "reward_spin"),
    (
        "update reward_spin set grant_id = null where slice = 'CASH20'",
        "reward_spin",
    ),
    (
        "update reward_spin set worth = worth + 1 where prize = 'coupon'",
        "reward_spin",
    ),
];

async fn two_players() -> Story {
    let story = Story::begin_with_coins().await;
    let running = story.start();
    for player in 1..=2 {
        story.open(player).await;
        story.every_reward(player, player * 1_000 + 500).await;
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

/// What an audit finds that has room for one player at a time.
async fn audited(story: &Story) -> audit::Report {
    let options = AuditOptions {
        group_max: 1,
        ..AuditOptions::default()
    };
    audit::run(&story.database.pool(), options, |_| {})
        .await
        .unwrap()
}

async fn findings(story: &Story) -> Vec<String> {
    let report = audited(story).await;
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
    let story = two_players().await;
    story.audit().await;
    for (statement, table) in MONEY_PLANTS.iter().chain(REWARD_PLANTS) {
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
async fn a_changed_wheel_is_found_and_named() {
    let story = two_players().await;
    plant(
        &story,
        "update reward_wheel set slices = jsonb_set(slices, '{0,weight}', '11')
         where slices @> '[{\"code\": \"GIFT\"}]'",
    )
    .await;
    let found = findings(&story).await;
    let named = WheelVersion::id_of([("GIFT", 10)]);
    assert_eq!(found.len(), 1, "{found:?}");
    assert!(
        found[0].contains("reward_wheel") && found[0].contains(&named),
        "{found:?}"
    );
}

#[tokio::test]
async fn a_decision_about_rewards_that_the_rules_do_not_make_is_found() {
    let story = two_players().await;
    let invitee = story::wallet(77);
    let figures = |amount: &str| {
        let figure = GameFigure {
            game: story::game("lucky"),
            turnover: baht("1000"),
            win_loss: baht(amount),
        };
        SpanFigures {
            span: story::rewards::day(1),
            games: vec![figure],
        }
    };
    let now = story.now();
    let earned = |amount: &str| {
        serde_json::to_value(WalletEvent::from(RewardEvent::InviteEarned(InviteEarned {
            invitee,
            figures: figures("-1000"),
            share: LossShare {
                percent: 1.into(),
                cap: None,
            },
            net_loss: baht("1000"),
            amount: baht(amount),
            at: now,
        })))
        .unwrap()
    };
    // One per cent of 1,000 is 10; a tenth more is found, at its event and by its wallet.
    story.smuggle(1, "InviteEarned", earned("10")).await;
    let found = findings(&story).await;
    assert!(
        !found.iter().any(|it| it.starts_with("rewards")),
        "{found:?}"
    );
    story.smuggle(2, "InviteEarned", earned("11")).await;
    let found = findings(&story).await;
    let owner = story::wallet(2).to_string();
    assert_eq!(found.len(), 1, "{found:?}");
    assert!(
        found[0].starts_with("rewards of wallet") && found[0].contains(&owner),
        "{found:?}"
    );
    assert!(found[0].contains("amount"), "{found:?}");
}

#[tokio::test]
async fn a_refund_that_leaves_out_a_time_without_a_grant_is_found() {
    let story = two_players().await;
    story.open(3).await;
    story.open_game(3, "lucky").await;
    let lost = story::rewards::lost(1, "1000");
    let left_out = story::rewards::lost(1, "100");
    story.receive_refund_without(3, lost, vec![left_out]).await;
    let found = findings(&story).await;
    let owner = story::wallet(3).to_string();
    let is_it = |it: &String| it.starts_with("rewards of wallet") && it.contains(&owner);
    let is_named = found
        .iter()
        .any(|it| is_it(it) && it.contains("leaves out"));
    assert!(is_named, "{found:?}");
}

#[tokio::test]
async fn a_wrong_day_of_the_trial_balance_is_found_with_its_account() {
    let story = two_players().await;
    plant(
        &story,
        "update trial_balance_day set amount = amount + 5 where account = 'payout'",
    )
    .await;
    let found = findings(&story).await;
    assert_eq!(found.len(), 1, "{found:?}");
    assert!(
        found[0].contains("trial_balance_day") && found[0].contains("payout"),
        "{found:?}"
    );
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
    serde_json::to_value(WalletEvent::Game(GameEvent::BalanceObserved {
        game: GameCode::try_from("pg".to_owned()).unwrap(),
        balance: baht("1"),
        postings: postings.collect(),
    }))
    .unwrap()
}

#[tokio::test]
async fn postings_that_do_not_sum_to_zero_are_found_at_their_event() {
    let story = two_players().await;
    let event = observed(vec![("game:pg", baht("7")), ("provider:pg", baht("-6"))]);
    let position = story.smuggle(1, "GameBalanceObserved", event).await;
    let report = audited(&story).await;
    // The journal's own reader may refuse such an event before the audit adds it up.
    assert!(
        report.findings.iter().any(|finding| match finding {
            Finding::TrialBalance {
                position: at, sum, ..
            } => *at == position && sum.to_string() == "1.00",
            Finding::Journal { position: at, .. } => *at == position,
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
    let report = audited(&story).await;
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
async fn an_unknown_event_is_found_and_the_other_wallets_are_still_audited() {
    let story = two_players().await;
    let position = story
        .smuggle(1, "Mystery", serde_json::json!({"Mystery": {}}))
        .await;
    let report = audited(&story).await;
    let [Finding::Journal { position: at, what }] = &report.findings[..] else {
        panic!("{:?}", report.findings);
    };
    assert_eq!(*at, position);
    assert!(what.contains("Mystery"), "{what}");
    assert_eq!(report.events, position);
    let (first, second) = (story::wallet(1), story::wallet(2));
    for wallet in [first, second] {
        let change =
            format!("update wallet_balance set main = main + 1 where wallet_id = '{wallet}'");
        plant(&story, &change).await;
    }
    let found = findings(&story).await;
    assert!(
        found.iter().any(|it| it.contains(&second.to_string())),
        "{found:?}"
    );
    assert!(
        !found
            .iter()
            .any(|it| it.contains("wallet_balance") && it.contains(&first.to_string())),
        "{found:?}"
    );
}

#[tokio::test]
async fn a_balance_of_an_event_that_is_not_the_sum_of_the_events_is_found() {
    for (planted, found) in [
        (
            "jsonb_set(metadata::jsonb, '{main,amount}', '\"900.00\"')",
            Some(baht("900")),
        ),
        ("metadata::jsonb - 'main'", None),
    ] {
        let story = two_players().await;
        let position = story.head() - 2;
        let statement = format!(
            "alter table event disable trigger append_only;
             update event set metadata = ({planted})::json where position = {position};
             alter table event enable always trigger append_only"
        );
        let owner = story.database.owner();
        sqlx::raw_sql(&statement).execute(&owner).await.unwrap();
        let report = audited(&story).await;
        let [
            Finding::Main {
                position: at,
                found: seen,
                ..
            },
        ] = &report.findings[..]
        else {
            panic!("{:?}", report.findings);
        };
        assert_eq!((*at, *seen), (position, found));
    }
}

/// A connection of the owner that no trigger of the journal stops.
async fn unguarded(story: &Story) -> PoolConnection<Postgres> {
    let mut connection = story.database.owner().acquire().await.unwrap();
    let unguard = "alter table event disable trigger append_only";
    sqlx::raw_sql(unguard)
        .execute(&mut *connection)
        .await
        .unwrap();
    connection
}

#[tokio::test]
async fn a_missing_event_is_found_by_its_position() {
    let story = two_players().await;
    for position in [story.head(), story.head() / 2, 1] {
        let delete = sqlx::query("delete from event where position = $1").bind(position);
        let mut connection = unguarded(&story).await;
        delete.execute(&mut *connection).await.unwrap();
        let report = audited(&story).await;
        let is_it = |finding: &Finding| matches!(finding, Finding::Journal { position: at, .. } if *at == position);
        assert!(report.findings.iter().any(is_it), "{:?}", report.findings);
    }
}

#[tokio::test]
async fn a_row_of_a_wallet_without_events_is_found() {
    let story = two_players().await;
    let other = uuid::Uuid::max();
    plant(
        &story,
        &format!(
            "insert into statement_head (wallet_id, currency, balance)
             values ('{other}', 'THB', 5)"
        ),
    )
    .await;
    let found = findings(&story).await;
    assert!(
        found
            .iter()
            .any(|it| it.contains("statement_head") && it.contains(&other.to_string())),
        "{found:?}"
    );
}

#[tokio::test]
async fn groups_of_any_size_come_to_the_same_report() {
    let story = two_players().await;
    let pool = story.database.pool();
    let mut reports = Vec::new();
    for group_max in [1, 40, 100_000] {
        let options = AuditOptions {
            group_max,
            ..AuditOptions::default()
        };
        let mut read = Vec::new();
        let report = audit::run(&pool, options, |events| read.push(events));
        reports.push(report.await.unwrap());
        assert!(read.is_sorted(), "{read:?}");
        assert_eq!(read.last(), Some(&story.head()));
    }
    assert!(reports[0].is_clean(), "{:?}", reports[0]);
    assert_eq!(reports[0].events, story.head());
    assert_eq!(reports[0].wallets, 2);
    assert_eq!(reports[0].views.len(), 6);
    assert_eq!(reports[0], reports[1]);
    assert_eq!(reports[0], reports[2]);
}

#[tokio::test]
async fn a_damaged_event_in_the_middle_is_the_only_finding() {
    let story = two_players().await;
    // Without it all balances behind it are others, the house's too.
    let position: i64 = sqlx::query_scalar(
        "update event set payload = '{}' where position =
             (select min(position) from event where event_type = 'Deposited')
         returning position",
    )
    .fetch_one(&mut *unguarded(&story).await)
    .await
    .unwrap();
    let report = audited(&story).await;
    let [Finding::Journal { position: at, .. }] = &report.findings[..] else {
        panic!("{:?}", report.findings);
    };
    assert_eq!(*at, position);
    assert_eq!(report.events, story.head());
}
