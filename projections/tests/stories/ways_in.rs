//! The statement and the open work through every other way in, sweeps and held withdrawals.

use crate::story::{self, Story, baht, time};
use ledger::wallet::{GiftStatus, NonDeliveryProof, QrEnd};
use ledger::{BankAccountId, Money};
use projections::open_work::{self, ReferredQr};
use projections::statement::{
    self, DepositMethod, Direction, StatementLine, StatementQuery, Status,
};
use projections::{Projections, View, rebuild, wallet};
use uuid::Uuid;

async fn begin(deposit: &str) -> (Story, Projections) {
    let story = Story::begin().await;
    let running = story.start();
    story.open(1).await;
    if deposit != "0" {
        story.deposit(1, 1, deposit).await;
    }
    (story, running)
}

/// The lines from the oldest on, after everything was looked at by the audit.
async fn lines(story: &Story, running: &Projections) -> Vec<StatementLine> {
    story.catch_up(running).await;
    story.audit().await;
    let query = StatementQuery {
        limit: 100,
        ..StatementQuery::default()
    };
    let page = statement::page(&story.database.pool(), story::wallet(1), &query)
        .await
        .unwrap();
    let mut lines = page.lines;
    lines.reverse();
    lines
}

/// A line in short: from, to, amount, status, balance, method, reason.
fn short(line: &StatementLine) -> String {
    let balance = line.balance.map_or("-".to_owned(), Money::digits);
    format!(
        "{} {} {} {} {balance} {} {}",
        line.from,
        line.to,
        line.amount.digits(),
        line.status.as_str(),
        line.method.map_or("-", DepositMethod::as_str),
        line.reason.as_deref().unwrap_or("-"),
    )
}

fn shorts(lines: &[StatementLine]) -> Vec<String> {
    lines.iter().map(short).collect()
}

/// How many orders can be paid, and how many wait for staff.
async fn orders(story: &Story) -> (i64, i64) {
    let counts = open_work::counts(&story.database.pool()).await.unwrap();
    (counts.qr_orders, counts.referred_qr_orders)
}

async fn referred_orders(story: &Story, after: i64) -> Vec<ReferredQr> {
    open_work::referred_qr_orders_after(&story.database.pool(), after, 10)
        .await
        .unwrap()
}

#[tokio::test]
async fn a_qr_order_has_a_line_only_once_it_is_paid() {
    let (story, running) = begin("0").await;
    story.set_clock(100);
    story.order_qr(1, 1, "200").await;
    assert_eq!(lines(&story, &running).await, []);
    assert_eq!(orders(&story).await, (1, 0));
    let paid = story.credit_qr(1, 1, "200").await;
    let lines = lines(&story, &running).await;
    assert_eq!(shorts(&lines), ["KBANK WALLET 200.00 SUCCESS 200.00 qr -"]);
    assert_eq!(lines[0].operation_id, story::order(1).0);
    assert_eq!(lines[0].position, paid.position);
    assert_eq!(lines[0].reference.as_deref(), Some("PSP1"));
    assert_eq!(lines[0].deposit_account.as_deref(), Some("kbank-qr"));
    assert_eq!(orders(&story).await, (0, 0));
    running.stop().await;
}

#[tokio::test]
async fn an_order_that_ended_unpaid_is_no_work_and_its_late_money_has_a_line() {
    let (story, running) = begin("0").await;
    story.set_clock(100);
    story.order_qr(1, 1, "100").await;
    story.order_qr(1, 2, "200").await; // ends the first
    story.end_qr(1, 2, QrEnd::Expired).await;
    story.order_qr(1, 3, "300").await;
    assert_eq!(lines(&story, &running).await, []);
    assert_eq!(orders(&story).await, (1, 0));
    story.credit_qr(1, 2, "200").await;
    assert_eq!(
        shorts(&lines(&story, &running).await),
        ["KBANK WALLET 200.00 SUCCESS 200.00 qr -"]
    );
    assert_eq!(orders(&story).await, (1, 0));
    running.stop().await;
}

#[tokio::test]
async fn a_paid_order_that_waits_for_staff_is_a_pending_line_until_they_decide() {
    let (story, running) = begin("0").await;
    story.set_clock(100);
    story.order_qr(1, 1, "100").await;
    story.order_qr(1, 2, "200").await; // ends the first
    // One that had ended, one that is shown, and one that nobody remembers.
    let waiting = story.refer_qr(1, 1, "100").await;
    story.refer_qr(1, 2, "200").await;
    story.refer_qr(1, 3, "300").await;
    story.deposit(1, 1, "5").await;
    let shown = lines(&story, &running).await;
    assert_eq!(
        shorts(&shown),
        [
            "KBANK WALLET 100.00 PENDING - qr DEPOSIT_LIMIT",
            "KBANK WALLET 200.00 PENDING - qr DEPOSIT_LIMIT",
            "KBANK WALLET 300.00 PENDING - qr DEPOSIT_LIMIT",
            "014 WALLET 5.00 SUCCESS 5.00 slip -",
        ]
    );
    assert_eq!(shown[0].operation_id, story::order(1).0);
    assert_eq!(shown[0].position, waiting.position);
    assert_eq!(
        (shown[0].direction, shown[0].balance),
        (Direction::None, None)
    );
    assert_eq!(orders(&story).await, (0, 3));
    let open = referred_orders(&story, 0).await;
    let mut ids: Vec<_> = open.iter().map(|it| it.order_id).collect();
    ids.sort();
    assert_eq!(ids, [1, 2, 3].map(story::order));
    let first = open.iter().find(|it| it.order_id == ids[0]).unwrap();
    assert_eq!(
        (first.channel.as_str(), first.amount, first.reason.as_str()),
        ("KBANK", baht("100"), "DEPOSIT_LIMIT")
    );
    assert_eq!(first.position, waiting.position);
    let rest = referred_orders(&story, open[1].opened_position).await;
    assert_eq!(rest, open[2..]);

    // Less was paid than ordered, and staff credit what was paid.
    let credited = story.credit_referred_qr(1, 1, "90").await;
    story.reject_qr(1, 3).await;
    let shown = lines(&story, &running).await;
    assert_eq!(
        shorts(&shown),
        [
            "KBANK WALLET 200.00 PENDING - qr DEPOSIT_LIMIT",
            "KBANK WALLET 300.00 FAILED - qr SENT_BACK",
            "014 WALLET 5.00 SUCCESS 5.00 slip -",
            "KBANK WALLET 90.00 SUCCESS 95.00 qr -",
        ]
    );
    let last = &shown[3];
    assert_eq!(last.position, credited.position);
    assert_eq!(last.reference.as_deref(), Some("PSP1"));
    assert_eq!(last.deposit_account.as_deref(), Some("kbank-qr"));
    assert_eq!(orders(&story).await, (0, 1));
    for view in View::ALL {
        rebuild::run(
            &story.database.pool(),
            &ledger::JournalKey::default(),
            view,
            |_| {},
        )
        .await
        .unwrap();
    }
    story.audit().await;
    running.stop().await;
}

#[tokio::test]
async fn a_gift_is_pending_with_what_is_expected_and_credited_with_what_came() {
    let (story, running) = begin("5").await;
    story.send_gift(1, 1, "50").await;
    story.deposit(1, 2, "1").await;
    let shown = lines(&story, &running).await;
    assert_eq!(
        shorts(&shown)[1],
        "TRUEWALLET WALLET 50.00 PENDING - gift -"
    );
    assert_eq!(shown[1].direction, Direction::None);
    let pool = story.database.pool();
    let open = open_work::gifts_after(&pool, 0, 10).await.unwrap();
    assert_eq!(open[0].voucher, format!("{:064x}", 1));
    assert_eq!(
        (open[0].gift_id, open[0].expected, open[0].status),
        (story::gift(1), Some(baht("50")), GiftStatus::Sent)
    );
    story.lose_gift(1, 1).await;
    story.catch_up(&running).await;
    let open = open_work::gifts_after(&pool, 0, 10).await.unwrap();
    assert_eq!(open[0].status, GiftStatus::Unknown);
    assert_eq!(open[0].expected, Some(baht("50")));
    // Another amount than was expected: what came in counts.
    let credited = story.credit_gift(1, 1, "48.25").await;
    let shown = lines(&story, &running).await;
    assert_eq!(
        shorts(&shown),
        [
            "014 WALLET 5.00 SUCCESS 5.00 slip -",
            "014 WALLET 1.00 SUCCESS 6.00 slip -",
            "TRUEWALLET WALLET 48.25 SUCCESS 54.25 gift -",
        ]
    );
    assert_eq!(shown[2].position, credited.position);
    assert!(shown[2].started_at < shown[1].created_at);
    assert_eq!(shown[2].deposit_account.as_deref(), Some("truewallet"));
    assert_eq!(open_work::gifts_after(&pool, 0, 10).await.unwrap(), []);
    running.stop().await;
}

#[tokio::test]
async fn a_gift_that_was_refused_has_a_line_only_if_it_was_being_redeemed() {
    let (story, running) = begin("0").await;
    story.submit_gift(1, 1).await;
    story.catch_up(&running).await;
    let pool = story.database.pool();
    let open = open_work::gifts_after(&pool, 0, 10).await.unwrap();
    assert_eq!(
        (open[0].status, open[0].expected),
        (GiftStatus::Submitted, None)
    );
    story.reject_gift(1, 1, NonDeliveryProof::NeverCalled).await;
    story.send_gift(1, 2, "20").await;
    story.reject_gift(1, 2, NonDeliveryProof::FirstAnswer).await;
    assert_eq!(
        shorts(&lines(&story, &running).await),
        ["TRUEWALLET WALLET 20.00 FAILED - gift TRUELINK_INVALID"]
    );
    assert_eq!(open_work::gifts_after(&pool, 0, 10).await.unwrap(), []);
    running.stop().await;
}

#[tokio::test]
async fn a_manual_deposit_waits_without_a_balance_until_staff_has_found_it() {
    let (story, running) = begin("0").await;
    story.request_manual(1, 1, "70").await;
    story.request_manual(1, 2, "80").await;
    story.deposit(1, 1, "10").await;
    assert_eq!(
        shorts(&lines(&story, &running).await),
        [
            "MANUAL WALLET 70.00 PENDING - manual -",
            "MANUAL WALLET 80.00 PENDING - manual -",
            "014 WALLET 10.00 SUCCESS 10.00 slip -",
        ]
    );
    let pool = story.database.pool();
    let open = open_work::manual_deposits_after(&pool, 0, 10)
        .await
        .unwrap();
    let shown: Vec<_> = open.iter().map(|it| (it.deposit_id, it.amount)).collect();
    assert_eq!(
        shown,
        [
            (story::manual(1), baht("70")),
            (story::manual(2), baht("80"))
        ]
    );
    let counts = open_work::counts(&pool).await.unwrap();
    assert_eq!((counts.manual_deposits, counts.slips), (2, 0));
    story.reject_manual(1, 1).await;
    story.credit_manual(1, 2).await;
    let shown = lines(&story, &running).await;
    assert_eq!(
        shorts(&shown),
        [
            "MANUAL WALLET 70.00 FAILED - manual NOT_FOUND",
            "014 WALLET 10.00 SUCCESS 10.00 slip -",
            "MANUAL WALLET 80.00 SUCCESS 90.00 manual -",
        ]
    );
    assert_eq!(shown[2].reference.as_deref(), Some("FOUND2"));
    assert_eq!(shown[2].deposit_account.as_deref(), Some("scb-1"));
    running.stop().await;
}

async fn with_games(deposit: &str, games: &[(&str, &str)]) -> (Story, Projections) {
    let (story, running) = begin(deposit).await;
    for (number, (code, amount)) in (1..).zip(games) {
        story.open_game(1, code).await;
        if *amount != "0" {
            story.send_in(1, number, code, amount).await;
            story.complete(1, number).await;
        }
    }
    (story, running)
}

#[tokio::test]
async fn a_sweep_is_a_line_for_each_leg_and_one_onward() {
    let games = [("pg", "40"), ("imi", "60"), ("joker2", "0")];
    let (story, running) = with_games("100", &games).await;
    let before = lines(&story, &running).await.len();
    story
        .start_sweep(1, 5, "joker2", &[("pg", "40"), ("imi", "60")])
        .await;
    assert_eq!(
        shorts(&lines(&story, &running).await)[before..],
        [
            "pg WALLET 40.00 PENDING - - -",
            "imi WALLET 60.00 PENDING - - -"
        ]
    );
    story.complete(1, 51).await;
    story.return_transfer(1, 52).await;
    story.send(1, 50).await;
    story.complete(1, 50).await;
    let shown = lines(&story, &running).await;
    assert_eq!(
        shorts(&shown)[before..],
        [
            "imi WALLET 60.00 FAILED - - PLAYER_SUSPENDED",
            "pg WALLET 40.00 SUCCESS 40.00 - -",
            "WALLET joker2 40.00 SUCCESS 0.00 - -",
        ]
    );
    assert_eq!(shown.last().unwrap().operation_id, story::transfer(50).0);
    running.stop().await;
}

#[tokio::test]
async fn what_may_not_go_onward_has_a_failed_line_that_moved_nothing() {
    let games = [("pg", "40"), ("imi", "0")];
    let (story, running) = with_games("100", &games).await;
    story.start_sweep(1, 5, "imi", &[("pg", "40")]).await;
    // The destination is busy when the leg arrives.
    story.send_in(1, 3, "imi", "10").await;
    story.complete(1, 51).await;
    let shown = lines(&story, &running).await;
    let last = shown.last().unwrap();
    let reason = last.reason.clone().unwrap();
    assert_eq!(
        shorts(&shown)[2..],
        [
            "WALLET imi 10.00 PENDING 50.00 - -".to_owned(),
            "pg WALLET 40.00 SUCCESS 90.00 - -".to_owned(),
            format!("WALLET imi 40.00 FAILED - - {reason}"),
        ]
    );
    assert_eq!(last.operation_id, story::transfer(50).0);
    assert_eq!((last.direction, last.balance), (Direction::None, None));
    // Nothing is left of the sweep.
    let left: i64 = sqlx::query_scalar("select count(*) from statement_sweep")
        .fetch_one(&story.database.pool())
        .await
        .unwrap();
    assert_eq!(left, 0);
    running.stop().await;
}

#[tokio::test]
async fn a_sweep_that_collects_nothing_leaves_no_line_of_its_own() {
    let games = [("pg", "40"), ("imi", "0")];
    let (story, running) = with_games("40", &games).await;
    story.start_sweep(1, 5, "imi", &[("pg", "40")]).await;
    story.return_transfer(1, 51).await;
    assert_eq!(
        shorts(&lines(&story, &running).await)[2..],
        ["pg WALLET 40.00 FAILED - - PLAYER_SUSPENDED"]
    );
    running.stop().await;
}

#[tokio::test]
async fn a_held_withdrawal_says_until_when_as_long_as_it_is_held() {
    let (story, running) = begin("100").await;
    let (old, new) = (story::bank_account(), BankAccountId(Uuid::from_u128(2)));
    story.ask_withdrawal(1, 1, "10", old).await;
    story.set_clock(100);
    story.change_bank_account(1, new, 60).await;
    story.ask_withdrawal(1, 2, "20", new).await;
    story.ask_withdrawal(1, 3, "30", new).await;
    let shown = lines(&story, &running).await;
    assert_eq!(
        shorts(&shown)[1..],
        [
            "WALLET BANK 10.00 FAILED 90.00 - BANK_ACCOUNT_CHANGED",
            "BANK WALLET 10.00 SUCCESS 100.00 - BANK_ACCOUNT_CHANGED",
            "WALLET BANK 20.00 PENDING 80.00 - -",
            "WALLET BANK 30.00 PENDING 50.00 - -",
        ]
    );
    let held: Vec<_> = shown.iter().map(|line| line.held_until).collect();
    let until = Some(time(160));
    assert_eq!(held, [None, None, None, until, until]);
    let pool = story.database.pool();
    let open = open_work::withdrawals(&pool, 10).await.unwrap();
    let shown: Vec<_> = open
        .iter()
        .map(|it| (it.withdrawal_id, it.not_before))
        .collect();
    assert_eq!(
        shown,
        [(story::withdrawal(2), until), (story::withdrawal(3), until)]
    );
    story.set_clock(160);
    story.send_withdrawal(1, 2).await;
    story.change_bank_account(1, old, 60).await;
    let shown = lines(&story, &running).await;
    let states: Vec<_> = shown[3..]
        .iter()
        .map(|line| (line.status, line.held_until))
        .collect();
    assert_eq!(
        states,
        [
            (Status::Pending, None),
            (Status::Failed, None),
            (Status::Success, None)
        ]
    );
    running.stop().await;
}

#[tokio::test]
async fn a_notice_about_a_qr_order_says_so() {
    let (story, running) = begin("5").await;
    story.catch_up(&running).await;
    let mut notices = running.subscribe();
    story.deposit(1, 2, "1").await;
    let order = story.order_qr(1, 1, "100").await;
    story.catch_up(&running).await;
    let mut of_qr = Vec::new();
    while let Ok(notice) = notices.try_recv() {
        if notice.is_about_qr {
            of_qr.push((notice.view, notice.position));
        } else {
            assert!(notice.position < order.position, "{notice:?}");
        }
    }
    assert_eq!(of_qr, [(projections::View::OpenWork, order.position)]);
    let shown = wallet::find(&story.database.pool(), story::wallet(1))
        .await
        .unwrap()
        .unwrap();
    assert_eq!(shown.main, baht("6"));
    running.stop().await;
}
