//! The statement as a player audits it.

use crate::story::reading::add_up;
use crate::story::{self, Story, baht, time};
use ledger::Money;
use projections::statement::{self, Direction, LineSearch, StatementQuery, StatementType, Status};

const DAY: i64 = 86_400;

#[tokio::test]
async fn balances_add_up_at_every_moment_of_interleaved_transfers_and_withdrawals() {
    let story = Story::begin().await;
    let running = story.start();
    story.open(1).await;
    for code in ["pg", "joker2", "imi"] {
        story.open_game(1, code).await;
    }
    story.check_statement(&running, 1).await;
    story.deposit(1, 1, "1000").await;
    story.check_statement(&running, 1).await;
    story.send_in(1, 1, "pg", "100").await;
    story.check_statement(&running, 1).await;
    story.send_in(1, 2, "joker2", "200").await;
    story.request_withdrawal(1, 1, "50").await;
    story.check_statement(&running, 1).await;
    // The first transfer ends last but one, and the second comes back in between.
    story.return_transfer(1, 2).await;
    story.check_statement(&running, 1).await;
    story.deposit(1, 2, "25.25").await;
    story.complete(1, 1).await;
    story.check_statement(&running, 1).await;
    // Out of a game: pending while other lines pass it by, then credited behind them.
    story.send_out(1, 3, "pg", "60").await;
    story.deposit(1, 3, "1").await;
    story.check_statement(&running, 1).await;
    story.return_withdrawal(1, 1).await;
    story.check_statement(&running, 1).await;
    story.complete(1, 3).await;
    story.check_statement(&running, 1).await;
    story.request_withdrawal(1, 2, "300").await;
    story.pay(1, 2).await;
    story.check_statement(&running, 1).await;
    assert_eq!(
        add_up(&story.all_lines(1).await),
        baht("686.25") // 1000 - 100 + 25.25 + 1 + 60 - 300
    );
    story.audit().await;
    running.stop().await;
}

#[tokio::test]
async fn a_failed_transfer_keeps_its_line_and_its_return_is_a_line_of_its_own() {
    let story = Story::begin().await;
    let running = story.start();
    story.open(1).await;
    story.open_game(1, "pg").await;
    story.deposit(1, 1, "100").await;
    story.send_in(1, 1, "pg", "40").await;
    story.deposit(1, 2, "5").await;
    story.return_transfer(1, 1).await;
    story.catch_up(&running).await;

    let lines = story.all_lines(1).await;
    let shown: Vec<_> = lines
        .iter()
        .map(|line| {
            (
                line.from.as_str(),
                line.to.as_str(),
                line.status,
                line.direction,
                line.balance.map(Money::digits),
                line.is_return,
            )
        })
        .collect();
    let some = |text: &str| Some(text.to_owned());
    assert_eq!(
        shown,
        [
            (
                "pg",
                "WALLET",
                Status::Success,
                Direction::In,
                some("105.00"),
                true
            ),
            (
                "014",
                "WALLET",
                Status::Success,
                Direction::In,
                some("65.00"),
                false
            ),
            (
                "WALLET",
                "pg",
                Status::Failed,
                Direction::Out,
                some("60.00"),
                false
            ),
            (
                "014",
                "WALLET",
                Status::Success,
                Direction::In,
                some("100.00"),
                false
            ),
        ]
    );
    assert_eq!(lines[0].reason.as_deref(), Some("PLAYER_SUSPENDED"));
    assert_eq!(lines[2].reason.as_deref(), Some("PLAYER_SUSPENDED"));
    assert_eq!(lines[0].operation_id, lines[2].operation_id);
    assert_ne!(lines[0].id, lines[2].id);
    let pool = story.database.pool();
    let both = statement::find_operation(&pool, story::wallet(1), lines[2].operation_id)
        .await
        .unwrap();
    assert_eq!(both, [lines[2].clone(), lines[0].clone()]);
    running.stop().await;
}

#[tokio::test]
async fn a_transfer_out_of_a_game_has_no_balance_until_it_is_credited() {
    let story = Story::begin().await;
    let running = story.start();
    story.open(1).await;
    story.open_game(1, "pg").await;
    story.deposit(1, 1, "100").await;
    story.send_in(1, 1, "pg", "100").await;
    story.complete(1, 1).await;
    story.set_clock(500);
    story.send_out(1, 2, "pg", "70").await;
    story.catch_up(&running).await;
    let pending = story.all_lines(1).await.remove(0);
    assert_eq!((pending.status, pending.balance), (Status::Pending, None));
    assert_eq!(pending.direction, Direction::None);
    assert_eq!(pending.created_at, time(500));

    story.set_clock(600);
    story.deposit(1, 2, "1").await;
    story.set_clock(700);
    let receipt = story.complete(1, 2).await;
    story.catch_up(&running).await;
    let lines = story.all_lines(1).await;
    let credited = &lines[0];
    assert_eq!(credited.operation_id, pending.operation_id);
    assert_eq!(credited.status, Status::Success);
    assert_eq!(credited.direction, Direction::In);
    assert_eq!(credited.balance, Some(baht("71")));
    assert_eq!(credited.position, receipt.position);
    assert_eq!(credited.started_at, time(500));
    assert_eq!(credited.created_at, time(700));
    assert_eq!(credited.reference.as_deref(), Some("TX2"));
    assert_eq!(lines.len(), 4);

    story.send_out(1, 3, "pg", "30").await;
    story.return_transfer(1, 3).await;
    story.catch_up(&running).await;
    let failed = story.all_lines(1).await.remove(0);
    assert_eq!((failed.status, failed.balance), (Status::Failed, None));
    assert_eq!(failed.direction, Direction::None);
    story.audit().await;
    running.stop().await;
}

#[tokio::test]
async fn winnings_and_losses_are_no_lines_of_the_main_wallet() {
    let story = Story::begin().await;
    let running = story.start();
    story.open(1).await;
    story.open_game(1, "pg").await;
    story.deposit(1, 1, "100").await;
    story.send_in(1, 1, "pg", "100").await;
    story.complete(1, 1).await;
    story.observe(1, "pg", "900").await;
    story.observe(1, "pg", "3").await;
    story.catch_up(&running).await;
    assert_eq!(story.all_lines(1).await.len(), 2);
    running.stop().await;
}

/// A month of lines: a deposit, a transfer and now and then a withdrawal each day.
async fn a_month(story: &Story) {
    story.open(1).await;
    story.open_game(1, "pg").await;
    for day in 0..30_u32 {
        let number = u128::from(day) + 1;
        story.set_clock(i64::from(day) * DAY);
        story.deposit(1, number, "100").await;
        story.send_in(1, number, "pg", "40").await;
        if day % 4 == 0 {
            story.return_transfer(1, number).await;
        } else {
            story.complete(1, number).await;
        }
        if day % 5 == 0 {
            story.request_withdrawal(1, number, "20").await;
            story.pay(1, number).await;
        }
    }
    // Another player's lines must not be counted.
    story.open(2).await;
    story.deposit(2, 500, "1").await;
}

#[tokio::test]
async fn deep_pages_by_cursor_equal_pages_by_number() {
    let story = Story::begin().await;
    let running = story.start();
    a_month(&story).await;
    story.catch_up(&running).await;
    let pool = story.database.pool();
    let owner = story::wallet(1);
    let types = [
        vec![],
        vec![StatementType::Transfer, StatementType::Withdraw],
    ];
    for types in types {
        let mut cursor = None;
        let mut seen = 0;
        for page in 1.. {
            let query = StatementQuery {
                page,
                limit: 7,
                types: types.clone(),
                ..StatementQuery::default()
            };
            let by_number = statement::page(&pool, owner, &query).await.unwrap();
            let by_cursor = if cursor.is_some() {
                let query = StatementQuery { cursor, ..query };
                statement::page(&pool, owner, &query).await.unwrap()
            } else {
                by_number.clone()
            };
            assert_eq!(by_cursor, by_number, "page {page}");
            seen += by_number.lines.len();
            cursor = by_number.next_cursor;
            if cursor.is_none() {
                assert_eq!(i64::try_from(seen).unwrap(), by_number.total);
                break;
            }
        }
        assert!(seen > 40, "{seen}");
    }
    let beyond = StatementQuery {
        page: i64::MAX,
        limit: i64::MAX,
        ..StatementQuery::default()
    };
    let beyond = statement::page(&pool, owner, &beyond).await.unwrap();
    assert!(beyond.lines.is_empty());
    assert!(beyond.total > 60);
    running.stop().await;
}

/// The queries read each type in its own arm; the far pages are counted from the oldest line.
#[tokio::test]
async fn pages_from_both_ends_show_every_type() {
    let story = Story::begin_with_coins().await;
    let running = story.start();
    story.open(1).await;
    story.correct(1, 1, "5").await;
    story.correct(1, 2, "-5").await;
    story.every_reward(1, 700).await;
    // The far half holds all that was before.
    for number in 800..840 {
        story.deposit(1, number, "1").await;
    }
    story.catch_up(&running).await;
    let all = story.all_lines(1).await;
    let has = |kind| all.iter().any(|line| line.statement_type == kind);
    assert!(StatementType::ALL.into_iter().all(has));
    let pool = story.database.pool();
    let mut shown = Vec::new();
    for page in (1..).take(all.len()) {
        let query = StatementQuery {
            page,
            limit: 1,
            ..StatementQuery::default()
        };
        let page = statement::page(&pool, story::wallet(1), &query).await;
        shown.extend(page.unwrap().lines);
    }
    assert_eq!(shown, all);
    running.stop().await;
}

#[tokio::test]
async fn the_total_of_a_filter_is_the_number_of_its_lines() {
    let story = Story::begin().await;
    let running = story.start();
    a_month(&story).await;
    story.catch_up(&running).await;
    let pool = story.database.pool();
    let all = story.all_lines(1).await;
    let moments = [
        None,
        Some(time(-5 * DAY)),
        Some(time(2)),
        Some(time(3 * DAY + 2)),
        Some(time(3 * DAY + 4)),
        Some(time(12 * DAY)),
        Some(time(90 * DAY)),
        all.last().map(|first| first.created_at),
        all.first().map(|last| last.created_at),
    ];
    let choices = [
        vec![],
        vec![StatementType::Deposit],
        vec![StatementType::Withdraw, StatementType::Withdraw],
        vec![StatementType::Transfer, StatementType::Withdraw],
    ];
    for types in &choices {
        for from in moments {
            for to in moments {
                let query = StatementQuery {
                    limit: 100,
                    types: types.clone(),
                    from,
                    to,
                    ..StatementQuery::default()
                };
                let page = statement::page(&pool, story::wallet(1), &query)
                    .await
                    .unwrap();
                let expected: Vec<_> = all
                    .iter()
                    .filter(|line| types.is_empty() || types.contains(&line.statement_type))
                    .filter(|line| from.is_none_or(|from| line.created_at >= from))
                    .filter(|line| to.is_none_or(|to| line.created_at < to))
                    .cloned()
                    .collect();
                assert_eq!(page.lines, expected, "{query:?}");
                assert_eq!(
                    page.total,
                    i64::try_from(expected.len()).unwrap(),
                    "{query:?}"
                );
            }
        }
    }
    running.stop().await;
}

#[tokio::test]
async fn a_line_that_moves_to_another_day_is_counted_there() {
    let story = Story::begin().await;
    let running = story.start();
    story.open(1).await;
    story.open_game(1, "pg").await;
    story.deposit(1, 1, "100").await;
    story.send_in(1, 1, "pg", "100").await;
    story.complete(1, 1).await;
    story.send_out(1, 2, "pg", "70").await;
    story.catch_up(&running).await;
    story.set_clock(3 * DAY);
    story.complete(1, 2).await;
    story.catch_up(&running).await;
    let pool = story.database.pool();
    for (from, to, expected) in [(-DAY, DAY, 2), (2 * DAY, 4 * DAY, 1), (-DAY, 4 * DAY, 3)] {
        let query = StatementQuery {
            from: Some(time(from)),
            to: Some(time(to)),
            ..StatementQuery::default()
        };
        let page = statement::page(&pool, story::wallet(1), &query)
            .await
            .unwrap();
        assert_eq!(page.total, expected, "{query:?}");
        assert_eq!(page.lines.len(), usize::try_from(expected).unwrap());
    }
    story.audit().await;
    running.stop().await;
}

#[tokio::test]
async fn a_period_in_figures_adds_up_and_ends_each_day_with_its_last_balance() {
    let story = Story::begin().await;
    let running = story.start();
    let zero = baht("0.00");
    story.open(1).await;
    story.open_game(1, "pg").await;
    story.deposit(1, 1, "1000").await;
    story.set_clock(3 * DAY);
    story.send_in(1, 1, "pg", "400").await;
    story.complete(1, 1).await;
    // Asked for and not yet come: it has moved nothing.
    story.send_out(1, 2, "pg", "150").await;
    story.set_clock(4 * DAY);
    story.request_withdrawal(1, 1, "50").await;
    story.return_withdrawal(1, 1).await;
    story.deposit(1, 2, "25.25").await;
    story.catch_up(&running).await;
    let figures = async |from: i64, to: i64| {
        let wallet_id = story::wallet(1);
        let found =
            statement::summary(&story.database.pool(), wallet_id, time(from), time(to)).await;
        found.unwrap().unwrap()
    };

    let whole = figures(-DAY, 9 * DAY).await;
    assert_eq!((whole.opening, whole.closing), (zero, baht("625.25")));
    let shown: Vec<_> = whole
        .sums
        .iter()
        .map(|sum| (sum.statement_type, sum.moved_in, sum.moved_out))
        .collect();
    assert_eq!(
        shown,
        [
            (StatementType::Deposit, baht("1025.25"), zero),
            (StatementType::Transfer, zero, baht("400.00")),
            (StatementType::Withdraw, baht("50.00"), baht("50.00")),
        ]
    );
    let balances: Vec<_> = whole.days.iter().map(|day| day.balance).collect();
    assert_eq!(balances, ["1000.00", "600.00", "625.25"].map(baht));
    assert_eq!((whole.days[2].day - whole.days[0].day).num_days(), 4);

    let middle = figures(2 * DAY, 4 * DAY).await;
    assert_eq!(
        (middle.opening, middle.closing),
        (baht("1000.00"), baht("600.00"))
    );
    // Nothing moved: as before, and as after.
    let quiet = figures(DAY, 2 * DAY).await;
    assert_eq!(
        (quiet.opening, quiet.closing),
        (baht("1000.00"), baht("1000.00"))
    );
    assert_eq!((quiet.sums, quiet.days), (Vec::new(), Vec::new()));
    let before = figures(-3 * DAY, -DAY).await;
    assert_eq!((before.opening, before.closing), (zero, zero));
    let nobody =
        statement::summary(&story.database.pool(), story::wallet(9), time(0), time(DAY)).await;
    assert_eq!(nobody.unwrap(), None);
    running.stop().await;
}

#[tokio::test]
async fn a_line_is_found_by_its_place_its_amount_and_its_reference() {
    let story = Story::begin().await;
    let running = story.start();
    for player in [1, 2] {
        story.open(player).await;
    }
    story.open_game(1, "pg").await;
    story.deposit(1, 1, "100").await;
    story.deposit(1, 2, "250.50").await;
    story.send_in(1, 1, "pg", "40").await;
    story.complete(1, 1).await;
    story.send_in(1, 2, "pg", "60").await;
    story.request_withdrawal(1, 1, "100").await;
    story.deposit(2, 3, "100").await;
    story.catch_up(&running).await;
    let pool = story.database.pool();
    let found = async |query: &StatementQuery, search: LineSearch| {
        let wallet_id = story::wallet(1);
        let page = statement::search(&pool, wallet_id, query, &search).await;
        let page = page.unwrap();
        let amounts = page.lines.iter().map(|line| line.amount.digits());
        (page.total, amounts.collect::<Vec<_>>())
    };
    let all = StatementQuery::default();
    let place = |code: &str| LineSearch {
        places: vec![code.to_owned()],
        ..LineSearch::default()
    };
    let amount = |text: &str| LineSearch {
        amount: Some(text.parse().unwrap()),
        ..LineSearch::default()
    };
    let text = |text: &str| LineSearch {
        text: text.to_owned(),
        ..LineSearch::default()
    };
    let owned = |amounts: &[&str]| amounts.iter().map(ToString::to_string).collect::<Vec<_>>();

    assert_eq!(
        found(&all, place("pg")).await,
        (2, owned(&["60.00", "40.00"]))
    );
    // The other player's deposit of the same amount is not among them.
    assert_eq!(
        found(&all, amount("100")).await,
        (2, owned(&["100.00", "100.00"]))
    );
    assert_eq!(
        found(&all, text("ref000000000002")).await,
        (1, owned(&["250.50"]))
    );
    let to_bank = LineSearch {
        bank_accounts: vec![story::bank_account().0],
        ..LineSearch::default()
    };
    assert_eq!(found(&all, to_bank).await, (1, owned(&["100.00"])));
    let transfer = story::transfer(1).0.to_string();
    assert_eq!(found(&all, text(&transfer)).await, (1, owned(&["40.00"])));
    // What a receipt calls the reference is the end of the id; less of it may be an amount.
    let end = |length: usize| text(&transfer[transfer.len() - length..].to_uppercase());
    assert!(found(&all, end(8)).await.1.contains(&"40.00".to_owned()));
    let few = end(7);
    for nothing in [
        LineSearch::default(),
        text("%"),
        text("_"),
        place("scb"),
        few,
    ] {
        assert_eq!(found(&all, nothing).await, (0, Vec::new()));
    }
    let second = StatementQuery {
        page: 2,
        limit: 1,
        ..StatementQuery::default()
    };
    assert_eq!(found(&second, place("pg")).await, (2, owned(&["40.00"])));
    let deposits = StatementQuery {
        types: vec![StatementType::Deposit],
        ..StatementQuery::default()
    };
    assert_eq!(found(&deposits, amount("100")).await.0, 1);
    let later = StatementQuery {
        from: Some(time(DAY)),
        ..StatementQuery::default()
    };
    assert_eq!(found(&later, place("pg")).await.0, 0);
    running.stop().await;
}
