//! What a player sees of rewards.

use chrono::{DateTime, Utc};

use crate::story::rewards::{coupon, day, grant, one_slice, secret, seed, spin, terms};
use crate::story::{self, Story, baht, reading, time};
use ledger::journal::grants_within;
use ledger::wallet::reward::{GrantKind, GrantOutcome, Prize, SliceWeight, Span, WheelVersion};
use ledger::{Account, Currency, JournalKey, Money};
use ledger_testing::PATIENCE;
use projections::PageQuery;
use projections::reward::{self, GrantStatus, RefundStatus};
use projections::statement::{self, Direction, LineGrant, StatementQuery, StatementType, Status};
use projections::{View, trial_balance, wallet};
use rust_decimal::Decimal;

const PLAYER: u128 = 1;
const NUMBER: u128 = 1_000;

/// One player who has met every reward.
async fn story() -> Story {
    let story = Story::begin_with_coins().await;
    let running = story.start();
    story.open(PLAYER).await;
    story.every_reward(PLAYER, NUMBER).await;
    story.catch_up(&running).await;
    story.audit().await;
    running.stop().await;
    story
}

fn page(page: i64, limit: i64, cursor: Option<i64>) -> PageQuery {
    PageQuery {
        page,
        cursor,
        limit,
    }
}

#[tokio::test]
async fn a_grant_shows_what_it_was_given_for_and_how_it_ended() {
    let story = story().await;
    let (pool, owner) = (story.database.pool(), story::wallet(PLAYER));
    let bonuses = reward::grants_of(&pool, owner, GrantKind::Bonus).await;
    let [bonus] = &bonuses.unwrap()[..] else {
        panic!("one bonus");
    };
    assert_eq!(
        (bonus.reference.as_str(), bonus.quota_no),
        ("WELCOME", Some(1))
    );
    assert_eq!(bonus.amount, baht("200"));
    assert_eq!(bonus.deposit, Some(baht("600")));
    assert_eq!(bonus.status, GrantStatus::Ended(GrantOutcome::Success));
    assert_eq!(bonus.terms.max_withdraw, Some(baht("2500")));
    let end = bonus.end.unwrap();
    assert_eq!((end.total, end.taken), (baht("3900"), baht("1400")));
    assert_eq!(end.turnover, None);
    assert!(bonus.started_at < end.at);

    let promotion = reward::grant(&pool, owner, grant(NUMBER + 1)).await;
    let promotion = promotion.unwrap().unwrap();
    assert_eq!(promotion.status, GrantStatus::Ended(GrantOutcome::Fail));
    assert_eq!(promotion.end.unwrap().taken, baht("0"));
    let refund = reward::grant(&pool, owner, grant(NUMBER + 2)).await;
    let refund = refund.unwrap().unwrap();
    assert_eq!((refund.status, refund.end), (GrantStatus::Met, None));
    assert_eq!(
        (refund.kind, refund.amount),
        (GrantKind::Refund, baht("50"))
    );
    assert!(!refund.is_conditional() && bonus.is_conditional());
    let lent = reward::grant(&pool, owner, grant(NUMBER + 4)).await;
    let lent = lent.unwrap().unwrap();
    assert_eq!(lent.status, GrantStatus::Ended(GrantOutcome::Expired));
    assert_eq!(lent.coupon, Some(spin(NUMBER)));
    assert_eq!(lent.end.unwrap().taken, baht("20"));

    // Of one's own only.
    let other = reward::grant(&pool, story::wallet(2), grant(NUMBER)).await;
    assert_eq!(other.unwrap(), None);
    let receipts = reward::received(&pool, owner).await.unwrap();
    let receipts: Vec<_> = receipts
        .iter()
        .map(|it| (it.kind, it.reference.as_str()))
        .collect();
    assert_eq!(
        receipts,
        [
            (GrantKind::Promotion, "SONGKRAN"),
            (GrantKind::Bonus, "WELCOME")
        ]
    );
}

#[tokio::test]
async fn what_comes_in_raises_the_base_of_the_active_grant_and_of_no_other() {
    let story = Story::begin().await;
    let running = story.start();
    story.open(1).await;
    story.open(2).await;
    story.open_game(1, "lucky").await;
    story.deposit(1, 1, "500").await;
    story.request_withdrawal(1, 1, "40").await;
    story.deposit(1, 2, "300").await;
    story.activate_bonus(1, 1, terms(300, 10)).await;
    let shown = async |story: &Story| {
        story.catch_up(&running).await;
        let row = reward::grant(&story.database.pool(), story::wallet(1), grant(1)).await;
        let row = row.unwrap().unwrap();
        let wallet = story.ledger.load(story::wallet(1)).await.unwrap();
        let base = wallet.active_grant().map_or(row.base, |it| it.base);
        assert_eq!(row.base, base);
        row.base
    };
    assert_eq!(shown(&story).await, baht("910"));
    story.deposit(1, 3, "7").await;
    story.deposit(2, 4, "1000").await;
    assert_eq!(shown(&story).await, baht("917"));
    story.return_withdrawal(1, 1).await;
    assert_eq!(shown(&story).await, baht("957"));
    // A correction moves no goal.
    story.correct(1, 1, "20").await;
    assert_eq!(shown(&story).await, baht("957"));
    story.correct(1, 2, "-20").await;
    assert_eq!(shown(&story).await, baht("957"));
    // Winning is not coming in.
    story.gamble(1, 1, ("500", "3000")).await;
    assert_eq!(shown(&story).await, baht("957"));
    story.clear(1, 1).await;
    story.deposit(1, 5, "11").await;
    assert_eq!(shown(&story).await, baht("957"));
    story.audit().await;
    running.stop().await;
}

#[tokio::test]
async fn grants_are_found_by_the_time_in_which_they_were_under_way() {
    let story = Story::begin().await;
    story.open(1).await;
    story.deposit(1, 1, "100").await;
    let mut lent = terms(300, 10);
    lent.expires_at = Some(time(1_500));
    story.set_clock(1_000);
    story.activate_promotion(1, 1, lent).await;
    story.set_clock(2_000);
    story.clear(1, 1).await;
    story.activate_promotion(1, 2, terms(100, 0)).await;
    story.set_clock(3_000);
    story.activate_promotion(1, 3, terms(300, 10)).await;
    let (pool, key) = (story.database.pool(), JournalKey::default());
    let found = async |from: i64, to: i64| -> Vec<(i64, i64)> {
        let (from, to) = (time(from), time(to));
        let parts = grants_within(&pool, &key, story::wallet(1), Span { from, to }).await;
        let since = |at: DateTime<Utc>| (at - time(0)).num_seconds();
        let parts = parts.unwrap().into_iter();
        parts
            .map(|part| (since(part.from), since(part.to)))
            .collect()
    };
    assert_eq!(found(0, 1_000).await, []);
    assert_eq!(found(0, 1_001).await, [(1_000, 1_001)]);
    assert_eq!(found(1_999, 2_000).await, [(1_999, 2_000)]);
    // Ended by then, and the one that was met at once never was under way.
    assert_eq!(found(2_000, 3_000).await, []);
    assert_eq!(found(1_200, 3_001).await, [(1_200, 2_000), (3_000, 3_001)]);
    assert_eq!(found(9_000, 9_001).await, [(9_000, 9_001)]);
}

#[tokio::test]
async fn the_last_number_of_a_limited_number_is_known_over_all_players() {
    let story = Story::begin().await;
    let running = story.start();
    for player in [3, 8, 5] {
        story.open(player).await;
        story.deposit(player, player, "400").await;
        story.activate_bonus(player, player, terms(300, 10)).await;
    }
    story.catch_up(&running).await;
    let pool = story.database.pool();
    let used = reward::quota_used(&pool, GrantKind::Bonus, "WELCOME").await;
    assert_eq!(used.unwrap(), 8);
    let used = reward::quota_used(&pool, GrantKind::Promotion, "WELCOME").await;
    assert_eq!(used.unwrap(), 0);
    running.stop().await;
}

#[tokio::test]
async fn the_statement_says_what_was_granted_and_what_was_taken_back() {
    let story = story().await;
    let (pool, owner) = (story.database.pool(), story::wallet(PLAYER));
    let lines = story.all_lines(PLAYER).await;
    assert_eq!(reading::add_up(&lines), baht("245"));

    let of = |kind, reference: &str, outcome| {
        let reference = reference.to_owned();
        Some(LineGrant {
            kind,
            reference,
            outcome,
        })
    };
    let operation = statement::find_operation(&pool, owner, grant(NUMBER).0).await;
    let [began, ended] = &operation.unwrap()[..] else {
        panic!("two lines");
    };
    assert_eq!(began.statement_type, StatementType::Bonus);
    assert_eq!(
        (began.from.as_str(), began.to.as_str()),
        ("BONUS", "WALLET")
    );
    assert_eq!(
        (began.direction, began.status),
        (Direction::In, Status::Success)
    );
    assert_eq!(
        (began.amount, began.balance),
        (baht("200"), Some(baht("1790")))
    );
    assert_eq!(began.grant, of(GrantKind::Bonus, "WELCOME", None));
    assert_eq!(ended.statement_type, StatementType::FinishBonus);
    assert_eq!(
        (ended.from.as_str(), ended.to.as_str()),
        ("WALLET", "BONUS")
    );
    assert_eq!(
        (ended.direction, ended.status),
        (Direction::Out, Status::Success)
    );
    assert_eq!(
        (ended.amount, ended.balance),
        (baht("1400"), Some(baht("2500")))
    );
    let won = Some(GrantOutcome::Success);
    assert_eq!(ended.grant, of(GrantKind::Bonus, "WELCOME", won));

    // Nothing was taken of the promotion that was lost.
    let operation = statement::find_operation(&pool, owner, grant(NUMBER + 1).0).await;
    let ended = operation.unwrap().remove(1);
    assert_eq!((ended.direction, ended.balance), (Direction::None, None));
    assert_eq!(ended.amount, baht("0"));
    let lost = Some(GrantOutcome::Fail);
    assert_eq!(ended.grant, of(GrantKind::Promotion, "SONGKRAN", lost));

    let query = StatementQuery {
        types: vec![StatementType::Bonus],
        ..StatementQuery::default()
    };
    let page = statement::page(&pool, owner, &query).await.unwrap();
    let sources: Vec<_> = page.lines.iter().map(|line| line.from.as_str()).collect();
    assert_eq!(
        sources,
        ["COUPON", "INVITE", "REFUND", "PROMOTION", "BONUS"]
    );
    let query = StatementQuery {
        types: vec![StatementType::FinishBonus],
        ..StatementQuery::default()
    };
    let page = statement::page(&pool, owner, &query).await.unwrap();
    assert_eq!((page.total, page.lines.len()), (3, 3));
    assert!(lines.iter().all(|line| {
        let is_grant = matches!(
            line.statement_type,
            StatementType::Bonus | StatementType::FinishBonus
        );
        line.grant.is_some() == is_grant
    }));
}

#[tokio::test]
async fn refunds_are_listed_with_what_became_of_them() {
    let story = story().await;
    let (pool, owner) = (story.database.pool(), story::wallet(PLAYER));
    let first = reward::refunds(&pool, owner, page(1, 1, None))
        .await
        .unwrap();
    assert_eq!((first.total, first.rows.len()), (2, 1));
    let waiting = &first.rows[0];
    assert_eq!(waiting.status, RefundStatus::Received);
    assert_eq!((waiting.span, waiting.grant_id), (day(1), None));
    assert_eq!(
        (waiting.net_loss, waiting.amount),
        (baht("400"), baht("20"))
    );
    let cursor = first.next_cursor.unwrap();
    let second = reward::refunds(&pool, owner, page(1, 1, Some(cursor))).await;
    let second = second.unwrap();
    assert_eq!(second.next_cursor, None);
    assert_eq!(second.rows[0].status, RefundStatus::Added);
    assert_eq!(second.rows[0].grant_id, Some(grant(NUMBER + 2)));
    let by_number = reward::refunds(&pool, owner, page(2, 1, None)).await;
    assert_eq!(by_number.unwrap().rows, second.rows);
    let behind = reward::refunds(&pool, owner, page(3, 1, None))
        .await
        .unwrap();
    assert_eq!((behind.total, behind.rows.len()), (2, 0));
    let nobody = reward::refunds(&pool, story::wallet(2), PageQuery::default()).await;
    assert_eq!(nobody.unwrap().total, 0);
}

#[tokio::test]
async fn each_invited_player_and_period_is_a_record() {
    let story = story().await;
    let (pool, owner) = (story.database.pool(), story::wallet(PLAYER));
    let shown = reward::invites(&pool, owner, PageQuery::default()).await;
    let shown = shown.unwrap();
    assert_eq!((shown.total, shown.next_cursor), (2, None));
    let earned: Vec<_> = shown
        .rows
        .iter()
        .map(|row| (row.invitee, row.net_loss, row.amount, row.span))
        .collect();
    assert_eq!(
        earned,
        [
            (story::wallet(1_002), baht("1500"), baht("15"), day(1)),
            (story::wallet(1_001), baht("3000"), baht("30"), day(1))
        ]
    );
}

#[tokio::test]
async fn a_spin_shows_what_is_needed_to_draw_it_again() {
    let story = story().await;
    let (pool, owner) = (story.database.pool(), story::wallet(PLAYER));
    let shown = reward::spins(&pool, owner, page(1, 3, None)).await.unwrap();
    assert_eq!((shown.total, shown.rows.len()), (5, 3));
    let last = &shown.rows[0];
    assert_eq!((last.spin_id, last.nonce), (spin(NUMBER + 4), 4));
    assert_eq!(
        (last.seed_id, last.client_seed.as_str()),
        (seed(NUMBER), "player-1")
    );
    assert_eq!(
        (last.slice.as_str(), last.prize),
        ("CASH5", coupon("5", None))
    );
    let rest = reward::spins(&pool, owner, page(1, 3, shown.next_cursor)).await;
    let rest = rest.unwrap();
    let coins: Vec<_> = [&shown.rows[..], &rest.rows[..]]
        .concat()
        .iter()
        .map(|row| (row.slice.clone(), row.coins_after))
        .collect();
    let coins: Vec<_> = coins
        .iter()
        .map(|(slice, left)| (&slice[..], *left))
        .collect();
    assert_eq!(
        coins,
        [
            ("CASH5", 0),
            ("NOTHING", 1),
            ("GIFT", 2),
            ("COIN2", 3),
            ("CASH20", 2)
        ]
    );
    assert_eq!(rest.rows[0].prize, Prize::Coins { count: 2 });
    let by_id = reward::spin(&pool, owner, spin(NUMBER)).await.unwrap();
    let by_id = by_id.unwrap();
    assert_eq!(by_id.prize, coupon("20", Some(7)));
    assert_eq!(
        by_id.expires_at,
        Some(by_id.created_at + chrono::TimeDelta::days(7))
    );
    assert_eq!(by_id.grant_id, Some(grant(NUMBER + 4)));
    let other = reward::spin(&pool, story::wallet(2), spin(NUMBER)).await;
    assert_eq!(other.unwrap(), None);

    // The used seed is open to everybody, the one in use is not.
    let seeds = reward::seeds(&pool, owner).await.unwrap();
    let [current, used] = &seeds[..] else {
        panic!("two seeds");
    };
    assert_eq!((current.seed_id, current.spins), (seed(NUMBER + 1), 0));
    assert_eq!((&current.seed, current.revealed_at), (&None, None));
    assert_eq!(current.commit, secret(NUMBER + 1).commit());
    assert_eq!((used.seed_id, used.spins), (seed(NUMBER), 5));
    assert_eq!(used.seed, Some(secret(NUMBER).reveal()));
    assert!(used.revealed_at.is_some());

    let ids = [by_id.wheel.clone(), "none".to_owned()];
    let wheels = reward::wheels(&pool, &ids).await.unwrap();
    let [wheel] = &wheels[..] else {
        panic!("one wheel");
    };
    assert_eq!(wheel.id, WheelVersion::id_of([("CASH20", 10)]));
    let code = "CASH20".to_owned();
    assert_eq!(wheel.slices, [SliceWeight { code, weight: 10 }]);
}

#[tokio::test]
async fn unclaimed_coupons_are_listed_and_claimed_ones_are_not() {
    let story = story().await;
    let pool = story.database.pool();
    let coupons = reward::coupons(&pool, story::wallet(PLAYER)).await.unwrap();
    let held: Vec<_> = coupons
        .iter()
        .map(|row| (row.slice.as_str(), row.prize, row.expires_at))
        .collect();
    assert_eq!(
        held,
        [
            ("GIFT", Prize::Gift, None),
            ("CASH5", coupon("5", None), None)
        ]
    );
}

#[tokio::test]
async fn coins_are_shown_with_the_money_and_are_no_part_of_its_total() {
    let story = Story::begin_with_coins().await;
    let running = story.start();
    story.open(1).await;
    story.deposit(1, 1, "1700").await;
    story.commit_seed(1, 1).await;
    let wheel = one_slice("NOTHING", Prize::Nothing);
    story.spin(1, 1, 1, wheel).await;
    story.catch_up(&running).await;
    let pool = story.database.pool();
    let shown = wallet::find(&pool, story::wallet(1)).await.unwrap();
    let shown = shown.unwrap();
    assert_eq!((shown.coins, shown.total), (2, baht("1700")));
    let accounts = trial_balance::all(&pool).await.unwrap();
    let coins: Vec<_> = accounts
        .iter()
        .filter(|row| row.currency == Currency::Coin)
        .map(|row| (row.account.clone(), row.amount))
        .collect();
    let two = Decimal::from(2);
    assert_eq!(coins, [(Account::CoinIssue, -two), (Account::Coins, two)]);
    story.audit().await;
    running.stop().await;
}

#[tokio::test]
async fn listeners_hear_of_every_reward() {
    let story = Story::begin_with_coins().await;
    let running = story.start();
    story.open(1).await;
    story.deposit(1, 1, "500").await;
    story.catch_up(&running).await;
    let mut notices = running.subscribe();
    let outcome = story.commit_seed(1, 1).await;
    let heard = tokio::time::timeout(PATIENCE, async {
        loop {
            let notice = notices.recv().await.unwrap();
            if notice.view == View::Reward {
                return notice;
            }
        }
    });
    let heard = heard.await.unwrap();
    assert_eq!(heard.wallet_id, story::wallet(1));
    assert_eq!(heard.position, outcome.position);
    assert_eq!(heard.view.name(), "reward");
    running.stop().await;
}

#[tokio::test]
async fn an_excluded_player_gives_back_what_was_won() {
    let story = Story::begin().await;
    let running = story.start();
    story.open(1).await;
    story.open_game(1, "lucky").await;
    story.deposit(1, 1, "100").await;
    story.activate_promotion(1, 1, terms(900, 1)).await;
    story.gamble(1, 1, ("150", "400")).await;
    story.exclude(1).await;
    story.clear(1, 1).await;
    story.catch_up(&running).await;
    let row = reward::grant(&story.database.pool(), story::wallet(1), grant(1)).await;
    let row = row.unwrap().unwrap();
    assert_eq!(row.status, GrantStatus::Ended(GrantOutcome::Excluded));
    let taken: Money = row.end.unwrap().taken;
    assert_eq!(taken, baht("300"));
    let lines = story.all_lines(1).await;
    assert_eq!(reading::add_up(&lines), baht("100"));
    story.audit().await;
    running.stop().await;
}
